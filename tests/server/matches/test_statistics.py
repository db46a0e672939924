"""What a match brought comes into the books once, and what people look back on is made of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from math import sqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from sqlalchemy import insert, select

from shindig.core.layout_and_views import RecordType
from shindig.gamekit import SEATS, Numbers, Row
from shindig.gamekit.game_spec import nothing_to_tell
from shindig.gamekit.hand_fact_columns import fact
from shindig.match import Match
from shindig.server.errors import BusyError
from shindig.server.game_server import GameServer
from shindig.server.matches.player_results import DAY, PAGE, Gain, Statistics, count_streak, sum_results
from shindig.server.matches.reviews import find_decision_kind, name_decision_kind
from shindig.server.matches.weighed_decisions import Loss
from shindig.server.schemas import Settings
from shindig.server.storage.schema import results
from shindig.server.table_log import hand_booking
from shindig.server.tables.match_results import place_of
from tests.kits.games.swap_game import GAME
from tests.kits.server.room_kit import (
    FIRST,
    HandClock,
    guests,
    kill_at_results,
    open_room,
    play_out,
    run,
    settle,
    two_at_table,
)


def test_a_match_stands_in_the_history_of_all_who_sat_in_it(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        await play_out(room, table, [ann, bob])
        scores = room.table_registry.tables[table].state.match.result.scores  # type: ignore[union-attr]
        (mine,), rest = await room.results.load_page(ann, 0)
        (his,) = (await room.results.load_page(bob, 0))[0]
        assert not rest
        assert (mine.table, mine.match, mine.game, mine.seat) == (table, 1, "tall-card", 0)
        assert (mine.score, his.score) == scores
        assert {mine.place, his.place} == {1, 2}
        assert mine.ended == clock.date()
        assert [(sat.name, sat.bot) for sat in mine.seats] == [("Ann", ""), ("Bob", "")]
        assert (await room.results.load_statistics(ann))["tall-card"].against.keys() == {"people"}

    run(tmp_path, work)


def test_gains_add_up_to_the_score(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.play_now(ann, "tall-card", 2, FIRST, Settings(public=False, bot="steady"))
        await play_out(room, table, [ann])
        state = room.table_registry.tables[table].state
        assert state.match is not None
        told = (await room.results.load_statistics(ann))["tall-card"]
        gain = told.against["steady"]
        brought = [hand.brought[0] for hand in state.chronicle]
        assert (told.matches, told.hands, told.best) == (1, len(brought), max(brought))
        assert (gain.hands, gain.gained, gain.squares) == (len(brought), sum(brought), sum(one**2 for one in brought))
        assert told.won == (state.match.result.winners == (0,))  # type: ignore[union-attr]
        assert 0 < told.dealt.hands < told.hands

    run(tmp_path, work)


def test_a_match_that_ended_as_the_room_was_killed_is_in_the_books_once(tmp_path: Path) -> None:
    """The write that settles it fails, as if the process had died before it; the next room writes it, and once."""

    async def work() -> None:
        clock, url = HandClock(), f"sqlite:///{tmp_path}/room.db"
        room = await open_room(url, clock)
        table, ann, bob = await two_at_table(room)
        kill_at_results(room)
        with pytest.raises(BusyError):
            await play_out(room, table, [ann, bob])
        assert room.table_registry.tables[table].state.unsettled
        assert await room.results.load_page(ann, 0) == ([], False)
        await room.close()
        for _ in range(2):
            room = await open_room(url, clock)
            await settle(room, table)
            assert len((await room.results.load_page(ann, 0))[0]) == 1
            assert len((await room.results.load_page(bob, 0))[0]) == 1
            await room.close()

    asyncio.run(work())


def test_who_left_has_no_place_and_the_hands_that_were_theirs(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        await room.leave(table, bob)
        await play_out(room, table, [ann])
        (left,) = (await room.results.load_page(bob, 0))[0]
        assert (left.place, left.hands) == (0, 1)
        assert left.seats[1].bot

    run(tmp_path, work)


def test_what_counts_for_nothing_is_in_no_statistics(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        await play_out(room, table, [ann, bob])
        await room.services.store.write(lambda found: found.execute(results.update().values(counts=False)))
        assert await room.results.load_statistics(ann) == {}
        assert (await room.results.load_streaks(ann)) == (0, 0)
        assert not (await room.results.load_page(ann, 0))[0][0].counts

    run(tmp_path, work)


def test_the_guest_of_a_running_match_has_its_result_as_an_account(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        other, _token = await room.accounts.create_guest("Ann")
        ann = (await room.accounts.register(other, "ann", "a good password"))[0]
        (guest,) = await guests(room, "Somebody")
        table = await room.play_now(guest, "tall-card", 2, FIRST)
        ann, _token = await room.accounts.login("ann", "a good password", guest)
        await play_out(room, table, [guest])
        assert [one.table for one in (await room.results.load_page(ann, 0))[0]] == [table]

    run(tmp_path, work)


def test_pages_follow_each_other(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        await play_out(room, table, [ann, bob])

        row = await room.services.store.read(
            lambda found: dict(found.execute(select(results).where(results.c.person == ann.id)).mappings().one())
        )
        rows = [{**row, "match": number, "ended": row["ended"] + number} for number in range(2, PAGE + 3)]
        await room.services.store.write(lambda found: found.execute(insert(results), rows))
        first, more = await room.results.load_page(ann, 0)
        second, none = await room.results.load_page(ann, 1)
        assert [one.match for one in (*first, *second)] == [*range(PAGE + 2, 0, -1)]
        assert more
        assert not none

    run(tmp_path, work)


def test_reviews_tell_what_costs_most(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        view = (await room.build_snapshot(table, bob)).view
        assert view is not None
        assert not any(letter.isdigit() for letter in find_decision_kind(view))
        await play_out(room, table, [ann, bob])
        for _again in range(2):  # a review that is made again adds nothing
            await room.results.store_losses(table, 1, ann.id, {"Check or bet?": Loss(4, 2.5), "Fold?": Loss(1, 0.0)})
        told = (await room.results.load_statistics(ann))["tall-card"]
        assert told.costliest == [("Check or bet?", Loss(4, 2.5))]

    run(tmp_path, work)


def test_kinds_of_choices_have_words_and_those_of_old_reviews_their_question() -> None:
    assert str(name_decision_kind("betting-ask-call")) == "Calling, raising or folding"
    assert str(name_decision_kind("Discard …?")) == "Discard …?"
    assert str(name_decision_kind("")) == "Other choices"
    assert str(name_decision_kind("betting-wins")) == "Other choices", "a message that needs more words"


def test_the_interval_of_a_mean() -> None:
    """Ten known numbers, and the quantile of Student's t for nine degrees of freedom: 2.262."""
    numbers, gain = [3, -1, 4, -1, 5, -9, 2, 6, -5, 3], Gain()
    for one in numbers:
        gain.add(1, one, one * one)
    mean = sum(numbers) / 10
    deviation = sqrt(sum((one - mean) ** 2 for one in numbers) / 9)
    assert gain.mean == pytest.approx(mean)
    assert gain.margin == pytest.approx(2.262 * deviation / sqrt(10), rel=1e-3)


def test_levels_come_in_their_order() -> None:
    told = Statistics(against={name: Gain(1, 1.0, 1.0) for name in ("people", "expert", "mixed", "odd", "gentle")})
    assert [name for name, _ in told.sort_gains(("gentle", "steady", "expert"))] == [
        "gentle",
        "expert",
        "odd",
        "mixed",
        "people",
    ]


@pytest.mark.parametrize(
    ("days", "expected"),
    [((), 0), ((0,), 1), ((1,), 1), ((2,), 0), ((0, 1, 2), 3), ((1, 2, 4), 2), ((0, 0, 1), 2)],
)
def test_days_in_a_row(days: tuple[int, ...], expected: int) -> None:
    """Days ago, from today; yesterday's streak holds until today is over."""
    now = 1_000 * DAY + 5.0
    assert count_streak([now - ago * DAY for ago in days], now) == expected


def test_the_books_hold_what_all_saw(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        await play_out(room, table, [ann, bob])
        rows = await room.services.store.read(lambda found: found.execute(select(results)).all())
        assert all({*orjson.loads(row.facts)} <= {"dealer"} for row in rows)
        assert [row.lost for row in rows] == ["{}", "{}"]

    run(tmp_path, work)


@pytest.mark.parametrize("hands", [0, 1, 4, 5])
def test_an_interval_is_told_from_five_hands_on(hands: int) -> None:
    gain = Gain()
    for _ in range(hands):
        gain.add(1, 2.0, 4.0)
    assert gain.margin == (None if hands < 5 else 0.0)
    assert gain.mean == (2.0 if hands else 0.0)


class Dealing(Row):
    dealer: Numbers = fact("Whether each has dealt.", "?", SEATS)


class Names(Row):
    dealer: int = fact("Who dealt, by name.", names=("Ann", "Bob"))


@pytest.mark.parametrize("facts", [Dealing, Names])
def test_a_fact_called_dealer_that_is_no_seat_is_nobodys_deal(facts: RecordType) -> None:
    hand = replace(GAME.rules.hand, facts=facts, write_facts=nothing_to_tell)
    one = replace(GAME, rules=replace(GAME.rules, hand=hand), _engines={})
    state: Any = SimpleNamespace(game=one, match=Match(one, 2))
    assert hand_booking._find_dealer(state) is None


def told(**more: Any) -> Any:
    """A match in the books."""
    usual = {"place": 2, "hands": 3, "gained": 4.0, "squares": 10.0, "best": 3, "against": "steady"}
    return SimpleNamespace(**{**usual, "game": "talon", "facts": "{}", "lost": "{}", **more})


def test_matches_add_up_game_by_game() -> None:
    rows = [
        told(place=1, facts='{"dealer": [1, 2.0]}', lost='{"Call?": [2, 1.5]}'),
        told(best=9, lost='{"Call?": [1, 0.5], "Lay?": [1, 0.0]}', against="people"),
        told(best=2, facts='{"dealer": [2, -1.0]}'),
        told(hands=0, gained=0.0, best=99, against="mixed"),
        told(game="tall-card", place=0, best=-4),
    ]
    found = sum_results(rows)
    talon, other = found["talon"], found["tall-card"]
    assert (talon.matches, talon.won, talon.hands, talon.best) == (4, 1, 9, 9)
    assert talon.against == {"steady": Gain(6, 8.0, 20.0), "people": Gain(3, 4.0, 10.0)}
    assert talon.dealt == Gain(3, 1.0, 0.0)
    assert talon.lost == {"Call?": Loss(3, 2.0), "Lay?": Loss(1, 0.0)}
    assert talon.costliest == [("Call?", Loss(3, 2.0))]
    assert (other.matches, other.won, other.best) == (1, 0, -4)


@pytest.mark.parametrize(("seat", "expected"), [(0, 2), (1, 1), (2, 2), (3, 4)])
def test_equal_scores_share_a_place(seat: int, expected: int) -> None:
    assert place_of((5, 9, 5, 1), seat) == expected
