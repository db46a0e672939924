"""Which cards of an order a viewer came to see, found without knowing any game's rules.

The match is played again with one card of the order exchanged for one of another kind. Where the viewer's view then
shows that other card in its place, the viewer sees that position of the order. Done twice with different cards, so that
no score that happens to change alike is taken for a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..games.game import Game
from ..games.record import Records
from ..match import Match
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
    return [
        position
        for position, kind in enumerate(items.tolist())
        if all(
            _shows(game, before, items, position, other, rest, viewer)
            for other in [other for other in kinds if other != kind][:: max(1, len(kinds) - 2)][:2]
        )
    ]


def _take(match: Match, event: Event) -> None:
    if isinstance(event, Ordered):
        match.order(event.items)
    elif isinstance(event, Acted):
        match.game.engine.apply(match.array, 0, event.action)


def _until_next(events: Sequence[Event], of: str) -> Sequence[Event]:
    ends = (n for n, event in enumerate(events) if isinstance(event, Ordered) and event.of == of)
    return events[: next(ends, len(events))]


def _shows(
    game: Game,
    before: Match,
    items: npt.NDArray[np.int16],
    position: int,
    other: int,
    rest: Sequence[Event],
    viewer: int,
) -> bool:
    """Whether a view of the match with `other` at `position` ever shows it where the real view shows the real card."""
    real, changed = before.array.copy(), before.array.copy()
    exchanged = items.copy()
    exchanged[position] = other
    kind = int(items[position])
    game.engine.order(real, 0, items)
    game.engine.order(changed, 0, exchanged)
    told = game.view(real, viewer)
    for event in [None, *rest]:
        if event is not None:
            was, public = told, isinstance(event, Acted) and _visible(game, event, viewer)
            legal = _step(game, real, changed, event)
            told = game.view(real, viewer)
            if not legal:
                return public and _more(_counts(was, kind), _counts(told, kind))
        shown = game.view(changed, viewer)
        if _exchanged(told, shown, kind, other):
            return True
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
    names: Sequence[Any] = view.dtype.names or ()
    return {name: int(np.count_nonzero(view[name] == value)) for name in names if view.dtype[name].shape}


def _more(before: Counts, after: Counts) -> bool:
    return any(after[name] > before[name] for name in before)


def _exchanged(told: Records, shown: Records, kind: int, other: int) -> bool:
    """Whether some field of the two views differs by one card of `kind` for one of `other`."""
    if told.tobytes() == shown.tobytes():
        return False
    kinds, others = (_counts(told, kind), _counts(shown, kind)), (_counts(told, other), _counts(shown, other))
    return any(kinds[0][n] - kinds[1][n] == 1 and others[1][n] - others[0][n] == 1 for n in kinds[0])
