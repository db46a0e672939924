"""Nobody learns what they may not know: on every channel, and from games that tell nothing under any option.

What views give away is looked for by `shindig.testing`; here are the room's stream and page, and what the check
allows a rule to tell on purpose.
"""

from __future__ import annotations

import numpy as np
import pytest

from shindig.gamekit import game_ids
from shindig.match import Move, get_seen_action
from shindig.testing.array_overrun_checks import walk_match as walk_through
from shindig.testing.checks import view_leaks
from tests.kits.games.random_walks import some_match, walk
from tests.kits.server.viewer_channels import said, silent
from tests.kits.suite.seeds import seeds

PATTERN = 0x55
"""A byte that no blank field holds."""

every_game = pytest.mark.parametrize("game_id", game_ids())


@every_game
@seeds(11, 12, 13, 14)
def test_unseen_cards_change_no_byte_of_any_view(game_id: str, seed: int) -> None:
    rules, fixed = silent(game_id)
    assert not list(view_leaks.unseen_cards_change_nothing(rules, seed, fixed))


@every_game
def test_unseen_cards_change_no_word_on_any_channel(game_id: str) -> None:
    """Legal actions, refusals, the stream and the page are the same where the views are."""
    rules, fixed = silent(game_id)
    *_, one = walk_through(rules, 5, fixed)
    for both, steps in view_leaks.make_pairs(one, 4, view_leaks.list_revealing_fields(rules)):
        assert not list(both.compare())
        for step in steps[:25]:
            watching = {viewer: both.get_views(viewer)[0] for viewer in both.blind}
            if not watching or not both.take_step(step):
                break
            assert not list(both.compare())
            for viewer in both.blind:
                ours, theirs = (said(one, watching[viewer], step, view) for view in both.get_views(viewer))
                assert ours == theirs


@every_game
def test_views_hold_nothing_of_hidden_fields(game_id: str) -> None:
    """Whatever lies in the fields that a viewer may not see, the view is the same."""
    match, rng = some_match(game_id, 6)
    layout = match.game.rules.layout
    pattern = np.full(match.array.nbytes, PATTERN, np.uint8).view(match.array.dtype)
    for viewer in range(-1, match.seats):
        unseen = layout.view(pattern, viewer).view(np.uint8) != PATTERN
        noisy = np.frombuffer(bytearray(match.array.tobytes()), np.uint8)
        noisy[unseen] = rng.integers(256, size=int(unseen.sum()), dtype=np.uint8)
        assert layout.view(noisy.view(match.array.dtype), viewer).tobytes() == match.view(viewer).tobytes()


@every_game
def test_a_secret_action_is_unknown_to_the_stories_of_others(game_id: str) -> None:
    """TC-15, TF-14, TN-50, PB-31: what was discarded, laid away or sealed is its owner's alone."""
    *_, (match, _) = walk(game_id, 7)
    for move in (step for step in match.steps if isinstance(step, Move)):
        hidden = match.game.rules.secret(move.action)
        assert get_seen_action(match.game, move.seat, move) == move.action
        for viewer in {-1, (move.seat + 1) % match.seats}:
            assert get_seen_action(match.game, viewer, move) == (None if hidden else move.action)
