"""Advice: what it recommends, how it says so, what it may know, and who may ask for it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shindig.bots import make
from shindig.bots.advice import UNREADY, Advice, Choice, advise
from shindig.bots.exchange_gains import compute_result
from shindig.bots.external_bot_json import asked_view, encode_question
from shindig.bots.world_sampling import sample_rollout_tables
from shindig.gamekit import game, games
from shindig.gamekit.table_scene import describe_action
from shindig.match import Match, View, fair
from shindig.server.bot_pool.bot_process import answer_advice as answered
from shindig.server.errors import BusyError, ForbiddenError, RefusedError
from shindig.server.game_server import GameServer
from shindig.server.schemas import Settings
from shindig.server.tables.decide.exchange_plan import plan_exchange
from shindig.web.html.page_diff import render_regions
from tests.kits.server.room_kit import QUICK, HandClock, InlineBots, guests, run, settle, two_at_table
from tests.server.tables.test_exchange_plans import at_the_talon

IDS = [one.id for one in games()]


def positions(name: str, count: int, seed: int = 1, players: int = 3) -> list[View]:
    """The first choices of a match of random bots."""
    match, found = Match(game(name), players, {}, fair(seed)), list[View]()
    bots = [make(name, "random", seat) for seat in range(players)]
    while len(found) < count and not match.over:
        view = match.view(match.to_act)
        if len(view.legal) > 1:
            found.append(view)
        match.play(bots[match.to_act].act(view))
    return found


@pytest.mark.parametrize("name", IDS)
def test_every_choice_has_a_name_without_codes(name: str) -> None:
    for view in positions(name, 40):
        codes = {code for deck in view.game.table.decks for code in deck.codes if not code.isdigit() and len(code) > 1}
        codes -= {other for deck in view.game.table.decks for other in deck.names}
        for action in list(view.legal.actions)[:60]:
            said = describe_action(view.scene, action)
            assert said, view.game.words.text(view.record, action)
            assert not codes & set(re.findall(r"\w+", str(said))), said


@pytest.mark.parametrize("name", IDS)
def test_facts_name_cards_and_no_codes(name: str) -> None:
    for view in positions(name, 12):
        dealt = view.game.deck(view.record).codes
        codes = {code for code in dealt if re.fullmatch(r"\w*\d\w*[a-zA-Z]", code)}
        assert not codes & set(re.findall(r"\w+", " ".join(map(str, view.hints)))), view.hints


@pytest.mark.parametrize("name", IDS)
def test_advice_is_made_of_view_and_history_alone(name: str) -> None:
    """The same from what goes over the wire, and from a world in which other cards lie hidden."""
    game(name).compile()
    game(name).compiled_policies.compile()
    told = 0
    for view in positions(name, 24)[::6]:
        first = advise(view, 32)
        assert advise(asked_view(json.loads(json.dumps(encode_question("", "", view)))), 32) == first
        other = elsewhere(view)
        if other is not None:
            told += 1
            assert advise(other, 32) == first
    assert told


def elsewhere(view: View) -> View | None:
    """The view of the same seat in another world that it cannot tell from this one."""
    mind, history = view.game.compiled_policies, view.history
    known, worlds = np.zeros(1, mind.known_type), view.game.rules.layout.empty(2 + mind.spec.depth)
    seen = history.views, history.actors, history.actions
    rng, ranges = np.random.default_rng(7), mind.scratch()[0]
    if not mind.update_beliefs(*seen, known) or mind.sample_world(known, *seen, worlds, 0, ranges, rng) <= 0:
        return None
    world = view.game.view(worlds[:1].copy(), view.seat)
    return View(view.game, world, lambda: history)


@pytest.mark.parametrize("name", IDS)
def test_what_is_advised_is_legal_and_comes_first(name: str) -> None:
    game(name).compile()
    game(name).compiled_policies.compile()
    for view in positions(name, 10, seed=3):
        found = advise(view, 48)
        assert view.legal.allows(found.action)
        assert [one.behind for one in found.choices] == sorted(one.behind for one in found.choices)
        assert str(found.lines[0]) == f"Best: {found.choices[0].name}."


def advice(*choices: tuple[str, float, float]) -> Advice:
    return Advice(tuple(Choice(n, *one) for n, one in enumerate(choices)), 300, 7, ("A fact.",))


def test_an_exchange_is_advised_whole_by_names_and_with_how_sure_it_is() -> None:
    """Each place after those before it: a plan that the rules take, and the same one whatever lies hidden."""
    match = at_the_talon()
    match.game.compiled_policies.compile()
    view = match.view(match.to_act)
    assert view.scene.prompt is not None
    assert view.scene.prompt.exchange is not None
    cards = [card.name for card in view.scene.prompt.exchange.places]
    found = advise(view, 32)
    plan = [found.action, *(choices[0].action for choices in found.then)]
    assert plan_exchange(match, view, plan) == tuple(plan)
    laid = {action for action in plan if action != view.scene.prompt.exchange.leave}
    assert not any(one.action in laid for choices in (found.choices, *found.then) for one in choices[1:])
    told = [line for line in map(str, found.lines) if line.startswith(("Best: ", "Then: "))]
    assert len(told) == len(cards)
    assert all(str(card) in line for card, line in zip(cards, told, strict=True)), told
    assert re.search(r"no swaps|These swaps", " ".join(map(str, found.lines)))
    assert advise(asked_view(json.loads(json.dumps(encode_question("", "", view)))), 32) == found
    other = elsewhere(view)
    assert other is not None
    assert advise(other, 32) == found


@pytest.mark.parametrize(
    ("gained", "said"),
    [
        ((0.0, 0.0), "So don’t swap."),
        ((1.0, 1.0), "Not swapping is about as good."),
        ((20.0, 5.0), "These swaps win you about 20 points. We’re 99% sure."),
        ((-20.0, 5.0), "These swaps cost you about 20 points. We’re 99% sure."),
    ],
)
def test_what_a_whole_exchange_brings_is_said(gained: tuple[float, float], said: str) -> None:
    then = (Choice(1, "Lay B down"),), (Choice(2, "Leave C"), Choice(3, "Lay D down", 1.0, 1.0))
    whole = advice(("Lay A down", 0, 0))._replace(then=then, gained=gained)
    told = [*map(str, whole.lines[2:5])]
    assert told == ["Then: Lay B down.", "Then: Leave C. About as good: Lay D down.", said]
    assert Advice.from_json(json.loads(json.dumps(whole.to_json()))) == whole


def test_of_two_choices_there_is_one_other() -> None:
    lead = advice(("Fold", 0, 0))._replace(compared=2).lines[1]
    assert str(lead) == "That’s clearly better than the other choice."


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ([("Fold", 0, 0)], "That’s clearly better than the 6 other choices."),
        ([("Fold", 0, 0), ("Call", 1.0, 1.0)], "About as good: Call."),
        ([("Fold", 0, 0), ("Call", 2.0, 0.9)], "Call: about 2 points less, and we’re 98% sure."),
        ([("A", 0, 0), *[(x, 1.0, 1.0) for x in "BCDEF"]], "About as good: B, C, D or 2 more."),
    ],
)
def test_how_sure_it_is_is_said(choices: list[tuple[str, float, float]], said: str) -> None:
    best, how_sure, tried, fact = map(str, advice(*choices).lines)
    assert best == f"Best: {choices[0][0]}."
    assert how_sure == said
    assert tried == "We played out 300 deals that fit what you’ve seen."
    assert fact == "A fact."


def test_a_process_of_the_pool_answers_with_it() -> None:
    view = positions("tall-card", 1)[0]
    told: Any = json.loads(json.dumps(answered({"task": "advise", **encode_question("", "", view)})))
    assert Advice.from_json(told["advice"]) == advise(view)


def test_who_plays_against_bots_is_advised_once_a_turn(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        bots = room.services.bots
        assert isinstance(bots, InlineBots)
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.play_now(ann, "tall-card", 2, {"first_dealer": 1})
        await settle(room, table)
        assert (await room.build_snapshot(table)).info.advised
        first = await room.advise(table, ann)
        assert first is not None
        assert await room.advise(table, ann) is first
        assert len(bots.advised) == 1
        with pytest.raises(ForbiddenError):
            await room.advise(table, bob)
        await room.move(table, ann, first.action, (await room.build_snapshot(table, ann)).info.token or "")
        await settle(room, table)
        await room.advise(table, ann)
        assert len(bots.advised) == 2
        assert bots.advised[1].tobytes() == (await room.build_snapshot(table, ann)).view.tobytes()  # type: ignore[union-attr]

    run(tmp_path, work)


def test_people_are_not_advised_against_each_other_unless_the_host_allows_it(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        assert not (await room.build_snapshot(table)).info.advised
        for person in (ann, bob):
            with pytest.raises(RefusedError, match="so there’s no advice"):
                await room.advise(table, person)
        page = render_regions(await room.build_snapshot(table, bob))
        assert "asked" in page["r-ask"]
        assert "data-advised" not in page["r-ask"], "what is refused is not offered"
        assert "with advice" not in page["r-head"]
        table, ann, bob = await two_at_table(room, settings=Settings(advice=True))
        assert (await room.build_snapshot(table)).info.advised
        page = render_regions(await room.build_snapshot(table, bob))
        assert "data-advised" in page["r-ask"]
        assert "with advice" in page["r-head"], "all are told"
        assert await room.advise(table, bob) is not None
        assert await room.advise(table, ann) is None, "it is not her turn"

    run(tmp_path, work)


def test_advice_that_failed_is_tried_again(tmp_path: Path) -> None:
    bots = InlineBots()

    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.play_now(ann, "tall-card", 2, {"first_dealer": 1})
        await settle(room, table)

        bots.failure = BusyError("the room has too much to think about")
        with pytest.raises(BusyError):
            await room.advise(table, ann)
        bots.failure = None
        assert await room.advise(table, ann) is not None

    run(tmp_path, work, QUICK, bots)


@pytest.mark.long
@pytest.mark.parametrize("name", IDS)
def test_following_advice_costs_little_where_it_is_not_the_experts_choice(name: str) -> None:
    """`scripts/advice.py` on 1,000 positions: never worse than the expert beyond the error of the comparison."""
    command = [sys.executable, "scripts/advice.py", name, "--positions", "1000"]
    told = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | {"PYTHONPATH": "src"})
    found = re.search(r"brings ([-+][\d.]+) ± ([\d.]+) a hand", told.stdout)
    assert found is not None, told.stdout
    more, interval = map(float, found.groups())
    assert more > -2 * interval, told.stdout


@pytest.mark.parametrize("name", ["tall-cards", "talon"])
def test_until_minds_are_ready_advice_is_what_the_usual_bot_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = game(name)
    monkeypatch.setattr(rules.compiled_policies, "ready", False)
    match = Match(rules, 3, {}, fair(1))
    told = advise(match.view(match.to_act))
    assert len(told.choices) == 1
    assert UNREADY in told.facts


def test_what_an_exchange_brings_in_a_deal_hangs_on_nothing_that_was_tried_there_before() -> None:
    match = at_the_talon()
    view = match.view(match.to_act)
    view.game.compiled_policies.compile()
    asked = view.scene.prompt.exchange if view.scene.prompt else None
    assert asked is not None
    none = [asked.leave] * len(asked.places)
    ((_, known, made),) = sample_rollout_tables(view, np.random.default_rng(1), 1)
    other = made.copy()
    other[1] = other[0]
    for leave in none:
        view.game.engine.apply(other, 1, leave)
    brings = view.game.compiled_policies.rollout(
        other, 1, view.seat, known, *view.game.compiled_policies.scratch(), np.random.default_rng(2)
    )
    laid = [next(action for action in view.legal.actions if action != asked.leave), *none[1:]]
    for tried in (none, laid, none):
        found = compute_result(view, known, made, tried, np.random.default_rng(2))
    assert found == brings != 0
    assert made[0] == other[0]


def test_what_was_compared_with_nothing_is_not_said_to_be_better() -> None:
    only = Advice((Choice(0, "Fold", 0, 0),), 300, 1, ())
    assert str(only.lines[0]) == "Best: Fold."
    assert "300 deals that fit" in str(only.lines[1])
