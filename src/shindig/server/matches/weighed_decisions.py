"""Weighed decisions: a person's choice with its review, and the costs of choices of one kind."""

from __future__ import annotations

from typing import NamedTuple

from shindig.bots.choice_review import ReviewedChoice


class WeighedDecision(NamedTuple):
    """A reviewed choice."""

    step: int
    seat: int
    weighed: ReviewedChoice


class Loss(NamedTuple):
    """Cost of decisions of one kind."""

    choices: int = 0
    lost: float = 0.0

    def plus(self, other: Loss) -> Loss:
        return Loss(self.choices + other.choices, self.lost + other.lost)
