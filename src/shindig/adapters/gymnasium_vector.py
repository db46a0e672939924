"""Many matches of any game as one Gymnasium vector environment, stepped in compiled code with bots in other seats.

    envs = SeatVectorEnv("leduc", 1024, opponents=["steady"])
    seen, infos = envs.reset(seed=7)
    seen, rewards, terminated, truncated, infos = envs.step(choose(seen, infos["action_mask"]))

Row i plays match i of a seed, then match i + n, and so on: step by step as `SeatEnv` plays them. `infos` has arrays:
`action_mask` int8[n, actions], `seat` int8[n], the seat to act, `hand_ended` bool[n] and `payoffs` int32[n, players].
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..bots import RANDOM
from ..gamekit import GameError, game
from ..match import View
from .batch import Batch, Observed
from .episodes import MAX_MOVES, Episodes, check_reset_mask, make_mask
from .flat_actions import SLOTS
from .house_policies import Opponent
from .observation_vector import make_space
from .rendering import RENDER_MODES, check_render_mode, draw_view

SEED_BITS = 63
Array = npt.NDArray[Any]


class LegalRows(spaces.MultiDiscrete):
    """Action space of a vector environment, of which only legal numbers are drawn."""

    def __init__(self, envs: SeatVectorEnv, count: int) -> None:
        super().__init__(np.full(envs.num_envs, count))
        self._envs = envs

    def sample(self, mask: Any = None, probability: Any = None) -> Array:
        """Draw a random legal number for each row, or one that masks or probabilities allow."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        drawn = self.np_random.random((self.shape[0], 1))
        ends = make_mask(self._envs.many).cumsum(axis=1)
        found: Array = (ends <= drawn * ends[:, -1:]).sum(axis=1)
        return np.minimum(found, self.nvec - 1)


class SeatVectorEnv(VectorEnv[Array, Array, Array]):
    """One seat in each of n matches. Raises GameError for bad arguments and for illegal actions."""

    def __init__(
        self,
        game_id: str,
        num_envs: int = 1,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        opponents: Sequence[Opponent] = (RANDOM,),
        seat: int | None = None,
        max_moves: int = MAX_MOVES,
        slots: int = SLOTS,
        observe: Observed = "planes",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        render_mode: str | None = None,
        plain: bool = False,
    ) -> None:
        """Make the environment. `opponents` take the seats after yours in turn.

        An opponent is `steady`, `gentle`, `random`, a kernel, or `outside`: then you give the actions of that seat as
        well, and `infos["seat"]` is the seat to act. Without a `seat`, yours changes from match to match. Without
        `copy`, observations are written in place.
        """
        self.game, self.options, self.copy = game(game_id), dict(options or {}), copy
        if not opponents:
            raise GameError("expected opponents, such as ['steady']")
        how: dict[str, Any] = {"bots": tuple(opponents), "seat": seat, "threads": threads}
        self._how = {**how, "slots": slots, "observe": observe, "plain": plain}
        self._players, self.num_envs, self._max_moves = players, num_envs, max_moves
        self._seed = secrets.randbits(SEED_BITS)
        self._make()
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": list(RENDER_MODES)}
        self.render_mode = check_render_mode(render_mode)
        kind = spaces.Box(-128, 127, (self.many.observation.shape[1],), np.int8)
        self.single_observation_space = kind if observe in ("bytes", "none") else make_space(self.many.encoder)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.Discrete(self.many.actions.count)
        self.action_space = LegalRows(self, self.many.actions.count)
        self._every, self._rows = np.ones(num_envs, np.bool_), np.arange(num_envs)

    def _make(self) -> None:
        """Make the batch, with the current options of the game."""
        self.many = Batch(self.game, self.num_envs, self._players, self.options, seed=self._seed, **self._how)
        self.episodes = Episodes(self.many, self._max_moves)
        self._seats = self.many.seats

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin the first n matches of a seed, or the next match in each row.

        `options["reset_mask"]`, bool[n], limits it to some rows. `options["rules"]` sets options of the game from now
        on. Raises GameError for options that the game does not have, and then changes nothing.
        """
        given = dict(options or {})
        which = check_reset_mask(given["reset_mask"], self.num_envs) if "reset_mask" in given else self._every
        if seed is not None and which is not self._every:
            raise GameError("a seed begins all rows anew; leave out either the seed or reset_mask")
        super().reset(seed=seed)
        self._take_rules(given.get("rules", {}))
        if seed is not None:
            self._seed = seed
            self.many.seed(seed)
        self.episodes.begin(which, None if seed is None else self._rows)
        self._seats = self.many.seats
        return self._observe(), self._infos()

    def _take_rules(self, rules: Mapping[str, object]) -> None:
        """Set options of the game. Raises GameError and changes nothing if they are wrong."""
        if rules:
            self.game.new(self.many.players, {**self.options, **rules})
            self.options.update(rules)
            self._make()

    def step(self, actions: npt.ArrayLike) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play a legal number in each row, and the bots' turns up to your next one.

        In a row whose episode ended in the last step, it begins the next match instead, if the mode is NEXT_STEP.
        Raises GameError if a number is illegal, and then does nothing.
        """
        now, resets = self.episodes, self.autoreset_mode == AutoresetMode.NEXT_STEP
        if resets and now.done.any():
            now.step(actions, resets)
            self._seats = self.many.seats
        else:
            now.step(actions, resets)
        rewards = now.rewards[self._rows, self._seats]
        terminated, truncated = now.terminated.copy(), now.truncated.copy()
        final: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and now.done.any():
            final = self._restart(now.done)
        return self._observe(), rewards, terminated, truncated, {**self._infos(), **final}

    def _restart(self, done: Array) -> dict[str, Any]:
        """Begin the next match in some rows, and return the infos about the end of the former ones."""
        seen = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(done):
            seen[row] = self.many.observation[row].copy()
        infos = {name: value if name[0] != "_" else done for name, value in self._infos().items()}
        self.episodes.begin(done)
        self._seats = self.many.seats
        return {"final_obs": seen, "_final_obs": done, "final_info": infos, "_final_info": done}

    def _observe(self) -> Array:
        return self.many.observation.copy() if self.copy else self.many.observation

    def _infos(self) -> dict[str, Any]:
        """Return the arrays of a step, each with the rows that have a value, as Gymnasium names them."""
        many = self.many
        found: dict[str, Any] = {
            "action_mask": make_mask(many),
            "seat": np.where(many.actor < 0, self._seats, many.actor).astype(np.int8),
            "hand_ended": many.hand_ended.astype(np.bool_),
            "payoffs": many.rewards.copy(),
        }
        return found | {f"_{name}": self._every for name in found}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return bool[n, actions]: the legal numbers."""
        return self.many.legal()

    def render(self) -> Any:
        """Draw the table of each row as your seat sees it."""
        matches = self.many.matches
        views = [self.game.view(matches[row : row + 1], int(seat)) for row, seat in enumerate(self._seats)]
        drawn = tuple(draw_view(View(self.game, view), self.render_mode) for view in views)
        return drawn if self.render_mode in ("ansi", "svg") else None
