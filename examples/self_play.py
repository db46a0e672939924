"""Learn a game by self-play with torch: `python examples/self_play.py GAME [PLAYERS] [MINUTES] [FILE] [PICTURE]`.

All seats share one policy. Each update plays many matches at once (`shindig.batch`), with PPO on masked actions
(Schulman et al.: Proximal policy optimization algorithms, 2017). Four things make it learn games with hidden cards:

- A pull towards the mean of recent weights keeps the policy mixed (magnetic mirror descent; Sokota et al., 2023). This
  mean is what plays in the end.
- The critic sees the private cards of all seats, so the luck of the deal adds less noise. Only training uses it.
- A game may have inputs of its own (HINTS). In Tall Card they are the equities by which `steady` plays, so the net need
  not find out by itself which hand beats which.
- A hand is an episode, and an amount has only SLOTS sizes.

Every few minutes it prints the gain a hand against `steady`, with a 95 % interval, writes the weights to FILE, and
draws the curve into PICTURE. Only training needs torch, which is gigabytes, so no test runs it. It comes with
`pip install "shindig[torch]"`. What was learnt plays anywhere:

    cd examples && shindig arena tall-card steady self_play:learnt --players 2

A package offers it at tables by `make_policy`: see `docs/train-a-bot.md`.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from copy import deepcopy
from importlib import import_module
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import shindig
from shindig.adapters.batch import Batch
from shindig.adapters.flat_actions import Actions
from shindig.adapters.observation_planes import Planes
from shindig.adapters.plane_kernels import write_many
from shindig.core.kernel_compiler import compile_kernel
from shindig.core.layout_and_views import Records, See
from shindig.gamekit import Game

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
MATCHES, STEPS, SLOTS, SCALE = 512, 32, 4, 20.0
"""Matches at once, actions of each between two updates, sizes of an amount, and what payoffs are divided by."""
LAYERS, CRITIC = (256, 256), (128, 64)
"""Units of the policy and of the critic."""
CHUNK, CLIP, LAMBDA, MEAN = 1024, 0.2, 0.95, 0.999
"""Turns in a gradient, PPO's limit, the lambda of its advantages, and what the mean of the weights keeps a gradient."""
RATE, ENTROPY, PULL = (2e-3, 1e-4), (0.05, 0.005), (0.05, 0.02)
"""Rate of Adam, and weights of the entropy and the pull: at the start and at the end, in equal ratios between."""
EVERY, HANDS = 5.0, 20_000
"""Minutes between two measurements, and hands in each."""
HINTS = {"tall-card": "tall_card_equities"}
"""Modules with a game's own inputs, beside this file: COUNT and `compute_hints`."""
FILE = "self_play.npz"
LOG = float(np.log(129))


class Hints(NamedTuple):
    """Inputs that a game has of its own."""

    count: int
    compute: Callable[[Records], Floats]
    """Returns float32[n, count] for the seats to act, by what they may know."""

    @classmethod
    def find(cls, rules: Game) -> Hints:
        """Find those of a game: none if it has no module in HINTS."""
        if rules.id not in HINTS:
            return cls(0, lambda matches: np.empty((len(matches), 0), np.float32))
        name = HINTS[rules.id]
        module = import_module(f".{name}", __package__) if __package__ else import_module(name)
        return cls(module.COUNT, module.compute_hints)


class Sight(NamedTuple):
    """The entries of planes and the actions that random play meets, so that a net has no others."""

    entries: npt.NDArray[np.int64]
    """Entries that vary, without `cards`."""
    cards: npt.NDArray[np.int64]
    """Entries that number a card in the hand; the net gets an input for each kind of card instead."""
    kinds: int
    """The number of kinds of card."""
    actions: npt.NDArray[np.int64]

    @classmethod
    def find(cls, many: Batch, steps: int = 300) -> Sight:
        """Find them by random play."""
        low, high, legal = many.observation.copy(), many.observation.copy(), many.legal()
        for _ in range(steps):
            many.step()
            np.minimum(low, many.observation, out=low)
            np.maximum(high, many.observation, out=high)
            legal |= many.legal()
        varies = low.min(axis=0) < high.max(axis=0)
        fields = [one for one in many.rules.rules.layout.fields if one.see is See.OWNER and one.cards]
        named = tuple(f"{one.name}[me][" for one in fields)
        place = [name.startswith(named) for name in many.planes.names]
        entries, cards = np.flatnonzero(varies & ~np.array(place)), np.flatnonzero(varies & place)
        return cls(entries, cards, len(many.rules.table.decks[0].codes), np.flatnonzero(legal.any(axis=0)))

    def inputs(self, planes: Floats, *hints: Floats) -> Floats:
        """float32[n, entries + cards x kinds + hints] of the net."""
        numbers = np.rint(np.expm1(LOG * planes[:, self.cards])).astype(np.int64)
        kinds = np.where(numbers < 0, self.kinds, numbers)
        hot = np.eye(self.kinds + 1, self.kinds, dtype=np.float32)[kinds]
        return np.hstack([planes[:, self.entries], hot.reshape(len(planes), -1), *hints])


class Net:
    """The learnt policy in NumPy: layers of weights, the last one for the actions."""

    def __init__(self, sight: Sight, weights: list[tuple[Floats, Floats]], slots: int = SLOTS) -> None:
        self.sight, self.weights, self.slots = sight, weights, slots

    @classmethod
    def load(cls, file: str | Path) -> Net:
        """Read a net that `save` wrote."""
        with np.load(file) as found:
            sight = Sight(*(found[name] for name in Sight._fields))
            count = sum(name.startswith("w") for name in found.files)
            return cls(sight, [(found[f"w{k}"], found[f"b{k}"]) for k in range(count)], int(found["slots"]))

    def save(self, file: str | Path) -> None:
        """Write the net to a file."""
        named: dict[str, Any] = {"slots": self.slots, **self.sight._asdict()}
        for k, (weight, bias) in enumerate(self.weights):
            named |= {f"w{k}": weight, f"b{k}": bias}
        np.savez(file, **named)

    def choose(self, planes: Floats, hints: Floats, legal: Flags, rng: np.random.Generator) -> npt.NDArray[np.int32]:
        """Draw a legal number a row; the first one where the net knows none."""
        out = self.sight.inputs(planes, hints)
        for k, (weight, bias) in enumerate(self.weights):
            out = (np.maximum(out, 0) if k else out) @ weight + bias
        out = np.where(legal[:, self.sight.actions], out + rng.gumbel(size=out.shape), -np.inf)
        known = np.isfinite(out).any(axis=1)
        chosen: npt.NDArray[np.int64] = np.where(known, self.sight.actions[out.argmax(axis=1)], legal.argmax(axis=1))
        return chosen.astype(np.int32)


def gain(net: Net, rules: Game, players: int, hands: int = HANDS, bot: str = "steady") -> tuple[float, float]:
    """What the net gains a hand against a bot in all other seats, and half the width of its 95 % interval."""
    many = shindig.batch(rules, 512, players, seed=1, observe="planes", auto_reset=True, bots=[bot], slots=net.slots)
    rng, seats, hints = np.random.default_rng(1), many.seats, Hints.find(rules)
    won: list[npt.NDArray[np.int32]] = []
    while sum(len(one) for one in won) < hands:
        many.step(net.choose(many.observation, hints.compute(many.matches), many.legal(), rng))
        ended = many.hand_ended.astype(bool)
        won.append(many.rewards[ended, seats[ended]])
        seats = many.seats
    found = np.concatenate(won)
    return float(found.mean()), float(1.96 * found.std(ddof=1) / np.sqrt(len(found)))


def find_private(many: Batch, sight: Sight) -> npt.NDArray[np.int64]:
    """Inputs that only their own seat may know."""
    hidden = tuple(f"{one.name}[" for one in many.rules.rules.layout.fields if one.see is See.OWNER)
    own = np.array([name.startswith(hidden) for name in many.planes.names])[sight.entries]
    size = sight.inputs(many.observation).shape[1]
    return np.concatenate([np.flatnonzero(own), np.arange(len(own), size)])


def look(many: Batch, seats: npt.NDArray[Any]) -> Floats:
    """Planes of other seats than those to act. No bot may see them, only the critic."""
    planes, raw = np.empty((many.n, many.planes.size), np.float32), many.matches.view(np.int8).reshape(many.n, -1)
    codes, lists = many.planes.codes, many.planes.lists
    compile_kernel(write_many)(raw, 0, many.n, seats.astype(np.int8), many.players, codes, lists, planes)
    return planes


def judge(turns: list[dict[str, Any]], values: Floats) -> Floats:
    """float32[steps, n]: the advantage of each turn (Schulman et al., 2016), NaN where its hand has not ended."""
    n, players = turns[0]["rewards"].shape
    rows, better = np.arange(n), np.empty_like(values)
    after, gained, paid = np.full((n, players), np.nan, np.float32), np.zeros((n, players)), np.zeros((n, players))
    for step in reversed(range(len(turns))):
        turn = turns[step]
        ended = turn["ended"]
        after[ended], gained[ended], paid[ended] = 0, 0, turn["rewards"][ended] / SCALE
        here = rows, turn["actors"]
        gained[here] = paid[here] + after[here] - values[step] + LAMBDA * gained[here]
        better[step] = gained[here]
        after[here], paid[here] = values[step], 0
    return better


class Learner:
    """The policy in torch, the mean of its weights, the critic, and PPO."""

    def __init__(self, rules: Game, players: int, seed: int = 7) -> None:
        import torch

        self.torch = torch
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        alike: dict[str, Any] = {"observe": "planes", "auto_reset": True, "slots": SLOTS}
        self.sight = sight = Sight.find(shindig.batch(rules, 1024, players, seed=seed + 1, **alike))
        self.many = shindig.batch(rules, MATCHES, players, seed=seed, **alike)
        self.private, self.hints = find_private(self.many, sight), Hints.find(rules)
        size = sight.inputs(self.many.observation).shape[1] + self.hints.count
        self.net = self.layers([size, *LAYERS, len(sight.actions)])
        self.critic = self.layers([size + (players - 1) * len(self.private), *CRITIC, 1])
        self.slow = deepcopy(self.net).requires_grad_(False)
        self.adam = torch.optim.Adam([*self.net.parameters(), *self.critic.parameters()], eps=1e-5, fused=True)

    def layers(self, sizes: list[int]) -> Any:
        """A net whose outputs are near 0."""
        nn = self.torch.nn
        found = [nn.Linear(before, after) for before, after in pairwise(sizes)]
        with self.torch.no_grad():
            found[-1].weight.mul_(0.01)
        return nn.Sequential(*(part for layer in found[:-1] for part in (layer, nn.ReLU())), found[-1])

    def run(self, net: Any, inputs: Any) -> Any:
        """The outputs of a net; all layers but the last compute in 16 bits."""
        with self.torch.autocast("cpu", self.torch.bfloat16):
            inputs = net[:-1](inputs)
        return net[-1](inputs.float())

    def chances(self, net: Any, seen: Any, legal: Any) -> Any:
        """Logarithms of the chances of all actions."""
        return self.run(net, seen).masked_fill(~legal, -1e9).log_softmax(1)

    def play(self) -> list[dict[str, Any]]:
        """Play STEPS actions in every match."""
        torch, many, turns = self.torch, self.many, []
        for _ in range(STEPS):
            hints = self.hints.compute(many.matches)
            seen = torch.from_numpy(self.sight.inputs(many.observation, hints)).bfloat16()
            others = [(many.actor + turn) % many.players for turn in range(1, many.players)]
            known = [self.sight.inputs(look(many, seats))[:, self.private] for seats in others]
            legal = torch.from_numpy(many.legal()[:, self.sight.actions])
            turn = {"actors": many.actor.copy(), "seen": seen, "legal": legal}
            turn["all"] = torch.cat([seen, *(torch.from_numpy(one).bfloat16() for one in known)], 1)
            with torch.no_grad():
                chances = self.chances(self.net, seen, legal)
                turn["actions"] = (chances - torch.empty_like(chances).exponential_().log()).argmax(1)[:, None]
                turn["before"] = chances.gather(1, turn["actions"])[:, 0]
                turn["values"] = self.run(self.critic, turn["all"])[:, 0]
            many.step(self.sight.actions[turn["actions"][:, 0].numpy()].astype(np.int32))
            turns.append({**turn, "ended": many.hand_ended.astype(bool), "rewards": many.rewards.copy()})
        return turns

    def learn(self, turns: list[dict[str, Any]], part: float) -> None:
        """One update by all turns that were played, after this part of the time."""
        torch = self.torch
        values = np.stack([turn["values"].numpy() for turn in turns])
        better = torch.from_numpy(judge(turns, values)).flatten()
        names = ("seen", "legal", "all", "actions", "before", "values")
        data = {name: torch.cat([turn[name] for turn in turns]) for name in names}
        data["worth"] = better + data["values"]
        rows = (~better.isnan()).nonzero()[:, 0]
        data["better"] = (better - better[rows].mean()) / (better[rows].std() + 1e-6)
        rate, entropy, pull = (start * (end / start) ** part for start, end in (RATE, ENTROPY, PULL))
        for group in self.adam.param_groups:
            group["lr"] = rate
        for few in rows[torch.randperm(len(rows))].split(CHUNK):
            self._climb({name: one[few] for name, one in data.items()}, entropy, pull)

    def _climb(self, data: dict[str, Any], entropy: float, pull: float) -> None:
        """One gradient: PPO's clipped gain, plus entropy, less the pull to the mean, less the critic's error."""
        torch, better = self.torch, data["better"]
        chances = self.chances(self.net, data["seen"], data["legal"])
        with torch.no_grad():
            slow = self.chances(self.slow, data["seen"], data["legal"])
        ratio = (chances.gather(1, data["actions"])[:, 0] - data["before"]).exp()
        gained = torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
        kept = (chances.exp() * ((entropy + pull) * chances - pull * slow)).sum(1).mean()
        error = (self.run(self.critic, data["all"])[:, 0] - data["worth"]).square().mean()
        self.adam.zero_grad()
        (kept + 0.5 * error - gained).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        torch.nn.utils.clip_grad_norm_(self.critic.parameters(), 1.0)
        self.adam.step()
        with torch.no_grad():
            for mean, now in zip(self.slow.parameters(), self.net.parameters(), strict=True):
                mean.lerp_(now, 1 - MEAN)

    def export(self) -> Net:
        """The mean of the weights, in NumPy."""
        parts = [(one.weight.numpy().T.copy(), one.bias.numpy().copy()) for one in self.slow[::2]]
        return Net(self.sight, parts)


def train(rules: Game, players: int, minutes: float, file: str, picture: str = "") -> list[tuple[float, float, float]]:
    """Learn for so many minutes. Returns millions of turns, the gain a hand against `steady`, and half its interval."""
    learner, updates = Learner(rules, players), 0
    curve: list[tuple[float, float, float]] = []
    start, spent, measured = time.monotonic(), 0.0, 0.0
    while spent < minutes:
        learner.learn(learner.play(), spent / minutes)
        updates, spent = updates + 1, (time.monotonic() - start) / 60
        if spent >= min(measured + EVERY, minutes):
            measured, net = spent, learner.export()
            net.save(file)
            curve.append((updates * MATCHES * STEPS / 1e6, *gain(net, rules, players)))
            used = f"{spent:5.1f} minutes, {time.process_time():6,.0f} s of a processor"
            turns, mean, error = curve[-1]
            print(f"{used}, {turns:6.2f} million turns: {mean:+.2f} ± {error:.2f} a hand", flush=True)
            if picture:
                draw(curve, rules, players, picture)
    return curve


def draw(curve: list[tuple[float, float, float]], rules: Game, players: int, picture: str) -> None:
    """Draw the curve, its intervals shaded."""
    from shindig.lab.analyse.plots import choose_color, make_axes, save_figure

    figure, axes = make_axes(9)
    turns, mean, error = np.array(curve).T
    axes.plot(turns, mean, "o-", color=choose_color(0), markersize=3)
    axes.fill_between(turns, mean - error, mean + error, color=choose_color(0), alpha=0.2)
    axes.axhline(0, color="#999999", linewidth=0.8)
    axes.set(xlabel="million turns of self-play", ylabel="gained a hand against steady")
    used = ", ".join(f"{name} {version(name)}" for name in ("shindig", "torch"))
    figure.suptitle(f"self_play.py, {rules.id}, {players} players, seed 7; {used}; 95 % intervals", fontsize=8)
    save_figure(figure, picture)


def make_policy(net: Net, rules: Game) -> Callable[[Any, np.random.Generator], int]:
    """Make a policy over views, as `services.bots` of a game names them."""
    actions, hints = Actions(rules, net.slots), Hints.find(rules)

    def policy(view: Any, rng: np.random.Generator) -> int:
        planes = Planes(rules, view.array).of(view.array, int(view.record.viewer))
        ranges = rules.legal_ranges(view.array)
        chosen = net.choose(planes[None], hints.compute(view.array), actions.mask(ranges)[None].astype(bool), rng)
        return actions.action(ranges, int(chosen[0]))

    return policy


def learnt(game_id: str, _seed: int) -> Callable[[Any, np.random.Generator], int]:
    """Make a bot of the net in SELF_PLAY, or in `self_play.npz`, for the arena."""
    return make_policy(Net.load(os.environ.get("SELF_PLAY", FILE)), shindig.game(game_id))


if __name__ == "__main__":
    chosen = shindig.game(sys.argv[1])
    players = int(sys.argv[2]) if len(sys.argv) > 2 else chosen.rules.seats[0]
    minutes, *files = float(sys.argv[3]) if len(sys.argv) > 3 else 60, *sys.argv[4:]
    train(chosen, players, minutes, *(files or [FILE]))
