"""All-in, pots and remainders of Tall Card: TC-18, TC-33, TC-34, on hands written out and against the plain twin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shindig.gamekit.betting.pots import count_pots, settle_pots
from shindig.gamekit.betting.state import FOLDED, IN, OUT
from tests.kits.games.tall_card_table import GAME, Table, stocked
from tests.kits.twins.pots import settle as settle_chip_by_chip

COUPLES = {0: "9b 9p 5d 3b 1p", 1: "8b 8p 4d 2b 1d", 2: "7b 7p 5b 2d 1b", 3: "6b 6p 4p 3d 1b"}
"""Seat 0 beats seat 1 beats seat 2 beats seat 3."""
SISTERS = COUPLES | {0: "9b 8p 5d 4b 1p", 1: "9p 8b 5p 4p 1d", 2: "9d 7b 6d 2b 1d"}
"""Seats 0, 1 and 2 tie with High & Mighty by 9; seat 3 has a couple."""


def start(hands: dict[int, str], *chips: int, **options: Any) -> Table:
    """A table at the first betting step, these being the stacks before the ante; seat 0 deals, seat 1 claims."""
    return stocked(Table(len(chips), **options), *chips).deal(hands).claimed(1)


def test_tc_18_the_best_rank_takes_the_pot() -> None:
    table = start(COUPLES, 100, 100, 100, 100)
    table.do("1: bet 10", "2: call", "3: call", "0: call")
    table.finish()
    assert table.won == [60, 0, 0, 0]
    assert table.chips == [145, 85, 85, 85]


def test_tc_18_tied_hands_split_and_what_does_not_divide_goes_into_the_next_pot() -> None:
    table = start(SISTERS, 100, 100, 100, ante=1)
    table.do("1: bet 2", "2: fold", "0: call")
    table.finish()
    assert table.won == [3, 3, 0]
    assert table.record.carried == 1
    assert "You can’t split 1, so it goes into the next main pot." in table.told
    table.deal(COUPLES).claimed()
    assert table.pots == [4]
    table.finish()
    assert table.won == [4, 0, 0]
    assert table.record.carried == 0


def test_tc_34_a_part_of_an_ante_that_nobody_matched_goes_back_and_makes_no_side_pot() -> None:
    table = stocked(Table(3, ante=5), 3, 100, 4).deal(COUPLES)
    assert (table.chips, table.pots) == ([0, 96, 0], [9, 2])
    table.finish()
    assert table.won == [9, 2, 0]
    two = stocked(Table(2, ante=5), 3, 20).deal(COUPLES | {1: "9b 9p 5d 3b 1p", 0: "8b 8p 4d 2b 1d"})
    assert two.pots == [6]
    two.finish()
    assert (two.won, two.chips) == ([0, 6], [0, 23])
    assert "Side pot" not in two.told


def test_tc_18_what_was_carried_over_also_goes_to_the_last_player_left() -> None:
    table = start(SISTERS, 100, 100, 100, ante=1)
    table.do("1: bet 2", "2: fold", "0: call")
    table.finish().deal().claimed()
    table.do("2: bet 1", "0: fold", "1: fold")
    assert table.won == [0, 0, 4]


def test_tc_18_also_when_the_next_round_turns_out_not_to_start() -> None:
    table = stocked(Table(3, deals_each=1), 100, 100, 10).deal(COUPLES | {2: "8d 8p 5b 2d 1b"}).finish()
    table.deal(SISTERS | {2: "8d 7b 6d 2b 1d"}).finish()
    assert table.won == [7, 7, 0]
    assert table.over
    assert table.record.removed == 1
    assert table.record.deals.tolist()[:3] == [1, 1, 0]


def test_tc_18_after_the_last_round_it_leaves_the_game() -> None:
    table = start(SISTERS, 100, 100, 100, deals_each=1, ante=1)
    table.finish().deal(SISTERS).finish().deal(SISTERS).claimed()
    table.do(f"{table.to_act}: bet 1", "fold", "call")
    table.finish()
    assert table.over
    assert table.record.removed == 1
    assert table.record.carried == 0
    assert sum(table.chips) == 299
    assert "You can’t split 1, so nobody gets it." in table.told


def test_tc_18_without_antes_what_was_carried_over_goes_to_the_best_rank() -> None:
    table = start(SISTERS, 100, 100, 100, ante=0)
    table.do("1: bet 1", "2: call", "0: call")
    table.do("1: discard", "2: discard", "0: discard", "1: bet 1", "2: fold", "0: call")
    assert table.won == [2, 2, 0]
    assert table.record.carried == 1
    table.deal(COUPLES).finish()
    assert table.won == [1, 0, 0]


def test_tc_33_nobody_can_bet_what_they_do_not_have() -> None:
    table = start(COUPLES, 100, 13, 100)
    assert table.refused("bet 9") == "TC-13"
    assert "bet 8" in table.legal
    table.do("1: bet 8")
    assert table.chips[1] == 0
    assert table.told.endswith("{1} bet 8 and is all-in.")


def test_tc_33_a_player_may_always_call_with_all_they_have_left() -> None:
    table = start(COUPLES, 11, 100, 100)
    table.do("1: bet 20", "2: call")
    assert list(table.legal) == ["call", "fold"]
    assert table.refused("raise 1") == "TC-33"
    table.do("0: call")
    assert "and is all-in." in table.told.splitlines()[-1]
    assert table.pots == [15 + 18, 28]
    table.finish()
    assert table.won == [33, 28, 0]


def test_tc_33_bet_and_raise_with_all_one_has_even_under_the_minimum() -> None:
    table = start(COUPLES, 100, 12, 21, 100, min_bet=10)
    assert list(table.legal) == ["check", "bet 7"]
    table.do("1: bet 7")
    assert list(table.legal) == ["call", "fold", "raise 9"]
    table.do("2: raise 9")
    assert table.record.bet == 16
    assert table.chips[2] == 0


def test_tc_33_never_over_the_maximum() -> None:
    table = start(COUPLES, 100, 45, 100)
    assert table.refused("bet 40") == "TC-13"
    table.do("1: bet 25")
    assert table.refused("raise 26") == "TC-13"
    table.do("2: raise 25", "0: call")
    assert list(table.legal) == ["call", "fold"]


def test_tc_33_a_raise_under_the_minimum_does_not_reopen_the_betting() -> None:
    table = start(COUPLES, 100, 100, 28, 100, min_bet=10)
    table.do("1: bet 20", "2: raise 3")
    assert "raise 10" in table.legal
    table.do("3: call", "0: call")
    assert list(table.legal) == ["call", "fold"]
    assert table.refused("raise 10") == "TC-33"
    table.do("1: call")
    assert table.record.paid.tolist()[:4] == [28, 28, 28, 28]


def test_tc_33_a_full_raise_after_it_does() -> None:
    table = start(COUPLES, 100, 100, 28, 100, min_bet=10)
    table.do("1: bet 20", "2: raise 3", "3: raise 10", "0: call")
    assert "raise 25" in table.legal


def test_tc_33_a_bet_under_the_minimum_does_not_reopen_it_for_those_who_checked() -> None:
    table = start(COUPLES, 100, 100, 12, min_bet=10)
    table.do("1: check", "2: bet 7", "0: call")
    assert list(table.legal) == ["call", "fold"]
    assert table.refused("raise 10") == "TC-33"


def test_tc_33_side_pots_can_be_won_only_by_those_who_paid_into_them() -> None:
    table = start(COUPLES, 10, 25, 55, 95)
    table.do("1: bet 20", "2: raise 25", "3: raise 25", "0: call", "2: call")
    assert table.pots == [40, 45, 60]
    assert [bin(members) for members in table.record.pot_members[:3]] == ["0b1111", "0b1110", "0b1100"]
    assert [str(name) for name, _ in table.view().scene.pots] == ["Main pot", "Side pot 1", "Side pot 2"]
    table.finish()
    assert table.won == [40, 45, 60, 0]
    assert "Side pot 2: {2} wins 60.\nSide pot 1: {1} wins 45.\nMain pot: {0} wins 40.\n{0} wins 40." in table.told


def test_tc_33_side_pots_also_split() -> None:
    table = start(SISTERS, 10, 30, 100, 30)
    table.do("1: bet 25", "2: call", "3: fold", "0: call")
    assert table.pots == [10 * 3 + 5, 40]
    table.finish()
    assert table.won == [11, 31, 31, 0]
    assert table.record.carried == 2


def test_tc_33_all_in_players_claim_draw_and_show_but_do_not_bet() -> None:
    table = stocked(Table(3), 5, 100, 5).deal(COUPLES, draws="9d")
    table.do("1: decline", "2: claim")
    assert table.to_act == 1
    table.do("1: discard", "2: discard 1b", "0: discard 1p")
    assert sorted(table.shown()) == [0, 1, 2]


def test_tc_33_where_only_one_could_bet_and_nothing_is_to_call_the_step_is_skipped() -> None:
    table = start(COUPLES, 15, 100, 15)
    table.do("1: bet 20", "2: call", "0: call", "1: discard", "2: discard", "0: discard")
    assert table.record.phase not in (2, 4)
    assert table.won[0] == 45


def test_tc_33_who_owes_is_asked_even_if_nobody_else_can_bet() -> None:
    table = start(COUPLES, 15, 100, 15)
    table.do("1: check", "2: bet 10", "0: call")
    assert table.to_act == 1
    table.do("1: fold")
    assert table.record.status[1] == FOLDED


def test_tc_34_the_uncalled_part_of_a_bet_goes_back() -> None:
    table = start(COUPLES, 15, 100)
    table.do("1: bet 25", "0: call")
    assert table.chips == [0, 85]
    assert table.pots == [30]


def test_tc_34_when_all_fold() -> None:
    table = start(COUPLES, 100, 100, 100)
    table.do("1: bet 5", "2: raise 25", "0: fold", "1: fold")
    assert table.won == [0, 0, 25]
    assert table.chips == [95, 90, 115]


def test_tc_34_only_what_stands_above_the_second_highest_contribution_folded_players_included() -> None:
    table = start(COUPLES, 10, 100, 100)
    table.do("1: bet 20", "2: raise 25", "0: call", "1: fold")
    assert table.chips == [0, 75, 75]
    assert table.pots == [30, 30]
    table.finish()
    assert table.won == [30, 0, 30]


def test_tc_34_each_pots_own_remainder_is_carried_and_does_not_fall_into_the_next_pot() -> None:
    table = start(SISTERS, 6, 10, 10, 100)
    table.do("1: bet 3", "2: call", "3: fold", "0: call")
    assert table.pots == [23, 4]
    table.finish()
    assert table.won == [7, 9, 9, 0]
    assert table.record.carried == 2
    assert table.told.endswith("You can’t split 2, so it goes into the next main pot.")


def test_tc_34_two_remainders_are_not_thrown_together() -> None:
    m = Situation([5, 8, 8, 5, 6], {0, 1, 2}, [3, 3, 3, 0, 0]).settled()
    assert [int(m.pot[p]) for p in range(m.pots)] == [25, 7]
    assert m.won[:5].tolist() == [8, 11, 11, 0, 0]
    assert m.carried == 1 + 1


@dataclass
class Situation:
    """A round at its reveal: what each seat has paid, who is still in, how strong each hand is."""

    paid: list[int]
    staying: set[int]
    strength: list[int]
    carried: int = 0

    def settled(self) -> Any:
        """The record after the game's kernels have settled it."""
        array = GAME.rules.layout.empty()
        m = array[0]
        m.seats, m.carried = len(self.paid), self.carried
        for seat, amount in enumerate(self.paid):
            m.paid[seat] = amount
            m.status[seat] = IN if seat in self.staying else FOLDED if amount else OUT
            m.strength[seat] = self.strength[seat]
        count_pots(m)
        settle_pots(m, m.strength)
        return m


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """Two to seven seats, of which some have paid and some of these stay."""
    seats = draw(st.integers(2, 7))
    paid = draw(st.lists(st.integers(0, 40), min_size=seats, max_size=seats).filter(any))
    staying = draw(st.sets(st.sampled_from([seat for seat in range(seats) if paid[seat]]), min_size=1))
    strength = draw(st.lists(st.integers(0, 3), min_size=seats, max_size=seats))
    return Situation(paid, staying, strength, draw(st.integers(0, 9)))


@given(situations())
def test_tc_34_settlement_agrees_with_the_twin_chip_by_chip(situation: Situation) -> None:
    m = situation.settled()
    won, carried, _ = settle_chip_by_chip(situation.paid, situation.staying, situation.strength, situation.carried)
    assert m.won[: m.seats].tolist() == won
    assert m.carried == carried


@pytest.mark.parametrize("seats", range(2, 8))
def test_tc_18_without_any_payment_what_was_carried_is_for_all_who_are_in(seats: int) -> None:
    m = Situation([0] * seats, set(range(seats)), [1] * seats, 2 * seats + 1).settled()
    assert m.won[:seats].tolist() == [2] * seats
    assert m.carried == 1
