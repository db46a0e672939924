"""Names of cards, suits, bids and calls as messages, and points as text."""

from __future__ import annotations

from shindig.core.caches import RULE_PARTS, cached
from shindig.messages import Message, name_cards, say

from ..deck import TALON
from ..rules.state import NOBODY, SUITED, Talon

MOST_HONORS = 3
BID_MESSAGES = tuple(say(f"talon-bid-{bid}") for bid in range(5))
SUIT_MESSAGES = tuple(say(f"talon-suit-{suit}") for suit in range(4))
HONOR_MESSAGES = tuple(say("talon-honors", count=honors) for honors in range(MOST_HONORS + 1))


def name_bid(bid: int) -> Message:
    """Return the name of a bid: `Guard without the Talon`."""
    return BID_MESSAGES[bid]


def name_suit(suit: int) -> Message:
    """Return the name of a suit."""
    return SUIT_MESSAGES[suit]


def name_honors(honors: int) -> Message:
    """Return a number of honors in words: `no honors`, `two honors`."""
    return HONOR_MESSAGES[honors]


@cached(RULE_PARTS)
def name_card(card: int) -> Message:
    """Return a card in a sentence: `the Queen of Cups`, `the Magician (1)`."""
    name = name_cards(TALON, (card,))
    return (
        say("talon-the-trump", card=name, value=card - SUITED) if card >= SUITED else say("talon-the-card", card=name)
    )


def name_excuse(view: Talon) -> Message:
    """Return the card for which a side gives another: the Fool, in some hands maybe the Magician."""
    return say("talon-excuse" if view.evasive == NOBODY else "talon-excuse.either")


def halves(half_points: int) -> str:
    """Write half points as points: 95 is 47½."""
    whole, half = divmod(int(half_points), 2)
    return (str(whole) if whole or not half else "") + ("½" if half else "")
