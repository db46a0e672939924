"""Cuts told in a record: what is checked of them, what that shows, and what it shows beside what was seen live."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from shindig.messages import say
from shindig.record import Replay
from shindig.server.fairness.device_cut_notes import MAX_LINE, WitnessedCuts
from shindig.server.fairness.fair_shuffle import FairnessError, Voice, make_seal
from shindig.server.fairness.record_verification import Verdict, name_cuts, play_record, verify_shuffles
from tests.kits.server.cuts_kit import VOICES, Entry, fairly_played, live, with_cuts


def verdict_of(lines: list[str], cuts: list[Entry], seen: list[Entry] | None = None) -> Verdict:
    replay = Replay(with_cuts(lines, cuts))
    assert str(play_record(replay)).endswith("all by the rules, to the end.")
    return verify_shuffles(replay, None if seen is None else map(json.dumps, seen))


def check(lines: list[str], cuts: list[Entry]) -> None:
    verdict_of(lines, cuts)


def test_cuts_told_in_a_record_are_checked_against_its_orders() -> None:
    lines, cuts = fairly_played()
    assert [len(cut["orders"]) for cut in cuts] == [3, 1]
    check(lines, cuts)


def swapped(cut: Entry) -> None:
    cut["voices"].reverse()


def other(key: str, value: object) -> Callable[[Entry], None]:
    return lambda cut: cut.update({key: value})


def other_root(cut: Entry) -> None:
    cut["orders"][-1]["root"] = "00" * 32


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (other("secret", "00" * 64), "the secret is not the one that we committed to"),
        (other("commitment", "00" * 32), "the secret is not the one that we committed to"),
        (other("table", "elm"), "the secret is not the one that we committed to"),
        (swapped, "the voices are not in the order of their seats and seals"),
        (lambda cut: cut["frozen"].update(cutter=0), "the order of main is not the one that secret and values make"),
        (lambda cut: cut["frozen"].update(count=3), "its list was frozen for another order"),
        (lambda cut: cut["frozen"].pop("match"), "a frozen list has a match"),
        (other_root, "the order of main is not the one that was published"),
        (
            other("voices", [VOICES[0].as_json(), VOICES[1].as_json() | {"value": "ff" * 32}]),
            "seat 1: the value is not the one that was sealed",
        ),
        (other("voices", [VOICES[0].as_json()]), "expected what each of 2 seats gave, once"),
        (other("voices", [voice.as_json() for voice in (*VOICES, Voice(0))]), "expected what each of 2 seats gave"),
        (other("voices", [voice.as_json() for voice in (*VOICES, Voice(2))]), "expected what each of 2 seats gave"),
        (lambda cut: cut["voices"][0].update(weight=1), "a voice has said, sealed, seat and value, and nothing"),
        (other("orders", []), "it tells of 0 orders, and 1 came of it"),
        (other("note", "fair"), "expected a table, its number, .* and nothing else"),
        (other("secret", "xyz"), "expected a table, its number"),
        (other("cut", -1), "expected a table, its number"),
        (other("voices", 5), "expected a table, its number"),
        (other("orders", None), "expected a table, its number"),
        (dict.clear, "expected a table, its number"),
    ],
)
def test_a_cut_that_did_not_make_its_orders_is_refused(change: Callable[[Entry], None], message: str) -> None:
    lines, cuts = fairly_played()
    change(cuts[1])
    with pytest.raises(FairnessError, match=f"cut 2 of the record: {message}"):
        check(lines, cuts)


def test_cuts_must_tell_of_all_orders_and_of_no_more() -> None:
    lines, cuts = fairly_played()
    with pytest.raises(FairnessError, match="does not tell how its shuffles were made"):
        check(lines, [])
    with pytest.raises(FairnessError, match="the record has cuts for 1 of its 2 deals"):
        check(lines, cuts[:1])
    with pytest.raises(FairnessError, match="cut 3 of the record: it tells of 1 orders, and 0 came of it"):
        check(lines, [*cuts, cuts[1]])


def test_no_cut_may_be_left_out_between_others() -> None:
    """A house that throws a cut away and takes the next one has had another try."""
    with pytest.raises(FairnessError, match="cut 0 of table oak is not followed by the next one"):
        check(*fairly_played(numbers=(0, 2)))


def test_a_record_by_itself_shows_no_more_than_that_it_fits_itself() -> None:
    found = verdict_of(*fairly_played())
    assert not found.proven
    assert [*map(str, found.lines)] == [
        "Cuts 0 to 1, 4 shuffles: values of 1 of 2 players, Seat 1.",
        "All 4 shuffles are what the secrets and values in this record make.",
        str(say("fair-unseen")),
    ]


def test_with_what_was_seen_live_a_record_shows_that_the_house_was_bound() -> None:
    lines, cuts = fairly_played()
    found = verdict_of(lines, cuts, [*live(cuts), {"id": "elm"}])
    assert found.proven
    assert [*map(str, found.lines[2:])] == [
        "Somebody saw 2 of 2 promises live, before any value was opened.",
        "The value of the device that saw this is in 2 of 2 cuts.",
        "Cuts 0 to 1: when the device opened its value, only one order was left.",
        "The record is of match 1 at table oak.",
        str(say("fair-honest")),
    ]
    part = verdict_of(lines, cuts, live(cuts[:1]))
    assert not part.proven
    assert say("fair-late", cuts=name_cuts([1])) in part.lines


def test_a_match_made_up_under_the_id_of_a_real_table_is_found_out() -> None:
    """The house tried secrets until one suited it: the record fits itself, and not what was seen."""
    seen = live(fairly_played()[1])
    lines, cuts = fairly_played(secret=40)
    assert not verdict_of(lines, cuts).proven
    with pytest.raises(FairnessError, match="cut 0: we had promised another secret, as was seen live"):
        verdict_of(lines, cuts, seen)


def test_a_value_left_out_or_changed_afterwards_is_found_out() -> None:
    seen = live(fairly_played()[1])
    alone = fairly_played([Voice(0), Voice(1)])
    with pytest.raises(FairnessError, match="cut 0: what seat 1 sealed, as was seen live,"):
        verdict_of(*alone, seen)
    for one in seen:
        del one["cut"], one["values"]
    with pytest.raises(FairnessError, match="cut 0: other values or roots were published live"):
        verdict_of(*alone, seen)


def test_who_sits_where_somebody_left_is_not_said_to_have_left() -> None:
    lines, cuts = fairly_played(
        [VOICES[0], *sorted([Voice(1, "left", make_seal(b"l" * 32)), VOICES[1]], key=lambda one: one.sealed)]
    )
    told = str(verdict_of(lines, cuts).lines[0])
    assert told.endswith(
        "values of 1 of 2 players, Seat 1. There somebody who left the seat of Seat 1 had sealed a value."
    )


def test_a_shuffle_that_the_house_made_alone_is_called_that() -> None:
    """Also where its commitment was seen, since the house chose the secret before it."""
    lines, cuts = fairly_played([Voice(0), Voice(1, "withheld", make_seal(bytes(32)))])
    seen = live(cuts)
    for one in seen:
        del one["values"]
    found = verdict_of(lines, cuts, seen)
    assert not found.proven
    assert str(found.lines[0]) == (
        "Cuts 0 to 1, 4 shuffles: we made this alone, so we could have picked what came. "
        "There Seat 1 sealed a value and didn’t open it."
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "what was seen tells nothing of table oak"),
        ('{"id": "elm"}', "what was seen tells nothing of table oak"),
        ("[]", "line 1 of what was seen: expected the tables"),
        ('{"id": "oak", "cut": {"number": 0}}', "line 1 of what was seen: expected the tables"),
        ('{"id": "oak", "values": 5}', "line 1 of what was seen: expected the tables"),
        ("[" * 100_000, "line 1 of what was seen: expected the tables"),
    ],
)
def test_what_was_seen_is_read_strictly(line: str, message: str) -> None:
    with pytest.raises(FairnessError, match=message):
        WitnessedCuts.from_lines("oak", [line])


@pytest.mark.parametrize(
    ("numbers", "said"), [([4], "cut 4"), ([1, 2, 3, 5], "cuts 1 to 3 and 5"), ([0, 2, 3], "cuts 0 and 2 to 3")]
)
def test_cuts_are_named_by_their_runs(numbers: list[int], said: str) -> None:
    assert str(name_cuts(numbers)) == said


def test_a_line_of_what_was_seen_is_so_long_and_no_longer() -> None:
    line = '{"id": "oak"' + " " * (MAX_LINE - 13) + "}"
    assert len(line) == MAX_LINE
    assert WitnessedCuts.from_lines("oak", ["", line]).made == {}
    with pytest.raises(FairnessError, match=r"^line 2 of what was seen: expected the tables"):
        WitnessedCuts.from_lines("oak", ["", line + " "])
