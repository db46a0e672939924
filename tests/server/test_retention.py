"""Retention: what is old goes, and results stay as rows without names."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest
from sqlalchemy import func, select, update
from typer.testing import CliRunner

from shindig.cli import app
from shindig.server.accounts.session_cache import DAY
from shindig.server.admin.admin_actions import open_transaction
from shindig.server.errors import MissingError
from shindig.server.person import Person
from shindig.server.storage.schema import events, people, results, seatings, sessions, tables
from tests.kits.server.room_kit import HandClock, guests, open_room, play_out, settle

SHORT = {"deals_each": 1, "stack": 20}
EVER = str(36_000)


def command(folder: Path, *words: str, **settings: str) -> str:
    """What a command says under settings."""
    around = {f"SHINDIG_{name.upper()}": value for name, value in settings.items()}
    found = CliRunner().invoke(app, [*words, "--database", f"sqlite:///{folder}/room.db"], env=around)
    if found.exception is not None:
        raise found.exception
    return found.output


def counted(folder: Path) -> dict[str, int]:
    """How many rows there are."""
    with open_transaction(f"sqlite:///{folder}/room.db") as connection:
        counts = {one.name: connection.scalar(select(func.count()).select_from(one)) for one in KEPT}
    return {name: count or 0 for name, count in counts.items()}


KEPT = (tables, events, seatings, results, people)


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, list[Person], str, str]:
    """A room with a closed table where a match was played, a closed one where none was, and one that is open."""

    async def work() -> tuple[list[Person], str, str]:
        room = await open_room(f"sqlite:///{tmp_path}/room.db", HandClock())
        people = await guests(room, "Ann", "Bob", "Cleo")
        bob, _ = await room.accounts.register(people[1], "bob", "a good password")
        over = await room.open_table(people[0], "tall-card", 2, SHORT)
        await room.sit(over, bob)
        await room.start_match(over, people[0])
        await settle(room, over)
        await play_out(room, over, [people[0], bob])
        await room.close_table(over, people[0])
        unplayed = await room.open_table(people[0], "tall-card", 2)
        await room.close_table(unplayed, people[0])
        still = await room.open_table(people[2], "tall-card", 2)
        await room.close()
        return [people[0], bob, people[2]], over, still

    who, over, still = asyncio.run(work())
    with open_transaction(f"sqlite:///{tmp_path}/room.db") as connection:  # they came long ago
        connection.execute(update(people).values(created=1.0))
        connection.execute(update(sessions).values(created=1.0, expires=2.0))
    return tmp_path, who, over, still


def test_a_dry_run_says_what_would_go_and_removes_nothing(played: tuple[Path, list[Person], str, str]) -> None:
    folder, before = played[0], counted(played[0])
    said = command(folder, "admin", "prune", "--dry-run", retain_events="1", retain_tables="1", retain_guests="1")
    assert "      2  logs of closed tables\n      2  closed tables\n      1  idle guests\n" in said
    assert "Nothing was removed" in said
    assert counted(folder) == before
    said = command(folder, "admin", "prune", retain_events=EVER, retain_tables=EVER, retain_guests=EVER)
    assert "      0  logs of closed tables\n      0  closed tables\n      0  idle guests\n" in said
    assert counted(folder) == before
    assert "tables" not in command(folder, "admin", "prune"), "by default all is kept"
    assert counted(folder) == before


def test_old_logs_go_and_results_stay_without_names(played: tuple[Path, list[Person], str, str]) -> None:
    folder, (ann, bob, _), over, still = played
    before = counted(folder)
    assert "      2  logs of closed tables\n" in command(folder, "admin", "prune", retain_events="1")
    after = counted(folder)
    assert {name for name in after if after[name] != before[name]} == {"events"}

    async def look() -> None:
        room = await open_room(f"sqlite:///{folder}/room.db", HandClock())
        (one,), _ = await room.results.load_page(bob, 0)
        assert ([seat.name for seat in one.seats], one.logged) == (["Somebody", "Somebody"], False)
        assert (await room.results.load_statistics(bob))["tall-card"].matches == 1
        with pytest.raises(MissingError):
            await room.build_replay(over, bob, 1)
        assert (await room.build_snapshot(still)).info.state == "waiting", "an open table stays as it is"
        assert await room.load_history(ann) == []
        await room.close()

    asyncio.run(look())


def test_old_tables_go_but_for_the_row_that_results_need(played: tuple[Path, list[Person], str, str]) -> None:
    folder, (ann, bob, _), over, still = played
    command(folder, "admin", "prune", retain_tables="1")
    with open_transaction(f"sqlite:///{folder}/room.db") as connection:
        assert {*connection.execute(select(tables.c.id)).scalars()} == {over, still}
        assert {*connection.execute(select(seatings.c.table_id)).scalars()} == {still}
    assert "      0  closed tables\n" in command(folder, "admin", "prune", retain_tables="1"), "once is enough"

    async def look() -> None:
        room = await open_room(f"sqlite:///{folder}/room.db", HandClock())
        assert await room.load_history(ann) == []
        assert len((await room.results.load_page(bob, 0))[0]) == 1
        await room.close()

    asyncio.run(look())


def test_idle_guests_lose_their_names_and_others_do_not(played: tuple[Path, list[Person], str, str]) -> None:
    """Ann is idle; Bob has an account, and Cleo sits at a table."""
    folder, (ann, _, cleo), over, _ = played
    before = counted(folder)
    assert "      1  idle guests\n" in command(folder, "admin", "prune", retain_guests="1")
    assert counted(folder) == before, "rows stay"
    with open_transaction(f"sqlite:///{folder}/room.db") as connection:
        names = {row.id: row.name for row in connection.execute(select(people.c.id, people.c.name))}
        told = "".join(connection.execute(select(events.c.data).where(events.c.table_id == over)).scalars())
        seats = "".join(connection.execute(select(results.c.seats)).scalars())
    assert names[ann.id].startswith("Somebody ")
    assert names[cleo.id] == "Cleo"
    assert "Ann" not in told + seats
    assert "Bob" in told
    assert "      0  idle guests\n" in command(folder, "admin", "prune", retain_guests="1")


def test_backups_have_a_folder_and_old_ones_go(played: tuple[Path, list[Person], str, str]) -> None:
    folder, kept = played[0], played[0] / "backups"
    where = {"backup_folder": str(kept), "retain_backups": "7"}
    assert "rows of the database" in command(folder, "backup", **where)
    (newest,) = kept.iterdir()
    assert newest.name.startswith("shindig-2")
    assert (kept.stat().st_mode & 0o777, newest.stat().st_mode & 0o777) == (0o700, 0o600)
    for name, days in (("shindig-old.backup", 8), ("shindig-new.backup", 6), ("mine.backup", 80)):
        (kept / name).write_text("")
        os.utime(kept / name, (time.time() - days * DAY,) * 2)
    assert "      1  backups\n" in command(folder, "admin", "prune", "--dry-run", **where)
    assert len([*kept.iterdir()]) == 4
    command(folder, "admin", "prune", **where)
    assert {file.name for file in kept.iterdir()} == {newest.name, "shindig-new.backup", "mine.backup"}
    for file in kept.glob("shindig-*"):
        os.utime(file, (time.time() - 80 * DAY,) * 2)
    command(folder, "admin", "prune", **where)
    assert len([*kept.glob("shindig-*")]) == 1, "the newest always stays"
    with pytest.raises(ValueError, match="expected a file, or a backup-folder"):
        command(folder, "backup")
