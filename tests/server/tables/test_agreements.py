"""Hosts that follow each other, pauses, manners, and what the people at a table agree to."""

from __future__ import annotations

from pathlib import Path

import pytest

from shindig.messages import format_text
from shindig.record import Replay
from shindig.server.errors import ForbiddenError, RefusedError
from shindig.server.fairness.record_verification import play_record, verify_shuffles
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.schemas import Settings, TableInfo
from shindig.server.table_log.table_state import TableState
from shindig.server.tables.table_actor import TableActor
from shindig.web.html.page_diff import render_regions
from tests.kits.server.room_kit import QUICK, HandClock, guests, play_out, run, settle, two_at_table


async def info_of(room: GameServer, table: str, person: Person | None = None) -> TableInfo:
    return (await room.build_snapshot(table, person)).info


async def lines_of(room: GameServer, table: str) -> list[str]:
    """The lines of the log, with the names filled in."""
    told = (await room.build_snapshot(table)).updates
    return [format_text(line.text, one.names) for one in told for line in one.lines]


def rebuilt(room: GameServer, table: TableActor) -> TableState:
    """The state as another server would build it from the log."""
    engine = room.services.store.engine
    with engine.connect() as connection:
        rows = connection.exec_driver_sql(f"SELECT data FROM events WHERE table_id = '{table.state.id}' ORDER BY seq")
        return TableState.replay(table.state.id, [str(row[0]) for row in rows])


async def waits_for_bob(room: GameServer, settings: Settings | None = None) -> tuple[str, Person, Person]:
    return await two_at_table(room, settings=settings)


def test_the_host_who_is_away_is_followed_by_who_has_sat_longest(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        ann, bob, cyd = await guests(room, "Ann", "Bob", "Cyd")
        table = await room.open_table(ann, "tall-card", 4)
        await room.sit(table, cyd, 3)
        await room.sit(table, bob, 1)
        host = await room.subscribe(table, ann)
        others = [await room.subscribe(table, one) for one in (bob, cyd)]
        clock.advance(QUICK.host + 1)
        await settle(room, table)
        assert (await info_of(room, table, ann)).host
        host.close()
        clock.advance(QUICK.host - 1)
        await settle(room, table)
        assert (await info_of(room, table, ann)).host, "they may come back"
        host.close()
        clock.advance(2 * QUICK.host)
        await settle(room, table)
        assert (await info_of(room, table, cyd)).host
        assert "The old host is away, so Cyd is the host now." in await lines_of(room, table)
        await room.start_match(table, cyd)
        await settle(room, table)
        for one in others:
            one.close()

    run(tmp_path, work)


def test_a_host_stays_during_a_match_and_at_tables_of_days(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann, bob = await waits_for_bob(room)
        long = await room.open_table(ann, "tall-card", 2, settings=Settings(seconds=86_400))
        await room.sit(long, bob)
        feeds = [await room.subscribe(one, bob) for one in (table, long)]
        clock.advance(10 * QUICK.host)
        await settle(room, table, long)
        assert (await info_of(room, table, ann)).host
        assert (await info_of(room, long, ann)).host
        await room.pause(table, bob)
        clock.advance(2 * QUICK.host)
        await settle(room, table)
        assert (await info_of(room, table, bob)).host, "in a pause it passes on"
        for one in feeds:
            one.close()

    run(tmp_path, work)


def test_a_host_names_another(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await waits_for_bob(room)
        await room.name_host(table, ann, 1)
        assert (await info_of(room, table, bob)).host
        assert "Bob is the host now." in await lines_of(room, table)
        with pytest.raises(ForbiddenError, match="Only the host"):
            await room.name_host(table, ann, 0)

    run(tmp_path, work)


def test_anybody_pauses_a_few_times_and_all_see_who_did_and_until_when(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann, bob = await waits_for_bob(room)
        for _ in range(3):
            await room.pause(table, bob)
            clock.advance(100)
            await room.say(table, ann, "Hello!")
            pause = (await room.build_snapshot(table, ann)).pause
            assert pause is not None
            assert (pause.seat, pause.left) == (1, 500.0), "talk makes it no longer"
            await room.resume(table, ann)
        with pytest.raises(RefusedError, match="paused this match 3 times"):
            await room.pause(table, bob)
        await room.pause(table, ann)
        told = await lines_of(room, table)
        assert told[-1] == "Ann paused the table."
        assert "Bob paused the table." in told
        assert "Ann ended the pause." in told

    run(tmp_path, work)


def test_who_is_removed_in_a_hand_is_played_for_and_stays_away(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await waits_for_bob(room)
        await room.remove_player(table, ann, 1)
        assert (await lines_of(room, table))[-1] == "The host removed Bob, so a bot plays on."
        assert (await info_of(room, table)).removed == ("Bob",)
        with pytest.raises(ForbiddenError, match="has removed you"):
            await room.sit(table, bob)
        assert (await info_of(room, table)).seats[1].kind == "bot"
        await room.readmit_player(table, ann, 0)
        assert await room.sit(table, bob) == 1
        assert "The host let Bob sit down again." in await lines_of(room, table)

    run(tmp_path, work)


def test_all_hands_open_without_who_was_removed_during_the_match(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, _bob = await waits_for_bob(room)
        await room.remove_player(table, ann, 1)
        await play_out(room, table, [ann])
        await room.agree(table, ann, "reveal")
        assert (await room.build_reveal_status(table, ann, 1)).open

    run(tmp_path, work)


def test_who_is_muted_says_nothing_until_the_host_takes_it_back(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await waits_for_bob(room)
        await room.mute_player(table, ann, 1, True)
        with pytest.raises(RefusedError, match="The host has muted you"):
            await room.say(table, bob, "Hello!")
        await room.leave(table, bob)
        await room.sit(table, bob)
        assert (await info_of(room, table)).seats[1].muted, "also after they have left and come back"
        await room.mute_player(table, ann, 1, False)
        await room.say(table, bob, "Hello!")

    run(tmp_path, work)


@pytest.mark.attack
def test_who_is_muted_stays_so_as_another_guest_of_the_same_browser(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob, again = await guests(room, "Ann", "Bob", "Bob again")
        table = await room.open_table(ann, "tall-card", 2, client="hers")
        await room.sit(table, bob, client="his")
        await room.mute_player(table, ann, 1, True)
        await room.leave(table, bob)
        await room.sit(table, again, client="his")
        with pytest.raises(RefusedError, match="The host has muted you"):
            await room.say(table, again, "Hello!")
        await room.mute_player(table, ann, 1, False)
        await room.say(table, again, "Hello!")

    run(tmp_path, work)


def test_a_name_changes_at_the_table_and_stays_unlike_others(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await waits_for_bob(room)
        bob = await room.accounts.rename(bob, "Ann")
        bob = await room.accounts.set_avatar(bob, "moon-plum")
        await room.rename_player(table, bob)
        seat = (await info_of(room, table, ann)).seats[1]
        assert (seat.name, seat.face) == ("Ann 2", "moon-plum")
        assert (await lines_of(room, table))[-1] == "Bob is now called Ann 2."
        await room.rename_player(table, bob)
        assert (await lines_of(room, table))[-1] == "Bob is now called Ann 2.", "once"

    run(tmp_path, work)


def test_a_poke_comes_after_a_while_and_once_a_turn(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann, bob = await waits_for_bob(room)
        with pytest.raises(RefusedError, match="Let them think for 10 seconds"):
            await room.poke(table, ann)
        clock.advance(10)
        with pytest.raises(RefusedError, match="nobody else’s turn"):
            await room.poke(table, bob)
        for _ in range(2):
            await room.poke(table, ann)
        assert (await lines_of(room, table)).count("Ann poked Bob.") == 1
        assert (await room.build_snapshot(table)).updates[-1].kind == "poke"

    run(tmp_path, work)


def test_more_time_comes_when_all_agree_for_this_turn(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await waits_for_bob(room)
        before = (await room.build_snapshot(table)).clock
        await room.agree(table, bob, "time")
        info = await info_of(room, table)
        assert (info.agreed, info.awaited) == ({"time": (1,)}, {"time": (0,)})
        await room.agree(table, ann, "time")
        after = (await room.build_snapshot(table)).clock
        assert before is not None
        assert after is not None
        assert (after.left, after.until) == (before.left + 120, before.until + 120)
        assert not (await info_of(room, table)).agreed
        await room.agree(table, bob, "time")
        await room.move(table, bob, "claim", (await info_of(room, table, bob)).token or "")
        assert not (await info_of(room, table)).agreed, "the turn is over"

    run(tmp_path, work)


def test_one_who_would_rather_not_ends_a_proposal(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await waits_for_bob(room)
        await room.agree(table, ann, "end")
        await room.decline(table, bob, "end")
        assert not (await info_of(room, table)).agreed
        assert (await lines_of(room, table))[-1] == "Bob wants to play on."
        with pytest.raises(RefusedError, match="Nobody is asking for that"):
            await room.decline(table, bob, "end")

    run(tmp_path, work)


def test_the_last_move_is_taken_back_when_all_agree(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await waits_for_bob(room)
        with pytest.raises(RefusedError, match="only the last move"):
            await room.agree(table, ann, "undo")
        first = (await info_of(room, table, bob)).token
        await room.move(table, bob, "claim", first or "")
        claimed = (await info_of(room, table, bob)).token
        await room.agree(table, bob, "undo")
        assert (await info_of(room, table, bob)).token == claimed, "one alone takes nothing back"
        await room.agree(table, ann, "undo")
        again = (await info_of(room, table, bob)).token
        assert again not in (None, first, claimed)
        assert (await room.build_snapshot(table)).updates[-1].kind == "undo"
        here = room.table_registry.tables[table]
        assert here.state.frame is not None
        assert rebuilt(room, here).frame.record == here.state.frame.record  # type: ignore[union-attr]
        await play_out(room, table, [ann, bob])
        await reveal(room, table, ann, bob)
        assert verified(await room.build_record(table, ann, 1))

    run(tmp_path, work)


async def reveal(room: GameServer, table: str, *people: Person) -> None:
    for one in people:
        await room.agree(table, one, "reveal", 1)


def verified(record: str) -> list[str]:
    """What the check says of a record that it holds to be right."""
    replay = Replay(record.splitlines())
    play_record(replay)
    return [*map(str, verify_shuffles(replay, None).lines)]


def test_rated_tables_take_nothing_back_and_end_at_their_end(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        people = await guests(room, "Ann", "Bob", "Cyd")
        people = [(await room.accounts.register(one, one.name.lower(), "a good password"))[0] for one in people]
        table = await room.open_table(people[0], "tall-card", 3, {"first_dealer": 0}, Settings(rated=True))
        for one in people[1:]:
            await room.sit(table, one)
        await room.start_match(table, people[0])
        await settle(room, table)
        mover, news = next(
            pair
            for pair in [(one, await room.build_snapshot(table, one)) for one in people]
            if pair[1].info.token is not None
        )
        await room.move(table, mover, "decline", news.info.token or "")
        for to, words in (("undo", "There’s no undo"), ("end", "played to its end"), ("close", "to its end")):
            with pytest.raises(RefusedError, match=words):
                await room.agree(table, mover, to)  # type: ignore[arg-type]
        with pytest.raises(RefusedError, match="the host can’t do this"):
            await room.remove_player(table, people[0], 2)
        with pytest.raises(RefusedError, match="when this ranked match is over"):
            await room.rename_player(table, people[1])
        for one in people[:2]:
            await room.agree(table, one, "remove", seat=2)
        assert (await info_of(room, table)).seats[2].kind == "bot"
        assert "Ann voted to remove Cyd." in await lines_of(room, table)

    run(tmp_path, work)


def test_a_hand_is_called_off_and_another_one_dealt(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await waits_for_bob(room)
        here = room.table_registry.tables[table]
        assert here.state.match is not None
        scores, cuts = here.state.game.words.outcome(here.state.match.record).scores, here.state.cuts
        await room.move(table, bob, "claim", (await info_of(room, table, bob)).token or "")
        await settle(room, table)
        for one in (ann, bob):
            await room.agree(table, one, "call_off")
        await settle(room, table)
        state = here.state
        assert state.match is not None
        assert state.game.words.outcome(state.match.record).scores == scores
        assert state.cuts == cuts + 1, "another cut has dealt"
        assert "You all agreed to call this hand off. It doesn’t count." in await lines_of(room, table)
        assert rebuilt(room, here).frame.record == state.frame.record  # type: ignore[union-attr]
        await play_out(room, table, [ann, bob])
        await reveal(room, table, ann, bob)
        told = verified(await room.build_record(table, ann, 1))
        assert any(
            "Cut 0: you all agreed to call that hand off, so its cards aren’t in the record." in line for line in told
        )
        assert len(await room.build_replay(table, ann, 1)) == state.steps

    run(tmp_path, work)


def test_a_match_ends_with_the_scores_of_its_last_whole_hand(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await waits_for_bob(room)
        here = room.table_registry.tables[table]
        while not here.state.chronicle:
            await play_out(room, table, [ann, bob], most=1)
        scores = here.state.chronicle[-1].scores
        while here.state.hand_at.ended:
            await play_out(room, table, [ann, bob], most=1)
        await room.agree(table, ann, "end")
        assert (await info_of(room, table)).state == "playing"
        await room.agree(table, bob, "end")
        await settle(room, table)
        info = await info_of(room, table)
        assert (info.state, info.ended) == ("over", True)
        assert here.state.match is not None
        assert here.state.game.words.outcome(here.state.match.record).scores == scores
        results, _more = await room.results.load_page(ann, 0)
        assert [one.score for one in results] == [scores[0]]
        await reveal(room, table, ann, bob)
        assert verified(await room.build_record(table, ann, 1))
        for one in (ann, bob):
            await room.agree(table, one, "rematch")
        assert (await info_of(room, table)).state == "playing"

    run(tmp_path, work)


def test_a_running_match_is_closed_by_all_or_after_all_others_have_gone(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await waits_for_bob(room)
        feed = await room.subscribe(table, bob)
        with pytest.raises(RefusedError, match="The others are still playing"):
            await room.close_table(table, ann)
        await room.agree(table, ann, "close")
        assert (await info_of(room, table)).state == "playing"
        await room.agree(table, bob, "close")
        assert (await info_of(room, table)).state == "closed"
        feed.close()
        results, _more = await room.results.load_page(ann, 0)
        assert not results, "an abandoned match does not count"
        other, cyd, dee = await waits_for_bob(room)
        feed = await room.subscribe(other, dee)
        feed.close()
        await room.close_table(other, cyd)

    run(tmp_path, work)


def test_all_see_until_when_a_bot_steps_in_for_who_is_away(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann, bob = await waits_for_bob(room)
        feed = await room.subscribe(table, bob)
        assert (await room.build_snapshot(table, ann)).stand_in is None
        feed.close()
        clock.advance(5)
        room.table_registry.tables[table].history.notify_all()
        told = (await room.build_snapshot(table, ann)).stand_in
        assert told is not None
        assert (told.seat, told.left) == (1, QUICK.absent - 5)
        assert "<b>Bob</b> is away. A bot plays in" in render_regions(await room.build_snapshot(table, ann))["r-ask"]
        await room.hold_seat(table, ann, 1)
        assert "A bot plays for <b>Bob</b>." in render_regions(await room.build_snapshot(table, ann))["r-ask"]

    run(tmp_path, work)


def test_a_table_of_friends_needs_no_clock(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann, bob = await waits_for_bob(room, Settings(seconds=0, public=False))
        clock.advance(50_000)
        await settle(room, table)
        news = await room.build_snapshot(table, bob)
        assert news.info.token is not None, "it is still their turn"
        assert news.clock is not None
        assert news.clock.left == float("inf")
        await room.move(table, bob, "decline", news.info.token)
        with pytest.raises(RefusedError, match="no clock running"):
            await room.agree(table, ann, "time")
        for settings in (Settings(seconds=0), Settings(seconds=0, public=False, rated=True)):
            with pytest.raises(Exception, match=r"Public and ranked tables need a clock|at a ranked table"):
                await room.open_table(ann, "tall-card", 2, settings=settings)

    run(tmp_path, work)
