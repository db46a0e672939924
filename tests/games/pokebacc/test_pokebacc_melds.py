"""Melds and layouts against the rulebook's words and against the exhaustive twin."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shindig.cards import CardError
from shindig.core.kernel_compiler import compile_kernel
from shindig.games.pokebacc.rules.variants import BY_NAME, VARIANTS, Variant
from shindig.games.pokebacc.worth.best_layout_search import KEY, MAX_LAYOUT, best_layout, layout_key, run_table
from shindig.games.pokebacc.worth.hand_melds import Meld, cards_in, layout, layouts, mask, meld, melds
from shindig.games.pokebacc.worth.meld_numbering import (
    BIT,
    MAX_MELDS,
    MELDS,
    kind_of,
    length_of,
    mask_of,
    score_of,
    shapes,
)
from shindig.games.pokebacc.worth.melds import has_meld, write_melds
from tests.kits.twins import pokebacc_melds as twin

ROYAL, BANK, FARM = VARIANTS
TROVES_WORD = {"treasure": "family", "crown jewels": "royal family", "treasure trove": "trove"}

each_game = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)


def scores(variant: Variant, text: str) -> dict[str, int]:
    return {" ".join(one.cards): one.score for one in melds(variant, text)}


def as_twin(found: tuple[Meld, ...]) -> dict[frozenset[str], tuple[str, int]]:
    return {frozenset(one.cards): (TROVES_WORD.get(one.kind, one.kind), one.score) for one in found}


def hands(low: int, high: int) -> st.SearchStrategy[list[int]]:
    """Cards of the largest deck; those that a game has not are `dealt` as others that it has."""
    return st.lists(st.integers(0, 63), min_size=low, max_size=high, unique=True)


def dealt(variant: Variant, hand: list[int]) -> list[int]:
    return list(dict.fromkeys(card % len(variant.deck) for card in hand))


@each_game
def test_pb_1_the_deck_is_the_rulebooks(variant: Variant) -> None:
    assert sorted(variant.deck.codes) == sorted(twin.deck(variant.name))
    assert len(variant.deck) == {"royal-pokebacc": 64, "merchants-bank": 60, "farmers-and-fishermen": 52}[variant.name]


def test_pb_2_air_goes_with_water_and_fire_with_metal() -> None:
    assert scores(ROYAL, "3A 4W 5A") == {"3A 4W 5A": 10}
    assert scores(ROYAL, "3F 4M 5F") == {"3F 4M 5F": 10}
    for other in ("3A 4F 5A", "3A 4M 5A", "3W 4F 5W", "3M 4W 5M"):
        assert scores(ROYAL, other) == {}


@pytest.mark.parametrize("length", range(3, 11))
def test_pb_20_a_run_scores_by_its_length_and_thrice_in_one_suit(length: int) -> None:
    pure = [f"{n}A" for n in range(1, length + 1)]
    mixed = [*pure[:-1], f"{length}W"]
    assert scores(ROYAL, " ".join(pure))[" ".join(pure)] == 30 * (length - 2)
    assert max(one.score for one in melds(ROYAL, " ".join(mixed)) if len(one.cards) == length) == 10 * (length - 2)


def test_pb_20_the_longest_runs_count_80_and_240() -> None:
    assert layout(ROYAL, "1A 2A 3A 4A 5A 6A 7A 8A 9A 10A")[0].score == 240
    assert max(one.score for one in melds(ROYAL, "1F 2M 3F 4M 5F 6M 7F 8M 9F 10M")) == 80


def test_pb_20_runs_need_three_cards_do_not_wrap_and_hold_no_figures() -> None:
    for hand in ("1A 2A", "9A 10A 1A", "10A 1A 2A", "9A 10A SA", "2A 4A 6A", "1A 2A War"):
        assert scores(ROYAL, hand) == {}
    assert scores(FARM, "7A 8A 1A") == {}


def test_pb_20_every_choice_of_suits_is_a_run_of_its_own() -> None:
    assert {frozenset(one.cards) for one in melds(ROYAL, "3A 3W 4A 5A 5W")} == {
        frozenset(hand.split()) for hand in ("3A 4A 5A", "3W 4A 5A", "3A 4A 5W", "3W 4A 5W")
    }


def test_pb_21_sets_of_three_and_four() -> None:
    assert scores(ROYAL, "2A 2W 2F") == {"2A 2W 2F": 30}
    assert scores(ROYAL, "5A 5W 5F 5M") == {
        "5A 5W 5F 5M": 50,
        "5A 5W 5F": 30,
        "5A 5W 5M": 30,
        "5A 5F 5M": 30,
        "5W 5F 5M": 30,
    }


def test_pb_21_no_set_of_figures_or_of_two() -> None:
    for hand in ("KA KW KF KM", "2A 2W", "War Flood Famine"):
        assert scores(ROYAL, hand) == {}


@each_game
def test_pb_22_four_disasters_make_a_catastrophe(variant: Variant) -> None:
    assert [(one.kind, one.score) for one in melds(variant, "War Flood Famine Storm")] == [("catastrophe", 60)]


def test_pb_23_a_family_is_one_of_each_figure_of_affined_suits() -> None:
    assert [(one.kind, one.score) for one in melds(ROYAL, "KA QW CA PW SA")] == [("family", 75)]
    assert [(one.kind, one.score) for one in melds(FARM, "KF QM PF SF")] == [("family", 60)]
    assert [(one.kind, one.score) for one in melds(BANK, "TA RW VA HA")] == [("treasure", 75)]
    for hand in ("KA QW CA PW SF", "KA QA CA PA", "KA KW QA CA PA"):
        assert melds(ROYAL, hand) == ()


def test_pb_23_one_suit_makes_it_royal_for_the_same_score() -> None:
    assert [(one.kind, one.score) for one in melds(ROYAL, "KM QM CM PM SM")] == [("royal family", 75)]
    assert [(one.kind, one.score) for one in melds(BANK, "TM RM VM HM")] == [("crown jewels", 75)]
    assert [(one.kind, one.score) for one in melds(FARM, "KM QM PM SM")] == [("royal family", 60)]


def test_pb_24_a_trove_is_the_banks_alone() -> None:
    assert [(one.kind, one.score) for one in melds(BANK, "HA HW HF HM")] == [("treasure trove", 75)]
    assert melds(BANK, "HA HW HF") == ()
    assert melds(FARM, "KA KW KF KM") == ()


@pytest.mark.parametrize(
    ("name", "runs", "sets", "families", "troves"),
    [
        ("royal-pokebacc", 8032, 50, 64, 0),
        ("merchants-bank", 8032, 50, 32, 4),
        ("farmers-and-fishermen", 1920, 40, 32, 0),
    ],
)
def test_the_numbered_melds_are_all_there_are(name: str, runs: int, sets: int, families: int, troves: int) -> None:
    variant = BY_NAME[name]
    assert MELDS[variant.index] == runs + sets + families + troves + 1
    numbered = tuple(meld(variant, number) for number in range(MELDS[variant.index]))
    assert len(numbered) == len(shapes(variant.index))
    assert as_twin(numbered) == twin.universe(name)
    kinds = Counter(TROVES_WORD.get(one.kind, one.kind) for one in numbered)
    assert (kinds["run"], kinds["set"], kinds["trove"], kinds["catastrophe"]) == (runs, sets, troves, 1)
    assert kinds["family"] + kinds["royal family"] == families


@each_game
def test_the_kernels_know_what_a_number_means(variant: Variant) -> None:
    v = variant.index
    for number, shape in enumerate(shapes(v)):
        known = kind_of(number, v), score_of(number, v), length_of(number, v), mask_of(number, v)
        assert known == (shape.kind, shape.score, len(shape.cards), mask(shape.cards))


@each_game
@settings(max_examples=60, deadline=None)
@given(hands(0, 25))
def test_melds_of_any_hand_are_the_twins(variant: Variant, hand: list[int]) -> None:
    text = variant.deck.text(dealt(variant, hand))
    assert as_twin(melds(variant, text)) == twin.melds_in(variant.name, frozenset(text.split()))


@each_game
@settings(max_examples=8, deadline=None)
@given(hands(6, 11))
def test_the_twin_misses_no_subset(variant: Variant, hand: list[int]) -> None:
    codes = frozenset(variant.deck.text(dealt(variant, hand)).split())
    assert twin.melds_by_subsets(variant.name, codes) == twin.melds_in(variant.name, codes)


@each_game
@settings(max_examples=40, deadline=None)
@given(hands(0, 16))
def test_the_best_layout_is_the_twins(variant: Variant, hand: list[int]) -> None:
    text = variant.deck.text(dealt(variant, hand))
    best = layout(variant, text)
    cards = [card for one in best for card in one.cards]
    assert len(set(cards)) == len(cards)
    assert set(cards) <= set(text.split())
    assert set(best) <= set(melds(variant, text))
    assert (sum(one.score for one in best), len(cards)) == twin.best_layout(variant.name, frozenset(text.split()))


@pytest.mark.parametrize(
    ("name", "hand", "score", "cards"),
    [
        # The 4 is wanted by the run and by the set; with both 4s of Air and Water each gets one.
        ("royal-pokebacc", "3A 4A 5A 4F 4M", 30, 3),
        ("royal-pokebacc", "3A 4A 5A 4W 4F 4M", 60, 6),
        # A set of three and a run beat a set of four.
        ("royal-pokebacc", "6A 6W 6F 6M 7A 8A", 60, 6),
        # Two runs of one suit beat one long mixed run and another.
        ("royal-pokebacc", "1A 2A 3A 1W 2W 3W", 60, 6),
        # Ten in a row, bought with four cards of two sets.
        ("royal-pokebacc", "1A 2A 3A 4A 5A 6A 7A 8A 9A 10A 3F 3M 7F 7M", 240, 10),
        ("royal-pokebacc", "KA QA CA PA SA KW QW CW PW SW", 150, 10),
        ("merchants-bank", "TA TW TF TM RA RW RF RM VA VW VF VM HA HW HF HM", 300, 16),
        # One Trove takes the Triangles from two Treasures.
        ("merchants-bank", "TA TW TF TM RA VA HA RF VF HF", 150, 8),
        ("farmers-and-fishermen", "War Flood Famine Storm KA QW PA SW", 120, 8),
    ],
)
def test_best_layouts_where_melds_compete(name: str, hand: str, score: int, cards: int) -> None:
    best = layout(BY_NAME[name], hand)
    assert (sum(one.score for one in best), sum(len(one.cards) for one in best)) == (score, cards)


@each_game
def test_hands_of_25_cards_have_the_twins_layout(variant: Variant) -> None:
    rng = np.random.default_rng(25)
    ids = np.stack([rng.permutation(len(variant.deck))[:25] for _ in range(6)])
    found = layouts(variant, ids)
    expected = [twin.best_layout(variant.name, frozenset(variant.deck.text(hand).split())) for hand in ids]
    assert [tuple(row) for row in found.tolist()] == expected


@each_game
def test_the_compiled_search_is_the_plain_one(variant: Variant) -> None:
    rng = np.random.default_rng(3)
    v, table = variant.index, run_table()
    for size in (1, 6, 9, 14, 20, len(variant.deck)):
        hand = np.bitwise_or.reduce(BIT[rng.permutation(len(variant.deck))[:size]])
        ranges = np.zeros((2, MAX_MELDS, 2), np.int32)
        assert write_melds(hand, v, ranges[0]) == compile_kernel(write_melds)(hand, v, ranges[1])
        assert (ranges[0] == ranges[1]).all()
        plain, fast = np.zeros(MAX_LAYOUT, np.int32), np.zeros(MAX_LAYOUT, np.int32)
        assert best_layout(hand, v, table, plain) == compile_kernel(best_layout)(hand, v, table, fast)
        assert (plain == fast).all()
        assert layout_key(hand, v, table) == compile_kernel(layout_key)(hand, v, table)


@each_game
@settings(max_examples=60, deadline=None)
@given(hands(0, 12))
def test_has_meld_says_whether_there_is_one(variant: Variant, hand: list[int]) -> None:
    cards = dealt(variant, hand)
    assert has_meld(mask(cards), variant.index) == bool(melds(variant, variant.deck.text(cards)))


@given(st.sets(st.integers(0, 63)))
def test_a_mask_holds_its_cards(cards: set[int]) -> None:
    assert set(cards_in(mask(cards))) == cards
    assert -(2**63) <= mask(cards) < 2**63


def test_batches_take_hands_of_unlike_length() -> None:
    hands = np.full((3, 5), -1, np.int8)
    hands[0, :3] = ROYAL.deck.parse("3A 4A 5A")
    hands[1] = ROYAL.deck.parse("KM QM CM PM SM")
    assert layouts(ROYAL, hands).tolist() == [[30, 3], [75, 5], [0, 0]]
    assert layouts(ROYAL, hands[0]).tolist() == [[30, 3]]


def test_a_meld_tells_its_words_and_number() -> None:
    crown = melds(BANK, "TA RA VA HA")[0]
    assert str(crown) == "crown jewels TA RA VA HA"
    assert meld(BANK, crown.number) == crown


@pytest.mark.parametrize("hand", ["11A", "3A 3A", "KX", "CA"])
def test_bad_cards_are_refused(hand: str) -> None:
    with pytest.raises(CardError):
        melds(FARM, hand)


@pytest.mark.parametrize("hands", [[[0, 64]], [[-2, 3]], [[5, 5]]])
def test_bad_batches_are_refused(hands: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="royal-pokebacc"):
        layouts(ROYAL, np.array(hands))


def test_keys_order_by_score_then_cards() -> None:
    assert layout_key(mask(ROYAL.deck.parse("3A 4A 5A")), 0, run_table()) == 30 * KEY + 3
