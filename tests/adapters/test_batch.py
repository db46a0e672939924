"""Many matches at once are the same as single ones, whoever owns the arrays and however many share the work."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

import shindig
from shindig.adapters.batch import Batch
from shindig.adapters.batch.batch_memory import find_masked_spans
from shindig.gamekit import Game, GameError, game, game_ids
from shindig.lab.run.duplicate_deals import HandCounter
from shindig.match import Match, fair
from tests.kits.games import swap_game
from tests.kits.games.short_options import options

SEED, STEPS = 5, 80
GAMES = [*map(game, game_ids()), swap_game.GAME]


class Twins:
    """A batch, and the same matches played one by one, each by its number."""

    def __init__(self, rules: Game, n: int, **how: Any) -> None:
        self.rules, self.batch = rules, Batch(rules, n, options=options(rules), seed=SEED, **how)
        self.chances = [fair(SEED, number) for number in range(n)]
        self.matches = [self._match(number) for number in range(n)]
        self.watches = [self._watch() for _ in range(n)]

    def _match(self, number: int) -> Match:
        match, chance = Match(self.rules, self.batch.players, options(self.rules)), self.chances[number]
        while match.needs:
            match.order(chance(match.needs, match.wanted()))
        return match

    def _watch(self) -> HandCounter:
        return HandCounter(self.rules.rules.hand, [0] * self.batch.players)

    def step(self) -> None:
        """Play the same random actions in both, one order of chance at a time in the single matches."""
        actions = self.batch.sample()
        paid = [self._play(i, int(action)) for i, action in enumerate(actions)]
        self.batch.step(actions)
        assert self.batch.rewards.tolist() == paid

    def _play(self, i: int, number: int) -> list[int]:
        match, watch = self.matches[i], self.watches[i]
        watch.paid = [0] * self.batch.players
        if not match.over:
            match.play(self.batch.actions.action(match.legal.ranges, number))
            watch.count_end(match.record)
            while match.needs:
                match.order(self.chances[i](match.needs, match.wanted()))
                watch.count_end(match.record)
        return watch.paid

    def compare(self) -> None:
        """All that is told agrees."""
        legal = self.batch.legal()
        for i, match in enumerate(self.matches):
            assert match.record == self.batch.state["match"][i]
            assert match.to_act == self.batch.actor[i]
            assert match.over == self.batch.terminated[i]
            ranges = match.legal.ranges if not match.over else []
            told = self.batch.ranges[i, : self.batch.counts[i]].tolist()
            assert told == [list(pair) for pair in self.batch.actions.numbers(ranges)]
            assert self.batch.actions.legal(ranges) == np.flatnonzero(legal[i]).tolist()
            assert self.batch.sizes[i] == legal[i].sum()
            assert match.view(max(match.to_act, -1)).tobytes() == self.batch.observation[i].tobytes()


def walk(twins: Twins, steps: int) -> None:
    for _ in range(steps):
        twins.compare()
        twins.step()


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_a_batch_is_its_matches_one_by_one(rules: Game) -> None:
    walk(Twins(rules, 3, plain=True), STEPS)


@pytest.mark.parametrize("rules", [swap_game.GAME], ids=lambda rules: rules.id)
def test_compiled_batches_are_the_same(rules: Game) -> None:
    walk(Twins(rules, 5), STEPS)


@pytest.mark.long
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_compiled_batches_of_every_game_are_the_same(rules: Game) -> None:
    walk(Twins(rules, 20), 1000)


def swaps(n: int, **how: Any) -> Batch:
    return shindig.batch(swap_game.GAME, n, seed=SEED, **how)


def test_nothing_hangs_on_the_size_of_a_batch_or_on_threads() -> None:
    whole, threaded, part = swaps(40), swaps(40, threads=3), swaps(7, first=11)
    for _ in range(30):
        assert (whole.state == threaded.state).all()
        assert (whole.observation[11:18] == part.observation).all()
        assert (whole.sample()[11:18] == part.sample()).all()
        for one in (whole, threaded, part):
            one.step(one.sample())
        assert (whole.rewards[11:18] == part.rewards).all()


def test_matches_begin_anew_where_they_end() -> None:
    ring, last = swaps(4, auto_reset=True), swaps(4, first=4)
    ended = np.zeros(4, np.int64)
    while not (ended == 1).all():
        ring.step(np.where(ended == 0, ring.sample(), -1) if (ended == 0).all() else ring.sample())
        ended += ring.terminated
        begun = np.flatnonzero(ring.terminated & (ended == 1))
        assert (ring.state["match"][begun] == last.state["match"][begun]).all()
        assert (ring.actor >= 0).all()
    assert (ring.state["number"] >= 4).all()


def test_without_it_they_stay_over_until_they_are_reset() -> None:
    many = swaps(3)
    total = np.zeros((3, 2), np.int64)
    while not many.terminated.all():
        many.step(many.sample())
        total += many.rewards
    assert total.tolist() == many.state["match"]["chips"].tolist()
    before = many.state.copy()
    many.step(np.full(3, -1))
    assert (many.state == before).all()
    assert not many.rewards.any()
    many.reset([True, False, True])
    assert many.state["number"].tolist() == [3, 1, 5]
    assert many.terminated.tolist() == [0, 1, 0]
    many.reset(numbers=[1, 1, 1])
    assert (many.state == swaps(3, first=1).state[0]).all()


def test_states_are_saved_loaded_and_forked() -> None:
    many = swaps(4)
    saved, told = many.save(), many.observation.copy()
    while not many.terminated.any():
        many.step(many.sample())
    many.load(saved)
    assert (many.observation == told).all()
    many.fork([2, 2, 2, 3])
    many.step(np.repeat(many.sample()[2:], [3, 1]))
    assert (many.state[:2] == many.state[2]).all()
    assert many.mask[0].tobytes() == many.mask[2].tobytes()
    with pytest.raises(GameError, match="state of 4 matches of Swap"):
        many.load(saved[:2])
    with pytest.raises(GameError, match="4 rows from 0 to 3"):
        many.fork([0, 1, 2, 4])


def test_forks_with_another_number_have_another_future() -> None:
    """Swap deals at the beginning of a hand: until then forks are alike, then they differ by their numbers."""
    many = shindig.batch(swap_game.GAME, 2, options={"hands": 9}, seed=SEED)
    many.fork([0, 0])
    many.state["number"][1] = 1
    many.look()
    assert (many.state["match"][0] == many.state["match"][1]).all()
    while not many.rewards.any() and many.state["match"]["dealt"][0] == 1:
        many.step(np.repeat(many.sample()[:1], 2))
    assert many.state["match"]["hand"][0].tolist() != many.state["match"]["hand"][1].tolist()


def test_the_caller_may_own_the_arrays() -> None:
    rewards, seen = np.ones((3, 2), np.int32), np.ones((3, swap_game.GAME.rules.layout.dtype.itemsize), np.int8)
    many = swaps(3, out={"rewards": rewards, "observation": seen})
    assert many.rewards is rewards
    assert many.observation is seen
    assert not rewards.any()
    with pytest.raises(GameError, match=r"rewards is int32\[3, 2\]"):
        swaps(3, out={"rewards": np.ones((3, 2), np.int64)})
    with pytest.raises(GameError, match="rewards is an array that is written in place, not a list"):
        swaps(3, out={"rewards": [[0, 0]] * 3})
    with pytest.raises(GameError, match=r"out has arrays by name, as \{'mask': \.\.\.\}, not a list"):
        swaps(3, out=[rewards])
    both = np.zeros(6, np.int32)
    with pytest.raises(GameError, match="rewards and counts share memory"):
        swaps(3, out={"rewards": both.reshape(3, 2), "counts": both[:3]})
    with pytest.raises(GameError, match=r"nothing is told in reward; there are actor, .*observation, "):
        swaps(3, out={"reward": rewards})
    with pytest.raises(GameError, match="nothing is told in observation; there are actor"):
        swaps(3, observe="none", out={"observation": seen})


def test_what_is_not_legal_is_refused_and_nothing_is_played() -> None:
    many = swaps(3)
    before = many.save()
    for wrong in (4, -1, 99):
        with pytest.raises(GameError, match=f"{wrong} is not legal now in match 2 of the batch"):
            many.step([*many.sample()[:2], wrong])
    assert (many.state == before).all()
    with pytest.raises(GameError, match="expected 3 actions"):
        many.step([0])
    counts: list[Any] = [0, 2.5, "4", None, True]
    for n in counts:
        with pytest.raises(GameError, match="n and threads from 1 on"):
            swaps(n)
    with pytest.raises(GameError, match=r"at least 2 slots, the lowest and the highest, not 2\.5"):
        swaps(3, slots=2.5)
    seeds: list[Any] = [-1, "x", 1.5]
    for seed in seeds:
        with pytest.raises(GameError, match="a seed is a whole number from 0"):
            Batch(swap_game.GAME, 1, seed=seed, plain=True)
    with pytest.raises(GameError, match="bytes, planes, exact or none"):
        swaps(1, observe="picture")


@pytest.mark.parametrize("wrong", [[0.0, 0.0], [True, False], [None, 0], np.array([2**32, 0]), np.array([2**63, 0])])
def test_an_action_that_is_no_number_of_one_is_refused_and_not_made_one(wrong: Any) -> None:
    many = swaps(2)
    before = many.save()
    with pytest.raises(GameError, match=r"actions are whole numbers, not|is not legal now in match 0"):
        many.step(wrong)
    assert (many.state == before).all()


def test_samples_are_written_into_whole_numbers_of_the_width_that_is_told() -> None:
    many = swaps(2)
    out = np.zeros(2, np.int32)
    assert many.sample(out) is out
    assert out.tolist() == many.sample().tolist()
    wrong: Any
    for wrong in (np.zeros(2, np.int64), np.zeros(3, np.int32), np.zeros(4, np.int32)[::2], [0, 0]):
        with pytest.raises(GameError, match="out is "):
            many.sample(wrong)


def test_matches_begin_by_numbers_of_any_width() -> None:
    one, other = swaps(2), swaps(2)
    for many, kind in ((one, np.int32), (other, np.uint8)):
        many.reset([True, False], np.array([5, 6], kind))
    assert one.state["number"].tolist() == other.state["number"].tolist() == [5, 1]
    assert (one.state == other.state).all()


def test_actions_that_may_not_be_written_are_taken() -> None:
    many = swaps(2)
    actions = many.sample()
    actions.flags.writeable = False
    many.step(actions)
    assert many.state["moves"].tolist() == [1, 1]


@pytest.mark.parametrize("masks", [np.full((2, 70), 255), np.full((2, 70), 0), np.eye(2, 70, 40) - 1])
def test_spans_hold_all_that_somebody_does_not_see(masks: Any) -> None:
    """Outside of them everybody sees all, whatever the length of a record; a mask of -1 is 255."""
    seen = masks.astype(np.int64).astype(np.uint8)
    inside = np.zeros(70, bool)
    for first, size in find_masked_spans(seen):
        assert first >= 0
        assert first + size <= 70
        inside[first : first + size] = True
    assert ((seen == 255).all(0) | inside).all()


def test_actions_of_any_width_are_taken() -> None:
    one, other = swaps(2), swaps(2)
    for kind in (np.int8, np.uint64):
        actions = one.sample()
        one.step(actions)
        other.step(actions.astype(kind))
    assert (one.state == other.state).all()


def test_rows_numbers_and_states_of_something_else_are_refused() -> None:
    many = swaps(2)
    before = many.save()
    other = shindig.batch("tall-card", 1, players=2, plain=True)
    with pytest.raises(GameError, match="rows are whole numbers, not float64"):
        many.fork([0.0, 1.0])
    with pytest.raises(GameError, match="2 truth values"):
        many.reset([0, 2])
    with pytest.raises(GameError, match="a state of 2 matches of Swap for 2"):
        many.load(b"nothing")  # type: ignore[arg-type]
    with pytest.raises(GameError, match="a state of 1 matches of Tall Card for 2"):
        other.load(shindig.batch("tall-card", 1, players=7, plain=True).save())
    assert (many.state == before).all()


def test_threads_check_and_sample_as_one_does() -> None:
    one, three = swaps(40, auto_reset=True), swaps(40, auto_reset=True, threads=3)
    for many in (one, three):
        many._laws["piece"] = 7
    for step in range(30):
        actions = one.sample()
        assert three.sample().tolist() == actions.tolist()
        for many in (one, three):
            many.step(actions if step % 2 else None)
        assert (one.state == three.state).all()
    before = three.save()
    for rows, first in (([39], 39), ([30, 20, 39], 20), ([0, 39], 0)):
        wrong = one.sample()
        wrong[rows] = 99
        with pytest.raises(GameError, match=f"99 is not legal now in match {first} of the batch"):
            three.step(wrong)
    assert (three.state == before).all()


def test_a_forked_process_has_threads_of_its_own() -> None:
    many = swaps(8, threads=2, auto_reset=True)
    many.step()
    expected = swaps(8, auto_reset=True)
    expected.step()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        many.step()
        os.write(writer, many.state.tobytes()[:4096])
        os._exit(0)
    os.close(writer)
    expected.step()
    with open(reader, "rb") as answer:
        assert answer.read() == expected.state.tobytes()[:4096]
    assert os.waitpid(child, 0)[1] == 0
    many.step()
    assert (many.state == expected.state).all()


def test_bots_play_within_a_step_of_a_batch() -> None:
    many = shindig.batch(swap_game.GAME, 4, seed=SEED, bots=["random"], seat=1, auto_reset=True, plain=True)
    for _ in range(20):
        assert (many.actor == 1).all()
        many.step()
    assert many.seats.tolist() == [1] * 4
    with pytest.raises(GameError, match="'steady' is no compiled policy of Swap; expected random, outside or a kernel"):
        shindig.batch(swap_game.GAME, 4, bots=["steady"])
