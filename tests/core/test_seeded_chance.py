"""Chance of the laboratory: the published generator, fair orders, and keys that depend on nothing else."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from shindig.core.kernel_compiler import compile_kernel
from shindig.core.seeded_chance import name_key, philox, seed_key, shuffle_by_key
from shindig.match import Match, fair, new

KNOWN = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]
"""Counter, key and words as the authors of the generator publish them."""
CHI_SQUARE_23 = 49.7
"""Exceeded by chance once in a thousand times, with 23 degrees of freedom."""


@pytest.mark.parametrize(("counter", "key", "words"), KNOWN)
def test_the_generator_is_the_published_one(counter: tuple[int, ...], key: tuple[int, ...], words: object) -> None:
    assert philox(*counter, *key) == words
    assert compile_kernel(philox)(*counter, *key) == words


def test_compiled_orders_are_the_same() -> None:
    for nth, count in enumerate((1, 2, 7, 78, 96)):
        plain, quick = np.arange(count, dtype=np.int16), np.arange(count, dtype=np.int16)
        shuffle_by_key(plain, count, name_key("main"), nth, 2**33 + 5, *seed_key(9))
        compile_kernel(shuffle_by_key)(quick, count, name_key("main"), nth, 2**33 + 5, *seed_key(9))
        assert plain.tolist() == quick.tolist()
        assert sorted(plain.tolist()) == list(range(count))


def test_all_orders_of_four_come_equally_often() -> None:
    items, seen = np.arange(4, dtype=np.int16), Counter[tuple[int, ...]]()
    run = compile_kernel(shuffle_by_key)
    for match in range(24_000):
        one = items.copy()
        run(one, 4, name_key("main"), 0, match, *seed_key(1))
        seen[tuple(one.tolist())] += 1
    assert len(seen) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < CHI_SQUARE_23


def test_the_nth_order_of_a_name_does_not_depend_on_what_came_before() -> None:
    one, other, items = fair(3), fair(3), np.arange(30, dtype=np.int16)
    other("tall", items)
    assert list(one("main", items)) == list(other("main", items))
    assert list(one("tall", items)) != list(one("main", items))
    assert list(fair(3, match=1)("main", items)) != list(fair(3)("main", items))


def test_second_rounds_are_dealt_alike_whatever_was_done_in_the_first() -> None:
    folded, called = new("tall-card", 2, seed=4), new("tall-card", 2, seed=4)
    for match, answer in ((folded, "fold"), (called, "call")):
        to_second_round(match, answer)
    assert folded.record.stock.tolist() == called.record.stock.tolist()


def to_second_round(match: Match, answer: str) -> None:
    """Bet at once, answer so, and go on by the first legal action."""
    while match.record.rounds == 1:
        wanted = next((one for one in ("bet 5", answer) if one in match.legal), match.legal[0])
        match.play(wanted)
