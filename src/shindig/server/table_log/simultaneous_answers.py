"""Simultaneous questions to several seats: the open questions and people's answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from shindig.core.layout_and_views import Facts
from shindig.gamekit.game_spec import Simultaneous


class OpenQuestion(NamedTuple):
    """An open question: a seat and a phase of the rules."""

    seat: int
    phase: int


@dataclass
class SimultaneousAnswers:
    """A group of simultaneous questions. The answers count together, in the order of the rules."""

    group: Simultaneous
    open: list[OpenQuestion]
    """Questions whose answers do not count yet, in order."""
    answers: dict[OpenQuestion, int] = field(default_factory=dict)
    """Answers of people."""
    begun: bool = False
    """True once the first answer has counted, so that the others no longer wait."""

    def close(self, asked: OpenQuestion) -> None:
        """Drop a question whose answer has counted."""
        self.open.remove(asked)
        self.answers.pop(asked, None)
        self.begun = True


def open_questions(group: Simultaneous, m: Facts, old: SimultaneousAnswers | None) -> SimultaneousAnswers:
    """Return the open questions of a record: the old group if it still fits, else a new one.

    Answers that were no secret stay: somebody who is ready for the next hand still is after another's gift.
    A game may compute seats from fields of the record, which are NumPy's numbers. JSON and the log take Python's.
    """
    questions = [OpenQuestion(int(seat), int(phase)) for seat, phase in group.questions(m)]
    if old is not None and set(questions) <= set(old.open):
        return old
    return SimultaneousAnswers(group, questions, {} if old is None or group.secret else old.answers)
