"""Compiling the rules with a bar, where it takes longer than a blink."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from .games import Game


def everything(game: Game) -> None:
    """Compile all that room, arena and simulation call of a game."""
    from .lab.pool import prepared
    from .room import sponge

    for thinking in (False, True):
        prepared(game.id, thinking, hands=True)
    prepared(game.id)
    sponge.prepare()


def compile_games(games: Sequence[Game], compiling: Callable[[Game], object] = everything) -> None:
    """Compile games one after the other, by default all of each; what an earlier run compiled is only loaded.

    The bar goes to stderr: what a command prints is the same whatever had to be compiled.
    """
    count = TextColumn("{task.completed}/{task.total}")
    columns = TextColumn("{task.description}"), BarColumn(), count, TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("Compiling the rules", total=len(games))
        for game in games:
            progress.update(task, description=f"Compiling {game.name}")
            compiling(game)
            progress.advance(task)
        progress.update(task, description="Rules compiled")
