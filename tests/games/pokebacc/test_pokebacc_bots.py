"""What Pokebacc's bots are made of: the policy, what cards may become, worlds, the search."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from shindig.bots import make
from shindig.core.layout_and_views import CHANCE, REFEREE, Items, Records
from shindig.gamekit.policies.world_search import Search
from shindig.games.pokebacc.bots.approximate_layout import quick_layout
from shindig.games.pokebacc.bots.hand_prospects import hand_worth, missing, windows_worth
from shindig.games.pokebacc.bots.policy import all_had_a_turn
from shindig.games.pokebacc.bots.sampled_worlds import PILE, PLACES, STOCK, forget
from shindig.games.pokebacc.rules.state import DISCARD, IN, SPARE, TURN, WITHDRAWN
from shindig.games.pokebacc.rules.variants import CARDS, MAX_CARDS, NUMBERS
from shindig.games.pokebacc.worth.best_layout_search import KEY, layout_key, run_table
from shindig.games.pokebacc.worth.hand_melds import cards_in, mask
from shindig.games.pokebacc.worth.meld_numbering import BIT, score_of, shapes
from shindig.match import Match, fair
from shindig.observations import Budget, HandStep, HandSteps, Observations, take_step
from tests.kits.games.pokebacc_table import ALL, BANK, FARM, game

SEED = 5


class Followed:
    """A match whose steps are remembered, played by the policy."""

    def __init__(self, name: str, seed: int, **options: object) -> None:
        self.game, self.chance = game(name), fair(SEED, seed)
        self.match, self.trail = self.game.new(3, options), HandSteps(self.game)
        self.rng, self.steps, self.records = np.random.default_rng(seed), list[HandStep](), list[Records]()
        self.ranges, self.items = self.game.engine.scratch()

    @property
    def actor(self) -> int:
        return int(self.match["actor"][0])

    def order(self) -> Items:
        count = self.game.engine.chance_items(self.match, 0, self.items)
        return np.asarray(self.chance(self.game.rules.orders[int(self.match["asks"][0])], self.items[:count].copy()))

    def step(self) -> None:
        """An order, or what the policy does."""
        policy = self.game.compiled_policies.policy
        step = self.order() if self.actor == CHANCE else int(policy(self.match, 0, self.ranges, self.rng))
        self.records.append(self.match.copy())
        self.steps.append(step)
        self.trail.take_step(self.match, step)

    def play(self, steps: int) -> Followed:
        """At least so many steps, and on until a seat is to act in its turn."""
        for _ in range(steps):
            self.step()
        while self.actor < 0 or self.match["phase"][0] != TURN:
            self.step()
        return self

    def history(self, seat: int) -> Observations:
        told = self.trail.make_history_reader(seat)
        assert told is not None
        return told()


def world(history: Observations, name: str, seed: int = 0) -> Records:
    """A world that agrees with a history."""
    mind, known = game(name).compiled_policies, np.zeros(1, game(name).compiled_policies.known_type)
    worlds, (ranges, _) = game(name).rules.layout.empty(2), game(name).engine.scratch()
    told = history.views, history.actors, history.actions
    assert mind.update_beliefs(*told, known)
    assert mind.sample_world(known, *told, worlds, 0, ranges, np.random.default_rng(seed)) > 0
    return worlds[:1]


def both(one: Followed) -> tuple[Any, Any]:
    """The policy, and what others are taken to do."""
    minds: Any = one.game.policies
    return minds.policy, minds.opponent_policy


@pytest.mark.parametrize("name", ALL)
def test_policy_reads_what_the_actor_may_know_and_nothing_else(name: str) -> None:
    one = Followed(name, 1)
    for _ in range(60):
        one.step()
        if one.actor >= 0:
            view = one.game.view(one.match, one.actor)
            for decide in both(one):
                seen, known = (decide(record[0], one.ranges, np.random.default_rng(3)) for record in (view, one.match))
                assert seen == known


@pytest.mark.parametrize("name", ALL)
def test_others_are_taken_to_lay_down_sooner(name: str) -> None:
    """Where they and the policy differ, they mostly lay a meld down and it discards."""
    laid = Counter[tuple[bool, bool]]()
    for seed in range(6):
        one = Followed(name, seed)
        for _ in range(60):
            one.step()
            if one.actor >= 0:
                policy, others = (int(decide(one.match[0], one.ranges, one.rng)) < DISCARD for decide in both(one))
                laid[policy, others] += policy != others
    assert laid[False, True] > laid[True, False]


@pytest.mark.parametrize(("name", "options"), [(FARM, {}), (BANK, {"stakes": "on"})])
def test_a_worlds_view_is_the_seats_own(name: str, options: dict[str, object]) -> None:
    one = Followed(name, 2, **options)
    for _ in range(6):
        one.play(15)
        for seat in range(3):
            sampled = world(one.history(seat), name)
            assert one.game.view(sampled, seat).tobytes() == one.game.view(one.match, seat).tobytes()
            assert one.game.rules.conserved(sampled[0]) == one.game.rules.conserved(one.match[0])
            assert sampled["viewer"][0] == REFEREE


def holder_of(record: Records, card: int) -> int:
    """The seat that holds a card, or -1."""
    return next((seat for seat in range(3) if int(record["held"][0, seat]) >> card & 1), -1)


def dealt_again(one: Followed, seat: int, sampled: Records, step: int) -> Items:
    """An order in which others draw what the world leaves them, and what they have shown since before that."""
    given, later = one.steps[step], [*one.records[step + 1 :], one.match]
    assert not isinstance(given, int)
    since = {int(card) for order in one.steps[step + 1 :] if not isinstance(order, int) for card in order}
    fresh, places, stock = given.copy(), dict[int, list[int]](), list[int]()
    for place, card in enumerate(given):
        holder = next((found for found in (holder_of(record, int(card)) for record in later) if found >= 0), -1)
        (places.setdefault(holder, []) if holder >= 0 else stock).append(place)
    for holder in places.keys() - {seat}:
        left = {int(given[place]): gone(later, holder, int(given[place])) for place in places[holder]}
        shown = sorted((card for card in left if left[card] < len(later)), key=left.__getitem__)
        kept = [card for card in cards_in(int(sampled["held"][0, holder])) if card in given and card not in since]
        fresh[places[holder]] = shown + kept
    if stock:
        fresh[stock] = sampled["deck"][0, MAX_CARDS - len(stock) :]
    return fresh


def gone(records: list[Records], seat: int, card: int) -> int:
    """The number of the first record in which a seat holds a card no more."""
    held = [holder_of(record, card) == seat for record in records]
    first = held.index(True)
    return first + held[first:].index(False) if False in held[first:] else len(held)


def answered(one: Followed, step: int) -> int:
    """A sealed answer as it was opened since: the Disaster that was inflicted, else none."""
    record, given = one.records[step], one.steps[step]
    layer = int(record["turn"][0])
    place = int(record["melds"][0, layer]) - 1
    opened = one.match["spoiler"][0, layer, place] == record["actor"][0]
    return given if isinstance(given, int) and opened else SPARE


def told_again(one: Followed, history: Observations, sampled: Records) -> tuple[Records, Observations]:
    """The hand as it would have gone in a world: where it came to, and what the viewer would have seen."""
    first, seat = len(one.steps) - len(history), int(history.views["viewer"][0])
    match, trail = one.records[first].copy(), HandSteps(one.game)
    for i, action in enumerate(history.actions):
        order = history.actors[i] == CHANCE
        chosen = answered(one, first + i) if action < 0 else int(action)
        trail.take_step(match, dealt_again(one, seat, sampled, first + i) if order else chosen)
    told = trail.make_history_reader(seat)
    assert told is not None
    return match, told()


@pytest.mark.parametrize("name", [FARM, BANK])
def test_the_history_of_a_world_replays(name: str) -> None:
    one = Followed(name, 3).play(90)
    assert sum(not isinstance(step, int) for step in one.steps) > 2
    history = one.history(one.actor)
    sampled = world(history, name)
    match, seen = told_again(one, history, sampled)
    assert seen.views.tobytes() == history.views.tobytes()
    assert match["held"].tobytes() == sampled["held"].tobytes()
    assert match["held"].tobytes() != one.match["held"].tobytes()


def small_hand() -> Records:
    """Of 52 cards the first seat holds all but six unseen ones: two in each other hand, two to draw."""
    match = Followed(FARM, 0).play(4).match
    cards = [*range(20, 52), *range(13)]
    match["held"][0, :3] = mask(cards), mask([13, 14]), mask([15, 16])
    match["cards"][0, :3] = len(cards), 2, 2
    match["deck"][0, -2:] = 17, 18
    match["stock"], match["pile"], match["pile_count"], match["top"] = 2, mask([19]), 1, 19
    match["actor"] = match["turn"] = match["dealer"] = 0
    return match


def test_worlds_are_as_likely_as_their_shuffles_chi_square() -> None:
    """The second seat draws two cards, throws one away, the pile is shuffled, the third draws: all deals counted."""
    farm, start = game(FARM), small_hand()
    found, wanted = Counter[bytes](), Counter[bytes]()
    trail, match = HandSteps(farm), start.copy()
    for step in (DISCARD + 20, np.array([19, 20], np.int16), DISCARD + 17):
        trail.take_step(match, step)
    told = trail.make_history_reader(0)
    assert told is not None
    seen = told()
    for deal in permutations(range(13, 19)):
        other = start.copy()
        other["held"][0, 1:3] = mask(deal[:2]), mask(deal[2:4])
        other["deck"][0, -2:] = deal[4:]
        for order in ((19, 20), (20, 19)):
            record = other.copy()
            for step in (DISCARD + 20, np.array(order, np.int16), DISCARD + 17):
                if isinstance(step, int) and not record["held"][0, int(record["actor"][0])] >> (step - DISCARD) & 1:
                    break
                take_step(farm, record, 0, step)
            else:
                if farm.view(record, 0).tobytes() == seen.views[-1:].tobytes():
                    wanted[record["held"].tobytes()] += 1
    mind, known = farm.compiled_policies, np.zeros(1, farm.compiled_policies.known_type)
    ranges, worlds, rng = farm.engine.scratch()[0], farm.rules.layout.empty(1), np.random.default_rng(1)
    assert mind.update_beliefs(seen.views, seen.actors, seen.actions, known)
    for _ in range(2000):
        mind.sample_world(known, seen.views, seen.actors, seen.actions, worlds, 0, ranges, rng)
        found[worlds["held"].tobytes()] += 1
    assert found.keys() == wanted.keys()
    expected = {held: 2000 * many / wanted.total() for held, many in wanted.items()}
    square = sum((found[held] - many) ** 2 / many for held, many in expected.items())
    assert square < len(wanted) + 4 * (2 * len(wanted)) ** 0.5


def some_hands(v: int, cards: int, count: int) -> list[int]:
    rng = np.random.default_rng(cards)
    return [mask(rng.permutation(int(CARDS[v]))[:cards]) for _ in range(count)]


@pytest.mark.parametrize("v", range(3))
def test_quick_layouts_are_melds_of_the_hand_and_seldom_miss_a_point(v: int) -> None:
    out, points, best = np.empty(20, np.int32), 0, 0
    for hand in some_hands(v, 14, 40):
        melds = [int(number) for number in out[: quick_layout(hand, v, out)]]
        used = [card for number in melds for card in shapes(v)[number].cards]
        assert len(used) == len(set(used))
        assert set(used) <= set(cards_in(hand))
        points += sum(int(score_of(number, v)) for number in melds)
        best += layout_key(hand, v, run_table()) // KEY
    assert 0.97 * best <= points <= best


def test_windows_expect_what_all_draws_bring_on_average() -> None:
    """Of one suit, whose other suits cannot come, every set of cards that may come, by brute force."""
    numbers, held, dead, chance = int(NUMBERS[2]), 0b01100110, 0b00001000, 0.2
    free = [rank for rank in range(numbers) if not (held | dead) >> rank & 1]
    total = 0.0
    for drawn in range(1 << len(free)):
        more = sum(1 << rank for place, rank in enumerate(free) if drawn >> place & 1)
        likely = chance ** drawn.bit_count() * (1 - chance) ** (len(free) - drawn.bit_count())
        total += likely * (int(run_table()[held | more]) // KEY)
    every = (1 << numbers) - 1
    assert windows_worth(held, 0, dead, every, 0, numbers - 3, 20) == pytest.approx(total)


def test_cards_missing_are_counted_as_in_all_melds() -> None:
    runs = [shape for shape in shapes(2) if len(shape.cards) == 3 and max(shape.cards) < NUMBERS[2]]
    for hand in some_hands(2, 12, 20):
        fewest = min(len(set(shape.cards) - set(cards_in(hand))) for shape in runs)
        assert fewest == min(missing(hand >> low, 0b111) for low in range(int(NUMBERS[2]) - 2))


def test_a_hand_is_worth_more_with_each_card() -> None:
    for v in range(3):
        for hand in some_hands(v, 9, 15):
            for card in cards_in(hand):
                if card < 4 * NUMBERS[v]:
                    assert hand_worth(hand, 0, v, 15) >= hand_worth(hand & ~int(BIT[card]), 0, v, 15) - 20


def test_equal_views_histories_and_seeds_give_equal_answers() -> None:
    """Of two hands that differ in what others hold."""
    one = Followed(FARM, 4).play(40)
    history = one.history(one.actor)
    match, other = told_again(one, history, world(history, FARM))
    assert match["held"].tobytes() != one.match["held"].tobytes()
    mind, budget = one.game.compiled_policies, Budget(iterations=1)
    answers = {Search(mind, told, np.random.default_rng(7)).best(budget, guesses=True) for told in (history, other)}
    assert len(answers) == 1


@pytest.mark.long
def test_expert_beats_the_steady_bot_of_earlier_days() -> None:
    game(FARM).compile()
    game(FARM).compiled_policies.compile()
    assert sum(wins(deal, seat) for deal in range(4) for seat in range(3)) > 4


def wins(deal: int, seat: int) -> bool:
    """Whether the expert wins a hand, in a seat of a deal."""
    match = Match(game(FARM), 3, None, fair(SEED, deal))
    bots = [make(FARM, "expert" if other == seat else "steady-1", other) for other in range(3)]
    while not match.record.ended:
        view = match.view(match.to_act)
        view.budget = Budget(iterations=24)
        match.play(bots[match.to_act].act(view))
    return int(match.record.hand_winner) == seat


def test_a_hand_may_end_once_all_others_in_it_had_a_turn() -> None:
    m = game(BANK).new(3)[0]
    m.actor = 0
    m.status[:3], m.turns[:3] = IN, (0, 2, 0)
    assert not all_had_a_turn(m)
    m.status[2] = WITHDRAWN
    assert all_had_a_turn(m)


def test_where_a_pile_was_not_remembered_all_shuffles_are_one() -> None:
    k = np.zeros(1, game(BANK).compiled_policies.known_type)[0]
    k.held[0, [0, PILE]], k.held[1, [0, STOCK]], k.held[4, 1] = (2, 5), (3, 6), 1
    k.shuffle[:3] = 0, 1, 4
    forget(k)
    assert k.held[0].tolist() == [5, 1, *[0] * (STOCK - 2), 6, *[0] * (PLACES - STOCK - 1)]
    assert not k.held[1:].any()
    assert not k.shuffle.any()
