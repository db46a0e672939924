"""Every request that writes has a rate: of each person, whatever their sessions, and of each address."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute

from shindig.server.game_server import GameServer
from shindig.web.app import ROUTERS
from shindig.web.http.request_guard import SAFE_METHODS, Limits, read_limits
from shindig.web.http.write_request_limit import UNCOUNTED_WRITES
from shindig.web.pages import profile_pages, table_pages
from tests.kits.web.in_process_app import FREE, application, client

DEEDS = {
    "/t/{table}/{deed}": [*table_pages.DEEDS],
    "/me/{deed}": [*profile_pages.DEEDS],
    "/learn/{game_id}/{deed}": ["on"],
}
"""Routes that stand for several, and which."""
BY_REQUESTS = {"cut", "cuts", "here", "move", "moves", "nudge"}
"""What table routes end in that the rate of requests limits."""
FEW: dict[str, Any] = {"deed_rate": 1e-6, "deed_burst": 3, "address_deed_rate": 1e-6, "address_deed_burst": 6}
FEW_REQUESTS: dict[str, Any] = {
    "rate": 1e-6,
    "burst": 3,
    "address_request_rate": 1e-6,
    "address_request_burst": 6,
}


def writing() -> list[tuple[str, str]]:
    """All routes that write: method and path."""
    routes = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    found = list[tuple[str, str]]()
    for route in routes:
        for method in {*(route.methods or ())}.difference(SAFE_METHODS):
            for deed in DEEDS.get(route.path, ["x"]):
                path = route.path.replace("{deed}", deed).replace("{table}", "abc").replace("{match}", "1")
                found.append((method, path.replace("{game_id}", "talon")))
    return sorted({*found})


def test_what_is_limited_elsewhere_is_named() -> None:
    assert {path.rpartition("/")[2] for _, path in writing() if UNCOUNTED_WRITES.fullmatch(path)} == BY_REQUESTS


def test_limits_are_settings() -> None:
    assert read_limits(("deed_rate=2.5", "streams=4")) == replace(Limits(), deed_rate=2.5, streams=4)
    for wrong in ("dead_rate=1", "streams", "streams=many", "streams=-1", "streams=1.5"):
        with pytest.raises(ValueError, match="--limit"):
            read_limits((wrong,))


async def statuses(http: httpx.AsyncClient, method: str, path: str, times: int) -> list[int]:
    return [(await http.request(method, path)).status_code for _ in range(times)]


@pytest.mark.attack
@pytest.mark.parametrize(("method", "path"), writing())
def test_no_flood_of_requests_that_write_goes_on(method: str, path: str, tmp_path: Path) -> None:
    """By one person with two sessions, then by many people at one address."""

    async def work() -> None:
        requests = UNCOUNTED_WRITES.fullmatch(path) is not None
        few: dict[str, Any] = (
            {"rate": 1e-6, "burst": 3, "address_request_rate": 1e-6, "address_request_burst": 6} if requests else FEW
        )
        async with application(tmp_path, replace(FREE, **few)) as (app, room):
            for sessions in await of_people(room):
                found = list[int]()
                for token in sessions:
                    async with client(app, token) as http:
                        found += await statuses(http, method, path, 4)
                assert 429 in found
                assert found.count(429) >= 5 or path.endswith(("logout", "logins")), (
                    "a second session brings no second share"
                )
            async with client(app, (await room.accounts.create_guest("Eve"))[1]) as http:
                assert await statuses(http, method, path, 1) == [429], "nor do many people at one address"

    asyncio.run(work())


async def of_people(room: GameServer) -> list[tuple[str, str]]:
    """Two sessions each of two people."""
    found = list[tuple[str, str]]()
    for name in ("ann", "bob"):
        guest, _ = await room.accounts.create_guest(name)
        account, first = await room.accounts.register(guest, name, "correct horse")
        found.append((first, (await room.accounts.login(account.login or "", "correct horse"))[1]))
    return found
