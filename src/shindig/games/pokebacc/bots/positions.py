"""Positions to learn from who wins a hand, of hands that are played on as a search plays them.

One seat plays by the policy, the others as they are taken to play. Until some turn they do something else that a search
would compare now and then, and at that turn too; each later turn is a position.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ... import game
from ...kernels import bind_in_turn, compiled, kernel
from ...layout import CHANCE, Items, Numbers, Ranges, Records
from ...minds.mind import bound
from ...minds.parts import MOST_CHOICES, Generator
from ..rules.phases import apply
from ..rules.state import MAX_SEATS, RUNNING, TURN
from .choices import choose
from .signs import FACTS, SIGNS, write_facts, write_signs
from .win import finished_turns

OTHERWISE = 0.15
"""How often something else than usual is done, until the turn from which positions are kept."""
LATEST = 8
"""Rounds within which that turn is."""
Signs = npt.NDArray[np.float32]
Winners = npt.NDArray[np.int8]


def _unbound(*_: Any) -> Any:
    raise AssertionError("a template must be bound to a game")


advance = _unbound


@kernel
def play_positions(
    fresh: Records, work: Records, ranges: Ranges, items: Items, rng: Generator, signs: Numbers, winners: Numbers
) -> None:
    """Play hands until there are as many positions as `signs`, float32[n, players, SIGNS], has room for."""
    first = 0
    while first < len(signs):
        work[0] = fresh[0]
        last = play_hand(work, ranges, items, rng, signs, first)
        winners[first:last] = work[0].hand_winner
        first = last


@kernel
def play_hand(work: Records, ranges: Ranges, items: Items, rng: Generator, signs: Numbers, n: int) -> int:
    """Play a hand, with its positions from the n-th on: how many there are then."""
    m = work[0]
    viewer, begin = int(rng.integers(0, int(m.seats))), int(rng.integers(0, LATEST * int(m.seats)))
    facts, row, choices = np.zeros((MAX_SEATS, FACTS)), np.zeros(SIGNS), np.empty(MOST_CHOICES, np.int32)
    while m.hands == 0 or m.ended == RUNNING:
        turns = finished_turns(m)
        starts = m.actor != CHANCE and m.phase == TURN and not m.melded
        if starts and turns > begin and n < len(signs):
            write_facts(m, facts)
            for seat in range(m.seats):
                write_signs(m, facts, seat, viewer, row)
                signs[n, seat] = row
            n += 1
        if starts and turns <= begin and (turns == begin or rng.random() < OTHERWISE):
            count = choose(m, ranges, rng, choices)
            apply(m, int(choices[int(rng.integers(0, count))]))
        else:
            advance(work, 0, viewer, ranges, items, rng)
    return n


def positions(name: str, players: int, count: int, seed: int) -> tuple[Signs, Winners]:
    """float32[n, players, SIGNS] and int8[n]: signs of positions, and who won the hand, `players` where nobody did."""
    rules = game(name)
    rules.compile()
    assert rules.minds is not None
    own = {"advance": bound(rules, rules.minds)["advance"]}
    play = compiled(bind_in_turn("positions", own, play_hand=play_hand, play=play_positions)["play"])
    signs, winners = np.zeros((count, players, SIGNS), np.float32), np.zeros(count, np.int8)
    rng = np.random.default_rng(seed)
    play(rules.new(players), rules.rules.layout.empty(1), *rules.mind.scratch(), rng, signs, winners)
    return signs, np.where(winners < 0, players, winners).astype(np.int8)
