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
        "It stopped as soon as {} was clear of 0, so the mean gain is biased upward: on average it lies further from 0 "
        "than the truth. The interval holds all the same; for the mean, play a number of deals that is fixed before."
    ),
    "within": (
        "It stopped as soon as the interval of {} was narrow enough, so that one is a little too narrow, and the mean "
        "may be biased: it stops sooner where the spread happens to be small."
    ),
}
"""Notes on a run that stopped at its own boundary."""

Bots = Annotated[
    list[str],
    typer.Argument(help="At least two bots, for the seats in turn: by name, module:factory, cmd:command, address."),
]
Deals = Annotated[int, typer.Option(help="Matches, each played once for every rotation of the seats.")]
Hands = Annotated[int | None, typer.Option(help="Hands after which a match is stopped.")]
Until = Annotated[
    float | None, typer.Option(help="Stop as soon as it is so sure, in %, that the first bot gains or loses.")
]
Within = Annotated[
    float | None, typer.Option(help="Stop as soon as the first bot's interval is so narrow on either side.")
]
Luck = Annotated[
    bool, typer.Option("--luck", help="Leave the luck of the draws in the gains, where the game tells it from play.")
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
    """Let bots play each other on the same cards with rotated seats, and print what each gained a hand."""
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
        command_output.out.print(f"The tables are in {folder}.")
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
    command_output.err.print(
        f"Interrupted. {'The' if folder else 'With --out FOLDER the'} same command goes on where it stopped."
    )
    raise typer.Exit(command_output.INTERRUPTED)


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
    table = command_output.make_table("Bot", "Gain a hand", "Hands", "Won", "Matches", "Mean ms", "p99 ms")
    for one in met.standings:
        gain, won = format_mean(one.gain, one.error, sign=True), format_mean(one.won, one.won_error, percent=True)
        times = f"{one.mean * 1000:.3g}", f"{one.p99 * 1000:.3g}"
        table.add_row(escape(one.name), gain, f"{one.hands:,}", won, f"{met.ended:,}", *times)
    command_output.out.print(table)
    sure = "at all times at once" if met.always else "after a number of deals fixed before"
    command_output.out.print(
        f"{met.deals:,} deals, seed {met.seed}; {100 * met.level:g} % intervals, which hold {sure}."
    )
    for line in explain_figures(met):
        command_output.out.print(line)


def explain_figures(met: Arena) -> Iterator[str]:
    """Yield the notes on an arena's figures."""
    if met.deals < FEWEST:
        yield f"There is no interval from fewer than {FEWEST} deals."
    if met.ended < met.matches:
        yield (
            f"{met.matches - met.ended:,} of {met.matches:,} matches were stopped before their end, so there is no "
            "share of matches won: those that end soon are not like the others."
        )
    if met.stopped:
        yield BIASED[met.stopped].format(escape(met.names[0]))
    if met.luck is not None:
        yield explain_luck_removal(met)


def explain_luck_removal(met: Arena) -> str:
    """Explain the first bot's gain with the luck left in, and the effect of subtracting it."""
    gain, error, bare = float(met.lucky.means[0]), float(met.lucky.errors[0]), float(met.errors[0])
    change = 1 - bare / error if 0 < error < inf else 0.0
    with_it = f"with it {escape(met.names[0])} gains {format_mean(gain, error, sign=True)}"
    wide = f"the interval is narrower by {change:.1%}" if change >= 0 else f"the interval is wider by {-change:.1%}"
    return f"The luck of the draws is taken out: {with_it}, and without it {wide}."
