"""Start position of a match that continues another one: its data in the log, and the match built from it.

A record is written field by field, by name, so it stays readable after new fields are added. If a game has several
versions of its rules, the fields must be those of one of them. A layout that was never released is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from shindig.bots.external_bot_json import decode_history, encode_history
from shindig.bots.world_sampling import SampledPosition
from shindig.core.layout_and_views import REFEREE, Records
from shindig.gamekit.game_spec import Game
from shindig.match import Match, View
from shindig.observations import HandStep, Observations

from ..errors import AsleepError

Data = Mapping[str, Any]
"""A `record` by field, the `steps` since then (actions, and orders as their items), and the seats' `known`
observations."""


@dataclass(frozen=True)
class StartPosition:
    """Start of a match: fresh, or from a position."""

    game: Game
    seats: int
    options: Mapping[str, int | str]
    position: Data | None = None

    def build_match(self) -> Match:
        """Build the match before its first step."""
        if self.position is None:
            return Match(self.game, self.seats, self.options)
        return match_from_position(self.game, self.position)


def match_from_position(game: Game, data: Data) -> Match:
    """Build the match of a position."""
    version = layout_version(game, data["record"])
    match = Match.from_record(
        game, read_record(game, data["record"]), dict(read_observations(game, data["known"], version))
    )
    for step in data["steps"]:
        match.take(step if isinstance(step, int) else np.array(step, np.int16))
    return match


def read_observations(game: Game, told: Mapping[str, Data], version: int) -> Iterator[tuple[int, Observations]]:
    """Yield each seat's observations. Views that do not fit the layout of the version are left out."""
    for seat, history in told.items():
        with suppress(ValueError):
            found = decode_history(history, game.rules.layout.dtype_of(version))
            yield int(seat), Observations(upgrade_records(game, found.views), found.actors, found.actions)


def upgrade_records(game: Game, views: Records) -> Records:
    """Convert records of an earlier layout to the current one. New fields get their initial values."""
    if views.dtype.names == game.rules.layout.names:
        return views.view(game.rules.layout.dtype)
    made = game.rules.layout.empty(len(views))
    if game.rules.earlier_versions:
        made["version"] = game.rules.version
    for name in views.dtype.names or ():
        made[name] = views[name]
    return made


def layout_version(game: Game, fields: Mapping[str, Any]) -> int:
    """Return the version of the rules whose records have these fields. Raises AsleepError for an unknown layout."""
    rules, found = game.rules, {*fields, "viewer"}
    newest = rules.versions[-1]
    if not rules.earlier_versions:
        return newest
    for version in (newest, *rules.versions[:-1]):
        if found == {field.name for field in rules.layout.fields_of(version)}:
            return version
    odd = ", ".join(sorted(found.symmetric_difference(rules.layout.names)))
    told = f"this table's position has the fields of no released layout of {game.name}, and here {game.known_versions}"
    raise AsleepError(f"{told}; it differs from the newest in {odd}")


def copy_position(match: Match) -> Data:
    """Return the position of a match that everybody may see: the record before the hand, the steps since, and what
    seats knew."""
    first, steps, before = match.hand_so_far
    return position_data(match.game, first, steps, before)


def sampled_position_data(view: View, found: SampledPosition) -> Data:
    """Return a position with all unseen cards sampled. If it has no steps, only that seat keeps its observations of the
    hand."""
    ended = bool(view.game.rules.hand.ended(view.record))
    return position_data(view.game, *found, {} if ended or found.steps else {view.seat: view.history})


def position_data(game: Game, record: Records, steps: Sequence[HandStep], before: Mapping[int, Observations]) -> Data:
    return {
        "record": write_record(game, record),
        "steps": [step if isinstance(step, int) else step.tolist() for step in steps],
        "known": {str(seat): encode_history(history) for seat, history in before.items() if len(history)},
    }


def write_record(game: Game, record: Records) -> dict[str, Any]:
    """Write a record field by field."""
    return {name: record[name][0].tolist() for name in game.rules.layout.names if name != "viewer"}


def read_record(game: Game, fields: Mapping[str, Any]) -> Records:
    """Read a record. Raises KeyError or ValueError if its game has lost fields since."""
    record = game.new(int(fields["seats"]))
    for name, value in fields.items():
        record[name] = value
    record["viewer"] = REFEREE
    return record
