"""How much a bot wins a hand at a table of others: each deal once with the bot in every seat.

Usage: python scripts/strength.py talon expert --against steady-1 --players 3 --deals 400 --iterations 100
Prints the mean gain a hand with its 95 % interval, in the unit of the game's scores, and the time of a decision.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from shindig.bots import Bot, make
from shindig.games import game
from shindig.history import Budget
from shindig.lab.pool import run
from shindig.match import Match, fair

Z95 = 1.959964
PART = 10
"""Deals that a process plays in one go."""


@dataclass(frozen=True)
class Part:
    """Deals for one process."""

    game: str
    bot: str
    against: str
    players: int
    options: tuple[tuple[str, str], ...]
    budget: Budget
    seed: int
    even: bool
    """Whether a gain is what goes beyond the mean of all seats."""
    deals: range


def play_part(part: Part) -> tuple[list[float], list[float]]:
    """For each deal the bot's mean gain over all seats, and the seconds of each of its decisions."""
    rules = game(part.game)
    rules.compile()
    if rules.minds:
        rules.mind.compile()
    times: list[float] = []
    gains = [
        float(np.mean([play_hand(part, deal, seat, times) for seat in range(part.players)])) for deal in part.deals
    ]
    return gains, times


def play_hand(part: Part, deal: int, seat: int, times: list[float]) -> float:
    """What one hand brings the bot in a seat."""
    rules = game(part.game)
    match = Match(rules, part.players, dict(part.options), fair(part.seed, deal))
    bots: list[Bot] = [make(part.game, part.against, deal * 100 + n) for n in range(part.players)]
    bots[seat] = make(part.game, part.bot, deal * 100 + seat)
    while not match.over and not rules.rules.hand.ended(match.record):
        actor = match.to_act
        view = match.view(actor)
        view.budget = part.budget
        started = time.thread_time()
        action = bots[actor].act(view)
        if actor == seat:
            times.append(time.thread_time() - started)
        match.play(action)
    brought = [float(rules.rules.hand.payoff(match.record, other)) for other in range(part.players)]
    return brought[seat] - (float(np.mean(brought)) if part.even else 0.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("bot")
    parser.add_argument("--against", default="steady-1")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=Budget.seconds)
    parser.add_argument("--iterations", type=int)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--even", action="store_true", help="gain over the mean of all seats, for games of hands won")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    options = tuple((name, value) for name, _, value in (one.partition("=") for one in given.option))
    edges = [*range(0, given.deals, PART), given.deals]
    tasks = [
        Part(
            given.game,
            given.bot,
            given.against,
            given.players,
            options,
            Budget(given.seconds, given.iterations),
            given.seed,
            given.even,
            range(first, last),
        )
        for first, last in pairwise(edges)
    ]
    gains, times = [], []
    for part_gains, part_times in run(play_part, tasks, given.processes):
        gains += part_gains
        times += part_times
        print(f"{len(gains)} deals: {np.mean(gains):+.2f}", file=sys.stderr, flush=True)
    error = Z95 * np.std(gains, ddof=1) / np.sqrt(len(gains))
    mean, late = 1000 * np.mean(times), 1000 * np.quantile(times, 0.99)
    print(
        f"{given.bot} against {given.against}, {given.game} for {given.players}, {len(gains)} deals: "
        f"{np.mean(gains):+.2f} ± {error:.2f} a hand; a decision {mean:.1f} ms, p99 {late:.1f} ms"
    )


if __name__ == "__main__":
    main()
