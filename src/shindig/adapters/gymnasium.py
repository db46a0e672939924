"""Any game as a Gymnasium environment: one seat learns, and bots of any kind have the others. Example:

    table = SeatEnv("leduc", opponents=["steady"])

An observation is a float32 vector (observation_planes.py, or observation_vector.py with `observe="exact"`). Actions are
the numbers of flat_actions.py. `action_masks()` gives the legal ones, as sb3-contrib expects, and
`action_space.sample()` draws a legal one. The reward is the payoff of each hand that ended since the seat's last turn;
the last one adds all other changes of the score. An illegal number plays nothing and sets `illegal` in the info. When
the match is over, the episode is terminated; after `max_moves` steps it is truncated.

The module registers every game with Gymnasium, as `shindig/TallCard-v0` (gymnasium_ids.py).
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle

from ..bots import RANDOM
from ..bots.bot_loader import ask_action, make_player
from ..gamekit import Game, GameError, game
from ..match import Match, fair, make_seed_key, to_whole_number
from .card_by_card_actions import Chooser
from .episodes import MAX_MOVES
from .flat_actions import SLOTS
from .gymnasium_ids import register_games
from .house_policies import KeyedBot, Opponent, find_policy_kernel, list_policies
from .observation_vector import Observe, make_observer, make_space
from .rendering import RENDER_MODES, check_render_mode, draw_view

SEED_BITS = 63
PATIENCE = 60.0
"""Time limit for a bot's answer, in seconds."""
ILLEGAL = {"illegal": True}
Vector = npt.NDArray[np.float32]


def compile_for_bots(rules: Game, bots: Sequence[Opponent]) -> None:
    """Compile a game's rules, and its policies if bots may need them."""
    rules.compile()
    if rules.policies and any(isinstance(bot, str) and bot not in list_policies(rules) for bot in bots):
        rules.compiled_policies.compile()


class LegalNumbers(spaces.Discrete):
    """Action space of which only the legal numbers are drawn."""

    def __init__(self, table: SeatEnv) -> None:
        super().__init__(table.actions.count)
        self._table = table

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Draw a random legal number, or one that a mask or probabilities allow."""
        if mask is None and probability is None:
            mask = self._table.action_masks().astype(np.int8)
        return super().sample(mask, probability)


class SeatEnv(gymnasium.Env[Vector, np.int64], EzPickle):
    """A seat of a match. Raises GameError for an unknown game or bot, bad players or options.

    `SeatVectorEnv` steps many such matches at once.

    A copy, also a pickled one, is a new environment with equal settings, before its first match.
    """

    def __init__(
        self,
        game_id: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        opponents: Sequence[Opponent] = (RANDOM,),
        seat: int | None = None,
        max_moves: int = MAX_MOVES,
        slots: int = SLOTS,
        observe: Observe = "planes",
        pick: bool = False,
        render_mode: str | None = None,
        plain: bool = False,
    ) -> None:
        """Make an environment. `opponents` are named as in the arena, and take the seats after the learner's in turn.

        Without a `seat`, the learner's seat changes from match to match. With `pick`, actions that stand for cards are
        picked card by card (card_by_card_actions.py). `plain` runs the rules as ordinary Python.
        """
        EzPickle.__init__(
            self, game_id, players, options, opponents, seat, max_moves, slots, observe, pick, render_mode, plain
        )
        if max_moves < 1:
            raise GameError(f"expected max_moves from 1 on, not {max_moves}")
        self.game = game(game_id)
        self.players = self.game.rules.seats[0] if players is None else players
        self.options, self.opponents, self.max_moves = dict(options or {}), tuple(opponents), max_moves
        too_many = len(self.opponents) >= self.players
        if not self.opponents or too_many or (seat is not None and seat not in range(self.players)):
            raise GameError(
                f"expected 1 to {self.players - 1} opponents, and a seat from 0 to {self.players - 1}, "
                f"not {opponents!r}, {seat!r}"
            )
        fresh, self._fixed = self.game.new(self.players, self.options), seat
        self.actions = Chooser(self.game, fresh, slots, pick)
        self.vectors = make_observer(self.game, fresh, observe)
        self.observation_space = make_space(self.vectors, self.actions.kinds)
        self.action_space = LegalNumbers(self)
        self._seed, self._number, self.seat = secrets.randbits(SEED_BITS), -1, seat or 0
        self.metadata = {"render_modes": list(RENDER_MODES)}
        self.render_mode = check_render_mode(render_mode)
        self._seated: dict[int, Any] = {}
        if not plain:
            compile_for_bots(self.game, opponents)
        self._house = {
            bot: KeyedBot(bot, self.game, kernel, plain)
            for bot in self.opponents
            if not isinstance(bot, str) or bot in list_policies(self.game)
            if (kernel := find_policy_kernel(self.game, bot)) is not None
        }
        self._begin()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, dict[str, Any]]:
        """Begin the first match of a seed, or the next one. `options["rules"]` sets options of the game from now on.

        `options["match"]` is the number of another match of the seed. Raises GameError for options that the game does
        not have, and then changes nothing.
        """
        rules = self.options | (options or {}).get("rules", {})
        self.game.new(self.players, rules)
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._number = seed, -1
        self.options = rules
        self._number = (options or {}).get("match", self._number + 1) - 1
        self._begin()
        return self._vector(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
        """Play a legal number, and the bots' turns until the seat's next one. Raises GameError unless it is a whole
        number."""
        if self.match.over:
            raise GameError("the match is over; `reset` begins the next one")
        number, mask = to_whole_number(action), self.action_masks()
        legal = 0 <= number < len(mask) and bool(mask[number])
        if legal:
            self._choose(number)
        self.moves += 1
        reward = self._reward()
        return self._vector(), reward, self.match.over, self._truncated(), self._info() | ({} if legal else ILLEGAL)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.actions.mask(self.match.array), "seat": self.seat}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return bool[actions]: the legal numbers; none once the match is over."""
        return self.actions.mask(self.match.array).astype(np.bool_)

    def _choose(self, number: int) -> None:
        chosen = self.actions.take(self.match.array, number)
        if chosen is not None:
            self.match.play(chosen)
            self._played += 1
            self._let_bots_play()

    def _begin(self) -> None:
        """Deal the next match, seat the bots, and play until the seat is to act. A match without such a turn is
        skipped."""
        self._words = make_seed_key(self._seed)
        while True:
            self._number += 1
            self.moves = 0
            self.actions.begin()
            self.seat = self._number % self.players if self._fixed is None else self._fixed
            self._seated = {(self.seat + 1 + turn) % self.players: self._bot(turn) for turn in range(self.players - 1)}
            self.match = Match(self.game, self.players, self.options, fair(self._seed, self._number))
            self._played = self._hands = 0
            self._score = self.game.words.outcome(self.game.new(self.players, self.options)[0]).scores[self.seat]
            self._let_bots_play()
            if not self.match.over:
                return

    def _bot(self, turn: int) -> Any:
        bot = self.opponents[turn % len(self.opponents)]
        if bot in self._house:
            return self._house[bot]
        own = int(np.random.SeedSequence((self._seed, self._number, turn)).generate_state(1)[0])
        return make_player(str(bot), (self.game.id, own, f"{self._seed}/{self._number}/{turn}", PATIENCE))

    def _let_bots_play(self) -> None:
        while not self.match.over and self.match.to_act != self.seat:
            self.match.play(self._ask(self._seated[self.match.to_act]))
            self._played += 1

    def _ask(self, bot: Any) -> int:
        """Ask the bot of the seat to act for its action."""
        view = self.match.view(self.match.to_act)
        if isinstance(bot, KeyedBot):
            return bot.choose(view, self._words, self._number, self._played)
        return ask_action(bot, bot.name, view, PATIENCE)

    def _reward(self) -> float:
        """Return the payoffs of the hands that ended, and all else that the score has changed by at the end."""
        new = self.match.hands[self._hands :]
        paid = sum(hand.payoffs[self.seat] for hand in new)
        self._hands, self._score = len(self.match.hands), self._score + paid
        if self.match.over or self._truncated():
            rest = self.game.words.outcome(self.match.record).scores[self.seat] - self._score
            self._score += rest
            paid += rest
        return float(paid)

    def render(self) -> Any:
        """Draw the table as your seat sees it."""
        return draw_view(self.match.view(self.seat), self.render_mode)

    def _truncated(self) -> bool:
        return self.moves >= self.max_moves and not self.match.over

    def _vector(self) -> Vector:
        return np.concatenate([self.vectors.of(self.match.array, self.seat), self.actions.encode_picked()])


register_games()
