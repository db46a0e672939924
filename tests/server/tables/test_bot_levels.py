"""How strong the bots at a table are: chosen when it is opened, for each seat, and said to everybody."""

from __future__ import annotations

from pathlib import Path

import pytest

from shindig.bots import levels
from shindig.gamekit import game
from shindig.server.errors import ForbiddenError, RefusedError, RoomError
from shindig.server.game_server import GameServer
from shindig.server.schemas import Settings
from tests.kits.server.room_kit import HandClock, InlineBots, guests, run, settle


def test_levels_are_named_from_the_easiest_up() -> None:
    assert levels(game("talon")) == ("gentle", "steady", "expert")


def test_the_host_chooses_the_level_of_each_seat_before_a_match(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, "tall-card", 4, settings=Settings(bot="gentle"))
        await room.sit(table, bob)
        assert await room.add_bot(table, ann, bot="expert") == 2
        with pytest.raises(ForbiddenError):
            await room.add_bot(table, bob, 2, "gentle")
        with pytest.raises(RefusedError, match="No seat is free for a bot"):
            await room.add_bot(table, ann, 1, "gentle")
        with pytest.raises(RoomError, match="there is no bot 'great'"):
            await room.add_bot(table, ann, 2, "great")
        name = (await room.build_snapshot(table, bob)).info.seats[2].name
        assert await room.add_bot(table, ann, 2, "steady") == 2
        await room.start_match(table, ann)
        await settle(room, table)
        seats = (await room.build_snapshot(table, bob)).info.seats
        assert [seat.bot for seat in seats] == ["", "", "steady", "gentle"]
        assert seats[2].name == name
        with pytest.raises(RefusedError, match="before a match"):
            await room.add_bot(table, ann, 2, "gentle")
        told = [str(line.text) for update in (await room.build_snapshot(table)).updates for line in update.lines]
        assert f"{name}, a bot, sat down and plays at Medium." in told
        assert f"{seats[3].name}, a bot, sat down and plays at Easy." in told

    run(tmp_path, work)


def test_all_are_told_while_the_expert_gets_ready_and_when_it_is(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        bots = room.services.bots
        assert isinstance(bots, InlineBots)
        bots.preparing.add("tall-card")
        (ann,) = await guests(room, "Ann")
        table = await room.open_table(ann, "tall-card", 3)
        await room.add_bot(table, ann, 1, "expert")
        await room.add_bot(table, ann, 2, "gentle")
        assert [seat.preparing for seat in (await room.build_snapshot(table)).info.seats] == [False, True, False]
        without_expert = await room.open_table(ann, "tall-card", 3)
        with await room.subscribe(table, ann) as feed, await room.subscribe(without_expert, ann) as other:
            assert other.take() is not None
            assert feed.take() is not None
            assert feed.take() is None
            bots.preparing.clear()
            bots.told("policies", "tall-card")
            news = feed.take()
            assert news is not None
            assert not any(seat.preparing for seat in news.info.seats)
            assert other.take() is None

    run(tmp_path, work)


@pytest.mark.parametrize("bot", ["gentle", "expert"])
def test_who_plays_at_once_chooses_a_level(tmp_path: Path, bot: str) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.play_now(ann, "talon", 3, settings=Settings(public=False, bot=bot))
        assert [seat.bot for seat in (await room.build_snapshot(table, ann)).info.seats] == ["", bot, bot]

    run(tmp_path, work)
