"""Learn a game by policy gradient, in NumPy: `python examples/policy_gradient.py GAME [PLAYERS] [UPDATES]`.

All seats share one linear policy over planes, and one more line of weights guesses what a turn is worth. Each update
plays many matches at once (`shindig.batch`), and makes likelier what brought a seat more than was guessed (REINFORCE
with a baseline; Williams: Simple statistical gradient-following algorithms, 1992). What is printed is what the learner
gains a hand against random players in the other seats.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

import shindig
from shindig.adapters.batch import Batch
from shindig.gamekit import Game

Floats = npt.NDArray[np.float32]
MATCHES, STEPS, RATE = 256, 64, 0.02


class Learner:
    """A linear policy, a linear baseline, and Adam's two means of their gradients (Kingma, Ba, 2015)."""

    def __init__(self, entries: int, actions: int) -> None:
        self.weights = np.zeros((entries + 1, actions + 1), np.float32)
        self._mean, self._square = np.zeros_like(self.weights), np.zeros_like(self.weights)
        self._updates = 0

    def chances(self, seen: Floats, legal: npt.NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """float32[n, actions] of the policy, and float32[n] of the baseline."""
        out = seen @ self.weights[:-1] + self.weights[-1]
        logits = np.where(legal, out[:, :-1], -np.inf)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return chances / chances.sum(axis=1, keepdims=True), out[:, -1]

    def learn(self, seen: Floats, legal: npt.NDArray[np.bool_], actions: npt.NDArray[Any], gains: Floats) -> None:
        """One step for what was seen, played and gained."""
        chances, guesses = self.chances(seen, legal)
        better = gains - guesses
        slope = np.zeros((len(seen), self.weights.shape[1]), np.float32)
        slope[:, :-1] = -chances * better[:, None]
        slope[np.arange(len(seen)), actions] += better
        slope[:, -1] = better
        self._climb((np.vstack([seen.T @ slope, slope.sum(axis=0)]) / len(seen)).astype(np.float32))

    def _climb(self, gradient: Floats) -> None:
        self._updates += 1
        self._mean += 0.1 * (gradient - self._mean)
        self._square += 0.01 * (gradient**2 - self._square)
        mean, square = self._mean / (1 - 0.9**self._updates), self._square / (1 - 0.99**self._updates)
        self.weights += RATE * mean / (np.sqrt(square) + 1e-6)


def draw(chances: Floats, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """One action a row."""
    ends = chances.cumsum(axis=1)
    found: npt.NDArray[np.int64] = (ends < rng.random((len(ends), 1)) * ends[:, -1:]).sum(axis=1)
    return found


def learn_once(learner: Learner, many: Batch, scale: float, rng: np.random.Generator) -> None:
    """Play STEPS actions in every match; each is judged by what its seat's hand brought, where that was seen."""
    turns: list[tuple[Any, ...]] = []
    worth = np.full((many.n, many.players), np.nan, np.float32)
    for _ in range(STEPS):
        seen, legal, actors = many.observation.copy(), many.legal(), many.actor.copy()
        actions = draw(learner.chances(seen, legal)[0], rng)
        hands = many.state["hand"].copy()
        numbers = many.state["number"].copy()
        many.step(actions)
        ended = (many.state["hand"] != hands) | (many.state["number"] != numbers)
        turns.append((seen, legal, actors, actions, ended, many.rewards.astype(np.float32)))
    kept = []
    for seen, legal, actors, actions, ended, rewards in reversed(turns):
        worth[ended] = rewards[ended]
        gains = worth[np.arange(many.n), actors] / scale
        known = ~np.isnan(gains)
        kept.append((seen[known], legal[known], actions[known], gains[known]))
    seen, legal, actions, gains = (np.concatenate(parts) for parts in zip(*kept, strict=True))
    learner.learn(seen, legal, actions, gains)


def gain(learner: Learner, rules: Game, players: int, options: Mapping[str, object], hands: int = 2000) -> float:
    """What seat 0 gains a hand by the learner's policy against random players."""
    many = shindig.batch(rules, MATCHES, players, options, seed=1, observe="planes", auto_reset=True)
    rng, won, count = np.random.default_rng(1), 0, 0
    while count < hands:
        actions = np.where(
            many.actor == 0, draw(learner.chances(many.observation, many.legal())[0], rng), many.sample()
        )
        before, numbers = many.state["hand"].copy(), many.state["number"].copy()
        many.step(actions)
        count += int(((many.state["hand"] != before) | (many.state["number"] != numbers)).sum())
        won += int(many.rewards[:, 0].sum())
    return won / count


def train(
    rules: Game, players: int, updates: int, options: Mapping[str, object] | None = None, every: int = 20
) -> list[float]:
    """Learn; what was gained a hand before, and after each `every` updates."""
    many = shindig.batch(rules, MATCHES, players, options, seed=7, observe="planes", auto_reset=True)
    learner, rng = Learner(many.planes.size, many.actions.count), np.random.default_rng(7)
    curve = [gain(learner, rules, players, options or {})]
    scale = 1.0
    for update in range(1, updates + 1):
        learn_once(learner, many, scale, rng)
        if update % every == 0:
            curve.append(gain(learner, rules, players, options or {}))
            print(f"{update:5} updates: {curve[-1]:+.3f} a hand", flush=True)
    return curve


if __name__ == "__main__":
    chosen = shindig.game(sys.argv[1])
    players = int(sys.argv[2]) if len(sys.argv) > 2 else chosen.rules.seats[0]
    train(chosen, players, int(sys.argv[3]) if len(sys.argv) > 3 else 200)
