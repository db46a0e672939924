"""Any game as a Python game of OpenSpiel. Example:

    register()
    game = pyspiel.load_game("shindig_leduc(players=2,hands=1)")  # two players, one hand.

Parameters are `players`, `max_moves`, `max_hands` (0 for all), `slots` (see flat_actions.py), `plain` and every option
of the game by its name. With `plain`, the rules run as ordinary Python. Chance is explicit: an order is drawn item by
item, as late as possible (openspiel_chance.py). Each kind of item is as likely as it is frequent among those left, so a
history replays to an equal match. Observations are views (observation_vector.py). The information state is all that a
seat has seen, as text or as a tensor. Returns are the changes of each seat's score. A match that is not over after
`max_moves` actions, or after `max_hands`, ends there with its current scores.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from ..core.kernel_compiler import compile_kernel
from ..core.layout_and_views import CHANCE, Records, copy_records
from ..gamekit import Game, GameError, game, game_ids
from ..gamekit.policies.compiled_policy import bind_policies
from ..observations import SECRET
from .flat_actions import SLOTS, Actions
from .match_observations import RECENT, Recall
from .observation_vector import Observation
from .openspiel_chance import ChanceKernels, ChanceMatch
from .openspiel_chance_kernels import END

MAX_MOVES = 1000
WORLDS = 8
"""Number of sampled worlds, of which one is taken with probability proportional to its weight."""
BASE = 65_536
DIGEST = 256
LEAST_BOUND = 1_000_000
"""Smallest bound of returns; a match that holds more has a larger one."""

assert (int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)) == (CHANCE, END)


class MatchGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its players and options; `register` makes a subclass for each game."""

    rules: Game
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        rules = self.rules
        given = list_parameters(rules) | (params or {})
        moves, hands = given["max_moves"], given["max_hands"]
        if moves < 1 or hands < 0:
            raise GameError(f"expected max_moves from 1 on and max_hands from 0 on, not {moves} and {hands}")
        options = {option.name: given[option.name] for option in rules.rules.options}
        fresh, actions, plain = rules.new(given["players"], options), Actions(rules, given["slots"]), given["plain"]
        if not plain:
            rules.compile()
        self.table = ChanceKernels(actions, fresh, moves, hands, plain)
        self.vectors, self.start = Observation(rules), get_scores(rules, fresh)
        self.first = ChanceMatch(self.table)
        self.first.still = True
        """The root of every match, before the first item is drawn."""
        super().__init__(self.kind, self._info(given["players"]), params or {})

    def _info(self, players: int) -> pyspiel.GameInfo:
        bound = float(max(self.rules.rules.conserved(self.table.fresh[0]), LEAST_BOUND))
        return pyspiel.GameInfo(
            num_distinct_actions=self.table.actions.count,
            max_chance_outcomes=self.table.kinds,
            num_players=players,
            min_utility=-bound,
            max_utility=bound,
            max_game_length=self.table.limit,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the arguments to pickle: the game's name and parameters, as OpenSpiel's own games do."""
        return load_game, (str(self),)

    def new_initial_state(self) -> MatchState:
        return MatchState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> MatchObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return MatchObserver(self.vectors, kind, params, self.num_players())


class MatchState(pyspiel.State):  # type: ignore[misc]
    """A match under way.

    `is_chance_node` and `legal_actions` answer calls from Python without a round trip through OpenSpiel's C++ code,
    which would derive equal answers from `current_player`, `_legal_actions` and `chance_outcomes`.
    """

    def __init__(self, spiel: MatchGame) -> None:
        super().__init__(spiel)
        self.play = spiel.first

    def current_player(self) -> int:
        return self.play.player

    def is_chance_node(self) -> bool:
        return self.play.player == CHANCE

    def is_terminal(self) -> bool:
        return self.play.player == END

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions, ascending, or the items at a chance node; none for a player who is not to act."""
        now = self.play.player
        return [*self.play.numbers] if player is None or player == now or now == CHANCE else []

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.play.list_outcomes()

    def _apply_action(self, action: int) -> None:
        if self.play.still:
            self.play = self.play.copy()
        if self.play.player == CHANCE:
            self.play.draw(action)
        else:
            self.play.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        record, rules = self.play.record, self.play.rules
        if player == pyspiel.PlayerId.CHANCE:
            return str(rules.item_codes(record, self.play.asks)[action])
        return rules.words.text(record, self.play.action(action))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> MatchState:
        """Copy the state with the player's unknown information sampled anew from the game's policies.

        `sampler` returns numbers from 0 to 1. Raises GameError if the game has no policies, or no world for this
        position.
        """
        twin: MatchState = self.clone()
        twin.play = self.play.for_world(sample_world(self.play, player, sampler), player)
        return twin

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.num_players()
        now = get_scores(self.play.rules, self.play.match)
        return [float(after - before) for after, before in zip(now, self.get_game().start, strict=True)]

    def __str__(self) -> str:
        return str(self.play.recall)


class MatchObserver:
    """Observer for a player: the view as a vector and as text; with perfect recall, the information state.

    The information state is the view, the last `RECENT` actions, and 256 bits of a digest of the whole past. So the
    tensors of two information states differ. An action is the seat, relative to the player, and its number in two
    digits to the base 65,536. A flag marks a secret one. Raises ValueError if parameters are given, since there are
    none.
    """

    def __init__(
        self, vectors: Observation, kind: pyspiel.IIGObservationType, params: dict[str, Any] | None, players: int
    ) -> None:
        if params:
            raise ValueError(f"expected no parameters for the observer, not {params}")
        self.vectors, self.recalls, self.players = vectors, bool(kind.perfect_recall), players
        self._make_tensor()

    def _make_tensor(self) -> None:
        """Make the tensor, and the views of its parts by name."""
        vectors, players = self.vectors, self.players
        shapes: dict[str, tuple[int, ...]] = {"view": (vectors.size,)}
        if self.recalls:
            shapes |= {"recent": (RECENT, players + 3), "digest": (DIGEST,)}
        self.tensor = np.zeros(sum(map(prod, shapes.values())), np.float32)
        ends = np.cumsum([prod(shape) for shape in shapes.values()])[:-1]
        parts = zip(shapes.items(), np.split(self.tensor, ends), strict=True)
        self.dict: dict[str, npt.NDArray[np.float32]] = {name: part.reshape(shape) for (name, shape), part in parts}

    def __getstate__(self) -> dict[str, Any]:
        """Return the observer without the parts of its tensor, which a copy makes anew as views of its own."""
        return {name: value for name, value in vars(self).items() if name != "dict"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._make_tensor()
        self.tensor[:] = state["tensor"]

    def set_from(self, state: MatchState, player: int) -> None:
        """Write the player's observation into `tensor`."""
        self.vectors.write(state.play.raw, player, self.dict["view"])
        if self.recalls:
            self._recall(state.play.recall, player)

    def _recall(self, recall: Recall, player: int) -> None:
        self.dict["digest"][:] = np.unpackbits(np.frombuffer(recall.digest(player), np.uint8))
        rows, acts = self.dict["recent"], np.array(recall.recent(player)[::-1], np.int32).reshape(-1, 2)
        rows[:] = 0
        told, (seats, actions) = rows[: len(acts)], acts.T
        told[np.arange(len(acts)), (seats - player) % self.players] = 1
        told[:, -3] = actions == SECRET
        told[:, -2:] = np.where(actions == SECRET, 0, divmod(actions, BASE)).T / BASE

    def string_from(self, state: MatchState, player: int) -> str:
        """Return the player's information state, or the current view, as text."""
        if self.recalls:
            return state.play.recall.text(player)
        view = state.play.rules.view(state.play.match, player)[0]
        return " ".join(f"{field.name}={np.asarray(view[field.name]).tolist()}" for field in self.vectors.fields)


def sample_world(play: ChanceMatch, seat: int, sampler: Callable[[], float]) -> Records:
    """Sample a full record, array[1], that agrees with all that a seat has seen of its hand. Raises GameError."""
    mind, told = play.rules.compiled_policies, play.recall.history(seat)
    update_beliefs, sample_world = get_belief_kernels(play)
    seen = told.views, told.actors, told.actions
    known, rng = np.zeros(1, mind.known_type), np.random.default_rng(int(sampler() * (1 << 53)))
    if not update_beliefs(*seen, known):
        raise GameError(f"{play.rules.name} deals no worlds here")
    worlds, ranges = play.rules.rules.layout.empty(2), mind.scratch()[0]
    total, taken = 0.0, worlds[:1]
    for _ in range(WORLDS):
        weight = sample_world(known, *seen, worlds, 0, ranges, rng)
        total += weight
        if weight > 0 and rng.random() * total < weight:
            taken = copy_records(worlds[:1])
    if total == 0:
        raise GameError(f"{play.rules.name} found no world in {WORLDS} tries")
    return taken


def get_belief_kernels(play: ChanceMatch) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the kernels that update beliefs and sample worlds; compiled at first call unless the rules are plain."""
    parts = bind_policies(play.rules, play.rules.compiled_policies.spec)
    update_beliefs, sample_world = parts["update_beliefs_at"], parts["sample_world_at"]
    return (
        (update_beliefs, sample_world)
        if play.shared.plain
        else (compile_kernel(update_beliefs), compile_kernel(sample_world))
    )


def get_scores(rules: Game, match: Records) -> tuple[int, ...]:
    return rules.words.outcome(match[0]).scores


def list_parameters(rules: Game) -> dict[str, Any]:
    """Return names and defaults of the parameters of `load_game`."""
    options = {option.name: option.default for option in rules.rules.options}
    return {
        "players": rules.rules.seats[0],
        "max_moves": MAX_MOVES,
        "max_hands": 0,
        "slots": SLOTS,
        "plain": False,
    } | options


def short_name(game_id: str) -> str:
    """Return the OpenSpiel name: `lost-cities` becomes `shindig_lost_cities`."""
    return f"shindig_{game_id.replace('-', '_')}"


def make_game_type(rules: Game) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=short_name(rules.id),
        long_name=rules.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.rules.seats[-1],
        min_num_players=rules.rules.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=list_parameters(rules),
    )


def register(*others: Game) -> list[str]:
    """Register all installed games, and others, with OpenSpiel unless already done. Returns all names."""
    known, games = set(pyspiel.registered_names()), [*map(game, game_ids()), *others]
    for rules in games:
        if short_name(rules.id) not in known:
            kind = make_game_type(rules)
            pyspiel.register_game(kind, type(rules.name, (MatchGame,), {"rules": rules, "kind": kind}))
    return [short_name(rules.id) for rules in games]


def load_game(name: str) -> pyspiel.Game:
    """Load an OpenSpiel game by its name and parameters; installed games are registered first."""
    register()
    return pyspiel.load_game(name)
