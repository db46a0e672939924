"""Intervals for means: Student's t, and the fewest values from which there is one."""

from __future__ import annotations

from math import cos, inf, pi, sin, sqrt, tan
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from shindig.core.caches import cached

LEVEL = 0.95
FEWEST = 3
"""The fewest values with an interval; fewer say too little about their own spread."""
EXACT = 100
"""Degrees of freedom up to which the quantile is found from the distribution itself, by bisection."""
HALVINGS = 60
ROUNDING = 1e-15
"""The share of a sum's largest terms below which it is only rounding."""
SLACK = 1e-9


@cached(1024)
def student_quantile(freedom: int, level: float = LEVEL) -> float:
    """Return the two-sided quantile of Student's t: a value is within so many standard errors with this probability."""
    if freedom > EXACT:
        return _expand_quantile(freedom, level)
    low, high = 0.0, pi / 2
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _student_probability(middle, freedom) < level else (low, middle)
    return sqrt(freedom) * tan(low)


def _student_probability(angle: float, freedom: int) -> float:
    """Compute the probability of |t| up to sqrt(freedom) tan(angle) (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    odd, square = freedom % 2, cos(angle) ** 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for k in range(1 + odd, freedom, 2):
        total += term
        term *= square * k / (k + 1)
    return (angle + sin(angle) * total) * 2 / pi if odd else sin(angle) * total


def _expand_quantile(freedom: int, level: float) -> float:
    """Compute the quantile for many degrees of freedom (Abramowitz and Stegun, 26.7.5)."""
    z: float = NormalDist().inv_cdf((1 + level) / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return float(z + sum(term / freedom ** (power + 1) for power, term in enumerate(terms)))


def count_effective_units(count: float, squares: float) -> float:
    """Count the units a mean comes from, as if all counted alike: (sum n)^2 / sum n^2 for units of n each."""
    return count * count / squares if squares else 0.0


def mean_width(units: int, alike: float | None = None, level: float = LEVEL) -> float:
    """Return half the width of an interval for a mean of so many units, in standard deviations of one.

    `alike` is their number as if all counted alike. The width is infinite for fewer than FEWEST.
    """
    known = int((units if alike is None else alike) + SLACK)
    return student_quantile(known - 1, level) / sqrt(units) if known >= FEWEST else inf


def compute_spread(turn: npt.NDArray[np.float64], second: npt.NDArray[np.float64], units: int) -> float:
    """Compute the standard deviation over units of a sum of terms: float64[k] weights, float64[k, k] sums of products.

    Rounding errors count as 0. The result is infinite for fewer than two units.
    """
    if units < 2:
        return inf
    spread, most = float(turn @ second @ turn), float(abs(turn) @ abs(second) @ abs(turn))
    return 0.0 if spread <= ROUNDING * most else sqrt(spread / (units - 1))
