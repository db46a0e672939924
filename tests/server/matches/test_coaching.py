"""The coach at real tables: it explains each kind of decision to a person once, and knows only the question."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from shindig.lesson import find_lesson
from shindig.server.broadcast import player_view
from shindig.server.errors import ForbiddenError
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.schemas import Settings
from tests.kits.server.room_kit import HandClock, guests, run, settle
from tests.kits.web.running_server import Caller, served

GAME = "tall-card"
PASSWORD = "a good password"


async def begun(room: GameServer, person: Person, game: str = GAME, seats: int = 2) -> str:
    table = await room.play_now(person, game, seats)
    await settle(room, table)
    return table


async def token(room: GameServer, table: str, person: Person) -> str:
    return (await room.build_snapshot(table, person)).info.token or ""


async def play(room: GameServer, table: str, person: Person, turns: int) -> list[str]:
    """Play some turns as somebody who reads what the coach says: the kinds that it explains."""
    told, played = list[str](), 0
    while played < turns and (state := room.table_registry.tables[table].state).playing:
        if state.is_resting:
            await room.agree(table, person, "next")
        elif (news := await room.build_snapshot(table, person)).info.token and news.view is not None:
            told += [one.asked for one in await room.find_coach_notes(table, person)]
            played += 1
            await room.note_coached(table, person, news.info.token)
            await room.move(table, person, next(iter(news.view.legal.actions)), news.info.token)
        await settle(room, table)
    return told


def test_each_kind_of_decision_is_explained_once(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        await room.coaching.switch(ann, GAME, True)
        told = await play(room, await begun(room, ann), ann, 60)
        assert told
        assert len({*told}) == len(told)
        lesson = find_lesson(GAME)
        assert lesson is not None
        assert {*told} <= {one.asked for one in lesson.notes.decisions}
        again = await play(room, await begun(room, ann), ann, 60)
        assert not {*told} & {*again}, "nor at another table"

    run(tmp_path, work)


def test_what_is_not_read_comes_again_and_a_page_that_is_loaded_anew_says_the_same(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        await room.coaching.switch(ann, GAME, True)
        table = await begun(room, ann)
        first = await room.find_coach_notes(table, ann)
        assert first
        await room.note_coached(table, ann, "an old token")
        assert not (await room.coaching.load_state(ann, GAME)).explained
        await room.note_coached(table, ann, await token(room, table, ann))
        assert await room.find_coach_notes(table, ann) == first
        other = await begun(room, ann)
        assert first[0] not in await room.find_coach_notes(other, ann)

    run(tmp_path, work)


def test_it_speaks_to_those_alone_who_have_it_on(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await begun(room, ann)
        assert await room.find_coach_notes(table, ann) == []
        await room.note_coached(table, ann, await token(room, table, ann))
        assert (await room.coaching.load_state(ann, GAME)).wanted is None
        await room.coaching.switch(ann, GAME, True)
        assert await room.find_coach_notes(table, ann)
        await room.stop_coach(table, ann)
        assert await room.find_coach_notes(table, ann) == []
        assert (await room.coaching.load_state(ann, GAME)).wanted is False

    run(tmp_path, work)


@pytest.mark.attack
def test_it_is_for_ones_own_seat_and_for_no_rated_match_or_deal_of_the_day(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (eve,) = await guests(room, "Eve")
        ann = (await room.accounts.create_account("ann", PASSWORD))[0]
        bob = (await room.accounts.create_account("bob", PASSWORD))[0]
        for person in (ann, bob, eve):
            await room.coaching.switch(person, GAME, True)
        table = await begun(room, ann)
        asked: list[Callable[[str, Person], Awaitable[object]]] = [room.find_coach_notes]
        asked.append(lambda table, person: room.note_coached(table, person, "x"))
        for ask in asked:
            with pytest.raises(ForbiddenError):
                await ask(table, eve)
        rated = await room.open_table(ann, GAME, 2, None, Settings(rated=True))
        await room.sit(rated, bob)
        await room.start_match(rated, ann)
        await settle(room, rated)
        for person in (ann, bob):
            assert await room.find_coach_notes(rated, person) == []
        friendly = await room.open_table(ann, GAME, 2)
        await room.sit(friendly, bob)
        await room.start_match(friendly, ann)
        await settle(room, friendly)
        for person in (ann, bob):
            assert await room.find_coach_notes(friendly, person) == [], "people play against each other"
        day = await room.daily_deals.get_deal(room.daily_deals.today)
        assert day is not None
        await room.coaching.switch(ann, day.terms.game, True)
        daily = await room.daily_attempts.open_today(ann)
        await settle(room, daily)
        assert await room.find_coach_notes(daily, ann) == []

    run(tmp_path, work)


def test_it_knows_the_question_of_the_seat_and_nothing_else(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        await room.coaching.switch(ann, "talon", True)
        table = await begun(room, ann, "talon", 4)
        lesson = find_lesson("talon")
        assert lesson is not None
        for _step in range(12):
            state = room.table_registry.tables[table].state
            view = player_view.find_decision_view(state, 0)
            notes = await room.find_coach_notes(table, ann)
            if view is None:
                assert notes == [], "nothing is told of other turns"
            elif view.scene.prompt is not None:
                question = view.scene.prompt.question
                assert notes == [one for one in lesson.notes.decisions if one.is_asked(question)]
            if state.is_resting or not await play_one(room, table, ann):
                break

    run(tmp_path, work)


async def play_one(room: GameServer, table: str, person: Person) -> bool:
    """Play a turn without reading."""
    news = await room.build_snapshot(table, person)
    if not news.info.token or news.view is None:
        return False
    await room.move(table, person, next(iter(news.view.legal.actions)), news.info.token)
    await settle(room, table)
    return True


def test_programs_have_a_coach_too(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        ann, eve = Caller(address, "Ann"), Caller(address, "Eve")
        opened = ann.post("tables", game=GAME, seats=2, begin=True)
        path = f"tables/{opened.json()['table']}"
        assert ann.get(f"{path}/coach").json() == []
        assert ann.post("coaches", game="no such game", enabled=True).status_code == 400
        assert ann.post("coaches", game=GAME, enabled=True).status_code == 204
        while not (turn := ann.get(path).json()["table"]["token"]):
            time.sleep(0.05)
        [note] = ann.get(f"{path}/coach").json()
        assert {*note} == {"kind", "text", "table"}
        assert ann.post(f"{path}/coach", token=turn).status_code == 204
        assert eve.get(f"{path}/coach").status_code == 403
        assert eve.post(f"{path}/coach", token=turn).status_code == 403


def test_talons_cards_at_once_are_explained_at_a_table() -> None:
    lesson = find_lesson("talon")
    assert lesson is not None
    [note] = [one for one in lesson.notes.decisions if one.table]
    assert note.asked == "talon-ask*-lay"
    assert "all the talon cards at once" in note.table


def test_a_guests_coach_comes_along_and_is_deleted_with_the_person(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        await room.accounts.create_account("ann", PASSWORD)
        (guest,) = await guests(room, "Somebody")
        await room.coaching.switch(guest, GAME, True)
        table = await begun(room, guest)
        await room.note_coached(table, guest, await token(room, table, guest))
        known = (await room.coaching.load_state(guest, GAME)).explained
        ann = (await room.accounts.login("ann", PASSWORD, guest))[0]
        assert (await room.coaching.load_state(ann, GAME)).explained == known
        assert known
        assert [one["game"] for one in json.loads(await room.personal_data.export(ann))["coaching"]] == [GAME]
        await room.personal_data.delete(ann, ann.name, PASSWORD)
        assert (await room.coaching.load_state(ann, GAME)).wanted is None

    run(tmp_path, work)
