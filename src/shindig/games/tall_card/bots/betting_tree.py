"""Betting tree after the draw for two: a few sizes, and the ones actually bet."""

from __future__ import annotations

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers
from shindig.gamekit.betting.state import FOLD
from shindig.gamekit.five_cards.betting_tree import (
    BETS_ON,
    FOLDS,
    STAYS,
    BettingTree,
    Stakes,
    add_answers,
    add_bets,
    owed_at,
    plant,
)

from ..rules.state import BET, TallCard
from .hand_ranges import amount_in

NODES = 400
"""Largest number of nodes."""
MENU = np.array(((0.2, 0.48, 1.0), (0.48, 1.0, 0.0), (1.0, 0.0, 0.0)))
"""float64[3, 3]: sizes as parts of the largest bet, in a bet, a raise, and a re-raise."""


@kernel
def choice_of(m: TallCard, action: int) -> int:
    """Return STAYS, FOLDS or the amount of an action."""
    return FOLDS if action == FOLD else amount_in(m, action) if action >= BET else STAYS


@kernel
def stakes_of(m: TallCard) -> Stakes:
    """Return the state at the first turn of the second bets."""
    chips = np.zeros(2, np.int64)
    for seat in range(2):
        chips[seat] = m.chips[seat]
    return Stakes(int(m.actor), chips, int(m.paid[0]), int(m.carried), int(m.min_bet))


@kernel
def tree_of(stakes: Stakes, most: int, path: Numbers, length: int) -> tuple[BettingTree, int]:
    """Build the tree and return it with its number of nodes.

    `most` is the largest bet; `path` holds the observed choices from the root.
    """
    tree = plant(NODES, stakes.first)
    at, nodes = 0, 1
    while at < nodes:
        if tree.kind[at] == BETS_ON:
            nodes = add_answers(tree, at, nodes, stakes)
            rest = rest_at(tree, at, stakes)
            amounts = amounts_of(MENU[min(tree.raises[at], 2)], stakes.least, most, rest)
            nodes = add_bets(tree, at, nodes, stakes.least, rest, amounts, path, length)
        at += 1
    return tree, nodes


@kernel
def rest_at(tree: BettingTree, at: int, stakes: Stakes) -> int:
    """Return the largest amount that the actor of a node can bet; 0 if the other has no chips left."""
    me = tree.actor[at]
    if stakes.chips[1 - me] == tree.step[at, 1 - me]:
        return 0
    return int(stakes.chips[me] - tree.step[at, me] - owed_at(tree, at))


@kernel
def amounts_of(sizes: Numbers, least: int, most: int, rest: int) -> Numbers:
    """Return the amounts of the menu, limited to what is legal; 0 for none."""
    amounts = np.zeros(len(sizes), np.int64)
    for i in range(len(sizes)):
        if sizes[i] > 0:
            amounts[i] = min(max(round(sizes[i] * most), least), most, rest)
    return amounts
