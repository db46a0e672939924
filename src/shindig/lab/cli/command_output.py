"""Shared parts of the laboratory's commands: options, tables, progress bars."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, NoReturn

import numpy as np
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from shindig.bots import RANDOM
from shindig.gamekit import GameError

from ..analyse import plots
from ..run.campaign_parts import check_backend
from ..run.process_pool import check_processes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INTERRUPTED = 130
"""Exit status of an interrupted command."""

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def check_first(check: Callable[[str], None]) -> Callable[[str | None], str | None]:
    """Return a callback that checks an option, if it is given, before the work begins."""

    def callback(given: str | None) -> str | None:
        if given is not None:
            check(given)
        return given

    return callback


GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, as listed by `shindig games`.")]
Bots = Annotated[list[str] | None, typer.Argument(help="The bots, a seat each. By default, all are random.")]
Players = Annotated[int | None, typer.Option(help="How many players. By default, as few as the game allows.")]
Rules = Annotated[list[str] | None, typer.Option("--option", help="A game option, such as ante=2. Repeatable.")]
Seed = Annotated[int | None, typer.Option(help="A number that gives the same matches each time.")]
Seconds = Annotated[float, typer.Option(help="How long a bot may think about each decision.")]
Iterations = Annotated[
    int | None, typer.Option(help="How many deals a bot tries for each decision, instead of a time.")
]
Patience = Annotated[float, typer.Option(help="Seconds to wait for a bot's answer.")]
Kept = Annotated[
    str | None,
    typer.Option("--out", metavar="FOLDER", help="Save the results as they come. Run this command again to continue."),
]
Plot = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Also draw the results, as a .png, .svg or .pdf file.",
        callback=check_first(plots.check_figure_path),
    ),
]
Processes = Annotated[int, typer.Option(help="How many processes share the work.", callback=check_processes)]
Where = Annotated[
    str,
    typer.Option(
        "--on",
        metavar="processes|ray",
        help="Where the work runs: on this machine, or on the Ray cluster at RAY_ADDRESS.",
        callback=check_first(check_backend),
    ),
]
Level = Annotated[str, typer.Option(help="A level for all bots: random, gentle, steady or, in some games, expert.")]


def save_picture(path: str | None, picture: Callable[[], Figure]) -> None:
    """Save a plot, if a path was given."""
    if path is not None:
        plots.save_figure(picture(), path)


def parse_options(given: Sequence[str] | None) -> dict[str, object]:
    """Parse options written as name=value. Raises GameError."""
    found: dict[str, object] = {}
    for words in given or ():
        name, equals, value = words.partition("=")
        if not equals:
            raise GameError(f"an option is written as name=value, like ante=2, not {words!r}")
        if name in found:
            raise GameError(f"the option {name} is given twice: {found[name]} and {value}")
        found[name] = value
    return found


def format_options(options: Mapping[str, object]) -> str:
    """Format options for a title."""
    return "".join(f", {name} {value}" for name, value in options.items())


def choose_bots(bots: Sequence[str] | None, level: str) -> tuple[str, ...]:
    """Return the given bots, or those of a level. Raises GameError for both."""
    if bots and level:
        raise GameError(f"name the bots or give a level, not both: {' '.join(bots)} and --level {level}")
    return tuple(bots or (level or RANDOM,))


def make_table(*names: str) -> Table:
    """Make a plain table: the first column left-aligned, numbers right-aligned if there are several."""
    table = Table(box=None, header_style="bold")
    for name in names:
        table.add_column(name, justify="left" if len(names) == 2 or name in LEFT else "right")
    return table


LEFT = ("Way", "Bot", "Strategy", "Seat", "Discard", "Setting", "Rank", "What")


def format_percent(chance: float, places: int = 2) -> str:
    """Format a chance in percent. A tiny one gets two digits, since it is not 0."""
    if chance == 0 or chance >= 10.0 ** -(places + 2):
        return f"{chance:.{places}%}"
    return f"{np.format_float_positional(100 * chance, 2, fractional=False)}%"


def end_interrupted(kept: object, condition: str = "With --out FOLDER") -> NoReturn:
    """Say how to continue an interrupted command, if its results are not `kept` anyway. Raises typer.Exit."""
    err.print(f"Stopped. {'Run' if kept else f'{condition} you could run'} this command again to continue.")
    raise typer.Exit(INTERRUPTED)


def make_progress_bar() -> Progress:
    """Make a progress bar with the remaining time."""
    left = MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()
    return Progress(TextColumn("{task.description}"), BarColumn(), *left, console=err, transient=True)
