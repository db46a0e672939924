"""The loops that are compiled for many hands, in plain Python: they come to what NumPy comes to."""

from __future__ import annotations

import numpy as np
import pytest

from shindig.gamekit import game
from shindig.gamekit.five_cards.batches import BLOCK, make_cells, make_strengths
from shindig.games.tall_card.worth import strength_tables
from shindig.games.tall_card.worth.rank_ladder import NONE
from shindig.games.tall_cards.worth import batch_strength
from shindig.games.tall_cards.worth.hand_classes import RANKS
from shindig.games.tall_cards.worth.ranks import SUITS

MANY = BLOCK + 76
"""More than one block, and a last one that is not full."""
Hands = np.ndarray[tuple[int, ...], np.dtype[np.int8]]


def dealt(game_id: str, deck: int) -> Hands:
    """int8[MANY, 5]: hands at random, among them some of a suit, of one rank and in a row."""
    cards = np.array(game(game_id).table.decks[deck].cards, np.int8)
    rng = np.random.default_rng(3)
    hands = np.stack([rng.permutation(cards)[:5] for _ in range(MANY)])
    hands[::7] = np.sort(hands[::7], axis=1)
    hands[1::9] = hands[1::9, :1] // 12 * 12 + np.arange(5, dtype=np.int8) if game_id == "tall-cards" else hands[1::9]
    hands[2::11] = hands[2::11, :1] % 12 + 12 * np.arange(5, dtype=np.int8) if game_id == "tall-cards" else hands[2::11]
    return hands


@pytest.mark.parametrize(("tall", "claimed"), [(0, False), (4, True)])
def test_strengths_of_tall_card_row_by_row_and_column_by_column(tall: int, claimed: bool) -> None:
    hands = dealt("tall-card", 0)
    cells, by_number = make_cells(hands, NONE), strength_tables.table(tall, claimed)
    rows, columns = make_strengths(MANY, None), make_strengths(MANY, None)
    with np.errstate(over="ignore"):
        strength_tables.fill_by_rows(cells.ravel(), by_number, rows)
        strength_tables.fill_by_columns(np.asfortranarray(cells).T, by_number, columns)
    expected = strength_tables.strengths_by_number(hands, tall, claimed)
    assert np.array_equal(rows, expected)
    assert np.array_equal(columns, expected)
    assert len(set(expected.tolist())) > MANY // 20


@pytest.mark.parametrize(("tall", "ace_low"), [(-1, False), (3, True)])
def test_strengths_of_tall_cards_row_by_row_and_column_by_column(tall: int, ace_low: bool) -> None:
    hands = dealt("tall-cards", 2)
    cells = make_cells(hands, SUITS * RANKS)
    wild, by_number = np.uint8(tall if tall >= 0 else batch_strength.NO_SUIT), batch_strength.BY_NUMBER[int(ace_low)]
    rows, columns = make_strengths(MANY, None), make_strengths(MANY, None)
    with np.errstate(over="ignore"):
        batch_strength.fill_by_rows(cells.ravel(), wild, by_number, rows)
        batch_strength.fill_by_columns(np.asfortranarray(cells).T, wild, by_number, columns)
    expected = batch_strength.strengths_by_keys(cells, tall, ace_low)
    assert np.array_equal(rows, expected)
    assert np.array_equal(columns, expected)
    assert len(set(expected.tolist())) > MANY // 20
