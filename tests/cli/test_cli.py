"""The command: what it prints, and that bad input ends in one clear line and a status of 2."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from shindig import cli
from shindig.gamekit import game_ids
from shindig.record import dumps
from shindig.server.storage.migrations import NEWEST
from tests.kits.games.tall_card_table import Table
from tests.kits.server.cuts_kit import fairly_played, live, with_cuts


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A match of one round: Ben's couple beats Ann's 9."""
    table = Table(2, stack=5).deal({0: "9b 7p 5d 3b 1p", 1: "8b 8p 4d 2b 1d"}).claimed()
    table.do("discard 2b", "discard")
    path = tmp_path / "match.jsonl"
    path.write_text(dumps(table, ["Ann [bold]", "Bén"]), encoding="utf-8")
    return path


def run(*arguments: object) -> int:
    """The status with which the command ends."""
    with pytest.raises(SystemExit) as ended:
        cli.main([*map(str, arguments)])
    return ended.value.code if isinstance(ended.value.code, int) else 0


def test_games_lists_every_game_with_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("games") == 0
    out = capsys.readouterr().out
    assert all(f"{game_id}  " in out for game_id in game_ids())
    assert "tall-card  Tall Card, 2 to 7 players. " in out
    assert "    declare = auto  (auto | manual)  " in out
    assert "    max_bet = 25  (1 to 1000000)  The most you can bet or raise in one go. TC-13" in out


@pytest.mark.parametrize(
    ("version", "more"), [("2.1.0", ""), ("2.1.0.dev3", r" \(development version(, commit \w+)?\)")]
)
@pytest.mark.parametrize("word", ["version", "--version"])
def test_the_version_tells_a_development_version_apart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], word: str, version: str, more: str
) -> None:
    monkeypatch.setattr(cli, "__version__", version)
    assert run(word) == 0
    assert re.fullmatch(rf"shindig {re.escape(version)}{more}, database schema {NEWEST}\n", capsys.readouterr().out)


def test_replay_tells_the_story_with_the_names_of_the_record(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    assert run("replay", record) == 0
    assert capsys.readouterr().out.splitlines() == [
        "We shuffled the six Tall Cards.",
        "Round 1. Ann [bold] deals. The Tall Card is the White Dragon.",
        "Ann [bold]’s last 5 go in as the ante: all-in.",
        "Bén’s last 5 go in as the ante: all-in.",
        "Bén claimed the White Dragon.",
        "Bén swapped one card.",
        "Ann [bold] kept all five.",
        "Bén showed two 8s and two 1s.",
        "Ann [bold] showed 9 high.",
        "Bén wins 10 with two 8s and two 1s against Ann [bold]’s 9 high.",
        "Ann [bold] is broke.",
        "That’s the match. Bén wins the match with 10.",
        "Ann [bold]         0",
        "Bén               10  won",
        "Over: one player has all the credits.",
    ]


def test_replay_from_a_seat_tells_what_that_seat_saw(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    assert run("replay", "--seat", 1, record) == 0
    assert "Bén swapped the 2 of Bamboo." in capsys.readouterr().out


def test_replay_of_an_unfinished_record_says_what_is_next(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    lines = record.read_text("utf-8").splitlines(keepends=True)
    for length, needed in ((2, "the order of 'main'"), (3, "Bén's turn"), (5, "Ann [bold]'s turn")):
        record.write_text("".join(lines[:length]), "utf-8")
        assert run("replay", record) == 0
        assert capsys.readouterr().out.endswith(f"Not over: next is {needed}.\n")


def test_verify_says_that_all_was_by_the_rules(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    assert run("verify", "--plain", record) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{record}: Tall Card, 5 steps, all by the rules, to the end.",
        "Its shuffles were not checked.",
    ]
    assert run("verify", record) == 2
    assert "does not tell how its shuffles were made" in capsys.readouterr().err


def test_verify_says_what_a_record_shows_by_itself_and_beside_what_was_seen(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The status tells a match that was seen live (0) from one that only fits itself (3) and one that does not hold."""
    record, seen = tmp_path / "match.jsonl", tmp_path / "seen.jsonl"
    lines, cuts = fairly_played()
    record.write_text("\n".join(with_cuts(lines, cuts)), "utf-8")
    seen.write_text("\n".join(map(json.dumps, live(cuts))), "utf-8")
    assert run("verify", record) == 3
    told = capsys.readouterr().out
    assert "values of 1 of 2 players" in told
    assert "may have tried one secret after another" in told
    assert run("verify", record, "--seen", seen) == 0
    assert "2 of 2 promises live" in capsys.readouterr().out
    record.write_text("\n".join(with_cuts(*fairly_played(secret=40))), "utf-8")
    assert run("verify", record) == 3, "a match that the house made up fits itself"
    assert run("verify", record, "--seen", seen) == 2
    assert "we had promised another secret" in capsys.readouterr().err


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The one line that bad input brings."""
    assert run(*arguments) == 2
    out, err = capsys.readouterr()
    assert out.count("\n") == 0
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "shindig: line 1: every line is one JSON object, the first one a header"),
        (b"\xff\xfe\x00", "shindig: line 1: every line is one JSON object, the first one a header"),
        (b"{}\n", "shindig: line 1: a record begins with a header like "),
        (b'{"[/bold]": 1}', "shindig: line 1: a record begins with a header like "),
        (b"x" * 1_000_000, "shindig: line 1: a line has at most 20000 characters"),
        (
            b'{"shindig": 1, "game": "[/red]", "rules": 1, "options": {}, "seats": []}',
            "shindig: line 1: there is no game '[/red]'; there are tall-card",
        ),
        (
            b'{"shindig": 1, "game": "tall-card", "rules": 1, "options": {}, "seats": ["\xff", "b"]}',
            "shindig: line 1: a seat has a name of 1 to 100 printable characters, not '\\udcff'",
        ),
    ],
)
def test_what_is_no_record_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    command: str,
    content: bytes,
    message: str,
) -> None:
    path = tmp_path / "bad"
    path.write_bytes(content)
    assert refused(capsys, command, path).startswith(message)


def test_a_record_that_breaks_a_rule_is_refused_at_its_line_with_the_clause(
    capsys: pytest.CaptureFixture[str], record: Path
) -> None:
    record.write_text(record.read_text("utf-8").replace("discard 2b", "discard 2b 8b"), "utf-8")
    assert refused(capsys, "verify", record) == (
        "shindig: line 5: You claimed the Tall Card, so you can swap only one card. (TC-15)\n"
    )


def test_a_record_from_windows_with_a_byte_order_mark_is_read(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    record.write_text(record.read_text("utf-8").replace("\n", "\r\n"), "utf-8-sig", newline="")
    assert run("verify", "--plain", record) == 0
    assert "all by the rules" in capsys.readouterr().out


def test_files_that_cannot_be_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    assert refused(capsys, "replay", missing) == f"shindig: {missing}: No such file or directory\n"
    assert refused(capsys, "verify", tmp_path) == f"shindig: {tmp_path}: Is a directory\n"


def test_seats_and_games_that_are_not_there(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    said = refused(capsys, "replay", "--seat", 2, record)
    assert said == "shindig: there are seats 0 to 1, no seat 2\n"
    assert refused(capsys, "compile", "whist").startswith("shindig: there is no game 'whist'; there are ")


@pytest.mark.parametrize("arguments", [("sing",), ("replay",), ("replay", "--seat", "one", "x"), ("--loud",)])
def test_what_is_no_command_ends_with_help_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert run(*arguments) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_compile_makes_the_rules_ready(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    made: list[str] = []
    monkeypatch.setattr(
        "shindig.compile_progress.compile_games", lambda games, *_: made.extend(game.id for game in games)
    )
    assert run("compile", "talon", "tall-card") == 0
    assert made == ["talon", "tall-card"]
    assert run("compile") == 0
    assert made[2:] == list(game_ids())
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (("restore", "{junk}", "--database", "sqlite:///{room}"), "is no whole backup of a room"),
        (
            ("backup", "{junk}", "--database", "sqlite:////nowhere/at/all"),
            "there is no database /nowhere/at/all;",
        ),
        (
            ("admin", "tables", "--database", "sqlite:////nowhere/at/all"),
            "there is no database /nowhere/at/all; name the one of `shindig serve`",
        ),
    ],
)
def test_a_database_or_a_backup_that_is_none_is_told_in_a_line(
    command: tuple[str, ...],
    why: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    junk = tmp_path / "junk"
    junk.write_text("junk")
    words = [word.format(junk=junk, room=tmp_path / "room") for word in command]
    assert run(*words) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert told.startswith("shindig: ")
    assert why in told


HEAVY = ("numba", "fastapi", "sqlalchemy", "jinja2", "uvicorn", "matplotlib", "pyarrow", "webauthn")
LOADED = f"""
import subprocess
import sys
from shindig.cli import main
try:
    main()
finally:
    print("loaded", *sorted(sys.modules.keys() & {{*{HEAVY}}}), file=sys.stderr)
"""


@pytest.mark.parametrize("command", ["--help", "games"])
def test_a_command_loads_only_what_it_needs(command: str) -> None:
    ended = subprocess.run([sys.executable, "-c", LOADED, command], capture_output=True, text=True, check=True)
    assert ended.stderr.splitlines()[-1] == "loaded"
    assert "tall-card" in ended.stdout or "simulate" in ended.stdout
