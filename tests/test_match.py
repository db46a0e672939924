"""A match as its users hold it: what is legal, what can be played, what is told of one moment."""

from __future__ import annotations

import numpy as np
import pytest
from walks import walk

import shindig
from shindig.games import GameError, game_ids
from shindig.history import GIVEN, SECRET, History


def test_an_order_that_nobody_needs_is_refused() -> None:
    match = shindig.new("tall-card", players=2, seed=1)
    with pytest.raises(GameError, match="no order is needed now"):
        match.order([])


@pytest.mark.parametrize("game_id", game_ids())
def test_legal_actions_are_told_alike_as_texts_and_as_numbers(game_id: str) -> None:
    for match, _ in walk(game_id, 5, 12):
        if match.over:
            return
        legal, actions = match.legal, [action for low, high in match.legal.ranges for action in range(low, high + 1)]
        assert [*legal.actions] == actions
        assert [match.game.words.text(match.record, action) for action in actions] == [*legal]
        assert [legal[place] for place in range(len(legal))] == [*legal]
        assert all(match.can(action) and match.can(text) for action, text in zip(actions, legal, strict=True))
        assert not match.can(max(actions) + 1)


def test_what_is_no_action_is_not_among_the_legal_ones() -> None:
    match = shindig.new("tall-card", players=2, seed=1)
    assert "sing" not in match.legal
    assert None not in match.legal
    assert not match.can("sing")


def test_who_has_seen_one_moment_has_seen_no_step() -> None:
    """Others' secrets and orders of chance are told from actions by being below zero, and from each other."""
    history = History.of(shindig.new("tall-card", players=2, seed=1).view(0).array)
    assert (len(history), len(history.actors), len(history.actions)) == (0, 0, 0)
    assert np.unique([SECRET, GIVEN]).tolist() == [-2, -1]
