"""Several servers on one PostgreSQL, in one process: each table has one owner, and finds another when that is gone."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select, text

from shindig.server import public_tables
from shindig.server.cluster import lease_store, ownership
from shindig.server.cluster.lease_store import Server
from shindig.server.cluster.ownership import BEAT, GAP, LEASE, MARGIN, LeaseCheck, LeasedOwner, PeerWatch
from shindig.server.errors import BusyError, ElsewhereError
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.schemas import Settings
from shindig.server.storage.database import StoreError, make_engine
from shindig.server.storage.event_store import EventStore
from shindig.server.storage.schema import cards
from shindig.server.storage.server_signals import Notifications
from shindig.server.tables import table_registry
from tests.kits.server.databases import postgres_database
from tests.kits.server.room_kit import FIRST, QUICK, HandClock, InlineBots, guests


@pytest.fixture(autouse=True)
def no_balance_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests say when a server gives tables away, however long they take."""
    monkeypatch.setattr(table_registry, "BALANCE", 1e6)


class Ticks:
    """Steady time, for all servers, that moves when a test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Node:
    """A server whose lease a test keeps up."""

    def __init__(self, url: str, ticks: Ticks) -> None:
        self.store = EventStore.open(url)
        self.leased = LeasedOwner(self.store, Server("/nowhere"), ticks, by_itself=False)
        self.open = True

    async def begin(self) -> Node:
        self.room = await GameServer.from_store(
            self.store, HandClock(), QUICK, InlineBots(), random.Random(1), self.leased
        )
        await self.room.table_registry.claim_free_tables()
        return self

    async def kill(self) -> None:
        """As kill -9 would: nothing is said to the database any more."""
        self.room.table_registry.lose_tables()
        self.leased.stop = nothing  # type: ignore[method-assign]
        await self.close()

    async def close(self) -> None:
        if self.open:
            self.open = False
            await self.room.close()


async def nothing() -> None:
    pass


async def beat(ticks: Ticks, seconds: float, *nodes: Node) -> None:
    """Time passes; these servers beat, and take what is free."""
    for _ in range(round(seconds / BEAT)):
        ticks.now += BEAT
        for node in nodes:
            await node.leased.renew_lease()
    for node in nodes:
        await node.room.table_registry.claim_free_tables()


Work = Callable[[str, Ticks, Node, Node], Awaitable[None]]


def two(work: Work) -> None:
    """Two servers on a database."""

    async def whole(url: str) -> None:
        ticks = Ticks()
        nodes = [await Node(url, ticks).begin() for _ in range(2)]
        await work(url, ticks, *nodes)
        for node in nodes:
            await node.close()

    with postgres_database() as url:
        asyncio.run(asyncio.wait_for(whole(url), 300))


def test_a_table_is_served_by_the_one_that_opened_it_and_lobbies_tell_of_all() -> None:
    async def work(_url: str, _ticks: Ticks, one: Node, two: Node) -> None:
        (ann,) = await guests(one.room, "Ann")
        table = await one.room.open_table(ann, "tall-card", 2, FIRST)
        assert await one.room.table_registry.find_owner(table) is None
        owner = await two.room.table_registry.find_owner(table)
        assert owner is not None
        assert (owner.id, owner.secret) == (one.leased.me.id, one.leased.me.secret)
        for _ in range(2):
            with pytest.raises(ElsewhereError):
                await two.room.say(table, ann, "hello")
        await one.room.say(table, ann, "hello")
        await one.room.public_tables.share_changes()
        two.room.public_tables.note_changes(table)
        await two.room.public_tables.share_changes()
        assert two.room.list_public_tables() == one.room.list_public_tables()
        assert [card.names for card in two.room.list_public_tables()] == [("Ann",)]
        await one.room.close_table(table, ann)
        await one.room.public_tables.share_changes()
        two.room.public_tables.note_changes("")
        await two.room.public_tables.share_changes()
        assert two.room.list_public_tables() == []
        assert (await two.room.build_snapshot(table)).info.state == "closed"

    two(work)


def test_two_who_tell_of_a_table_at_once_are_both_heard() -> None:
    async def work(url: str, _ticks: Ticks, one: Node, two: Node) -> None:
        (ann,) = await guests(one.room, "Ann")
        table = await one.room.open_table(ann, "tall-card", 2, FIRST, Settings(public=False))
        engine = make_engine(url, write=True)
        with engine.connect() as first:
            public_tables.store_cards(first, {table: b"one"})
            second = asyncio.create_task(
                two.store.write(lambda connection: public_tables.store_cards(connection, {table: b"two"}))
            )
            while not await one.store.read(lambda connection: connection.scalar(text(WAITING))):
                await asyncio.sleep(0)
            first.commit()
        await second
        assert await one.store.read(lambda connection: connection.scalar(select(cards.c.data))) == "two"
        engine.dispose()

    two(work)


WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


def test_a_killed_server_has_its_tables_elsewhere_when_its_lease_has_ended() -> None:
    async def work(_url: str, ticks: Ticks, one: Node, two: Node) -> None:
        (ann,) = await guests(one.room, "Ann")
        opened = [await one.room.open_table(ann, "tall-card", 2, FIRST) for _ in range(3)]
        await one.kill()
        await beat(ticks, LEASE, two)
        assert not two.room.table_registry.tables, "it may live yet"
        await beat(ticks, 3 * BEAT, two)
        assert {*two.room.table_registry.tables} == {*opened}
        await two.room.say(opened[0], ann, "hello")
        assert [card.id for card in two.room.list_public_tables()] == [*reversed([*two.room.table_registry.tables])]

    two(work)


def test_a_process_that_ended_has_its_tables_elsewhere_at_once() -> None:
    async def work(_url: str, _ticks: Ticks, one: Node, two: Node) -> None:
        (ann,) = await guests(one.room, "Ann")
        table = await one.room.open_table(ann, "tall-card", 2, FIRST)
        await one.kill()
        await two.store.write(partial(lease_store.remove_server_process, machine="", process=0))
        await two.leased.renew_lease()
        assert await two.room.table_registry.find_owner(table) is None, "it begins anew, and may have the table"
        await two.room.say(table, ann, "hello")

    two(work)


def test_a_table_that_its_own_server_claims_meanwhile_is_found() -> None:
    """A request has seen that a table is free; before it claims it, the same server takes all that is free."""

    async def work(_url: str, _ticks: Ticks, one: Node, two: Node) -> None:
        (ann,) = await guests(one.room, "Ann")
        table = await one.room.open_table(ann, "tall-card", 2, FIRST)
        await one.kill()
        await two.store.write(partial(lease_store.unregister_server, mine=one.leased.me.id))
        keeper = two.room.table_registry
        row = keeper.find_row
        taking = list[asyncio.Task[None]]()

        async def row_before_the_take(name: str) -> Any:
            found = await row(name)
            if not taking:
                assert found[1] is None
                taking.append(asyncio.create_task(keeper.claim_free_tables()))
                while not keeper.waiting_to_restore:
                    await asyncio.sleep(0)
            return found

        keeper.find_row = row_before_the_take  # type: ignore[assignment]
        await two.room.say(table, ann, "hello")
        await taking[0]
        assert [line.text for u in (await two.room.build_snapshot(table)).updates for line in u.lines][
            -1
        ] == "{0}: hello"

    two(work)


def test_who_was_held_for_dead_owns_nothing_any_more_and_begins_anew() -> None:
    async def work(_url: str, ticks: Ticks, one: Node, two: Node) -> None:
        (ann,) = await guests(one.room, "Ann")
        table = await one.room.open_table(ann, "tall-card", 2, FIRST)
        stream = one.room.stream_updates(table, ann)
        await anext(stream)
        before = one.leased.me
        await beat(ticks, LEASE + 3 * BEAT, two)
        assert not one.leased.has_lease()
        for asked in (one.room.build_snapshot(table), one.room.say(table, ann, "I am here!")):
            with pytest.raises(BusyError):
                await asked
        await two.room.say(table, ann, "hello")
        await one.leased.renew_lease()
        assert [news async for news in stream][1:] == [], "it ends"
        assert one.leased.me.id != before.id
        with pytest.raises(ElsewhereError):
            await one.room.say(table, ann, "here again")
        texts = [str(u.lines[0].text) for u in (await two.room.build_snapshot(table)).updates if u.kind == "say"]
        assert texts == ["{0}: hello"]

    two(work)


def test_a_server_that_ends_in_good_order_hands_its_tables_over() -> None:
    async def work(_url: str, _ticks: Ticks, one: Node, two: Node) -> None:
        (ann,) = await guests(one.room, "Ann")
        opened = {await one.room.open_table(ann, "tall-card", 2, FIRST) for _ in range(5)}
        said = [asyncio.ensure_future(one.room.say(table, ann, "Goodbye.")) for table in opened]
        await asyncio.sleep(0)
        handing = asyncio.ensure_future(one.room.table_registry.hand_over())
        await asyncio.sleep(0)
        asked = [asyncio.ensure_future(one.room.table_registry.find_owner(table)) for table in opened]
        await asyncio.gather(handing, *said)
        await two.room.table_registry.claim_free_tables()
        assert await asyncio.gather(*asked) == [two.leased.me] * 5, "nobody is sent to a table that is about to go"
        assert {*two.room.table_registry.tables} == opened
        for table in opened:
            assert await one.room.table_registry.find_owner(table) is not None
            texts = [str(u.lines[0].text) for u in (await two.room.build_snapshot(table)).updates if u.kind == "say"]
            assert texts == ["{0}: Goodbye."]

    two(work)


async def open_many(node: Node, person: Person, count: int) -> list[str]:
    node.room.max_hosted = count
    return [await node.room.open_table(person, "tall-card", 2, FIRST) for _ in range(count)]


async def even_out(one: Node, two: Node) -> None:
    """The first server gives tables away as often as it would in a while; the second serves what it gets."""
    for _ in range(5):
        await one.room.table_registry.give_surplus()
        await two.room.table_registry.refresh()
        await two.room.table_registry.claim_free_tables()


def test_a_server_with_many_tables_gives_some_to_one_with_few_and_they_go_on() -> None:
    async def work(_url: str, _ticks: Ticks, one: Node, two: Node) -> None:
        (ann,) = await guests(one.room, "Ann")
        opened = {*await open_many(one, ann, 44)}
        watched = sorted(opened)[0]
        stream = one.room.stream_updates(watched, ann)
        await anext(stream)
        await even_out(one, two)
        assert (len(one.room.table_registry.tables), len(two.room.table_registry.tables)) == (24, 20), "about as many"
        assert {*one.room.table_registry.tables, *two.room.table_registry.tables} == opened
        assert watched in one.room.table_registry.tables, "those that nobody looks at go first"
        moved = next(iter(two.room.table_registry.tables))
        with pytest.raises(ElsewhereError):
            await one.room.say(moved, ann, "hello")
        owner = await one.room.table_registry.find_owner(moved)
        assert owner is not None
        assert owner.id == two.leased.me.id
        await two.room.say(moved, ann, "hello")

    two(work)


def test_servers_with_about_as_many_tables_keep_them() -> None:
    async def work(_url: str, _ticks: Ticks, one: Node, two: Node) -> None:
        (ann,) = await guests(one.room, "Ann")
        opened = {*await open_many(one, ann, table_registry.UNEVEN)}
        await even_out(one, two)
        assert {*one.room.table_registry.tables} == opened

    two(work)


def test_pages_of_a_table_that_is_given_away_are_sent_on() -> None:
    async def work(_url: str, _ticks: Ticks, one: Node, two: Node) -> None:
        (ann,) = await guests(one.room, "Ann")
        opened = await open_many(one, ann, 24)
        streams = {table: one.room.stream_updates(table, ann) for table in opened}
        for stream in streams.values():
            await anext(stream)
        for table in opened:
            await one.room.say(table, ann, "hello")
        await even_out(one, two)
        for table in two.room.table_registry.tables:
            async for _ in streams[table]:
                pass
            texts = [str(u.lines[0].text) for u in (await two.room.build_snapshot(table)).updates if u.kind == "say"]
            assert texts == ["{0}: hello"]
        assert len(two.room.table_registry.tables) == 12

    two(work)


def test_tables_that_cannot_be_given_away_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreError("no connection")

    async def work(_url: str, _ticks: Ticks, one: Node, two: Node) -> None:
        (ann,) = await guests(one.room, "Ann")
        opened = {*await open_many(one, ann, 24)}
        with monkeypatch.context() as broken:
            broken.setattr(lease_store, "give_tables", fail)
            with pytest.raises(StoreError):
                await one.room.table_registry.give_surplus()
        await one.room.table_registry.claim_free_tables()
        assert {*one.room.table_registry.tables} == opened
        for table in opened:
            await one.room.say(table, ann, "hello")
        await even_out(one, two)
        assert len(two.room.table_registry.tables) == 12

    two(work)


def test_what_is_free_is_shared_and_claimed_once() -> None:
    async def work(_url: str, _ticks: Ticks, one: Node, two: Node) -> None:
        names = [f"t{n:02}" for n in range(60)]
        for name in names:
            await one.store.store_table(name, "talon", True, "nobody", 0.0)
        claims = [partial(lease_store.claim_free_tables, mine=node.leased.me.id, most=10) for node in (one, two)]
        found = await asyncio.gather(*(one.store.write(claim) for claim in claims * 4))
        assert sorted(name for claimed in found for name in claimed) == names
        assert {epoch for claimed in found for epoch in claimed.values()} == {2}

    two(work)


def test_a_table_whose_server_ended_before_its_first_event_is_none() -> None:
    async def work(_url: str, _ticks: Ticks, one: Node, two: Node) -> None:
        await one.store.store_table("oak", "talon", True, "nobody", 0.0)
        await two.room.table_registry.claim_free_tables()
        assert two.room.list_public_tables() == []
        row = await one.store.find_table("oak")
        assert row is not None
        assert row.closed

    two(work)


def test_a_logout_is_known_on_other_servers_at_once() -> None:
    async def work(_url: str, _ticks: Ticks, one: Node, two: Node) -> None:
        _, token = await one.room.accounts.create_guest("Ann")
        ann = await two.room.accounts.find_person(token)
        assert ann is not None
        heard = asyncio.Event()
        notices = Notifications(
            two.store.engine, {"person": lambda who: heard.set() if who == ann.id else started.set()}
        )
        started.clear()
        await started.wait()
        await one.room.accounts.logout(token)
        await heard.wait()
        two.room.accounts.sessions.note_changed(ann.id)
        assert await two.room.accounts.find_person(token) is None
        await notices.close()

    started = asyncio.Event()
    two(work)


def test_silence_counts_only_while_somebody_can_look() -> None:
    watch = PeerWatch()
    assert watch.find_dead({"a": 1, "b": 1}, 10.0, 10.0) == []
    assert watch.find_dead({"a": 2, "b": 1}, 10.4, 10.4) == []
    assert watch.find_dead({"a": 3, "b": 1}, 100.0, 100.0) == [], "nobody could look for long, and nobody could beat"
    now, looks = 100.0, 0
    while watch.find_dead({"a": 4 + looks, "b": 1}, now, now) != ["b"]:
        now, looks = now + BEAT, looks + 1
    assert LEASE - GAP - BEAT <= now - 100.0 <= LEASE


@pytest.mark.parametrize("gap", [BEAT, LEASE / 2, 5 * LEASE])
def test_whoever_is_held_for_dead_has_stopped_before(gap: float) -> None:
    """However looks and beats fall, and however long they take: its owner ends before others begin."""
    rng = random.Random(gap)
    for _ in range(200):
        sent = rng.uniform(0, 1)
        written = sent + rng.uniform(0, 3)
        watch, begun = PeerWatch(), written - rng.uniform(0, 1)
        ended = written + rng.uniform(0, 1)
        while not watch.find_dead({"a": 1}, begun, ended):
            begun = ended + rng.uniform(0, gap)
            ended = begun + rng.uniform(0, 1)
        assert begun > sent + LEASE - MARGIN


def test_a_server_that_cannot_reach_the_database_is_sure_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(_url: str, ticks: Ticks, one: Node, _two: Node) -> None:
        (ann,) = await guests(one.room, "Ann")
        table = await one.room.open_table(ann, "tall-card", 2, FIRST)

        async def out(_: object) -> None:
            raise StoreError("out")

        with monkeypatch.context() as patch:
            patch.setattr(one.store, "write_unqueued", out)
            ticks.now += LEASE - MARGIN
            with suppress(StoreError):
                await one.leased.renew_lease()
            assert one.room.table_registry.owned_table(table) is None
            with pytest.raises(BusyError):
                await one.room.build_snapshot(table, ann)
        await one.leased.renew_lease()
        await one.room.say(table, ann, "back again")
        assert one.room.table_registry.owned_table(table) is not None, "nobody has taken it, so it goes on"

    two(work)


def test_a_server_is_dead_when_it_has_been_silent_for_more_than_a_lease() -> None:
    watch, now = PeerWatch(), 0.0
    assert watch.find_dead({"a": 1}, now, now) == []
    for _ in range(4):
        now += LEASE / 4
        assert watch.find_dead({"a": 1}, now, now) == [], "a lease to the moment"
    assert watch.find_dead({"a": 1}, now + 0.01, now + 0.01) == ["a"]
    assert watch.find_dead({"a": 2}, now + 0.02, now + 0.02) == [], "it beats again"
    assert watch.find_dead({}, now + 1.0, now + 1.0) == []
    assert watch.find_dead({"a": 2}, now + 2.0, now + 2.0) == [], "and counts from when it is seen again"
    watch = PeerWatch()
    watch.find_dead({"a": 1}, 0.0, 5.0)
    assert watch.find_dead({"a": 1}, 4.0, 5.0) == [], "looks that overlap count for nothing"


class Beats:
    """A store without a database: beats come as a test says."""

    def __init__(self) -> None:
        self.done: list[str] = []

    async def write_unqueued(self, work: Any) -> None:
        self.done.append(str(work.keywords.get("dead", work.func.__name__)))


def a_server(ticks: Ticks) -> tuple[LeasedOwner, Beats, list[str]]:
    store, told = Beats(), list[str]()
    one = LeasedOwner(store, Server(id="me"), ticks, by_itself=False)  # type: ignore[arg-type]
    keeping = SimpleNamespace(claim_freed_tables=lambda: told.append("freed"), lose_tables=lambda: told.append("lost"))
    one._keeping = keeping
    return one, store, told


def test_others_are_seen_to_come_and_go() -> None:
    async def work() -> None:
        one, store, told = a_server(Ticks())

        async def see(now: float, **beats: int) -> None:
            await one._handle_beats(LeaseCheck(one.me, now, {"me": 1, **beats}, now))

        waiting = asyncio.ensure_future(one.wait_until_gone("other"))
        await asyncio.sleep(0)
        await see(0.0, other=1)
        assert (told, waiting.done()) == ([], False)
        for number in range(1, 4):
            await see(number * GAP, other=1)
        assert store.done == ["other"], "buried"
        await see(4 * GAP)
        await asyncio.sleep(0)
        assert waiting.done(), "who waits for its end goes on"
        assert told == ["freed"], "its tables are nobody's"
        for number in range(5, ownership.LOOK):
            await see(number * GAP)
        assert told == ["freed", "freed"], "now and then it is looked for tables that nobody told of"

    asyncio.run(work())


def test_looks_are_looked_at_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that beats sees that somebody still takes what it saw."""

    async def work() -> None:
        ticks, alive = Ticks(), list[float]()
        one, _store, _told = a_server(ticks)

        async def take(_: object) -> None:
            alive.append(one._alive)
            ticks.now += 1
            if len(alive) == 3:
                raise asyncio.CancelledError

        monkeypatch.setattr(one, "_handle_next_check", take)
        await asyncio.gather(one._follow_checks(), return_exceptions=True)
        assert alive == [100.0, 101.0, 102.0]

    asyncio.run(work())
