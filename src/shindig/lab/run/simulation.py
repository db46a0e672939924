"""Simulation of many matches, random or between bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from time import process_time
from typing import Any

import numpy as np
import numpy.typing as npt

from shindig.bots import RANDOM
from shindig.core.layout_and_views import Records
from shindig.gamekit import Game, game
from shindig.gamekit.game_spec import Hand
from shindig.observations import Budget

from ..analyse.accumulators import Ratio, Sums
from . import argument_checks
from .compiled_matches import HEADS, CompiledTable, HandRows, find_kinds, join_hands
from .duplicate_deals import MAX_MOVES, PATIENCE, HandCounter, Meeting, fill_seats, play_rotation
from .interrupts import delay_interrupts
from .process_pool import check_processes, choose_seed, prepare_game, run_in_processes

PART = 1000
"""Matches per part of random play, which runs in compiled code."""
MINDS_PART = 100
"""Matches per part of policies, in compiled code too."""
SLOW_PART = 5
"""Matches per part of bots that are asked one by one."""


@dataclass(frozen=True)
class SimulationResult:
    """Results of n matches."""

    scores: npt.NDArray[np.int64]
    """int64[n, players]: final scores."""
    won: npt.NDArray[np.bool_]
    """bool[n, players]: winners; none in a stopped match."""
    moves: npt.NDArray[np.int64]
    """int64[n]: actions played."""
    over: npt.NDArray[np.bool_]
    """bool[n]: False for a match stopped at the limit of actions."""
    busts: npt.NDArray[np.int64]
    """int64[n]: seats with nothing left at the end, if the game defines that; 0 for a stopped match."""
    hands: HandRows
    """Finished hands."""
    first: int = 0
    """Number of the first match."""

    def __len__(self) -> int:
        return len(self.moves)

    def per_match(self, values: npt.NDArray[Any], hands: HandRows | None = None) -> npt.NDArray[np.float64]:
        """Return float64[n, ...]: the sum over the hands of each match of a value of each hand, or of some hands."""
        found = np.zeros((len(self), *values.shape[1:]))
        np.add.at(found, (self.hands if hands is None else hands).heads[:, 0] - self.first, values)
        return found

    def sums(self) -> Sums:
        """Return the sums of all matches."""
        hands, paid = self.per_match(np.ones(len(self.hands))), self.per_match(self.hands.payoffs)
        seats, shares = range(self.scores.shape[1]), self.won / np.maximum(1, self.won.sum(axis=1, keepdims=True))
        return Sums(
            matches=len(self),
            over=int(self.over.sum()),
            hands=len(self.hands),
            moves=int(self.moves.sum()),
            scores=[Ratio.from_units(self.scores[:, seat], 1) for seat in seats],
            won=[Ratio.from_units(shares[:, seat], self.over) for seat in seats],
            paid=[Ratio.from_units(paid[:, seat], hands) for seat in seats],
            counts=[Counter(self.scores[:, seat].tolist()) for seat in seats],
        )


@dataclass(frozen=True)
class SimulationPart:
    """Matches for one process."""

    game_id: str
    players: int
    options: Mapping[str, object]
    bots: tuple[str, ...]
    first: int
    """Number of its first match."""
    count: int
    seed: int
    max_moves: int
    most: int = 0
    """Largest number of matches per part; 0 for as many as suit the bots."""
    plain: bool = False
    """Play as ordinary Python, where nothing would be gained by compiling."""

    @property
    def size(self) -> int:
        """Matches per part."""
        if self.most:
            return self.most
        kinds = find_kinds(game(self.game_id), self.bots)
        return SLOW_PART if kinds is None else MINDS_PART if any(kinds) else PART

    def take_part(self, part: int) -> SimulationPart:
        """Return part number `part`."""
        first = part * self.size
        return replace(self, first=self.first + first, count=min(self.size, self.count - first))

    @property
    def part_count(self) -> int:
        """Number of parts."""
        return -(-self.count // self.size)


def make_part(
    game_id: str,
    players: int | None,
    matches: int,
    bots: Sequence[str],
    seed: int | None,
    options: Mapping[str, object] | None,
    max_moves: int = MAX_MOVES,
) -> SimulationPart:
    """Build the simulation. Raises GameError."""
    rules = game(game_id)
    seats = rules.rules.seats[0] if players is None else players
    rules.new(seats, options)
    matches = argument_checks.check_whole(matches, "matches", 1, argument_checks.MATCHES)
    argument_checks.check_whole(max_moves, "actions of a match at the most", 1, MAX_MOVES)
    names = fill_seats(rules, bots, seats)
    return SimulationPart(game_id, seats, options or {}, names, 0, matches, choose_seed(seed), max_moves)


def simulate(
    game_id: str,
    players: int | None = None,
    matches: int = 1000,
    bots: Sequence[str] = (RANDOM,),
    seed: int | None = None,
    processes: int = 1,
    options: Mapping[str, object] | None = None,
    max_moves: int = MAX_MOVES,
) -> SimulationResult:
    """Play matches with bots, a seat each; fewer names than seats take turns. A seed determines the matches.

    Random seats are played in compiled code, and `steady` and `gentle` too if the game has policies. All results are
    kept in memory: `shindig simulate --out` streams them. Raises GameError.
    """
    all_of_it = make_part(game_id, players, matches, bots, seed, options, max_moves)
    check_processes(processes)
    compile_part(all_of_it)
    return join_parts(
        list(
            run_in_processes(play_part, [all_of_it.take_part(part) for part in range(all_of_it.part_count)], processes)
        )
    )


def compile_part(part: SimulationPart) -> Game:
    """Compile what a part calls, unless it is played as ordinary Python."""
    if part.plain:
        return game(part.game_id)
    return prepare_game(part.game_id, set(part.bots) != {RANDOM}, find_kinds(game(part.game_id), part.bots) is not None)


def play_part(part: SimulationPart) -> SimulationResult:
    """Play the matches of a part. Raises GameError."""
    return play_bots(part) if find_kinds(game(part.game_id), part.bots) is None else play_compiled(part)


def join_parts(played: Sequence[SimulationResult]) -> SimulationResult:
    """Join parts."""
    return SimulationResult(
        np.concatenate([part.scores for part in played]),
        np.concatenate([part.won for part in played]),
        np.concatenate([part.moves for part in played]),
        np.concatenate([part.over for part in played]),
        np.concatenate([part.busts for part in played]),
        join_hands([part.hands for part in played]),
        played[0].first,
    )


def play_compiled(part: SimulationPart) -> SimulationResult:
    """Play matches of random seats and policies, which can be compiled. Raises GameError."""
    rules = compile_part(part)
    kinds = find_kinds(rules, part.bots)
    assert kinds is not None
    table = CompiledTable(rules, rules.new(part.players, part.options), kinds, part.seed, part.plain)
    with delay_interrupts():
        found = [table.play_match(nth, part.max_moves) for nth in range(part.first, part.first + part.count)]
    return collect_results(rules, [match for match, _ in found], [moves for _, moves in found], table.hands, part.first)


def play_bots(part: SimulationPart) -> SimulationResult:
    """Play matches between any bots. Raises GameError, also for a bot that fails."""
    meeting = Meeting(part.game_id, part.options, part.bots, part.seed, Budget(), PATIENCE)
    rules, watches = game(part.game_id), list[HandCollector]()
    records, moves = [], []
    for nth in range(part.first, part.first + part.count):

        def keeper(hand: Hand, paid: list[int], nth: int = nth) -> HandCounter:
            watches.append(HandCollector(hand, paid, rows=HandRows.allocate(rules, part.players, 8), nth=nth))
            return watches[-1]

        with delay_interrupts():
            match, watch, _ = play_rotation(meeting, nth, 0, part.bots, part.max_moves, keeper)
        records.append(match.array)
        moves.append(watch.played)
    return collect_results(
        rules, records, moves, join_hands([one.rows.take_first(one.count) for one in watches]), part.first
    )


@dataclass
class HandCollector(HandCounter):
    """Collector of the hands of a match."""

    rows: HandRows = None  # type: ignore[assignment]
    nth: int = 0

    def record_hand(self, m: Any) -> None:
        """Write a row."""
        r = self.count - 1
        if r == len(self.rows):
            self.rows = self.rows.double_capacity()
        self.rows.heads[r] = (self.nth, self.last, self.moves, self.first)[:HEADS]
        self.rows.payoffs[r] = [self.hand.payoff(m, seat) for seat in range(len(self.paid))]
        self.hand.write_facts(m, self.rows.facts[r])


def collect_results(
    rules: Game, records: Sequence[Records], moves: Sequence[int], hands: HandRows, first: int
) -> SimulationResult:
    """Build the results of matches, arrays of one record each."""
    outcomes = [rules.words.outcome(match[0]) for match in records]
    seats = range(int(records[0]["seats"][0]))
    over = np.array([rules.over(match) for match in records], np.bool_)
    won = np.array([[seat in outcome.winners for seat in seats] for outcome in outcomes], np.bool_)
    scores = np.array([outcome.scores for outcome in outcomes], np.int64)
    broke = rules.services.is_broke or (lambda _m, _seat: False)
    busts = np.array([sum(bool(broke(match[0], seat)) for seat in seats) for match in records], np.int64)
    return SimulationResult(scores, won & over[:, None], np.array(moves, np.int64), over, busts * over, hands, first)


def time_part(part: SimulationPart) -> tuple[SimulationResult, float]:
    """Play a part, and return its processor time without compiling."""
    compile_part(part)
    began = process_time()
    return play_part(part), process_time() - began
