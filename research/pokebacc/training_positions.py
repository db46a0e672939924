"""Training positions for the prediction of a hand's winner: one seat plays the policy, the others `steady-1`.

Until some turn they sometimes take another candidate action of a search, and always at that turn. Each later turn is a
position.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from research.pokebacc.compiled_steady_1 import plain
from shindig.core.kernel_compiler import compile_kernel, kernel
from shindig.core.layout_and_views import CHANCE, Items, Numbers, Ranges, Records
from shindig.gamekit import game
from shindig.gamekit.array_rules_engine import shuffle
from shindig.gamekit.policies.policy_spec import MOST_CHOICES, Generator
from shindig.games.pokebacc.bots.policy import policy
from shindig.games.pokebacc.bots.search_candidates import choose
from shindig.games.pokebacc.bots.win_features import FACTS, SIGNS, write_facts, write_signs
from shindig.games.pokebacc.bots.win_probability import finished_turns
from shindig.games.pokebacc.rules.deal import chance_items, chance_order
from shindig.games.pokebacc.rules.phases import apply
from shindig.games.pokebacc.rules.state import MAX_SEATS, RUNNING, TURN, Pokebacc
from shindig.games.pokebacc.worth.best_layout_search import run_table

OTHERWISE = 0.15
"""Probability of another action, until the turn from which positions are stored."""
LATEST = 8
"""Number of rounds within which that turn is."""
DRAWS = 24
"""Number of samples of `steady-1` here."""
Signs = npt.NDArray[np.float32]
Winners = npt.NDArray[np.int8]


@kernel
def advance(m: Pokebacc, viewer: int, ranges: Ranges, items: Items, rng: Generator, runs: Numbers) -> None:
    """Take one step: an order of chance, or the action of the viewer's policy, or of `steady-1` for others."""
    if m.actor == CHANCE:
        count = chance_items(m, items)
        shuffle(items, count, rng)
        chance_order(m, items[:count])
    elif m.actor == viewer:
        apply(m, policy(m, ranges, rng))
    else:
        apply(m, plain(m, runs, np.empty(DRAWS, np.int64), rng))


@kernel
def play_positions(
    fresh: Records,
    work: Records,
    ranges: Ranges,
    items: Items,
    rng: Generator,
    runs: Numbers,
    signs: Numbers,
    winners: Numbers,
) -> None:
    """Play hands until `signs`, float32[n, players, SIGNS], is full of positions."""
    first = 0
    while first < len(signs):
        work[0] = fresh[0]
        last = play_hand(work, ranges, items, rng, runs, signs, first)
        winners[first:last] = work[0].hand_winner
        first = last


@kernel
def play_hand(
    work: Records, ranges: Ranges, items: Items, rng: Generator, runs: Numbers, signs: Numbers, n: int
) -> int:
    """Play a hand, store its positions from the n-th on, and return the new count."""
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
            advance(m, viewer, ranges, items, rng, runs)
    return n


def positions(name: str, players: int, count: int, seed: int) -> tuple[Signs, Winners]:
    """Return float32[n, players, SIGNS] and int8[n]: signs of positions, and winners; `players` if nobody won."""
    rules, play = game(name), compile_kernel(play_positions)
    signs, winners = np.zeros((count, players, SIGNS), np.float32), np.zeros(count, np.int8)
    rng, work = np.random.default_rng(seed), rules.rules.layout.empty(1)
    play(rules.new(players), work, *rules.compiled_policies.scratch(), rng, run_table(), signs, winners)
    return signs, np.where(winners < 0, players, winners).astype(np.int8)
