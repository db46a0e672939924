"""An exchange handed in at once: its actions are judged one after another as if each came alone; all count, or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from shindig.core.record_layout import Records, copy_records
from shindig.match import Match, View
from shindig.server.errors import RefusedError, RoomError


def plan_exchange(match: Match, view: View, actions: Sequence[int]) -> tuple[int, ...]:
    """The actions in an order that the rules allow: a card that is left is left, which is laid where is all one.

    Raises RoomError where no exchange is asked for, or another one; RefusedError with the clause of what is forbidden.
    """
    asked = view.own.prompt.exchange if view.own.prompt else None
    if asked is None:
        raise RoomError("one action is expected here, not several")
    if len(actions) != len(asked.places):
        raise RoomError(f"expected an action for each of the {len(asked.places)} places, got {len(actions)}")
    search = OrderSearch(match, view.seat, asked.leave, tuple(actions))
    found = search.find_order((), tuple(action for action in actions if action != asked.leave))
    if found is None:
        raise search.find_refusal()
    return found


@dataclass
class OrderSearch:
    """Looks for an order; whatever is still to be laid is tried once at each place."""

    match: Match
    seat: int
    leave: int
    given: tuple[int, ...]
    tried: set[tuple[int, frozenset[int]]] = field(default_factory=set)

    def find_order(self, done: tuple[int, ...], left: tuple[int, ...]) -> tuple[int, ...] | None:
        """All actions, behind those `done` the rest, of which these are `left` to be laid; None where it cannot be."""
        if len(done) == len(self.given):
            return done
        if (len(done), frozenset(left)) in self.tried:
            return None
        self.tried.add((len(done), frozenset(left)))
        view = self.view_after(done)
        leaves = self.given[len(done)] == self.leave
        for action in (self.leave,) if leaves else left:
            if view is not None and view.legal.allows(action):
                rest = left if leaves else tuple(other for other in left if other != action)
                if (found := self.find_order((*done, action), rest)) is not None:
                    return found
        return None

    def view_after(self, done: Sequence[int]) -> View | None:
        """What the seat sees when it has played these; None where it is asked no more."""
        record = self.record_after(done)
        mine = int(record["actor"][0]) == self.seat
        return View(self.match.game, self.match.game.view(record, self.seat)) if mine else None

    def record_after(self, done: Sequence[int]) -> Records:
        record = copy_records(self.match.array)
        for action in done:
            self.match.game.engine.apply(record, 0, action)
        return record

    def find_refusal(self) -> RefusedError:
        """Why the given order cannot be played, from its first action that is forbidden."""
        for count, action in enumerate(self.given):
            view = self.view_after(self.given[:count])
            if view is None or not 0 <= action < self.match.game.rules.num_actions:
                break
            if not view.legal.allows(action):
                refused = self.match.game.words.refuse(view.record, action)
                return RefusedError(str(refused), refused.clause)
        return RefusedError("these cards cannot be laid down together")
