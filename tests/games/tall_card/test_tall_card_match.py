"""Whole matches of Tall Card: who deals, who is out, when it ends. TC-4, TC-6, TC-19, TC-20."""

from __future__ import annotations

import pytest

from shindig.core.layout_and_views import OVER
from shindig.gamekit.betting.state import IN, OUT
from tests.kits.games.tall_card_table import Table, stocked


def dealers(table: Table, rounds: int) -> list[int]:
    """Who deals each round, everyone passing."""
    found = []
    for _ in range(rounds):
        found.append(int(table.deal().record.dealer))
        table.finish()
    return found


def test_tc_19_the_deal_moves_clockwise() -> None:
    assert dealers(Table(4, dealer=2, ante=0), 5) == [2, 3, 0, 1, 2]


def test_tc_19_players_without_credits_are_out_and_do_not_deal() -> None:
    table = stocked(Table(4), 100, 5, 100, 100).deal().finish()
    assert table.chips == [115, 0, 95, 95]
    assert "{1} is broke." in table.told
    assert table.deal().record.dealer == 2
    assert [int(status) for status in table.record.status[:4]] == [IN, OUT, IN, IN]
    assert table.hand(1) == "? ? ? ? ?"
    table.do("3: decline", "0: decline", "2: claim", "3: check", "0: check", "2: check")
    assert table.view().scene.seats[1].state == "out"
    assert table.told.count("{1} is broke.") == 1


def test_tc_19_the_new_dealer_reshuffles() -> None:
    table = Table(2).deal().finish()
    assert table.needs == "main"
    assert len(table.wanted()) == 66


@pytest.mark.parametrize("deals_each", [1, 2, 3])
@pytest.mark.parametrize("seats", [2, 5, 7])
def test_tc_20_the_game_ends_when_everyone_has_dealt_so_often(seats: int, deals_each: int) -> None:
    table = Table(seats, deals_each=deals_each, ante=0)
    dealers(table, seats * deals_each)
    assert table.over
    assert table.record.deals.tolist()[:seats] == [deals_each] * seats
    assert table.result is not None
    assert table.result.reason == "everyone has dealt"


def test_tc_20_twice_is_usual() -> None:
    table = Table(3, ante=0)
    dealers(table, 5)
    assert not table.over
    dealers(table, 1)
    assert table.over


def test_tc_20_players_who_are_out_need_not_have_dealt() -> None:
    table = stocked(Table(4, deals_each=1), 100, 100, 100, 15)
    dealers(table, 3)
    assert table.over
    assert table.record.deals.tolist()[:4] == [1, 1, 1, 0]


def test_tc_20_or_when_only_one_has_credits() -> None:
    table = stocked(Table(3), 100, 5, 3).deal().finish()
    assert table.to_act == OVER
    assert table.result is not None
    assert table.result.reason == "one player holds all the credits"
    assert table.result.scores == (108, 0, 0)
    assert table.result.winners == (0,)
    out = "{1} is broke.\n{2} is broke.\n"
    assert table.told.endswith(f"{out}That’s the match. {{0}} wins the match with 108.")


def test_tc_20_most_credits_win() -> None:
    table = Table(2, deals_each=1).deal().finish().deal().finish()
    assert table.result is not None
    assert table.result.scores == (110, 90)
    assert table.result.winners == (0,)
    assert table.told.endswith("That’s the match. {0} wins the match with 110.")
    assert str(table.view().scene.result) == "{0} wins 10. {0} wins the match with 110."


def test_tc_20_equal_credits_share_the_win() -> None:
    table = Table(2, deals_each=1, ante=0)
    dealers(table, 2)
    assert table.result is not None
    assert table.result.winners == (0, 1)
    assert table.told.endswith("That’s the match. {0} and {1} tie with 100 each.")


def test_tc_20_a_dealer_who_goes_out_passes_the_deal_on() -> None:
    table = stocked(Table(4, dealer=1), 100, 5, 100, 100).deal().finish()
    assert (table.chips[1], int(table.record.dealer)) == (0, 1), "the deal moves when the next round begins"
    assert table.deal().record.dealer == 2


def test_nothing_can_be_done_when_the_match_is_over() -> None:
    table = Table(2, deals_each=1, ante=0)
    dealers(table, 2)
    assert list(table.legal) == []
    assert not table.can("check")
    assert table.needs is None
