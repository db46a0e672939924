"""Exact odds at the draw: TF-14 to TF-16, against plain counting over every draw."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from shindig.cards import CardError
from shindig.games.tall_cards import GAME
from shindig.games.tall_cards.deck import EXPANDED_96, FRUIT
from shindig.games.tall_cards.rules.state import DISCARD, TAKE
from shindig.games.tall_cards.worth.batch_strength import strengths
from shindig.games.tall_cards.worth.discard_odds import (
    DrawOdds,
    all_odds,
    fresh_hands,
    masks,
    not_seen,
    unseen,
    view_odds,
)
from shindig.games.tall_cards.worth.ranks import DECKS, NUMBERS
from tests.kits.games.tall_cards_table import Table
from tests.kits.twins.tall_cards_ranks import best

STOCK = FRUIT.parse("2p 3p 4p 5p 6p Ah Dh 8h 2o 3o 8o Aa Tr 7b")


def by_number(odds: DrawOdds) -> dict[int, int]:
    return {number: int(count) for number, count in enumerate(odds.numbers) if count}


@pytest.mark.parametrize("hand", ["7p 8p Ap 8a Ar", "Ao Ua Ur Dr Pb", "7p 8p Tp Up Pp"])
@pytest.mark.parametrize("ace_low", [True, False])
def test_tf_14_every_discard_counted_over_every_draw(hand: str, ace_low: bool) -> None:
    cards = FRUIT.parse(hand)
    for odds in all_odds(cards, 0, STOCK, ace_low, claim=False):
        kept = [card for card in cards if card not in odds.discarded]
        drawn = combinations(STOCK, len(odds.discarded))
        plain = Counter(best([*kept, *cards_drawn], 0, False, ace_low)[0] for cards_drawn in drawn)
        assert by_number(odds) == plain
        assert odds.draws == comb(len(STOCK), len(odds.discarded))


def odds_of(hand: str, tall: str = "b", seen: str = "", deck: str = "fruit", claim: bool = False) -> list[DrawOdds]:
    """Odds of a hand as lists of counts."""
    main, tall_deck = DECKS[deck]
    cards = main.parse(hand)
    return all_odds(cards, tall_deck.card(tall), unseen(main, [*cards, *main.parse(seen)]), True, claim)


def test_tf_14_discards_of_up_to_three_or_four_with_an_ace_kept() -> None:
    assert len(masks(FRUIT.parse("2p 4h 6o 8a Ur"))) == 1 + 5 + 10 + 10
    four = {FRUIT.text(odds.discarded) for odds in odds_of("Ap 4h 6o Aa Ur") if len(odds.discarded) == 4}
    assert four == {"4h 6o Aa Ur", "Ap 4h 6o Ur"}


@pytest.mark.parametrize(("deck", "hand"), [("fruit", "Ap 4h 6o Aa Ur"), ("expanded-96", "Ab Ab 4d 4d Us")])
def test_the_odds_are_of_the_discards_that_the_rules_allow(deck: str, hand: str) -> None:
    table = Table(2, deck=deck).deal({1: hand, 0: "2w 3x 4s 5p 7b" if deck != "fruit" else "2p 3h 4o 5a 7r"})
    table.do("check", "check")
    found = view_odds(table.view(1).record, table.game.deck(table.record))
    assert sorted(odds.action for odds in found) == list(table.legal.actions)


def test_tf_16_claiming_is_certain() -> None:
    claim, *rest = odds_of("2p 8p 7h 7o 3a", "p", claim=True)
    assert claim.action == TAKE
    assert by_number(claim) == {7: 1}
    assert all(odds.action >= DISCARD for odds in rest)
    assert all(odds.action != TAKE for odds in odds_of("2p 8p 7h 7o 3a", "p"))


def test_draws_come_from_the_cards_not_seen() -> None:
    seen = odds_of("Ap Ah Ao Aa 2r", seen="Ar Ab")
    assert max(by_number(odds).get(10, 0) for odds in seen) == 0
    unseen_yet = odds_of("Ap Ah Ao Aa 2r")
    assert max(by_number(odds).get(10, 0) for odds in unseen_yet) == 2 * comb(66, 0)


def test_copies_count_as_often_as_there_are_left() -> None:
    drawn = odds_of("8b 8p 8d 8b 2w", "x", deck="expanded-96")
    one = next(odds for odds in drawn if EXPANDED_96.text(odds.discarded) == "2w")
    assert one.draws == 91
    assert by_number(one) == {10: 2 + 3, 7: 86}


def test_a_view_knows_its_own_hand_and_aces_shown() -> None:
    table = Table(3).deal({1: "Ap 3h 5o 7a Tr"}, draws="2b 3b 4b 5b").do("check", "check", "check")
    table.do("1: discard 3h 5o 7a Tr")
    deck = table.game.deck(table.record)
    stock = not_seen(table.view(2).record, deck)
    assert len(stock) == 72 - 5 - 1
    assert deck.card("Ap") not in stock


@pytest.mark.parametrize("ace_low", [True, False])
def test_fresh_hands_are_all_hands_of_the_stock(ace_low: bool) -> None:
    doubled = sorted(EXPANDED_96.parse("2b 2b 3b 3b 4b 5b Ab 2p 3p Ad Aw As 8s 8d 8d Td Uw Px 7x 5x"))
    every = np.array(list(combinations(doubled, 5)), np.int8)
    counted = np.bincount(strengths(every, 0, False, ace_low), minlength=len(NUMBERS))
    assert (fresh_hands(doubled, ace_low) == counted).all()


def test_fresh_hands_of_the_whole_deck_are_all_there_are() -> None:
    assert fresh_hands(FRUIT.cards, True).sum() == comb(72, 5)
    assert fresh_hands(EXPANDED_96.cards, True).sum() == comb(96, 5)


def test_chances() -> None:
    pat = next(odds for odds in odds_of("8p 8h 8o 8a 2r") if not odds.discarded)
    assert pat.chance(7) == 1.0
    assert pat.chance(8) == 0.0
    stock = unseen(FRUIT, FRUIT.parse("8p 8h 8o 8a 2r"))
    assert 0.99 < pat.beats(fresh_hands(stock, True)) < 1.0


def test_the_game_tells_the_chances_by_name() -> None:
    found = GAME.draw_odds("8p 8h 8o 8a 2p", "p")
    assert found["claim"] == {"Five of a Kind": 1.0}
    assert found[""] == {"Four of a Kind": 1.0}
    assert found["2p"] == {"Five of a Kind": 2 / 67, "Four of a Kind": 65 / 67}
    assert "claim" not in GAME.draw_odds("8p 8h 8o 8a 2p")
    assert GAME.draw_odds("8p 8h 8o 8a 2p", seen="8r 8b")["2p"] == {"Four of a Kind": 1.0}


def test_cards_that_cannot_be_are_refused_in_words() -> None:
    with pytest.raises(CardError, match="5 cards"):
        GAME.draw_odds("8p 8h", "b")
    with pytest.raises(CardError, match="has 1 of 8p"):
        GAME.draw_odds("8p 8h 8o 8a 2p", seen="8p")


def test_a_hand_beats_all_below_it_and_half_of_its_like() -> None:
    counts = np.zeros(4, np.int64)
    counts[2] = 3
    odds = DrawOdds(0, (), counts)
    others = ([0, 0, 0, 5], [0, 0, 5, 0], [0, 5, 0, 0], [1, 1, 2, 0])
    assert [odds.beats(np.array(one)) for one in others] == [0, 0.5, 1, 0.75]
