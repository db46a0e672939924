"""Odds of a hand: its possible Ranks, its chances against others, and the rarity of every Rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import groupby

import numpy as np
import numpy.typing as npt

from shindig.core.confidence_intervals import mean_width
from shindig.gamekit import Game, GameError, games
from shindig.gamekit.hand_study_interfaces import HandAnalysis, HandQuery, Way, Worth

WORLDS = 20_000
"""Number of deals in which others' hands are sampled."""
FEWEST = 100
"""Least number of deals left after restricting others' hands to a range."""
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Prospect:
    """Result of one way to continue."""

    name: str
    """The discarded cards as text, or another action."""
    improve: float
    """Exact chance of a better Rank than now."""
    beats: float
    """Expected share of the pot at a showdown; a tie of k counts 1/k."""
    error: float
    """Half the width of its 95 % interval."""
    deals: int
    """Number of deals, those in which all others hold a hand of the range."""
    chances: dict[str, float]
    """Exact chance of every possible Rank, the best first."""


@dataclass(frozen=True)
class Against:
    """Opponents of a hand."""

    others: int = 1
    """Number of other hands."""
    least: str = ""
    """Lowest Rank that they hold; empty for any hand."""
    deals: int = WORLDS
    """Number of sampled deals."""
    seed: int = 0
    """Seed of the sample."""


def get_worth(rules: Game) -> Worth:
    """Return the hand values of a game. Raises GameError if it declares none."""
    if rules.worth is None:
        able = [one.id for one in games() if one.worth is not None]
        raise GameError(f"{rules.name} has no hands that are compared; {' and '.join(able) or 'no game'} have")
    return rules.worth


def prospects(rules: Game, m: object, asked: HandQuery, against: Against) -> list[Prospect]:
    """Evaluate all ways to continue with a hand, the best first. Raises GameError, CardError."""
    worth = rules.worth
    if worth is None or worth.ask is None:
        able = [one.id for one in games() if one.worth is not None and one.worth.ask is not None]
        raise GameError(f"{rules.name} has no discards to count odds for; {' and '.join(able) or 'no game'} have")
    most = rules.rules.seats[-1] - 1
    if not 1 <= against.others <= most:
        raise GameError(
            f"{rules.name} is for {rules.rules.players}: expected from 1 to {most} others, not {against.others}"
        )
    question = worth.ask(m, asked)
    least = parse_rank(worth, against.least) if against.least else 0
    mine, others = sample_deals(question, against)
    theirs = np.stack([question.others(hand) for hand in others])
    fits = (question.numbers[theirs] >= least).all(axis=0)
    if fits.sum() < FEWEST:
        raise GameError(
            f"only {fits.sum()} of {against.deals:,} deals give all others {against.least} or better, and {FEWEST} are"
            " needed: ask for a lower Rank, fewer others or more deals"
        )
    found = [evaluate_way(worth, question, way, mine[fits], theirs[:, fits]) for way in question.ways]
    return sorted(found, key=lambda one: -one.beats)


def parse_rank(worth: Worth, name: str) -> int:
    """Return the number of a Rank by its name. Raises GameError."""
    folded = [one.casefold() for one in worth.ranks]
    if name.casefold() not in folded:
        raise GameError(f"there is no Rank {name!r}; {suggest_names(name, worth.ranks[int(worth.nothing) :])}")
    return folded.index(name.casefold())


def suggest_names(name: str, names: Sequence[str]) -> str:
    """Suggest similar names; all of them if none is similar."""
    like = get_close_matches(name, names, 1)
    return f"did you mean {like[0]!r}?" if like else f"there are {'; '.join(names)}"


def sample_deals(question: HandAnalysis, against: Against) -> tuple[npt.NDArray[np.int8], list[npt.NDArray[np.int8]]]:
    """Sample int8[n, 5] cards to draw, and int8[n, 5] hands for each opponent, shared by all ways.

    Raises GameError for more opponents than cards.
    """
    unseen = np.array(question.unseen, np.int8)
    size, need = 5, 5 * (1 + against.others)
    if not against.others >= 1 or need > len(unseen):
        raise GameError(f"expected from 1 to {len(unseen) // size - 1} others, not {against.others}")
    rng = np.random.default_rng(against.seed)
    places = np.argsort(rng.random((against.deals, len(unseen)), np.float32), axis=1)[:, :need]
    cards = unseen[places]
    return cards[:, :size], [cards[:, size * k : size * (k + 1)] for k in range(1, 1 + against.others)]


def evaluate_way(
    worth: Worth, question: HandAnalysis, way: Way, mine: npt.NDArray[np.int8], theirs: npt.NDArray[np.int64]
) -> Prospect:
    """Evaluate one way. `mine` are int8[n, 5] cards to draw, in order; `theirs` int[others, n] strengths."""
    kept = np.array(way.kept, np.int8)
    hands = np.concatenate([np.tile(kept, (len(mine), 1)), mine[:, : 5 - len(kept)]], axis=1)
    share = compute_shares(way.strengths(hands), theirs)
    numbers = np.bincount(question.numbers, weights=way.counts, minlength=len(worth.ranks)) / way.counts.sum()
    chances = {worth.ranks[n]: float(numbers[n]) for n in range(len(worth.ranks) - 1, -1, -1) if numbers[n] > 0}
    better = float(numbers[int(question.numbers[question.now]) + 1 :].sum())
    error = float(share.std(ddof=1)) * mean_width(len(share))
    return Prospect(way.name, better, float(share.mean()), error, len(share), chances)


def compute_shares(mine: npt.NDArray[np.int64], theirs: npt.NDArray[np.int64]) -> Floats:
    """Return float64[n], the share of the pot in each deal; `theirs` is int[others, n]."""
    best = theirs.max(axis=0)
    tied = (theirs == mine).sum(axis=0)
    return np.where(mine > best, 1.0, np.where(mine == best, 1 / (1 + tied), 0.0))


@dataclass(frozen=True)
class Rarity:
    """Number of hands of each Rank, over equivalent cases."""

    cases: tuple[str, ...]
    """Names of these cases: a turned-up card, claimed or not."""
    counts: tuple[int, ...]
    """Number of hands by Rank, from the lowest; `Worth.ranks` names them."""
    first: int
    """First number that is a Rank."""

    @property
    def total(self) -> int:
        """Number of all hands."""
        return sum(self.counts)

    @property
    def inverted(self) -> list[tuple[int, int]]:
        """Pairs (lower, higher) of Ranks of which the higher is more frequent."""
        numbers = range(self.first, len(self.counts))
        return [(i, j) for j in numbers for i in numbers if i < j and self.counts[j] > self.counts[i]]

    def rarer_below(self, number: int) -> int:
        """Count the lower Ranks that are rarer than this one."""
        return sum(higher == number for _, higher in self.inverted)


def rarities(rules: Game, m: object) -> list[Rarity]:
    """Return the rarity of every Rank, with equivalent cases together. Raises GameError."""
    worth = get_worth(rules)
    counted = [(tuple(worth.rarity(m, case)), case.name) for case in worth.cases(m)]
    order = {counts: place for place, (counts, _) in reversed([*enumerate(counted)])}
    alike = groupby(sorted(counted, key=lambda one: order[one[0]]), key=lambda one: one[0])
    return [Rarity(tuple(name for _, name in group), counts, int(worth.nothing)) for counts, group in alike]
