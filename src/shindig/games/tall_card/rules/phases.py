"""The rules as two tables over the phases: legal actions and their effects."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges

from .bets import apply_bet, legal_steps
from .claim import apply_claim, legal_claims
from .draw import apply_discard, legal_discards
from .reveal import apply_declaration, legal_declarations
from .state import CLAIM, DECLARE, DRAW, TallCard


@kernel
def legal(m: TallCard, ranges: Ranges) -> int:
    """Write the legal actions of the actor as ascending ranges; also from the actor's own view."""
    if m.phase == CLAIM:
        return int(legal_claims(m, ranges))
    if m.phase == DRAW:
        return int(legal_discards(m, ranges))
    if m.phase == DECLARE:
        return int(legal_declarations(m, ranges))
    return int(legal_steps(m, ranges))


@kernel
def apply(m: TallCard, action: int) -> None:
    """Play a legal action of the actor."""
    if m.phase == CLAIM:
        apply_claim(m, action)
    elif m.phase == DRAW:
        apply_discard(m, action)
    elif m.phase == DECLARE:
        apply_declaration(m, action)
    else:
        apply_bet(m, action)
