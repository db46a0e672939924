"""What the steady bot does at Talon's table, and why."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from shindig.bots import make
from shindig.games.talon.bots.bidding import FEATURES, WEIGHTS, best_bid, margin, worth
from shindig.games.talon.bots.card_play import is_master
from shindig.games.talon.bots.exchange_choice import wish_trump
from shindig.games.talon.rules.state import BID, LAY, MAGICIAN, NAME, SUITED
from shindig.match import Match
from tests.kits.games.talon_table import begun, bid, cards, deal, endgame, hand, refuse_all, say


def answer(match: Match) -> str:
    """What steady does for the seat to act."""
    return match.game.words.text(match.record, make("talon", "steady", 0).act(match.view(match.to_act)))


def bits(text: str) -> tuple[int, int]:
    """Cards as bits: of the suits, and trumps."""
    both = sum(1 << card for card in cards(text))
    return both & (1 << SUITED) - 1, both >> SUITED


STRONG = "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T1 T0 KS QS KC KP KW QW"
WEAK = "2S 3S 4S 5S 6S 7S 2C 3C 4C 5C 6C 7C 2P 3P 4P T2 T3 T4"


def bidding(held: str) -> Match:
    return say(deal(4, {3: held}), *["no dry"] * 4)


def test_bids_high_on_a_strong_hand_and_passes_on_a_weak_one() -> None:
    assert answer(bidding(STRONG)) == "against"
    assert answer(bidding(WEAK)) == "pass"


def test_a_bid_must_beat_the_last_one() -> None:
    match = say(deal(4, {2: STRONG}), *["no dry"] * 4, "without")
    assert match.record.phase == BID
    assert answer(match) == "against"


def test_features_and_weights_fit_each_other() -> None:
    assert {len(weights) for weights in WEIGHTS} == {len(FEATURES)}
    assert len(WEIGHTS) == 3 * 3


@pytest.mark.parametrize("players", [3, 4, 5])
def test_more_trumps_and_honors_promise_more(players: int) -> None:
    weak, strong = bits("1S 2S 3S 1C 2C T2 T3"), bits("KS T0 T1 T21 T20 KC T19")
    for kind in range(3):
        assert margin(*strong, players, kind) > margin(*weak, players, kind)


def test_worth_is_25_and_the_margin_for_or_against() -> None:
    assert worth(100.0, 5.0) == pytest.approx(125.0)
    assert worth(-100.0, 5.0) == pytest.approx(-125.0)
    assert worth(0.0, 8.0) == pytest.approx(0.0)
    assert worth(4.0, 8.0) == pytest.approx(-worth(-4.0, 8.0))


def test_best_bid_is_above_the_highest() -> None:
    strong, weak = bits(STRONG), bits(WEAK)
    assert [best_bid(*strong, 4, highest) for highest in range(4)] == [4] * 4
    assert best_bid(*weak, 4, 0) == 0


def test_lays_a_bare_magician_away() -> None:
    match = refuse_all(bid(deal(4, {0: "T1 T5 T8 KS QS 5C 6P 7P"}, "2W 3W 4W 5W 6W 7W"), 0), LAY)
    laid = []
    while match.record.phase == LAY:
        laid.append(answer(match))
        match.play(laid[-1])
    assert "lay T1" in laid


def test_lays_no_king_beside_others_and_no_high_trump_away() -> None:
    match = refuse_all(bid(deal(4, {0: STRONG}, "2W 3W 4W 5W 6P 7P"), 0), LAY)
    while match.record.phase == LAY:
        laid = answer(match)
        assert laid.split()[-1] not in ("T21", "T20", "T0", "KS", "KW")
        match.play(laid)


def test_a_card_just_taken_is_not_among_those_to_lay_away() -> None:
    """The 3 of Swords, taken early and now alone in its suit, must stay: the last place goes to the Queen of Wands."""
    held = "7S 1C 3C NC KC 8P 1W 3W 7W JW T2 T3 T6 T7 T8 T10 T13 T21"
    match = refuse_all(bid(deal(4, {0: held}, "3S T4 4W 10W NS QW"), 0), LAY)
    while match.record.laying < 5:
        match.play(answer(match))
    assert "3S" in hand(match, 0)
    assert answer(match) == "leave"


def test_lays_away_by_the_french_rule_too() -> None:
    match = refuse_all(bid(deal(4, {0: STRONG}, "2W 3W 4W 5W 6P 7P", lay_away="french"), 0), LAY)
    while match.record.phase == LAY:
        match.play(answer(match))
    assert match.record.laid_open == 0


def test_names_a_king_of_another() -> None:
    match = refuse_all(bid(deal(5, {0: "KS QC JC 2C 3C T9 T8", 1: "KC"}), 0, "without"), NAME)
    assert answer(match) == "name KC"


def test_the_fool_comes_before_the_last_trick() -> None:
    match = endgame(3, {0: "T0 2S", 2: "KS 3W", 1: "4S 5W"}, leader=2)
    say(match, "play KS", "play 4S")
    assert answer(match) == "play T0"


def test_points_go_to_a_friends_trick() -> None:
    match = endgame(3, {0: "4S 2W 3W", 2: "KS 3C 4W", 1: "QS 2S 5W"}, leader=0, taker=0)
    say(match, "play 4S", "play KS")
    assert answer(match) == "play QS"


def test_little_goes_to_a_foes_trick() -> None:
    match = endgame(3, {0: "QS 2S 3W", 2: "KS 3C 4W", 1: "5S 5W 6W"}, leader=2, taker=0)
    say(match, "play KS", "play 5S")
    assert answer(match) == "play 2S"


def test_a_foes_rich_trick_is_trumped() -> None:
    match = endgame(3, {0: "T5 T9 3W", 2: "KS 3C 4W", 1: "QS 5W 6W"}, leader=2, taker=0)
    say(match, "play KS", "play QS")
    assert answer(match) in ("play T5", "play T9")


def test_the_magician_is_not_led() -> None:
    match = endgame(3, {0: "T1 2S 3W", 2: "KS 3C 4W", 1: "QS 5W 6W"}, taker=0)
    assert answer(match) != "play T1"


def test_one_legal_action_is_played() -> None:
    match = begun(4, {}, taker=0)
    while len(match.legal) > 1:
        match.play(match.legal[0])
    assert answer(match) == match.legal[0]


@pytest.mark.parametrize(("players", "enough"), [(3, 13), (4, 10), (5, 8)])
def test_the_magician_stays_in_hand_among_enough_trumps(players: int, enough: int) -> None:
    def wish(trumps: int) -> float:
        seen = np.full((players, 6), 0)
        m: Any = SimpleNamespace(actor=0, players=players, trumps=[(1 << trumps) - 1], laying=0, seen=seen)
        return wish_trump(m, MAGICIAN)

    assert [wish(enough - 1), wish(enough)] == [20.0, -1.0]


@pytest.mark.parametrize(
    ("card", "suits", "trumps", "master"),
    [(SUITED, 0, 0b01, True), (SUITED, 0, 0b10, False), (SUITED + 1, 1 << 13, 0b01, True), (12, 1 << 13, 0b10, False)],
    ids=["the lowest trump", "one trump above", "none above", "a court above"],
)
def test_a_card_is_master_when_no_unseen_one_of_its_suit_is_higher(
    card: int, suits: int, trumps: int, master: bool
) -> None:
    assert is_master(card, suits, trumps) == master
