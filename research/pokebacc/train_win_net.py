"""Trainer of the net in win.npz: `python -m research.pokebacc.train_win_net`."""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from research.pokebacc.training_positions import Signs, Winners, positions
from shindig.games.pokebacc.bots.win_features import SIGNS
from shindig.games.pokebacc.bots.win_probability import FEWEST_SEATS, FILE
from shindig.games.pokebacc.rules.variants import VARIANTS

POSITIONS = {3: 1_500_000, 4: 800_000, 5: 600_000, 6: 600_000}
"""Number of positions by players."""
UNITS = 24
EPOCHS, BATCH, RATE, HELD_OUT = 3, 4096, 4e-3, 10
"""Training: epochs, batch size, initial learning rate, and the denominator of the held-out part."""
Floats = npt.NDArray[np.float32]


class Net(NamedTuple):
    """Weights of the net, float32, changed in place."""

    hidden: Floats
    """[SIGNS + 1, UNITS]; the last row is the bias."""
    last: Floats
    """[UNITS + SIGNS + 1]; the last one is the number of a drawn hand."""

    @classmethod
    def fresh(cls, rng: np.random.Generator) -> Net:
        hidden = rng.standard_normal((SIGNS + 1, UNITS)) * (1.5 / SIGNS) ** 0.5
        return cls(hidden.astype(np.float32), (rng.standard_normal(UNITS + SIGNS + 1) * 0.1).astype(np.float32))

    def units(self, signs: Floats) -> Floats:
        """Return float32[n x players, UNITS], of signs float32[n x players, SIGNS]."""
        return np.asarray(np.maximum(signs @ self.hidden[:-1] + self.hidden[-1], 0))

    def chances(self, signs: Floats, units: Floats, players: int) -> Floats:
        """Return float32[n, players + 1]: each seat's probability to win, and that of a draw."""
        numbers = (units @ self.last[:UNITS] + signs @ self.last[UNITS:-1]).reshape(-1, players)
        numbers = np.append(numbers, np.full((len(numbers), 1), self.last[-1]), 1)
        odds = np.exp(numbers - numbers.max(1, keepdims=True))
        return np.asarray(odds / odds.sum(1, keepdims=True))

    def slopes(self, signs: Signs, winners: Winners) -> tuple[Floats, Floats]:
        """Return the gradients of the mean logarithmic loss for `hidden` and `last`."""
        count, players, _ = signs.shape
        flat = signs.reshape(-1, SIGNS)
        units = self.units(flat)
        wrong = self.chances(flat, units, players)
        wrong[np.arange(count), winners] -= 1
        wrong /= count
        seats = wrong[:, :-1].reshape(-1)
        back = np.outer(seats, self.last[:UNITS]) * (units > 0)
        hidden = np.append(flat.T @ back, back.sum(0)[None], 0)
        return hidden, np.concatenate([seats @ units, seats @ flat, wrong[:, -1:].sum(0)])

    def loss(self, signs: Signs, winners: Winners) -> float:
        """Return the mean logarithmic loss."""
        flat = signs.reshape(-1, SIGNS)
        chances = self.chances(flat, self.units(flat), signs.shape[1])
        return float(-np.log(chances[np.arange(len(signs)), winners]).mean())


def learn(signs: Signs, winners: Winners, seed: int, batch: int = BATCH) -> Net:
    """Train a net on positions (Kingma, Ba: Adam, ICLR 2015), with a decreasing learning rate."""
    rng = np.random.default_rng(seed)
    net, means, squares = Net.fresh(rng), [np.zeros(1)] * 2, [np.zeros(1)] * 2
    steps = EPOCHS * (len(signs) // batch)
    for step in range(steps):
        if step % (steps // EPOCHS) == 0:
            order = rng.permutation(len(signs))
        some = order[step % (steps // EPOCHS) * batch :][:batch]
        rate = RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
        for part, slope in enumerate(net.slopes(signs[some], winners[some])):
            means[part] = 0.9 * means[part] + 0.1 * slope
            squares[part] = 0.999 * squares[part] + 0.001 * slope**2
            spread = np.sqrt(squares[part] / (1 - 0.999 ** (step + 1))) + 1e-8
            net[part][...] -= rate * means[part] / (1 - 0.9 ** (step + 1)) / spread
    return net


def main() -> None:
    kinds = [(variant.index, variant.name, players) for players in POSITIONS for variant in VARIANTS]
    hidden = np.zeros((len(VARIANTS), len(POSITIONS), SIGNS + 1, UNITS), np.float32)
    last = np.zeros((len(VARIANTS), len(POSITIONS), UNITS + SIGNS + 1), np.float32)
    for number, (v, name, players) in enumerate(kinds):
        signs, winners = positions(name, players, POSITIONS[players], number)
        part = len(signs) // HELD_OUT
        net = learn(signs[part:], winners[part:], number)
        hidden[v, players - FEWEST_SEATS], last[v, players - FEWEST_SEATS] = net
        print(
            f"{name} {players}: loss {net.loss(signs[:part], winners[:part]):.4f}, {time.process_time():.0f} s",
            flush=True,
        )
    np.savez_compressed(FILE, hidden=hidden, last=last)


if __name__ == "__main__":
    main()
