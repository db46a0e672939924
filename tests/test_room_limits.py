"""The room's limits and times, and what is so where nothing is said: written down a second time, as they are meant."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from inspect import Parameter, signature
from types import SimpleNamespace
from typing import Any

import orjson
import pytest

from shindig import history, match
from shindig.games import game
from shindig.games.layout import Plain
from shindig.record import text as record_text
from shindig.room import (
    admin,
    admin_commands,
    around,
    bots_pool,
    commands,
    due,
    errors,
    events,
    fair,
    gathering,
    leases,
    lessons,
    ratings,
    results,
    reviews,
    seating,
    store,
    tell,
    told,
    wire,
)
from shindig.room.again import Again
from shindig.room.alone import TEMPOS
from shindig.room.archive import Played
from shindig.room.bots_link import Urgency
from shindig.room.daily import Drawing
from shindig.room.history import Entry, Reader
from shindig.room.keeping import Keeper
from shindig.room.manners import spoken_in
from shindig.room.merkle import HASH_BYTES
from shindig.room.owners import Alone, Leased
from shindig.room.people import new_id
from shindig.room.room import Room
from shindig.room.settings import LENGTHS, LIMITS, checked
from shindig.room.store import Store
from shindig.room.table import Table

MADE_OF = {
    "again.MOST_OPEN": 3,
    "alone.MOST_BACK": 32,
    "alone.PATIENCE": 180.0,
    "alone.WORDS": 24,
    "books.KEPT": 5_000,
    "bots_compiler.TRIES": 2,
    "bots_pool.BOUNDS": {Urgency.MOVE: 500, Urgency.ADVICE: 50, Urgency.REVIEW: 50},
    "bots_pool.TRIES": 2,
    "bots_process.POLITE": 2,
    "bots_worker.LONGEST": 4_194_304,
    "clock.LIVE": 600,
    "commands.MAX_KEY": 64,
    "compiling.GONE": 3,
    "compiling.POLITE": 5,
    "database.POSTGRES": {
        "connect_timeout": 5,
        "tcp_user_timeout": 15_000,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "options": "-c lock_timeout=10s -c statement_timeout=60s",
    },
    "database.WAIT": 10,
    "days.HANDS": 4,
    "days.MOST_LEFT": 2_000,
    "days.SHOWN": 100,
    "decide.table.MAX_SAID": 200,
    "due.ITERATIONS": 256,
    "exercises.DAYS": (1, 3, 7, 16, 35, 90),
    "exercises.MOST": 300,
    "history.KEPT": 80,
    "history.LATEST": 40,
    "keeping.MANY_EVENTS": 2_000,
    "keeping.MANY_KNOWN": 20_000,
    "lobby.MOST": 197,
    "manners.LINES": 10,
    "manners.MOST_OPEN": 20,
    "manners.MOST_WHY": 200,
    "names.LOGIN_LENGTHS": range(3, 33),
    "names.MAX_NAME": 24,
    "names.MOST_MARKS": 3,
    "names.PASSWORD_LENGTHS": range(8, 129),
    "notices.LONGEST": 7_900,
    "owners.GAP": 0.8,
    "owners.LOOK": 10,
    "passwords.MOST": 64,
    "past.KEPT": 24,
    "past.MOST": 24,
    "people.CACHED_SESSIONS": 10_000,
    "people.IDLE": 90 * 86_400.0,
    "people.LIFE": 365 * 86_400.0,
    "people.TOGETHER": 500,
    "ratings.LEFT": 1_000,
    "ratings.MIDDLE": 1_500,
    "ratings.SCALE": 48,
    "ratings.SHOWN": 100,
    "replies.KEPT": 50,
    "results.FEWEST": 5,
    "results.PAGE": 20,
    "reviews.KEPT": 100,
    "reviews.MOST": 64,
    "reviews.OWN": 2,
    "room.CARDS": 5_000,
    "room.MAX_HOSTED": 20,
    "room.MAX_ONLOOKERS": 500,
    "room.MAX_TABLES": 5_000,
    "seen.MAX_LINE": 200_000,
    "settings.LENGTHS": {"title": 60, "unit": 20},
    "settings.LIMITS": {"seconds": range(5, 604_801), "bank": range(86_401), "misses": range(1, 11)},
    "store.MAX_BATCH": 512,
    "store.MAX_READS": 2_000,
    "store.MAX_WRITES": 200,
    "table.ANSWERS_KEPT": 200,
    "tell.CUTS": 1024,
    "thinking.ENOUGH": 12,
    "thinking.REMEMBERED": 30,
    "told.MOMENTS": 64,
    "what_if.FEW": 2,
    "what_if.MORE": 6,
    "what_if.MOST": 24,
    "what_if.TRIES": 16,
    "wire.MANY": 60,
    "wire.TELLING": 4096,
}


@pytest.mark.parametrize("name", MADE_OF)
def test_limits_and_times_are_those_that_were_chosen(name: str) -> None:
    module, _, constant = name.rpartition(".")
    assert getattr(import_module(f"shindig.room.{module}"), constant) == MADE_OF[name]


def test_the_formats_that_others_keep_files_in() -> None:
    assert (record_text.FORMAT, record_text.MAX_LINE, record_text.MAX_NAME) == (1, 20_000, 100)
    assert (history.SECRET, history.GIVEN) == (-1, -2)
    assert (fair.SECRET_BYTES, fair.VALUE_BYTES, HASH_BYTES) == (64, 32, 32)


def test_who_waits_comes_before_who_does_not() -> None:
    assert [one.name for one in sorted(Urgency)] == ["MOVE", "ADVICE", "REVIEW"]


def test_each_tempo_is_slower_than_the_next() -> None:
    assert [*TEMPOS] == ["hand", "slow", "usual", "quick", "end"]
    pauses = [one.bots for one in TEMPOS.values()]
    assert pauses == sorted(pauses, reverse=True)


UNSAID: list[tuple[Any, dict[str, Any]]] = [
    (
        told.Settings,
        {
            "title": "",
            "public": True,
            "watch": True,
            "seconds": 45,
            "bank": 120,
            "misses": 2,
            "unit": "",
            "reveal": "agreed",
            "chat": "usual",
            "advice": False,
            "bot": "",
            "rated": False,
        },
    ),
    (told.Origin, {"again": False, "dealt": False}),
    (
        told.SeatInfo,
        {
            "here": False,
            "held": False,
            "newcomer": False,
            "host": False,
            "bank": 0.0,
            "alike": (),
            "bot": "",
            "face": "",
            "preparing": False,
        },
    ),
    (told.Alone, {"final": False}),
    (told.Own, {"host": False, "token": None, "eased": False, "part": "", "alone": None}),
    (
        told.TableInfo,
        {
            "paused": False,
            "host": False,
            "clock": None,
            "rest": None,
            "cut": None,
            "last_cut": None,
            "agreed": {},
            "opening": None,
            "opened": (),
            "watchers": 0,
            "talk": False,
            "together": None,
            "advised": False,
            "eased": False,
            "part": "",
            "alone": None,
            "origin": None,
            "day": "",
        },
    ),
    (told.Answer, {"repeated": False}),
    (
        told.TableCard,
        {
            "you": None,
            "matches": (),
            "at": 0.0,
            "why": "",
            "faces": (),
            "rated": False,
            "origin": None,
        },
    ),
    (
        seating.Occupant,
        {
            "name": "",
            "person": "",
            "face": "",
            "bot": "",
            "client": "",
            "held": False,
            "newcomer": False,
            "bank": 0.0,
            "misses": 0,
            "since": 0,
            "step": 0,
            "eased": False,
            "tempo": "usual",
        },
    ),
    (seating.HandAt, {"number": 0, "ended": False}),
    (events.Left, {"bot": "", "removed": False, "name": ""}),
    (events.Acted, {"took": 0.0}),
    (around.Presence, {"quiet_since": 0.0, "viewers": frozenset(), "watchers": 0, "devices": frozenset()}),
    (bots_pool.Job, {"tries": 0}),
    (commands.Open, {"client": "", "seat": 0, "origin": None, "daily": None}),
    (due.Question, {"owed": False}),
    (Drawing, {"lots": 0}),
    (Entry, {"warm": True}),
    (Reader, {"device": False, "seen": -1}),
    (gathering.Gathering, {"begun": False}),
    (leases.Server, {"address": "", "machine": "", "process": 0}),
    (lessons.Progress, {"moment": 0, "done": False, "second": ""}),
    (Played, {"origin": None, "open": False, "watch": True, "sat": frozenset(), "daily": None}),
    (ratings.Rating, {"matches": 0}),
    (results.Gain, {"hands": 0, "gained": 0.0, "squares": 0.0}),
    (results.Statistics, {"matches": 0, "won": 0, "hands": 0, "best": None}),
    (reviews.Loss, {"choices": 0, "lost": 0.0}),
    (reviews.Review, {"counts": True, "failed": ""}),
    (store.Append, {"key": None, "answer": None, "seated": None, "closed": False, "beside": ()}),
    (history.Budget, {"seconds": 0.03, "iterations": None, "seed": None}),
    (Again.play_on, {"again": False, "bot": "", "client": ""}),
    (Keeper.begin, {"heard": None, "at_once": True}),
    (Leased, {"me": None, "by_itself": True}),
    (Room.play_now, {"device": False}),
    (Room.begin, {"device": False}),
    (Room.sit, {"device": False}),
    (Room.stream, {"device": False}),
    (Room.feed, {"device": False}),
    (Store.log, {"after": 0}),
    (Store.history, {"limit": 100}),
    (bots_pool.Pool, {"processes": 0}),
    (new_id, {"length": 12}),
    (admin.found, {"most": 50}),
    (admin.reported, {"every": False}),
    (admin.change_words, {"remove": False}),
    (admin_commands.reports, {"every": False}),
    (admin_commands.unwanted, {"remove": False}),
    (due.asked, {"phase": 0}),
    (Table._take, {"kept": True}),
    (match.fair, {"seed": None, "match": 0}),
]


@pytest.mark.parametrize(("what", "expected"), UNSAID, ids=[what.__qualname__ for what, _ in UNSAID])
def test_what_is_not_said_is_so(what: Any, expected: dict[str, Any]) -> None:
    known = {name: one.default for name, one in signature(what).parameters.items()}
    assert {name: known.get(name, Parameter.empty) for name in expected} == expected


def test_alone_on_a_database_all_tables_are_claimed_at_once_and_nobody_is_told() -> None:
    assert (Alone.batch, Alone.shared) == (1_000, False)
    assert (Leased.batch, Leased.shared) == (20, True)


STATUS: dict[type[Any], int] = {
    errors.RoomError: 400,
    errors.MissingError: 404,
    errors.ForbiddenError: 403,
    errors.RefusedError: 409,
    errors.LateError: 409,
    errors.BusyError: 503,
    store.StoreError: 503,
}


def test_each_refusal_has_the_status_that_says_the_same() -> None:
    assert {kind: kind.status for kind in STATUS} == STATUS


def test_what_is_compared_and_what_is_only_carried_along() -> None:
    """A question and who waits for its answer have no order; two cuts are one where nothing of what is told differs."""
    cut = tell.cut_info(1, b"hash", "sealing", ((0, b"seal"),), (1,), None, 2, None, ())
    assert cut is tell.cut_info(1, b"hash", "sealing", ((0, b"seal"),), (1,), None, 2, None, ())
    assert cut != tell.cut_info(1, b"hash", "sealing", ((0, b"seel"),), (1,), None, 2, None, ())
    first, second = (bots_pool.Job(Urgency.MOVE, 7, {"id": n}, object(), n) for n in range(2))  # type: ignore[arg-type]
    assert first == second
    assert not first < second


def test_what_is_secret_is_in_no_text_made_of_it() -> None:
    """Logs and error messages show objects as they describe themselves."""
    secret = fair.Secret("oak", 1, b"\x07" * 64)
    order = fair.make_order(secret, (), 0, "main", ["a", "b"])
    assert repr(secret) == "Secret(table='oak', number=1)"
    assert repr(order) == f"Order(index=0, of='main', cards={order.cards!r})"
    assert repr(told.ReplayStep(1, None, None, (), (), {})) == (
        "ReplayStep(number=1, do=None, seat=None, lines=(), names=())"
    )


TALL_CARD = game("tall-card")
BOUNDS = [(name, numbers[0], numbers[-1]) for name, numbers in LIMITS.items()]


@pytest.mark.parametrize(("name", "low", "high"), BOUNDS, ids=[*LIMITS])
def test_what_a_host_chooses_lies_between_bounds(name: str, low: int, high: int) -> None:
    for value in (low, high):
        assert getattr(checked(told.Settings(**{name: value}), TALL_CARD), name) == value  # type: ignore[arg-type]
    for value in (low - 1, high + 1):
        with pytest.raises(errors.RoomError, match=f"^{name} is a whole number from {low} to {high}, not {value}$"):
            checked(told.Settings(**{name: value}), TALL_CARD)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "most"), LENGTHS.items())
def test_what_a_host_writes_is_so_long_and_can_be_seen(name: str, most: int) -> None:
    for text in ("", "x", "x" * most, "x" * (most - 2) + " {", " a  b "):
        neat = getattr(checked(told.Settings(**{name: text}), TALL_CARD), name)  # type: ignore[arg-type]
        assert neat == " ".join(text.replace("{", "(").split())
    for text in ("x" * (most + 1), "a\u200b", "\u200b"):
        with pytest.raises(errors.RoomError, match=f"^{name} has at most {most} letters, which can be seen$"):
            checked(told.Settings(**{name: text}), TALL_CARD)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"reveal": "maybe"}, "reveal is one of never, agreed, always, not 'maybe'"),
        ({"chat": "loud"}, "chat is one of usual, open, phrases, not 'loud'"),
        ({"bot": "nobody"}, "bot is one of "),
        ({"rated": True, "advice": True}, "at a rated table nobody is advised; choose one of the two"),
    ],
)
def test_what_a_host_cannot_choose(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(errors.RoomError) as refused:
        checked(told.Settings(**settings), TALL_CARD)
    assert str(refused.value).startswith(said)
    assert checked(told.Settings(rated=True), TALL_CARD).rated
    assert checked(told.Settings(advice=True), TALL_CARD).advice
    assert checked(told.Settings(), TALL_CARD).bot == "steady"
    assert checked(told.Settings(bot="random"), TALL_CARD).bot == "random"


def test_long_ranges_of_actions_are_told_by_their_ends() -> None:
    """Sixty are listed, sixty-one are not."""
    words = replace(TALL_CARD.words, text=lambda facts, action: f"{facts.verb} {action}", texts=None)
    game: Any = type("Game", (), {"words": words})
    view: Any = SimpleNamespace(game=game, plain=Plain({"verb": "bet"}), legal=SimpleNamespace(ranges=[]))
    view.legal.ranges = [(3, 3), (10, 69), (100, 160)]
    found = orjson.loads(wire.legal_json(view))
    assert found[0] == {"action": 3, "do": "bet 3"}
    assert [one["action"] for one in found[1:-1]] == [*range(10, 70)]
    assert found[-1] == {"from": 100, "to": 160, "do": "bet 100", "last": "bet 160"}


def test_named_tuples_are_told_by_their_names_and_other_things_not_at_all() -> None:
    assert wire.encode(told.TimeLeft(1, 2.5, 3.0)) == b'{"seat":1,"left":2.5,"until":3.0}'
    assert wire.encode(told.TogetherLeft((0, 2), 2.5)) == b'{"seats":[0,2],"left":2.5}'
    with pytest.raises(TypeError):
        wire.encode(object())


def test_the_last_lines_that_somebody_said_are_told_and_no_quick_phrases() -> None:
    said = [events.Said(0, f"rude {number}") for number in range(11)]
    log = [events.Seated(0, "Ann", "a"), *said, events.Said(0, told.PHRASES[0])]
    log += [events.Seated(0, "Bob", "b"), events.Said(0, "fie"), events.Paused()]
    found = spoken_in(one.encode(1.0) for one in log)
    assert [(one.person, one.name, len(one.lines)) for one in found] == [("a", "Ann", 10), ("b", "Bob", 1)]
    assert found[0].lines == tuple(f"rude {number}" for number in range(1, 11))
