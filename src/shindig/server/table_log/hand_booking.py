"""Booking of a hand that has just ended: its result, read from the state of the table."""

from __future__ import annotations

from shindig.core.layout_and_views import Field

from .hand_results import Booked
from .table_state import TableState


def book_hand(state: TableState) -> Booked:
    """Return the result of the hand that has just ended."""
    brought = state.chronicle[-1].brought
    return Booked(tuple(state.dealt), tuple(map(state.bot_at, range(len(brought)))), brought, _find_dealer(state))


def _find_dealer(state: TableState) -> int | None:
    """Return the seat in the fact `dealer` of the hand that has just ended."""
    assert state.match is not None
    if not any(map(_is_dealer, state.game.rules.hand.facts.declared)):
        return None
    engine = state.game.engine
    row = engine.make_row()
    engine.write_facts(state.match.array, 0, row)
    return int(row["dealer"][0])


def _is_dealer(fact: Field) -> bool:
    """Return True if a fact is the seat of the dealer."""
    return fact.name == "dealer" and fact.stands == "seat" and not fact.shape
