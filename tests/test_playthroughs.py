"""A fixed match of every game, state by state and view by view, as it was written down (scripts/playthrough)."""

from __future__ import annotations

import pytest
from playthrough import playthrough, record_of, text_of

from shindig.games import PACKAGES
from shindig.record import dumps, loads


@pytest.mark.parametrize("game_id", PACKAGES)
def test_every_state_and_view_is_as_written_down(game_id: str) -> None:
    expected = text_of(game_id).read_text("utf-8").splitlines()
    for number, (line, wanted) in enumerate(zip(playthrough(game_id), expected, strict=True), 1):
        assert line == wanted, f"{text_of(game_id).name}, line {number}"


@pytest.mark.parametrize("game_id", PACKAGES)
def test_the_record_of_a_playthrough_is_written_as_it_was_read(game_id: str) -> None:
    record = record_of(game_id).read_text("utf-8")
    assert dumps(loads(record)) == record
