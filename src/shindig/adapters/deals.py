"""A match as OpenSpiel wants it: chance item by item and no sooner than it matters, and what every seat has seen.

Rules take an order whole. Where a game says how much of an order is `used`, the rest of it is drawn only once a step
would use it: until then it lies there in some arrangement, which nobody has seen and nothing hangs on. A step that uses
more than was drawn waits; chance draws the next item, all steps since that order are taken again with it, and the step
is tried anew. Records are never changed once a step was taken: copies of a match share them.
"""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from ..games import Game, game
from ..games.layout import CHANCE, OVER, Items, Record, Records, snapshot
from ..history import GIVEN, SECRET, History

END = -4
"""Nobody's turn any more; chance is CHANCE."""


class Drawn(NamedTuple):
    """An order as far as it was drawn."""

    asks: int
    items: Items
    """First those that were drawn; the others lie behind them anyhow."""
    given: int
    """How many were drawn."""
    left: dict[int, int]
    """The others, ascending: how many there are of each."""

    @classmethod
    def of(cls, asks: int, items: Items) -> Drawn:
        """One of which nothing was drawn."""
        return cls(asks, items, 0, dict(sorted(Counter(items.tolist()).items())))

    @property
    def outcomes(self) -> list[tuple[int, float]]:
        """The items that may come next, ascending, with their probabilities."""
        rest = len(self.items) - self.given
        return [(item, count / rest) for item, count in self.left.items()]

    def and_then(self, item: int) -> Drawn:
        """The order with one more item drawn: it changes places with the one that lay there."""
        items, left, at = self.items.copy(), self.left.copy(), self.given
        items[self.items.tolist().index(item, at)], items[at] = items[at], item
        left[item] -= 1
        if not left[item]:
            del left[item]
        return Drawn(self.asks, items, at + 1, left)


class Act(NamedTuple):
    """An action of a seat."""

    seat: int
    action: int


Step = Act | int
"""An action, or which of the orders drawn was handed in."""


class Deals:
    """A match under way, with its steps kept as snapshots."""

    def __init__(self, rules: Game, match: Records, limit: int, hands: int = 0) -> None:
        """It ends after `limit` actions, and after so many `hands`, if that is not 0."""
        self.rules, self.match, self.limit, self.hands = rules, match, limit, hands
        self.moves = 0
        self.steps: list[tuple[Act | None, Records]] = [(None, snapshot(match))]
        self._log: list[Step] = []
        self._drawn: list[Drawn] = []
        self._last: dict[int, int] = {}
        """Of each of the game's orders, which of those drawn is its last."""
        self._begun: dict[int, tuple[int, Records]] = {}
        """Of each order, how long the log was before it was handed in, and the match then."""
        self._waits: Step | None = None
        self._lacks = -1
        self._told: dict[int, tuple[int, str, list[str]]] = {}
        self._ranges: list[tuple[int, int]] | None = None
        self.player = END
        """A seat, CHANCE, or END."""
        self._ask()
        self._turn()

    def __deepcopy__(self, memo: dict[int, Any]) -> Deals:
        """A copy that shares the rules and the snapshots, which never change."""
        twin = object.__new__(Deals)
        twin.__dict__ = self.__dict__ | {"_told": dict(self._told), "_last": dict(self._last)}
        twin.steps, twin._log, twin._drawn, twin._begun = [*self.steps], [*self._log], [*self._drawn], dict(self._begun)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the rules by their name."""
        return self.__dict__ | {"rules": self.rules.id}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, rules=game(state["rules"]))

    @property
    def record(self) -> Record:
        record: Record = self.match[0]
        return record

    def _turn(self) -> None:
        """See whose turn it is."""
        self._ranges = None
        if self._lacks >= 0:
            self.player = CHANCE
        else:
            self.player = END if self.moves >= self.limit or self._ended else self._actor

    @property
    def _actor(self) -> int:
        return int(self.match["actor"].item(0))

    @property
    def _ended(self) -> bool:
        hand = self.rules.rules.hand
        over = self._actor == OVER
        return over or (0 < self.hands <= hand.number(self.record) and bool(hand.ended(self.record)))

    @property
    def asks(self) -> int:
        """Of which order the next item is drawn."""
        return self._drawn[self._lacks].asks

    @property
    def ranges(self) -> list[tuple[int, int]]:
        """What the seat to act may do."""
        if self._ranges is None:
            self._ranges = self.rules.legal_ranges(self.match)
        return self._ranges

    def outcomes(self) -> list[tuple[int, float]]:
        """The items that may come next, ascending, with their probabilities."""
        return self._drawn[self._lacks].outcomes

    def draw(self, item: int) -> None:
        """Chance gives the next item of the order that lacks one."""
        assert self._waits is not None
        self._drawn[self._lacks] = self._drawn[self._lacks].and_then(item)
        self._again()
        self._try(self._waits)
        self._turn()

    def act(self, action: int) -> None:
        """The seat to act plays an action of the game."""
        self._try(Act(self.player, action))
        self._turn()

    def _try(self, step: Step) -> None:
        """Take a step, or wait for what it uses."""
        if not isinstance(step, Act):
            self._begun[step] = len(self._log), self.match
        after = snapshot(self.match)
        self._take(after, step)
        self._lacks, self._waits = self._lacking(after), step
        if self._lacks < 0:
            self.match, self._waits = after, None
            self._log.append(step)
            self.moves += isinstance(step, Act)
            self.steps.append((step if isinstance(step, Act) else None, after))
            self._ask()

    def _lacking(self, after: Records) -> int:
        """The first order of which more was used than was drawn; -1 where there is none."""
        used = self.rules.engine.used
        for number in self._last.values():
            asks, _, given, left = self._drawn[number]
            if len(left) > 1 and (used is None or used(after, 0, asks) > given):
                return number
        return -1

    def _take(self, match: Records, step: Step) -> None:
        if isinstance(step, Act):
            self.rules.engine.apply(match, 0, step.action)
        else:
            self.rules.engine.order(match, 0, self._drawn[step].items)

    def _again(self) -> None:
        """Take all steps again since the order was handed in of which more was drawn."""
        first, self.match = self._begun[self._lacks]
        for number, step in enumerate(self._log[first:], first):
            if not isinstance(step, Act):
                self._begun[step] = number, self.match
                self.match = snapshot(self.match)
            self._take(self.match, step)

    def _ask(self) -> None:
        if self._actor == CHANCE and not self._ended:
            items, asks = np.empty(self.rules.rules.max_order, np.int16), int(self.record.asks)
            wanted = self.rules.engine.wanted(self.match, 0, items)
            self._last[asks] = len(self._drawn)
            self._drawn.append(Drawn.of(asks, items[:wanted]))
            self._try(len(self._drawn) - 1)

    def memory(self, seat: int) -> str:
        """All that a seat has seen: the actions in words, and a digest of all its views and of what it did itself."""
        done, digest, words = self._told.get(seat, (0, "", []))
        for at in range(done, len(self.steps)):
            word, view = self._seen(seat, at), self.rules.view(self.steps[at][1], seat)
            digest = sha256(digest.encode() + word.encode() + view.tobytes()).hexdigest()
            words = [*words, word] if word else words
        self._told[seat] = len(self.steps), digest, words
        return f"seat {seat}: {'; '.join(words)} #{digest}"

    def digest(self, seat: int) -> bytes:
        """32 bytes: others, but for chance, where a seat has seen anything else."""
        return bytes.fromhex(self.memory(seat)[-64:])

    def recent(self, seat: int, most: int) -> list[Act]:
        """The last actions as a seat saw them, the latest first; SECRET for what others did secretly."""
        acts = (act for act, _ in reversed(self.steps) if act is not None)
        return [Act(act.seat, self._action(seat, act)) for act in islice(acts, most)]

    def __str__(self) -> str:
        """All actions in words."""
        return "; ".join(f"{act.seat} {self._text(at)}" for at, (act, _) in enumerate(self.steps) if act)

    def _text(self, at: int) -> str:
        """A step that was an action in words, as its seat saw the match before it."""
        act, (_, before) = self.steps[at][0], self.steps[at - 1]
        return self.rules.words.text(before[0], act.action) if act else ""

    def _seen(self, seat: int, at: int) -> str:
        """A step as a seat saw it; empty for chance's."""
        act = self.steps[at][0]
        if act is None:
            return ""
        return f"{act.seat} {'?' if self._action(seat, act) == SECRET else self._text(at)}"

    def history(self, seat: int) -> History:
        """What a seat has seen since this hand began."""
        first = self._hand_began()
        steps = self.steps[first:]
        views = self.rules.rules.layout.views(np.concatenate([match for _, match in steps]), seat)
        actors = [CHANCE if act is None else act.seat for act, _ in steps[1:]]
        actions = [GIVEN if act is None else self._action(seat, act) for act, _ in steps[1:]]
        return History(views, np.array(actors, np.int8), np.array(actions, np.int32))

    def _action(self, seat: int, act: Act) -> int:
        """An action as a seat saw it."""
        return SECRET if act.seat != seat and self.rules.rules.secret(act.action) else act.action

    def _hand_began(self) -> int:
        """The step after which this hand's first one came: the last that ended a hand, or none."""
        ended = [bool(self.rules.rules.hand.ended(match[0])) for _, match in self.steps]
        return max((at for at in range(1, len(ended)) if ended[at] and not ended[at - 1]), default=0)

    def in_world(self, world: Records, seat: int) -> Deals:
        """The same match for a seat, with what it cannot know as in a world: a whole record that agrees with its views.

        What others have seen begins with what they see there now.
        """
        twin = self.__deepcopy__({})
        twin.match = snapshot(world)
        twin._log, twin._drawn, twin._last, twin._begun, twin._ranges = [], [], {}, {}, None
        words = self._words(seat)
        for other in range(int(self.record.seats)):
            if other != seat:
                digest = sha256(self.rules.view(world, other).tobytes()).hexdigest()
                twin._told[other] = len(self.steps), digest, words
        return twin

    def _words(self, seat: int) -> list[str]:
        self.memory(seat)
        return self._told[seat][2]
