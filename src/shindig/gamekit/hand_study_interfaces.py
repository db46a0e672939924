"""Interfaces for studies of a game's hands: `Worth` compares hands, `Rollouts` plays them out.

Both are optional parts of a `Game`. Callers report it if a game has none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .picklable_game_parts import GamePart

Strengths = npt.NDArray[Any]
"""int[n]: one number per hand; a greater one beats, equal ones tie."""
Counts = npt.NDArray[np.int64]
Told = npt.NDArray[np.float64]
"""float64[n]: a statistic of n hands; NaN for hands to which it does not apply."""
Hands = npt.NDArray[np.int8]
"""int8[n, cards]: hands as card ids."""


class Case(NamedTuple):
    """Conditions of a comparison: a card turned up and claimed, for instance."""

    name: str
    key: tuple[Any, ...] = ()
    """Key of the game's own."""


class HandQuery(NamedTuple):
    """A player's request, in the game's texts."""

    hand: str
    tall: str | None = None
    """The card turned up."""
    claimed: bool = False
    seen: str = ""
    """Other cards that were seen."""


@dataclass(frozen=True, eq=False)
class Way:
    """A way to go on with a hand."""

    name: str
    """The cards given away, as texts, or another action."""
    kept: tuple[int, ...]
    counts: Counts
    """int64[strengths]: exact number of draws that lead to each strength."""
    strengths: Callable[[Hands], Strengths]
    """(hands) -> strengths of my hands."""


@dataclass(frozen=True, eq=False)
class HandAnalysis:
    """A hand and the ways to go on with it."""

    now: int
    """Current strength."""
    numbers: npt.NDArray[Any]
    """int[strengths]: number of the Rank behind each strength, an index into `Worth.ranks`."""
    ways: Sequence[Way]
    unseen: Sequence[int]
    """Cards that may come, once per copy."""
    others: Callable[[Hands], Strengths]
    """(hands) -> strengths of others' hands."""


@dataclass(frozen=True, eq=False)
class Worth(GamePart):
    """Worth of hands. `m` is a fresh match, which has the options."""

    ranks: tuple[str, ...]
    """Names of hands from the lowest, in the order of the rules; the first may stand for no hand."""
    cases: Callable[[Any], Sequence[Case]]
    """(m) -> the conditions under which hands are compared."""
    rarity: Callable[[Any, Case], Sequence[int]]
    """(m, case) -> exact number of all possible hands with each Rank as their best."""
    ask: Callable[[Any, HandQuery], HandAnalysis] | None = None
    """(m, asked) -> a hand and its ways. Raises CardError or GameError."""
    nothing: bool = False
    """True if the first of `ranks` is no Rank and has no place in the order."""


def counts_nothing(_m: Any, _cards: Sequence[int], _unseen: Sequence[int]) -> Mapping[str, float]:
    """Return no counted chances."""
    return {}


def is_always_ready(_m: Any) -> bool:
    """Return True: every actor has the choice in question."""
    return True


def never_leaves(_action: int) -> bool:
    """Return False: there is something to learn from every action."""
    return False


@dataclass(frozen=True, eq=False)
class Rollouts(GamePart):
    """Prospects of a hand: all other cards are dealt at random, and bots play it out."""

    of: str
    """Order from which hands are dealt; all its cards are different."""
    held: Callable[[Any, int], Sequence[int]]
    """(m, seat) -> the cards of its hand, as ids; none before the deal."""
    told: Callable[[Any, int, int], Mapping[str, Told]]
    """(facts, seat, action) -> statistics of ended hands by name; the seat began each with that action."""
    ready: Callable[[Any], bool] = is_always_ready
    """(m) -> True if the actor has the choice in question."""
    leaves: Callable[[int], bool] = never_leaves
    """(action) -> True if there is nothing to learn from it, as from passing."""
    counted: Callable[[Any, Sequence[int], Sequence[int]], Mapping[str, float]] = counts_nothing
    """(m, cards, unseen) -> chances that are counted, not sampled, by name."""
