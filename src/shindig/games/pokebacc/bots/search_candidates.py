"""Candidate actions of a search: the policy's, and those that cost least by the outlook."""

from __future__ import annotations

from typing import Final

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.array_rules_engine import count_actions, nth_action
from shindig.gamekit.policies.policy_spec import Actions, Generator

from ..rules.phases import legal
from ..rules.state import DISASTER, DISCARD, INFLICT, SPARE, TURN, Pokebacc
from ..worth.meld_numbering import BIT, mask_of, score_of
from .hand_prospects import hand_worth
from .policy import dead_cards, policy, step_of

MOST_DISCARDS: Final = 6
MOST_LAYS: Final = 5
"""Largest number of each kind compared beside the policy's own."""
DIGITS: Final = 9
"""Digits of a value that count, so that equal values are equal on every processor."""


@kernel
def choose(m: Pokebacc, ranges: Ranges, rng: Generator, choices: Actions) -> int:
    """Write the actions worth comparing, the policy's first, and return their count."""
    choices[0] = policy(m, ranges, rng)
    if m.phase == TURN and choices[0] < SPARE:
        return turn_choices(m, ranges, choices)
    if m.phase == DISASTER:
        return answer_choices(m, ranges, choices)
    return 1


@kernel
def answer_choices(m: Pokebacc, ranges: Ranges, choices: Actions) -> int:
    """Write the choices to spare, and to inflict the first Disaster held."""
    count = legal(m, ranges)
    if count == 1:
        return 1
    choices[1] = SPARE if choices[0] >= INFLICT else ranges[1, 0]
    return 2


@kernel
def turn_choices(m: Pokebacc, ranges: Ranges, choices: Actions) -> int:
    """Write the best discards and the best melds to lay down."""
    values, count = np.empty(len(ranges)), legal(m, ranges)
    actions, written = np.empty(len(ranges), np.int32), 1
    for first, end, most in ((0, DISCARD, MOST_LAYS), (DISCARD, SPARE, MOST_DISCARDS)):
        n = 0
        for i in range(count_actions(ranges, count)):
            action = nth_action(ranges, i)
            if first <= action < end and action != choices[0]:
                actions[n], values[n] = action, round(worth_after(m, action), DIGITS)
                n += 1
        for _ in range(min(n, most)):
            best = int(np.argmax(values[:n]))
            choices[written] = actions[best]
            written += 1
            values[best] = -1e9
    return written


@kernel
def worth_after(m: Pokebacc, action: int) -> float:
    """Return expected points after an action of one's turn."""
    held, dead, v, step = int(m.held[m.actor]), dead_cards(m), int(m.variant), step_of(m)
    if action < DISCARD:
        return score_of(action, v) + hand_worth(held & ~mask_of(action, v), dead, v, step)
    card = BIT[action - DISCARD]
    return hand_worth(held & ~card, dead | card, v, step)
