"""Tall Card: hands ranked per second beside poker's evaluators, and exact odds of all 32 discards, on one core.

Usage: python -m benchmarks.ranking [seconds for each figure]
Rates are of processor time. The evaluators rank five cards of a poker deck; none of them takes batches from Python.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.random_match_loops import Count, rate
from shindig.core.kernel_compiler import compile_kernel, kernel
from shindig.gamekit.five_cards.state import HAND
from shindig.games.tall_card.deck import TALL_CARD
from shindig.games.tall_card.worth.discard_odds import discard_counts, unseen
from shindig.games.tall_card.worth.rank_ladder import NONE
from shindig.games.tall_card.worth.ranks import strength
from shindig.games.tall_card.worth.strength_tables import strengths, table

BATCH, SINGLE = 1 << 20, 2000
"""Hands of a batch, and of a loop over single hands."""
TALL, CLAIMED = 1, True

Hands = npt.NDArray[np.int8]


def deal(deck: npt.ArrayLike, count: int) -> npt.NDArray[Any]:
    """Random hands of five cards of a deck."""
    cards = np.asarray(deck)
    order = np.random.default_rng(1).random((count, len(cards)), np.float32).argpartition(HAND, axis=1)
    return cards[order[:, :HAND]]


def batch(hands: Hands) -> Count:
    """Random hands in one call."""
    out = np.empty(len(hands), np.int16)

    def play() -> tuple[int, int]:
        strengths(hands, TALL, CLAIMED, out)
        return len(hands), 1

    return play


@kernel
def sum_of_all(by_number: Any) -> int:
    """The strengths of all hands of five kinds, walked from the highest card to the lowest, added up."""
    total = 0
    for e in range(NONE):
        fifth = e * (e + 1) * (e + 2) * (e + 3) * (e + 4) // 120
        for d in range(e + 1):
            fourth = fifth + d * (d + 1) * (d + 2) * (d + 3) // 24
            for c in range(d + 1):
                third = fourth + c * (c + 1) * (c + 2) // 6
                for b in range(c + 1):
                    second = third + b * (b + 1) // 2
                    for a in range(b + 1):
                        total += by_number[second + a]
    return total


def enumerated() -> Count:
    """All hands in order, in compiled code: a hand's number grows card by card."""
    by_number, add_up = table(TALL, CLAIMED), compile_kernel(sum_of_all)

    def play() -> tuple[int, int]:
        add_up(by_number)
        return len(by_number), 1

    return play


def one_by_one(rank: Callable[[Any], object], hands: list[Any]) -> Count:
    """A Python loop over single hands."""

    def play() -> tuple[int, int]:
        for hand in hands:
            rank(hand)
        return len(hands), 1

    return play


def ours_single() -> Count:
    ranked = compile_kernel(strength)
    hands = list(deal(np.array(TALL_CARD.cards, np.int8), SINGLE))
    return one_by_one(lambda hand: ranked(hand, TALL, CLAIMED), hands)


def phevaluator(module: Any) -> Count:
    return one_by_one(lambda hand: module.evaluate_cards(*hand), deal(range(52), SINGLE).tolist())


def eval7(module: Any) -> Count:
    hands = [[module.Card(code) for code in hand] for hand in poker_hands()]
    return one_by_one(module.evaluate, hands)


def treys(module: Any) -> Count:
    evaluate = module.Evaluator().evaluate
    hands = [[module.Card.new(code) for code in hand] for hand in poker_hands()]
    return one_by_one(lambda hand: evaluate(hand[:3], hand[3:]), hands)


def pokerkit(module: Any) -> Count:
    return one_by_one(module.StandardHighHand, ["".join(hand) for hand in poker_hands()])


def poker_hands() -> list[list[str]]:
    hands: list[list[str]] = deal([rank + suit for rank in "23456789TJQKA" for suit in "cdhs"], SINGLE).tolist()
    return hands


PEERS = (phevaluator, eval7, treys, pokerkit)


def odds() -> Count:
    """Exact odds of all 32 discards of a hand: (hands counted, calls)."""
    hand = TALL_CARD.parse("8p 8d 4d 3b RdD")
    left = unseen(hand)

    def play() -> tuple[int, int]:
        counts = discard_counts(hand, TALL, False, left)
        return int((counts > 0).sum()), 1

    return play


def rows(seconds: float) -> Iterator[tuple[str, float]]:
    """What was measured, and hands per second."""
    hands = deal(np.array(TALL_CARD.cards, np.int8), BATCH)
    yield "shindig, batch of random hands", rate(batch(np.ascontiguousarray(hands)), seconds)[0]
    yield "shindig, the same in columns", rate(batch(np.asfortranarray(hands)), seconds)[0]
    yield "shindig, enumerated hands", rate(enumerated(), seconds)[0]
    yield "shindig, one by one from Python", rate(ours_single(), seconds)[0]
    for peer in PEERS:
        try:
            module = import_module(peer.__name__)
        except ImportError:
            print(f"{peer.__name__} is not installed: pip install {peer.__name__}")
            continue
        yield f"{peer.__name__} {version(peer.__name__)}, one by one", rate(peer(module), seconds)[0]


def machine() -> str:
    """The processor and the versions that count."""
    info = Path("/proc/cpuinfo")
    names = [line for line in info.read_text().splitlines() if "model name" in line] if info.exists() else []
    model = names[0].split(":")[1].strip() if names else platform.processor()
    tools = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba"))
    return f"{model}, {platform.system()}, Python {platform.python_version()}, {tools}"


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    print(machine())
    found = list(rows(seconds))
    print(f"{'hands ranked':34} {'million/s':>10} {'batch is x times':>17}")
    for name, speed in found:
        print(f"{name:34} {speed / 1e6:10.3f} {found[0][1] / speed:17,.1f}")
    print(f"exact odds of all 32 discards: {1000 / rate(odds(), seconds)[1]:.1f} ms")


if __name__ == "__main__":
    main()
