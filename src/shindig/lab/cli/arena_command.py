"""Command `shindig arena`: bots against each other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from math import inf
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import Progress

from shindig.compile_progress import compile_games
from shindig.core.confidence_intervals import FEWEST
from shindig.gamekit import game
from shindig.observations import Budget

from ..analyse import plots
from ..analyse.bot_gains import Arena
from ..analyse.figure_format import format_mean
from ..run.arena import Stop, make_meeting, open_arena_folder
from ..run.arena import arena as meet
from ..run.duplicate_deals import PATIENCE
from ..run.process_pool import check_processes, prepare_game
from . import command_output

BIASED = {
    "until": (
        "It stopped once {} was clear of 0, so the mean gain is probably further from 0 than the true one. The "
        "interval is still valid. For an unbiased mean, play a fixed number of deals."
    ),
    "within": (
        "It stopped once the interval of {} was narrow enough, so that interval is slightly too narrow, and the mean "
        "may be biased: a run stops sooner when the spread happens to be small."
    ),
}
"""Notes on a run that stopped at its own boundary."""

Bots = Annotated[
    list[str],
    typer.Argument(
        help="Two or more bots, one for each seat in turn: a name, module:factory, cmd:command or an address."
    ),
]
Deals = Annotated[int, typer.Option(help="How many matches, each replayed until every bot has had every seat.")]
Hands = Annotated[int | None, typer.Option(help="Stop each match after this many hands.")]
Until = Annotated[float | None, typer.Option(help="Stop once it is this certain, in %, which bot is better.")]
Within = Annotated[float | None, typer.Option(help="Stop once the first bot's result is known to within this much.")]
Luck = Annotated[
    bool,
    typer.Option("--luck", help="Count the luck of the draw too. By default it is taken out, where the game allows."),
]


def arena(
    game_id: command_output.GameId,
    bots: Bots,
    deals: Deals = 100,
    hands: Hands = None,
    players: command_output.Players = None,
    option: command_output.Rules = None,
    seed: command_output.Seed = None,
    processes: command_output.Processes = 1,
    seconds: command_output.Seconds = Budget.seconds,
    iterations: command_output.Iterations = None,
    patience: command_output.Patience = PATIENCE,
    until: Until = None,
    within: Within = None,
    folder: command_output.Kept = None,
    luck: Luck = False,
    plot: command_output.Plot = None,
) -> None:
    """Play bots against each other with the same cards in every seat, and print what each won per hand."""
    rules, budget = command_output.parse_options(option), Budget(seconds, iterations)
    who = partial(meet, game_id, bots, players, deals, seed, processes, rules)
    how = partial(who, hands=hands, budget=budget, patience=patience, until=until, within=within, out=folder, luck=luck)
    meeting = make_meeting(game_id, bots, players, rules, seed, budget, patience, hands, luck, out=folder)
    _ = Stop(deals, until, within), check_processes(processes), open_arena_folder(folder, meeting)
    compile_games([game(game_id)], lambda one: prepare_game(one.id))
    with show_progress(deals, folder) as course:
        met = how(watch=course.show_deal)
    print_standings(met)
    if folder:
        command_output.out.print(f"The tables are saved in {folder}.")
    command_output.save_picture(plot, lambda: plots.plot_standings(met))


@contextmanager
def show_progress(deals: int, folder: str | None) -> Iterator[ArenaProgress]:
    """Show a progress bar; after an interruption, say how to continue."""
    with command_output.make_progress_bar() as shown:
        course = ArenaProgress(shown, deals)
        try:
            yield course
            return
        except KeyboardInterrupt:
            pass
    if course.last is not None:
        print_standings(course.last)
    command_output.end_interrupted(folder)


class ArenaProgress:
    """Progress of an arena as a bar with the remaining time."""

    def __init__(self, shown: Progress, deals: int) -> None:
        self._bar, self._task = shown, shown.add_task("Dealing", total=deals)
        self.last: Arena | None = None

    def show_deal(self, met: Arena) -> None:
        """Show one more deal."""
        self.last = met
        told = f"{met.names[0]} {format_mean(met.means[0], met.errors[0], sign=True)}"
        self._bar.update(self._task, completed=met.deals, description=escape(told))


def print_standings(met: Arena) -> None:
    """Print each bot's gain per hand, and its decision times."""
    table = command_output.make_table("Bot", "Gain/hand", "Hands", "Won", "Matches", "Mean ms", "p99 ms")
    for one in met.standings:
        gain, won = format_mean(one.gain, one.error, sign=True), format_mean(one.won, one.won_error, percent=True)
        times = f"{one.mean * 1000:.3g}", f"{one.p99 * 1000:.3g}"
        table.add_row(escape(one.name), gain, f"{one.hands:,}", won, f"{met.ended:,}", *times)
    command_output.out.print(table)
    sure = "at every point of the run" if met.always else "for a number of deals chosen in advance"
    command_output.out.print(
        f"{met.deals:,} deals, seed {met.seed}; {100 * met.level:g} % confidence intervals, valid {sure}."
    )
    for line in explain_figures(met):
        command_output.out.print(line)


def explain_figures(met: Arena) -> Iterator[str]:
    """Yield the notes on an arena's figures."""
    if met.deals < FEWEST:
        yield f"An interval needs at least {FEWEST} deals."
    if met.ended < met.matches:
        yield (
            f"{met.matches - met.ended:,} of {met.matches:,} matches were stopped before their end, so the share won "
            "is left out: matches that end early are not typical."
        )
    if met.stopped:
        yield BIASED[met.stopped].format(escape(met.names[0]))
    if met.luck is not None:
        yield explain_luck_removal(met)


def explain_luck_removal(met: Arena) -> str:
    """Explain the first bot's gain with the luck left in, and the effect of subtracting it."""
    gain, error, bare = float(met.lucky.means[0]), float(met.lucky.errors[0]), float(met.errors[0])
    change = 1 - bare / error if 0 < error < inf else 0.0
    with_it = f"with it, {escape(met.names[0])} would have gained {format_mean(gain, error, sign=True)}"
    wide = f"{change:.1%} narrower" if change >= 0 else f"{-change:.1%} wider"
    return f"The luck of the draw is taken out: {with_it}. That makes the interval {wide}."
