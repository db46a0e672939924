"""MaskablePPO learns a game through `SeatEnv`: `python examples/maskable_ppo.py GAME [STEPS] [PICTURE]`.

It needs torch, so it is no part of the tests: `pip install "shindig[research]" sb3-contrib`. The seat that learns
(Schulman et al.: Proximal policy optimization algorithms, 2017; illegal numbers masked) meets each of OPPONENTS at half
of the tables. What is printed, and drawn into PICTURE, is what it gains a match against each of them as it goes on, in
matches it does not learn from, with 95 % intervals.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib.metadata import version
from typing import Any

import gymnasium
import numpy as np
import torch
from matplotlib.figure import Figure
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from shindig import __version__
from shindig.adapters.gymnasium import SeatEnv
from shindig.lab.analyse.plots import choose_color, make_axes, save_figure

OPPONENTS = ("random", "steady")
OPTIONS = {"tall-card": {"deals_each": 1}}
TABLES, EVERY, MATCHES, SCALE = 8, 20_000, 200, 100.0
"""Tables at once; steps between two measurements, and matches in each; what rewards are divided by to learn from."""
HOW: dict[str, Any] = {"n_steps": 256, "batch_size": 512, "n_epochs": 6, "gamma": 1.0, "ent_coef": 0.01}
LAYERS = [128, 128]


def tables(game_id: str, opponents: tuple[str, ...], scale: float) -> DummyVecEnv:
    """TABLES matches at once, against these bots in turn."""

    def table(number: int) -> gymnasium.Env[Any, Any]:
        bot = opponents[number % len(opponents)]
        env = SeatEnv(game_id, options=OPTIONS.get(game_id), opponents=[bot])
        return gymnasium.wrappers.TransformReward(env, lambda reward: float(reward) / scale)

    return DummyVecEnv([lambda number=number: table(number) for number in range(TABLES)])


def gain(model: MaskablePPO, game_id: str, bot: str, matches: int) -> tuple[float, float, float]:
    """What it gains a match against a bot, half the width of its 95 % interval, and the share of matches won."""
    against = tables(game_id, (bot,), 1.0)
    against.seed(1)
    found, _ = evaluate_policy(model, against, matches, deterministic=False, return_episode_rewards=True, warn=False)
    gains = np.array(found)
    return gains.mean(), 1.96 * gains.std(ddof=1) / np.sqrt(matches), (gains > 0).mean()


class Measured(BaseCallback):
    """Measures before the first step and after each EVERY, and draws what it found."""

    def __init__(self, game_id: str, picture: str) -> None:
        super().__init__()
        self.game_id, self.picture = game_id, picture
        self.curve: list[tuple[int, dict[str, tuple[float, float, float]]]] = []

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= len(self.curve) * EVERY:
            self.measure(MATCHES)

    def _on_step(self) -> bool:
        return True

    def measure(self, matches: int) -> None:
        """One more point of the curve."""
        found = {bot: gain(self.model, self.game_id, bot, matches) for bot in OPPONENTS}
        self.curve.append((self.num_timesteps, found))
        told = [f"{bot} {mean:+.2f} ± {error:.2f}, won {won:.1%}" for bot, (mean, error, won) in found.items()]
        print(f"{self.num_timesteps:9,} steps: against {'; against '.join(told)}", flush=True)
        if self.picture:
            save_figure(self.drawn(), self.picture)

    def drawn(self) -> Figure:
        """The curve, a line an opponent, its intervals shaded."""
        figure, axes = make_axes(9)
        steps = [at for at, _ in self.curve]
        for number, bot in enumerate(OPPONENTS):
            mean, error, _ = np.array([found[bot] for _, found in self.curve]).T
            axes.plot(steps, mean, "o-", color=choose_color(number), markersize=3, label=f"against {bot}")
            axes.fill_between(steps, mean - error, mean + error, color=choose_color(number), alpha=0.2)
        axes.axhline(0, color="#999999", linewidth=0.8)
        axes.set(xlabel="steps of the seat that learns", ylabel="gained a match")
        used = [f"shindig {__version__}", *(f"{name} {version(name)}" for name in ("sb3-contrib", "torch"))]
        title = f"MaskablePPO, {self.game_id}, 2 players, seed 7; {', '.join(used)}; 95 % intervals"
        figure.suptitle(title, fontsize=8)
        axes.legend(frameon=False)
        return figure


def learn(game_id: str, steps: int, picture: str) -> Measured:
    """Learn for so many steps, or until Ctrl-C; the curve."""
    torch.set_num_threads(1)
    measured = Measured(game_id, picture)
    model = MaskablePPO(
        "MlpPolicy",
        tables(game_id, OPPONENTS, SCALE),
        policy_kwargs={"net_arch": LAYERS},
        seed=7,
        device="cpu",
        **HOW,
    )
    with suppress(KeyboardInterrupt):
        model.learn(steps, callback=measured)
    measured.measure(10 * MATCHES)
    return measured


if __name__ == "__main__":
    learn(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 400_000, sys.argv[3] if len(sys.argv) > 3 else "")
