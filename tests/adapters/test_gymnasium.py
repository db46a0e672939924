"""Every game as a Gymnasium environment: its checker, its rewards, its masks."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from shindig.adapters.gymnasium import SeatEnv
from shindig.gamekit import GameError, game, game_ids
from tests.kits.games.short_options import options


def table(game_id: str, **how: Any) -> SeatEnv:
    return SeatEnv(game_id, options=options(game(game_id)), plain=True, **how)


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.filterwarnings("ignore:.*alternative to .*unwrapped")
def test_gymnasium_checker(game_id: str) -> None:
    check_env(table(game_id), skip_render_check=True)


@pytest.mark.parametrize("game_id", game_ids())
def test_rewards_add_up_and_masks_allow_what_is_legal(game_id: str) -> None:
    env = table(game_id)
    env.reset(seed=2)
    start = game(game_id).words.outcome(game(game_id).new(env.players, env.options)[0]).scores[env.seat]
    rng, won, terminated = np.random.default_rng(1), float(env._score - start), False
    while not terminated:
        legal = np.flatnonzero(env.action_masks())
        assert legal.tolist() == env.actions.actions.legal(env.match.legal.ranges)
        assert env.match.to_act == env.seat
        observation, reward, terminated, truncated, _ = env.step(int(rng.choice(legal)))
        assert observation in env.observation_space
        assert not truncated
        won += reward
    assert env.match.result is not None
    assert start + won == env.match.result.scores[env.seat]
    assert not env.action_masks().any()
    with pytest.raises(GameError, match="`reset` begins the next one"):
        env.step(0)


def episode(env: SeatEnv, seed: int | None) -> list[float]:
    env.reset(seed=seed)
    rewards, terminated = [], False
    while not terminated:
        _, reward, terminated, _, _ = env.step(int(np.flatnonzero(env.action_masks())[0]))
        rewards.append(reward)
    return rewards


def test_episodes_repeat_by_seed_and_go_on_to_the_next_match() -> None:
    env = table("tall-card", opponents=["random"])
    first, second = episode(env, 3), episode(env, None)
    assert env.seat == 1
    assert [episode(env, 3), episode(env, None)] == [first, second]
    assert first != second


def test_opponents_sit_down_in_turn_behind_the_seat() -> None:
    env = table("tall-card", players=4, opponents=["random", "steady-1"], seat=2)
    env.reset(seed=1)
    assert {seat: bot.name for seat, bot in env._seated.items()} == {3: "random", 0: "steady-1", 1: "random"}
    with pytest.raises(GameError, match="no bot 'nobody'"):
        table("tall-card", opponents=["nobody"])
    with pytest.raises(GameError, match="a seat from 0 to 1"):
        table("tall-card", seat=2)


def test_long_matches_are_truncated_and_what_is_not_legal_plays_nothing() -> None:
    env = table("tall-card", max_moves=1)
    env.reset(seed=1)
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    before = env.match.array.tobytes()
    _, _, terminated, truncated, info = env.step(wrong)
    assert (terminated, truncated, info["illegal"]) == (False, True, True)
    assert env.match.array.tobytes() == before
    env.reset(seed=1)
    _, _, terminated, truncated, _ = env.step(env.action_space.sample())
    assert (terminated, truncated) == (False, True)


@pytest.mark.parametrize("wrong", [-1, 99_999, np.int64(2**40)])
def test_numbers_of_no_action_play_nothing_either(wrong: int) -> None:
    env = table("tall-card")
    env.reset(seed=1)
    assert env.step(wrong)[4]["illegal"]


@pytest.mark.parametrize("wrong", [1.0, None, np.array([1]), True])
def test_what_is_no_number_is_refused(wrong: Any) -> None:
    env = table("tall-card")
    env.reset(seed=1)
    with pytest.raises(GameError, match="an action is a whole number"):
        env.step(wrong)


def test_rules_that_there_are_not_are_refused_and_change_nothing() -> None:
    env = table("tall-card")
    with pytest.raises(GameError, match="has no option"):
        env.reset(options={"rules": {"anty": 1}})
    env.reset(seed=1, options={"rules": {"ante": 3}})
    assert env.match.record.ante == 3
    with pytest.raises(GameError, match="max_moves from 1 on"):
        table("tall-card", max_moves=0)


def test_a_table_is_drawn_as_the_seat_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = {}
    for mode in ("ansi", "svg", "human", None):
        env = table("tall-card", render_mode=mode)
        env.reset(seed=1)
        drawn[mode] = env.render()
    assert "seat 0" in drawn["ansi"]
    assert drawn["svg"].startswith("<svg")
    assert drawn["human"] is drawn[None] is None
    assert capsys.readouterr().out.rstrip() == drawn["ansi"]
    with pytest.raises(GameError, match="render_mode is human, ansi, svg or None, not 'rgb'"):
        table("tall-card", render_mode="rgb")


@pytest.mark.filterwarnings("ignore:.*alternative to .*unwrapped")
def test_every_game_is_made_by_its_name() -> None:
    made = {spec for spec in gymnasium.registry if spec.startswith("shindig/")}
    assert {"shindig/TallCard-v0", "shindig/FarmersAndFishermen-v0"} <= made
    env = gymnasium.make("shindig/TallCard-v0", opponents=["steady"], plain=True)
    _, info = env.reset(seed=1)
    assert info["action_mask"].any()
    env.step(env.unwrapped.action_space.sample())


def test_more_opponents_than_seats_are_refused() -> None:
    with pytest.raises(GameError, match="expected 1 to 1 opponents"):
        table("tall-card", opponents=["random", "random"])
