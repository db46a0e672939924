"""How somebody played: each choice weighed by what the seat knew, after the match, last in the bots' queue."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shindig.bots import choice_review as reviewing
from shindig.bots import random_policy
from shindig.bots.choice_review import ReviewedChoice, review_choice
from shindig.bots.external_bot_json import BotError, encode_question
from shindig.gamekit import game
from shindig.gamekit.policies.compiled_policy import CompiledPolicy
from shindig.gamekit.policies.world_search import Search
from shindig.match import Match, View, fair
from shindig.messages import say
from shindig.observations import Observations
from shindig.server.bot_pool.bot_process import answer_review as answered
from shindig.server.errors import BusyError, ForbiddenError, MissingError
from shindig.server.fair_queue import Bounds
from shindig.server.game_server import GameServer
from shindig.server.matches import reviews
from shindig.server.matches.reviews import Review, Reviews
from shindig.server.schemas import Settings
from tests.kits.games.talon_table import begun
from tests.kits.server.room_kit import HandClock, InlineBots, asked, finish_tasks, guests, play_out, run, settle
from tests.kits.web.in_process_app import application, client

SHORT = {"deals_each": 1}


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    game("tall-card").compiled_policies.compile()


async def reviewed(room: GameServer, *where: Any) -> Review:
    """The review, when nothing more is to come."""
    review = await room.review_match(*where)
    assert review is not None
    await finish_tasks("review")
    return review


def test_every_choice_of_a_person_is_weighed_by_what_the_seat_saw(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        bots = room.services.bots
        assert isinstance(bots, InlineBots)
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, "tall-card", 3, SHORT, Settings(reveal="always"))
        await room.sit(table, bob)
        await room.start_match(table, ann)
        await play_out(room, table, [ann, bob])
        review = await reviewed(room, table, ann, 1)
        assert review.done
        assert review.decisions == len(review.found) == len(bots.reviewed) > 2
        steps = {step.number: step for step in await room.build_replay(table, ann, 1)}
        for one, (view, action) in zip(review.found, bots.reviewed, strict=True):
            assert view.seat == 0, "hers alone, though all hands are open"
            assert steps[one.step].seat == 0
            assert steps[one.step].do == view.game.words.text(view.record, action)
            assert view.tobytes() == steps[one.step - 1].views[0].tobytes()
            assert len(view.history) > 0
        played = (await room.load_match(table, ann, 1))[0]
        assert played.match.result is not None
        told = review.score, (await reviewed(room, table, bob, 1)).score
        assert told == played.match.result.scores[:2], "each their own"
        assert any(told)
        assert review.lost == pytest.approx(sum(one.weighed.lost for one in review.costly))
        asked = len(bots.reviewed)
        assert await room.review_match(table, ann, 1) is review
        assert len(bots.reviewed) == asked, "weighed once, however often somebody looks"

    run(tmp_path, work)


class Passers(InlineBots):
    """Bots that do not bid."""

    async def ask(self, bot: str, who: str, view: View) -> int:
        return view.game.words.parse(view.plain, "pass") if "pass" in view.legal else await super().ask(bot, who, view)


def test_each_card_of_an_exchange_is_a_choice(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.play_now(ann, "talon", 3, {"hands": 1})
        rng, swapped = np.random.default_rng(0), 0
        await settle(room, table)
        while room.table_registry.tables[table].state.playing:
            news = (await asked(room, table, [ann]))[1]
            assert news.view is not None
            prompt = news.view.own.prompt
            exchange = prompt.exchange if prompt else None
            choice: tuple[int, ...] | int | str = random_policy(news.view, rng)
            choice = "guard" if "guard" in news.view.legal else choice
            choice = (exchange.leave,) * len(exchange.places) if exchange else choice
            swapped += len(exchange.places) if exchange else 0
            await room.move(table, ann, choice, news.info.token or "", key=news.info.token or "")
            await settle(room, table)
        made = reviews.find_decisions(*(await room.load_match(table, ann, 1))[:2])
        steps = [one.step for one in made if one.view.own.prompt and one.view.own.prompt.exchange]
        assert len(steps) == swapped > 1

    run(tmp_path, work, bots=Passers())


def test_only_who_played_is_told_and_only_of_what_is_over(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.play_now(ann, "tall-card", 2, SHORT)
        await settle(room, table)
        with pytest.raises(MissingError):
            await room.review_match(table, ann, 1)
        await play_out(room, table, [ann])
        with pytest.raises(ForbiddenError):
            await room.review_match(table, bob, 1)
        assert isinstance(room.services.bots, InlineBots)
        room.services.bots.preparing.add("tall-card")
        assert await room.review_match(table, ann, 1) is None, "until the expert is ready"

    run(tmp_path, work)


def test_what_failed_says_so_and_is_tried_again(tmp_path: Path) -> None:
    bots = InlineBots()

    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.play_now(ann, "tall-card", 2, SHORT)
        await play_out(room, table, [ann])

        bots.failure = BotError("gave no answer")
        assert (await reviewed(room, table, ann, 1)).failed == say("busy-review")
        bots.failure = None
        again = await reviewed(room, table, ann, 1)
        assert not again.failed
        assert len(again.found) == again.decisions

    run(tmp_path, work, bots=bots)


def test_the_page_tells_what_cost_most(tmp_path: Path) -> None:
    async def work() -> None:
        async with application(tmp_path) as (app, room):
            ann, token = await room.accounts.create_guest("Ann")
            table = await room.play_now(ann, "tall-card", 2, SHORT)
            await play_out(room, table, [ann])
            async with client(app, token) as http:
                address = f"/t/{table}/review?match=1"
                assert 'http-equiv="refresh"' in (await http.get(address)).text
                review = await reviewed(room, table, ann, 1)
                page = (await http.get(address)).text
                assert 'http-equiv="refresh"' not in page
                for one in review.costly:
                    assert f"step={max(0, one.step - 1)}" in page
                    assert str(one.weighed.sentence) in page

    asyncio.run(work())


def first_choice(seed: int = 2) -> View:
    match = Match(game("tall-card"), 2, {"first_dealer": 0}, fair(seed))
    return match.view(match.to_act)


def test_equal_views_and_histories_are_weighed_alike() -> None:
    view = first_choice()
    for action in view.legal.actions:
        told = json.loads(json.dumps(answered({"task": "review", "action": action, **encode_question("", "", view)})))
        assert ReviewedChoice.from_json(told["weighed"]) == review_choice(view, action)


@pytest.mark.parametrize(
    ("weighed", "grade"),
    [
        (ReviewedChoice("A", "A"), "best"),
        (ReviewedChoice("B", "A", 0.0, 1.0, 10.0, 500), "good"),
        (ReviewedChoice("B", "", 0.0, 1.0, 10.0, 500), "unsure"),
        (ReviewedChoice("B", "A", 0.5, 0.1, 10.0, 500), "inaccuracy"),
        (ReviewedChoice("B", "A", 1.5, 0.1, 10.0, 500), "mistake"),
        (ReviewedChoice("B", "A", 3.5, 0.1, 10.0, 500), "blunder"),
    ],
)
def test_a_loss_is_graded_by_what_the_hand_may_bring(weighed: ReviewedChoice, grade: str) -> None:
    assert weighed.grade == grade
    assert bool(weighed.sentence) == (weighed.lost > 0)


def test_a_mistake_is_found_by_its_cost() -> None:
    """Of the two answers to the offer of the Tall Card at most one loses anything."""
    for seed in range(6):
        view = first_choice(seed)
        found = [review_choice(view, action) for action in view.legal.actions]
        assert sum(one.lost > 0 for one in found) <= 1
        assert len({one.best for one in found}) == 1


def test_no_more_matches_are_reviewed_at_once_than_the_bots_can_do(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.play_now(ann, "tall-card", 2, SHORT)
        await settle(room, table)
        await play_out(room, table, [ann])
        for bounds, told in ((Bounds(0, 8, 2), "Try again later"), (Bounds(1, 8, 0), "of your matches")):
            room.reviews = Reviews(room.services.bots, room.exercises, room.results, bounds)
            with pytest.raises(BusyError, match=told):
                await room.review_match(table, ann, 1)
        room.reviews = Reviews(room.services.bots, room.exercises, room.results, Bounds(1, 8, 1))
        assert (await reviewed(room, table, ann, 1)).done

    run(tmp_path, work)


def test_what_the_hand_may_bring_is_counted_from_the_first_choice_of_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the other seat claims first, and the seat bets twice."""
    match = Match(game("tall-card"), 2, {"first_dealer": 0}, fair(2))
    for action in ("claim", "bet 10", "call"):
        match.play(action)
    view = match.view(match.to_act)
    own = int(np.flatnonzero(view.history.actors == view.seat)[0])
    asked = list[tuple[int, int]]()

    class Noted(Search):
        def __init__(self, mind: CompiledPolicy, history: Observations, *given: Any) -> None:
            asked.append((len(history), int(history.views[-1]["actor"])))
            super().__init__(mind, history, *given)

    monkeypatch.setattr(reviewing, "Search", Noted)
    reviewing.estimate_stakes(view, np.random.default_rng(1))
    assert asked == [(own, view.seat)]


def test_a_mistake_shows_what_the_seat_knew() -> None:
    """Its hand, the pot, and the game's own reason for the best choice, if its advice says the same."""
    match = Match(game("tall-card"), 2, chance=fair(3))
    view = match.view(match.to_act)
    first, second = view.legal.actions
    told = [reviews.gather_evidence(view, made, best) for made, best in ((first, second), (second, first))]
    assert sorted(len(known.reasons) for known in told) == [0, 2]
    known = max(told, key=lambda one: len(one.reasons))
    assert [card.code for card in known.cards] == [card.code for card in view.own.piles[0].cards]
    assert len(known.cards) == 5
    assert [amount for _, amount in known.pots] == [10]
    assert [*known.reasons] == view.hints[:2] != []
    assert known.title == view.scene.title
    assert len(known.middle) == 1


def test_a_mistake_in_a_trick_marks_both_cards_beside_the_trick() -> None:
    """The trick so far lies on the table; the one just won does not count any more."""
    match = begun(4, {}, taker=0)
    while match.record.trick < 2:
        view = match.view(match.to_act)
        made, *others = view.legal.actions
        if others:
            known = reviews.gather_evidence(view, made, others[0])
            assert sorted(card.marks for card in known.cards if card.marks) == [("better",), ("worse",)]
            assert [pile.name for pile in known.middle] == ["trick"] * int(match.record.played)
        match.play(made)
