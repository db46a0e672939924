"""The laboratory's commands that play: `shindig simulate`, `shindig arena`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Annotated, cast

import typer
from rich.markup import escape
from rich.progress import Progress

from ..games import game
from ..history import Budget
from ..progress import compile_games
from . import plots, tables
from .campaign import On, campaign
from .deals import PATIENCE
from .hands import Output, Simulation
from .pool import prepared
from .said import (
    INTERRUPTED,
    GameId,
    Level,
    Players,
    Plot,
    Processes,
    Rules,
    Seed,
    Where,
    bar,
    bots_of,
    columns,
    draw,
    err,
    options_of,
    out,
)
from .simulate import ready, whole
from .standings import Arena
from .sums import Sums


def writable(path: str | None) -> str | None:
    """A file for a table, refused before the work begins rather than after it."""
    if path is not None:
        tables.check(path)
    return path


def simulate(
    game_id: GameId,
    bots: Annotated[
        list[str] | None, typer.Argument(help="Bots by name, for the seats in turn; all random if none.")
    ] = None,
    matches: Annotated[int, typer.Option(help="Matches to play.")] = 1000,
    players: Players = None,
    option: Rules = None,
    seed: Seed = None,
    level: Level = "",
    processes: Processes = 1,
    on: Where = "processes",
    file: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write every hand into a .parquet, .csv or .jsonl file; the same command goes on where it stopped.",
            callback=writable,
        ),
    ] = None,
    plot: Plot = None,
) -> None:
    """Play many matches, print how the seats did, and write down what every hand was."""
    output = Output(file) if file else None
    if seed is None and output:
        seed = output.seed
    work = Simulation(whole(game_id, players, matches, bots_of(bots, level), seed, options_of(option)))
    sums = output.open(work) if output else None
    if sums is None:
        compile_games([game(game_id)], lambda _: ready(work.whole))
        sums = simulated(work, output, on, processes)
    print_sums(sums, work)
    if output:
        out.print(f"Its {sums.hands:,} hands are in {output.file}.")
    draw(plot, lambda: plots.scores(sums, work.whole))


def simulated(work: Simulation, output: Output | None, on: str, processes: int) -> Sums:
    """Do the work with a bar, and write the table, also of what is done where it is interrupted."""
    sums, parts = None, 0
    with bar() as shown, closing(campaign(work, output.folder if output else None, cast(On, on), processes)) as coming:
        task = shown.add_task("Playing", total=work.whole.count)
        try:
            for part, found in coming:
                one = Sums.read(found)
                one.seconds = float(found.get("seconds", 0.0))
                sums, parts = (sums + one if sums else one), part + 1
                shown.update(task, completed=sums.matches, description=f"{sums.hands:,} hands")
        except KeyboardInterrupt:
            coming.close()
            stopped(work, output, sums, parts)
    assert sums is not None
    if output:
        output.finish(work, parts, sums)
    return sums


def stopped(work: Simulation, output: Output | None, sums: Sums | None, parts: int) -> None:
    """Say what there is so far, and how to go on. Raises typer.Exit."""
    if sums is not None:
        print_sums(sums, work)
        if output:
            output.finish(work, parts, sums)
            out.print(f"The hands of the first {sums.matches:,} matches are in {output.file}.")
    same = f"The same command with --seed {work.whole.seed} and --out FILE would go on" if output is None else ""
    err.print(f"Interrupted. {same or 'The same command goes on'} where it stopped.")
    raise typer.Exit(INTERRUPTED)


def print_sums(sums: Sums, work: Simulation) -> None:
    """How the seats did, and how much was played."""
    table = columns("Seat", "Bot", "Score", "±", "Won", "Gain a hand", "±")
    for seat, bot in enumerate(work.whole.bots):
        score, won, gain = sums.scores[seat], sums.won[seat], sums.gains[seat]
        gained = (f"{gain.mean:+.3f}", f"{gain.error:.3f}") if sums.hands else ("-", "-")
        table.add_row(str(seat), escape(bot), f"{score.mean:.2f}", f"{score.error:.2f}", f"{won.mean:.1%}", *gained)
    out.print(table)
    per_match = f"{sums.hands / sums.matches:.1f} hands and {sums.moves / sums.matches:.1f} actions each"
    out.print(
        f"{sums.matches:,} matches, {sums.hands:,} hands: {per_match}; {sums.matches - sums.over} unfinished. "
        f"Seed {work.whole.seed}."
    )
    if sums.seconds:
        rate = f"{sums.matches / sums.seconds:,.0f} matches and {sums.hands / sums.seconds:,.0f} hands a second"
        out.print(f"{rate} of processor time, compiling left out.")


def arena(
    game_id: GameId,
    bots: Annotated[
        list[str],
        typer.Argument(
            help="At least two different bots, for the seats in turn: by name, module:factory, cmd:command, address."
        ),
    ],
    deals: Annotated[int, typer.Option(help="Matches, each played once for every rotation of the seats.", min=1)] = 100,
    hands: Annotated[int | None, typer.Option(help="Hands after which a match is stopped.", min=1)] = None,
    players: Players = None,
    option: Rules = None,
    seed: Seed = None,
    processes: Processes = 1,
    seconds: Annotated[float, typer.Option(help="What a bot may spend on a decision.")] = Budget.seconds,
    iterations: Annotated[int | None, typer.Option(help="Worlds a decision instead of time.", min=1)] = None,
    patience: Annotated[float, typer.Option(help="Seconds to wait for a bot's answer.")] = PATIENCE,
    until: Annotated[
        float | None, typer.Option(help="Stop as soon as it is so sure, in %, that the first bot gains or loses.")
    ] = None,
    within: Annotated[
        float | None, typer.Option(help="Stop as soon as the first bot's interval is so narrow on either side.")
    ] = None,
    folder: Annotated[
        str | None,
        typer.Option("--out", metavar="FOLDER", help="Keep what is done; the same command goes on from there."),
    ] = None,
    plot: Plot = None,
) -> None:
    """Let bots play each other on the same cards with rotated seats, and print what each gained a hand."""
    from .arena import arena as run

    rules, budget = options_of(option), Budget(seconds, iterations)
    sure = None if until is None else until / 100
    compile_games([game(game_id)], lambda one: prepared(one.id))
    with interruptible(deals, folder) as course:
        met = run(
            game_id,
            bots,
            players,
            deals,
            seed,
            processes,
            rules,
            hands=hands,
            budget=budget,
            patience=patience,
            until=sure,
            within=within,
            out=folder,
            watch=course.watch,
        )
    print_standings(met)
    if folder:
        out.print(f"The tables are in {folder}.")
    draw(plot, lambda: plots.standings(met))


@contextmanager
def interruptible(deals: int, folder: str | None) -> Iterator[Course]:
    """A bar; where the work is interrupted, say how to go on."""
    with bar() as shown:
        course = Course(shown, deals)
        try:
            yield course
            return
        except KeyboardInterrupt:
            pass
    if course.last is not None:
        print_standings(course.last)
    err.print(f"Interrupted. {'The' if folder else 'With --out FOLDER the'} same command goes on where it stopped.")
    raise typer.Exit(INTERRUPTED)


class Course:
    """How far an arena is, as a bar with the time that is left."""

    def __init__(self, shown: Progress, deals: int) -> None:
        self._bar, self._task = shown, shown.add_task("Dealing", total=deals)
        self.last: Arena | None = None

    def watch(self, met: Arena) -> None:
        """Show one more deal."""
        self.last = met
        told = f"{met.names[0]} {met.means[0]:+.3g} ± {met.errors[0]:.2g}"
        self._bar.update(self._task, completed=met.deals, description=escape(told))


def print_standings(met: Arena) -> None:
    """What each bot gained a hand, and the time that it took."""
    table = columns("Bot", "Gain a hand", f"{100 * met.level:g} % from", "to", "Won", "Mean ms", "p99 ms")
    for one in met.standings:
        gain, low, high = (f"{value:+.3f}" for value in (one.gain, one.low, one.high))
        times = f"{one.mean * 1000:.3g}", f"{one.p99 * 1000:.3g}"
        won = f"{one.won:.1%}" if met.won.any() else "-"
        table.add_row(escape(one.name), gain, low, high, won, *times)
    out.print(table)
    sure = "at all times at once" if met.always else "after a number of deals fixed before"
    out.print(f"{met.deals:,} deals, seed {met.seed}; the intervals hold {sure}.")
