"""Betting tree of one step for two: nodes, and the choices of each. A game decides which amounts it offers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers

MOST = 8
"""Largest number of choices of a node."""
STAYS, FOLDS = 0, -1
"""Choices beside amounts: check or call, and fold."""
BETS_ON, SHOWN, FOLDED = range(3)
"""Kinds of nodes: a decision, the end of the step, a fold."""
OFF = -1


class Stakes(NamedTuple):
    """State at the start of a step. A place is a seat, or whatever a game numbers the two players by."""

    first: int
    """Place to act first."""
    chips: Numbers
    """int64[2]: chips that each has left."""
    paid: int
    """Amount paid by each of the two so far."""
    carried: int
    least: int
    """Smallest full bet or raise."""


class BettingTree(NamedTuple):
    """Nodes, children after their parents."""

    actor: Numbers
    """int64[nodes]: the place to act, or the one that folded."""
    kind: Numbers
    """int64[nodes]."""
    step: Numbers
    """int64[nodes, 2]: amount that each has paid in this step."""
    acted: Numbers
    """int64[nodes, 2]: 1 if a place has acted since the last full bet or raise."""
    raises: Numbers
    """int64[nodes]: number of bets and raises so far."""
    seen: Numbers
    """int64[nodes]: number of observed actions that lead here; OFF beside the observed path."""
    ways: Numbers
    """int64[nodes]: number of choices."""
    what: Numbers
    """int64[nodes, MOST]: STAYS, FOLDS or an amount, ascending."""
    next: Numbers
    """int64[nodes, MOST]: node after each choice."""


@kernel
def plant(nodes: int, first: int) -> BettingTree:
    """Make a tree that has room for so many nodes, and a root at which a place is to act."""
    tree = BettingTree(
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.int64),
        np.zeros((nodes, 2), np.int64),
        np.zeros((nodes, 2), np.int64),
        np.zeros(nodes, np.int64),
        np.full(nodes, OFF, np.int64),
        np.zeros(nodes, np.int64),
        np.zeros((nodes, MOST), np.int64),
        np.zeros((nodes, MOST), np.int64),
    )
    tree.actor[0], tree.seen[0] = first, 0
    return tree


@kernel
def owed_at(tree: BettingTree, at: int) -> int:
    """Return the price of a call at a node."""
    return int(tree.step[at, 1 - tree.actor[at]] - tree.step[at, tree.actor[at]])


@kernel
def add_answers(tree: BettingTree, at: int, nodes: int, stakes: Stakes) -> int:
    """Add the nodes after a check or call, and after a fold. Returns the number of nodes."""
    me, owed = tree.actor[at], owed_at(tree, at)
    stays = add(tree, at, nodes, STAYS, min(owed, stakes.chips[me] - tree.step[at, me]))
    tree.kind[stays] = SHOWN if owed > 0 or tree.acted[at, 1 - me] else BETS_ON
    nodes += 1
    if owed > 0:
        folds = add(tree, at, nodes, FOLDS, 0)
        tree.kind[folds], tree.actor[folds] = FOLDED, me
        nodes += 1
    return int(nodes)


@kernel
def add_bets(
    tree: BettingTree, at: int, nodes: int, least: int, rest: int, amounts: Numbers, path: Numbers, length: int
) -> int:
    """Add the nodes after bets of `amounts`, 0 for none, and after the one really bet, up to `rest`.

    Returns the number of nodes.
    """
    me, owed, done = tree.actor[at], owed_at(tree, at), tree.seen[at]
    really = path[done] if 0 <= done < length else STAYS
    amount = next_amount(amounts, 0, really, rest) if not tree.acted[at, me] else 0
    while amount > 0 and nodes < len(tree.kind) - 3 and tree.ways[at] < MOST:
        after = add(tree, at, nodes, amount, owed + amount)
        tree.raises[after] += 1
        if amount >= least:
            tree.acted[after, 1 - me] = 0
        nodes += 1
        amount = next_amount(amounts, amount, really, rest)
    for c in range(tree.ways[at]):
        if 0 <= done < length and tree.what[at, c] == path[done]:
            tree.seen[tree.next[at, c]] = done + 1
    return int(nodes)


@kernel
def next_amount(amounts: Numbers, above: int, really: int, rest: int) -> int:
    """Return the smallest amount, or the one really bet, above another; 0 if there is none."""
    found = really if above < really <= rest else 0
    for amount in amounts:
        if amount > above and (found == 0 or amount < found):
            found = amount
    return int(found)


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
def node_after(tree: BettingTree, at: int, what: int) -> int:
    """Return the node after a choice, or OFF if it has no such choice."""
    for c in range(tree.ways[at]):
        if tree.what[at, c] == what:
            return int(tree.next[at, c])
    return OFF


@kernel
def node_of(tree: BettingTree, path: Numbers, length: int) -> int:
    """Return the node after these choices, or OFF if the tree lacks one of them."""
    at = 0
    for i in range(length):
        at = node_after(tree, at, path[i]) if at != OFF else OFF
    return int(at)
