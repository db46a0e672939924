"""What is kept at hand and made once: the latest events, bots' replies, reviews, lessons, the books."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from prometheus_client import REGISTRY
from sqlalchemy import select

from shindig.bots.choice_review import ReviewedChoice
from shindig.bots.external_bot_json import BotError
from shindig.core.card_places import Cards
from shindig.match import new
from shindig.server.accounts import account_merge, accounts
from shindig.server.async_cache import AsyncCache
from shindig.server.broadcast.event_buffer import KEPT, LATEST, BufferedEvent, EventBuffer, Subscriber
from shindig.server.broadcast.log_lines_of_events import BEGUN, GOES_ON, TABLE_LINES, describe_event
from shindig.server.broadcast.match_view_of_person import SeatTenure
from shindig.server.card_proofs.card_movement_inference import exchange_card
from shindig.server.errors import BusyError, ForbiddenError, RefusedError
from shindig.server.fair_queue import Bounds
from shindig.server.game_server import GameServer
from shindig.server.matches import ratings
from shindig.server.matches.lesson_progress import Progress
from shindig.server.matches.player_results import PAGE, PlayerResults
from shindig.server.matches.reviews import Review, ReviewedDecision, Reviews, sum_losses
from shindig.server.matches.weighed_decisions import Loss, WeighedDecision
from shindig.server.person import Person
from shindig.server.recent_cache import list_recent_caches
from shindig.server.storage.database import OUTAGE, StoreError
from shindig.server.storage.event_store import Append, EventStore
from shindig.server.storage.schema import results
from shindig.server.table_log.events import Acted, ChatSaid, Closed, Held, Paused, Resumed
from shindig.server.table_log.shared_match_snapshot import MatchSnapshot
from shindig.server.tables import bot_replies
from shindig.server.tables.bot_replies import BotReplies
from shindig.server.tables.match_results import KEPT as MATCHES_KEPT
from shindig.server.tables.match_results import store_results
from shindig.server.tables.subscription import wake_nobody
from tests.kits.server.room_kit import HandClock, InlineBots, finish_tasks, guests, run, two_at_table

# The latest events of a table.


def entry(seq: int) -> BufferedEvent:
    return BufferedEvent(seq, ChatSaid(0, "Hm."), ("Ann",), None, None)


def nobody() -> None:
    """Is told nothing."""


def with_entries(count: int, first: int = 1, tell: Callable[[], None] = nobody) -> EventBuffer:
    """A history of so many events."""
    history = EventBuffer(tell)
    for seq in range(first, first + count):
        history.add(entry(seq))
    return history


def test_those_who_missed_some_events_are_told_of_these_where_all_are_at_hand() -> None:
    history = with_entries(KEPT + 5)
    last, oldest = KEPT + 5, 6
    assert len(history.entries) == KEPT
    found = {seq: history.find_since(seq) for seq in (last, last - 1, oldest - 1, oldest - 2, last + 1)}
    told = {seq: None if one is None else [entry.seq for entry in one] for seq, one in found.items()}
    assert told == {
        last: [],
        last - 1: [last],
        oldest - 1: [*range(oldest, last + 1)],
        oldest - 2: None,
        last + 1: None,
    }
    assert [one.seq for one in history.get_latest()] == [*range(last - LATEST + 1, last + 1)]
    none = with_entries(0)
    assert none.find_since(0) == []
    assert none.find_since(7) == [], "nothing is at hand, and nothing was missed"
    assert none.get_latest() == []


def test_only_events_that_are_to_be_told_keep_what_was_made_of_them() -> None:
    history = with_entries(2)
    assert [one.warm for one in history.entries] == [True] * 2
    history.clear_caches()
    history.add(entry(3))
    assert [one.warm for one in history.entries] == [False] * 2 + [True]
    cold, warm = history.entries[0], history.entries[2]
    assert cold.build_log_entry(0) is not cold.build_log_entry(0)
    assert warm.build_log_entry(0) is warm.build_log_entry(0)


def test_what_is_told_of_beside_the_match_leaves_its_views_as_it_lies_there() -> None:
    match = new("tall-card", 2, seed=1)
    frame = MatchSnapshot(match.game, match.array.tobytes())
    frame.view(0)
    BufferedEvent(1, Paused(), (), frame, frame).clear_cache()
    assert 0 in frame
    BufferedEvent(2, Paused(), (), frame, MatchSnapshot(match.game, match.array.tobytes())).clear_cache()
    assert not frame, "a step was taken since"


def test_who_has_not_been_told_everything_is_behind() -> None:
    woken = list[int]()
    history = with_entries(1, tell=lambda: woken.append(history.changes))
    ann, bob = Subscriber(0, wake_nobody), Subscriber(1, wake_nobody)
    history.subscribers.update((ann, bob))
    assert {*history.late_subscribers} == {ann, bob}
    ann.seen = bob.seen = history.changes
    assert not history.late_subscribers, "all are told"
    history.notify_viewer(1)
    assert history.late_subscribers == [bob]
    bob.seen = history.changes
    assert not history.late_subscribers
    assert not woken
    history.end_subscriptions()
    assert history.over
    assert woken == [history.changes] == [2]
    assert {*history.late_subscribers} == {ann, bob}


def test_a_pause_is_told_of_all_alike() -> None:
    told = BufferedEvent(7, Paused(), (), None, None).build_log_entry(1)
    assert (told.seq, told.kind, told.seat, [str(line.text) for line in told.lines]) == (
        7,
        "table",
        None,
        ["The table is paused."],
    )


# What is asked once, and what is made once.


def test_bots_are_asked_once_a_turn_and_the_oldest_turns_are_forgotten() -> None:
    last = bot_replies.KEPT + 1

    async def work() -> None:
        asked: list[str] = []

        async def ask(bot: str, who: str, _: object) -> int:
            asked.append(f"{bot} {who}")
            return 7

        bots: Any = SimpleNamespace(ask=ask)
        woken: list[int] = []
        one = BotReplies(bots, "oak", lambda: woken.append(1))
        view = SimpleNamespace(legal=SimpleNamespace(allows=lambda action: action == 7))

        def put(turn: int) -> Any:
            return SimpleNamespace(bot="steady", seat=2, view=view, turn=(str(turn), 0.0), owed=False)

        for turn in (1, 1, 2, 2, *range(3, last + 1)):
            one.ask(put(turn))
        await asyncio.gather(*one.tasks)
        assert asked == ["steady oak/2"] * last
        assert len(woken) == last
        assert [one.reply_to((str(turn), 0.0)) for turn in (1, 2, last)] == [7, 7, 7]
        one.ask(put(last + 1))
        assert [one.reply_to((str(turn), 0.0)) for turn in (2, 3)] == [None, 7], "the oldest went"
        await asyncio.gather(*one.tasks)

    asyncio.run(work())


def test_what_is_no_legal_answer_is_none() -> None:
    async def work() -> None:
        async def ask(*_: object) -> int:
            return 6

        woken: list[int] = []
        bots: Any = SimpleNamespace(ask=ask)
        one = BotReplies(bots, "oak", lambda: woken.append(1))
        view = SimpleNamespace(legal=SimpleNamespace(allows=lambda action: action == 7))
        turn = ("1.1", 0.0)
        asked: Any = SimpleNamespace(bot="", seat=0, view=view, turn=turn, owed=False)
        one.ask(asked)
        await asyncio.gather(*one.tasks)
        assert (one.reply_to(turn), woken) == (None, [])

    asyncio.run(work())


def test_what_was_made_or_asked_for_latest_is_kept() -> None:
    async def work() -> None:
        shared, made = AsyncCache("letters", 2), list[str]()

        def of(key: str) -> Awaitable[str]:
            async def make() -> str:
                made.append(key)
                if key == "bad":
                    raise KeyError(key)
                return key.upper()

            return shared.get(key, make)

        assert [await of(key) for key in "abab"] == [*"ABAB"]
        assert made == ["a", "b"]
        await of("a")
        await of("c")
        await of("a")
        assert made == ["a", "b", "c"], "b was asked for longest ago"
        (told,) = [one for one in list_recent_caches() if one.name == "letters"]
        assert (told.bound, len(told), told.hits, told.misses) == (2, 2, 4, 3)
        await of("b")
        assert made == ["a", "b", "c", "b"]
        for _ in range(2):
            with pytest.raises(KeyError):
                await of("bad")
        assert made[-2:] == ["bad", "bad"], "what fails is not kept"
        shared.forget("b")
        shared.forget("never there")
        await of("b")
        assert made[-1] == "b"
        await shared.close()

    asyncio.run(work())


# Reviews.


def reviewing(most: int, own: int, kept: int) -> tuple[Reviews, asyncio.Event]:
    """Reviews whose bots answer when they may."""
    may = asyncio.Event()

    async def review(_: object, action: int) -> Any:
        await may.wait()
        return SimpleNamespace(lost=float(action), best_action=None)

    async def keep(*_: object) -> None: ...

    stores: Any = SimpleNamespace(store_exercises=keep, store_losses=keep)
    bots: Any = SimpleNamespace(review=review, is_ready=lambda _: True)
    return Reviews(bots, stores, stores, Bounds(most, 8, own), kept), may


SAT: Any = SimpleNamespace(sat=True, last_seat=1, before=[[SeatTenure(1)]], after=[[SeatTenure(1)]])


async def begin(one: Reviews, table: str, person: str = "ann") -> Review:
    """Review a match of one choice."""
    begun = new("tall-card", 2, seed=1, first_dealer=0)
    found: Any = SimpleNamespace(
        match=begun,
        begins=SimpleNamespace(build_match=begun.copy),
        events=[Acted(1, next(begun.view(1).legal.actions), "person", 0.0)],
        origin=None,
    )
    review = await one.get_review((table, 1, person), found, SAT)
    assert review is not None
    return review


def test_reviews_under_way_are_bounded_for_each_and_for_all() -> None:
    async def work() -> None:
        one, may = reviewing(3, 2, 50)
        for where in ("oak", "elm"):
            await begin(one, where)
        with pytest.raises(BusyError, match=r"^We’re still reviewing 2 of your matches\. Wait until they’re done\.$"):
            await begin(one, "ash")
        await begin(one, "ash", "bob")
        with pytest.raises(BusyError, match=r"^We’re reviewing a lot of matches right now\. Try again later\.$"):
            await begin(one, "fir", "cyd")
        may.set()
        await finish_tasks("review")
        assert await begin(one, "fir", "cyd") is one.find_review(("fir", 1, "cyd"))
        await one.close()

    asyncio.run(work())


def test_the_oldest_reviews_are_forgotten_and_weighed_no_further() -> None:
    async def work() -> None:
        one, may = reviewing(50, 50, 2)
        first, *others = [await begin(one, where) for where in ("oak", "elm", "ash")]
        assert [one.find_review((where, 1, "ann")) for where in ("oak", "elm", "ash")] == [None, *others]
        may.set()
        await finish_tasks("review")
        assert [review.done for review in (first, *others)] == [False, True, True]
        await one.close()

    asyncio.run(work())


def test_a_review_is_for_who_sat_there_and_for_games_with_bots() -> None:
    async def work() -> None:
        one, _ = reviewing(50, 50, 2)
        leduc: Any = SimpleNamespace(match=SimpleNamespace(game=SimpleNamespace(policies=None, name="Leduc")))
        with pytest.raises(ForbiddenError, match=r"^Only people who played in this match get a review\.$"):
            await one.get_review(("oak", 1, "ann"), leduc, SimpleNamespace(sat=False))  # type: ignore[arg-type]
        with pytest.raises(RefusedError, match=r"^Leduc has no bots that can rate your choices\.$"):
            await one.get_review(("oak", 1, "ann"), leduc, SimpleNamespace(sat=True))  # type: ignore[arg-type]

    asyncio.run(work())


def test_what_choices_of_a_kind_cost_is_added_up() -> None:
    def one(question: str | None, lost: float) -> tuple[ReviewedDecision, WeighedDecision]:
        prompt = SimpleNamespace(question=question) if question is not None else None
        view: Any = SimpleNamespace(scene=SimpleNamespace(prompt=prompt))
        return ReviewedDecision(0, view, 0), WeighedDecision(0, 0, SimpleNamespace(lost=lost))  # type: ignore[arg-type]

    told = one("{1} bets 25: call?", 1.0), one("{0} bets 7: call?", 2.5), one("Which card?", 0.0), one(None, 4.0)
    assert sum_losses([made for made, _ in told], [found for _, found in told]) == {
        "somebody bets …: call?": Loss(2, 3.5),
        "Which card?": Loss(1, 0.0),
        "": Loss(1, 4.0),
    }


def test_a_review_is_done_when_all_is_weighed_or_it_failed() -> None:
    review = Review("talon", 2, 5)
    slip, worse_slip, blunder, good = (0.5, 50.0), (2.0, 50.0), (1.0, 1.0), (0.0, 1.0)
    found = [
        WeighedDecision(step, 0, ReviewedChoice("Fold", "Call", lost, spread=stakes))
        for step, (lost, stakes) in enumerate((slip, worse_slip, blunder, good), 1)
    ]
    assert not review.done
    review.found.append(found[0])
    assert not review.done
    review.found.append(found[1])
    assert review.done
    assert Review("talon", 2, 5, failed="why").done
    review.found += found[2:]
    assert [one.step for one in review.costly] == [3, 2, 1]
    assert review.lost == 3.5


# The store.


def with_store(folder: Path, work: Callable[[EventStore], Awaitable[None]]) -> None:
    async def whole() -> None:
        one = EventStore.open(f"sqlite:///{folder}/room.db")
        try:
            await work(one)
        finally:
            await one.close()

    asyncio.run(whole())


def test_a_fault_of_the_store_is_an_outage_for_who_waits_and_stops_no_other(tmp_path: Path) -> None:
    async def work(one: EventStore) -> None:
        await one.store_table("oak", "tall-card", True, "me", 1.0)

        def fault(_: object) -> None:
            raise ZeroDivisionError("a bug")

        gone = asyncio.ensure_future(one.append(Append("oak", 1, 1, ("a",))))
        await asyncio.sleep(0)
        gone.cancel()
        before = REGISTRY.get_sample_value("shindig_database_errors_total") or 0.0
        with pytest.raises(StoreError, match=f"^{OUTAGE}$"):
            await one.append(Append("oak", 1, 2, ("b",), beside=(fault,)))
        assert REGISTRY.get_sample_value("shindig_database_errors_total") == before + 1
        await one.append(Append("oak", 1, 2, ("c",)))
        assert await one.load_log("oak") == ["a", "c"], "who went away disturbs nobody"

    with_store(tmp_path, work)


def test_what_the_store_tells_of_tables_and_people(tmp_path: Path) -> None:
    async def work(one: EventStore) -> None:
        for name, game in (("oak", "talon"), ("elm", "tall-card"), ("ash", "tall-card"), ("fir", "leduc")):
            await one.store_table(name, game, True, "me", 1.0)
        (ann, _) = await accounts.Accounts(one).create_guest("Ann")
        for number, name in enumerate(("oak", "elm", "fir")):
            at = float(number)
            await one.append(Append(name, 1, 1, ("x",), seated=(ann.id, number, at), closed=name == "fir"))
        found = [("fir", "leduc", 2, 2.0, 1, 1), ("elm", "tall-card", 1, 1.0, 1, 1), ("oak", "talon", 0, 0.0, 1, 1)]
        assert await one.load_history(ann.id) == found
        assert await one.load_history(ann.id, 2) == found[:2]
        await one.append(Append("oak", 1, 2, ("y",), seated=(ann.id, 3, 9.0)))
        assert (await one.load_history(ann.id, 1)) == [("oak", "talon", 3, 9.0, 1, 2)]
        assert await one.load_logs(["oak", "ash"]) == {"oak": ["x", "y"], "ash": []}
        assert [await one.load_log("oak", after) for after in (0, 1, 2)] == [["x", "y"], ["y"], []]
        assert [await one.load_last_seq(name) for name in ("oak", "ash")] == [2, 0]

    with_store(tmp_path, work)


def booked(person: Person, match: int) -> dict[str, Any]:
    """A row of the books."""
    numbers = dict.fromkeys(("seat", "place", "score", "hands", "best", "gained", "squares"), 0)
    texts = {"against": "", "day": "", "facts": "{}", "lost": "{}", "seats": "[]", "game": "tall-card"}
    told = {"table_id": "oak", "match": match, "person": person.id, "ended": float(match)}
    return {**told, **numbers, **texts, "counts": True, "rated": False}


def test_the_books_keep_the_latest_matches_once_each(tmp_path: Path) -> None:
    async def work(one: EventStore) -> None:
        ann, _ = await accounts.Accounts(one).create_guest("Ann")
        bob, _ = await accounts.Accounts(one).create_guest("Bob")
        await one.store_table("oak", "tall-card", True, "me", 1.0)

        async def kept(person: Person, *matches: int) -> list[int]:
            rows = [booked(person, match) for match in matches]
            await one.write(lambda connection: store_results(rows, connection))
            mine = select(results.c.match).where(results.c.person == ann.id).order_by(results.c.match)
            return [*await one.read(lambda connection: connection.execute(mine).scalars().all())]

        assert [await kept(ann, match) for match in (1, 2, 2)] == [[1], [1, 2], [1, 2]]
        assert await kept(ann, *range(3, MATCHES_KEPT + 1)) == [*range(1, MATCHES_KEPT + 1)]
        assert await kept(ann, MATCHES_KEPT + 1) == [*range(2, MATCHES_KEPT + 2)]
        assert await kept(bob, MATCHES_KEPT + 2) == [*range(2, MATCHES_KEPT + 2)], "each has their own"

    with_store(tmp_path, work)


# Lessons.


def test_a_lesson_is_kept_where_somebody_stands_and_goes_on_without_bots(tmp_path: Path) -> None:
    async def work(here: GameServer, _: HandClock) -> None:
        ann, bob = await guests(here, "Ann", "Bob")
        for progress in (Progress(3), Progress(4, True, "a record")):
            await here.lessons.store_progress(ann, "talon", progress)
        await here.lessons.store_progress(ann, "tall-card", Progress(1))
        assert await here.lessons.load_progress(ann) == {
            "talon": Progress(4, True, "a record"),
            "tall-card": Progress(1),
        }
        assert await here.lessons.load_progress(bob) == {}
        name, ann, _bob = await two_at_table(here)
        view, bots = here.table_registry.tables[name].state.view(1), here.services.bots
        answers: list[object] = [BotError("hung"), max(view.legal.actions) + 1, max(view.legal.actions)]

        async def ask(*given: object) -> int:
            assert given == ("steady", "lesson", view)
            found = answers.pop(0)
            if isinstance(found, BotError):
                raise found
            return int(found)  # type: ignore[call-overload, no-any-return]

        bots.ask = ask  # type: ignore[method-assign, assignment]
        first, last = min(view.legal.actions), max(view.legal.actions)
        assert [await here.lessons._choose_action("steady", "lesson", view) for _ in range(3)] == [first, first, last]
        assert (await here.lessons.advise(view)) == (await InlineBots().advise(view)).lines

        async def fails(_: object) -> None:
            raise BotError("hung")

        bots.advise = fails  # type: ignore[method-assign, assignment]
        assert await here.lessons.advise(view) == []

    run(tmp_path, work)


def test_what_is_told_as_a_match_begins_and_a_table_closes_stands_out() -> None:
    assert [one.weight for one in (BEGUN, GOES_ON, TABLE_LINES[Closed])] == [2, 2, 2]
    assert {TABLE_LINES[kind].weight for kind in (Paused, Resumed)} == {TABLE_LINES[Paused].weight}
    assert TABLE_LINES[Paused].weight < 2
    assert [line.weight for line in describe_event(Held(1), 0)[2]] == [0]


def test_a_card_in_a_place_is_changed_for_another_of_its_kind() -> None:
    cells = np.array([[3, 5, 3]], np.int8)
    places = SimpleNamespace(
        all=[SimpleNamespace(field=SimpleNamespace(cards=Cards("main")))], view_cells=lambda *_: cells
    )
    trail: Any = SimpleNamespace(places=places)
    record: Any = None
    assert exchange_card(trail, record, 0, 3, 7, 1)
    assert cells.tolist() == [[3, 5, 7]]
    assert not exchange_card(trail, record, 0, 3, 7, 1), "there is but one"
    assert exchange_card(trail, record, 0, 3, 9, 0)
    assert cells.tolist() == [[9, 5, 7]]
    cells[:] = 0b0110
    places.all[0].field.cards = Cards("main", bits=True, first=20)
    assert exchange_card(trail, record, 0, 21, 23, 0)
    assert cells.tolist() == [[0b1100, 6, 6]]
    assert not exchange_card(trail, record, 0, 20, 23, 0)
    places.all[0].field.cards = Cards("main", sets=lambda *_: ())
    assert not exchange_card(trail, record, 0, 22, 20, 0)
    assert cells.tolist() == [[0b1100, 6, 6]]


def test_a_rating_that_there_is_is_changed_and_no_others(tmp_path: Path) -> None:
    async def work(one: EventStore) -> None:
        ids = [(await accounts.Accounts(one).create_guest(name))[0].id for name in ("Ann", "Bob", "Cyd")]
        ann, bob, cyd = (Person(each, "") for each in ids)

        async def rated(game: str, *ranks: int) -> None:
            told = dict(zip(ids, ranks, strict=False))
            await one.write(lambda connection: ratings.store_ratings(game, told, 1.0, connection))

        ladders = ratings.Ladders(one)
        await rated("talon", 0, 1)
        first = await ladders.load_ratings(ann)
        await rated("tall-card", 1, 0)
        assert (await ladders.load_ratings(ann))["talon"] == first["talon"]
        await rated("talon", 0, 1, 2)
        found = [
            {game: rating.matches for game, rating in (await ladders.load_ratings(who)).items()}
            for who in (ann, bob, cyd)
        ]
        assert found == [{"talon": 2, "tall-card": 1}, {"talon": 2, "tall-card": 1}, {"talon": 1}]
        assert (await ladders.load_ratings(ann))["talon"].mu > first["talon"].mu
        assert [rung.person for rung in await ladders.load_ladder("talon")] == ids
        assert [rung.place for rung in await ladders.load_ladder("talon")] == [1, 2, 3]

    with_store(tmp_path, work)


@pytest.mark.parametrize(("rows", "lengths"), [(1, [1]), (PAGE, [PAGE]), (PAGE + 1, [PAGE, 1]), (2 * PAGE, [PAGE] * 2)])
def test_there_are_more_pages_while_there_are_more_matches(rows: int, lengths: list[int], tmp_path: Path) -> None:
    async def work(one: EventStore) -> None:
        ann, _ = await accounts.Accounts(one).create_guest("Ann")
        await one.store_table("oak", "tall-card", True, "me", 1.0)
        made = [booked(ann, match) for match in range(1, rows + 1)]
        await one.write(lambda connection: store_results(made, connection))
        books = PlayerResults(one, lambda: 0.0)
        found = [await books.load_page(ann, number) for number in range(len(lengths))]
        assert [len(told) for told, _ in found] == lengths
        assert [result.match for told, _ in found for result in told] == [*range(rows, 0, -1)]
        assert [more for _, more in found] == [True] * (len(lengths) - 1) + [False]
        assert await books.load_page(ann, len(lengths)) == ([], False)

    with_store(tmp_path, work)


def test_of_two_lessons_the_one_that_came_further_stays() -> None:
    stands = [(False, "", 1), (False, "", 9), (False, "a record", 3), (True, "", 2), (True, "a record", 1)]
    rows = [SimpleNamespace(done=done, second=second, moment=moment) for done, second, moment in stands]
    turned = rows[::-1]
    assert sorted(turned, key=account_merge._rank_progress) == rows
