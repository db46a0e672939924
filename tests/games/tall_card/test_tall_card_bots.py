"""Tall Card's steady bot and the hints: they play by the rules, and for reasons that can be named. TC-12 to TC-17."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from shindig import policy_bots
from shindig.bots import make
from shindig.games.tall_card.bots import blueprint, blueprint_play, expert, steady_2
from shindig.games.tall_card.bots.rival_strengths import after_draw, field_of
from shindig.games.tall_card.rules.state import BET, DISCARD, DRAW, FIRST_BETS, SECOND_BETS
from shindig.match import Match, View, fair
from tests.kits.games.tall_card_table import GAME, Table

SISTERS = "9p 9d 9b 9p 9d"
ABOVE = [0.01 + part for part in blueprint.PRICES]
"""A price of each class, in parts of the largest bet."""
BETS_FOR_TWO = (
    "bet 12, fold, bet 5, call, bet 12, fold, check, check, bet 5, call, bet 12, fold, check, bet 25, raise "
    "12, raise 18, call, check, bet 5, fold, check, check, check, check, check, check, bet 25, fold, check, "
    "bet 5, fold, check, bet 12, fold, bet 12, call, check, check, bet 5, raise 25, call, bet 5, call, check, "
    "check, bet 12, fold, bet 12, fold, bet 12, fold, bet 12, call, bet 25, call, bet 25, call, bet 12, fold, "
    "check, bet 5, fold, check, bet 5, call, check, bet 25, fold, check, bet 12, fold"
)
"""What the trained strategy does in its first matches against itself."""


def answer(table: Table, seed: int = 1) -> str:
    """What the steady bot does at the seat to act."""
    return GAME.words.text(table.view(table.to_act).record, make("tall-card", seed=seed).act(table.view(table.to_act)))


def play(names: list[str], seed: int, **options: object) -> Match:
    """A whole match of bots."""
    match = Match(GAME, len(names), options, fair(seed))
    bots = [make("tall-card", name, 10 * seed + seat) for seat, name in enumerate(names)]
    held = GAME.rules.conserved(match.record)
    while not match.over:
        match.play(bots[match.to_act].act(match.view(match.to_act)))
        assert GAME.rules.conserved(match.record) == held
    return match


@pytest.mark.parametrize("options", [{}, {"declare": "manual", "ante": 30, "max_bet": 100, "min_bet": 3}])
def test_tc_20_steady_plays_legally_to_the_end(options: dict[str, object]) -> None:
    match = play(["steady", "steady", "random", "steady"], 4, **options)
    assert match.result
    assert sum(match.result.scores) <= 400


def test_the_same_seed_plays_the_same_match() -> None:
    assert play(["steady", "random"], 2).steps == play(["steady", "random"], 2).steps


def test_tc_13_steady_never_folds_a_hand_that_cannot_be_beaten() -> None:
    for seed in range(5):
        table = Table(3, stack=500).deal({1: SISTERS, 2: "8p 8d 8b 1p 1d"}, tall="b").claimed(2)
        table.do("check", "bet 25", "raise 25")
        assert answer(table, seed).split()[0] in ("call", "raise")
        table.do("call", "call").do("1: discard", "2: discard", "0: discard")
        table.do("check", "bet 25", "raise 25")
        assert answer(table, seed).split()[0] in ("call", "raise")


def test_tc_13_steady_bets_a_hand_that_cannot_be_beaten() -> None:
    assert answer(Table(3).deal({1: SISTERS}, tall="b").claimed(2)).split()[0] == "bet"


def test_tc_13_steady_folds_nothing_to_a_high_price() -> None:
    table = Table(3, ante=1).deal({1: "1d 2p 4d 5p 7d"}, tall="b", draws="9p").claimed(2)
    table.do("check", "check", "check", "1: discard 7d", "2: discard", "0: discard")
    table.do("check", "bet 25", "raise 25")
    assert {answer(table, seed) for seed in range(5)} == {"fold"}


def without_a_draw(hand: str, players: int = 2) -> Table:
    """Seat 1 draws nothing and bets the most; seat 0 has a hand that it keeps, and all others fold."""
    table = Table(players, stack=200).deal({0: hand, 1: "1d 2p 4d 6p 7d"}, tall="b").claimed(0)
    table.do(*["check"] * players, *[f"{seat}: discard" for seat in (*range(1, players), 0)])
    return table.do("bet 25", *["fold"] * (players - 2))


@pytest.mark.parametrize(
    ("hand", "does"), [("1d 2p 4d 5p 7d", "fold"), ("8p 8d 2b 2p 4d", "call"), ("8p 8d 8b 1p 2d", "raise 25")]
)
def test_tc_15_a_bet_without_a_draw_may_be_a_bluff(hand: str, does: str) -> None:
    """Steady bets by what any draw makes, which beats a hand of nothing and not two pairs; `steady-2` folded both."""
    view = without_a_draw(hand).view(0)
    assert answer(without_a_draw(hand)) == does
    assert GAME.words.text(view.record, make("tall-card", "steady-2", 1).act(view)) == "fold"


def test_tc_15_among_more_players_it_may_be_one_as_well() -> None:
    assert answer(without_a_draw("8p 8d 8b 2p 2d", players=3)) != "fold"


def test_steady_2_is_steady_but_for_bets_without_a_draw() -> None:
    """Compiled or not, for two and more."""
    differed = 0
    for seed in range(12):
        match = Match(GAME, 2 + seed % 2, {}, fair(seed))
        while not match.over:
            view = match.view(match.to_act)
            m, drew = view.record, view.record.drew[: match.seats]
            does, did = (act(view, np.random.default_rng(seed)) for act in (policy_bots.steady, steady_2.act))
            if m.phase in (FIRST_BETS, SECOND_BETS):
                assert did == steady_2.bet_at(view.array, 0, np.random.default_rng(seed))
            if does != did:
                assert m.phase == SECOND_BETS
                assert 0 in [one for seat, one in enumerate(drew) if seat != view.seat]
                assert m.bet > m.step_paid[view.seat]
                differed += 1
            match.play(some_bet(view, does, seed))
    assert differed > 3


def some_bet(view: View, usual: int, seed: int) -> int:
    """The usual action; of the seat by the parity of the seed, no draw and the largest bet."""
    if view.seat != seed % 2:
        return usual
    if view.record.phase == DRAW:
        return DISCARD
    span = view.legal.ranges[-1]
    return span[1] if view.record.phase == SECOND_BETS and span[0] >= BET else usual


def test_tc_12_steady_claims_a_dragon_of_which_it_has_much() -> None:
    assert answer(Table(3).deal({1: "RdD RdD 9p 8d 3b"}, tall="RdD")) == "claim"


def test_tc_12_steady_claims_the_suit_of_its_good_hand() -> None:
    assert answer(Table(3).deal({1: "8p 8p 8d 4p 3b"}, tall="p")) == "claim"


def test_tc_12_steady_leaves_the_tall_card_with_a_hand_that_must_be_redrawn() -> None:
    assert answer(Table(3).deal({1: "1p 3d 5p 7d 8d"}, tall="b")) == "decline"


def test_tc_15_steady_keeps_what_belongs_together() -> None:
    table = Table(3).deal({1: "8p 8d 8d 4d 3p"}, tall="b").claimed(2)
    table.do("check", "check", "check")
    assert answer(table) == "discard 3p 4d"


def test_tc_17_steady_declares_its_best_rank() -> None:
    table = Table(2, declare="manual").deal({1: "8p 8d 8p 4d 3b"}, tall="WhD").claimed(0)
    table.do("check", "check", "discard", "discard", "check", "check")
    assert answer(table) == "declare 9 8p 8p 8d"


def test_steady_beats_random_clearly() -> None:
    credits = [
        result.scores[0] for seed in range(40) if (result := play(["steady", "random"], seed, deals_each=1).result)
    ]
    assert np.mean(credits) > 112


def test_fields_are_chances_and_drawing_fewer_tells_of_more() -> None:
    assert after_draw(1, False).sum() == pytest.approx(1)
    means = [float(field_of(1, False, drew, False) @ np.arange(after_draw(1, False).shape[1])) for drew in (0, 2, 3, 4)]
    assert means == sorted(means, reverse=True)
    bold, calm = (np.cumsum(field_of(1, False, 3, bold)) for bold in (True, False))
    assert (bold <= calm + 1e-9).all()


def test_hints_before_the_claim() -> None:
    lines = Table(2).deal({1: "RdD RdD 9p 8d 3b"}, tall="RdD").view(1).hints
    assert len(lines) == 2
    assert "Red Dragon" in str(lines[0])


def test_tc_15_hints_at_the_draw_name_the_best_discard_first() -> None:
    table = Table(2).deal({1: "8p 8d 8d 4d 3p"}, tall="b").claimed(0).do("check", "check")
    first, *others = table.view(1).hints
    assert str(first).startswith("Swap the 3 of Plums and the 4 of Diamonds, and you beat ")
    assert len(others) == 4
    assert table.view(0).hints == []


def test_tc_15_a_review_compares_the_chances_of_two_swaps_if_the_best_has_more() -> None:
    view = Table(2).deal({1: "8p 8d 8d 4d 3p"}, tall="b").claimed(0).do("check", "check").view(1)
    none, two = [view.game.words.parse(view.plain, text) for text in ("discard", "discard 4d 3p")]
    best, made = map(str, view.list_reasons(none, two))
    assert best.startswith("Swap the 3 of Plums and the 4 of Diamonds, and you beat ")
    assert made.startswith("Keep them all, and you beat ")
    assert view.list_reasons(two, none) == []


def test_tc_15_hints_for_the_claimer_discard_one_at_most() -> None:
    table = Table(2).deal({1: "8p 8d 8d 4d 3p"}, tall="p").claimed(1).do("check", "check")
    assert all(line.count("3 of Plums") + line.count("4 of Diamonds") < 2 for line in map(str, table.view(1).hints))


def test_hints_while_betting_say_what_the_hand_is() -> None:
    table = Table(2).deal({1: SISTERS}, tall="b").claimed(0)
    assert [str(line) for line in table.view(1).hints] == ["You have five 9s. That beats just about every hand."]


@pytest.mark.parametrize(("hand", "bolder"), [(SISTERS, True), ("1b 2p 3d 4b 7p", False)])
def test_a_review_names_the_hand_only_where_it_speaks_for_the_better_bet(hand: str, bolder: bool) -> None:
    view = Table(2).deal({1: hand}, tall="b").claimed(0).view(1)
    check, bet = [view.game.words.parse(view.plain, text) for text in ("check", "bet 6")]
    for made, better, told in ((check, bet, bolder), (bet, check, not bolder)):
        assert [str(line)[:8] for line in view.list_reasons(made, better)] == ["You had "] * told


def test_tc_43_hints_say_for_what_a_wild_dragon_stands() -> None:
    table = Table(2).deal({1: "4b 8b 3p 6d WhD"}, tall="WhD").claimed(1)
    wild, made = map(str, table.view(1).hints)
    assert wild == "You claimed the White Dragon, so yours counts as the 8 of Bamboo."
    assert made.startswith("You have two 8s of Bamboo.")


def bets(phase: int, dealer: int = 0, claimer: int = 0, mine: float = 0, owed: float = 0.1, **more: Any) -> Any:
    """Two who bet: what seat 0 has bet in this step and before, and owes, in parts of the largest bet."""
    step = [100.0 * mine, 100.0 * (mine + owed)]
    claimers, others = more.get("drew", (0, 0))
    return SimpleNamespace(
        phase=phase,
        dealer=dealer,
        claimer=claimer,
        max_bet=100,
        bet=step[1],
        step_paid=step,
        paid=[step[0] + 100.0 * more.get("before", 0), 0.0],
        chips=[1000.0, 1000.0],
        drew=[others, claimers] if claimer else [claimers, others],
    )


def test_the_strategy_for_two_knows_every_situation_by_a_number_of_its_own() -> None:
    """One for each class of roles, money, draws, lines and chances: none twice, and all within the table."""
    roles = [*product((0, 1), (0, 1))]
    hopes = [blueprint.LEAST_HOPE + blueprint.HOPE_STEP * (n + 0.5) for n in range(blueprint.HOPES)]
    first = {
        blueprint.situation(bets(FIRST_BETS, *role, mine, owed), 0, hope, 0)
        for role, owed, mine, hope in product(roles, (0, *ABOVE), (0, 0.5, 3), hopes)
    }
    assert len(first) == 4 * blueprint.OWED * 3 * blueprint.HOPES
    assert max(first) < blueprint.FIRST
    draws = [*product((0, 1), (0, 2, 3, 4))]
    paid = [0.2, *(0.01 + part for part in blueprint.PAID)]
    second = {
        blueprint.situation(bets(SECOND_BETS, *role, before=before, drew=drew), 0, hope, line)
        for role, before, drew, hope, line in product(roles, paid, draws, (0.0, *blueprint.BINS), range(3))
    }
    assert len(second) == 4 * blueprint.POTS * blueprint.DRAWS * blueprint.STRONG * 3
    assert min(second) >= blueprint.FIRST
    assert max(second) < blueprint.SITUATIONS
    assert expert.chances().shape == (blueprint.SITUATIONS, blueprint.CHOICES)


def test_the_strategy_for_two_has_the_numbers_under_which_it_was_written() -> None:
    at = [
        blueprint.situation(bets(FIRST_BETS, mine=mine), 0, hope, 0)
        for mine, hope in product((0, 0.5, 3), (0.21, 0.24, 0.95))
    ]
    assert at == [5400, 5401, 5423, 5496, 5497, 5519, 5544, 5545, 5567]


def test_the_strategy_for_two_bets_as_when_it_was_measured() -> None:
    said, seed = list[str](), 0
    while len(said) < 60:
        match, rng, seed = Match(GAME, 2, {"stack": 60}, fair(seed)), np.random.default_rng(seed), seed + 1
        while not match.over:
            view = match.view(match.to_act)
            action = make("tall-card", "steady", 0).act(view)
            if view.record.phase in (FIRST_BETS, SECOND_BETS) and len(view.legal) > 1:
                action = blueprint_play.choose_at(view.array, 0, expert.chances(), expert.line_of(view), rng)
                said.append(GAME.words.text(view.record, action))
            match.play(action)
    assert ", ".join(said) == BETS_FOR_TWO


def test_the_strategy_for_two_knows_nothing_where_it_was_never_trained() -> None:
    table = Table(2).deal({1: SISTERS}, tall="b").claimed(0)
    untrained = np.zeros_like(expert.chances())
    assert (
        blueprint_play.choose_at(table.view(1).array, 0, untrained, blueprint.NO_LINE, np.random.default_rng(0))
        == blueprint_play.NONE
    )


def test_tc_13_the_strategy_for_two_never_folds_what_cannot_be_beaten_nor_to_little() -> None:
    table = Table(2, ante=5).deal({1: SISTERS}, tall="b").claimed(0).do("check", "bet 25")
    record = table.view(1).record
    assert [blueprint_play.keeps_on(record, hope) for hope in (blueprint_play.BEST, blueprint_play.BEST - 0.01)] == [
        True,
        False,
    ]
    cheap = Table(2, ante=20).deal({1: SISTERS}, tall="b").claimed(0).do("check", "bet 1").view(1).record
    assert blueprint_play.keeps_on(cheap, 0.0)


def test_who_bet_last_before_the_draw_is_known_by_any_bet() -> None:
    table = Table(2, first_dealer=0).deal().claimed()
    table.do("bet 1", "call")
    while table.record.phase != SECOND_BETS:
        table.do("discard")
    lines = [expert.line_of(table.view(seat)) for seat in range(2)]
    assert sorted(lines) == sorted((blueprint.MINE, blueprint.THEIRS))
