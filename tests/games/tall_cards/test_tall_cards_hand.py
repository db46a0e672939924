"""A hand and a match of Tall Cards, clause by clause: TF-1 to TF-22, on hands written out."""

from __future__ import annotations

import numpy as np
import pytest

from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit.game_spec import GameError, IllegalAction
from shindig.games.tall_cards.rules.state import DRAW, SECOND_BETS
from tests.kits.games.tall_cards_table import GAME, Table, stocked

CHECKED = ("check", "check", "check")


def test_tf_1_six_suits_of_twelve_and_a_tall_card_a_suit() -> None:
    table = Table(2)
    assert table.needs == "tall"
    assert sorted(table.wanted().tolist()) == list(range(6))
    table.hand_in(["b", "p", "h", "o", "a", "r"])
    assert table.needs == "main"
    assert table.wanted().tolist() == list(range(72))
    assert {code[-1] for code in GAME.deck(table.record).codes} == set("phoarb")


@pytest.mark.parametrize("seats", [1, 9, 0, -2])
def test_tf_2_two_to_eight_players(seats: int) -> None:
    with pytest.raises(GameError, match="2 to 8 players"):
        GAME.new(seats)


def test_tf_2_with_eight_the_deck_lasts_even_if_six_aces_allow_four_discards() -> None:
    hands = {seat: f"A{suit} 2{suit} 3{suit} 4{suit} 5{suit}" for seat, suit in enumerate("phoarb")}
    hands |= {6: "6p 7h 8o Ta Ur", 7: "7p 8h To Ua Pr"}
    table = Table(8, dealer=7).deal(hands, tall="p")
    table.do(*["check"] * 8)
    for seat in range(7):
        cards = hands[seat].split()
        table.do(f"{seat}: discard {' '.join(cards[1:] if cards[0][0] == 'A' else cards[:3])}")
    table.do("7: claim")
    assert table.record.dealt == 40 + 6 * 4 + 3


def test_tf_3_decks_of_72_and_96() -> None:
    plain = Table(2, deck="expanded-72")
    plain.hand_in(list("bpdwsx"))
    assert len(plain.wanted()) == 72
    whole = Table(2, deck="expanded-96")
    whole.hand_in(list("xbpdws"))
    codes = [GAME.deck(whole.record).codes[card] for card in whole.wanted()]
    assert len(codes) == 96
    assert codes.count("Ab") == codes.count("8d") == codes.count("2p") == 2
    assert codes.count("Tb") == codes.count("Aw") == codes.count("8x") == 1


def test_tc_50_and_tc_51_the_expanded_cards_make_the_deck() -> None:
    table = Table(2, deck="expanded-72").deal({0: "Aw 2s 3x Tb Dp", 1: "8d 7w 6s 5x Ub"}, tall="w")
    assert str(table.view(0).scene.centre[0].cards[0].name) == "Tall Card: Wan"
    assert "Dragon Emperor" in GAME.deck(table.record).names[GAME.deck(table.record).card("Dp")]


def test_tf_4_everyone_buys_in_alike_and_antes() -> None:
    table = Table(3, stack=50, ante=2).deal()
    assert table.chips == [48, 48, 48]
    assert table.record.pot[0] == 6


def test_tf_4_the_ante_is_the_smallest_bet_and_raise() -> None:
    table = Table(3, ante=5).deal()
    assert table.refused("bet 4") == "TF-12"
    table.do("bet 5")
    assert table.refused("raise 4") == "TF-12"
    table.do("raise 5")
    assert table.record.bet == 10


def test_tf_4_less_than_the_ante_is_all_in() -> None:
    table = stocked(Table(3, ante=5), 3, 100, 97).deal()
    assert table.chips == [0, 95, 92]
    assert table.pots == [9, 4]
    table.do("1: check", "2: check", "1: discard", "2: discard", "0: claim")


def test_tf_4_an_all_in_raise_under_the_minimum_does_not_reopen_the_betting() -> None:
    table = stocked(Table(3, ante=10), 100, 100, 33).deal()
    table.do("1: bet 20", "2: raise 3", "0: call")
    assert table.to_act == 1
    assert table.refused("raise 10") == "TF-4"
    assert list(table.legal) == ["call", "fold"]
    table.do("1: call")
    assert table.record.phase == DRAW


def test_tf_5_the_first_dealer_is_drawn_by_lot_or_named() -> None:
    table = Table(4, dealer=None)
    assert table.needs == "seats"
    table.order(["2", "0", "1", "3"])
    assert table.record.dealer == 2
    assert Table(4, dealer=3).record.dealer == 3


def test_tf_10_both_decks_are_shuffled_for_every_hand_and_play_is_clockwise() -> None:
    table = Table(3).deal(tall="p")
    table.do("1: check", "2: check", "0: check", "1: discard", "2: discard", "0: claim")
    table.do("1: check", "2: check", "0: check")
    assert table.needs == "tall"
    table.deal(tall="p")
    assert table.record.tall == 0
    assert table.to_act == 2


def test_tf_11_after_the_antes_the_tall_card_is_public_and_hands_are_private() -> None:
    table = Table(3).deal(tall="o")
    for viewer in (ONLOOKER, 0, 1, 2):
        view = table.view(viewer).record
        assert view.tall == 2
        known = [seat for seat in range(3) if view.hand[seat, 0] >= 0]
        assert known == [seat for seat in (viewer,) if seat >= 0]
        assert (view.stock == -1).all()


def test_tf_11_players_may_sit_a_hand_out() -> None:
    table = Table(4, sit_out=1)
    table.do("1: ante", "2: sit out", "3: ante", "0: ante")
    assert table.chips == [99, 99, 100, 99]
    table.deal()
    assert table.record.hand[2, 0] == -1
    table.do("1: check", "3: check", "0: check")


def test_tf_11_without_the_option_everyone_who_can_pay_plays() -> None:
    table = stocked(Table(4), 100, 0, 100, 100).deal()
    assert [int(status) for status in table.record.status[:4]] == [1, 0, 1, 1]


def test_tf_11_a_hand_with_fewer_than_two_antes_is_void() -> None:
    table = Table(3, sit_out=1)
    table.do("1: sit out", "2: ante", "0: sit out")
    assert table.chips == [100, 100, 100]
    assert table.record.dealer == 1
    assert table.record.hand_number == 0
    assert "You get your antes back." in table.told


def test_tf_11_when_every_deal_in_a_row_was_void_the_game_ends() -> None:
    table = Table(3, sit_out=1)
    table.do(*["sit out"] * 8)
    assert not table.over
    table.do("sit out")
    assert table.over
    assert table.result is not None
    assert table.result.reason == "nobody wants to play on"


def test_tf_11_the_deal_moves_on_from_the_eighth_seat_too() -> None:
    table = Table(8, sit_out=1, first_dealer=7).do(*["sit out"] * 8)
    assert table.record.dealer == 0
    assert "Too few of you joined" in table.told
    table.do(*["sit out"] * 56)
    assert table.over


def test_tf_11_the_game_goes_on_while_somebody_with_chips_has_not_dealt() -> None:
    table = Table(3, sit_out=1, gifts="always").do(*["sit out"] * 3)
    table.do("1: ready", "2: ready", "0: give to 2", "0: give 100")
    table.do("2: sit out", "1: sit out")
    assert not table.over, "seat 2 has not dealt"
    table.do("2: ready", "1: ready", "1: sit out", "2: sit out")
    assert table.over


def test_tf_11_a_dealer_who_sits_out_counts_as_folded() -> None:
    table = Table(3, sit_out=1)
    table.do("1: ante", "2: ante", "0: sit out").deal()
    table.do("1: check", "2: check", "1: discard", "2: discard")
    assert table.record.claimer == -1
    table.do("1: check", "2: check")
    assert table.needs == "tall" or table.to_act == 2


def test_tf_12_from_the_dealers_left_check_bet_call_raise_fold() -> None:
    table = Table(4).deal()
    assert table.to_act == 1
    assert "check" in table.legal
    assert "bet 99" in table.legal
    table.do("1: check", "2: bet 10")
    assert table.refused("check") == "TF-12"
    table.do("3: raise 20", "0: fold", "1: call", "2: call")
    assert table.record.paid.tolist()[:4] == [1, 31, 31, 31]


def test_tf_12_fold_is_allowed_with_nothing_to_call() -> None:
    table = Table(3).deal().do("1: fold")
    assert table.record.status[1] == 2


def test_tf_12_the_last_player_left_takes_the_pot_and_is_not_asked() -> None:
    table = Table(3).deal().do("1: fold", "2: fold")
    assert table.chips == [102, 99, 99]
    assert table.needs == "tall"


def test_tf_12_no_limit_up_to_all_one_has() -> None:
    table = Table(2).deal()
    assert table.refused("bet 100") == "TF-12"
    table.do("bet 99")
    assert table.chips == [99, 0]


def test_tf_12_with_a_limit() -> None:
    table = Table(2, limit=10).deal()
    assert table.refused("bet 11") == "TF-12"
    table.do("bet 10")
    assert table.refused("raise 11") == "TF-12"
    table.do("raise 10")


def test_tf_12_stacks_of_a_million_take_any_whole_number() -> None:
    table = Table(8, stack=1_000_000).deal()
    for amount in (1, 2, 314_159, 999_998, 999_999):
        assert f"bet {amount}" in table.legal
    assert "bet 1000000" not in table.legal
    table.do("bet 999999")
    assert len(list(table.legal)) == 2


@pytest.mark.parametrize("amount", ["", "0", "-3", "1.5", "ten", "9999999", "1e3", "٣"])
def test_tf_12_what_is_no_whole_number_is_refused_in_words(amount: str) -> None:
    with pytest.raises(GameError, match="a whole number"):
        Table(2).deal().play(f"bet {amount}")


def test_tf_13_a_bet_of_20_raised_to_40_costs_the_bettor_20_more() -> None:
    table = Table(2).deal().do("1: bet 20", "0: raise 20")
    before = table.chips[1]
    table.do("1: call")
    assert before - table.chips[1] == 20


def test_tf_13_betting_goes_on_until_all_have_matched() -> None:
    table = Table(3).deal().do("1: bet 5", "2: raise 5", "0: raise 5", "1: call")
    assert table.to_act == 2
    table.do("2: call")
    assert table.record.step_paid.sum() == 0
    assert table.to_act == 1


def drawing(hands: dict[int, str] | None = None, draws: str = "", tall: str = "b", seats: int = 3) -> Table:
    """A table at the draw step, seat 0 having dealt."""
    table = Table(seats).deal(hands, tall, draws)
    return table.do(*["check"] * seats)


def test_tf_14_discard_up_to_three_and_draw_as_many() -> None:
    table = drawing(draws="Ab Db Pb")
    table.do("1: discard 3p 5h 7o")
    assert GAME.deck(table.record).text(table.record.hand[1]) == "Ta Pr Pb Db Ab"
    assert table.refused("discard 4p 6h 8o Ua") == "TF-14"
    assert table.refused("discard 4p 6h 8o Ua Dr") == "TF-14"
    table.do("2: discard")
    assert table.record.drew.tolist()[:3] == [-1, 3, 0]


def test_tf_14_four_when_the_card_kept_is_an_ace_which_is_shown_to_all() -> None:
    table = drawing({1: "Ap 3h 5o 7a Tr", 2: "4p 6h 8o Ua Ar"}, draws="2b 3b 4b 5b")
    table.do("1: discard 3h 5o 7a Tr")
    view = table.view()
    assert view.record.ace[1] == GAME.deck(table.record).card("Ap")
    assert "{1} showed the Ace of Plums and kept it. {1} swapped 4 cards." in table.told
    assert table.refused("discard Ar 4p 6h 8o") == "TF-14"
    table.do("2: discard 4p 6h 8o Ua")


def test_tf_14_others_see_how_many_but_not_which_cards() -> None:
    table = drawing()
    before = [table.view(seat) for seat in (ONLOOKER, 0, 1)]
    table.play("discard 3p 5h")
    told = [
        "\n".join(str(line.text) for line in table.story(view, table.steps[-1], table.view(view.seat)))
        for view in before
    ]
    assert told[0] == told[1] == "{1} swapped 2 cards."
    assert told[2] == "{1} swapped the 3 of Plums and the 5 of Peaches."


def test_tf_14_or_claim_if_nobody_has() -> None:
    table = drawing().do("1: claim")
    assert table.record.claimer == 1
    assert table.refused("claim") == "TF-14"
    table.do("2: discard", "0: discard")
    assert "{1} claimed Bananas, so {1}’s Bananas are wild." in table.told


def test_tf_15_the_dealer_must_claim_and_may_not_draw() -> None:
    table = drawing().do("1: discard", "2: discard 4p")
    assert list(table.legal) == ["claim"]
    assert table.refused("discard") == "TF-15"
    table.do("0: claim")
    assert table.record.forced == 1
    assert table.record.claimer == 0


def test_tf_15_a_dealer_who_has_folded_does_not() -> None:
    table = Table(3).deal().do("1: check", "2: check", "0: fold", "1: discard", "2: discard")
    assert table.record.claimer == -1
    assert table.record.phase == SECOND_BETS


def test_tf_15_a_dealer_after_a_claim_draws() -> None:
    table = drawing().do("1: claim", "2: discard")
    assert "claim" not in table.legal
    table.do("0: discard 2p")


WILD = {0: "2p 4h 6o 8a Ur", 1: "2b 5b 7o 7a Pr", 2: "Ab Ah Ao Ua Dr"}


def test_tf_16_the_tall_suit_is_wild_for_the_claimer_alone() -> None:
    table = drawing(WILD).do("1: claim", "2: discard", "0: discard", *CHECKED)
    assert sorted(table.shown()) == [1]
    assert table.chips[1] > 100
    other = drawing(WILD).do("1: discard", "2: discard", "0: claim", *CHECKED)
    assert other.chips[2] > 100


def test_tf_17_second_betting_begins_from_zero() -> None:
    table = Table(2).deal().do("1: bet 20", "0: call", "1: discard", "0: claim")
    assert table.record.bet == 0
    assert table.to_act == 1
    table.do("1: bet 1", "0: call")
    assert table.record.won.sum() == 44


def test_options_out_of_range_are_refused_with_their_clause() -> None:
    for option, value, clause in (("ante", 0, "TF-4"), ("deck", "tarot", "TF-3"), ("hands", -2, "TF-21")):
        with pytest.raises(GameError, match=clause):
            GAME.new(3, {option: value})
    for together, clause in (({"limit": 3, "ante": 5}, "TF-12"), ({"first_dealer": 3}, "TF-5")):
        with pytest.raises(GameError, match=clause):
            GAME.new(3, together)
    with pytest.raises(GameError, match="no option"):
        GAME.new(3, {"jokers": 2})


def test_every_hand_is_in_order_and_no_card_is_twice() -> None:
    table = Table(8).deal()
    hands = table.record.hand
    assert (np.diff(hands, axis=1) > 0).all()
    assert len(np.unique(hands)) == 40


def test_tf_4_a_table_may_set_another_smallest_bet_than_the_ante() -> None:
    table = Table(3, ante=2, min_bet=10).deal()
    with pytest.raises(IllegalAction, match=r"Bet 10 to 98, or raise by that much\. \(TF-12\)"):
        table.play("bet 9")
    table.do("1: bet 10")
    with pytest.raises(IllegalAction, match=r"Bet 10 to 88, or raise by that much\. \(TF-12\)"):
        table.play("raise 9")
    table.do("2: raise 10")
    lower = Table(3, ante=5, min_bet=2).deal().do("1: bet 2", "2: raise 2")
    assert lower.record.bet == 4


def test_tf_4_an_all_in_under_the_smallest_bet_does_not_reopen_the_betting() -> None:
    table = stocked(Table(3, ante=1, min_bet=10), 8, 100, 100).deal().do("1: check", "2: check", "0: bet 7")
    table.do("1: call")
    assert [*table.legal] == ["call", "fold"]


def test_tf_4_without_it_the_ante_is_the_smallest_bet() -> None:
    table = Table(3, ante=4).deal()
    assert "bet 3" not in table.legal
    assert "bet 4" in table.legal


def test_tf_12_a_limit_is_at_least_the_smallest_bet() -> None:
    with pytest.raises(GameError, match=r"at least the smallest, 10, or 0 for no limit; not 5. \(TF-12\)"):
        Table(3, ante=2, min_bet=10, limit=5)
    Table(3, ante=5, min_bet=2, limit=2)
