"""The tables that a server has, how many there may be, and what it says where it cannot serve them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select

from shindig.bots.advice import Advice
from shindig.bots.external_bot_json import BotError
from shindig.match import View
from shindig.server.broadcast.protocol_versions import encode
from shindig.server.cluster.lease_store import Server
from shindig.server.errors import BusyError, ForbiddenError, MissingError, RefusedError, RoomError
from shindig.server.game_server import MAX_ONLOOKERS, GameServer
from shindig.server.person import Person
from shindig.server.public_tables import MOST, PublicTables
from shindig.server.schemas import Settings
from shindig.server.storage.database import StoreError, make_engine
from shindig.server.storage.event_store import Append
from shindig.server.storage.schema import cards
from shindig.server.storage.server_signals import LONGEST, Notifications, notify_servers
from shindig.server.table_log.events import Paused
from shindig.server.table_log.table_state import TableState
from shindig.server.tables.commands import Pause, RunScheduler
from shindig.server.tables.table_actor import MOVED, TableActor, TableServices
from shindig.server.tables.table_registry import MANY_EVENTS, MANY_KNOWN, PORTION, TableRegistry
from tests.kits.server.hand_loop import run_by_hand
from tests.kits.server.room_kit import HandClock, InlineBots, guests, run, settle, two_at_table

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


def test_a_table_between_owners_is_waited_for_and_not_for_ever() -> None:
    async def work() -> None:
        sure, asked = [False, False, True], list[str]()

        def rows(table: str) -> Any:
            asked.append(table)
            return row(address=None)

        one = keeper(owner(has_lease=lambda: sure.pop(0) if sure else True), rows)
        assert await one.find_owner("oak") is None
        assert len(asked) == 3
        with pytest.raises(BusyError, match=f"^{MOVED}$"):
            await keeper(owner(has_lease=lambda: False), rows).find_owner("oak")

    run_by_hand(work())


def test_only_so_many_tables_of_others_are_remembered() -> None:
    async def work() -> None:
        asked: list[str] = []

        def rows(table: str) -> Any:
            asked.append(table)
            return row()

        one = keeper(owner(), rows)
        names = [f"oak{number}" for number in range(MANY_KNOWN)]
        for _ in range(2):
            for name in names:
                await one.find_owner(name)
        assert asked == names
        for name in ("ash", "ash", names[0]):
            await one.find_owner(name)
        assert asked == [*names, "ash", names[0]], "all others are asked for again"

    asyncio.run(work())


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


def test_what_could_not_be_claimed_is_tried_again() -> None:
    async def work() -> None:
        tries, enough = list[int](), asyncio.Event()

        async def claims(_: object) -> dict[str, int]:
            tries.append(1)
            if len(tries) < 4:
                raise StoreError("out") if len(tries) % 2 else BusyError("out")
            enough.set()
            return {}

        async def nothing(*_: object) -> None: ...

        one = keeper(owner(start=nothing, stop=nothing))
        one.services.store = SimpleNamespace(write=claims, read=nothing)  # type: ignore[assignment]
        one.leaving = True
        await one.begin(at_once=False)
        one.leaving = False
        one.claim_freed_tables()
        await asyncio.wait_for(enough.wait(), 60)
        await one.close()

    run_by_hand(work())


def test_tables_of_games_that_are_ready_are_restored_first() -> None:
    """Restored in this order; here nothing is in their logs that could be."""
    games = dict.fromkeys(("a1", "a2"), "talon") | {f"b{number}": "gone" for number in range(PORTION)}

    async def work(events: int) -> list[str]:
        free, closed = [{**dict.fromkeys(games, 5), "empty": 3}, {}], list[str]()

        async def logs(names: list[str]) -> dict[str, list[str]]:
            return {name: [] if name == "empty" else [Paused().encode(1.0)] for name in names}

        async def games_of(names: list[str]) -> dict[str, str]:
            return {name: games.get(name, "gone") for name in names}

        async def open_events() -> int:
            return events

        async def wrote(work: Any) -> dict[str, int] | None:
            if "names" in work.keywords:
                closed.extend(work.keywords["names"])
                return None
            return free.pop(0)

        one = keeper(owner())
        preparing: Any = SimpleNamespace(
            unready_games=[], prepare_games=lambda _: preparing.unready_games.append("talon")
        )
        one.warm_up = preparing
        one.services.store = SimpleNamespace(  # type: ignore[assignment]
            load_logs=logs, load_games=games_of, count_open_events=open_events, write=wrote
        )
        await one.claim_free_tables()
        assert closed == ["empty"]
        assert one.waiting_to_restore == 0
        return [*one.asleep]

    names = [*games]
    assert asyncio.run(work(MANY_EVENTS)) == names, "few events need no compiled rules"
    assert asyncio.run(work(MANY_EVENTS + 1)) == [*names[2:], *names[:2]]


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


def test_one_person_hosts_so_many_tables_and_a_room_has_room_for_so_many(tmp_path: Path) -> None:
    async def work(here: GameServer, _: HandClock) -> None:
        here.max_hosted = 2
        ann, bob = await guests(here, "Ann", "Bob")
        first, _second = await opened(here, ann, 2)
        said = "You’re already the host of 2 tables. Close one first."
        assert await refused(opened(here, ann, 1), RefusedError) == said
        await here.close_table(first, ann)
        await opened(here, ann, 1)
        here.max_tables = len(here.table_registry.tables) + 1
        await opened(here, bob, 1)
        full = f"We’re full: {len(here.table_registry.tables)} tables are open. Try again later."
        assert await refused(opened(here, bob, 1), BusyError) == full
        here.table_registry.owners.has_lease = lambda: False  # type: ignore[method-assign]
        here.max_tables = 99
        assert (await refused(opened(here, bob, 1), BusyError)).startswith("We can’t reach our data.")

    run(tmp_path, work)


def test_so_many_look_on_at_a_table_and_who_sits_there_always_may(tmp_path: Path) -> None:
    async def work(here: GameServer, _: HandClock) -> None:
        (ann,) = await guests(here, "Ann")
        (name,) = await opened(here, ann, 1)
        said = "Too many people are watching here. Try again later."
        with ExitStack() as crowd:
            for _number in range(MAX_ONLOOKERS - 1):
                crowd.enter_context(await here.subscribe(name))
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


def test_a_lobby_that_could_not_tell_or_look_up_does_so_the_next_time(tmp_path: Path) -> None:
    async def work(here: GameServer, _: HandClock) -> None:
        (ann,) = await guests(here, "Ann")
        (name,) = await opened(here, ann, 1)
        await settle(here, name)
        one: PublicTables = here.public_tables
        store, written = here.services.store, list[object]()
        write, read = store.write, store.read

        async def told() -> set[str]:
            return {*await read(lambda connection: connection.execute(select(cards.c.table_id)).scalars())}

        async def writes(work: Callable[[Connection], object]) -> object:
            written.append(work)
            return await write(work)

        async def fails(_: object) -> None:
            raise StoreError("out")

        store.write = fails  # type: ignore[method-assign, assignment]
        assert await refused(one.share_changes(), StoreError) == "out"
        assert await told() == set()
        store.write = writes  # type: ignore[method-assign, assignment]
        await one.share_changes()
        assert await told() == {name}
        written.clear()
        await one.share_changes()
        assert not written, "nothing is new"
        await theirs(here, "elm", "ash", "fir")
        one.note_changes("elm,ash")
        store.read = fails  # type: ignore[method-assign, assignment]
        assert await refused(one.share_changes(), StoreError) == "out"
        one.note_changes("fir")
        assert {card.id for card in one.list_cards()} == {name}
        store.read = read  # type: ignore[method-assign]
        await one.share_changes()
        assert {card.id for card in one.list_cards()} == {name, "elm", "ash", "fir"}
        here.max_hosted = MOST + 2
        names = await opened(here, ann, MOST + 1)
        for each in names:
            await settle(here, each)
        counts = []
        for _round in range(2):
            await one.share_changes()
            counts.append(len({*names} & await told()))
        assert counts == [MOST, MOST + 1]

    run(tmp_path, work)


def write_card(row: dict[str, str], connection: Connection) -> None:
    connection.execute(insert(cards).values(row))


async def theirs(here: GameServer, *names: str) -> None:
    """Tables of another server, with cards like that of the table here."""
    (like,) = here.public_tables.list_cards()
    for name in names:
        await here.services.store.store_table(name, "tall-card", True, "other", 1.0)
        row = {"table_id": name, "data": encode(replace(like, id=name)).decode()}
        await here.services.store.write(partial(write_card, row))


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


def test_who_listens_in_vain_listens_again() -> None:
    """With a password of any characters."""

    async def work() -> None:
        came, twice = list[int](), asyncio.Event()

        def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            came.append(1)
            writer.close()
            if len(came) == 2:
                twice.set()

        server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        one = Notifications(make_engine(f"postgresql://nobody:a b/%25@127.0.0.1:{port}/none", write=False), {})
        await asyncio.wait_for(twice.wait(), 60)
        await one.close()
        server.close()

    asyncio.run(work())


class Hung(InlineBots):
    """Bots that give no advice."""

    async def advise(self, view: View) -> Advice:
        raise BotError(f"hung over {view.seat}")


def test_where_the_adviser_fails_there_is_no_advice(tmp_path: Path) -> None:
    async def work(here: GameServer, _: HandClock) -> None:
        (ann,) = await guests(here, "Ann")
        name = await here.play_now(ann, "tall-card", 2, {"first_dealer": 1})
        await settle(here, name)
        assert await refused(here.advise(name, ann), BusyError) == "Advice is taking too long. Try again."
        (bob,) = await guests(here, "Bob")
        seatless = "Only players get advice. You have no seat here."
        assert await refused(here.advise(name, bob), ForbiddenError) == seatless

    run(tmp_path, work, bots=Hung())


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


class Closing(InlineBots):
    """Bots that note how often they are closed."""

    closed = 0

    async def close(self) -> None:
        self.closed += 1


def test_a_room_closes_though_a_game_could_not_be_compiled(tmp_path: Path) -> None:
    async def work(_room: GameServer, _: HandClock) -> None:
        bots.told("rules", "no such game")

    bots = Closing()
    run(tmp_path, work, bots=bots)
    assert bots.closed == 1


def test_who_owns_nothing_any_more_lists_no_table_of_a_game_that_is_gone(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        room.table_registry.asleep["oak"] = TableState("oak")
        room.table_registry.lose_tables()
        assert not room.table_registry.asleep

    run(tmp_path, work)
