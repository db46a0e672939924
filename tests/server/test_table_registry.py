"""The tables that a server has, how many there may be, and what it says where it cannot serve them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest

from shindig.bots.external_bot_json import BotError
from shindig.server import game_server, public_tables
from shindig.server.cluster.lease_store import Server
from shindig.server.errors import BusyError, ForbiddenError, MissingError, RefusedError, RoomError
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.public_tables import PublicTables
from shindig.server.schemas import Settings
from shindig.server.storage import server_signals
from shindig.server.storage.database import StoreError, make_engine
from shindig.server.storage.event_store import Append
from shindig.server.storage.server_signals import LONGEST, notify_servers
from shindig.server.table_log.table_state import TableState
from shindig.server.tables import table_actor, table_registry
from shindig.server.tables.commands import Pause, RunScheduler
from shindig.server.tables.table_actor import MOVED, TableActor, TableServices
from shindig.server.tables.table_registry import TableRegistry
from tests.kits.server.room_kit import HandClock, InlineBots, asked, claim, guests, run, settle, two_at_table

# Tables, and who has them.


def owner(**more: object) -> Any:
    """A server's part among others: it is sure, and claims what is free."""
    return SimpleNamespace(
        **{"me": Server("here", id="me"), "batch": 2, "shared": True, "has_lease": lambda: True, **more}
    )


def keeper(
    of: Any, rows: Callable[[str], Any] = lambda _: None, lines: Callable[[], list[str]] = list
) -> TableRegistry:
    async def known(table: str) -> Any:
        return rows(table)

    async def log(_: str) -> list[str]:
        return lines()

    async def recall() -> None: ...

    services: Any = SimpleNamespace(store=SimpleNamespace(find_table=known, load_log=log), bots=InlineBots())
    return TableRegistry(services, of, recall)


def row(owner: str = "you", address: str | None = "there", closed: bool = False) -> Any:
    return SimpleNamespace(
        id="oak",
        game="tall-card",
        owner=owner,
        epoch=1,
        closed=closed,
        address=address,
        machine="m",
        process=3,
        secret="s",
    )


THERE = Server("there", "m", 3, "you", "s")


def test_a_table_of_another_server_is_known_until_it_is_not_there() -> None:
    async def work() -> None:
        asked: list[str] = []

        def rows(table: str) -> Any:
            asked.append(table)
            return row()

        one = keeper(owner(), rows)
        assert [await one.find_owner("oak") for _ in range(2)] == [THERE, THERE]
        assert asked == ["oak"]
        one.forget("oak")
        one.forget("never known")
        assert await one.find_owner("oak") == THERE
        assert asked == ["oak", "oak"]

    asyncio.run(work())


@pytest.mark.parametrize(
    "found",
    [None, row(closed=True), row(address=None), row(address=""), row(owner="me")],
    ids=["none", "closed", "nobody's", "unreachable", "own"],
)
def test_a_table_that_no_other_has_is_answered_for_here(found: Any) -> None:
    assert asyncio.run(keeper(owner(), lambda _: found).find_owner("oak")) is None


def test_who_serves_alone_asks_nobody() -> None:
    assert asyncio.run(keeper(owner(shared=False), lambda _: 1 / 0).find_owner("oak")) is None


def test_a_table_between_owners_is_waited_for_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_registry, "MOMENT", 0.0)

    async def work() -> None:
        sure, asked = [False, False, True], list[str]()

        def rows(table: str) -> Any:
            asked.append(table)
            return row(address=None)

        one = keeper(owner(has_lease=lambda: sure.pop(0) if sure else True), rows)
        assert await one.find_owner("oak") is None
        assert len(asked) == 3
        monkeypatch.setattr(table_registry, "PATIENCE", 0.0)
        with pytest.raises(BusyError, match=f"^{MOVED}$"):
            await keeper(owner(), rows).find_owner("oak")

    asyncio.run(work())


def test_only_so_many_tables_of_others_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_registry, "MANY_KNOWN", 2)
    one = keeper(owner())
    for where in ("oak", "elm"):
        one._remember(where, THERE)
    assert [*one._known] == ["oak", "elm"]
    one._remember("ash", THERE)
    assert [*one._known] == ["ash"]


def test_what_cannot_be_a_table_is_not_looked_for() -> None:
    async def work() -> None:
        asked: list[str] = []
        one = keeper(owner(), lambda table: asked.append(table))
        for where in ("x" * 33, "ä", "a-b", "", "x" * 32):
            with pytest.raises(MissingError, match="We can’t find that table"):
                await one.find_row(where)
        assert asked == ["x" * 32]

    asyncio.run(work())


def test_a_server_that_began_anew_meanwhile_serves_nothing_of_what_it_was() -> None:
    async def work() -> None:
        of = owner()

        def anew() -> list[str]:
            of.me = Server("here", id="other")
            return []

        one = keeper(of, lambda _: row("me"), anew)
        with pytest.raises(BusyError, match=f"^{MOVED}$"):
            await one.load("oak")
        for unsure in (owner(has_lease=lambda: False), owner()):
            one = keeper(unsure, lambda _: row("me"))
            one.leaving = unsure.has_lease()
            with pytest.raises(BusyError, match=f"^{MOVED}$"):
                await one.load("oak")
            assert one.tables == {}

    asyncio.run(work())


def test_what_could_not_be_claimed_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_registry, "AGAIN", 0.0)

    async def work() -> None:
        one, tries, enough = keeper(owner()), list[int](), asyncio.Event()

        async def take() -> None:
            tries.append(1)
            one._free.clear()
            if len(tries) == 4:
                enough.set()
            if len(tries) < 4:
                raise StoreError("out") if len(tries) % 2 else BusyError("out")

        one.claim_free_tables = take  # type: ignore[method-assign]
        one.claim_freed_tables()
        task = asyncio.create_task(one._take_on())
        await asyncio.wait_for(enough.wait(), 60)
        task.cancel()
        assert len(tries) == 4

    asyncio.run(work())


def test_tables_of_games_that_are_ready_are_restored_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_registry, "MANY_EVENTS", 2)
    monkeypatch.setattr(table_registry, "PORTION", 1)

    async def work() -> None:
        done: list[str] = []

        async def logs(names: list[str]) -> dict[str, list[str]]:
            return {name: [] if name == "empty" else ["{}"] * int(name) for name in names}

        async def games_of(names: list[str]) -> dict[str, str]:
            return {name: {"1": "talon", "2": "tall-card"}.get(name, "gone") for name in names}

        async def open_events() -> int:
            return sum(int(name) for name in one._owed if name != "empty")

        async def wrote(work: Any) -> None:
            done.append(f"closed {work.keywords['names']}")

        async def restored(table: str, lines: list[str], epoch: int) -> None:
            done.append(f"{table} {len(lines)} {epoch}")

        one = keeper(owner())
        one.services.store = SimpleNamespace(  # type: ignore[assignment]
            load_logs=logs, load_games=games_of, count_open_events=open_events, write=wrote
        )
        preparing = SimpleNamespace(
            unready_games=["talon"], prepare_games=lambda games: done.append(" ".join(sorted(games)))
        )
        monkeypatch.setattr(one, "warm_up", preparing)
        monkeypatch.setattr(one, "_restore", restored)
        one._owed = {"2": 5}
        await one._restore_all()
        assert done == ["2 2 5"], "few events need no compiled rules"
        done.clear()
        one._owed = {"1": 1, "2": 2, "empty": 3}
        await one._restore_all()
        assert done == ["gone tall-card talon", "2 2 2", "closed ['empty']", "1 1 1"]
        assert one._owed == {}

    asyncio.run(work())


# What a table says that is not served.


async def refused(work: Awaitable[Any], kind: type[Exception]) -> str:
    with pytest.raises(kind) as error:
        await work
    assert type(error.value) is kind
    return str(error.value)


def test_a_table_that_is_not_served_does_nothing(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        name, ann, _bob = await two_at_table(room)
        one = room.table_registry.tables[name]
        idle = TableActor(one.services, TableState("elm"), 1)
        said = "This table has moved to another server. Try again."
        assert await refused(idle.do(RunScheduler()), BusyError) == said
        one.lost = True
        assert await refused(one.do(RunScheduler()), BusyError) == said
        assert await refused(one.carry_out(Pause(ann)), BusyError) == str(MOVED)
        assert await refused(one.carry_out(RunScheduler()), BusyError) == str(MOVED)
        one.lost = False
        assert await one.carry_out(RunScheduler()) is None  # type: ignore[func-returns-value]
        await room.say(name, ann, "Hello!")

    run(tmp_path, work)


def test_the_latest_answers_are_at_hand_and_the_others_in_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_actor, "ANSWERS_KEPT", 1)

    async def work(room: GameServer, _: HandClock) -> None:
        name, ann, bob = await two_at_table(room)
        one = room.table_registry.tables[name]
        await claim(room, name, bob, "first")
        who, news = await asked(room, name, [ann, bob])
        assert news.view is not None
        await room.move(name, who, next(iter(news.view.legal)), news.info.token or "", "second")
        assert [*one._answers] == [f"{who.id}:second"]
        again = await room.move(name, bob, "claim", "0.0", "first")
        assert again.repeated
        assert [*one._answers] == [f"{bob.id}:first"], "and it is at hand again"

    run(tmp_path, work)


def test_what_the_store_refuses_changes_nothing_and_is_said(tmp_path: Path) -> None:
    async def work(here: GameServer, clock: HandClock) -> None:
        (ann,) = await guests(here, "Ann")
        name = await here.play_now(ann, "tall-card", 2, {}, Settings(public=False))
        one, append, tries = here.table_registry.tables[name], here.services.store.append, list[float]()

        async def fails(_: Append) -> None:
            tries.append(clock.now())
            raise StoreError("out")

        await settle(here, name)
        here.services.store.append = fails  # type: ignore[method-assign, assignment]
        assert (await refused(here.say(name, ann, "Hello!"), BusyError)) == "Nothing has changed. out"
        here.services.store.append = append  # type: ignore[method-assign]
        await here.say(name, ann, "Hello!")
        assert isinstance(one.services, TableServices)
        assert len(tries) == 1

    run(tmp_path, work)


# How much there may be of everything.


async def opened(room: GameServer, person: Person, count: int) -> list[str]:
    return [await room.open_table(person, "tall-card", 2) for _ in range(count)]


def test_one_person_hosts_so_many_tables_and_a_room_has_room_for_so_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_server, "MAX_HOSTED", 2)

    async def work(here: GameServer, _: HandClock) -> None:
        ann, bob = await guests(here, "Ann", "Bob")
        first, _second = await opened(here, ann, 2)
        said = "You are already the host of 2 tables. Close one first."
        assert await refused(opened(here, ann, 1), RefusedError) == said
        await here.close_table(first, ann)
        await opened(here, ann, 1)
        monkeypatch.setattr(game_server, "MAX_TABLES", len(here.table_registry.tables) + 1)
        await opened(here, bob, 1)
        full = f"We’re full: {len(here.table_registry.tables)} tables are open. Try again later."
        assert await refused(opened(here, bob, 1), BusyError) == full
        here.table_registry.owners.has_lease = lambda: False  # type: ignore[method-assign]
        monkeypatch.setattr(game_server, "MAX_TABLES", 99)
        assert (await refused(opened(here, bob, 1), BusyError)).startswith("We can’t reach our data.")

    run(tmp_path, work)


def test_so_many_look_on_at_a_table_and_who_sits_there_always_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_server, "MAX_ONLOOKERS", 2)

    async def work(here: GameServer, _: HandClock) -> None:
        (ann,) = await guests(here, "Ann")
        (name,) = await opened(here, ann, 1)
        said = "Too many people are watching here. Try again later."
        with await here.subscribe(name):
            with await here.subscribe(name, ann), await here.subscribe(name):
                assert await refused(here.subscribe(name), BusyError) == said
                assert (await here.subscribe(name, ann)).close() is None  # type: ignore[func-returns-value]
            with await here.subscribe(name):
                assert await refused(here.subscribe(name), BusyError) == said

    run(tmp_path, work)


def test_a_room_that_closes_lets_all_readers_go(tmp_path: Path) -> None:
    async def work(here: GameServer, _: HandClock) -> None:
        (ann,) = await guests(here, "Ann")
        names = await opened(here, ann, 2)
        feeds = [await here.subscribe(name, ann) for name in names]
        assert [feed.over for feed in feeds] == [False, False]
        here.end_subscriptions()
        assert [feed.over for feed in feeds] == [True, True]
        for feed in feeds:
            feed.close()

    run(tmp_path, work)


def test_what_is_no_hexadecimal_is_said_to_be_none(tmp_path: Path) -> None:
    async def work(here: GameServer, _: HandClock) -> None:
        (ann,) = await guests(here, "Ann")
        (name,) = await opened(here, ann, 1)
        said = "expected hexadecimal digits for {}, got 'xyzxyzxyzxyzxyzxyzxy'"
        assert await refused(here.seal_cut_value(name, ann, 0, "xyz" * 9), RoomError) == said.format("seal")
        assert await refused(here.open_cut_value(name, ann, 0, "xyz" * 9), RoomError) == said.format("value")

    run(tmp_path, work)


# What servers tell each other.


def test_a_lobby_that_could_not_tell_or_look_up_does_so_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(here: GameServer, _: HandClock) -> None:
        (ann,) = await guests(here, "Ann")
        (name,) = await opened(here, ann, 1)
        await settle(here, name)
        told, looked = list[set[str]](), list[set[str]]()
        write, read = here.services.store.write, here.services.store.read
        monkeypatch.setattr(public_tables, "store_cards", lambda _, changed: told.append({*changed}))

        def look(_: object, wanted: set[str], __: object) -> dict[str, Any]:
            looked.append({*wanted})
            return {}

        monkeypatch.setattr(public_tables, "load_cards", look)
        one: PublicTables = here.public_tables

        async def fails(_: object) -> None:
            raise StoreError("out")

        here.services.store.write = fails  # type: ignore[method-assign, assignment]
        assert await refused(one.share_changes(), StoreError) == "out"
        here.services.store.write = write  # type: ignore[method-assign]
        await one.share_changes()
        assert told == [{name}]
        await one.share_changes()
        assert told == [{name}], "nothing is new"
        one.note_changes("elm,ash")
        here.services.store.read = fails  # type: ignore[method-assign, assignment]
        assert await refused(one.share_changes(), StoreError) == "out"
        one.note_changes("fir")
        here.services.store.read = read  # type: ignore[method-assign]
        await one.share_changes()
        await one.share_changes()
        assert looked == [{"elm", "ash", "fir"}]
        monkeypatch.setattr(public_tables, "MOST", 2)
        names = await opened(here, ann, 3)
        for each in names:
            await settle(here, each)
        await one.share_changes()
        await one.share_changes()
        assert [len(some) for some in told[1:]] == [2, 1]
        assert set.union(*told[1:]) == {*names}

    run(tmp_path, work)


def test_a_notice_is_told_with_the_transaction_and_no_longer_than_it_may_be() -> None:
    class Connection:
        def __init__(self, name: str) -> None:
            self.dialect, self.told = SimpleNamespace(name=name), list[tuple[str, ...]]()

        def execute(self, query: Any) -> None:
            self.told.append(tuple(query.compile().params.values()))

    postgres, sqlite = Connection("postgresql"), Connection("sqlite")
    for connection in (postgres, sqlite):
        notify_servers(connection, "person", "x" * LONGEST)  # type: ignore[arg-type]
        notify_servers(connection, "free")  # type: ignore[arg-type]
    assert postgres.told == [("shindig", "person " + "x" * (LONGEST - 7)), ("shindig", "free ")]
    assert sqlite.told == []


def test_who_listens_in_vain_complains_and_listens_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_signals, "AGAIN", 0.0)

    async def work() -> None:
        told, twice = list[Exception](), asyncio.Event()

        def tell(error: Exception) -> None:
            told.append(error)
            if len(told) == 2:
                twice.set()

        monkeypatch.setattr(server_signals, "COMPLAINTS", SimpleNamespace(log_error=tell))
        one = server_signals.Notifications(make_engine("postgresql://nobody@127.0.0.1:1/none", write=False), {})
        await asyncio.wait_for(twice.wait(), 60)
        await one.close()
        assert all(isinstance(error, psycopg.Error) for error in told)

    asyncio.run(work())


def test_where_the_adviser_fails_there_is_no_advice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(_: object) -> None:
        raise BotError("hung")

    async def work(here: GameServer, _: HandClock) -> None:
        (ann,) = await guests(here, "Ann")
        name = await here.play_now(ann, "tall-card", 2, {"first_dealer": 1})
        await settle(here, name)
        monkeypatch.setattr(here.services.bots, "advise", fails)
        assert await refused(here.advise(name, ann), BusyError) == "Advice is taking too long. Try again."
        (bob,) = await guests(here, "Bob")
        seatless = "Only players get advice. You have no seat here."
        assert await refused(here.advise(name, bob), ForbiddenError) == seatless

    run(tmp_path, work)


def test_who_reads_a_table_that_is_lost_is_told_at_once_though_it_is_at_work(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, _bob = await two_at_table(room)
        stored = asyncio.Event()

        async def waits(_: Append) -> None:
            await stored.wait()

        room.services.store.append = waits  # type: ignore[assignment]
        saying = asyncio.create_task(room.say(table, ann, "hello"))
        feed, woken = await room.subscribe(table, ann), list[str]()
        feed.take()
        feed.listen(lambda _: woken.append("woken"))
        room.table_registry.tables[table].lose()
        assert woken
        feed.take()
        assert feed.over
        stored.set()
        await asyncio.gather(saying, return_exceptions=True)

    run(tmp_path, work)


def test_a_room_closes_though_a_game_could_not_be_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = list[str]()

    async def work(room: GameServer, _: HandClock) -> None:
        async def close() -> None:
            closed.append("bots")

        async def fails(_: str) -> None:
            raise OSError

        monkeypatch.setattr(room.services.bots, "close", close)
        monkeypatch.setattr(room, "_compile_game", fails)
        room._note_compiled("rules", "talon")

    run(tmp_path, work)
    assert closed == ["bots"]


def test_who_owns_nothing_any_more_lists_no_table_of_a_game_that_is_gone(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        room.table_registry.asleep["oak"] = TableState("oak")
        room.table_registry.lose_tables()
        assert not room.table_registry.asleep

    run(tmp_path, work)
