"""Fit the steady bot's bidding for Talon: margins of random takers in its own self-play, by features of their hands.

Usage: python -m research.talon.calibrate_bidding [hands for each number of players and kind of contract]
Prints the tables WEIGHTS and SPREAD of src/shindig/games/talon/bots/bidding.py.
"""

from __future__ import annotations

import sys

import numpy as np

import shindig
from shindig.games.talon.bots.bidding import FEATURES, features
from shindig.games.talon.rules.score import NEEDED
from shindig.games.talon.rules.state import BID, BIDS, SHEET_HALF, SHEET_HONORS
from shindig.match import View
from shindig.policy_bots import steady

CONTRACTS = (2, 3, 4)
"""One for each kind: with the exchange, without the talon, against it."""


def read_hand(view: View) -> tuple[int, int]:
    """Return the hand as bits: its suits, and its trumps."""
    return int(view.record.suits[view.seat]), int(view.record.trumps[view.seat])


def one_hand(players: int, contract: int, rng: np.random.Generator) -> tuple[tuple[int, ...], float]:
    """Play a hand with a random taker. Return the features of their hand and their margin in points."""
    match = shindig.new("talon", players, seed=int(rng.integers(2**31)), hands=1)
    taker = int(rng.integers(players))
    found: tuple[int, ...] = ()
    while not match.over:
        view = match.view(match.to_act)
        if view.record.phase == BID:
            mine = view.seat == taker and view.record.contract == 0
            found = features(*read_hand(view)) if mine else found
            match.play(BIDS + contract if mine else BIDS)
        else:
            match.play(steady(view, rng))
    row = match.record.sheet[0]
    return found, (int(row[SHEET_HALF]) - NEEDED[row[SHEET_HONORS]]) / 2


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    rng = np.random.default_rng(1)
    print(f"# {', '.join(FEATURES)}")
    for players in (3, 4, 5):
        spreads = []
        for kind, contract in enumerate(CONTRACTS):
            rows = [one_hand(players, contract, rng) for _ in range(hands)]
            x, y = np.array([row[0] for row in rows], float), np.array([row[1] for row in rows])
            ridge = 2.0 * np.eye(x.shape[1])
            ridge[0, 0] = 0
            weights = np.linalg.solve(x.T @ x + ridge, x.T @ y)
            spreads.append(float(np.std(y - x @ weights)))
            print(f"    ({players}, {kind}): ({', '.join(f'{w:.2f}' for w in weights)}),")
        print(f"# spread for {players}: {np.mean(spreads):.1f}", flush=True)


if __name__ == "__main__":
    main()
