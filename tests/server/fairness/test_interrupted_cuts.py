"""A cut that is interrupted: what was sealed is opened after a restart, or missed by name; the secret is the same."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import numpy as np
import orjson
import pytest

from shindig.bots import random_policy
from shindig.record import MAX_LINE, Replay
from shindig.server.errors import ForbiddenError, RefusedError
from shindig.server.fairness import record_verification
from shindig.server.fairness.cut_state import MOST_LEFT, CutState
from shindig.server.fairness.fair_shuffle import FairnessError, make_seal
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.schemas import CutInfo, Settings, TableUpdate
from shindig.server.table_log.events import Committed, Ordered, decode
from shindig.server.table_log.turn_clock import Pace
from shindig.web.http.event_stream import PageStream
from tests.kits.server.device_kit import VALUES, Device
from tests.kits.server.room_kit import FIRST, QUICK, HandClock, guests, latest, open_room, run, settle

PACE = replace(QUICK, returns=10.0)
OPEN = Settings(public=False, reveal="always")


class Cut:
    """A table of devices that can be stopped and started at any stage of its first cut."""

    def __init__(self, folder: Path, pace: Pace = PACE) -> None:
        self.url, self.pace, self.clock = f"sqlite:///{folder}/room.db", pace, HandClock()
        self.room: GameServer
        self.table = ""
        self.people: list[Person] = []
        self.streams: list[AsyncIterator[TableUpdate]] = []

    async def open(self, *names: str) -> None:
        self.room = await open_room(self.url, self.clock, self.pace)
        self.people = await guests(self.room, *names)
        self.table = await self.room.open_table(self.people[0], "tall-card", len(names), FIRST)
        for person in self.people[1:]:
            await self.room.sit(self.table, person)
        await self.connect(*self.people)

    async def connect(self, *people: Person) -> None:
        for person in people:
            self.streams.append(self.room.stream_updates(self.table, person, device=True))
            await latest(self.streams[-1])

    async def restart(self) -> None:
        """The server ends, with its streams, and starts again; nobody is connected yet."""
        await self.close()
        self.room = await open_room(self.url, self.clock, self.pace)
        await settle(self.room, self.table)

    async def close(self) -> None:
        for stream in self.streams:
            await stream.aclose()  # type: ignore[attr-defined]
        self.streams.clear()
        await self.room.close()

    async def begin(self) -> None:
        await self.room.start_match(self.table, self.people[0])
        await settle(self.room, self.table)

    async def seal(self, *seats: int) -> None:
        for seat in seats:
            await self.room.seal_cut_value(self.table, self.people[seat], 0, make_seal(VALUES[seat]).hex())
        await settle(self.room, self.table)

    async def reveal(self, *seats: int) -> None:
        for seat in seats:
            await self.room.open_cut_value(self.table, self.people[seat], 0, VALUES[seat].hex())
        await settle(self.room, self.table)

    async def wait(self, seconds: float) -> None:
        self.clock.advance(seconds)
        await settle(self.room, self.table)

    async def coming(self) -> CutInfo:
        cut = (await self.room.build_snapshot(self.table)).info.cut
        assert cut is not None
        return cut

    async def voices(self) -> list[tuple[int, str]]:
        """Seat and what it said of each voice of the first cut; none while it is not made."""
        for line in await self.room.services.store.load_log(self.table):
            event = decode(line)[0]
            if isinstance(event, Ordered):
                return [(int(str(voice["seat"])), str(voice["said"])) for voice in event.voices]
        return []


async def begun(folder: Path, *seals: int) -> Cut:
    """A table of three whose match has begun, and whose devices have sealed."""
    cut = Cut(folder)
    await cut.open("Ann", "Bob", "Cyd")
    await cut.begin()
    await cut.seal(*seals)
    return cut


def test_a_cut_goes_on_after_a_restart_with_what_was_sealed_and_opened(tmp_path: Path) -> None:
    """Everybody had sealed and Bob had opened; the others' pages come back, and open theirs."""

    async def whole() -> None:
        cut = await begun(tmp_path, 0, 1, 2)
        await cut.reveal(1)
        before = await cut.coming()
        seq = (await cut.room.build_snapshot(cut.table)).seq
        await cut.restart()
        after = await cut.coming()
        assert (after.number, after.commitment, after.seals) == (0, before.commitment, before.seals)
        assert (after.stage, after.cutter, after.asked) == ("opening", 0, (2,))
        assert (await cut.room.build_snapshot(cut.table)).seq == seq
        await cut.connect(*cut.people)
        await cut.reveal(1, 2)
        await cut.reveal(0)
        assert await cut.voices() == [(0, "given"), (1, "given"), (2, "given")]
        await cut.close()

    asyncio.run(whole())


def test_what_was_sealed_before_a_restart_is_missed_by_name(tmp_path: Path) -> None:
    """Pages have ten seconds to come back, from each restart on; then who sealed and did not open is named."""

    async def whole() -> None:
        cut = await begun(tmp_path, 0, 1)
        await cut.wait(QUICK.device)  # Cyd is silent
        await cut.reveal(1)
        for _ in range(2):
            await cut.wait(0.5)
            await cut.restart()
            await cut.wait(9)
            assert await cut.voices() == [], "Ann's page may come back yet"
        await cut.wait(1)
        assert await cut.voices() == [(0, "withheld"), (1, "given"), (2, "absent")]
        await cut.close()

    asyncio.run(whole())


def test_no_restart_gives_the_house_another_secret_or_another_try(tmp_path: Path) -> None:
    """At each stage the server is started again: one secret is stored, and what is opened makes one order."""

    async def whole() -> None:
        cut, bound = await begun(tmp_path), set()
        stages = []
        for step, seats in ((cut.seal, (0, 1, 2)), (cut.reveal, (1, 2)), (cut.reveal, (0,))):
            for seat in seats:
                coming = await cut.coming()
                bound.add(coming.commitment)
                stages.append(coming.stage)
                await cut.restart()
                await cut.connect(*cut.people)
                await step(seat)
        events = [decode(line)[0] for line in await cut.room.services.store.load_log(cut.table)]
        assert stages == ["sealing"] * 3 + ["opening"] * 2 + ["cutting"]
        assert len(bound) == 1
        made = [(event.cut, event.index) for event in events if isinstance(event, Ordered)]
        assert [event.cut for event in events if isinstance(event, Committed)] == [0, 1]
        assert made == [(0, index) for index in range(len(made))]
        assert await cut.voices() == [(0, "given"), (1, "given"), (2, "given")]
        await cut.close()

    asyncio.run(whole())


def test_no_seal_is_taken_once_a_value_may_be_known(tmp_path: Path) -> None:
    """Cyd, who sealed nothing in time, cannot seal after a restart, when Bob's value lies in the log."""

    async def whole() -> None:
        cut = await begun(tmp_path, 0, 1)
        await cut.wait(QUICK.device)
        await cut.reveal(1)
        await cut.restart()
        with pytest.raises(RefusedError, match="takes no more seals"):
            await cut.seal(2)
        await cut.close()

    asyncio.run(whole())


def test_each_value_is_opened_once_in_its_time_by_who_sealed_it(tmp_path: Path) -> None:
    async def whole() -> None:
        cut = await begun(tmp_path, 0)
        with pytest.raises(RefusedError, match="another’s seal"):
            await cut.room.seal_cut_value(cut.table, cut.people[1], 0, make_seal(VALUES[0]).hex())
        with pytest.raises(RefusedError, match="not yet"):
            await cut.reveal(0)
        await cut.seal(1)
        await cut.wait(QUICK.device)
        with pytest.raises(RefusedError, match="not the value that seat 2 sealed"):
            await cut.reveal(2)
        with pytest.raises(RefusedError, match="not the value that seat 0 sealed"):
            await cut.room.open_cut_value(cut.table, cut.people[0], 0, VALUES[1].hex())
        with pytest.raises(RefusedError, match="not yet"):
            await cut.reveal(0)
        stored = len(await cut.room.services.store.load_log(cut.table))
        (eve,) = await guests(cut.room, "Eve")
        with pytest.raises(ForbiddenError):
            await cut.room.open_cut_value(cut.table, eve, 0, VALUES[1].hex())
        await asyncio.gather(*(cut.room.open_cut_value(cut.table, cut.people[1], 0, VALUES[1].hex()) for _ in range(3)))
        await settle(cut.room, cut.table)
        assert len(await cut.room.services.store.load_log(cut.table)) == stored + 2, "the value and the next stage"
        await cut.wait(QUICK.device)
        with pytest.raises(RefusedError, match="the next cut is number 1"):
            await cut.reveal(0)
        assert await cut.voices() == [(0, "withheld"), (1, "given"), (2, "absent")]
        await cut.close()

    asyncio.run(whole())


def test_a_seal_stays_in_the_cut_when_its_seat_changes_hands(tmp_path: Path) -> None:
    """Bob sealed and left; Dan has his seat, seals a value of his own, and knows nothing of Bob's."""

    async def whole() -> None:
        cut = Cut(tmp_path)
        await cut.open("Ann", "Bob", "Cyd")
        await cut.seal(0, 1, 2)
        await cut.room.leave(cut.table, cut.people[1])
        (dan,) = await guests(cut.room, "Dan")
        await cut.room.sit(cut.table, dan, 1)
        with pytest.raises(RefusedError, match="not the value that seat 1 sealed"):
            await cut.room.open_cut_value(cut.table, dan, 0, VALUES[1].hex())
        await cut.restart()
        cut.people[1] = dan
        await cut.connect(*cut.people)
        with pytest.raises(RefusedError, match="another’s seal"):
            await cut.room.seal_cut_value(cut.table, dan, 0, make_seal(VALUES[1]).hex())
        await cut.room.seal_cut_value(cut.table, dan, 0, make_seal(b"d" * 32).hex())
        await cut.begin()
        await cut.room.open_cut_value(cut.table, dan, 0, (b"d" * 32).hex())
        await cut.reveal(2)
        await cut.reveal(0)
        assert sorted(await cut.voices()) == sorted([(0, "given"), (1, "left"), (1, "given"), (2, "given")])
        await cut.close()

    asyncio.run(whole())


@pytest.mark.attack
@pytest.mark.parametrize("restarts", [False, True])
def test_a_frozen_list_stays_when_seats_change_hands(restarts: bool, tmp_path: Path) -> None:
    """Bob opened and leaves, Cyd leaves before that: nobody at their seats adds, opens or withdraws a value."""

    async def whole() -> None:
        cut = await begun(tmp_path, 0, 1, 2)
        await cut.reveal(1)
        frozen = (await cut.coming()).frozen
        assert frozen is not None
        bob, cyd = cut.people[1:]
        dan, eve = await guests(cut.room, "Dan", "Eve")
        for seat, (old, new) in {1: (bob, dan), 2: (cyd, eve)}.items():
            await cut.room.leave(cut.table, old)
            await cut.room.sit(cut.table, new, seat)
        await settle(cut.room, cut.table)
        if restarts:
            await cut.restart()
            await cut.connect(cut.people[0])
        coming = await cut.coming()
        assert (coming.frozen, coming.stage, coming.asked) == (frozen, "cutting", (0,)), "no newcomer is waited for"
        for person in (dan, eve):
            with pytest.raises(RefusedError, match=r"another value|another’s seal|takes no more seals"):
                await cut.room.seal_cut_value(cut.table, person, 0, make_seal(b"d" * 32).hex())
            with pytest.raises(RefusedError, match=r"not the value|not yet, or no more"):
                await cut.room.open_cut_value(cut.table, person, 0, (b"d" * 32).hex())
        with pytest.raises(RefusedError, match="not yet, or no more"):
            await cut.room.open_cut_value(cut.table, eve, 0, VALUES[2].hex())
        await cut.reveal(0)
        assert await cut.voices() == [(0, "given"), (1, "given"), (2, "withheld")]
        made = cut.room.table_registry.tables[cut.table].state.cut
        assert made is not None
        assert made.frozen is not None
        assert made.frozen.as_json() == frozen
        await cut.close()

    asyncio.run(whole())


@pytest.mark.attack
def test_a_cutter_who_leaves_is_not_replaced(tmp_path: Path) -> None:
    """Nobody else opens last, and whoever sits there now is not waited for."""

    async def whole() -> None:
        cut = await begun(tmp_path, 0, 1, 2)
        await cut.reveal(1, 2)
        assert (await cut.coming()).asked == (0,)
        (dan,) = await guests(cut.room, "Dan")
        await cut.room.leave(cut.table, cut.people[0])
        await cut.room.sit(cut.table, dan, 0)
        await settle(cut.room, cut.table)
        assert await cut.voices() == [(0, "withheld"), (1, "given"), (2, "given")]
        await cut.close()

    asyncio.run(whole())


@pytest.mark.attack
def test_nothing_is_taken_back_once_a_list_is_frozen(tmp_path: Path) -> None:
    """Ann, alone with bots, may take her last card back until the list of the next cut commits to it.

    The list commits to the moves that stayed, so the record holds.
    """

    async def whole() -> None:
        room = await open_room(f"sqlite:///{tmp_path}/room.db", HandClock(), PACE)
        (ann,) = await guests(room, "Ann")
        table = await room.play_now(ann, "talon", 3, {"hands": 4}, OPEN, device=True)
        device, rng, taken, refused = Device(room, table, ann, 0), np.random.default_rng(0), 0, 0
        await latest(device.stream)
        await settle(room, table)
        while (state := room.table_registry.tables[table].state).playing:
            assert state.match is not None
            news = await room.build_snapshot(table, ann)
            assert news.info.alone is not None
            between = bool(state.match.needs and state.past)
            if between and state.cutting.frozen is not None:
                with pytest.raises(RefusedError, match="You can take a choice back until"):
                    await room.take_back(table, ann, state.token)
                refused += 1
            if between and state.cutting.frozen is None and not taken:
                await room.take_back(table, ann, news.info.alone.undo or "")
                taken += 1
            elif state.match.needs:
                assert await device.act()
            elif state.is_resting:
                await room.agree(table, ann, "next")
            else:
                assert news.view is not None
                await room.move(table, ann, random_policy(news.view, rng), news.info.token or "")
            await settle(room, table)
        assert taken
        assert refused
        await device.act()
        replay = Replay((await room.build_record(table, ann, 1)).splitlines())
        record_verification.play_record(replay)
        assert record_verification.verify_shuffles(replay, map(json.dumps, device.seen)).proven
        await device.stream.aclose()  # type: ignore[attr-defined]
        await room.close()

    asyncio.run(whole())


def test_a_cut_that_is_needed_again_after_a_choice_was_taken_back_waits_for_devices_anew(tmp_path: Path) -> None:
    """The time of the first wait has passed when the choice is made again."""

    async def whole() -> None:
        clock = HandClock()
        room = await open_room(f"sqlite:///{tmp_path}/room.db", clock, PACE)
        (ann,) = await guests(room, "Ann")
        table = await room.play_now(ann, "talon", 3, {"hands": 4}, OPEN, device=True)
        device, rng = Device(room, table, ann, 0), np.random.default_rng(0)
        await latest(device.stream)
        await settle(room, table)
        state, action = room.table_registry.tables[table].state, 0
        while not (state.needs_order and state.past):
            news = await room.build_snapshot(table, ann)
            if state.needs_order:
                assert await device.act()
            else:
                assert news.view is not None
                action = random_policy(news.view, rng)
                await room.move(table, ann, action, news.info.token or "")
            await settle(room, table)
        if state.is_resting:
            await room.agree(table, ann, "next")
            await settle(room, table)
        cut = state.cutting.number
        assert state.cutting.due is not None
        await room.take_back(table, ann, state.token)
        clock.advance(60)
        await room.move(table, ann, action, state.token)
        await settle(room, table)
        if state.is_resting:
            await room.agree(table, ann, "next")
            await settle(room, table)
        coming = (await room.build_snapshot(table, ann)).info.cut
        assert coming is not None
        assert (coming.number, coming.stage, coming.asked) == (cut, "sealing", (0,))
        await device.stream.aclose()  # type: ignore[attr-defined]
        await room.close()

    asyncio.run(whole())


def test_a_person_seals_one_value_for_a_cut_however_often_they_come_and_go(tmp_path: Path) -> None:
    """All that is sealed is told to everybody: a guest made it more than a record, or what was seen, may hold."""

    async def whole() -> None:
        cut = Cut(tmp_path)
        await cut.open("Ann", "Bob", "Cyd")
        bob = cut.people[1]
        await cut.seal(0, 1, 2)
        for _ in range(3):
            await cut.room.leave(cut.table, bob)
            await cut.restart()
            await cut.room.sit(cut.table, bob, 1)
            with pytest.raises(RefusedError, match="you have sealed another value for cut 0, and left your seat"):
                await cut.room.seal_cut_value(cut.table, bob, 0, make_seal(b"d" * 32).hex())
        await cut.seal(1)
        await cut.connect(*cut.people)
        await cut.begin()
        await cut.reveal(1, 2, 0)
        assert await cut.voices() == [(0, "given"), (1, "given"), (2, "given")]
        await cut.close()

    asyncio.run(whole())


def test_what_a_person_sealed_counts_at_the_seat_where_they_sit_down_instead(tmp_path: Path) -> None:
    """Bob changes seats before the match: his page has no other value to seal, and is asked for one."""

    async def whole() -> None:
        cut = Cut(tmp_path)
        await cut.open("Ann", "Bob", "Cyd")
        bob, cyd = cut.people[1:]
        await cut.room.leave(cut.table, cyd)
        await cut.seal(0, 1)
        await cut.room.leave(cut.table, bob)
        await cut.room.sit(cut.table, bob, 2)
        await cut.room.sit(cut.table, cyd, 1)
        with pytest.raises(RefusedError, match="another’s seal"):
            await cut.room.seal_cut_value(cut.table, cyd, 0, make_seal(VALUES[0]).hex())
        await cut.room.seal_cut_value(cut.table, bob, 0, make_seal(VALUES[1]).hex())
        await cut.restart()
        await cut.connect(*cut.people)
        await cut.begin()
        await cut.wait(PACE.device)
        await cut.room.open_cut_value(cut.table, bob, 0, VALUES[1].hex())
        await cut.reveal(0)
        assert await cut.voices() == [(0, "given"), (1, "absent"), (1, "left"), (2, "given")]
        await cut.close()

    asyncio.run(whole())


def test_who_goes_from_seat_to_seat_makes_no_cut_longer_than_a_crowd_does() -> None:
    cut, mine = CutState(0), make_seal(b"m" * 32)
    for number in range(MOST_LEFT - 1):
        cut.add_seal(0, make_seal(bytes([number]) * 32), f"guest {number}")
        cut.free_seat(0)
    for _ in range(2):
        assert cut.is_new_seal(1, mine, "Ann")
        cut.add_seal(1, mine, "Ann")
        cut.free_seat(1)
    with pytest.raises(FairnessError, match="50 people have sealed"):
        cut.is_new_seal(2, mine, "Ann")


def test_a_crowd_that_seals_and_leaves_makes_no_cut_too_long_for_a_record(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann, *crowd = await guests(room, "Ann", *[f"Guest {number}" for number in range(MOST_LEFT + 2)])
        table = await room.open_table(ann, "tall-card", 2, FIRST)
        for number, person in enumerate(crowd):
            await room.sit(table, person)
            with nullcontext() if number < MOST_LEFT else pytest.raises(RefusedError, match="50 people have sealed"):
                await room.seal_cut_value(table, person, 0, make_seal(bytes([number]) * 32).hex())
            await room.leave(table, person)
        await room.start_match(table, ann)
        await settle(room, table)
        cut = room.table_registry.tables[table].state.cut
        assert cut is not None
        assert len(orjson.dumps(cut.build_published())) < MAX_LINE / 2

    run(tmp_path, work)


def test_a_cut_waits_for_the_page_of_who_just_sat_down(tmp_path: Path) -> None:
    """Its stream ends before the page loads again."""

    async def work() -> None:
        room = await open_room(f"sqlite:///{tmp_path}/room.db", HandClock())
        ann, ben, cyd = await guests(room, "Ann", "Ben", "Cyd")
        table = await room.open_table(ann, "tall-card", 3, FIRST)
        await room.sit(table, ben, device=True)
        await room.sit(table, cyd)
        await room.start_match(table, ann)
        await settle(room, table)
        coming = (await room.build_snapshot(table)).info.cut
        assert coming is not None
        assert coming.asked == (1,)
        await room.close()

    asyncio.run(work())


def test_a_page_is_told_the_root_of_every_order_as_it_is_made(tmp_path: Path) -> None:
    """Also where nothing else of its cuts changes between two orders: it compares the record with what it kept."""
    told: list[bytes] = []

    async def work(room: GameServer, _: HandClock) -> None:
        ann, ben = await guests(room, "Ann", "Ben")
        table = await room.open_table(ann, "tall-cards", 2)
        await room.sit(table, ben)
        with await room.subscribe(table) as feed:
            page = PageStream()
            feed.listen(lambda moment: told.append(feed.take_from(moment, page.encode_broadcast)) if moment else None)
            await room.start_match(table, ann)
            await settle(room, table)
        made = room.table_registry.tables[table].state.cut
        assert made is not None
        assert len(made.orders) > 1
        assert all(str(order["root"]).encode() in b"".join(told) for order in made.orders)

    run(tmp_path, work)
