"""A round of Tall Card, clause by clause: TC-1 to TC-17, on hands written out."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit import GameError
from shindig.games.tall_card.rules.state import CLAIM, DISCARD, DRAW, FIRST_BETS, SECOND_BETS
from tests.kits.games.tall_card_table import GAME, HANDS, TALL, Table, stocked


def betting(seats: int = 3, **options: Any) -> Table:
    """A table at its first betting step, seat 0 having dealt and seat 1 claimed."""
    return Table(seats, **options).deal().claimed()


def drawing(draws: str = "", seats: int = 3, claimer: int = 1) -> Table:
    """A table at its draw step."""
    table = Table(seats).deal(draws=draws).claimed(claimer)
    table.do(*["check"] * seats)
    return table


def test_tc_1_two_of_each_value_in_three_suits_and_four_of_each_dragon() -> None:
    table = Table(2)
    table.top(TALL)
    codes = Counter(GAME.item_codes(table.record, 1)[item] for item in table.wanted())
    assert sum(codes.values()) == 66
    assert {code: n for code, n in codes.items() if n != 2} == {"WhD": 4, "GrD": 4, "RdD": 4}
    assert {code for code, n in codes.items() if n == 2} == {
        f"{value}{suit}" for value in range(1, 10) for suit in "bpd"
    }


def test_tc_1_copies_of_a_card_are_interchangeable() -> None:
    table = Table(2).deal({1: "8p 8p 4d 3b 1p"}).claimed(0)
    table.do("check", "check")
    assert len(list(table.legal)) == len(set(table.legal)) == 24
    assert [action for action in table.legal if action in ("discard 8p", "discard 8p 8p")] == [
        "discard 8p",
        "discard 8p 8p",
    ]


def test_tc_2_a_tall_card_for_each_suit_and_each_dragon() -> None:
    table = Table(2)
    assert table.needs == "tall"
    codes = [GAME.item_codes(table.record, 2)[item] for item in table.wanted()]
    assert codes == ["b", "p", "d", "WhD", "GrD", "RdD"]


@pytest.mark.parametrize("seats", range(2, 8))
def test_tc_3_two_to_seven_players(seats: int) -> None:
    table = Table(seats).deal()
    assert all(sorted(table.hand(seat).split()) == sorted(HANDS[seat].split()) for seat in range(seats))
    assert table.record.dealt == 5 * seats


@pytest.mark.parametrize("seats", [1, 8, 0, -3, True, "two"])
def test_tc_3_more_or_fewer_players_are_refused(seats: int) -> None:
    with pytest.raises(GameError, match="Tall Card is for 2 to 7 players, not"):
        GAME.new(seats)


def test_tc_3_with_seven_the_deck_holds_exactly_enough_for_the_worst_case() -> None:
    table = drawing(seats=7)
    table.do("1: discard 8b", *["discard " + table.hand(seat) for seat in (2, 3, 4, 5, 6, 0)])
    assert table.record.dealt == 66
    assert table.record.phase == SECOND_BETS


def test_tc_4_everyone_starts_alike_and_play_is_clockwise() -> None:
    assert Table(4, ante=0).deal().chips == [100] * 4
    table = Table(4, dealer=2, stack=40, ante=0).deal()
    assert table.chips == [40] * 4
    table.do("3: decline", "0: decline", "1: decline", "2: claim")


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("stack", 0, r"stack is a whole number from 1 to 1,000,000, not 0\. \(TC-4\)"),
        ("ante", -1, r"ante is a whole number from 0 to 1,000,000, not -1\. \(TC-10\)"),
        ("min_bet", "much", r"min_bet is a whole number from 1 to 1,000,000, not 'much'\. \(TC-13\)"),
        ("max_bet", 2.5, r"max_bet is a whole number from 1 to 1,000,000, not 2.5\. \(TC-13\)"),
        ("min_bet", 26, r"The smallest bet can’t be above the largest, 25; not 26\. \(TC-13\)"),
        ("first_dealer", 3, r"The first dealer is a seat from 0 to 2, or -1 for a lot; not 3\. \(TC-6\)"),
        ("deals_each", 0, r"deals_each is a whole number from 1 to 100, not 0\. \(TC-20\)"),
        ("declare", "maybe", r"declare is auto or manual, not 'maybe'\. \(TC-17\)"),
        ("jokers", 1, "Tall Card has no option 'jokers'; it has stack, ante, min_bet"),
    ],
)
def test_tc_4_to_tc_20_options_that_make_no_sense_are_refused(option: str, value: object, message: str) -> None:
    with pytest.raises(GameError, match=message):
        GAME.new(3, {option: value})


def test_tc_5_the_main_deck_is_shuffled_every_round_and_the_tall_deck_when_it_is_empty() -> None:
    table = Table(2, ante=0, deals_each=5)
    table.top("RdD", "b", "d", "p", "GrD", "WhD")
    gone = []
    for _ in range(6):
        assert table.needs == "main"
        table.deal().finish()
        gone.append(GAME.item_codes(table.record, 2)[table.record.tall])
    assert gone == ["RdD", "b", "d", "p", "GrD", "WhD"]
    assert table.needs == "tall"
    table.deal(tall="d")
    assert table.record.tall_past.tolist() == [2, -1, -1, -1, -1, -1]
    assert "We shuffled the six Tall Cards." in table.told


def test_tc_5_which_tall_cards_have_gone_by_is_public_and_what_comes_is_not() -> None:
    table = Table(2, ante=0)
    table.top("RdD", "b", "d")
    table.deal().finish()
    table.deal()
    for viewer in (ONLOOKER, 0, 1):
        view = table.view(viewer)
        assert view.record.tall_past.tolist() == [5, 0, -1, -1, -1, -1]
        assert (view.record.tall_deck == -1).all()
        assert [card.name for card in view.scene.centre[2].cards] == ["Red Dragon"]


def test_tc_6_the_first_dealer_is_drawn_by_lot() -> None:
    table = Table(4, dealer=None)
    assert table.needs == "seats"
    assert table.wanted().tolist() == [0, 1, 2, 3]
    table.hand_in(["2", "0", "3", "1"])
    assert table.told == "We drew for dealer, and it’s {2}."
    table.deal()
    assert table.record.dealer == 2
    assert table.to_act == 3


@pytest.mark.parametrize("dealer", range(5))
def test_tc_6_or_named(dealer: int) -> None:
    table = Table(5, dealer=dealer).deal()
    assert table.record.dealer == dealer
    assert table.to_act == (dealer + 1) % 5


def test_tc_10_each_player_pays_the_ante() -> None:
    table = Table(5).deal()
    assert table.chips == [95] * 5
    assert table.pots == [25]
    assert Table(2, ante=12).deal().pots == [24]
    assert Table(2, ante=0).deal().pots == [0]


def test_tc_10_less_than_the_ante_is_all_one_has() -> None:
    table = stocked(Table(3), 100, 3, 97).deal()
    assert table.chips == [95, 0, 92]
    assert table.pots == [9, 4]
    assert "{1}’s last 3 go in as the ante: all-in." in table.told
    assert table.to_act == 1


def test_tc_11_five_cards_each_one_at_a_time_from_the_dealers_left() -> None:
    table = Table(3, dealer=1)
    table.top(TALL)
    table.top(*[f"{value}{suit}" for value in range(1, 6) for suit in "bpd"])
    assert [table.hand(seat) for seat in (2, 0, 1)] == ["1b 2b 3b 4b 5b", "1p 2p 3p 4p 5p", "1d 2d 3d 4d 5d"]


def test_tc_11_hands_are_private_and_the_tall_card_is_public() -> None:
    table = Table(3).deal(tall="d")
    for viewer in (ONLOOKER, 0, 1, 2):
        view = table.view(viewer)
        assert view.record.tall == 2
        assert [seat for seat in range(3) if (view.record.hand[seat] >= 0).any()] == [s for s in (viewer,) if s >= 0]
        assert (view.record.stock == -1).all()
        assert str(view.scene.centre[0].cards[0].name) == "Tall Card: Diamonds"


def test_tc_12_from_the_dealers_left_the_first_claim_ends_the_step() -> None:
    table = Table(5, dealer=3).deal()
    table.do("4: decline", "0: decline", "1: claim")
    assert table.record.claimer == 1
    assert table.record.forced == 0
    assert table.record.phase == FIRST_BETS
    assert all(table.view(seat).record.claimer == 1 for seat in range(-1, 5))


def test_tc_12_if_all_others_decline_the_dealer_must_claim() -> None:
    table = Table(3).deal()
    table.do("1: decline", "2: decline")
    assert list(table.legal) == ["claim"]
    assert table.refused("decline") == "TC-12"
    table.do("0: claim")
    assert table.record.forced == 1
    assert "Nobody wanted it, so {0}’s stuck with it, as the dealer." in table.told


def test_tc_12_all_in_players_claim_too() -> None:
    table = stocked(Table(3), 100, 5, 2).deal()
    table.do("1: decline", "2: claim")
    assert table.record.claimer == 2


def test_tc_12_nothing_else_is_to_be_done_in_the_tall_step() -> None:
    table = Table(3).deal()
    assert list(table.legal) == ["claim", "decline"]
    for action in ("check", "bet 5", "call", "fold", "raise 3", "discard", "declare 1 8b"):
        assert table.refused(action) == "TC-12"


def test_tc_12_the_claim_binds_also_when_the_claimer_folds() -> None:
    hands = {1: "9b 8p 4d 3b 1p", 2: "3p 3d 8d 6b 1b", 0: "2b 2d 7p 5d 4p"}
    table = Table(3).deal(hands, tall="p").claimed(1)
    table.do("1: check", "2: bet 5", "0: call", "1: fold", "2: discard", "0: discard", "2: check", "0: check")
    assert table.record.claimer == 1
    assert table.won == [25, 0, 0]


def test_tc_13_no_bet_yet_check_or_bet_and_no_fold() -> None:
    table = betting()
    assert table.to_act == 1
    assert list(table.legal) == ["check", *(f"bet {amount}" for amount in range(1, 26))]
    for action in ("fold", "call", "raise 5", "bet 26"):
        assert table.refused(action) == "TC-13"
    assert table.refused("discard") == table.refused("claim") == "TC-13"


def test_tc_13_facing_a_bet_call_raise_by_1_to_25_or_fold() -> None:
    table = betting()
    table.do("1: check", "2: bet 10")
    assert list(table.legal) == ["call", "fold", *(f"raise {amount}" for amount in range(1, 26))]
    for action in ("check", "bet 10", "raise 26"):
        assert table.refused(action) == "TC-13"


def test_tc_13_limits_are_options() -> None:
    table = betting(min_bet=5, max_bet=8)
    assert [action for action in table.legal if action != "check"] == ["bet 5", "bet 6", "bet 7", "bet 8"]
    assert table.refused("bet 4") == table.refused("bet 9") == "TC-13"
    table.do("1: bet 5")
    assert table.refused("raise 4") == "TC-13"
    table.do("2: raise 8")
    assert table.record.bet == 13


def test_tc_13_a_raise_is_on_top_of_the_current_bet() -> None:
    table = betting()
    table.do("1: bet 10", "2: raise 5", "0: raise 25", "1: call")
    assert table.chips == [95 - 40, 95 - 40, 95 - 15]
    table.do("2: call")
    assert table.pots == [15 + 120]


def test_tc_13_the_last_to_raise_does_not_act_again_unless_somebody_raises() -> None:
    table = betting()
    table.do("1: bet 5", "2: call", "0: raise 5", "1: call", "2: call")
    assert table.record.phase == DRAW
    table = betting()
    table.do("1: bet 5", "2: call", "0: raise 5", "1: call", "2: raise 1", "0: call", "1: call")
    assert table.record.phase == DRAW


def test_tc_13_there_is_no_limit_to_the_number_of_raises() -> None:
    table = betting(2, stack=100)
    table.do("1: bet 1", *["raise 1"] * 60)
    assert table.record.bet == 61


def test_tc_13_the_step_ends_when_all_have_checked() -> None:
    table = betting(4)
    table.do("1: check", "2: check", "3: check")
    assert table.record.phase == FIRST_BETS
    table.do("0: check")
    assert table.record.phase == DRAW


def test_tc_13_who_has_checked_may_still_raise() -> None:
    table = betting()
    table.do("1: check", "2: bet 5", "0: call")
    assert "raise 25" in table.legal


@pytest.mark.parametrize("amount", ["", "0", "-3", "1.5", "ten", "9999999", "1e3", "+5", "٣", "5 5", "0x5"])
def test_tc_13_what_is_no_whole_number_of_credits_is_refused_in_words(amount: str) -> None:
    with pytest.raises(GameError, match="Type bet and a whole number, like bet 10"):
        betting().play(f"bet {amount}")


def test_tc_14_if_all_but_one_fold_that_player_takes_the_pot_and_shows_nothing() -> None:
    table = betting()
    table.do("1: bet 20", "2: call", "0: fold", "1: discard", "2: discard", "1: bet 3", "2: fold")
    assert table.won == [0, 55, 0]
    assert table.chips == [95, 130, 75]
    assert table.shown() == {}
    assert table.needs == "main"
    assert table.told.endswith(
        "{2} folded.\nNobody called 3 of {1}’s bet, so {1} gets that back.\nEveryone else folded, so {1} wins 55."
    )


def test_tc_14_at_once_in_the_first_betting_step() -> None:
    table = betting()
    table.do("1: bet 20", "2: fold", "0: fold")
    assert table.chips == [95, 110, 95]
    assert (table.record.drew == -1).all()


def test_tc_15_discard_any_number_and_be_dealt_as_many() -> None:
    table = drawing("1p 2p 3p 4p 5p 6p")
    table.do("1: discard 8b", "2: discard 7b 5p 4b 2d 1d", "0: discard")
    assert table.hand(1).split() == ["2b", "1p", "6p", "1d", "4d"]
    assert table.hand(2) == "2p 3p 4p 5p 6p"
    assert table.record.drew.tolist()[:3] == [0, 1, 5]


def test_tc_15_all_thirty_two_ways_but_at_most_one_for_the_claimer() -> None:
    table = drawing()
    assert len(table.legal) == 6
    assert table.refused("discard 8b 6p") == "TC-15"
    assert table.refused(DISCARD + 31) == "TC-15"
    table.do("1: discard")
    assert len(table.legal) == 32


def test_tc_15_from_the_dealers_left_each_player_still_in() -> None:
    table = Table(4).deal().claimed()
    table.do("1: bet 1", "2: fold", "3: call", "0: call")
    table.do("1: discard", "3: discard", "0: discard")
    assert table.record.drew.tolist()[:4] == [0, 0, -1, 0]


def test_tc_15_others_see_how_many_but_not_which() -> None:
    table = drawing("9d 9d 8d")
    table.do("1: discard")
    before = [table.view(seat) for seat in (ONLOOKER, 1, 2)]
    table.play("discard 7b 5p")
    told = [str(table.story(view, table.steps[-1], table.view(view.seat))[0].text) for view in before]
    assert told[0] == told[1] == "{2} swapped 2 cards."
    assert told[2] == "{2} swapped the 7 of Bamboo and the 5 of Plums."
    assert str(table.view(0).scene.seats[2].said) == "swapped 2"


def test_tc_15_discards_are_out_for_the_round() -> None:
    table = drawing("9d")
    table.do("1: discard 8b", "2: discard", "0: discard")
    everything = [card for seat in range(3) for card in table.hand(seat).split()]
    assert "8b" not in everything
    assert table.record.dealt == 16


def test_tc_15_only_cards_of_the_hand_can_be_discarded() -> None:
    table = drawing()
    with pytest.raises(GameError, match=r"You don’t have 9b that often\. You hold 2b 8b 6p 1d 4d"):
        table.play("discard 9b")
    with pytest.raises(ValueError, match="'9z' is no card of tall-card"):
        table.play("discard 9z")
    for action in ("check", "bet 5", "claim", "declare 1 8b"):
        assert table.refused(action) == "TC-15"


def test_tc_15_of_equal_cards_the_first_is_discarded() -> None:
    table = Table(2).deal({1: "8p 8p 4d 3b 1p"}).claimed(0)
    table.do("check", "check")
    assert table.hand(1) == "3b 1p 8p 8p 4d"
    assert table.verify("discard 8p") == DISCARD + 0b00100
    assert table.refused(DISCARD + 0b01000) == "TC-15"


def test_tc_16_bets_start_again_from_zero() -> None:
    table = betting()
    table.do("1: bet 20", "2: call", "0: call", "1: discard", "2: discard", "0: discard")
    assert table.record.phase == SECOND_BETS
    assert table.record.bet == 0
    assert table.to_act == 1
    assert "check" in table.legal
    table.do("1: check", "2: bet 25", "0: raise 25", "1: fold", "2: call")
    assert table.record.paid.sum() == 0
    assert table.won == [15 + 60 + 100, 0, 0]


def test_tc_17_everybody_still_in_shows_from_the_dealers_left() -> None:
    table = Table(4, dealer=1).deal().claimed()
    table.do("2: bet 1", "3: call", "0: fold", "1: call")
    table.finish()
    assert sorted(table.shown()) == [1, 2, 3]
    told = [line for line in table.told.splitlines() if "showed" in line]
    assert told == [
        "{2} showed 7 high.",
        "{3} showed 6 high.",
        "{1} showed 8 high.",
    ]


def test_tc_17_the_referee_declares_the_best_rank() -> None:
    hands = {0: "8p 8d 8p 4d 3b", 1: "9d 9b 9b WhD 1p", 2: "GrD GrD 5b 4p 2d"}
    table = Table(3).deal(hands, tall="p").claimed(0).finish()
    assert table.record.rank_number.tolist()[:3] == [9, 9, 6]
    assert table.won == [15, 0, 0]
    marks = [["counts" in card.marks for card in table.view().scene.seats[seat].piles[0].cards] for seat in range(3)]
    assert [sum(row) for row in marks] == [3, 3, 2]


def manual(hands: dict[int, str], tall: str = TALL, claimer: int = 1) -> Table:
    """A table at the declarations by hand, nobody having bet or drawn."""
    table = Table(len(hands), declare="manual").deal(hands, tall=tall).claimed(claimer)
    while table.record.answered.sum() == 0 and not any(action.startswith("declare") for action in table.legal):
        table.do("check" if "check" in table.legal else "discard")
    return table


PAIRS = {0: "9b 9p 5d 3b 1p", 1: "8b 8p 4d 2b 1d"}


def test_tc_17_declared_by_hand_sealed_and_shown_together() -> None:
    table = manual(PAIRS)
    table.do("1: declare 3 8b 8p")
    for viewer in (ONLOOKER, 0):
        view = table.view(viewer)
        assert view.record.sealed[1] == -1
        assert view.record.shown[1, 0] == -1
        assert view.record.answered.tolist()[:2] == [0, 1]
    assert table.view(1).record.sealed[1] >= 0
    assert table.told.endswith("{1} has declared a hand.")
    table.do("0: declare 3 9b 9p")
    assert sorted(table.shown()) == [0, 1]
    assert table.won == [10, 0]


def test_tc_17_a_player_is_held_to_the_choice() -> None:
    table = manual(PAIRS)
    table.do("1: declare 3 8p 8b", "0: declare 1 9b")
    assert table.record.rank_number.tolist()[:2] == [1, 3]
    assert table.won == [0, 10]


def test_tc_17_a_declaration_that_the_cards_do_not_make_is_refused() -> None:
    table = manual(PAIRS)
    for action in (
        "declare 5 8b 8p",
        "declare 3 8b",
        "declare 3 8b 4d",
        "declare 1 8b 8p",
        "declare 24 8b 8p 4d 2b 1d",
    ):
        assert table.refused(action) == "TC-17"
    assert table.refused("check") == table.refused("discard") == "TC-17"
    for action in ("declare 25 8b", "declare 0 8b", "declare 8b 8p", "declare"):
        with pytest.raises(GameError, match="Type declare with a Rank’s number from 1 to 24 and its cards"):
            table.play(action)
    with pytest.raises(GameError, match="You don’t have 9b"):
        table.play("declare 1 9b")


def test_tc_17_equal_cards_can_be_declared_in_one_way() -> None:
    table = manual({0: "8p 8p 4d 3b 1p", 1: "9b 7p 5d 3b 2p"}, claimer=0)
    table.do("1: declare 1 9b")
    texts = list(table.legal)
    assert len(texts) == len(set(texts))
    assert [table.verify(text) for text in texts] == list(table.legal.actions)
    assert "declare 5 8p 8p" in texts


def test_tc_17_all_in_players_declare_too() -> None:
    table = stocked(Table(3, declare="manual"), 100, 5, 100).deal(PAIRS | {2: "7b 7p 5b 2d 1d"}).claimed(1)
    table.do("2: bet 5", "0: call", "1: discard", "2: discard", "0: discard", "2: check", "0: check")
    table.do("1: declare 3 8b 8p", "2: declare 3 7b 7p", "0: declare 1 9b")
    assert table.won == [0, 15, 10]


def test_tc_17_folded_players_are_not_asked() -> None:
    table = Table(3, declare="manual").deal(PAIRS).claimed(1)
    table.do("1: bet 5", "2: fold", "0: call", "1: discard", "0: discard", "1: check", "0: check")
    table.do("1: declare 3 8b 8p", "0: declare 3 9b 9p")
    assert table.won == [25, 0, 0]


def test_the_steps_of_a_round_in_order() -> None:
    table = Table(2).deal()
    phases = [int(table.record.phase)]
    for action in ("1: claim", "1: check", "0: check", "1: discard", "0: discard"):
        table.do(action)
        phases.append(int(table.record.phase))
    assert phases == [CLAIM, FIRST_BETS, FIRST_BETS, DRAW, DRAW, SECOND_BETS]
