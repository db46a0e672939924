"""Fixed matches of every game, state by state and view by view, as they were written down (scripts/playthrough)."""

from __future__ import annotations

import pytest

from shindig.record import dumps, loads
from tests.kits.snapshots.playthroughs import NAMES, playthrough, record_of, text_of


@pytest.mark.parametrize("name", NAMES)
def test_every_state_and_view_is_as_written_down(name: str) -> None:
    expected = text_of(name).read_text("utf-8").splitlines()
    for number, (line, wanted) in enumerate(zip(playthrough(name), expected, strict=True), 1):
        assert line == wanted, f"{text_of(name).name}, line {number}"


@pytest.mark.parametrize("name", NAMES)
def test_the_record_of_a_playthrough_is_written_as_it_was_read(name: str) -> None:
    record = record_of(name).read_text("utf-8")
    assert dumps(loads(record)) == record
