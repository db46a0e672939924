"""The page's part in a cut: it opens its value for one frozen list, with its own seal on it, and keeps which."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.kits.web.device_notes import STORAGE
from tests.kits.web.script_texts import page_texts
from tests.project.test_build import ROOT

STATIC = ROOT / "src" / "shindig" / "web" / "static"
SCRIPT = """
STORAGE
globalThis.document = { documentElement: { dataset: { root: "" } }, getElementById: () => ({ textContent: TEXTS }) };
const sent = [];
globalThis.fetch = async (to, { body }) => (sent.push([...body.keys()].at(-1)), { status: 204 });
const { again, cutting } = await import("./fair.js");
const { seenAt } = await import("./seen.js");
const tells = [];
const tell = (text) => tells.push(text);
const show = (cut) => (again(), cutting({ dataset: { cut: JSON.stringify({ cut }) } }, "oak", 0, tell));
const zeros = "00".repeat(32);
const base = { number: 3, commitment: "11".repeat(32), stage: "sealing", seals: {}, asked: [0] };
Object.assign(base, { cutter: null, version: 2, opened: {} });
show(base);
const seal = Object.keys(seenAt("oak")[3].values)[0];
const frozen = { match: 1, seats: 2, cutter: 1, of: "main", count: 5, before: zeros, entries: [[0, seal, false]] };
const opening = { ...base, stage: "opening", seals: { 0: seal }, frozen };
for (const change of CHANGES) show({ ...opening, ...change(opening, frozen) });
console.log(JSON.stringify({ sent, tells, kept: seenAt("oak")[3], stored: Object.keys(localStorage) }));
"""


def shown(changes: str, folder: Path, **begins: int) -> dict[str, object]:
    """What a page sends, says and keeps that is shown these openings of a cut one after another.

    `begins` is what the cut says of itself from the start.
    """
    for name in ("fair", "seen", "hash", "shake", "texts"):
        shutil.copy(STATIC / f"{name}.js", folder)
    (folder / "package.json").write_text('{"type": "module"}')
    script = SCRIPT.replace("show(base);", f"Object.assign(base, {json.dumps(begins)});\nshow(base);")
    (folder / "device.js").write_text(
        script.replace("CHANGES", changes).replace("TEXTS", page_texts()).replace("STORAGE", STORAGE)
    )
    found: dict[str, object] = json.loads(subprocess.check_output(["node", folder / "device.js"], text=True))
    return found


@pytest.mark.attack
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("() => ({ frozen: null })", "without a list"),
        ("() => ({ frozen: null, version: 1 })", "without a list"),
        ("(cut, list) => ({ frozen: { ...list, entries: [] } })", "isn’t on the list of shuffle 4"),
        (
            "(cut, list) => ({ frozen: { ...list, entries: [[0, cut.seals[0], true]] } })",
            "isn’t on the list of shuffle 4",
        ),
        ("() => ({ commitment: zeros })", "had promised another secret"),
    ],
)
def test_a_page_opens_nothing_for_a_list_that_does_not_bind_the_house(change: str, why: str, tmp_path: Path) -> None:
    found = shown(f"[{change}]", tmp_path)
    assert found["sent"] == ["seal"]
    assert why in str(found["tells"])
    assert "sent" not in found["kept"]  # type: ignore[operator]


@pytest.mark.attack
def test_a_page_opens_its_value_for_one_list_and_keeps_which(tmp_path: Path) -> None:
    found = shown("[() => ({}), (cut, list) => ({ frozen: { ...list, count: 6 } })]", tmp_path)
    assert found["sent"] == ["seal", "value"]
    assert "You were shown a second list of seals for shuffle 4." in str(found["tells"])
    assert found["kept"]["sent"]["stage"] == "opening"  # type: ignore[index]


@pytest.mark.attack
def test_a_value_that_was_opened_without_a_list_is_opened_for_no_list_afterwards(tmp_path: Path) -> None:
    """A cut that claims to be of release 1.0, until the house has the value and makes a list that suits it."""
    opened = '({ frozen: undefined }), (cut, list) => ({ stage: "cutting", frozen: { ...list, cutter: 0 } })'
    found = shown(f"[() => {opened}]", tmp_path, version=1)
    assert found["sent"] == ["seal", "value"]
    assert "has a list now, but its seals were opened without one" in str(found["tells"])
    assert found["kept"]["sent"]["list"] == "", "nothing bounds that cut"  # type: ignore[index]


@pytest.mark.attack
def test_a_value_is_opened_for_no_other_cut_than_it_was_sealed_for(tmp_path: Path) -> None:
    """Else the house would know it, with the list of its own cut still to be made."""
    other = '{ number: 9, commitment: "22".repeat(32) }'
    sealing = f'() => ({{ ...{other}, stage: "sealing", seals: {{}}, frozen: null }})'
    found = shown(f"[{sealing}, (cut, list) => ({{ ...{other}, frozen: {{ ...list, match: 7 }} }})]", tmp_path)
    assert found["sent"] == ["seal", "seal"]
    assert "has lost its number for shuffle 10" in str(found["tells"])


@pytest.mark.attack
def test_storage_that_is_full_gives_the_house_no_second_list(tmp_path: Path) -> None:
    """The page remembers that it sent its value, and leaves nothing older behind for a page that is loaded anew."""
    full = 'localStorage.setItem = () => { throw new Error("full"); }'
    found = shown(f"[() => ({full}, {{}}), (cut, list) => ({{ frozen: {{ ...list, count: 6 }} }})]", tmp_path)
    assert found["sent"] == ["seal", "value"]
    assert "You were shown a second list of seals for shuffle 4." in str(found["tells"])
    assert found["stored"] == ["setItem"], "a page that is loaded anew cannot open the seal"


READS = """
STORAGE
globalThis.document = { getElementById: () => ({ textContent: TEXTS }) };
Object.entries(KEPT).forEach(([key, notes]) => localStorage.setItem(key, JSON.stringify(notes)));
const { linesOf, notice, seenAt } = await import("./seen.js");
const news = (number) => ({ number, commitment: "22", stage: "sealing", seals: {}, version: 2 });
const wrong = notice("oak", { cut: news(4) }, true);
for (const table of OTHERS) notice(table, { cut: news(0) }, true);
const lines = [...linesOf("oak")].map((line) => JSON.parse(line));
console.log(JSON.stringify({ wrong, lines, seen: seenAt("oak"), stored: Object.keys(localStorage) }));
"""
EARLIER: dict[str, Any] = {
    "cut": {"number": 3, "commitment": "11", "stage": "opening", "seals": {"0": "aa"}},
    "values": {"aa": "01"},
}


def seal_of(value: str, listed: str) -> dict[str, Any]:
    """What a page notes that has opened a value for a list, and had seen its cut in time."""
    cut = EARLIER["cut"] | {"stage": "sealing", "seals": {"0": f"seal {value}"}}
    sent = {"value": value, "list": listed, "stage": "opening", "opened": []}
    return {"nth": 3, "cut": cut, "values": {f"seal {value}": value}, "sent": sent}


def read(kept: dict[str, Any], others: list[str], folder: Path) -> dict[str, Any]:
    """What a page makes of these notes in storage, after one about cut 4 and about other tables."""
    for name in ("seen", "hash", "shake", "texts"):
        shutil.copy(STATIC / f"{name}.js", folder)
    (folder / "package.json").write_text('{"type": "module"}')
    script = READS.replace("TEXTS", page_texts()).replace("STORAGE", STORAGE)
    (folder / "reads.js").write_text(script.replace("KEPT", json.dumps(kept)).replace("OTHERS", json.dumps(others)))
    found: dict[str, Any] = json.loads(subprocess.check_output(["node", folder / "reads.js"], text=True))
    return found


def test_a_page_adds_to_the_notes_of_release_1_and_of_other_pages(tmp_path: Path) -> None:
    found = read({"cuts-oak": {"3": EARLIER}, "cuts-oak/b": {"3": seal_of("02", "f0")}}, [], tmp_path)
    assert "wrong" not in found
    note = found["seen"]["3"]
    assert (note["cut"]["stage"], note["sent"]["list"]) == ("sealing", "f0")
    assert note["values"] == {"aa": "01", "seal 02": "02"}
    assert [line["cut"]["number"] for line in found["lines"]] == [3, 3, 4], "an older seal has a line of its own"
    assert {"cuts-oak", "cuts-oak/b", "used-oak"} < {*found["stored"]}


@pytest.mark.attack
def test_lists_that_two_pages_were_shown_are_both_told(tmp_path: Path) -> None:
    """A house shows each page a list of its own, while neither knows what the other one opened."""
    pages = {"cuts-oak/b": {"3": seal_of("02", "f0")}, "cuts-oak/c": {"3": seal_of("03", "f1")}}
    found = read(pages, [], tmp_path)
    lists = {value["list"] for line in found["lines"] for value in line.get("values", ()) if "list" in value}
    assert lists == {"f0", "f1"}


def test_the_tables_that_were_used_longest_ago_are_forgotten(tmp_path: Path) -> None:
    """Those of release 1.0 are in the order of its list; no note of a table that is kept is lost."""
    kept: dict[str, Any] = {"cuts": ["elm", "oak"], "cuts-elm": {"0": EARLIER}, "cuts-oak": {"3": EARLIER}}
    found = read(kept, [f"table-{number}" for number in range(39)], tmp_path)
    tables = {key.partition("/")[0] for key in found["stored"] if key.startswith("cuts-")}
    assert tables == {"cuts-oak", *(f"cuts-table-{number}" for number in range(39))}
    assert {*found["seen"]} == {"3", "4"}
