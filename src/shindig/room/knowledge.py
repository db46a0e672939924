"""Which cards of an order a viewer came to see, found without knowing any game's rules.

The match is played again with one card of the order exchanged for one of another kind. Where the viewer's view then
shows that other card in its place, the viewer sees that position of the order. Done twice with different cards, so that
no score that happens to change alike is taken for a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..games.game import Game
from ..games.record import Records
from ..match import Items, Match
from .events import Acted, Event, Ordered

Counts = dict[str, int]


def seen_positions(match: Match, events: Sequence[Event], step: int, viewer: int) -> list[int]:
    """Positions of the order handed in at `step` whose cards the viewer saw before the next order of that name."""
    game, ordered = match.game, events[step]
    assert isinstance(ordered, Ordered)
    before = Match(game, match.seats, match.options)
    for event in events[:step]:
        _take(before, event)
    codes = list(game.item_codes(before.record, int(before.record.asks)))
    items = np.array([codes.index(item) for item in ordered.items], np.int16)
    kinds = sorted(set(items.tolist()))
    if len(kinds) < 3:
        return []
    rest = _until_next(events[step + 1 :], ordered.of)
    told = _Told(game, before, items, rest, viewer)
    return [position for position, kind in enumerate(items.tolist()) if told.sees(position, kinds, kind)]


def _take(match: Match, event: Event) -> None:
    if isinstance(event, Ordered):
        match.order(event.items)
    elif isinstance(event, Acted):
        match.game.engine.apply(match.array, 0, event.action)


def _until_next(events: Sequence[Event], of: str) -> Sequence[Event]:
    ends = (n for n, event in enumerate(events) if isinstance(event, Ordered) and event.of == of)
    return events[: next(ends, len(events))]


@dataclass
class _Told:
    """One order, what followed, and who looks on."""

    game: Game
    before: Match
    items: Items
    rest: Sequence[Event]
    viewer: int

    def sees(self, position: int, kinds: list[int], kind: int) -> bool:
        """Whether it shows with a lower and with a higher kind in its place.

        With two like cards in a sorted hand, one thrown away and one shown, only one side shows: neither is proved.
        """
        at = kinds.index(kind)
        lower, higher = kinds[max(0, at - 2) : at][::-1], kinds[at + 1 : at + 3]
        if not lower or not higher:
            return any(self.shows(position, other, own=True) for other in lower or higher)
        return all(any(self.shows(position, other) for other in side) for side in (lower, higher))

    def shows(self, position: int, other: int, own: bool = False) -> bool:
        """Whether a view of the match with `other` at `position` ever shows it where the real view shows the real card.

        With `own`, only the deal and what followed on the viewer's own actions counts.
        """
        game, viewer, kind = self.game, self.viewer, int(self.items[position])
        real, changed = self.before.array.copy(), self.before.array.copy()
        exchanged = self.items.copy()
        exchanged[position] = other
        game.engine.order(real, 0, self.items)
        game.engine.order(changed, 0, exchanged)
        told = game.view(real, viewer)
        for event in [None, *self.rest]:
            counts = not own or not isinstance(event, Acted) or event.seat == viewer
            if event is not None:
                was, public = told, isinstance(event, Acted) and _visible(game, event, viewer)
                legal = _step(game, real, changed, event)
                told = game.view(real, viewer)
                if not legal:
                    return counts and public and _more(_counts(was, kind), _counts(told, kind))
            shown = game.view(changed, viewer)
            if _exchanged(told, shown, kind, other):
                return counts
            if any(real[name][0] != changed[name][0] for name in ("actor", "phase", "asks")):
                return False
        return False


def _visible(game: Game, event: Acted, viewer: int) -> bool:
    return event.seat == viewer or not game.secret(event.action)


def _step(game: Game, real: Records, changed: Records, event: Event) -> bool:
    """Take the event in both; False where it is not legal in the changed match, which is left as it was."""
    if isinstance(event, Ordered):
        codes = list(game.item_codes(real[0], int(real["asks"][0])))
        order = np.array([codes.index(item) for item in event.items], np.int16)
        game.engine.order(real, 0, order)
        game.engine.order(changed, 0, order)
        return True
    assert isinstance(event, Acted)
    legal = any(first <= event.action <= last for first, last in game.legal_ranges(changed))
    game.engine.apply(real, 0, event.action)
    if legal:
        game.engine.apply(changed, 0, event.action)
    return legal


def _counts(view: Records, value: int) -> Counts:
    """How often each field of a view holds a value."""
    return {name: int(np.count_nonzero(view[name] == value)) for name in _card_fields(view)}


def _card_fields(view: Records) -> list[str]:
    """Fields that may hold cards: arrays of bytes."""
    names: Sequence[Any] = view.dtype.names or ()
    return [name for name in names if view.dtype[name].shape and view.dtype[name].base.itemsize == 1]


def _more(before: Counts, after: Counts) -> bool:
    return any(after[name] > before[name] for name in before)


def _exchanged(told: Records, shown: Records, kind: int, other: int) -> bool:
    """Whether some field of the two views differs by one card of `kind` for one of `other`."""
    if told.tobytes() == shown.tobytes():
        return False
    kinds, others = (_counts(told, kind), _counts(shown, kind)), (_counts(told, other), _counts(shown, other))
    if any(kinds[0][n] - kinds[1][n] == 1 and others[1][n] - others[0][n] == 1 for n in kinds[0]):
        return True
    return any(_moved_bit(told[name].ravel(), shown[name].ravel(), other - kind) for name in _mask_fields(told))


def _mask_fields(view: Records) -> list[str]:
    """Fields that may hold sets of cards: arrays of longer integers."""
    names: Sequence[Any] = view.dtype.names or ()
    return [name for name in names if view.dtype[name].shape and view.dtype[name].base.itemsize >= 4]


def _moved_bit(told: npt.NDArray[Any], shown: npt.NDArray[Any], by: int) -> bool:
    """Whether one set lost one bit and gained the one that lies `by` further."""
    differ = np.flatnonzero(told != shown)
    if len(differ) != 1:
        return False
    real, changed = int(told[differ[0]]), int(shown[differ[0]])
    lost, gained = real & ~changed, changed & ~real
    return lost.bit_count() == gained.bit_count() == 1 and gained.bit_length() - lost.bit_length() == by
