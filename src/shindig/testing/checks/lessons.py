"""Checks of a game's lesson: it can be read, every choice has an answer, and cited clauses apply at their place."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from types import CodeType, FrameType
from typing import Any

import numpy as np

from shindig.bots import random_policy
from shindig.core.caches import RULE_PARTS, cached, clear_caches
from shindig.core.kernel_compiler import only_plain_kernels
from shindig.core.layout_and_views import Records, copy_records
from shindig.gamekit.game_spec import Game
from shindig.lesson.coach_notes import LessonError
from shindig.lesson.lesson_script import LEARNER, Lesson, LessonMoment, has_lesson, read_lesson
from shindig.match import Match, Move, Step, View, fair
from shindig.messages import Text

from ..array_overrun_checks import LONGEST
from .action_words import list_clauses

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
    yield from _check_moments(lesson)
    yield from _check_decisions(lesson)


def _check_moments(lesson: Lesson) -> Iterator[str]:
    applying = [_list_applying_clauses(lesson, moment) for moment in lesson.moments]
    yield from _find_unfit_clauses(lesson, "its aim", lesson.notes.aim, list_clauses(lesson.game))
    for moment, now in zip(lesson.moments, applying, strict=True):
        note, where = moment.note, f"what is said at line {moment.note.line}"
        yield from _find_unfit_clauses(
            lesson, where, "\n".join((note.title, note.say, note.otherwise, *note.wrong.values())), now
        )
        yield from _find_unfit_clauses(
            lesson,
            f"the praise of line {note.line}",
            note.right,
            _list_clauses_in_steps(lesson, _list_steps_after(lesson, moment)),
        )
        yield from _find_unused_patterns(lesson, moment)


def _list_steps_after(lesson: Lesson, moment: LessonMoment) -> range:
    """Return the steps from a moment until the next one."""
    return range(moment.after, lesson.moments[min(moment.number + 1, lesson.last)].after)


def _find_unfit_clauses(lesson: Lesson, where: str, text: str, applying: frozenset[str]) -> Iterator[str]:
    """Report clauses that a text cites and that are not on the rules page, or do not apply."""
    known = list_clauses(lesson.game)
    for clause in dict.fromkeys(_list_cited_clauses(lesson.game, text)):
        if clause not in known:
            yield f"{where} cites {clause}, which is no clause of rules.md"
        elif clause not in applying:
            at_work = ", ".join(sorted(applying))
            yield f"{where} cites {clause}, and no rule that cites it is at work there: {at_work} are"


def _list_cited_clauses(game: Game, text: str) -> list[str]:
    letters = "|".join(map(re.escape, game.services.clauses))
    return re.findall(rf"\b(?:{letters})-\d+\b", text) if letters else []


def _find_unused_patterns(lesson: Lesson, moment: LessonMoment) -> Iterator[str]:
    """Report patterns that match no legal choice and so are never shown."""
    if moment.right is None:
        return
    view = lesson.view(moment.number)
    legal = [action for first, last in view.legal.ranges for action in _pick_actions(first, last)]
    said = {lesson.answer(moment.number, action).said for action in legal if action != moment.right.action}
    for pattern, text in moment.note.wrong.items():
        if text not in said:
            yield f"line {moment.note.line}: no legal choice but the right one is like {pattern!r}"


def _pick_actions(first: int, last: int) -> list[int]:
    """Return some actions of a range: all of a short one."""
    return list(range(first, last + 1)) if last - first < MOST else [first, first + 1, (first + last) // 2, last]


# Applying clauses: those cited by the functions that run there.


def _list_applying_clauses(lesson: Lesson, moment: LessonMoment) -> frozenset[str]:
    """Return the clauses at work at a moment: in the last steps, the legal actions, refusals, and the next step."""
    before = max((one.after for one in lesson.moments if one.after < moment.after), default=0)
    steps = range(before, min(moment.after + 1, len(lesson.steps)))
    return _list_clauses_in_steps(lesson, steps) | _list_clauses_in_state(lesson.game, lesson.records[moment.after])


def _list_clauses_in_steps(lesson: Lesson, steps: range) -> frozenset[str]:
    """Return the clauses at work in some steps of the record."""
    found = [_list_clauses_run(lesson.game, partial(_replay_step, lesson, step)) for step in steps]
    return frozenset().union(*found)


def _replay_step(lesson: Lesson, number: int) -> None:
    """Replay a step of the record by the plain rules."""
    record, rules, step = copy_records(lesson.records[number]), lesson.game.rules, lesson.steps[number]
    if isinstance(step, Move):
        rules.apply(record[0], step.action)
    else:
        rules.chance_order(record[0], np.array(_parse_items(lesson, record, step), np.int16))


def _parse_items(lesson: Lesson, record: Any, step: Step) -> list[int]:
    """Return an order as items."""
    codes = list(lesson.game.item_codes(record[0], int(record[0].asks)))
    return [codes.index(item) for item in step.items]  # type: ignore[union-attr]


def _list_clauses_in_state(game: Game, record: Records) -> frozenset[str]:
    """Return the clauses at work in the scene, in the actor's legal actions, and in refusals of others."""
    actor, ranges = int(record["actor"][0]), np.empty((game.rules.max_ranges, 2), np.int32)
    view = View(game, game.view(record, max(actor, LEARNER)))
    told = _list_clauses_run(game, lambda: (view.scene, game.words.result(view.plain)))
    if actor < 0:
        return told
    legal = _list_clauses_run(game, lambda: game.rules.legal(record[0], ranges))
    acts = [
        _list_clauses_run(game, partial(game.rules.apply, copy_records(record)[0], first))
        for first, _ in _pick_ranges(view)
    ]
    refused = {game.words.refuse(view.plain, action).clause for action in _pick_illegal_actions(view)}
    return told | legal | frozenset().union(refused, *acts)


def _pick_ranges(view: View) -> list[tuple[int, int]]:
    """Return some ranges of legal actions, the first and the last among them."""
    ranges = view.legal.ranges
    return [*ranges[: MOST // 4], ranges[-1]]


def _pick_illegal_actions(view: View) -> list[int]:
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


def _list_clauses_run(game: Game, act: Callable[[], object]) -> frozenset[str]:
    """Run `act` and return the clauses cited in the functions that ran, and in their modules' docstrings.

    Caches are emptied and kernels run as plain Python, so that no function is passed over.
    """
    package = game.rules.apply.__module__.rpartition(".rules")[0] or game.rules.apply.__module__.partition(".")[0]
    ran: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and str(frame.f_globals.get("__name__", "")).startswith(package):
            ran.add(frame.f_code)

    clear_caches(package)
    with only_plain_kernels():
        sys.setprofile(note)
        try:
            act()
        finally:
            sys.setprofile(None)
    return frozenset().union(*(_list_clauses_in_code(game, code) for code in ran))


@cached(RULE_PARTS)
def _list_clauses_in_code(game: Game, code: CodeType) -> frozenset[str]:
    """Return the clauses that a function's source cites, or else those in its module's docstring."""
    with suppress(OSError):
        module = inspect.getmodule(code)
        words = _expand_clause_ranges(game, (module and module.__doc__) or "")
        return frozenset(_expand_clause_ranges(game, inspect.getsource(code)) or (words if len(words) <= FEW else []))
    return frozenset()


def _expand_clause_ranges(game: Game, text: str) -> list[str]:
    """Return the clauses in a text, including those within ranges such as `from -10 to -15`."""
    found = _list_cited_clauses(game, text)
    for letters in game.services.clauses:
        for first, last in re.findall(rf"\b{re.escape(letters)}-(\d+) to {re.escape(letters)}-(\d+)", text):
            found += [f"{letters}-{number}" for number in range(int(first), int(last) + 1)]
    return found


# The second hand.

HANDS = 6
"""Number of matches in which kinds of decision are searched."""


def _check_decisions(lesson: Lesson) -> Iterator[str]:
    """Check that a kind of decision explains every turn, and that its text applies there."""
    met: dict[str, frozenset[str]] = {}
    for question, record in _list_questions(lesson):
        kinds = [one for one in lesson.notes.decisions if one.is_asked(question)]
        if not kinds:
            yield f"nothing explains {question!r} in the second hand: the notes need a [[decision]] that fits it"
        for one in kinds:
            met[one.asked] = met.get(one.asked, frozenset()) | _list_clauses_in_state(lesson.game, record)
    for one in lesson.notes.decisions:
        if one.asked in met:
            yield from _find_unfit_clauses(
                lesson, f"the decision {one.asked!r}", f"{one.say}\n\n{one.table}", met[one.asked]
            )


def _list_questions(lesson: Lesson) -> Iterator[tuple[Text, Records]]:
    """Yield each question of some random first hands once, with its record."""
    asked: set[Text] = set()
    for seed in range(HANDS):
        for view, record in _play_turns(lesson, seed):
            question = view.scene.prompt.question if view.scene.prompt else ""
            if question not in asked:
                asked.add(question)
                yield question, record


def _play_turns(lesson: Lesson, seed: int) -> Iterator[tuple[View, Records]]:
    """Yield the turns of a first hand with the lesson's seats and options."""
    rng, ended = np.random.default_rng(seed), lesson.game.rules.hand.ended
    match = Match(lesson.game, len(lesson.names), lesson.options, fair(seed))
    for _ in range(LONGEST):
        if match.over or ended(match.record):
            return
        view = match.view(match.to_act)
        yield view, copy_records(match.array)
        match.play(random_policy(view, rng))
