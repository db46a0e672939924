"""Packages with games that are installed only for a test: a folder on the path with a module and its metadata."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, distributions, entry_points
from itertools import count
from pathlib import Path

from shindig.gamekit import game_registry as shelf

OURS = [point for point in entry_points(group=shelf.GROUP) if point.dist and point.dist.name == "shindig"]
HEAD = """
from dataclasses import replace
from pathlib import Path
from shindig.cards import Deck
from shindig.games.tall_card import GAME as MODEL
CARDS = Deck("{deck}", ("Aa", "Bb"), ("A of a", "B of b"), (1, 1))
GAME = replace(
    MODEL,
    id="{game}",
    name="Other",
    table=replace(MODEL.table, decks=(CARDS,), look=type(MODEL.table.look)()),
    services=replace(MODEL.services, folder=Path(__file__).parent),
)
"""
"""A game of its own name with a deck of its own, and else like Tall Card."""
_numbers = count()


def game_code(game: str, deck: str = "others-deck", more: str = "") -> str:
    """The source of a module whose GAME is one."""
    return HEAD.format(game=game, deck=deck) + more


class Shelf:
    """A folder that packages are put in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, package: str, code: str, *games: str, value: str = "", metadata: str | None = None) -> str:
        """A package of one module, with an entry point for each game: the module's name."""
        module = f"{package.replace('-', '_')}_{next(_numbers)}"
        (self.folder / f"{module}.py").write_text(code)
        info = self.folder / f"{module}-1.dist-info"
        info.mkdir()
        lines = [f"{game} = {value or module + ':GAME'}" for game in games]
        (info / "entry_points.txt").write_text("\n".join([f"[{shelf.GROUP}]", *lines, ""]))
        if metadata is None:
            metadata = f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n"
        (info / "METADATA").write_text(metadata)
        return module

    def points(self) -> list[EntryPoint]:
        """Ours, and those of the folder."""
        found = (one.entry_points for one in distributions(path=[str(self.folder)]))
        return [*OURS, *(point for points in found for point in points)]

    def registry(self) -> shelf.Registry:
        return shelf.Registry(self.points())


@contextmanager
def shelf_in(folder: Path) -> Iterator[Shelf]:
    """A folder on the path, as long as this lasts."""
    (folder / "rules.md").write_text("# Other\n")
    sys.path.insert(0, str(folder))
    try:
        yield Shelf(folder)
    finally:
        sys.path.remove(str(folder))
