"""Tall Card's steady bot and the hints: they play by the rules, and for reasons that can be named. TC-12 to TC-17."""

from __future__ import annotations

import numpy as np
import pytest
from tall_card_table import GAME, Table

from shindig.bots import make
from shindig.games.tall_card.bots.fields import after_draw, field_of
from shindig.match import Match, fair

SISTERS = "9p 9d 9b 9p 9d"


def answer(table: Table, seed: int = 1) -> str:
    """What the steady bot does at the seat to act."""
    return GAME.words.text(table.view(table.to_act).record, make("tall-card", seed=seed).act(table.view(table.to_act)))


def play(names: list[str], seed: int, **options: object) -> Match:
    """A whole match of bots."""
    match = Match(GAME, len(names), options, fair(seed))
    bots = [make("tall-card", name, 10 * seed + seat) for seat, name in enumerate(names)]
    held = GAME.rules.held(match.record)
    while not match.over:
        match.play(bots[match.to_act].act(match.view(match.to_act)))
        assert GAME.rules.held(match.record) == held
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
    assert "Red Dragon" in lines[0]


def test_tc_15_hints_at_the_draw_name_the_best_discard_first() -> None:
    table = Table(2).deal({1: "8p 8d 8d 4d 3p"}, tall="b").claimed(0).do("check", "check")
    first, *others = table.view(1).hints
    assert first.startswith("Discard 3 of Plum, 4 of Diamond: beats ")
    assert "3 Pretty Sisters" in first
    assert len(others) == 4
    assert table.view(0).hints == []


def test_tc_15_hints_for_the_claimer_discard_one_at_most() -> None:
    table = Table(2).deal({1: "8p 8d 8d 4d 3p"}, tall="p").claimed(1).do("check", "check")
    assert all(line.count("3 of Plum") + line.count("4 of Diamond") < 2 for line in table.view(1).hints)


def test_hints_while_betting_say_what_the_hand_is() -> None:
    table = Table(2).deal({1: SISTERS}, tall="b").claimed(0)
    assert table.view(1).hints == [
        "You hold 5 Pretty Sisters (9 of Bamboo, 9 of Plum, 9 of Plum, 9 of Diamond, 9 of Diamond): better than 99% of "
        "the hands you have not seen."
    ]
