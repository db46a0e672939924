"""Length of a match of one person against medium bots, in minutes, and the part of it spent waiting for bots.

`python -m benchmarks.match_minutes_and_waiting [MATCHES]` plays through the server's own `next_due` and `decide` with a
clock that is moved by hand, so no figure depends on this machine. The person thinks for four seconds over each choice
and each result.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from shindig.bots import Bot, make
from shindig.gamekit import Game, game, game_ids
from shindig.server.broadcast.presence import Presence
from shindig.server.person import Person
from shindig.server.schemas import Settings
from shindig.server.table_log.legal_action_facts import only_action
from shindig.server.table_log.simultaneous_answers import OpenQuestion
from shindig.server.table_log.table_state import TableState
from shindig.server.table_log.turn_clock import Pace
from shindig.server.tables import commands
from shindig.server.tables.decide import decide
from shindig.server.tables.scheduler import Due, next_due

THINKING = 4.0
"""Seconds that the person takes over a choice, and over the result of a hand."""
ANN = Person("a", "Ann")


class Inputs(NamedTuple):
    """Inputs of a decision, all written out."""

    now: float
    luck: float
    next_secret: str
    reply: int | None = None
    answers: Mapping[OpenQuestion, int] = {}
    pace: Pace = Pace()
    presence: Presence = Presence(viewers=frozenset((0,)))
    date: float = 0.0


@dataclass
class TimedTable:
    """A table of one person and bots, whose clock is moved by hand."""

    game: Game
    options: dict[str, Any]
    rng: np.random.Generator
    now: float = 0.0
    bots_time: float = 0.0
    """Seconds in which the person waited for bots."""
    state: TableState = field(default_factory=lambda: TableState("oak"))

    def __post_init__(self) -> None:
        options = {option.name: self.options.get(option.name, option.default) for option in self.game.rules.options}
        settings = Settings(public=False, bot="steady", seconds=120)
        self.bot: Bot = make(self.game.id, "steady", int(self.rng.integers(2**32)))
        self.send(commands.Open(ANN, self.game, self.game.rules.usual_players, options, settings))
        self.send(commands.Begin(ANN))

    def inputs(self, **more: Any) -> Inputs:
        return Inputs(self.now, float(self.rng.random()), self.rng.bytes(64).hex(), **more)

    def send(self, command: commands.Command[Any], **more: Any) -> None:
        """Decide a command and apply its events."""
        for event in decide(self.state, command, self.inputs(**more)).events:
            self.state.add(event, self.now)

    def play(self) -> None:
        """Play the match to its end."""
        while self.state.playing:
            if self.state.is_resting:
                self.now += THINKING
                self.send(commands.Agree(ANN, "next"))
            self._go_on()

    def _go_on(self) -> None:
        """Take the next step: an order, simultaneous answers, or a turn."""
        state = self.state
        if state.needs_order:
            self._obey(self._due())
        elif state.next_question is not None:
            self._answer_together()
        elif state.to_act == 0:
            self._act()
        else:
            self._wait_for_bot()

    def _due(self, **more: Any) -> Due:
        due = next_due(self.state, self.inputs(**more))
        assert due is not None
        return due

    def _obey(self, due: Due, **more: Any) -> None:
        self.now = max(self.now, due.when)
        self.send(due.command, **more)

    def _act(self) -> None:
        """Make the person's choice, or let the server play an only action if all see that it is one."""
        view = self.state.view_with_history(0)
        if only_action(view) is None:
            self.now += THINKING
        elif isinstance((due := self._due()).command, commands.PlayFor):
            self.bots_time += due.when - self.now
            return self._obey(due)
        self.send(commands.PlayMove(ANN, self.bot.act(view), self.state.token))
        return None

    def _wait_for_bot(self) -> None:
        asks = self._due().asks
        reply = self.bot.act(asks[0].view) if asks else None
        due = self._due(reply=reply)
        self.bots_time += max(0.0, due.when - self.now)
        self._obey(due, reply=reply)

    def _answer_together(self) -> None:
        """Answer a simultaneous question; the bots' answers are there by then."""
        state, mine = self.state, self.state.question_of(0)
        if mine is not None:
            self.now += THINKING
            answer = self.bot.act(state.question_view(mine))
            self.send(commands.PlayMove(ANN, answer, state.question_token(mine)))
        if state.next_question is not None:
            due = self._due()
            open_questions = state.gathering.open if state.gathering else ()
            found = {
                one: self.bot.act(state.question_view(one)) for one in open_questions if state.seats[one.seat].has_bot
            }
            self._obey(due._replace(when=self.now), answers=found)


class Length(NamedTuple):
    """Medians over matches."""

    minutes: float
    waiting: float
    """Part of the time spent waiting for bots."""


def measure(of: Game, matches: int, options: dict[str, Any]) -> Length:
    """Play matches and return their median length."""
    tables = [TimedTable(of, options, np.random.default_rng(seed)) for seed in range(matches)]
    for table in tables:
        table.play()
    return Length(median(table.now / 60 for table in tables), median(table.bots_time / table.now for table in tables))


def main() -> None:
    """Print a row for each game."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print(f"median of {matches} matches against medium bots, {THINKING:.0f} seconds a choice")
    for name in game_ids():
        found = measure(game(name), matches, {})
        print(f"{name}: {found.minutes:.1f} minutes, {found.waiting:.0%} of them waiting for bots", flush=True)


if __name__ == "__main__":
    main()
