"""Observations of every seat in a match: as text, as a digest, as recent actions, and as the history of its hand."""

from __future__ import annotations

from hashlib import sha256
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..core.layout_and_views import CHANCE, ONLOOKER, Records
from ..gamekit import Game, game
from ..observations import GIVEN, SECRET, Observations

RECENT = 32
"""Number of recent actions that are cached."""


class Act(NamedTuple):
    """An action of a seat."""

    seat: int
    action: int


class SeatObservations(NamedTuple):
    """Cached observations of a seat after a number of steps."""

    steps: int
    digest: bytes
    recent: list[Act]


NOTHING = SeatObservations(0, bytes(32), [])


class Recall:
    """Steps of a match, each with the record after it as immutable bytes, so that copies share them."""

    def __init__(self, rules: Game, first: bytes) -> None:
        self.rules = rules
        self.steps: list[tuple[Act | None, bytes]] = [(None, first)]
        """Steps and the records after them; None instead of an act for an order of chance."""
        self._told: dict[int, SeatObservations] = {}
        self._words: dict[int, tuple[int, list[str]]] = {}
        """Cache by seat: number of steps covered, and the actions in words."""

    def copy(self) -> Recall:
        """Copy the recall; the copy goes on independently."""
        twin = object.__new__(Recall)
        twin.rules, twin.steps = self.rules, [*self.steps]
        twin._told, twin._words = {**self._told}, {**self._words}
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle, with the game replaced by its id."""
        return self.__dict__ | {"rules": self.rules.id}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, rules=game(state["rules"]))

    def add_step(self, act: Act | None, after: bytes) -> None:
        """Append a step and the record after it."""
        self.steps.append((act, after))

    def text(self, seat: int) -> str:
        """Return the actions in words and the digest of a seat."""
        return f"seat {seat}: {'; '.join(self.describe_actions(seat))} #{self.digest(seat).hex()}"

    def digest(self, seat: int) -> bytes:
        """Return 32 bytes. Two digests differ, but for chance, if the seat saw a different view or action."""
        return self._update_cache(seat).digest

    def recent(self, seat: int) -> list[Act]:
        """Return the last `RECENT` actions as a seat saw them, the latest last. SECRET marks others' secret actions."""
        return self._update_cache(seat).recent

    def _update_cache(self, seat: int) -> SeatObservations:
        told, view = self._told.get(seat, NOTHING), self.rules.rules.layout.mask_record
        if told.steps < len(self.steps):
            digest, acts = told.digest, [*told.recent]
            for act, after in islice(self.steps, told.steps, None):
                seen = act and Act(act.seat, self._action(seat, act))
                acts += [seen] if seen else []
                digest = sha256(b"%a" % (seen,) + digest + view(after, seat)).digest()
            self._told[seat] = told = SeatObservations(len(self.steps), digest, acts[-RECENT:])
        return told

    def describe_actions(self, seat: int) -> list[str]:
        """Return the actions in words, as a seat saw them."""
        done, words = self._words.get(seat, (0, []))
        more = (
            self._describe_seen_action(seat, at) for at in range(done, len(self.steps)) if self.steps[at][0] is not None
        )
        words = [*words, *more]
        self._words[seat] = len(self.steps), words
        return words

    def __str__(self) -> str:
        """Return all actions in words."""
        return "; ".join(f"{act.seat} {self._describe_action(at)}" for at, (act, _) in enumerate(self.steps) if act)

    def _describe_action(self, at: int) -> str:
        """Return the action at step `at` in words, made from the record before it."""
        act, before = self.steps[at][0], self.steps[at - 1][1]
        return self.rules.words.text(self._records([before])[0], act.action) if act else ""

    def _describe_seen_action(self, seat: int, at: int) -> str:
        """Return the action at step `at` as a seat saw it."""
        act = self.steps[at][0]
        assert act is not None
        return f"{act.seat} {'?' if self._action(seat, act) == SECRET else self._describe_action(at)}"

    def _records(self, kept: list[bytes]) -> Records:
        records: Records = np.frombuffer(b"".join(kept), self.rules.rules.layout.dtype)
        return records

    def history(self, seat: int) -> Observations:
        """Return a seat's observation history since this hand began."""
        records = self._records([after for _, after in self.steps])
        first = self._find_hand_start(records)
        views = self.rules.rules.layout.views(records[first:], seat)
        acts = [act for act, _ in self.steps[first + 1 :]]
        actors: npt.NDArray[np.int8] = np.array([CHANCE if act is None else act.seat for act in acts], np.int8)
        actions = [GIVEN if act is None else self._action(seat, act) for act in acts]
        return Observations(views, actors, np.array(actions, np.int32))

    def _action(self, seat: int, act: Act) -> int:
        """Return an action as a seat saw it."""
        return SECRET if act.seat != seat and self.rules.rules.secret(act.action) else act.action

    def _find_hand_start(self, records: Records) -> int:
        """Return the step before this hand's first one: the last step that ended a hand, or 0."""
        ended = [bool(self.rules.rules.hand.ended(record)) for record in records]
        return max((at for at in range(1, len(ended)) if ended[at] and not ended[at - 1]), default=0)

    def for_world(self, world: Records, seat: int) -> Recall:
        """Copy the recall for a world sampled for a seat. That seat keeps its observations.

        Other seats begin with their view of the world now and the public actions.
        """
        twin, now, words = self.copy(), world.tobytes(), self.describe_actions(ONLOOKER)
        for other in range(int(world[0].seats)):
            if other != seat:
                digest = sha256(self.rules.rules.layout.mask_record(now, other)).digest()
                twin._told[other] = SeatObservations(len(self.steps), digest, self.recent(ONLOOKER))
                twin._words[other] = len(self.steps), words
        return twin
