"""Any game as a Python game of OpenSpiel.

    register()
    game = pyspiel.load_game("shindig_leduc(players=2,ante=1)")

Parameters are `players`, `max_moves`, `max_hands` (0 for all), `slots` (see actions.py), `plain` (true runs the rules
as ordinary Python) and every option of the game by its name. Chance is explicit: an order is drawn item by item, each
item as likely as it is frequent among those left and no sooner than it matters (deals.py), so a history replays to the
same match. Observations are views (observation.py); the information state is all that a seat has seen, as text
or as a tensor. Returns are what each seat's score gained; a match that is not over after `max_moves` actions, or after
`max_hands`, ends there with what it has.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from ..games import Game, GameError, game, game_ids
from ..games.layout import CHANCE, Records, snapshot
from ..history import SECRET
from .actions import SLOTS, Actions
from .deals import END, Deals
from .observation import Observation

MAX_MOVES = 1000
WORLDS = 8
"""Worlds of which one is taken, each as likely as its weight."""
RECENT = 32
"""Actions that stand in the tensor of an information state."""
BASE = 65_536
DIGEST = 256
LEAST_BOUND = 1_000_000
"""Returns lie within this, or within all that the match holds, if that is more."""

assert (int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)) == (CHANCE, END)


class MatchGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its players and options; `register` makes a class of it for each game."""

    rules: Game
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        rules = self.rules
        given = parameters(rules) | (params or {})
        self.max_moves, self.max_hands = given["max_moves"], given["max_hands"]
        self.actions, self.vectors = Actions(rules, given["slots"]), Observation(rules)
        options = {option.name: given[option.name] for option in rules.rules.options}
        self.fresh = rules.new(given["players"], options)
        self.start = scores(rules, self.fresh)
        if not given["plain"]:
            rules.compile()
        super().__init__(self.kind, self._info(given["players"]), params or {})

    def _info(self, players: int) -> pyspiel.GameInfo:
        record = self.fresh[0]
        bound = float(max(self.rules.rules.held(record), LEAST_BOUND))
        return pyspiel.GameInfo(
            num_distinct_actions=self.actions.count,
            max_chance_outcomes=max(
                len(self.rules.item_codes(record, asks)) for asks in range(len(self.rules.rules.orders))
            ),
            num_players=players,
            min_utility=-bound,
            max_utility=bound,
            max_game_length=self.max_moves,
        )

    def new_initial_state(self) -> MatchState:
        return MatchState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> MatchObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return MatchObserver(self.vectors, kind, params, self.num_players())


class MatchState(pyspiel.State):  # type: ignore[misc]
    """A match under way."""

    def __init__(self, spiel: MatchGame) -> None:
        super().__init__(spiel)
        self.play = Deals(spiel.rules, snapshot(spiel.fresh), spiel.max_moves, spiel.max_hands)

    def current_player(self) -> int:
        return self.play.player

    def _legal_actions(self, player: int) -> list[int]:
        return self._spiel.actions.legal(self.play.ranges) if player == self.play.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.play.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.play.player == CHANCE:
            self.play.draw(action)
        else:
            self.play.act(self._spiel.actions.action(self.play.ranges, action))

    def _action_to_string(self, player: int, action: int) -> str:
        record, rules = self.play.record, self.play.rules
        if player == pyspiel.PlayerId.CHANCE:
            return str(rules.item_codes(record, self.play.asks)[action])
        return rules.words.text(record, self._spiel.actions.action(self.play.ranges, action))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> MatchState:
        """The same state with what a player cannot know dealt anew, as the game's minds deal worlds.

        `sampler` gives numbers from 0 to 1. Raises GameError where the game has no minds, or no world for this moment.
        """
        twin: MatchState = self.clone()
        twin.play = self.play.in_world(world(self.play, player, sampler), player)
        return twin

    def is_terminal(self) -> bool:
        return self.play.player == END

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.num_players()
        now = scores(self.play.rules, self.play.match)
        return [float(after - before) for after, before in zip(now, self._spiel.start, strict=True)]

    @property
    def _spiel(self) -> MatchGame:
        spiel: MatchGame = self.get_game()
        return spiel

    def __str__(self) -> str:
        return str(self.play)


class MatchObserver:
    """What a player sees: the view as a vector and as text; with perfect recall, all that was seen.

    That is the view, the last `RECENT` actions (who, counted from the player on, and the action's number in two digits
    to the base 65,536, or that it was secret), and 256 bits of a digest of all that came before too: so the tensors of
    two information states differ. Raises ValueError for parameters: there are none.
    """

    def __init__(
        self, vectors: Observation, kind: pyspiel.IIGObservationType, params: dict[str, Any] | None, players: int
    ) -> None:
        if params:
            raise ValueError(f"expected no parameters for the observer, not {params}")
        self.vectors, self.recalls, self.players = vectors, bool(kind.perfect_recall), players
        shapes: dict[str, tuple[int, ...]] = {"view": (vectors.size,)}
        if self.recalls:
            shapes |= {"recent": (RECENT, players + 3), "digest": (DIGEST,)}
        self.tensor = np.zeros(sum(map(prod, shapes.values())), np.float32)
        ends = np.cumsum([prod(shape) for shape in shapes.values()])[:-1]
        parts = zip(shapes.items(), np.split(self.tensor, ends), strict=True)
        self.dict: dict[str, npt.NDArray[np.float32]] = {name: part.reshape(shape) for (name, shape), part in parts}

    def set_from(self, state: MatchState, player: int) -> None:
        """Write what the player sees into `tensor`."""
        self.vectors.write(state.play.match, player, self.dict["view"])
        if self.recalls:
            self._recall(state.play, player)

    def _recall(self, play: Deals, player: int) -> None:
        rows = self.dict["recent"]
        rows[:] = 0
        for n, act in enumerate(play.recent(player, RECENT)):
            rows[n, (act.seat - player) % self.players] = 1
            rows[n, self.players :] = (1, 0, 0) if act.action == SECRET else (0, *divmod(act.action, BASE))
        rows[:, -2:] /= BASE
        self.dict["digest"][:] = np.unpackbits(np.frombuffer(play.digest(player), np.uint8))

    def string_from(self, state: MatchState, player: int) -> str:
        """The player's memory, or the view as it is now."""
        if self.recalls:
            return state.play.memory(player)
        view = state.play.rules.view(state.play.match, player)[0]
        return " ".join(f"{field.name}={np.asarray(view[field.name]).tolist()}" for field in self.vectors.fields)


def world(play: Deals, seat: int, sampler: Callable[[], float]) -> Records:
    """A whole record, array[1], that agrees with all that a seat has seen of its hand. Raises GameError."""
    mind, told = play.rules.mind, play.history(seat)
    seen = told.views, told.actors, told.actions
    known, rng = np.zeros(1, mind.known_type), np.random.default_rng(int(sampler() * (1 << 53)))
    if not mind.learn(*seen, known):
        raise GameError(f"{play.rules.name} deals no worlds here")
    worlds, ranges = play.rules.rules.layout.empty(2), mind.scratch()[0]
    total, taken = 0.0, worlds[:1]
    for _ in range(WORLDS):
        weight = mind.deal(known, *seen, worlds, 0, ranges, rng)
        total += weight
        if weight > 0 and rng.random() * total < weight:
            taken = snapshot(worlds[:1])
    if total == 0:
        raise GameError(f"{play.rules.name} found no world in {WORLDS} tries")
    return taken


def scores(rules: Game, match: Records) -> tuple[int, ...]:
    return rules.words.outcome(match[0]).scores


def parameters(rules: Game) -> dict[str, Any]:
    """Names and defaults of what `load_game` takes."""
    options = {option.name: option.default for option in rules.rules.options}
    return {
        "players": rules.rules.seats[0],
        "max_moves": MAX_MOVES,
        "max_hands": 0,
        "slots": SLOTS,
        "plain": False,
    } | options


def short_name(game_id: str) -> str:
    """`lost-cities` is `shindig_lost_cities` in OpenSpiel."""
    return f"shindig_{game_id.replace('-', '_')}"


def game_type(rules: Game) -> pyspiel.GameType:
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
        parameter_specification=parameters(rules),
    )


def register(*others: Game) -> list[str]:
    """Tell OpenSpiel of every game that it does not know yet, and of others not installed. Returns all names."""
    known, games = set(pyspiel.registered_names()), [*map(game, game_ids()), *others]
    for rules in games:
        if short_name(rules.id) not in known:
            kind = game_type(rules)
            pyspiel.register_game(kind, type(rules.name, (MatchGame,), {"rules": rules, "kind": kind}))
    return [short_name(rules.id) for rules in games]
