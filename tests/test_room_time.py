"""An agreed time is kept by the room's clock: nobody is asked, and the hand under way is finished (TF-21)."""

from __future__ import annotations

from pathlib import Path

from room_kit import HandClock, guests, run, settle

from shindig.room.room import Room
from shindig.room.told import Settings

RULES = {"minutes": 10, "gifts": "never", "first_dealer": 0}


def test_tf_21_the_room_says_when_the_agreed_time_is_up(tmp_path: Path) -> None:
    async def work(room: Room, clock: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, "tall-cards", 2, RULES, Settings(seconds=3600))
        await room.sit(table, bob)
        await room.start_match(table, ann)
        await settle(room, table)
        for minutes, person, state in ((9, bob, "playing"), (1, ann, "over")):
            clock.advance(60 * minutes)
            token = (await room.look(table, person)).info.token or ""
            await room.move(table, person, "fold", token, None)
            await settle(room, table)
            assert (await room.look(table, ann)).info.state == state
        told = [line.text for update in (await room.look(table, bob)).updates for line in update.lines]
        assert "The agreed time is up." in told

    run(tmp_path, work)
