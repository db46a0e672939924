"""The second hand: equal seats, random cards, free choices. Each kind of decision is explained at first sight.

A hand is stored as a record of the moves played; to go on, it is replayed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ..core.layout_and_views import copy_records
from ..gamekit.game_spec import Line
from ..match import Match, Move, Step, View, fair, write_story
from ..messages import Text
from ..record import Replay
from ..record.json_lines import RecordError, dumps
from .coach_notes import DecisionNote, LessonError
from .lesson_script import LEARNER, Lesson


@dataclass(frozen=True)
class LearnerStep:
    """A step as the learner saw it: its log lines, and the view after it."""

    step: Step
    lines: tuple[Line, ...]
    view: View


class SecondHand:
    """A hand that a learner plays after the scripted one."""

    def __init__(self, lesson: Lesson, match: Match) -> None:
        self.lesson, self.match = lesson, match

    @classmethod
    def new(cls, lesson: Lesson) -> SecondHand:
        """Begin a hand with the seats and options of the lesson, before the deal."""
        return cls(lesson, Match(lesson.game, len(lesson.names), lesson.options))

    @classmethod
    def loads(cls, lesson: Lesson, text: str) -> SecondHand:
        """Restore a stored hand. Raises LessonError if the rules have changed since."""
        try:
            replay = Replay(text.splitlines())
            for _ in replay:
                pass
        except RecordError as error:
            raise LessonError(f"this hand cannot be played on: {error}") from None
        return cls(lesson, replay.match)

    def dumps(self) -> str:
        return dumps(self.match, self.lesson.names)

    @property
    def over(self) -> bool:
        """True if the hand, or the match with it, has ended."""
        return self.match.over or bool(self.lesson.game.rules.hand.ended(self.match.record))

    @property
    def to_act(self) -> int | None:
        """The seat to act, or None if the hand is over."""
        return None if self.over else self.match.to_act

    def deal(self) -> None:
        """Give the needed orders by chance."""
        while self.match.needs and not self.over:
            self.match.order(fair()(self.match.needs, self.match.wanted()))

    @property
    def view(self) -> View:
        """The learner's view."""
        return self.match.view(LEARNER)

    @cached_property
    def _seen(self) -> list[LearnerStep]:
        """The hand so far, step by step."""
        return list(replay_turns(self.lesson, self.match))

    def list_log(self) -> list[tuple[int, tuple[Line, ...]]]:
        """Return (number of the step from 1, its lines) for all steps."""
        return [(number, turn.lines) for number, turn in enumerate(self._seen, 1)]

    @property
    def new_log(self) -> list[Text]:
        """Log lines since the learner's last move, or since the hand began."""
        latest = [number for number, turn in enumerate(self._seen) if is_learner_step(turn.step)]
        return [line.text for turn in self._seen[latest[-1] + 1 if latest else 0 :] for line in turn.lines]

    @property
    def new_decisions(self) -> tuple[DecisionNote, ...]:
        """Kinds of decision that come here for the first time, to be explained now."""
        if self.to_act != LEARNER:
            return ()
        before = {one for view in self._list_decision_views() for one in self._find_kinds(view)}
        return tuple(one for one in self._find_kinds(self.view) if one not in before)

    def _list_decision_views(self) -> Iterator[View]:
        """Yield the learner's views at all decisions that are already made."""
        views = [turn.view for turn in self._seen]
        for view, turn in zip(views, self._seen[1:], strict=False):
            if is_learner_step(turn.step):
                yield view

    def _find_kinds(self, view: View) -> list[DecisionNote]:
        question = view.scene.prompt.question if view.scene.prompt else ""
        return [one for one in self.lesson.notes.decisions if one.is_asked(question)]


def is_learner_step(step: Step) -> bool:
    return isinstance(step, Move) and step.seat == LEARNER


def replay_turns(lesson: Lesson, match: Match) -> Iterator[LearnerStep]:
    """Replay the steps of a match from the learner's view."""
    again = Match(lesson.game, match.seats, match.options)
    before = View(lesson.game, lesson.game.view(copy_records(again.array), LEARNER))
    for step in match.steps:
        if isinstance(step, Move):
            again.play(step.action, step.seat)
        else:
            again.order(step.items)
        after = View(lesson.game, lesson.game.view(copy_records(again.array), LEARNER))
        yield LearnerStep(step, tuple(write_story(lesson.game, before, step, after)), after)
        before = after
