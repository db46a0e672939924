"""Message files: each message is used, each that code names exists, and each can be written for everybody."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast

import shindig
from shindig.gamekit import games
from shindig.messages import Argument, Message, Seat, Seats, find_seats, format_text, join, pack_text, say, unpack_text
from shindig.messages.catalog import list_folders, list_languages, read_files
from shindig.messages.formatting import find_errors

ROOT = Path(shindig.__file__).parent
SOURCES = sorted(path for end in ("py", "html", "toml", "js") for path in ROOT.rglob(f"*.{end}"))
NAMED = re.compile(r"""(?:say|write_words|write_message)\((?:names, |language, )?"([\w.-]+)\"""")
FAMILY = re.compile(r'say\(f"([\w-]+-)\{')
FAMILY_IN_TEMPLATE = re.compile(r"""say\("([\w-]+-)" ~""")
MOST_WORDS = 20


@cache
def source() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)


@cache
def declared(language: str = "en") -> dict[str, ast.Pattern]:
    """The pattern of every message and attribute, by its id."""
    assert games()
    found: dict[str, ast.Pattern] = {}
    for folder in list_folders():
        for text in read_files(folder, language).values():
            for entry in FluentParser().parse(text).body:
                assert not isinstance(entry, ast.Junk), entry.content
                if isinstance(entry, ast.Message):
                    assert entry.value is not None
                    found |= {entry.id.name: entry.value}
                    found |= {f"{entry.id.name}.{one.id.name}": one.value for one in entry.attributes}
    return found


def variables(part: ast.BaseNode) -> Iterator[str]:
    """The names of a message's arguments."""
    if isinstance(part, ast.VariableReference):
        yield part.id.name
    for value in vars(part).values():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.BaseNode):
                yield from variables(one)


def arguments(id: str) -> Iterator[dict[str, Argument]]:
    """Arguments of all kinds for a message: one player and several, no card, one and many."""
    names = sorted(set(variables(declared()[id])))
    kinds: list[list[Argument]] = [
        [Seat(1)]
        if name in ("who", "other")
        else [Seats((1,)), Seats((0, 1))]
        if name == "seats"
        else [0, 1, 2, 1200]
        if name in ("amount", "count", "number", "round", "total", "value")
        else ["Plum"]
        for name in names
    ]
    for values in product(*kinds):
        yield dict(zip(names, values, strict=True))


def test_every_message_that_code_names_is_in_a_file() -> None:
    named = {id for id in NAMED.findall(source()) if not id.endswith(("-", "."))}
    assert len(named) > 50
    assert sorted(named - set(declared())) == []


def test_every_question_has_a_kind_for_statistics() -> None:
    questions = [id for id in declared() if "-ask-" in id and "." not in id]
    assert len(questions) > 20
    assert [id for id in questions if f"{id}.kind" not in declared()] == []


def test_every_message_is_used() -> None:
    families = (*FAMILY.findall(source()), *FAMILY_IN_TEMPLATE.findall(source()), "card-")
    unused = [id for id in declared() if f'"{id.partition(".")[0]}' not in source() and not id.startswith(families)]
    assert unused == []


@pytest.mark.parametrize("id", sorted(declared()))
def test_every_message_is_written_for_you_and_for_others_with_any_number(id: str) -> None:
    for given in arguments(id):
        for you in (None, 1):
            message = say(id, **given)
            assert find_errors(message, "en", you) == []
            text = format_text(message, ("Ann", "Ben"), "en", you)
            for sentence in re.split(r"[.!?:;] ", text):
                assert len(sentence.split()) <= MOST_WORDS, sentence


@pytest.mark.parametrize("language", list_languages()[1:])
def test_no_other_language_has_messages_that_english_lacks(language: str) -> None:
    cards = {id for id in declared(language) if id.startswith("card-")}
    assert sorted(set(declared(language)) - set(declared()) - cards) == []


@pytest.mark.parametrize("language", list_languages()[1:])
def test_a_translation_uses_the_arguments_of_the_english_text(language: str) -> None:
    for id, pattern in declared(language).items():
        if id in declared():
            assert set(variables(pattern)) <= set(variables(declared()[id])), id
            given = {
                name: Seats((0, 1))
                if name == "seats"
                else Seat(1)
                if name in ("who", "other", "winner")
                else "Plum"
                if name in ("made", "why", "cuts", "order", "doing", "called", "plain", "grades", "holding")
                else 2
                for name in variables(declared()[id])
            }
            assert find_errors(say(id, **given), language, 1) == [], id


def test_the_reader_is_you_and_comes_first() -> None:
    won, names = say("betting-won-match", seats=Seats((0, 2)), amount=7), ("Ann", "Ben", "Cleo")
    assert format_text(won, names) == "Ann and Cleo tie with 7 each."
    assert format_text(won, names, you=2) == "You and Ann tie with 7 each."
    assert (
        format_text(say("betting-won-match", seats=Seats((2,)), amount=9), names, you=2) == "You win the match with 9!"
    )
    assert (
        format_text(say("betting-won-match", seats=Seats((2,)), amount=9), names, you=1)
        == "Cleo wins the match with 9."
    )
    if "de" in list_languages():
        assert format_text(won, names, "de", you=2) == "Du und Ann teilen sich das Match, mit je 7."


def test_a_name_is_written_as_it_is_whatever_it_holds() -> None:
    folds = say("betting-folds", who=Seat(0))
    assert format_text(folds, ("{1} \ue001 $who",)) == "{1} \ue001 $who folded."


def test_a_message_crosses_processes_and_json() -> None:
    ranks = join([say("tall-card-rank-9"), "a text"], "or")
    message = say("five-cards-hint-swap", choice=say("choice-swap", cards=ranks), count=7)
    assert pickle.loads(pickle.dumps(message)) == message
    assert unpack_text(pack_text(message)) == message
    assert hash(unpack_text(pack_text(message))) == hash(message)


def test_an_unknown_message_is_its_id_and_is_found() -> None:
    assert str(Message("nowhere")) == "nowhere"
    assert find_errors(Message("nowhere")) == ["there is no message nowhere"]


def test_seats_are_found_in_arguments_of_arguments() -> None:
    inner = say("betting-wins", who=Seat(2), amount=1)
    assert find_seats(say("sentences", sentences=join([inner, "{3} sings."], "."))) == {2, 3}
