"""Who comes by an invitation says a name and chooses a face, in one step; browsers are told apart."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx

from shindig.server.game_server import GameServer
from shindig.web.app import Application
from tests.kits.server.room_kit import guests
from tests.kits.web.in_process_app import application


def browser(app: Application) -> httpx.AsyncClient:
    """A browser of somebody, which keeps its cookies and follows redirections."""
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app),
        base_url="http://room",
        headers={"sec-fetch-site": "same-origin"},
        follow_redirects=True,
    )


def run(folder: Path, work: Callable[[Application, GameServer], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with application(folder) as (app, room):
            await work(app, room)

    asyncio.run(whole())


def test_a_stranger_joins_with_a_name_and_a_face(tmp_path: Path) -> None:
    async def work(app: Application, room: GameServer) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.open_table(ann, "tall-card", 3)
        async with browser(app) as ben:
            page = (await ben.get(f"/t/{table}")).text
            assert "Join the table" in page
            assert page.index('name="name"') < page.index(">Join</button>")
            seated = await ben.post(f"/t/{table}/sit", data={"name": "Ben", "figure": "moon", "colour": "plum"})
            assert "Join the table" not in seated.text
            seat = (await room.build_snapshot(table)).info.seats[1]
            assert (seat.name, seat.face) == ("Ben", "moon-plum")
            await ben.post(f"/t/{table}/name", data={"name": "Benny", "figure": "star", "colour": "teal"})
            seat = (await room.build_snapshot(table)).info.seats[1]
            assert (seat.name, seat.face) == ("Benny", "star-teal")

    run(tmp_path, work)


def test_two_browsers_of_one_address_are_two_devices_and_two_people_in_one_are_one(tmp_path: Path) -> None:
    async def work(app: Application, room: GameServer) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.open_table(ann, "tall-card", 4)
        async with browser(app) as ben, browser(app) as cyd:
            await ben.post(f"/t/{table}/sit", data={"name": "Ben"})
            await cyd.post(f"/t/{table}/sit", data={"name": "Cyd"})
            assert not any(seat.alike for seat in (await room.build_snapshot(table)).info.seats)
            cyd.cookies.delete("shindig")
            await cyd.post(f"/t/{table}/sit", data={"name": "Dee"})
            seats = (await room.build_snapshot(table)).info.seats
            assert [seat.alike for seat in seats] == [(), (), (3,), (2,)]

    run(tmp_path, work)


def test_who_was_removed_is_offered_no_seat_until_the_host_takes_it_back(tmp_path: Path) -> None:
    async def work(app: Application, room: GameServer) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.open_table(ann, "tall-card", 3)
        async with browser(app) as ben:
            await ben.post(f"/t/{table}/sit", data={"name": "Ben"})
            await room.remove_player(table, ann, 1)
            page = (await ben.get(f"/t/{table}")).text
            assert "The host has removed you, so you can only watch." in page
            assert 'class="play barred"' in page
            await room.readmit_player(table, ann, 0)
            page = (await ben.get(f"/t/{table}")).text
            assert "The host has removed you" not in page
            assert "Take a seat" in page
            assert page.count('<li class="readmit"') == 1, "open pages of this person load again at this line"

    run(tmp_path, work)
