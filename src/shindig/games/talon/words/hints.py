"""Advice for the actor, from the actor's view alone."""

from __future__ import annotations

from collections.abc import Callable

from shindig.messages import Message, Text, join, name_cards, say

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
from .names import halves, name_card, name_honors, name_suit

FAIR_TRUMPS = (22 * 24 / 78, 22 * 18 / 78, 22 * 15 / 78)
"""Number of trumps in an average hand, by players - 3."""
SHORT = 3
"""A suit is short below this number of cards, and can be emptied up to it."""


def hints(view: Talon) -> list[Text]:
    """Return a few lines, most useful first; none if there is nothing to decide."""
    advice = ADVICE.get(view.phase)
    return advice(view) if advice else []


def hand_of(view: Talon) -> list[int]:
    both = view.suits[view.viewer] | view.trumps[view.viewer] << SUITED
    return [card for card in range(78) if both >> card & 1]


def strength(view: Talon, form: str = "") -> list[Text]:
    """Describe the strengths of a hand for a bid: trumps, honors, kings, short suits. Form `.past` looks back."""
    hand = hand_of(view)
    trumps = sum(card >= SUITED for card in hand)
    honors = sum(is_honor(card) for card in hand)
    kings = sum(card < SUITED and card % RANKS == KING_RANK for card in hand)
    counts = [sum(card // RANKS == suit for card in hand if card < SUITED) for suit in range(4)]
    short = [name_suit(suit) for suit in range(4) if counts[suit] < SHORT]
    fair, named = round(FAIR_TRUMPS[view.players - 3]), name_honors(honors)
    lines: list[Text] = [
        say(f"talon-hint-hand{form}", trumps=trumps, fair=fair, honors=named, kings=kings),
        say(f"talon-hint-needed{form}", honors=named, needed=halves(NEEDED[honors])),
    ]
    return [*lines, say(f"talon-hint-short{form}", suits=join(short))] if short and can_trump(hand) else lines


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
    """Compare the card played with a better one, by points or rank; before the tricks, say what the hand had."""
    if view.phase == SLAM:
        return [say("talon-hint-slam")]
    if view.phase in (BID, MISERY, HANDFUL):
        return strength(view, ".past")
    if view.phase != PLAY:
        return hints(view)
    made, better = action - PLAYS, best - PLAYS
    if HALF_POINTS[made] == HALF_POINTS[better]:
        return compare_ranks(view, made, better)
    points = {"points": halves(HALF_POINTS[made]), "other": halves(HALF_POINTS[better])}
    return [say("talon-hint-worth", made=name_card(made), better=name_card(better), **points)]


def compare_ranks(view: Talon, made: int, better: int) -> list[Text]:
    """Compare two cards of equal worth: by the lead, by rank, else by the number of cards of their suits."""
    if view.played and goes_ahead(view, made) != goes_ahead(view, better):
        ahead, other = sorted((made, better), key=lambda card: not goes_ahead(view, card))
        return [say("talon-why-takes", card=name_card(ahead), other=name_card(other))]
    if suit_of(made) == suit_of(better) and SUITED not in (made, better):
        id = "talon-why-keeps" if better < made else "talon-why-higher"
        return [say(id, better=name_card(better), made=name_card(made))]
    hand = hand_of(view)
    suits = [suit_of(card) for card in hand]
    count = suits.count(suit_of(better))
    if suit_of(better) != TRUMP and count < suits.count(suit_of(made)) and can_trump(hand):
        return [say("talon-why-short", count=count, suit=name_suit(suit_of(better)))]
    return [line for line in play(view) if isinstance(line, Message) and line.id == "talon-hint-trumps"]


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
