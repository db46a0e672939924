"""The expert for two: what may be bet, what both hold, what is found, and where it searches instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from shindig import policy_bots
from shindig.bots import make
from shindig.core.kernel_compiler import compile_kernel
from shindig.gamekit.five_cards import range_solver
from shindig.gamekit.five_cards.betting_tree import BETS_ON, FOLDED, OFF, BettingTree, Stakes, node_after
from shindig.games.tall_cards.bots import betting_tree, blueprint, expert, hand_ranges, rival_habits
from shindig.games.tall_cards.bots.betting_tree import OTHER, SECOND_MENU
from shindig.games.tall_cards.rules.state import FIRST_BETS, SECOND_BETS
from shindig.match import Match, View, fair
from tests.kits.games.tall_cards_table import GAME, Table, stocked

ROYAL = "Ap Dp Pp Up Tp"
NO_PATH = np.zeros(1, np.int64)


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    GAME.compiled_policies.compile()


def second_bets(*first: str, chips: tuple[int, int] = (100, 100)) -> Table:
    """A table of two whose second bets begin, after these first bets; seat 1 claims."""
    table = stocked(Table(2), *chips).deal({1: "7p 7h 7o Ta 2r"}, tall="b")
    return table.do(*first or ("check", "check"), "claim", "discard")


def tree_at(table: Table, *path: int) -> tuple[BettingTree, int]:
    seen = np.array([*path, 0], np.int64)
    return betting_tree.tree_of(betting_tree.stakes_of(table.record), SECOND_MENU, seen, len(path))


@pytest.mark.parametrize(
    ("first", "chips"), [((), (100, 100)), (("bet 20", "raise 30", "call"), (100, 100)), ((), (9, 60)), ((), (2, 40))]
)
def test_tf_17_the_tree_follows_the_rules(first: tuple[str, ...], chips: tuple[int, int]) -> None:
    """Every choice is legal, the same seat acts after it, and each line ends with what the rules pay."""
    table, rng, ends = second_bets(*first, chips=chips), np.random.default_rng(1), set()
    stakes, (found, nodes) = betting_tree.stakes_of(table.record), tree_at(table)
    for _ in range(60):
        match, at = table.array.copy(), 0
        while found.kind[at] == BETS_ON:
            m = match[0]
            assert betting_tree.place_of(m, m.actor) == found.actor[at]
            choice = rng.integers(found.ways[at])
            action = expert.action_of(m, int(found.what[at, choice]))
            assert any(low <= action <= high for low, high in GAME.legal_ranges(match))
            GAME.engine.apply(match, 0, action)
            at = int(found.next[at, choice])
        assert match[0].phase not in (FIRST_BETS, SECOND_BETS)
        assert abs(int(match[0].net[0])) == stakes.paid + min(found.step[at])
        ends.add(at)
    assert nodes < betting_tree.NODES
    assert len(ends) > 3


def test_tf_17_what_was_really_bet_is_in_the_tree() -> None:
    table = second_bets()
    found, _ = tree_at(table, 4, 13)
    after = node_after(found, node_after(found, 0, 4), 13)
    assert after != OFF
    assert node_after(tree_at(table)[0], 0, 4) == OFF


def test_tf_4_a_bet_is_never_under_the_smallest() -> None:
    """Also if the other has less to pay."""
    m = Table(2, ante=4).deal().record
    m.chips[0] = 1
    assert GAME.words.text(m, expert.action_of(m, betting_tree.rest_of(m))) == "bet 4"


def test_hands_were_counted_for_everybody() -> None:
    tables = hand_ranges.range_tables()
    assert tables.prior.sum(axis=1) == pytest.approx(1)
    came = tables.prior > 0
    usual = tables.drawn[:, :, : hand_ranges.FORCED].sum(axis=(2, 3))
    assert usual[0][came[0]] == pytest.approx(1, abs=1e-3)
    assert tables.drawn[0, came[0], hand_ranges.FORCED].sum(axis=1) == pytest.approx(1, abs=1e-3)
    assert tables.drawn[1, came[1]].sum(axis=(1, 2)) == pytest.approx(1, abs=1e-3)
    assert (np.diff(tables.level) >= 0).all()


@pytest.mark.parametrize("depth", range(len(blueprint.DEPTHS)))
def test_the_strategy_does_something_with_every_hand(depth: int) -> None:
    """So do its adversary and the bot with known habits; each in the nodes where it acts."""
    known, tables = blueprint.blueprints()[depth], hand_ranges.range_tables()
    nodes = known.chances.shape[2]
    for at in range(nodes):
        if known.tree.kind[at] == BETS_ON:
            place = int(known.tree.actor[at])
            came = tables.prior[place] > 0
            assert known.chances[place, 0, at].sum(axis=0)[came] == pytest.approx(1, abs=0.02)
            assert known.chances[1 - place, 1, at].sum(axis=0)[came] == pytest.approx(1, abs=0.02)
            plain = rival_habits.habit_chances(known.tree, at, known.stakes, known.habits[0], known.early[place])
            assert plain.sum(axis=0) == pytest.approx(1, abs=1e-5)
            assert not plain[known.tree.ways[at] :].any()


def held_after(*first: str) -> Any:
    """The ranges in the eyes of the dealer, after these first bets, a claim and a discard."""
    table = second_bets(*first)
    told, likely = table.view(1).history, np.ones((3, hand_ranges.BINS))
    known = blueprint.blueprints()[0]
    at = blueprint.follow(told.views, told.actors, told.actions, betting_tree.DEALER, known, likely)
    assert known.tree.kind[at] != FOLDED
    course = hand_ranges.course_of(table.record)
    return hand_ranges.hold(hand_ranges.range_tables(), course, betting_tree.DEALER, likely, blueprint.PART)


def test_tf_12_who_pays_more_is_taken_to_hold_more() -> None:
    small, large = (held_after("check", f"bet {bet}", "call") for bet in (2, 20))
    for held in (small, large):
        assert held[range_solver.MINE].sum() == pytest.approx(1)
        assert held[range_solver.THEIRS :].sum() == pytest.approx(1)
    steps = np.arange(hand_ranges.LEVELS)
    assert small[range_solver.THEIRS :].sum(axis=0) @ steps + 2 < large[range_solver.THEIRS :].sum(axis=0) @ steps


def solved(
    stakes: Stakes, held: Any, iterations: int, form: Callable[[Any], Any] = compile_kernel
) -> tuple[BettingTree, Any]:
    found, nodes = form(betting_tree.tree_of)(stakes, SECOND_MENU, NO_PATH, 0)
    habits, bins = blueprint.blueprints()[0].habits[1], np.zeros(held.shape[1], np.int64)
    strategies = form(range_solver.begin)(found, nodes, held.shape[1])
    form(rival_habits.write_habits)(found, nodes, 1, stakes, habits, bins, strategies)
    form(range_solver.solve)(found, nodes, 1, stakes, held, strategies, iterations)
    return found, strategies


def test_tf_15_a_dealer_who_keeps_all_cards_may_hold_a_bad_hand() -> None:
    """The policy keeps only good hands. If they alone were believed, any hand could be kept, bet and win."""
    tables, kept_all = hand_ranges.range_tables(), 0
    course = hand_ranges.COURSES.tolist().index([kept_all, hand_ranges.CLAIMS])
    likely = np.ones((3, hand_ranges.BINS))
    held = hand_ranges.hold(tables, course, 1 - betting_tree.DEALER, likely, blueprint.PART)
    bad = tables.drawn[betting_tree.DEALER, :, kept_all].sum(axis=0).cumsum() == 0
    assert held[range_solver.THEIRS, bad].sum() > 0.05


def test_the_best_and_the_worst_hands_are_bet_as_the_textbook_has_it() -> None:
    """Against what beats all bluffs and no bet for value, of all-in bets 25 / (60 + 25 + 25) are bluffs."""
    held = np.array([[0.5, 0.0, 0.5], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    tree, found = solved(Stakes(OTHER, np.array([25, 25]), 30, 0, 10), held, 400)
    all_in = [*tree.what[0, : tree.ways[0]]].index(25)
    bluffs, value = (range_solver.chances_at(tree, 0, hand, 3, found)[all_in] for hand in (0, 2))
    assert value > 0.95
    assert bluffs / (bluffs + value) == pytest.approx(25 / 110, abs=0.05)


def test_plain_python_solves_as_compiled_code_does() -> None:
    held, stakes = np.random.default_rng(2).random((3, 7)), Stakes(OTHER, np.array([12, 12]), 5, 1, 1)
    both = [solved(stakes, held, 3, form)[1] for form in (compile_kernel, lambda kernel: kernel)]
    assert both[0].total == pytest.approx(both[1].total)
    assert both[0].plain == pytest.approx(both[1].plain)


def test_plain_python_answers_as_compiled_code_does() -> None:
    for table in (Table(2).deal().do("bet 2"), second_bets("bet 20", "raise 40", "call", chips=(64, 64)).do("check")):
        view = table.view(table.to_act)
        told, known = view.history, (blueprint.blueprints()[0], hand_ranges.range_tables(), 1)
        both = [
            form(expert.answer)(told.views, told.actors, told.actions, view.array, *known)
            for form in (compile_kernel, lambda kernel: kernel)
        ]
        assert both[0][1].sum() == pytest.approx(1, abs=0.02)
        for one, other in zip(*both, strict=True):
            assert one == pytest.approx(other)


def test_the_expert_plays_legally_and_the_same_for_the_same_view_and_seed() -> None:
    for seed in range(3):
        match = Match(GAME, 2, {"hands": 6}, fair(seed))
        while not match.over:
            view = match.view(match.to_act)
            found = {expert.act(view, np.random.default_rng(seed)) for _ in range(2)}
            assert len(found) == 1
            assert view.legal.allows(min(found))
            name = ("gentle", "steady", "random")[seed]
            match.play(min(found) if match.to_act == 0 else make("tall-cards", name, seed).act(view))


def test_the_expert_never_folds_a_hand_that_cannot_be_beaten() -> None:
    for bet in (1, 5, 30, 99):
        table = Table(2).deal({0: ROYAL}).do(f"1: bet {bet}")
        for seed in range(5):
            action = expert.act(table.view(0), np.random.default_rng(seed))
            assert GAME.words.text(table.record, action) != "fold"


SEARCHED = -7


@pytest.fixture
def _searching(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_bots, "expert", lambda *_: SEARCHED)


@pytest.mark.parametrize(
    ("seats", "options"),
    [(3, {}), (2, {"limit": 5}), (2, {"deck": "expanded-96"}), (2, {"stack": 5}), (2, {"ace_low": 0})],
)
@pytest.mark.usefixtures("_searching")
def test_elsewhere_the_expert_searches(seats: int, options: dict[str, object]) -> None:
    match = Match(GAME, seats, options, fair(1))
    assert expert.act(match.view(match.to_act), np.random.default_rng(0)) == SEARCHED


@pytest.mark.usefixtures("_searching")
def test_who_has_seen_only_this_moment_searches() -> None:
    for table in (second_bets(), Table(2).deal().do("bet 2")):
        seen = View(GAME, table.view(table.to_act).array)
        assert expert.act(seen, np.random.default_rng(0)) == SEARCHED
