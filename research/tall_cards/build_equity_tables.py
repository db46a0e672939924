"""Builder of the tables in values.npz: `python -m research.tall_cards.build_equity_tables`.

Final hands of others depend on their draws, and the best draws depend on the others' hands. So hands are dealt, drawn
to with the best discards, and counted by strength, in a few iterations.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from research.five_cards.equities import compute_equity, compute_win_chances, encode_chances
from shindig.gamekit.five_cards.draw_means import Floats
from shindig.games.tall_cards.bots.equity import FILE
from shindig.games.tall_cards.rules.draw import MOST
from shindig.games.tall_cards.worth.batch_strength import strengths_by_keys
from shindig.games.tall_cards.worth.hand_classes import ACE, RANKS
from shindig.games.tall_cards.worth.ranks import NUMBERS
from shindig.games.tall_cards.worth.worth_before_draw import DECK, all_draws, kept_values

HANDS, TIMES = 200_000, 3
STRENGTHS = len(NUMBERS)
FREE, CLAIMED, FORCED = range(3)
AGAINST = ((FORCED,), (CLAIMED,), (CLAIMED, FREE, FREE), (FREE, FREE))
"""Rows of KEPT: the kinds of a drawing hand's opponents."""
Hands = npt.NDArray[np.int8]


def main() -> None:
    rng = np.random.default_rng(0)
    cards = rng.permuted(np.tile(np.arange(DECK, dtype=np.int8), (HANDS, 1)), axis=1)[:, :9]
    hands, more = cards[:, :5], cards[:, 5:]
    order = np.argsort(hands % RANKS, axis=1, kind="stable")
    hands = np.take_along_axis(hands, order, axis=1)
    chances = np.zeros((3, 6, STRENGTHS))
    for kind in range(3):
        made = strengths_by_keys(hands, -1 if kind == FREE else 0, True)
        chances[kind, 0] = np.bincount(made, minlength=STRENGTHS)
    for _ in range(TIMES):
        chances, willing = drawn_to(hands, more, chances)
    beats = np.stack([[compute_win_chances(row) for row in (rows.sum(axis=0), *rows)] for rows in chances])
    kept = np.stack([kept_values(compute_equity(chances, others)) for others in AGAINST])
    print(f"claim first of two: {willing.mean():.3f} of hands")
    np.savez_compressed(FILE, beats=encode_chances(beats), kept=encode_chances(kept))


def drawn_to(hands: Hands, more: Hands, chances: Floats) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Count float64[3, 6, STRENGTHS], hands of each kind by number drawn and final strength.

    Also returns bool[n]: hands that claim if they may.
    """
    found = np.zeros_like(chances)
    natural, wild = strengths_by_keys(hands, -1, True), strengths_by_keys(hands, 0, True)
    against = compute_equity(chances, AGAINST[0])
    values = all_draws(hands, kept_values(against), against[natural])
    values[~allowed(hands)] = -1
    masks = values.argmax(axis=1)
    willing = compute_equity(chances, (FREE,))[wild] > values.max(axis=1)
    gone = masks[:, None] >> np.arange(5) & 1
    place = np.clip(gone.cumsum(axis=1) - 1, 0, 3)
    made = strengths_by_keys(np.where(gone, np.take_along_axis(more, place, axis=1), hands), -1, True)
    np.add.at(found[FREE], (gone.sum(axis=1), made), 1)
    np.add.at(found[CLAIMED, 0], wild[willing], 1)
    np.add.at(found[FORCED, 0], wild, 1)
    return found, willing


def allowed(hands: Hands) -> npt.NDArray[np.bool_]:
    """Return bool[n, 32]: the legal discards (TF-14)."""
    found = np.zeros((len(hands), 32), np.bool_)
    for mask in range(31):
        count = mask.bit_count()
        kept = next(i for i in range(5) if not mask >> i & 1)
        found[:, mask] = count <= MOST or hands[:, kept] % RANKS == ACE
    return found


if __name__ == "__main__":
    main()
