"""Duplicate deals: one match, played once for every rotation of the seats with equal chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log
from time import thread_time
from typing import Any, NamedTuple

import numpy as np

from shindig.bots import RANDOM, Bot, random_policy
from shindig.bots.bot_loader import ask_action, make_player, play_answer
from shindig.gamekit import Game, GameError
from shindig.gamekit.game_spec import Hand
from shindig.match import Chance, Match, fair
from shindig.observations import Budget

from ..analyse.draw_luck import LuckTally
from . import argument_checks
from .interrupts import delay_interrupts
from .process_pool import derive_seed, prepare_game

MAX_MOVES = 100_000
"""Number of actions after which a match is stopped."""
PATIENCE = 60.0
"""Default time limit for a bot's answer, in seconds."""
SHORTEST = 1e-6
"""Shortest measured time in seconds."""
STEPS = 20
"""Kinds of time per factor of e: neighbours differ by 5 %."""


@dataclass(frozen=True)
class Meeting:
    """Bots, game and settings: everything that determines a deal except the machine's speed."""

    game_id: str
    options: Mapping[str, object]
    bots: tuple[str, ...]
    """A bot's name for every seat; distinct names if all are `same`."""
    seed: int
    budget: Budget
    patience: float
    """Time limit for an answer in seconds."""
    hands: int | None = None
    """Number of hands after which a match is stopped."""
    luck: bool = False
    """True if the luck of draws is measured, for games that allow it."""
    same: str = ""
    """The bot behind all names, if one meets itself."""

    def __post_init__(self) -> None:
        """Raise GameError for impossible values."""
        argument_checks.check_patience(self.patience)
        argument_checks.check_budget(self.budget)
        if self.hands is not None:
            argument_checks.check_whole(self.hands, "hands of a match", 1, MAX_MOVES)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the bots, each once."""
        return tuple(dict.fromkeys(self.bots))

    @property
    def kinds(self) -> set[str]:
        """Names by which the bots are made."""
        return {self.same} if self.same else set(self.bots)

    @property
    def rotations(self) -> list[tuple[str, ...]]:
        """Seating of each match of a deal: all different rotations."""
        turned = [self.bots[turn:] + self.bots[:turn] for turn in range(len(self.bots))]
        return list(dict.fromkeys(turned))


class SeatResult(NamedTuple):
    """Result of a seat in one match of a deal."""

    rotation: int
    seat: int
    bot: str
    hands: int
    """Number of finished hands."""
    payoff: int
    """Payoff of all hands."""
    won: float
    """1 for the winner, 1/k for each of k winners; 0 for all in a stopped match."""
    decisions: int
    seconds: float
    """Decision time in seconds: processor time, or real time for an external bot."""
    luck: float = 0.0
    """Luck of the draws in all hands, in the unit of payoffs, with mean 0 for any player."""
    over: bool = True
    """True for a match played to its end."""


@dataclass(frozen=True)
class DuplicateDeal:
    """Result of a deal."""

    rows: tuple[SeatResult, ...]
    spent: dict[str, dict[int, int]]
    """By bot, the number of decisions by kind of time (`find_time_kind`)."""


@dataclass
class HandCounter:
    """Counter of the hands of a match, for any game."""

    hand: Hand
    paid: list[int]
    """Payoff of each seat over all hands."""
    count: int = 0
    last: int = 0
    moves: int = 0
    """Number of actions since the last hand ended."""
    played: int = 0
    """Number of actions in the match."""
    first: int = -1
    """First seat to act in the current hand, after its first order; questions between hands do not count."""
    dealt: bool = False
    """True if an order was given since the last hand ended."""

    def count_end(self, m: Any) -> None:
        """Check whether another hand has ended."""
        if self.hand.ended(m) and self.hand.number(m) != self.last:
            self.last, self.count = int(self.hand.number(m)), self.count + 1
            for seat in range(len(self.paid)):
                self.paid[seat] += int(self.hand.payoff(m, seat))
            self.record_hand(m)
            self.moves, self.first, self.dealt = 0, -1, False

    def note_order(self) -> None:
        """Note an order."""
        if not self.dealt:
            self.first, self.dealt = -1, True

    def note_turn(self, m: Any) -> None:
        """Note the seat that is about to act."""
        self.moves, self.played = self.moves + 1, self.played + 1
        if self.first < 0 and not self.hand.random_pick(m) and not self.hand.ended(m):
            self.first = int(m.actor)

    def record_hand(self, m: Any) -> None:
        """Record the finished hand; by default nothing more."""


@dataclass
class Player:
    """A bot at a seat, with its decision times."""

    name: str
    bot: Bot
    patience: float
    times: list[float] = field(default_factory=list)
    luck: float = 0.0
    """Luck of its draws, if measured."""

    def decide_and_play(self, match: Match, budget: Budget) -> int:
        """Decide and play an action, and return it. Raises GameError, one sentence that names the bot."""
        view = match.view(match.to_act)
        view.budget = budget
        clock = getattr(self.bot, "clock", thread_time)
        began = clock()
        action = ask_action(self.bot, self.name, view, self.patience)
        self.times.append(clock() - began)
        return play_answer(match, action, self.name)


def fill_seats(rules: Game, names: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return a bot's name for every seat. Raises GameError for an unknown name, for none and for too many."""
    if not 1 <= len(names) <= seats:
        raise GameError(f"expected from 1 to {seats} bots, one a seat at most, not {len(names)}")
    for name in names:
        make_player(name, (rules.id, 0, "", PATIENCE))
    return tuple(names[seat % len(names)] for seat in range(seats))


def play_deal(meeting: Meeting, deal: int) -> DuplicateDeal:
    """Play a deal. Raises GameError."""
    rows: list[SeatResult] = []
    spent: dict[str, Counter[int]] = {name: Counter() for name in meeting.names}
    for rotation, bots in enumerate(meeting.rotations):
        with delay_interrupts():
            match, watch, players = play_rotation(meeting, deal, rotation, bots)
        rows += build_rows(match, watch, players, rotation)
        for one in players:
            spent[one.name].update(map(find_time_kind, one.times))
    return DuplicateDeal(tuple(rows), {name: dict(sorted(found.items())) for name, found in spent.items()})


def play_rotation(
    meeting: Meeting,
    deal: int,
    rotation: int,
    bots: Sequence[str],
    most: int = MAX_MOVES,
    watched: Callable[[Hand, list[int]], HandCounter] = HandCounter,
    make: Callable[[Meeting, int, int, int, str], Player] | None = None,
) -> tuple[Match, HandCounter, list[Player]]:
    """Play one match of a deal; `make` seats the bots in place of `seat_bot`. Raises GameError."""
    rules = prepare_game(meeting.game_id, meeting.kinds != {RANDOM})
    match = Match(rules, len(bots), meeting.options)
    players = [(make or seat_bot)(meeting, deal, rotation, seat, name) for seat, name in enumerate(bots)]
    watch, chance = watched(rules.rules.hand, [0] * len(bots)), fair(meeting.seed, deal)
    lots = np.random.default_rng(derive_seed(meeting.seed, deal, len(bots)))
    fortune = LuckTally(rules, len(bots), derive_seed(meeting.seed, deal, len(bots) + 1 + rotation), meeting.luck)
    for _ in range(most):
        give_orders(match, chance, watch, meeting.hands)
        if match.over or watch.count == meeting.hands:
            break
        watch.note_turn(match.record)
        if watch.hand.random_pick(match.record):
            match.take(random_policy(match.view(match.to_act), lots))
        else:
            before = fortune.capture_state(match)
            fortune.add_action_luck(match, before, players[match.to_act].decide_and_play(match, meeting.budget))
        watch.count_end(match.record)
    for one, luck in zip(players, fortune.luck, strict=True):
        one.luck = float(luck)
    return match, watch, players


def seat_bot(meeting: Meeting, deal: int, rotation: int, seat: int, name: str) -> Player:
    """Make a bot for a seat, with equal chance in all rotations; a bot that meets itself has two. Raises GameError."""
    who = f"{meeting.seed}/{deal}/{rotation}/{seat}"
    own = (meeting.names.index(name),) if meeting.same else ()
    seed = derive_seed(meeting.seed, deal, seat, *own)
    bot = make_player(meeting.same or name, (meeting.game_id, seed, who, meeting.patience))
    return Player(name, bot, meeting.patience)


def give_orders(match: Match, chance: Chance, watch: HandCounter, hands: int | None) -> None:
    """Give orders until somebody is to act, or so many hands are over."""
    while match.needs is not None and watch.count != hands:
        match.order(chance(match.needs, match.wanted()))
        watch.note_order()
        watch.count_end(match.record)


def build_rows(match: Match, watch: HandCounter, players: Sequence[Player], rotation: int) -> list[SeatResult]:
    winners = match.result.winners if match.result else ()
    return [
        SeatResult(
            rotation,
            seat,
            one.name,
            watch.count,
            watch.paid[seat],
            (seat in winners) / max(1, len(winners)),
            len(one.times),
            sum(one.times),
            one.luck,
            match.over,
        )
        for seat, one in enumerate(players)
    ]


def find_time_kind(seconds: float) -> int:
    """Return the kind of a time, so that few numbers describe all decisions."""
    return round(log(max(seconds, SHORTEST) / SHORTEST) * STEPS)


def get_kind_seconds(kind: int) -> float:
    """Return the time of a kind in seconds."""
    return SHORTEST * exp(kind / STEPS)
