"""The room: seats, turns, streams, restarts, what is refused."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import weakref
from contextlib import suppress
from pathlib import Path

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import update

from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit import game
from shindig.server.broadcast.event_buffer import KEPT, LATEST
from shindig.server.broadcast.json_encoding import encode_error, encode_update, find_http_status
from shindig.server.broadcast.protocol_versions import encode
from shindig.server.errors import (
    AsleepError,
    BusyError,
    ForbiddenError,
    MissingError,
    RefusedError,
    RoomError,
    StaleError,
)
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.schemas import Settings
from shindig.server.storage.schema import events
from shindig.server.table_log.events import Acted, decode
from shindig.server.table_log.turn_clock import PAUSE_LIMIT
from shindig.web.html.page_diff import render_regions
from shindig.web.http.event_stream import PageStream
from tests.kits.server.databases import database
from tests.kits.server.room_kit import (
    HandClock,
    claim,
    guests,
    latest,
    open_room,
    play_out,
    run,
    settle,
    two_at_table,
)


@pytest.mark.parametrize(("game_id", "seats"), [("tall-card", 4), ("tall-cards", 3), ("farmers-and-fishermen", 3)])
def test_friends_and_bots_play_a_match_to_its_end(game_id: str, seats: int, tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, game_id, seats, settings=Settings(title="Friday", reveal="always"))
        assert await room.sit(table, bob) == 1
        (card,) = room.list_public_tables()
        assert (card.title, card.names, card.free, card.state) == ("Friday", ("Ann", "Bob"), seats - 2, "waiting")
        await room.start_match(table, ann)
        assert await play_out(room, table, [ann, bob]) > 5
        news = await room.build_snapshot(table, bob)
        assert news.info.state == "over"
        assert news.updates[-1].lines
        (past,) = await room.load_history(bob)
        assert (past.id, past.you) == (table, 1)
        text = await room.build_record(table, None, 1)
        assert json.loads(text.splitlines()[0])["seats"][:2] == ["Ann", "Bob"]
        await room.leave(table, bob)
        steps = await room.build_replay(table, ann, 1)
        assert set(steps[-1].views) == set(range(ONLOOKER, seats))
        assert {step.names[:2] for step in steps} == {("Ann", "Bob")}, "they keep the names of who played"

    run(tmp_path, work)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_match_goes_on_where_a_restart_left_it(kind: str, tmp_path: Path) -> None:
    async def whole(url: str) -> None:
        clock = HandClock()
        room = await open_room(url, clock)
        table, ann, bob = await two_at_table(room)
        token = await claim(room, table, bob, key="one")
        before = await room.build_snapshot(table, ann)
        await room.close()
        clock.advance(10_000)
        room = await open_room(url, clock)
        await settle(room, table)
        after = await room.build_snapshot(table, ann)
        assert after.view is not None
        assert before.view is not None
        assert after.view.tobytes() == before.view.tobytes()
        assert after.seq == before.seq
        assert after.clock is not None
        assert after.clock.left == 45, "no time ran meanwhile"
        again = await room.move(table, bob, "claim", token, "one")
        assert (again.do, again.repeated) == ("claim", True)
        with pytest.raises(StaleError, match=r"has moved on|not yours"):
            await room.move(table, bob, "claim", token, "two")
        await play_out(room, table, [ann, bob])
        await room.close()

    with database(kind, tmp_path) as url:
        asyncio.run(whole(url))


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_who_sits_at_an_open_table_is_known_after_a_restart(kind: str, tmp_path: Path) -> None:
    async def whole(url: str) -> None:
        room = await open_room(url, HandClock())
        tokens = []
        for name, closed in (("Ann", False), ("Bob", True), ("Cyd", None)):
            person, token = await room.accounts.create_guest(name)
            tokens.append(token)
            table = await room.open_table(person, "tall-card", 2) if closed is not None else ""
            if closed:
                await room.close_table(table, person)
        await room.close()
        room = await open_room(url, HandClock())
        assert [bool(room.accounts.sessions.find_cached_id(token)) for token in tokens] == [True, False, False]
        people = [await room.accounts.find_person(token) for token in tokens]
        assert [person and person.name for person in people] == ["Ann", "Bob", "Cyd"]
        await room.close()

    with database(kind, tmp_path) as url:
        asyncio.run(whole(url))


def test_a_repeated_move_is_played_once(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, _ann, bob = await two_at_table(room)
        token = (await room.build_snapshot(table, bob)).info.token or ""
        counted = moves_of_people()
        answers = await asyncio.gather(*(room.move(table, bob, "claim", token, "same") for _ in range(3)))
        assert {answer.seq for answer in answers} == {answers[0].seq}
        assert [answer.repeated for answer in answers] == [False, True, True]
        lines = await room.services.store.load_log(table)
        assert sum(isinstance(decode(line)[0], Acted) for line in lines) == 1
        assert moves_of_people() == counted + 1

    run(tmp_path, work)


def moves_of_people() -> float:
    """How many moves of people Prometheus is told of, of all rooms of this process."""
    return REGISTRY.get_sample_value("shindig_moves_total", {"by": "person"}) or 0.0


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_an_old_key_with_a_fresh_token_is_a_repeat_and_stalls_nobody(kind: str, tmp_path: Path) -> None:
    """The table remembers the key, or only the store does; the move would be legal, or is refused: it was answered."""

    async def whole(url: str) -> None:
        room = await open_room(url, HandClock())
        table, ann, bob = await two_at_table(room)
        await claim(room, table, bob, key="old")
        first = (await room.build_snapshot(table)).seq
        for do in ("check", "dance", "claim"):
            for forgotten in (False, True):
                if forgotten:
                    room.table_registry.lose_tables()  # it is read from its log again
                token = (await room.build_snapshot(table, bob)).info.token or ""
                again = await room.move(table, bob, do, token, "old")
                assert (again.seq, again.do, again.repeated) == (first, "claim", True)
        stream = room.stream_updates(table, ann)
        await latest(stream)
        await room.move(table, bob, "check", token, "new")
        assert [update.do for update in (await latest(stream)).updates] == ["check"]
        await stream.aclose()  # type: ignore[attr-defined]
        await room.close()

    with database(kind, tmp_path) as url:
        asyncio.run(whole(url))


def test_who_moves_is_answered_before_others_are_told(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        happened: list[str] = []

        async def read() -> None:
            async for news in room.stream_updates(table, ann):
                happened.extend(update.do for update in news.updates if update.do and not news.fresh)

        reading = asyncio.create_task(read())
        await settle(room, table)
        token = (await room.build_snapshot(table, bob)).info.token or ""
        await room.move(table, bob, "claim", token)
        happened.append("answered")
        await settle(room, table)
        assert happened == ["answered", "claim"]
        reading.cancel()
        with suppress(asyncio.CancelledError):
            await reading

    run(tmp_path, work)


def test_a_refused_move_says_why_and_changes_nothing(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        before = await room.build_snapshot(table, bob)
        token = before.info.token or ""
        with pytest.raises(RefusedError, match="TC-") as refused:
            await room.move(table, bob, "check", token)
        assert refused.value.clause is not None
        assert encode_error(refused.value)["clause"] == refused.value.clause
        with pytest.raises(RoomError) as malformed:
            await room.move(table, bob, "dance", token)
        assert find_http_status(malformed.value) == 400
        with pytest.raises(RoomError, match="actions are numbers from 0"):
            await room.move(table, bob, -1, token)
        with pytest.raises(RoomError, match="key has 1 to 64"):
            await room.move(table, bob, "claim", token, "k" * 65)
        with pytest.raises(StaleError, match=r"It’s Bob’s turn, not yours") as stale:
            await room.move(table, ann, "claim", token)
        assert json.loads(encode(encode_error(stale.value)))["news"]["table"]["you"] == 0
        assert (await room.build_snapshot(table, bob)).seq == before.seq

    run(tmp_path, work)


def test_one_person_has_one_seat_and_sees_one_hand(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room, seats=4)
        with pytest.raises(RefusedError, match="You already have a seat here"):
            await room.sit(table, bob, 2)
        (cyd,) = await guests(room, "Bob")
        assert await room.sit(table, cyd, 3, client="a phone") == 3, "a bot's seat, in the middle of a match"
        assert (await room.build_snapshot(table)).info.seats[3].name == "Bob 2"
        await room.leave(table, cyd)
        with pytest.raises(RefusedError, match="That seat is taken"):
            await room.sit(table, cyd, 2)
        assert await room.sit(table, cyd, client="a phone") == 3, "but back to the same hand"
        dan, eve = await guests(room, "Dan", "Eve {0}")
        await room.sit(table, dan, 2, client="a phone")
        assert [seat.alike for seat in (await room.build_snapshot(table)).info.seats] == [(), (), (3,), (2,)]
        with pytest.raises(RefusedError, match="No seat is free"):
            await room.sit(table, eve)
        with pytest.raises(ForbiddenError, match="have a seat"):
            await room.move(table, eve, "claim", "1.1")
        await room.leave(table, ann)
        assert (await room.build_snapshot(table, bob)).info.host, "the host's office goes on"

    run(tmp_path, work)


def test_names_and_chat_cannot_pretend_to_be_others(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (eve,) = await guests(room, "{0} Eve")
        table = await room.open_table(eve, "tall-card", 3)
        await room.say(table, eve, "{0} loses {everything}")
        news = json.loads(encode_update(await room.build_snapshot(table, eve)))
        assert news["events"][-1]["lines"][0]["text"] == "(0) Eve: (0) loses (everything)"
        for text in ("", "x" * 201):
            with pytest.raises(RoomError, match="Write 1 to 200"):
                await room.say(table, eve, text)

    run(tmp_path, work)


def test_the_hosts_tools_are_the_hosts(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann, bob = await two_at_table(room, seats=3)
        with pytest.raises(ForbiddenError, match="Only the host"):
            await room.close_table(table, bob)
        await room.pause(table, bob)
        with pytest.raises(RefusedError, match="paused"):
            await room.move(table, bob, "claim", (await room.build_snapshot(table, bob)).info.token or "")
        clock.advance(PAUSE_LIMIT + 1)
        await settle(room, table)
        assert not (await room.build_snapshot(table)).info.paused, "nobody can freeze a table"
        await room.hold_seat(table, ann, 1)
        assert (await room.build_snapshot(table)).info.seats[1].held
        await room.come_back(table, bob)
        assert not (await room.build_snapshot(table)).info.seats[1].held
        await room.close_table(table, ann)
        with pytest.raises(RefusedError, match="This table is closed"):
            await room.sit(table, bob)
        assert (await room.build_snapshot(table)).info.state == "closed"

    run(tmp_path, work)


def test_an_onlooker_comes_back_to_nobodys_seat(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, _bob = await two_at_table(room)
        await room.hold_seat(table, ann, 1)
        onlooker = room.stream_updates(table)
        await anext(onlooker)
        await settle(room, table)
        assert (await room.build_snapshot(table)).info.seats[1].held
        await onlooker.aclose()  # type: ignore[attr-defined]

    run(tmp_path, work)


def test_leaving_hands_over_to_a_bot_and_the_last_one_closes(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        await room.leave(table, bob)
        assert (await room.build_snapshot(table)).info.seats[1].kind == "bot"
        await room.leave(table, ann)
        assert (await room.build_snapshot(table)).info.state == "closed"
        assert room.list_public_tables() == []

    run(tmp_path, work)


def test_all_agree_to_a_rematch(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        with pytest.raises(RefusedError, match="when the match is over"):
            await room.agree(table, ann, "rematch")
        await play_out(room, table, [ann, bob])
        await room.agree(table, ann, "rematch")
        assert (await room.build_snapshot(table)).info.agreed == {"rematch": (0,)}
        await room.agree(table, bob, "rematch")
        await settle(room, table)
        news = await room.build_snapshot(table)
        assert (news.info.match, news.info.state) == (2, "playing")

    run(tmp_path, work)


def test_a_stream_catches_up_or_starts_afresh(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        seen = await room.build_snapshot(table, ann)
        await claim(room, table, bob)
        stream = room.stream_updates(table, ann, after=seen.seq)
        news = await latest(stream)
        assert not news.fresh
        assert [update.do for update in news.updates] == ["claim"]
        assert news.seq == news.updates[-1].seq == seen.seq + 1
        for number in range(KEPT + 5):
            await room.say(table, bob, f"{number}")
        late = await latest(stream)
        assert late.fresh, "too much was missed: a snapshot instead"
        assert late.seq == news.seq + KEPT + 5
        assert len(late.updates) == LATEST
        await room.say(table, bob, "one more")
        more = await latest(stream)
        assert (more.fresh, len(more.updates)) == (False, 1)
        await room.close_table(table, ann)
        assert more.info.seats[0].here
        told = [news.info async for news in stream]
        assert [(info.state, info.seats[0].here) for info in told] == [("closed", False)], "nobody is at a closed table"
        with pytest.raises(MissingError, match="We can’t find that table"):
            await room.build_snapshot("nowhere")

    run(tmp_path, work)


def test_a_refusal_leaves_nothing_in_memory(tmp_path: Path) -> None:
    """Whoever sends what is refused all the time fills no memory with errors that hold themselves."""

    async def refused(room: GameServer, table: str, person: Person) -> weakref.ref[StaleError]:
        try:
            await room.move(table, person, "check", "9.9")
        except StaleError as error:
            return weakref.ref(error)
        raise AssertionError

    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, _bob = await two_at_table(room)
        gc.disable()
        try:
            errors = [await refused(room, table, ann) for _ in range(5)]
            assert [error() for error in errors[:-1]] == [None] * 4, (
                "the table keeps the last until it does something else"
            )
        finally:
            gc.enable()

    run(tmp_path, work)


def test_play_makes_no_garbage_in_cycles(tmp_path: Path) -> None:
    """The server has Python look for it once in an hour only."""

    async def watched(room: GameServer, table: str, people: list[Person]) -> None:
        readers = [(await room.subscribe(table, person), PageStream()) for person in (*people, None)]
        for seed in range(8):
            await play_out(room, table, people, seed, most=2)
            told = [page.encode_update(news) for feed, page in readers if (news := feed.take())]
            assert len(told) == len(readers)
        for feed, _page in readers:
            feed.close()
        await settle(room, table)

    async def work(room: GameServer, _: HandClock) -> None:
        people = await guests(room, "Ann", "Bob")
        table = await room.open_table(people[0], "tall-card", 2, {"deals_each": 50, "stack": 10_000})
        await room.sit(table, people[1])
        await room.start_match(table, people[0])
        gc.disable()
        found = []
        for _time in range(4):  # at first something may be prepared, and other threads may litter
            await watched(room, table, people)
            found.append(gc.collect())
        assert 0 in found, found

    try:
        run(tmp_path, work)
    finally:
        gc.enable()


def test_a_crowd_that_comes_is_news_once(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, _bob = await two_at_table(room)
        assert (await room.build_snapshot(table)).info.watchers == 0
        feeds = [await room.subscribe(table, ann), *[await room.subscribe(table) for _ in range(20)]]
        assert all(feed.take() for feed in feeds), "each gets a snapshot at once"
        assert not any(feed.take() for feed in feeds), "nobody is told of each of the others"
        await feeds[0].wait()
        told = [feed.take() for feed in feeds]
        assert [news.info.watchers for news in told if news] == [20] * 21
        assert told[0] is not None
        assert told[0].info.seats[0].here
        for feed in feeds:
            feed.close()

    run(tmp_path, work)


def test_settings_and_games_are_checked(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        for settings, words in (
            (Settings(seconds=1), "Time per turn is a whole number from 5"),
            (Settings(misses=0), "Missed turns is a whole number from 1"),
            (Settings(title="x" * 61), "Title has at most 60"),
            (Settings(bot="nobody"), "Bots is steady, gentle, expert or random"),
        ):
            with pytest.raises(RoomError, match=words):
                await room.open_table(ann, "talon", 4, settings=settings)
        for bad in (("whist", 4, {}), ("talon", 9, {}), ("talon", 4, {"jokers": 1})):
            with pytest.raises(ValueError, match=r"whist|players|jokers"):
                await room.open_table(ann, *bad)
        for _number in range(20):
            await room.open_table(ann, "talon", 4)
        with pytest.raises(RefusedError, match="Close one first"):
            await room.open_table(ann, "talon", 4)

    run(tmp_path, work)


def test_another_server_takes_over_and_this_one_steps_back(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        other = await open_room(f"sqlite:///{tmp_path}/room.db", clock)
        for _ in range(2):
            with pytest.raises(BusyError, match="has moved to another server"):
                await room.say(table, ann, "hello?")
        await other.say(table, bob, "hello")
        texts = [u.lines[0].text for u in (await other.build_snapshot(table)).updates if u.kind == "say"]
        assert texts == ["{1}: hello"]
        await other.close()
        await room.say(table, ann, "hello again")

    run(tmp_path, work)


def test_answers_as_json(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, _ann, bob = await two_at_table(room)
        token = (await room.build_snapshot(table, bob)).info.token or ""
        answer = await room.move(table, bob, "claim", token)
        assert vars(answer) == {"seq": answer.seq, "do": "claim", "repeated": False}
        told = json.loads(encode_update(await room.build_snapshot(table, None)))
        assert json.loads(json.dumps(told))["table"]["seats"][1]["name"] == "Bob"
        assert told["legal"] == []

    run(tmp_path, work)


ASLEEP = {
    f'"rules":{game("talon").rules.version}->"rules":0': "This table plays by version 0 of the rules of Talon.",
    '"game":"talon"->"game":"whist"': "This table’s game, whist, can’t be played: it isn’t installed here. ",
    '"options":{->"options":{"nothing":1,': "This table doesn’t fit the version of its game that’s installed here",
}


@pytest.mark.parametrize(("change", "why"), ASLEEP.items())
def test_a_table_that_cannot_be_restored_is_listed_and_keeps_no_other_from_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, change: str, why: str
) -> None:
    """As when the rules have changed since, or their package is gone."""
    url, (now, then) = f"sqlite:///{tmp_path}/room.db", change.split("->")

    async def whole() -> None:
        room = await open_room(url, HandClock())
        (ann,) = await guests(room, "Ann")
        good, old = [await room.open_table(ann, "talon", 4) for _number in range(2)]
        await room.start_match(old, ann)
        line = (await room.services.store.load_log(old))[0].replace(now, then)
        changed = update(events).where(events.c.table_id == old, events.c.seq == 1).values(data=line)
        await room.services.store.write(lambda connection: connection.execute(changed))
        await room.close()
        room = await open_room(url, HandClock())
        for cards in (room.list_public_tables(), [*await room.load_history(ann)]):
            assert {card.id: (card.state, str(card.why).startswith(why or "-")) for card in cards} == {
                good: ("waiting", False),
                old: ("asleep", True),
            }
            assert all(card.names == ("Ann",) and card.free == 3 for card in cards)
        for seeing in (room.build_snapshot(old), room.build_replay(old, ann, 1), room.sit(old, ann)):
            with pytest.raises(AsleepError, match=re.escape(why[1:])):
                await seeing
        await room.close()

    asyncio.run(whole())
    assert "could not be restored" in caplog.text


def test_a_browser_looks_on_once_however_many_tabs_it_has(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        (cyd,) = await guests(room, "Cyd")
        at_table = [await room.subscribe(table, person, browser="one") for person in (ann, bob)]
        tabs = [await room.subscribe(table, browser=name) for name in ("one", "one", "two")]
        others = [await room.subscribe(table, cyd), await room.subscribe(table, cyd), await room.subscribe(table)]
        anns = at_table[0]
        for gone, left in ((None, 4), (tabs[0], 4), (tabs[1], 3)):
            anns.take()
            if gone is not None:
                gone.close()
                await anns.wait()
            news = anns.take() or await room.build_snapshot(table)
            assert news.info.watchers == left
        for feed in (*at_table, tabs[2], *others):
            feed.close()

    run(tmp_path, work)


def test_a_page_has_a_place_for_how_long_somebody_thinks(tmp_path: Path) -> None:
    """The page's script writes the time there, and after ten seconds offers the poke."""

    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        here = await room.subscribe(table, bob)
        for person, thinks in ((ann, True), (bob, False)):
            asked = render_regions(await room.build_snapshot(table, person))["r-ask"]
            assert ("is thinking." in asked, 'id="waits"' in asked) == (thinks, thinks)
        await room.pause(table, ann)
        here.close()
        assert 'id="waits"' in render_regions(await room.build_snapshot(table, bob))["r-ask"]

    run(tmp_path, work)
