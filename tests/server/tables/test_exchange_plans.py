"""An exchange handed in at once: every step by the rules, in an order that they allow, or nothing at all."""

from __future__ import annotations

import numpy as np
import pytest

from shindig.gamekit import game
from shindig.gamekit.table_scene import describe_action
from shindig.games.talon.rules.state import LAY, LAYS, LEAVE
from shindig.match import Match, fair
from shindig.server.errors import RefusedError, RoomError
from shindig.server.tables.controls_to_actions import PickError, plan_of
from shindig.server.tables.decide.exchange_plan import plan_exchange

TALON = game("talon")
MILD = ("take", "pass", "no dry", "no misery", "no handful", "no slam", "tap")


def at_the_talon(seed: int = 1, **options: object) -> Match:
    """A match whose taker looks at the talon."""
    match, rng = Match(TALON, 4, options, fair(seed)), np.random.default_rng(seed)
    while int(match.record.phase) != LAY:
        wished = [text for text in MILD if text in match.legal]
        match.play(wished[0] if wished else int(rng.choice([*match.legal.actions])))
    return match


def layable(match: Match) -> list[int]:
    """Actions that lay a card down in the first place."""
    return [action for action in match.legal.actions if action != LEAVE]


def test_all_may_be_left() -> None:
    match = at_the_talon()
    plan = (LEAVE,) * 6
    assert plan_exchange(match, match.view(match.to_act), plan) == plan


def test_cards_are_laid_where_they_were_meant_to_be() -> None:
    match = at_the_talon()
    one, two = layable(match)[:2]
    plan = (LEAVE, one, LEAVE, LEAVE, two, LEAVE)
    seat = match.to_act
    seen = match.view(seat).plain.seen[seat]
    found = plan_exchange(match, match.view(seat), plan)
    assert found == plan
    for action in found:
        match.play(action, seat)
    assert int(match.record.phase) != LAY
    there = [int(card) for card in match.record.seen[seat]]
    assert [there[place] for place in (1, 4)] == [one - LAYS, two - LAYS]
    assert [there[place] for place in (0, 2, 3, 5)] == [seen[place] for place in (0, 2, 3, 5)]


def test_nothing_is_changed_by_asking() -> None:
    match = at_the_talon()
    before = match.array.tobytes()
    plan_exchange(match, match.view(match.to_act), (layable(match)[0], *(LEAVE,) * 5))
    assert match.array.tobytes() == before


def test_what_no_order_allows_is_refused_with_its_clause() -> None:
    """No card is laid twice, and none that is not in the hand."""
    match = at_the_talon()
    one = layable(match)[0]
    missing = next(a for a in range(LAYS, LAYS + 56) if a not in layable(match))
    for plan in ((one, one, *(LEAVE,) * 4), (LEAVE, missing, *(LEAVE,) * 4)):
        with pytest.raises(RefusedError) as refused:
            plan_exchange(match, match.view(match.to_act), plan)
        assert refused.value.clause in ("TN-50", "TN-60")


@pytest.mark.parametrize("plan", [(LEAVE,), (LEAVE,) * 7, ()])
def test_each_place_has_its_action(plan: tuple[int, ...]) -> None:
    match = at_the_talon()
    with pytest.raises(RoomError, match="each of the 6 places"):
        plan_exchange(match, match.view(match.to_act), plan)


def test_only_an_exchange_is_handed_in_at_once() -> None:
    match = Match(TALON, 4, {}, fair(1))
    with pytest.raises(RoomError, match="one action"):
        plan_exchange(match, match.view(match.to_act), (0,))


def test_every_way_to_lay_trumps_is_found_that_there_is() -> None:
    """Under the strict rule whether a trump may be laid hangs on the place: some order of the same cards will do."""
    tried = 0
    for seed in range(60):
        match = at_the_talon(seed, lay_away="french")
        seat, rng = match.to_act, np.random.default_rng(seed)
        again, done = match.copy(), list[int]()
        while int(again.record.phase) == LAY:
            done.append(int(rng.choice([*again.legal.actions])))
            again.play(done[-1])
        lays = [action for action in done if action != LEAVE]
        turned = iter(lays[::-1])
        plan = tuple(LEAVE if action == LEAVE else next(turned) for action in done)
        found = plan_exchange(match, match.view(seat), plan)
        assert sorted(found) == sorted(plan)
        assert [action == LEAVE for action in found] == [action == LEAVE for action in plan]
        tried += len(lays) > 1
    assert tried > 10


def test_a_form_says_which_actions() -> None:
    assert plan_of({"done": ["1"], "plan": ["3", "14"]}) == (3, 14)
    assert plan_of({"press": ["3"], "plan": ["3", "14"]}) is None
    with pytest.raises(PickError):
        plan_of({"done": ["1"], "plan": ["x"]})


def test_a_card_that_can_never_be_laid_is_not_offered() -> None:
    match = at_the_talon()
    prompt = match.view(match.to_act).scene.prompt
    assert prompt is not None
    assert prompt.exchange is not None
    assert len(prompt.exchange.places) == 6
    offered = {action for action in prompt.exchange.lay if action >= 0}
    assert set(layable(match)) <= offered
    assert len(prompt.exchange.lay) == len(match.view(match.to_act).scene.seats[match.to_act].piles[0].cards)


def test_a_choice_says_for_which_card_of_the_talon_it_is() -> None:
    match = at_the_talon()
    for _ in range(2):
        scene = match.view(match.to_act).scene
        assert scene.prompt is not None
        assert scene.prompt.exchange is not None
        lies = scene.prompt.exchange.places[0].name
        lay = layable(match)[0]
        assert str(describe_action(scene, lay)).startswith("Swap ")
        assert str(describe_action(scene, lay)).endswith(f" for {lies}")
        assert str(describe_action(scene, LEAVE)) == f"Leave {lies}"
        match.play(lay)


@pytest.mark.parametrize("action", [-1, TALON.rules.num_actions])
def test_what_is_no_action_is_refused_without_a_clause(action: int) -> None:
    match = at_the_talon()
    with pytest.raises(RefusedError, match=r"^You can’t lay these cards down together.$") as refused:
        plan_exchange(match, match.view(match.to_act), (*(LEAVE,) * 5, action))
    assert refused.value.clause is None
