"""Playing for money: PB-50 to PB-54."""

from __future__ import annotations

import pytest

from shindig.gamekit import GameError, IllegalAction
from shindig.games.pokebacc.rules.deal import begin_hand
from shindig.games.pokebacc.rules.ending import drop_broke, next_hand
from shindig.games.pokebacc.rules.funds import pay_out
from shindig.games.pokebacc.rules.state import ALONE, ANSWER, DISASTER, HAND_OVER, IN, LAST_LEFT, OUT, PASS, RAISE, TURN
from shindig.games.pokebacc.words.outcome import money
from shindig.match import Match
from shindig.server.table_log.legal_action_facts import timeout_action
from tests.kits.games.pokebacc_table import ALL, BANK, FARM, ROYAL, Table, game

PURE = {ROYAL: "KA QA CA PA SA", BANK: "TA RA VA HA", FARM: "KA QA PA SA"}


def rich(name: str, seats: int = 3, **options: object) -> Table:
    return Table(name, seats, 0, stakes="on", **options)


def win(table: Table, seat: int) -> Table:
    """Deal a hand that a seat wins at once."""
    cards = PURE[table.name]
    table.deal({seat: cards})
    while table.to_act != seat:
        table.idle()
    table.does(f"lay {cards}")
    while table.record.phase == DISASTER:
        table.does("spare")
    return table


def fund(table: Table) -> int:
    return int(table.record.fund)


def sides(table: Table) -> dict[int, int]:
    """Side funds by the mask of their members."""
    return {members: amount for members, amount in enumerate(table.record.side.tolist()) if amount}


@pytest.mark.parametrize("name", ALL)
def test_pb_50_without_stakes_there_is_no_money(name: str) -> None:
    table = Table(name).deal()
    assert (table.chips(), fund(table), money(table.record)) == ([0, 0, 0], 0, 0)
    word = "raise" if name == ROYAL else "invite"
    with pytest.raises(IllegalAction, match="not playing for money"):
        table.play(f"{word} 5")


def test_pb_50_everyone_buys_in_for_the_match() -> None:
    table = rich(ROYAL, 4, stacks=50, buy_in=20)
    assert (table.chips(), fund(table)) == ([30] * 4, 80)
    win(table, 0)
    assert (table.chips(), fund(table)) == ([30] * 4, 80), "a hand pays nothing out"


def test_pb_50_after_a_hand_each_in_turn_from_the_next_dealer_may_raise_once() -> None:
    table = win(rich(ROYAL), 0)
    assert (table.record.phase, table.to_act, int(table.record.dealer)) == (RAISE, 1, 0)
    table.does("raise 5", "pay", "pay")
    assert (table.record.phase, table.to_act) == (RAISE, 2), "the next one has the word"
    table.does("pass")
    assert (table.record.phase, table.to_act) == (RAISE, 0)
    table.does("raise 7")
    assert (table.record.phase, table.to_act) == (ANSWER, 1), "answers go in turn from the proposer"
    table.does("pay", "pay")
    assert (table.needs, int(table.record.phase)) == ("main", HAND_OVER)
    assert (table.chips(), fund(table)) == ([78] * 3, 66)


def test_pb_50_not_within_a_hand_and_not_after_the_last() -> None:
    table = rich(ROYAL, hands_to_win=1).deal({0: PURE[ROYAL]})
    with pytest.raises(IllegalAction, match=r"only between hands. \(PB-50\)"):
        table.play("raise 5")
    table.does(f"lay {PURE[ROYAL]}", "spare", "spare")
    assert table.over
    assert table.chips() == [120, 90, 90]


def test_pb_50_who_retires_is_out_and_what_they_paid_stays() -> None:
    table = win(rich(ROYAL, 4), 3).does("raise 10", "retire", "pay", "pay")
    assert (table.chips(), fund(table)) == ([80, 80, 90, 80], 70)
    table.does("pass", "pass")
    assert table.needs == "main", "seat 2 has no word any more"
    table.deal()
    assert (table.to_act, int(table.record.cards[2])) == (1, 0)
    table.idle()
    assert table.to_act == 3, "seat 2 is out of the match"
    with pytest.raises(IllegalAction, match="There’s nothing to pay now"):
        table.play("retire")


def test_pb_50_if_all_others_retire_the_last_wins_the_match() -> None:
    table = win(rich(ROYAL), 0).does("pass", "raise 3", "retire", "retire")
    assert (table.over, int(table.record.match_winner), int(table.record.reason)) == (True, 2, LAST_LEFT)
    assert table.chips() == [90, 90, 120]
    assert table.result is not None
    assert (table.result.reason, table.result.scores) == ("one player left", (1, 0, 3))


def test_pb_50_asked_in_turn_one_may_retire_without_any_proposal() -> None:
    table = win(rich(ROYAL, 4), 3)
    assert [*table.legal][:2] == ["retire", "pass"]
    table.does("retire")
    assert (table.record.phase, table.to_act) == (RAISE, 2), "the next one has the word"
    assert (table.chips(), fund(table)) == ([90] * 4, 40), "what was paid stays"
    table.does("pass", "pass", "pass").deal()
    assert (int(table.record.dealer), int(table.record.status[1])) == (2, OUT)


def test_pb_50_if_all_others_have_retired_in_turn_the_last_wins_the_match() -> None:
    table = win(rich(ROYAL), 0).does("retire", "retire")
    assert (table.over, int(table.record.match_winner), int(table.record.reason)) == (True, 0, LAST_LEFT)
    assert table.chips() == [120, 90, 90]


def test_pb_50_who_retires_leaves_the_side_funds() -> None:
    table = rich(ROYAL, stacks=100)
    table.array["chips"][0, :3] = 90, 90, 5
    win(table, 0).does("raise 20", "pay", "pay")
    assert (sides(table), fund(table)) == ({3: 30}, 45)
    table.does("retire")
    assert (sides(table), fund(table), table.needs) == ({2: 30}, 45, "main")


def test_pb_50_whose_time_is_up_between_two_hands_stays_in() -> None:
    assert timeout_action(win(rich(ROYAL), 0)) == PASS


def test_pb_50_the_winner_of_the_match_takes_the_pot() -> None:
    table = win(rich(ROYAL, hands_to_win=2), 2).does("raise 10", "pay", "pay", "pass", "pass")
    win(table, 2)
    assert (table.chips(), fund(table)) == ([80, 80, 140], 0)


def test_pb_50_a_next_dealer_who_retires_does_not_deal() -> None:
    table = win(rich(ROYAL, 4), 0).does("pass", "raise 3", "pay", "pay", "retire", "pass", "pass")
    table.deal()
    assert (int(table.record.dealer), table.to_act) == (2, 2)


def test_pb_51_everyone_buys_into_each_sale_and_its_winner_collects() -> None:
    table = rich(BANK, 4)
    assert table.chips() == [100] * 4
    table.deal({0: PURE[BANK]})
    assert (table.chips(), fund(table)) == ([90] * 4, 40)
    table.does(f"lay {PURE[BANK]}", "spare", "spare", "spare")
    assert (table.chips(), fund(table)) == ([130, 90, 90, 90], 0)
    table.deal()
    assert (table.chips(), fund(table)) == ([120, 80, 80, 80], 40)


@pytest.mark.parametrize("name", [BANK, FARM])
def test_pb_51_one_invites_once_in_a_turn_after_the_draw(name: str) -> None:
    table = rich(name).deal({0: "3A 4A 5A"}).does("lay 3A 4A 5A", "invite 5")
    assert (table.record.phase, table.to_act) == (ANSWER, 1)
    table.does("pay", "pay")
    assert (table.record.phase, table.to_act) == (TURN, 0)
    assert fund(table) == 30 + 15
    with pytest.raises(IllegalAction, match="once in a turn"):
        table.play("invite 5")
    table.idle().does("invite 5")


@pytest.mark.parametrize(("name", "leave"), [(BANK, "withdraw"), (FARM, "flee")])
def test_pb_51_and_pb_52_if_all_others_leave_the_inviter_wins_the_hand(name: str, leave: str) -> None:
    table = rich(name).deal().does("invite 5", leave, leave)
    assert (int(table.record.ended), int(table.record.hand_winner), table.hands_won()) == (ALONE, 0, [1, 0, 0])
    assert money(table.record) == 300


def test_pb_51_what_nobody_matched_goes_back() -> None:
    table = rich(BANK).deal().does("invite 5", "withdraw", "withdraw")
    assert table.chips() == [120, 90, 90]


def test_pb_51_a_withdrawn_players_cards_leave_the_play() -> None:
    table = rich(BANK, 4).deal({1: "3A 4A 5A"}).idle().does("lay 3A 4A 5A").idle()
    table.does("invite 5", "pay", "pay", "withdraw")
    m = table.record
    assert (table.laid(1), table.scores()[1], table.hand(1), int(m.cards[1])) == ([], 0, "", 0)
    assert m.gone == 7
    assert table.view(1).record.held[1] == 0
    table.idle(2)
    assert table.to_act == 0
    table.idle()
    assert table.to_act == 2, "seat 1 has no turn any more"


def test_pb_51_the_withdrawn_are_back_for_the_next_sale() -> None:
    table = rich(BANK).deal({0: PURE[BANK]}).does("invite 5", "withdraw", "pay", f"lay {PURE[BANK]}", "spare")
    table.deal()
    assert [int(n) for n in table.record.cards[:3]] == [6, 8, 6]
    assert table.chips() == [90 - 5 + 40 - 10, 90 - 10, 85 - 10]


def drawn(table: Table) -> Table:
    """Let a hand go by in which nobody lays anything down."""
    while table.record.ended == 0:
        table.idle()
    assert table.record.hand_winner == -1
    return table


def test_pb_51_a_drawn_sale_leaves_the_fund_for_the_next() -> None:
    table = drawn(rich(BANK, 6).deal())
    assert fund(table) == 60
    win(table, 1)
    assert table.chips() == [80, 200, 80, 80, 80, 80]


def test_pb_51_a_drawn_sale_merges_its_side_funds() -> None:
    table = poor(rich(BANK, 6), 100, 100, 100, 100, 100, 4).deal()
    assert (fund(table), sides(table)) == (24, {0b011111: 30})
    drawn(table)
    assert (fund(table), sides(table)) == (54, {}), "seat 5 is out of the match, and the fund waits for the next Sale"
    win(table, 1)
    assert table.chips() == [80, 80 + 54 + 50, 80, 80, 80, 0]


def test_pb_52_one_fee_for_the_war_and_nothing_between_battles() -> None:
    table = rich(FARM, hands_to_win=2)
    assert (table.chips(), fund(table)) == ([90] * 3, 30)
    win(table, 0)
    assert (table.chips(), fund(table)) == ([90] * 3, 30)
    table.deal({1: PURE[FARM]})
    assert table.chips() == [90] * 3
    table.does("invite 4", "flee", "pay", f"lay {PURE[FARM]}", "spare")
    assert fund(table) == 38


def test_pb_52_who_fled_is_back_for_the_next_battle_and_may_win_it_all() -> None:
    table = rich(FARM, hands_to_win=2).deal({0: PURE[FARM]})
    table.does("invite 20", "flee", "pay", f"lay {PURE[FARM]}", "spare")
    assert (table.chips(), fund(table)) == ([70, 90, 70], 70)
    win(win(table, 1), 1)
    assert (table.over, table.chips()) == (True, [70, 160, 70])


def test_pb_53_option_stacks() -> None:
    assert rich(FARM, stacks=7, buy_in=3).chips() == [4, 4, 4]
    assert rich(FARM, stacks=2, buy_in=3).chips() == [0, 0, 0]
    with pytest.raises(GameError, match=r"PB-53"):
        Match(game(FARM), 3, {"stacks": 0})


def poor(table: Table, *chips: int) -> Table:
    """Set what everybody has."""
    table.record.chips[: len(chips)] = chips
    return table


def test_pb_53_with_nothing_when_a_buy_in_is_due_one_is_out_of_the_match() -> None:
    table = win(poor(rich(BANK, 4, buy_in=10), 10, 100, 100, 100), 1)
    assert table.chips() == [0, 130, 90, 90]
    assert table.record.status[0] == 0
    table.deal()
    assert (int(table.record.dealer), int(table.record.cards[0])) == (1, 0)


def test_pb_53_who_has_less_pays_all() -> None:
    table = poor(rich(BANK), 100, 4, 100).deal()
    assert (table.chips(), fund(table), sides(table)) == ([90, 0, 90], 12, {0b101: 12})


def test_pb_53_nobody_is_dropped_where_nobody_still_in_could_pay() -> None:
    table = poor(rich(BANK, 4).deal(), 0, 0, 0, 7)
    m = table.record
    m.status[:4] = [IN, IN, IN, OUT]
    drop_broke(m)
    assert m.status[:4].tolist() == [IN, IN, IN, OUT], "what seat 3 has, who left the match, buys nobody in"


@pytest.mark.parametrize("name", ALL)
def test_pb_53_the_deal_goes_to_somebody_still_in_or_the_match_ends(name: str) -> None:
    for mask in range(1, 16):
        m = poor(rich(name, 4).deal(), *(0 if mask >> seat & 1 else 7 for seat in range(4))).record
        m.status[:4] = [IN if mask >> seat & 1 else OUT for seat in range(4)]
        next_hand(m)
        if m.match_winner < 0:
            begin_hand(m)
            assert m.status[m.dealer] == IN
        assert (m.match_winner >= 0) == (mask.bit_count() == 1)


def test_pb_53_if_nobody_could_pay_the_hand_is_played_without_a_buy_in() -> None:
    table = drawn(rich(BANK, 6, stacks=10, buy_in=10).deal())
    assert (table.chips(), fund(table)) == ([0] * 6, 60)
    win(table, 4)
    assert table.chips() == [0, 0, 0, 0, 60, 0]
    assert (table.over, int(table.record.match_winner)) == (True, 4), "and nobody else can buy in again"


def test_pb_53_with_one_player_left_that_player_wins_the_match_and_the_fund() -> None:
    table = poor(rich(BANK), 10, 10, 25).deal()
    assert (table.chips(), fund(table)) == ([0, 0, 15], 30)
    drawn(table)
    assert (table.over, int(table.record.match_winner), int(table.record.reason)) == (True, 2, LAST_LEFT)
    assert table.chips() == [0, 0, 45]


def test_pb_53_fewer_than_three_go_on() -> None:
    table = win(poor(rich(BANK), 10, 100, 100), 1).deal()
    assert [int(n) for n in table.record.cards[:3]] == [0, 8, 6]
    table.idle()
    assert table.to_act == 2
    table.idle()
    assert table.to_act == 1


def limits(table: Table) -> tuple[int, int]:
    """The least and the most that may be proposed."""
    family = table.game.rules.amounts[0]
    first, last = table.legal.ranges[-1]
    return family.amount(first), family.amount(last)


def test_pb_54_at_most_what_the_second_richest_can_pay_and_what_one_has() -> None:
    table = poor(rich(FARM).deal(), 80, 30, 50)
    assert limits(table) == (1, 50)
    with pytest.raises(IllegalAction, match=r"from 1 to 50. \(PB-54\)"):
        table.play("invite 51")
    table.idle()
    assert limits(table) == (1, 30)


@pytest.mark.parametrize("name", ALL)
def test_pb_54_all_that_two_have_won_can_be_proposed(name: str) -> None:
    table = rich(name, 6, stacks=1_000_000)
    table = win(table, 0) if name == ROYAL else table.deal()
    poor(table, 3_000_000, 3_000_000, 0, 0, 0, 0)
    assert limits(table) == (1, 3_000_000)
    word = table.game.rules.amounts[0].name
    highest = table.game.words.parse(table.record, f"{word} 3000000")
    assert highest == table.legal.ranges[-1][1] < table.game.rules.num_actions
    table.does(f"{word} 3000000")


def test_pb_54_with_no_money_but_ones_own_nothing_may_be_proposed() -> None:
    table = poor(rich(FARM).deal(), 80, 0, 0)
    assert not any(action.startswith("invite") for action in table.legal)
    table = poor(win(rich(ROYAL), 0), 50, 0, 0)
    assert table.does("pass").needs == "main", "nobody else is asked"


def test_pb_54_who_cannot_match_stays_in_with_all_they_have() -> None:
    table = poor(rich(BANK, 4).deal(), 50, 4, 50, 50).does("invite 10", "pay", "pay", "pay")
    assert (table.chips(), fund(table), sides(table)) == ([40, 0, 40, 40], 40 + 16, {0b1101: 18})


def test_pb_54_several_levels_make_several_side_funds() -> None:
    table = poor(rich(BANK, 4).deal(), 50, 4, 7, 50).does("invite 10", "pay", "pay", "pay")
    assert (fund(table), sides(table)) == (40 + 16, {0b1101: 9, 0b1001: 6})


def test_pb_54_what_nobody_else_matched_goes_back_at_once() -> None:
    table = poor(rich(BANK).deal(), 50, 50, 4).does("invite 10", "withdraw", "pay")
    assert (table.chips(), fund(table), sides(table)) == ([46, 50, 0], 30 + 8, {})


def test_pb_54_who_has_nothing_is_not_asked() -> None:
    table = poor(rich(BANK, 4).deal(), 50, 0, 50, 50).does("invite 10")
    assert table.to_act == 2
    table.does("pay", "pay")
    assert (fund(table), sides(table)) == (40, {0b1101: 30})


def sale_with_a_side_fund(winner: int) -> Table:
    """Seat 1 could pay only 4 of 10; then a seat wins the Sale at once."""
    table = poor(rich(BANK).deal({winner: PURE[BANK]}), 50, 4, 50).does("invite 10", "pay", "pay")
    assert (fund(table), sides(table)) == (30 + 12, {0b101: 12})
    while table.to_act != winner:
        table.idle()
    return table.does(f"lay {PURE[BANK]}", "spare", "spare")


def test_pb_54_a_side_fund_goes_to_the_winner_who_paid_into_it() -> None:
    assert sale_with_a_side_fund(2).chips() == [40, 0, 40 + 42 + 12]


def test_pb_54_else_it_is_split_by_the_best_of_those_who_did() -> None:
    assert sale_with_a_side_fund(1).chips() == [46, 42, 46], "equal in hands won and score"


def test_pb_54_the_best_has_won_most_hands_then_scored_most() -> None:
    def payouts(won: list[int], score: list[int]) -> list[int]:
        table = rich(BANK, 4).deal()
        m = table.record
        poor(table, 0, 0, 0, 0)
        m.won[:4], m.score[:4], m.fund = won, score, 0
        m.side[0b0111] = 20
        pay_out(m, 3)
        return table.chips()

    assert payouts([1, 0, 2, 0], [90, 90, 0, 0]) == [0, 0, 20, 0]
    assert payouts([1, 1, 0, 0], [10, 30, 90, 0]) == [0, 20, 0, 0]
    assert payouts([1, 1, 0, 0], [30, 30, 90, 0]) == [10, 10, 0, 0]
    assert payouts([19, 19, 0, 0], [10, 30, 90, 0]) == [0, 20, 0, 0], "of twenty hands to win"
    assert payouts([0, 0, 0, 0], [0, 0, 0, 0]) == [6, 6, 6, 2], "the remainder goes with the main fund"


def test_pb_54_who_withdrew_has_no_part_while_others_have() -> None:
    table = poor(rich(BANK, 4).deal({1: PURE[BANK]}), 50, 4, 50, 50).does("invite 10", "pay", "pay", "pay")
    assert sides(table) == {0b1101: 18}
    table.idle(2).does("invite 5", "pay", "withdraw")
    while table.to_act != 1:
        table.idle()
    table.does(f"lay {PURE[BANK]}", "spare", "spare")
    assert table.chips()[0] == 40, "seat 0 has left the Sale"
    assert money(table.record) == 40 + 50 + 4 + 50 + 50


def test_pb_54_funds_that_the_same_players_can_win_are_one_before_they_are_split() -> None:
    table = poor(rich(BANK, 6).deal({4: PURE[BANK]}), 50, 50, 50, 50, 0, 50)
    table.does("invite 1", *["pay"] * 4).idle()
    assert sides(table) == {0b101111: 5}
    table.does("invite 1", "pay", "withdraw", "pay", "pay").idle()
    assert sides(table) == {0b100111: 5 + 4}, "seat 3 can win nothing any more"
    table.does("invite 1", "withdraw", "pay", "pay").idle()
    assert sides(table) == {0b000111: 9 + 3}
    table.does(f"lay {PURE[BANK]}", "spare", "spare", "spare")
    assert table.chips() == [47 + 4, 47 + 4, 47 + 4, 49, 60, 48], "12 among three leave no remainder"


@pytest.mark.parametrize("name", ALL)
def test_pb_54_a_side_fund_whose_payers_are_out_joins_the_main_fund(name: str) -> None:
    table = poor(rich(name, 5).deal(), 0, 0, 0, 0, 0)
    m = table.record
    m.fund, m.side[0b00110], m.side[0b01011] = 5, 40, 10
    m.status[:5] = [IN, OUT, OUT, IN, IN]
    pay_out(m, 4)
    assert table.chips() == [5, 0, 0, 5, 45], "nobody is paid who is out of the match"


def test_pb_54_in_a_war_the_fled_keep_their_part_of_a_side_fund() -> None:
    table = poor(rich(FARM, hands_to_win=1).deal({1: PURE[FARM]}), 50, 4, 50).does("invite 10", "pay", "pay")
    assert sides(table) == {0b101: 12}
    table.idle(2).does("invite 6", "flee")
    while table.to_act != 1:
        table.idle()
    table.does(f"lay {PURE[FARM]}", "spare")
    assert table.over
    assert table.chips() == [40 + 6, 30 + 12, 40 + 6], "nobody matched the 6: they went back"
