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

PROCESSES = 2


def compile_game(game_id: str) -> None:
    """Compile a game's rules, its policies, and the worlds that these are tried in, where they are not yet cached."""
    import numpy as np

    from shindig import new

    match, rng = new(game_id, 3, seed=1), np.random.default_rng(1)
    policies, view = match.game.compiled_policies, match.view(match.to_act)
    policies.compile()
    known, worlds = np.zeros(1, policies.known_type), match.game.rules.layout.empty(2 + policies.spec.depth)
    seen = view.history.views, view.history.actors, view.history.actions
    if policies.update_beliefs(*seen, known):
        policies.sample_world(known, *seen, worlds, 0, policies.scratch()[0], rng)


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
