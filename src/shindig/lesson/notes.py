"""What a lesson's coach says: notes in TOML beside a record, read and looked over. `docs/add-a-game.md` shows them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T", bound="Note | Decision | Notes")
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
    lists = {"moments": (Note, told.pop("moment", [])), "decisions": (Decision, told.pop("decision", []))}
    made = {
        name: tuple(made_of(kind, f"{kind.__name__.lower()} {n}", one) for n, one in enumerate(all_of, 1))
        for name, (kind, all_of) in lists.items()
    }
    return made_of(Notes, "the lesson", told, made)


def made_of(kind: type[T], which: str, told: Mapping[str, object], made: Mapping[str, object] | None = None) -> T:
    """A note of the kind from its table. Raises LessonError that says what is missing, unknown or of another kind."""
    known = {one.name: one for one in fields(kind) if one.name not in (made or {})}
    if unknown := [name for name in told if name not in known]:
        raise LessonError(f"{which} has {unknown[0]!r}; expected {', '.join(known)}")
    missing = [name for name, one in known.items() if needed(one) and name not in told]
    if missing:
        raise LessonError(f"{which} has no {missing[0]!r}")
    return kind(
        **{name: value_of(f"{name!r} of {which}", str(known[name].type), value) for name, value in told.items()},
        **(made or {}),
    )


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
