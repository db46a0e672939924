"""The laboratory's commands: `shindig simulate`, `shindig arena`, `shindig odds`."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from ..games import GameError, game, game_ids
from ..history import Budget
from ..progress import compile_games
from . import plots
from .deals import PATIENCE
from .standings import Arena

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INTERRUPTED = 130
"""The status of a command that was interrupted."""

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def drawable(path: str | None) -> str | None:
    """A file for a picture, refused before the work begins rather than after it."""
    if path is not None:
        plots.check(path)
    return path


GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, as `shindig games` lists them.")]
Players = Annotated[int | None, typer.Option(help="Players; as few as the game takes if not said.")]
Rules = Annotated[list[str] | None, typer.Option("--option", help="A rule of the game, like ante=2; again for more.")]
Seed = Annotated[int | None, typer.Option(help="For the same matches again.")]
Plot = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Draw it too, as a .png, .svg or .pdf file.", callback=drawable),
]
Processes = Annotated[int, typer.Option(help="Processes to share the work.")]


def simulate(
    game_id: GameId,
    bots: Annotated[
        list[str] | None, typer.Argument(help="Bots by name, for the seats in turn; all random if none.")
    ] = None,
    matches: Annotated[int, typer.Option(help="Matches to play.")] = 1000,
    players: Players = None,
    option: Rules = None,
    seed: Seed = None,
    processes: Processes = 1,
    plot: Plot = None,
) -> None:
    """Play many matches and print how the seats did."""
    from .simulate import simulate as run

    names, rules = tuple(bots or ("random",)), options_of(option)
    compile_games([game(game_id)])
    start = time.perf_counter()
    played = run(game_id, players, matches, names, seed, processes, rules)
    spent = time.perf_counter() - start
    table = columns("Seat", "Bot", "Score", "±", "Won")
    error = played.scores.std(axis=0) / len(played) ** 0.5 * 1.96
    for seat, score in enumerate(played.scores.mean(axis=0)):
        share = f"{played.won[:, seat].mean():.1%}"
        table.add_row(str(seat), names[seat % len(names)], f"{score:.2f}", f"{error[seat]:.2f}", share)
    out.print(table)
    rate = f"{len(played) / spent:,.0f} matches a second"
    out.print(
        f"{len(played):,} matches, {played.moves.mean():.1f} actions each, {rate}; {(~played.over).sum()} unfinished."
    )
    draw(plot, lambda: plots.scores(played, names))


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
    compile_games([game(game_id)])
    with Course(deals, folder) as course:
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


class Course:
    """How far an arena is, as a bar with the time that is left; where it is interrupted, it says how to go on."""

    def __init__(self, deals: int, folder: str | None) -> None:
        self._on = "The" if folder else "With --out FOLDER the"
        left = MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()
        self._bar = Progress(TextColumn("{task.description}"), BarColumn(), *left, console=err, transient=True)
        self._task = self._bar.add_task("Dealing", total=deals)
        self._last: Arena | None = None

    def watch(self, met: Arena) -> None:
        """Show one more deal."""
        self._last = met
        told = f"{met.names[0]} {met.means[0]:+.3g} ± {met.errors[0]:.2g}"
        self._bar.update(self._task, completed=met.deals, description=escape(told))

    def __enter__(self) -> Course:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._bar.stop()
        if kind is KeyboardInterrupt:
            if self._last is not None:
                print_standings(self._last)
            err.print(f"Interrupted. {self._on} same command goes on where it stopped.")
            raise typer.Exit(INTERRUPTED)


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


def odds(
    game_id: GameId,
    hand: Annotated[str, typer.Argument(help="The cards of the hand, as the game writes them.")],
    tall: Annotated[str | None, typer.Option(help="The card turned up, where the game has one.")] = None,
    claimed: Annotated[bool, typer.Option("--claimed", help="You have claimed it.")] = False,
    seen: Annotated[str, typer.Option(help="Other cards that you have seen.")] = "",
    plot: Plot = None,
) -> None:
    """Print the exact chance of every Rank for each way to discard."""
    rules = game(game_id)
    exact = getattr(rules, "draw_odds", None)
    if exact is None:
        able = [one for one in game_ids() if hasattr(game(one), "draw_odds")]
        raise GameError(f"{rules.name} has no discards to count odds for; {' and '.join(able)} have")
    if claimed and "claimed" not in inspect.signature(exact).parameters:
        raise GameError(f"in {rules.name} claiming takes the place of a discard, and is listed among them")
    found: dict[str, dict[str, float]] = exact(hand, tall, seen=seen, **({"claimed": True} if claimed else {}))
    table = columns("Discard", "Chances, the best Rank first")
    for gone, chances in found.items():
        table.add_row(
            gone or "nothing", ", ".join(f"{name} {chance:.2%}" for name, chance in chances.items() if chance > 0)
        )
    out.print(table)
    draw(plot, lambda: plots.chances(found))


def draw(path: str | None, picture: Callable[[], Figure]) -> None:
    """Draw a picture into a file, if one was named."""
    if path is not None:
        plots.save(picture(), path)


def options_of(given: Sequence[str] | None) -> dict[str, object]:
    """Options written as name=value. Raises GameError."""
    found: dict[str, object] = {}
    for words in given or ():
        name, equals, value = words.partition("=")
        if not equals:
            raise GameError(f"an option is written as name=value, like ante=2, not {words!r}")
        found[name] = value
    return found


def columns(*names: str) -> Table:
    """A plain table: the first column to the left, numbers to the right where there are several."""
    table = Table(box=None, header_style="bold")
    for name in names:
        table.add_column(name, justify="left" if len(names) == 2 or name in ("Bot", "Seat") else "right")
    return table
