"""What is kept of a released version, for all later ones to go on with: a record of each game and a room's database.

`python -m tests.kits.snapshots.release_files` writes those of the version at hand into `tests/released/`, once, when it
is released.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import shutil
import tempfile
from pathlib import Path

from shindig import __version__
from shindig.gamekit import game, game_ids
from shindig.server.game_server import GameServer
from shindig.server.matches.lesson_progress import Progress
from shindig.server.person import Person
from shindig.server.storage.backup import back_up
from tests.kits.games.short_options import options
from tests.kits.server.room_kit import HandClock, guests, open_room, play_out, settle

FOLDER = Path(__file__).parents[2] / "released"
LOGIN, PASSWORD = "ann", "a good password"
MOVES = 1
"""Moves of the tables that are in mid-match."""


async def table_of(room: GameServer, person: Person, game_id: str, most: int) -> str:
    """A table with bots, after so many moves of the person at most."""
    one = game(game_id)
    table = await room.play_now(person, game_id, one.rules.seats[0], options(one))
    await play_out(room, table, [person], seed=len(game_id), most=most)
    return table


async def asked_of(room: GameServer, table: str, person: Person) -> str:
    """What somebody may do at a table now, in words: the cards that they hold among them."""
    view = (await room.build_snapshot(table, person)).view
    assert view is not None
    return f"{view.legal!r}"


async def used(url: str, folder: Path) -> None:
    """A room in which somebody with an account has played each game, and is in the midst of each once more."""
    room, kept = await open_room(url, HandClock()), {}
    try:
        guest, friend = await guests(room, "Ann", "Ben")
        ann, _ = await room.accounts.register(guest, LOGIN, PASSWORD)
        for game_id in game_ids():
            over = await table_of(room, ann, game_id, 5_000)
            await room.agree(over, ann, "reveal", 1)
            (folder / f"{game_id}.jsonl").write_text(await room.build_record(over, ann, 1), encoding="utf-8")
            begun = await table_of(room, ann, game_id, MOVES)
            kept[game_id] = {"over": over, "begun": begun, "asked": await asked_of(room, begun, ann)}
            await room.lessons.store_progress(ann, game_id, Progress(moment=2))
        await together(room, ann, friend)
    finally:
        await room.close()
    (folder / "tables.json").write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


async def together(room: GameServer, ann: Person, friend: Person) -> None:
    """Two people at a table, words, a report, a match whose hands are opened."""
    table = await room.open_table(ann, "tall-card", 2, options(game("tall-card")))
    await room.sit(table, friend)
    await room.start_match(table, ann)
    await room.say(table, friend, "Good luck!")
    await settle(room, table)
    await play_out(room, table, [ann, friend])
    for person in (ann, friend):
        await room.agree(table, person, "reveal", 1)


def main() -> None:
    folder = FOLDER / __version__
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as here:
        database = Path(here) / "room.sqlite3"
        asyncio.run(used(f"sqlite:///{database}", folder))
        back_up(f"sqlite:///{database}", folder / "room.backup")
        with database.open("rb") as whole, gzip.GzipFile(folder / "room.sqlite3.gz", "wb", mtime=0) as packed:
            shutil.copyfileobj(whole, packed)


if __name__ == "__main__":
    main()
