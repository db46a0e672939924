"""Notes of a lesson's coach: TOML beside a record, read and checked. `docs/add-a-game.md` shows them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TypeVar, cast

from ..messages import Message, Text

T = TypeVar("T")
KINDS: dict[str, tuple[type, str]] = {
    "int": (int, "a whole number"),
    "str": (str, "a text"),
    "tuple[str, ...]": (list, "a list of texts"),
    "Mapping[str, str]": (dict, "a table of texts"),
}
"""TOML type of a note's field, by its annotation."""


class LessonError(ValueError):
    """A lesson that cannot be read, or does not fit its record. The message says what was expected."""


@dataclass(frozen=True)
class Note:
    """Note before a line of the record. If that line is the learner's move, the learner is asked for it."""

    line: int
    """Line of the record that follows the note, from 2; one past the last is the end."""
    title: str
    say: str
    """Paragraphs, separated by an empty line. `{2}` stands for the name of seat 2."""
    look: tuple[str, ...] = ()
    """Parts of the table that it speaks of: `centre`, `hand`, `seat 2`."""
    right: str = ""
    """Reason why the move was right, and what follows."""
    otherwise: str = ""
    """Text for every choice that `wrong` does not name."""
    wrong: Mapping[str, str] = field(default_factory=dict)
    """Reasons why other choices are worse, by patterns of their texts: `bet *`."""


@dataclass(frozen=True)
class DecisionNote:
    """A kind of decision, by a pattern of the table's question, with its explanation at its first occurrence."""

    asked: str
    say: str
    table: str = ""
    """Text that a real table adds, if its controls differ from those of the lesson."""

    def is_asked(self, question: Text) -> bool:
        """Return True if a question is of this kind: by the id of its message, or by its plain text."""
        return fnmatchcase(question.id if isinstance(question, Message) else question, self.asked)


@dataclass(frozen=True)
class Notes:
    """All texts of the coach for one game."""

    aim: str
    """Aim of the game, in a sentence that is always shown."""
    minutes: int
    moments: tuple[Note, ...]
    decisions: tuple[DecisionNote, ...]


def read_notes(path: Path) -> Notes:
    """Read the notes in a file. Raises LessonError."""
    try:
        told = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise LessonError(f"the notes cannot be read: {error}") from None
    moments, decisions = told.pop("moment", []), told.pop("decision", [])
    lists = {
        "moments": read_all_notes(Note, "moment", moments),
        "decisions": read_all_notes(DecisionNote, "decision", decisions),
    }
    return make_note(Notes, "the lesson", told, lists)


def read_all_notes(kind: type[T], name: str, told: Sequence[Mapping[str, object]]) -> tuple[T, ...]:
    """Read all notes of one kind. Raises LessonError."""
    return tuple(make_note(kind, f"{name} {number}", one, {}) for number, one in enumerate(told, 1))


def make_note(kind: type[T], which: str, told: Mapping[str, object], made: Mapping[str, object]) -> T:
    """Make a note from its table. Raises LessonError for missing, unknown or wrongly typed fields."""
    known = {one.name: one for one in fields(cast(Any, kind)) if one.name not in made}
    if unknown := [name for name in told if name not in known]:
        raise LessonError(f"{which} has {unknown[0]!r}; expected {', '.join(known)}")
    if missing := [name for name, one in known.items() if is_required(one) and name not in told]:
        raise LessonError(f"{which} has no {missing[0]!r}")
    values = {name: read_value(f"{name!r} of {which}", str(known[name].type), value) for name, value in told.items()}
    return kind(**values, **made)


def is_required(one: Any) -> bool:
    """Return True if a field has no default."""
    return one.default is MISSING and one.default_factory is MISSING


def read_value(what: str, annotation: str, value: object) -> Any:
    """Return a field's value. Raises LessonError if it has the wrong type."""
    kind, expected = KINDS[annotation]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise LessonError(f"{what} is {expected}, not {value!r}")
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if not all(isinstance(part, str) for part in parts):
        raise LessonError(f"{what} is {expected}, not {value!r}")
    return tuple(value) if isinstance(value, list) else value
