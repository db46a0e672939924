"""What nobody may know, and what anybody may check: the cut, proofs, views of those who come later, identical bytes."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from secrets import token_bytes

import numpy as np
import numpy.typing as npt
import pytest

from shindig.core.layout_and_views import ONLOOKER, Layout, See
from shindig.gamekit import game, game_ids
from shindig.server.broadcast.event_buffer import BufferedEvent
from shindig.server.errors import ForbiddenError, MissingError, RefusedError, RoomError
from shindig.server.fairness import fair_shuffle
from shindig.server.game_server import GameServer
from shindig.server.schemas import Settings
from shindig.server.table_log.events import Acted
from shindig.server.table_log.shared_match_snapshot import MatchSnapshot
from tests.kits.server.card_proof_check import fits
from tests.kits.server.room_kit import (
    FIRST,
    QUICK,
    HandClock,
    guests,
    latest,
    play_out,
    run,
    settle,
    two_at_table,
)


def test_who_takes_a_seat_over_sees_nothing_from_before(tmp_path: Path) -> None:
    """Bob discards and leaves; Cyd sits down in his place and sees the next hand, nothing of Bob's."""

    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        for do, person in (("claim", bob), ("check", bob), ("check", ann)):
            await room.move(table, person, do, (await room.build_snapshot(table, person)).info.token or "")
            await settle(room, table)
        news = await room.build_snapshot(table, bob)
        assert news.view is not None
        discard = next(do for do in news.view.legal if do != "discard")
        await room.move(table, bob, discard, news.info.token or "")
        await settle(room, table)
        assert discard in [update.do for update in (await room.build_snapshot(table, bob)).updates]
        await room.leave(table, bob)
        (cyd,) = await guests(room, "Cyd")
        await room.sit(table, cyd)
        await settle(room, table)
        news = await room.build_snapshot(table, cyd)
        assert news.view is not None
        assert (news.info.you, news.view.seat) == (1, ONLOOKER)
        assert discard not in [update.do for update in news.updates]
        await play_out(room, table, [ann, cyd])
        before = [step for step in await room.build_replay(table, cyd, 1) if set(step.views) == {ONLOOKER}]
        assert len(before) >= 4
        assert discard not in [step.do for step in await room.build_replay(table, cyd, 1)]
        assert discard in [step.do for step in await room.build_replay(table, bob, 1)]

    run(tmp_path, work)


def test_a_table_without_onlookers_shows_them_no_cards(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, _bob = await two_at_table(room, settings=Settings(watch=False))
        shut = await room.build_snapshot(table)
        assert (shut.view, shut.updates) == (None, ())
        assert (await room.build_snapshot(table, ann)).view is not None

    run(tmp_path, work)


def test_a_match_that_nobody_may_watch_is_shown_to_none_but_its_players(tmp_path: Path) -> None:
    """Replay and proofs; the record is for all only where the match was opened."""

    async def work(room: GameServer, _: HandClock) -> None:
        (cyd,) = await guests(room, "Cyd")
        for watch in (False, True):
            table, ann, bob = await two_at_table(room, settings=Settings(watch=watch))
            await play_out(room, table, [ann, bob])
            for look in (room.build_replay, room.build_proofs):
                assert await look(table, bob, 1)
                for stranger in (cyd, None):
                    with nullcontext() if watch else pytest.raises(ForbiddenError, match="Only people who played"):
                        assert await look(table, stranger, 1)

    run(tmp_path, work)


def test_the_devices_make_the_cut_and_the_cutter_is_the_last(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, "tall-card", 3, FIRST)
        await room.sit(table, bob)
        streams = [room.stream_updates(table, person, device=True) for person in (ann, bob)]
        for stream in streams:
            await latest(stream)
        values = {0: token_bytes(32), 1: token_bytes(32)}
        await room.start_match(table, ann)
        people = {0: ann, 1: bob}
        asked: list[tuple[str, int]] = []
        while (cut := (await room.build_snapshot(table)).info.cut) is not None and cut.number == 0:
            assert cut.asked, "nobody waits but for devices"
            for seat in cut.asked:
                asked.append((cut.stage, seat))
                if cut.stage == "sealing":
                    await room.seal_cut_value(table, people[seat], 0, fair_shuffle.make_seal(values[seat]).hex())
                else:
                    await room.open_cut_value(table, people[seat], 0, values[seat].hex())
            await settle(room, table)
        assert asked == [("sealing", 0), ("sealing", 1), ("opening", 1), ("cutting", 0)]
        told = (await room.build_snapshot(table)).info.last_cut
        assert told is not None
        voices = told["voices"]
        assert isinstance(voices, list)
        assert [(voice["seat"], voice["said"]) for voice in voices] == [(0, "given"), (1, "given"), (2, "absent")]
        assert voices[0]["value"] == values[0].hex()
        for stream in streams:
            await stream.aclose()  # type: ignore[attr-defined]

    run(tmp_path, work)


def test_a_silent_device_is_waited_for_and_recorded(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, "tall-card", 2, FIRST)
        await room.sit(table, bob)
        streams = [room.stream_updates(table, person, device=True) for person in (ann, bob)]
        for stream in streams:
            await latest(stream)
        await room.seal_cut_value(table, ann, 0, fair_shuffle.make_seal(token_bytes(32)).hex())
        with pytest.raises(RefusedError, match="has sealed another value"):
            await room.seal_cut_value(table, ann, 0, fair_shuffle.make_seal(token_bytes(32)).hex())
        with pytest.raises(RefusedError, match="not the value that seat 0 sealed"):
            await room.open_cut_value(table, ann, 0, token_bytes(32).hex())
        with pytest.raises(RoomError, match="hexadecimal"):
            await room.seal_cut_value(table, bob, 0, "no hash")
        with pytest.raises(RefusedError, match="the next cut is number 0"):
            await room.seal_cut_value(table, bob, 1, fair_shuffle.make_seal(token_bytes(32)).hex())
        await room.start_match(table, ann)
        for _ in range(2):
            await settle(room, table)
            assert (await room.build_snapshot(table)).info.last_cut is None
            clock.advance(QUICK.device)
        await settle(room, table)
        told = (await room.build_snapshot(table)).info.last_cut
        assert told is not None
        said = {voice["seat"]: voice["said"] for voice in told["voices"]}  # type: ignore[attr-defined]
        assert said == {0: "withheld", 1: "absent"}
        for stream in streams:
            await stream.aclose()  # type: ignore[attr-defined]

    run(tmp_path, work)


def test_proofs_show_own_and_shown_cards_and_nothing_else(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room, seats=3, settings=Settings(reveal="agreed"))
        await play_out(room, table, [ann, bob])
        with pytest.raises(ForbiddenError, match="has everyone’s cards"):
            await room.build_record(table, ann, 1)
        with pytest.raises(MissingError, match="Match 2 wasn’t finished"):
            await room.build_proofs(table, ann, 2)
        told = await room.build_proofs(table, ann, 1)
        assert not told["open"]
        assert all("secret" not in cut for cut in told["cuts"])
        checked = 0
        for cut in told["cuts"]:
            for order in cut["orders"]:
                positions = [proof["position"] for proof in order["proofs"]]
                for proof in order["proofs"]:
                    path = tuple(bytes.fromhex(step) for step in proof["path"])
                    made = fair_shuffle.Proof(proof["position"], proof["card"], bytes.fromhex(proof["salt"]), path)
                    assert fits(bytes.fromhex(order["root"]), order["count"], made)
                if order["of"] == "main":
                    assert len(positions) < order["count"]
                    checked = max(checked, len(positions))
        assert checked >= 5
        await room.agree(table, ann, "reveal")
        await room.agree(table, bob, "reveal")
        opened = await room.build_proofs(table, None, 1)
        assert opened["open"]
        secret = opened["cuts"][0]
        house = fair_shuffle.Secret(table, secret["cut"], bytes.fromhex(secret["secret"]))
        assert house.commitment.hex() == secret["commitment"] == told["cuts"][0]["commitment"]
        assert (await room.build_record(table, None, 1)).count('"cut"') >= 1

    run(tmp_path, work)


async def voices_of(room: GameServer, table: str) -> list[tuple[object, object]]:
    """Seat and what it said of each voice of the last cut."""
    told = (await room.build_snapshot(table)).info.last_cut
    assert told is not None
    return [(voice["seat"], voice["said"]) for voice in told["voices"]]  # type: ignore[attr-defined]


def test_a_cut_awaits_a_page_that_is_on_its_way(tmp_path: Path) -> None:
    """The first cut of a match against bots, and of one whose page loads itself again, counts the player's value."""

    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.play_now(ann, "tall-card", 2, FIRST, device=True)
        await settle(room, table)
        value = token_bytes(32)
        stream = room.stream_updates(table, ann, device=True)
        await latest(stream)
        await room.seal_cut_value(table, ann, 0, fair_shuffle.make_seal(value).hex())
        await stream.aclose()  # type: ignore[attr-defined]
        await settle(room, table)
        assert (await room.build_snapshot(table)).info.cut.stage == "cutting"  # type: ignore[union-attr]
        stream = room.stream_updates(table, ann, device=True)
        await room.open_cut_value(table, ann, 0, value.hex())
        await settle(room, table)
        assert await voices_of(room, table) == [(0, "given"), (1, "absent")]
        await stream.aclose()  # type: ignore[attr-defined]

    run(tmp_path, work)


def test_a_cut_awaits_nobody_for_long(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.play_now(ann, "tall-card", 2, FIRST, device=True)
        await settle(room, table)
        assert (await room.build_snapshot(table)).info.last_cut is None
        clock.advance(QUICK.device)
        await settle(room, table)
        assert await voices_of(room, table) == [(0, "absent"), (1, "absent")]

    run(tmp_path, work)


def seen_bytes(layout: Layout, viewer: int) -> npt.NDArray[np.uint8]:
    """uint8[bytes of a record]: 255 where the table of fields lets a viewer see, else 0."""
    seen = np.zeros(1, layout.dtype)
    for field in layout.fields:
        rows = seen[field.name][0, viewer : viewer + 1] if field.see is See.OWNER and viewer >= 0 else seen[field.name]
        if field.see is not See.NOBODY and (field.see is See.ALL or viewer >= 0):
            rows[...] = ~rows
    return seen.view(np.uint8)


@pytest.mark.parametrize(("game_id", "seats"), [(game_id, 3) for game_id in game_ids()])
def test_identical_bytes_whatever_the_viewer_cannot_know(game_id: str, seats: int, tmp_path: Path) -> None:
    """Bytes that a viewer may not see are scrambled, others' secret actions exchanged: nothing told differs."""
    rng = np.random.default_rng(5)

    def scrambled(frame: MatchSnapshot | None, viewer: int) -> MatchSnapshot | None:
        if frame is None:
            return None
        layout = frame.game.rules.layout
        mask = seen_bytes(layout, viewer)
        noise = rng.integers(0, 256, mask.shape, np.uint8)
        known = np.frombuffer(frame.record, np.uint8)
        return MatchSnapshot(frame.game, ((known & mask) | (noise & ~mask)).tobytes())

    def other_secret(action: int) -> int:
        secrets = (other for other in (action + 1, action - 1) if game(game_id).rules.secret(other))
        return next(secrets, action)

    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, game_id, seats)
        await room.sit(table, bob)
        await room.start_match(table, ann)
        await play_out(room, table, [ann, bob], most=60)
        served = room.table_registry.tables[table]
        names = [seat.name for seat in served.state.seats]
        for entry in served.history.entries:
            for viewer in range(ONLOOKER, seats):
                event = entry.event
                if isinstance(event, Acted) and event.seat != viewer and game(game_id).rules.secret(event.action):
                    event = Acted(event.seat, other_secret(event.action), event.by, event.bank)
                before, after = scrambled(entry.before, viewer), scrambled(entry.after, viewer)
                told, other = (
                    entry.build_log_entry(viewer),
                    BufferedEvent(entry.seq, event, entry.names, before, after).build_log_entry(viewer),
                )
                assert (told.do, told.lines) == (other.do, other.lines), names

    run(tmp_path, work)


def test_what_a_seat_saw_of_an_order_written_out(tmp_path: Path) -> None:
    """Seats 1 and 0 get every other card; Bob folds, Ann wins and shows nothing: each saw five cards, and no more."""

    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, "tall-card", 2, {**FIRST, "deals_each": 1, "stack": 6})
        await room.sit(table, bob)
        await room.start_match(table, ann)
        await settle(room, table)
        played = [("claim", bob), ("bet 1", bob), ("fold", ann)]
        for do, person in played:
            await room.move(table, person, do, (await room.build_snapshot(table, person)).info.token or "")
            await settle(room, table)
        await play_out(room, table, [ann, bob])
        seen = {}
        for person in (ann, bob):
            told = await room.build_proofs(table, person, 1)
            first = next(order for cut in told["cuts"] for order in cut["orders"] if order["of"] == "main")
            seen[person.name] = {proof["position"] for proof in first["proofs"]}
        assert seen == {"Bob": {0, 2, 4, 6, 8}, "Ann": {1, 3, 5, 7, 9}}

    run(tmp_path, work)
