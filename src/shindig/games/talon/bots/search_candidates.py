"""Candidate actions of a search, and the end of a hand for it."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.array_and_bit_kernels import find_lowest_bit
from shindig.gamekit.array_rules_engine import count_actions, nth_action
from shindig.gamekit.policies.policy_spec import MOST_CHOICES, Actions, Generator

from ..rules.exchange import layable
from ..rules.phases import legal
from ..rules.play import playable
from ..rules.state import CUT, DONE, DRY, IDS, LAY, LAYS, LEAVE, MISERY, PLAY, PLAYS, RANKS, SHOW, SUITED, Talon
from .endgame_solver import next_alike
from .exchange_choice import dealt, may_lay, wish
from .policy import policy

MOST_LAYS = 7
"""Largest number of the hand's cards considered for a place in the talon."""


@kernel
def settled(m: Talon) -> bool:
    """Return True if the hand is over: it is counted, or cards are dealt again."""
    return bool(m.phase < DRY or m.phase == DONE)


@kernel
def choose(m: Talon, ranges: Ranges, rng: Generator, choices: Actions) -> int:
    """Write the actions worth comparing, the policy's first, and return their count. Calls that only reveal are the
    policy's."""
    choices[0] = policy(m, ranges, rng)
    if m.phase == CUT or m.phase == MISERY or m.phase == SHOW:
        return 1
    if m.phase == PLAY:
        return int(choose_cards(m, choices))
    if m.phase == LAY:
        return int(choose_lays(m, choices))
    written, count = 1, legal(m, ranges)
    for n in range(min(count_actions(ranges, count), MOST_CHOICES)):
        written = add(choices, written, nth_action(ranges, n))
    return written


@kernel
def add(choices: Actions, written: int, action: int) -> int:
    """Append an action other than the first, and return the new count."""
    if action == choices[0] or written == MOST_CHOICES:
        return written
    choices[written] = action
    return written + 1


@kernel
def choose_cards(m: Talon, choices: Actions) -> int:
    """Write one card of each run of equivalent cards."""
    suits, trumps = playable(m)
    written = 1
    while suits or trumps:
        card, found = find_lowest_bit(suits) if suits else SUITED + find_lowest_bit(trumps), False
        first = card
        while card >= 0:
            found = found or PLAYS + card == choices[0]
            if card < SUITED:
                suits &= ~(1 << card)
            else:
                trumps &= ~(1 << card - SUITED)
            card = next_alike(m, card, suits, trumps)
        if not found:
            written = add(choices, written, PLAYS + first)
    return written


@kernel
def choose_lays(m: Talon, choices: Actions) -> int:
    """Write the choice to leave the talon's card, and the best cards to lay away."""
    leave, suits, trumps = layable(m)
    written = add(choices, 1, LEAVE) if leave else 1
    last, before, most_written = 1e9, -1, written + MOST_LAYS
    while written < most_written:
        card = next_lay(m, suits, trumps, last, before)
        if card < 0:
            return written
        value = wish(m, card)
        if value != last or card // RANKS != before // RANKS:
            written = add(choices, written, LAYS + card)
        last, before = value, card
    return written


@kernel
def next_lay(m: Talon, suits: int, trumps: int, last: float, before: int) -> int:
    """Return the next best card to lay away after one with its rating; -1 if there is none."""
    best, most = -1, -1e9
    for card in range(IDS):
        if may_lay(suits, trumps, card) and dealt(m, card):
            value = wish(m, card)
            if value > most and (value < last or (value == last and card > before)):
                best, most = card, value
    return best
