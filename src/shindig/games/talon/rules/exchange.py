"""The talon: the taker's exchange, and the pile it belongs to. TN-50, TN-51."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.array_and_bit_kernels import count_bits
from shindig.gamekit.turn_and_range_kernels import add_bit_ranges

from .play import begin_play
from .state import AGAINST, ANY, ATTACK, DEFENCE, HONORS, KINGS, LAY, LAYS, LEAVE, RANKS, SUITED, TALON, Talon


@kernel
def begin_talon(m: Talon) -> None:
    """Show the talon to the taker with Take or Guard, and ask about each of its places, from the bottom."""
    if m.contract > 2:
        end_talon(m)
        return
    for place in range(TALON[m.players - 3]):
        m.seen[m.taker, place] = m.talon[place]
    m.laying = 0
    m.phase = LAY
    m.actor = m.taker


@kernel
def end_talon(m: Talon) -> None:
    """Make the talon the bottom of the taker's pile, or with Guard against of the defenders'."""
    side = DEFENCE if m.contract == AGAINST else ATTACK
    cards = TALON[m.players - 3]
    for place in range(cards):
        m.pile[side, place] = m.talon[place]
    m.piled[side] = cards
    begin_play(m)


@kernel
def is_plain(card: int) -> bool:
    """Return True for a card that is neither trump nor king."""
    return card < SUITED and card % RANKS != RANKS - 1


@kernel
def spare(m: Talon) -> int:
    """Return the number of plain cards in the taker's hand beyond those that later places can take (`french`).

    If a trump is laid down, all plain cards must go, each for a king or a trump.
    """
    plain = count_bits(int(m.suits[m.actor]) & ~KINGS)
    for place in range(m.laying + 1, TALON[m.players - 3]):
        if not is_plain(int(m.seen[m.actor, place])):
            plain -= 1
    return plain


@kernel
def legal_lays(m: Talon, ranges: Ranges) -> int:
    """Write the actions for the talon's card."""
    leave, suits, trumps = layable(m)
    written = 0
    if leave:
        ranges[0, 0] = LEAVE
        ranges[0, 1] = LEAVE
        written = 1
    written = add_bit_ranges(ranges, written, LAYS, suits)
    return add_bit_ranges(ranges, written, LAYS + SUITED, trumps)


@kernel
def layable(m: Talon) -> tuple[bool, int, int]:
    """Return if the talon's card may be left, and as bits the cards to lay in its place: none just taken from there.

    Under `french` no king and no honor is laid, and trumps only if the kept hand will be trumps and kings.
    """
    taken = int(m.taken_suits[m.actor])
    suits, trumps = int(m.suits[m.actor]) & ~taken, int(m.trumps[m.actor]) & ~int(m.taken_trumps[m.actor])
    leave = True
    if m.lay_away != ANY:
        plain, spared = is_plain(int(m.seen[m.actor, m.laying])), spare(m)
        if plain or spared > 0 or taken & ~KINGS != 0:
            trumps = 0
        if m.laid_open:
            leave = spared <= 0
            if plain:
                suits = 0
        suits &= ~KINGS
        trumps &= ~HONORS
    return leave, suits, trumps


@kernel
def apply_lay(m: Talon, action: int) -> None:
    """Put a card of the hand in the place of the talon's card, which goes to the hand; on to the next place."""
    if action != LEAVE:
        swap(m, int(m.actor), action - LAYS, int(m.talon[m.laying]))
    m.laying += 1
    if m.laying == TALON[m.players - 3]:
        end_talon(m)


@kernel
def swap(m: Talon, seat: int, card: int, taken: int) -> None:
    """Exchange a card of a hand with the card at the talon's place `laying`."""
    if card < SUITED:
        m.suits[seat] &= ~(1 << card)
    else:
        m.trumps[seat] &= ~(1 << (card - SUITED))
        if m.lay_away != ANY:
            m.laid_open |= 1 << (card - SUITED)
    if taken < SUITED:
        m.suits[seat] |= 1 << taken
        m.taken_suits[seat] |= 1 << taken
    else:
        m.trumps[seat] |= 1 << (taken - SUITED)
        m.taken_trumps[seat] |= 1 << (taken - SUITED)
    m.talon[m.laying] = card
    m.seen[seat, m.laying] = card
