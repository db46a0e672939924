"""The table in the terminal: a person's lines in, the table and the story out."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from io import StringIO

import pytest
from rich.console import Console

from shindig.gamekit import game, game_ids
from shindig.gamekit.table_scene import Amount, Pick, Press, describe_action
from shindig.match import Match
from shindig.messages import name_seats
from shindig.terminal import play
from shindig.terminal.scene_text import describe_control
from shindig.terminal.typed_actions import _number_people


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
    text = played("tall-card", ["bogus", "check", "?", "q"])
    assert "“bogus” isn’t a move" in text
    assert re.search(r"\(TC-\d+\)", text)
    assert "claim" in text


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_opens_in_the_terminal(game_id: str) -> None:
    text = played(game_id, ["?"])
    assert "You " in text
    assert "░░" in text


@pytest.mark.parametrize("game_id", game_ids())
def test_what_the_terminal_shows_can_be_typed_and_names_stand_for_seats(game_id: str) -> None:
    """A whole match is played by what is shown, in capitals; no place for a name is left."""
    one, rng = game(game_id), random.Random(3)
    match, console = Match(one, one.rules.seats[0]), Console(file=StringIO(), width=70)
    names = name_seats(names=("Player", *(f"Bot {seat}" for seat in range(1, match.seats))), you=0)
    asked = 0

    def ask() -> str:
        nonlocal asked
        asked += 1
        if asked > 40:
            raise EOFError
        view = match.view(0)
        shown = [*view.scene.prompt.controls] if view.scene.prompt else []
        control = rng.choice(shown) if shown else None
        if isinstance(control, Press):
            return names.write(control.label).upper()
        if isinstance(control, Amount):
            return f"{names.write(control.label)} {control.low}".upper()
        if isinstance(control, Pick):
            return names.write(describe_action(view.scene, rng.choice(control.choices)[1])).upper()
        return view.legal[0]

    play(match, "random", 4, console, ask)
    file = console.file
    assert isinstance(file, StringIO)
    assert re.findall(r"\{-?\d+\}", file.getvalue()) == []
    assert "isn’t a move" not in file.getvalue()
    assert max(map(len, file.getvalue().splitlines())) <= 70


def test_an_amount_is_the_one_that_the_question_shows() -> None:
    """Texts of actions say by how much a person raises, the question to how much: the question counts."""
    text = played("tall-card", ["?", "raise 5", "", "raise 25"])
    assert "call, fold, Raise to … (21 to 45)" in text
    assert "Pick a number from 21 to 45." in text
    assert "You raised to 25." in text
    assert "isn’t a move" not in text


def test_a_seat_is_named_by_the_name_of_its_person() -> None:
    names = name_seats(names=("Ann", "Ben", "Ben 2"), you=0)
    assert _number_people("give to BEN 2", names) == "give to 2"
    assert _number_people("give to ben", names) == "give to 1"
    assert _number_people("bend", names) == "bend"


def test_charts_and_rules_are_shown_on_demand() -> None:
    text = played("tall-card", ["C", "r", "h", "Q"])
    assert "Dancing Couple" in text
    assert "Tall deck" in text


def test_one_choice_is_no_choices() -> None:
    assert describe_control(Pick("Play", (((0,), 1, "Play Jack"),)), name_seats()) == "Play: 1 choice"
    assert (
        describe_control(Pick("Play", (((0,), 1, "Play Jack"), ((1,), 2, "Play Queen"))), name_seats())
        == "Play: 2 choices"
    )
