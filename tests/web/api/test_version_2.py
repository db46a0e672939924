"""Version 2 of the JSON protocol: the routes, values and refusals of version 1 in the glossary's words."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute

from shindig.server.broadcast import protocol_versions
from shindig.server.broadcast.protocol_versions import BODIES, CLASSES, PATHS, VERSION_1, VERSION_2
from shindig.server.broadcast.table_broadcast import Broadcast
from shindig.web.app import ROUTERS, create_app
from tests.kits.server.room_kit import FIRST, settle
from tests.kits.web.in_process_app import application, client
from tests.kits.web.running_server import Caller, served


def paths_of(prefix: str) -> set[tuple[str, str]]:
    """The routes of a version: method, and the path after the prefix."""
    found = set()
    for route in (route for router in ROUTERS for route in router.routes):
        if isinstance(route, APIRoute) and route.path.startswith(f"{prefix}/"):
            rest = route.path.removeprefix(prefix)
            found |= {
                (method, rest) for method in route.methods or () if prefix != "/api" or not rest.startswith("/2/")
            }
    return found


def test_every_route_of_version_1_has_one_in_version_2() -> None:
    old, new = paths_of("/api"), paths_of("/api/2")
    assert {(method, PATHS.get(path, path)) for method, path in old} == new
    assert len(new) == len(old) > 40
    assert PATHS.keys() <= {path for _, path in old}, "each renamed path is one of version 1"


def test_no_two_fields_of_a_class_get_one_name() -> None:
    for kind, names in CLASSES.items():
        own = getattr(kind, "_fields", None) or getattr(kind, "__dataclass_fields__")  # noqa: B009
        told = [names.get(name, name) for name in own]
        assert len({*told}) == len(told), kind
    assert {*CLASSES} <= {getattr(protocol_versions, kind.__name__) for kind in CLASSES}


def undo(told: Any, names: Mapping[str, str]) -> dict[str, Any]:
    """An object of version 2 by its names in version 1."""
    back = {new: old for old, new in names.items()}
    return {back.get(name, name): value for name, value in told.items()}


def in_words_1(update: dict[str, Any]) -> dict[str, Any]:
    """An update of version 2 in the words of version 1, written out apart from the code that renames."""
    news = undo(update, VERSION_2.update)
    news["events"] = [undo(entry, {"do": "action"}) for entry in news["events"]]
    news["legal"] = [
        {"action": one["number"], "do": one["text"]}
        if "number" in one
        else {"from": one["first"], "to": one["last"], "do": one["first_text"], "last": one["last_text"]}
        for one in news["legal"]
    ]
    for name in ("clock", "together", "pause", "stand_in"):
        if news[name]:
            news[name] = undo(news[name], {"left": "seconds_left", "until": "seconds_left_with_bank"})
    table = news["table"] = undo(news["table"], VERSION_2.table)
    kinds = {kind.__name__: names for kind, names in CLASSES.items()}
    table["settings"] = undo(table["settings"], kinds["Settings"])
    table["seats"] = [undo(seat, kinds["SeatInfo"]) for seat in table["seats"]]
    for name, kind in (("alone", "SinglePlayerInfo"), ("cut", "CutInfo"), ("opening", "RevealStatus")):
        if table[name]:
            table[name] = undo(table[name], kinds[kind])
    return news


@pytest.mark.parametrize("game", ["tall-card", "talon"])
def test_both_versions_tell_the_same_in_every_turn(tmp_path: Path, game: str) -> None:
    """Looks, and the events of streams, to all who watch."""

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            (ann, token), (bob, _), (cleo, _) = [
                await room.accounts.create_guest(name) for name in ("Ann", "Bob", "Cleo")
            ]
            table = await room.open_table(ann, game, 3, FIRST if game == "tall-card" else {})
            for person in (bob, cleo):
                await room.sit(table, person)
            await room.start_match(table, ann)
            await settle(room, table)
            here, people = room.table_registry.tables[table], (ann, bob, cleo)
            async with client(app, token) as http:
                for _step in range(12):
                    old, new = [(await http.get(f"{one}/tables/{table}")).json() for one in ("/api", "/api/2")]
                    assert in_words_1(new) == old
                    assert not {"news", "fresh", "do"} & {*new}
                    for viewer in range(-1, 3):
                        for after in (None, here.state.seq - 1):
                            moment = Broadcast(here.state, here.history, here.public, 0.0)
                            events = [moment.encode_event(viewer, after, one) for one in (VERSION_1, VERSION_2)]
                            heads, bodies = zip(*(one.split(b"\ndata: ") for one in events), strict=True)
                            assert heads[1] == heads[0].replace(b"event: news", b"event: update")
                            assert in_words_1(json.loads(bodies[1])) == json.loads(bodies[0])
                    state = here.state
                    if state.to_act is None or not state.token:
                        break
                    legal = state.view(state.to_act).legal.actions
                    await room.move(table, people[state.to_act], int(max(legal)), state.token)
                    await settle(room, table)

    asyncio.run(work())


WRONG_SETTINGS: dict[str, int | str] = {
    "decision_seconds": 1,
    "time_bank": -1,
    "allowed_misses": 0,
    "default_bot": "nobody",
    "stake_unit": "x" * 100,
    "title": "x" * 100,
    "chat": "loud",
}


def test_version_1_names_a_setting_as_it_was_asked_for(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        token = Caller(address, "Ann").token
        with httpx.Client(base_url=f"{address}/api/", headers={"authorization": f"Bearer {token}"}) as http:
            for name in ("seconds", "bank", "misses", "gathers"):
                wrong = http.post("tables", json={"game": "tall-card", "seats": 2, "settings": {name: -5}})
                assert (wrong.status_code, wrong.json()["error"].split()[0]) == (400, name)


def test_a_program_plays_in_the_words_of_version_2(tmp_path: Path) -> None:
    """A table, a move with its key, a late move, a rule's refusal, and words, over a real server."""
    with served(tmp_path) as address:
        token = Caller(address, "Ann").token
        with httpx.Client(base_url=f"{address}/api/2/", headers={"authorization": f"Bearer {token}"}) as http:
            settings = {"public": False, "decision_seconds": 61, "default_bot": "gentle"}
            body = {"game": "tall-card", "seats": 2, "settings": settings, "start_with_bots": True}
            opened = http.post("tables", json=body)
            assert opened.status_code == 201, opened.text
            table = opened.json()["table"]
            update = first_choice(http, table)
            assert update["table"]["your_seat"] == 0
            shown = update["table"]["settings"]
            assert {name: shown[name] for name in settings} == settings, "what is shown can be asked for"
            asked = http.post("tables", json=body | {"settings": {"seconds": 61}})
            assert (asked.status_code, "decision_seconds" in asked.json()["error"]) == (400, True), asked.text
            refused = [
                http.post("tables", json=body | {"settings": {name: value}}).json()["error"].split()[0]
                for name, value in {**WRONG_SETTINGS, "begins_after": 9000}.items()
            ]
            assert refused == [*WRONG_SETTINGS, "begins_after"], "each is named as it was asked for"
            wrong = http.post(f"tables/{table}/moves", json={"do": "fold", "token": update["table"]["token"]})
            assert wrong.status_code == 400, "a name of version 1"
            move = {
                "action": update["legal_actions"][0]["text"],
                "token": update["table"]["token"],
                "idempotency_key": "k",
            }
            first, second = [http.post(f"tables/{table}/moves", json=move).json() for _ in range(2)]
            assert (first["action"], first["repeated"], second["repeated"]) == (move["action"], False, True)
            late = http.post(f"tables/{table}/moves", json={**move, "idempotency_key": "other"})
            assert (late.status_code, late.json()["update"]["table"]["id"]) == (409, table)
            assert http.post(f"tables/{table}/messages", json={"text": "Hello!"}).status_code == 204
            said = [one for one in http.get(f"tables/{table}").json()["log"] if one["kind"] == "say"]
            assert "Hello!" in said[-1]["lines"][0]["text"]
            assert http.get(f"tables/{table}/messages").json() == [], "nobody else spoke"
            assert http.get("me").json()["tables"][0]["your_seat"] == 0
            game = http.get("games").json()[0]
            assert {"minimum", "maximum"} == {*game["seats"]}
            assert {"help", "minimum"} <= {*game["options"][0]}
            group = http.post("groups", json={"name": "Friday"}).json()["id"]
            rules = {"game": "talon", "settings": {"decision_seconds": 90}, "options": {"hands": 3}}
            assert http.post(f"groups/{group}/game", json=rules).status_code == 204
            chosen = http.get(f"groups/{group}").json()["next_game"]
            assert (chosen["settings"]["decision_seconds"], chosen["options"]["hands"]) == (90, 3)


def first_choice(http: httpx.Client, table: str) -> dict[str, Any]:
    """The first update with a choice for the caller."""
    with http.stream("GET", f"tables/{table}/stream", timeout=60) as stream:
        for line in stream.iter_lines():
            if line.startswith("event:"):
                assert line in ("event: update",), line
            if line.startswith("data: "):
                update: dict[str, Any] = json.loads(line.removeprefix("data: "))
                if update["table"]["token"] and len(update["legal_actions"]) > 1:
                    return update
    raise AssertionError("the stream ended")


def test_bodies_have_the_names_that_the_table_of_words_gives() -> None:
    schemas = create_app("sqlite:///unused").openapi()["components"]["schemas"]
    for name, words in BODIES.items():
        assert {*words.values()} <= {*schemas[f"{name}2"]["properties"]}
        assert {*words} <= {*schemas[name]["properties"]}
        assert not {*words} & {*schemas[f"{name}2"]["properties"]}


def test_the_docs_list_every_other_name() -> None:
    text = (Path(__file__).parents[3] / "docs" / "room.md").read_text(encoding="utf-8")
    shown = [
        *CLASSES.values(),
        *BODIES.values(),
        VERSION_2.update,
        VERSION_2.entry,
        VERSION_2.legal_range,
        VERSION_2.error,
    ]
    names = {(old, new) for one in shown for old, new in one.items()}
    assert [f"`{old}` → `{new}`" for old, new in names if f"`{old}` → `{new}`" not in text] == []
    assert [old for old, new in PATHS.items() if f"| `{old}` | `{new}` |" not in text] == []


def test_descriptions_have_the_words_of_version_2() -> None:
    """No route or body of version 2 is described with names of version 1."""
    app = create_app("sqlite://")
    told = app.openapi()
    routes = json.dumps({path: about for path, about in told["paths"].items() if path.startswith("/api/2/")})
    bodies = json.dumps({name: told["components"]["schemas"][name] for name in re.findall(r"schemas/(\w+)", routes)})
    assert "`update` is the present state" in routes
    assert "`table.token` of the update" in bodies
    for name in ("`legal`", "of the news", "`table.agreed`", "`table.removed`", "`table.alone.undo`"):
        assert name not in routes + bodies, name
    assert "`news` is" not in routes
    summaries = [call["summary"] for about in json.loads(routes).values() for call in about.values()]
    assert "Open a table" in summaries
    assert not [summary for summary in summaries if summary.endswith((" 2", ".", " who"))]
