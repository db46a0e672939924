"""How hands and matches of Tall Cards end, clause by clause: TF-18 to TF-22, on hands written out."""

from __future__ import annotations

import pytest

from shindig.core.layout_and_views import ONLOOKER, OVER
from shindig.gamekit.game_spec import GameError, IllegalAction
from tests.kits.games.tall_cards_table import GAME, HANDS, Table, stocked


def finale(*bets: str, muck: str = "auto", hands: dict[int, str] | None = None) -> Table:
    """Four players, dealer 0, at the second betting, which goes as given; seat 2 has the best hand."""
    best = {0: "2p 2h 6o 8a Ur", 1: "3p 3h 7o Ta Pr", 2: "4p 4h 8o Ua Dr", 3: "5p 7h To Pa Ar"}
    table = Table(4, muck=muck).deal(hands or best)
    table.do(*["check"] * 4, "1: claim", "2: discard", "3: discard", "0: discard")
    return table.do(*bets)


def test_tf_18_the_last_bettor_shows_first_then_clockwise() -> None:
    table = finale("1: check", "2: check", "3: bet 5", "0: call", "1: call", "2: call")
    places = table.record.place.tolist()[:4]
    assert places == [2, 3, 4, 1]
    assert sorted(table.shown()) == [0, 1, 2, 3]


def test_tf_18_if_nobody_bet_the_first_from_the_dealers_left_shows_first() -> None:
    table = finale(*["check"] * 4)
    assert table.record.place.tolist()[:4] == [4, 1, 2, 3]
    assert sorted(table.shown()) == [1, 2]


def test_tf_18_beaten_hands_go_away_unseen_for_ever() -> None:
    table = finale("1: check", "2: bet 5", "3: call", "0: call", "1: call")
    assert sorted(table.shown()) == [2]
    for viewer in (ONLOOKER, 1, 2):
        seen = table.view(viewer).record
        assert (seen.hand[3] == -1).all()
        assert seen.strength[3] == -1
    assert "{3} didn’t show." in table.told


def test_tf_18_with_muck_ask_a_beaten_player_may_show() -> None:
    table = finale("1: check", "2: bet 5", "3: call", "0: call", "1: call", muck="ask")
    assert list(table.legal) == ["throw away", "show"]
    table.do("3: show", "0: throw away", "1: show")
    assert sorted(table.shown()) == [1, 2, 3]


def test_tf_18_nobody_can_throw_away_a_hand_that_wins_or_shares() -> None:
    tie = {0: "2p 3h 6o 8a Ur", 1: "3p 4h 7o Ta Pr", 2: "4p 5o 8o Ua Dr", 3: "4a 5r 8r Uh Dh"}
    table = finale("1: check", "2: bet 5", "3: call", "0: fold", "1: fold", muck="ask", hands=tie)
    assert sorted(table.shown()) == [2, 3]
    assert table.record.won.tolist()[:4] == [0, 0, 7, 7]


def test_tf_18_side_pots_are_settled_first_and_who_is_in_several_shows_at_the_first() -> None:
    hands = {0: "2p 2h 6o 8a Ur", 1: "3p 3h 7o Ta Pr", 2: "4p 4h 8o Ua Dr", 3: "5p 7h To Pa Ar"}
    table = stocked(Table(4), 100, 100, 20, 100).deal(hands)
    table.do("1: check", "2: bet 19", "3: call", "0: call", "1: call")
    table.do("1: discard", "2: discard", "3: discard", "0: claim")
    table.do("1: bet 10", "3: call", "0: call")
    assert table.record.place.tolist()[:4] == [3, 1, 4, 2]
    assert sorted(table.shown()) == [1, 2]
    assert table.record.won.tolist()[:4] == [0, 30, 80, 0]
    assert "Side pot: {1} wins 30.\nMain pot: {2} wins 80." in table.told


def test_tf_18_a_hand_is_told_also_where_the_next_question_is_who_joins() -> None:
    table = Table(3, sit_out=1).do("1: ante", "2: ante", "0: ante").deal({1: "Ap Ah Ao 8a 7r"})
    table.do("1: check", "2: check", "0: check", "1: discard", "2: discard", "0: claim")
    table.do("1: check", "2: check", "0: check")
    assert (table.to_act, table.hand_ended, sorted(table.shown())) == (2, True, [1])
    assert "{1} showed three Aces." in table.told
    assert str(table.view().result) == "{1} wins 3."
    table.do("2: sit out")
    assert (table.to_act, table.hand_ended, table.shown(), table.record.dealer) == (0, False, {}, 1)
    table.do("0: sit out", "1: ante")
    assert (table.to_act, table.chips, table.record.dealer) == (0, [99, 102, 99], 2)


def test_tf_19_the_last_takes_the_pot_unseen_or_may_show() -> None:
    table = Table(3).deal().do("1: bet 5", "2: fold", "0: fold")
    assert table.shown() == {}
    assert table.chips == [99, 102, 99]
    asked = Table(3, muck="ask").deal().do("1: bet 5", "2: fold", "0: fold")
    assert asked.chips == [99, 102, 99]
    assert list(asked.legal) == ["throw away", "show"]
    asked.do("1: show")
    assert asked.shown() == {1: HANDS[1]}
    assert "{1} showed Phoenix high." in asked.told


def test_tf_20_the_deal_moves_left_past_players_with_nothing() -> None:
    table = stocked(Table(4), 100, 0, 100, 100).deal().do("2: fold", "3: fold")
    assert table.record.dealer == 0, "the deal moves when the next hand begins"
    assert table.deal().record.dealer == 2


def test_tf_21_the_game_ends_after_the_agreed_hands_and_equal_chips_share() -> None:
    table = Table(2, hands=2)
    table.deal().do("1: fold")
    assert not table.over
    table.deal().do("0: fold")
    assert table.over
    assert table.result is not None
    assert table.result.winners == (0, 1)
    assert table.result.scores == (100, 100)
    assert table.result.reason == "the agreed number of hands is played"


def test_tf_21_four_deals_each_unless_agreed_otherwise() -> None:
    table = Table(3)
    for _ in range(12):
        assert not table.over
        table.deal().do("fold", "fold")
    assert table.over
    assert Table(2, hands=0, minutes=5).record.hands == 0


def test_tf_21_the_dealer_keeps_the_time_and_a_hand_under_way_is_finished() -> None:
    table = Table(2, minutes=30)
    assert GAME.services.by_clock is not None
    for _ in range(9):
        assert GAME.services.by_clock(table.record, 31.0) is None
        dealer = table.deal().record.dealer
        table.do("fold", f"{dealer}: go on")
        assert table.needs == "tall"
    dealer = table.deal().record.dealer
    table.do("fold")
    assert table.refused("ready") == "TF-21"
    assert GAME.words.text(table.record, GAME.services.by_clock(table.record, 29.5) or 0) == "go on"
    assert GAME.words.text(table.record, GAME.services.by_clock(table.record, 30.0) or 0) == "time is up"
    table.do(f"{dealer}: time is up")
    assert table.to_act == OVER
    assert table.result is not None
    assert table.result.reason == "the agreed time is up"
    assert "The time is up." in table.told


def all_in(gifts: str = "never") -> Table:
    """Two players, everything in the pot, won by seat 0."""
    table = Table(2, gifts=gifts, hands=0).deal({0: "Ap Ah 4o 5a 7r", 1: "2p 3h 5o 6a 8r"})
    return table.do("1: bet 99", "0: call", "1: discard", "0: claim")


def test_tf_21_the_game_ends_when_one_player_has_everything() -> None:
    table = all_in()
    assert table.over
    assert table.result is not None
    assert table.result.winners == (0,)
    assert table.result.reason == "one player holds all the chips"


def test_tf_21_before_that_there_is_a_chance_to_give() -> None:
    table = all_in(gifts="always")
    table.do("0: give to 1", "0: give 50", "0: ready")
    assert not table.over
    assert table.chips == [150, 50]
    assert all_in(gifts="needed").do("0: ready").over


def test_tf_22_chips_may_be_given_between_hands() -> None:
    table = Table(3, gifts="always").deal().do("1: fold", "2: fold")
    assert table.chips == [102, 99, 99]
    table.do("1: give to 0", "1: give 9", "1: give to 2", "1: keep", "1: ready", "2: ready", "0: ready")
    assert table.chips == [111, 90, 99]
    assert "{1} gave {0} 9." in table.told


def test_tf_22_a_gift_brings_back_who_was_out() -> None:
    table = stocked(Table(3, gifts="needed"), 100, 0, 100).deal().do("2: fold")
    table.do("2: give to 1", "2: give 30", "2: ready", "0: ready")
    assert "{2} gave {1} 30, so {1} can play on." in table.told
    table.deal()
    assert table.record.status[1] == 1
    assert table.record.dealer == 1


def test_tf_22_not_while_a_hand_is_being_played() -> None:
    table = Table(3, gifts="always").deal()
    for words in ("give to 2", "give 5", "ready"):
        assert table.refused(words) == "TF-12"


def test_tf_22_a_gift_is_of_what_one_has_and_to_somebody_else() -> None:
    table = Table(3, gifts="always").deal().do("1: fold", "2: fold")
    assert table.refused("give to 1") == "TF-22"
    assert table.refused("bet 5") == "TF-22"
    with pytest.raises(IllegalAction, match="in order of seats"):
        table.play("give to 1")
    with pytest.raises(IllegalAction, match="or go on to the next hand"):
        table.play("bet 5")
    table.do("1: give to 2")
    assert table.refused("give 100") == "TF-22"
    with pytest.raises(GameError, match="seat from 0 to 2"):
        table.play("give to 3")
    table.do("1: give 99")
    assert table.to_act == 2


def test_tf_22_gifts_needed_or_never_are_asked_for_accordingly() -> None:
    assert Table(3, gifts="needed").deal().do("fold", "fold").needs == "tall"
    assert Table(3, gifts="never").deal().do("fold", "fold").needs == "tall"
