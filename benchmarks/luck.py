"""Whether the luck of the draws, taken out as AIVAT does, would narrow an arena's intervals: Tall Card for 2 and 4.

Usage: python -m benchmarks.luck [deals]
The luck of a seat is its share of what lies in the pot before the draw, as the cards fell, less the mean over orders of
the stock that is left; its mean is 0 whatever bots do (Burch, Schmid, Moravcik, Morrill, Bowling: AIVAT: a new variance
reduction technique for agent evaluation in imperfect information games, AAAI 2018). What a deal is worth by itself
cancels in the rotations: the bot has every seat once.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from shindig.bots import make
from shindig.games import game
from shindig.games.five_cards.state import HAND
from shindig.games.tall_card import GAME
from shindig.games.tall_card.rules.state import DECK, DISCARD, DRAW
from shindig.match import Match, fair

ORDERS = 400
"""Orders of the stock for a mean."""
Floats = npt.NDArray[np.float64]


def hand(deal: int, players: int, me: int, rng: np.random.Generator) -> tuple[float, float]:
    """What a hand brings the steady bot at a table of the first ones, and how much of that the draws have done."""
    match = Match(GAME, players, {}, fair(11, deal))
    bots = [make(GAME.id, "steady" if seat == me else "steady-1", deal * 10 + seat) for seat in range(players)]
    before: Any = None
    masks: dict[int, int] = {}
    while not match.over and not GAME.rules.hand.ended(match.record):
        seat, drawing = match.to_act, match.record.phase == DRAW
        if drawing and before is None:
            before = match.array[0].copy()
        action = int(bots[seat].act(match.view(seat)))
        if drawing:
            masks[seat] = action - DISCARD
        match.play(action)
    return float(GAME.rules.hand.payoff(match.record, me)), luck(before, masks, me, rng) if me in masks else 0.0


def luck(before: Any, masks: dict[int, int], me: int, rng: np.random.Generator) -> float:
    rest = before["stock"][int(before["dealt"]) : DECK]
    orders = np.stack([rest] + [rng.permutation(rest) for _ in range(ORDERS)])
    strengths, at = [], 0
    for seat, mask in masks.items():
        kept = [int(before["hand"][seat][i]) for i in range(HAND) if not mask >> i & 1]
        drawn = orders[:, at : at + HAND - len(kept)]
        at += drawn.shape[1]
        hands = np.sort(np.concatenate([np.tile(kept, (len(orders), 1)), drawn], axis=1)).astype(np.int8)
        strengths.append(GAME.strengths(hands, int(before["tall"]), seat == int(before["claimer"])))
    found = np.stack(strengths, axis=1)
    best = found == found.max(axis=1, keepdims=True)
    shares: Floats = best[:, list(masks).index(me)] / best.sum(axis=1)
    return float(before["paid"].sum() * (shares[0] - shares[1:].mean()))


def main() -> None:
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    game(GAME.id).mind.compile()
    for players in (2, 4):
        rng = np.random.default_rng(5)
        found = np.array([[hand(deal, players, me, rng) for me in range(players)] for deal in range(deals)])
        gains, lucks = found.mean(axis=1).T
        alike = np.corrcoef(found[:, :, 0].ravel(), found[:, :, 1].ravel())[0, 1]
        both = np.corrcoef(gains, lucks)[0, 1]
        print(
            f"{players} players, {deals} deals: gains and luck correlate by {alike:.2f} in single hands, {both:.2f} in "
            f"full rotations; at best an interval is narrower by {1 - np.sqrt(1 - both**2):.1%}",
            flush=True,
        )


if __name__ == "__main__":
    main()
