"""Decision times of people: samples like their own earlier times for choices of one kind."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, pstdev

ENOUGH = 12
"""Number of decisions of a kind from which a person's times are known."""
REMEMBERED = 30
"""Number of the latest decisions of a kind that are stored."""


def sample_time(times: Sequence[float], luck: float, most: float) -> float:
    """Return a sample in seconds from the distribution of `times`, at most `most`. `luck` is uniform in [0, 1).

    This is a smoothed bootstrap of the logarithms: one of them is moved by Silverman's width for a normal kernel, and
    all are drawn together to keep their spread. No earlier time is repeated, not even nearly.
    """
    logs = [math.log(max(time, 0.01)) for time in times]
    chosen, place = divmod(luck * len(logs), 1.0)
    mean, spread = fmean(logs), pstdev(logs)
    width = 0.9 * len(logs) ** -0.2
    moved = logs[int(chosen)] - mean + width * spread * NormalDist().inv_cdf(min(max(place, 1e-9), 1 - 1e-9))
    return min(math.exp(mean + moved / math.hypot(1.0, width)), most)
