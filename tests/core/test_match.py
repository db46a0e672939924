"""A match as its users hold it: what is legal, what can be played, what is told of one moment."""

from __future__ import annotations

from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import shindig
from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit import SEATS, GameError, Layout, Numbers, Record, game, game_ids, hidden, private, public
from shindig.gamekit.game_spec import Line
from shindig.gamekit.table_scene import SeatScene
from shindig.match import Match, fair, read_own_fields, write_common_story
from shindig.observations import GIVEN, SECRET, Observations
from tests.kits.games.random_walks import walk


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
    history = Observations.from_view(shindig.new("tall-card", players=2, seed=1).view(0).array)
    assert (len(history), len(history.actors), len(history.actions)) == (0, 0, 0)
    assert np.unique([SECRET, GIVEN]).tolist() == [-2, -1]


def test_the_legal_actions_are_counted_from_either_end_and_no_further() -> None:
    match = shindig.new("tall-card", players=2, seed=1)
    legal, count = match.legal, len(match.legal)
    assert [legal[place] for place in range(-count, 0)] == [*legal]
    for place in (count, -count - 1):
        with pytest.raises(IndexError):
            legal[place]


def test_a_match_says_what_it_waits_for() -> None:
    match = Match(game("tall-card"), 3)
    assert repr(match) == f"<Tall Card for 3: needs the order of {match.needs!r}, 0 steps>"
    dealt = shindig.new("tall-card", players=2, seed=1)
    assert repr(dealt) == f"<Tall Card for 2: seat {dealt.to_act} to act, {len(dealt.steps)} steps>"
    while not dealt.over:
        dealt.play(next(dealt.legal.actions))
    assert repr(dealt) == f"<Tall Card for 2: over, {len(dealt.steps)} steps>"


def test_few_legal_actions_are_shown_and_more_are_hinted_at() -> None:
    match = shindig.new("tall-card", players=2, seed=1)
    assert repr(match.legal) == f"<{len(match.legal)} legal: {', '.join(match.legal)}>"
    while len(match.legal) <= 8:
        match.play(next(match.legal.actions))
    assert repr(match.legal) == f"<{len(match.legal)} legal: {', '.join([*match.legal][:8])}, ...>"


def test_what_was_seen_is_parted_and_joined_again_step_by_step() -> None:
    match = shindig.new("tall-card", players=2, seed=1)
    for _ in range(3):
        match.play(next(match.legal.actions))
    whole = match.view(0).history
    for step in range(len(whole) + 1):
        before, after = (
            Observations(whole.views[: step + 1], whole.actors[:step], whole.actions[:step]),
            whole.take_since(step),
        )
        joined = before.append_later(after)
        assert joined.views.tobytes() == whole.views.tobytes()
        assert joined.actors.tolist() == whole.actors.tolist()
        assert joined.actions.tolist() == whole.actions.tolist()
        assert len(whole.take_until(step)) == step
        assert len(whole.take_until(step).views) == step


def test_a_story_is_told_once_for_all_where_it_looks_at_nobodys_own() -> None:
    """Who looks at a seat's own is told apart, also where that is hushed up, and only that time."""
    view = shindig.new("tall-card", players=2, seed=1).view(0)

    def told(story: Any) -> Any:
        words: Any = SimpleNamespace(words=SimpleNamespace(story=story))
        return write_common_story(words, view, 0, None, view)

    def hushed(event: Any) -> list[Line]:
        with suppress(Exception):
            return [Line(str(event.after.hand[0]))]
        return []

    public = lambda event: [Line(f"{event.seat} {event.before.phase} {event.after.dealer}")]  # noqa: E731
    lines = (Line(f"0 {view.plain.phase} {view.plain.dealer}"),)
    assert told(public) == lines
    assert told(lambda event: [Line(str(event.before.hand[0]))]) is None
    assert told(lambda event: [Line(str(event.after.viewer))]) is None
    assert told(hushed) is None
    with pytest.raises(ZeroDivisionError):
        told(lambda event: [Line(str(event.seat // 0))])
    assert told(public) == lines
    assert vars(view.plain) == {**vars(view.common), **read_own_fields(view.game, view.owned, view.seat)}


class Open(Record):
    pot: int = public("i4")


def test_where_nothing_is_secret_a_seat_sees_whose_view_it_is_beside_all_the_rest() -> None:
    layout = Layout(Open, 2)
    record = layout.empty()
    record["pot"] = 7
    seen, own = layout.read_common(record.tobytes()), layout.read_own(layout.extract_own_rows(record.tobytes(), 1), 1)
    assert own == {"viewer": 1}
    assert {**vars(seen), **own} == vars(layout.to_plain(layout.view(record, 1)))


@pytest.mark.parametrize("game_id", game_ids())
def test_what_a_seat_sees_of_its_own_is_one_thing_while_it_is_the_same(game_id: str) -> None:
    found = 0
    for match, _ in walk(game_id, 5, 60):
        for seat in range(match.seats):
            own = match.view(seat).own
            if own.prompt is None and own.centre is None and own.badges is None:
                assert own is match.view(seat).own
                found += bool(own.piles)
        assert match.view(ONLOOKER).own == SeatScene()
    assert found > 0


class Boxed(Record):
    """Fields with more lengths than a hand of cards has."""

    boxes: Numbers = private("i1", SEATS, 2, 3)
    shelves: Numbers = public("u2", 2, 1, 2, 2)
    attic: Numbers = hidden("i1", 3, 2, 2)


def test_a_snapshot_has_rows_of_rows_as_the_record_has() -> None:
    layout = Layout(Boxed, 2)
    record = layout.empty()
    for name in ("boxes", "shelves", "attic"):
        record[name] = np.arange(record[name].size).reshape(record[name].shape)
    for seat in (ONLOOKER, 0, 1):
        view = layout.view(record, seat)
        own = layout.read_own(layout.extract_own_rows(record.tobytes(), seat), seat)
        for told in (vars(layout.to_plain(view)), {**vars(layout.read_common(record.tobytes())), **own}):
            assert {name: np.array(value).tolist() for name, value in told.items()} == {
                name: view[name][0].tolist() for name in layout.names
            }


def test_a_match_with_chance_keeps_each_hand_that_has_ended() -> None:
    match = Match(game("tall-card"), 2, chance=fair(1))
    while len(match.hands) < 2:
        match.play(match.legal[0])
    assert [one.number for one in match.hands] == [1, 2]
