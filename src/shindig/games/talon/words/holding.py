"""The viewer's holding: its hand in numbers, and in play the points so far and those that win (TN-90)."""

from __future__ import annotations

from functools import cache, lru_cache

from shindig.gamekit.table_scene import Holding

from ..rules.card_kinds import half_points, is_honor
from ..rules.score import NEEDED
from ..rules.state import AGAINST, BID, ENDING, KINGS, NOBODY, PLAY, SUITED, TALON, Talon
from .score_sheet import halves

ALL_POINTS = 182


def holding(view: Talon) -> Holding | None:
    """Describe the viewer's hand while it plays one."""
    seat = view.viewer
    if view.suits[seat] < 0 or not BID <= view.phase <= ENDING:
        return None
    facts = points(view) if view.phase in (PLAY, ENDING) else ()
    return Holding(counted(view.suits[seat], view.trumps[seat]), facts)


@lru_cache(4096)
def counted(suits: int, trumps: int) -> str:
    """Describe a hand in numbers: `5 trumps, 2 honors among them, 1 king`."""
    honors = sum(1 for card in range(22) if trumps >> card & 1 and is_honor(SUITED + card))
    parts = [many(trumps.bit_count(), "trump")]
    parts += [f"{many(honors, 'honor')} among them"] if honors else []
    kings = (suits & KINGS).bit_count()
    return ", ".join([*parts, *([many(kings, "king")] if kings else [])])


def many(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "s")


def points(view: Talon) -> tuple[tuple[str, str], ...]:
    """Return the points in the tricks of the known taker's side and of the others, and those that win."""
    attack = tuple([seat for seat in range(view.seats) if seat == view.taker or is_known_partner(view, seat)])
    mine = sum([view.points[seat] for seat in attack])
    theirs = sum(view.points[: view.seats]) - mine
    return points_told(attack, mine, theirs, laid(view), view.viewer in attack)


@lru_cache(4096)
def points_told(
    attack: tuple[int, ...], mine: int, theirs: int, talon: int, attacks: bool
) -> tuple[tuple[str, str], ...]:
    """Describe the points in words; `attacks` is true if the viewer is on the taker's side."""
    told = halves(mine) + (f" and {halves(talon)} in the talon" if talon else "")
    side = " and ".join(f"{{{seat}}}" for seat in attack)
    return ((side, told), ("others", halves(theirs)), ("to win", to_win(attacks)))


def is_known_partner(view: Talon, seat: int) -> bool:
    """Return True if a seat's partnership is known to all, or to the viewer who holds the named card."""
    if view.named == NOBODY:
        return False
    return view.suspects == 1 << seat or (view.viewer == seat and holds_named(view))


def holds_named(view: Talon) -> bool:
    """Return True if the viewer holds the named card."""
    suits = view.suits[view.viewer]
    return suits >= 0 and view.named != NOBODY and bool(suits >> view.named & 1)


def laid(view: Talon) -> int:
    """Return half points of the talon for the taker who has seen it."""
    if view.contract == AGAINST or view.viewer != view.taker or view.seen[view.viewer][0] < 0:
        return 0
    return sum(half_points(card) for card in view.seen[view.viewer][: TALON[view.players - 3]])


@cache
def to_win(attacks: bool) -> str:
    """Return the points that win for the taker's side, or for the others, with none to three of the honors."""
    needed = NEEDED if attacks else [ALL_POINTS - NEEDED[3 - honors] + 1 for honors in range(4)]
    first, *rest = map(halves, needed)
    return f"{first}; with 1, 2, 3 honors {', '.join(rest)}"
