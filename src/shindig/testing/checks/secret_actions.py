"""Checks of secret actions: actions that differ only in fields that others do not see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from shindig.core.layout_and_views import Records
from shindig.match import View

from ..array_overrun_checks import Walk, WalkStep, copy_records, take_step
from .action_words import sample_legal
from .actor_and_legal_actions import list_changed_fields

MOST = 8
"""Number of legal actions compared per turn."""


@dataclass
class Secrets:
    """Findings by phase: secret actions that others could tell apart, and phases in which they could not."""

    told_apart: dict[int, tuple[int, int, str]] = field(default_factory=dict)
    alike: set[int] = field(default_factory=set)

    def watch(self, walk: Walk) -> Iterator[str]:
        """Compare the effects of some legal actions in the views of the actor and of all others."""
        done = {action: apply_to_copy(walk, action) for action in sample_legal(walk)[:MOST]}
        for one, other in combinations(done, 2):
            apart = find_revealing_views(walk, done[one], done[other])
            secret = walk.game.rules.secret(one), walk.game.rules.secret(other)
            if not any(secret) and not apart:
                yield from self._should_be_secret(walk, (one, other), done[one], done[other])
            elif all(secret) and not apart:
                self.alike.add(walk.phase)
            elif all(secret) and apart and walk.phase not in self.told_apart:
                self.told_apart[walk.phase] = one, other, list_changed_fields(apart[0].tobytes(), apart[1].array)

    def _should_be_secret(self, walk: Walk, actions: tuple[int, int], ours: Records, theirs: Records) -> Iterator[str]:
        mine = [walk.game.view(match, walk.actor).tobytes() for match in (ours, theirs)]
        if mine[0] != mine[1]:
            texts = " and ".join(repr(walk.game.words.text(walk.m, action)) for action in actions)
            yield (
                f"{texts} differ only in {list_changed_fields(ours.tobytes(), theirs)}, which others do not "
                f"see, and all are "
                f"told which of them it was: rules.secret returns True for the actions {actions[0]} and {actions[1]}"
            )

    def report_open_phases(self) -> Iterator[tuple[int, str]]:
        """Report phases in which others could tell all secret actions apart."""
        for phase, (one, other, by) in self.told_apart.items():
            if phase not in self.alike:
                yield (
                    phase,
                    f"rules.secret says that others do not see which action it was, and they can tell {one} from "
                    f"{other} by {by}: make that private or hidden, or do not call the actions secret, as where the "
                    "last of several answers opens them all",
                )


def apply_to_copy(walk: Walk, action: int) -> Records:
    """Return the match after an action."""
    copy = copy_records(walk.array)
    take_step(walk.game, copy, WalkStep(walk.actor, (action,)))
    return copy


def find_revealing_views(walk: Walk, ours: Records, theirs: Records) -> tuple[View, View] | None:
    """Return another seat's two views if it can tell two matches apart, else None."""
    for seat in range(-1, walk.seats):
        if seat != walk.actor:
            one, other = (View(walk.game, walk.game.view(match, seat)) for match in (ours, theirs))
            if one.tobytes() != other.tobytes():
                return one, other
    return None
