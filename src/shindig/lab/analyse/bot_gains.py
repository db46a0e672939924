"""Gains of bots in the arena: means per hand with their intervals. The unit is a deal with all its rotations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, log, nan, sqrt

import numpy as np
import numpy.typing as npt

from shindig.core.confidence_intervals import FEWEST as FEWEST_UNITS
from shindig.core.confidence_intervals import LEVEL, count_effective_units, mean_width

from ..run.duplicate_deals import DuplicateDeal, get_kind_seconds

Table = npt.NDArray[np.float64]
"""float64[deals, bots]."""
FEWEST = 30
"""Number of deals before the first test for stopping, since the intervals are asymptotic."""
SHARPEST = 300
"""Number of deals for which a confidence sequence is narrowest; fixed before any deal is played."""


@dataclass(frozen=True)
class BotGain:
    """Result of a bot: gain per hand with its interval, share of wins, decision times."""

    name: str
    """Name of the bot."""
    gain: float
    """Payoff per hand less the mean of the table, in the unit of the game's scores."""
    low: float
    """Lower end of the interval of `gain`."""
    high: float
    """Upper end."""
    won: float
    """Share of matches won, 0 to 1; NaN if matches were stopped early."""
    mean: float
    """Mean decision time in seconds."""
    p99: float
    """Time in seconds within which 99 of 100 decisions were made, to 5 %."""
    hands: int = 0
    """Number of hands behind the gain, one for each of its seats."""
    won_error: float = inf
    """Half the width of the interval of `won`."""

    @property
    def error(self) -> float:
        """Half the width of the interval of `gain`."""
        return self.high - self.gain


@dataclass(frozen=True)
class Arena:
    """Results of an arena: each bot on each deal, summed over its seats and rotations."""

    names: tuple[str, ...]
    """Bots in the order of the columns."""
    gains: Table
    """float64[deals, bots]: payoffs of all hands, less the luck of draws, less the mean of the table."""
    hands: Table
    """float64[deals, bots]: number of these hands, one for each seat."""
    won: Table
    """float64[deals, bots]: share of the wins; each of k winners has 1/k. A stopped match has no winner."""
    times: Mapping[str, Mapping[int, int]]
    """By bot, the number of decisions by kind of time (`duplicate_deals.find_time_kind`)."""
    seconds: npt.NDArray[np.float64]
    """float64[bots]: total decision time in seconds."""
    seed: int = 0
    """Seed of all chance."""
    level: float = LEVEL
    """Confidence level of the intervals."""
    always: bool = False
    """True for intervals that hold at all times at once, so that stopping at any time is allowed; otherwise they hold
    for this number of deals."""
    luck: Table | None = None
    """float64[deals, bots]: luck of draws less the mean, subtracted from `gains`; None if the game measures none."""
    matches: int = 0
    """Number of matches over all deals and rotations."""
    ended: int = 0
    """Number of matches played to their end."""
    stopped: str = ""
    """Boundary at which the arena stopped early, `until` or `within`; empty if it did not."""

    @property
    def lucky(self) -> Arena:
        """The results with the luck left in."""
        return self if self.luck is None else replace(self, gains=self.gains + self.luck, luck=None)

    @property
    def deals(self) -> int:
        """Number of deals."""
        return len(self.gains)

    @property
    def means(self) -> npt.NDArray[np.float64]:
        """float64[bots]: total gain over total hands; 0 without hands."""
        return np.asarray(self.gains.sum(axis=0) / np.maximum(1, self.hands.sum(axis=0)))

    @property
    def errors(self) -> npt.NDArray[np.float64]:
        """float64[bots]: half the width of the intervals; infinite for fewer than three deals.

        A gain per hand is a ratio of two sums, so its spread is that of gain - mean * hands (Cochran: Sampling
        Techniques, 1977, section 2.11).
        """
        if self.deals < FEWEST_UNITS:
            return np.full(len(self.names), inf)
        spread = (self.gains - self.means * self.hands).std(axis=0, ddof=1) / np.maximum(1, self.hands.mean(axis=0))
        return np.array([one * self._width(hands) for one, hands in zip(spread, self.hands.T, strict=True)])

    def _width(self, hands: npt.NDArray[np.float64]) -> float:
        """Return half the width of an interval in standard deviations, for a bot with these hands per deal."""
        if self.always:
            return compute_sequence_width(self.deals, self.level)
        return mean_width(self.deals, count_effective_units(float(hands.sum()), float((hands**2).sum())), self.level)

    @property
    def standings(self) -> list[BotGain]:
        """Results of the bots, the best first."""
        found = [self._standing(bot) for bot in range(len(self.names))]
        return sorted(found, key=lambda standing: -standing.gain)

    @property
    def clear(self) -> bool:
        """True if the first bot's interval does not contain zero."""
        return self.deals >= FEWEST and bool(abs(self.means[0]) > self.errors[0])

    def within(self, width: float) -> bool:
        """Return True if half the width of the first bot's interval is at most `width`."""
        return self.deals >= FEWEST and bool(self.errors[0] <= width)

    def _standing(self, bot: int) -> BotGain:
        mean, error = float(self.means[bot]), float(self.errors[bot])
        won, won_error = self._won(bot)
        hands = int(self.hands[:, bot].sum())
        return BotGain(self.names[bot], mean, mean - error, mean + error, won, *self._pace(bot), hands, won_error)

    def _won(self, bot: int) -> tuple[float, float]:
        if self.ended < self.matches or not self.deals:
            return nan, inf
        won = self.won[:, bot]
        return float(won.mean()), float(won.std(ddof=1)) * mean_width(self.deals) if self.deals > 1 else inf

    def _pace(self, bot: int) -> tuple[float, float]:
        kinds = self.times[self.names[bot]]
        count = sum(kinds.values())
        return (float(self.seconds[bot]) / count, find_time_quantile(kinds, 0.99)) if count else (0.0, 0.0)


class Tally:
    """Accumulator of deals."""

    def __init__(self, names: Sequence[str], most: int) -> None:
        self._names = tuple(names)
        self._gains, self._luck, self._hands, self._won = np.zeros((4, most, len(self._names)))
        self._times: dict[str, dict[int, int]] = {name: {} for name in self._names}
        self._seconds = np.zeros(len(self._names))
        self.deals = self._matches = self._ended = 0

    def add(self, deal: DuplicateDeal) -> None:
        """Add a deal."""
        gains, luck, hands, won = (table[self.deals] for table in (self._gains, self._luck, self._hands, self._won))
        seats = 1 + max(row.seat for row in deal.rows)
        even = dict.fromkeys({row.rotation for row in deal.rows}, np.zeros(2))
        for row in deal.rows:
            even[row.rotation] = even[row.rotation] + np.array((row.payoff, row.luck)) / seats
        for row in deal.rows:
            bot = self._names.index(row.bot)
            paid, lucky = np.array((row.payoff, row.luck)) - even[row.rotation]
            gains[bot] += paid - lucky
            luck[bot] += lucky
            hands[bot] += row.hands
            won[bot] += row.won
            self._seconds[bot] += row.seconds
        won /= len(even)
        self._matches += len(even)
        self._ended += len({row.rotation for row in deal.rows if row.over})
        self._count_times(deal)
        self.deals += 1

    def _count_times(self, deal: DuplicateDeal) -> None:
        for name, kinds in deal.spent.items():
            for kind, count in kinds.items():
                self._times[name][kind] = self._times[name].get(kind, 0) + count

    def build_arena(self, seed: int, level: float = LEVEL, always: bool = False) -> Arena:
        """Build the results so far."""
        tables = (self._gains, self._hands, self._won, self._luck)
        gains, hands, won, luck = (table[: self.deals] for table in tables)
        told = luck if luck.any() else None
        rest = self._times, self._seconds, seed, level, always, told, self._matches, self._ended
        return Arena(self._names, gains, hands, won, *rest)


def find_time_quantile(kinds: Mapping[int, int], share: float) -> float:
    """Return the time in seconds within which this share of decisions was made."""
    left = share * sum(kinds.values())
    for kind, count in sorted(kinds.items()):
        left -= count
        if left <= 0:
            return get_kind_seconds(kind)
    return 0.0


def compute_sequence_width(deals: int, level: float = LEVEL) -> float:
    """Return half the width of an asymptotic confidence sequence in standard deviations. It holds at all times at once.

    Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas: Time-uniform central limit theory and asymptotic confidence
    sequences, Annals of Statistics 52 (2024), theorem 2.2, with its scale chosen for SHARPEST deals.
    """
    miss = 1 - level
    scale = (-2 * log(miss) + log(-2 * log(miss)) + 1) / SHARPEST
    grown = deals * scale + 1
    return sqrt(2 * grown / (deals**2 * scale) * log(sqrt(grown) / miss))
