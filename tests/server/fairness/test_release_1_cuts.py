"""Cuts that release 1.0 began: they go on by the old formula, and what was seen of them leaves status 3.

`cuts_under_way.sqlite3.gz` was written by release 1.0. It holds three tables, each in one stage of its first cut. At
each table Dan sealed a value at seat 1 and left; then Ann, Bob and Cyd took the seats 0 to 2 and began.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from shindig.server.game_server import GameServer
from shindig.server.table_log.events import Committed, Event, Ordered, decode
from tests.cli.test_cli import run
from tests.kits.server.device_kit import Device
from tests.kits.server.room_kit import HandClock, asked, latest, open_room, settle
from tests.kits.snapshots.release_files import FOLDER, PASSWORD
from tests.server.fairness.test_interrupted_cuts import PACE
from tests.server.fairness.test_verify_cut import by_page

OLD = FOLDER / "1.0.0"
STAGES = {"sealing": (), "opening": (1,), "cutting": (1, 2)}
"""For each stage, the seats whose values were open when release 1.0 ended."""


async def play_to_the_end(room: GameServer, table: str, devices: list[Device]) -> None:
    """Play the first legal action of each turn; all devices answer before it."""
    while room.table_registry.tables[table].state.playing:
        await settle(room, table)
        if any([await device.act() for device in devices]):
            continue
        person, news = await asked(room, table, [device.person for device in devices])
        assert news.view is not None
        assert news.info.token is not None
        await room.move(table, person, next(iter(news.view.legal.actions)), news.info.token)
    await settle(room, table)
    await devices[0].act()


async def gone_on(url: str, stage: str) -> tuple[str, list[dict[str, Any]], list[Event]]:
    """Go on with a table of release 1.0 to the end of its match: the record, what Ann's device saw, the events."""
    room = await open_room(url, HandClock(2_000_000.0), PACE)
    kept = json.loads((OLD / "cuts_under_way.json").read_text("utf-8"))[stage]
    table = kept["table"]
    people = [(await room.accounts.login(name, PASSWORD, None))[0] for name in ("ann", "bob", "cyd")]
    devices = [Device(room, table, person, seat) for seat, person in enumerate(people)]
    for device in devices:
        await latest(device.stream)
    await settle(room, table)
    cut = (await room.build_snapshot(table)).info.cut
    assert cut is not None
    assert (cut.stage, cut.version, cut.frozen, cut.commitment) == (stage, 1, None, kept["commitment"])
    assert {*cut.opened} == {*STAGES[stage]}
    await play_to_the_end(room, table, devices)
    for person in people:
        await room.agree(table, person, "reveal", 1)
    record = await room.build_record(table, people[0], 1)
    events = [decode(line)[0] for line in await room.services.store.load_log(table)]
    for device in devices:
        await device.stream.aclose()  # type: ignore[attr-defined]
    await room.close()
    return record, devices[0].seen, events


@pytest.mark.attack
@pytest.mark.parametrize("stage", STAGES)
def test_a_cut_of_1_0_under_way_goes_on_by_its_formula(
    stage: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The device is honest in every later cut, so the cut of release 1.0 alone leaves status 3."""
    file, told, live = (tmp_path / name for name in ("room.sqlite3", "match.jsonl", "seen.jsonl"))
    file.write_bytes(gzip.decompress((OLD / "cuts_under_way.sqlite3.gz").read_bytes()))
    record, seen, events = asyncio.run(gone_on(f"sqlite:///{file}", stage))
    orders = [event for event in events if isinstance(event, Ordered)]
    secrets = [event for event in events if isinstance(event, Committed)]
    said = [(voice["seat"], voice["said"]) for voice in orders[0].voices]
    assert said == [(1, "left"), (1, "given"), (2, "given"), (0, "given")], "who left comes first, the cutter last"
    assert orders[0].frozen is None
    assert all(order.frozen is not None for order in orders if order.cut and not order.index)
    assert [one.version for one in secrets] == [1] + [2] * (len(secrets) - 1)
    assert len(secrets) > 2, "the match has cuts of its own after the old one"
    told.write_text(record, "utf-8")
    live.write_text("\n".join(map(json.dumps, seen)), "utf-8")
    assert run("verify", told, "--seen", live) == 3
    out = capsys.readouterr().out
    assert "Cut 0: made as release 1.0 did, which leaves us a choice" in out
    assert "we could have picked from 4 orders" in out
    status, bounds = by_page([(record, live.read_text("utf-8"))], tmp_path)[0]
    assert (status, bounds[0]) == (3, None)
    assert None not in bounds[1:]
