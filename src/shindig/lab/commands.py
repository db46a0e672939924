"""The laboratory's commands: `shindig simulate`, `shindig arena`, `shindig odds`."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from ..games import GameError, game, game_ids
from ..progress import compile_games
from . import plots

if TYPE_CHECKING:
    from matplotlib.figure import Figure

out = Console(highlight=False, soft_wrap=True)


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
    bots: Annotated[list[str], typer.Argument(help="Bots by name, at least two different ones.")],
    deals: Annotated[int, typer.Option(help="Matches, each played once for every rotation of the seats.")] = 100,
    players: Players = None,
    option: Rules = None,
    seed: Seed = None,
    processes: Processes = 1,
    plot: Plot = None,
) -> None:
    """Let bots play each other on the same cards with rotated seats, and print their standings."""
    from .arena import arena as run

    rules = options_of(option)
    compile_games([game(game_id)])
    table = columns("Bot", "Gain a match", "95% from", "to", "Won")
    met = run(game_id, bots, players, deals, seed, processes, rules)
    for one in met.standings:
        table.add_row(one.name, f"{one.gain:+.2f}", f"{one.low:+.2f}", f"{one.high:+.2f}", f"{one.won:.1%}")
    out.print(table)
    draw(plot, lambda: plots.standings(met))


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
