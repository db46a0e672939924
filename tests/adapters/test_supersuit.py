"""SuperSuit's wrappers around the environments of PettingZoo: one for the seat to act, and parallel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import supersuit

from shindig.adapters.pettingzoo import MatchEnv, parallel_env
from shindig.gamekit import game
from tests.kits.games.short_options import options

WRAPPERS: dict[str, Callable[[Any], Any]] = {
    "clip_reward": lambda env: supersuit.clip_reward_v0(env, -1, 1),
    "dtype": lambda env: supersuit.dtype_v0(env, np.float64),
    "flatten": supersuit.flatten_v0,
    "frame_stack": lambda env: supersuit.frame_stack_v1(env, 4),
    "frame_skip_of_none": lambda env: supersuit.sticky_actions_v0(env, 0.0),
    "delay_observations": lambda env: supersuit.delay_observations_v0(env, 1),
    "normalize_obs": supersuit.normalize_obs_v0,
    "pad_observations": supersuit.pad_observations_v0,
    "pad_action_space": supersuit.pad_action_space_v0,
    "agent_indicator": supersuit.agent_indicator_v0,
    "max_observation": lambda env: supersuit.max_observation_v0(env, 2),
}


def how() -> dict[str, Any]:
    return {"players": 3, "options": options(game("tall-card")), "max_moves": 60, "flat": True, "plain": True}


def first_legal(info: dict[str, Any]) -> int:
    """The first legal number; any where it is another's turn."""
    return int(np.argmax(info["action_mask"]))


@pytest.mark.parametrize("name", WRAPPERS)
def test_a_wrapped_match_is_played(name: str) -> None:
    env = WRAPPERS[name](MatchEnv("tall-card", **how()))
    env.reset(seed=1)
    played = 0
    for agent in env.agent_iter(100):
        seen, _, terminated, truncated, info = env.last()
        assert env.observation_space(agent).contains(seen)
        env.step(None if terminated or truncated else first_legal(info))
        played += 1
    assert played > 10
    assert not env.agents, "the match is over"


@pytest.mark.parametrize("name", WRAPPERS)
def test_a_wrapped_match_is_played_in_parallel(name: str) -> None:
    env = WRAPPERS[name](parallel_env("tall-card", **how()))
    _, infos = env.reset(seed=1)
    rewarded = False
    for _ in range(100):
        seen, rewards, _, _, infos = env.step({agent: first_legal(infos[agent]) for agent in env.agents})
        rewarded |= any(rewards.values())
        assert all(env.observation_space(agent).contains(one) for agent, one in seen.items())
        if not env.agents:
            break
    assert rewarded
    assert not env.agents, "the match is over"


def test_several_matches_are_one_vector_environment() -> None:
    """What stable-baselines3 learns from: a row a seat and match, which begins anew when it is over."""
    each = supersuit.pettingzoo_env_to_vec_env_v1(parallel_env("tall-card", **how()))
    both = supersuit.concat_vec_envs_v1(each, 2, num_cpus=0, base_class="gymnasium")
    seen, infos = both.reset(seed=1)
    assert seen.shape == (6, *each.observation_space.shape)
    over = False
    for _ in range(60):
        seen, rewards, ended, _, infos = both.step(np.array([first_legal(info) for info in infos]))
        over |= bool(ended.any())
    assert over
    assert seen.shape == (6, *each.observation_space.shape)
    assert rewards.shape == (6,)
