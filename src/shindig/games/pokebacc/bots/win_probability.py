"""Probability of a seat to win a hand among `steady-1`s, from a full record, by a trained net.

A net with one hidden layer maps each seat's signs to a number, and has one more number for a drawn hand. The
probabilities are the softmax of these. Each game and number of players has a net of its own.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import CHANCE, Numbers, Records

from ..rules.state import FEWEST_CARDS, MAX_SEATS, QUIET, TURN, Pokebacc
from .sampled_worlds import UnseenCards
from .win_features import FACTS, SIGNS, write_facts, write_signs

DIGEST = "52c654381079d57b2f1d68e6ffed2ca7684c8fbe7b5ce3a8e8b4bf524438d19d"
"""SHA-256 of win.npz, so that the compile cache never reuses code with other weights."""
FILE = Path(__file__).with_name("win.npz")
FEWEST_SEATS = 3
ROUNDS = 1
"""Number of rounds after which a hand is evaluated."""

with np.load(FILE) as _found:
    HIDDEN = _found["hidden"].astype(np.float64)
    """float64[3, 4, SIGNS + 1, UNITS]: by game and players, weights of each sign for each unit; the last row is the
    bias."""
    LAST = _found["last"].astype(np.float64)
    """float64[3, 4, UNITS + SIGNS + 1]: weights of the units and of the signs, and the number of a drawn hand."""
UNITS = HIDDEN.shape[3]


@kernel
def guess(k: UnseenCards, matches: Records, i: int, seat: int) -> float:
    """Return a seat's probability to win the hand of record i, a round on; NaN if it is to be played on."""
    m = matches[i]
    if not is_known(m) or m.actor == CHANCE or m.phase != TURN or m.melded:
        return float(np.nan)
    if finished_turns(m) < k.turns + ROUNDS * m.seats:
        return float(np.nan)
    return chance_to_win(m, seat)


@kernel
def is_known(m: Pokebacc) -> bool:
    """Return True if the net applies: no money, default rules, cards enough for a round."""
    usual = m.exhaustion == QUIET and m.quiet_turns == 0 and m.tie_break == FEWEST_CARDS and not m.stakes
    return bool(usual and m.stock + m.pile_count >= 2 * m.seats)


@kernel
def finished_turns(m: Pokebacc) -> int:
    """Return the number of finished turns of the hand."""
    total = 0
    for seat in range(m.seats):
        total += m.turns[seat]
    return int(total)


@kernel
def chance_to_win(m: Pokebacc, seat: int) -> float:
    """Return the probability to win of a seat, which plays the policy among `steady-1`s, at the start of a turn."""
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
    """Return the net's number for a seat's signs; `units`, float64[UNITS], is scratch memory."""
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
