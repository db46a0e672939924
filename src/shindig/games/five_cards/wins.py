"""Chances to beat other hands, counted from strengths, and how tables keep them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .kept import Floats

UNIT = 32767.0
"""What stands for certainty in tables of int16."""


def worth(chances: Floats, others: tuple[int, ...]) -> Floats:
    """float64[strengths]: the chance to beat hands of all these kinds, a tie counting one half.

    `chances`: float64[kinds, draws, strengths], how often each came.
    """
    beaten: Floats = np.prod([won(chances[kind].sum(axis=0)) for kind in others], axis=0)
    return beaten


def won(counts: Floats) -> Floats:
    """float64[strengths]: the chance to beat one hand, from how often it has each strength; of nobody, 0."""
    found: Floats = (np.cumsum(counts) - counts / 2) / max(counts.sum(), 1)
    return found


def units(chances: Floats) -> npt.NDArray[np.int16]:
    """Chances as a table keeps them, in parts of UNIT."""
    return np.round(chances * UNIT).astype(np.int16)
