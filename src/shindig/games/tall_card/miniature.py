"""Miniature of Tall Card with equal rules: one card each from a deck of twelve, two Tall Cards, one bet.

Two players, four kinds of card, three of each. Small enough for exact tools; no table offers it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from shindig.core.kernel_compiler import kernel, rebind_kernel
from shindig.core.layout_and_views import SEATS, Numbers, hidden, private, public
from shindig.gamekit.array_and_bit_kernels import CardIds
from shindig.gamekit.five_cards.sampled_worlds import CardEvidence
from shindig.gamekit.miniature_games import make_small_rules
from shindig.gamekit.policies import PolicySpec

from . import GAME, TallCardGame
from .bots.policy import choose, policy
from .bots.sampled_worlds import deal, learn
from .rules.state import TallCard
from .worth.rank_ladder import NONE
from .worth.ranks import natural

PLAYERS, HAND, TALLS, COPIES = 2, 1, 2, 3
KINDS = ("8b", "9b", "8p", "9p")
CARDS = np.array([card for card in GAME.table.decks[0].parse(" ".join(KINDS)) for _ in range(COPIES)], np.int16)
"""int16[12]: the cards of the deck."""
DEFAULTS = {"stack": 3, "ante": 1, "min_bet": 1, "max_bet": 1, "first_dealer": 0, "deals_each": 1}


WORTH = np.zeros((CARDS.max() + 1, TALLS, 2), np.int64)
"""int64[cards, tall cards, claimed or not]: strength of a single card."""
for _card, _tall, _claimed in np.ndindex(WORTH.shape):
    if _card in CARDS:
        WORTH[_card, _tall, _claimed] = natural(_card, NONE, NONE, NONE, NONE, _tall, bool(_claimed))


class SmallTallCard(TallCard):
    """Record of a miniature match."""

    stock: Numbers = hidden("i1", len(CARDS), cards="main")
    tall_deck: Numbers = hidden("i1", TALLS, cards="tall")
    tall_past: Numbers = public("i1", TALLS, cards="tall")
    hand: Numbers = private("i1", SEATS, HAND, cards="main")
    shown: Numbers = public("i1", SEATS, HAND, cards="main")


@kernel
def worth(card: int, tall: int, claimed: bool) -> int:
    """Return the strength of a single card."""
    return int(WORTH[card, tall, int(claimed)])


@kernel
def strength(hand: CardIds, tall: int, claimed: bool) -> int:
    """Return the strength of a hand of one card."""
    return worth(hand[0], tall, claimed)


@kernel
def beaten(m: SmallTallCard, seat: int, card: int, claimer: int) -> float:
    """Return the share of the other cards that a card beats for a seat, ties counted half."""
    mine, total = worth(card, m.tall, claimer == seat), -0.5
    for other in CARDS:
        theirs = worth(other, m.tall, claimer == 1 - seat)
        total += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
    return float(max(total, 0.0) / (len(CARDS) - 1))


@kernel
def drawn(m: SmallTallCard, seat: int, claimer: int) -> float:
    """Return the mean of that share over all cards that may be drawn."""
    total = -beaten(m, seat, m.hand[seat, 0], claimer)
    for card in CARDS:
        total += beaten(m, seat, card, claimer)
    return float(total / (len(CARDS) - 1))


@kernel
def draw_hope(m: SmallTallCard, seat: int, claimer: int) -> float:
    """Return the equity of the better of keeping and drawing."""
    return float(max(beaten(m, seat, m.hand[seat, 0], claimer), drawn(m, seat, claimer)))


@kernel
def hope_of(m: SmallTallCard, seat: int) -> float:
    """Return the equity of a seat's current or drawn card."""
    kept = beaten(m, seat, m.hand[seat, 0], m.claimer)
    return float(kept if m.drew[seat] >= 0 else draw_hope(m, seat, m.claimer))


@kernel
def made_hope_of(m: SmallTallCard, seat: int, _doubts: bool) -> float:
    """Return the equity of a seat's card, as if the other's might be any."""
    return beaten(m, seat, m.hand[seat, 0], m.claimer)


@kernel
def best_discard(m: SmallTallCard, seat: int) -> int:
    """Return 1 to draw a card, 0 to keep one's own."""
    return int(drawn(m, seat, m.claimer) > beaten(m, seat, m.hand[seat, 0], m.claimer))


@kernel
def best_discard_of(m: SmallTallCard, seat: int, drew: int) -> int:
    """Return the discard of so many cards, or the best."""
    return int(drew if drew >= 0 else best_discard(m, seat))


HOPE_KERNELS = (draw_hope, hope_of, made_hope_of, best_discard, best_discard_of)
SMALL: dict[str, Any] = {"HAND": HAND, "TALLS": TALLS, "CARDS": CARDS, "MAX_SEATS": PLAYERS, "strength": strength}
HOPES: dict[str, Any] = {one.__name__: one for one in HOPE_KERNELS}
KERNELS = ("start", "legal", "apply", "chance_items", "chance_order", "items_used")
RULES: dict[str, Any] = {name: rebind_kernel(getattr(GAME.rules, name), __name__, **SMALL) for name in KERNELS}
BELIEFS: dict[str, Any] = {"update_beliefs": learn, "sample_world": deal, "candidate_actions": choose}
POLICIES: dict[str, Any] = {
    name: rebind_kernel(one, __name__, **SMALL, **HOPES) for name, one in {**BELIEFS, "policy": policy}.items()
}

MINIATURE = TallCardGame(
    id="tall-card-miniature",
    name="Tall Card in small",
    blurb="One card each from a deck of twelve, for exact tools.",
    rules=make_small_rules(GAME, SmallTallCard, PLAYERS, len(CARDS), DEFAULTS, RULES),
    words=GAME.words,
    table=GAME.table,
    policies=PolicySpec(**POLICIES, beliefs=CardEvidence),
)
