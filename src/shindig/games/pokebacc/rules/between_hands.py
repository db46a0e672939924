"""Between two hands of a match for money: each player in turn may propose to raise the stakes, or retire. PB-50."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.betting.state import IN, NOBODY, OUT
from shindig.gamekit.betting.steps import count_in, next_in
from shindig.gamekit.turn_and_range_kernels import ask_chance

from .ending import end_match
from .funds import collect, most
from .state import HAND_OVER, LAST_LEFT, LEAVE, MAIN, PASS, PROPOSE, RAISE, SPEAK, Pokebacc


@kernel
def next_speaker(m: Pokebacc) -> None:
    """Ask the next player from the dealer's left who has not spoken; after the last, go on to the deal."""
    for step in range(1, m.seats + 1):
        seat = (m.dealer + step) % m.seats
        if m.status[seat] == IN and not m.spoken[seat] and most(m, seat) > 0:
            m.phase = RAISE
            m.actor = seat
            return
    m.phase = HAND_OVER
    ask_chance(m, MAIN)


@kernel
def legal_words(m: Pokebacc, ranges: Ranges) -> int:
    """Write the choices: retire (not in version 1), leave the stakes, or raise them."""
    count = 0
    if m.version > 1:
        ranges[0, :] = LEAVE
        count = 1
    ranges[count, :] = PASS
    ranges[count + 1, 0] = PROPOSE
    ranges[count + 1, 1] = PROPOSE + most(m, int(m.actor)) - 1
    return count + 2


@kernel
def pass_on(m: Pokebacc) -> int:
    """Propose nothing."""
    m.spoken[m.actor] = 1
    return SPEAK


@kernel
def retire(m: Pokebacc) -> int:
    """Leave the match instead of proposing; the last player left wins it."""
    m.status[m.actor] = OUT
    collect(m)
    if count_in(m) > 1:
        return SPEAK
    return end_match(m, next_in(m, NOBODY), LAST_LEFT)
