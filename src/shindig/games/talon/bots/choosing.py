"""What a search looks at: the actions worth comparing, and when a hand's value stands."""

from __future__ import annotations

from ...engine import count_actions, nth_action
from ...hands import lowest
from ...kernels import kernel
from ...layout import Ranges
from ...minds.parts import MOST_CHOICES, Actions, Generator
from ..rules.exchange import layable
from ..rules.phases import legal
from ..rules.play import playable
from ..rules.state import CUT, DONE, DRY, IDS, LAY, LAYS, LEAVE, MISERY, PLAY, PLAYS, RANKS, SHOW, SUITED, Talon
from .endgame import next_alike
from .laying import dealt, may_lay, wish
from .policy import policy

MOST_LAYS = 7
"""Cards of the hand that are thought of for a place in the talon."""


@kernel
def settled(m: Talon) -> bool:
    """Whether there is nothing more to play for: the hand is counted, or cards are dealt again."""
    return bool(m.phase < DRY or m.phase == DONE)


@kernel
def choose(m: Talon, ranges: Ranges, rng: Generator, choices: Actions) -> int:
    """Write the policy's action and others worth comparing: their number. What only hides or tells is the policy's."""
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
    """Write an action that is not the first one: how many there are then."""
    if action == choices[0] or written == MOST_CHOICES:
        return written
    choices[written] = action
    return written + 1


@kernel
def choose_cards(m: Talon, choices: Actions) -> int:
    """One of each run of cards that are as good as each other."""
    suits, trumps = playable(m)
    written = 1
    while suits or trumps:
        card, found = lowest(suits) if suits else SUITED + lowest(trumps), False
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
    """To leave the talon's card, and the cards that are laid away most gladly."""
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
    """The card laid away most gladly of those that come after one with its wish; -1 where there is none."""
    best, most = -1, -1e9
    for card in range(IDS):
        if may_lay(suits, trumps, card) and dealt(m, card):
            value = wish(m, card)
            if value > most and (value < last or (value == last and card > before)):
                best, most = card, value
    return best
