"""How often advice is the expert's own choice, and what it costs where it is not.

Usage: python scripts/advice.py talon --players 3 --positions 1000
Positions come from matches of steady bots. Where the two differ, both choices are weighed once more, by a chance of its
own, over as many deals as --worlds says. Prints how often they agree, how often the others are within the error, and
what following the advice in place of the expert brings a hand, over all positions, with its 95 % interval.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from shindig.bots import make
from shindig.bots.advice import WITHIN, advise
from shindig.gamekit import game
from shindig.gamekit.policies.world_search import Search
from shindig.match import Match, View, fair
from shindig.observations import Budget


class Compared(NamedTuple):
    """A position: whether both choose alike, else what the advised choice brings more, and the error of that."""

    alike: bool
    more: float = 0.0
    error: float = 0.0


def positions(name: str, players: int, seed: int) -> Iterator[View]:
    """Choices in matches of steady bots, without end."""
    rules = game(name)
    for number in range(1 << 30):
        match = Match(rules, players, {}, fair(seed, number))
        bots = [make(name, "steady", number * players + seat) for seat in range(players)]
        while not match.over:
            view = match.view(match.to_act)
            if len(view.legal) > 1:
                yield view
            match.play(bots[match.to_act].act(view))


def compared(view: View, seed: int, worlds: int) -> Compared:
    """Advice beside the expert's choice at the room's usual budget."""
    view.budget = Budget(0.15)
    theirs, ours = make(view.game.id, "expert", seed).act(view), advise(view).action
    if theirs == ours:
        return Compared(True)
    return Compared(False, *weighed(view, ours, theirs, worlds, seed))


def weighed(view: View, ours: int, theirs: int, worlds: int, seed: int) -> tuple[float, float]:
    """What one choice brings more than another, in the same deals, and the standard error."""
    rng = np.random.default_rng(seed)
    return Search(view.game.compiled_policies, view.history, rng, (ours, theirs)).difference(worlds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--worlds", type=int, default=1024)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game(given.game).compiled_policies.compile()
    found: list[Compared] = []
    for number, view in enumerate(positions(given.game, given.players, given.seed)):
        found.append(compared(view, number, given.worlds))
        if len(found) == given.positions:
            break
        if len(found) % 100 == 0:
            print(summary(given.game, given.players, found), file=sys.stderr, flush=True)
    print(summary(given.game, given.players, found))


def summary(name: str, players: int, found: list[Compared]) -> str:
    differ = [one for one in found if not one.alike]
    close = sum(abs(one.more) <= WITHIN * one.error for one in differ)
    more = np.array([one.more for one in found])
    interval = WITHIN * more.std(ddof=1) / len(more) ** 0.5
    return (
        f"{name} for {players}, {len(found)} positions: alike {len(found) - len(differ)}, of the {len(differ)} others "
        f"{close} within the error; following advice brings {more.mean():+.3f} ± {interval:.3f} a hand a decision"
    )


if __name__ == "__main__":
    main()
