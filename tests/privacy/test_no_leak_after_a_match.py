"""Advice, reviews, exercises, playing on and the deal of the day tell nobody more than their seat has seen.

Pairs of matches in which cards lie elsewhere that a seat has not seen: what is made of both for that seat is the same,
byte for byte, by the functions with which the room and its pages make it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest

from shindig.bots import random_policy
from shindig.bots.advice import advise
from shindig.bots.choice_review import review_choice
from shindig.bots.external_bot_json import encode_question
from shindig.bots.world_sampling import sample_position
from shindig.core.layout_and_views import CHANCE
from shindig.gamekit import Game, GameError, game_ids
from shindig.match import Match, fair
from shindig.messages import pack_text
from shindig.server.broadcast.match_view_of_person import SeatHistory, SeatTenure
from shindig.server.errors import RefusedError
from shindig.server.matches.archive import ArchivedMatch, build_replay
from shindig.server.matches.continue_match import MatchStep, build_posed_exercise, find_last_choice, find_step_after
from shindig.server.matches.exercises import DueExercises, Exercise
from shindig.server.matches.reviews import find_decisions, sum_losses
from shindig.server.matches.weighed_decisions import WeighedDecision
from shindig.server.person import Person
from shindig.server.table_log.events import Acted, Event, Ordered
from shindig.server.table_log.start_position import StartPosition, sampled_position_data
from shindig.web.pages.exercise_pages import build_exercise_panel, render_exercise_page
from tests.kits.server.viewer_channels import silent
from tests.server.matches.test_continued_matches import same

ANN = Person("ann", "Ann")
SEATS, PLAYED, FEW, TRIES = 3, 70, 30, 12
"""Players, steps of a match that is looked at, those for which a pair is followed at most, worlds that are tried."""
MATCHES = range(4, 8)
every_game = pytest.mark.parametrize("game_id", game_ids())


class Pair(NamedTuple):
    """A match in two worlds, as far as a seat sees the same of both, and that seat."""

    ours: ArchivedMatch
    theirs: ArchivedMatch
    seat: int

    @property
    def both(self) -> tuple[ArchivedMatch, ArchivedMatch]:
        return self.ours, self.theirs

    @property
    def sight(self) -> SeatHistory:
        """The seat's, all the match through."""
        held = ((SeatTenure(self.seat),),) * len(self.ours.events)
        return SeatHistory(held, held, True)


def begun(rules: Game, fixed: dict[str, object]) -> StartPosition:
    options = {one.name: fixed[one.name] for one in rules.rules.options if one.name in fixed}
    return StartPosition(rules, SEATS, Match(rules, SEATS, options).options)


def played(begins: StartPosition, seed: int) -> list[Event]:
    """The beginning of a match by chance."""
    match, events, rng = begins.build_match(), list[Event](), np.random.default_rng(seed)
    chance = fair(seed)
    while not match.over and len(events) < PLAYED:
        if match.to_act == CHANCE:
            events.append(ordered(match, [*map(int, chance(str(match.needs), match.wanted()))]))
        else:
            events.append(Acted(match.to_act, random_policy(match.view(match.to_act), rng), "person", 0.0))
        take(match, events[-1])
    return events


def ordered(match: Match, items: list[int]) -> Ordered:
    codes = match.game.item_codes(match.record, int(match.record.asks))
    return Ordered(0, 0, str(match.needs), [codes[item] for item in items], "")


def take(match: Match, event: Event) -> None:
    if isinstance(event, Acted):
        match.play(event.action, event.seat)
    elif isinstance(event, Ordered):
        match.order(event.items)


def pairs(game_id: str) -> Iterator[Pair]:
    """Pairs of the latest orders of some matches, for each seat."""
    rules, fixed = silent(game_id)
    rules.compiled_policies.compile()
    begins, rng = begun(rules, fixed), np.random.default_rng(1)
    for seed in MATCHES:
        events = played(begins, seed)
        deals = [place for place, event in enumerate(events[:-6]) if is_deal(event)]
        found = (pair(begins, events, place, seat, rng) for place in deals[-2:] for seat in range(SEATS))
        yield from filter(None, found)


def is_deal(event: Event) -> bool:
    """Whether it puts cards in order, more than who deals first."""
    return isinstance(event, Ordered) and len(event.items) > SEATS


def pair(begins: StartPosition, events: list[Event], place: int, seat: int, rng: np.random.Generator) -> Pair | None:
    """A match, and another that differs from an order on: of some, the one that the seat cannot tell for longest."""
    start = begins.build_match()
    for event in events[:place]:
        take(start, event)
    tries = [(other, told_apart(start, other, events, place, seat)) for other in elsewhere(events[place], rng)]
    other, end = max(tries, key=lambda one: one[1])
    both = events[:end], [*events[:place], other, *events[place + 1 : end]]
    ours, theirs = (over(begins, own) for own in both)
    return Pair(ours, theirs, seat) if end > place + 1 else None


def told_apart(start: Match, other: Event, events: list[Event], place: int, seat: int) -> int:
    """The step at which a seat sees in which of two worlds it is, or which cannot be taken in both."""
    both = start.copy(), start.copy()
    for match, event in zip(both, (events[place], other), strict=True):
        take(match, event)
    if both[0].array.tobytes() == both[1].array.tobytes() or not alike(both, seat):
        return place
    for step, event in enumerate(events[place + 1 : place + 1 + FEW], place + 1):
        if not follows(both, event) or not alike(both, seat):
            return step
    return min(len(events), place + 1 + FEW)


def alike(both: tuple[Match, Match], seat: int) -> bool:
    return same(both[0].view(seat), both[1].view(seat))


def elsewhere(event: Event, rng: np.random.Generator) -> Iterator[Ordered]:
    """Orders in which two cards have changed places."""
    assert isinstance(event, Ordered)
    for _ in range(TRIES):
        one, other = rng.choice(len(event.items), 2, replace=False)
        items = [*event.items]
        items[one], items[other] = items[other], items[one]
        yield Ordered(0, 0, event.of, items, "")


def follows(both: tuple[Match, Match], event: Event) -> bool:
    """Take a step in both worlds; False where it cannot be taken in the other."""
    try:
        for match in reversed(both):
            take(match, event)
    except GameError:
        return False
    return True


def over(begins: StartPosition, events: list[Event]) -> ArchivedMatch:
    """A match as it is read from the log when it is over."""
    match = begins.build_match()
    for event in events:
        take(match, event)
    names = [f"Player {seat}" for seat in range(SEATS)]
    return ArchivedMatch("oak", begins, match, names, events=events, seated=[tuple(names)] * (len(events) + 1))


@every_game
def test_what_comes_after_a_match_tells_a_seat_no_more_than_it_saw(game_id: str) -> None:
    choices = positions = 0
    for one in pairs(game_id):
        choices += weighed_alike(one)
        positions += gone_on_alike(one)
    assert min(choices, positions) >= 3


def weighed_alike(pair: Pair) -> int:
    """Advice, the review and an exercise of the latest choice: whether there was one."""
    ours, theirs = (find_decisions(one, pair.sight) for one in pair.both)
    assert [(one.step, one.action) for one in ours] == [(one.step, one.action) for one in theirs]
    assert all(same(one.view, other.view) for one, other in zip(ours, theirs, strict=True))
    if not ours or ours[-1].step < min(differ(pair)):
        return 0
    one, other = ours[-1], theirs[-1]
    assert advise(one.view, 16) == advise(other.view, 16)
    found = [
        WeighedDecision(made.step, pair.seat, review_choice(made.view, made.action, 8, 16)) for made in (one, other)
    ]
    assert found[0] == found[1]
    assert sum_losses([one], found[:1]) == sum_losses([other], found[1:])
    assert exercise(pair, pair.ours, found[0]) == exercise(pair, pair.theirs, found[1])
    return 1


def differ(pair: Pair) -> list[int]:
    """Steps in which the worlds differ."""
    return [
        at for at, (one, other) in enumerate(zip(pair.ours.events, pair.theirs.events, strict=True)) if one != other
    ]


def exercise(pair: Pair, found: ArchivedMatch, one: WeighedDecision) -> tuple[str, str]:
    """An exercise's page before and after the choice."""
    kept = Exercise("oak", 1, one.step, pair.seat, found.match.game.id, one.weighed, 0, 0)
    here = build_posed_exercise(found, pair.sight, kept, build_replay(found, pair.sight, open_to_all=False))
    told = build_exercise_panel(here, DueExercises(1, 1, 0), kept.token)
    return render_exercise_page(here, told, ANN), render_exercise_page(
        here, told._replace(now=one.weighed, days=1), ANN
    )


def gone_on_alike(pair: Pair) -> int:
    """The position from which a match is played on, and tried again, with all dealt anew: how many there were."""
    last, count = len(pair.ours.events) - 2, 0
    for place in (find_step_after, find_last_choice):
        try:
            places = [place(one, pair.sight, last) for one in pair.both]
        except RefusedError:
            continue
        ours, theirs = ([going_on(one, salt) for salt in ("salt", "pepper")] for one in places)
        assert ours == theirs
        count += any(told is not None for told in ours)
    return count


def going_on(place: MatchStep, salt: str) -> str | None:
    """All that the new table is made of, and what its bots are asked with."""
    view = place.view
    found = sample_position(view, salt)
    told = encode_question("expert", "who", view)
    return (
        None
        if found is None
        else json.dumps(
            (sampled_position_data(view, found), told, view.seat, place.step, place.before), default=pack_text
        )
    )
