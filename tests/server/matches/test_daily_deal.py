"""The deal of the day: one deal for all, one try an account, nothing of it told before the day is over."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from sqlalchemy import insert, select

from shindig.bots.external_bot_json import BotError, encode_question
from shindig.core.layout_and_views import OVER
from shindig.gamekit import game
from shindig.match import Match, View
from shindig.observations import Budget
from shindig.record import Replay
from shindig.server.bot_pool.bot_process import answer_move as answer_of
from shindig.server.errors import BusyError, ForbiddenError, MissingError, RefusedError
from shindig.server.fairness import record_verification
from shindig.server.fairness.daily_secret import DailyCursor, SealedDeal, Terms
from shindig.server.fairness.fair_shuffle import FairnessError
from shindig.server.fairness.recorded_shuffle_check import check_deal
from shindig.server.game_server import GameServer
from shindig.server.matches import daily_deals as days_module
from shindig.server.matches.daily_attempts import DailyAttempts
from shindig.server.matches.daily_deals import DailyAttempt, DailyDeals, choose_terms
from shindig.server.matches.player_results import DAY
from shindig.server.person import Person
from shindig.server.schemas import RevealStatus, Settings
from shindig.server.storage.event_store import EventStore
from shindig.server.storage.schema import days, tries
from shindig.server.tables.match_results import TriedError, begin_attempt, finish_attempt
from shindig.web.http.request_guard import Limits
from tests.kits.server.room_kit import QUICK, HandClock, InlineBots, guests, seal_days, settle
from tests.kits.web.running_server import Caller, served

RULES = game("tall-card").rules.version


def terms_of(game_id: str = "tall-card", rules: int = RULES, seats: int = 3, hands: int = 2) -> Terms:
    return Terms(game_id, rules, seats, "steady", hands)


TERMS = terms_of()
DAILY = SealedDeal("2023-11-26", TERMS, bytes(range(64)))
TOLD = DAILY.as_json()["terms"]
PASSWORD = "a good password"
HASTY = replace(QUICK, absent=0.1)
"""Elsewhere a bot steps in within a minute for somebody who is not there."""


class RealBots(InlineBots):
    """The house's bots, asked as their processes are, in this one."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[bytes, int | None, int]] = []

    async def ask(self, bot: str, who: str, view: View) -> int:
        action = int(answer_of(encode_question(bot, who, view))["action"])
        self.asked.append((view.tobytes(), view.budget.seed, action))
        return action


def run(
    folder: Path,
    work: Callable[[GameServer, HandClock], Awaitable[None]],
    bots: InlineBots | None = None,
    sealed: int = 40,
) -> None:
    """A room whose deals of so many days are of Tall Card, two hands; later ones are what it chooses itself."""

    async def whole() -> None:
        clock = HandClock()
        room = await GameServer.start(f"sqlite:///{folder}/room.db", clock, HASTY, bots or RealBots(), random.Random(1))
        await seal_days(room.services.store, room.daily_deals.today, TERMS, sealed)
        try:
            await work(room, clock)
        finally:
            await room.close()

    asyncio.run(whole())


async def account(room: GameServer, login: str) -> Person:
    person, _ = await room.accounts.create_guest(login.title())
    return (await room.accounts.register(person, login, PASSWORD))[0]


async def play(room: GameServer, person: Person, choose: Callable[[View], int], most: int = 500) -> list[bytes]:
    """Play a try to its end: what was seen at each turn."""
    table, seen = await room.daily_attempts.open_today(person), list[bytes]()
    await settle(room, table)
    while (state := room.table_registry.tables[table].state).playing and len(seen) < most:
        if state.is_resting:
            await room.agree(table, person, "next")
        else:
            news = await room.build_snapshot(table, person)
            if news.view is not None and news.info.token:
                seen.append(news.view.tobytes())
                await room.move(table, person, choose(news.view), news.info.token)
        await settle(room, table)
    return seen


def first(view: View) -> int:
    return next(iter(view.legal.actions))


def last(view: View) -> int:
    return [*view.legal.actions][-1]


def test_equal_play_meets_equal_cards_and_answers(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        bots = room.services.bots
        assert isinstance(bots, RealBots)
        found = []
        for login in ("ann", "bob"):
            bots.asked.clear()
            person = await account(room, login)
            found.append((await play(room, person, first), [*bots.asked]))
            assert (await room.daily_deals.load_attempt(room.daily_deals.today, person)) is not None
        (ann_saw, ann_met), (bob_saw, bob_met) = found
        assert ann_saw == bob_saw
        assert ann_met == bob_met
        assert len({seed for _, seed, _ in ann_met}) == len(ann_met), "each decision has a chance of its own"
        standings, played = await room.daily_deals.load_standings(room.daily_deals.today, person)
        assert played == 2
        assert [one.place for one in standings] == [1, 1]

    run(tmp_path, work)


def test_other_play_meets_the_same_deals(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        orders = []
        for login, choose in (("ann", first), ("bob", last)):
            person = await account(room, login)
            await play(room, person, choose)
            table = (await room.daily_deals.load_attempt(room.daily_deals.today, person)).table  # type: ignore[union-attr]
            lines = await room.services.store.load_log(table)
            orders.append([line.split('"items":')[1].split("]")[0] for line in lines if '"k":"order"' in line])
        shorter = min(map(len, orders))
        assert shorter >= 2
        assert orders[0][:shorter] == orders[1][:shorter]

    run(tmp_path, work)


def test_one_try_which_waits_for_who_leaves(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        ann = await account(room, "ann")
        table = await room.daily_attempts.open_today(ann)
        await settle(room, table)
        for refused in (room.leave, room.close_table, room.pause):
            with pytest.raises(RefusedError):
                await refused(table, ann)
        with pytest.raises(RefusedError):
            await room.add_bot(table, ann)
        with pytest.raises(RefusedError):
            await room.advise(table, ann)
        before = (await room.build_snapshot(table, ann)).view
        clock.advance(3_000.0)
        await settle(room, table)
        assert (await room.build_snapshot(table, ann)).view.tobytes() == before.tobytes()  # type: ignore[union-attr]
        assert await room.daily_attempts.open_today(ann) == table
        await play(room, ann, first)
        assert await room.daily_attempts.open_today(ann) == table
        with pytest.raises(RefusedError):
            await room.agree(table, ann, "rematch")
        with pytest.raises(RefusedError):
            await room.agree(table, ann, "reveal")

    run(tmp_path, work)


def test_two_requests_at_once_make_one_try(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann = await account(room, "ann")
        tables = await asyncio.gather(*(room.daily_attempts.open_today(ann) for _ in range(4)))
        assert len({*tables}) == 1
        assert len(room.table_registry.tables) == 1

    run(tmp_path, work)


def test_a_guest_plays_and_is_never_ranked_whoever_they_become(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        day, days = room.daily_deals.today, room.daily_deals
        (stays, registers, merges, late) = await guests(room, "Stays", "Registers", "Merges", "Late")
        known, _ = await room.accounts.create_account("known", PASSWORD)
        for guest in (stays, registers, merges):
            await play(room, guest, first)
        registered, _ = await room.accounts.register(registers, "registered", PASSWORD)
        merged, _ = await room.accounts.login("known", PASSWORD, merges)
        table = await room.daily_attempts.open_today(late)
        became, _ = await room.accounts.create_account("late", PASSWORD)
        late_account, _ = await room.accounts.login("late", PASSWORD, late)
        assert await room.daily_attempts.open_today(late_account) == table, "it is the only try"
        await play(room, late_account, last)
        assert (merged.id, late_account.id) == (known.id, became.id)
        for person in (stays, registered, merged, late_account):
            attempt = await days.load_attempt(day, person)
            assert attempt is not None
            assert attempt.score is not None
            assert not attempt.ranked
            assert await days.load_standings(day, person) == ([], 0)
            again = await room.daily_attempts.open_today(person)
            assert again == attempt.table, "nobody tries again as somebody else"
        honest = await account(room, "honest")
        await play(room, honest, last)
        standings, count = await days.load_standings(day, stays)
        assert ([one.name for one in standings], count) == (["Honest"], 1)
        assert await days.count_place(day, -(10**6)) == 2
        clock.advance(DAY)
        assert [one.name for one in (await days.load_standings(day, None))[0]] == ["Honest"]
        await play(room, registered, first)
        assert (await days.load_attempt(days.today, registered)).ranked  # type: ignore[union-attr]

    run(tmp_path, work)


def test_a_guests_try_changes_nothing_of_the_accounts_own(tmp_path: Path) -> None:
    """Also where both run as the guest logs in."""

    async def work(room: GameServer, _: HandClock) -> None:
        day, days = room.daily_deals.today, room.daily_deals
        ann, (guest,) = await account(room, "ann"), await guests(room, "Somebody")
        own = await room.daily_attempts.open_today(ann)
        other = await room.daily_attempts.open_today(guest)
        ann = (await room.accounts.login("ann", PASSWORD, guest))[0]
        assert await room.daily_attempts.open_today(ann) == own
        await settle(room, other)
        while (state := room.table_registry.tables[other].state).playing:
            if state.is_resting:
                await room.agree(other, ann, "next")
            else:
                news = await room.build_snapshot(other, ann)
                assert news.view is not None
                await room.move(other, ann, first(news.view), news.info.token or "")
            await settle(room, other)
        assert await days.load_attempt(day, ann) == DailyAttempt(own, None)
        await play(room, ann, last)
        standings, count = await days.load_standings(day, ann)
        assert ([one.table for one in standings], count) == ([own], 1)
        export = json.loads(await room.personal_data.export(ann))
        assert sorted(one["ranked"] for one in export["tries"]) == [False, True]
        await room.personal_data.delete(ann, ann.name, PASSWORD)
        rows = await room.services.store.read(lambda found: found.execute(select(tries)).all())
        assert rows == []

    run(tmp_path, work)


def test_nobody_else_sees_a_try_before_the_day_is_over(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        ann, bob = await account(room, "ann"), await account(room, "bob")
        await play(room, ann, first)
        table = await room.daily_attempts.open_today(ann)
        looks: list[Callable[[Person | None], Awaitable[object]]] = [
            lambda person: room.build_snapshot(table, person),
            lambda person: room.build_bare_snapshot(table, person),
            lambda person: room.build_hand_views(table, person),
            lambda person: room.subscribe(table, person),
            lambda person: room.build_replay(table, person, 1),
            lambda person: room.build_record(table, person, 1),
            lambda person: room.build_proofs(table, person, 1),
            lambda person: room.build_reveal_status(table, person, 1),
        ]
        for look in looks:
            for person in (bob, None):
                with pytest.raises(ForbiddenError):
                    await look(person)
        with pytest.raises(ForbiddenError):
            await room.sit(table, bob)
        day = room.daily_deals.today
        assert await room.daily_deals.load_standings(day, bob) == ([], 1)
        assert (await room.daily_deals.load_info(day)).secret == ""  # type: ignore[union-attr]
        assert await room.build_replay(table, ann, 1)
        for told in (room.build_record, room.build_proofs, room.review_match):
            with pytest.raises((ForbiddenError, RefusedError)):
                await told(table, ann, 1)
        with pytest.raises(RefusedError, match="Others still play this deal"):
            await room.continued_matches.continue_match(table, ann, 1, 9)
        clock.advance(DAY)
        steps = await room.build_replay(table, bob, 1)
        assert {*steps[-1].views} == {-1, 0, 1, 2}
        assert [one.name for one in (await room.daily_deals.load_standings(day, None))[0]] == ["Ann"]
        assert await room.review_match(table, ann, 1) is not None

    run(tmp_path, work)


def test_a_try_that_was_not_finished_on_its_day_is_over_with_it(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        ann, day = await account(room, "ann"), room.daily_deals.today
        table = await room.daily_attempts.open_today(ann)
        await settle(room, table)
        news = await room.build_snapshot(table, ann)
        clock.advance(DAY)
        with pytest.raises(RefusedError):
            await room.move(table, ann, first(news.view), news.info.token or "")  # type: ignore[arg-type]
        other = await room.daily_attempts.open_today(ann)
        assert other != table
        assert (await room.build_snapshot(table, ann)).info.state == "closed"
        assert (await room.daily_deals.load_attempt(day, ann)).score is None  # type: ignore[union-attr]
        assert await room.daily_deals.load_standings(day, ann) == ([], 0)

    run(tmp_path, work)


def test_a_record_of_a_try_is_checked_by_the_days_secret(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        ann, day = await account(room, "ann"), room.daily_deals.today
        promised = (await room.daily_deals.load_info(day)).commitment  # type: ignore[union-attr]
        await play(room, ann, first)
        table = await room.daily_attempts.open_today(ann)
        clock.advance(DAY)
        text = await room.build_record(table, None, 1)
        replay = Replay(text.splitlines())
        assert [*replay]
        assert promised in " ".join(map(str, record_verification.verify_shuffles(replay, None).lines))
        secret = (await room.daily_deals.load_info(day)).secret  # type: ignore[union-attr]
        forged = Replay(text.replace(secret, "00" * 64).splitlines())
        assert [*forged]
        with pytest.raises(FairnessError):
            record_verification.verify_shuffles(forged, None)

    run(tmp_path, work)


def test_the_hash_of_tomorrow_is_that_of_tomorrow(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        ahead = await room.daily_deals.load_info(room.daily_deals.find_day_ahead(1))
        clock.advance(DAY)
        again = DailyDeals(room.services.store, clock.date)
        assert await again.load_info(again.today) == ahead
        assert await again.load_info(again.find_day_ahead(2)) is None
        rows = await room.services.store.read(lambda found: found.execute(select(days)).all())
        assert len(rows) == 1

    run(tmp_path, work, sealed=0)


def test_an_order_is_the_same_whatever_came_before() -> None:
    cards = [str(card) for card in range(30)]
    one, other = DailyCursor(DAILY), DailyCursor(DAILY)
    for _ in range(3):
        other.count_order("seats")
        other.count_action(1, lot=False)
    assert one.build_next_order("main", cards) == other.build_next_order("main", cards)
    one.count_order("main")
    assert one.build_next_order("main", cards).cards != other.build_next_order("main", cards).cards
    assert one.build_next_order("main", cards).salts != other.build_next_order("main", cards).salts, (
        "a proof in one tells nothing of another"
    )


def test_the_commitment_binds_day_terms_and_secret() -> None:
    others = (
        SealedDeal("2023-11-27", TERMS, DAILY.secret),
        SealedDeal(DAILY.day, terms_of(hands=3), DAILY.secret),
        SealedDeal(DAILY.day, TERMS, bytes(64)),
    )
    assert len({one.commitment for one in (DAILY, *others)}) == 4
    assert SealedDeal.from_json(DAILY.as_json()) == DAILY
    with pytest.raises(FairnessError):
        SealedDeal.from_json({**DAILY.as_json(), "more": 1})


@pytest.mark.parametrize(
    "told",
    [
        {"day": "\x1b]0;a title\x07"},
        {"day": "2023-11-26 makes, seen by all.\nAll is proven."},
        {"day": "\ud800"},
        {"day": "20231126"},
        {"terms": TOLD | {"bot": "\ud800"}},
        {"terms": TOLD | {"hands": 10**30}},
        {"terms": TOLD | {"hands": True}},
        {"terms": []},
    ],
)
def test_what_is_no_deal_of_a_day_is_refused_and_not_repeated(told: dict[str, object]) -> None:
    """Records come from anybody; what they say of a day stands in a sentence that a terminal shows."""
    with pytest.raises(FairnessError, match="expected the day, its terms and its secret"):
        SealedDeal.from_json({**DAILY.as_json(), **told})


@pytest.mark.parametrize(("second", "left"), [(0, 24), (1, 23), (DAY - 3600, 1), (DAY - 3599, 0)])
def test_the_hours_that_are_left_of_a_day_are_whole_ones(second: int, left: int) -> None:
    assert DailyDeals(cast(EventStore, None), lambda: 400 * DAY + second).count_hours_left() == left


def test_days_turn_through_all_games_with_bots() -> None:
    found = [choose_terms(date(2026, 11, 23) + timedelta(ahead)) for ahead in range(12)]
    names = [terms.game for terms in found if terms]
    assert names[:6] == names[6:]
    assert len({*names}) == 6
    assert {terms.bot for terms in found if terms} == {"steady"}


@pytest.mark.parametrize("game_id", ["leduc", "2026-02-30", "today"])
def test_there_is_no_such_day(game_id: str) -> None:
    with pytest.raises(MissingError):
        days_module.parse_day(game_id)


def test_equal_questions_get_equal_answers_from_any_process() -> None:
    """Of a view with a seed, whatever time there is."""
    match = Match(game("tall-cards"), 4)
    rng = random.Random(5)
    while match.to_act < 0 and match.to_act != OVER:
        match.order(rng.sample([*match.wanted()], len(match.wanted())))
    answers = set()
    for seconds in (0.0, 10.0):
        view = match.view(match.to_act)
        view.budget = Budget(seconds, 64, seed=99)
        answers.add(answer_of(encode_question("steady", "who", view))["action"])
    assert len(answers) == 1


class FailingBots(RealBots):
    """Every second question fails."""

    failed = 0

    async def ask(self, bot: str, who: str, view: View) -> int:
        self.failed += 1
        if self.failed % 2:
            raise BotError("failed")
        return await super().ask(bot, who, view)


def test_who_owes_an_answer_is_asked_again(tmp_path: Path) -> None:
    bots = FailingBots()

    async def work(room: GameServer, _: HandClock) -> None:
        ann = await account(room, "ann")
        await play(room, ann, first)
        table = await room.daily_attempts.open_today(ann)
        acts = [
            line for line in await room.services.store.load_log(table) if '"k":"act"' in line and '"by":"bot"' in line
        ]
        assert len(acts) == bots.failed // 2

    run(tmp_path, work, bots)


def test_the_protocol_tells_of_days_and_finds_ones_try(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        ann = Caller(address, "Ann")
        guest = Caller(address, "Guest")
        tried = guest.post("tries").json()
        assert not tried["ranked"]
        assert guest.post("tries").json() == tried
        today = ann.get("days/today").json()
        assert today["secret"] == ""
        assert today["results"] == []
        assert ann.get(f"days/{today['day']}").json() == today
        assert [ann.get(f"days/{day}").status_code for day in ("2000-01-01", "3000-01-01", "soon")] == [404] * 3
        made = ann.http.post(
            f"{address}/me/register", data={"login": "ann", "password": PASSWORD}, headers={"origin": address}
        )
        ann.take_token(made.cookies["shindig"])
        tried = ann.post("tries").json()
        assert tried["ranked"]
        assert ann.post("tries").json() == tried
        table = tried["table"]
        assert Caller(address, "Bob").get(f"tables/{table}").status_code == 403


def test_the_page_of_the_day_says_what_a_guests_try_is(tmp_path: Path) -> None:
    with served(tmp_path) as address, httpx.Client(base_url=address, follow_redirects=True, timeout=60) as http:
        http.headers.update({"origin": address, "accept": "text/html"})
        assert "Log in before you play. We can’t list guests." in http.get("/day").text
        table = http.post("/day").url.path
        assert table.startswith("/t/")
        page = http.get("/day").text
        assert "You started as a guest, so this one doesn’t go on the list. Create an account, and" in page
        http.post("/me/register", data={"login": "ann", "password": PASSWORD})
        page = http.get("/day").text
        assert "You started as a guest, so this one doesn’t go on the list. From tomorrow, you’re on the list." in page
        assert http.post("/day").url.path == table


@pytest.mark.attack
def test_one_address_opens_few_tries_as_ever_new_guests(tmp_path: Path) -> None:
    few = replace(Limits(), table_burst=3, table_rate=1e-6)
    with served(tmp_path, few) as address:
        headers = {"origin": address, "accept": "text/html"}
        found = [httpx.post(f"{address}/day", headers=headers, timeout=60).status_code for _ in range(5)]
        assert found == [303] * 3 + [429] * 2


def test_the_tables_of_a_day_are_closed_with_it_and_looked_for_no_more(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        for login in ("ann", "bob"):
            await room.daily_attempts.open_today(await account(room, login))
        assert await room.daily_deals.load_open_tables() == []
        clock.advance(DAY)
        assert len(await room.daily_deals.load_open_tables()) == 2
        await room.daily_attempts.close_past_attempts()
        assert await room.daily_deals.load_open_tables() == []

    run(tmp_path, work)


# What is no deal of a day, and whose place is which.


def a_match() -> tuple[Match, list[tuple[str, list[str], list[str]]], DailyCursor]:
    """A match of the usual options whose first orders a daily deal made: the match, its orders, what was drawn."""
    match, drawing, orders = Match(game("tall-card"), 3), DailyCursor(DAILY), []
    while match.needs:
        codes = match.game.item_codes(match.record, int(match.record.asks))
        cards = [codes[item] for item in match.wanted()]
        made = drawing.build_next_order(match.needs, cards)
        orders.append((match.needs, cards, [*made.cards]))
        drawing.count_order(match.needs)
        match.order([*made.cards])
    return match, orders, drawing


def lots(*counts: int) -> list[tuple[int, list[int]]]:
    """What each next lot of so many actions is."""
    return [(10 * DAILY.draw_lot(nth, count), [10 * one for one in range(count)]) for nth, count in enumerate(counts)]


def test_orders_and_lots_that_the_days_secret_makes_are_all_right() -> None:
    match, orders, _ = a_match()
    assert orders
    check_deal(match, orders, lots(6, 2, 9, 4), DAILY)
    of, cards, _ = orders[0]
    second = DAILY.build_order(of, 1, cards)
    assert second.cards != DAILY.build_order(of, 0, cards).cards
    check_deal(match, [orders[0], (of, cards, [*second.cards])], [], DAILY)
    with pytest.raises(FairnessError, match=f"^an order of {of} is not the one that the day’s secret makes$"):
        check_deal(match, [orders[0], orders[0]], [], DAILY)


def test_lots_are_counted_one_by_one() -> None:
    match, orders, _ = a_match()
    told = lots(60, 60, 60, 60)
    assert len({action for action, _ in told}) > 1
    check_deal(match, orders, told, DAILY)
    for place in range(4):
        wrong = [*told]
        wrong[place] = (wrong[place][0] + 10) % 600, wrong[place][1]
        with pytest.raises(FairnessError, match=r"^a lot is not the one that the day’s secret makes$"):
            check_deal(match, orders, wrong, DAILY)


OTHER = "the deal of the day was of another game, or for another number of players"


@pytest.mark.parametrize(
    "terms",
    [terms_of("talon"), terms_of(rules=RULES + 1), terms_of(seats=4)],
    ids=["game", "rules", "seats"],
)
def test_a_deal_of_a_day_is_of_one_game_its_rules_and_its_seats(terms: Terms) -> None:
    match, orders, _ = a_match()
    with pytest.raises(FairnessError, match=f"^{OTHER}$"):
        check_deal(match, orders, [], SealedDeal(DAILY.day, terms, DAILY.secret))


def test_a_deal_of_a_day_is_played_by_the_usual_options() -> None:
    with pytest.raises(FairnessError, match=r"^the deal of the day is played by the usual options$"):
        check_deal(Match(game("tall-card"), 3, {"deals_each": 1}), [], [], DAILY)


@pytest.mark.parametrize(
    "told",
    [
        {"secret": "00" * 63},
        {"secret": "00" * 65},
        {"secret": "xy"},
        {"secret": 7},
        {"day": "2023-2-6"},
        {"terms": {}},
        {"terms": TOLD | {"seats": "3"}},
        {"terms": TOLD | {"rules": 1.0}},
        {"more": 1},
    ],
)
def test_a_deal_of_a_day_is_told_whole_and_as_it_is(told: dict[str, object]) -> None:
    assert SealedDeal.from_json(DAILY.as_json()) == DAILY
    with pytest.raises(FairnessError, match=r"^expected the day, its terms and its secret, and nothing else$"):
        SealedDeal.from_json({**DAILY.as_json(), **told})
    for name in DAILY.as_json():
        with pytest.raises(FairnessError):
            SealedDeal.from_json({one: value for one, value in DAILY.as_json().items() if one != name})


def test_each_seats_decisions_and_the_lots_of_all_are_counted() -> None:
    drawing = DailyCursor(DAILY)
    drawing.count_action(1, lot=True)
    drawing.count_action(1, lot=False)
    drawing.count_action(2, lot=True)
    assert (dict(drawing.decisions), drawing.lots) == ({1: 2, 2: 1}, 2)
    assert drawing.draw_next_lot([4, 5, 6, 7]) == 4 + DAILY.draw_lot(2, 4)
    assert drawing.derive_next_seed(1, 3) == DAILY.derive_seed(1, 2, 3)
    assert len({DAILY.derive_seed(*one) for one in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))}) == 4
    assert DAILY.derive_seed(0, 0, 0) < 1 << 64
    assert {DAILY.draw_lot(nth, 3) for nth in range(50)} == {0, 1, 2}


async def try_of(room: GameServer, day: str, name: str, score: int | None) -> Person:
    """Somebody's try at the deal of a day, with its score."""
    (person,) = await guests(room, name)
    await room.services.store.store_table(f"t{name}", "tall-card", False, "me", 1.0)
    row = {"day": day, "person": person.id, "table_id": f"t{name}", "began": 1.0}
    await room.services.store.write(lambda connection: connection.execute(insert(tries).values(row)))
    if score is not None:
        over = {"day": day, "table_id": f"t{name}", "gained": score, "ended": 2.0}
        await room.services.store.write(lambda connection: finish_attempt(over, connection))
        again = {**over, "gained": 99}
        await room.services.store.write(lambda connection: finish_attempt(again, connection))
    return person


def test_a_place_is_one_more_than_there_are_better_scores(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        day = room.daily_deals.today
        assert await room.daily_deals.get_deal(day)
        assert await room.daily_deals.count_place(day, 3) == 1, "nobody has played"
        ann, bob, cyd = [
            await try_of(room, day, name, score) for name, score in (("Ann", 5), ("Bob", 3), ("Cyd", None))
        ]
        found = [await room.daily_deals.count_place(day, score) for score in (6, 5, 4, 3, 2)]
        assert found == [1, 1, 2, 2, 3]
        assert await room.daily_deals.count_place("2000-01-01", 0) == 1
        assert [(await room.daily_deals.load_attempt(day, one)).score for one in (ann, bob, cyd)] == [5, 3, None]  # type: ignore
        assert [len((await room.daily_deals.load_standings(day, one))[0]) for one in (ann, bob, cyd, None)] == [
            2,
            2,
            0,
            0,
        ]
        assert (await room.daily_deals.load_standings(day, None))[1] == 2
        for number in range(days_module.SHOWN):
            await try_of(room, day, f"Dan{number}", 4)
        clock.advance(DAY)
        shown = [one.name for one in (await room.daily_deals.load_standings(day, cyd))[0]]
        assert (shown[0], len(shown), "Bob" in shown) == ("Ann", days_module.SHOWN, False)

    run(tmp_path, work)


def test_a_deal_is_made_for_today_and_tomorrow_and_for_no_other_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        there = {
            ahead: await room.daily_deals.get_deal(room.daily_deals.find_day_ahead(ahead)) is not None
            for ahead in (-1, 0, 1, 2)
        }
        assert there == {-1: False, 0: True, 1: True, 2: False}
        day = room.daily_deals.today
        assert [
            room.daily_deals.is_over(one)
            for one in (room.daily_deals.find_day_ahead(-1), day, room.daily_deals.find_day_ahead(1))
        ] == [True, False, False]
        first = await room.daily_deals.get_deal(day)
        for _ in range(12):
            clock.advance(DAY)
            assert await room.daily_deals.get_deal(room.daily_deals.today)
        assert await room.daily_deals.get_deal(day) == first
        assert (await room.daily_deals.load_info(day)) == (day, first.terms, first.commitment.hex(), first.secret.hex())  # type: ignore
        monkeypatch.setattr(days_module, "choose_terms", lambda _: None)
        clock.advance(9 * DAY)
        assert await room.daily_deals.get_deal(room.daily_deals.today) is None
        assert await room.daily_deals.load_info(room.daily_deals.today) is None
        with pytest.raises(MissingError, match=r"^There’s no deal today: no game here has bots\.$"):
            await room.daily_attempts.open_today(await account(room, "ann"))

    run(tmp_path, work, sealed=0)


@pytest.mark.parametrize(
    ("bots", "expected"),
    [
        (["expert", "steady", "gentle"], "steady"),
        (["expert", "gentle", "quick"], "gentle"),
        (["expert"], "random"),
        ([], "random"),
    ],
)
def test_the_bot_of_a_day_never_searches(bots: list[str], expected: str) -> None:
    assert days_module.choose_bot(bots) == expected


def test_a_day_is_written_in_one_way() -> None:
    assert days_module.parse_day("2026-11-23") == "2026-11-23"
    for text in ("20261123", "2026-11-23" + " " * 20, "2026-W48-1", ""):
        with pytest.raises(MissingError, match=r"^There was no deal on that day\.$"):
            days_module.parse_day(text)


def test_who_asks_twice_at_once_on_two_servers_comes_to_the_table_that_there_is() -> None:
    ann, found = Person("a", "Ann", "ann"), [None, DailyAttempt("oak", None)]

    async def mine(day: str, person: Person) -> DailyAttempt | None:
        assert (day, person) == (DAILY.day, ann)
        return found.pop(0)

    async def deal(_: str) -> SealedDeal:
        return DAILY

    async def none() -> list[str]:
        return []

    async def finds(_: str) -> Any:
        return SimpleNamespace(state=SimpleNamespace(state="playing"))

    async def opens(*given: object) -> str:
        assert given == (ann, DAILY, Settings("Deal of the day: Tall Card", False, False, **SETTLED), "")
        raise BusyError("you have tried this deal already")

    async def work() -> None:
        deals: Any = SimpleNamespace(
            load_attempt=mine,
            today=DAILY.day,
            find_day_ahead=lambda _: "2000-01-02",
            get_deal=deal,
            load_open_tables=none,
        )
        trying = DailyAttempts(deals, opens, finds)
        assert await trying.open_today(ann) == "oak"
        found.extend([None, None])
        with pytest.raises(BusyError, match=r"^you have tried this deal already$"):
            await trying.open_today(ann)
        found.append(DailyAttempt("elm", 3))
        assert await trying.open_today(ann) == "elm"

    asyncio.run(work())


SETTLED: dict[str, Any] = {"reveal": "never", "chat": "phrases", "bot": "steady"}


def test_somebody_tries_a_deal_once(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        day = room.daily_deals.today
        await room.daily_deals.get_deal(day)
        ann = await try_of(room, day, "Ann", None)
        row = {"day": day, "person": ann.id, "table_id": "tAnn", "began": 1.0}
        with pytest.raises(TriedError, match=r"^you have tried this deal already$"):
            await room.services.store.write(lambda connection: begin_attempt(row, connection))

    run(tmp_path, work)


def test_a_try_is_opened_by_its_day_and_by_nobody(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        ann = await account(room, "ann")
        await play(room, ann, first)
        table = await room.daily_attempts.open_today(ann)
        assert await room.build_reveal_status(table, ann, 1) == RevealStatus(1, False, ())
        for match in (0, 2):
            with pytest.raises(MissingError, match=rf"^Match {match} wasn’t finished at this table\.$"):
                await room.build_reveal_status(table, ann, match)
        clock.advance(DAY)
        assert await room.build_reveal_status(table, None, 1) == RevealStatus(1, True, ())

    run(tmp_path, work)
