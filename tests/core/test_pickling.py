"""Public objects cross processes: pickle and deepcopy give equal ones, and errors with all that they say."""

from __future__ import annotations

import asyncio
import copy
import importlib
import inspect
import io
import itertools
import multiprocessing
import pickle
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import shindig.match
from shindig import batch, game, new
from shindig.adapters import gymnasium, openspiel, pettingzoo
from shindig.adapters.batch import Batch
from shindig.bots import RANDOM, Bot, PolicyBot, make
from shindig.cards import Deck
from shindig.gamekit import (
    Amounts,
    Game,
    Hand,
    IllegalAction,
    LateShow,
    Layout,
    Look,
    Luck,
    Option,
    Outcome,
    Record,
    Row,
    Rules,
    Services,
    Simultaneous,
    Table,
    Words,
    game_ids,
)
from shindig.gamekit.picklable_game_parts import PARTS
from shindig.gamekit.policies import Plans, PolicySpec
from shindig.lab import Arena, BotGain, SimulationResult, arena, simulate
from shindig.lab.run.exploit import Holes, StrategyGain
from shindig.lesson import Lesson, LessonMoment, Reply, find_lesson
from shindig.match import KeyedChance, Legal, Match, Move, Order, View, fair
from shindig.messages import Cards, Clause, Day, Message, Seat, SeatNames, Seats, Series, Timestamp, name_seats, say
from shindig.record import RecordError, Replay, dumps
from shindig.server.errors import RefusedError, SettingError, StaleError
from shindig.server.tables.controls_to_actions import PickError
from shindig.testing import CheckError
from shindig.web.http.request_guard import TooOftenError
from tests.kits.server.room_kit import HandClock, open_room

PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)
LIMIT = 300.0
"""Seconds that a pool gets: only one that hangs needs them."""


def copies(one: Any) -> Iterator[Any]:
    for protocol in PROTOCOLS:
        yield pickle.loads(pickle.dumps(one, protocol))
    yield copy.deepcopy(one)


def our_errors() -> list[type[BaseException]]:
    """Every class of errors in the package."""
    found: dict[type[BaseException], None] = {}
    for module in pkgutil.walk_packages(shindig.__path__, "shindig."):
        if module.name.endswith((".__main__", "migrations.env")):
            continue
        for value in vars(importlib.import_module(module.name)).values():
            if inspect.isclass(value) and issubclass(value, BaseException) and value.__module__.startswith("shindig."):
                found[value] = None
    return [*found]


MADE: dict[type[BaseException], Callable[[], BaseException]] = {
    IllegalAction: lambda: IllegalAction("TN-5", "not so"),
    RecordError: lambda: RecordError(7, "no such card"),
    CheckError: lambda: CheckError("leduc", ["one", "two"]),
    RefusedError: lambda: RefusedError("not so", "TN-5"),
    StaleError: lambda: StaleError("too late", {"seq": 3}),  # type: ignore[arg-type]
    PickError: lambda: PickError("no choice", [(3, "three")]),
    TooOftenError: lambda: TooOftenError("tables", 3.0),
    SettingError: lambda: SettingError(say("refuse-text-invisible", option="Name"), "name"),
}
"""Errors that are not made from a message alone."""


def test_every_error_keeps_its_kind_and_all_that_it_says() -> None:
    kinds = our_errors()
    assert {*MADE} <= {*kinds}
    for kind in kinds:
        error = MADE.get(kind, lambda kind=kind: kind("what was expected"))()
        for other in copies(error):
            assert type(other) is kind
            assert (str(other), other.args, vars(other)) == (str(error), error.args, vars(error))


def played(game_id: str, moves: int = 8) -> Match:
    one = game(game_id)
    match = new(game_id, one.rules.usual_players, seed=3)
    for _ in range(moves):
        match.play(next(iter(match.legal)))
    return match


def go_on(match: Match, moves: int = 40) -> None:
    while moves and match.legal:
        match.play([*match.legal][-1])
        moves -= 1


@pytest.mark.parametrize("game_id", game_ids())
def test_a_match_goes_on_alike_in_its_copies(game_id: str) -> None:
    match = played(game_id)
    made = [*copies(match)]
    go_on(match)
    for other in made:
        assert other.game is match.game
        go_on(other)
        assert dumps(other) == dumps(match), "chance is the copy's own and goes on alike"


@pytest.mark.parametrize("game_id", game_ids())
def test_views_and_legal_actions_are_equal_in_their_copies(game_id: str) -> None:
    match = played(game_id)
    view = match.view(match.to_act)
    for other in copies(view):
        assert other.array == view.array
        assert [*other.legal] == [*view.legal]
        assert str(other.scene) == str(view.scene)
        for name in ("views", "actors", "actions"):  # field by field: bytes between fields may differ
            assert np.array_equal(getattr(other.history, name), getattr(view.history, name))
    for legal in copies(match.legal):
        assert [*legal] == [*match.legal]


def test_a_pickled_view_holds_nothing_of_what_is_hidden_from_it() -> None:
    match = played("tall-card")
    hidden, seat = match.array.tobytes(), match.to_act
    view = match.view(seat)
    assert view.array.tobytes() != hidden
    assert hidden not in pickle.dumps(view)


def test_a_batch_goes_on_alike_in_its_copies() -> None:
    one = batch("tall-card", 3, players=2, seed=4, auto_reset=True, plain=True)
    for _ in range(5):
        one.step(one.sample())
    made = [*copies(one)]
    for _ in range(30):
        one.step(one.sample())
    for other in made:
        for _ in range(30):
            other.step(other.sample())
        assert np.array_equal(other.state, one.state)
        assert np.array_equal(other.mask, one.mask)
        assert np.array_equal(other.observation, one.observation)


def test_environments_begin_alike_in_their_copies() -> None:
    alone = gymnasium.SeatEnv("tall-card", 2, plain=True)
    first = alone.reset(seed=1)[0]
    for one in copies(alone):
        assert np.array_equal(one.reset(seed=1)[0], first)
    together = pettingzoo.MatchEnv("tall-card", 2, plain=True)
    together.reset(seed=1)
    for other in copies(together):
        other.reset(seed=1)
        assert other.agent_selection == together.agent_selection


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_is_the_same_one_in_each_version_of_its_rules(game_id: str) -> None:
    one = game(game_id)
    for version in one.rules.versions:
        assert all(other is one.at_version(version) for other in copies(one.at_version(version)))


@pytest.mark.parametrize("game_id", ["made-here", "talon"])
def test_a_game_that_no_other_process_knows_says_what_was_expected(game_id: str) -> None:
    made = replace(game("talon"), id=game_id)
    with pytest.raises(pickle.PicklingError, match="expected a game of the registry"):
        pickle.dumps(made)
    assert copy.deepcopy(made) is made


def test_what_the_laboratory_found_is_equal_in_its_copies() -> None:
    met = arena("tall-card", ["random", "random"], 2, 4, seed=1)
    for other in copies(met):
        assert np.array_equal(other.gains, met.gains)
        assert other.standings == met.standings
    for standing in met.standings:
        assert all(other == standing for other in copies(standing))


def test_a_bot_plays_alike_in_its_copies() -> None:
    match, bot = new("tall-card", 2, seed=3), make("tall-card", RANDOM, seed=3)
    match.play(next(iter(match.legal)))
    made = [*copies(bot)]
    first = bot.act(match.view(match.to_act))
    assert [other.act(match.view(match.to_act)) for other in made] == [first] * len(made)


WHOLE = (shindig.match, gymnasium, pettingzoo, openspiel)
"""Modules without `__all__` that other programs import."""


def public_classes() -> Iterator[type]:
    """Yield every class that a package offers by `__all__`, and those of whole modules."""
    for module in pkgutil.walk_packages(shindig.__path__, "shindig."):
        if module.name.endswith((".__main__", "migrations.env")):
            continue
        found = importlib.import_module(module.name)
        own = [name for name, value in vars(found).items() if getattr(value, "__module__", "") == module.name]
        for name in getattr(found, "__all__", own if found in WHOLE else ()):
            value = getattr(found, name)
            if inspect.isclass(value) and value.__module__.startswith("shindig.") and not name.startswith("_"):
                yield value
    yield Batch


def of_spiel() -> openspiel.MatchGame:
    made: openspiel.MatchGame = openspiel.load_game("shindig_tall_card(players=2,plain=true)")
    return made


def state_of_spiel() -> openspiel.MatchState:
    state = of_spiel().new_initial_state()
    state.apply_action(state.legal_actions()[0])
    return state


def lesson() -> Lesson:
    found = find_lesson("talon")
    assert found is not None
    return found


def won() -> Outcome:
    match = new("tall-card", 2, seed=3, deals_each=1)
    go_on(match, 10_000)
    assert match.result is not None
    return match.result


EXAMPLES: dict[type, Callable[[], Any]] = {
    Cards: lambda: Cards("fruit", ("Ap",), ("Ace of Plums",)),
    Clause: lambda: Clause("TC-12"),
    Message: lambda: say("betting-wins", who=Seat(1), amount=3),
    Seat: lambda: Seat(1),
    Day: lambda: Day("2026-11-23"),
    Timestamp: lambda: Timestamp(1.5),
    SeatNames: lambda: name_seats(names=("Ann", "Ben"), you=1),
    Seats: lambda: Seats((0, 1)),
    Series: lambda: Series(("a", "b")),
    StrategyGain: lambda: StrategyGain("never draw", np.zeros(0)),
    Holes: lambda: Holes("steady", (), ("never draw",), 3, 1, 2),
    PolicyBot: lambda: make("tall-card", RANDOM, seed=3),
    Deck: lambda: game("talon").deck(new("talon", 3).record),
    Amounts: lambda: game("tall-card").rules.amounts[0],
    Game: lambda: game("talon"),
    Hand: lambda: game("talon").rules.hand,
    LateShow: lambda: game("tall-cards").rules.late_show,
    Layout: lambda: game("talon").rules.layout,
    Look: lambda: game("talon").table.look,
    Luck: lambda: game("royal-pokebacc").luck,
    Option: lambda: game("talon").rules.options[0],
    Outcome: won,
    Rules: lambda: game("talon").rules,
    Services: lambda: game("talon").services,
    Simultaneous: lambda: game("talon").services.simultaneous[0],
    Table: lambda: game("talon").table,
    Words: lambda: game("talon").words,
    Match: lambda: played("talon"),
    KeyedChance: lambda: fair(3),
    Legal: lambda: played("talon").legal,
    Move: lambda: played("talon").steps[-1],
    Order: lambda: played("talon").steps[0],
    View: lambda: played("talon").view(0),
    Plans: lambda: game("talon").policies.endgame_plans,  # type: ignore[union-attr]
    PolicySpec: lambda: game("tall-card").policies,
    Arena: lambda: arena("tall-card", ["random", "random"], 2, 4, seed=1),
    BotGain: lambda: arena("tall-card", ["random", "random"], 2, 4, seed=1).standings[0],
    SimulationResult: lambda: simulate("tall-card", 2, 2, seed=1),
    Lesson: lesson,
    LessonMoment: lambda: lesson().moments[0],
    Reply: lambda: Reply(2, "fold"),
    Replay: lambda: Replay(dumps(played("talon")).splitlines()),
    Batch: lambda: batch("tall-card", 2, players=2, seed=4, plain=True),
    gymnasium.LegalNumbers: lambda: gymnasium.SeatEnv("tall-card", 2, plain=True).action_space,
    gymnasium.SeatEnv: lambda: gymnasium.SeatEnv("tall-card", 2, plain=True),
    pettingzoo.MatchEnv: lambda: pettingzoo.MatchEnv("tall-card", 2, plain=True),
    openspiel.MatchGame: of_spiel,
    openspiel.MatchState: state_of_spiel,
    openspiel.MatchObserver: lambda: of_spiel().make_py_observer(),
}
"""An object of each public class that is no error."""
NO_OBJECTS = {Bot, Record, Row}
"""Classes that others derive from."""


def test_every_public_class_crosses_processes() -> None:
    for kind in dict.fromkeys(public_classes()):
        if issubclass(kind, BaseException) or kind in NO_OBJECTS:
            continue
        assert kind in EXAMPLES, f"{kind} has no example here"
        one = EXAMPLES[kind]()
        assert isinstance(one, kind)
        for other in copies(one):
            assert type(other) is type(one)
            assert repr(other) == repr(one) or kind.__repr__ is object.__repr__


def test_an_observer_writes_into_its_own_tensor_in_a_copy() -> None:
    state = state_of_spiel()
    for one in (state.get_game().make_py_observer(), *copies(state.get_game().make_py_observer())):
        one.set_from(state, 0)
        assert one.tensor.any()
        assert np.array_equal(one.tensor, one.dict["view"])


@pytest.mark.parametrize("game_id", game_ids())
def test_parts_of_a_game_are_the_same_ones_in_another_process(game_id: str) -> None:
    one = game(game_id)
    for name in PARTS:
        part = getattr(one, name)
        assert all(other is part for other in copies(part))
    for other in copies(one.rules.layout):
        assert (other.dtype, other.fields) == (one.rules.layout.dtype, one.rules.layout.fields)


def test_a_part_that_no_other_process_finds_say_what_was_expected() -> None:
    spec = game("tall-card").policies
    assert spec is not None
    made = replace(spec)
    with pytest.raises(pickle.PicklingError, match="expected a part of a game in the registry"):
        pickle.dumps(made)
    assert copy.deepcopy(made) is made
    assert pickle.loads(pickle.dumps(PolicySpec(random_pick))).policy is random_pick


def random_pick(_m: Any, _ranges: Any, _rng: Any) -> int:
    return 0


@pytest.mark.parametrize("steps", [0, 5])
def test_a_replay_goes_on_in_its_copies_also_from_a_file(steps: int) -> None:
    text = dumps(played("talon"))
    for source in (text.splitlines(), io.StringIO(text), (line for line in text.splitlines())):
        one = Replay(source)
        list(itertools.islice(one, steps))
        made = [*copies(one)]
        rest = [*one]
        assert rest
        for other in made:
            assert [*other] == rest
            assert dumps(other.match) == text


def test_a_server_says_that_it_crosses_no_processes(tmp_path: Path) -> None:
    async def whole() -> None:
        room = await open_room(f"sqlite:///{tmp_path}/room.db", HandClock())
        for attempt in (pickle.dumps, copy.deepcopy):
            with pytest.raises(TypeError, match="a server has a database and tasks"):
                attempt(room)
        await room.close()

    asyncio.run(whole())


def refused(what: str) -> str:
    """Raise an error in another process."""
    if what == "action":
        played("talon", 0).play("no such action")
    raise MADE[next(kind for kind in MADE if kind.__name__ == what)]()


@pytest.mark.parametrize("what", ["action", *sorted(kind.__name__ for kind in MADE)])
def test_an_error_in_a_pool_ends_the_call_and_not_the_pool(what: str, pool: Any) -> None:
    with pytest.raises(Exception, match=r".") as error:
        pool.map_async(refused, [what, what]).get(LIMIT)
    assert not isinstance(error.value, multiprocessing.TimeoutError)
    assert what in ("action", type(error.value).__name__)


@pytest.fixture(scope="module")
def pool() -> Iterator[Any]:
    with multiprocessing.get_context("spawn").Pool(1) as made:
        yield made
