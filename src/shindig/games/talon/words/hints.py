"""Advice for the actor, from the actor's view alone."""

from __future__ import annotations

from collections.abc import Callable

from shindig.messages import Seat, Text, join, name_cards, say

from ..deck import TALON
from ..rules.card_kinds import HALF_POINTS, is_honor
from ..rules.score import NEEDED
from ..rules.state import (
    BID,
    DRY,
    HANDFUL,
    KING_RANK,
    LAY,
    MAGICIAN,
    MISERY,
    NOBODY,
    PLAY,
    PLAYS,
    RANKS,
    SLAM,
    SUITED,
    TRUMP,
    Talon,
)
from .holding import find_attack
from .names import halves, name_card, name_honors, name_suit

FAIR_TRUMPS = (21 * 24 / 78, 21 * 18 / 78, 21 * 15 / 78)
"""Number of trumps besides the Fool in an average hand, by players - 3."""
SHORT = 3
"""A suit is short below this number of cards, and can be emptied up to it."""


def hints(view: Talon) -> list[Text]:
    """Return a few lines, most useful first; none if there is nothing to decide."""
    return ADVICE[view.phase](view) if view.phase in ADVICE else []


def hand_of(view: Talon) -> list[int]:
    both = view.suits[view.viewer] | view.trumps[view.viewer] << SUITED
    return [card for card in range(78) if both >> card & 1]


def strength(view: Talon, form: str = "", bold: bool | None = None) -> list[Text]:
    """Describe the strengths of a hand for a bid: trumps, honors, kings, short suits. Form `.past` looks back.

    If `bold` is given, only the lines that speak for a bold bid or for a careful one.
    """
    hand = hand_of(view)
    trumps = sum(card > SUITED for card in hand)
    honors = sum(is_honor(card) for card in hand)
    kings = sum(card < SUITED and card % RANKS == KING_RANK for card in hand)
    counts = [sum(card // RANKS == suit for card in hand if card < SUITED) for suit in range(4)]
    short = [name_suit(suit) for suit in range(4) if counts[suit] < SHORT]
    fair, named = round(FAIR_TRUMPS[view.players - 3]), name_honors(honors)
    lines: list[tuple[Text, bool]] = [
        (say(f"talon-hint-hand{form}", trumps=trumps, fair=fair, kings=kings), trumps > fair),
        (say(f"talon-hint-needed{form}", honors=named, needed=halves(NEEDED[honors])), honors > 1),
    ]
    if short and can_trump(hand):
        lines.append((say(f"talon-hint-short{form}", suits=join(short)), True))
    return [line for line, speaks_for in lines if bold in (None, speaks_for)]


def dry(view: Talon) -> list[Text]:
    return [say("talon-hint-dry")] if view.trumps[view.viewer] == 1 << MAGICIAN else []


def lay(view: Talon) -> list[Text]:
    """Describe suits that can be emptied, and the effect of laying points down; a card just taken stays."""
    hand, taken = hand_of(view), view.taken_suits[view.viewer]
    lines: list[Text] = [say("talon-hint-talon")]
    for suit in range(4):
        cards = [card for card in hand if card < SUITED and card // RANKS == suit]
        if 0 < len(cards) <= SHORT and cards[-1] % RANKS != KING_RANK and not any(taken >> card & 1 for card in cards):
            lines.append(say("talon-hint-empty", suit=name_suit(suit), cards=name_cards(TALON, cards)))
    return lines


def play(view: Talon) -> list[Text]:
    """Describe the duty, the points at stake, and the cards still out."""
    lines: list[Text] = []
    if view.led == TRUMP:
        lines.append(say("talon-hint-follow-trump"))
    elif view.led != NOBODY:
        lines.append(
            say(
                "talon-hint-follow",
                suit=name_suit(view.led),
                held=name_duty(view),
                excuse=name_excuse(view),
            )
        )
    if view.played:
        worth = sum(HALF_POINTS[card] for card in view.table if card >= 0)
        lines.append(say("talon-hint-trick", points=halves(worth)))
    gone, hand = view.gone_suits | view.gone_trumps << SUITED, hand_of(view)
    out = [card for card in range(78) if not gone >> card & 1 and card not in hand]
    lines.append(say("talon-hint-trumps", count=sum(card >= SUITED for card in out)))
    best = [card for card in hand if is_best(card, out)]
    return [*lines, say("talon-hint-best", cards=name_cards(TALON, best))] if best else lines


def reasons(view: Talon, action: int, best: int) -> list[Text]:
    """Say why the best bid, call or card is better, if the hand or the trick shows it."""
    if view.phase in (BID, HANDFUL):
        return strength(view, ".past", best > action)
    return compare_cards(view, action - PLAYS, best - PLAYS) if view.phase == PLAY else []


def compare_cards(view: Talon, made: int, better: int) -> list[Text]:
    """Compare two cards: by the lead, by their points in the trick, by rank, else by the number of cards of their
    suits."""
    cards = {"made": name_card(made), "better": name_card(better)}
    takes, took = goes_ahead(view, better), goes_ahead(view, made)
    if view.played and takes != took:
        return [say("talon-why-takes", **cards)] if takes else []
    if view.best >= 0 and not takes and HALF_POINTS[made] != HALF_POINTS[better]:
        adds = HALF_POINTS[better] > HALF_POINTS[made]
        if plays_with(view, view.winner) is not adds:
            return []
        id, points = "talon-why-adds" if adds else "talon-why-gives", halves(HALF_POINTS[better if adds else made])
        return [say(id, who=Seat(view.winner), points=points, **cards)]
    if suit_of(made) == suit_of(better) and SUITED not in (made, better):
        return [say("talon-why-keeps" if better < made else "talon-why-higher", **cards)]
    hand = hand_of(view)
    suits = [suit_of(card) for card in hand]
    count = suits.count(suit_of(better))
    if suit_of(better) != TRUMP and count < suits.count(suit_of(made)) and can_trump(hand):
        return [say("talon-why-short", count=count, suit=name_suit(suit_of(better)))]
    return []


def plays_with(view: Talon, seat: int) -> bool | None:
    """Return True if a seat is on the viewer's side; None if that is a secret."""
    attack, secret = find_attack(view)
    known = not secret or seat == view.taker != view.viewer
    return (seat in attack) == (view.viewer in attack) if known else None


def suit_of(card: int) -> int:
    """Return the number of a card's suit; trumps have the number after the last one."""
    return min(card, SUITED) // RANKS


def can_trump(hand: list[int]) -> bool:
    """Return True if a hand has a trump that beats a suit: any but the Fool."""
    return any(card > SUITED for card in hand)


def goes_ahead(view: Talon, card: int) -> bool:
    """Return True if a card beats all cards of the trick; the Fool and an evasive Magician beat nothing."""
    if card == SUITED or (view.evasive == view.viewer and card == SUITED + MAGICIAN):
        return False
    return suit_of(card) in (TRUMP, view.led) and card > view.best


def slam(view: Talon) -> list[Text]:
    """Say what a slam takes, and what the hand has for it."""
    return [say("talon-hint-slam"), *strength(view)]


def name_duty(view: Talon) -> str:
    """Return what the hand has to play to the suit that was led: a `suit`, a `trump`, or `nothing` (TN-61)."""
    hand = hand_of(view)
    if any(card < SUITED and card // RANKS == view.led for card in hand):
        return "suit"
    excuses = [SUITED, *([SUITED + MAGICIAN] if view.evasive == view.viewer else [])]
    return "trump" if any(card >= SUITED and card not in excuses for card in hand) else "nothing"


def name_excuse(view: Talon) -> str:
    """Return the card of the hand that may be played to any trick: `fool`, an evasive `magician`, or `none` (TN-64)."""
    trumps = view.trumps[view.viewer]
    if trumps & 1:
        return "fool"
    return "magician" if view.evasive == view.viewer and trumps >> MAGICIAN & 1 else "none"


def is_best(card: int, out: list[int]) -> bool:
    """Return True if no card still out beats this one in its own suit; the Fool beats nothing."""
    last = 78 if card >= SUITED else card // RANKS * RANKS + RANKS
    return card != SUITED and not any(card < other < last for other in out)


ADVICE: dict[int, Callable[[Talon], list[Text]]] = {
    DRY: dry,
    BID: strength,
    MISERY: strength,
    HANDFUL: strength,
    SLAM: slam,
    LAY: lay,
    PLAY: play,
}
