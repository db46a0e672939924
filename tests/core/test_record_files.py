"""Records: what a good one brings back, and how each bad line is refused, at its line and with what was expected."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shindig.core.layout_and_views import OVER
from shindig.record import MAX_LINE, RecordError, Replay, dumps, loads
from tests.kits.games.tall_card_table import Table

NAMES = ("Ann", "Ben")
Entry = dict[str, Any]


def played() -> Table:
    """A short match: Ann deals and loses to Ben, then he folds to her."""
    table = Table(2, ante=10, stack=30, deals_each=1)
    table.deal({0: "9b 7p 5d 3b 1p", 1: "8b 8p 4d 2b 1d"})
    table.do("claim", "bet 5", "call", "discard 2b", "discard", "check", "check")
    table.deal()
    table.do("decline", "claim", "bet 3", "fold")
    assert table.over
    return table


GOOD = [json.loads(line) for line in dumps(played(), NAMES).splitlines()]
HEADER, RESULT = GOOD[0], GOOD[-1]


def text(*entries: Entry | str) -> str:
    return "\n".join(entry if isinstance(entry, str) else json.dumps(entry) for entry in entries)


def refusal(record: str) -> str:
    with pytest.raises(RecordError) as refused:
        loads(record)
    return str(refused.value)


def test_a_record_is_a_header_orders_actions_and_the_result() -> None:
    assert list(HEADER) == ["shindig", "game", "rules", "options", "seats"]
    assert HEADER["options"]["ante"] == 10
    assert HEADER["seats"] == ["Ann", "Ben"]
    assert [next(iter(entry)) for entry in GOOD[1:4]] == ["order", "order", "seat"]
    assert GOOD[2]["order"][:4] == ["8b", "9b", "8p", "7p"]
    assert GOOD[3:7] == [
        {"seat": 1, "do": "claim"},
        {"seat": 1, "do": "bet 5"},
        {"seat": 0, "do": "call"},
        {"seat": 1, "do": "discard 2b"},
    ]
    assert RESULT == {"result": {"scores": [25, 35], "winners": [1], "reason": "everyone has dealt"}}


def test_a_replay_gives_the_same_bytes_steps_and_text() -> None:
    table = played()
    again = loads(dumps(table, NAMES))
    assert again.array.tobytes() == table.array.tobytes()
    assert again.steps == table.steps
    assert dumps(again, NAMES) == dumps(table, NAMES)


def test_a_record_that_breaks_off_is_as_good_as_far_as_it_goes() -> None:
    for length in range(1, len(GOOD)):
        match = loads(text(*GOOD[:length]))
        assert len(match.steps) == length - 1
        assert match.over == (length == len(GOOD) - 1)


def test_line_by_line() -> None:
    replay = Replay(dumps(played(), NAMES).splitlines())
    assert replay.names == NAMES
    assert len(replay.match.steps) == 0
    assert [len(replay.match.steps) for _ in replay] == list(range(1, len(GOOD) - 1))
    assert replay.match.to_act == OVER


def test_blank_lines_and_the_order_of_keys_mean_nothing() -> None:
    entries = [dict(reversed(entry.items())) for entry in GOOD]
    assert loads(text("", *entries[:3], "  ", *entries[3:], "")).over


def test_names_may_be_any_that_can_be_read() -> None:
    record = dumps(played(), ["Zoë 🐉", "{0} [red]"])
    assert "Zoë 🐉" in record
    assert Replay(record.splitlines()).names == ("Zoë 🐉", "{0} [red]")


NO_HEADER = 'line 1: a record begins with a header like {"shindig": 1, "game": ..., "rules": ..., "options": {...}, '


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"shindig": 2}, NO_HEADER),
        ({"shindig": None}, NO_HEADER),
        ({"more": 1}, NO_HEADER),
        ({"game": "whist"}, "line 1: there is no game 'whist'; there are tall-card, "),
        ({"game": 7}, "line 1: 'game' is a text, not 7"),
        (
            {"rules": 99},
            "line 1: the record is of version 99 of the rules of Tall Card, and here are versions 1 and 2; it is read",
        ),
        ({"rules": "1"}, "line 1: 'rules' is a whole number, not '1'"),
        ({"rules": True}, "line 1: 'rules' is a whole number, not True"),
        ({"options": []}, "line 1: 'options' is an object, not []"),
        ({"options": {"blind": 1}}, "line 1: Tall Card has no option 'blind'; it has stack, ante"),
        ({"options": {"ante": "x"}}, "line 1: ante is a whole number from 0 to 1,000,000, not 'x'. (TC-10)"),
        ({"options": {"declare": ["auto"]}}, "line 1: declare is auto or manual, not ['auto']. (TC-17)"),
        ({"seats": 2}, "line 1: 'seats' is a list, not 2"),
        ({"seats": ["Ann"]}, "line 1: Tall Card is for 2 to 7 players, not 1"),
        ({"seats": ["Ann", 5]}, "line 1: a seat has a name of 1 to 100 printable characters, not 5"),
        ({"seats": ["Ann", ""]}, "line 1: a seat has a name of 1 to 100 printable characters, not ''"),
        ({"seats": ["Ann", "\x1b[31m"]}, "line 1: a seat has a name of 1 to 100 printable characters, not '\\x1b[31m'"),
        ({"seats": ["Ann", "\ud800"]}, "line 1: a seat has a name of 1 to 100 printable characters, not '\\ud800'"),
    ],
)
def test_a_bad_header_is_refused(change: Entry, message: str) -> None:
    assert refusal(text(HEADER | change)).startswith(message)


@pytest.mark.parametrize("key", list(HEADER))
def test_a_header_has_all_its_keys(key: str) -> None:
    assert refusal(text({name: value for name, value in HEADER.items() if name != key})).startswith(NO_HEADER)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "the first one a header"),
        ("[]", "every line is one JSON object"),
        ("7", "every line is one JSON object"),
        ('{"shindig": 1', "every line is one JSON object"),
        ('{"shindig": 1} {"game": 2}', "every line is one JSON object"),
        ("\ufeff{}", "every line is one JSON object"),
        ('{"shindig": NaN}', "NaN is no number of JSON"),
        ('{"shindig": 1, "shindig": 1}', "a key comes only once in an object"),
        ("[" * 15_000, "every line is one JSON object"),
        ('{"shindig": ' + "1" * 6_000 + "}", "every line is one JSON object"),
        ('{"shindig": "' + "1" * MAX_LINE + '"}', f"a line has at most {MAX_LINE} characters"),
    ],
)
def test_what_is_no_json_object_is_refused(line: str, message: str) -> None:
    assert message in refusal(line)
    assert refusal(line).startswith("line 1: ")


def test_a_line_may_be_as_long_as_lines_may_be() -> None:
    line = '{"shindig": "' + "1" * (MAX_LINE - 15) + '"}'
    assert len(line) == MAX_LINE
    assert "a line has at most" not in refusal(line)


KINDS = 'expected {"order": [...], "of": ...}, {"seat": ..., "do": ...} or {"result": ...}'


@pytest.mark.parametrize(
    ("at", "entry", "message"),
    [
        (1, {"seat": 0, "do": "claim"}, "cards must be ordered before anybody acts"),
        (1, {"order": GOOD[1]["order"], "of": "main"}, "needed now is the order of 'tall', not the order of 'main'"),
        (1, {"order": "b p d", "of": "tall"}, "'order' is a list, not 'b p d'"),
        (1, {"order": [], "of": "tall"}, "the order of 'tall' takes each of these 6 once: b p d WhD GrD RdD"),
        (1, {"order": ["b"] * 6, "of": "tall"}, "the order of 'tall' takes each of these 6 once: b p d WhD GrD RdD"),
        (1, {"order": ["b", None], "of": "tall"}, "the order of 'tall' takes items like b, not 'None'"),
        (1, {"order": ["z"], "of": "tall"}, "the order of 'tall' takes items like b, not 'z'"),
        (1, {"order": ["b"], "of": ["tall"]}, "'of' is a text, not ['tall']"),
        (2, {"order": GOOD[2]["order"][1:], "of": "main"}, "the order of 'main' takes each of these 66 once: 1b 1b 2b"),
        (3, {"order": GOOD[2]["order"], "of": "main"}, "needed now is an action, not the order of 'main'"),
        (3, {"seat": 0, "do": "claim"}, "it is the turn of seat 1, not of seat 0"),
        (3, {"seat": "1", "do": "claim"}, "'seat' is a whole number, not '1'"),
        (3, {"seat": True, "do": "claim"}, "'seat' is a whole number, not True"),
        (3, {"seat": 1, "do": 5}, "'do' is a text, not 5"),
        (3, {"seat": 1, "do": "sing"}, "“sing” isn’t a move. Try claim or decline"),
        (3, {"seat": 1, "do": "check"}, "First claim the Tall Card or not. Betting comes next. (TC-12)"),
        (3, {"seat": 1}, KINDS),
        (3, {"do": "claim"}, KINDS),
        (3, {"seat": 1, "do": "claim", "why": "to win"}, KINDS),
        (3, {}, KINDS),
        (3, HEADER, KINDS),
        (3, RESULT, "there is no result yet: the match is not over"),
        (4, {"seat": 1, "do": "bet 26"}, "Bet 1 to 20, or raise by that much. (TC-13)"),
        (5, {"seat": 0, "do": "check"}, "Somebody bet 5: call, raise or fold. (TC-13)"),
        (6, {"seat": 1, "do": "discard 2b 8b"}, "You claimed the Tall Card, so you can swap only one card. (TC-15)"),
        (-1, {"seat": 1, "do": "check"}, "the match is over"),
        (-1, {"order": [], "of": "main"}, "needed now is the result, not the order of 'main'"),
        (-1, {"result": RESULT["result"] | {"scores": [6, 54]}}, "the replay's result is "),
        (-1, {"result": None}, "the replay's result is "),
        (len(GOOD), RESULT, 'after the result there is nothing but {"cut": ...}'),
        (len(GOOD), {"cut": "deep"}, "'cut' is an object, not 'deep'"),
    ],
)
def test_a_bad_line_is_refused_at_its_line(at: int, entry: Entry, message: str) -> None:
    before = GOOD[:at]
    assert refusal(text(*before, entry)).startswith(f"line {len(before) + 1}: {message}")


def test_a_record_says_at_which_line_the_rules_were_broken() -> None:
    with pytest.raises(RecordError) as refused:
        loads(text(GOOD[0], "", GOOD[1], "", {"seat": 0, "do": "claim"}))
    assert refused.value.line == 5


def test_the_deal_of_a_day_is_told_once() -> None:
    assert refusal(text(*GOOD, {"daily": {}}, {"daily": {}})).startswith(f"line {len(GOOD) + 2}: the deal is told once")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
keys = st.sampled_from(["shindig", "game", "rules", "options", "seats", "order", "of", "seat", "do", "result", "cut"])


def line_refused(record: str) -> int:
    """The line at which a record is refused, 0 where it is read."""
    try:
        loads(record)
    except RecordError as error:
        return error.line
    return 0


@settings(deadline=None, max_examples=60)
@given(st.integers(0, len(GOOD)), st.dictionaries(keys, json_values, max_size=5) | json_values | st.text())
def test_whatever_a_line_holds_a_record_is_read_or_refused_there_or_later(at: int, line: Any) -> None:
    bad = line if isinstance(line, str) else json.dumps(line)
    assert line_refused(text(*GOOD[:at], bad, *GOOD[at + 1 :])) not in range(1, at + 1)


@settings(deadline=None, max_examples=60)
@given(keys, json_values, st.integers(0, len(GOOD) - 1))
def test_whatever_a_key_holds_a_record_is_read_or_refused_there_or_later(key: str, value: Any, at: int) -> None:
    entries = [entry | {key: value} if number == at else entry for number, entry in enumerate(GOOD)]
    assert line_refused(text(*entries)) not in range(1, at + 1)
