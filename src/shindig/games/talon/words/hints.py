"""Advice for the actor, from the actor's view alone."""

from __future__ import annotations

from collections.abc import Callable

from shindig.messages import Text

from ..deck import TALON
from ..rules.card_kinds import HALF_POINTS, is_honor
from ..rules.score import NEEDED
from ..rules.state import BID, DRY, HANDFUL, LAY, MISERY, NOBODY, PLAY, RANKS, SLAM, SUITED, TRUMP, Talon
from .actions import SUIT_NAMES
from .score_sheet import HONOR_WORDS, halves

FAIR_TRUMPS = (22 * 24 / 78, 22 * 18 / 78, 22 * 15 / 78)
"""Number of trumps in an average hand, by players - 3."""


def hints(view: Talon) -> list[Text]:
    """Return a few lines, most useful first; none if there is nothing to decide."""
    advice = ADVICE.get(view.phase)
    return advice(view) if advice else []


def hand_of(view: Talon) -> list[int]:
    both = view.suits[view.viewer] | view.trumps[view.viewer] << SUITED
    return [card for card in range(78) if both >> card & 1]


def strength(view: Talon) -> list[Text]:
    """Describe the strengths of a hand for a bid: trumps, honors, kings, short suits."""
    hand = hand_of(view)
    trumps = sum(card >= SUITED for card in hand)
    honors = sum(is_honor(card) for card in hand)
    kings = sum(card < SUITED and card % RANKS == 13 for card in hand)
    short = [SUIT_NAMES[suit] for suit in range(4) if sum(card // RANKS == suit for card in hand if card < SUITED) < 3]
    fair = FAIR_TRUMPS[view.players - 3]
    lines: list[Text] = [
        f"You hold {trumps} trumps (an average hand has {fair:.1f}), {HONOR_WORDS[honors]} and {kings} of the kings.",
        f"With {HONOR_WORDS[honors]} a taker needs {halves(NEEDED[honors])} of the 91 points.",
    ]
    if short:
        lines.append(f"Short suits to trump soon: {', '.join(short)}.")
    return lines


def dry(view: Talon) -> list[Text]:
    if view.trumps[view.viewer] == 2:
        return ["Your only trump is the Magician: call a little dry, or play with the Magician as an excuse."]
    return []


def lay(view: Talon) -> list[Text]:
    """Describe suits that can be emptied, and the effect of laying points down; a card just taken stays."""
    hand, taken = hand_of(view), view.taken_suits[view.viewer]
    lines: list[Text] = ["What lies in the talon counts for you: points that might be lost in tricks are safe there."]
    for suit in range(4):
        cards = [card for card in hand if card < SUITED and card // RANKS == suit]
        if 0 < len(cards) <= 3 and cards[-1] % RANKS != 13 and not any(taken >> card & 1 for card in cards):
            lines.append(f"{SUIT_NAMES[suit]} could be emptied: {TALON.name_cards(cards)}.")
    return lines


def play(view: Talon) -> list[Text]:
    """Describe the duty, the points at stake, and the cards still out."""
    lines: list[Text] = []
    if view.led != NOBODY:
        duty = "play a higher trump if you can" if view.led == TRUMP else "follow suit, else trump"
        lines.append(f"{SUIT_NAMES[view.led].capitalize()} was led: {duty}.")
    if view.played:
        worth = sum(HALF_POINTS[card] for card in view.table if card >= 0)
        lines.append(f"The trick is worth {halves(worth)} points.")
    gone, hand = view.gone_suits | view.gone_trumps << SUITED, hand_of(view)
    out = [card for card in range(78) if not gone >> card & 1 and card not in hand]
    trumps = sum(card >= SUITED for card in out)
    lines.append(f"{trumps} trumps are still in other hands or the talon.")
    best = [card for card in hand if is_best(card, out)]
    if best:
        lines.append(f"Nothing still out in their suits beats {TALON.name_cards(best)}.")
    return lines


def is_best(card: int, out: list[int]) -> bool:
    """Return True if no card still out beats this one in its own suit; the Fool beats nothing."""
    last = 78 if card >= SUITED else card // RANKS * RANKS + RANKS
    return card != SUITED and not any(card < other < last for other in out)


ADVICE: dict[int, Callable[[Talon], list[Text]]] = {
    DRY: dry,
    BID: strength,
    MISERY: strength,
    HANDFUL: strength,
    SLAM: strength,
    LAY: lay,
    PLAY: play,
}
