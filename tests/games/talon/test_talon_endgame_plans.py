"""Talon's plans for the last tricks: one for all worlds, as good as any that chooses by what the seat has seen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import pytest

import shindig
from shindig.bots import make
from shindig.core.layout_and_views import Records
from shindig.gamekit import game
from shindig.gamekit.policies.policy_spec import CompiledPolicies
from shindig.games.talon.rules.state import PLAY, PLAYS
from shindig.match import View
from shindig.observations import Budget
from shindig.policy_bots import expert
from tests.kits.games.talon_table import cards, endgame

TALON = game("talon")
CHANCE = np.random.default_rng(0)
Told = tuple[bytes, ...]


@pytest.fixture(scope="module")
def mind() -> CompiledPolicies:
    TALON.compiled_policies.compile()
    return TALON.compiled_policies


def planned(mind: CompiledPolicies, worlds: Records, choices: list[int]) -> list[list[float]]:
    """What each choice brings in each world, by the kernel."""
    count, known = len(worlds), np.zeros(1, mind.known_type)
    kept, values = TALON.rules.layout.empty(6 * count), np.zeros((count, 1 + len(choices)))
    kept[:count] = worlds
    view = TALON.view(worlds[:1].copy(), int(worlds["actor"][0]))
    told = view, np.empty(0, np.int8), np.empty(0, np.int32)
    tried = np.array(choices, np.int32), np.arange(0), values, kept
    mind.explore(known, *told, kept, *tried, *mind.scratch(), CHANCE, count, 0, False)
    return [[float(value) for value in column] for column in values[:, 1:].T]


def choices_of(mind: CompiledPolicies, match: Records) -> list[int]:
    """What is worth comparing, the policy's choice first."""
    room = np.zeros(64, np.int32)
    count = mind.candidate_actions(match, 0, mind.scratch()[0], CHANCE, room)
    return [int(action) for action in room[:count]]


def brought(mind: CompiledPolicies, worlds: list[Records], action: int, seat: int) -> list[float]:
    """The same of one choice, from the rules alone: worlds are a group where all views on the way are the same."""
    groups: dict[Told, list[int]] = defaultdict(list)
    after = [world.copy() for world in worlds]
    for i, world in enumerate(after):
        groups[tuple(watched(mind, world, action, seat))].append(i)
    found = [0.0] * len(worlds)
    for members in groups.values():
        for i, value in zip(members, best_of(mind, [after[i] for i in members], seat), strict=True):
            found[i] = value
    return found


def watched(mind: CompiledPolicies, world: Records, action: int, seat: int) -> Iterator[bytes]:
    """What the seat sees from its action to its next choice; what it has no choice in is played."""
    while True:
        TALON.engine.apply(world, 0, action)
        yield TALON.view(world, seat).tobytes()
        if TALON.rules.hand.ended(world[0]) or (world["actor"][0] == seat and len(choices_of(mind, world)) > 1):
            return
        action = int(mind.policy(world, 0, mind.scratch()[0], CHANCE))


def best_of(mind: CompiledPolicies, worlds: list[Records], seat: int) -> list[float]:
    """What a group brings by the choice that is best for it as a whole, the first of equals."""
    if TALON.rules.hand.ended(worlds[0][0]):
        return [float(world["paid"][0, seat]) for world in worlds]
    return max((brought(mind, worlds, action, seat) for action in choices_of(mind, worlds[0])), key=sum)


def places(players: int) -> Iterator[tuple[View, list[Records]]]:
    """Choices of the last four tricks, each with worlds that agree with what was seen."""
    for seed in range(3):
        match = shindig.new("talon", players, seed + 40, hands=1)
        bots = [make("talon", "steady", seat) for seat in range(players)]
        while not match.over:
            view = match.view(match.to_act)
            if match.record.phase == PLAY and match.record.held[view.seat] <= 4 and len(view.legal) > 1:
                yield view, dealt(view)
            match.play(bots[match.to_act].act(view))


def dealt(view: View) -> list[Records]:
    """Worlds, some of them more than once."""
    mind, history = view.game.compiled_policies, view.history
    known, seen = np.zeros(1, mind.known_type), (history.views, history.actors, history.actions)
    assert mind.update_beliefs(*seen, known)
    room, kept = TALON.rules.layout.empty(2 + mind.spec.depth), TALON.rules.layout.empty(16)
    work = np.empty(0, np.int32), np.arange(0), np.zeros((8, 1)), kept
    count = mind.explore(known, *seen, room, *work, *mind.scratch(), np.random.default_rng(3), 0, 8, False)
    return [kept[i : i + 1].copy() for i in range(count)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_plan_is_the_best_that_chooses_by_what_was_seen(mind: CompiledPolicies, players: int) -> None:
    met = 0
    for view, worlds in places(players):
        choices = choices_of(mind, view.array)
        if len(choices) > 1:
            found = planned(mind, np.concatenate(worlds), choices)
            assert found == [brought(mind, worlds, action, view.seat) for action in choices]
            met += 1
    assert met > 5


def guess() -> Records:
    """The taker has a trump and two courts; the King of one of the suits is left at its left, who knows of which."""
    worlds = []
    for king in ("KS", "KP"):
        match = endgame(3, {0: "T19 NS JP", 1: f"{king} 3C 6W", 2: "T15 5C 7P"}, won=(9, 6, 6), attack="9P 8P 1P")
        for card in cards("KS KP"):
            match.record.gone_suits = int(match.record.gone_suits) & ~(1 << card)
        worlds.append(match.array)
    return np.concatenate(worlds)


def test_open_hands_would_guess_right_later_and_a_plan_knows_that_it_cannot(mind: CompiledPolicies) -> None:
    """Strategy fusion: to draw trumps first is best in each world by itself, as the right court is led then."""
    worlds = guess()
    trump, swords, coins = (PLAYS + card for card in cards("T19 NS JP"))
    choices = [trump, swords, coins]
    alone = [planned(mind, worlds[i : i + 1], choices) for i in range(2)]
    both = planned(mind, worlds, choices)
    assert TALON.view(worlds[:1].copy(), 0).tobytes() == TALON.view(worlds[1:].copy(), 0).tobytes()
    assert np.argmax(np.sum(alone, axis=0)) == 0
    assert np.argmax(np.sum(both, axis=1)) == 1


@pytest.mark.usefixtures("mind")
def test_near_the_end_an_expert_answers_by_its_plan() -> None:
    """As many worlds as are asked for, or as there is room for; the same answer from the same chance."""
    for view, _ in places(3):
        for iterations in (1, 20, 1000):
            view.budget = Budget(iterations=iterations)
            answers = {expert(view, np.random.default_rng(5)) for _ in range(2)}
            assert len(answers) == 1
            assert view.legal.allows(answers.pop())
