"""The command `shindig`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from . import __version__
from .games import PACKAGES, GameError, game
from .games.game import Line
from .match import Match, Step, story
from .record import RecordError, read

app = typer.Typer(help="A card room for games from imagined worlds.", no_args_is_help=True, add_completion=False)
out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)

RecordFile = Annotated[Path, typer.Argument(help="A record: one JSON object a line.")]
Seat = Annotated[int, typer.Option(help="Tell the story as this seat saw it; -1 an onlooker.")]


@app.command()
def games() -> None:
    """List the games with their options."""
    for game_id in PACKAGES:
        one = game(game_id)
        out.print(f"[bold]{one.id}[/]  {one.name}, {one.seats[0]} to {one.seats[-1]} players. {one.blurb}")
        for option in one.options:
            kinds = " | ".join(option.choices) or f"{option.low} to {option.high}"
            out.print(f"    {option.name} = {option.default}  ({kinds})  {option.text} {option.clause}")


@app.command()
def replay(file: RecordFile, seat: Seat = -1) -> None:
    """Print the story of a record and its result."""
    match, before = None, None
    for match, step in steps(file):
        after = match.view(seat)
        if step is not None and before is not None:
            tell(match, story(match.game, before, step, after))
        before = after
    if match is None:
        raise RecordError(1, "a record begins with a header, and this one is empty")
    print_result(match)


@app.command()
def verify(file: RecordFile) -> None:
    """Check that a record keeps the rules from its first line to its last."""
    count, match = 0, None
    for match, _ in steps(file):
        count += 1
    if match is None:
        raise RecordError(1, "a record begins with a header, and this one is empty")
    out.print(f"{file}: {match.game.name}, {count - 1} steps, all by the rules.")


@app.command(name="compile")
def compile_rules(ids: Annotated[list[str] | None, typer.Argument(help="Games; all if none is named.")] = None) -> None:
    """Compile the rules of games ahead of time. Machine code is kept for later runs."""
    from .progress import compile_games

    compile_games([game(game_id) for game_id in ids or PACKAGES])


@app.command()
def play(
    game_id: Annotated[str, typer.Argument(metavar="GAME", help="A game's id, as `shindig games` lists them.")],
    players: Annotated[int, typer.Option(help="Players, you included.")] = 4,
    bot: Annotated[str, typer.Option(help="Who the others are: steady or random.")] = "steady",
    seed: Annotated[int | None, typer.Option(help="For the same cards again.")] = None,
) -> None:
    """Play against bots here in the terminal."""
    from . import terminal

    terminal.play(Match(game(game_id), players), bot, seed, out, lambda: out.input("[bold]> [/]"))


@app.command()
def serve(
    port: Annotated[int, typer.Option(help="Port to listen on; 0 takes a free one.", min=0, max=65535)] = 8000,
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 lets others in.")] = "127.0.0.1",
    database: Annotated[str, typer.Option(help="Database URL; by default SQLite in your data folder.")] = "",
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser where there is a desktop.")] = False,
) -> None:
    """Open the card room: a server for the browser and for programs."""
    from .web.serve import default_database
    from .web.serve import serve as run

    run(host, port, database or default_database(), lambda where: out.print(f"The card room is open: [bold]{where}[/]"), open_page)


@app.command()
def version() -> None:
    """Print the version."""
    out.print(f"shindig {__version__}")


def steps(file: Path) -> Iterator[tuple[Match, Step | None]]:
    """Replay a record file, line by line."""
    with file.open(encoding="utf-8") as source:
        yield from read(source)


def tell(match: Match, lines: list[Line]) -> None:
    names = [f"Seat {seat}" for seat in range(match.seats)]
    for line in lines:
        out.print(line.text.format(*names), style="bold" if line.weight > 1 else None)


def print_result(match: Match) -> None:
    if match.result is None:
        out.print(f"Not over: {match!r}")
        return
    for seat, score in enumerate(match.result.scores):
        out.print(f"Seat {seat}: {score}{'  won' if seat in match.result.winners else ''}")
    out.print(f"Over: {match.result.reason}.")


def main() -> None:
    """Run the command; every bad input ends in one clear line and a status of 2."""
    try:
        app()
    except (GameError, RecordError, OSError, UnicodeDecodeError) as error:
        err.print(f"[red]shindig:[/] {error}")
        sys.exit(2)
