"""What is made of a snapshot is made again where something differs that was read for it, and only there."""

from __future__ import annotations

from typing import Any

import pytest

from shindig.core.fields_read_cache import DependencyCache, ReadRecorder
from shindig.core.layout_and_views import Plain
from shindig.gamekit import game_ids
from shindig.match import View
from shindig.server.broadcast import json_encoding
from shindig.server.broadcast.protocol_versions import VERSION_1
from shindig.server.table_log.shared_match_snapshot import MatchSnapshot
from tests.kits.games.random_walks import walk
from tests.kits.suite.seeds import seeds


def test_it_is_made_again_only_where_something_that_was_read_differs() -> None:
    made: list[tuple[str, int]] = []

    def tell(m: Any, key: str) -> str:
        made.append((key, m.a))
        return f"{key} {m.a}" + (f" {m.b}" if m.a else "")

    told = DependencyCache(tell, 100)
    seen = [told(Plain({"a": a, "b": b, "c": c}), "k") for a, b, c in ((0, 1, 1), (0, 2, 2), (1, 1, 1), (1, 2, 1))]
    assert seen == ["k 0", "k 0", "k 1 1", "k 1 2"]
    assert made == [("k", 0), ("k", 1), ("k", 1)]
    assert [told(Plain({"a": 1, "b": b, "c": 9}), "k") for b in (2, 1)] == ["k 1 2", "k 1 1"]
    assert len(made) == 3
    assert told(Plain({"a": 0, "b": 5}), "other") == "other 0"


def test_no_more_is_kept_than_was_said() -> None:
    told: DependencyCache[str, tuple[int, str]] = DependencyCache(lambda m, key: (m.a, key), 3)
    assert [told(Plain({"a": a}), "k") for a in range(10)] == [(a, "k") for a in range(10)]
    assert len(told._kept) <= 3


def test_a_field_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="pot"):
        _ = ReadRecorder({}).pot


@pytest.mark.parametrize("game_id", game_ids())
@seeds(3)
def test_a_seats_part_of_the_news_is_what_its_view_says(game_id: str, seed: int) -> None:
    """From the bytes that are a seat's own comes what the whole view says; legal actions are told as their texts."""
    for match, _ in walk(game_id, seed):
        frame, layout = MatchSnapshot(match.game, match.array.tobytes()), match.game.rules.layout
        for viewer in range(-1, match.seats):
            seen, view = frame.view(viewer), View(match.game, match.game.view(match.array, viewer))
            assert seen.owned == view.owned == layout.extract_own_rows(view.array.tobytes(), viewer)
            assert vars(seen.plain) == vars(layout.to_plain(view.array))
            assert seen.tobytes() == view.tobytes()
            told = json_encoding.encode_legal_actions(seen)
            fresh = json_encoding._encode_action_ranges(view.plain, (match.game, tuple(view.legal.ranges), VERSION_1))
            assert told == fresh
