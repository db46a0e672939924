"""Many matches, at random or between bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..bots import RANDOM
from ..games import Game, game
from ..history import Budget
from .deals import MAX_MOVES, PATIENCE, Meeting, fill_seats, play_once
from .pool import parts, prepared, run, seed_of

PART = 100
"""Matches that a process plays in one go."""


@dataclass(frozen=True)
class Played:
    """What came of n matches."""

    scores: npt.NDArray[np.int64]
    """int64[n, players]: each seat's score at the end."""
    won: npt.NDArray[np.bool_]
    """bool[n, players]: which seats won."""
    moves: npt.NDArray[np.int64]
    """int64[n]: actions played."""
    over: npt.NDArray[np.bool_]
    """bool[n]: False where a match was stopped after the most moves allowed."""

    def __len__(self) -> int:
        return len(self.moves)


@dataclass(frozen=True)
class Part:
    """Matches for one process."""

    game_id: str
    players: int
    options: Mapping[str, object]
    bots: tuple[str, ...]
    first: int
    """Its first match."""
    count: int
    seed: int
    max_moves: int


def simulate(
    game_id: str,
    players: int | None = None,
    matches: int = 1000,
    bots: Sequence[str] = ("random",),
    seed: int | None = None,
    processes: int = 1,
    options: Mapping[str, object] | None = None,
    max_moves: int = MAX_MOVES,
) -> Played:
    """Play matches with bots, a seat each; fewer names than seats take turns. The same seed, the same matches.

    Where all are `random`, everything runs in compiled code. Raises GameError.
    """
    rules = game(game_id)
    seats = rules.rules.seats[0] if players is None else players
    rules.new(seats, options)
    names = fill_seats(rules, bots, seats)
    counts = parts(matches, PART)
    prepared(game_id, set(names) != {RANDOM})
    seed = seed_of(seed)
    tasks = [
        Part(game_id, seats, options or {}, names, part * PART, count, seed, max_moves)
        for part, count in enumerate(counts)
    ]
    return join(list(run(random_part if set(names) == {RANDOM} else bot_part, tasks, processes)))


def join(played: Sequence[Played]) -> Played:
    return Played(
        np.concatenate([part.scores for part in played]),
        np.concatenate([part.won for part in played]),
        np.concatenate([part.moves for part in played]),
        np.concatenate([part.over for part in played]),
    )


def random_part(part: Part) -> Played:
    """Matches in which every legal action is as likely as any other. Raises GameError."""
    rules = game(part.game_id)
    engine = rules.compile()
    ranges, items = engine.scratch()
    rng = np.random.default_rng(np.random.SeedSequence(part.seed, spawn_key=(part.first,)))
    fresh = rules.new(part.players, part.options)
    matches, moves = np.repeat(fresh, part.count), np.zeros(part.count, np.int64)
    for i in range(part.count):
        moves[i] = engine.playout(matches, i, rng, ranges, items, part.max_moves)
    return collect(rules, [matches[i : i + 1] for i in range(part.count)], moves)


def bot_part(part: Part) -> Played:
    """Matches between bots. Raises GameError, also for a bot that fails."""
    meeting = Meeting(part.game_id, part.options, part.bots, part.seed, Budget(), PATIENCE)
    numbers = range(part.first, part.first + part.count)
    played = [play_once(meeting, number, 0, part.bots, part.max_moves) for number in numbers]
    moves = np.array([sum(len(one.times) for one in players) for _, _, players in played], np.int64)
    return collect(game(part.game_id), [match.array for match, _, _ in played], moves)


def collect(rules: Game, matches: Sequence[npt.NDArray[np.void]], moves: npt.NDArray[np.int64]) -> Played:
    """The results of matches, arrays of one record each."""
    outcomes = [rules.words.outcome(match[0]) for match in matches]
    seats = int(matches[0]["seats"][0])
    won = np.array([[seat in outcome.winners for seat in range(seats)] for outcome in outcomes], np.bool_)
    scores = np.array([outcome.scores for outcome in outcomes], np.int64)
    return Played(scores, won, moves, np.array([rules.over(match) for match in matches], np.bool_))
