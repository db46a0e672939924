"""Any game as a PettingZoo environment with action masks, in compiled code: AEC, and parallel.

    table = env("leduc", players=2, options={"ante": 1})

Agents are `seat_0`, `seat_1`, ... An observation is a dict of `observation` (float32: planes.py, or observation.py with
`observe="exact"`) and `action_mask` (int8, see actions.py; all 0 while it is another seat's turn). With `flat`, it is
the vector alone, and the mask is in `infos`. Rewards are changes of the score, step by step; the first holds the antes
of the first deal, so their sum is what a seat won or lost. A match that is not over after `max_moves` actions is
truncated.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from ..games import game
from ..match import Match, fair
from .actions import SLOTS
from .choosing import Chooser
from .observation import Observe, observer, space_of

MAX_MOVES = 1000
SEED_BITS = 64


class MatchEnv(AECEnv):  # type: ignore[misc]
    """One match. Raises GameError for an unknown game, bad players or options, and for an illegal action."""

    def __init__(
        self,
        game_id: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        max_moves: int = MAX_MOVES,
        slots: int = SLOTS,
        observe: Observe = "planes",
        flat: bool = False,
        pick: bool = False,
        plain: bool = False,
    ) -> None:
        """With `pick`, actions that stand for cards are picked card by card (choosing.py). `plain` runs the rules as
        ordinary Python, for a debugger or a short try: nothing is compiled for it."""
        super().__init__()
        self.game = game(game_id)
        self.metadata = {
            "name": f"{game_id}_v{self.game.rules.version}",
            "render_modes": [],
            "is_parallelizable": True,
        }
        self.render_mode = None
        self.players = self.game.rules.seats[0] if players is None else players
        self.options, self.max_moves = dict(options or {}), max_moves
        self.flat, fresh = flat, self.game.new(self.players, self.options)
        self.actions = Chooser(self.game, fresh, slots, pick)
        self.vectors = observer(self.game, fresh, observe)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.players)]
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.actions.count) for agent in self.possible_agents}
        self._seed, self._number = secrets.randbits(SEED_BITS), 0
        if not plain:
            self.game.compile()
        self.match = self._deal()

    def _space(self) -> spaces.Space[Any]:
        values = space_of(self.vectors, self.actions.kinds)
        if self.flat:
            return values
        return spaces.Dict({"observation": values, "action_mask": spaces.MultiBinary(self.actions.count)})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def _deal(self) -> Match:
        return Match(self.game, self.players, self.options, fair(self._seed, self._number))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the first match of a seed, or the next one; `options["rules"]` are rules of the game, from now on.

        Raises GameError for rules that the game does not have.
        """
        self._seed, self._number = (self._seed, self._number + 1) if seed is None else (seed, 0)
        self.options |= (options or {}).get("rules", {})
        self.match = self._deal()
        self.actions.begin()
        self.moves = 0
        self._scores = self.game.words.outcome(self.game.new(self.players, self.options)[0]).scores
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.match.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._pass_turn()

    def observe(self, agent: str) -> Any:
        """What a seat knows, and what it may do now."""
        seat = int(agent.removeprefix("seat_"))
        picked = self.actions.entries() * (self.match.to_act == seat)
        vector = np.concatenate([self.vectors.of(self.match.array, seat), picked])
        return vector if self.flat else {"observation": vector, "action_mask": self.mask(seat)}

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """int8[actions]: what a seat may do now; all 0 while it is another's turn."""
        return (
            self.actions.mask(self.match.array) if self.match.to_act == seat else np.zeros(self.actions.count, np.int8)
        )

    def step(self, action: int | None) -> None:
        """Play a number of `Actions` for the agent to act. Raises IllegalAction."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        chosen = self.actions.take(self.match.array, -1 if action is None else int(action))
        if chosen is not None:
            self.match.play(chosen)
        self.moves += 1
        self._reward()
        self.terminations = dict.fromkeys(self.agents, self.match.over)
        self.truncations = dict.fromkeys(self.agents, self.moves >= self.max_moves and not self.match.over)
        self._pass_turn()
        self._accumulate_rewards()

    def _reward(self) -> None:
        """Give each seat what its score has changed since the last time."""
        before, self._scores = self._scores, self.game.words.outcome(self.match.record).scores
        change = [float(after - earlier) for after, earlier in zip(self._scores, before, strict=True)]
        self.rewards = dict(zip(self.possible_agents, change, strict=True))

    def _pass_turn(self) -> None:
        self.agent_selection = self.possible_agents[max(self.match.to_act, 0)]
        if self.flat:
            self.infos = {agent: {"action_mask": self.mask(seat)} for seat, agent in enumerate(self.possible_agents)}

    def render(self) -> None:
        """Pictures of a table are `match.view(seat).scene`; the environment draws none."""

    def close(self) -> None:
        """Nothing is held open."""


env = MatchEnv


def parallel_env(*given: Any, **how: Any) -> turn_based_aec_to_parallel_wrapper:
    """The same as a parallel environment: every agent gives an action, and only that of the one to act is played."""
    return turn_based_aec_to_parallel_wrapper(MatchEnv(*given, **how))
