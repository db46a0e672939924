"""The table in the terminal: a person's lines in, the table and the story out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO

import pytest
from rich.console import Console

from shindig.gamekit import game, game_ids
from shindig.gamekit.table_scene import Pick
from shindig.match import Match
from shindig.messages import name_seats
from shindig.terminal import play
from shindig.terminal.scene_text import describe_control


def reader(lines: Iterator[str]) -> Callable[[], str]:
    def ask() -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    return ask


def played(game_id: str, lines: list[str]) -> str:
    console = Console(file=StringIO(), width=100)
    one = game(game_id)
    play(Match(one, one.rules.seats[0]), "random", 4, console, reader(iter(lines)))
    file = console.file
    assert isinstance(file, StringIO)
    return file.getvalue()


def test_bad_lines_are_explained_and_the_question_stays() -> None:
    text = played("tall-card", ["bogus", "raise 10", "?", "q"])
    assert "“bogus” is no move" in text
    assert "TC-12" in text
    assert "claim" in text


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_opens_in_the_terminal(game_id: str) -> None:
    text = played(game_id, ["?"])
    assert "Player" in text
    assert "░░" in text


def test_one_choice_is_no_choices() -> None:
    assert describe_control(Pick("Play", (((0,), 1, "Play Jack"),)), name_seats()) == "Play: 1 choice"
    assert (
        describe_control(Pick("Play", (((0,), 1, "Play Jack"), ((1,), 2, "Play Queen"))), name_seats())
        == "Play: 2 choices"
    )
