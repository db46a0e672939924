"""What the laboratory refuses, what it says of bots that fail, and that a work that failed leaves nothing behind."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from typer.testing import CliRunner

import shindig.cli
from shindig.gamekit import GameError, game
from shindig.gamekit.hand_study_interfaces import HandQuery
from shindig.lab import arena, simulate
from shindig.lab.analyse.hand_odds import Against, prospects
from shindig.lab.run.arena import seat_bots
from shindig.lab.run.part_store import Folder
from shindig.observations import Budget
from tests.kits.lab import arena_bots

HAND = "8p 8d 8p 4d 3b"
NAN = float("nan")
ARENA = ("arena", "tall-card", "random", "steady")
SIMULATE = ("simulate", "tall-card")
ODDS = ("odds", "tall-card", HAND, "--tall", "p")
SWEEP = ("sweep", "tall-card")
FAILING = "tests.kits.lab.arena_bots:failing"


@pytest.fixture(autouse=True)
def _compile_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be is refused before anything is compiled or played."""
    for module in ("arena_command", "simulate_command", "study_commands", "odds_command"):
        monkeypatch.delattr(import_module(f"shindig.lab.cli.{module}"), "compile_games")


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        ("Tall Card is for 2 to 7 players", (*SIMULATE, "--players", "8")),
        ("Tall Card is for 2 to 7 players", (*SIMULATE, "--players", "0")),
        ("Tall Card is for 2 to 7 players", (*ARENA, "--players", "8")),
        ("expected matches, a whole number from 1 to 1,000,000,000, not 0", (*SIMULATE, "--matches", "0")),
        ("expected matches, a whole number", (*SIMULATE, "--matches", "1000000000000")),
        ("expected matches, a whole number", (*SWEEP, "--matches", "-1")),
        ("expected a seed, a whole number from 0", (*SIMULATE, "--seed", "-1")),
        ("expected a seed, a whole number from 0", (*ARENA, "--seed", str(1 << 64))),
        ("expected a seed, a whole number from 0", (*ODDS, "--seed", "-1")),
        ("expected a seed, a whole number from 0", (*SWEEP, "--seed", "-1")),
        ("expected processes, a whole number from 1 to 256, not 0", (*SIMULATE, "--processes", "0")),
        ("expected processes, a whole number from 1 to 256, not 100000", (*ARENA, "--processes", "100000")),
        ("expected processes, a whole number", (*SWEEP, "--processes", "-2")),
        ("on processes or on ray, not on 'mars'", (*SIMULATE, "--on", "mars")),
        ("there is no bot 'clever'", (*SIMULATE, "clever")),
        ("there is no bot 'clever'", (*SIMULATE, "--level", "clever")),
        ("there is no bot 'clever'", ("arena", "tall-card", "clever", "random")),
        ("expected from 1 to 2 bots", (*SIMULATE, "random", "random", "random", "--players", "2")),
        ("expected from 1 to 2 bots", ("arena", "tall-card", "random", "steady", "gentle", "--players", "2")),
        ("an arena takes at least two bots, not random", ("arena", "tall-card", "random")),
        ("there is no game 'whist'", ("simulate", "whist")),
        ("has no option", (*ARENA, "--option", "antes=1")),
        ("an option is written as name=value", (*ARENA, "--option", "ante")),
        ("expected deals, a whole number from 1 to 10,000,000, not 0", (*ARENA, "--deals", "0")),
        ("expected deals, a whole number", (*ARENA, "--deals", "99999999999")),
        ("expected hands of a match, a whole number from 1", (*ARENA, "--hands", "0")),
        ("expected time for a decision in seconds, from 0, not -1.0", (*ARENA, "--seconds", "-1")),
        ("expected time for a decision in seconds, from 0, not nan", (*ARENA, "--seconds", "nan")),
        ("expected time for a decision in seconds, from 0, not inf", (*ARENA, "--seconds", "inf")),
        ("expected worlds for a decision, a whole number from 1", (*ARENA, "--iterations", "0")),
        ("expected time to wait for an answer, 0.01 seconds or more", (*ARENA, "--patience", "0")),
        ("expected time to wait for an answer, 0.01 seconds or more", (*ARENA, "--patience", "inf")),
        ("expected a certainty in percent, from 50 to less than 100, not 0.95", (*ARENA, "--until", "0.95")),
        ("expected a certainty in percent, from 50 to less than 100, not 100", (*ARENA, "--until", "100")),
        ("expected a certainty in percent", (*ARENA, "--until", "nan")),
        ("expected a width of more than 0, not 0", (*ARENA, "--within", "0")),
        ("expected a width of more than 0, not inf", (*ARENA, "--within", "inf")),
        ("a folder to keep work in has a name", (*ARENA, "--out", "")),
        ("a folder to keep work in has a name", (*SWEEP, "--out", " ")),
        ("is a file: name a folder", (*ARENA, "--out", "file.txt")),
        ("is a file: name a folder", (*SWEEP, "--out", "file.txt")),
        ("expected a file that ends in .parquet, .csv, .jsonl", (*SIMULATE, "--out", "")),
        ("is a folder: name a file", (*SIMULATE, "--out", "folder.csv")),
        ("expected a file that ends in .png, .svg, .pdf", (*SIMULATE, "--plot", "")),
        ("expected from 1 to 6 others, not 7", (*ODDS, "--against", "7")),
        ("expected from 1 to 6 others, not 0", (*ODDS, "--against", "0")),
        (
            "expected from 1 to 7 others, not 8",
            ("odds", "tall-cards", "Dp 8p 2p 7h 7o", "--tall", "p", "--against", "8"),
        ),
        ("expected deals, a whole number from 100 to 1,000,000, not 5", (*ODDS, "--deals", "5")),
        ("expected deals, a whole number", (*ODDS, "--deals", "1000000000")),
        ("a seed is a whole number from 0, not -1", ("play", "tall-card", "--seed", "-1")),
        ("Tall Card is for 2 to 7 players, not 99", ("play", "tall-card", "--players", "99")),
        ("there is no bot 'clever'", ("play", "tall-card", "--bot", "clever")),
        ("Talon is for 3 to 5 players", ("odds", "talon", "KS", "--players", "9")),
    ],
)
def test_what_cannot_be_is_refused_with_what_was_expected(
    expected: str, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file.txt").touch()
    (tmp_path / "folder.csv").mkdir()
    there = {*tmp_path.iterdir()}
    done = CliRunner().invoke(shindig.cli.app, words)
    assert isinstance(done.exception, GameError), done.output
    assert expected in str(done.exception)
    assert "\n" not in str(done.exception)
    assert {*tmp_path.iterdir()} == there, "nothing is begun"


@pytest.mark.parametrize(
    ("expected", "asked"),
    [
        ("expected matches, a whole number", lambda: simulate("tall-card", 2, 2.5)),  # type: ignore[arg-type]
        ("expected matches, a whole number", lambda: simulate("tall-card", 2, True)),
        ("expected actions of a match", lambda: simulate("tall-card", 2, 1, max_moves=0)),
        ("expected a seed, a whole number", lambda: simulate("tall-card", 2, 1, seed=1.5)),  # type: ignore[arg-type]
        ("Tall Card is for 2 to 7 players", lambda: simulate("tall-card", 2.0, 1)),  # type: ignore[arg-type]
        ("expected processes", lambda: simulate("tall-card", 2, 1, processes=1.5)),  # type: ignore[arg-type]
        ("expected deals", lambda: arena("tall-card", ["random", "steady"], deals=1.5)),  # type: ignore[arg-type]
        ("time for a decision", lambda: arena("tall-card", ["random", "steady"], budget=Budget(NAN))),
        ("worlds for a decision", lambda: arena("tall-card", ["random", "steady"], budget=Budget(1, -1))),
        ("a folder to keep work in", lambda: arena("tall-card", ["random", "steady"], out="")),
        (
            "expected from 1 to 6 others",
            lambda: prospects(game("tall-card"), game("tall-card").new(2)[0], HandQuery(HAND), Against(7)),
        ),
    ],
)
def test_python_refuses_the_same(expected: str, asked: Callable[[], object]) -> None:
    with pytest.raises(GameError, match=expected):
        asked()


def test_a_game_for_one_has_no_arena_and_says_so() -> None:
    rules = game("tall-card")
    alone = replace(rules, rules=replace(rules.rules, seats=range(1, 2)))
    with pytest.raises(GameError, match="Tall Card is a game for one: bots meet in games for two or more"):
        seat_bots(alone, ["random", "steady"], None, None)


SHORT: dict[str, object] = {"deals_each": 1}


def refusal(name: str, processes: int = 1, **more: Any) -> str:
    with pytest.raises(GameError) as refused:
        arena("tall-card", [name, "random"], deals=1, seed=1, options=SHORT, processes=processes, **more)
    return str(refused.value)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_bot_that_raises_is_told_with_file_line_and_traceback(processes: int) -> None:
    first, *rest = refusal("tests.kits.lab.arena_bots:failing", processes).splitlines()
    bots = Path(arena_bots.__file__)
    line = 1 + bots.read_text().splitlines().index('        raise KeyError("no such card")')
    assert (
        first
        == f"the bot tests.kits.lab.arena_bots:failing failed (KeyError: 'no such card'), at {bots}:{line} in policy"
    )
    assert rest[0] == "Traceback (most recent call last):"
    assert rest[-1] == "KeyError: 'no such card'"
    assert rest[1:-1] == [f'  File "{bots}", line {line}, in policy', '    raise KeyError("no such card")']


def test_simulations_tell_it_too_in_whichever_part() -> None:
    with pytest.raises(GameError, match=r"KeyError: 'no such card'\), at .*arena_bots.py:\d+ in policy\nTraceback"):
        simulate("tall-card", 2, 1, ["tests.kits.lab.arena_bots:failing"], seed=1, options=SHORT)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_bot_that_would_end_the_process_is_told_so(processes: int) -> None:
    said = refusal("tests.kits.lab.arena_bots:quitting", processes)
    assert said.startswith(
        "the bot tests.kits.lab.arena_bots:quitting called os._exit(3), which would have ended everything, at "
    )
    assert "arena_bots.py" in said


def test_a_bot_that_would_end_the_process_while_it_is_made_is_told_so() -> None:
    assert "cannot be made: BotExited: os._exit(4), at " in refusal("tests.kits.lab.arena_bots:quitting_at_once")


def program(text: str) -> str:
    return f"cmd:{shlex.join((sys.executable, '-c', text))}"


def test_the_last_words_of_a_program_are_told() -> None:
    said = refusal(program("import sys; input(); print('a\\nb', file=sys.stderr); {}['x']"))
    first, *rest = said.splitlines()
    assert first.endswith("ended with status 1")
    assert rest[0].strip() == "It wrote last:"
    assert [line.strip() for line in rest[1:4]] == ["a", "b", "Traceback (most recent call last):"]
    assert rest[-1].strip() == "KeyError: 'x'"
    many = refusal(program("import sys; input(); [print(n, file=sys.stderr) for n in range(100)]; sys.exit(2)"))
    assert [line.strip() for line in many.splitlines()[2:]] == [str(n) for n in range(80, 100)]


class Fails(BaseHTTPRequestHandler):
    """Has no answer."""

    def do_POST(self) -> None:
        self.send_response(500)
        self.end_headers()
        self.wfile.write(b"Traceback\nKeyError: 'x'\n")

    def log_message(self, *_: Any) -> None:
        """Quietly."""


@pytest.fixture
def address() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Fails)
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_what_an_address_says_of_its_error_is_told(address: str) -> None:
    first, *rest = refusal(address).splitlines()
    assert "answered with an error: HTTP Error 500" in first
    assert rest[-1].strip() == "KeyError: 'x'"


def test_an_arena_that_fails_at_once_leaves_no_folder(tmp_path: Path) -> None:
    folder = tmp_path / "arena"
    refusal("tests.kits.lab.arena_bots:failing", out=str(folder))
    assert not folder.exists()
    met = arena(
        "tall-card", ["tests.kits.lab.arena_bots:first", "random"], deals=1, seed=2, options=SHORT, out=str(folder)
    )
    assert met.deals == 1
    with pytest.raises(GameError, match="with other"):
        arena(
            "tall-card",
            ["tests.kits.lab.arena_bots:failing", "random"],
            deals=1,
            seed=2,
            options=SHORT,
            out=str(folder),
        )
    assert (folder / "results.parquet").is_file(), "what is done stays"


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "tall-card", FAILING, "--matches", "2", "--out", "hands.csv"),
        ("sweep", "tall-card", FAILING, "--matches", "2", "--out", "sweep"),
    ],
)
@pytest.mark.parametrize(("step", "told"), [("compile", "no compiler"), ("play", "KeyError: 'no such card'")])
def test_a_work_that_fails_before_any_part_leaves_nothing(
    step: str, told: str, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def fails(*_: object) -> None:
        raise GameError("no compiler")

    for module in ("simulate_command", "study_commands"):
        of = import_module(f"shindig.lab.cli.{module}")
        monkeypatch.setattr(of, "compile_games", fails if step == "compile" else lambda *_: None, raising=False)
    done = CliRunner().invoke(shindig.cli.app, [*words, "--seed", "1"])
    assert told in str(done.exception)
    assert not [*tmp_path.iterdir()]
    again = CliRunner().invoke(shindig.cli.app, [*words, "--seed", "2"])
    assert told in str(again.exception), "another work may have its name"


def test_a_work_that_fails_later_keeps_what_is_done(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "all")
    with suppress(KeyError), folder.begin_work({"seed": 1}):
        folder.write_part(0, b"{}")
        raise KeyError
    assert folder.list_done() == {0}
    (tmp_path / "mine").mkdir()
    other = Folder(tmp_path / "mine")
    with suppress(KeyError), other.begin_work({"seed": 1}):
        raise KeyError
    assert not [*(tmp_path / "mine").iterdir()], "a folder that was there stays"


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        ("at least two bots", ("random",)),
        ("no bot 'rendom'", ("random", "rendom")),
        ("a certainty in percent", ("random", "steady", "--until", "101")),
        ("a width of more than 0", ("random", "steady", "--within", "-1")),
        ("expected a seed, a whole number", ("random", "steady", "--seed", "-1")),
        ("expected processes, a whole number", ("random", "steady", "--processes", "0")),
        ("has no option", ("random", "steady", "--option", "antes=1")),
    ],
)
def test_an_arena_refuses_before_it_compiles(refused: str, words: tuple[str, ...]) -> None:
    found = CliRunner().invoke(shindig.cli.app, ["arena", "tall-card", *words])
    assert refused in str(found.exception)
