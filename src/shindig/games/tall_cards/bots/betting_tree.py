"""Betting tree of one step for two: sizes as parts of the pot, and the amounts really bet."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers
from shindig.gamekit.betting.state import FOLD

from ..rules.bets import smallest
from ..rules.state import BET, RAISE, TallCards

NODES, MOST = 700, 8
"""Largest number of nodes, and of choices per node."""
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
TRAINED_MENU = np.array(
    (
        (0.5, 1.0, 2.5, ALL_IN, 0, 0),
        (1.0, ALL_IN, 0, 0, 0, 0),
        (ALL_IN, 0, 0, 0, 0, 0),
        (ALL_IN, 0, 0, 0, 0, 0),
    )
)
"""Sizes after the draw while the bets before it are trained."""
SECOND_MENU = np.array(
    (
        (0.4, 0.75, 1.0, 2.5, 7.0, ALL_IN),
        (0.75, 1.0, 2.5, ALL_IN, 0, 0),
        (1.0, ALL_IN, 0, 0, 0, 0),
        (ALL_IN, 0, 0, 0, 0, 0),
    )
)
"""Sizes after the draw in play."""
STAYS, FOLDS = 0, -1
"""Choices beside amounts: check or call, and fold."""
BETS_ON, SHOWN, FOLDED = range(3)
"""Kinds of nodes: a decision, the end of the step, a fold."""
OFF = -1


class Stakes(NamedTuple):
    """State at the start of a step."""

    chips: Numbers
    """int64[2]: chips that the dealer and the other have left."""
    paid: int
    """Amount paid by each of the two so far."""
    carried: int
    least: int
    """Smallest full bet or raise."""


class BettingTree(NamedTuple):
    """Nodes, children after their parents."""

    actor: Numbers
    """int64[NODES]: the place to act, or the one that folded."""
    kind: Numbers
    """int64[NODES]."""
    step: Numbers
    """int64[NODES, 2]: amount that each has paid in this step."""
    acted: Numbers
    """int64[NODES, 2]: 1 if a place has acted since the last full bet or raise."""
    raises: Numbers
    """int64[NODES]: number of bets and raises so far."""
    seen: Numbers
    """int64[NODES]: number of observed actions that lead here; OFF beside the observed path."""
    ways: Numbers
    """int64[NODES]: number of choices."""
    what: Numbers
    """int64[NODES, MOST]: STAYS, FOLDS or an amount, ascending."""
    next: Numbers
    """int64[NODES, MOST]: node after each choice."""


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
    return Stakes(chips, int(m.paid[0]), int(m.carried), smallest(m))


@kernel
def tree_of(stakes: Stakes, menu: Numbers, path: Numbers, length: int) -> tuple[BettingTree, int]:
    """Build the tree and return it with its number of nodes; `path` holds the observed choices from its root."""
    tree = BettingTree(
        np.zeros(NODES, np.int64),
        np.zeros(NODES, np.int64),
        np.zeros((NODES, 2), np.int64),
        np.zeros((NODES, 2), np.int64),
        np.zeros(NODES, np.int64),
        np.full(NODES, OFF, np.int64),
        np.zeros(NODES, np.int64),
        np.zeros((NODES, MOST), np.int64),
        np.zeros((NODES, MOST), np.int64),
    )
    tree.actor[0], tree.seen[0] = OTHER, 0
    if min(stakes.chips[0], stakes.chips[1]) == 0:
        tree.kind[0] = SHOWN
    at, nodes = 0, 1
    while at < nodes:
        if tree.kind[at] == BETS_ON:
            done = tree.seen[at]
            really = path[done] if 0 <= done < length else STAYS
            nodes = grow(tree, at, nodes, stakes, menu, really)
            for c in range(tree.ways[at]):
                if 0 <= done < length and tree.what[at, c] == path[done]:
                    tree.seen[tree.next[at, c]] = done + 1
        at += 1
    return tree, nodes


@kernel
def grow(tree: BettingTree, at: int, nodes: int, stakes: Stakes, menu: Numbers, really: int) -> int:
    """Add the children of a node; `really` is the amount actually bet there, if any. Returns the number of nodes."""
    me = tree.actor[at]
    owed = tree.step[at, 1 - me] - tree.step[at, me]
    pays = min(owed, stakes.chips[me] - tree.step[at, me])
    stays = add(tree, at, nodes, STAYS, pays)
    tree.kind[stays] = SHOWN if owed > 0 or tree.acted[at, 1 - me] else BETS_ON
    nodes += 1
    if owed > 0:
        folds = add(tree, at, nodes, FOLDS, 0)
        tree.kind[folds], tree.actor[folds] = FOLDED, me
        nodes += 1
    rest = min(stakes.chips[me] - tree.step[at, me] - owed, stakes.chips[1 - me] - tree.step[at, 1 - me])
    if rest <= 0 or tree.acted[at, me]:
        return int(nodes)
    sizes = menu[min(tree.raises[at], len(menu) - 1)]
    pot = 2 * (stakes.paid + tree.step[at, 1 - me]) + stakes.carried
    amount = next_amount(sizes, 0, really, pot, stakes.least, rest)
    while amount > 0 and nodes < NODES - 3 and tree.ways[at] < MOST:
        after = add(tree, at, nodes, amount, owed + amount)
        tree.raises[after] += 1
        if amount >= stakes.least:
            tree.acted[after, 1 - me] = 0
        nodes += 1
        amount = next_amount(sizes, amount, really, pot, stakes.least, rest)
    return int(nodes)


@kernel
def add(tree: BettingTree, at: int, node: int, what: int, pays: int) -> int:
    """Add a child by a choice for which the actor pays so much."""
    me, c = tree.actor[at], tree.ways[at]
    tree.what[at, c], tree.next[at, c] = what, node
    tree.ways[at] += 1
    for place in range(2):
        tree.step[node, place], tree.acted[node, place] = tree.step[at, place], tree.acted[at, place]
    tree.step[node, me] += pays
    tree.acted[node, me] = 1
    tree.actor[node], tree.raises[node] = 1 - me, tree.raises[at]
    return int(node)


@kernel
def amount_of(size: float, pot: float, least: float, rest: int) -> int:
    """Return the amount of a size, limited to what is legal; all-in if it is most of the chips."""
    amount = max(int(size * pot + 0.5), least)
    return int(rest if amount > DEEP * rest else amount)


@kernel
def next_amount(sizes: Numbers, above: int, really: int, pot: int, least: int, rest: int) -> int:
    """Return the smallest amount of the menu, or the actual one, above another; 0 if there is none."""
    found = really if above < really <= rest else 0
    for size in sizes:
        amount = amount_of(size, pot, least, rest)
        if size > 0 and amount > above and (found == 0 or amount < found):
            found = amount
    return int(found)


@kernel
def node_after(tree: BettingTree, at: int, what: int) -> int:
    """Return the node after a choice, or OFF if it has no such choice."""
    for c in range(tree.ways[at]):
        if tree.what[at, c] == what:
            return int(tree.next[at, c])
    return OFF
