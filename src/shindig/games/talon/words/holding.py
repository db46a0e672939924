"""What a seat has: its hand in numbers, and in play the points so far and those that win (TN-90)."""

from __future__ import annotations

from functools import cache, lru_cache

from ...scene import Holding
from ..rules.kinds import half_points, is_honor
from ..rules.score import NEEDED
from ..rules.state import AGAINST, BID, ENDING, KINGS, NOBODY, PLAY, SUITED, TALON, Talon
from .sheet import halves

ALL_POINTS = 182


def holding(view: Talon) -> Holding | None:
    """What the viewer has, while it plays a hand."""
    seat = view.viewer
    if view.suits[seat] < 0 or not BID <= view.phase <= ENDING:
        return None
    facts = points(view) if view.phase in (PLAY, ENDING) else ()
    return Holding(counted(view.suits[seat], view.trumps[seat]), facts)


@lru_cache(4096)
def counted(suits: int, trumps: int) -> str:
    """A hand in numbers: `5 trumps, 2 of them honors, 1 king`."""
    honors = sum(1 for card in range(22) if trumps >> card & 1 and is_honor(SUITED + card))
    parts = [many(trumps.bit_count(), "trump")]
    parts += [f"{many(honors, 'honor')} among them"] if honors else []
    kings = (suits & KINGS).bit_count()
    return ", ".join([*parts, *([many(kings, "king")] if kings else [])])


def many(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "s")


def points(view: Talon) -> tuple[tuple[str, str], ...]:
    """The points in the tricks of the taker's side, as far as it is known, and of the others; what wins."""
    attack = tuple([seat for seat in range(view.seats) if seat == view.taker or is_known_partner(view, seat)])
    mine = sum([view.points[seat] for seat in attack])
    theirs = sum(view.points[: view.seats]) - mine
    return points_told(attack, mine, theirs, laid(view), view.viewer in attack)


@lru_cache(4096)
def points_told(
    attack: tuple[int, ...], mine: int, theirs: int, talon: int, attacks: bool
) -> tuple[tuple[str, str], ...]:
    """The same in words; `attacks` is whether the viewer is of the taker's side."""
    told = halves(mine) + (f" and {halves(talon)} in the talon" if talon else "")
    side = " and ".join(f"{{{seat}}}" for seat in attack)
    return ((side, told), ("others", halves(theirs)), ("to win", to_win(attacks)))


def is_known_partner(view: Talon, seat: int) -> bool:
    """Known to all, or to the viewer who holds the card named."""
    if view.named == NOBODY:
        return False
    return view.suspects == 1 << seat or (view.viewer == seat and holds_named(view))


def holds_named(view: Talon) -> bool:
    """Whether the viewer holds the card that was named."""
    suits = view.suits[view.viewer]
    return suits >= 0 and view.named != NOBODY and bool(suits >> view.named & 1)


def laid(view: Talon) -> int:
    """Half points of the talon that count for the taker, who looked at it."""
    if view.contract == AGAINST or view.viewer != view.taker or view.seen[view.viewer][0] < 0:
        return 0
    return sum(half_points(card) for card in view.seen[view.viewer][: TALON[view.players - 3]])


@cache
def to_win(attacks: bool) -> str:
    """Points that win for the taker's side, or for the others, with none to three of the honors."""
    needed = NEEDED if attacks else [ALL_POINTS - NEEDED[3 - honors] + 1 for honors in range(4)]
    first, *rest = map(halves, needed)
    return f"{first}; with 1, 2, 3 honors {', '.join(rest)}"
