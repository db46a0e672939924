"""The hands of a match as they ended, for the books: whose each was, and what it brought. Told to nobody."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from shindig.core.record_layout import Field

    from .table_state import TableState

MIXED, PEOPLE = "mixed", "people"
"""Against bots of several levels; against people, whoever else sat there."""


class Booked(NamedTuple):
    """A hand that has ended."""

    dealt: tuple[str, ...]
    """By seat, the person whose hand it is; empty for a bot's."""
    bots: tuple[str, ...]
    """By seat, the bot that played there as it ended."""
    brought: tuple[int, ...]
    """By seat, in the unit of the match's scores."""
    dealer: int | None
    """The seat that dealt, where the game's facts tell it."""

    @classmethod
    def from_state(cls, state: TableState) -> Booked:
        """The hand that has just ended, and is told of in the chronicle."""
        brought = state.chronicle[-1].brought
        return cls(tuple(state.dealt), tuple(map(state.bot_at, range(len(brought)))), brought, _dealer(state))

    def against(self, seat: int) -> str:
        """Whom a seat played against: a bot's level, MIXED or PEOPLE."""
        others = [other for other in range(len(self.dealt)) if other != seat]
        if any(self.dealt[other] for other in others):
            return PEOPLE
        return common_name(self.bots[other] for other in others)


def common_name(names: Iterable[str]) -> str:
    """What all are called; MIXED where that is not one."""
    found = set(names)
    return found.pop() if len(found) == 1 else MIXED


def _dealer(state: TableState) -> int | None:
    """The seat of the fact called `dealer` of the hand that has just ended."""
    assert state.match is not None
    if not any(map(_is_dealer, state.game.rules.hand.facts.declared)):
        return None
    engine = state.game.engine
    row = engine.make_row()
    engine.write_facts(state.match.array, 0, row)
    return int(row["dealer"][0])


def _is_dealer(fact: Field) -> bool:
    """Whether a fact is the seat that dealt, and not one a seat, or a name."""
    return fact.name == "dealer" and fact.stands == "seat" and not fact.shape
