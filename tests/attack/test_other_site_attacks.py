"""Attacks by another site, by a listener on the network, who sees the lengths of pages, and by odd texts."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx
import pytest
from starlette.routing import Route

from shindig.web.app import ROUTERS
from tests.kits.server.room_kit import play_out
from tests.kits.web.in_process_app import application

pytestmark = pytest.mark.attack


def test_the_length_of_a_page_that_another_site_asks_for_tells_no_secret(tmp_path: Path) -> None:
    """A guest's own page has the links of their tables, and repeats the page to return to. Compressed, a right guess
    would be shorter than a wrong one."""

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            ann, token = await room.accounts.create_guest("Ann")
            table = await room.open_table(ann, "tall-card", 2)
            wrong = table[::-1]
            known = {"cookie": f"shindig={token}", "accept-encoding": "gzip"}
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://room") as http:

                async def ask(guess: str, **headers: str) -> tuple[str, int]:
                    told = await http.get(f"/me?back=/t/{guess}", headers={**known, **headers})
                    assert f'value="/t/{guess}"' in told.text
                    return told.headers.get("content-encoding", ""), int(told.headers["content-length"])

                for elsewhere in ({"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}, {}):
                    (kind, right), (_, other) = [await ask(guess, **elsewhere) for guess in (table, wrong)]
                    assert (kind, right) == ("", other), elsewhere
                for ours in ("same-origin", "none"):
                    assert (await ask(table, **{"sec-fetch-site": ours}))[0] == "gzip"
                stranger = await http.get("/rules/talon", headers={"accept-encoding": "gzip"})
                assert stranger.headers["content-encoding"] == "gzip"

    asyncio.run(work())


ELSEWHERE: tuple[dict[str, str], ...] = (
    *({"origin": one} for one in ("http://elsewhere", "null", "", "http://room.elsewhere", "https://room")),
    {"origin": "http://room", "host": "elsewhere"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"referer": "http://elsewhere/"},
    {},
)
"""Headers of a browser's requests that do not come from a page of ours."""


def test_no_writing_route_takes_a_request_from_another_site(tmp_path: Path) -> None:
    async def work() -> None:
        async with application(tmp_path) as (app, room):
            _, token = await room.accounts.create_guest("Ann")
            cookies = {"shindig": token}
            async with httpx.AsyncClient(
                transport=httpx.ASGITransport(app=app), base_url="http://room", cookies=cookies
            ) as http:
                routes = [one for router in ROUTERS for one in router.routes if isinstance(one, Route)]
                writing = [(one.path, method) for one in routes for method in {*(one.methods or ())} - {"GET", "HEAD"}]
                assert len(writing) > 60
                for path, method in writing:
                    for headers in ELSEWHERE:
                        told = await http.request(method, re.sub(r"\{.*?\}", "oak", path), headers=headers)
                        assert told.status_code == 403, (method, path, headers)

    asyncio.run(work())


ODD = ("--1", "-", "1-", "²", "1e3", "9" * 12, "0x1")
"""Texts that are no whole numbers, though all their letters may stand in one."""


def test_odd_numbers_and_referers_are_refused_without_a_fault(tmp_path: Path) -> None:
    """A fault of ours is logged with its whole trace, so that a flood of them would fill the disk."""

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            ann, token = await room.accounts.create_guest("Ann")
            table = await room.play_now(ann, "tall-card", 2, {"deals_each": 1, "stack": 20})
            await play_out(room, table, [ann])
            headers = {"origin": "http://room", "cookie": f"shindig={token}"}
            async with httpx.AsyncClient(
                transport=httpx.ASGITransport(app=app), base_url="http://room", headers=headers
            ) as http:
                for odd in ODD:
                    for field in ("match", "step", "seat"):
                        told = await http.get(f"/t/{table}/replay", params={"match": "1", field: odd})
                        assert told.status_code == 400, (field, odd)
                    for path, field in (
                        ("host", "remove"),
                        ("cut", "number"),
                        ("report", "number"),
                        ("agree", "match"),
                    ):
                        told = await http.post(f"/t/{table}/{path}", data={field: odd})
                        assert told.status_code == 400, (path, odd)
                for referer in ("http://[", "http://room//elsewhere", "http://elsewhere/", "http://room@elsewhere/"):
                    told = await http.post("/language", data={"language": "de"}, headers={"referer": referer})
                    assert (told.status_code, told.headers["location"]) == (303, "/")

    asyncio.run(work())
