"""What a game's hands are worth on their own, for studies, which know no game: `Worth` where hands are compared,
`Outlook` where they are played out.

Both are optional parts of a `Game`. What asks for one says so where a game has none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Strengths = npt.NDArray[Any]
"""int[n]: one number a hand; a greater one beats, equal ones tie."""
Counts = npt.NDArray[np.int64]
Told = npt.NDArray[np.float64]
"""float64[n]: what is told of n hands; NaN where one says nothing of it."""
Hands = npt.NDArray[np.int8]
"""int8[n, cards]: hands as card ids."""


class Case(NamedTuple):
    """What hands are compared under: a card turned up and claimed, for instance."""

    name: str
    key: tuple[Any, ...] = ()
    """The game's own."""


class Asked(NamedTuple):
    """What a player asks about, in the game's texts."""

    hand: str
    tall: str | None = None
    """The card turned up."""
    claimed: bool = False
    seen: str = ""
    """Other cards that were seen."""


@dataclass(frozen=True, eq=False)
class Way:
    """One way to go on with a hand."""

    name: str
    """The cards given away, as texts; or what else is done."""
    kept: tuple[int, ...]
    counts: Counts
    """int64[strengths]: in how many of all draws the hand comes to each strength: exact."""
    strengths: Callable[[Hands], Strengths]
    """Of hands that are mine."""


@dataclass(frozen=True, eq=False)
class Question:
    """A hand, and what can be done with it."""

    now: int
    """Its strength as it is."""
    numbers: npt.NDArray[Any]
    """int[strengths]: the number of the Rank behind each strength, an index into `Worth.ranks`."""
    ways: Sequence[Way]
    unseen: Sequence[int]
    """The cards that may come, each as often as it is there."""
    others: Callable[[Hands], Strengths]
    """Strengths of hands of others."""


@dataclass(frozen=True, eq=False)
class Worth:
    """What hands are worth. `m` is a fresh match, which has the options."""

    ranks: tuple[str, ...]
    """What hands are called, from the lowest, in the order of the rules; the first may stand for nothing at all."""
    cases: Callable[[Any], Sequence[Case]]
    """(m) -> under what hands are compared."""
    rarity: Callable[[Any, Case], Sequence[int]]
    """(m, case) -> how many of all hands that can be dealt have each Rank for their best: exact."""
    ask: Callable[[Any, Asked], Question] | None = None
    """(m, asked) -> a hand and its ways. Raises CardError or GameError."""
    nothing: bool = False
    """Whether the first of `ranks` is no Rank, and has no place in the order."""


def counts_nothing(_m: Any, _cards: Sequence[int], _unseen: Sequence[int]) -> Mapping[str, float]:
    """There is nothing to be counted."""
    return {}


@dataclass(frozen=True, eq=False)
class Outlook:
    """What a hand is good for: all other cards are dealt at random, and the hand is played out as bots play."""

    of: str
    """The order by which hands are dealt; no two of its cards are alike."""
    held: Callable[[Any, int], Sequence[int]]
    """(m, seat) -> the cards of its hand, as ids; none before they are dealt."""
    told: Callable[[Any, int, int], Mapping[str, Told]]
    """(facts, seat, action) -> what is told of hands that ended, by name; the seat began each with that action."""
    ready: Callable[[Any], bool] = lambda _m: True
    """(m) -> whether the actor stands before the choice that is asked about."""
    leaves: Callable[[int], bool] = lambda _action: False
    """(action) -> whether nothing is to be learnt of it, as of passing."""
    counted: Callable[[Any, Sequence[int], Sequence[int]], Mapping[str, float]] = counts_nothing
    """(m, cards, unseen) -> chances that are counted rather than sampled, by name."""
