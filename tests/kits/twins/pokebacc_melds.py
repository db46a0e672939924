"""The melds of Pokebacc again, read off the rulebook: slow, plain, and apart from the game's own code."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import NamedTuple

SUITS = "AWFM"
AFFINED = {"A": "AW", "W": "AW", "F": "FM", "M": "FM"}
DISASTERS = frozenset({"War", "Flood", "Famine", "Storm"})


class Rules(NamedTuple):
    numbers: int
    figures: str
    family: int
    troves: bool


RULES = {
    "royal-pokebacc": Rules(10, "KQCPS", 75, False),
    "merchants-bank": Rules(10, "TRVH", 75, True),
    "farmers-and-fishermen": Rules(8, "KQPS", 60, False),
}

Lot = frozenset[str]


def deck(game: str) -> list[str]:
    rules = RULES[game]
    ranks = [*(str(n) for n in range(1, rules.numbers + 1)), *rules.figures]
    return [rank + suit for suit in SUITS for rank in ranks] + sorted(DISASTERS)


def meld_of(game: str, lot: Lot) -> tuple[str, int] | None:
    """Kind and score of the meld that exactly these cards make, or None."""
    rules = RULES[game]
    if lot == DISASTERS:
        return "catastrophe", 60
    if lot & DISASTERS or not lot:
        return None
    ranks, suits = [card[:-1] for card in lot], {card[-1] for card in lot}
    related = any(suits <= set(pair) for pair in AFFINED.values())
    if all(rank.isdigit() for rank in ranks):
        return _numbers(sorted(int(rank) for rank in ranks), len(suits), related)
    if len(lot) == len(rules.figures) and set(ranks) == set(rules.figures) and related:
        return ("royal family" if len(suits) == 1 else "family"), rules.family
    if rules.troves and len(lot) == 4 and len(set(ranks)) == 1 and ranks[0] in rules.figures:
        return "trove", 75
    return None


def _numbers(values: list[int], suits: int, related: bool) -> tuple[str, int] | None:
    count = len(values)
    if count >= 3 and related and values == list(range(values[0], values[0] + count)):
        return "run", (count - 2) * 10 * (3 if suits == 1 else 1)
    if count in (3, 4) and len(set(values)) == 1 and suits == count:
        return "set", 30 if count == 3 else 50
    return None


@cache
def universe(game: str) -> dict[Lot, tuple[str, int]]:
    """Every meld of the whole deck: likely lots, kept where they are melds."""
    rules = RULES[game]
    lots = [DISASTERS]
    for pair in ("AW", "FM"):
        for low, high in combinations(range(1, rules.numbers + 2), 2):
            for suits in product(pair, repeat=high - low):
                lots.append(frozenset(f"{n}{suit}" for n, suit in zip(range(low, high), suits, strict=True)))
        for suits in product(pair, repeat=len(rules.figures)):
            lots.append(frozenset(rank + suit for rank, suit in zip(rules.figures, suits, strict=True)))
    for rank in [*(str(n) for n in range(1, rules.numbers + 1)), *rules.figures]:
        for count in (3, 4):
            lots.extend(frozenset(rank + suit for suit in suits) for suits in combinations(SUITS, count))
    found = {lot: meld_of(game, lot) for lot in lots}
    return {lot: meld for lot, meld in found.items() if meld}


def melds_in(game: str, hand: Lot) -> dict[Lot, tuple[str, int]]:
    return {lot: meld for lot, meld in universe(game).items() if lot <= hand}


def melds_by_subsets(game: str, hand: Lot) -> dict[Lot, tuple[str, int]]:
    """The same without any list of likely lots: every subset of the hand is looked at."""
    lots = (frozenset(lot) for count in range(len(hand) + 1) for lot in combinations(sorted(hand), count))
    found = {lot: meld_of(game, lot) for lot in lots}
    return {lot: meld for lot, meld in found.items() if meld}


def best_layout(game: str, hand: Lot) -> tuple[int, int]:
    """Score and number of cards of the best disjoint layout: every layout is tried."""
    melds = melds_in(game, hand)

    @cache
    def best(rest: Lot) -> tuple[int, int]:
        useful = frozenset().union(*(lot for lot in melds if lot <= rest))
        if not useful:
            return 0, 0
        card = min(useful)
        results = [best(useful - {card})]
        for lot, (_, score) in melds.items():
            if card in lot and lot <= useful:
                more = best(useful - lot)
                results.append((more[0] + score, more[1] + len(lot)))
        return max(results)

    return best(hand)
