"""Any game as a PettingZoo environment with action masks, in compiled code: AEC, and parallel. Example:

    table = env("leduc", players=2, options={"hands": 1})

Agents are `seat_0`, `seat_1`, ... An observation is a dict of `observation` and `action_mask`. The former is float32
(observation_planes.py, or observation_vector.py with `observe="exact"`). The latter is int8 (flat_actions.py), all 0
while it is another seat's turn. With `flat`, the observation is only the vector, and the mask is in `infos`. An action
space draws legal numbers only, while it is the agent's turn. A reward is the result of a hand, given when it ends. The
last reward adds all other changes of the score, so the rewards of a seat sum to its total result. A match that is not
over after `max_moves` actions is truncated.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from ..core.layout_and_views import OVER, Records
from ..gamekit import GameError, game
from ..match import Match, fair
from .batch import Batch, Observed
from .card_by_card_actions import Chooser
from .episodes import MAX_MOVES
from .flat_actions import SLOTS
from .observation_vector import Observe, make_observer, make_space
from .rendering import RENDER_MODES, check_render_mode, draw_view

SEED_BITS = 64


class _LegalNumbers(spaces.Discrete):
    """Action space of an agent: it draws a legal number in the agent's turn, any number otherwise."""

    def __init__(self, table: MatchEnv, seat: int) -> None:
        super().__init__(table.actions.count)
        self._table, self._seat = table, seat

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Draw a random number, or one that a mask or probabilities allow."""
        if mask is None and probability is None and self._seat == self._table.to_act:
            mask = self._table.mask(self._seat)
        return super().sample(mask, probability)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy it as a plain space, which does not carry the match along."""
        return spaces.Discrete, (int(self.n),)


class MatchEnv(AECEnv, EzPickle):  # type: ignore[misc]
    """One match. Raises GameError for an unknown game, bad players or options, and for an illegal action.

    A copy, also a pickled one, is a new environment with equal settings, before its first match.
    """

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
        render_mode: str | None = None,
        plain: bool = False,
    ) -> None:
        """Make an environment. With `pick`, cards are picked one by one (card_by_card_actions.py).

        `plain` runs the rules as ordinary Python, for a debugger or a short try, without compilation.
        """
        EzPickle.__init__(self, game_id, players, options, max_moves, slots, observe, flat, pick, render_mode, plain)
        AECEnv.__init__(self)
        if max_moves < 1:
            raise GameError(f"expected max_moves from 1 on, not {max_moves}")
        self.game = game(game_id)
        self.metadata = {
            "name": f"{game_id}_v{self.game.rules.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": True,
        }
        self.render_mode = check_render_mode(render_mode)
        self.players = self.game.rules.seats[0] if players is None else players
        self.options, self.max_moves, self.slots, self.flat = dict(options or {}), max_moves, slots, flat
        self._plain, self._picks, self._sees = plain, pick, observe
        self.table = self._made()
        self.actions = Chooser(self.game, self.record, slots, pick)
        self.vectors = make_observer(self.game, self.record, observe)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: _LegalNumbers(self, seat) for agent, seat in self._seats.items()}
        self._seed, self._number = secrets.randbits(SEED_BITS), 0
        self._match: Match | None = None
        if not plain:
            self.game.compile()

    def _made(self) -> Batch:
        """Make a batch of one match, and store the scores before its first step."""
        self._start = self.game.words.outcome(self.game.new(self.players, self.options)[0]).scores
        observe: Observed = "planes" if self._sees == "planes" else "none"
        how: dict[str, Any] = {"observe": observe, "slots": self.slots, "plain": self._plain}
        return Batch(self.game, 1, self.players, self.options, **how)

    @property
    def record(self) -> Records:
        """The record of the match, shape (1,). Only the referee may read it."""
        record: Records = self.table.state["match"]
        return record

    @property
    def match(self) -> Match:
        """The match with all its steps, replayed with the current seed."""
        if self._match is None:
            self._match = match = Match(self.game, self.players, self.options, fair(self._seed, self._number))
            for number in self._played:
                match.play(self.actions.actions.action(match.legal.ranges, number))
        return self._match

    def _space(self) -> spaces.Space[Any]:
        values = make_space(self.vectors, self.actions.kinds)
        if self.flat:
            return values
        return spaces.Dict({"observation": values, "action_mask": spaces.MultiBinary(self.actions.count)})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent: float32[entries], alone or beside the mask, int8[actions]."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space: the numbers of actions, legal or not."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the first match of a seed, or the next one. `options["rules"]` sets options of the game from now on.

        Raises GameError for options that the game does not have, and then changes nothing.
        """
        if rules := (options or {}).get("rules"):
            self.game.new(self.players, self.options | rules)
            self.options |= rules
            self.table = self._made()
        self._seed, self._number = (self._seed, self._number + 1) if seed is None else (seed, 0)
        self.table.seed(self._seed)
        self.table.reset(numbers=[self._number])
        self._begin()

    def _begin(self) -> None:
        """Reset the state to that of a new match."""
        self.actions.begin()
        self.moves, self._match = 0, None
        self._played: list[int] = []
        self._won = [0.0] * self.players
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, self.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self._pass_turn()

    @property
    def to_act(self) -> int:
        """The seat to act, or OVER."""
        return int(self.table.actor[0])

    @property
    def over(self) -> bool:
        """True if the match has ended."""
        return self.to_act == OVER

    def observe(self, agent: str) -> Any:
        """Return the observation and the action mask of a seat."""
        seat = self._seats[agent]
        return self._vector(seat) if self.flat else {"observation": self._vector(seat), "action_mask": self.mask(seat)}

    def _vector(self, seat: int) -> npt.NDArray[np.float32]:
        mine = seat == self.table.actor[0]
        if mine and self._sees == "planes":
            vector: npt.NDArray[np.float32] = self.table.observation[0].copy()
        else:
            vector = self.vectors.of(self.record, seat)
        return np.concatenate([vector, self.actions.encode_picked() * mine]) if self._picks else vector

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """Return int8[actions]: 1 for each legal action; all 0 while it is another seat's turn."""
        if seat != self.table.actor[0]:
            return np.zeros(self.actions.count, np.int8)
        if self._picks:
            return self.actions.mask(self.record)
        return np.unpackbits(self.table.mask[0], None, self.actions.count, "little").view(np.int8)

    def step(self, action: int | None) -> None:
        """Play a number of `Actions` for the agent to act. Raises GameError."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._choose(-1 if action is None else int(action))
        self.moves += 1
        if self.over or self.moves >= self.max_moves:
            self._end()
        self._reward()
        self._pass_turn()

    def _choose(self, number: int) -> None:
        """Play the number, or with `pick` the action that is complete with this number."""
        chosen = self.actions.choose(self.record, number) if self._picks else number
        if chosen is None:
            self.table.rewards[:] = 0
            return
        self.table.step([chosen])
        self._played.append(chosen)
        self._match = None

    def _end(self) -> None:
        self.terminations = dict.fromkeys(self.agents, self.over)
        self.truncations = dict.fromkeys(self.agents, not self.over)
        scores = self.game.words.outcome(self.record[0]).scores
        self.table.rewards[0] = np.subtract(scores, self._start) - self._won

    def _reward(self) -> None:
        """Give each seat the result of a hand that has just ended, and at the end of the match the rest."""
        change = self.table.rewards[0].tolist()
        self.rewards = dict(zip(self.possible_agents, map(float, change), strict=True))
        if any(change):
            self._won = [before + more for before, more in zip(self._won, change, strict=True)]
            self._accumulate_rewards()

    def _pass_turn(self) -> None:
        self.agent_selection = self.possible_agents[max(self.to_act, 0)]
        if self.flat:
            self.infos = {agent: {"action_mask": self.mask(seat)} for seat, agent in enumerate(self.possible_agents)}

    def render(self) -> Any:
        """Draw the table as the seat to act sees it."""
        return draw_view(self.match.view(self._seats[self.agent_selection]), self.render_mode)

    def close(self) -> None:
        """Close the environment. It holds no resources."""


env = MatchEnv


def parallel_env(*given: Any, illegal_reward: float | None = None, **how: Any) -> turn_based_aec_to_parallel_wrapper:
    """Make a parallel environment: every agent gives an action, and only that of the seat to act is played.

    An illegal action raises GameError. With `illegal_reward`, it ends the match instead: PettingZoo's
    `TerminateIllegalWrapper` gives that reward to the agent.
    """
    table: Any = MatchEnv(*given, **how)
    return turn_based_aec_to_parallel_wrapper(
        table if illegal_reward is None else TerminateIllegalWrapper(table, illegal_reward)
    )
