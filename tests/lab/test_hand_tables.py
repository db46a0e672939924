"""What every hand was: facts by name, tables of three kinds, files that go on where they stopped."""

from __future__ import annotations

import csv
import json
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from pyarrow import parquet
from typer.testing import CliRunner

import shindig
import shindig.cli
from shindig.gamekit import GameError, game, game_ids
from shindig.lab.analyse import plots
from shindig.lab.analyse.accumulators import Sums
from shindig.lab.cli.simulate_command import run_simulation
from shindig.lab.export import hand_tables
from shindig.lab.export.hand_export import Output, Simulation
from shindig.lab.run.campaign_parts import PartResult, choose_batch_size, cut_batches, run_campaign
from shindig.lab.run.simulation import SimulationPart, make_part, play_bots, play_compiled, play_part

SHORT = {"deals_each": 1}
WITHOUT_RAY = pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed")


def part(count: int = 2, bots: tuple[str, ...] = ("random",) * 3, most: int = 0) -> SimulationPart:
    return SimulationPart("tall-card", 3, SHORT, bots, 0, count, 5, 10_000, most)


def plainly(played: SimulationPart) -> SimulationPart:
    return replace(played, plain=True)


@pytest.mark.parametrize("game_id", game_ids())
def test_facts_are_told_in_words(game_id: str) -> None:
    """By the table of a plain match and by the match itself, hand by hand."""
    match = shindig.new(game_id, 3, seed=4)
    rng = np.random.default_rng(1)
    while len(match.hands) < 2 and not match.over:
        actions = match.legal
        match.play(actions.ranges[int(rng.integers(len(actions.ranges)))][0])
    assert [one.number for one in match.hands] == [*range(1, 1 + len(match.hands))]
    for one in match.hands:
        assert one.facts["dealer"] in range(3)
        assert not [name for name, told in one.facts.items() if isinstance(told, list) and len(told) != 3]
    named = [told for one in match.hands for told in one.facts.values() if isinstance(told, str)]
    assert named or game_id == ""


def test_kernels_play_as_python_does() -> None:
    ours, theirs = play_compiled(part(3)), play_compiled(plainly(part(3)))
    for name in ("scores", "won", "moves", "over"):
        assert np.array_equal(getattr(ours, name), getattr(theirs, name))
    assert np.array_equal(ours.hands.heads, theirs.hands.heads)
    assert np.array_equal(ours.hands.payoffs, theirs.hands.payoffs)
    assert ours.hands.facts.tobytes() == theirs.hands.facts.tobytes()


def test_a_match_is_the_same_in_whichever_part_it_is_played() -> None:
    alone = play_compiled(plainly(replace(part(1), first=2)))
    among = play_compiled(plainly(part(3)))
    assert alone.scores.tolist() == among.scores[2:].tolist()
    assert alone.hands.heads.tolist() == [row for row in among.hands.heads.tolist() if row[0] == 2]


def test_hands_add_up_to_the_scores() -> None:
    for played in (play_compiled(plainly(part(4))), play_bots(part(2))):
        assert (100 + played.per_match(played.hands.payoffs) == played.scores).all()
        assert played.per_match(played.hands.heads[:, 2]).tolist() == played.moves.tolist()


def test_sums_of_parts_are_those_of_the_whole() -> None:
    four, two = play_compiled(plainly(part(4))), play_compiled(plainly(part(2)))
    more = play_compiled(plainly(replace(part(2), first=2)))
    both = Sums.empty(3)
    for one in (two, more):
        both += Sums.from_json(json.loads(json.dumps(one.sums().to_json())))
    assert both.to_json() == four.sums().to_json()
    gain = four.per_match(four.hands.payoffs)[:, 0].sum() / len(four.hands)
    assert both.paid[0].mean == pytest.approx(gain)


def written(work: Simulation, path: Path) -> Path:
    output = Output(str(path))
    assert output.read_finished_sums(work) is None
    output.folder.open(work.facts)
    run_simulation(work, output, "processes", 1)
    return path


def test_the_three_kinds_of_file_hold_the_same(tmp_path: Path) -> None:
    work = Simulation(part(3))
    found = [written(work, tmp_path / f"hands{ending}") for ending in hand_tables.KINDS]
    rows = parquet.read_table(found[0]).to_pylist()
    lines = [json.loads(line) for line in found[2].read_text().splitlines()]
    assert lines == rows
    with found[1].open() as text:
        cells = list(csv.DictReader(text))
    assert [row["tall"] for row in cells] == [row["tall"] for row in rows]
    assert [int(row["pot"]) for row in cells] == [row["pot"] for row in rows]
    about = json.loads((tmp_path / "hands.csv.about.json").read_text())
    assert (about["game"], about["columns"]["tall"]) == ("tall-card", "The card turned up.")
    assert about["columns"].keys() == rows[0].keys()
    assert not list(tmp_path.glob("*.parts")), "parts go when all are there"


def test_rows_are_written_in_groups_of_one_size(tmp_path: Path) -> None:
    work, output = Simulation(part(3, most=1)), Output(str(tmp_path / "parts.parquet"))
    output.folder.open(work.facts)
    count = len(list(run_campaign(work, output.folder)))
    whole = tmp_path / "hands.parquet"
    hand_tables.merge_parts(map(output.folder.get_part_path, range(count)), whole, work.facts, rows=4)
    file = parquet.ParquetFile(whole)
    groups = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
    assert len(groups) > 1, "the hands of one match fit none"
    assert set(groups[:-1]) == {4}
    assert file.read()["match"].to_pylist() == sorted(file.read()["match"].to_pylist())


def test_a_table_says_what_was_played(tmp_path: Path) -> None:
    file = written(Simulation(part(2)), tmp_path / "hands.parquet")
    about = hand_tables.read_parquet_metadata(file)
    assert about["game"] == "tall-card"
    assert about["options"]["deals_each"] == 1
    assert about["seed"] == 5
    assert {"rules", "code", "version", "bots", "matches", "players"} <= about.keys()
    schema = parquet.read_schema(file)
    assert schema.field("tall").metadata[b"text"] == b"The card turned up."
    assert str(schema.field("tall").type).startswith("dictionary<values=string")


def test_what_was_interrupted_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    work = Simulation(part(4, most=1))
    straight = written(work, tmp_path / "straight.parquet").read_bytes()
    output = Output(str(tmp_path / "broken.parquet"))
    output.folder.open(work.facts)
    coming = run_campaign(work, output.folder)
    next(coming), next(coming)
    coming.close()
    left = output.folder.parts / ".00000002.parquet.1.aa"
    left.write_bytes(b"half a part")
    assert output.folder.list_done() == {0, 1}
    assert written(work, output.file).read_bytes() == straight
    assert Output(str(output.file)).read_finished_sums(work) is not None, "the same command finds all done"


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        ("ends in .parquet, .csv, .jsonl", ("--out", "hands.xlsx")),
        ("no folder", ("--out", "none/hands.csv")),
        ("not both", ("steady", "--level", "random")),
        ("no Parquet file", ("--out", "text.parquet")),
        ("not a table of hands", ("--out", "other.csv")),
        ("is no JSON object", ("--out", "told.csv")),
        ("expected processes, a whole number from 1", ("--processes", "0", "--out", "new.csv")),
        ("on processes or on ray", ("--on", "mars", "--out", "new.csv")),
        pytest.param("needs Ray: pip install", ("--on", "ray", "--out", "new.csv"), marks=WITHOUT_RAY),
    ],
)
def test_bad_input_is_refused_and_nothing_written_over(
    refused: str, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    mine = [Path("text.parquet"), Path("other.csv"), Path("told.csv"), Path("told.csv.about.json")]
    for file in mine:
        file.write_text('"mine"')
    found = CliRunner().invoke(shindig.cli.app, ("simulate", "tall-card", "--matches", "2", *words))
    assert found.exit_code != 0
    assert refused in str(found.exception)
    assert {*tmp_path.iterdir()} == {tmp_path / file for file in mine}, "nothing is begun"
    assert [file.read_text() for file in mine] == ['"mine"'] * len(mine)


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    file = written(Simulation(part(2)), tmp_path / "hands.parquet")
    before = file.read_bytes()
    with pytest.raises(GameError, match=r"with other seed \(5, not 6\)"):
        Output(str(file)).read_finished_sums(Simulation(replace(part(2), seed=6)))
    with pytest.raises(GameError, match=r"with other options \(deals_each=1, not deals_each=2\)"):
        Output(str(file)).read_finished_sums(Simulation(replace(part(2), options={"deals_each": 2})))
    assert file.read_bytes() == before


class Failing(Simulation):
    def run_part(self, part: int, file: Path | None) -> PartResult:
        raise ZeroDivisionError(part, file)


def test_a_part_that_fails_is_named(tmp_path: Path) -> None:
    output = Output(str(tmp_path / "hands.parquet"))
    work = Failing(part(2))
    output.folder.open(work.facts)
    with pytest.raises(GameError, match="part 0 failed"):
        list(run_campaign(work, output.folder))
    assert output.folder.list_done() == set()


@contextmanager
def short_files() -> Iterator[None]:
    """No file of this process can be longer than a few bytes. Python would keep bytecode that it cut off."""
    usual, written = resource.getrlimit(resource.RLIMIT_FSIZE), sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
        sys.dont_write_bytecode = written


def test_a_full_disk_is_named_and_keeps_no_half_file(tmp_path: Path) -> None:
    output, work = Output(str(tmp_path / "hands.csv")), Simulation(part(2))
    output.folder.open(work.facts)
    with short_files(), pytest.raises(GameError, match=r"part 0 failed: .*File too large"):
        list(run_campaign(work, output.folder))
    assert not [*output.folder.parts.iterdir()]
    picture = tmp_path / "scores.svg"
    picture.write_text("an older one")
    with short_files(), pytest.raises(OSError, match="File too large"):
        plots.save_figure(Figure(), str(picture))
    assert picture.read_text() == "an older one"
    assert {*tmp_path.iterdir()} == {picture, output.folder.path}


def test_a_part_that_is_no_part_is_named(tmp_path: Path) -> None:
    output = Output(str(tmp_path / "hands.parquet"))
    work = Simulation(part(2))
    output.folder.open(work.facts)
    output.folder.get_part_path(0).write_bytes(b"PAR?")
    with pytest.raises(GameError, match="remove it"):
        list(run_campaign(work, output.folder))


def test_workers_are_handed_work_for_a_second_or_more() -> None:
    assert choose_batch_size(0.1) == 15
    assert choose_batch_size(3.0) == 1
    assert choose_batch_size(0.0) == 64


def test_batches_get_smaller_towards_the_end_and_leave_nothing_out() -> None:
    batches = list(cut_batches(range(1000), 64, 2))
    sizes = [len(batch) for batch in batches]
    assert [part for batch in batches for part in batch] == list(range(1000))
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == 64
    assert sizes[-1] == 1
    assert [len(batch) for batch in cut_batches(range(130), 64, 0)] == [64, 64, 2]
    assert not list(cut_batches([], 64, 2))


def test_a_level_seats_its_bot_everywhere() -> None:
    assert make_part("tall-card", 3, 1, ("steady",), 1, SHORT).bots == ("steady",) * 3
    assert len(play_part(part(1))) == 1
    assert game("tall-card").worth is not None
