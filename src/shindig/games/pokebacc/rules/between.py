"""Between two hands of a match for money: each player in turn may propose to raise the stakes. PB-50."""

from __future__ import annotations

from ...betting.state import IN
from ...kernels import kernel
from ...layout import Ranges
from ...turns import ask
from .funds import most
from .state import HAND_OVER, MAIN, PASS, PROPOSE, RAISE, SPEAK, Pokebacc


@kernel
def next_speaker(m: Pokebacc) -> None:
    """Give the word to the next player from the dealer's left who has not had it; after the last, to the deal."""
    for step in range(1, m.seats + 1):
        seat = (m.dealer + step) % m.seats
        if m.status[seat] == IN and not m.spoken[seat] and most(m, seat) > 0:
            m.phase = RAISE
            m.actor = seat
            return
    m.phase = HAND_OVER
    ask(m, MAIN)


@kernel
def legal_words(m: Pokebacc, ranges: Ranges) -> int:
    """Leave the stakes as they are, or raise them."""
    ranges[0, :] = PASS
    ranges[1, 0] = PROPOSE
    ranges[1, 1] = PROPOSE + most(m, int(m.actor)) - 1
    return 2


@kernel
def pass_on(m: Pokebacc) -> int:
    """Propose nothing."""
    m.spoken[m.actor] = 1
    return SPEAK
