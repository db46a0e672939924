"""Checks of a game's lesson: it can be read, every choice has an answer, and cited clauses apply at their place."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from types import CodeType, FrameType
from typing import Any

import numpy as np

from shindig.bots import random_policy
from shindig.core.record_layout import Records, snapshot
from shindig.gamekit.game_spec import Game
from shindig.lesson.coach_notes import LessonError
from shindig.lesson.lesson_script import LEARNER, Lesson, Moment, has_lesson, read_lesson
from shindig.match import Match, Move, Step, View, fair

from ..random_walks import LONGEST
from .action_words import clauses

FEW = 3
"""Largest number of clauses in a module's docstring that still describe its functions."""
MOST = 60
"""Number of other choices per moment that are tried, and of refusals that are requested."""


def lesson_is_whole(game: Game) -> Iterator[str]:
    """Check that a lesson can be read, cites clauses that apply, and leaves no choice without an answer."""
    if not has_lesson(game):
        return
    try:
        lesson = read_lesson(game)
    except LessonError as error:
        yield f"the lesson cannot be played: {error}"
        return
    yield from _moments(lesson)
    yield from _decisions(lesson)


def _moments(lesson: Lesson) -> Iterator[str]:
    applying = [_applying(lesson, moment) for moment in lesson.moments]
    yield from _unfit(lesson, "its aim", lesson.notes.aim, clauses(lesson.game))
    for moment, now in zip(lesson.moments, applying, strict=True):
        note, where = moment.note, f"what is said at line {moment.note.line}"
        yield from _unfit(lesson, where, "\n".join((note.title, note.say, note.otherwise, *note.wrong.values())), now)
        yield from _unfit(
            lesson, f"the praise of line {note.line}", note.right, _applying_to(lesson, _after(lesson, moment))
        )
        yield from _unanswered(lesson, moment)


def _after(lesson: Lesson, moment: Moment) -> range:
    """Return the steps from a moment until the next one."""
    return range(moment.after, lesson.moments[min(moment.number + 1, lesson.last)].after)


def _unfit(lesson: Lesson, where: str, text: str, applying: frozenset[str]) -> Iterator[str]:
    """Report clauses that a text cites and that are not on the rules page, or do not apply."""
    known = clauses(lesson.game)
    for clause in dict.fromkeys(_cited(lesson.game, text)):
        if clause not in known:
            yield f"{where} cites {clause}, which is no clause of rules.md"
        elif clause not in applying:
            at_work = ", ".join(sorted(applying))
            yield f"{where} cites {clause}, and no rule that cites it is at work there: {at_work} are"


def _cited(game: Game, text: str) -> list[str]:
    letters = "|".join(map(re.escape, game.house.clauses))
    return re.findall(rf"\b(?:{letters})-\d+\b", text) if letters else []


def _unanswered(lesson: Lesson, moment: Moment) -> Iterator[str]:
    """Report patterns that match no legal choice and so are never shown."""
    if moment.right is None:
        return
    view = lesson.view(moment.number)
    legal = [action for first, last in view.legal.ranges for action in _ends(first, last)]
    said = {lesson.answer(moment.number, action).said for action in legal if action != moment.right.action}
    for pattern, text in moment.note.wrong.items():
        if text not in said:
            yield f"line {moment.note.line}: no legal choice but the right one is like {pattern!r}"


def _ends(first: int, last: int) -> list[int]:
    """Return some actions of a range: all of a short one."""
    return list(range(first, last + 1)) if last - first < MOST else [first, first + 1, (first + last) // 2, last]


# Applying clauses: those cited by the functions that run there.


def _applying(lesson: Lesson, moment: Moment) -> frozenset[str]:
    """Return the clauses at work at a moment: in the last steps, the legal actions, refusals, and the next step."""
    before = max((one.after for one in lesson.moments if one.after < moment.after), default=0)
    steps = range(before, min(moment.after + 1, len(lesson.steps)))
    return _applying_to(lesson, steps) | _at(lesson.game, lesson.records[moment.after])


def _applying_to(lesson: Lesson, steps: range) -> frozenset[str]:
    """Return the clauses at work in some steps of the record."""
    found = [_cited_by(lesson.game, partial(_take, lesson, step)) for step in steps]
    return frozenset().union(*found)


def _take(lesson: Lesson, number: int) -> None:
    """Replay a step of the record by the plain rules."""
    record, rules, step = snapshot(lesson.records[number]), lesson.game.rules, lesson.steps[number]
    if isinstance(step, Move):
        rules.apply(record[0], step.action)
    else:
        rules.order(record[0], np.array(_numbers(lesson, record, step), np.int16))


def _numbers(lesson: Lesson, record: Any, step: Step) -> list[int]:
    """Return an order as items."""
    codes = list(lesson.game.item_codes(record[0], int(record[0].asks)))
    return [codes.index(item) for item in step.items]  # type: ignore[union-attr]


def _at(game: Game, record: Records) -> frozenset[str]:
    """Return the clauses at work in the scene, in the actor's legal actions, and in refusals of others."""
    actor, ranges = int(record["actor"][0]), np.empty((game.rules.max_ranges, 2), np.int32)
    view = View(game, game.view(record, max(actor, LEARNER)))
    told = _cited_by(game, lambda: (view.scene, game.words.result(view.plain)))
    if actor < 0:
        return told
    legal = _cited_by(game, lambda: game.rules.legal(record[0], ranges))
    acts = [_cited_by(game, partial(game.rules.apply, snapshot(record)[0], first)) for first, _ in _few(view)]
    refused = {game.words.refuse(view.plain, action).clause for action in _forbidden(view)}
    return told | legal | frozenset().union(refused, *acts)


def _few(view: View) -> list[tuple[int, int]]:
    """Return some ranges of legal actions, the first and the last among them."""
    ranges = view.legal.ranges
    return [*ranges[: MOST // 4], ranges[-1]]


def _forbidden(view: View) -> list[int]:
    """Return some illegal actions of all kinds."""
    families = view.game.rules.amounts
    below = families[0].first if families else view.game.rules.num_actions
    found = [
        *range(0, below, max(1, below // MOST)),
        *(family.first for family in families),
        *(f.last for f in families),
    ]
    found += [first - 1 for first, _ in view.legal.ranges[:MOST]] + [last + 1 for _, last in view.legal.ranges[:MOST]]
    return [one for one in found if 0 <= one < view.game.rules.num_actions and not view.legal.allows(one)]


def _cited_by(game: Game, act: Callable[[], object]) -> frozenset[str]:
    """Run `act` and return the clauses cited in the functions that ran, and in their modules' docstrings."""
    package = game.rules.apply.__module__.rpartition(".rules")[0] or game.rules.apply.__module__.partition(".")[0]
    ran: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and str(frame.f_globals.get("__name__", "")).startswith(package):
            ran.add(frame.f_code)

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return frozenset().union(*(_cited_in(game, code) for code in ran))


@cache
def _cited_in(game: Game, code: CodeType) -> frozenset[str]:
    """Return the clauses that a function's source cites, or else those in its module's docstring."""
    with suppress(OSError):
        module = inspect.getmodule(code)
        words = _with_ranges(game, (module and module.__doc__) or "")
        return frozenset(_with_ranges(game, inspect.getsource(code)) or (words if len(words) <= FEW else []))
    return frozenset()


def _with_ranges(game: Game, text: str) -> list[str]:
    """Return the clauses in a text, including those within ranges such as `from -10 to -15`."""
    found = _cited(game, text)
    for letters in game.house.clauses:
        for first, last in re.findall(rf"\b{re.escape(letters)}-(\d+) to {re.escape(letters)}-(\d+)", text):
            found += [f"{letters}-{number}" for number in range(int(first), int(last) + 1)]
    return found


# The second hand.

HANDS = 6
"""Number of matches in which kinds of decision are searched."""


def _decisions(lesson: Lesson) -> Iterator[str]:
    """Check that a kind of decision explains every turn, and that its text applies there."""
    met: dict[str, frozenset[str]] = {}
    for question, record in _questions(lesson):
        kinds = [one for one in lesson.notes.decisions if one.is_asked(question)]
        if not kinds:
            yield f"no decision is like {question!r}: nothing explains it in the second hand"
        for one in kinds:
            met[one.asked] = met.get(one.asked, frozenset()) | _at(lesson.game, record)
    for one in lesson.notes.decisions:
        if one.asked in met:
            yield from _unfit(lesson, f"the decision {one.asked!r}", one.say, met[one.asked])


def _questions(lesson: Lesson) -> Iterator[tuple[str, Records]]:
    """Yield each question of some random first hands once, with its record."""
    asked: set[str] = set()
    for seed in range(HANDS):
        for view, record in _turns(lesson, seed):
            question = view.scene.prompt.question if view.scene.prompt else ""
            if question not in asked:
                asked.add(question)
                yield question, record


def _turns(lesson: Lesson, seed: int) -> Iterator[tuple[View, Records]]:
    """Yield the turns of a first hand with the lesson's seats and options."""
    rng, ended = np.random.default_rng(seed), lesson.game.rules.hand.ended
    match = Match(lesson.game, len(lesson.names), lesson.options, fair(seed))
    for _ in range(LONGEST):
        if match.over or ended(match.record):
            return
        view = match.view(match.to_act)
        yield view, snapshot(match.array)
        match.play(random_policy(view, rng))
