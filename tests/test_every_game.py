"""What holds for every game, checked along random matches with options by chance."""

from __future__ import annotations

import copy
import pickle
import re
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from walks import some_action, some_match, told, walk

import shindig
from shindig.games import PACKAGES, GameError, IllegalAction, game
from shindig.games.record import CHANCE, Record
from shindig.games.scene import Amount, Pick, Press, Prompt
from shindig.match import Match
from shindig.record import dumps, loads

SEEDS = (1, 2, 3)
NONSENSE = ("", "  ", "sing", "raise", "raise -1", "raise 99999999999999999999", "play", "\0", "é" * 500)

every_game = pytest.mark.parametrize("game_id", PACKAGES)
every_walk = pytest.mark.parametrize("seed", SEEDS)


def sample(match: Match, rng: np.random.Generator, most: int = 40) -> list[int]:
    """Legal actions: all of them, or the ends of each range and some by chance where there are many."""
    if len(match.legal) <= most:
        return list(match.legal.actions)
    ends = [action for pair in match.legal.ranges for action in pair]
    return list(dict.fromkeys([*ends[:most], *(some_action(match, rng) for _ in range(most // 2))]))


@every_game
@every_walk
def test_every_legal_action_reads_back_from_its_text(game_id: str, seed: int) -> None:
    for match, rng in walk(game_id, seed):
        if match.over:
            return
        record, view = match.record, match.view(match.to_act).record
        for action in sample(match, rng):
            text = match.game.text(record, action)
            assert match.game.parse(record, text) == action, text
            assert (match.game.text(view, action), match.game.parse(view, text)) == (text, action)


@every_game
@every_walk
def test_words_are_the_same_from_a_record_and_from_its_snapshot(game_id: str, seed: int) -> None:
    for match, rng in walk(game_id, seed):
        if match.over:
            return
        rules, record, plain = match.game, match.record, match.game.layout.plain(match.array)
        illegal = next(action for action in range(rules.num_actions) if not match.legal.allows(action))
        assert str(rules.refuse(record, illegal)) == str(rules.refuse(plain, illegal))
        for action in sample(match, rng):
            text = rules.text(record, action)
            assert (rules.text(plain, action), rules.parse(plain, text)) == (text, action)


@every_game
def test_a_snapshot_holds_the_numbers_of_a_record(game_id: str) -> None:
    for match, _ in walk(game_id, SEEDS[0]):
        for view in (match.view(0), match.view()):
            told = vars(view.plain)
            assert tuple(told) == view.record.dtype.names
            for name, value in told.items():
                assert np.array_equal(view.record[name], value)
                assert {type(number) for number in numbers(value)} == {int}
    assert not hasattr(match.view().plain, "unheard_of")


def numbers(value: object) -> list[object]:
    """The numbers in nested tuples."""
    return [number for part in value for number in numbers(part)] if isinstance(value, tuple) else [value]


@every_game
def test_a_record_has_its_own_fields_and_no_others(game_id: str) -> None:
    match = some_match(game_id, SEEDS[0])[0]
    again = pickle.loads(pickle.dumps(match.array))
    for record in (match.record, again[0], copy.deepcopy(match.record)):
        assert isinstance(record, Record)
        assert type(record) is type(match.record)
        record.phase = 3
        assert record["phase"] == record.phase == 3
        assert not hasattr(record, "unheard_of")
        with pytest.raises(AttributeError):
            record.unheard_of = 1


@every_game
@every_walk
def test_the_actor_finds_its_legal_actions_in_its_own_view(game_id: str, seed: int) -> None:
    for match, _ in walk(game_id, seed):
        if not match.over:
            assert match.view(match.to_act).legal.ranges == match.legal.ranges
            edges = [edge for pair in match.legal.ranges for edge in (pair[0], pair[1] + 1)]
            assert edges == sorted(edges), "ranges ascend and do not overlap"


@every_game
@every_walk
def test_nothing_that_a_match_holds_appears_or_vanishes(game_id: str, seed: int) -> None:
    held = {match.game.held(match.record) for match, _ in walk(game_id, seed)}
    assert len(held) == 1


@every_game
@every_walk
def test_a_seat_sees_what_everybody_sees_and_its_own(game_id: str, seed: int) -> None:
    """Drawn from a seat's view throughout, the table is the same as everybody's with that seat's own things added."""
    for match, _ in walk(game_id, seed, 400):
        for seat in range(match.seats):
            view, rules = match.view(seat), match.game
            assert view.scene == rules.own(view.plain, rules.scene(view.plain), view.legal.ranges)


@every_game
@every_walk
def test_the_prompt_offers_exactly_what_is_legal(game_id: str, seed: int) -> None:
    for match, _ in walk(game_id, seed):
        if match.over:
            return
        prompt = match.view(match.to_act).scene.prompt
        assert prompt is not None
        assert offered(prompt) == merged(match.legal.ranges)


def offered(prompt: Prompt) -> list[tuple[int, int]]:
    """The actions behind a prompt's controls as merged ranges."""
    found: list[tuple[int, int]] = []
    for control in prompt.controls:
        match control:
            case Press(action):
                found.append((action, action))
            case Amount(_, first, low, high):
                found.append((first, first + high - low))
            case Pick(_, choices):
                found += [(action, action) for _, action, _ in choices]
    return merged(found)


def merged(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges in order, those that touch joined."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = joined[-1][0], max(last, joined[-1][1])
        else:
            joined.append((first, last))
    return joined


@every_game
@every_walk
def test_everybody_can_be_told_and_shown_everything(game_id: str, seed: int) -> None:
    match, _ = some_match(game_id, seed)
    names = [f"<{seat}>" for seat in range(match.seats)]
    for before, steps, after in told(match, 60, seed):
        for earlier, later in zip(before, after, strict=True):
            # The lines of a step need the views around that step; several steps come of one action only by chance.
            if len(steps) == 1:
                for line in match.story(earlier, steps[0], later):
                    assert line.text.format(*names).strip()
            for text in texts(later.scene):
                text.format(*names)
            assert (later.scene.prompt is None) == (not later.my_turn)
            assert all(isinstance(hint, str) for hint in later.hints)


def texts(part: object) -> list[str]:
    """All texts of a scene."""
    if isinstance(part, str):
        return [part]
    if is_dataclass(part):
        return [text for field in fields(part) for text in texts(getattr(part, field.name))]
    return [text for one in part for text in texts(one)] if isinstance(part, tuple) else []


@every_game
@every_walk
def test_a_record_file_replays_to_the_same_bytes(game_id: str, seed: int) -> None:
    *_, (match, _) = walk(game_id, seed)
    again = loads(dumps(match))
    assert again.array.tobytes() == match.array.tobytes()
    assert dumps(again) == dumps(match)


@every_game
@every_walk
def test_a_result_names_everybody_and_the_best_have_won(game_id: str, seed: int) -> None:
    for match, _ in walk(game_id, seed, 400):
        scores = match.game.outcome(match.record).scores
        assert len(scores) == match.seats
        assert all(match.game.outcome(match.view(seat).record).scores == scores for seat in range(-1, match.seats))
        if match.result is None:
            continue
        assert match.result.reason
        assert match.result.winners
        assert {scores[seat] for seat in match.result.winners} == {max(scores)}


@every_game
def test_compiled_rules_do_what_plain_ones_do(game_id: str) -> None:
    rules = game(game_id)
    plain, quick = rules.plain, rules.compile()
    ranges, items = plain.scratch()
    for seed in SEEDS:
        match, rng = some_match(game_id, seed)
        ours = np.frombuffer(bytearray(match.array.tobytes()), match.array.dtype)
        theirs = np.frombuffer(bytearray(match.array.tobytes()), match.array.dtype)
        for _ in range(300):
            if rules.over(ours):
                break
            if int(ours["actor"][0]) == CHANCE:
                count = plain.wanted(ours, 0, items)
                wanted = items[:count].tolist()
                assert items[: quick.wanted(theirs, 0, items)].tolist() == wanted
                given = rng.permutation(np.array(wanted, np.int16))
                plain.order(ours, 0, given)
                quick.order(theirs, 0, given)
            else:
                legal = ranges[: plain.legal(ours, 0, ranges)].tolist()
                assert ranges[: quick.legal(theirs, 0, ranges)].tolist() == legal
                first, last = legal[int(rng.integers(len(legal)))]
                action = int(rng.integers(first, last + 1))
                plain.apply(ours, 0, action)
                quick.apply(theirs, 0, action)
            assert ours.tobytes() == theirs.tobytes()


@cache
def clauses() -> frozenset[str]:
    """All clause ids of the rule books."""
    folder = Path(shindig.__file__).parent / "rules"
    return frozenset(re.findall(r"\b[A-Z]{2}-\d+\b", "".join(path.read_text("utf-8") for path in folder.glob("*.md"))))


@every_game
@every_walk
def test_every_refusal_cites_a_clause_of_the_rules(game_id: str, seed: int) -> None:
    for match, rng in walk(game_id, seed, 60):
        if match.over:
            return
        before = match.array.tobytes()
        for action in illegal(match, rng):
            with pytest.raises(IllegalAction) as refusal:
                match.play(action)
            assert refusal.value.clause in clauses()
            assert str(match.game.refuse(match.view(match.to_act).record, action)) == str(refusal.value)
        assert match.array.tobytes() == before


def illegal(match: Match, rng: np.random.Generator, many: int = 30) -> list[int]:
    """Illegal actions of all kinds: any of the ids below the amounts, and the edges and middles of these."""
    families = match.game.amounts
    below = families[0].first if families else match.game.num_actions
    found = [int(action) for action in rng.integers(below, size=many)]
    found += [action for family in families for action in (family.first, family.first + 500, family.last)]
    found += [action for first, last in match.legal.ranges[:4] for action in (first - 1, last + 1)]
    return [action for action in found if 0 <= action < match.game.num_actions and not match.can(action)]


@every_game
@pytest.mark.parametrize(
    "nonsense", ["", "  ", "sing", "raise", "raise -1", "raise 99999999999999999999", "play", "\0", "é" * 500]
)
def test_nonsense_is_refused_with_what_was_expected(game_id: str, nonsense: str) -> None:
    match, _ = some_match(game_id, 1)
    before = match.array.tobytes()
    with pytest.raises(ValueError, match=r"\w+") as refusal:
        match.play(nonsense)
    assert isinstance(refusal.value, GameError) or "card" in str(refusal.value)
    assert match.array.tobytes() == before


@every_game
def test_options_out_of_bounds_are_refused_with_their_clause(game_id: str) -> None:
    rules = game(game_id)
    for option in rules.options:
        for value in (option.high + 1, option.low - 1, "nonsense", 0.5, None):
            with pytest.raises(GameError, match=re.escape(option.clause)):
                rules.new(rules.seats[0], {option.name: value})
        assert option.clause in clauses()
