"""Bots against each other: the same cards for every seating, so that the cards weigh less and the play more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..bots import make
from ..games import GameError, game
from ..match import Match, fair
from .pool import parts, run, seeds
from .simulate import MAX_MOVES, fill_seats, play_out

PART = 5
"""Deals that a process plays in one go."""
Z95 = 1.959964
"""Standard errors on either side of the mean that hold the true one in 95 of 100 cases."""


@dataclass(frozen=True)
class Standing:
    """How a bot did: score gained a match, with a 95% confidence interval, and its share of matches won."""

    name: str
    gain: float
    low: float
    high: float
    won: float


@dataclass(frozen=True)
class Arena:
    """What each bot did on each deal, averaged over all its seats and seatings."""

    names: tuple[str, ...]
    gains: npt.NDArray[np.float64]
    """float64[deals, bots]: score gained a match."""
    won: npt.NDArray[np.float64]
    """float64[deals, bots]: part of the matches that it won; a match with k winners counts 1/k for each."""

    @property
    def standings(self) -> list[Standing]:
        """The bots, the best first."""
        deals = len(self.gains)
        means = self.gains.mean(axis=0)
        errors = (
            self.gains.std(axis=0, ddof=1) / np.sqrt(deals) * Z95 if deals > 1 else np.full(len(self.names), np.inf)
        )
        rows = zip(self.names, means, means - errors, means + errors, self.won.mean(axis=0), strict=True)
        found = [Standing(name, *(float(value) for value in row)) for name, *row in rows]
        return sorted(found, key=lambda standing: -standing.gain)


@dataclass(frozen=True)
class Part:
    """Deals for one process."""

    game_id: str
    options: Mapping[str, object]
    seated: tuple[str, ...]
    names: tuple[str, ...]
    seeds: tuple[np.random.SeedSequence, ...]


def arena(
    game_id: str,
    names: Sequence[str],
    players: int | None = None,
    deals: int = 100,
    seed: int | None = None,
    processes: int = 1,
    options: Mapping[str, object] | None = None,
) -> Arena:
    """Let bots by name play `deals` matches, each once for every rotation of the seats with the same chance.

    Fewer names than seats take turns, so two bots of four seats have two each. Raises GameError.
    """
    rules = game(game_id)
    if len(set(names)) < 2:
        raise GameError(f"an arena takes at least two different bots, not {' '.join(names) or 'none'}")
    seats = max(rules.rules.seats[0], len(names)) if players is None else players
    rules.new(seats, options)
    seated = fill_seats(rules, names, seats)
    rules.compile()
    all_seeds = seeds(seed, deals) if parts(deals, PART) else []
    tasks = [
        Part(game_id, options or {}, seated, tuple(dict.fromkeys(names)), tuple(all_seeds[done : done + PART]))
        for done in range(0, deals, PART)
    ]
    played = list(run(play_part, tasks, processes))
    return Arena(
        tasks[0].names, np.concatenate([one.gains for one in played]), np.concatenate([one.won for one in played])
    )


def play_part(part: Part) -> Arena:
    """Play some deals."""
    rows = [play_deal(part, seed) for seed in part.seeds]
    return Arena(part.names, np.array([gains for gains, _ in rows]), np.array([won for _, won in rows]))


def play_deal(part: Part, seed: np.random.SeedSequence) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """One deal with every rotation of the seats: each bot's gain and share of wins a match, float64[bots]."""
    seats = len(part.seated)
    chance, *own = (int(number) for number in seed.generate_state(seats + 1))
    gains, won = np.zeros(len(part.names)), np.zeros(len(part.names))
    for turn in range(seats):
        seated = [part.seated[(seat + turn) % seats] for seat in range(seats)]
        change, winners = play_once(part, seated, chance, own)
        for seat, name in enumerate(seated):
            gains[part.names.index(name)] += change[seat]
            won[part.names.index(name)] += (seat in winners) / max(1, len(winners))
    shares = np.array([part.seated.count(name) for name in part.names]) * seats
    return gains / shares, won / seats


def play_once(part: Part, seated: Sequence[str], chance: int, own: Sequence[int]) -> tuple[list[int], tuple[int, ...]]:
    """One match: what each seat's score gained, and who won. Raises GameError."""
    rules = game(part.game_id)
    rules.compile()
    start = rules.words.outcome(rules.new(len(seated), part.options)[0]).scores
    match = Match(rules, len(seated), part.options, fair(chance))
    play_out(match, [make(rules.id, name, seed) for name, seed in zip(seated, own, strict=True)], MAX_MOVES)
    end = rules.words.outcome(match.record)
    return [after - before for after, before in zip(end.scores, start, strict=True)], end.winners
