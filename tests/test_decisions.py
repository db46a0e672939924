"""The bots decide as they did when their strength was measured."""

from __future__ import annotations

import pytest
from decided import text_of, told

from shindig.games import game_ids


@pytest.mark.parametrize("game_id", game_ids())
def test_bots_decide_as_they_did_when_they_were_measured(game_id: str) -> None:
    """After a change that is meant, `python -m decided` writes the files again."""
    assert told(game_id) == text_of(game_id).read_text()
