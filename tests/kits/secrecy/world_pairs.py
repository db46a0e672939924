"""Pairs of worlds that differ only in what a viewer cannot know: the same bytes on every channel, in no other time.

`python -m tests.kits.secrecy.world_pairs [COUNT]` compares so many, over all games, prints how many there were of each,
and what can be guessed from the time that it takes to make what a viewer is given. It ends with status 1 at
a difference.
"""

from __future__ import annotations

import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import count
from time import perf_counter_ns
from typing import NamedTuple

import numpy as np

from shindig.gamekit import game_ids
from shindig.match import View
from shindig.testing.array_overrun_checks import Walk, WalkStep, read_legal
from shindig.testing.array_overrun_checks import walk_match as walk_through
from shindig.testing.checks import view_leaks
from tests.kits.secrecy.class_guesses import accuracies
from tests.kits.server.viewer_channels import said, silent

TWINS, STEPS = 12, 80
"""Of a match, changed ones, and the steps for which each is followed."""
TIMED = 40_000
"""Pairs whose times are looked at."""


class Timed(NamedTuple):
    """How long one of two worlds took to tell, and whether the actor may choose among more there than in the other."""

    place: tuple[int, ...]
    """What everybody knows: game, phase, viewer."""
    took: int
    more: bool


class DifferError(Exception):
    """Two worlds that a viewer cannot tell apart are told differently."""


def compared(game: int, seed: int) -> Iterator[Timed | None]:
    """Every pair of a match with those that differ from it in cards that a viewer does not see; the times of some."""
    (rules, fixed), rng = silent(game_ids()[game]), np.random.default_rng(seed)
    *_, one = walk_through(rules, seed, fixed)
    for both, steps in view_leaks.make_pairs(one, TWINS, view_leaks.list_revealing_fields(rules)):
        alike(both)
        for step in steps[:STEPS]:
            watching = {viewer: both.get_views(viewer)[0] for viewer in both.blind}
            if not watching or not both.take_step(step):
                break
            alike(both)
            for viewer in both.blind:
                yield told_alike((game, viewer), (one, watching[viewer], step), both, int(rng.integers(2)))


def alike(both: view_leaks.Pair) -> None:
    for wrong in both.compare():
        raise DifferError(f"{both.game.id}: {wrong}")


def told_alike(
    place: tuple[int, int], seen: tuple[Walk, View, WalkStep], both: view_leaks.Pair, first: int
) -> Timed | None:
    """Compare what a viewer is given in both worlds; the time of the first, where their choices differ in number."""
    views, begun = both.get_views(place[1]), perf_counter_ns()
    told = said(*seen, views[first])
    took = perf_counter_ns() - begun
    if told != said(*seen, views[1 - first]):
        raise DifferError(f"{both.game.id}, phase {int(both.first['phase'][0])}: viewer {place[1]} is told which it is")
    mine, others = (choices(both, world) for world in (first, 1 - first))
    return None if mine == others else Timed((*place, int(both.first["phase"][0])), took, mine > others)


def choices(both: view_leaks.Pair, world: int) -> int:
    """How many actions are legal in a world."""
    match = (both.first, both.second)[world]
    rows = read_legal(both.game, match[0]).rows if match["actor"][0] >= 0 else []
    return sum(last - first + 1 for first, last in rows)


def guessed(times: list[Timed]) -> dict[str, float]:
    """How often each learner says rightly in which world there was more to choose from, by time and place."""
    usual = defaultdict[tuple[int, ...], list[float]](list)
    for one in times:
        usual[one.place].append(math.log(one.took))
    rows = [(math.log(one.took) - np.median(usual[one.place]), math.log(one.took), *one.place) for one in times]
    order = np.random.default_rng(0).permutation(len(times))
    return accuracies(np.array(rows)[order], np.array([one.more for one in times])[order])


def main(many: int) -> None:
    """Compare so many pairs, and print what was found."""
    counts, times = Counter[str](), list[Timed]()
    for seed in count():
        for game, game_id in enumerate(game_ids()):
            for timed in compared(game, seed):
                counts[game_id] += 1
                times += [timed] if timed and len(times) < TIMED else []
        if counts.total() >= many:
            break
    print(
        f"{counts.total():,} pairs, the same bytes for all: "
        + ", ".join(f"{n:,} of {one}" for one, n in counts.items())
    )
    print(f"by time, of {len(times) // 2:,}: " + ", ".join(f"{who} {part:.1%}" for who, part in guessed(times).items()))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
