"""Talon's bots: the policy and the worlds know what the seat knows, and nothing else; the last tricks are solved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import shindig
from shindig.bots import make, names
from shindig.core.layout_and_views import Records
from shindig.gamekit import game
from shindig.gamekit.policies.compiled_policy import CompiledPolicy
from shindig.gamekit.policies.policy_spec import CompiledPolicies
from shindig.games.talon.bots.card_play import ALL_TRUMPS
from shindig.games.talon.bots.sampled_worlds import lay_again, must_stay
from shindig.games.talon.bots.transposition_table import key_of, recall, remember
from shindig.games.talon.bots.unseen_card_places import hear_play
from shindig.games.talon.rules.state import ANY, ATTACK, CUT, DECK, LAYS, NOBODY, PLAY, SUITED
from shindig.match import Match, View, fair
from shindig.observations import Budget, Observations
from shindig.policy_bots import expert
from tests.kits.games.talon_table import endgame

TALON = game("talon")


@pytest.fixture(scope="module")
def mind() -> CompiledPolicies:
    TALON.compiled_policies.compile()
    return TALON.compiled_policies


def played(players: int, seed: int, share: float = 1.0, **options: object) -> Iterator[Match]:
    """A hand between steady bots that now and then do anything, before each of their choices."""
    match, rng = shindig.new("talon", players, seed, hands=1, **options), np.random.default_rng(seed)
    bots = [make("talon", "steady", seat) for seat in range(players)]
    while not match.over:
        view = match.view(match.to_act)
        if len(view.legal) > 1 and rng.random() < share:
            yield match
        odd = rng.random() < 0.2
        match.play(view.legal[int(rng.integers(len(view.legal)))] if odd else bots[match.to_act].act(view))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_policy_reads_what_its_seat_may_know(players: int) -> None:
    rng, ranges = np.random.default_rng(1), TALON.engine.scratch()[0]
    policy = TALON.policies.policy  # type: ignore[union-attr]
    for match in played(players, players):
        if match.record.phase != CUT:
            action = policy(match.view(match.to_act).record, ranges, rng)
            assert match.can(action)
            assert action == policy(match.record, ranges, rng)


class Dealer:
    """Deals worlds for a view."""

    def __init__(self, mind: CompiledPolicies, view: View) -> None:
        self.mind, history = mind, view.history
        self.told = history.views, history.actors, history.actions
        self.known = np.zeros(1, mind.known_type)
        self.worlds = TALON.rules.layout.empty(2 + mind.spec.depth)
        self.rng = np.random.default_rng(7)
        self.can = mind.update_beliefs(*self.told, self.known)

    def world(self) -> Records:
        """The next one, by a search that tries nothing in it, as that is compiled already."""
        choices, none, values = np.zeros(1, np.int32), np.zeros(0, np.int64), np.zeros((1, 2))
        work = self.worlds, choices, none, values, self.worlds[:0], *self.mind.scratch(), self.rng
        assert self.mind.explore(self.known, *self.told, *work, 0, 1, False) == 1
        assert values[0, 0] > 0
        return self.worlds[:1]


@pytest.mark.parametrize(
    ("players", "seed", "options"),
    [
        (3, 11, {}),
        (4, 12, {"overruff": "on"}),
        (5, 13, {}),
        (5, 14, {"tricks": "all"}),
        (4, 15, {"lay_away": "french"}),
    ],
)
def test_a_world_is_seen_as_the_match_is(
    mind: CompiledPolicies, players: int, seed: int, options: dict[str, object]
) -> None:
    checked: Counter[int] = Counter()
    for match in played(players, seed, share=0.4, **options):
        for seat in range(players):
            view = match.view(seat)
            dealer = Dealer(mind, view)
            if dealer.can:
                for _ in range(4):
                    world = dealer.world()
                    assert TALON.view(world, seat).tobytes() == view.tobytes()
                    assert seat != match.to_act or TALON.legal_ranges(world) == TALON.legal_ranges(match.array)
                    assert sorted(world["deck"][0].tolist()) == list(range(DECK))
                checked[int(view.record.phase)] += 1
    assert checked[PLAY] > 20


def test_worlds_go_on_to_the_end_of_the_hand(mind: CompiledPolicies) -> None:
    ranges, items = mind.scratch()
    for match in played(5, 21, share=0.2):
        dealer = Dealer(mind, match.view(match.to_act))
        if dealer.can:
            world = TALON.rules.layout.empty(2 + TALON.policies.depth)  # type: ignore[union-attr]
            world[0] = dealer.world()[0]
            dealer.known["solved"] = 0
            mind.rollout(world, 0, match.to_act, dealer.known, ranges, items, dealer.rng)
            assert world["paid"][0].sum() == 0
            assert sorted(world["deck"][0].tolist()) == list(range(DECK))


def near_the_end(mind: CompiledPolicies) -> tuple[Match, Dealer]:
    """A turn of a taker who knows the talon, with few cards left, where the others' play has told something."""
    for seed in range(60):
        for match in played(3, seed):
            m = match.record
            if m.phase == PLAY and m.actor == m.taker:
                dealer = Dealer(mind, match.view(match.to_act))
                if m.contract <= 2 and 5 <= dealer.known[0].count <= 8:
                    dealer.world()
                    if len(possible(match, dealer)) > 4:
                        return match, dealer
    raise AssertionError("no such place")


def possible(match: Match, dealer: Dealer) -> set[frozenset[int]]:
    """What one of the two others may hold, for all that the rules and the history tell: every deal is tried."""
    k = dealer.known[0]
    pool = [int(card) for card in k.pool[: k.count]]
    one, other = (seat for seat in range(3) if seat != match.to_act)
    history = match.view(match.to_act).history.take_since(int(k.start))
    hands = map(frozenset, combinations(pool, int(match.record.held[one])))
    return {hand for hand in hands if agrees(history, k, {one: hand, other: frozenset(pool) - hand})}


def agrees(history: Observations, k: Any, hands: Mapping[int, frozenset[int]]) -> bool:
    """Whether everything that was done was legal with these cards left in the others' hands."""
    match = history.views[:1].copy()
    for seat, hand in hands.items():
        bits = sum(1 << card for card in hand)
        match["suits"][0, seat] = int(k.played_suits[seat]) | bits & (1 << SUITED) - 1
        match["trumps"][0, seat] = int(k.played_trumps[seat]) | bits >> SUITED
    match["talon"], match["piled"], match["taken_suits"], match["taken_trumps"] = k.talon, 0, 0, 0
    for action in history.actions.tolist():
        if not any(first <= action <= last for first, last in TALON.legal_ranges(match)):
            return False
        TALON.engine.apply(match, 0, action)
    return True


def test_every_deal_that_is_possible_is_as_likely(mind: CompiledPolicies) -> None:
    match, dealer = near_the_end(mind)
    hands = possible(match, dealer)
    dealer.known["bid_cost"] = dealer.known["play_cost"] = 0
    dealer.known["steps"], dealer.known["moves"] = 12, 12
    found: Counter[frozenset[int]] = Counter()
    one = next(seat for seat in range(3) if seat != match.to_act)
    many = 200 * len(hands)
    for _ in range(many):
        m = dealer.world()[0]
        both = int(m.suits[one]) | int(m.trumps[one]) << SUITED
        found[frozenset(card for card in range(DECK) if both >> card & 1)] += 1
    assert set(found) == hands
    squares = sum((found[hand] - 200) ** 2 / 200 for hand in hands)
    assert squares < len(hands) + 4 * np.sqrt(2 * len(hands))


def best_play(match: Records, taker: int) -> int:
    """What the taker is paid if everybody plays as well as can be: every line is tried."""
    if TALON.rules.hand.ended(match[0]):
        return int(match["paid"][0, taker])
    values = []
    for first, last in TALON.legal_ranges(match):
        for action in range(first, last + 1):
            after = match.copy()
            TALON.engine.apply(after, 0, action)
            values.append(best_play(after, taker))
    return max(values) if match["side"][0, match["actor"][0]] == ATTACK else min(values)


@pytest.mark.parametrize(
    ("hands", "won"),
    [
        ({0: "T1 KS 2C", 2: "T0 QS 3C", 1: "T21 4S JC"}, (21, 0, 0)),
        ({0: "T21 T5 QC", 2: "T20 T6 KC", 1: "T1 T7 1C"}, (10, 6, 5)),
        ({0: "T0 KP QP", 2: "KW 2W T3", 1: "KC T4 5P"}, (11, 5, 5)),
        ({0: "T1 T2 9S", 2: "T0 8S T4", 1: "7S KS NS"}, (12, 4, 5)),
    ],
)
@pytest.mark.parametrize("contract", ["guard", "against"])
def test_the_last_tricks_are_solved_as_by_trying_everything(
    mind: CompiledPolicies, hands: dict[int, str], won: tuple[int, ...], contract: str
) -> None:
    named = "without" if contract == "guard" else contract
    match = endgame(3, hands, won=won, contract=named, attack="10P 9P")
    known, worlds = np.zeros(1, mind.known_type), TALON.rules.layout.empty(2 + mind.spec.depth)
    known["solved"] = 3
    worlds[0] = match.array[0]
    expected = best_play(match.array, 0)
    ranges, items = mind.scratch()
    for seat, part in enumerate((2, -1, -1)):
        found = mind.rollout(worlds, 0, seat, known, ranges, items, np.random.default_rng(0))
        assert found == part * expected / 2
    assert known["keys"].any()


@pytest.mark.parametrize("bounds", [(-1e9, 1e9), (0.0, 5.0), (20.0, 30.0)])
def test_what_the_solver_remembers_narrows_the_bounds_and_ends_what_is_known(bounds: tuple[float, float]) -> None:
    """A position worth 10 or more, seen again between bounds that leave it open, below and above."""
    k = np.zeros(1, TALON.compiled_policies.known_type)[0]
    k.key[0], k.found[0], k.floor[0], k.roof[0], k.left_suits[0] = 77, 10.0, -5.0, 10.0, 1
    remember(k, 0)
    k.low[0], k.high[0] = bounds
    recall(k, 0)
    if bounds[1] <= 10.0:
        assert k.found[0] == 10.0
        assert k.left_suits[0] == 0
    else:
        assert (k.low[0], k.high[0]) == (max(bounds[0], 10.0), bounds[1])
        assert k.left_suits[0] == 1


def test_positions_are_the_same_where_all_that_counts_is() -> None:
    """The order of a pile does not count; points, hands, and whether one seat won all tricks do."""
    k = np.zeros(1, TALON.compiled_policies.known_type)[0]
    m = endgame(3, {0: "T5 KS", 2: "T6 QS", 1: "T7 NS"}, won=(10, 6, 6), attack="QP 1P 2P").record
    before = key_of(k, m)
    pile, many = m.pile[ATTACK], int(m.piled[ATTACK])
    pile[:many] = pile[:many][::-1].copy()
    assert key_of(k, m) == before != 0
    m.promised = 10
    assert key_of(k, m) != before
    m.promised, m.won[1], m.won[2] = 0, 7, 5
    assert key_of(k, m) == before
    m.won[0], m.won[1] = 12, 5
    assert key_of(k, m) != before
    m.debts = 1
    assert key_of(k, m) == 0


def test_equal_views_histories_seeds_and_iterations_give_equal_answers(mind: CompiledPolicies) -> None:
    """Two matches in which the others hold other cards, and the seat has seen the same."""
    asked = 0
    for match in played(4, 31, share=0.3):
        view = match.view(match.to_act)
        dealer = Dealer(mind, view)
        if dealer.can:
            other = View(TALON, TALON.view(dealer.world(), view.seat), telling(view.history))
            answers = {decide(one) for one in (view, match.view(match.to_act), other)}
            assert len(answers) == 1
            asked += 1
    assert asked > 10


def telling(history: Observations) -> Callable[[], Observations]:
    return lambda: history


def decide(view: View) -> int:
    view.budget = Budget(iterations=32)
    return expert(view, np.random.default_rng(5))


def test_the_first_steady_bot_plays_on_unseen() -> None:
    assert names(TALON) == ("steady", "gentle", "expert", "random")
    assert make("talon", "steady-1").name == "steady-1"


def test_the_expert_answers_before_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(TALON), "compiled_policies", CompiledPolicy(TALON, TALON.policies))  # type: ignore[arg-type]
    match = shindig.new("talon", 3, seed=2)
    for _ in range(8):
        match.play(make("talon", "expert", 0).act(match.view(match.to_act)))


def test_the_expert_wins_at_a_table_of_steady_ones(mind: CompiledPolicies) -> None:
    assert mind.ready
    gains = [gain(deal, seat) for deal in range(36) for seat in range(3)]
    assert np.mean(gains) > 10


def gain(deal: int, seat: int) -> int:
    match = Match(TALON, 3, {"hands": 1}, fair(3, deal))
    bots = [make("talon", "expert" if one == seat else "steady-1", 3 * deal + one) for one in range(3)]
    while not match.over:
        view = match.view(match.to_act)
        view.budget = Budget(iterations=24)
        match.play(bots[match.to_act].act(view))
    return int(match.record.paid[seat])


@pytest.mark.parametrize(("card", "bound"), [(3, True), (13, False), (20, False)])
def test_who_leads_the_suit_named_without_the_card_named_has_nothing_else(card: int, bound: bool) -> None:
    talon = game("talon")
    k, m = np.zeros(1, talon.compiled_policies.known_type)[0], talon.new(4)[0]
    m.named, m.led, m.taker, m.trick, m.played = 13, NOBODY, 2, 0, 0
    hear_play(k, m, 1, card)
    assert (k.no_trumps[1] == ALL_TRUMPS) == bound
    assert bool(k.no_suits[1] >> 13 & 1) == bound


@pytest.mark.parametrize(("card", "stays"), [(SUITED - 1, False), (SUITED, True), (SUITED + 1, False)])
def test_a_trump_that_the_taker_was_not_dealt_was_not_laid_down_by_it(card: int, stays: bool) -> None:
    k, now = np.zeros(1, TALON.compiled_policies.known_type)[0], TALON.new(4)[0]
    k.exchanger, now.lay_away = 2, ANY
    k.undealt_trumps[2] = 1
    assert must_stay(k, now, card) == stays


def test_a_world_in_which_the_taker_lays_down_what_it_may_not_is_none() -> None:
    k, m = np.zeros(1, TALON.compiled_policies.known_type)[0], TALON.new(4)[0]
    m.actor, m.laying = 0, 0
    k.talon[0], k.after[0] = 5, 3
    assert lay_again(k, m) == -1
    m.suits[0] |= 1 << 3
    assert lay_again(k, m) == LAYS + 3
