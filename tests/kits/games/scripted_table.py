"""A table without chance of its own: orders are handed in, actions are written out with whose turn it is."""

from __future__ import annotations

from typing import Self

import pytest

from shindig.gamekit import IllegalAction
from shindig.gamekit.game_spec import Line
from shindig.match import Match


class RiggedTable(Match):
    """A match that keeps the onlooker's log, plays actions as text, and shows its money."""

    lines: tuple[Line, ...] = ()

    def hand_in(self, order: list[str]) -> None:
        """Give the order that is needed, as texts."""
        before = self.view()
        self.order(order)
        self.lines += tuple(self.story(before, self.steps[-1], self.view()))

    def top(self, *first: str) -> None:
        """Give the order that is needed: these items first, then the rest as they come."""
        codes = self.game.item_codes(self.record, int(self.record.asks))
        rest = [codes[item] for item in self.wanted()]
        for code in first:
            rest.remove(code)
        self.hand_in([*first, *rest])

    def do(self, *actions: str) -> Self:
        """Play actions, each by whoever's turn it is; `2: call` also checks whose turn that is."""
        for words in actions:
            seat, colon, action = words.rpartition(": ")
            assert not colon or int(seat) == self.to_act, f"{words!r}, but it is the turn of seat {self.to_act}"
            before = self.view()
            self.play(action)
            self.lines += tuple(self.story(before, self.steps[-1], self.view()))
        return self

    def refused(self, action: str | int) -> str:
        """The clause that forbids an action, which changes nothing."""
        before, steps = self.array.tobytes(), len(self.steps)
        with pytest.raises(IllegalAction) as refusal:
            self.play(action)
        assert self.array.tobytes() == before
        assert len(self.steps) == steps
        return refusal.value.clause

    @property
    def told(self) -> str:
        """The onlooker's log so far."""
        return "\n".join(str(line.text) for line in self.lines)

    def clockwise(self, dealer: int) -> list[int]:
        """All seats from a dealer's left to the dealer."""
        return [(dealer + step) % self.seats for step in range(1, self.seats + 1)]

    def shown(self) -> dict[int, str]:
        """Hands that lie face up, by seat."""
        deck, shown = self.game.deck(self.record), self.view().record.shown
        return {seat: deck.text(shown[seat]) for seat in range(self.seats) if shown[seat, 0] >= 0}

    @property
    def chips(self) -> list[int]:
        return [int(self.record.chips[seat]) for seat in range(self.seats)]

    @property
    def won(self) -> list[int]:
        return [int(self.record.won[seat]) for seat in range(self.seats)]

    @property
    def pots(self) -> list[int]:
        return [int(self.record.pot[p]) for p in range(int(self.record.pots))]
