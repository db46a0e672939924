"""A scripted first hand: a record with notes, and the learner's way through it.

The learner is seat 0. The position is one number, that of a moment; everything else follows from the script.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property

from shindig.core.caches import RULE_PARTS, cached

from ..core.layout_and_views import Records, copy_records
from ..gamekit import Game, GameError, game
from ..gamekit.error_attribution import format_error, log_once
from ..gamekit.game_registry import get_registry
from ..gamekit.game_spec import Line
from ..match import Move, Step, View, write_story
from ..messages import ENGLISH, format_text
from ..record import RecordError, Replay
from .coach_notes import LessonError, Note, Notes, read_notes

LEARNER = 0
"""The learner's seat."""
FOLDER = "lesson"
"""Folder of the lesson in a game's folder: `<id>.jsonl`, a record, and `<id>.toml`, the notes; `<id>.de.toml` has the
German ones."""


@dataclass(frozen=True)
class LessonMoment:
    """A point at which the coach speaks: its note, and the number of steps before it. `right` is the move asked for."""

    number: int
    after: int
    note: Note
    right: Move | None


@dataclass(frozen=True)
class Reply:
    """Result of a choice: the learner's next moment, and the text about a wrong choice."""

    at: int
    said: str = ""


class Lesson:
    """The lesson of a game. Raises LessonError if notes and record do not fit."""

    def __init__(self, game: Game, lines: Sequence[str], notes: Notes, language: str = ENGLISH) -> None:
        self.game, self.notes, self.language = game, notes, language
        self._read(lines)
        self.moments = tuple(self._moment(number, one) for number, one in enumerate(notes.moments))
        self._check_moments()

    def _read(self, lines: Sequence[str]) -> None:
        """Replay the record and keep the state before each step and after the last."""
        replay = Replay(lines)
        self.names, self.options = replay.names, replay.match.options
        records = [copy_records(replay.match.array)]
        self.steps: list[Step] = []
        for step in replay:
            self.steps.append(step)
            records.append(copy_records(replay.match.array))
        self._views = [View(self.game, self.game.view(record, LEARNER)) for record in records]
        self.records: list[Records] = records

    def _moment(self, number: int, one: Note) -> LessonMoment:
        after = one.line - 2
        if not 0 <= after <= len(self.steps):
            raise LessonError(f"moment {number + 1} stands before line {one.line}; expected 2 to {len(self.steps) + 2}")
        return LessonMoment(number, after, one, self._find_asked_move(number, after))

    def _find_asked_move(self, number: int, after: int) -> Move | None:
        """Return the learner's move at a place, unless a later note stands at that place."""
        step = self.steps[after] if after < len(self.steps) else None
        later = self.notes.moments[number + 1 :]
        is_last = not later or later[0].line - 2 > after
        return step if isinstance(step, Move) and step.seat == LEARNER and is_last else None

    def _check_moments(self) -> None:
        """Check the moments. Raises LessonError for a wrong order, an early end, or missing texts."""
        if not self.moments or self.moments[-1].after != len(self.steps):
            raise LessonError(f"the last moment stands before line {len(self.steps) + 2}, where the record is over")
        places = [moment.after for moment in self.moments]
        if places != sorted(places):
            raise LessonError("moments come in the order of the record's lines")
        for moment in self.moments:
            line, otherwise = moment.note.line, moment.note.otherwise
            if otherwise and not moment.right:
                raise LessonError(f"line {line} is no move of the learner's, so nobody ever reads its `otherwise`")
            if moment.right and not otherwise and len(self._views[moment.after].legal) > 1:
                raise LessonError(f"line {line} is the learner's move, so it needs `otherwise`, a text for other moves")

    # Information for the learner.

    @property
    def last(self) -> int:
        """Number of the last moment."""
        return len(self.moments) - 1

    def view(self, at: int) -> View:
        """Return the learner's view at a moment."""
        return self._views[self.moments[at].after]

    def list_log(self, at: int) -> list[tuple[int, tuple[Line, ...]]]:
        """Return (number of the step from 1, its lines) for all steps before a moment."""
        return list(enumerate(self._told[: self.moments[at].after], 1))

    @cached_property
    def _told(self) -> list[tuple[Line, ...]]:
        views = zip(self._views, self.steps, self._views[1:], strict=False)
        return [tuple(write_story(self.game, before, step, after)) for before, step, after in views]

    def get_praise(self, at: int) -> str:
        """Return the praise for the learner's last move, if the moment before asked for one."""
        return self.moments[at - 1].note.right if at else ""

    # Actions of the learner.

    def go_on(self, at: int) -> Reply:
        """Go on if no move is asked for; otherwise stay."""
        moment = self.moments[at]
        return Reply(at) if moment.right else Reply(min(at + 1, self.last))

    def answer(self, at: int, action: int) -> Reply:
        """Answer a choice of the learner. The right one leads on; any other gets the reason against it."""
        moment, view = self.moments[at], self.view(at)
        if moment.right is None:
            return Reply(at)
        if action == moment.right.action:
            return Reply(at + 1)
        if not view.legal.allows(action):
            why = format_text(self.game.words.refuse(view.plain, action).text, language=self.language)
            return Reply(at, why if why.endswith(".") else f"{why}.")
        return Reply(at, self._why_not(moment.note, self.game.words.text(view.plain, action)))

    @staticmethod
    def _why_not(note: Note, text: str) -> str:
        named = (said for pattern, said in note.wrong.items() if fnmatchcase(text, pattern))
        return next(named, note.otherwise)


def find_notes_file(one: Game, ending: str) -> str:
    return f"{FOLDER}/{one.id}.{ending}"


def has_lesson(one: Game) -> bool:
    """Return True if a game's package has a lesson."""
    return one.services.folder is not None and (one.services.folder / find_notes_file(one, "jsonl")).is_file()


def read_lesson(one: Game, language: str = ENGLISH) -> Lesson:
    """Read the lesson of a game that has one, with notes in a language if there are some. Raises LessonError."""
    folder = one.services.folder
    assert folder is not None
    notes = folder / find_notes_file(one, f"{language}.toml")
    try:
        lines = (folder / find_notes_file(one, "jsonl")).read_text("utf-8").splitlines()
        if not notes.is_file():
            notes = folder / find_notes_file(one, "toml")
        return Lesson(one, lines, read_notes(notes), language)
    except (RecordError, GameError, OSError, UnicodeDecodeError) as error:
        raise LessonError(f"its record: {error}") from None


@cached(RULE_PARTS)
def find_lesson(game_id: str, language: str = ENGLISH) -> Lesson | None:
    """Return the lesson of a game in a language, or None. An unreadable lesson counts as none and is reported once."""
    one = game(game_id)
    if not has_lesson(one):
        return None
    try:
        return read_lesson(one, language)
    except LessonError as error:
        log_once(
            f"{get_registry().find_package(game_id)}: the lesson of {one.name} is left out "
            f"({format_error(error)}). Mend it."
        )
        return None
