"""Texts with a NUL character, which no database keeps: refused wherever a text is taken, with what was expected."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

import httpx
import pytest
from fastapi.routing import APIRoute

from shindig.server.game_server import GameServer
from shindig.web.app import ROUTERS
from shindig.web.pages import admin_pages, group_pages, lesson_pages, profile_pages, table_pages
from tests.kits.server.room_kit import names_of
from tests.kits.web.in_process_app import application, client

MARK = "unheard-of"
TEXT = f"{MARK}\0{MARK}"
FIELDS = [
    *("back", "bot", "colour", "email", "figure", "game", "how", "key", "level", "link", "login", "match", "name"),
    *("new", "number"),
    *("old", "password", "phrase", "press", "record", "seal", "seat", "tempo", "text", "to", "token", "value", "why"),
    *("o-until", "nobody-knows", TEXT),
]
"""Of all forms."""
DEEDS: dict[str, Iterable[str]] = {
    "/t/{table}/{deed}": table_pages.DEEDS,
    "/me/{deed}": (*profile_pages.DEEDS, *profile_pages.SHOWN_CODES),
    "/g/{group}/{deed}": group_pages.DEEDS,
    "/learn/{game_id}/{deed}": lesson_pages.DEEDS,
    "/admin/{deed}": admin_pages.DEEDS,
}
"""Routes that stand for several, and which."""
PROVIDER = {"/openid/link", "/openid/remove", "/openid/delete", "/openid/prove", "/openid/password"}
READ_NO_FORM = {"/day", "/t/{table}/leave", "/t/{table}/group", "/admin/{deed}", *PROVIDER}
"""Routes that take no form, or none from people who are no admins, or where no provider is set."""
POSTS = [
    route
    for router in ROUTERS
    for route in router.routes
    if isinstance(route, APIRoute) and "POST" in (route.methods or ())
]
JSON = [route for route in POSTS if route.body_field is not None]
FORMS = [route for route in POSTS if not route.path.startswith("/api/")]


def paths(route: APIRoute, table: str) -> list[str]:
    path = route.path.replace("{table}", table).replace("{match}", "1").replace("{game_id}", "talon")
    path = path.replace("{group}", "nobodys")
    return [path.replace("{deed}", deed) for deed in DEEDS.get(route.path, [""])]


async def at_a_table(room: GameServer) -> tuple[str, str]:
    """A table with somebody who sits there: their token and its id."""
    token, names = await names_of(room)
    return token, names["table"]


def check_refused(answer: httpx.Response, read: bool = True) -> None:
    if read:
        assert answer.json() == {"error": "Expected text without NUL characters."}, answer.url
        assert answer.status_code == 422
    else:
        assert answer.status_code < 500


def check_nothing_stored(folder: Path) -> None:
    for file in folder.iterdir():
        assert MARK.encode() not in file.read_bytes(), file


@pytest.mark.attack
def test_no_json_holds_a_nul(tmp_path: Path) -> None:
    async def work() -> None:
        async with application(tmp_path) as (app, room):
            token, table = await at_a_table(room)
            async with client(app, token) as http:
                for route in JSON:
                    assert route.body_field is not None
                    assert route.body_field.field_info.annotation is not None
                    for name in [*route.body_field.field_info.annotation.model_fields, TEXT]:
                        for value in (TEXT, {TEXT: 1}, {"x": TEXT}, [[TEXT]]):
                            (path,) = paths(route, table)
                            check_refused(await http.post(path, json={name: value}))
        check_nothing_stored(tmp_path)

    assert len(JSON) > 10
    asyncio.run(work())


@pytest.mark.attack
@pytest.mark.parametrize("in_parts", [False, True])
def test_no_form_holds_a_nul(in_parts: bool, tmp_path: Path) -> None:
    def form(name: str) -> dict[str, dict[str, object]]:
        return {"files": {name.replace("\0", "%00"): (None, TEXT)}} if in_parts else {"data": {name: TEXT}}

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            token, table = await at_a_table(room)
            async with client(app, token) as http:
                for route in FORMS:
                    for path in paths(route, table):
                        for name in FIELDS:
                            answer = await http.post(path, **form(name))  # type: ignore[arg-type]
                            check_refused(answer, route.path not in READ_NO_FORM)
        check_nothing_stored(tmp_path)

    assert len(FORMS) > 10
    asyncio.run(work())


@pytest.mark.attack
def test_no_file_to_check_holds_a_nul(tmp_path: Path) -> None:
    async def work() -> None:
        async with application(tmp_path) as (app, _), client(app, "nobody") as http:
            for name in ("file", "seen"):
                check_refused(await http.post("/check", files={name: ("record.jsonl", TEXT.encode())}))
            escaped = await http.post("/check", data={"record": '{"format": "\\u0000"}'})
            assert escaped.status_code == 400, "no record either"

    asyncio.run(work())
