"""A turn after its draw: laying down, discarding, and the next step. PB-11, PB-12."""

from __future__ import annotations

from shindig.core.kernel_compiler import inlined, kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.betting.steps import count_in

from ..worth.meld_numbering import BIT
from ..worth.melds import write_cards, write_melds
from .ending import how_ended, judge
from .funds import most
from .state import DISCARD, HAND_ENDED, NEXT_TURN, PROPOSE, RUNNING, TURN, TURN_OVER, WAIT, Pokebacc
from .variants import WITHIN_TURNS


@inlined
@kernel
def legal_turn(m: Pokebacc, ranges: Ranges) -> int:
    """Write every meld in the hand, every card to discard, and the legal invitations."""
    held = m.held[m.actor]
    count = write_melds(held, m.variant, ranges)
    count = write_cards(held, DISCARD, ranges, count)
    limit = most_to_invite(m)
    if limit > 0:
        ranges[count, 0] = PROPOSE
        ranges[count, 1] = PROPOSE + limit - 1
        count += 1
    return count


@kernel
def most_to_invite(m: Pokebacc) -> int:
    """Return the largest legal invitation of the actor, once a turn (PB-51, PB-52); 0 if there is none."""
    if not m.stakes or m.invited or not WITHIN_TURNS[m.variant] or count_in(m) < 2:
        return 0
    return int(most(m, int(m.actor)))


@kernel
def discard(m: Pokebacc, card: int) -> int:
    """Put a card face up on the discard pile."""
    seat = m.actor
    m.held[seat] &= ~BIT[card]
    m.cards[seat] -= 1
    m.pile |= BIT[card]
    m.pile_count += 1
    m.top = card
    return TURN_OVER


@kernel
def go_on(m: Pokebacc) -> int:
    """Return to the turn's player; with no card left the turn is over (PB-12)."""
    m.phase = TURN
    m.actor = m.turn
    return TURN_OVER if m.cards[m.turn] == 0 else WAIT


@kernel
def end_turn(m: Pokebacc) -> int:
    """Count the turn, then end the hand or let the next player draw."""
    m.turns[m.turn] += 1
    m.quiet = 0 if m.melded else m.quiet + 1
    m.short_turns = int(m.short_turns) | 1 << int(m.turn) if m.short and not m.melded else 0
    m.ended = how_ended(m)
    if m.ended == RUNNING:
        return NEXT_TURN
    m.hand_winner = judge(m)
    return HAND_ENDED
