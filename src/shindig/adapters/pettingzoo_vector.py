"""Many matches of any game in the manner of PettingZoo, stepped in compiled code: in each match its own agent acts.

    table = MatchVectorEnv("leduc", 1024, players=2)
    seen, infos = table.reset(seed=7)
    for _ in range(1000):
        seen, rewards, terminations, truncations, infos = table.step(choose(seen, infos["action_mask"]))

`table.agent_selection`, int8[n], is the number of the agent to act in each match. Observations and masks are that
agent's. Rewards are float64[n, players]: one for every agent. Row i plays match i of a seed, then match i + n.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..gamekit import game
from .batch import Batch
from .episodes import MAX_MOVES, Episodes, make_mask
from .flat_actions import SLOTS
from .observation_vector import Observe, make_space

SEED_BITS = 63
Array = npt.NDArray[Any]
Step = tuple[Array, Array, Array, Array, dict[str, Any]]


class MatchVectorEnv:
    """All seats of n matches. Raises GameError for bad arguments and for illegal actions."""

    def __init__(
        self,
        game_id: str,
        num_envs: int = 1,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        max_moves: int = MAX_MOVES,
        slots: int = SLOTS,
        observe: Observe = "planes",
        copy: bool = True,
        threads: int = 1,
        plain: bool = False,
    ) -> None:
        """Make the environment. Without `copy`, observations are written in place."""
        self.game, self.num_envs, self.copy = game(game_id), num_envs, copy
        how: dict[str, Any] = {"slots": slots, "observe": observe, "threads": threads, "plain": plain}
        self.many = Batch(self.game, num_envs, players, options, seed=secrets.randbits(SEED_BITS), **how)
        self.episodes = Episodes(self.many, max_moves)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.many.players)]
        self._space, self._actions = make_space(self.many.encoder), spaces.Discrete(self.many.actions.count)
        self._rows, self._due = np.arange(num_envs), np.zeros((num_envs, self.many.players))

    def observation_space(self, _agent: str) -> spaces.Space[Any]:
        """Return the space of one observation."""
        return self._space

    def action_space(self, _agent: str) -> spaces.Space[Any]:
        """Return the space of one action: the numbers of actions, legal or not."""
        return self._actions

    @property
    def agent_selection(self) -> npt.NDArray[np.int8]:
        """int8[n]: the number of the agent to act in each match; -1 once it is over."""
        found: npt.NDArray[np.int8] = np.maximum(self.many.actor, -1)
        return found

    def reset(self, seed: int | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin the first n matches of a seed, or the next match in each row."""
        if seed is not None:
            self.many.seed(seed)
        self.episodes.begin(np.ones(self.num_envs, np.bool_), None if seed is None else self._rows)
        self._due[:] = 0
        return self._observe(), self._infos()

    def step(self, actions: npt.ArrayLike) -> Step:
        """Play a legal number for the agent to act in each match. Raises GameError if one is illegal, and plays none.

        In a row whose match ended in the last step, the next match begins instead, and its rewards are 0.
        """
        actors, now = self.many.actor.copy(), self.episodes
        before = now.done
        now.step(actions, resets=True)
        self._due[before] = 0
        self._due[self._rows, actors] *= actors < 0
        self._due += now.rewards
        return self._observe(), now.rewards.copy(), now.terminated.copy(), now.truncated.copy(), self._infos()

    def last(self) -> Step:
        """Return observation, reward since its last turn, termination, truncation and infos of the agents to act."""
        now, rewards = self.episodes, self._due[self._rows, self.many.actor]
        return self._observe(), rewards, now.terminated.copy(), now.truncated.copy(), self._infos()

    def _observe(self) -> Array:
        return self.many.observation.copy() if self.copy else self.many.observation

    def _infos(self) -> dict[str, Any]:
        many = self.many
        return {
            "action_mask": make_mask(many),
            "agent": self.agent_selection,
            "hand_ended": many.hand_ended.astype(np.bool_),
            "payoffs": many.rewards.copy(),
        }
