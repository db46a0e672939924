"""The JSON protocol over HTTP: the worked bot as it is shown, refusals, repeats, and whatever a fuzzer thinks of."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings

from shindig.server.game_server import GameServer
from shindig.server.table_log.events import ChatSaid
from tests.kits.server.room_kit import FIRST, settle
from tests.kits.web.api_calls import OPERATIONS, TABLE, Call, calls
from tests.kits.web.in_process_app import application, client
from tests.kits.web.running_server import Caller, served

EXAMPLES = Path(__file__).parents[3] / "examples"
CALLER, NODE_CALLER = EXAMPLES / "caller.py", EXAMPLES / "caller.mjs"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("room")) as where:
        yield where


@pytest.fixture
def host(address: str) -> Caller:
    return Caller(address, "Ann")


def opened(host: Caller, **body: Any) -> str:
    answer = host.post("tables", **({"game": "tall-card", "seats": 2} | body))
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["table"]
    return table


def first_turn(host: Caller, table: str) -> dict[str, Any]:
    """News with a choice for the host: where there is none, the room plays for them."""
    return next(news for news in host.news(table) if news["table"]["token"] and len(news["legal"]) > 1)


def test_the_worked_bot_plays_a_match_as_shown(address: str, host: Caller) -> None:
    table = opened(host, seats=3, options={"deals_each": 1})
    command = [sys.executable, str(CALLER), address, table]
    callers = [
        subprocess.Popen([*command, name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for name in ("Ben", "Cleo")
    ]
    next(n for n in host.news(table) if all(seat["kind"] == "person" for seat in n["table"]["seats"]))
    assert host.post(f"tables/{table}/start").status_code == 204
    assert host.post(f"tables/{table}/leave").status_code == 204
    for caller in callers:
        out, err = caller.communicate(timeout=120)
        assert "played to the end" in out, err


def test_the_worked_bot_in_javascript_plays_a_match_of_several_hands(address: str) -> None:
    """It goes on after each result, which would stay for an hour where only bots are."""
    said = subprocess.run(["node", NODE_CALLER, address, "tall-card", "2"], capture_output=True, text=True, timeout=120)
    assert said.stdout.startswith("Played to the end: "), said.stderr


def test_a_program_without_a_token_is_told_how_to_get_one(address: str) -> None:
    """A page says where its requests come from, and its people are asked for a name."""
    body = {"game": "tall-card", "seats": 2}
    program = httpx.post(f"{address}/api/2/tables", json=body)
    page = httpx.post(f"{address}/api/2/tables", json=body, headers={"sec-fetch-site": "same-origin"})
    assert (program.status_code, page.status_code) == (403, 403)
    assert "POST /api/2/guests" in program.json()["error"]
    assert page.json()["error"] == "We don’t know you yet. Log in, or pick a name."


def test_a_body_that_is_no_json_object_is_told_what_it_should_be(address: str) -> None:
    bodies: list[dict[str, Any]] = [{"content": b'{"name": "Ann"}'}, {"json": []}, {}]
    for body in bodies:
        answer = httpx.post(f"{address}/api/2/guests", **body)
        assert answer.status_code == 400
        assert "Content-Type: application/json" in answer.json()["error"]


def test_a_rule_refuses_with_its_clause_and_nothing_changes(host: Caller) -> None:
    table = opened(host, begin=True)
    news = first_turn(host, table)
    claiming = any(action["do"] == "claim" for action in news["legal"])
    refused = host.post(f"tables/{table}/moves", do="fold" if claiming else "claim", token=news["table"]["token"])
    assert refused.status_code == 409
    assert refused.json()["clause"] == ("TC-12" if claiming else "TC-13")
    assert host.get(f"tables/{table}").json()["view"] == news["view"]


def test_a_repeat_with_its_key_gets_the_same_answer(host: Caller) -> None:
    table = opened(host, begin=True)
    news = first_turn(host, table)
    move = {"do": news["legal"][0]["do"], "token": news["table"]["token"], "key": "one"}
    first, again = (host.post(f"tables/{table}/moves", **move).json() for _ in range(2))
    assert again.pop("repeated")
    assert not first.pop("repeated")
    assert first == again


def test_an_old_key_in_a_later_turn_gets_its_old_answer_and_the_table_goes_on(tmp_path: Path) -> None:
    """Also when the table has forgotten the key, and only the store knows it."""

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            (ann, _), (bob, token) = [await room.accounts.create_guest(name) for name in ("Ann", "Bob")]
            table = await room.open_table(ann, "tall-card", 2, FIRST)
            await room.sit(table, bob)
            await room.start_match(table, ann)
            await settle(room, table)
            moves = f"/api/tables/{table}/moves"
            async with client(app, token) as http:

                async def move(do: str, key: str) -> dict[str, Any]:
                    fresh = (await http.get(f"/api/tables/{table}")).json()["table"]["token"]
                    answer = await http.post(moves, json={"do": do, "token": fresh, "key": key})
                    assert answer.status_code == 201, answer.text
                    told: dict[str, Any] = answer.json()
                    return told

                first = await move("claim", "old")
                room.table_registry.lose_tables()  # it is read from its log again
                assert await move("check", "old") == first | {"repeated": True}
                assert not (await move("check", "new"))["repeated"]

    asyncio.run(work())


@pytest.mark.attack
def test_what_is_said_again_with_its_key_is_said_once(tmp_path: Path) -> None:
    """Also after a restart; a move's keys, and another person's, are other keys."""

    def said(room: GameServer, table: str) -> list[str]:
        return [
            one.event.text
            for one in room.table_registry.tables[table].history.entries
            if isinstance(one.event, ChatSaid)
        ]

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            (ann, hers), (bob, his) = [await room.accounts.create_guest(name) for name in ("Ann", "Bob")]
            table = await room.open_table(ann, "tall-card", 2, FIRST)
            await room.sit(table, bob)
            await room.start_match(table, ann)
            words = f"/api/tables/{table}/words"
            async with client(app, hers) as http, client(app, his) as other:
                answers = [await http.post(words, json={"text": "Hello!", "key": "one"}) for _ in range(3)]
                assert {(one.status_code, one.content) for one in answers} == {(204, b"")}
                assert (await other.post(words, json={"text": "Hi!", "key": "one"})).status_code == 204
                await settle(room, table)
                fresh = (await other.get(f"/api/tables/{table}")).json()["table"]["token"]
                move = {"do": "claim", "token": fresh, "key": "one"}
                assert not (await other.post(f"/api/tables/{table}/moves", json=move)).json()["repeated"]
                assert (await http.post(words, json={"text": "Hello!", "key": ""})).status_code == 400
            assert said(room, table) == ["Hello!", "Hi!"]
        async with application(tmp_path) as (app, room), client(app, hers) as http:
            await room.build_snapshot(table)
            assert (await http.post(words, json={"text": "Hello!", "key": "one"})).status_code == 204
            assert (await http.post(words, json={"text": "Again.", "key": "two"})).status_code == 204
            assert said(room, table) == ["Hello!", "Hi!", "Again."]
            lines = await room.services.store.load_log(table)
            assert sum("Hello!" in line for line in lines) == 1

    asyncio.run(work())


def test_a_stale_move_shows_the_table_as_it_is(host: Caller) -> None:
    table = opened(host, begin=True)
    news = first_turn(host, table)
    late = host.post(f"tables/{table}/moves", do="claim", token="long ago")
    assert late.status_code == 409
    assert late.json()["news"]["view"] == news["view"]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("tables", {"game": "chess", "seats": 2}, 400),
        ("tables", {"game": "tall-card", "seats": 9}, 400),
        ("tables", {"game": "tall-card", "seats": 2, "options": {"ante": "much"}}, 400),
        ("tables", {"game": "tall-card", "seats": 2, "settings": {"colour": "red"}}, 400),
        ("tables/nowhere/moves", {"do": "check", "token": "t"}, 404),
        ("guests", {"name": ""}, 400),
        ("guests", {"nick": "Ann"}, 400),
    ],
)
def test_what_was_expected_is_said(host: Caller, path: str, body: dict[str, object], status: int) -> None:
    answer = host.post(path, **body)
    assert answer.status_code == status, answer.text
    assert len(answer.json()["error"]) > 10


def test_tn_94_free_talk_at_talon_unless_the_host_chooses_quick_phrases(host: Caller) -> None:
    usual, phrases = (
        opened(host, game="talon", seats=3),
        opened(host, game="talon", seats=3, settings={"chat": "phrases"}),
    )
    assert host.post(f"tables/{phrases}/words", text="Good luck.").status_code == 204
    refused = host.post(f"tables/{phrases}/words", text="I hold the World")
    assert refused.json()["clause"] == "TN-94"
    assert host.post(f"tables/{usual}/words", text="What a night!").status_code == 204


def test_nobody_moves_for_another(address: str, host: Caller) -> None:
    table = opened(host, begin=True)
    token = first_turn(host, table)["table"]["token"]
    other = Caller(address, "Ben").post(f"tables/{table}/moves", do="claim", token=token)
    assert other.status_code in (403, 409)


@pytest.fixture(scope="module")
def fuzzed(address: str) -> tuple[Caller, str]:
    """A host with a table at which a match runs."""
    caller = Caller(address, "Fuzz")
    return caller, opened(caller, begin=True)


@settings(max_examples=20 * len(OPERATIONS), suppress_health_check=list(HealthCheck))
@given(call=calls())
def test_no_input_breaks_the_server(address: str, fuzzed: tuple[Caller, str], call: Call) -> None:
    """Whatever is made up from the description; half of it goes to a real table, as its host."""
    host, table = fuzzed
    told = None if call.body is None else json.dumps(call.body)
    kind = {} if told is None else {"content-type": "application/json"}
    where = f"{address}{call.path.replace(TABLE, table)}"
    answer = host.http.request(call.method, where, params=call.query, headers=kind | call.headers, content=told)
    assert answer.status_code < 500, answer.text
