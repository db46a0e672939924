"""A house that cheats while a match is played, or writes its record anew: neither checker lets it pass."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from shindig.messages import say
from shindig.record import Replay, dumps
from shindig.server.fairness.fair_shuffle import FairnessError, Secret, Voice, make_seal
from shindig.server.fairness.frozen_cut_inputs import FrozenList, Transcript
from shindig.server.fairness.record_verification import Verdict, name_cuts, play_record, verify_shuffles
from tests.kits.server.cuts_kit import VOICES, Entry, Play, fairly_played, given_by, live, with_cuts, withheld
from tests.kits.web.device_notes import STORAGE
from tests.kits.web.script_texts import page_texts
from tests.project.test_build import ROOT
from tests.server.fairness.test_verify_cut import Case, by_command, by_page

STATIC = ROOT / "src" / "shindig" / "web" / "static"


def verdict_of(lines: list[str], cuts: list[Entry], seen: list[Entry]) -> Verdict:
    replay = Replay(with_cuts(lines, cuts))
    play_record(replay)
    return verify_shuffles(replay, map(json.dumps, seen))


def case_of(lines: list[str], cuts: list[Entry], seen: list[Entry]) -> Case:
    return "\n".join(with_cuts(lines, cuts)), "\n".join(map(json.dumps, seen))


class Altered(Play):
    """A record with another move at the n-th choice than was played before the list was frozen."""

    at = 0

    def written(self, action: int) -> int:
        legal = [*self.match.legal.actions]
        if len(legal) > 1:
            self.at -= 1
        return legal[-1] if len(legal) > 1 and self.at == 0 else action


@pytest.mark.attack
@pytest.mark.parametrize("at", [1, 2])
def test_a_move_that_was_altered_before_a_cut_is_found(at: int) -> None:
    """Nobody else saw the move; the record keeps the rules, and its shuffles are what the secrets make."""
    play = Altered()
    play.at = at
    play.play(VOICES)
    lines = dumps(play.match).splitlines()
    assert play.at <= 0
    assert lines != fairly_played()[0]
    with pytest.raises(FairnessError, match="cut 1: its list was frozen after other moves than the record has"):
        verdict_of(lines, play.cuts, live(play.cuts))


@pytest.mark.attack
@pytest.mark.parametrize("of", ["table", "match", "options"])
def test_a_list_is_of_one_match_from_its_start(of: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that was frozen for a match of other options, or of another number, is none of this one."""
    begun = Transcript.start

    def other(table: str, match: int, one: Any) -> Transcript:
        changed = deepcopy(one)
        if of == "options":
            changed.options["deals_each"] = 2
        return begun("elm" if of == "table" else table, match + (of == "match"), changed)

    with monkeypatch.context() as patched:
        patched.setattr(Transcript, "start", other)
        lines, cuts = fairly_played()
    with pytest.raises(FairnessError, match="cut 0: its list was frozen after other moves than the record has"):
        verdict_of(lines, cuts, live(cuts))


def tried(cut: int, match: int, *, made: bool) -> Entry:
    """What a device saw of a cut for which it opened its value, and which the house then threw away."""
    secret = Secret("oak", cut, bytes(64))
    own = VOICES[1]
    where = "oak", cut, secret.commitment, match, 2
    frozen = FrozenList(*where, 1, "seats", 2, bytes(32)).as_json() | {"entries": [[1, own.sealed.hex(), False]]}
    told: Entry = {"number": cut, "commitment": secret.commitment.hex(), "stage": "opening", "seals": {}}
    value = {"cut": cut, "value": own.value.hex(), "list": "00" * 32, "stage": "opening", "opened": []}
    last = {"cut": cut, "commitment": told["commitment"], "voices": [], "orders": []}
    return {"id": "oak", "cut": told | {"frozen": frozen}, "values": [value], **({"last_cut": last} if made else {})}


@pytest.mark.attack
def test_an_earlier_cut_that_was_never_made_is_found() -> None:
    """The house shows a cut, learns the value, sees what comes, and takes the next cut for the match."""
    lines, cuts = fairly_played(numbers=(1, 2), nth=2)
    with pytest.raises(FairnessError, match="cut 0: the device opened its value, and the cut was never made"):
        verdict_of(lines, cuts, [tried(0, 1, made=False), *live(cuts)])
    with pytest.raises(FairnessError, match="cut 0 was made for this match, as was seen live, and is left out"):
        verdict_of(lines, cuts, [tried(0, 2, made=True), *live(cuts)])


def ended(match: int) -> Entry:
    """What a device notes when a match is over."""
    return {"id": "oak", "match": match, "state": "over"}


def claims(cut: int, match: int, nth: int, noted: str) -> Case:
    """A record of match `nth`, with the notes of a device that was asked for another cut, in the order `noted`.

    `t` is the cut that the house calls one of `match`, `e` its end, `1` and `2` the cuts of the record, `o` its end.
    """
    lines, cuts = fairly_played(numbers=(1, 2) if nth > 1 else (0, 1), nth=nth)
    first, second = live(cuts)
    notes = {"t": tried(cut, match, made=True), "e": ended(match), "1": first, "2": second, "o": ended(nth)}
    return case_of(lines, cuts, [notes[one] for one in noted])


@pytest.mark.attack
@pytest.mark.parametrize(
    ("cut", "match", "nth", "noted", "status"),
    [
        (0, 1, 2, "t12", 3),  # a cut that it calls one of the match before
        (0, 1, 2, "t1e2", 3),
        (0, 1, 2, "t12oe", 3),
        (0, 1, 2, "te12", 0),  # the match before was played
        (9, 9, 1, "t12", 3),  # or one of a match that comes long afterwards
        (9, 9, 1, "1t2", 3),
        (9, 9, 1, "1te2", 3),
        (2, 2, 1, "12t", 0),  # the match afterwards is on
        (2, 2, 1, "12ot", 0),
    ],
)
def test_a_match_that_the_house_only_claims_gets_no_status_0(
    cut: int, match: int, nth: int, noted: str, status: int, tmp_path: Path
) -> None:
    """It calls each cut that it throws away one of another match, whose end the device never saw."""
    record, seen = case = claims(cut, match, nth, noted)
    assert by_command(case) == (status, [1, 1])
    assert by_page([case], tmp_path) == [by_command(case)]
    replay = Replay(record.splitlines())
    play_record(replay)
    found = verify_shuffles(replay, seen.splitlines())
    assert say("fair-match", match=nth, table="oak") in found.lines
    assert say("fair-others", cuts=name_cuts([cut])) in found.lines
    assert (say("fair-tried", cuts=name_cuts([cut])) in found.lines) == bool(status)


def called_off(cut: Entry) -> Entry:
    """The cut of a hand that a record says to have been called off."""
    return deepcopy(cut) | {"called_off": True}


@pytest.mark.attack
@pytest.mark.parametrize("noted", ["", "0", "012"])
def test_a_cut_that_the_house_calls_off_gets_no_status_0(noted: str, tmp_path: Path) -> None:
    """It says that all agreed, until the cards suit it. Notes of that cut are compared like those of any other."""
    lines, cuts = fairly_played(numbers=(1, 2))
    thrown = called_off(fairly_played(secret=7)[1][0])
    seen = live([thrown, *cuts])
    case = case_of(lines, [thrown, *cuts], [seen[int(one)] for one in noted])
    assert by_command(case)[0] == 3
    assert by_page([case], tmp_path) == [by_command(case)]
    if noted:
        with pytest.raises(FairnessError, match="cut 0: the value that the device sent is not in it"):
            verdict_of(lines, [thrown, *cuts], [seen[0] | {"values": [seen[0]["values"][0] | {"value": "00" * 32}]}])
        with pytest.raises(FairnessError, match="its cuts were made for different matches"):
            verdict_of(lines, [called_off(fairly_played(secret=7, nth=2)[1][0]), *cuts], [*seen])


@pytest.mark.attack
def test_the_first_match_of_a_table_begins_with_its_first_cut() -> None:
    """Nobody plays there before, so there is no match to which the house could give a cut that it threw away."""
    lines, cuts = fairly_played(numbers=(1, 2))
    with pytest.raises(FairnessError, match="cut 1 is not the first of its table"):
        verdict_of(lines, cuts, [tried(0, 0, made=True), *live(cuts)])


@pytest.mark.attack
def test_a_second_list_does_not_move_a_cut_to_another_match() -> None:
    lines, cuts = fairly_played(numbers=(1, 2), nth=2)
    seen = [tried(0, 2, made=True), tried(0, 1, made=True), *live(cuts)]
    with pytest.raises(FairnessError, match="cut 0 was made for this match"):
        verdict_of(lines, cuts, seen)


PAGE = """
STORAGE
Object.assign(localStorage, KEPT);
globalThis.document = { documentElement: { dataset: { root: "" } }, getElementById: () => ({ textContent: TEXTS }) };
const sent = {};
globalThis.fetch = async (to, { body }) => (Object.assign(sent, Object.fromEntries(body)), { status: 204 });
const { cutting } = await import("./fair.js");
const { linesOf } = await import("./seen.js");
for (const cut of CUTS) cutting({ dataset: { cut: JSON.stringify({ cut }) } }, "oak", 1, () => {});
console.log(JSON.stringify({ sent, kept: localStorage, saved: linesOf("oak").map(JSON.parse) }));
"""


class BrowserDevice:
    """The page of the player at seat 1: its script with the storage of the browser."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept: Entry = {}
        self.saved: list[Entry] = []
        """What it saves as a file."""
        for name in ("fair", "seen", "hash", "shake", "texts"):
            shutil.copy(STATIC / f"{name}.js", folder)
        (folder / "package.json").write_text('{"type": "module"}')

    def show(self, *cuts: Entry) -> Entry:
        """Load the page, and show it these states of cuts. Return what it sends."""
        script = (
            PAGE.replace("STORAGE", STORAGE)
            .replace("TEXTS", page_texts())
            .replace("KEPT", json.dumps(self.kept))
            .replace("CUTS", json.dumps(cuts))
        )
        (self.folder / "page.js").write_text(script)
        told: Entry = json.loads(subprocess.check_output(["node", self.folder / "page.js"], text=True))
        self.kept, self.saved = told["kept"], told["saved"]
        sent: Entry = told["sent"]
        return sent


def shown(secret: Secret, stage: str, **more: Any) -> Entry:
    told: Entry = {"number": secret.number, "commitment": secret.commitment.hex(), "stage": stage, "seals": {}}
    return told | {"asked": [1], "cutter": None, "version": 2, "opened": {}, "frozen": None} | more


@pytest.mark.attack
@pytest.mark.parametrize("version", [1, 2])
def test_a_house_that_makes_its_list_after_it_has_the_value_gets_no_status_0(version: int, tmp_path: Path) -> None:
    """It has the page open a cut that seems to be of release 1.0, and tries seals of people who left."""
    secret, page = Secret("oak", 0, bytes(64)), BrowserDevice(tmp_path)
    sealed = page.show(shown(secret, "sealing", version=version))["seal"]
    seals, own = {"1": sealed}, Voice(1, "withheld", bytes.fromhex(sealed))
    frozen = None if version == 1 else Play().freeze(secret, [Voice(0), own]).as_json()
    sent = page.show(shown(secret, "opening", version=version, seals=seals, frozen=frozen))
    given = Voice(1, "given", own.sealed, bytes.fromhex(sent["value"]))
    left = [[Voice(0, "left", bytes([n]) * 32)] for n in range(20)] if version == 1 else [[]]
    plays: list[Play] = []
    for who in left:
        plays.append(Play())
        plays[-1].cut([Voice(0), *who, given])
    best = max(plays, key=lambda play: play.match.steps[2].items[0])  # type: ignore[union-attr]
    seen = live(best.cuts)[0]["cut"]["frozen"]
    page.show(shown(secret, "cutting", version=version, seals=seals, frozen=seen))
    found = by_command(case_of(dumps(best.match).splitlines(), best.cuts, page.saved))
    assert found == ((0, [1]) if version > 1 else (3, [None]))


@pytest.mark.attack
def test_a_seal_is_not_dropped_when_another_comes_to_its_seat(tmp_path: Path) -> None:
    """Who sealed first is said never to have been there; the page keeps both seals."""
    secret, page = Secret("oak", 0, bytes(64)), BrowserDevice(tmp_path)
    first, second = given_by(0, 5), given_by(0, 6)
    page.show(shown(secret, "sealing", seals={"0": first.sealed.hex()}))
    page.show(shown(secret, "sealing", seals={"0": second.sealed.hex()}))
    assert [one["cut"]["seals"]["0"] for one in page.saved] == [first.sealed.hex(), second.sealed.hex()]
    own = Voice(1, "given", bytes.fromhex(page.show(shown(secret, "sealing"))["seal"]))
    seals = {"0": second.sealed.hex(), "1": own.sealed.hex()}
    frozen = Play().freeze(secret, [second, own]).as_json()
    value = page.show(shown(secret, "opening", seals=seals, frozen=frozen))["value"]
    play = Play()
    play.cut([second, Voice(1, "given", own.sealed, bytes.fromhex(value))])
    with pytest.raises(FairnessError, match="cut 0: what seat 0 sealed, as was seen live, is left out"):
        verdict_of(dumps(play.match).splitlines(), play.cuts, page.saved)


ZEROS = given_by(0, 0)


@pytest.mark.attack
@pytest.mark.parametrize("opens", [True, False])
def test_a_value_of_zeros_hides_nobody_who_withholds(opens: bool, tmp_path: Path) -> None:
    """One who works with the house opens a value of 32 zero bytes early; who withholds is shown with the same."""
    last = given_by(2, 9)
    voices = [ZEROS, VOICES[1], last if opens else withheld(last)]
    play = Play(numbers=range(9), seats=3)
    play.play(voices)
    seen = live(play.cuts)
    for one in seen:
        one["values"][0]["opened"] = [ZEROS.value.hex()]
    case = case_of(dumps(play.match).splitlines(), play.cuts, seen)
    assert by_command(case) == (0, [2] * len(play.cuts))
    assert by_page([case], tmp_path) == [by_command(case)]


@pytest.mark.attack
def test_a_seat_has_one_voice_of_who_sits_there_now() -> None:
    left = Voice(0, "left", make_seal(b"l" * 32))
    lines, cuts = fairly_played([left, VOICES[1]])
    with pytest.raises(FairnessError, match="each seat’s once"):
        verdict_of(lines, cuts, live(cuts))


ONE: Entry = {"cut": {"number": 3, "stage": "sealing", "frozen": {"match": 2}}, "sent": {"list": "00"}}
MADE: Entry = {"cut": 4, "frozen": {"match": 2}}


@pytest.mark.attack
@pytest.mark.parametrize(
    ("seen", "cuts", "why"),
    [
        ({}, [MADE, MADE | {"cut": 5}], ""),
        ({}, [MADE, MADE | {"cut": 6}], "Before shuffle 7 one is left out."),
        ({}, [MADE | {"frozen": {"match": 1}}], "Shuffle 5 isn’t the first at its table"),
        ({3: ONE}, [MADE], "Shuffle 4 was made for this match"),
        ({3: ONE | {"cut": ONE["cut"] | {"frozen": {"match": 1}}}}, [MADE], "Shuffle 4 never happened"),
        ({3: ONE | {"cut": ONE["cut"] | {"frozen": {"match": 1}}, "last_cut": {}}}, [MADE], ""),
        ({3: {"cut": {"number": 3}}}, [MADE], ""),
    ],
)
def test_the_page_of_shuffles_finds_a_cut_that_is_left_out(
    seen: dict[int, Entry], cuts: list[Entry], why: str, tmp_path: Path
) -> None:
    for name in ("seen", "hash", "shake", "texts"):
        shutil.copy(STATIC / f"{name}.js", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    ask = f"console.log(leftOutOf({json.dumps(seen)}, {json.dumps(cuts)}));"
    texts = f"globalThis.document = {{ getElementById: () => ({{ textContent: {page_texts()} }}) }};"
    (tmp_path / "ask.js").write_text(f'{texts}\nconst {{ leftOutOf }} = await import("./seen.js");\n{ask}\n')
    told = subprocess.check_output(["node", tmp_path / "ask.js"], text=True).strip()
    assert told.startswith(why)
    assert bool(told) == bool(why)


ODD: list[Any] = [0, 1, 2, -1, True, False, None, "", [], {}, "0", "1", 1.5, 2.0, 2**32, 2**53 + 1, 10**30]
ODD += ["00" * 32, "AB" * 32, " ", "left", "given", "withheld", "absent", "opening", "cutting", "\ud800"]


def paths(told: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places in what JSON tells, the whole first."""
    inner = [*told.items()] if isinstance(told, dict) else [*enumerate(told)] if isinstance(told, list) else []
    return [at, *(path for key, one in inner for path in paths(one, (*at, key)))]


def found_at(told: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        told = told[key]
    return told


def change(told: Any, rng: random.Random) -> None:
    """Change one thing somewhere."""
    *where, key = rng.choice(paths(told)[1:])
    parent = found_at(told, tuple(where))
    value, what = parent[key], rng.randrange(5)
    if what == 0:
        parent[key] = rng.choice(ODD)
    elif what == 1:
        del parent[key]
    elif what == 2 and isinstance(parent, dict):
        parent[rng.choice(["x", "list", "frozen", "listed"])] = rng.choice(ODD)
    elif what == 3 and isinstance(parent, list):
        parent.insert(key, deepcopy(value))
    elif isinstance(value, str):
        parent[key] = rng.choice([value.upper(), value + "0", value[:-1], value + " ", value[::-1]])
    elif isinstance(value, int):
        parent[key] = rng.choice([value + 1, -value, str(value), float(value), value + 2**32, bool(value)])
    else:
        parent[key] = deepcopy(found_at(told, rng.choice(paths(told))))


@pytest.mark.attack
def test_both_checkers_say_the_same_of_whatever_is_changed(tmp_path: Path) -> None:
    """Neither fails, and neither lets a cut pass that the other does not."""
    rng = random.Random("both")
    left = sorted([Voice(0, "left", make_seal(b"q" * 32)), Voice(0)], key=lambda voice: voice.sealed)
    tables = [VOICES, [given_by(0, 7), VOICES[1]], [withheld(ZEROS), VOICES[1]], [*left, VOICES[1]]]
    begun = [(*one, live(one[1])) for one in map(fairly_played, tables)]
    lines, dealt = fairly_played(numbers=(1, 2))
    off = [called_off(fairly_played(secret=7)[1][0]), *dealt]
    begun.append((lines, off, live(off)))
    cases = []
    for _ in range(400):
        lines, cuts, seen = deepcopy(rng.choice(begun))
        change(rng.choice([cuts, seen]), rng)
        cases.append(case_of(lines, [*cuts], [*seen]))
    expected = [by_command(one) for one in cases]
    assert by_page(cases, tmp_path) == expected
    assert {status for status, _ in expected} == {0, 2, 3}


@pytest.mark.attack
@pytest.mark.parametrize(("what", "most"), [("record", 20_000), ("seen", 200_000)])
def test_a_line_is_as_long_as_both_read(what: str, most: int, tmp_path: Path) -> None:
    lines, cuts = fairly_played()
    record, seen = case_of(lines, cuts, live(cuts))
    cases = []
    for more in (0, 1):
        text = record if what == "record" else seen
        *before, last = text.splitlines()
        longer = "\n".join([*before, last[:-1] + " " * (most + more - len(last)) + "}"])
        cases.append((longer, seen) if what == "record" else (record, longer))
    expected = [by_command(one) for one in cases]
    assert by_page(cases, tmp_path) == expected
    assert [status for status, _ in expected] == [0, 2]


@pytest.mark.attack
@pytest.mark.parametrize("line", ['"id": "oak"', '"cut": null'])
def test_a_key_that_comes_twice_is_read_by_neither(line: str, tmp_path: Path) -> None:
    """Else each reader could take another one."""
    lines, cuts = fairly_played()
    record, seen = case_of(lines, cuts, live(cuts))
    twice = seen.replace("{", "{" + line + ", ", 1)
    assert by_command((record, twice)) == (2, [])
    assert by_page([(record, twice)], tmp_path) == [(2, [])]
