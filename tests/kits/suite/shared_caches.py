"""Fill the caches that all test processes share, before they begin: rules, policies, and the modules of tests.

`make test` runs this beside the checks of style and types. Without it each process compiles what it needs first, often
what another one is just compiling, and parts that several kernels have in common once for each process.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shindig.gamekit import Game

PROCESSES = 2
TRIES = 20
"""Random matches in which a first world is looked for."""
SIMULATED, PLAYED_ON = ("tall-card",), ("talon",)
"""Games that tests simulate in compiled code, and whose worlds they play to the end."""


def compile_game(game_id: str) -> None:
    """Compile a game's rules, its policies, and what else the tests call, where it is not yet cached.

    One process compiles all of a game, since it translates what several entry points call only once.
    """
    from shindig.gamekit import game
    from shindig.gamekit.luck_adjustment import compile_luck
    from shindig.lab.run.compiled_matches import compile_kernels

    rules = game(game_id)
    rules.compiled_policies.compile()
    compile_worlds(rules)
    if rules.luck is not None:
        compile_luck(rules)
    if game_id in SIMULATED:
        compile_kernels(rules, thinking=False)


def compile_worlds(rules: Game) -> None:
    """Compile what samples worlds and plays them on, by doing so at the first turn of a match that allows it."""
    import numpy as np

    from shindig.match import Match, fair

    policies, rng = rules.compiled_policies, np.random.default_rng(1)
    ranges, items = policies.scratch()
    known, worlds = np.zeros(1, policies.known_type), rules.rules.layout.empty(2 + policies.spec.depth)
    for seed in range(TRIES):
        match = Match(rules, rules.rules.seats[0], {}, fair(seed))
        while not match.over:
            seat, view = match.to_act, match.view(match.to_act)
            seen = view.history.views, view.history.actors, view.history.actions
            allowed = policies.update_beliefs(*seen, known)
            if allowed and policies.sample_world(known, *seen, worlds, 0, ranges, rng) > 0:
                if rules.id in PLAYED_ON:
                    policies.rollout(worlds, 0, seat, known, ranges, items, rng)
                return
            match.play(view.legal[int(rng.integers(len(view.legal)))])
    raise AssertionError(f"no world of {rules.name} in {TRIES} matches")


def compile_tests() -> None:
    """Let pytest rewrite and compile each module of tests."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "--numprocesses", "0"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def list_work() -> list[Callable[[], None]]:
    """Return what is to be done, games that share their rules once."""
    from shindig.gamekit import game, game_ids

    games = {game(game_id).plain.apply: game_id for game_id in game_ids()}
    return [compile_tests, *(partial(compile_game, game_id) for game_id in games.values())]


def main() -> None:
    with ProcessPoolExecutor(PROCESSES) as processes:
        for done in [processes.submit(work) for work in list_work()]:
            done.result()


if __name__ == "__main__":
    main()
