"""Public knowledge of the sides while the partner is secret (TN-74)."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel

from .state import ALONE, MAX_SEATS, Talon


@kernel
def reveal_partner(m: Talon, seat: int) -> None:
    """Record that a seat has played the named card."""
    m.suspects = ALONE if seat == m.taker else 1 << int(seat)


@kernel
def witness(m: Talon, one: int, other: int) -> None:
    """Rule out suspects, given that the table saw whether two seats are of one side."""
    suspects = int(m.suspects)
    if suspects & (suspects - 1) == 0:
        return
    same = m.side[one] == m.side[other]
    for suspect in range(MAX_SEATS + 1):
        first = one == m.taker or one == suspect
        second = other == m.taker or other == suspect
        if (first == second) != same:
            suspects &= ~(1 << suspect)
    m.suspects = suspects
