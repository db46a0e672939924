"""Accumulators of match results: means with their intervals, without storing single matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from shindig.core.confidence_intervals import compute_spread, count_effective_units, mean_width

Floats = npt.NDArray[np.float64]


@dataclass
class Ratio:
    """Sums of x and of n over units (matches): the ratio of the two means, and its error.

    The spread of a ratio is that of x - mean * n (Cochran: Sampling Techniques, 1977, section 2.11).
    """

    units: int = 0
    first: Floats = field(default_factory=lambda: np.zeros(2))
    """float64[2]: sums of x and n."""
    second: Floats = field(default_factory=lambda: np.zeros((2, 2)))
    """float64[2, 2]: sums of their products."""

    @classmethod
    def from_units(cls, x: npt.ArrayLike, n: npt.ArrayLike) -> Ratio:
        """Build the sums from x and n of each unit."""
        both = np.stack(np.broadcast_arrays(np.asarray(x, float), np.asarray(n, float)))
        return cls(both.shape[1], both.sum(axis=1), both @ both.T)

    def __add__(self, other: Ratio) -> Ratio:
        return Ratio(self.units + other.units, self.first + other.first, self.second + other.second)

    @property
    def mean(self) -> float:
        return float(self.first[0] / self.first[1]) if self.first[1] else 0.0

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval; infinite for fewer than three units."""
        if not self.first[1]:
            return inf
        alike = count_effective_units(self.first[1], self.second[1, 1])
        turn = np.array([1.0, -self.mean]) / (self.first[1] / self.units)
        width = mean_width(self.units, alike)
        return compute_spread(turn, self.second, self.units) * width if width < inf else inf

    def to_json(self) -> list[float]:
        """Return the sums as JSON data."""
        return [self.units, *self.first.tolist(), *self.second.ravel().tolist()]

    @classmethod
    def from_json(cls, plain: list[float]) -> Ratio:
        units, *rest = plain
        return cls(int(units), np.array(rest[:2]), np.array(rest[2:]).reshape(2, 2))


@dataclass
class Sums:
    """Sums over matches of one table."""

    matches: int
    over: int
    """Number of matches played to their end."""
    hands: int
    moves: int
    scores: list[Ratio]
    """By seat, its final score per match."""
    won: list[Ratio]
    """By seat, its share of the wins in matches played to their end; each of k winners has 1/k of one."""
    paid: list[Ratio]
    """By seat, its payoff per hand."""
    counts: list[Counter[int]]
    """By seat, the number of matches by final score."""
    seconds: float = 0.0
    """Processor time of the matches played in this run, without those read from a folder."""
    timed: tuple[int, int] = (0, 0)
    """Number of these matches and hands."""

    @classmethod
    def empty(cls, seats: int) -> Sums:
        """Return sums over no matches, for a table of this size."""
        scores, won, paid = ([Ratio() for _ in range(seats)] for _ in range(3))
        return cls(0, 0, 0, 0, scores, won, paid, [Counter() for _ in range(seats)])

    def __iadd__(self, other: Sums) -> Sums:
        """Add sums in place. The time does not depend on what was added before."""
        for name in ("matches", "over", "hands", "moves", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.timed = (self.timed[0] + other.timed[0], self.timed[1] + other.timed[1])
        for name in ("scores", "won", "paid"):
            setattr(
                self, name, [one + more for one, more in zip(getattr(self, name), getattr(other, name), strict=True)]
            )
        for counts, more in zip(self.counts, other.counts, strict=True):
            counts.update(more)
        return self

    def to_json(self) -> dict[str, Any]:
        """Return the sums as JSON data, without the time, which differs between runs."""
        found: dict[str, Any] = {name: getattr(self, name) for name in ("matches", "over", "hands", "moves")}
        for name in ("scores", "won", "paid"):
            found[name] = [one.to_json() for one in getattr(self, name)]
        found["counts"] = [{str(score): count for score, count in sorted(one.items())} for one in self.counts]
        return found

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> Sums:
        matches, over, hands, moves = (int(plain[name]) for name in ("matches", "over", "hands", "moves"))
        scores, won, paid = ([Ratio.from_json(one) for one in plain[name]] for name in ("scores", "won", "paid"))
        counts = [Counter({int(score): count for score, count in one.items()}) for one in plain["counts"]]
        found = cls(matches, over, hands, moves, scores, won, paid, counts)
        if "seconds" in plain:
            found.seconds, found.timed = float(plain["seconds"]), (matches, hands)
        return found
