"""Random matches of a game, checked before and after every step."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..core.layout_and_views import CHANCE, Record
from ..gamekit.game_spec import Game
from ..lab.run.duplicate_deals import MAX_MOVES
from ..match import Match, View
from .array_overrun_checks import LONGEST, Walk, WalkStep, walk_match
from .check_report import Check, Endless, ProblemReport
from .checks.action_words import TURN
from .checks.actor_and_legal_actions import MORE, STATES, list_changed_fields, nothing_vanishes
from .checks.hand_ends_and_payoffs import WatchedHands
from .checks.own_cards_shown import OwnCards
from .checks.scenes_and_stories import VIEWS, stories_are_told
from .checks.secret_actions import Secrets
from .phase_name_reader import phase_text

FAR = 1500
"""Number of steps of a match in which hands are counted."""
MOST = MAX_MOVES
"""Number of steps after which a random match counts as endless."""


def list_unusual_options(one: Walk) -> list[str]:
    """Return the options that differ from their defaults."""
    set_to = [(option, int(one.first[option.name][0])) for option in one.game.rules.options]
    return [f"{option.name}={option.shown(value)}" for option, value in set_to if value != option.value(option.default)]


class MatchChecker:
    """Checks of one match, each problem with its place."""

    def __init__(self, report: ProblemReport, one: Walk) -> None:
        self.report, self.one = report, one
        self.match = ", ".join([f"seed {one.seed}", f"{one.seats} seats", *list_unusual_options(one)])
        self.mark_place()

    def mark_place(self) -> None:
        """Record the place for problems found from now on."""
        one, who = self.one, f", seat {self.one.actor}" if self.one.actor >= 0 else ""
        self.phase = one.phase
        self.place = f"{phase_text(one.game, one.phase)}{who} ({self.match}, step {len(one.steps)})"

    def run_check(self, check: Check, *given: Any) -> bool:
        return self.report.run_check(check, *given, place=self.place, phase=self.phase)

    def run_checks(self, checks: Iterable[Check], *given: Any) -> bool:
        return self.report.run_checks(checks, *given, place=self.place, phase=self.phase)

    def step(self) -> bool:
        """Take a random step. Returns False if the rules fail; their error is reported."""
        step = self.one.draw_step()
        return self.run_check(steps_are_taken, self.one, step)


def begin_match(report: ProblemReport, game: Game, seed: int, options: Mapping[str, object]) -> Walk | None:
    """Begin a match, or return None if that fails."""
    found: list[Walk] = []

    def match_begins() -> Iterator[str]:
        found.append(Walk.begin(game, seed, options))
        yield from ()

    return found[0] if report.run_check(match_begins, place=f"rules.start (seed {seed})", phase=0) else None


def steps_are_taken(one: Walk, step: WalkStep) -> Iterator[str]:
    """Check that rules take any legal step and that it changes the record."""
    before = one.array.tobytes()
    one.take_step(step)
    if one.array.tobytes() == before:
        what = f"action {step.what[0]}" if step.seat != CHANCE else "the order"
        yield f"{what} changes nothing: the match would stand still, so apply and order go on to something else"


def play_checked_match(report: ProblemReport, game: Game, seed: int, options: Mapping[str, object]) -> bool:
    """Play a match with all checks. Returns False if the rules do not let it be played."""
    one = begin_match(report, game, seed, options)
    if one is None:
        return False
    looker, secrets, cards = MatchChecker(report, one), Secrets(), OwnCards()
    looker.run_check(records_can_be_copied, one)
    before: list[View] = []
    while run_state_checks(looker, one) and len(one.steps) < LONGEST and not one.over:
        before = run_view_checks(looker, one, before)
        if one.actor >= 0:
            looker.run_check(secrets.watch, one)
            looker.run_check(cards.watch, one, before[one.actor + 1])
        if not looker.step():
            return False
        looker.mark_place()
    run_view_checks(looker, one, before)
    report.run_check(cards.report_unshown, place=f"seed {seed}", phase=0)
    for phase, sentence in secrets.report_open_phases():
        report.run_check(lambda said=sentence: [said], place=phase_text(game, phase), phase=phase)
    return run_state_checks(looker, one)


def run_state_checks(looker: MatchChecker, one: Walk) -> bool:
    return looker.run_checks(STATES, one)


def run_view_checks(looker: MatchChecker, one: Walk, before: list[View]) -> list[View]:
    """Check all views of the current state and the story of the last step, and return the views."""
    views = one.views()
    looker.run_checks(MORE, one)
    looker.run_checks(VIEWS, one, views)
    if before:
        looker.run_check(stories_are_told, one, before, one.steps[-1], views)
    if one.actor >= 0:
        looker.run_checks(TURN, one)
    return views


def check_longer_match(report: ProblemReport, game: Game, seed: int) -> bool:
    """Play a longer match with default options and check its hands. Returns False if it cannot be played."""
    one = begin_match(report, game, seed, {})
    if one is None:
        return False
    looker = MatchChecker(report, one)
    hands = WatchedHands.from_walk(one)
    while run_state_checks(looker, one):
        looker.run_check(nothing_vanishes, one)
        looker.run_check(hands.watch, one)
        if one.over or len(one.steps) >= FAR:
            return play_to_end(looker, one)
        if not looker.step():
            return False
        looker.mark_place()
    return False


def play_to_end(looker: MatchChecker, one: Walk) -> bool:
    """Play on randomly until the match is over. Returns False if it cannot be. Raises Endless."""
    while not one.over:
        if len(one.steps) >= MOST:
            looker.run_check(match_ends, one)
            raise Endless
        if not (run_state_checks(looker, one) and looker.step()):
            return False
        looker.mark_place()
    return True


def match_ends(one: Walk) -> Iterator[str]:
    """Check that a random match ends."""
    orders = sum(step.seat == CHANCE for step in one.steps)
    if not one.over:
        yield (
            f"the match is not over after {len(one.steps):,} steps by chance, {orders:,} of them orders: it goes on "
            "for ever, or far too long. Let something in it run out, or count its hands and make it OVER"
        )


def records_can_be_copied(one: Walk) -> Iterator[str]:
    """Check that a record survives copying and pickling, with its fields as attributes."""
    kind = one.game.rules.layout.record
    for how, again in (("pickled", pickle.loads(pickle.dumps(one.array))[0]), ("copied", copy.deepcopy(one.m))):
        if not isinstance(again, Record) or type(again) is not kind:
            yield (
                f"a record that is {how} is {type(again).__name__}, no {kind.__name__}: define it at the top of a "
                "module"
            )
        elif list_changed_fields(one.array.tobytes(), again.reshape(1)):
            yield f"a record that is {how} does not hold the same"


def replays_from_texts(game: Game, seed: int, options: Mapping[str, object]) -> Iterator[str]:
    """Check that a match written as codes and texts replays to an equal record."""
    *_, one = walk_match(game, seed, options)
    settings = {option.name: option.shown(int(one.first[option.name][0])) for option in game.rules.options}
    match = Match(game, one.seats, settings)
    for step in one.steps:
        if step.seat == CHANCE:
            codes = game.item_codes(match.record, int(match.record.asks))
            match.order([codes[item] for item in step.what])
        else:
            match.play(game.words.text(match.record, step.what[0]))
    if match.array.tobytes() != one.array.tobytes():
        yield (
            f"a match that is played again from its texts differs in "
            f"{list_changed_fields(one.array.tobytes(), match.array)}"
        )
