"""Many matches, at random or between bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..bots import Bot, make
from ..games import Game, GameError, game
from ..match import Match, fair
from .pool import parts, run, seeds

PART = 100
"""Matches that a process plays in one go."""
MAX_MOVES = 100_000


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
    count: int
    seed: np.random.SeedSequence
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
    """Play matches with bots by name, a seat each; fewer names than seats take turns. The same seed, the same matches.

    Where all are `random`, everything runs in compiled code. Raises GameError.
    """
    rules = game(game_id)
    seats = rules.rules.seats[0] if players is None else players
    rules.new(seats, options)
    names = fill_seats(rules, bots, seats)
    counts = parts(matches, PART)
    rules.compile()
    tasks = [
        Part(game_id, seats, options or {}, names, count, part_seed, max_moves)
        for count, part_seed in zip(counts, seeds(seed, len(counts)), strict=True)
    ]
    return join(list(run(random_part if set(names) == {"random"} else bot_part, tasks, processes)))


def fill_seats(rules: Game, names: Sequence[str], seats: int) -> tuple[str, ...]:
    """A bot's name for every seat. Raises GameError for a name that is none, for none and for too many."""
    if not 1 <= len(names) <= seats:
        raise GameError(f"expected from 1 to {seats} bots, one a seat at most, not {len(names)}")
    for name in names:
        make(rules.id, name)
    return tuple(names[seat % len(names)] for seat in range(seats))


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
    rng = np.random.default_rng(part.seed)
    fresh = rules.new(part.players, part.options)
    matches, moves = np.repeat(fresh, part.count), np.zeros(part.count, np.int64)
    for i in range(part.count):
        moves[i] = engine.playout(matches, i, rng, ranges, items, part.max_moves)
    return collect(rules, [matches[i : i + 1] for i in range(part.count)], moves)


def bot_part(part: Part) -> Played:
    """Matches between bots. Raises GameError."""
    rules = game(part.game_id)
    rules.compile()
    ended, moves = [], np.zeros(part.count, np.int64)
    for i, seed in enumerate(part.seed.spawn(part.count)):
        chance, *own = (int(number) for number in seed.generate_state(part.players + 1))
        match = Match(rules, part.players, part.options, fair(chance))
        bots = [make(rules.id, name, bot_seed) for name, bot_seed in zip(part.bots, own, strict=True)]
        moves[i] = play_out(match, bots, part.max_moves)
        ended.append(match.array)
    return collect(rules, ended, moves)


def play_out(match: Match, bots: Sequence[Bot], max_moves: int) -> int:
    """Let bots, one a seat, play a match to its end, or for so many actions: how many they played."""
    for moves in range(max_moves):
        if match.over:
            return moves
        match.play(bots[match.to_act].act(match.view(match.to_act)))
    return max_moves


def collect(rules: Game, matches: Sequence[npt.NDArray[np.void]], moves: npt.NDArray[np.int64]) -> Played:
    """The results of matches, arrays of one record each."""
    outcomes = [rules.words.outcome(match[0]) for match in matches]
    seats = int(matches[0]["seats"][0])
    won = np.array([[seat in outcome.winners for seat in range(seats)] for outcome in outcomes], np.bool_)
    scores = np.array([outcome.scores for outcome in outcomes], np.int64)
    return Played(scores, won, moves, np.array([rules.over(match) for match in matches], np.bool_))
