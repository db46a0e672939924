"""Exact odds at Tall Card's draw (TC-15), against counting by hand and against the plain twin."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from shindig.cards import CardError
from shindig.games.tall_card.deck import TALL_CARD
from shindig.games.tall_card.worth.discard_odds import (
    discard_counts,
    draw_odds,
    draw_values,
    field,
    finals,
    shares,
    unseen,
    ways,
)
from shindig.games.tall_card.worth.rank_ladder import RANK_NAMES, STRENGTHS
from shindig.games.tall_card.worth.ranks import strength
from shindig.games.tall_card.worth.strength_tables import MULTISETS, multisets
from tests.kits.twins.tall_card_ranks import best

Ints = npt.NDArray[np.int64]
HAND = TALL_CARD.parse("8p 8d 4d 3b RdD")


def by_twin(kept: list[int], draw: int, tall: int, claimed: bool, left: Ints) -> list[int]:
    """How often each Rank comes, drawing every choice of single cards."""
    stock = [card for card, copies in enumerate(left.tolist()) for _ in range(copies)]
    counts = [0] * len(RANK_NAMES)
    for drawn in combinations(stock, draw):
        counts[best([*kept, *drawn], tall, claimed)[0]] += 1
    return counts


@pytest.mark.parametrize(("tall", "claimed"), [(-1, False), (1, False), (1, True), (5, False), (5, True)])
def test_tc_15_odds_as_counted_card_by_card(tall: int, claimed: bool) -> None:
    left = unseen(HAND)
    counts = discard_counts(HAND, tall, claimed, left)
    for mask in (0, 0b00001, 0b01000, 0b10000):
        kept = [card for i, card in enumerate(HAND) if not mask >> i & 1]
        assert counts[mask].tolist() == by_twin(kept, 5 - len(kept), tall, claimed, left)


def test_tc_15_two_cards_drawn_from_a_short_deck() -> None:
    left = unseen(HAND)
    left[9:] = 0
    counts = discard_counts(HAND, 1, False, left)
    assert counts[0b01100].tolist() == by_twin([HAND[0], HAND[1], HAND[4]], 2, 1, False, left)


def test_tc_15_every_draw_is_counted_once() -> None:
    counts = discard_counts(HAND, 1, False, unseen(HAND))
    assert counts.sum(axis=1).tolist() == [comb(61, mask.bit_count()) for mask in range(32)]


def test_tc_15_odds_in_words() -> None:
    odds = draw_odds("8p 8d 8b 4d 3b", seen="8p")
    assert odds[""] == {"3 Pretty Sisters": 1.0}
    assert odds["4d"]["4 Pretty Sisters"] == 2 / 60
    assert next(iter(odds["4d 3b"])) == "5 Pretty Sisters"
    assert all(abs(sum(chances.values()) - 1) < 1e-12 for chances in odds.values())
    assert len(odds) == 32


def test_tc_15_equal_cards_are_one_choice() -> None:
    odds = draw_odds("8p 8d 8p 4d 3b")
    assert len(odds) == len({tuple(sorted(gone.split())) for gone in odds}) == 24
    assert "8p 8d" in odds
    assert "8d 8p" not in odds


def test_tc_15_the_claimer_draws_one_at_most() -> None:
    assert list(draw_odds("8p 8d 8b 4d 3b", "p", True)) == ["", "8p", "8d", "8b", "4d", "3b"]


def test_more_cards_seen_than_there_are() -> None:
    with pytest.raises(CardError, match="8p"):
        draw_odds("8p 8p 8b 4d 3b", seen="8p")


@pytest.mark.parametrize("k", range(6))
def test_draws_are_weighted_by_copies(k: int) -> None:
    left = unseen(HAND)
    found = ways(k, left)
    assert found.sum() == comb(61, k)
    some = range(0, MULTISETS[k], 997)
    for number in some:
        cards = multisets(k)[:, number].tolist()
        assert found[number] == np.prod([comb(int(left[card]), cards.count(card)) for card in set(cards)], initial=1)


@pytest.mark.parametrize("kept", [[], [3], [29, 3], [5, 5, 7], [28, 0, 28, 1], [9, 1, 9, 2, 4]])
def test_hands_grow_card_by_card(kept: list[int]) -> None:
    found = finals(kept)
    draw = 5 - len(kept)
    for number in range(0, MULTISETS[draw], 499):
        expected = sorted([*kept, *multisets(draw)[:, number].tolist()])
        assert multisets(5)[:, found[number]].tolist() == expected


def test_mean_values_after_the_draw() -> None:
    value = np.arange(STRENGTHS) / STRENGTHS
    left = unseen(HAND)
    values = draw_values(HAND, 1, True, left, value, most=1)
    stand = strength(np.array(HAND, np.int8), 1, True)
    assert values[0] == pytest.approx(value[stand])
    assert np.isneginf(values[0b11])
    drawn = [value[strength(np.array([*HAND[1:], card], np.int8), 1, True)] for card in range(30)]
    assert values[1] == pytest.approx(np.average(drawn, weights=left))


def test_the_field_of_unseen_hands() -> None:
    left = np.zeros(30, np.int64)
    left[[0, 1, 2, 3, 5, 27]] = 1  # 1b 2b 3b 4b 6b WhD
    chances = field(-1, False, left)
    assert chances.sum() == pytest.approx(1)
    crater = strength(np.array([0, 1, 2, 3, 5], np.int8), -1, False)
    dragon = strength(np.array([0, 1, 2, 3, 27], np.int8), -1, False)
    assert chances[crater] == pytest.approx(1 / 6)
    assert chances[dragon] == pytest.approx(5 / 6)


def test_the_share_of_a_pot() -> None:
    fair = np.zeros(STRENGTHS)
    fair[[10, 20]] = 0.5
    assert shares([fair, fair])[[5, 30]].tolist() == [0, 1]
    assert shares([fair])[20] == pytest.approx(0.75)
    assert shares([fair, fair])[20] == pytest.approx(0.25 + 0.5 / 2 + 0.25 / 3)
