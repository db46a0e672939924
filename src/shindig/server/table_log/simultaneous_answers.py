"""What several seats are asked at once: which questions are open, and what persons have answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from shindig.core.record_layout import Facts
from shindig.gamekit.game_spec import Simultaneous


class OpenQuestion(NamedTuple):
    """One question: who is asked, and in which phase of the rules."""

    seat: int
    phase: int


@dataclass
class SimultaneousAnswers:
    """The questions that all answer at once. Their answers count together, in the order of the rules."""

    group: Simultaneous
    open: list[OpenQuestion]
    """What does not count yet, in order."""
    answers: dict[OpenQuestion, int] = field(default_factory=dict)
    """Of persons."""
    begun: bool = False
    """Whether the first of the answers has counted: the others wait no more."""

    def without(self, asked: OpenQuestion) -> SimultaneousAnswers | None:
        """The same when an answer has counted; None after the last."""
        self.open.remove(asked)
        self.begun = True
        return self if self.open else None


def open_questions(group: Simultaneous, m: Facts, old: SimultaneousAnswers | None) -> SimultaneousAnswers:
    """What is asked at once of a record: still the old questions, or new ones."""
    questions = [OpenQuestion(*question) for question in group.questions(m)]
    return old if old is not None and set(questions) <= set(old.open) else SimultaneousAnswers(group, questions)
