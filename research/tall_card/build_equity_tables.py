"""Builder of the tables in values.npz: `python -m research.tall_card.build_equity_tables`.

Final hands of others depend on their draws, and the best draws depend on the others' hands. So hands are dealt, drawn
to with the best discards, and counted by strength, in a few iterations.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from research.five_cards.equities import compute_equity, compute_win_chances, encode_chances
from shindig.gamekit.five_cards.draw_means import Floats
from shindig.games.tall_card.bots.equity import FILE
from shindig.games.tall_card.deck import TALL_CARD
from shindig.games.tall_card.worth.rank_ladder import STRENGTHS, SUITS
from shindig.games.tall_card.worth.strength_tables import strengths_by_number
from shindig.games.tall_card.worth.worth_before_draw import all_draws, kept_values

HANDS, TIMES = 200_000, 3
LEVELS = 1024
FIRST_OF = (0, SUITS)
"""Tall Cards that represent all suits, and all Dragons."""
FREE, CLAIMED, FORCED = range(3)
AGAINST = (
    (True, (FREE,)),
    (True, (FREE,) * 3),
    (False, (CLAIMED,)),
    (False, (CLAIMED, FREE, FREE)),
    (False, (FREE,) * 2),
)
"""Rows of KEPT: whether the hand is the claimer's, and the kinds of its opponents."""
Hands = npt.NDArray[np.int8]


def main() -> None:
    made = [tables(tall) for tall in FIRST_OF]
    level, beats, kept = (np.stack(parts) for parts in zip(*made, strict=True))
    np.savez_compressed(FILE, level=level, beats=beats, kept=kept)


def tables(tall: int) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """Compute LEVEL, BEATS and KEPT for a Tall Card."""
    rng = np.random.default_rng(tall)
    cards = rng.permuted(np.tile(np.array(TALL_CARD.cards, np.int8), (HANDS, 1)), axis=1)[:, :10]
    hands, more = np.sort(cards[:, :5], axis=1), cards[:, 5:]
    chances = np.zeros((3, 6, STRENGTHS))
    for kind in range(3):
        chances[kind, 0] = np.bincount(strengths_by_number(hands, tall, kind != FREE), minlength=STRENGTHS)
    for _ in range(TIMES):
        chances = drawn_to(hands, more, tall, chances)
    level = levels(chances)
    wins = np.stack([[compute_win_chances(row) for row in (rows.sum(axis=0), *rows)] for rows in chances])
    beats = np.stack([[by_level(row, level) for row in rows] for rows in wins])
    kept = np.stack([kept_values(compute_equity(chances, others), tall, claimed) for claimed, others in AGAINST])
    return level, encode_chances(beats), encode_chances(kept)


def drawn_to(hands: Hands, more: Hands, tall: int, chances: Floats) -> Floats:
    """Count float64[3, 6, STRENGTHS]: hands of each kind by number drawn and final strength."""
    found = np.zeros_like(chances)
    ways = [
        best_draws(hands, tall, claimed, compute_equity(chances, others))
        for claimed, others in (AGAINST[0], AGAINST[2])
    ]
    willing = ways[0][0] > ways[1][0]
    for kind, some in ((FREE, slice(None)), (CLAIMED, willing), (FORCED, slice(None))):
        _, masks = ways[kind == FREE]
        made = strengths_by_number(np.sort(replaced(hands, masks, more), axis=1)[some], tall, kind != FREE)
        drew = np.bitwise_count(masks[some].astype(np.uint8))
        np.add.at(found[kind], (drew, made), 1)
    return found


def best_draws(hands: Hands, tall: int, claimed: bool, worth: Floats) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Return float64[n] and int64[n]: worth of the best discard, and its mask."""
    made = worth[strengths_by_number(hands, tall, claimed)]
    values = all_draws(hands, kept_values(worth, tall, claimed), made)
    if claimed:
        values[:, [mask for mask in range(32) if mask.bit_count() > 1]] = -1
    masks = values.argmax(axis=1)
    return values[np.arange(len(hands)), masks], masks


def replaced(hands: Hands, masks: npt.NDArray[np.int64], more: Hands) -> Hands:
    """Return the hands after the draw."""
    return np.where(masks[:, None] >> np.arange(5) & 1, more, hands)


def levels(chances: Floats) -> npt.NDArray[np.int16]:
    """Return int16[STRENGTHS]: strengths in LEVELS classes of about equal probability, the commonest alone."""
    rows = chances.sum(axis=1)
    mean = (rows / rows.sum(axis=1, keepdims=True)).mean(axis=0)
    classes: npt.NDArray[np.int16] = np.minimum((np.cumsum(mean) - mean / 2) * LEVELS, LEVELS - 1).astype(np.int16)
    return classes


def by_level(wins: Floats, level: npt.NDArray[np.int16]) -> Floats:
    """Return float64[LEVELS]: mean of a chance over each level's strengths; an empty level takes the next one below."""
    counts = np.bincount(level, minlength=LEVELS)
    means = np.bincount(level, weights=wins, minlength=LEVELS) / np.maximum(counts, 1)
    return np.maximum.accumulate(means)


if __name__ == "__main__":
    main()
