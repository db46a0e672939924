"""The chance of a seat to win a hand of `steady-1`s, of a whole record, learnt from hands played on (`train.py`).

A net with one hidden layer makes a number of each seat's signs, and has one more for a drawn hand. The chances are in
proportion to e to the power of these. Each game and number of players has a net of its own.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ...kernels import kernel
from ...layout import CHANCE, Numbers, Records
from ..rules.state import FEWEST_CARDS, MAX_SEATS, QUIET, TURN, Pokebacc
from .signs import FACTS, SIGNS, write_facts, write_signs
from .worlds import Knows

DIGEST = "52c654381079d57b2f1d68e6ffed2ca7684c8fbe7b5ce3a8e8b4bf524438d19d"
"""SHA-256 of win.npz, so that machine code made from other weights is not taken for this one's."""
FILE = Path(__file__).with_name("win.npz")
FEWEST_SEATS = 3
ROUNDS = 1
"""After so many rounds a hand is judged."""

with np.load(FILE) as _found:
    HIDDEN = _found["hidden"].astype(np.float64)
    """float64[3, 4, SIGNS + 1, UNITS]: by game and players, what each sign counts for each unit; then what is added."""
    LAST = _found["last"].astype(np.float64)
    """float64[3, 4, UNITS + SIGNS + 1]: what each unit counts, each sign by itself, and the number of a drawn hand."""
UNITS = HIDDEN.shape[3]


@kernel
def guess(k: Knows, matches: Records, i: int, seat: int) -> float:
    """The chance of a seat to win the hand of record i, a round on; NaN where it is to be played on."""
    m = matches[i]
    if not is_known(m) or m.actor == CHANCE or m.phase != TURN or m.melded:
        return float(np.nan)
    if finished_turns(m) < k.turns + ROUNDS * m.seats:
        return float(np.nan)
    return chance_to_win(m, seat)


@kernel
def is_known(m: Pokebacc) -> bool:
    """Whether hands like this one were learnt from: no money, rules as usual, cards enough for a round."""
    usual = m.exhaustion == QUIET and m.quiet_turns == 0 and m.tie_break == FEWEST_CARDS and not m.stakes
    return bool(usual and m.stock + m.pile_count >= 2 * m.seats)


@kernel
def finished_turns(m: Pokebacc) -> int:
    """The turns of the hand that are over."""
    total = 0
    for seat in range(m.seats):
        total += m.turns[seat]
    return int(total)


@kernel
def chance_to_win(m: Pokebacc, seat: int) -> float:
    """The chance of a seat, which plays by the policy among `steady-1`s, to win the hand at the start of a turn."""
    facts, signs, units = np.empty((MAX_SEATS, FACTS)), np.empty(SIGNS), np.empty(UNITS)
    write_facts(m, facts)
    row = int(m.seats) - FEWEST_SEATS
    total, mine = np.exp(LAST[m.variant, row, UNITS + SIGNS]), 0.0
    for other in range(m.seats):
        write_signs(m, facts, other, seat, signs)
        odds = np.exp(number_of(signs, HIDDEN[m.variant, row], LAST[m.variant, row], units))
        total += odds
        if other == seat:
            mine = odds
    return float(mine / total)


@kernel
def number_of(signs: Numbers, hidden: Numbers, last: Numbers, units: Numbers) -> float:
    """What the net makes of a seat's signs; works in `units`, float64[UNITS]."""
    total = 0.0
    for j in range(UNITS):
        units[j] = hidden[SIGNS, j]
    for k in range(SIGNS):
        total += signs[k] * last[UNITS + k]
        if signs[k] != 0:
            for j in range(UNITS):
                units[j] += signs[k] * hidden[k, j]
    for j in range(UNITS):
        total += max(units[j], 0.0) * last[j]
    return float(total)
