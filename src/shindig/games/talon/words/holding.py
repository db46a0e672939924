"""The viewer's holding: its hand in numbers, and in play the points so far and those that win (TN-90)."""

from __future__ import annotations

from shindig.core.caches import cached
from shindig.gamekit.table_scene import Holding
from shindig.messages import Seats, Text, say

from ..rules.card_kinds import half_points, is_honor
from ..rules.score import NEEDED
from ..rules.state import AGAINST, ALONE, BID, ENDING, KINGS, NOBODY, PLAY, SUITED, TALON, Talon
from .names import halves

ALL_POINTS = 182
MOST_OWED = 2
"""Half points that a side may still pay for an excuse."""


def holding(view: Talon) -> Holding | None:
    """Describe the viewer's hand while it plays one."""
    seat = view.viewer
    if view.suits[seat] < 0 or not BID <= view.phase <= ENDING:
        return None
    facts = points(view) if view.phase in (PLAY, ENDING) else ()
    return Holding(counted(view.suits[seat], view.trumps[seat]), facts)


@cached(4096)
def counted(suits: int, trumps: int) -> Text:
    """Describe a hand in numbers: `4 trumps and the Fool, 2 honors, 1 king`."""
    honors = sum(1 for card in range(22) if trumps >> card & 1 and is_honor(SUITED + card))
    fool, kings = trumps & 1, (suits & KINGS).bit_count()
    return say("talon-holding", trumps=trumps.bit_count() - fool, fool=fool, honors=honors, kings=kings)


def points(view: Talon) -> tuple[tuple[Text, Text], ...]:
    """Return the points of the known taker's side and of the others, and those that win."""
    attack, secret = find_attack(view)
    mine = sum([view.points[seat] for seat in attack])
    theirs = sum(view.points[: view.seats]) - mine
    return points_told(attack, mine + laid(view), theirs, secret, view.viewer in attack)


def find_attack(view: Talon) -> tuple[tuple[int, ...], bool]:
    """Return the known seats of the taker's side, and True while somebody unknown may be the taker's partner."""
    attack = tuple([seat for seat in range(view.seats) if seat == view.taker or is_known_partner(view, seat)])
    return attack, view.named != NOBODY and len(attack) < 2 and view.suspects != ALONE


@cached(4096)
def points_told(
    attack: tuple[int, ...], mine: int, theirs: int, secret: bool, attacks: bool
) -> tuple[tuple[Text, Text], ...]:
    """Describe the points in words; `secret` is true while somebody unknown is the taker's partner, `attacks` if the
    viewer is on the taker's side."""
    others = say("talon-others" if secret or attacks else "talon-your-side")
    needed = int(NEEDED[0] if attacks else ALL_POINTS - NEEDED[-1] + 1)
    aim = say("talon-you-need"), say("talon-you-need.points", points=halves(needed))
    if not secret and (mine if attacks else theirs) >= needed + MOST_OWED:
        aim = say("talon-you-need.won"), say("talon-you-need.enough")
    return (say("talon-side", seats=Seats(attack)), halves(mine)), (others, halves(theirs)), aim


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
