"""The bets after the draw, solved again while playing: what may be bet, what both hold, what is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from shindig.bots import make
from shindig.core.kernel_compiler import compile_kernel
from shindig.gamekit.betting.state import FOLD
from shindig.gamekit.five_cards import betting_tree as kit_tree
from shindig.gamekit.five_cards import range_solver
from shindig.games.tall_card.bots import bet_resolving, betting_tree, expert, hand_ranges, merged_levels, steady_1_bets
from shindig.games.tall_card.bots.blueprint import CHOICES, HOPES
from shindig.games.tall_card.bots.blueprint_play import NONE
from shindig.games.tall_card.rules.state import BET, FIRST_BETS, RAISE, SECOND_BETS
from shindig.match import Match, View, fair
from tests.kits.games.tall_card_table import GAME, Table

SISTERS = "9p 9d 9b 9p 9d"
NOTHING = "1d 2p 4d 5p 7d"
NO_PATH = np.zeros(bet_resolving.LONGEST, np.int64)
SOLVED_FOR_TWO = (
    "fold, check, check, fold, check, fold, check, check, fold, check, check, call, call, check, check, bet 5, "
    "raise 25, call, check"
)
"""What is found after the draw in the first matches of the expert against the policy."""


def second_bets(*first: str, **options: Any) -> Table:
    """A table of two whose second bets begin, after these first bets and draws of nothing."""
    table = Table(2, **{"stack": 100, **options}).deal({1: SISTERS}, tall="b").claimed(0)
    return table.do(*first or ("check", "check"), "discard", "discard")


def tree_at(table: Table, *path: int) -> tuple[kit_tree.BettingTree, int]:
    seen = np.array([*path, 0], np.int64)
    return betting_tree.tree_of(betting_tree.stakes_of(table.record), int(table.record.max_bet), seen, len(path))


def actions(m: Any, whats: Any) -> dict[int, int]:
    """The actions of choices."""
    stays, first = (1, RAISE) if m.bet > m.step_paid[m.actor] else (0, BET)
    return {
        what: FOLD if what == kit_tree.FOLDS else stays if what == kit_tree.STAYS else first + what - 1
        for what in whats
    }


@pytest.mark.parametrize(
    ("first", "options"),
    [((), {}), (("bet 25", "raise 25", "raise 25", "call"), {}), ((), {"stack": 12, "min_bet": 4}), ((), {"ante": 1})],
)
def test_tc_16_the_tree_follows_the_rules(first: tuple[str, ...], options: dict[str, Any]) -> None:
    """Every choice is legal, the same seat acts after it, and each line ends with what the rules pay."""
    table, rng = second_bets(*first, **options), np.random.default_rng(1)
    found, nodes = tree_at(table)
    stakes, ends = betting_tree.stakes_of(table.record), set()
    for _ in range(60):
        match, at = table.array.copy(), 0
        while found.kind[at] == kit_tree.BETS_ON:
            assert match[0].actor == found.actor[at]
            legal = actions(match[0], found.what[at, : found.ways[at]])
            what = int(rng.choice([*legal]))
            assert any(low <= legal[what] <= high for low, high in GAME.legal_ranges(match))
            GAME.engine.apply(match, 0, legal[what])
            at = kit_tree.node_after(found, at, what)
        stake = stakes.paid + min(found.step[at])
        assert match[0].phase not in (FIRST_BETS, SECOND_BETS)
        assert abs(int(match[0].net[0])) == stake
        ends.add(at)
    assert nodes < betting_tree.NODES
    assert len(ends) > 5


def test_tc_16_what_was_really_bet_is_in_the_tree() -> None:
    table = second_bets()
    found, _ = tree_at(table, 7, 19)
    first = kit_tree.node_after(found, 0, 7)
    assert kit_tree.node_after(found, first, 19) != kit_tree.OFF
    assert [*found.what[0, : found.ways[0]]] == [0, 5, 7, 12, 25]
    assert kit_tree.node_after(tree_at(table)[0], 0, 7) == kit_tree.OFF


def test_tc_33_who_is_all_in_is_not_raised() -> None:
    table = second_bets(stack=30)
    found, _ = tree_at(table, 25)
    after = kit_tree.node_after(found, 0, 25)
    assert [*found.what[after, : found.ways[after]]] == [kit_tree.STAYS, kit_tree.FOLDS]


def test_a_bet_is_made_by_some_choice_in_some_size() -> None:
    """Every way to make a choice, together, is as likely as the choice; whatever is done, `steady-1` does something."""
    table = Table(2).deal().claimed(0)
    m, legal = table.record, [*table.view(table.to_act).legal.actions]
    for choice in range(CHOICES):
        total = sum(hand_ranges.fits(m, choice, action) for action in legal)
        assert total == pytest.approx(0 if choice == 1 else 1)
    for share in (0.1, 0.5, 0.7, 0.95):
        assert sum(hand_ranges.plainly(m, action, share) for action in legal) == pytest.approx(1)


def test_hands_were_counted_for_everybody() -> None:
    known = hand_ranges.counted()
    for hands in (known.hands, known.plain[:, :, :, 0], known.plain[:, :, :, 1]):
        assert hands.sum(axis=(0, 1, 3, 4, 5)) == pytest.approx(1, abs=1e-3)
    assert known.hands.shape == (2, 2, 2, HOPES, 6, hand_ranges.LEVELS)


def test_tc_15_of_whom_draws_as_nobody_does_too_little_is_known() -> None:
    table = Table(2).deal({1: NOTHING}, tall="WhD").claimed(0).do("check", "check")
    m = table.do("discard 1d 2p 4d 5p 7d", "discard").record
    assert [bet_resolving.can_plan(m, me, 0, hand_ranges.counted_1()) for me in (0, 1)] == [False, True]
    assert [bet_resolving.can_plan(m, me, 0, hand_ranges.counted()) for me in (0, 1)] == [True, True]


def test_tc_15_who_keeps_all_cards_may_hold_anything() -> None:
    """To `expert-1` it has what the policy would keep."""
    m = Table(2).deal({1: NOTHING}, tall="b").claimed(0).do("check", "check", "discard", "discard").record
    likely, steps = np.ones((2, hand_ranges.HANDS)), np.arange(hand_ranges.LEVELS)
    now, before = (
        hand_ranges.held(m, 0, kit_tree.OFF, known, likely)
        for known in (hand_ranges.counted(), hand_ranges.counted_1())
    )
    assert now.theirs @ steps / now.theirs.sum() < before.theirs @ steps / before.theirs.sum()


def held_after(first: str, drawn: str = "1d 2p 4d", part: int | None = None) -> hand_ranges.HandRanges:
    """The ranges of seat 1 after its first bet and a draw, if it is of one kind alone or of all."""
    table, known = Table(2).deal({1: NOTHING}, tall="b").claimed(0), hand_ranges.counted()
    known = known if part is None else known._replace(parts=np.eye(hand_ranges.PARTS)[part])
    m, likely = table.record, np.ones((2, hand_ranges.HANDS))
    hand_ranges.note(m, GAME.words.parse(m, first), False, expert.chances(), known, likely)
    table.do(first)
    raiser = int(table.record.raiser)
    m = table.do("call" if table.record.bet else "check", f"discard {drawn}".strip(), "discard").record
    found = hand_ranges.held(m, 0, raiser, known, likely)
    assert found.mine.sum() == pytest.approx(1)
    assert found.theirs.sum() + found.plain.sum() == pytest.approx(1)
    return found


def level_after(first: str, drawn: str = "1d 2p 4d", part: int | None = None) -> float:
    """The mean level of seat 1."""
    found = held_after(first, drawn, part)
    return float((found.theirs + found.plain) @ np.arange(hand_ranges.LEVELS))


@pytest.mark.parametrize("part", [hand_ranges.ALIKE, hand_ranges.PLAINLY])
def test_tc_13_who_bets_is_taken_to_hold_more(part: int) -> None:
    """If it bets as the strategy for two or as `steady-1`: then the more it bets, the more it holds."""
    checks, small, large = (level_after(first, part=part) for first in ("check", "bet 5", "bet 25"))
    assert checks < small < large


def test_tc_13_of_whom_bets_with_any_hand_bets_say_nothing() -> None:
    checks, large = (held_after(first, part=hand_ranges.FREELY) for first in ("check", "bet 25"))
    assert checks.theirs == pytest.approx(large.theirs)


@pytest.mark.parametrize("drawn", ["", "1d", "1d 2p"])
def test_tc_13_who_bets_and_draws_little_is_taken_to_hold_more(drawn: str) -> None:
    """Of whatever kind it is: a large bet before so small a draw is usual with a strong hand."""
    assert level_after("check", drawn) + 20 < level_after("bet 25", drawn)


def test_tc_13_a_large_bet_before_a_draw_of_three_is_rather_of_any_hand() -> None:
    """No other kind does so, hence the range comes near to that of who bets with any hand."""
    anything = level_after("bet 25", part=hand_ranges.FREELY)
    assert level_after("bet 25") == pytest.approx(anything, abs=5)
    assert level_after("check") > anything + 5
    assert level_after("bet 25", part=hand_ranges.ALIKE) > anything + 50


def solved(
    stakes: kit_tree.Stakes, held: Any, shares: Any, iterations: int, form: Callable[[Any], Any] = compile_kernel
) -> tuple[kit_tree.BettingTree, range_solver.Strategies]:
    """What the seat to act first does, with the ranges of both in bins."""
    found, nodes = form(betting_tree.tree_of)(stakes, 25, NO_PATH, 0)
    strategies = form(range_solver.begin)(found, nodes, held.shape[1])
    form(steady_1_bets.write_plain)(found, nodes, stakes.first, stakes, 25, shares, strategies)
    form(range_solver.solve)(found, nodes, stakes.first, stakes, held, strategies, iterations)
    return found, strategies


def test_the_best_and_the_worst_hands_are_bet_as_the_textbook_has_it() -> None:
    """Against what beats all bluffs and no bet for value, of all-in bets 25 / (60 + 25 + 25) are bluffs."""
    held = np.array([[0.5, 0.0, 0.5], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    found, strategies = solved(kit_tree.Stakes(1, np.array([25, 25]), 30, 0, 1), held, np.zeros((2, 3)), 400)
    all_in = [*found.what[0, : found.ways[0]]].index(25)
    bluffs, value = (range_solver.chances_at(found, 0, hand, 3, strategies)[all_in] for hand in (0, 2))
    assert value > 0.95
    assert bluffs / (bluffs + value) == pytest.approx(25 / 110, abs=0.05)


def test_tc_13_the_best_hand_is_never_folded() -> None:
    """Whatever was found: here a plan that only folds."""
    table = second_bets().do("check", "bet 25")
    found, nodes = tree_at(table, 0, 25)
    at = kit_tree.node_after(found, kit_tree.node_after(found, 0, 0), 25)
    folds = range_solver.begin(found, nodes, merged_levels.BINS)
    first = folds.start[at] + merged_levels.BINS
    folds.total[first : first + merged_levels.BINS] = 1
    plan = bet_resolving.Plan(found, folds, np.zeros(hand_ranges.LEVELS, np.int64))
    assert found.what[at, 1] == kit_tree.FOLDS
    assert (
        GAME.words.text(table.record, bet_resolving.act_by(plan, at, table.array, 0, np.random.default_rng(0)))
        == "call"
    )


def test_plain_python_solves_as_compiled_code_does() -> None:
    stakes, chance = kit_tree.Stakes(0, np.array([20, 20]), 5, 1, 1), np.random.default_rng(2)
    held, shares = chance.random((3, 7)), chance.random((2, 7))
    both = [solved(stakes, held, shares, 2, form)[1] for form in (compile_kernel, lambda kernel: kernel)]
    assert both[0].total == pytest.approx(both[1].total)
    assert both[0].plain == pytest.approx(both[1].plain)


def test_what_steady_1_does_at_a_node_is_something() -> None:
    stakes = kit_tree.Stakes(0, np.array([60, 60]), 5, 0, 1)
    found, nodes = betting_tree.tree_of(stakes, 25, NO_PATH, 0)
    for at in range(nodes):
        for share in (0.1, 0.5, 0.8, 1.0) if found.kind[at] == kit_tree.BETS_ON else ():
            chances = [
                steady_1_bets.plain_chance(found, at, choice, stakes, 25, share) for choice in range(found.ways[at])
            ]
            assert sum(chances) == pytest.approx(1)
            assert min(chances) >= 0


def decided(seeds: range) -> list[tuple[View, int]]:
    """What is found after the draw in matches of the expert against the policy; nothing but what it sees decides."""
    said = list[tuple[View, int]]()
    for seed in seeds:
        match = Match(GAME, 2, {}, fair(seed))
        while not match.over:
            view = match.view(match.to_act)
            action = make("tall-card", "steady", seed).act(view)
            if match.to_act == 0 and view.record.phase == SECOND_BETS and len(view.legal) > 1:
                found = expert.solved(view, np.random.default_rng(seed))
                assert found == expert.solved(view, np.random.default_rng(seed))
                said.append((view, found))
                action = action if found == NONE else found
            match.play(action)
    return said


def test_tc_16_what_is_found_is_legal_and_as_when_it_was_measured() -> None:
    said = decided(range(6))
    assert all(view.legal.allows(action) for view, action in said)
    assert ", ".join(GAME.words.text(view.record, action) for view, action in said) == SOLVED_FOR_TWO


def test_who_has_seen_only_this_moment_solves_nothing() -> None:
    seen = second_bets().view(1)
    assert seen.record.phase == SECOND_BETS
    assert expert.solved(View(GAME, seen.array), np.random.default_rng(0)) == NONE


@pytest.mark.long
def test_the_reply_meets_the_expert_that_plays() -> None:
    """What `course` keeps of a hand leads to what `again` finds in its history."""
    from research.tall_card import compiled_expert

    plans, table, known, same = compiled_expert.no_plans(), expert.chances(), hand_ranges.counted(), 0
    for seed in range(8):
        match = Match(GAME, 2, {"deals_each": 1}, fair(seed))
        while not match.over:
            view = match.view(match.to_act)
            told, kept = view.history, compiled_expert.fresh_course(2, match.array.dtype)
            compiled_expert.begin(kept, 0)
            if view.record.phase == SECOND_BETS:
                for before, actor, action in zip(told.views, told.actors, told.actions, strict=False):
                    if actor >= 0:
                        compiled_expert.told(before, action, kept, 0, table, known)
                found = compiled_expert.solves(match.array, 0, kept, plans, known, np.random.default_rng(seed))
                assert found == expert.solved(view, np.random.default_rng(seed))
                same += 1
            names = ("steady-1", "steady") if seed % 2 else ("steady", "random")
            match.play(make("tall-card", names[match.to_act], len(match.steps)).act(view))
    assert same > 10
