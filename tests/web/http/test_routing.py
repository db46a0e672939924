"""The busiest requests, past the framework's layers: answered as the framework answers them."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute

from shindig.web.api import table_protocol
from shindig.web.app import ROUTERS
from shindig.web.http.routing import DIRECT_HANDLERS, Routes, find_direct_routes
from shindig.web.pages import lobby_pages, profile_pages, table_pages
from tests.kits.server.room_kit import names_of
from tests.kits.web.in_process_app import application, client, frameworks_way

FORM = {"content-type": "application/x-www-form-urlencoded"}
REQUESTS: dict[str, tuple[str, dict[str, Any]]] = {
    "a move": ("/api/tables/{table}/moves", {"json": {"do": "claim", "token": "{token}", "key": "k"}}),
    "an illegal move": ("/api/tables/{table}/moves", {"json": {"do": "fold", "token": "{token}"}}),
    "a late move": ("/api/tables/{table}/moves", {"json": {"do": "claim", "token": "0.0"}}),
    "no token": ("/api/tables/{table}/moves", {"json": {"do": "claim"}}),
    "an unknown name": ("/api/tables/{table}/moves", {"json": {"do": "claim", "token": "1.1", "more": 1}}),
    "no JSON": ("/api/tables/{table}/moves", {"content": "claim"}),
    "no such table": ("/api/tables/nowhere/moves", {"json": {"do": "claim", "token": "1.1"}}),
    "no table's id": ("/api/tables/NO-WHERE/moves", {"json": {"do": "claim", "token": "1.1"}}),
    "a touch": ("/t/{table}/move", {"content": "press={press}&token={token}&key=k", "headers": FORM}),
    "an illegal touch": ("/t/{table}/move", {"content": "press=999999&token={token}", "headers": FORM}),
    "nothing touched": ("/t/{table}/move", {"content": "token={token}", "headers": FORM}),
    "a late touch": ("/t/{table}/move", {"content": "press=0&token=0.0", "headers": FORM}),
    "no table's id for a touch": ("/t/NO-WHERE/move", {"content": "press=0&token=0.0", "headers": FORM}),
    "no form": ("/t/{table}/move", {"json": {"press": 0}}),
}


def filled(what: Any, names: dict[str, str]) -> Any:
    """A request with this table's own names."""
    if isinstance(what, dict):
        return {key: filled(value, names) for key, value in what.items()}
    return what.format(**names) if isinstance(what, str) and what not in FORM.values() else what


@pytest.mark.parametrize("asked", REQUESTS)
def test_a_busy_request_is_answered_as_the_framework_answers_it(asked: str, tmp_path: Path) -> None:
    path, request = REQUESTS[asked]

    async def answers() -> list[tuple[int, object]]:
        found = []
        async with application(tmp_path) as (app, room):
            for way in (app, frameworks_way(app)):
                token, names = await names_of(room)
                async with client(way, token) as caller:
                    answer = await caller.post(path.format(**names), **filled(request, names))
                told = answer.json() if answer.content else None
                if isinstance(told, dict):
                    told.pop("news", None)  # another table's
                    told["error"] = None if asked == "no JSON" else told.get("error")  # each parser has its own words
                found.append((answer.status_code, told))
        return found

    busy, framework = asyncio.run(answers())
    assert busy == framework


def test_every_busy_function_is_a_route_and_no_other_is_taken() -> None:
    routes = [
        *table_protocol.router.routes,
        *table_pages.router.routes,
        *lobby_pages.router.routes,
        *profile_pages.router.routes,
    ]
    assert {*find_direct_routes(routes)} == {*DIRECT_HANDLERS}


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "PUT"])
def test_the_table_of_routes_finds_what_the_framework_would(method: str) -> None:
    routes = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    paths = {re.sub("{[^}]*}", part, route.path) for route in routes for part in ("abc", "advice", "data", "x.svg")}
    table = Routes(routes)
    for path in [*paths, *(f"{path}/more" for path in paths), "/static/1/a/b.js", "/nowhere", "//"]:
        full = [one for one in routes if one.path_regex.match(path) and method in (one.methods or ())]
        other = [one for one in routes if one.path_regex.match(path)]
        found = table.find(method, path)
        if full:
            assert found is not None
            assert found.route is full[0], path
        else:
            assert (found is None) == (not other), path
            assert found is None or method not in (found.route.methods or ())
