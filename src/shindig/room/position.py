"""Where a match begins that goes on from a step of another: as data for the log, and the match made of it.

A record is written field by field, by name, so that it can be read when a field has been added since.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..bots.wire import packed, unpacked
from ..bots.worlds import Dealt
from ..games.game import Game
from ..games.layout import REFEREE, Records
from ..history import HandStep, History
from ..match import Match, View

Data = Mapping[str, Any]
"""A `record` by field, its `steps` since then (actions, and orders as their items), what seats had `known` before."""


@dataclass(frozen=True)
class Begins:
    """How a match begins: freshly, or from a position."""

    game: Game
    seats: int
    options: Mapping[str, int | str]
    position: Data | None = None

    def match(self) -> Match:
        """The match before its first step."""
        if self.position is None:
            return Match(self.game, self.seats, self.options)
        return lying(self.game, self.position)


def lying(game: Game, data: Data) -> Match:
    """The match that lies there."""
    match = Match.lying(game, read(game, data["record"]), dict(known(game, data["known"])))
    for step in data["steps"]:
        match.take(step if isinstance(step, int) else np.array(step, np.int16))
    return match


def known(game: Game, told: Mapping[str, Data]) -> Iterator[tuple[int, History]]:
    """What seats had seen; nothing where the game's record has got other fields since."""
    for seat, history in told.items():
        with suppress(ValueError):
            yield int(seat), unpacked(history, game.rules.layout.dtype)


def copied(match: Match) -> Data:
    """A match that all may see: as it lay before the hand, and what was played since, which all seats remember."""
    first, steps, before = match.hand_so_far
    return data_of(match.game, first, steps, before)


def dealt_anew(view: View, found: Dealt) -> Data:
    """A position in which all was dealt that a seat had not seen; it alone remembers the hand if that has no steps."""
    ended = bool(view.game.rules.hand.ended(view.record))
    return data_of(view.game, *found, {} if ended or found.steps else {view.seat: view.history})


def data_of(game: Game, record: Records, steps: Sequence[HandStep], before: Mapping[int, History]) -> Data:
    return {
        "record": written(game, record),
        "steps": [step if isinstance(step, int) else step.tolist() for step in steps],
        "known": {str(seat): packed(history) for seat, history in before.items() if len(history)},
    }


def written(game: Game, record: Records) -> dict[str, Any]:
    """A record field by field."""
    return {name: record[name][0].tolist() for name in game.rules.layout.names if name != "viewer"}


def read(game: Game, fields: Mapping[str, Any]) -> Records:
    """The record that was written. Raises KeyError, ValueError where its game has lost fields since."""
    record = game.new(int(fields["seats"]))
    for name, value in fields.items():
        record[name] = value
    record["viewer"] = REFEREE
    return record
