"""Probabilities to beat other hands, counted from strengths, and their form in tables."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shindig.gamekit.five_cards.draw_means import UNIT, Floats


def compute_equity(chances: Floats, others: tuple[int, ...]) -> Floats:
    """Return float64[strengths]: the probability to beat hands of all these kinds, a tie counting one half.

    `chances`: float64[kinds, draws, strengths], the count of each.
    """
    beaten: Floats = np.prod([compute_win_chances(chances[kind].sum(axis=0)) for kind in others], axis=0)
    return beaten


def compute_win_chances(counts: Floats) -> Floats:
    """Return float64[strengths]: the probability to beat one hand, from counts by strength; 0 if all counts are 0."""
    found: Floats = (np.cumsum(counts) - counts / 2) / max(counts.sum(), 1)
    return found


def encode_chances(chances: Floats) -> npt.NDArray[np.int16]:
    """Return probabilities in the form of a table, in parts of UNIT."""
    return np.round(chances * UNIT).astype(np.int16)
