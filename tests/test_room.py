"""The room: seats, turns, clocks, cuts, streams, what is told afterwards."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from secrets import token_bytes

import numpy as np
import pytest
from databases import database
from room_kit import QUICK, HandClock, InlineBots, guests, open_room, play_out, run, settle
from sqlalchemy import update

from shindig.bots import random_policy
from shindig.games import game
from shindig.games.record import ONLOOKER
from shindig.room import fair
from shindig.room.autopilot import PAUSE_LIMIT
from shindig.room.clock import Pace, mildest
from shindig.room.events import Acted, decode
from shindig.room.people import Person
from shindig.room.room import Room
from shindig.room.schema import events
from shindig.room.stream import KEPT, Entry, Frame
from shindig.room.told import (
    BusyError,
    ForbiddenError,
    MissingError,
    News,
    RefusedError,
    RoomError,
    Settings,
    StaleError,
)
from shindig.room.wire import answer_json, error_json, news_json, status

FIRST = {"first_dealer": 0}
"""Seat 0 deals, so seat 1 is asked first whether it claims."""


async def two_at_table(room: Room, seats: int = 2, settings: Settings | None = None) -> tuple[str, Person, Person]:
    """Ann (host) at seat 0 and Bob at seat 1 of a Tall Card match that has begun."""
    ann, bob = await guests(room, "Ann", "Bob")
    table = await room.open_table(ann, "tall-card", seats, FIRST, settings)
    await room.sit(table, bob)
    await room.start_match(table, ann)
    await settle(room, table)
    return table, ann, bob


async def claim(room: Room, table: str, person: Person, key: str | None = None) -> str:
    """Claim the Tall Card; the token of the turn."""
    token = (await room.look(table, person)).info.token or ""
    await room.move(table, person, "claim", token, key)
    await settle(room, table)
    return token


async def latest(stream: AsyncIterator[News]) -> News:
    return await asyncio.wait_for(anext(stream), 10)


@pytest.mark.parametrize(("game_id", "seats"), [("tall-card", 4), ("talon", 3), ("tall-cards", 3)])
def test_friends_and_bots_play_a_match_to_its_end(game_id: str, seats: int, tmp_path: Path) -> None:
    async def work(room: Room, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, game_id, seats, settings=Settings(title="Friday", reveal="always"))
        assert await room.sit(table, bob) == 1
        (card,) = room.lobby()
        assert (card.title, card.names, card.free, card.state) == ("Friday", ("Ann", "Bob"), seats - 2, "waiting")
        await room.start_match(table, ann)
        assert await play_out(room, table, [ann, bob]) > 5
        news = await room.look(table, bob)
        assert news.info.state == "over"
        assert any("over" in line.text for update in news.updates for line in update.lines)
        (past,) = await room.history(bob)
        assert (past.id, past.you) == (table, 1)
        text = await room.record(table, None, 1)
        assert json.loads(text.splitlines()[0])["seats"][:2] == ["Ann", "Bob"]
        steps = await room.replay(table, ann, 1)
        assert set(steps[-1].views) == set(range(ONLOOKER, seats))

    run(tmp_path, work)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_match_goes_on_where_a_restart_left_it(kind: str, tmp_path: Path) -> None:
    async def whole(url: str) -> None:
        clock = HandClock()
        room = await open_room(url, clock)
        table, ann, bob = await two_at_table(room)
        token = await claim(room, table, bob, key="one")
        before = await room.look(table, ann)
        await room.close()
        clock.advance(10_000)
        room = await open_room(url, clock)
        await settle(room, table)
        after = await room.look(table, ann)
        assert after.view is not None
        assert before.view is not None
        assert after.view.tobytes() == before.view.tobytes()
        assert after.seq == before.seq
        assert after.info.clock is not None
        assert after.info.clock.deadline == clock.now() + 45, "the downtime is credited"
        again = await room.move(table, bob, "claim", token, "one")
        assert (again.do, again.repeated) == ("claim", True)
        with pytest.raises(StaleError, match=r"that turn is over|not your turn"):
            await room.move(table, bob, "claim", token, "two")
        await play_out(room, table, [ann, bob])
        await room.close()

    with database(kind, tmp_path) as url:
        asyncio.run(whole(url))


def test_a_repeated_move_is_played_once(tmp_path: Path) -> None:
    async def work(room: Room, _: HandClock) -> None:
        table, _ann, bob = await two_at_table(room)
        token = (await room.look(table, bob)).info.token or ""
        answers = await asyncio.gather(*(room.move(table, bob, "claim", token, "same") for _ in range(3)))
        assert {answer.seq for answer in answers} == {answers[0].seq}
        assert [answer.repeated for answer in answers] == [False, True, True]
        lines = await room.house.store.log(table)
        assert sum(isinstance(decode(line)[0], Acted) for line in lines) == 1

    run(tmp_path, work)


def test_a_refused_move_says_why_and_changes_nothing(tmp_path: Path) -> None:
    async def work(room: Room, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        before = await room.look(table, bob)
        token = before.info.token or ""
        with pytest.raises(RefusedError, match="TC-") as refused:
            await room.move(table, bob, "check", token)
        assert refused.value.clause is not None
        assert error_json(refused.value)["clause"] == refused.value.clause
        with pytest.raises(RoomError) as malformed:
            await room.move(table, bob, "dance", token)
        assert status(malformed.value) == 400
        with pytest.raises(RoomError, match="actions are numbers from 0"):
            await room.move(table, bob, -1, token)
        with pytest.raises(RoomError, match="a key has 1 to 64"):
            await room.move(table, bob, "claim", token, "k" * 65)
        with pytest.raises(StaleError, match="not your turn: it is the turn of Bob") as stale:
            await room.move(table, ann, "claim", token)
        assert error_json(stale.value)["news"]["table"]["you"] == 0
        assert (await room.look(table, bob)).seq == before.seq

    run(tmp_path, work)


def test_one_person_has_one_seat_and_sees_one_hand(tmp_path: Path) -> None:
    async def work(room: Room, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room, seats=4)
        with pytest.raises(RefusedError, match="one person, one seat"):
            await room.sit(table, bob, 2)
        (cyd,) = await guests(room, "Bob")
        assert await room.sit(table, cyd, 3, client="a phone") == 3, "a bot's seat, in the middle of a match"
        assert (await room.look(table)).info.seats[3].name == "Bob 2"
        await room.leave(table, cyd)
        with pytest.raises(RefusedError, match="that seat is taken"):
            await room.sit(table, cyd, 2)
        assert await room.sit(table, cyd, client="a phone") == 3, "but back to the same hand"
        dan, eve = await guests(room, "Dan", "Eve {0}")
        await room.sit(table, dan, 2, client="a phone")
        assert [seat.alike for seat in (await room.look(table)).info.seats] == [(), (), (3,), (2,)]
        with pytest.raises(RefusedError, match="no seat that you could take"):
            await room.sit(table, eve)
        with pytest.raises(ForbiddenError, match="no seat"):
            await room.move(table, eve, "claim", "1.1")
        await room.leave(table, ann)
        assert (await room.look(table, bob)).info.host, "the host's office goes on"

    run(tmp_path, work)


def test_who_takes_a_seat_over_sees_nothing_from_before(tmp_path: Path) -> None:
    """Bob discards and leaves; Cyd sits down in his place and sees the hand from now on, not what Bob threw away."""

    async def work(room: Room, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        for do, person in (("claim", bob), ("check", bob), ("check", ann)):
            await room.move(table, person, do, (await room.look(table, person)).info.token or "")
            await settle(room, table)
        news = await room.look(table, bob)
        assert news.view is not None
        discard = next(do for do in news.view.legal if do != "discard")
        await room.move(table, bob, discard, news.info.token or "")
        await settle(room, table)
        assert discard in [update.do for update in (await room.look(table, bob)).updates]
        await room.leave(table, bob)
        (cyd,) = await guests(room, "Cyd")
        await room.sit(table, cyd)
        await settle(room, table)
        news = await room.look(table, cyd)
        assert news.view is not None
        assert news.view.seat == 1
        assert discard not in [update.do for update in news.updates]
        await play_out(room, table, [ann, cyd])
        before = [step for step in await room.replay(table, cyd, 1) if set(step.views) == {ONLOOKER}]
        assert len(before) >= 4
        assert discard not in [step.do for step in await room.replay(table, cyd, 1)]
        assert discard in [step.do for step in await room.replay(table, bob, 1)]

    run(tmp_path, work)


def test_names_and_chat_cannot_pretend_to_be_others(tmp_path: Path) -> None:
    async def work(room: Room, _: HandClock) -> None:
        (eve,) = await guests(room, "{0} Eve")
        table = await room.open_table(eve, "talon", 3)
        await room.say(table, eve, "{0} loses {everything}")
        news = news_json(await room.look(table, eve))
        assert news["events"][-1]["lines"][0]["text"] == "(0) Eve: (0) loses (everything)"
        for text in ("", "x" * 201):
            with pytest.raises(RoomError, match="expected 1 to 200"):
                await room.say(table, eve, text)

    run(tmp_path, work)


def test_the_hosts_tools_are_the_hosts(tmp_path: Path) -> None:
    async def work(room: Room, clock: HandClock) -> None:
        table, ann, bob = await two_at_table(room, seats=3)
        for tool in (room.pause, room.resume, room.close_table):
            with pytest.raises(ForbiddenError, match="only the host"):
                await tool(table, bob)
        await room.pause(table, ann)
        with pytest.raises(RefusedError, match="paused"):
            await room.move(table, bob, "claim", (await room.look(table, bob)).info.token or "")
        clock.advance(PAUSE_LIMIT + 1)
        await settle(room, table)
        assert not (await room.look(table)).info.paused, "nobody can freeze a table"
        with pytest.raises(RefusedError, match="between hands, not during one"):
            await room.remove(table, ann, 1)
        await room.hold(table, ann, 1)
        assert (await room.look(table)).info.seats[1].held
        await room.back(table, bob)
        assert not (await room.look(table)).info.seats[1].held
        await room.close_table(table, ann)
        with pytest.raises(RefusedError, match="this table is closed"):
            await room.sit(table, bob)
        assert (await room.look(table)).info.state == "closed"

    run(tmp_path, work)


def test_who_is_out_of_time_gets_the_mildest_action_and_then_a_bot(tmp_path: Path) -> None:
    async def work(room: Room, clock: HandClock) -> None:
        table, _ann, bob = await two_at_table(room, settings=Settings(seconds=10, bank=20, misses=1))
        clock.advance(29)
        await settle(room, table)
        assert (await room.look(table, bob)).info.token is not None, "the time bank is not gone yet"
        clock.advance(2)
        await settle(room, table)
        news = await room.look(table, bob)
        assert any(update.do == "decline" for update in news.updates)
        assert news.info.seats[1].held
        assert news.info.seats[1].bank == 0
        stream = room.stream(table, bob)
        await latest(stream)
        await settle(room, table)
        assert not (await room.look(table)).info.seats[1].held, "back when the page is"
        await stream.aclose()  # type: ignore[attr-defined]

    run(tmp_path, work)


def test_a_bot_plays_for_somebody_who_is_not_there_until_they_are_back(tmp_path: Path) -> None:
    async def work(room: Room, clock: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        stream = room.stream(table, bob)
        await latest(stream)
        clock.advance(30)
        await settle(room, table)
        assert not (await room.look(table)).info.seats[1].held, "Bob is there and may think"
        await stream.aclose()  # type: ignore[attr-defined]
        clock.advance(19)
        await settle(room, table)
        assert not (await room.look(table)).info.seats[1].held, "a page may be loaded again"
        clock.advance(2)
        await settle(room, table)
        news = await room.look(table, ann)
        assert news.info.seats[1].held
        assert any(line.text == "{1} is away: a bot plays on." for update in news.updates for line in update.lines)
        stream = room.stream(table, bob)
        await latest(stream)
        await settle(room, table)
        assert not (await room.look(table)).info.seats[1].held
        await stream.aclose()  # type: ignore[attr-defined]

    run(tmp_path, work, Pace(least=0, most=0, rest=0, absent=20))


def test_time_over_the_decisions_time_comes_from_the_bank(tmp_path: Path) -> None:
    async def work(room: Room, clock: HandClock) -> None:
        table, _ann, bob = await two_at_table(room, settings=Settings(seconds=10, bank=20))
        clock.advance(16)
        await claim(room, table, bob)
        assert (await room.look(table)).info.seats[1].bank == 14

    run(tmp_path, work)


def test_the_mildest_action_checks_before_it_folds() -> None:
    match = game("tall-card").new(2, FIRST)
    assert match["actor"][0] == -1
    from shindig.match import Match
    from shindig.match import fair as seeded

    played = Match(game("tall-card"), 2, FIRST, seeded(3))
    played.play("claim")
    assert played.legal[mildest_index(played)] == "check"
    played.play("bet 5")
    assert played.legal[mildest_index(played)] == "fold"
    played.play("call")
    assert "discard" in played.legal[mildest_index(played)]


def mildest_index(match: object) -> int:
    from shindig.match import Match

    assert isinstance(match, Match)
    return list(match.legal.actions).index(mildest(match))


def test_a_forced_action_waits_as_long_as_a_person_or_a_bot_would(tmp_path: Path) -> None:
    """Who cannot call misery is asked all the same: the room answers, but not at once, and the clock looks the same."""

    async def work(room: Room, clock: HandClock) -> None:
        people = await guests(room, "Ann", "Bob", "Cyd")
        table = await room.open_table(people[0], "talon", 3)
        for person in people[1:]:
            await room.sit(table, person)
        await room.start_match(table, people[0])
        await settle(room, table)
        state, rng = room._tables[table].state, np.random.default_rng(2)
        while True:
            assert state.actor is not None
            news = await room.look(table, people[state.actor])
            assert news.view is not None
            assert news.info.clock is not None
            assert news.info.clock.deadline == clock.now() + news.info.settings.seconds
            if len(news.view.legal) == 1:
                break
            await room.move(table, people[state.actor], random_policy(news.view, rng), news.info.token or "")
            await settle(room, table)
        clock.advance(0.9)
        await settle(room, table)
        assert state.seq == news.seq
        clock.advance(6)
        await settle(room, table)
        assert state.seq > news.seq

    run(tmp_path, work, Pace(least=1, most=2, absent=100_000))


def test_a_bot_that_never_answers_stops_nobody(tmp_path: Path) -> None:
    async def whole() -> None:
        clock = HandClock()
        room = await open_room(f"sqlite:///{tmp_path}/room.db", clock, QUICK, InlineBots(silent=True))
        (ann,) = await guests(room, "Ann")
        table = await room.play_now(ann, "tall-card", 2, FIRST)
        served = room._tables[table]
        await served.do(_nothing)
        seq = served.state.seq
        clock.advance(QUICK.bot + 1)
        for _ in range(3):
            await served.do(_nothing)
        assert (await room.look(table)).seq > seq
        assert any(update.do == "decline" for update in (await room.look(table)).updates)
        for task in served.pilot.tasks:
            task.cancel()
        await room.close()

    asyncio.run(whole())


async def _nothing() -> None:
    pass


def test_leaving_hands_over_to_a_bot_and_the_last_one_closes(tmp_path: Path) -> None:
    async def work(room: Room, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        await room.leave(table, bob)
        assert (await room.look(table)).info.seats[1].kind == "bot"
        await room.leave(table, ann)
        assert (await room.look(table)).info.state == "closed"
        assert room.lobby() == []

    run(tmp_path, work)


def test_all_agree_to_a_rematch(tmp_path: Path) -> None:
    async def work(room: Room, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        with pytest.raises(RefusedError, match="when a match is over"):
            await room.agree(table, ann, "rematch")
        await play_out(room, table, [ann, bob])
        await room.agree(table, ann, "rematch")
        assert (await room.look(table)).info.agreed == {"rematch": (0,)}
        await room.agree(table, bob, "rematch")
        await settle(room, table)
        news = await room.look(table)
        assert (news.info.match, news.info.state) == (2, "playing")

    run(tmp_path, work)


def test_between_hands_the_result_lies_on_the_table(tmp_path: Path) -> None:
    async def work(room: Room, clock: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        rng = np.random.default_rng(1)
        while (news := await room.look(table, bob)).info.rest is None:
            person = bob if news.info.token else ann
            mine = await room.look(table, person)
            assert mine.view is not None
            await room.move(table, person, random_policy(mine.view, rng), mine.info.token or "")
            await settle(room, table)
        await room.agree(table, ann, "next")
        await settle(room, table)
        assert (await room.look(table)).info.rest == clock.now() + 8
        await room.agree(table, bob, "next")
        await settle(room, table)
        assert (await room.look(table)).info.rest is None

    run(tmp_path, work, Pace(least=0, most=0))


def test_a_stream_catches_up_or_starts_afresh(tmp_path: Path) -> None:
    async def work(room: Room, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        seen = await room.look(table, ann)
        await claim(room, table, bob)
        stream = room.stream(table, ann, after=seen.seq)
        news = await latest(stream)
        assert not news.fresh
        assert [update.do for update in news.updates] == ["claim"]
        assert news.seq == news.updates[-1].seq == seen.seq + 1
        for number in range(KEPT + 5):
            await room.say(table, bob, f"{number}")
        late = await latest(stream)
        assert late.fresh, "too much was missed: a snapshot instead"
        assert late.seq == news.seq + KEPT + 5
        assert len(late.updates) == KEPT
        await room.say(table, bob, "one more")
        more = await latest(stream)
        assert (more.fresh, len(more.updates)) == (False, 1)
        await room.close_table(table, ann)
        assert [news.info.state async for news in stream] == ["closed"]
        with pytest.raises(MissingError, match="there is no table 'nowhere'"):
            await room.look("nowhere")

    run(tmp_path, work)


def test_a_table_without_onlookers_shows_them_no_cards(tmp_path: Path) -> None:
    async def work(room: Room, _: HandClock) -> None:
        table, ann, _bob = await two_at_table(room, settings=Settings(watch=False))
        shut = await room.look(table)
        assert (shut.view, shut.updates) == (None, ())
        assert (await room.look(table, ann)).view is not None

    run(tmp_path, work)


def test_the_devices_make_the_cut_and_the_cutter_is_the_last(tmp_path: Path) -> None:
    async def work(room: Room, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, "tall-card", 3, FIRST)
        await room.sit(table, bob)
        streams = [room.stream(table, person, device=True) for person in (ann, bob)]
        for stream in streams:
            await latest(stream)
        values = {0: token_bytes(32), 1: token_bytes(32)}
        await room.start_match(table, ann)
        people = {0: ann, 1: bob}
        asked: list[tuple[str, int]] = []
        while (cut := (await room.look(table)).info.cut) is not None and cut.number == 0:
            assert cut.asked, "nobody waits but for devices"
            for seat in cut.asked:
                asked.append((cut.stage, seat))
                if cut.stage == "sealing":
                    await room.seal(table, people[seat], 0, fair.seal(values[seat]).hex())
                else:
                    await room.reveal(table, people[seat], 0, values[seat].hex())
            await settle(room, table)
        assert asked == [("sealing", 0), ("sealing", 1), ("opening", 1), ("cutting", 0)]
        told = (await room.look(table)).info.last_cut
        assert told is not None
        voices = told["voices"]
        assert isinstance(voices, list)
        assert [(voice["seat"], voice["said"]) for voice in voices] == [(1, "given"), (2, "absent"), (0, "given")]
        assert voices[2]["value"] == values[0].hex()
        for stream in streams:
            await stream.aclose()  # type: ignore[attr-defined]

    run(tmp_path, work)


def test_a_silent_device_is_waited_for_and_recorded(tmp_path: Path) -> None:
    async def work(room: Room, clock: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, "tall-card", 2, FIRST)
        await room.sit(table, bob)
        streams = [room.stream(table, person, device=True) for person in (ann, bob)]
        for stream in streams:
            await latest(stream)
        await room.seal(table, ann, 0, fair.seal(token_bytes(32)).hex())
        with pytest.raises(RefusedError, match="has sealed another value"):
            await room.seal(table, ann, 0, fair.seal(token_bytes(32)).hex())
        with pytest.raises(RefusedError, match="not the value that seat 0 sealed"):
            await room.reveal(table, ann, 0, token_bytes(32).hex())
        with pytest.raises(RoomError, match="hexadecimal"):
            await room.seal(table, bob, 0, "no hash")
        with pytest.raises(RefusedError, match="the next cut is number 0"):
            await room.seal(table, bob, 1, fair.seal(token_bytes(32)).hex())
        await room.start_match(table, ann)
        for _ in range(2):
            await settle(room, table)
            assert (await room.look(table)).info.last_cut is None
            clock.advance(QUICK.device)
        await settle(room, table)
        told = (await room.look(table)).info.last_cut
        assert told is not None
        said = {voice["seat"]: voice["said"] for voice in told["voices"]}  # type: ignore[attr-defined]
        assert said == {0: "withheld", 1: "absent"}
        for stream in streams:
            await stream.aclose()  # type: ignore[attr-defined]

    run(tmp_path, work)


def test_proofs_show_own_and_shown_cards_and_nothing_else(tmp_path: Path) -> None:
    async def work(room: Room, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room, seats=3, settings=Settings(reveal="agreed"))
        await play_out(room, table, [ann, bob])
        with pytest.raises(ForbiddenError, match="holds every card"):
            await room.record(table, ann, 1)
        with pytest.raises(MissingError, match="no match 2"):
            await room.proofs(table, ann, 2)
        told = await room.proofs(table, ann, 1)
        assert not told["open"]
        assert all("secret" not in cut for cut in told["cuts"])
        checked = 0
        for cut in told["cuts"]:
            for order in cut["orders"]:
                positions = [proof["position"] for proof in order["proofs"]]
                for proof in order["proofs"]:
                    path = tuple(bytes.fromhex(step) for step in proof["path"])
                    made = fair.Proof(proof["position"], proof["card"], bytes.fromhex(proof["salt"]), path)
                    fair.verify_card(bytes.fromhex(order["root"]), order["count"], made)
                if order["of"] == "main":
                    assert len(positions) < order["count"]
                    checked = max(checked, len(positions))
        assert checked >= 5
        await room.agree(table, ann, "reveal")
        await room.agree(table, bob, "reveal")
        opened = await room.proofs(table, None, 1)
        assert opened["open"]
        secret = opened["cuts"][0]
        house = fair.Secret(table, secret["cut"], bytes.fromhex(secret["secret"]))
        assert house.commitment.hex() == secret["commitment"] == told["cuts"][0]["commitment"]
        assert (await room.record(table, None, 1)).count('"cut"') >= 1

    run(tmp_path, work)


@pytest.mark.parametrize(("game_id", "seats"), [("tall-card", 3), ("talon", 4), ("tall-cards", 3)])
def test_identical_bytes_whatever_the_viewer_cannot_know(game_id: str, seats: int, tmp_path: Path) -> None:
    """Bytes that a viewer may not see are scrambled, others' secret actions exchanged: nothing told differs."""
    rng = np.random.default_rng(5)

    def scrambled(frame: Frame | None, viewer: int) -> Frame | None:
        if frame is None:
            return None
        layout = frame.game.layout
        mask = layout._masks[viewer + 1][0] if layout._masks.ndim == 3 else layout._masks[viewer + 1]
        noise = rng.integers(0, 256, mask.shape, np.uint8)
        known = np.frombuffer(frame.record.tobytes(), np.uint8)
        return Frame(frame.game, ((known & mask) | (noise & ~mask)).view(layout.dtype))

    def other_secret(action: int) -> int:
        secrets = (other for other in (action + 1, action - 1) if game(game_id).secret(other))
        return next(secrets, action)

    async def work(room: Room, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, game_id, seats)
        await room.sit(table, bob)
        await room.start_match(table, ann)
        await play_out(room, table, [ann, bob], most=60)
        served = room._tables[table]
        names = [seat.name for seat in served.state.seats]
        for entry in served.history.entries:
            for viewer in range(ONLOOKER, seats):
                event = entry.event
                if isinstance(event, Acted) and event.seat != viewer and game(game_id).secret(event.action):
                    event = Acted(event.seat, other_secret(event.action), event.by, event.bank)
                before, after = scrambled(entry.before, viewer), scrambled(entry.after, viewer)
                told, other = entry.update(viewer), Entry(entry.seq, event, before, after).update(viewer)
                assert (told.do, told.lines) == (other.do, other.lines), names
                if told.view is not None and other.view is not None:
                    assert told.view.tobytes() == other.view.tobytes()

    run(tmp_path, work)


def test_settings_and_games_are_checked(tmp_path: Path) -> None:
    async def work(room: Room, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        for settings, words in (
            (Settings(seconds=1), "seconds is a whole number from 5"),
            (Settings(misses=0), "misses is a whole number from 1"),
            (Settings(title="x" * 61), "title has at most 60"),
            (Settings(bot="nobody"), "bot is one of steady, random"),
        ):
            with pytest.raises(RoomError, match=words):
                await room.open_table(ann, "talon", 4, settings=settings)
        for bad in (("whist", 4, {}), ("talon", 9, {}), ("talon", 4, {"jokers": 1})):
            with pytest.raises(ValueError, match=r"whist|players|jokers"):
                await room.open_table(ann, *bad)
        for _number in range(20):
            await room.open_table(ann, "talon", 4)
        with pytest.raises(RefusedError, match="close one first"):
            await room.open_table(ann, "talon", 4)

    run(tmp_path, work)


def test_an_empty_table_is_closed_in_the_end(tmp_path: Path) -> None:
    async def work(room: Room, clock: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.open_table(ann, "talon", 4)
        stream = room.stream(table, ann)
        await latest(stream)
        clock.advance(2 * QUICK.idle)
        await settle(room, table)
        assert room.lobby()
        await stream.aclose()  # type: ignore[attr-defined]
        clock.advance(QUICK.idle + 1)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        while room.lobby():
            await asyncio.sleep(0)
        assert (await room.look(table)).info.state == "closed"

    run(tmp_path, work)


def test_another_server_takes_over_and_this_one_steps_back(tmp_path: Path) -> None:
    async def work(room: Room, clock: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        other = await open_room(f"sqlite:///{tmp_path}/room.db", clock)
        with pytest.raises(BusyError, match="has moved to another server"):
            await room.say(table, ann, "hello?")
        await room.say(table, ann, "hello again")
        with pytest.raises(BusyError, match="has moved"):
            await other.say(table, bob, "hello")
        texts = [u.lines[0].text for u in (await room.look(table)).updates if u.kind == "say"]
        assert texts == ["{0}: hello again"]
        await other.close()

    run(tmp_path, work)


def test_answers_as_json(tmp_path: Path) -> None:
    async def work(room: Room, _: HandClock) -> None:
        table, _ann, bob = await two_at_table(room)
        token = (await room.look(table, bob)).info.token or ""
        answer = await room.move(table, bob, "claim", token)
        assert answer_json(answer) == {"seq": answer.seq, "do": "claim", "repeated": False}
        told = news_json(await room.look(table, None))
        assert json.loads(json.dumps(told))["table"]["seats"][1]["name"] == "Bob"
        assert told["legal"] == []

    run(tmp_path, work)


def test_what_a_seat_saw_of_an_order_written_out(tmp_path: Path) -> None:
    """Seats 1 and 0 get every other card; Bob folds, Ann wins and shows nothing: each saw five cards, and no more."""

    async def work(room: Room, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, "tall-card", 2, {**FIRST, "deals_each": 1, "stack": 6})
        await room.sit(table, bob)
        await room.start_match(table, ann)
        await settle(room, table)
        played = [("claim", bob), ("bet 1", bob), ("fold", ann)]
        for do, person in played:
            await room.move(table, person, do, (await room.look(table, person)).info.token or "")
            await settle(room, table)
        await play_out(room, table, [ann, bob])
        seen = {}
        for person in (ann, bob):
            told = await room.proofs(table, person, 1)
            first = next(order for cut in told["cuts"] for order in cut["orders"] if order["of"] == "main")
            seen[person.name] = {proof["position"] for proof in first["proofs"]}
        assert seen == {"Bob": {0, 2, 4, 6, 8}, "Ann": {1, 3, 5, 7, 9}}

    run(tmp_path, work)


def test_a_table_that_cannot_be_restored_keeps_no_other_from_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """As when the rules have changed since."""
    url = f"sqlite:///{tmp_path}/room.db"

    async def whole() -> None:
        room = await open_room(url, HandClock())
        (ann,) = await guests(room, "Ann")
        good, old = [await room.open_table(ann, "talon", 4) for _number in range(2)]
        line = (await room.house.store.log(old))[0].replace(f'"rules":{game("talon").version}', '"rules":0')
        changed = update(events).where(events.c.table_id == old, events.c.seq == 1).values(data=line)
        await room.house.store.write(lambda connection: connection.execute(changed))
        await room.close()
        room = await open_room(url, HandClock())
        assert [card.id for card in room.lobby()] == [good]
        assert [card.id for card in await room.history(ann)] == [good]
        with pytest.raises(RefusedError, match="plays by version 0 of the rules"):
            await room.look(old)
        await room.close()

    asyncio.run(whole())
    assert "could not be restored" in caplog.text
