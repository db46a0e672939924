"""Counter of the habits of `expert-1` for four: `python -m research.five_cards.count_habits GAME`.

Four of it play. At times three of them bet any size instead, so that all prices come. What they do is counted by the
cells of `gamekit/betting/rival_habits.py`; those that seldom come lean on their neighbours. It writes
habits_of_many.npz, and prints its DIGEST.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from types import ModuleType

import numpy as np
import numpy.typing as npt

from shindig import game
from shindig.bots import PolicyBot
from shindig.core.kernel_compiler import compile_kernel, kernel
from shindig.core.layout_and_views import Records
from shindig.gamekit.betting.equity_betting import count_pot
from shindig.gamekit.betting.rival_habits import BETTING, EQUITIES, FOLDING, MOST_RIVALS, PRICES
from shindig.gamekit.betting.state import CALL, CHECK, FOLD
from shindig.games.tall_card.bots import expert
from shindig.games.tall_card.bots import habits_of_many as one_card
from shindig.games.tall_card.bots.equity import hope_of as one_card_hope
from shindig.games.tall_cards.bots import expert_1
from shindig.games.tall_cards.bots import habits_of_many as many_cards
from shindig.games.tall_cards.bots.equity import hope_of as many_cards_hope
from shindig.lab.run.duplicate_deals import Meeting, Player, play_rotation
from shindig.lab.run.process_pool import derive_seed
from shindig.match import View
from shindig.observations import Budget

WORLDS, SEATS = 48, 4
DEALS = {"tall-card": {880502: 1500, 880504: 6000}, "tall-cards": {880501: 2500, 880503: 16000}}
"""Number of deals by seed."""
ODD, ODD_SIZES = 0.08, (0.0, 0.0, 0.4, 0.75, 1.0, 2.5, 7.0)
"""Probability that a bot bets one of these parts of the pot instead, or stays."""
LEAN, FAR, FARTHER = 10, 3, 0.1
"""Weight of the neighbours of a cell, in decisions, that of all prices among these, and of all prices and rivals."""
Counts = npt.NDArray[np.float64]


@kernel
def one_card_equity(matches: Records, i: int) -> float:
    """Return the equity of record i's actor."""
    return float(one_card_hope(matches[i], matches[i].actor))


@kernel
def many_cards_equity(matches: Records, i: int) -> float:
    """Return the equity of record i's actor."""
    return float(many_cards_hope(matches[i], matches[i].actor))


EXPERTS = {"tall-card": expert.act_1, "tall-cards": expert_1.act}
GAMES = {"tall-card": (one_card, one_card_equity), "tall-cards": (many_cards, many_cards_equity)}


class Counter:
    """Counter of a game's habits, float64[2, rivals, prices, equities, habits]: `counts`."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.habits, equity = GAMES[game_id]
        self._equity, self._expert = compile_kernel(equity), EXPERTS[game_id]
        shape = 2, MOST_RIVALS, len(PRICES) + 2, len(EQUITIES) + 1, BETTING + len(self.habits.SIZES) + 1
        self.counts = np.zeros(shape)

    def play(self, seed: int, deal: int) -> None:
        """Play a hand."""
        meeting = Meeting(self.game_id, {}, ("expert-1", "a", "b", "c"), seed, Budget(iterations=WORLDS), 1e4, 1)
        play_rotation(meeting, deal, 0, meeting.rotations[deal % SEATS], make=self._seat)

    def _seat(self, meeting: Meeting, deal: int, _rotation: int, seat: int, name: str) -> Player:
        def act(view: View, rng: np.random.Generator) -> int:
            bets = self.habits.is_betting(view.record) and len(view.legal) > 1
            if bets and name != "expert-1" and rng.random() < ODD:
                return bet_any(view, rng, self.habits)
            action = self._expert(view, rng)
            if bets:
                self._count(view, action)
            return action

        return Player(name, PolicyBot(name, act, derive_seed(meeting.seed, deal, seat)), meeting.patience)

    def _count(self, view: View, action: int) -> None:
        cell = self.habits.find_cell(view.record, self._equity(view.array, 0))
        self.counts[(*cell, self.habits.find_habit(view.record, action))] += 1


def bet_any(view: View, rng: np.random.Generator, habits: ModuleType) -> int:
    """Stay, or bet any part of the pot."""
    m, part = view.record, float(rng.choice(ODD_SIZES))
    owed = int(m.bet - m.step_paid[m.actor])
    if part == 0 or view.legal.ranges[-1][0] <= FOLD:
        return CALL if owed > 0 else CHECK
    amount = int(part * (count_pot(m) + owed) + 0.5)
    return int(habits.raise_by(m, amount))


def smooth(counts: Counts) -> npt.NDArray[np.float32]:
    """Return the probabilities of the habits."""
    near = counts.copy()
    near[:, :, :, 1:] += counts[:, :, :, :-1] / 2
    near[:, :, :, :-1] += counts[:, :, :, 1:] / 2
    near += counts.sum(axis=1, keepdims=True)
    far = near.sum(axis=2, keepdims=True)
    near += FAR * to_parts(far + FARTHER * far.sum(axis=1, keepdims=True))
    found = counts + LEAN * to_parts(near)
    found[:, :, 0, :, FOLDING] = 0
    return to_parts(found).astype(np.float32)


def to_parts(counts: Counts) -> Counts:
    return np.asarray(counts / np.maximum(counts.sum(axis=-1, keepdims=True), 1e-9))


def main(game_id: str) -> None:
    game(game_id).compiled_policies.compile()
    counter = Counter(game_id)
    for seed, deals in DEALS[game_id].items():
        for deal in range(deals):
            counter.play(seed, deal)
    file = counter.habits.FILE
    np.savez_compressed(file, habits=smooth(counter.counts))
    print(f"{int(counter.counts.sum())} decisions, {sha256(file.read_bytes()).hexdigest()}")


if __name__ == "__main__":
    main(sys.argv[1])
