"""Everything that belongs to a game lies in its folder: nothing outside names it, its deck, its cards, its clauses."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import shindig
from shindig.gamekit import games

SOURCE = Path(shindig.__file__).parent
KINDS = {".py", ".html", ".css", ".js", ".md"}
ENGLISH = {"Ad", "Ah", "As", "Do", "Pa", "Ta", "To", "Up"}
"""Codes of cards that are words of their own."""
QUOTED = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|`(?:[^`\\]|\\.)*`")


SAMPLES = {"style_page.py", "style.html"}
"""Files of the page of components, which shows samples of some games in development."""


def files() -> list[Path]:
    """All of our files that are nobody's game's."""
    own = {game.services.folder for game in games()}
    found = (path for path in sorted(SOURCE.rglob("*")) if path.suffix in KINDS and path.is_file())
    return [path for path in found if own.isdisjoint(path.parents) and path.name not in SAMPLES]


def word_of(words: Iterable[str]) -> re.Pattern[str]:
    """Any of some words, whole and as they are written."""
    return re.compile(r"(?<![\w.#-])(?:" + "|".join(map(re.escape, sorted(words))) + r")(?![\w-])")


@cache
def names() -> re.Pattern[str]:
    """Ids and names of games, their packages and decks."""
    found = {name for game in games() for name in (game.id, game.name, *(deck.name for deck in game.table.decks))}
    return word_of(found | {game.services.folder.name for game in games() if game.services.folder})


@cache
def codes() -> re.Pattern[str]:
    """Cards as they are written, in two letters or more."""
    found = {code for game in games() for deck in game.table.decks for code in deck.codes if len(code) > 1}
    return word_of(found - ENGLISH)


@cache
def clauses() -> re.Pattern[str]:
    """Ids of clauses."""
    return re.compile(rf"\b(?:{'|'.join({letters for game in games() for letters in game.services.clauses})})-\d+")


def strings(path: Path, text: str) -> Iterator[str]:
    """What a file says: the strings of a program or a style sheet, all of a page."""
    if path.suffix == ".py":
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        yield from (token.string for token in tokens if token.type == tokenize.STRING)
    elif path.suffix in {".css", ".js"}:
        yield from QUOTED.findall(text)
    else:
        yield text


def told(path: Path) -> list[str]:
    """What of some game a file names."""
    text = path.read_text("utf-8")
    found = [hit for said in strings(path, text) for pattern in (names(), codes()) for hit in pattern.findall(said)]
    return found + clauses().findall(text)


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_file_outside_the_games_names_none_of_them(path: Path) -> None:
    assert told(path) == []


def test_what_names_a_game_is_found(tmp_path: Path) -> None:
    said = {
        "a.py": 'x = "talon"  # TN-13\n"""Cards like `KS`."""\n',
        "b.css": '[data-look="tall-card"] { color: #3d0914; transition: 0.2s }',
        "c.md": "In Royal Pokebacc the War (PB-30) ...",
    }
    for name, text in said.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert [told(tmp_path / name) for name in said] == [
        ["talon", "KS", "TN-13"],
        ["tall-card"],
        ["Royal Pokebacc", "War", "PB-30"],
    ]
