"""What every seat has seen of a match: as text, as a digest, as the last actions, and as the history of its hand."""

from __future__ import annotations

from hashlib import sha256
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..games import Game, game
from ..games.layout import CHANCE, ONLOOKER, Records
from ..history import GIVEN, SECRET, History

RECENT = 32
"""How many of the last actions are kept at hand."""


class Act(NamedTuple):
    """An action of a seat."""

    seat: int
    action: int


class Told(NamedTuple):
    """What a seat was told in so many steps."""

    steps: int
    digest: bytes
    recent: list[Act]


NOTHING = Told(0, bytes(32), [])


class Recall:
    """The steps of a match, each with the record after it, as bytes that never change: copies share them."""

    def __init__(self, rules: Game, first: bytes) -> None:
        self.rules = rules
        self.steps: list[tuple[Act | None, bytes]] = [(None, first)]
        """None for an order of chance."""
        self._told: dict[int, Told] = {}
        self._words: dict[int, tuple[int, list[str]]] = {}
        """By seat, of how many steps, and these."""

    def copy(self) -> Recall:
        """The same, to go on differently."""
        twin = object.__new__(Recall)
        twin.rules, twin.steps = self.rules, [*self.steps]
        twin._told, twin._words = {**self._told}, {**self._words}
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the rules by their name."""
        return self.__dict__ | {"rules": self.rules.id}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, rules=game(state["rules"]))

    def take(self, act: Act | None, after: bytes) -> None:
        """A step has been taken."""
        self.steps.append((act, after))

    def text(self, seat: int) -> str:
        """The actions in words, and the digest."""
        return f"seat {seat}: {'; '.join(self.words(seat))} #{self.digest(seat).hex()}"

    def digest(self, seat: int) -> bytes:
        """32 bytes: others, but for chance, where a seat has seen anything else, in a view or of an action."""
        return self._told_to(seat).digest

    def recent(self, seat: int) -> list[Act]:
        """The last `RECENT` actions as a seat saw them, the latest last; SECRET for what others did secretly."""
        return self._told_to(seat).recent

    def _told_to(self, seat: int) -> Told:
        told, view = self._told.get(seat, NOTHING), self.rules.rules.layout.masked
        if told.steps < len(self.steps):
            digest, acts = told.digest, [*told.recent]
            for act, after in islice(self.steps, told.steps, None):
                seen = act and Act(act.seat, self._action(seat, act))
                acts += [seen] if seen else []
                digest = sha256(b"%a" % (seen,) + digest + view(after, seat)).digest()
            self._told[seat] = told = Told(len(self.steps), digest, acts[-RECENT:])
        return told

    def words(self, seat: int) -> list[str]:
        """The actions as a seat saw them."""
        done, words = self._words.get(seat, (0, []))
        more = (self._seen(seat, at) for at in range(done, len(self.steps)) if self.steps[at][0] is not None)
        words = [*words, *more]
        self._words[seat] = len(self.steps), words
        return words

    def __str__(self) -> str:
        """All actions in words."""
        return "; ".join(f"{act.seat} {self._text(at)}" for at, (act, _) in enumerate(self.steps) if act)

    def _text(self, at: int) -> str:
        """A step that was an action in words, as its seat saw the match before it."""
        act, before = self.steps[at][0], self.steps[at - 1][1]
        return self.rules.words.text(self._records([before])[0], act.action) if act else ""

    def _seen(self, seat: int, at: int) -> str:
        """An action as a seat saw it."""
        act = self.steps[at][0]
        assert act is not None
        return f"{act.seat} {'?' if self._action(seat, act) == SECRET else self._text(at)}"

    def _records(self, kept: list[bytes]) -> Records:
        records: Records = np.frombuffer(b"".join(kept), self.rules.rules.layout.dtype)
        return records

    def history(self, seat: int) -> History:
        """What a seat has seen since this hand began."""
        records = self._records([after for _, after in self.steps])
        first = self._hand_began(records)
        views = self.rules.rules.layout.views(records[first:], seat)
        acts = [act for act, _ in self.steps[first + 1 :]]
        actors: npt.NDArray[np.int8] = np.array([CHANCE if act is None else act.seat for act in acts], np.int8)
        actions = [GIVEN if act is None else self._action(seat, act) for act in acts]
        return History(views, actors, np.array(actions, np.int32))

    def _action(self, seat: int, act: Act) -> int:
        """An action as a seat saw it."""
        return SECRET if act.seat != seat and self.rules.rules.secret(act.action) else act.action

    def _hand_began(self, records: Records) -> int:
        """The step after which this hand's first one came: the last that ended a hand, or none."""
        ended = [bool(self.rules.rules.hand.ended(record)) for record in records]
        return max((at for at in range(1, len(ended)) if ended[at] and not ended[at - 1]), default=0)

    def in_world(self, world: Records, seat: int) -> Recall:
        """The same for a seat; for others it begins with what they see in a world now, and the actions all saw."""
        twin, now, words = self.copy(), world.tobytes(), self.words(ONLOOKER)
        for other in range(int(world[0].seats)):
            if other != seat:
                digest = sha256(self.rules.rules.layout.masked(now, other)).digest()
                twin._told[other] = Told(len(self.steps), digest, self.recent(ONLOOKER))
                twin._words[other] = len(self.steps), words
        return twin
