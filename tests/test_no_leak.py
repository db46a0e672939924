"""Nobody learns what they may not know: on every channel, and from games that tell nothing under any option.

What views give away is looked for by `shindig.testing`; here are the room's stream and page, and what the check
allows a rule to tell on purpose.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from seeds import seeds
from short import options
from walks import some_match, walk

from shindig.games import Game, game, game_ids
from shindig.match import Move, View, seen_action, story
from shindig.room.told import News, Public, SeatInfo, Settings, TableInfo, Update
from shindig.room.wire import news_json
from shindig.testing import leaks
from shindig.testing.scenes import as_step
from shindig.testing.walks import Turn, Walk
from shindig.testing.walks import walk as walk_through
from shindig.web.render import regions

TELLTALE = {"exhaustion": "quiet"}
"""Options whose other choice tells everybody about hidden hands, as the rules of it say (PB-42)."""
PATTERN = 0x55
"""A byte that no blank field holds."""

every_game = pytest.mark.parametrize("game_id", game_ids())


def silent(game_id: str) -> tuple[Game, dict[str, object]]:
    """A game that may tell nothing on purpose, and short options under which it does not."""
    rules = game(game_id)
    return replace(rules, rules=replace(rules.rules, tells=())), {**options(rules), **TELLTALE}


@every_game
@seeds(11, 12, 13, 14)
def test_unseen_cards_change_no_byte_of_any_view(game_id: str, seed: int) -> None:
    rules, fixed = silent(game_id)
    assert not list(leaks.unseen_cards_change_nothing(rules, seed, fixed))


@every_game
def test_unseen_cards_change_no_word_on_any_channel(game_id: str) -> None:
    """Legal actions, refusals, the stream and the page are the same where the views are."""
    rules, fixed = silent(game_id)
    *_, one = walk_through(rules, 5, fixed)
    for both, steps in leaks.pairs(one, 4, leaks.revealing(rules)):
        assert not list(both.compare())
        for step in steps[:25]:
            watching = {viewer: both.views(viewer)[0] for viewer in both.blind}
            if not watching or not both.take(step):
                break
            assert not list(both.compare())
            for viewer in both.blind:
                ours, theirs = (said(one, watching[viewer], step, view) for view in both.views(viewer))
                assert ours == theirs


def said(one: Walk, before: View, step: Turn, after: View) -> list[object]:
    """All that a viewer is given after a step."""
    game, mine = one.game, after.my_turn
    return [
        told(one, before, step, after),
        after.legal.ranges,
        [str(game.words.refuse(after.record, action)) for action in refused(after)] if mine else [],
        [understood(after, words) for words in ("discard 1", "play 1", "lay 1", "sing")] if mine else [],
    ]


def refused(view: View) -> list[int]:
    """Some actions that are not legal."""
    actions = range(0, min(view.game.rules.num_actions, 1000), 97)
    return [action for action in actions if not view.legal.allows(action)]


def understood(view: View, words: str) -> str:
    try:
        return str(view.game.words.parse(view.record, words))
    except ValueError as error:
        return str(error)


def told(one: Walk, before: View, step: Turn, after: View) -> tuple[bytes, dict[str, str]]:
    """What the room's stream and its page give a viewer after a step."""
    seats = tuple(SeatInfo(seat, "person", f"Player {seat}") for seat in range(one.seats))
    lines = tuple(story(one.game, before, as_step(one, step), after))
    update = Update(len(one.steps), "act", lines=lines, view=after)
    public = Public(table(after.public, seats), after.public)
    news = News(len(one.steps), False, (update,), table(after, seats), after, public)
    return news_json(news), regions(news)


def table(view: View, seats: tuple[SeatInfo, ...]) -> TableInfo:
    """A table beside its game's view, the same in both worlds."""
    turn = "turn" if view.my_turn else None
    return TableInfo(
        id="table",
        game=view.game.id,
        title="",
        state="playing",
        paused=False,
        host=False,
        settings=Settings(),
        options={},
        seats=seats,
        you=view.seat,
        match=1,
        token=turn,
        clock=None,
        rest=None,
        cut=None,
        last_cut=None,
        agreed={},
        opening=None,
        opened=(),
        watchers=0,
        talk=True,
    )


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
        assert seen_action(match.game, move.seat, move) == move.action
        for viewer in {-1, (move.seat + 1) % match.seats}:
            assert seen_action(match.game, viewer, move) == (None if hidden else move.action)
