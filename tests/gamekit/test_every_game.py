"""What holds for every game: all that shindig.testing.check looks at, and what is ours to keep for any game."""

from __future__ import annotations

import re

import numpy as np
import pytest

from shindig.core.layout_and_views import OVER, Record
from shindig.gamekit import GameError, game, game_ids
from shindig.gamekit.hand_fact_columns import row_type
from shindig.gamekit.policies.compiled_policy import CompiledPolicy
from shindig.record import dumps, loads
from shindig.testing import check
from shindig.testing.checks.action_words import list_clauses
from shindig.testing.checks.compiled_against_python import Twin
from tests.kits.games.random_walks import some_match, walk
from tests.kits.games.short_options import options
from tests.kits.suite.seeds import seeds

SEEDS = (1, 2, 3)

every_game = pytest.mark.parametrize("game_id", game_ids())


@every_game
def test_a_game_keeps_what_games_promise(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Minds are compiled by the tests that play with them: each takes minutes where nothing has been compiled yet."""
    monkeypatch.setattr(CompiledPolicy, "compile", lambda _: None)
    check(game(game_id), seeds=SEEDS, options=options(game(game_id)))


@every_game
def test_compiled_rules_do_what_plain_ones_do(game_id: str) -> None:
    """As they are played: the check compares those that look at bounds."""
    twin = Twin(game(game_id), checking=False)
    for seed in SEEDS:
        assert not list(twin.compare_match(seed, options(game(game_id))))


@every_game
def test_a_snapshot_holds_the_numbers_of_a_record(game_id: str) -> None:
    for match, _ in walk(game_id, SEEDS[0]):
        for view in (match.view(0), match.view()):
            told = vars(view.plain)
            assert set(told) == set(view.record.dtype.names)
            for name, value in told.items():
                assert np.array_equal(view.record[name], value)
                assert {type(number) for number in numbers(value)} == {int}
    assert not hasattr(match.view().plain, "unheard_of")


def numbers(value: object) -> list[object]:
    """The numbers in nested tuples."""
    return [number for part in value for number in numbers(part)] if isinstance(value, tuple) else [value]


@every_game
def test_a_record_has_its_own_fields_and_no_others(game_id: str) -> None:
    record = some_match(game_id, SEEDS[0])[0].record
    assert isinstance(record, Record)
    record.phase = 3  # a field of every record
    assert record["phase"] == record.phase == 3
    assert not hasattr(record, "unheard_of")
    with pytest.raises(AttributeError):
        record.unheard_of = 1  # type: ignore[attr-defined]


@every_game
@seeds(*SEEDS)
def test_a_record_file_replays_to_the_same_bytes(game_id: str, seed: int) -> None:
    *_, (match, _) = walk(game_id, seed)
    again = loads(dumps(match))
    assert again.array.tobytes() == match.array.tobytes()
    assert dumps(again) == dumps(match)


@every_game
@pytest.mark.parametrize("nonsense", ["", "sing", "raise 99999999999999999999", "\0"])
def test_nonsense_changes_nothing(game_id: str, nonsense: str) -> None:
    match, _ = some_match(game_id, 1)
    before = match.array.tobytes()
    with pytest.raises(ValueError, match=r"\w+") as refusal:
        match.play(nonsense)
    assert isinstance(refusal.value, GameError) or "card" in str(refusal.value)
    assert match.array.tobytes() == before


@every_game
def test_options_out_of_bounds_are_refused_with_their_clause(game_id: str) -> None:
    rules = game(game_id)
    for option in rules.rules.options:
        for value in (option.high + 1, option.low - 1, "nonsense", 0.5, None):
            with pytest.raises(GameError, match=re.escape(option.clause)):
                rules.new(rules.rules.seats[0], {option.name: value})
        assert option.clause in list_clauses(rules)


def test_a_game_is_a_key() -> None:
    assert {game(game_id): game_id for game_id in game_ids()}[game("talon")] == "talon"


@every_game
def test_a_hand_that_lies_on_the_table_has_the_dealer_it_had_when_it_was_played(game_id: str) -> None:
    rules = game(game_id)
    hand, engine, rng = rules.rules.hand, rules.plain, np.random.default_rng(3)
    match, (ranges, items) = rules.new(rules.rules.seats[0]), engine.scratch()
    row = np.zeros(1, row_type(hand.facts, rules.rules.layout.seats))
    dealer, ended = -1, set[int]()
    while len(ended) < 3 and match["actor"][0] != OVER:
        engine.step(match, 0, rng, ranges, items)
        if hand.ended(match[0]):
            hand.write_facts(match[0], row[0])
            assert row["dealer"][0] == dealer
            ended.add(hand.number(match[0]))
        elif match["actor"][0] >= 0:
            dealer = int(match["dealer"][0])
    assert ended
