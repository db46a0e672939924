"""What bots gained: means a hand with their intervals. A deal, with all its rotations, is the unit."""

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
"""Deals before the first look at whether it is time to stop: the intervals are asymptotic."""
SHARPEST = 300
"""The number of deals for which a confidence sequence is made narrowest; fixed before any deal is played."""


@dataclass(frozen=True)
class BotGain:
    """How a bot did: its gain a hand with a confidence interval, its share of matches won, its time a decision."""

    name: str
    """The bot, by the name it was given."""
    gain: float
    """What it was paid a hand, less the mean of the table, in the unit of the game's scores."""
    low: float
    """The lower end of that mean's interval."""
    high: float
    """The upper end."""
    won: float
    """The share of matches that it won, from 0 to 1; NaN where matches were stopped before their end."""
    mean: float
    """Seconds a decision."""
    p99: float
    """Seconds in which 99 of 100 decisions were made; told to 5 %."""
    hands: int = 0
    """The hands that its gain comes from, one for each of its seats."""
    won_error: float = inf
    """Half the width of the interval of `won`."""

    @property
    def error(self) -> float:
        """Half the width of the interval of `gain`."""
        return self.high - self.gain


@dataclass(frozen=True)
class Arena:
    """What each bot did on each deal, added up over its seats and rotations."""

    names: tuple[str, ...]
    """The bots, in the order of the columns."""
    gains: Table
    """float64[deals, bots]: what it was paid in all hands, less the luck of its draws, less the mean of the table."""
    hands: Table
    """float64[deals, bots]: how many hands that were, one for each of its seats."""
    won: Table
    """float64[deals, bots]: part of the matches that it won; a match with k winners counts 1/k for each.

    A match that was stopped has no winner.
    """
    times: Mapping[str, Mapping[int, int]]
    """For each bot, how many decisions took a time of each kind (`deals.kind_of`)."""
    seconds: npt.NDArray[np.float64]
    """float64[bots]: what all its decisions took."""
    seed: int = 0
    """The seed of all chance."""
    level: float = LEVEL
    """How sure the intervals are."""
    always: bool = False
    """Whether they hold at all times at once, so that one may stop where they please, or after this number of deals."""
    luck: Table | None = None
    """float64[deals, bots]: the luck of its draws, less the mean, taken out of `gains`; None if none is told."""
    matches: int = 0
    """How many matches were played: those of all deals and rotations."""
    ended: int = 0
    """How many of them were played to their end, and not stopped after so many hands or actions."""
    stopped: str = ""
    """At what boundary it stopped before all deals were played, `until` or `within`; empty where it did not."""

    @property
    def lucky(self) -> Arena:
        """The same with the luck left in."""
        return self if self.luck is None else replace(self, gains=self.gains + self.luck, luck=None)

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(self.gains)

    @property
    def means(self) -> npt.NDArray[np.float64]:
        """float64[bots]: all that was gained by all hands; 0 where there was none."""
        return np.asarray(self.gains.sum(axis=0) / np.maximum(1, self.hands.sum(axis=0)))

    @property
    def errors(self) -> npt.NDArray[np.float64]:
        """float64[bots]: half the width of the intervals; infinite for fewer than three deals.

        A gain a hand is a ratio of two sums, so its spread is that of gain - mean * hands (Cochran: Sampling
        Techniques, 1977, section 2.11).
        """
        if self.deals < FEWEST_UNITS:
            return np.full(len(self.names), inf)
        spread = (self.gains - self.means * self.hands).std(axis=0, ddof=1) / np.maximum(1, self.hands.mean(axis=0))
        return np.array([one * self._width(hands) for one, hands in zip(spread, self.hands.T, strict=True)])

    def _width(self, hands: npt.NDArray[np.float64]) -> float:
        """Half the width of an interval in standard deviations, for a bot with these hands in each deal."""
        if self.always:
            return compute_sequence_width(self.deals, self.level)
        return mean_width(self.deals, count_effective_units(float(hands.sum()), float((hands**2).sum())), self.level)

    @property
    def standings(self) -> list[BotGain]:
        """The bots, the best first."""
        found = [self._standing(bot) for bot in range(len(self.names))]
        return sorted(found, key=lambda standing: -standing.gain)

    @property
    def clear(self) -> bool:
        """Whether the first bot's interval leaves out zero."""
        return self.deals >= FEWEST and bool(abs(self.means[0]) > self.errors[0])

    def within(self, width: float) -> bool:
        """Whether the first bot's interval is as narrow as this, or narrower, on either side."""
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
    """Adds up deals as they come."""

    def __init__(self, names: Sequence[str], most: int) -> None:
        self._names = tuple(names)
        self._gains, self._luck, self._hands, self._won = np.zeros((4, most, len(self._names)))
        self._times: dict[str, dict[int, int]] = {name: {} for name in self._names}
        self._seconds = np.zeros(len(self._names))
        self.deals = self._matches = self._ended = 0

    def add(self, deal: DuplicateDeal) -> None:
        """Count a deal."""
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
        """What has come so far."""
        tables = (self._gains, self._hands, self._won, self._luck)
        gains, hands, won, luck = (table[: self.deals] for table in tables)
        told = luck if luck.any() else None
        rest = self._times, self._seconds, seed, level, always, told, self._matches, self._ended
        return Arena(self._names, gains, hands, won, *rest)


def find_time_quantile(kinds: Mapping[int, int], share: float) -> float:
    """The time in which this share of decisions was made, in seconds."""
    left = share * sum(kinds.values())
    for kind, count in sorted(kinds.items()):
        left -= count
        if left <= 0:
            return get_kind_seconds(kind)
    return 0.0


def compute_sequence_width(deals: int, level: float = LEVEL) -> float:
    """Half the width of an asymptotic confidence sequence, in standard deviations: it holds at all times at once.

    Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas: Time-uniform central limit theory and asymptotic confidence
    sequences, Annals of Statistics 52 (2024), theorem 2.2, with its scale chosen for SHARPEST deals.
    """
    miss = 1 - level
    scale = (-2 * log(miss) + log(-2 * log(miss)) + 1) / SHARPEST
    grown = deals * scale + 1
    return sqrt(2 * grown / (deals**2 * scale) * log(sqrt(grown) / miss))
