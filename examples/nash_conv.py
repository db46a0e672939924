"""How far bots are from an equilibrium where that can be counted: `python examples/nash_conv.py [tall-card | talon]`.

NashConv is what all players together would gain by best replies, each to all others, in games in small: Tall Card
with one card each, a deck of twelve and two Tall Cards; Talon with two cards each, a deck of seven, one in the talon.
All that may happen is walked through once, as a game of OpenSpiel, and kept as numbers; replies are counted on these.
In games for two, `solved` plays what counterfactual regret minimization finds, with linear weights, as in the training
of Tall Card's expert. Here nothing is put into classes, and no chance is sampled.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyspiel

from shindig.adapters.openspiel import register
from shindig.gamekit import Game
from shindig.games.tall_card import miniature as tall_card
from shindig.games.talon import miniature as talon

SMALL = {"tall-card": (tall_card.MINIATURE, 100, "chips"), "talon": (talon.MINIATURE, 1, "points")}
"""By name a game, how often its bot is asked in each information state, since it may bluff at random, and the unit."""
ROUNDS = 300
"""Rounds of regret minimization."""
Player = Callable[[Any], list[float]]
"""What somebody does at a state: the chances of its legal actions, in their order."""


@dataclass
class Tree:
    """Positions in the order in which they are come to, those that follow behind those that they follow on."""

    actor: list[int] = field(default_factory=list)
    """Whose choice it is: a player, or less than 0 for chance and at an end."""
    after: list[list[int]] = field(default_factory=list)
    """The positions after each choice."""
    known: list[int] = field(default_factory=list)
    """The number of the information state; -1 for chance and at an end."""
    chances: list[list[float]] = field(default_factory=list)
    """Of chance."""
    returns: list[list[float]] = field(default_factory=list)
    """Of an end, by player."""
    states: dict[str, int] = field(default_factory=dict)
    """The information states, by their text."""
    played: dict[str, list[list[float]]] = field(default_factory=dict)
    """By player's name what it does in each information state."""


def grown(game: pyspiel.Game, players: dict[str, Player]) -> Tree:
    """All positions of a game, and what the players do in it."""
    tree = Tree(played={name: [] for name in players})
    add(tree, game.new_initial_state(), players)
    return tree


def add(tree: Tree, state: Any, players: dict[str, Player]) -> int:
    """Add a position and all that follow: its number."""
    number, ends = len(tree.actor), state.is_terminal()
    tree.actor.append(state.current_player())
    tree.after.append([])
    tree.returns.append(state.returns() if ends else [])
    tree.chances.append([chance for _, chance in state.chance_outcomes()] if state.is_chance_node() else [])
    tree.known.append(-1 if ends or state.is_chance_node() else known(tree, state, players))
    if not ends:
        tree.after[number] = [add(tree, state.child(action), players) for action in state.legal_actions()]
    return number


def known(tree: Tree, state: Any, players: dict[str, Player]) -> int:
    """The number of the information state of who is to act; of a new one, all players are asked."""
    text = state.information_state_string(state.current_player())
    if text not in tree.states:
        tree.states[text] = len(tree.states)
        for name, player in players.items():
            tree.played[name].append(player(state))
    return tree.states[text]


def values(tree: Tree, name: str) -> list[float]:
    """What each player is paid where all are the player of this name."""
    worth: list[Any] = [None] * len(tree.actor)
    for at in reversed(range(len(tree.actor))):
        chances = tree.chances[at] or (tree.played[name][tree.known[at]] if tree.after[at] else [])
        worth[at] = np.array(
            tree.returns[at] or sum(p * worth[n] for p, n in zip(chances, tree.after[at], strict=True))
        )
    return [float(one) for one in worth[0]]


class Reply:
    """A player's best reply to all others, who are the player of one name."""

    def __init__(self, tree: Tree, name: str, player: int) -> None:
        self.tree, self.played, self.player = tree, tree.played[name], player
        self.worth: dict[int, float] = {}
        self.best: dict[int, int] = {}
        self.reach, self.members = self.reached()

    def reached(self) -> tuple[list[float], dict[int, list[int]]]:
        """How likely all others and chance come to each position, and the positions of each of its states."""
        tree, members = self.tree, dict[int, list[int]]()
        reach = [1.0] * len(tree.actor)
        for at, actor in enumerate(tree.actor):
            if actor == self.player:
                members.setdefault(tree.known[at], []).append(at)
            for chance, after in zip(self.chances(at), tree.after[at], strict=True):
                reach[after] = reach[at] * chance
        return reach, members

    def chances(self, at: int) -> list[float]:
        """Of what follows on a position; all 1 where it is the reply's own choice."""
        if self.tree.actor[at] == self.player:
            return [1.0] * len(self.tree.after[at])
        return self.tree.chances[at] or (self.played[self.tree.known[at]] if self.tree.after[at] else [])

    def value(self, at: int) -> float:
        """What a position is worth to the reply."""
        if at not in self.worth:
            self.worth[at] = self._value(at)
        return self.worth[at]

    def _value(self, at: int) -> float:
        tree = self.tree
        if not tree.after[at]:
            return float(tree.returns[at][self.player])
        if tree.actor[at] == self.player:
            return self.value(tree.after[at][self.choice(tree.known[at])])
        return sum(p * self.value(after) for p, after in zip(self.chances(at), tree.after[at], strict=True) if p > 0)

    def choice(self, state: int) -> int:
        """The best choice in an information state, over all positions that it may be."""
        if state not in self.best:
            members = [at for at in self.members[state] if self.reach[at] > 0]
            brings = [
                sum(self.reach[at] * self.value(self.tree.after[at][c]) for at in members)
                for c in range(len(self.tree.after[self.members[state][0]]))
            ]
            self.best[state] = int(np.argmax(brings))
        return self.best[state]


def nash_conv(tree: Tree, name: str) -> float:
    """What best replies gain together."""
    return sum(Reply(tree, name, player).value(0) - paid for player, paid in enumerate(values(tree, name)))


class Edges:
    """The choices of a tree as arrays, each from a position to one that follows, for all of them at once."""

    def __init__(self, tree: Tree) -> None:
        counts = [len(after) for after in tree.after]
        self.parent = np.repeat(np.arange(len(counts)), counts)
        self.child = np.array([at for after in tree.after for at in after])
        self.returns = np.array([paid or (0.0, 0.0) for paid in tree.returns])
        self.chance = np.array([p for at, n in enumerate(counts) for p in tree.chances[at] or [1.0] * n])
        self.player = np.array(tree.actor)[self.parent]
        known = np.array(tree.known)
        self.widths = np.zeros(len(tree.states), np.int64)
        self.widths[known[known >= 0]] = np.array(counts)[known >= 0]
        self.state = np.repeat(np.arange(len(self.widths)), self.widths)
        """The information state of each slot: a state has one for each of its choices."""
        self.first = np.cumsum(self.widths) - self.widths
        place = np.arange(len(self.child)) - np.repeat(np.cumsum(counts) - counts, counts)
        self.slot = np.where(self.player >= 0, self.first[known[self.parent]] + place, 0)
        depth = np.zeros(len(counts), np.int64)
        for parent, child in zip(self.parent, self.child, strict=True):
            depth[child] = depth[parent] + 1
        self.levels = [np.flatnonzero(depth[self.parent] == level) for level in range(depth.max())]

    def shared(self, weights: Any) -> Any:
        """Weights of slots as chances in each state; equal ones where all are 0."""
        total = np.bincount(self.state, weights)[self.state]
        return np.where(total > 0, weights / np.maximum(total, 1e-300), 1 / self.widths[self.state])

    def reached(self, chances: Any) -> Any:
        """How likely player 0, player 1 and chance come to each position by their own choices."""
        reach = np.ones((3, len(self.returns)))
        for edges in self.levels:
            parent, child = self.parent[edges], self.child[edges]
            reach[:, child] = reach[:, parent]
            reach[self.player[edges], child] *= chances[edges]
        return reach

    def valued(self, chances: Any) -> Any:
        """What each position is worth to player 0."""
        worth = self.returns[:, 0].copy()
        for edges in reversed(self.levels):
            worth += np.bincount(self.parent[edges], chances[edges] * worth[self.child[edges]], len(worth))
        return worth


def solve(tree: Tree, rounds: int = ROUNDS) -> None:
    """Find what to do in a game for two, and keep it in the tree as `solved`."""
    edges = Edges(tree)
    regrets, average = np.zeros((2, len(edges.state)))
    for weight in range(1, rounds + 1):
        played = edges.shared(np.maximum(regrets, 0))
        chances = np.where(edges.player >= 0, played[edges.slot], edges.chance)
        reach, worth = edges.reached(chances), edges.valued(chances)
        for player, sign in ((0, 1), (1, -1)):
            mine = np.flatnonzero(edges.player == player)
            parent, slot = edges.parent[mine], edges.slot[mine]
            others = reach[1 - player, parent] * reach[2, parent]
            gain = sign * others * (worth[edges.child[mine]] - worth[parent])
            regrets += weight * np.bincount(slot, gain, len(regrets))
            average += weight * np.bincount(slot, reach[player, parent] * played[slot], len(average))
    found = edges.shared(average)
    tree.played["solved"] = [found[at : at + n].tolist() for at, n in zip(edges.first, edges.widths, strict=True)]


def at_random(state: Any) -> list[float]:
    """Who does anything."""
    count = len(state.legal_actions())
    return [1 / count] * count


def steady(rules: Game, samples: int) -> Player:
    """What the game's policy does."""
    rng, ranges = np.random.default_rng(1), rules.compiled_policies.scratch()[0]

    def ask(state: Any) -> list[float]:
        view, numbers = rules.view(state.play.match, state.current_player()), state.legal_actions()
        behind = {state.play.action(number): number for number in numbers}
        counts = Counter(behind[rules.compiled_policies.policy(view, 0, ranges, rng)] for _ in range(samples))
        return [counts[number] / samples for number in numbers]

    return ask


def measured(name: str) -> dict[str, float]:
    """NashConv by player."""
    rules, samples, _ = SMALL[name]
    register(rules)
    game = pyspiel.load_game(f"shindig_{rules.id.replace('-', '_')}(max_hands=1,plain=true)")
    tree = grown(game, {"steady": steady(rules, samples), "random": at_random})
    print(f"{len(tree.actor):,} positions, {len(tree.states):,} information states", flush=True)
    if game.num_players() == 2:
        solve(tree)
    return {name: nash_conv(tree, name) for name in tree.played}


if __name__ == "__main__":
    chosen = sys.argv[1] if len(sys.argv) > 1 else "tall-card"
    for name, found in measured(chosen).items():
        print(f"{name:8} NashConv {found:.3f} {SMALL[chosen][2]} a hand", flush=True)
