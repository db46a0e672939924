"""What times tell: tables of simulated people, and guesses from all public times whether a decision was forced.

`python -m tests.kits.secrecy.timing_study 20000` plays until so many decisions are held out, and prints what is guessed
right, and how long a Talon table waits for what the room asks. Everything goes through the room's own `due` and
`decide`.
"""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from shindig.bots import make, random_policy
from shindig.core.layout_and_views import copy_records
from shindig.gamekit import game
from shindig.games.talon.rules.state import CUTS, DRY, HANDFUL, MAGICIAN, PLAY, RANKS, SUITED
from shindig.match import View
from shindig.server.broadcast.presence import Presence
from shindig.server.person import Person
from shindig.server.schemas import Settings
from shindig.server.table_log.decision_time_samples import ENOUGH
from shindig.server.table_log.events import Acted, Committed, Event, Ordered
from shindig.server.table_log.legal_action_facts import only_action
from shindig.server.table_log.table_state import TableState
from shindig.server.table_log.turn_clock import Pace, simultaneous_deadline
from shindig.server.tables import commands as c
from shindig.server.tables.decide import decide
from shindig.server.tables.scheduler import next_due
from tests.kits.secrecy.class_guesses import Bools, Floats, accuracies
from tests.kits.server.decide_kit import Written

PACES = {"slow": (11.0, 15.0, 20.0, 26.0), "quick": (1.5, 2.0, 2.5, 3.5), "mixed": (2.0, 6.0, 14.0, 24.0)}
"""Of each table, how many seconds its people usually take to choose a card."""
SPREAD, LEAD, DOUBT, BY_HAND = 0.4, 1.5, 2.5, 1.2
"""How much that varies (of its logarithm); what a lead, and every fourth choice, takes longer; seconds by hand."""
LONE, COURT = SUITED + MAGICIAN, 10
DAY = 3000
"""Steps for which people sit together."""
SPECIAL: tuple[Callable[[int], int], ...] = (
    lambda card: card != LONE and 1 + (card >= SUITED),
    lambda card: card < SUITED or card == LONE,
    lambda card: card >= SUITED or card % RANKS >= COURT,
)
"""What cards of a hand with something to call are not, by their names: the Magician alone, trumps, low cards."""
GIVEN = "00" * 64
Deck = Callable[["Table"], list[int]]


class Step(NamedTuple):
    """A decision as everybody saw it, and whether it was forced."""

    seat: int
    took: float
    place: tuple[int, ...]
    """What else is public of it: a forced decision is compared with free ones of the same place."""
    forced: bool
    counts: bool
    """Whether it is one to guess: not of a person who plays single cards by hand while the room learns the pace."""
    by: str
    """Who made it: a person, the room or a bot."""

    @property
    def eased(self) -> bool:
        """Whether the room played a single card."""
        return self.counts and self.forced and self.place[0] == PLAY and self.by != "bot"


@dataclass
class Table:
    """A table of people who read along and choose at random, each in their own pace."""

    paces: tuple[float, ...]
    rng: np.random.Generator
    options: dict[str, object] = field(default_factory=dict)
    deck: Deck | None = None
    policy: Callable[[View, np.random.Generator], int] = random_policy
    people: list[Person] = field(default_factory=list)
    now: float = 1000.0
    waited: list[float] = field(default_factory=list)
    """By deal, seconds in which everybody waited for what the room had asked."""

    def __post_init__(self) -> None:
        self.people = self.people or [Person(f"p{seat}", f"P{seat}") for seat in range(len(self.paces))]
        self.state = TableState("oak")
        self.steps: list[Step] = []
        self.log: list[str] = []
        talon = game("talon")
        options = {option.name: self.options.get(option.name, option.default) for option in talon.rules.options}
        self.send(c.Open(self.people[0], talon, len(self.paces), options, Settings(seconds=120)))
        for person in self.people[1:]:
            self.send(c.Sit(person))
        for person in self.people:
            self.send(c.Ease(person, True))
        self.send(c.Begin(self.people[0]))

    def around(self) -> Written:
        presence = Presence(viewers=frozenset(range(len(self.paces))))
        return Written(self.now, Pace(rest=0), presence, luck=float(self.rng.random()), next_secret=GIVEN)

    @property
    def scored(self) -> int:
        """Hands that are played and counted."""
        return int(self.state.view(0).record.scored) if self.state.match else 0

    def send(self, command: c.Command[Any]) -> None:
        """Have a command decided and folded."""
        for event in decide(self.state, command, self.around()).events:
            if isinstance(event, Acted):
                self.steps.append(self._step(event))
            self.fold(event)

    def fold(self, event: Event) -> None:
        self.log.append(event.encode(self.now))
        self.state.add(event, self.now)

    def _step(self, event: Acted) -> Step:
        view, m = self.state.view(event.seat), self.state.view(event.seat).record
        place = (int(m.phase), int(m.trick), int(m.played), *(self._called(view) if event.by == "together" else ()))
        forced, quick = only_action(view) is not None, event.action in self.state.game.services.quick_actions
        eased = len(self.state.decision_times) >= ENOUGH and (event.by == "person") != forced
        if event.by == "bot":
            return Step(event.seat, self.now - self.state.since, (*place, quick), forced, True, event.by)
        counts = event.by == "together" or (eased and place[0] == PLAY)
        return Step(event.seat, self.now - self.state.since, place, forced, counts, event.by)

    def _called(self, view: View) -> tuple[int, ...]:
        """What has been called by those who were asked before, and who that is."""
        m, seats = view.record, [(view.seat + turn) % len(self.paces) for turn in range(len(self.paces))]
        calls = [int(m.misery[seat]) + 4 * int(m.handful[seat]) for seat in seats]
        return int(m.dealer - view.seat) % len(seats), int(m.redeal), int(m.mulligans), *calls

    def play(self) -> None:
        """Let the next thing happen."""
        state = self.state
        if state.needs_order:
            return self._order()
        if state.next_question is not None:
            return self._answers()
        assert state.actor is not None
        if state.seats[state.actor].has_bot:
            return self._bots_turn(state.actor)
        coming, view = next_due(state, self.around()), state.view(state.actor)
        assert coming is not None
        if isinstance(coming.command, c.PlayFor):
            self.now = coming.when
            return self.send(coming.command)
        self.now = state.since + self.thinks(view)
        self.send(c.PlayMove(self.people[view.seat], self.policy(view, self.rng), state.token))
        return None

    def _bots_turn(self, seat: int) -> None:
        """A bot's reply is there at once, and is played when the scheduler says so."""
        around = self.around()._replace(reply=self.policy(self.state.view(seat), self.rng))
        due = next_due(self.state, around)
        assert due is not None
        self.now = due.when
        self.send(due.command)

    def thinks(self, view: View) -> float:
        """Seconds that a person takes; they get quicker in the course of a match."""
        lead = LEAD if view.record.phase == PLAY and view.record.played == 0 else 1.0
        pace = BY_HAND if only_action(view) is not None else self.paces[view.seat] * lead
        pace *= DOUBT if self.rng.random() < 0.25 else 1.0
        return float(min(pace * np.exp(self.rng.normal(0, SPREAD)), 110)) * (0.6 + 0.4 / (1 + len(self.steps) / 400))

    def _answers(self) -> None:
        """Who has a choice answers in time or not; then all answers count."""
        state, ends = self.state, simultaneous_deadline(self.state, Pace())
        asked = sorted((self.now + self.paces[one] * self.rng.random(), one) for one in range(len(self.people)))
        for when, seat in asked:
            question = state.question_of(seat)
            if question is not None and when < ends:
                self.now = when
                action = self.policy(state.question_view(question), self.rng)
                self.send(c.PlayMove(self.people[seat], action, state.question_token(question)))
        if state.next_question is not None and state.next_question.phase == DRY:
            self.waited.append(0.0)
        self.now = ends if ends < math.inf else self.now
        self.waited[-1] += self.now - state.since
        self.send(c.Count())

    def _order(self) -> None:
        state, match = self.state, self.state.match
        assert match is not None
        wanted = match.wanted()
        of, index = str(match.needs), len(state.cut.orders) if state.cut and state.cut_runs else 0
        items = self.deck(self) if self.deck and of == "main" else self.rng.permutation(wanted).tolist()
        codes = state.game.item_codes(match.record, int(match.record.asks))
        if index == 0:
            self.fold(Committed(state.cuts - (state.secret is not None), GIVEN))
        cut = state.cuts - 1
        self.fold(Ordered(cut, index, of, [codes[item] for item in items], ""))


def places(table: Table) -> list[int]:
    """By place of a shuffled deck, the seat that gets the card if the deck is tapped; -1 for the talon."""
    assert table.state.match is not None
    trial, engine = copy_records(table.state.match.array), table.state.game.plain
    engine.chance_order(trial, 0, np.arange(78, dtype=np.int16))
    engine.apply(trial, 0, 0)
    engine.chance_order(trial, 0, np.zeros(1, np.int16))
    hands = [int(m) | int(t) << 56 for m, t in zip(trial["suits"][0], trial["trumps"][0], strict=True)]
    return [next((seat for seat, hand in enumerate(hands) if hand >> card & 1), -1) for card in range(78)]


def cases(steps: list[Step]) -> Iterator[tuple[Step, Floats]]:
    """The decisions to guess, each with all that its time and those before it say."""
    before = defaultdict[tuple[int, int], list[float]](list)
    logs = [math.log(max(step.took, 0.01)) for step in steps]
    for number, step in enumerate(steps):
        past = before[step.seat, step.place[0]]
        if step.counts:
            late = [0.0, 0.0, 0.0, *logs[max(0, number - 3) : number]]
            yield step, np.array([*_told(step, past, logs[number]), *late[-3:]])
        past.append(logs[number])


def _told(step: Step, past: list[float], log: float) -> list[float]:
    """What a time says beside the person's own times before it."""
    mine = np.array(past[-150:] or [0.0])
    mean, spread = mine[-25:].mean(), mine[-25:].std()
    return [
        *(log, log - mean, (log - mean) / (spread + 0.1), log - mine[-1]),
        *((mine[-25:] < log).mean(), (mine < log).mean()),
        math.log(np.abs(mine - log).min() + 1e-6),
        *([0.0, 0.0, 0.0, *past][-3:]),
        *(step.took % 1.0, step.took % 0.1),
        *map(float, step.place[:3]),
        float(len(past)),
    ]


def balanced(found: list[tuple[Step, Floats]], rng: np.random.Generator) -> tuple[Floats, Bools]:
    """Of every place as many forced decisions as free ones, in any order."""
    by_place = defaultdict[tuple[int, ...], tuple[list[Floats], list[Floats]]](lambda: ([], []))
    for step, seen in found:
        by_place[step.place][step.forced].append(seen)
    chosen: list[tuple[Floats, bool]] = []
    for free, forced in by_place.values():
        many = min(len(free), len(forced))
        for which, of in enumerate((free, forced)):
            chosen += [(of[one], bool(which)) for one in rng.permutation(len(of))[:many]]
    shuffled = [chosen[one] for one in rng.permutation(len(chosen))]
    return np.array([seen for seen, _ in shuffled]), np.array([which for _, which in shuffled])


def cards(paces: tuple[float, ...], seed: int) -> Table:
    """A long sitting of people who have the room play their single cards."""
    table = Table(paces, np.random.default_rng(seed), {"hands": 0})
    while len(table.steps) < DAY:
        table.play()
    table.steps = [step._replace(counts=step.counts and step.place[0] == PLAY) for step in table.steps]
    return table


def bots(paces: tuple[float, ...], seed: int) -> Table:
    """A long sitting of a person with bots, whose turns are to be guessed."""
    table = Table(paces, np.random.default_rng(seed), {"hands": 0}, people=[Person("p0", "P0")])
    while len(table.steps) < DAY:
        if table.state.is_resting:
            table.send(c.Agree(table.people[0], "next"))
        table.play()
    table.steps = [step._replace(counts=step.by == "bot") for step in table.steps]
    return table


def calls(paces: tuple[float, ...], seed: int) -> Table:
    """A hand until it is played, in which somebody may call something."""
    table = Table(paces, np.random.default_rng(seed), deck=eventful, policy=tapping)
    while table.state.next_question or not any(step.place[0] == HANDFUL for step in table.steps):
        table.play()
    return table


def tapping(view: View, rng: np.random.Generator) -> int:
    """Leave the deck as it lies, and anything else."""
    return CUTS if view.legal.allows(CUTS) else random_policy(view, rng)


def eventful(table: Table) -> list[int]:
    """A deck that gives one a lone Magician, one trumps alone, one low cards, and the others anything."""
    seats = places(table)
    left = table.rng.permutation(78).tolist()
    deck = [-1] * 78
    for seat, wanted in zip(table.rng.permutation(len(table.paces)).tolist(), SPECIAL, strict=False):
        mine = [place for place in range(78) if seats[place] == seat]
        for place, card in zip(mine, sorted(left, key=wanted), strict=False):
            deck[place] = card
            left.remove(card)
    return [left.pop() if card < 0 else card for card in deck]


class Guessed(NamedTuple):
    """How many decisions were guessed, and by each learner which part of them right."""

    many: int
    right: dict[str, float]


def guessed(play: Callable[[tuple[float, ...], int], Table], paces: tuple[float, ...], many: int) -> Guessed:
    """How often so many decisions are guessed right that the learners have not seen, after as many that they have."""
    found: list[tuple[Step, Floats]] = []
    for seed in count():
        found += cases(play(paces, seed).steps)
        if seed % 50 == 49 or play is not calls:
            seen, classes = balanced(found, np.random.default_rng(0))
            if len(classes) >= 2 * many:
                return Guessed(many, accuracies(seen[: 2 * many], classes[: 2 * many]))
    raise AssertionError


class Waited(NamedTuple):
    """Medians of seconds in which all wait for the room."""

    deal: float
    """For what all are asked, from one deal to the next."""
    scored: float
    """The same of a hand that is scored, with all deals that came to nothing before it."""
    single: float
    """For single cards, in a scored hand, where all have them played."""


def waiting(paces: tuple[float, ...], hands: int) -> Waited:
    bot = make("talon", "steady", 1)
    table = Table(paces, np.random.default_rng(1), {"hands": 0}, policy=lambda view, _: bot.act(view))
    asked, single = [0.0], [0.0]
    while len(asked) <= hands:
        table.play()
        if table.scored == len(asked):
            asked.append(sum(table.waited))
            single.append(sum(step.took for step in table.steps if step.eased))
    medians = [float(np.median(each)) for each in (table.waited, np.diff(asked), np.diff(single))]
    return Waited(*medians)


def main(many: int) -> None:
    """Print all figures."""
    for name, paces in PACES.items():
        show("single cards", name, guessed(cards, paces, many))
    show("bots' turns", "mixed", guessed(bots, PACES["mixed"], many))
    show("secret calls", "mixed", guessed(calls, PACES["mixed"], many))
    for name, paces in PACES.items():
        deal, scored, single = waiting(paces, many // 500 + 5)
        told = f"{deal:.1f} a deal and {scored:.1f} a scored hand for what all are asked; {single:.1f} for single cards"
        print(f"{name} table of Talon, median seconds: {told}")


def show(what: str, table: str, found: Guessed) -> None:
    told = ", ".join(f"{who} {part:.1%}" for who, part in found.right.items())
    print(f"{what}, {table} table, {found.many} decisions held out: {told}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
