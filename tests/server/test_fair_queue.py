"""A fair queue: turns go round addresses and people, each has a bound, and the address with the most gives way."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from pathlib import Path

import httpx
import pytest

from shindig.server.errors import BusyError
from shindig.server.fair_queue import CURRENT_ASKER, Asker, Bounds, FairQueue, FairWorkers, Ticket
from shindig.server.matches import reviews
from shindig.web.app import Application
from shindig.web.pages import finished_match_pages
from tests.kits.web.in_process_app import FREE, application
from tests.kits.web.running_server import begun


def entered(queue: FairQueue, *askers: tuple[str, str]) -> list[Ticket]:
    return [queue.enter(Asker(*one)) for one in askers]


def test_turns_go_round_addresses_and_the_people_at_each() -> None:
    async def work() -> list[str]:
        queue, order = FairQueue(1, Bounds(100, 10, 10), "full"), list[str]()

        async def one(ticket: Ticket, name: str) -> None:
            await ticket.wait_turn()
            order.append(name)
            ticket.leave()

        first = queue.enter(Asker("z", "z"))
        await first.wait_turn()
        names = {"a1": ("a", "A"), "a2": ("a", "A"), "a3": ("a", "A"), "b1": ("b", "A"), "c1": ("c", "C")}
        tasks = [asyncio.ensure_future(one(queue.enter(Asker(*who)), name)) for name, who in names.items()]
        await asyncio.sleep(0)
        first.leave()
        await asyncio.gather(*tasks)
        return order

    assert asyncio.run(work()) == ["a1", "c1", "b1", "a2", "a3"]


def test_each_person_and_each_address_has_a_bound() -> None:
    queue = FairQueue(0, Bounds(100, 3, 2), "full")
    mine = entered(queue, ("a", "A"), ("a", "B"))
    with pytest.raises(BusyError, match="You asked for a lot"):
        entered(queue, ("a", "C"))
    entered(queue, ("b", "A"), ("c", "A"))
    with pytest.raises(BusyError, match="at your address"):
        entered(queue, ("d", "A"))
    mine[1].leave()
    mine[1].leave()
    entered(queue, ("a", "C"))


def test_a_full_queue_refuses_the_address_with_the_most_and_no_newcomer() -> None:
    async def work() -> None:
        queue = FairQueue(0, Bounds(4, 4, 4), "full")
        tickets = entered(queue, ("a", "A"), ("a", "A"), ("b", "A"), ("c", "C"))
        waiting = [asyncio.ensure_future(one.wait_turn()) for one in tickets]
        await asyncio.sleep(0)
        entered(queue, ("d", "D"))
        assert [one.refused for one in tickets] == [False, True, False, False], "the latest of who has the most"
        with pytest.raises(BusyError, match="full"):
            await waiting[1]
        with pytest.raises(BusyError, match="full"):
            entered(queue, ("d", "D"))
        entered(queue, ("e", "E"))
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(work())


def test_who_waits_no_more_holds_up_nobody() -> None:
    async def work() -> None:
        queue = FairQueue(1, Bounds(10, 10, 10), "full")
        first, second, third = entered(queue, ("a", "A"), ("b", "B"), ("c", "C"))
        await first.wait_turn()
        gone = asyncio.ensure_future(second.wait_turn())
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        first.leave()
        await asyncio.wait_for(third.wait_turn(), 10)

    asyncio.run(work())


def test_work_that_fails_gives_its_turn_on() -> None:
    async def work() -> None:
        workers = FairWorkers("test", 1, Bounds(4, 4, 4), "full")
        for _ in range(8):
            with pytest.raises(ZeroDivisionError):
                await workers.run(lambda: 1 // 0)
        assert await workers.run(lambda: 1) == 1
        workers.close()

    asyncio.run(work())


def caller(app: Application, token: str, address: str) -> httpx.AsyncClient:
    """A program at an address."""
    transport = httpx.ASGITransport(app=app, client=(address, 1))
    return httpx.AsyncClient(transport=transport, base_url="http://room", headers={"authorization": f"Bearer {token}"})


@pytest.mark.attack
def test_records_of_one_address_leave_checks_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many guests there, also with networks of IPv6 of their own; somebody elsewhere is next."""
    go, done = threading.Event(), list[str]()

    def slow(text: str, *_: object) -> object:
        assert go.wait(60)
        done.append(text)
        return finished_match_pages.EMPTY_VERDICT, ""

    monkeypatch.setattr(finished_match_pages, "verify_record", slow)

    async def work() -> None:
        async with application(tmp_path, FREE) as (app, room):
            flood, statuses = list[asyncio.Future[int]](), Counter[int]()
            for number in range(30):
                _, token = await room.accounts.create_guest("Eve")
                address = f"2001:db8::{number + 1}" if number % 2 else "10.0.0.1"
                flood.append(asyncio.ensure_future(checked(app, token, address, "flood")))
            await asyncio.sleep(0.1)
            _, token = await room.accounts.create_guest("Ann")
            others = [asyncio.ensure_future(checked(app, token, f"10.0.1.{n}", "other")) for n in range(4)]
            while sum(one.done() for one in flood) < 14:
                await asyncio.sleep(0.01)
            go.set()
            assert await asyncio.gather(*others) == [200] * 4
            statuses.update(await asyncio.gather(*flood))
            assert statuses == {200: 16, 503: 14}
            assert "other" in done[:4], "in the first round"

    asyncio.run(work())


async def checked(app: Application, token: str, address: str, record: str) -> int:
    async with caller(app, token, address) as http:
        return (await http.post("/check", data={"record": record})).status_code


@pytest.mark.attack
def test_right_passwords_of_one_address_leave_logins_to_others(tmp_path: Path) -> None:
    """Sixty at once, of three addresses; eight people elsewhere log in meanwhile."""

    async def work() -> None:
        right = {"login": "ann", "password": "correct horse"}
        async with httpx.AsyncClient(base_url=address, timeout=120) as http:

            async def log_in(where: str) -> int:
                return (await http.post("/api/logins", json=right, headers={"x-forwarded-for": where})).status_code

            flood = [asyncio.ensure_future(log_in(f"10.0.0.{number % 3}")) for number in range(60)]
            assert await asyncio.gather(*(log_in(f"10.0.1.{number}") for number in range(8))) == [201] * 8
            assert set(await asyncio.gather(*flood)) <= {201, 429, 503}

    database = f"sqlite:///{tmp_path}/room.sqlite3"
    limits = ("--limit", "login_burst=1000", "--limit", "login_rate=1000")
    with begun(database, "--trust-proxy", "127.0.0.1", *limits) as (_, http):
        address = str(http.base_url)
        made = {"login": "ann", "password": "correct horse"}
        assert http.post("/me/register", data=made, headers={"origin": address.rstrip("/")}).status_code == 200
        http.cookies.clear()
        asyncio.run(work())


@pytest.mark.attack
def test_guests_of_one_address_leave_reviews_to_others() -> None:
    """However many of them: a review of another address is begun, and theirs give way where all places are taken."""

    async def work() -> None:
        tickets, queue = list[Ticket](), FairQueue(0, reviews.BOUNDS, reviews.FULL)
        for number in range(80):
            try:
                tickets.append(queue.enter(Asker(f"p{number}", f"10.0.0.{number % 10}")))
            except BusyError:
                continue
        assert len(tickets) == 64
        new = queue.enter(Asker("ann", "10.0.1.1"))
        assert not new.refused
        assert sum(one.refused for one in tickets) == 1

    asyncio.run(work())
    assert CURRENT_ASKER.get() == Asker()
