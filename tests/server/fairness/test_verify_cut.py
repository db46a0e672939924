"""The second verifier of cuts, one page of plain JavaScript: it says what `shindig verify` says."""

# ruff: noqa: ARG005
from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from hashlib import shake_256
from pathlib import Path

import pytest

from shindig.record import RecordError, Replay
from shindig.server.fairness.device_cut_notes import WitnessedCuts
from shindig.server.fairness.fair_shuffle import FairnessError
from shindig.server.fairness.record_verification import play_record, verify_shuffles
from shindig.server.fairness.recorded_shuffle_check import check_cuts
from tests.kits.server.cuts_kit import VOICES, Entry, fairly_played, given_by, live, with_cuts, withheld
from tests.project.test_build import ROOT

PAGE = ROOT / "docs" / "verify-cut.html"
RELEASED = ROOT / "tests" / "released" / "1.0.0" / "tall-card.jsonl"
Case = tuple[str, str]
Changes = Callable[[list[str], list[Entry], list[Entry]], object]


def by_page(cases: list[Case], folder: Path) -> list[tuple[int, list[int | None]]]:
    """Status and bounds of each case, as the page finds them."""
    found = re.search(r'<script id="verifier">(.*)</script>', PAGE.read_text("utf-8"), re.DOTALL)
    assert found
    (folder / "cases.json").write_text(json.dumps(cases), "utf-8")
    run = f"for (const [record, seen] of JSON.parse(require('fs').readFileSync({str(folder / 'cases.json')!r})))"
    (folder / "check.js").write_text(
        f"{found[1]}\n{run} console.log(JSON.stringify(verify(record, seen || null)));\n", "utf-8"
    )
    lines = subprocess.check_output(["node", folder / "check.js"], text=True).splitlines()
    return [(told["status"], told["bounds"]) for told in map(json.loads, lines)]


def by_command(case: Case) -> tuple[int, list[int | None]]:
    """The same as `shindig verify` finds them."""
    record, seen = case
    replay = Replay(record.splitlines())
    try:
        play_record(replay)
        verdict = verify_shuffles(replay, seen.splitlines() if seen else None)
    except (FairnessError, RecordError):
        return 2, []
    made = check_cuts(replay.runs, replay.cuts, len(replay.names))
    free = [
        None if not seen else WitnessedCuts.from_lines("oak", seen.splitlines()).find_free_seats(cut) for cut in made
    ]
    return (0 if verdict.proven else 3), [None if one is None else 2 ** len(one) for one in free]


def case(change: Changes, **more: bool) -> Case:
    lines, cuts = fairly_played(**more)  # type: ignore[arg-type]
    seen = live(cuts)
    change(lines, cuts, seen)
    return "\n".join(with_cuts(lines, cuts)), "\n".join(map(json.dumps, seen))


def one_of_two(voices: list[int]) -> Case:
    both = [given_by(0, 7), VOICES[1]]
    lines, cuts = fairly_played([withheld(both[0]), both[1]] if voices else both)
    return "\n".join(with_cuts(lines, cuts)), "\n".join(map(json.dumps, live(cuts)))


CHANGES: dict[str, Changes] = {
    "nothing": lambda *_: None,
    "nothing was seen": lambda lines, cuts, seen: seen.clear(),
    "another secret": lambda lines, cuts, seen: cuts[0].update(secret="00" * 64),
    "another root": lambda lines, cuts, seen: cuts[1]["orders"][0].update(root="00" * 32),
    "other cards": lambda lines, cuts, seen: lines.__setitem__(1, lines[1].replace('"0"', '"9"')),
    "another list": lambda lines, cuts, seen: seen[0]["cut"]["frozen"].update(cutter=0),
    "another list opened for": lambda lines, cuts, seen: seen[0]["values"][0].update(list="00" * 32),
    "a value left out": lambda lines, cuts, seen: seen[0]["values"][0].update(value="00" * 32),
    "a value never sent": lambda lines, cuts, seen: seen[0]["values"][0].pop("list"),
    "other values open": lambda lines, cuts, seen: seen[0]["values"][0].update(opened=["00" * 32]),
    "a cut missing": lambda lines, cuts, seen: cuts.pop(),
    "a cut of the match not in it": lambda lines, cuts, seen: seen.append(
        {"id": "oak", "values": [seen[0]["values"][0] | {"cut": 7}]}
    ),
    "other roots": lambda lines, cuts, seen: seen[1]["last_cut"]["orders"][0].update(root="00" * 32),
    "a seal left out": lambda lines, cuts, seen: seen[1]["cut"]["seals"].update({"0": "11" * 32}),
}


def test_the_page_says_what_the_command_says(tmp_path: Path) -> None:
    cases = {name: case(change) for name, change in CHANGES.items()}
    cases |= {"a second seat": one_of_two([]), "a second seat withholds": one_of_two([1])}
    cases |= {"release 1.0": case(lambda *_: None, old=True)}
    cases |= {"a record of release 1.0": (RELEASED.read_text("utf-8"), "")}
    found = dict(zip(cases, by_page(list(cases.values()), tmp_path), strict=True))
    assert found == {name: by_command(one) for name, one in cases.items()}
    assert {status for status, _ in found.values()} == {0, 2, 3}
    assert found["a second seat"] == found["a second seat withholds"] == (0, [2, 2])
    assert found["nothing"] == (0, [1, 1])


@pytest.mark.parametrize("length", [0, 1, 135, 136, 137, 500])
def test_its_hash_is_shake256(length: int, tmp_path: Path) -> None:
    found = re.search(r'<script id="verifier">(.*)</script>', PAGE.read_text("utf-8"), re.DOTALL)
    assert found
    message = bytes(n % 251 for n in range(length))
    ask = f"console.log(hex(shake256(Uint8Array.from({list(message)}), 300)));"
    (tmp_path / "hash.js").write_text(f"{found[1]}\n{ask}\n", "utf-8")
    assert subprocess.check_output(["node", tmp_path / "hash.js"], text=True).strip() == shake_256(message).hexdigest(
        300
    )
