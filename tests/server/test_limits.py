"""The room's limits and times, and what is so where nothing is said: written down a second time, as they are meant."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from inspect import Parameter, signature
from types import SimpleNamespace
from typing import Any

import orjson
import pytest

from shindig import match, observations
from shindig.core.layout_and_views import Plain
from shindig.gamekit import game
from shindig.record import json_lines as record_text
from shindig.server import errors, schemas
from shindig.server.accounts.accounts import make_id
from shindig.server.accounts.talk_moderation import find_speakers
from shindig.server.admin import admin_actions, admin_commands
from shindig.server.bot_pool import process_pool
from shindig.server.bot_pool.pool_interface import Urgency
from shindig.server.broadcast import json_encoding, player_view, protocol_versions
from shindig.server.broadcast.event_buffer import BufferedEvent, Subscriber
from shindig.server.broadcast.presence import Presence
from shindig.server.cluster import lease_store
from shindig.server.cluster.ownership import LeasedOwner, SoleOwner
from shindig.server.fairness import fair_shuffle
from shindig.server.fairness.daily_secret import DailyCursor
from shindig.server.fairness.merkle_tree import HASH_BYTES
from shindig.server.game_server import GameServer
from shindig.server.matches import lesson_progress, player_results, ratings, reviews
from shindig.server.matches.archive import ArchivedMatch
from shindig.server.matches.continue_match import ContinuedMatches
from shindig.server.matches.weighed_decisions import Loss
from shindig.server.storage import event_store
from shindig.server.storage.event_store import EventStore
from shindig.server.table_log import events, seat_occupants, simultaneous_answers
from shindig.server.table_log.single_player import TEMPOS
from shindig.server.tables import commands, scheduler
from shindig.server.tables.table_actor import TableActor
from shindig.server.tables.table_registry import TableRegistry
from shindig.server.tables.table_settings_check import LENGTHS, LIMITS, check_settings

MADE_OF = {
    "matches.continue_match.MOST_OPEN": 3,
    "table_log.table_state.MOST_BACK": 32,
    "table_log.single_player.PATIENCE": 180.0,
    "table_log.single_player.LINES": 6,
    "tables.match_results.KEPT": 5_000,
    "bot_pool.compile_queue.TRIES": 2,
    "bot_pool.process_pool.BOUNDS": {Urgency.MOVE: 500, Urgency.ADVICE: 50, Urgency.REVIEW: 50},
    "bot_pool.process_pool.TRIES": 2,
    "bot_pool.bot_process.POLITE": 2,
    "bot_pool.process_client.LONGEST": 4_194_304,
    "table_log.turn_clock.LIVE": 600,
    "tables.commands.MAX_KEY": 64,
    "bot_pool.rules_compilation.GONE": 3,
    "bot_pool.rules_compilation.POLITE": 5,
    "storage.database.POSTGRES": {
        "client_encoding": "utf8",
        "connect_timeout": 5,
        "tcp_user_timeout": 15_000,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "options": "-c lock_timeout=10s -c statement_timeout=60s",
    },
    "storage.database.WAIT": 10,
    "matches.daily_deals.HANDS": 4,
    "matches.daily_deals.MOST_LEFT": 2_000,
    "matches.daily_deals.SHOWN": 100,
    "tables.decide.table_commands.MAX_SAID": 200,
    "tables.scheduler.ITERATIONS": 256,
    "matches.exercises.DAYS": (1, 3, 7, 16, 35, 90),
    "matches.exercises.MOST": 300,
    "broadcast.event_buffer.KEPT": 80,
    "broadcast.event_buffer.LATEST": 40,
    "tables.table_registry.MANY_EVENTS": 2_000,
    "tables.table_registry.MANY_KNOWN": 20_000,
    "public_tables.MOST": 197,
    "accounts.talk_moderation.LINES": 10,
    "accounts.talk_moderation.MOST_OPEN": 20,
    "accounts.talk_moderation.MOST_WHY": 200,
    "accounts.name_and_password_rules.LOGIN_LENGTHS": range(3, 33),
    "accounts.name_and_password_rules.MAX_NAME": 24,
    "accounts.name_and_password_rules.MOST_MARKS": 3,
    "accounts.name_and_password_rules.PASSWORD_LENGTHS": range(8, 129),
    "storage.server_signals.LONGEST": 7_900,
    "cluster.ownership.GAP": 0.8,
    "cluster.ownership.LOOK": 10,
    "accounts.passwords.MOST": 64,
    "matches.match_cache.KEPT": 24,
    "matches.match_cache.MOST": 24,
    "accounts.session_cache.CACHED_SESSIONS": 10_000,
    "accounts.session_cache.IDLE": 90 * 86_400.0,
    "accounts.session_cache.LIFE": 365 * 86_400.0,
    "accounts.session_cache.TOGETHER": 500,
    "matches.ratings.LEFT": 1_000,
    "matches.ratings.MIDDLE": 1_500,
    "matches.ratings.SCALE": 48,
    "matches.ratings.SHOWN": 100,
    "tables.bot_replies.KEPT": 50,
    "matches.player_results.FEWEST": 5,
    "matches.player_results.PAGE": 20,
    "matches.reviews.KEPT": 100,
    "matches.reviews.MOST": 64,
    "matches.reviews.OWN": 2,
    "game_server.CARDS": 5_000,
    "game_server.MAX_HOSTED": 20,
    "game_server.MAX_ONLOOKERS": 500,
    "game_server.MAX_TABLES": 5_000,
    "fairness.device_cut_notes.MAX_LINE": 200_000,
    "tables.table_settings_check.LENGTHS": {"title": 60, "unit": 20},
    "tables.table_settings_check.LIMITS": {
        "seconds": range(5, 604_801),
        "bank": range(86_401),
        "misses": range(1, 11),
        "gathers": range(601),
    },
    "storage.event_store.MAX_BATCH": 512,
    "storage.event_store.MAX_READS": 2_000,
    "storage.event_store.MAX_WRITES": 200,
    "tables.table_actor.ANSWERS_KEPT": 200,
    "broadcast.player_view.CUTS": 1024,
    "table_log.decision_time_samples.ENOUGH": 12,
    "table_log.decision_time_samples.REMEMBERED": 30,
    "schemas.MOMENTS": 64,
    "card_proofs.card_movement_inference.FEW": 2,
    "card_proofs.card_movement_inference.MORE": 6,
    "card_proofs.card_movement_inference.MOST": 24,
    "card_proofs.card_movement_inference.TRIES": 16,
    "broadcast.json_encoding.MANY": 60,
    "broadcast.json_encoding.TELLING": 4096,
}


@pytest.mark.parametrize("name", MADE_OF)
def test_limits_and_times_are_those_that_were_chosen(name: str) -> None:
    module, _, constant = name.rpartition(".")
    assert getattr(import_module(f"shindig.server.{module}"), constant) == MADE_OF[name]


def test_the_formats_that_others_keep_files_in() -> None:
    assert (record_text.FORMAT, record_text.MAX_LINE, record_text.MAX_NAME) == (1, 20_000, 100)
    assert (observations.SECRET, observations.GIVEN) == (-1, -2)
    assert (fair_shuffle.SECRET_BYTES, fair_shuffle.VALUE_BYTES, HASH_BYTES) == (64, 32, 32)


def test_who_waits_comes_before_who_does_not() -> None:
    assert [one.name for one in sorted(Urgency)] == ["MOVE", "ADVICE", "REVIEW"]


def test_each_tempo_is_slower_than_the_next() -> None:
    assert [*TEMPOS] == ["hand", "slow", "usual", "quick", "end"]
    pauses = [one.bots for one in TEMPOS.values()]
    assert pauses == sorted(pauses, reverse=True)


UNSAID: list[tuple[Any, dict[str, Any]]] = [
    (
        schemas.Settings,
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
    (schemas.Origin, {"again": False, "dealt": False}),
    (
        schemas.SeatInfo,
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
    (schemas.SinglePlayerInfo, {"final": False}),
    (schemas.ViewerInfo, {"host": False, "token": None, "eased": False, "part": "", "alone": None}),
    (
        schemas.TableInfo,
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
    (schemas.Answer, {"repeated": False}),
    (
        schemas.TableCard,
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
        seat_occupants.Occupant,
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
    (seat_occupants.HandPosition, {"number": 0, "ended": False}),
    (events.Left, {"bot": "", "removed": False, "name": ""}),
    (events.Acted, {"took": 0.0}),
    (Presence, {"quiet_since": 0.0, "viewers": frozenset(), "watchers": 0, "devices": frozenset()}),
    (process_pool.Job, {"tries": 0}),
    (commands.Open, {"client": "", "seat": 0, "origin": None, "daily": None}),
    (scheduler.BotQuestion, {"owed": False}),
    (DailyCursor, {"lots": 0}),
    (BufferedEvent, {"warm": True}),
    (Subscriber, {"device": False, "seen": -1}),
    (simultaneous_answers.SimultaneousAnswers, {"begun": False}),
    (lease_store.Server, {"address": "", "machine": "", "process": 0}),
    (lesson_progress.Progress, {"moment": 0, "done": False, "second": ""}),
    (ArchivedMatch, {"origin": None, "open": False, "watch": True, "sat": frozenset(), "daily": None}),
    (ratings.Rating, {"matches": 0}),
    (player_results.Gain, {"hands": 0, "gained": 0.0, "squares": 0.0}),
    (player_results.Statistics, {"matches": 0, "won": 0, "hands": 0, "best": None}),
    (Loss, {"choices": 0, "lost": 0.0}),
    (reviews.Review, {"counts": True, "failed": ""}),
    (event_store.Append, {"key": None, "answer": None, "seated": None, "closed": False, "beside": ()}),
    (observations.Budget, {"seconds": 0.03, "iterations": None, "seed": None}),
    (ContinuedMatches.continue_match, {"again": False, "bot": "", "client": ""}),
    (TableRegistry.begin, {"heard": None, "at_once": True}),
    (LeasedOwner, {"me": None, "by_itself": True}),
    (GameServer.play_now, {"device": False}),
    (GameServer.create_table, {"device": False}),
    (GameServer.sit, {"device": False}),
    (GameServer.stream_updates, {"device": False}),
    (GameServer.subscribe, {"device": False}),
    (EventStore.load_log, {"after": 0}),
    (EventStore.load_history, {"limit": 100}),
    (process_pool.BotPool, {"processes": 0}),
    (make_id, {"length": 12}),
    (admin_actions.find_people, {"most": 50}),
    (admin_actions.list_reports, {"every": False}),
    (admin_actions.change_unwanted_words, {"remove": False}),
    (admin_commands.reports, {"every": False}),
    (admin_commands.unwanted, {"remove": False}),
    (scheduler.build_question, {"phase": 0}),
    (TableActor._take, {"kept": True}),
    (match.fair, {"seed": None, "match": 0}),
]


@pytest.mark.parametrize(("what", "expected"), UNSAID, ids=[what.__qualname__ for what, _ in UNSAID])
def test_what_is_not_said_is_so(what: Any, expected: dict[str, Any]) -> None:
    known = {name: one.default for name, one in signature(what).parameters.items()}
    assert {name: known.get(name, Parameter.empty) for name in expected} == expected


def test_alone_on_a_database_all_tables_are_claimed_at_once_and_nobody_is_told() -> None:
    assert (SoleOwner.batch, SoleOwner.shared) == (1_000, False)
    assert (LeasedOwner.batch, LeasedOwner.shared) == (20, True)


STATUS: dict[type[Any], int] = {
    errors.RoomError: 400,
    errors.MissingError: 404,
    errors.ForbiddenError: 403,
    errors.RefusedError: 409,
    errors.LateError: 409,
    errors.BusyError: 503,
    event_store.StoreError: 503,
}


def test_each_refusal_has_the_status_that_says_the_same() -> None:
    assert {kind: kind.status for kind in STATUS} == STATUS


def test_what_is_compared_and_what_is_only_carried_along() -> None:
    """A question and who waits for its answer have no order; two cuts are one where nothing of what is told differs."""
    cut = player_view.build_cut_info(1, b"hash", "sealing", ((0, b"seal"),), (1,), None, 2, None, ())
    assert cut is player_view.build_cut_info(1, b"hash", "sealing", ((0, b"seal"),), (1,), None, 2, None, ())
    assert cut != player_view.build_cut_info(1, b"hash", "sealing", ((0, b"seel"),), (1,), None, 2, None, ())
    first, second = (process_pool.Job(Urgency.MOVE, 7, {"id": n}, object(), n) for n in range(2))  # type: ignore[arg-type]
    assert first == second
    assert not first < second


def test_what_is_secret_is_in_no_text_made_of_it() -> None:
    """Logs and error messages show objects as they describe themselves."""
    secret = fair_shuffle.Secret("oak", 1, b"\x07" * 64)
    order = fair_shuffle.make_order(secret, (), 0, "main", ["a", "b"])
    assert repr(secret) == "Secret(table='oak', number=1)"
    assert repr(order) == f"ShuffledOrder(index=0, of='main', cards={order.cards!r})"
    assert repr(schemas.ReplayStep(1, None, None, (), (), {})) == (
        "ReplayStep(number=1, do=None, seat=None, lines=(), names=())"
    )


TALL_CARD = game("tall-card")
BOUNDS = [(name, numbers[0], numbers[-1]) for name, numbers in LIMITS.items()]


@pytest.mark.parametrize(("name", "low", "high"), BOUNDS, ids=[*LIMITS])
def test_what_a_host_chooses_lies_between_bounds(name: str, low: int, high: int) -> None:
    for value in (low, high):
        assert getattr(check_settings(schemas.Settings(**{name: value}), TALL_CARD), name) == value  # type: ignore[arg-type]
    for value in (low - 1, high + 1):
        with pytest.raises(errors.RoomError, match=f" is a whole number from {low:,} to {high:,}, not {value}.$"):
            check_settings(schemas.Settings(**{name: value}), TALL_CARD)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "most"), LENGTHS.items())
def test_what_a_host_writes_is_so_long_and_can_be_seen(name: str, most: int) -> None:
    for text in ("", "x", "x" * most, "x" * (most - 2) + " {", " a  b "):
        neat = getattr(check_settings(schemas.Settings(**{name: text}), TALL_CARD), name)  # type: ignore[arg-type]
        assert neat == " ".join(text.replace("{", "(").split())
    long, unseen = f" has at most {most} letters.$", " has letters nobody can see. Leave them out.$"
    for text, said in (("x" * (most + 1), long), ("a\u200b", unseen), ("\u200b", unseen)):
        with pytest.raises(errors.RoomError, match=said):
            check_settings(schemas.Settings(**{name: text}), TALL_CARD)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"reveal": "maybe"}, "Showing all the cards is never, agreed or always, not maybe."),
        ({"chat": "loud"}, "Chat is usual, open or phrases, not loud."),
        ({"bot": "nobody"}, "Bots is "),
        ({"rated": True, "advice": True}, "There’s no advice at a ranked table. Pick one or the other."),
    ],
)
def test_what_a_host_cannot_choose(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(errors.RoomError) as refused:
        check_settings(schemas.Settings(**settings), TALL_CARD)
    assert str(refused.value).startswith(said)
    assert check_settings(schemas.Settings(rated=True), TALL_CARD).rated
    assert check_settings(schemas.Settings(advice=True), TALL_CARD).advice
    assert check_settings(schemas.Settings(), TALL_CARD).bot == "steady"
    assert check_settings(schemas.Settings(bot="random"), TALL_CARD).bot == "random"


def test_long_ranges_of_actions_are_told_by_their_ends() -> None:
    """Sixty are listed, sixty-one are not."""
    words = replace(TALL_CARD.words, text=lambda facts, action: f"{facts.verb} {action}", texts=None)
    game: Any = type("Game", (), {"words": words})
    view: Any = SimpleNamespace(game=game, plain=Plain({"verb": "bet"}), legal=SimpleNamespace(ranges=[]))
    view.legal.ranges = [(3, 3), (10, 69), (100, 160)]
    found = orjson.loads(json_encoding.encode_legal_actions(view))
    assert found[0] == {"action": 3, "do": "bet 3"}
    assert [one["action"] for one in found[1:-1]] == [*range(10, 70)]
    assert found[-1] == {"from": 100, "to": 160, "do": "bet 100", "last": "bet 160"}


def test_named_tuples_are_told_by_their_names_and_other_things_not_at_all() -> None:
    assert protocol_versions.encode(schemas.TimeLeft(1, 2.5, 3.0)) == b'{"seat":1,"left":2.5,"until":3.0}'
    assert protocol_versions.encode(schemas.SimultaneousTimeLeft((0, 2), 2.5)) == b'{"seats":[0,2],"left":2.5}'
    with pytest.raises(TypeError):
        protocol_versions.encode(object())


def test_the_last_lines_that_somebody_said_are_told_and_no_quick_phrases() -> None:
    said = [events.ChatSaid(0, f"rude {number}") for number in range(11)]
    log = [events.Seated(0, "Ann", "a"), *said, events.ChatSaid(0, schemas.PHRASES[0])]
    log += [events.Seated(0, "Bob", "b"), events.ChatSaid(0, "fie"), events.Paused()]
    found = find_speakers(one.encode(1.0) for one in log)
    assert [(one.person, one.name, len(one.lines)) for one in found] == [("a", "Ann", 10), ("b", "Bob", 1)]
    assert found[0].lines == tuple(f"rude {number}" for number in range(1, 11))
