"""The steady bot and the hints: they play by the rules, and for reasons that can be named."""

from __future__ import annotations

import numpy as np
import pytest

from shindig.bots import make
from shindig.games.tall_cards.bots.rival_hands import gone, replaced
from shindig.games.tall_cards.worth.batch_strength import strengths_by_keys
from shindig.match import Match, fair
from tests.kits.games.tall_cards_table import GAME, Table, stocked


def answer(table: Table, seed: int = 1) -> str:
    """What the steady bot does at the seat to act."""
    view = table.view(table.to_act)
    return GAME.words.text(view.record, make("tall-cards", seed=seed).act(view))


@pytest.mark.parametrize("options", [{}, {"sit_out": 1, "muck": "ask", "deck": "expanded-96", "limit": 10}])
def test_steady_plays_legally_to_the_end(options: dict[str, object]) -> None:
    match = Match(GAME, 3, options | {"hands": 6}, fair(5))
    bots = [make("tall-cards", "steady", seed) for seed in range(2)] + [make("tall-cards", "random", 3)]
    held = GAME.rules.conserved(match.record)
    while not match.over:
        match.play(bots[match.to_act].act(match.view(match.to_act)))
        assert GAME.rules.conserved(match.record) == held


ROYAL = "Ap Dp Pp Up Tp"


def test_steady_never_folds_a_hand_that_cannot_be_beaten() -> None:
    for seed in range(5):
        table = Table(3).deal({0: ROYAL}).do("1: bet 99", "2: call")
        assert answer(table, seed) == "call"
        table = Table(3).deal({0: ROYAL}).do("1: bet 5", "2: raise 20")
        assert answer(table, seed).split()[0] in ("call", "raise")


def test_tf_12_steady_pays_for_aces_up_until_all_is_at_stake() -> None:
    for bet, wanted in ((1, "call"), (5, "call"), (99, "fold")):
        table = Table(2).deal({0: "Ah Ao 8a 8r 2b"}, tall="p").do(f"1: bet {bet}")
        assert {answer(table, seed) for seed in range(5)} == {wanted}


def test_steady_folds_nothing_to_everything() -> None:
    table = Table(3).deal({0: "2h 4o 6a 8r Up"}, tall="b").do("1: bet 99", "2: call")
    assert {answer(table, seed) for seed in range(5)} == {"fold"}


def test_steady_never_folds_for_nothing() -> None:
    table = Table(3).deal({1: "2h 4o 6a 8r Up"}, tall="b")
    assert all(answer(table, seed) != "fold" for seed in range(20))


def test_steady_claims_a_suit_of_which_it_has_much() -> None:
    table = Table(3).deal({1: "2p 4p 6p Ta Tr"}, tall="p").do("check", "check", "check")
    assert answer(table) == "claim"


def test_steady_claims_with_a_made_hand_to_keep_the_suit_from_the_others() -> None:
    table = Table(3).deal({1: "8h 8o 8a 8r 2b"}, tall="p").do("check", "check", "check")
    assert answer(table) == "claim"


def test_steady_leaves_a_poor_suit_to_the_others_and_draws() -> None:
    table = Table(3).deal({1: "Ah 3o 4a 5r 8o"}, tall="p").do("check", "check", "check")
    assert answer(table) == "discard 3o 8o 4a 5r"


def test_steady_knows_that_the_suit_can_be_claimed_from_under_it() -> None:
    hand = "2p 4p 6o Ta Ur"
    first = Table(3).deal({1: hand}, tall="p").do("check", "check", "check")
    later = Table(3).deal({1: hand}, tall="p", draws="3h").do("check", "check", "check")
    assert answer(first) == "claim"
    later.do("1: claim")
    assert answer(later).startswith("discard")


def test_steady_keeps_its_chips_and_its_beaten_hands_to_itself() -> None:
    table = Table(3, gifts="always", sit_out=1, muck="ask")
    assert answer(table) == "ante"
    table.do("ante", "ante", "ante").deal({1: ROYAL}).do("check", "check", "check")
    table.do("1: discard", "2: discard", "0: claim", "1: bet 5", "2: call", "0: call")
    assert answer(table) == "throw away"
    table.do("throw away", "throw away")
    assert answer(table) == "ready"
    table.do("give to 0" if table.to_act else "give to 1")
    assert answer(table) == "keep"


def test_steady_sees_only_its_view() -> None:
    one = Table(3).deal({1: "8h 8o 6a 4r 2b"})
    two = Table(3).deal({1: "8h 8o 6a 4r 2b", 0: "Ah Ao Aa Ar Ab", 2: "Dh Do Da Dr Db"})
    assert one.view(1).tobytes() == two.view(1).tobytes()
    assert all(answer(one, seed) == answer(two, seed) for seed in range(10))


def test_a_short_stack_is_asked_for_no_more_than_it_has() -> None:
    table = stocked(Table(3, ante=5), 100, 7, 100).deal({1: ROYAL})
    view = table.view(1)
    for seed in range(10):
        assert make("tall-cards", seed=seed).act(view) in list(table.legal.actions)


def test_hints_tell_the_exact_odds_of_the_draw() -> None:
    table = Table(3).deal({1: "8h 8o 8a 8r 2p"}, tall="p").do("check", "check", "check")
    first, second, *_ = map(str, table.view(1).hints)
    assert first == "Claim Plums, and you beat 99 hands in 100. You’re sure of five 8s."
    assert second == "Swap the 2 of Plums, and you beat 99 hands in 100."
    assert table.view(2).hints == []


def test_a_review_compares_the_chances_of_two_swaps_if_the_best_has_more() -> None:
    view = Table(3).deal({1: "8h 8o 8a 7r 2p"}, tall="b").do("check", "check", "check").view(1)
    none, two = [view.game.words.parse(view.plain, text) for text in ("discard", "discard 7r 2p")]
    best, made = map(str, view.list_reasons(none, two))
    assert best.startswith("Swap the ")
    assert made.startswith("Keep them all, and you beat ")
    assert view.list_reasons(two, none) == []


def test_hints_leave_the_dealer_no_choice_where_there_is_none() -> None:
    table = Table(2).deal().do("check", "check", "discard")
    assert len(table.view(0).hints) == 1
    assert str(table.view(0).hints[0]).startswith("Claim Bananas")


def test_hints_tell_the_price_of_a_call() -> None:
    table = Table(2).deal({0: "8h 8o 6a 4r 2p"}, tall="p").do("1: bet 2")
    hold, call, claim = map(str, table.view(0).hints)
    assert hold.startswith("You have a pair of 8s. That beats ")
    assert call == "Calling 2 for 4 pays if you win 33 times in 100."
    assert claim == "If you claim Plums, you have three 8s."
    assert np.isfinite(table.chips).all()


@pytest.mark.parametrize(("hand", "bolder"), [("8h 8o 8a 8r 2p", True), ("2h 3o 5a 6r 7b", False)])
def test_a_review_names_the_hand_only_where_it_speaks_for_the_better_bet(hand: str, bolder: bool) -> None:
    view = Table(2).deal({0: hand}, tall="p").do("1: bet 2").view(0)
    fold, call, more = [view.game.words.parse(view.plain, text) for text in ("fold", "call", "raise 2")]
    for careful, bold in ((fold, call), (call, more)):
        for made, better, told in ((careful, bold, bolder), (bold, careful, not bolder)):
            assert [str(line)[:8] for line in view.list_reasons(made, better)] == ["You had "] * told


def test_each_card_given_away_is_replaced_by_the_next() -> None:
    hands = np.array([[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]])
    drop = np.array([[False, True, False, True, False], [True, False, False, False, True]])
    more = np.array([[10, 11, 12, 13], [20, 21, 22, 23]])
    assert replaced(hands, drop, more).tolist() == [[1, 10, 3, 11, 5], [20, 2, 3, 4, 21]]


@pytest.mark.parametrize(
    ("hand", "given"),
    [
        ("2p 3p 4p 5p 6p", ""),
        ("2p 3h 4o 5a 6r", ""),
        ("2p 2h 7o 8a Tr", "7o 8a Tr"),
        ("2p 4p 6p 8p Tr", "Tr"),
        ("2p 4h 6o 8a Tr", "2p 4h 6o"),
        ("2p 4h 6o 8a Ar", "2p 4h 6o 8a"),
    ],
)
def test_tf_14_a_plain_rival_keeps_what_belongs_together(hand: str, given: str) -> None:
    deck = GAME.table.decks[0]
    cards = np.array([deck.parse(hand)], np.int8)
    drop = gone(cards.astype(np.int64), strengths_by_keys(cards, -1, True))[0]
    assert deck.text(cards[0][drop].tolist()) == given
