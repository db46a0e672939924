"""Compilation of the rules with a progress bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from .gamekit import Game


def compile_games(games: Sequence[Game], compiling: Callable[[Game], object]) -> None:
    """Compile games one after the other. Kernels cached by an earlier run are only
    loaded.

    The bar goes to stderr, so a command's output does not depend on what had to be compiled.
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
