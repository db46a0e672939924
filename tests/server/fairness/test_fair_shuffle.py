"""The fair cut: what was published binds, orders are unbiased, one card can be shown without another."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from hashlib import shake_256

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shindig.games.tall_card.deck import TALL_CARD
from shindig.server.fairness import fair_shuffle
from shindig.server.fairness.fair_shuffle import FairnessError, Secret, ShuffledOrder, Voice
from shindig.server.fairness.merkle_tree import (
    MerkleTree,
    build_salted_tree,
    frame_part,
)
from shindig.server.fairness.recorded_shuffle_check import check_cuts
from tests.kits.server.card_proof_check import fits, hash_leaf, is_proven

CARDS = [TALL_CARD.codes[card] for card in TALL_CARD.cards]
HOUSE = Secret("oak", 3, bytes(range(64)))


def voice(seat: int, byte: int) -> Voice:
    value = bytes([byte]) * fair_shuffle.VALUE_BYTES
    return Voice(seat, "given", fair_shuffle.make_seal(value), value)


VOICES = [voice(1, 7), Voice(2, "absent"), voice(0, 9)]


def made(cards: list[str] = CARDS) -> ShuffledOrder:
    return fair_shuffle.make_order(HOUSE, VOICES, 0, "main", cards)


def verify(secret: Secret = HOUSE, voices: list[Voice] = VOICES, order: ShuffledOrder | None = None) -> None:
    order = order or made()
    told = {
        "table": secret.table,
        "cut": secret.number,
        "commitment": HOUSE.commitment.hex(),
        "secret": secret.secret.hex(),
        "voices": [voice.as_json() for voice in voices],
        "orders": [order.build_published()],
    }
    check_cuts([[("main", CARDS, order.cards)]], [told], 3)


def test_an_order_holds_every_card_once_and_opens() -> None:
    assert Counter(made().cards) == Counter(CARDS)
    verify()


def test_every_part_changes_the_order() -> None:
    other_value = fair_shuffle.make_order(HOUSE, [voice(1, 8), *VOICES[1:]], 0, "main", CARDS)
    other_cutter = fair_shuffle.make_order(HOUSE, [VOICES[0], VOICES[2], VOICES[1]], 0, "main", CARDS)
    other_number = fair_shuffle.make_order(replace(HOUSE, number=4), VOICES, 0, "main", CARDS)
    other_index = fair_shuffle.make_order(HOUSE, VOICES, 1, "main", CARDS)
    other_pile = fair_shuffle.make_order(HOUSE, VOICES, 0, "tall", CARDS)
    orders = [made(), other_value, other_cutter, other_number, other_index, other_pile]
    assert len({order.cards for order in orders}) == len({order.root for order in orders}) == 6


def test_a_changed_secret_is_refused() -> None:
    with pytest.raises(FairnessError, match="not the one that we committed to"):
        verify(secret=replace(HOUSE, secret=bytes(64)))


def test_a_changed_value_is_refused() -> None:
    with pytest.raises(FairnessError, match="seat 1: the value is not the one that was sealed"):
        verify(voices=[replace(VOICES[0], value=bytes([8]) * 32), *VOICES[1:]])


def test_a_value_left_out_changes_the_order_and_is_seen() -> None:
    with pytest.raises(FairnessError, match="the order of main is not the one that secret and values make"):
        verify(voices=[Voice(1, "absent"), *VOICES[1:]])


def test_a_silent_device_has_the_default_value() -> None:
    with pytest.raises(FairnessError, match="a device that was withheld has the default value"):
        Voice(1, "withheld", fair_shuffle.make_seal(bytes(32)), bytes([1]) * 32).check_seal()
    with pytest.raises(FairnessError, match="expected a value of 32 bytes, got 3"):
        Voice(1, "given", fair_shuffle.make_seal(b"abc"), b"abc").check_seal()


def test_changed_cards_and_roots_are_refused() -> None:
    order = made()
    swapped = (order.cards[1], order.cards[0], *order.cards[2:])
    assert swapped != order.cards
    with pytest.raises(FairnessError, match="the order of main is not the one"):
        verify(order=replace(order, cards=swapped))
    with pytest.raises(FairnessError, match="is not the one that was published"):
        verify(order=replace(order, tree=MerkleTree.from_leaves([bytes(32)])))


@given(count=st.integers(1, 100), place=st.integers(0, 99), elsewhere=st.integers(0, 99))
def test_each_card_proves_itself_and_no_other(count: int, place: int, elsewhere: int) -> None:
    salts = [bytes([n]) * 32 for n in range(count)]
    hashes = [hash_leaf(n, f"card {n}", salt) for n, salt in enumerate(salts)]
    tree = MerkleTree.from_leaves(hashes)
    position = place % count
    path = tree.find_path(position)
    assert is_proven(tree.root, count, position, hashes[position], path)
    assert not is_proven(tree.root, count, position, hash_leaf(position, "another", salts[position]), path)
    assert not is_proven(tree.root, count + 1, position, hashes[position], path)
    assert not is_proven(tree.root, count, position, hashes[position], [*path, bytes(32)])
    for wrong in {elsewhere % count, count, -1} - {position}:
        assert not is_proven(tree.root, count, wrong, hashes[position], path)


def test_a_proof_is_checked_and_a_false_card_refused() -> None:
    order = made()
    proof = order.prove(17)
    assert fits(order.root, len(CARDS), proof)
    other = next(card for card in CARDS if card != proof.card)
    for false in (replace(proof, card=other), replace(proof, position=18), replace(proof, salt=bytes(32))):
        assert not fits(order.root, len(CARDS), false)


def test_a_proof_holds_no_other_leaf_than_its_neighbour() -> None:
    order = made()
    others = set(order.tree.levels[0]) - {order.tree.levels[0][16]}
    assert others & set(order.prove(17).path) == set()
    assert not set(order.salts) & set(order.prove(17).path)


def test_what_is_published_names_no_card() -> None:
    assert made().build_published() == {"index": 0, "of": "main", "count": 66, "root": made().root.hex()}
    assert "secret=" not in repr(HOUSE)


def test_voices_as_json_and_back() -> None:
    assert [Voice.from_json(v.as_json()) for v in VOICES] == VOICES
    with pytest.raises(FairnessError, match="expected a seat"):
        Voice.from_json({"seat": 0, "said": "maybe", "sealed": "", "value": ""})


def test_each_secret_is_fresh() -> None:
    assert Secret("oak", 0).secret != Secret("oak", 0).secret
    assert len(Secret("oak", 0).secret) * 8 == 512
    assert len(HOUSE.derive_seed(VOICES)) * 8 == 512


def test_a_written_out_vector() -> None:
    """Other programs can check themselves against these bytes."""
    assert HOUSE.commitment.hex().startswith("39d524aeffbbaa6e")
    assert fair_shuffle.make_seal(bytes(32)).hex().startswith("af15bf589ec83a7e")
    assert fair_shuffle.make_order(HOUSE, VOICES, 0, "main", list("abcdefgh")).cards == tuple("fdebgcah")


@settings(max_examples=30)
@given(st.binary(min_size=64, max_size=64), st.integers(0, 30))
def test_numbers_run_on_when_many_are_rejected(seed: bytes, expected: int) -> None:
    numbers = fair_shuffle._draw_numbers(seed, 0, "main", expected)
    drawn = [next(numbers) for _ in range(500)]
    whole = fair_shuffle.make_stream(seed, 0, "main", 1000)
    assert drawn == [int.from_bytes(whole[i : i + 2], "big") for i in range(0, 1000, 2)]


def chi_square_limits(freedom: int) -> tuple[float, float]:
    """Five standard deviations each side (Wilson and Hilferty's approximation)."""
    centre, spread = 1 - 2 / (9 * freedom), math.sqrt(2 / (9 * freedom))
    return freedom * (centre - 5 * spread) ** 3, freedom * (centre + 5 * spread) ** 3


def test_card_by_position_is_uniform() -> None:
    size, deals = 66, 6_000
    seen = np.zeros((size, size))
    labels = [str(n) for n in range(size)]
    for deal in range(deals):
        seed = Secret("oak", deal, bytes(64)).derive_seed(VOICES)
        seen[[int(card) for card in fair_shuffle.shuffle_cards(seed, 0, "main", labels)], range(size)] += 1
    expected = deals / size
    low, high = chi_square_limits((size - 1) ** 2)
    assert low < float(((seen - expected) ** 2 / expected).sum()) < high


def test_pairs_of_neighbours_are_uniform() -> None:
    size, deals = 10, 6_000
    seen = np.zeros((size, size))
    labels = [str(n) for n in range(size)]
    for deal in range(deals):
        seed = Secret("elm", deal, bytes(64)).derive_seed(VOICES)
        order = [int(card) for card in fair_shuffle.shuffle_cards(seed, 0, "main", labels)]
        seen[order[0], order[1]] += 1
    expected = deals / (size * (size - 1))
    statistic = float(((seen[~np.eye(size, dtype=bool)] - expected) ** 2 / expected).sum())
    low, high = chi_square_limits(size * (size - 1) - 1)
    assert low < statistic < high


def test_bytes_of_the_stream_are_uniform() -> None:
    sample = b"".join(fair_shuffle.make_stream(bytes([number]) * 64, 0, "main", 1 << 16) for number in range(16))
    counts = np.bincount(np.frombuffer(sample, np.uint8), minlength=256)
    low, high = chi_square_limits(255)
    assert low < float(((counts - 4096) ** 2 / 4096).sum()) < high


@pytest.mark.parametrize("position", [-1, 5, 6])
def test_no_card_lies_before_the_first_or_after_the_last(position: int) -> None:
    hashes = [hash_leaf(place, str(place), bytes(32)) for place in range(5)]
    tree = MerkleTree.from_leaves(hashes)
    assert all(is_proven(tree.root, 5, place, hashes[place], tree.find_path(place)) for place in range(5))
    for path in ([], *(tree.find_path(place) for place in range(5))):
        assert not any(is_proven(tree.root, 5, position, hashed, path) for hashed in hashes)


def test_an_order_has_as_many_cards_as_its_numbers_can_choose_from() -> None:
    assert len(fair_shuffle.shuffle_cards(bytes(64), 0, "main", ["a"] * 65_536)) == 65_536
    with pytest.raises(FairnessError, match=r"^expected at most 65536 cards, got 65537$"):
        fair_shuffle.shuffle_cards(bytes(64), 0, "main", ["a"] * 65_537)


@pytest.mark.parametrize("length", [31, 33])
def test_values_and_hashes_have_their_length(length: int) -> None:
    value = bytes(length)
    with pytest.raises(FairnessError, match=f"^seat 3: expected a value of 32 bytes, got {length}$"):
        Voice(3, "given", fair_shuffle.make_seal(value), value).check_seal()
    assert not fair_shuffle.is_hash(value)
    assert fair_shuffle.is_hash(bytes(32))
    with pytest.raises(FairnessError, match=r"^seat 3: a device that was withheld has the default value$"):
        Voice(3, "withheld", fair_shuffle.make_seal(bytes(32)), b"1" * 32).check_seal()


@pytest.mark.parametrize("count", [1, 2, 3, 5, 16, 33, 150])
def test_salts_and_leaves_are_those_of_the_specification(count: int) -> None:
    texts = [chr(97 + n % 26) * (7 * n) for n in range(count)]
    start = HOUSE.derive_salt_start(count)
    salts, tree = build_salted_tree(start, texts)
    assert salts == tuple(shake_256(start + frame_part(n.to_bytes(4, "big"))).digest(32) for n in range(count))
    assert tree == MerkleTree.from_leaves([hash_leaf(n, text, salts[n]) for n, text in enumerate(texts)])
