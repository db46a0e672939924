"""How long a person thinks: a time drawn like those that they took for choices of the same kind."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, pstdev

ENOUGH = 12
"""Choices of a kind from which a person's pace is known."""
REMEMBERED = 30
"""Of the latest choices of a kind, how many make the pace."""


def sample_time(times: Sequence[float], luck: float, most: float) -> float:
    """Seconds like the next of `times` may be, at most `most`; `luck` is uniform from 0 up to 1.

    A smoothed bootstrap of the logarithms: one of them, moved by Silverman's width for a normal kernel, and all drawn
    together so far that they spread no wider than before. No time that was taken comes again, nor nearly so.
    """
    logs = [math.log(max(time, 0.01)) for time in times]
    chosen, place = divmod(luck * len(logs), 1.0)
    mean, spread = fmean(logs), pstdev(logs)
    width = 0.9 * len(logs) ** -0.2
    moved = logs[int(chosen)] - mean + width * spread * NormalDist().inv_cdf(min(max(place, 1e-9), 1 - 1e-9))
    return min(math.exp(mean + moved / math.hypot(1.0, width)), most)
