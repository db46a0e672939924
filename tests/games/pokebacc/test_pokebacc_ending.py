"""How hands and matches end: PB-40 to PB-44."""

from __future__ import annotations

import pytest

from shindig.games.pokebacc.rules.ending import judge
from shindig.games.pokebacc.rules.state import AT_ONCE, EXHAUSTED, HAND_OVER, HANDS_WON, NO_CARDS, RUNNING
from shindig.games.pokebacc.words.hand_explanation import list_reasons
from tests.kits.games.pokebacc_table import ALL, BANK, FARM, ROYAL, Table

PURE = {ROYAL: "KA QA CA PA SA", BANK: "TA RA VA HA", FARM: "KA QA PA SA"}


def ended(table: Table) -> tuple[int, int]:
    """How the last hand ended and who won it."""
    return int(table.record.ended), int(table.record.hand_winner)


def reason(table: Table) -> str:
    """The first reason that everybody is told."""
    return str(list_reasons(table.record, -1)[0])


@pytest.mark.parametrize("name", ALL)
def test_pb_40_a_royal_family_wins_at_once_whatever_the_scores(name: str) -> None:
    table = Table(name).deal({0: "1M 2M 3M 4M 5M 6M", 1: PURE[name]})
    table.does("lay run 1M 2M 3M 4M 5M 6M").idle()
    table.does(f"lay {PURE[name]}", "spare", "spare")
    assert ended(table) == (AT_ONCE, 1)
    assert table.scores()[0] > table.scores()[1]
    assert table.hands_won() == [0, 1, 0]


def test_pb_40_a_trove_wins_at_once() -> None:
    table = Table(BANK).deal({0: "HA HW HF HM"}).does("lay treasure trove HA HW HF HM", "spare", "spare")
    assert ended(table) == (AT_ONCE, 0)


@pytest.mark.parametrize(("name", "cards"), [(ROYAL, "KA QW CA PA SA"), (BANK, "TA RA VW HA")])
def test_pb_40_a_mixed_family_does_not(name: str, cards: str) -> None:
    table = Table(name).deal({0: cards}).does(f"lay {cards}", "spare", "spare")
    assert (ended(table)[0], table.to_act) == (RUNNING, 0)
    assert table.scores()[0] == 75


def test_pb_41_with_no_cards_left_the_hand_ends_with_the_turn() -> None:
    table = Table(ROYAL).deal({2: "3A 4A 5A 6A 7W 7F"}, draws="KM QM SM CM 7M 7A").idle(2)
    table.does("lay run 3A 4A 5A 6A", "lay set 7A 7W 7F 7M")
    assert table.record.cards[2] == 0
    assert ended(table) == (NO_CARDS, 2)


def test_pb_41_also_by_a_discard() -> None:
    table = Table(ROYAL).deal({2: "3A 4A 5A 7A 7W 7F"}, draws="KM QM SM CM 7M PM").idle(2)
    table.does("lay run 3A 4A 5A", "lay set 7A 7W 7F 7M", "discard PM")
    assert ended(table) == (NO_CARDS, 2)


def test_pb_41_everyone_must_have_finished_a_turn() -> None:
    table = Table(ROYAL).deal({0: "3A 4A 5A 6A 7W 7F"}, draws="7M 7A KM QM SM CM")
    table.does("lay run 3A 4A 5A 6A", "lay set 7A 7W 7F 7M")
    assert (ended(table)[0], table.to_act) == (RUNNING, 1)
    table.idle()
    assert (ended(table)[0], table.to_act) == (RUNNING, 2)
    table.idle()
    assert ended(table) == (NO_CARDS, 0), "the last first turn is over"


def test_pb_41_also_by_a_last_card_given_away_as_a_disaster() -> None:
    hands = {0: "KF QF CM PF SF", 1: "3A 4A 5A 6A 7W 7F"}
    table = Table(ROYAL).deal(hands, draws="KM QM 9M 1F 2W 4W 1W 10W 7M War")
    table.does("discard KM", "discard 1F").idle(2)
    table.does("lay run 3A 4A 5A 6A", "lay set 7W 7F 7M", "discard 9M").idle()
    assert table.hand(1) == "War"
    table.does("lay KF QF CM PF SF", "inflict War", "spare")
    assert (table.hand(1), ended(table)[0]) == ("", RUNNING)
    table.idle()
    assert ended(table) == (NO_CARDS, 1), "the hand ends with the turn"


def test_pb_42_quiet_ends_a_hand_after_two_quiet_turns_each() -> None:
    table = Table(ROYAL).deal({0: "3A 4A 5A"}).does("lay run 3A 4A 5A")
    table.idle(1 + 5)
    assert ended(table)[0] == RUNNING
    table.idle()
    assert ended(table) == (EXHAUSTED, 0)
    assert [int(turns) for turns in table.record.turns[:3]] == [3, 2, 2]


def test_pb_42_a_meld_breaks_the_quiet() -> None:
    table = Table(ROYAL).deal({0: "3A 4A 5A", 1: "7A 7W 7F"}).does("lay run 3A 4A 5A")
    table.idle(1 + 3).does("lay set 7A 7W 7F").idle(1 + 5)
    assert ended(table)[0] == RUNNING
    table.idle()
    assert ended(table)[0] == EXHAUSTED


def test_pb_42_so_does_one_that_is_inflicted() -> None:
    table = Table(ROYAL).deal({0: "3A 4A 5A", 1: "KF QF CM PF SF", 2: "War"}).does("lay run 3A 4A 5A")
    table.idle(1 + 3).does("lay KF QF CM PF SF", "inflict War", "spare").idle()
    assert table.record.quiet == 0
    table.idle(5)
    assert ended(table)[0] == RUNNING
    table.idle()
    assert ended(table) == (EXHAUSTED, 0)


def test_pb_42_option_quiet_turns_and_everyone_has_drawn_twice() -> None:
    table = Table(ROYAL, quiet_turns=1).deal({0: "3A 4A 5A"}).does("lay run 3A 4A 5A").idle(3)
    assert ended(table)[0] == RUNNING, "nobody but the dealer has drawn twice"
    table.idle(2)
    assert ended(table)[0] == RUNNING
    table.idle()
    assert ended(table)[0] == EXHAUSTED


def test_pb_42_with_nothing_on_the_table_a_quiet_hand_goes_on_till_the_piles_are_gone() -> None:
    table = Table(FARM, 5).deal()
    turns = 0
    while ended(table)[0] == RUNNING:
        table.idle()
        turns += 1
    assert turns == 52 - 5 * 6 - 1
    assert ended(table) == (EXHAUSTED, -1)
    assert reason(table).startswith("There were too few cards left to draw")


def test_pb_42_quiet_ends_as_soon_as_something_lies_there_and_the_quiet_is_long_enough() -> None:
    table = Table(ROYAL).deal({0: "3A 4A 5A"}).idle(0)
    for _ in range(9):
        table.does(f"discard {table.hand(table.to_act).split()[-1]}")
    assert (ended(table)[0], int(table.record.quiet)) == (RUNNING, 9)
    table.does("lay run 3A 4A 5A").idle(7)
    assert ended(table) == (EXHAUSTED, 0)


def test_pb_42_what_a_withdrawn_player_laid_lies_there_no_more() -> None:
    table = Table(BANK, 4, stakes="on").deal({0: "3A 4A 5A"}).does("lay run 3A 4A 5A").idle()
    table.does("invite 5", "pay", "pay", "withdraw").idle(6)
    assert int(table.record.quiet) >= 6
    assert ended(table)[0] == RUNNING, "nothing lies on the table of the three who are in"


def referee(second: str = "1F 3F 5F 7F 9F KF") -> Table:
    """Three players whose cards never meld, unless those of seat 1 do."""
    hands = {0: "1A 3A 5A 7A 9A KA", 1: second, 2: "QA QF CA 4A 6A 8A"}
    return Table(ROYAL, exhaustion="referee").deal(hands, draws="PA PW PF PM SA SW 10A CW SF SM CF CM")


def drop(table: Table, *cards: str) -> Table:
    return table.does(*(f"discard {card}" for card in cards))


def test_pb_42_referee_ends_a_hand_when_nobody_holds_a_meld() -> None:
    table = drop(referee(), "PA", "PF", "SA", "10A")
    assert ended(table)[0] == RUNNING, "not everyone has drawn twice"
    drop(table, "SF")
    assert ended(table)[0] == RUNNING
    drop(table, "CF")
    assert ended(table) == (EXHAUSTED, -1)
    assert reason(table).startswith("Nobody laid anything down for")


def test_pb_42_referee_goes_on_while_somebody_holds_one() -> None:
    table = drop(referee("1F 2F 3F 7F 9F KF"), "PA", "PF", "SA", "10A", "SF", "CF")
    assert ended(table)[0] == RUNNING, "seat 1 holds a run and lays nothing down"


def test_pb_42_referee_ends_after_a_round_of_cut_short_draws() -> None:
    table = Table(FARM, 6, exhaustion="referee").deal({0: "1A 2A 3A"})
    while not table.record.short:
        table.does(f"discard {table.hand(table.to_act).split()[-1]}").shuffle_again()
    for left in range(6, 0, -1):
        assert ended(table)[0] == RUNNING, f"{left} more turns with a draw cut short"
        table.does(f"discard {table.hand(table.to_act).split()[-1]}").shuffle_again()
    assert ended(table)[0] == EXHAUSTED
    assert reason(table).startswith("There were too few cards left to draw")


def test_pb_42_referee_counts_no_cut_short_draw_of_who_has_left() -> None:
    table = Table(FARM, 6, exhaustion="referee", stakes="on").deal({0: "1A 2A 3A"})
    while not table.record.short:
        table.does(f"discard {table.hand(table.to_act).split()[-1]}").shuffle_again()
    assert table.to_act == 3
    table.idle().does("invite 1", "flee", "pay", "flee", "flee", "flee").idle()
    assert (ended(table)[0], table.to_act) == (RUNNING, 0), "seat 3 has fled; seat 0 has had no such turn"
    table.does("discard KM")
    assert ended(table)[0] == EXHAUSTED


def finish(table: Table) -> Table:
    """Let the hand fall quiet."""
    while ended(table)[0] == RUNNING:
        table.does(f"discard {table.hand(table.to_act).split()[-1]}").shuffle_again()
    return table


def test_pb_43_the_highest_sum_wins() -> None:
    table = Table(ROYAL).deal({0: "3A 4A 5A", 1: "3F 4F 5M 6F", 2: "7A 7W 7F 7M"})
    table.does("lay 3A 4A 5A").idle().does("lay 3F 4F 5M 6F").idle().does("lay 7A 7W 7F 7M")
    assert table.scores() == [30, 20, 50]
    assert ended(finish(table)) == (EXHAUSTED, 2)


def test_pb_43_a_spoiled_family_counts_nothing() -> None:
    table = Table(ROYAL).deal({0: "KA QW CA PA SA", 1: "3F 4F 5M", 2: "War"})
    table.does("lay KA QW CA PA SA", "spare", "inflict War").idle().does("lay 3F 4F 5M")
    assert ended(finish(table)) == (EXHAUSTED, 1)


def tied(**options: str) -> Table:
    """Seats 0 and 1 have 60 each, seat 0 by two sets, which leave it fewer cards, seat 1 by one run."""
    hands = {0: "7A 7W 7F 9A 9W 9M", 1: "3F 4F 5F 6F"}
    table = Table(ROYAL, 3, 0, **options).deal(hands, draws="KM QM")
    table.does("lay 7A 7W 7F", "lay 9A 9W 9M").idle().does("lay 3F 4F 5F 6F")
    assert table.scores() == [60, 60, 0]
    return table


def test_pb_43_of_the_tied_fewer_cards_win() -> None:
    table = finish(tied())
    assert [int(n) for n in table.record.cards[:2]] == [3, 5]
    assert ended(table) == (EXHAUSTED, 0)


def test_pb_43_then_the_best_single_meld() -> None:
    hands = {0: "7A 7W 7F 9A 9W 9M", 1: "3F 4F 5F 6F KA KF"}
    table = Table(ROYAL).deal(hands, draws="1M 2M 1W QM").does("lay 7A 7W 7F", "lay 9A 9W 9M", "discard 1M")
    table.does("lay 3F 4F 5F 6F", "discard 1W").idle()
    m = table.record
    assert (table.scores(), int(m.cards[0]), int(m.cards[1])) == ([60, 60, 0], 3, 3)
    assert judge(m) == 1, "one meld of 60 against two of 30"
    m.cards[1] = 4
    assert judge(m) == 0, "but fewer cards come first"


def test_pb_43_still_tied_it_is_drawn() -> None:
    table = Table(ROYAL).deal({0: "7A 7W 7F 9A 9W", 1: "4A 5A 6A 2F 3F 4F"}, draws="9M 1M QM KM")
    table.does("lay 7A 7W 7F", "lay 9A 9W 9M", "discard 1M").does("lay 4A 5A 6A", "lay 2F 3F 4F")
    assert ended(finish(table)) == (EXHAUSTED, -1)
    assert (table.scores(), table.record.cards[0]) == ([60, 60, 0], table.record.cards[1])


def test_pb_43_option_tie_break_drawn() -> None:
    table = finish(tied(tie_break="drawn"))
    assert ended(table) == (EXHAUSTED, -1)
    assert table.hands_won() == [0, 0, 0]
    assert "Nobody wins the hand." in table.told


def test_pb_43_without_any_points_the_hand_is_drawn() -> None:
    assert ended(finish(Table(FARM).deal())) == (EXHAUSTED, -1)


def win(table: Table, seat: int) -> Table:
    """Deal a hand that a seat wins at once with a Royal Family."""
    cards = PURE[table.name]
    table.deal({seat: cards})
    while table.to_act != seat:
        table.does(f"discard {table.hand(table.to_act).split()[0]}")
    return table.does(f"lay {cards}", *(["spare"] * (table.seats - 1)))


@pytest.mark.parametrize("name", ALL)
def test_pb_44_three_hands_win_the_match(name: str) -> None:
    table = Table(name, 4)
    for seat in (1, 2, 1, 3):
        win(table, seat)
        assert not table.over
        assert table.record.phase == HAND_OVER
    win(table, 1)
    assert (table.over, int(table.record.match_winner), int(table.record.reason)) == (True, 1, HANDS_WON)
    assert table.result is not None
    assert (table.result.scores, table.result.winners) == ((0, 3, 1, 1), (1,))


def test_pb_44_option_hands_to_win() -> None:
    table = Table(FARM, hands_to_win=1)
    assert win(table, 0).over


def test_a_hand_that_is_over_rests_on_the_table() -> None:
    table = win(Table(ROYAL), 0)
    assert (table.needs, int(table.record.phase)) == ("main", HAND_OVER)
    assert table.laid(0) == ["royal family SA PA CA QA KA"]
