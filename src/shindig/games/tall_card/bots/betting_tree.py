"""Betting tree after the draw for two: a few sizes, and the ones actually bet."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers
from shindig.gamekit.betting.state import FOLD

from ..rules.state import BET, TallCard
from .hand_ranges import amount_in

NODES, MOST = 400, 8
"""Largest number of nodes, and of choices per node."""
MENU = np.array(((0.2, 0.48, 1.0), (0.48, 1.0, 0.0), (1.0, 0.0, 0.0)))
"""float64[3, 3]: sizes as parts of the largest bet, in a bet, a raise, and a re-raise."""
STAYS, FOLDS = 0, -1
"""Choices beside amounts: check or call, and fold."""
BETS_ON, SHOWN, FOLDED = range(3)
"""Kinds of nodes: a decision, a showdown, a fold."""
OFF = -1


class Stakes(NamedTuple):
    """State at the start of the second bets."""

    first: int
    """Seat to act first."""
    chips: Numbers
    """int64[2]."""
    paid: int
    """Amount paid by each of the two so far."""
    carried: int
    least: int
    most: int
    """Largest bet; `least` is the smallest."""


class BettingTree(NamedTuple):
    """Nodes, children after their parents."""

    actor: Numbers
    """int64[NODES]: the seat to act, or the one that folded."""
    kind: Numbers
    """int64[NODES]."""
    step: Numbers
    """int64[NODES, 2]: amount that each has paid in this step."""
    acted: Numbers
    """int64[NODES, 2]: 1 if a seat has acted since the last full bet or raise."""
    raiser: Numbers
    """int64[NODES]: seat of the last bet or raise."""
    seen: Numbers
    """int64[NODES]: number of observed actions that lead here; OFF beside the observed path."""
    ways: Numbers
    """int64[NODES]: number of choices."""
    what: Numbers
    """int64[NODES, MOST]: STAYS, FOLDS or an amount."""
    next: Numbers
    """int64[NODES, MOST]: node after each choice."""


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
    return Stakes(int(m.actor), chips, int(m.paid[0]), int(m.carried), int(m.min_bet), int(m.max_bet))


@kernel
def tree_of(stakes: Stakes, path: Numbers, length: int) -> tuple[BettingTree, int]:
    """Build the tree and return it with its number of nodes; `path` holds the observed choices from its root."""
    tree = BettingTree(
        np.zeros(NODES, np.int64),
        np.zeros(NODES, np.int64),
        np.zeros((NODES, 2), np.int64),
        np.zeros((NODES, 2), np.int64),
        np.full(NODES, OFF, np.int64),
        np.full(NODES, OFF, np.int64),
        np.zeros(NODES, np.int64),
        np.zeros((NODES, MOST), np.int64),
        np.zeros((NODES, MOST), np.int64),
    )
    tree.actor[0], tree.seen[0] = stakes.first, 0
    at, nodes = 0, 1
    while at < nodes:
        if tree.kind[at] == BETS_ON:
            done = tree.seen[at]
            really = path[done] if 0 <= done < length else STAYS
            nodes = grow(tree, at, nodes, stakes, really)
            for c in range(tree.ways[at]):
                if 0 <= done < length and tree.what[at, c] == path[done]:
                    tree.seen[tree.next[at, c]] = done + 1
        at += 1
    return tree, nodes


@kernel
def grow(tree: BettingTree, at: int, nodes: int, stakes: Stakes, really: int) -> int:
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
    rest = stakes.chips[me] - tree.step[at, me] - owed
    if rest <= 0 or tree.acted[at, me] or stakes.chips[1 - me] == tree.step[at, 1 - me]:
        return int(nodes)
    kind = 0 if owed == 0 else 1 if tree.step[at, me] == 0 else 2
    amount = next_size(kind, 0, really, stakes, rest)
    while amount > 0 and nodes < NODES - 3 and tree.ways[at] < MOST:
        after = add(tree, at, nodes, amount, owed + amount)
        tree.raiser[after] = me
        if amount >= stakes.least:
            tree.acted[after, 1 - me] = 0
        nodes += 1
        amount = next_size(kind, amount, really, stakes, rest)
    return int(nodes)


@kernel
def add(tree: BettingTree, at: int, node: int, what: int, pays: int) -> int:
    """Add a child by a choice for which the actor pays so much."""
    me, c = tree.actor[at], tree.ways[at]
    tree.what[at, c], tree.next[at, c] = what, node
    tree.ways[at] += 1
    for seat in range(2):
        tree.step[node, seat], tree.acted[node, seat] = tree.step[at, seat], tree.acted[at, seat]
    tree.step[node, me] += pays
    tree.acted[node, me] = 1
    tree.actor[node], tree.raiser[node] = 1 - me, tree.raiser[at]
    return int(node)


@kernel
def next_size(kind: int, above: int, really: int, stakes: Stakes, rest: int) -> int:
    """Return the smallest amount of the menu, or the actual one, above another; 0 if there is none."""
    found = really if above < really <= rest else 0
    for size in range(len(MENU[kind])):
        amount = min(max(round(MENU[kind, size] * stakes.most), stakes.least), stakes.most, rest)
        if MENU[kind, size] > 0 and amount > above and (found == 0 or amount < found):
            found = amount
    return int(found)
