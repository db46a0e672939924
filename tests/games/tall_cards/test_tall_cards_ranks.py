"""Ranking by the fan rules: TF-50 to TF-54, by hand, against the plain twin, and the order of all hands."""

from __future__ import annotations

import hashlib
from itertools import combinations, pairwise
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from shindig.cards import CardError
from shindig.core.kernel_compiler import compile_kernel
from shindig.gamekit.five_cards.rank import Rank
from shindig.games.tall_cards import GAME
from shindig.games.tall_cards.deck import EXPANDED_96, FRUIT
from shindig.games.tall_cards.words.holding import stood_for
from shindig.games.tall_cards.worth.batch_strength import strengths, strengths_by_keys
from shindig.games.tall_cards.worth.hand_classes import NAMES
from shindig.games.tall_cards.worth.ranks import NUMBERS, SCORES, rank, strength
from tests.kits.twins.tall_cards_ranks import Worth, best

Hands = npt.NDArray[np.int8]


def claimed(hand: str, tall: str = "p", ace_low: bool = True) -> Rank:
    return rank(hand, tall=tall, claimed=True, ace_low=ace_low)


LADDER = (
    ("High Card", "Ap Dh Po Ua 8r"),
    ("Pair", "2p 2h 3o 4a 5r"),
    ("Two Pair", "2p 2h 3o 3a 4r"),
    ("Three of a Kind", "2p 2h 2o 3a 4r"),
    ("Straight", "2p 3h 4o 5a 6r"),
    ("Full House", "2p 2h 2o 3a 3r"),
    ("Four of a Kind", "2p 2h 2o 2a 3r"),
    ("Flush", "2p 3p 4p 5p 7p"),
    ("Straight Flush", "Ap 2p 3p 4p 5p"),
    ("Five of a Kind", "2p 2h 2o 2a 2r"),
    ("Royal Flush", "Tb Ub Pb Db Ab"),
)


def test_ladder_of_all_eleven_ranks() -> None:
    ranks = [rank(hand) for _, hand in LADDER]
    assert [found.name for found in ranks] == [name for name, _ in LADDER] == list(NAMES)
    assert [found.number for found in ranks] == list(range(1, 12))
    assert all(low < high for low, high in pairwise(ranks))


def test_tf_50_a_pair_stands_between_two_pair_and_high_card() -> None:
    assert rank("2p 2h 3o 3a 4r") > rank("Ap Ah Do Pa Ur") > rank("Ap Dh Po Ua 8r")
    assert rank("Ap Ah Do Pa Ur").name == "Pair"


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Dp Dh Do 2a 3r", "8p 8h 8o Aa Dr"),
        ("Ap Ah Do 2a 3r", "Ao Aa Tr 8b 7b"),
        ("3p 3h 3o 2a 2r", "2p 2h 2o Aa Ar"),
        ("Ap Ah 2o 2a 3r", "Dp Dh Po Pa Ur"),
        ("Ap Ah 3o 3a 2r", "Ao Aa 2r 2b Db"),
        ("Ap Ah 3o 3a 5r", "Ao Aa 3r 3b 4b"),
        ("2p 2h 2o 2a 4r", "2p 2h 2o 2a 3r"),
        ("Ap 2p 3p 4p 6p", "Dp Pp Up Tp 7p"),
        ("Ap Dh 4o 3a 2r", "Ah Po Ua Tr 8b"),
        ("3p 3h 3o 3a 3r", "2p 2h 2o 2a 2r"),
    ],
)
def test_tf_51_biggest_group_then_higher_group_then_kickers(better: str, worse: str) -> None:
    assert rank(better) > rank(worse)


def test_tf_51_suits_never_count() -> None:
    assert rank("2p 4p 6p 8p Up") == rank("2b 4b 6b 8b Ub")
    assert rank("Ap Ah Do 3a 2r") == rank("Ao Ar Db 3p 2h")


def test_tf_51_flushes_compare_from_high_to_low_whatever_pairs_are_in_them() -> None:
    flush = rank("8b 8b 3b 3b 2b", deck="expanded-96")
    assert flush.name == "Flush"
    assert flush.cards == "8b 8b 3b 3b 2b"
    assert rank("Ab 6b 5b 4b 2b", deck="expanded-96") > flush > rank("8p 7p 6p 5p 2p", deck="expanded-96")
    assert flush > rank("8d 8d 3d 2d 2d", deck="expanded-96")


def test_tf_52_the_ace_is_low_under_five_four_three_two_only() -> None:
    wheel = rank("Ap 2h 3o 4a 5r")
    assert wheel.name == "Straight"
    assert wheel.cards == "5r 4a 3o 2h Ap"
    assert rank("2p 3h 4o 5a 6r") > wheel > rank("Ap Ah Ao Da Pr")
    assert rank("Dp Ah 2o 3a 4r").name == "High Card"


def test_tf_52_without_the_option_the_ace_is_high_only() -> None:
    assert rank("Ap 2h 3o 4a 5r", ace_low=False).name == "High Card"
    assert rank("Ap 2p 3p 4p 5p", ace_low=False).name == "Flush"
    assert rank("Ap Dh Po Ua Tr", ace_low=False).name == "Straight"
    assert claimed("2p 2h 3o 4a Ar", ace_low=False).cards == "Ar 2p 4a 3o 2h"


def test_tf_53_wild_cards_take_the_best_ranks() -> None:
    assert claimed("Dp 8p 2p 7h 7o").name == "Five of a Kind"
    assert claimed("2p 8h 7o 6a 5r").cards == "2p 8h 7o 6a 5r"
    assert claimed("2p 8h 7o 5a 4r").cards == "8h 7o 2p 5a 4r"
    assert claimed("2p Ah Do 5a 4r").name == "Pair"
    assert claimed("2p Ah Ao 5a 5r").name == "Full House"
    assert claimed("8p 7p Ah 5a 4r").cards == "5a 4r 8p 7p Ah"


def test_tf_53_a_flush_with_a_wild_card_is_a_royal_flush() -> None:
    assert claimed("2p 3p 4p 7p 8p").name == "Royal Flush"
    assert claimed("2p 3h 5h 8h Th").name == "Pair"
    assert claimed("2h 3h 5h 8h Th").name == "Flush"


def test_tf_53_a_wild_card_may_stand_for_a_card_that_is_there_already() -> None:
    assert claimed("2p Ah Ao Aa Ar").name == "Five of a Kind"
    assert claimed("Ap 2p Ah Ao Aa") == rank("Ap Ah Ao Aa Ar")


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("8p Up Ah 5a Ar", "the 8 and Unicorn as an Ace"),
        ("2p Ah Ao 5a 5r", "the 2 as an Ace"),
        ("Ap 2p Ah Ao Aa", "the 2 as an Ace"),
        ("8p 7p Ah 5a 4r", "the 8 as a 3 and the 7 as a 2"),
        ("Ap Ah 6o 3a 2r", ""),
    ],
)
def test_tf_53_what_wild_cards_stand_for_is_told_by_ranks_alone(cards: str, told: str) -> None:
    hand = tuple(FRUIT.parse(cards))
    assert str(stood_for("fruit", hand, 0, int(strength(hand, 0, True, True)))) == told


def test_tf_53_only_a_claimed_tall_suit_is_wild() -> None:
    assert rank("Dp 8p 2p 7h 7o", tall="p").name == "Pair"
    assert rank("Dp 8p 2p 7h 7o", tall="h", claimed=True).name == "Pair"


def test_tf_54_wild_and_natural_hands_of_the_same_ranks_are_equal() -> None:
    assert claimed("2p Ah Do Pa 3r") == rank("Ap Ah Do Pa 3r")
    assert claimed("2p 2h 2o Da Dr") == rank("Dp Dh Do 2a 2r")
    assert claimed("2p 8h 7o 6a 5r") == rank("Tp 8h 7o 6a 5r")
    assert claimed("2p 3p Dh Do Da") == rank("Dp Dh Do Da Dr")


def test_tc_51_the_expanded_deck_ranks_alike_under_other_suit_names() -> None:
    assert rank("Ax 2w 3s 4d 5b", deck="expanded-72") == rank("Ap 2h 3o 4a 5r")
    assert rank("2x 8w 8s 4d 5b", tall="x", claimed=True, deck="expanded-72").name == "Three of a Kind"
    assert rank("8b 8b 8p 8p 8d", deck="expanded-96").name == "Five of a Kind"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"hand": "Dp 8p 2p 7h"}, "5 cards"),
        ({"hand": "Dp Dp 2p 7h 7o"}, "has 1 of Dp"),
        ({"hand": "9p 8p 2p 7h 7o"}, "no card"),
        ({"hand": "Dp 8p 2p 7h 7o", "claimed": True}, "TF-16"),
        ({"hand": "Dp 8p 2p 7h 7o", "tall": "x"}, "no card"),
        ({"hand": "Dp 8p 2p 7h 7o", "deck": "tarot"}, "TF-3"),
    ],
)
def test_a_hand_that_is_none_is_refused_in_words(arguments: dict[str, str], expected: str) -> None:
    with pytest.raises(CardError, match=expected):
        rank(**arguments)  # type: ignore[arg-type]


def every_hand() -> Hands:
    """int8[13991544, 5]: all hands of the 72 cards."""
    rows = [np.array([[last] for last in range(72)], np.int8)]
    for size in range(2, 6):
        rows.append(_grown(rows[-1], size))
    return rows[-1]


def _grown(hands: Hands, size: int) -> Hands:
    parts = [
        np.column_stack([hands[hands[:, -1] < card], np.full(comb(card, size - 1), card, np.int8)])
        for card in range(size - 1, 72)
    ]
    return np.concatenate(parts)


@pytest.fixture(scope="module")
def all_hands() -> Hands:
    return every_hand()


NATURAL_COUNTS = {
    "Royal Flush": 6,
    "Five of a Kind": 12 * comb(6, 5),
    "Straight Flush": 6 * 8,
    "Flush": 6 * (comb(12, 5) - 9),
    "Four of a Kind": 12 * comb(6, 4) * 66,
    "Full House": 12 * comb(6, 3) * 11 * comb(6, 2),
    "Straight": 9 * (6**5 - 6),
    "Three of a Kind": 12 * comb(6, 3) * comb(11, 2) * 36,
    "Two Pair": comb(12, 2) * comb(6, 2) ** 2 * 60,
    "Pair": 12 * comb(6, 2) * comb(11, 3) * 6**3,
    "High Card": (comb(12, 5) - 9) * (6**5 - 6),
}


def test_every_hand_counted_by_rank(all_hands: Hands) -> None:
    counted = np.bincount(NUMBERS[strengths(all_hands)], minlength=12)[1:]
    assert dict(zip(NAMES, counted.tolist(), strict=True)) == NATURAL_COUNTS
    assert counted.sum() == comb(72, 5)


def test_every_claimed_hand_counted_by_rank_alike_in_all_suits(all_hands: Hands) -> None:
    counted = [np.bincount(NUMBERS[strengths(all_hands, suit, True)], minlength=12)[1:] for suit in (0, 3, 5)]
    assert all((found == counted[0]).all() for found in counted)
    assert counted[0][10] == comb(12, 5) + 5
    assert counted[0][9] == 12 * comb(5, 5) + sum(comb(12, wild) * 12 * comb(5, 5 - wild) for wild in range(1, 5))


FINGERPRINTS = {
    0: "acc1f897757e2338",
    1: "8039d3a1c221700f",
    2: "b3d134050b367476",
    3: "dd5b880a6268ac94",
    4: "76afacb9ab29d2bd",
    5: "7c94801e74afc818",
}
"""By the number of wild cards: a hash of the strengths of all hands, with the low Ace and without."""


@pytest.mark.parametrize("wild", FINGERPRINTS)
def test_fingerprint_of_the_order_of_all_hands(all_hands: Hands, wild: int) -> None:
    hands = all_hands[(all_hands < 12).sum(axis=1) == wild]
    order = hashlib.sha256(strengths(hands, 0, True).astype("<i2").tobytes())
    order.update(strengths(hands, 0, True, ace_low=False).astype("<i2").tobytes())
    assert order.hexdigest()[:16] == FINGERPRINTS[wild]


def sample(deck: tuple[int, ...], count: int, seed: int) -> Hands:
    """int8[count, 5] hands dealt from a deck."""
    generator = np.random.default_rng(seed)
    return np.array([generator.choice(deck, 5, replace=False) for _ in range(count)], np.int8)


def order_agrees(hands: Hands, tall: int, claim: bool, ace_low: bool) -> None:
    """The strengths sort and tie the hands as the twin does, and their Rank numbers agree."""
    worths: list[Worth] = [best(hand, tall, claim, ace_low) for hand in hands.tolist()]
    found = strengths(hands, tall, claim, ace_low)
    assert NUMBERS[found].tolist() == [number for number, _ in worths]
    by_worth = sorted(range(len(hands)), key=lambda i: worths[i])
    for low, high in pairwise(by_worth):
        assert (worths[low] < worths[high]) == bool(found[low] < found[high])
        assert (worths[low] == worths[high]) == bool(found[low] == found[high])


@pytest.mark.parametrize("ace_low", [True, False])
def test_twin_agrees_on_hands_without_wild_cards(ace_low: bool) -> None:
    order_agrees(sample(tuple(range(72)), 20_000, 1), 2, False, ace_low)
    order_agrees(sample(EXPANDED_96.cards, 20_000, 2), 2, False, ace_low)


def test_twin_agrees_on_suited_hands() -> None:
    order_agrees(np.array(list(combinations(range(12, 24), 5)), np.int8), 1, False, True)
    two_of_each = tuple(EXPANDED_96.cards[:20])
    order_agrees(np.array(sorted(set(combinations(two_of_each, 5))), np.int8), 1, False, True)


@pytest.mark.parametrize("ace_low", [True, False])
def test_twin_agrees_on_claimed_hands(ace_low: bool) -> None:
    hands = sample(EXPANDED_96.cards, 20_000, 3)
    wild = (hands // 12 == 4).sum(axis=1)
    order_agrees(hands[wild <= 2], 4, True, ace_low)


@pytest.mark.parametrize("wild", [3, 4, 5])
def test_twin_agrees_on_hands_full_of_wild_cards(wild: int) -> None:
    others = [list(pick) for pick in combinations(range(12, 36), 5 - wild)][:: 1 if wild > 3 else 3]
    order_agrees(np.array([[*range(wild), *pick] for pick in others], np.int8), 0, True, True)


def test_one_hand_and_a_batch_compiled_and_not_give_the_same() -> None:
    hands = sample(tuple(range(72)), 200, 4)
    batch = strengths(hands, 5, True)
    one = [int(strength(hand, 5, True, True)) for hand in hands]
    fast = [int(compile_kernel(strength)(hand, 5, True, True)) for hand in hands]
    assert batch.tolist() == one == fast
    assert (np.diff(SCORES) > 0).all()


@pytest.mark.parametrize(("tall", "claimed_too"), [(-1, False), (2, False), (2, True), (5, True)])
@pytest.mark.parametrize("ace_low", [True, False])
def test_batches_by_rows_by_columns_and_without_compiling_agree(tall: int, claimed_too: bool, ace_low: bool) -> None:
    hands = np.concatenate([sample(EXPANDED_96.cards, 2_500, 5), [[0, 4, 6, 8, 11]], [[60, 61, 62, 63, 71]]]).astype(
        np.int8
    )
    rows = strengths(hands, tall, claimed_too, ace_low)
    room = np.empty(len(hands), np.int64)
    assert strengths(np.asfortranarray(hands), tall, claimed_too, ace_low, room) is room
    assert room.tolist() == rows.tolist()
    assert strengths_by_keys(hands, tall if claimed_too else -1, ace_low).tolist() == rows.tolist()
    with pytest.raises(ValueError, match="room for"):
        strengths(hands, out=room[1:])


def test_the_game_ranks_hands_on_their_own() -> None:
    hands = np.array([FRUIT.parse("Dp 8p 2p 7h 7o"), FRUIT.parse("Ap Ah Do 2a 3r")], np.int8)
    first, second = GAME.rank("Dp 8p 2p 7h 7o", tall="p", claimed=True), GAME.rank("Ap Ah Do 2a 3r", tall="b")
    assert GAME.strengths(hands[:1], 0, claimed=True).tolist() == [first.strength]
    assert GAME.strengths(hands)[1] == second.strength
    with pytest.raises(ValueError, match="expected a suit from 0 to 5 as tall"):
        GAME.strengths(hands, claimed=True)
    assert (first.name, first.number, second.name, second.number) == ("Five of a Kind", 10, "Pair", 2)


def test_batches_of_no_hands_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="shape"):
        strengths(np.zeros((2, 4), np.int8))
    with pytest.raises(ValueError, match="card ids"):
        strengths(np.full((2, 5), 72, np.int8))
    with pytest.raises(ValueError, match="suit"):
        strengths(np.zeros((2, 5), np.int8), tall=6)
    with pytest.raises(ValueError, match="suit"):
        strengths(np.zeros((2, 5), np.int8), claimed=True)
