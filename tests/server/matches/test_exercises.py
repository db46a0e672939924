"""Exercises: mistakes that a review found, kept for one person, which come back after days."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from shindig.bots.advice import name_action
from shindig.bots.choice_review import ReviewedChoice
from shindig.match import View
from shindig.messages import Text
from shindig.server.accounts.account_merge import merge_account
from shindig.server.admin.admin_actions import export_person, forget_person
from shindig.server.errors import RoomError
from shindig.server.game_server import GameServer
from shindig.server.matches.exercises import DAY, DAYS, MOST, Exercise, build_row
from shindig.server.matches.weighed_decisions import WeighedDecision
from shindig.server.person import Person
from shindig.server.schemas import Origin, Settings
from shindig.server.storage.schema import exercises
from tests.kits.server.databases import database
from tests.kits.server.room_kit import HandClock, InlineBots, finish_tasks, guests, open_room, play_out, run
from tests.kits.web.in_process_app import application, client

SHORT = {"deals_each": 1}


def weighed(made: Text = "Pass", lost: float = 2.0, spread: float = 8.0) -> ReviewedChoice:
    """A choice beside which a claim is better by so much."""
    return ReviewedChoice(made, "Claim", lost, 0.1, spread, 512)


BAD = weighed()
GAME = "tall-card"


def hasty(view: View, action: int) -> ReviewedChoice:
    """A review that finds the first choice of each turn bad, and the others good."""
    return BAD if action == next(iter(view.legal.actions)) else weighed(made="Claim", lost=0.0)


async def played(room: GameServer, person: Person, settings: Settings | None = None) -> str:
    table = await room.play_now(person, GAME, 3, SHORT, settings or Settings(public=False))
    await play_out(room, table, [person])
    return table


async def own_steps(room: GameServer, table: str, person: Person) -> list[int]:
    """The steps at which a person chose."""
    found = await room.build_replay(table, person, 1)
    return [step.number for step in found if step.seat == 0 and len(found[step.number - 1].views[0].legal) > 1]


async def with_exercises(room: GameServer, person: Person, count: int = 2) -> str:
    """A table at which they played, the first choices kept as mistakes."""
    table = await played(room, person)
    steps = (await own_steps(room, table, person))[:count]
    await room.exercises.store_exercises(table, 1, person.id, GAME, [WeighedDecision(step, 0, BAD) for step in steps])
    return table


async def first(room: GameServer, person: Person) -> Exercise:
    found = await room.exercises.find_next(person, GAME)
    assert found is not None
    return found


def test_what_a_review_found_is_kept_and_due_tomorrow(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await played(room, ann)
        review = await room.review_match(table, ann, 1)
        assert review is not None
        await finish_tasks("review")
        assert 0 < len(review.costly) < len(review.found)
        waiting = (await room.exercises.count_exercises(ann))[GAME]
        assert (waiting.due, waiting.all) == (0, len(review.costly))
        assert waiting.day == room.exercises.today + 1
        clock.set_by += DAY
        assert (await room.exercises.count_exercises(ann))[GAME].due == len(review.costly)
        one = await first(room, ann)
        assert (one.table, one.step, one.weighed) == (table, review.costly[0].step, BAD)

    run(tmp_path, work, bots=InlineBots(weigh=hasty))


def test_matches_that_count_for_nothing_bring_none(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await played(room, ann, Settings(public=False, reveal="always"))
        new = await room.continued_matches.continue_match(table, ann, 1, (await own_steps(room, table, ann))[0] - 1)
        await play_out(room, new, [ann])
        review = await room.review_match(new, ann, 1)
        assert review is not None
        assert not review.counts
        await finish_tasks("review")
        assert await room.exercises.count_exercises(ann) == {}

    run(tmp_path, work, bots=InlineBots(weigh=hasty))


@pytest.mark.parametrize(
    ("box", "early", "well", "expected"),
    [
        (0, 0, True, (1, DAYS[1])),
        (3, 0, True, (4, DAYS[4])),
        (len(DAYS) - 1, 0, True, (len(DAYS) - 1, DAYS[-1])),
        (4, 0, False, (0, DAYS[0])),
        (2, 5, True, (2, 5)),
        (2, 5, False, (0, DAYS[0])),
    ],
)
def test_what_is_known_comes_back_later_and_what_is_not_tomorrow(
    box: int, early: int, well: bool, expected: tuple[int, int]
) -> None:
    one = Exercise("t", 1, 4, 0, GAME, BAD, box, 100 + early)
    found = one.schedule_next(well, 100)
    assert found == (expected[0], 100 + expected[1])


def test_answers_move_it_through_the_boxes_once_each(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        await with_exercises(room, ann, 1)
        for days in DAYS[1:3]:
            clock.set_by += 100 * DAY
            one = await first(room, ann)
            due = await room.exercises.store_answer(ann, one, well=True)
            assert due == room.exercises.today + days
            await room.exercises.store_answer(ann, one, well=False)
            assert (await first(room, ann)).due == due, "an old page's answer changes nothing"
            assert await room.exercises.find_unanswered(ann, GAME, one.token) is None

    run(tmp_path, work, bots=InlineBots(weigh=hasty))


def test_who_practises_ahead_goes_through_all_of_them(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        await with_exercises(room, ann)
        one = await first(room, ann)
        await room.exercises.store_answer(ann, one, well=True)
        other = await room.exercises.find_next(ann, GAME, one.token)
        assert other is not None
        assert other.step != one.step
        again = await room.exercises.find_next(ann, GAME, other.token)
        assert again is not None
        assert again.step == one.step
        assert (await first(room, ann)).step == one.step

    run(tmp_path, work, bots=InlineBots(weigh=hasty))


def test_nobody_else_has_them(tmp_path: Path) -> None:
    async def work() -> None:
        async with application(tmp_path, bots=InlineBots(weigh=hasty)) as (app, room):
            (ann, hers), (_, his) = [await room.accounts.create_guest(name) for name in ("Ann", "Bob")]
            table = await with_exercises(room, ann)
            token = (await first(room, ann)).token
            async with client(app, his) as http:
                assert table not in (await http.get(f"/exercises/{GAME}?ahead=1")).text
                for deed in ("move", "on"):
                    answer = await http.post(f"/exercises/{GAME}/{deed}", data={"token": token, "press": "0"})
                    assert answer.headers["location"] == f"/exercises/{GAME}"
            async with client(app, hers) as http:
                assert table in (await http.get(f"/exercises/{GAME}?ahead=1")).text
            assert (await first(room, ann)).token == token

    asyncio.run(work())


def test_an_exercise_shows_what_the_seat_saw_and_weighs_the_answer(tmp_path: Path) -> None:
    async def work() -> None:
        async with application(tmp_path, bots=InlineBots(weigh=hasty)) as (app, room):
            ann, token = await room.accounts.create_guest("Ann")
            table = await with_exercises(room, ann)
            one = await room.continued_matches.pose_exercise(ann, await first(room, ann))
            steps = await room.build_replay(table, ann, 1)
            assert one.view.tobytes() == steps[one.exercise.step - 1].views[0].tobytes()
            assert len(one.view.history) > 0
            assert [len(step.lines) for step in one.log] == [len(step.lines) for step in steps[: one.exercise.step]]
            async with client(app, token) as http:
                page = (await http.get(f"/exercises/{GAME}?ahead=1")).text
                assert str(BAD.sentence) not in page, "nothing is told before the choice"
                action = next(iter(one.view.legal.actions))
                form = {"token": one.exercise.token, "press": str(action)}
                told = (await http.post(f"/exercises/{GAME}/move", data=form)).json()
                assert "by about 2 points on average" in told["html"]["r-coach"]
                assert told["html"]["r-ask"] == '<div id="r-ask"></div>'
                new = await http.post(f"/exercises/{GAME}/on", data=form)
                assert room.table_registry.tables[new.headers["location"].removeprefix("/t/")].state.actor == 0
                wrong = (await http.post(f"/exercises/{GAME}/move", data=form | {"press": "999999"})).json()
                assert "wrong" in wrong["html"]["r-coach"] or "error" in wrong

    asyncio.run(work())


def test_pages_say_how_many_are_due_and_how_they_come_to_be(tmp_path: Path) -> None:
    async def work() -> None:
        async with application(tmp_path, bots=InlineBots(weigh=hasty)) as (app, room):
            ann, token = await room.accounts.create_guest("Ann")
            async with client(app, token) as http:
                assert "Nothing here yet" in (await http.get("/exercises")).text
                await with_exercises(room, ann)
                assert "Exercises</b>" not in (await http.get("/")).text
                assert isinstance(room.services.clock, HandClock)
                room.services.clock.set_by += DAY
                assert ">2 to practice today<" in (await http.get("/")).text
                assert "Exercises <b>2</b>" in (await http.get("/me")).text
                assert "2 to practice today" in (await http.get("/exercises")).text

    asyncio.run(work())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_they_survive_a_restart_are_bounded_and_move_to_an_account(kind: str, tmp_path: Path) -> None:
    async def whole(url: str) -> None:
        clock = HandClock()
        room = await open_room(url, clock)
        guest, ann = await guests(room, "Guest", "Ann")
        table = await played(room, guest)
        costs = [*range(90, 96), *[1] * MOST]
        found = [WeighedDecision(step, 0, weighed(lost=float(cost))) for step, cost in enumerate(costs)]
        await room.exercises.store_exercises(table, 1, guest.id, GAME, found)
        await room.exercises.store_exercises(table, 1, guest.id, GAME, found[5:6])
        await room.exercises.store_exercises(table, 1, ann.id, GAME, found[4:6])
        await room.close()
        room = await open_room(url, clock)
        assert (await room.exercises.count_exercises(guest))[GAME].all == MOST
        assert (await first(room, guest)).step == 5, "what cost most comes first, and is kept"
        await room.services.store.write(lambda connection: merge_account(connection, guest.id, ann.id))
        assert await room.exercises.count_exercises(guest) == {}
        assert (await room.exercises.count_exercises(ann))[GAME].all == MOST
        assert (await room.continued_matches.pose_exercise(ann, await first(room, ann))).view.seat == 0, (
            "at the guest's seat"
        )
        await room.close()

    with database(kind, tmp_path) as url:
        asyncio.run(whole(url))


def test_what_can_be_read_no_more_is_forgotten(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await with_exercises(room, ann)
        await room.exercises.store_exercises(table, 7, ann.id, GAME, [WeighedDecision(2, 0, weighed(lost=90.0))])
        found = await room.continued_matches.find_next_exercise(ann, GAME)
        assert found is not None
        assert found.exercise.match == 1
        rows = await room.services.store.read(lambda connection: connection.execute(select(exercises.c.match)).all())
        assert {row.match for row in rows} == {1}

    run(tmp_path, work, bots=InlineBots(weigh=hasty))


def test_they_are_exported_and_forgotten_with_their_person(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await with_exercises(room, ann)
        told = await room.services.store.read(lambda connection: export_person(connection, ann.id))
        assert {one["table_id"] for one in told["exercises"]} == {table}
        await room.services.store.write(lambda connection: forget_person(connection, ann.id))
        assert await room.exercises.count_exercises(ann) == {}

    run(tmp_path, work, bots=InlineBots(weigh=hasty))


def test_an_exercise_is_answered_as_the_review_knows_it_and_else_weighed(tmp_path: Path) -> None:
    """What was chosen in the match is known; another choice is asked about."""

    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        await with_exercises(room, ann, 1)
        one = await room.continued_matches.pose_exercise(ann, await first(room, ann))
        bad, other = [*one.view.legal.actions][:2]
        known = replace(one.exercise, weighed=weighed(made=name_action(one.view, bad)))
        posed = one._replace(exercise=known)
        assert await room.continued_matches.weigh_answer(posed, {"press": [str(bad)]}) == known.weighed
        assert (await room.continued_matches.weigh_answer(posed, {"press": [str(other)]})).lost == 0.0
        with pytest.raises(RoomError, match="one action is expected here, not several"):
            await room.continued_matches.weigh_answer(posed, {"plan": [str(bad), str(other)], "done": ["1"]})

    run(tmp_path, work, bots=InlineBots(weigh=hasty))


def test_an_exercise_is_played_on_from_at_a_table_that_says_where_it_comes_from(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        for reveal in ("never", "always"):
            table = await played(room, ann, Settings(public=False, reveal=reveal))
            step = (await own_steps(room, table, ann))[0]
            one = Exercise(table, 1, step, 0, GAME, BAD, 0, 0)
            new = await room.continued_matches.continue_exercise(ann, one)
            state = room.table_registry.tables[new].state
            assert state.origin == Origin(table, 1, step, True, dealt=reveal == "never")
            assert (state.actor, state.settings.public, state.settings.watch) == (0, False, False)
            assert state.view(0).tobytes() == (await room.continued_matches.pose_exercise(ann, one)).view.tobytes()

    run(tmp_path, work, bots=InlineBots(weigh=hasty))


def test_equal_days_are_ordered_by_cost_and_the_first_day_is_told(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        found = [WeighedDecision(step, 0, weighed(lost=lost)) for step, lost in ((2, 1.0), (4, 3.0), (6, 2.0))]
        await room.services.store.store_table("oak", GAME, False, "me", 1.0)
        await room.exercises.store_exercises("oak", 1, ann.id, GAME, found)
        assert (await first(room, ann)).step == 4
        clock.set_by += DAY
        assert await room.exercises.count_exercises(ann) == {GAME: (3, 3, room.exercises.today)}
        one = await first(room, ann)
        assert await room.exercises.store_answer(ann, one, well=True) == room.exercises.today + DAYS[1]
        assert await room.exercises.count_exercises(ann) == {GAME: (2, 3, room.exercises.today)}
        assert (await first(room, ann)).step == 6
        assert await room.exercises.find_next(ann, "talon") is None

    run(tmp_path, work, bots=InlineBots(weigh=hasty))


def test_a_cost_is_told_in_spreads_where_there_are_any() -> None:
    assert build_row(WeighedDecision(3, 1, BAD))["cost"] == 0.25
    assert build_row(WeighedDecision(3, 1, weighed(spread=0.0)))["cost"] == 2.0


def test_what_names_no_exercise_finds_none(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        await room.services.store.store_table("oak", GAME, False, "me", 1.0)
        await room.exercises.store_exercises("oak", 1, ann.id, GAME, [WeighedDecision(2, 0, BAD)])
        for token in ("oak", "oak.1.2", "oak.1.2.3.4", "oak.1.x.0", "oak.1.².0", "oak.1.2.1234567890", "elm.1.2.0"):
            assert await room.exercises.find_exercise(ann, GAME, token) is None
        one = await first(room, ann)
        assert one.token == "oak.1.2.0"
        assert await room.exercises.find_exercise(ann, GAME, "oak.1.2.123456789") == one, "in whichever box"
        assert await room.exercises.find_unanswered(ann, GAME, "oak.1.2.1") is None
        assert await room.exercises.find_unanswered(ann, GAME, one.token) == one
        assert await room.exercises.find_exercise(bob, GAME, one.token) is None
        assert await room.exercises.find_exercise(ann, "talon", one.token) is None

    run(tmp_path, work, bots=InlineBots(weigh=hasty))
