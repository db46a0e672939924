"""Every request that writes has a rate: of each person, whatever their sessions, and of each address."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import httpx
import pytest
from fastapi.routing import APIRoute

from shindig.server.game_server import GameServer
from shindig.web.app import ROUTERS, Application
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


Room = tuple[Application, GameServer]


class Limited(NamedTuple):
    """Two applications and the loop in which they run: one with few requests, one with few others that write."""

    runner: asyncio.Runner
    requests: Room
    deeds: Room


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


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Limited]:
    with asyncio.Runner() as runner:
        opened = [application(tmp_path_factory.mktemp("limited"), replace(FREE, **few)) for few in (FEW_REQUESTS, FEW)]
        requests, deeds = (runner.run(one.__aenter__()) for one in opened)
        yield Limited(runner, requests, deeds)
        for one in opened:
            runner.run(one.__aexit__(None, None, None))


@pytest.mark.attack
@pytest.mark.parametrize(("number", "method", "path"), [(at, *one) for at, one in enumerate(writing())])
def test_no_flood_of_requests_that_write_goes_on(limited: Limited, number: int, method: str, path: str) -> None:
    """By one person with two sessions, then by many people at one address."""
    app, room = limited.requests if UNCOUNTED_WRITES.fullmatch(path) else limited.deeds
    address = f"10.0.0.{number}"

    async def work() -> None:
        for sessions in await of_people(room, f"{number}"):
            found = list[int]()
            for token in sessions:
                async with client(app, token, address) as http:
                    found += await statuses(http, method, path, 4)
            assert 429 in found
            assert found.count(429) >= 5 or path.endswith(("logout", "logins")), (
                "a second session brings no second share"
            )
        async with client(app, (await room.accounts.create_guest("Eve"))[1], address) as http:
            assert await statuses(http, method, path, 1) == [429], "nor do many people at one address"

    limited.runner.run(work())


async def of_people(room: GameServer, of: str) -> list[tuple[str, str]]:
    """Two sessions each of two people, other ones for each test."""
    found = list[tuple[str, str]]()
    for name in ("ann", "bob"):
        guest, _ = await room.accounts.create_guest(name)
        account, first = await room.accounts.register(guest, f"{name}-{of}", "correct horse")
        found.append((first, (await room.accounts.login(account.login or "", "correct horse"))[1]))
    return found
