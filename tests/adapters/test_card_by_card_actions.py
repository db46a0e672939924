"""Actions that stand for cards, picked card by card: the same choices, in few numbers."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import shindig
from shindig.adapters.card_by_card_actions import Chooser
from shindig.adapters.gymnasium import SeatEnv
from shindig.adapters.pettingzoo import MatchEnv
from shindig.gamekit import GameError, game, game_ids
from shindig.match import Match
from tests.kits.games.short_options import options

PICKED = [game_id for game_id in game_ids() if game(game_id).rules.picks]


def reached(chooser: Chooser, match: Match) -> list[int]:
    """All actions that some way of choosing ends in; nothing is picked before and after."""
    found, waiting = [], [()]
    while waiting:
        chooser.picked = picked = waiting.pop()
        for number in chooser.legal(match.array):
            chooser.picked = picked
            action = chooser.take(match.array, number)
            if action is None:
                waiting.append(chooser.picked)
            else:
                found.append(action)
    chooser.begin()
    return found


@pytest.mark.parametrize("game_id", PICKED)
def test_every_legal_action_is_chosen_in_one_way(game_id: str) -> None:
    match = shindig.new(game_id, 3, seed=3, **options(game(game_id)))
    chooser, rng, most = Chooser(match.game, match.array, pick=True), np.random.default_rng(1), 0
    for _ in range(60):
        if match.over:
            break
        legal = list(match.legal.actions)
        most = max(most, len(legal))
        assert sorted(reached(chooser, match)) == legal
        match.play(int(rng.choice(legal)))
    assert most > 3


def test_few_numbers_for_thousands() -> None:
    """8,235 numbers of Royal Pokebacc are 153 where cards are picked."""
    rules = game("royal-pokebacc")
    fresh = rules.new(3)
    assert (Chooser(rules, fresh).count, Chooser(rules, fresh, pick=True).count) == (8235, 153)
    with pytest.raises(GameError, match="Talon has no actions that are picked"):
        Chooser(game("talon"), game("talon").new(3), pick=True)


@pytest.mark.filterwarnings("ignore:.*alternative to .*unwrapped")
def test_environments_pick_card_by_card() -> None:
    api_test(MatchEnv(PICKED[0], pick=True, flat=True, plain=True), num_cycles=100)
    check_env(SeatEnv(PICKED[0], pick=True, plain=True), skip_render_check=True)


def test_what_is_picked_is_seen_by_who_picks_alone() -> None:
    env = MatchEnv(PICKED[0], pick=True, plain=True)
    rng = np.random.default_rng(2)
    seen = 0
    for seed in range(5):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            if env.actions.picked:
                seen += 1
                for agent in env.agents:
                    told = env.observe(agent)["observation"][-env.actions.kinds :]
                    assert told.any() == (agent == env.agent_selection)
            env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    assert seen
