"""Every game under other people's referees: PettingZoo's and OpenSpiel's own tests."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pettingzoo.test import api_test, parallel_api_test, seed_test

import shindig
from shindig.adapters.flat_actions import Actions, spread_amounts
from shindig.adapters.gymnasium import SeatEnv
from shindig.adapters.observation_vector import Observation
from shindig.adapters.openspiel import register, short_name
from shindig.adapters.openspiel_chance import WRITTEN
from shindig.adapters.pettingzoo import MatchEnv, parallel_env
from shindig.core.layout_and_views import OVER, See
from shindig.gamekit import GameError, game, game_ids
from shindig.match import Order
from tests.kits.games.short_options import options

MOVES = 40


def environment(game_id: str, **how: Any) -> MatchEnv:
    return MatchEnv(game_id, options=options(game(game_id)), plain=True, **how)


def spiel(game_id: str, moves: int = MOVES) -> pyspiel.Game:
    register()
    given_options = "".join(f",{name}={value}" for name, value in options(game(game_id)).items())
    return pyspiel.load_game(f"{short_name(game_id)}(max_moves={moves},plain=true{given_options})")


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
def test_pettingzoo_api(game_id: str) -> None:
    api_test(environment(game_id), num_cycles=50)


@pytest.mark.filterwarnings("ignore:Agent's m")
def test_pettingzoo_flat_and_exact_observations() -> None:
    for how in ({"flat": True}, {"flat": True, "observe": "exact"}):
        env = environment("tall-card", **how)
        api_test(env, num_cycles=50)
        env.reset(seed=1)
        assert env.observe("seat_0") in env.observation_space("seat_0")
        masks = [env.infos[agent]["action_mask"].any() for agent in env.agents]
        assert masks == [agent == env.agent_selection for agent in env.agents]
    with pytest.raises(GameError, match="observe is planes or exact"):
        environment("tall-card", observe="pixels")


@pytest.mark.parametrize("game_id", ["tall-card", "talon"])
def test_pettingzoo_parallel_api(game_id: str) -> None:
    parallel_api_test(parallel_env(game_id, options=options(game(game_id)), plain=True), num_cycles=50)


def test_pettingzoo_parallel_api_with_flat_observations_draws_legal_numbers() -> None:
    how: dict[str, Any] = {"options": options(game("tall-card")), "plain": True, "flat": True}
    parallel_api_test(parallel_env("tall-card", **how), num_cycles=50)


@pytest.mark.parametrize("flat", [True, False])
def test_pettingzoo_raises_for_illegal_numbers_or_ends_the_match(flat: bool) -> None:
    how: dict[str, Any] = {"options": options(game("tall-card")), "plain": True, "flat": flat}
    table = parallel_env("tall-card", **how)
    table.reset(seed=1)
    with pytest.raises(GameError, match="not legal now"):
        table.step(dict.fromkeys(table.agents, 0))
    table = parallel_env("tall-card", illegal_reward=-5.0, **how)
    table.reset(seed=1)
    agent = table.unwrapped.agent_selection
    _, rewards, terminated, _, _ = table.step(dict.fromkeys(table.agents, 0))
    assert rewards == {one: -5.0 if one == agent else 0 for one in rewards}
    assert all(terminated.values())


def test_environments_compile_without_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(type(game("talon")), "compile", lambda rules: asked.append(rules.id))
    MatchEnv("talon")
    SeatEnv("talon")
    register()
    pyspiel.load_game("shindig_talon")
    assert asked == ["talon", "talon", "talon"]
    MatchEnv("talon", plain=True)
    SeatEnv("talon", plain=True)
    pyspiel.load_game("shindig_talon(plain=true)")
    assert len(asked) == 3


@pytest.mark.parametrize("game_id", game_ids())
def test_pettingzoo_seed(game_id: str) -> None:
    seed_test(lambda: environment(game_id), num_cycles=30)


@pytest.mark.parametrize("game_id", game_ids())
def test_pettingzoo_rewards_add_up_to_what_was_won(game_id: str) -> None:
    env = environment(game_id)
    env.reset(seed=1)
    start = game(game_id).words.outcome(game(game_id).new(env.players, env.options)[0]).scores
    won = dict.fromkeys(env.possible_agents, 0.0)
    rng = np.random.default_rng(1)
    while not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
        won = {agent: won[agent] + env.rewards[agent] for agent in won}
    assert env.match.result is not None
    assert list(won.values()) == [after - before for after, before in zip(env.match.result.scores, start, strict=True)]


def test_pettingzoo_deals_by_seed_and_match_whatever_is_played() -> None:
    envs = MatchEnv("tall-card", players=2, plain=True), MatchEnv("tall-card", players=2, plain=True)
    for pick, env in zip((0, -1), envs, strict=True):
        env.reset(seed=1)
        for _ in range(3):
            env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[pick]))
        env.reset()
    dealt = [[step for step in env.match.steps if isinstance(step, Order)] for env in envs]
    assert dealt[0] == dealt[1]
    envs[0].reset(seed=1)
    assert [step for step in envs[0].match.steps if isinstance(step, Order)] != dealt[0]


def test_pettingzoo_truncates_long_matches() -> None:
    env = MatchEnv("tall-card", max_moves=1, plain=True)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_pettingzoo_refuses_what_is_not_legal() -> None:
    env = MatchEnv("tall-card", plain=True)
    env.reset(seed=1)
    with pytest.raises(GameError, match="not legal now"):
        env.step(0)
    with pytest.raises(GameError, match="2 to 7 players"):
        MatchEnv("tall-card", players=8)
    with pytest.raises(GameError, match="max_moves from 1 on"):
        MatchEnv("tall-card", max_moves=0)
    with pytest.raises(GameError, match="has no option"):
        env.reset(options={"rules": {"anty": 1}})
    env.reset(options={"rules": {"ante": 3}})
    assert env.record["ante"].tolist() == [3]


@pytest.mark.parametrize("game_id", game_ids())
def test_openspiel_random_sim(game_id: str) -> None:
    pyspiel.random_sim_test(spiel(game_id), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game_id", game_ids())
def test_openspiel_history_replays_and_copies_stay_apart(game_id: str) -> None:
    table = spiel(game_id, 10)
    state, rng = table.new_initial_state(), np.random.default_rng(2)
    while not state.is_terminal():
        before = str(state)
        twin = state.clone()
        numbers = [item for item, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        twin.apply_action(int(rng.choice(numbers)))
        assert str(state) == before
        state = twin
    again = table.new_initial_state()
    for number in state.history():
        again.apply_action(number)
    assert again.play.match == state.play.match
    assert again.returns() == state.returns()
    assert pickle.loads(pickle.dumps(state.play)).match == state.play.match


def after_a_discard() -> Any:
    """A match of two in which the claimer has just discarded."""
    state = spiel("tall-card").new_initial_state()
    for turn in ("claim", "check", "check", "discard"):
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        legal = {state.action_to_string(state.current_player(), number): number for number in state.legal_actions()}
        state.apply_action(legal[turn])
    return state


def test_openspiel_games_are_pickled_by_name_and_parameters() -> None:
    one = spiel("tall-card", 20)
    again = pickle.loads(pickle.dumps(one))
    assert (again, again.get_parameters()) == (one, one.get_parameters())
    assert again.new_initial_state().legal_actions() == one.new_initial_state().legal_actions()


def test_openspiel_games_loaded_again_have_the_very_types_of_the_first() -> None:
    """Equal ones would be compared field by field at every call of compiled code, and take twice the time."""
    one, other = spiel("tall-card", 20), spiel("tall-card", 30)
    assert one is not other
    for name in WRITTEN:
        assert getattr(one.first, name).dtype is getattr(other.first, name).dtype
    assert one.table.laws.dtype is other.table.laws.dtype


@pytest.mark.parametrize("wrong", ["max_moves=0", "max_moves=-1", "max_hands=-1"])
def test_openspiel_refuses_a_match_of_no_actions(wrong: str) -> None:
    with pytest.raises(GameError, match="expected max_moves from 1 on and max_hands from 0 on"):
        pyspiel.load_game(f"shindig_tall_card({wrong})")


def test_openspiel_memory_holds_own_secrets_and_no_others() -> None:
    """A discard lies face down (TC-15): who made it remembers the cards, the other seat that there was one."""
    state = after_a_discard()
    claimer = int(state.play.record.claimer)
    memories = [state.information_state_string(seat) for seat in (claimer, 1 - claimer)]
    assert f"{claimer} discard" in memories[0]
    assert "discard" not in memories[1]
    assert f"{claimer} ?" in memories[1]


def test_openspiel_tensors_tell_information_states_apart_and_nothing_more() -> None:
    """Walks that differ in what others hold: equal memories have equal tensors, others others."""
    table = spiel("tall-card", 6)
    by_memory: dict[str, tuple[float, ...]] = {}
    rng = np.random.default_rng(5)
    for _ in range(12):
        state = table.new_initial_state()
        while not state.is_terminal():
            chance = state.is_chance_node()
            numbers = [item for item, _ in state.chance_outcomes()] if chance else state.legal_actions()[:2]
            for seat in range(2):
                memory, tensor = state.information_state_string(seat), tuple(state.information_state_tensor(seat))
                assert by_memory.setdefault(memory, tensor) == tensor
            state.apply_action(numbers[0] if chance and len(state.history()) < 7 else int(rng.choice(numbers)))
    assert len(set(by_memory.values())) == len(by_memory) > 50
    assert table.information_state_tensor_size() == len(next(iter(by_memory.values())))


def test_openspiel_tensor_has_the_last_actions_first() -> None:
    state = after_a_discard()
    claimer, told = int(state.play.record.claimer), {}
    kind = pyspiel.IIGObservationType(perfect_recall=True)
    for seat in range(2):
        observer = state.get_game().make_py_observer(kind)
        observer.set_from(state, seat)
        told[seat] = observer.dict["recent"].copy()
    assert told[claimer][0].tolist()[:3] == [1, 0, 0], "the claimer's own discard"
    assert told[1 - claimer][0].tolist() == [0, 1, 1, 0, 0], "the other's, and secret"
    assert told[0][1].any()
    assert not told[0][4:].any()


def test_openspiel_memory_is_the_same_whenever_it_is_asked_for() -> None:
    state = spiel("tall-card").new_initial_state()
    often = copy.deepcopy(state.play)
    while state.is_chance_node():
        item = state.chance_outcomes()[0][0]
        state.apply_action(item)
        often.draw(item)
        often.recall.text(0)
    assert often.recall.text(0) == state.information_state_string(0)


@given(low=st.integers(1, 1000), more=st.integers(0, 10**6), slots=st.integers(2, 40))
def test_slots_are_different_amounts_with_exact_ends(low: int, more: int, slots: int) -> None:
    amounts = spread_amounts(low, low + more, slots)
    assert list(amounts) == sorted(set(amounts))
    assert (amounts[0], amounts[-1], len(amounts)) == (low, low + more, min(slots, more + 1))


@pytest.mark.parametrize("game_id", game_ids())
def test_every_number_stands_for_a_legal_action(game_id: str) -> None:
    match = shindig.new(game_id, game(game_id).rules.seats[0], seed=3, **options(game(game_id)))
    actions, rng = Actions(match.game), np.random.default_rng(3)
    for _ in range(MOVES):
        if match.over:
            return
        numbers = actions.legal(match.legal.ranges)
        assert actions.mask(match.legal.ranges).sum() == len(numbers) > 0
        assert all(match.can(actions.action(match.legal.ranges, number)) for number in numbers)
        match.play(actions.action(match.legal.ranges, int(rng.choice(numbers))))


def twin_of(vectors: Observation, view: np.ndarray, seat: int) -> list[float]:
    """The vector of a seat, value by value."""
    found: list[float] = []
    for field in vectors.fields:
        values = view[field.name][0]
        for value in np.ravel(values[seat] if field.see is See.OWNER else values).tolist():
            digits = max(1, np.dtype(field.kind).itemsize // 2)
            found += [value >> 16 * digit & 0xFFFF for digit in range(digits - 1)]
            found.append(value >> 16 * (digits - 1))
    return found


@pytest.mark.parametrize("game_id", game_ids())
def test_vectors_are_the_values_one_by_one(game_id: str) -> None:
    rules, rng = game(game_id), np.random.default_rng(5)
    ranges, items = rules.plain.scratch()
    match, vectors = rules.new(rules.rules.seats[0], options(rules)), Observation(rules)
    for _ in range(60):
        rules.plain.step(match, 0, rng, ranges, items)
        for seat in range(rules.rules.seats[0]):
            twin = np.array(twin_of(vectors, match, seat), np.float32)
            assert (vectors.of(match, seat) == twin).all()
        if match["actor"][0] == OVER:
            break


@pytest.mark.parametrize("game_id", game_ids())
def test_vectors_keep_every_bit_of_a_view(game_id: str) -> None:
    rules = game(game_id)
    match, vectors = shindig.new(game_id, rules.rules.seats[0], seed=4), Observation(rules)
    view = match.view(0)
    entries = dict(zip(vectors.names, vectors.of(view.array, 0).tolist(), strict=True))
    assert len(entries) == vectors.size
    for field in vectors.fields:
        if field.kind == "i8" and not field.shape:
            whole = sum(int(entries[f"{field.name}.{place}"]) << 16 * place for place in range(4))
            assert whole == int(view.record[field.name])
        elif field.kind == "i1" and not field.shape:
            assert entries[field.name] == int(view.record[field.name])
