"""Miniature of Talon with equal rules: three players, two cards each and one in the talon.

Seven cards: king and ace of Swords and of Cups, and the three honors. Chance chooses one of all deals. Nobody cuts, and
a mulligan ends the match. Take is the only bid, and there are no miseries, handfuls and slams. Small enough for exact
tools; no table offers it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import numpy as np

from shindig.core.kernel_compiler import kernel, rebind_kernel
from shindig.core.layout_and_views import SEATS, Items, Numbers, hidden, private, public
from shindig.gamekit.game_spec import Game
from shindig.gamekit.miniature_games import make_small_rules
from shindig.gamekit.policies import PolicySpec

from . import GAME
from .bots.policy import policy
from .bots.sampled_worlds import deal as deal_world
from .bots.search_candidates import choose
from .bots.unseen_card_places import CardBeliefs, learn
from .rules.deal import ask_in, deal
from .rules.deal import chance_order as lay_deck
from .rules.score import end_match
from .rules.state import ALL_PLAYED, MAIN, SHUFFLE, SUITED, Talon

PLAYERS, HAND, LEFT_OVER = 3, 2, 1
CARDS = tuple(GAME.table.decks[0].parse("1S KS 1C KC T0 T1 T21"))
TAKE = 1


def sorted_hands(cards: Sequence[int]) -> bool:
    """Return True if each player's two cards, one dealt before the talon's and one after it, are in order."""
    return all(cards[seat] < cards[seat + PLAYERS + LEFT_OVER] for seat in range(PLAYERS))


DEALS = np.array([cards for cards in permutations(CARDS) if sorted_hands(cards)], np.int16)
"""int16[630, 7]: all deals, each as a deck from its top."""


class SmallTalon(Talon):
    """Record of a miniature match."""

    deck: Numbers = hidden("i1", len(CARDS), cards="main")
    talon: Numbers = hidden("i1", LEFT_OVER, cards="main")
    seen: Numbers = private("i1", SEATS, LEFT_OVER, cards="main")
    past: Numbers = public("i1", HAND, SEATS, cards="main")
    past_leader: Numbers = public("i1", HAND, stands="seat")
    past_winner: Numbers = public("i1", HAND, stands="seat")
    pile: Numbers = hidden("i1", 2, len(CARDS), cards="main")


@kernel
def first_deals(m: SmallTalon) -> None:
    """Make seat 0 the dealer."""
    m.dealer = 0
    ask_in(m, SHUFFLE, MAIN)


@kernel
def call_off(m: SmallTalon) -> None:
    """End the match after a mulligan."""
    end_match(m, ALL_PLAYED)


@kernel
def no_misery(_m: SmallTalon, _seat: int) -> int:
    """Return 0: misery is not paid, since every other hand would have it."""
    return 0


SMALL: dict[str, Any] = {
    "DECK": len(CARDS),
    "HAND": (HAND,),
    "PACKET": (1,),
    "TALON": (LEFT_OVER,),
    "HANDFULS": ((HAND + 1,) * 3,),
    "MAX_SEATS": PLAYERS,
    "MOST_TALON": LEFT_OVER,
    "MOST_TRICKS": HAND,
    "HIGHEST": TAKE,
    "NEEDED": (29, 26, 21, 19),
    "GRAND": 0,
    "LITTLE_MAY_LOSE": -1,
    "cut_for_deal": first_deals,
    "mulligan": call_off,
    "misery_kind": no_misery,
}


def small(function: Any, **names: Any) -> Any:
    """Remake a kernel of the game for the miniature."""
    return rebind_kernel(function, __name__, **SMALL, **names)


hand_out = small(deal)


@kernel
def uncut(m: SmallTalon) -> None:
    """Deal the deck without a cut."""
    hand_out(m)


lay_out = small(lay_deck, begin_cut=uncut)


@kernel
def chance_items(_m: SmallTalon, items: Items) -> int:
    """Write the numbers of all deals."""
    for number in range(len(DEALS)):
        items[number] = number
    return len(DEALS)


@kernel
def chance_order(m: SmallTalon, items: Items) -> None:
    """Deal the first deal of the order."""
    lay_out(m, DEALS[items[0]])


@kernel
def items_used(_m: SmallTalon, _order: int) -> int:
    """Return 1: one of all deals is used."""
    return 1


def written(cards: Sequence[int]) -> str:
    """Write a deal as hands from the dealer's left on, and the card of the talon."""
    codes = [GAME.table.decks[0].codes[card] for card in cards]
    hands = [codes[seat] + codes[seat + PLAYERS + LEFT_OVER] for seat in range(PLAYERS)]
    return "-".join([*hands, codes[PLAYERS]])


DEAL_CODES = tuple(written(cards) for cards in DEALS.tolist())


def item_codes(_m: SmallTalon, _order: int) -> tuple[str, ...]:
    """Return the codes of the deals."""
    return DEAL_CODES


FITTED = {"WEIGHTS": ((-0.57, 4.86, 2.62, 1.48, 2.62, 0.75, 2.54, 0.0, 0.0, -0.83),), "SPREAD": (5.8,), "PASSING": 0.0}
"""Hand values, fitted by least squares to the policy's results of all deals, each seat taking once."""
KNOWN = {"ALL_SUITS": sum(1 << card for card in CARDS if card < SUITED)}
KNOWN["ALL_TRUMPS"] = sum(1 << card - SUITED for card in CARDS if card >= SUITED)


def mindful(function: Any) -> Any:
    """Remake a kernel of the bots for these cards, and for a deal directly after the shuffle."""
    return small(function, **KNOWN, **FITTED, DEPTH=SHUFFLE)


RULES: dict[str, Any] = {"chance_items": chance_items, "chance_order": chance_order, "items_used": items_used}
RULES |= {name: small(getattr(GAME.rules, name)) for name in ("start", "legal", "apply")}
DEFAULTS = {"hands": 1}

MINIATURE = Game(
    id="talon-miniature",
    name="Talon in small",
    blurb="Two cards each of a deck of seven, for exact tools.",
    rules=make_small_rules(GAME, SmallTalon, PLAYERS, len(DEALS), DEFAULTS, RULES),
    words=replace(GAME.words, item_codes=item_codes),
    table=GAME.table,
    policies=PolicySpec(
        policy=mindful(policy),
        beliefs=CardBeliefs,
        update_beliefs=mindful(learn),
        sample_world=mindful(deal_world),
        candidate_actions=mindful(choose),
    ),
)
