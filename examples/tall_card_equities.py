"""Inputs of a net that plays Tall Card: the equities by which `steady` claims, discards and bets."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shindig.core.kernel_compiler import compile_kernel, kernel
from shindig.core.layout_and_views import Records
from shindig.gamekit.betting.equity_betting import find_other_in
from shindig.gamekit.five_cards.state import HAND
from shindig.games.tall_card.bots.equity import best_discard, draw_hope, hope_of, made_hope_of
from shindig.games.tall_card.rules.state import CLAIM, DRAW, FIRST_BETS, SECOND_BETS

Floats = npt.NDArray[np.float32]
COUNT = 7 + HAND
"""Inputs: the equity with and without the claim, and what it gains; the best discard, a card each, and its equity; that
of the hand when betting, its cube, and what is left of it if a bet without a draw may be a bluff. The rest are 0."""


@kernel
def write_equities(matches: Records, inputs: Floats) -> None:
    """Write the inputs of each match for the seat to act, by what it may know: float32[n, COUNT]."""
    inputs[:] = 0
    for i in range(len(matches)):
        m, row = matches[i], inputs[i]
        if m.phase == CLAIM:
            row[0], row[1] = draw_hope(m, m.actor, m.actor), draw_hope(m, m.actor, find_other_in(m, m.actor))
            row[2] = 5 * (row[0] - row[1])
        elif m.phase == DRAW:
            mask = best_discard(m, m.actor)
            for place in range(HAND):
                row[3 + place] = mask >> place & 1
            row[3 + HAND] = draw_hope(m, m.actor, m.claimer)
        elif m.phase == FIRST_BETS or m.phase == SECOND_BETS:
            hope = hope_of(m, m.actor)
            row[4 + HAND], row[5 + HAND] = hope, hope**3
            if m.phase == SECOND_BETS:
                row[6 + HAND] = made_hope_of(m, m.actor, True)


def compute_hints(matches: Records) -> Floats:
    """Return the inputs of all matches, float32[n, COUNT]."""
    inputs = np.empty((len(matches), COUNT), np.float32)
    compile_kernel(write_equities)(matches, inputs)
    return inputs
