"""What the room gives to take home is a record that anybody can replay, with cuts that anybody can check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shindig.gamekit import game
from shindig.record import Replay
from shindig.server.fairness.fair_shuffle import FairnessError
from shindig.server.fairness.recorded_shuffle_check import check_cuts
from shindig.server.game_server import GameServer
from shindig.server.schemas import Settings
from tests.kits.games.short_options import options
from tests.kits.server.room_kit import HandClock, guests, play_out, run


@pytest.mark.parametrize(("game_id", "seats"), [("tall-card", 3), ("talon", 4)])
def test_the_rooms_record_is_by_the_rules_and_its_cuts_made_its_orders(
    game_id: str, seats: int, tmp_path: Path
) -> None:
    texts: list[str] = []

    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.open_table(ann, game_id, seats, options(game(game_id)), Settings(reveal="always"))
        await room.start_match(table, ann)
        await play_out(room, table, [ann])
        texts.append(await room.build_record(table, ann, 1))

    run(tmp_path, work)
    lines = texts[0].splitlines()
    replay = Replay(lines)
    assert list(replay)
    assert replay.match.over
    assert replay.names[0] == "Ann"
    assert replay.cuts
    check_cuts(replay.runs, replay.cuts, seats)
    other = [json.loads(json.dumps(cut)) for cut in replay.cuts]
    other[-1]["orders"][0]["root"] = "00" * 32
    with pytest.raises(FairnessError, match="is not the one that was published"):
        check_cuts(replay.runs, other, seats)
