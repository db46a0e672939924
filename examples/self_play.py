"""Learn a game by self-play with torch: `python examples/self_play.py GAME [PLAYERS] [MINUTES] [FILE]`.

All seats share one net over planes. Each update plays many matches at once (`shindig.batch`), with PPO on masked
actions (Schulman et al.: Proximal policy optimization algorithms, 2017). A pull towards a slower copy of the net keeps
the policy mixed, as games with hidden cards need it (magnetic mirror descent; Sokota et al., 2023). What a turn brings
is what its seat's hand brought. Every few updates it prints the gain a hand against `steady`, with a 95 % interval, and
writes the weights to FILE.

Only training needs torch, which is gigabytes, so no test runs it: `pip install torch`. What was learnt plays anywhere:

    cd examples && shindig arena tall-card steady self_play:learnt --players 2

`learnt` is a factory of bots, so a package can offer it at tables too, by `services.bots`.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import shindig
from shindig.adapters.batch import Batch
from shindig.adapters.flat_actions import Actions
from shindig.adapters.observation_planes import Planes
from shindig.gamekit import Game

Floats = npt.NDArray[np.float32]
MATCHES, STEPS, LAYERS = 512, 64, (256, 256)
"""Matches at once, actions of each between two updates, and units of the net."""
EPOCHS, CHUNK, RATE, CLIP = 3, 2048, 3e-4, 0.2
"""Passes over what was played, turns in a gradient, its rate, and the limit of PPO's ratio."""
PULL, ENTROPY, VALUE, SLOW = 0.05, 0.01, 0.5, 25
"""Weights of the pull, of the entropy and of the error of the value; updates between two slower copies."""
EVERY, HANDS = 20, 20_000
"""Updates between two measurements, and hands in each."""
FILE = "self_play.npz"


class Net:
    """The learnt policy in NumPy: layers of weights, the last one for all actions and the value."""

    def __init__(self, weights: list[tuple[Floats, Floats]], scale: float = 1.0) -> None:
        self.weights, self.scale = weights, scale

    @classmethod
    def load(cls, file: str | Path) -> Net:
        """Read a net that `save` wrote."""
        with np.load(file) as found:
            count = (len(found.files) - 1) // 2
            return cls([(found[f"w{k}"], found[f"b{k}"]) for k in range(count)], float(found["scale"]))

    def save(self, file: str | Path) -> None:
        """Write the net to a file."""
        named = {f"{name}{k}": part for k, two in enumerate(self.weights) for name, part in zip("wb", two, strict=True)}
        np.savez(file, scale=self.scale, **named)

    def chances(self, seen: Floats, legal: npt.NDArray[np.bool_]) -> Floats:
        """float32[n, actions] of the policy."""
        out = seen
        for k, (weight, bias) in enumerate(self.weights):
            out = out @ weight + bias
            if k < len(self.weights) - 1:
                np.maximum(out, 0, out)
        logits = np.where(legal, out[:, :-1], -np.inf)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return chances / chances.sum(axis=1, keepdims=True)


def draw(chances: Floats, rng: np.random.Generator) -> npt.NDArray[np.int32]:
    """One action a row."""
    ends = chances.cumsum(axis=1)
    return (ends < rng.random((len(ends), 1), np.float32) * ends[:, -1:]).sum(axis=1).astype(np.int32)


def gain(net: Net, rules: Game, players: int, hands: int = HANDS, bot: str = "steady") -> tuple[float, float]:
    """What the net gains a hand against a bot in all other seats, and half the width of its 95 % interval."""
    many = shindig.batch(rules, 256, players, seed=1, observe="planes", auto_reset=True, bots=[bot])
    rng, won = np.random.default_rng(1), []
    seats = many.seats
    while sum(map(len, won)) < hands:
        many.step(draw(net.chances(many.observation, many.legal()), rng))
        ended = many.hand_ended.astype(bool)
        won.append(many.rewards[ended, seats[ended]])
        seats = many.seats
    found = np.concatenate(won)
    return float(found.mean()), float(1.96 * found.std(ddof=1) / np.sqrt(len(found)))


def play(many: Batch, choose: Callable[[Any, Any], Any]) -> Iterator[dict[str, Any]]:
    """Play STEPS actions in every match, and yield the turns whose hand has ended, with what it brought their seat."""
    turns, worth = [], np.full((many.n, many.players), np.nan, np.float32)
    for _ in range(STEPS):
        seen, legal, actors = many.observation.copy(), many.legal(), many.actor.copy()
        actions = choose(seen, legal)
        many.step(actions)
        turns.append((seen, legal, actors, actions, many.hand_ended.astype(bool), many.rewards.astype(np.float32)))
    for seen, legal, actors, actions, ended, rewards in reversed(turns):
        worth[ended] = rewards[ended]
        gains = worth[np.arange(many.n), actors]
        known = ~np.isnan(gains)
        yield {"seen": seen[known], "legal": legal[known], "actions": actions[known], "gains": gains[known]}


class Learner:
    """The net in torch, its slower copy, and PPO."""

    def __init__(self, entries: int, actions: int, scale: float) -> None:
        import torch

        self.torch, self.scale = torch, scale
        sizes = [entries, *LAYERS, actions + 1]
        layers = [torch.nn.Linear(before, after) for before, after in pairwise(sizes)]
        with torch.no_grad():
            layers[-1].weight.mul_(0.01)
        between = [part for layer in layers[:-1] for part in (layer, torch.nn.ReLU())]
        self.net = torch.nn.Sequential(*between, layers[-1])
        self.adam = torch.optim.Adam(self.net.parameters(), lr=RATE)
        self.follow()

    def follow(self) -> None:
        """Make the slower copy a copy of the net now."""
        self.slow = deepcopy(self.net).requires_grad_(False)

    def told(self, net: Any, seen: Any, legal: Any) -> tuple[Any, Any]:
        """Logarithms of the chances of all actions, and the value."""
        out = net(seen)
        logits = out[:, :-1].masked_fill(~legal, -1e9)
        return logits.log_softmax(1), out[:, -1]

    def choose(self, seen: Floats, legal: npt.NDArray[np.bool_]) -> npt.NDArray[np.int32]:
        """Draw an action a row."""
        torch = self.torch
        with torch.no_grad():
            chances, _ = self.told(self.net, torch.from_numpy(seen), torch.from_numpy(legal))
            return torch.multinomial(chances.exp(), 1)[:, 0].numpy().astype(np.int32)

    def learn(self, parts: list[dict[str, Any]]) -> None:
        """One update by all turns that were played."""
        torch = self.torch
        data = {name: torch.from_numpy(np.concatenate([part[name] for part in parts])) for name in parts[0]}
        data["actions"], data["gains"] = data["actions"].long()[:, None], data["gains"] / self.scale
        with torch.no_grad():
            pieces = [
                self.told(self.net, seen, legal)
                for seen, legal in zip(data["seen"].split(CHUNK), data["legal"].split(CHUNK), strict=True)
            ]
            before = torch.cat([chances for chances, _ in pieces]).gather(1, data["actions"])[:, 0]
            better = data["gains"] - torch.cat([value for _, value in pieces])
        better = (better - better.mean()) / (better.std() + 1e-6)
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(before)).split(CHUNK):
                self._climb({name: part[rows] for name, part in data.items()}, before[rows], better[rows])

    def _climb(self, data: dict[str, Any], before: Any, better: Any) -> None:
        """One gradient step: PPO's clipped gain, less the pull to the slower copy, plus entropy, less the error."""
        chances, value = self.told(self.net, data["seen"], data["legal"])
        ratio = (chances.gather(1, data["actions"])[:, 0] - before).exp()
        gained = self.torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
        with self.torch.no_grad():
            slow, _ = self.told(self.slow, data["seen"], data["legal"])
        each = chances.exp()
        pull = (each * (chances - slow)).sum(1).mean()
        entropy = -(each * chances).sum(1).mean()
        error = (value - data["gains"]).square().mean()
        self.adam.zero_grad()
        (PULL * pull + VALUE * error - gained - ENTROPY * entropy).backward()
        self.torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.adam.step()

    def export(self) -> Net:
        """The net in NumPy."""
        layers = [layer for layer in self.net if hasattr(layer, "weight")]
        parts = [(one.weight.detach().numpy().T.copy(), one.bias.detach().numpy().copy()) for one in layers]
        return Net(parts, self.scale)


def train(rules: Game, players: int, minutes: float, file: str) -> list[tuple[float, float]]:
    """Learn for so many minutes; the gains a hand against `steady`, each with half its interval."""
    many = shindig.batch(rules, MATCHES, players, seed=7, observe="planes", auto_reset=True, threads=2)
    learner, curve, start, update = Learner(many.planes.size, many.actions.count, 10.0), [], time.monotonic(), 0
    while time.monotonic() - start < 60 * minutes:
        learner.learn([*play(many, learner.choose)])
        update += 1
        if update % SLOW == 0:
            learner.follow()
        if update % EVERY == 0:
            curve.append(gain(learner.export(), rules, players))
            spent = (time.monotonic() - start) / 60
            turns = update * MATCHES * STEPS / 1e6
            print(
                f"{spent:5.1f} minutes, {turns:6.1f} million turns: {curve[-1][0]:+.3f} ± {curve[-1][1]:.3f} a hand",
                flush=True,
            )
            learner.export().save(file)
    learner.export().save(file)
    return curve


def learnt(game_id: str, _seed: int) -> Callable[[Any, np.random.Generator], int]:
    """Make a bot of the net in SELF_PLAY, or in `self_play.npz`, for tables and the arena."""
    net, rules = Net.load(os.environ.get("SELF_PLAY", FILE)), shindig.game(game_id)
    actions = Actions(rules)

    def policy(view: Any, rng: np.random.Generator) -> int:
        seen = Planes(rules, view.array).of(view.array, int(view.record.viewer))
        ranges = rules.legal_ranges(view.array)
        chances = net.chances(seen[None], actions.mask(ranges)[None].astype(bool))
        return actions.action(ranges, int(draw(chances, rng)[0]))

    return policy


if __name__ == "__main__":
    chosen = shindig.game(sys.argv[1])
    players = int(sys.argv[2]) if len(sys.argv) > 2 else chosen.rules.seats[0]
    train(chosen, players, float(sys.argv[3]) if len(sys.argv) > 3 else 60, sys.argv[4] if len(sys.argv) > 4 else FILE)
