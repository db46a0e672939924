"""What several seats are asked at once: which questions are open, and what persons have answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from shindig.core.record_layout import Facts
from shindig.gamekit.game_spec import Together


class Asked(NamedTuple):
    """One question: who is asked, and in which phase of the rules."""

    seat: int
    phase: int


@dataclass
class Gathering:
    """The questions that all answer at once. Their answers count together, in the order of the rules."""

    group: Together
    open: list[Asked]
    """What does not count yet, in order."""
    answers: dict[Asked, int] = field(default_factory=dict)
    """Of persons."""
    begun: bool = False
    """Whether the first of the answers has counted: the others wait no more."""

    def closed(self, asked: Asked) -> Gathering | None:
        """The same when an answer has counted; None after the last."""
        self.open.remove(asked)
        self.begun = True
        return self if self.open else None


def gathering(group: Together, m: Facts, old: Gathering | None) -> Gathering:
    """What is asked at once of a record: still the old questions, or new ones."""
    questions = [Asked(*question) for question in group.questions(m)]
    return old if old is not None and set(questions) <= set(old.open) else Gathering(group, questions)
