"""Betting tree of one step for two: sizes as parts of the pot, and the amounts really bet."""

from __future__ import annotations

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers
from shindig.gamekit.betting.state import FOLD
from shindig.gamekit.five_cards.betting_tree import (
    BETS_ON,
    FOLDS,
    SHOWN,
    STAYS,
    BettingTree,
    Stakes,
    add_answers,
    add_bets,
    owed_at,
    plant,
)

from ..rules.bets import smallest
from ..rules.state import BET, RAISE, TallCards

NODES = 700
"""Largest number of nodes."""
DEALER, OTHER = range(2)
"""Places of the two players. The other acts first."""
ALL_IN, DEEP = 1000.0, 0.6
"""Size of a bet of all chips, and the part of the chips above which a bet becomes all-in."""
FIRST_MENU = np.array(
    (
        (0.5, 1.0, 2.5, 7.0, ALL_IN, 0),
        (1.0, 2.5, ALL_IN, 0, 0, 0),
        (1.0, ALL_IN, 0, 0, 0, 0),
        (ALL_IN, 0, 0, 0, 0, 0),
    )
)
"""float64[4, 6]: sizes before the draw, as parts of the pot after the call, by the number of bets before."""
SECOND_MENU = np.array(
    (
        (0.4, 0.75, 1.0, 2.5, 7.0, ALL_IN),
        (0.75, 1.0, 2.5, ALL_IN, 0, 0),
        (1.0, ALL_IN, 0, 0, 0, 0),
        (ALL_IN, 0, 0, 0, 0, 0),
    )
)
"""Sizes after the draw in play."""


@kernel
def place_of(m: TallCards, seat: int) -> int:
    """Return the place of a seat."""
    return DEALER if seat == m.dealer else OTHER


@kernel
def choice_of(m: TallCards, action: int) -> int:
    """Return STAYS, FOLDS or the amount of an action, no more than the other can pay."""
    if action < BET:
        return FOLDS if action == FOLD else STAYS
    return int(min(action - (BET if m.bet == 0 else RAISE) + 1, rest_of(m)))


@kernel
def rest_of(m: TallCards) -> int:
    """Return the largest amount that the actor can bet and the other can pay."""
    owed = m.bet - m.step_paid[m.actor]
    return int(min(m.chips[m.actor] - owed, m.chips[1 - m.actor]))


@kernel
def stakes_of(m: TallCards) -> Stakes:
    """Return the state at the first turn of a step."""
    chips = np.zeros(2, np.int64)
    for seat in range(2):
        chips[place_of(m, seat)] = m.chips[seat]
    return Stakes(OTHER, chips, int(m.paid[0]), int(m.carried), smallest(m))


@kernel
def tree_of(stakes: Stakes, menu: Numbers, path: Numbers, length: int) -> tuple[BettingTree, int]:
    """Build the tree and return it with its number of nodes; `path` holds the observed choices from its root."""
    tree = plant(NODES, stakes.first)
    if min(stakes.chips[0], stakes.chips[1]) == 0:
        tree.kind[0] = SHOWN
    at, nodes = 0, 1
    while at < nodes:
        if tree.kind[at] == BETS_ON:
            nodes = add_answers(tree, at, nodes, stakes)
            rest = rest_at(tree, at, stakes)
            pot = 2 * (stakes.paid + tree.step[at, 1 - tree.actor[at]]) + stakes.carried
            amounts = amounts_of(menu[min(tree.raises[at], len(menu) - 1)], pot, stakes.least, rest)
            nodes = add_bets(tree, at, nodes, stakes.least, rest, amounts, path, length)
        at += 1
    return tree, nodes


@kernel
def rest_at(tree: BettingTree, at: int, stakes: Stakes) -> int:
    """Return the largest amount that the actor of a node can bet and the other can pay."""
    me = tree.actor[at]
    mine = stakes.chips[me] - tree.step[at, me] - owed_at(tree, at)
    return int(min(mine, stakes.chips[1 - me] - tree.step[at, 1 - me]))


@kernel
def amounts_of(sizes: Numbers, pot: int, least: int, rest: int) -> Numbers:
    """Return the amounts of the menu; 0 for none."""
    amounts = np.zeros(len(sizes), np.int64)
    for i in range(len(sizes)):
        if sizes[i] > 0:
            amounts[i] = amount_of(sizes[i], pot, least, rest)
    return amounts


@kernel
def amount_of(size: float, pot: float, least: float, rest: int) -> int:
    """Return the amount of a size, limited to what is legal; all-in if it is most of the chips."""
    amount = max(int(size * pot + 0.5), least)
    return int(rest if amount > DEEP * rest else amount)
