"""What one guest may ask for again and again costs the others little, and is told to wait beyond that."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from shindig.server.broadcast import player_view
from shindig.server.errors import BusyError
from shindig.server.fair_queue import CURRENT_ASKER, Asker
from shindig.server.fairness.record_verification import Verdict
from shindig.server.game_server import GameServer
from shindig.server.matches.continue_match import ContinuedMatches
from shindig.server.public_tables import OF_ADDRESS
from shindig.server.schemas import Settings, TableCard
from shindig.server.table_log.table_state import TableState
from shindig.server.tables.closed_tables import OF_PERSON
from shindig.server.tables.table_actor import TableActor
from shindig.server.tables.table_unloading import REST
from shindig.web.html.templating import render_template
from shindig.web.http.request_guard import Limits
from shindig.web.pages import finished_match_pages
from shindig.web.pages.finished_match_pages import MOST_CHECKED
from tests.kits.server.databases import log_reads
from tests.kits.server.room_kit import HandClock, claim, guests, play_out, run, settle, two_at_table
from tests.kits.web.in_process_app import application, client

pytestmark = pytest.mark.attack


def test_records_are_checked_one_after_another_and_nothing_else_waits_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record of 20,000 lines takes more than a second, and anybody may send some every second."""
    go, running, most = threading.Event(), 0, 0

    def slow(*_: object) -> tuple[Verdict, str]:
        nonlocal running, most
        running += 1
        most = max(most, running)
        assert go.wait(60)
        running -= 1
        return finished_match_pages.EMPTY_VERDICT, ""

    monkeypatch.setattr(finished_match_pages, "verify_record", slow)

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            _, token = await room.accounts.create_guest("Ann")
            async with client(app, token) as http:
                asked = [
                    asyncio.ensure_future(http.post("/check", data={"record": "{}"})) for _ in range(MOST_CHECKED + 40)
                ]
                refused = [await one for one in asked[MOST_CHECKED:]]
                assert {one.status_code for one in refused} == {503}
                await asyncio.to_thread(lambda: None)  # a thread is there for everybody else
                assert (await http.get("/")).status_code == 200
                go.set()
                assert {(await one).status_code for one in asked[:MOST_CHECKED]} == {200}

    asyncio.run(work())
    assert most == 1


def test_tables_of_a_history_that_are_closed_are_read_once(tmp_path: Path) -> None:
    """The lobby shows them to who comes again and again, and each may have thousands of events."""

    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, "tall-card", 2)
        await room.sit(table, bob)
        await room.close_table(table, ann)
        while table in room.table_registry.tables:
            await asyncio.sleep(0)
        with log_reads() as read:
            told = await asyncio.gather(*(room.load_history(one) for one in 20 * (ann, bob)))
        assert [(card.state, card.you) for (card,) in told[:2]] == [("closed", 0), ("closed", 1)]
        assert told[0][0].at > 0
        assert read == [table, table]

    run(tmp_path, work)


def test_a_table_that_is_closed_is_read_once_for_all_who_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has its link may look again and again, and its log may have thousands of events."""

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            ann, token = await room.accounts.create_guest("Ann")
            table = await room.open_table(ann, "tall-card", 2)
            await room.close_table(table, ann)
            while table in room.table_registry.tables:
                await asyncio.sleep(0)
            pages = f"/t/{table}", f"/t/{table}/qr.svg", f"/t/{table}/report", f"/api/tables/{table}"
            async with client(app, token) as http:
                with log_reads() as read:
                    told = await asyncio.gather(*(http.get(page) for page in 5 * pages))
            assert {one.status_code for one in told} == {200}
            assert read == [table]
            held = asyncio.Event()

            async def slow(*_: object) -> TableActor:
                await held.wait()
                raise BusyError("read")

            monkeypatch.setattr(TableActor, "load", slow)
            asker = CURRENT_ASKER.set(Asker(ann.id, "10.0.0.1"))
            others = [await room.open_table(ann, "tall-card", 2) for _ in range(OF_PERSON + 2)]
            for one in others:
                await room.close_table(one, ann)
            while any(one in room.table_registry.tables for one in others):
                await asyncio.sleep(0)
            asked = [asyncio.ensure_future(room.build_snapshot(one, ann)) for one in others]
            CURRENT_ASKER.reset(asker)
            refused, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            assert all(isinstance(one.exception(), BusyError) for one in refused)
            held.set()
            await asyncio.gather(*asked, return_exceptions=True)

    asyncio.run(work())


def test_tables_of_a_history_that_nobody_visits_are_read_once(tmp_path: Path) -> None:
    """Twenty open tables of a host may rest out of memory, and the lobby shows them at every look."""

    async def rest(room: GameServer, clock: HandClock, table: str) -> None:
        await settle(room, table)
        clock.advance(REST + 1)
        for _ in range(50):
            await asyncio.sleep(0)
        await room.table_registry.unload_quiet()
        assert table in room.table_registry.resting

    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann, bob = await two_at_table(room, settings=Settings(seconds=604_800))
        await rest(room, clock, table)
        with log_reads() as read:
            for _ in range(5):
                assert [card.your_turn for who in (ann, bob) for card in await room.load_history(who)] == [False, True]
        assert read == [table, table]
        await claim(room, table, bob)
        await rest(room, clock, table)
        with log_reads() as read:
            await room.load_history(ann)
        assert read == [table], "it is read again after an event"

    run(tmp_path, work)


SCARCE = Limits(table_burst=3, table_rate=1e-3, talk_burst=3, talk_rate=1e-3)


def test_nobody_talks_all_others_down(tmp_path: Path) -> None:
    """Each line is told to all who are there, stays in the log for good, and pushes what was played out of sight."""

    async def work() -> None:
        async with application(tmp_path, SCARCE) as (app, room):
            (ann, hers), (bob, his) = await room.accounts.create_guest("Ann"), await room.accounts.create_guest("Bob")
            tables = [await room.open_table(ann, "tall-cards", 2) for _ in range(2)]
            async with client(app, hers) as http:
                said = [await http.post(f"/api/tables/{table}/words", json={"text": "me"}) for table in 2 * tables]
                assert [one.status_code for one in said] == [204, 204, 204, 429]
                assert int(said[-1].headers["retry-after"]) > 1
                assert (await http.post(f"/t/{tables[0]}/say", data={"text": "me"})).status_code == 429
                assert (await http.post(f"/t/{tables[0]}/start")).status_code != 429
            await room.sit(tables[0], bob)
            async with client(app, his) as http:
                assert (await http.post(f"/t/{tables[0]}/say", data={"text": "you"})).status_code == 204

    asyncio.run(work())


def test_one_address_does_not_fill_the_room_with_tables(tmp_path: Path) -> None:
    """However many guests come from there, and however soon each table is closed again."""

    async def work() -> None:
        async with application(tmp_path, SCARCE) as (app, room):
            codes = []
            for number in range(4):
                ann, token = await room.accounts.create_guest("Ann")
                async with client(app, token) as http:
                    told = await http.post("/api/tables", json={"game": "tall-card", "seats": 2, "begin": bool(number)})
                    codes.append(told.status_code)
                    if told.is_success:
                        await room.close_table(told.json()["table"], ann)
                    if number == 3:
                        codes.append((await http.post("/play", data={"game": "tall-card", "bots": "1"})).status_code)
                        codes.append((await http.post("/open/tall-card", data={"seats": "2"})).status_code)
            assert codes == [201, 201, 201, 429, 429, 429]

    asyncio.run(work())


def test_one_choice_of_a_person_is_weighed_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots weigh each for a second or so; who asks for the same page many times would have all others wait."""
    go, begun = asyncio.Event(), list[int]()

    async def slow(*_: object) -> None:
        begun.append(1)
        await go.wait()
        raise BusyError("weighed")

    monkeypatch.setattr(ContinuedMatches, "compare_choice", slow)

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            (ann, hers), (_, his) = await room.accounts.create_guest("Ann"), await room.accounts.create_guest("Bob")
            table = await room.open_table(ann, "tall-card", 2)
            async with client(app, hers) as her, client(app, his) as him:
                first, second = (asyncio.ensure_future(http.get(f"/t/{table}/compare")) for http in (her, him))
                await asyncio.sleep(0)
                while len(begun) < 2:
                    await asyncio.sleep(0)
                assert [(await her.get(f"/t/{table}/compare")).status_code for _ in range(3)] == [429] * 3
                go.set()
                assert [(await one).status_code for one in (first, second)] == [503, 503]
                assert (await her.get(f"/t/{table}/compare")).status_code == 503

    asyncio.run(work())


def test_pages_of_long_matches_are_rendered_one_after_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of the proofs of a few thousand steps has megabytes, and everybody who looked on may ask for it."""
    go, running, most = threading.Event(), 0, 0

    def slow(name: str, values: dict[str, object]) -> str:
        nonlocal running, most
        assert threading.current_thread() is not threading.main_thread()
        running += 1
        most = max(most, running)
        assert go.wait(60)
        running -= 1
        return render_template(name, values)

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            ann, token = await room.accounts.create_guest("Ann")
            table = await room.play_now(ann, "tall-card", 2, {"deals_each": 1, "stack": 20})
            await play_out(room, table, [ann])
            pages = f"/t/{table}/replay?match=1", f"/t/{table}/proofs?match=1"
            headers = {"accept": "text/html", "accept-language": "de"}
            async with client(app, token) as http:
                for page in pages:
                    assert '<html lang="de"' in (await http.get(page, headers=headers)).text
                monkeypatch.setattr(finished_match_pages, "render_template", slow)
                asked = [asyncio.ensure_future(http.get(page, headers=headers)) for page in 5 * pages]
                refused, waiting = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
                assert {one.result().status_code for one in refused} == {503}
                assert (await http.get("/")).status_code == 200
                go.set()
                assert {(await one).status_code for one in waiting} <= {200, 503}

    asyncio.run(work())
    assert most == 1


def test_tables_that_the_lobby_leaves_out_are_not_drawn_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address may open 200 tables, and everybody's lobby shows three of them."""
    drawn = list[str]()
    real = player_view.build_table_card

    def counted(state: TableState, *rest: Any) -> TableCard:
        drawn.append(state.id)
        return real(state, *rest)

    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        asker = CURRENT_ASKER.set(Asker(ann.id, "10.0.0.1"))
        opened = [await room.open_table(ann, "tall-card", 2) for _ in range(OF_ADDRESS + 4)]
        monkeypatch.setattr(player_view, "build_table_card", counted)
        assert {card.id for card in room.list_public_tables()} == {*opened}, "their own are all there"
        CURRENT_ASKER.reset(asker)
        drawn.clear()
        assert {card.id for card in room.list_public_tables()} == {*drawn} == {*opened[:OF_ADDRESS]}

    run(tmp_path, work)
