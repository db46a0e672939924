"""Any game as a Python game of OpenSpiel.

    register()
    game = pyspiel.load_game("shindig_leduc(players=2,ante=1)")

Parameters are `players`, `max_moves`, `slots` (see actions.py), and every option of the game by its name. Chance is
explicit: an order is drawn item by item, each item as likely as it is frequent among those left, so a history replays
to the same match. Observations are views (observation.py); the information state is all that a seat has seen. Returns
are what each seat's score gained; a match that is not over after `max_moves` actions ends there with what it has.
"""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import Any

import numpy as np
import pyspiel

from ..games import Game, game, game_ids
from ..games.layout import CHANCE, OVER, Record, Records, snapshot
from ..match import Move, seen_action
from .actions import SLOTS, Actions
from .observation import Observation

MAX_MOVES = 1000
LEAST_BOUND = 1_000_000
"""Returns lie within this, or within all that the match holds, if that is more."""


class Play:
    """A match with its steps kept as snapshots: what a state of OpenSpiel is made of."""

    def __init__(self, rules: Game, match: Records, limit: int) -> None:
        self.rules, self.match, self.limit = rules, match, limit
        self.moves = 0
        self.given: list[int] = []
        self.left: list[int] = []
        self.steps: list[tuple[Move | None, Records]] = [(None, snapshot(match))]
        self._told: dict[int, tuple[int, str, list[str]]] = {}
        self._ask()

    def __deepcopy__(self, memo: dict[int, Any]) -> Play:
        """A copy that shares the rules and the snapshots, which never change."""
        twin = object.__new__(Play)
        twin.__dict__ = self.__dict__ | {"match": snapshot(self.match), "given": [*self.given], "left": [*self.left]}
        twin.steps, twin._told = [*self.steps], dict(self._told)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the rules by their name."""
        return self.__dict__ | {"rules": self.rules.id}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, rules=game(state["rules"]))

    @property
    def record(self) -> Record:
        record: Record = self.match[0]
        return record

    @property
    def player(self) -> int:
        """A seat, or OpenSpiel's ids for chance and for the end."""
        actor = int(self.record.actor)
        if actor == OVER or self.moves >= self.limit:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    @property
    def ranges(self) -> list[tuple[int, int]]:
        return self.rules.legal_ranges(self.match)

    def outcomes(self) -> list[tuple[int, float]]:
        """The items that may come next, ascending, with their probabilities."""
        return [(item, count / len(self.left)) for item, count in sorted(Counter(self.left).items())]

    def draw(self, item: int) -> None:
        """Chance gives the next item; the order is complete as soon as all that are left are alike."""
        self.left.remove(item)
        self.given.append(item)
        self._complete()

    def act(self, action: int) -> None:
        """The seat to act plays an action of the game."""
        move = Move(self.player, action, self.rules.words.text(self.record, action))
        self.rules.engine.apply(self.match, 0, action)
        self.moves += 1
        self._keep(move)

    def _complete(self) -> None:
        if len(set(self.left)) > 1:
            return
        self.rules.engine.order(self.match, 0, np.array(self.given + self.left, np.int16))
        self._keep(None)

    def _keep(self, move: Move | None) -> None:
        self.steps.append((move, snapshot(self.match)))
        self._ask()

    def _ask(self) -> None:
        if int(self.record.actor) != CHANCE:
            return
        items = np.empty(self.rules.rules.max_order, np.int16)
        self.given, self.left = [], items[: self.rules.engine.wanted(self.match, 0, items)].tolist()
        self._complete()

    def memory(self, seat: int) -> str:
        """All that a seat has seen: the actions in words, and a digest of all its views and of what it did itself."""
        done, digest, words = self._told.get(seat, (0, "", []))
        for move, match in self.steps[done:]:
            word = "" if move is None else self._seen(seat, move)
            view = self.rules.view(match, seat)
            digest = sha256(digest.encode() + word.encode() + view.tobytes()).hexdigest()
            words = [*words, word] if word else words
        self._told[seat] = len(self.steps), digest, words
        return f"seat {seat}: {'; '.join(words)} #{digest}"

    def _seen(self, seat: int, move: Move) -> str:
        return f"{move.seat} {'?' if seen_action(self.rules, seat, move) is None else move.do}"


class MatchGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its players and options; `register` makes a class of it for each game."""

    rules: Game
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        rules = self.rules
        given = parameters(rules) | (params or {})
        self.max_moves = given["max_moves"]
        self.actions, self.vectors = Actions(rules, given["slots"]), Observation(rules)
        options = {option.name: given[option.name] for option in rules.rules.options}
        self.fresh = rules.new(given["players"], options)
        self.start = scores(rules, self.fresh)
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
        return MatchObserver(self.vectors, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class MatchState(pyspiel.State):  # type: ignore[misc]
    """A match under way."""

    def __init__(self, spiel: MatchGame) -> None:
        super().__init__(spiel)
        self.play = Play(spiel.rules, snapshot(spiel.fresh), spiel.max_moves)

    def current_player(self) -> int:
        return self.play.player

    def _legal_actions(self, player: int) -> list[int]:
        return self._spiel.actions.legal(self.play.ranges) if player == self.play.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.play.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.play.draw(action)
        else:
            self.play.act(self._spiel.actions.action(self.play.ranges, action))

    def _action_to_string(self, player: int, action: int) -> str:
        record, rules = self.play.record, self.play.rules
        if player == pyspiel.PlayerId.CHANCE:
            return str(rules.item_codes(record, int(record.asks))[action])
        return rules.words.text(record, self._spiel.actions.action(self.play.ranges, action))

    def is_terminal(self) -> bool:
        return bool(self.play.player == pyspiel.PlayerId.TERMINAL)

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
        return "; ".join(f"{move.seat} {move.do}" for move, _ in self.play.steps if move)


class MatchObserver:
    """What a player sees: the view as a vector and as text, or, with perfect recall, all that was seen as text.

    Raises ValueError for parameters: there are none.
    """

    def __init__(self, vectors: Observation, kind: pyspiel.IIGObservationType, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"expected no parameters for the observer, not {params}")
        self.vectors, self.recalls = vectors, bool(kind.perfect_recall)
        self.tensor = np.zeros(vectors.size, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: MatchState, player: int) -> None:
        """Write the player's view into `tensor`."""
        self.tensor[:] = self.vectors.of(state.play.rules.view(state.play.match, player))

    def string_from(self, state: MatchState, player: int) -> str:
        """The player's memory, or the view as it is now."""
        if self.recalls:
            return state.play.memory(player)
        view = state.play.rules.view(state.play.match, player)[0]
        return " ".join(f"{field.name}={np.asarray(view[field.name]).tolist()}" for field in self.vectors.fields)


def scores(rules: Game, match: Records) -> tuple[int, ...]:
    return rules.words.outcome(match[0]).scores


def parameters(rules: Game) -> dict[str, Any]:
    """Names and defaults of what `load_game` takes."""
    options = {option.name: option.default for option in rules.rules.options}
    return {"players": rules.rules.seats[0], "max_moves": MAX_MOVES, "slots": SLOTS} | options


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
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(rules),
    )


def register() -> list[str]:
    """Tell OpenSpiel of every game that it does not know yet. Returns the names of all of ours."""
    known = set(pyspiel.registered_names())
    for game_id in game_ids():
        if short_name(game_id) not in known:
            rules, kind = game(game_id), game_type(game(game_id))
            pyspiel.register_game(kind, type(rules.name, (MatchGame,), {"rules": rules, "kind": kind}))
    return [short_name(game_id) for game_id in game_ids()]
