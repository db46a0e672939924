"""Plans of an exchange: several actions sent at once. They are checked one by one; all count, or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from shindig.core.layout_and_views import Records, copy_records
from shindig.match import Match, View
from shindig.messages import say
from shindig.server.errors import RefusedError, RoomError


def plan_exchange(match: Match, view: View, actions: Sequence[int]) -> tuple[int, ...]:
    """Return the actions in an order that the rules allow.

    The place of each taken card is fixed; cards may be laid in any order. Raises RoomError if no exchange is open, or
    another one; RefusedError with the clause of the forbidden action.
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
    """Search for a legal order. Each card to lay is tried once at each place."""

    match: Match
    seat: int
    leave: int
    given: tuple[int, ...]
    tried: set[tuple[int, frozenset[int]]] = field(default_factory=set)

    def find_order(self, done: tuple[int, ...], left: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return all actions: those `done`, then the rest, with `left` to be laid; None if no order is legal."""
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
        """Return the seat's view after these actions; None if its exchange is over."""
        record = self.record_after(done)
        mine = int(record["actor"][0]) == self.seat
        return View(self.match.game, self.match.game.view(record, self.seat)) if mine else None

    def record_after(self, done: Sequence[int]) -> Records:
        record = copy_records(self.match.array)
        for action in done:
            self.match.game.engine.apply(record, 0, action)
        return record

    def find_refusal(self) -> RefusedError:
        """Return the refusal of the first forbidden action in the given order."""
        for count, action in enumerate(self.given):
            view = self.view_after(self.given[:count])
            if view is None or not 0 <= action < self.match.game.rules.num_actions:
                break
            if not view.legal.allows(action):
                refused = self.match.game.words.refuse(view.record, action)
                return RefusedError(str(refused), refused.clause, refused.text)
        return RefusedError(say("refuse-together"))
