"""Compiled messages on disk: the same sentences as compiled ones, never those of other sources or of a damaged file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from shindig.messages.catalog import FUNCTIONS
from shindig.messages.compiled_files import load_messages

TEXT = """
-room = card room
hello = Hello, { $name }!
    .title = This is a { -room }
seats = { $count ->
    [one] one seat
   *[other] { $count } seats
}
both = { hello } { seats }
takes = { PERSON($who) ->
    [you] You take
   *[one] { CAPITAL($who) } takes
} it
"""
ARGS = {"name": "Ann", "count": 3, "who": "ben"}
WRITTEN = {
    "hello": "Hello, Ann!",
    "hello.title": "This is a card room",
    "seats": "3 seats",
    "both": "Hello, Ann! 3 seats",
    "takes": "Ben takes it",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of compiled messages, which is empty."""
    monkeypatch.setenv("SHINDIG_CACHE", str(tmp_path))
    return tmp_path / "messages"


def written(text: str, args: Mapping[str, object] = ARGS) -> dict[str, str]:
    """Return the messages of a file as they are written with some arguments."""
    functions, errors = load_messages("en", {Path("talk.ftl"): text}, FUNCTIONS)
    assert not errors
    faults = list[Exception]()
    found = {id: write(args, faults) for id, write in functions.items()}
    assert not faults
    return found


def test_messages_are_written_alike_compiled_and_from_disk(folder: Path) -> None:
    assert written(TEXT) == WRITTEN
    (file,) = folder.iterdir()
    stored = file.read_bytes()
    assert written(TEXT) == WRITTEN
    assert [one.read_bytes() for one in folder.iterdir()] == [stored]


def test_what_is_on_disk_is_not_compiled_again(folder: Path) -> None:
    """With the file of one text in the other's place, the other says what is in the file."""
    assert written("hello = Hello") == {"hello": "Hello"}
    (file,) = folder.iterdir()
    compiled = file.read_bytes()
    file.unlink()
    assert written("hello = Good evening") == {"hello": "Good evening"}
    (file,) = folder.iterdir()
    file.write_bytes(compiled)
    assert written("hello = Good evening") == {"hello": "Hello"}


def test_an_edited_message_is_compiled_again() -> None:
    assert written(TEXT) == WRITTEN
    assert written(TEXT.replace("Hello", "Welcome"))["hello"] == "Welcome, Ann!"


def test_languages_of_one_text_do_not_mix() -> None:
    texts = {Path("talk.ftl"): "many = { NUMBER($count) }"}
    found = [load_messages(locale, texts, FUNCTIONS)[0]["many"]({"count": 1200}, []) for locale in ("en", "de") * 2]
    assert found == ["1,200", "1.200"] * 2


@pytest.mark.parametrize("kept", [0, 20, 32, -1])
def test_a_damaged_file_is_compiled_again(folder: Path, kept: int) -> None:
    written(TEXT)
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:kept])
    assert written(TEXT) == WRITTEN
    assert file.read_bytes() != whole[:kept]


def test_every_start_reports_an_error() -> None:
    for _ in range(2):
        functions, errors = load_messages("en", {Path("talk.ftl"): "hello = { missing }\nbye = Bye"}, FUNCTIONS)
        assert [id for id, _ in errors] == ["hello"]
        assert functions["bye"]({}, []) == "Bye"


def test_messages_are_compiled_where_nothing_can_be_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SHINDIG_CACHE", os.fspath(tmp_path / "file"))
    assert written(TEXT) == WRITTEN
