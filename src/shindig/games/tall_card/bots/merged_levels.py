"""Levels of hands after the draw, merged into bins of about equal probability, in which the bets are solved."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers
from shindig.gamekit.five_cards.range_solver import MINE, NEVER, PLAIN, THEIRS

from .hand_ranges import LEVELS, HandRanges

BINS = 64


class Bins(NamedTuple):
    """Merged hands."""

    of: Numbers
    """int64[LEVELS]: bin of each level."""
    reach: Numbers
    """float64[3, BINS]: probability of each bin for MINE, THEIRS and PLAIN."""
    shares: Numbers
    """float64[2, BINS]: expectation of `steady-1` there, by whether the other bet last."""


@kernel
def bins_of(held: HandRanges, shares: Numbers) -> Bins:
    """Merge levels; `shares`, float64[2, LEVELS], are the expectations of `steady-1`."""
    bins = Bins(np.zeros(LEVELS, np.int64), np.zeros((3, BINS)), np.zeros((2, BINS)))
    weight, bin, full = np.full(BINS, NEVER), 0, 0.0
    for level in range(LEVELS):
        more = (held.mine[level] + held.theirs[level] + held.plain[level]) / 2
        if full > 0 and full + more / 2 > 1 / (BINS - 8) and bin < BINS - 1:
            bin, full = bin + 1, 0.0
        full += more
        bins.of[level] = bin
        bins.reach[MINE, bin] += held.mine[level]
        bins.reach[THEIRS, bin] += held.theirs[level]
        bins.reach[PLAIN, bin] += held.plain[level]
        weight[bin] += held.plain[level] + NEVER
        for bold in range(2):
            bins.shares[bold, bin] += (held.plain[level] + NEVER) * shares[bold, level]
    for bin in range(BINS):
        for bold in range(2):
            bins.shares[bold, bin] /= weight[bin]
    return bins
