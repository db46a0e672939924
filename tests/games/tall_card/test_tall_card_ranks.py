"""Tall Card's ranking: TC-40 to TC-47 by hand, against the plain twin, and the order of all hands."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shindig.cards import CardError
from shindig.core.kernel_compiler import compile_kernel, get_quickest, jit_disabled, kernel
from shindig.gamekit import game
from shindig.gamekit.five_cards.batches import copy_rows, sort_five
from shindig.gamekit.five_cards.state import HAND
from shindig.games.tall_card import TallCardGame
from shindig.games.tall_card.deck import TALL_CARD, TALL_CARD_TALL
from shindig.games.tall_card.worth.rank_ladder import RANK_NAMES, STRENGTHS
from shindig.games.tall_card.worth.ranks import best_cards, declared, number_of, rank, strength
from shindig.games.tall_card.worth.strength_tables import NUMBERS, hand_number, multisets, strengths, table
from tests.kits.twins.tall_card_ranks import KINDS, Worth, all_declared, best

Hands = npt.NDArray[np.int8]

LADDER = (
    "9b",
    "RdD",
    "9d 9b",
    "WhD GrD",
    "9d 9d",
    "GrD GrD",
    "4d 4p 9p 9b",
    "RdD GrD WhD",
    "9d 9d 9p",
    "WhD WhD 9p 9b",
    "4b 5b 6d 7p 8b",
    "WhD WhD GrD RdD",
    "4b 5b 7b 8b 8b",
    "WhD WhD WhD",
    "9p 9p 4d 4d",
    "9d 9p 9b 4p 4p",
    "WhD WhD GrD GrD",
    "4d 4d 4p 4p",
    "WhD WhD WhD 9p 9d",
    "RdD GrD GrD WhD WhD",
    "4p 5p 6p 7p 8p",
    "GrD GrD GrD GrD",
    "GrD GrD GrD RdD RdD",
    "5d 5p 5p 5d 5b",
)
"""One example of each Rank, from the lowest: the cards that make it."""
FILL = ("1b", "3d", "6p", "2b", "1p")


def filled(cards: str) -> str:
    """A Rank's cards with low cards that add nothing to it."""
    own = cards.split()
    return " ".join(own + list(FILL[: 5 - len(own)]))


def ids(hand: str) -> Hands:
    return np.array(TALL_CARD.parse(hand), np.int8)


def declare(hand: str, cards: str, name: str, tall: str = "p", claimed: bool = False) -> int:
    """The strength of a declaration, -1 where it is refused."""
    left, mask = hand.split(), 0
    for card in cards.split():
        place = left.index(card)
        left[place] = ""
        mask |= 1 << place
    return declared(
        np.array([TALL_CARD.card(c) for c in hand.split()], np.int8),
        mask,
        RANK_NAMES.index(name),
        TALL_CARD_TALL.card(tall),
        claimed,
    )


@pytest.mark.parametrize("number", range(1, 25))
def test_ladder_every_rank_has_its_number_name_and_cards(number: int) -> None:
    found = rank(filled(LADDER[number - 1]))
    assert (found.number, found.name) == (number, RANK_NAMES[number])
    assert sorted(found.cards.split()) == sorted(LADDER[number - 1].split())


def test_ladder_every_rank_beats_the_one_below() -> None:
    for low, high in pairwise(LADDER):
        assert rank(filled(high)) > rank(filled(low))


def test_tc_40_cards_compared_from_high_to_low() -> None:
    assert rank("8d 5d 4d 2d 1d") > rank("8p 5p 4p 1p 1p")
    assert rank("8d 5d 4d 2d 1d") == rank("8p 5p 4p 2p 1p")
    assert rank("9d 9b 9p 1d 2p") > rank("8d 8b 8p 9d 7p")


def test_tc_40_heavy_boats_are_compared_card_by_card() -> None:
    assert rank("9p 9d 4d 4p 4b") > rank("8p 8d 8b 7d 7b")
    assert rank("WhD WhD 1p 1d 1b") > rank("9p 9d 9b 8d 8b")


def test_tc_40_only_the_ranks_cards_count() -> None:
    assert rank("8d 8b 1p 2d 3b") == rank("8p 8b 9p 7d RdD")
    assert rank("WhD WhD WhD 9p 8p") == rank("GrD GrD GrD 1p 2d")


def test_tc_41_claimed_suit_beats_all_of_its_rank() -> None:
    mine = rank("8p 8d 8p 4d 3b", tall="p", claimed=True)
    assert mine > rank("9d 9b 9b WhD 1p", tall="p")
    assert rank("8p 8d 8p 4d 3b", tall="p", claimed=True) > rank("9d 9b 9b 1d 2d", tall="p", claimed=True)


def test_tc_42_unclaimed_suit_is_below_the_lowest() -> None:
    assert rank("1d 1d 1b 3p WhD", tall="p") > rank("2p 2d 2d 4p RdD", tall="p")


def test_tc_42_all_lowered_hands_split() -> None:
    assert rank("2p 2d 2d 4p RdD", tall="p") == rank("9p 9d 9b 4d RdD", tall="p")


def test_tc_43_wild_dragon_is_below_every_natural_hand_of_its_rank() -> None:
    assert rank("WhD WhD RdD 8d 8b", tall="RdD", claimed=True) < rank("GrD GrD GrD 8p 8p", tall="RdD")
    assert rank("9d 9b RdD 8d 3b", tall="RdD", claimed=True) < rank("1d 1b 1p 8d 3b", tall="RdD")


def test_tc_43_wild_dragons_make_the_highest_rank() -> None:
    assert rank("4b 5b 7b 8b RdD", tall="RdD", claimed=True).name == "Cratermaker Countdown"
    assert rank("8d 8b 8p RdD RdD", tall="RdD", claimed=True).name == "5 Pretty Sisters"
    assert rank("WhD GrD GrD RdD RdD", tall="RdD", claimed=True).name == "Heavy Boat, full of Dragons"


def test_tc_43_a_dragon_as_itself_carries_no_penalty() -> None:
    boat = rank("RdD RdD RdD WhD WhD", tall="RdD", claimed=True)
    assert boat == rank("GrD GrD GrD WhD WhD", tall="RdD", claimed=True)


def test_tc_44_unclaimed_tall_dragons_are_no_part_of_a_rank() -> None:
    assert rank("RdD RdD RdD 8d 8b", tall="RdD").cards == "8d 8b"
    assert rank("4b RdD RdD RdD RdD", tall="RdD").cards == "4b"


def test_tc_44_nothing_but_such_dragons_is_no_rank() -> None:
    assert strength(np.full(5, TALL_CARD.card("RdD"), np.int8), 5, False) == 0
    assert best_cards(np.full(5, TALL_CARD.card("RdD"), np.int8), 5, False) == 0
    assert number_of(0) == 0


def test_tc_45_the_best_card_is_chosen_within_a_rank() -> None:
    assert rank("9p 4d 3p 2d 7p", tall="p").cards == "4d"
    assert rank("9d 4p 3d 2d 7p", tall="p", claimed=True).cards == "7p"
    assert rank("9p 4p 3p 2p 7d", tall="p").cards == "7d"


def test_the_cards_of_a_rank_stand_from_the_highest_down() -> None:
    assert rank("1p 2p 3p 4p 5p").cards == "5p 4p 3p 2p 1p"
    assert rank("1b 1d WhD WhD 2b").cards == "WhD WhD 1b 1d"


def test_tc_46_the_tall_card_is_no_card_of_the_hand() -> None:
    assert rank("8p 8d 3d 2b 1b", tall="p", claimed=True).number == rank("8p 8d 3d 2b 1b").number


def test_tc_47_a_cratermaker_countdown_is_neither_of_the_others() -> None:
    run = "4d 5d 6d 7d 8d"
    assert declare(run, run, "Cratermaker Countdown") >= 0
    assert declare(run, run, "Cratermaker") == declare(run, run, "Countdown") == -1
    assert rank("9p 1p 2p 3p 4p").name == rank("4b 5b 7b 8b 8b").name == "Cratermaker"


def test_tc_47_couples_may_share_a_value() -> None:
    hand = "9p 9p 9d 9d 1b"
    assert declare(hand, "9p 9p 9d 9d", "2 Shiny Dancing Couples", "b") >= 0
    assert declare(hand, "9p 9p 9d 9d", "4 Pretty Sisters", "b") > declare(
        hand, "9p 9p 9d 9d", "2 Shiny Dancing Couples", "b"
    )
    assert declare(hand, "9p 9p 9d 9d", "2 Dancing Couples", "b") == -1


def test_tc_47_a_wild_dragon_standing_for_its_own_type_is_wild() -> None:
    hand = "RdD WhD 8d 3b 1p"
    wild = declare(hand, "RdD WhD", "2 Shiny Dragons", "RdD", True)
    assert 0 <= wild < declare("GrD GrD 8d 3b 1p", "GrD GrD", "2 Shiny Dragons", "RdD")


def test_tc_47_a_wild_dragon_may_stand_for_a_card_that_is_out() -> None:
    assert declare("9p 9p RdD 3b 1p", "9p 9p RdD", "3 Pretty Sisters", "RdD", True) >= 0
    assert declare("9p 8p 7p 6p RdD", "9p 8p 7p 6p RdD", "Cratermaker", "RdD", True) >= 0


def test_tc_17_cards_that_do_not_make_a_rank_are_refused() -> None:
    hand = "8p 8d 8p 4d 3b"
    assert declare(hand, "8p 8d 8p", "3 Pretty Sisters") >= 0
    assert declare(hand, "8p 8d", "3 Pretty Sisters") == -1
    assert declare(hand, "8p 8d 4d", "3 Pretty Sisters") == -1
    assert declare(hand, "8p 8p", "1 Shiny Dancing Couple", "p", True) > declare(
        hand, "8p 8p", "1 Shiny Dancing Couple"
    )


@pytest.mark.parametrize(
    ("hand", "tall", "expected"),
    [
        ("8p 8d", None, "5 cards"),
        ("8p 8p 8p 1d 2d", None, "8p"),
        ("8p 8d 7d 1d zz", None, "zz"),
        ("8p 8d 7d 1d 2d", "x", "x"),
    ],
)
def test_bad_hands_are_refused_in_words(hand: str, tall: str | None, expected: str) -> None:
    with pytest.raises(CardError, match=expected):
        rank(hand, tall)


def test_a_claim_needs_a_tall_card() -> None:
    with pytest.raises(CardError, match="TC-12"):
        rank("8p 8d 7d 1d 2d", claimed=True)


SITUATIONS = [(-1, False)] + [(tall, claimed) for tall in range(6) for claimed in (False, True)]
DECK: Hands = np.array(TALL_CARD.cards, np.int8)


def dealt(count: int, tall: int, seed: int) -> Hands:
    """int8[count, 5]: random hands in which Tall cards, Dragons and one value come often."""
    rng = np.random.default_rng(seed)
    weight = np.where(DECK >= 27, 1.5, 1.0) * np.where((tall == DECK // 9) & (DECK < 27), 2, 1)
    hands = []
    for _ in range(count):
        often = weight * np.where(24 + tall == DECK, rng.choice([1, 4]), 1)
        often = often * np.where(rng.integers(9) == DECK % 9, rng.choice([1, 4]), 1)
        hands.append(rng.choice(DECK, 5, replace=False, p=often / often.sum()))
    return np.array(hands)


@kernel
def fill_plainly(hands: Any, tall: int, claimed: bool, out: Any) -> None:
    for i in range(len(hands)):
        out[i] = strength(hands[i], tall, claimed)


def same_order(pairs: dict[Worth, int]) -> bool:
    """Whether strengths order as the twin's worths do, equal ones being equal."""
    found = [pairs[worth] for worth in sorted(pairs)]
    return all(low < high for low, high in pairwise(found))


@pytest.mark.parametrize(("tall", "claimed"), SITUATIONS)
def test_tc_40_to_45_all_as_in_the_twin(tall: int, claimed: bool) -> None:
    wild = claimed and tall >= 3
    hands = dealt(300 if jit_disabled() or wild else 2000, tall, 7)
    out = np.empty(len(hands), np.int64)
    compile_kernel(fill_plainly)(hands, tall, claimed, out)
    pairs: dict[Worth, int] = {}
    for hand, found in zip(hands.tolist(), out.tolist(), strict=True):
        assert pairs.setdefault(best(hand, tall, claimed), found) == found, TALL_CARD.text(hand)
    assert same_order(pairs)


@pytest.mark.parametrize("worth", [strength, best_cards])
def test_a_hand_is_read_by_compiled_code_once_the_game_is_compiled(worth: Callable[..., int]) -> None:
    game("tall-card").compile()
    assert get_quickest(worth) is compile_kernel(worth)
    for tall, claimed in SITUATIONS:
        for hand in dealt(10, tall, 9):
            assert get_quickest(worth)(hand, tall, claimed) == worth(hand, tall, claimed)


@pytest.mark.parametrize(("tall", "claimed"), SITUATIONS)
def test_tc_47_declarations_as_in_the_twin(tall: int, claimed: bool) -> None:
    pairs: dict[Worth, int] = {}
    form = compile_kernel(declared)
    for i, hand in enumerate(dealt(60 if claimed and tall >= 3 else 300, tall, 8)):
        mask = 1 + i % 31
        expected = all_declared(tuple(KINDS[hand[j]] for j in range(5) if mask >> j & 1), tall, claimed)
        for number in range(1, 25):
            found = form(hand, mask, number, tall, claimed)
            assert (found >= 0) == (number in expected), (TALL_CARD.text(hand), mask, number)
            if found >= 0:
                assert pairs.setdefault(expected[number], found) == found
    assert same_order(pairs)


@settings(max_examples=60, deadline=None)
@given(st.permutations(range(66)), st.integers(-1, 5), st.booleans())
def test_tc_45_the_cards_named_make_the_strength(order: list[int], tall: int, claimed: bool) -> None:
    hand, claimed = DECK[order[:5]], claimed and tall >= 0
    worth, mask = strength(hand, tall, claimed), best_cards(hand, tall, claimed)
    assert declared(hand, mask, number_of(worth), tall, claimed) == worth
    assert strength(hand[::-1], tall, claimed) == worth


def all_hands() -> npt.NDArray[np.int64]:
    """The numbers of the hands that the deck holds."""
    cards = multisets(HAND)
    suited_thrice = (cards[2:] == cards[:-2]) & (cards[2:] < 27)
    return np.flatnonzero(~suited_thrice.any(axis=0) & (cards[0] != cards[4]))


def test_number_of_hands() -> None:
    assert len(all_hands()) == 265_698


FINGERPRINTS = {
    (-1, False): "0001408c1935f386",
    (0, False): "9d8337c7c0453636",
    (0, True): "09fd9e47e4b5c963",
    (1, False): "83a1b99f4eb4b737",
    (1, True): "9b493c3689c0499e",
    (2, False): "88d0ac26c8025fec",
    (2, True): "c03e3eed144a73e9",
    (3, False): "f80fbd1e77c8cef3",
    (3, True): "ed1f08bac5483c29",
    (4, False): "eaaeaca83298d4e7",
    (4, True): "494e62bc2c2e34b9",
    (5, False): "7409b4dd61387370",
    (5, True): "d0dc1d9f4173838b",
}


@pytest.mark.parametrize(("tall", "claimed"), SITUATIONS)
def test_the_order_of_all_hands_is_pinned(tall: int, claimed: bool) -> None:
    _, places = np.unique(table(tall, claimed)[all_hands()], return_inverse=True)
    found = hashlib.sha256(places.astype("<i4").tobytes()).hexdigest()[:16]
    assert found == FINGERPRINTS[tall, claimed]


@pytest.mark.skipif(jit_disabled(), reason="millions of hands")
@pytest.mark.parametrize(("tall", "claimed"), SITUATIONS)
def test_tables_hold_the_strength_of_every_hand(tall: int, claimed: bool) -> None:
    numbers = all_hands()
    hands = np.ascontiguousarray(multisets(HAND)[:, numbers].T)
    out = np.empty(len(hands), np.int64)
    compile_kernel(fill_plainly)(hands, tall, claimed, out)
    assert (out == table(tall, claimed)[numbers]).all()


def test_hands_are_numbered_in_order() -> None:
    cards = multisets(HAND).astype(np.uint8)
    mixed = cards[[3, 0, 4, 1, 2]]
    assert (hand_number(*sort_five(*mixed)) == np.arange(cards.shape[1])).all()


@pytest.mark.parametrize("tall", [-1, 0, 5])
def test_a_batch_is_of_any_tall_card_or_of_none(tall: int) -> None:
    hands = np.ascontiguousarray(dealt(40, 3, 9))
    assert strengths(hands, tall).tolist() == [strength(hand, tall, False) for hand in hands]


@pytest.mark.parametrize("order", ["C", "F"])
def test_batches_give_the_strength_of_each_hand(order: Any) -> None:
    hands = np.asarray(dealt(1100, 3, 9), order=order)
    found = strengths(hands, 3, True)
    assert found.dtype == np.int16
    singly = compile_kernel(strength)
    assert found.tolist() == [singly(hand, 3, True) for hand in np.ascontiguousarray(hands)]
    assert NUMBERS[found].tolist() == [number_of(int(worth)) for worth in found]
    out = np.empty(len(hands), np.int32)
    assert strengths(hands[::-1], 3, True, out) is out
    assert (out == found[::-1]).all()


def test_an_empty_batch() -> None:
    assert len(strengths(np.empty((0, 5), np.int8), 1)) == 0


@pytest.mark.parametrize(
    ("hands", "tall", "expected"),
    [
        (np.zeros((3, 4), np.int8), 0, "shape"),
        (np.zeros((3, 5), np.int64), 0, "int8"),
        (np.full((3, 5), 30, np.int8), 0, "29"),
        (np.full((3, 5), -1, np.int8), 0, "29"),
        (np.zeros((3, 5), np.int8), 6, "Tall Card"),
    ],
)
def test_bad_batches_are_refused_in_words(hands: npt.NDArray[Any], tall: int, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        strengths(hands, tall)


def test_hands_on_their_own_from_the_game() -> None:
    tall_card = game("tall-card")
    assert isinstance(tall_card, TallCardGame)
    assert tall_card.rank("8p 8d 8p 4d 3b", tall="p", claimed=True) > tall_card.rank("9d 9b 9b WhD 1p", tall="p")
    assert tall_card.strengths(ids("8p 8d 8p 4d 3b")[None], 1, True).tolist() == [
        tall_card.rank("8p 8d 8p 4d 3b", "p", True).strength
    ]
    assert tall_card.draw_odds("8p 8d 8p 4d 3b", "p", True)[""] == {"3 Pretty Sisters": 1.0}


def test_strengths_fit_their_type() -> None:
    assert np.iinfo(np.int16).max >= STRENGTHS


def test_a_block_that_is_not_full_leaves_the_rest_of_the_columns_alone() -> None:
    columns = np.full((HAND, 4), 99, np.uint8)
    copy_rows(np.arange(2 * HAND, dtype=np.uint8), columns)
    assert columns.T.tolist() == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [99] * HAND, [99] * HAND]
