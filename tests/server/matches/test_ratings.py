"""Ratings among people: rated tables, once a match, and the ladder."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from shindig.server.errors import BusyError, ForbiddenError, RefusedError, RoomError
from shindig.server.game_server import GameServer
from shindig.server.matches import ratings
from shindig.server.matches.ratings import Rating, make_rating, rate_match
from shindig.server.person import Person
from shindig.server.schemas import Settings
from shindig.server.storage.database import StoreError
from tests.kits.server.databases import database
from tests.kits.server.room_kit import FIRST, HandClock, guests, kill_at_results, open_room, play_out, run, settle

PASSWORD = "a good password"
RATED = Settings(rated=True, public=False)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(request.param, tmp_path) as given:
        yield given


async def accounts(room: GameServer, *logins: str) -> list[Person]:
    return [
        (await room.accounts.register(one, login, PASSWORD))[0]
        for one, login in zip(await guests(room, *logins), logins, strict=True)
    ]


async def rated_table(room: GameServer, seats: int = 2) -> tuple[str, Person, Person]:
    """A rated match under way between Ann, whose table it is, and Bob; bots have the other seats."""
    ann, bob = await accounts(room, "ann", "bob")
    table = await room.open_table(ann, "tall-card", seats, FIRST, RATED)
    await room.sit(table, bob)
    await room.start_match(table, ann)
    await settle(room, table)
    return table, ann, bob


def test_the_winner_gains_what_is_sure_of_the_loser(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await rated_table(room)
        await play_out(room, table, [ann, bob])
        result = room.table_registry.tables[table].state.match.result  # type: ignore[union-attr]
        assert result is not None
        first, second = await room.ratings.load_ladder("tall-card")
        assert first.person == (ann, bob)[result.winners[0]].id
        assert first.rating.points > 1_500 > second.rating.points
        assert first.rating.margin < make_rating().margin
        assert (first.rating.matches, second.rating.matches) == (1, 1)
        assert (await room.ratings.load_ratings(ann))["tall-card"].matches == 1
        assert (await room.results.load_page(ann, 0))[0][0].rated
        assert await room.ratings.load_ladder("talon") == []

    run(tmp_path, work)


def test_a_match_is_rated_once_whenever_the_room_is_killed(url: str) -> None:
    async def work() -> None:
        clock = HandClock()
        room = await open_room(url, clock)
        table, ann, bob = await rated_table(room)
        kill_at_results(room)
        with pytest.raises(BusyError):
            await play_out(room, table, [ann, bob])
        await room.close()
        for _ in range(2):
            room = await open_room(url, clock)
            await settle(room, table)
            assert [one.rating.matches for one in await room.ratings.load_ladder("tall-card")] == [1, 1]
            await room.close()

    asyncio.run(work())


def test_what_fails_in_rating_settles_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Books, ratings and the event are one transaction."""

    def fails(*_: object) -> None:
        raise StoreError("killed in the middle")

    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await rated_table(room)
        with monkeypatch.context() as patched:
            patched.setattr(ratings, "store_ratings", fails)
            with pytest.raises(BusyError):
                await play_out(room, table, [ann, bob])
            assert (await room.results.load_page(ann, 0))[0] == []
        await settle(room, table)
        assert len((await room.results.load_page(ann, 0))[0]) == 1
        assert len(await room.ratings.load_ladder("tall-card")) == 2

    run(tmp_path, work)


def test_a_rated_table_is_for_accounts_without_advice(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob = await accounts(room, "ann", "bob")
        (guest,) = await guests(room, "Somebody")
        with pytest.raises(ForbiddenError):
            await room.open_table(guest, "tall-card", 2, FIRST, RATED)
        with pytest.raises(RoomError):
            await room.open_table(ann, "tall-card", 2, FIRST, Settings(rated=True, advice=True))
        table = await room.open_table(ann, "tall-card", 2, FIRST, RATED)
        with pytest.raises(ForbiddenError):
            await room.sit(table, guest)
        await room.sit(table, bob)
        await room.start_match(table, ann)
        await settle(room, table)
        assert not (await room.build_snapshot(table, ann)).info.advised
        await room.leave(table, bob)
        await settle(room, table)
        with pytest.raises(RefusedError):
            await room.advise(table, ann)

    run(tmp_path, work)


def test_other_tables_rate_nobody(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob = await accounts(room, "ann", "bob")
        table = await room.open_table(ann, "tall-card", 2, FIRST, Settings())
        await room.sit(table, bob)
        await room.start_match(table, ann)
        await play_out(room, table, [ann, bob])
        alone = await room.play_now(ann, "tall-card", 2, FIRST, RATED)
        await play_out(room, alone, [ann])
        assert await room.ratings.load_ladder("tall-card") == []

    run(tmp_path, work)


def test_who_leaves_is_behind_all_others(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await rated_table(room)
        await room.leave(table, bob)
        await play_out(room, table, [ann])
        first, second = await room.ratings.load_ladder("tall-card")
        assert (first.person, second.person) == (ann.id, bob.id)

    run(tmp_path, work)


def test_a_host_who_loses_cannot_end_stall_or_decide_a_rated_match(tmp_path: Path) -> None:
    """Closing it would leave the winner without, a pause makes them leave, who is sent away comes last."""

    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await rated_table(room)
        for call in (
            room.close_table(table, ann),
            room.pause(table, ann),
            room.remove_player(table, ann, 1),
            room.hold_seat(table, ann, 1),
        ):
            with pytest.raises(RefusedError, match=r"ranked|rated"):
                await call
        await play_out(room, table, [ann, bob])
        assert len(await room.ratings.load_ladder("tall-card")) == 2
        await room.close_table(table, ann)

    run(tmp_path, work)


def test_a_match_is_rated_that_all_have_left(tmp_path: Path) -> None:
    """Else who is about to lose leaves, and hopes that the other does not wait for the end of it."""

    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await rated_table(room)
        await room.leave(table, ann)
        await settle(room, table)
        await room.leave(table, bob)
        await settle(room, table)
        first, second = await room.ratings.load_ladder("tall-card")
        assert (first.person, second.person) == (bob.id, ann.id)
        assert (await room.build_snapshot(table, bob)).info.state == "over"

    run(tmp_path, work)


def test_who_comes_back_to_a_rated_match_has_not_left_it(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await rated_table(room)
        await room.leave(table, bob)
        await room.sit(table, bob)
        await play_out(room, table, [ann, bob])
        result = room.table_registry.tables[table].state.match.result  # type: ignore[union-attr]
        assert result is not None
        assert (await room.ratings.load_ladder("tall-card"))[0].person == (ann, bob)[result.winners[0]].id

    run(tmp_path, work)


def test_who_takes_a_seat_later_is_not_rated_for_what_it_had(tmp_path: Path) -> None:
    """A friend could sit down at the seat of a bot that is ahead, in the last hand."""

    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await rated_table(room, seats=3)
        (cyd,) = await accounts(room, "cyd")
        await room.sit(table, cyd)
        await play_out(room, table, [ann, bob, cyd])
        seats = room.table_registry.tables[table].state.ledger[-1].dealt
        assert seats == (ann.id, bob.id, cyd.id)
        assert {one.person for one in await room.ratings.load_ladder("tall-card")} == {ann.id, bob.id}

    run(tmp_path, work)


def test_a_draw_between_equals_moves_nobody_and_makes_surer() -> None:
    one, other = rate_match([make_rating(), make_rating()], [0, 0])
    assert one == other
    assert one.points == 1_500
    assert one.sigma < make_rating().sigma


def test_a_surprise_moves_more_than_what_was_expected() -> None:
    strong, weak = Rating(30.0, 3.0), Rating(20.0, 3.0)
    expected, surprise = rate_match([strong, weak], [0, 1]), rate_match([strong, weak], [1, 0])
    assert expected[0].mu - strong.mu < surprise[1].mu - weak.mu


def test_points_are_in_a_scale_that_people_know() -> None:
    assert (make_rating().points, make_rating().margin) == (1_500, 800)
    assert Rating(25.0 + 25 / 6, 1.0).points == 1_700
