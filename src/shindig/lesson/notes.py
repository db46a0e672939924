"""What a lesson's coach says: notes in TOML beside a record, read and looked over. `docs/add-a-game.md` shows them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TypeVar, cast

T = TypeVar("T")
KINDS: dict[str, tuple[type, str]] = {
    "int": (int, "a whole number"),
    "str": (str, "a text"),
    "tuple[str, ...]": (list, "a list of texts"),
    "Mapping[str, str]": (dict, "a table of texts"),
}
"""What a note's field is written as in TOML, by its annotation."""


class LessonError(ValueError):
    """A lesson that cannot be read, or does not fit its record; the message says what was expected."""


@dataclass(frozen=True)
class Note:
    """What is said before a line of the record; where that is the learner's move, the learner is asked for it."""

    line: int
    """The record's line before which it is said, from 2; one past the last is the end."""
    title: str
    say: str
    """Paragraphs, an empty line between them. `{2}` stands for the name of seat 2."""
    look: tuple[str, ...] = ()
    """What on the table it speaks of: `centre`, `hand`, `seat 2`."""
    right: str = ""
    """Why the move was right, and what it leads to."""
    otherwise: str = ""
    """What is said to every choice that `wrong` does not name."""
    wrong: Mapping[str, str] = field(default_factory=dict)
    """Why other choices are worse, by patterns of their texts: `bet *`."""


@dataclass(frozen=True)
class Decision:
    """A kind of decision, by a pattern of the table's question, and what it means, for the second hand."""

    asked: str
    say: str

    def is_asked(self, question: str) -> bool:
        return fnmatchcase(question, self.asked)


@dataclass(frozen=True)
class Notes:
    """All that the coach says in the lesson of one game."""

    aim: str
    """What the game is about, in a sentence that is always there."""
    minutes: int
    moments: tuple[Note, ...]
    decisions: tuple[Decision, ...]


def read_notes(path: Path) -> Notes:
    """The notes in a file. Raises LessonError."""
    try:
        told = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise LessonError(f"the notes cannot be read: {error}") from None
    moments, decisions = told.pop("moment", []), told.pop("decision", [])
    lists = {"moments": all_of(Note, "moment", moments), "decisions": all_of(Decision, "decision", decisions)}
    return made_of(Notes, "the lesson", told, lists)


def all_of(kind: type[T], name: str, told: Sequence[Mapping[str, object]]) -> tuple[T, ...]:
    """Notes of one kind. Raises LessonError."""
    return tuple(made_of(kind, f"{name} {number}", one, {}) for number, one in enumerate(told, 1))


def made_of(kind: type[T], which: str, told: Mapping[str, object], made: Mapping[str, object]) -> T:
    """A note of the kind from its table. Raises LessonError that says what is missing, unknown or of another kind."""
    known = {one.name: one for one in fields(cast(Any, kind)) if one.name not in made}
    if unknown := [name for name in told if name not in known]:
        raise LessonError(f"{which} has {unknown[0]!r}; expected {', '.join(known)}")
    if missing := [name for name, one in known.items() if needed(one) and name not in told]:
        raise LessonError(f"{which} has no {missing[0]!r}")
    values = {name: value_of(f"{name!r} of {which}", str(known[name].type), value) for name, value in told.items()}
    return kind(**values, **made)


def needed(one: Any) -> bool:
    """Whether a field has no default."""
    return one.default is MISSING and one.default_factory is MISSING


def value_of(what: str, annotation: str, value: object) -> Any:
    """A field's value. Raises LessonError where it is of another kind."""
    kind, expected = KINDS[annotation]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise LessonError(f"{what} is {expected}, not {value!r}")
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if not all(isinstance(part, str) for part in parts):
        raise LessonError(f"{what} is {expected}, not {value!r}")
    return tuple(value) if isinstance(value, list) else value
