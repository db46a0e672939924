"""The tricks: the lead, legal cards, the winner. TN-41, TN-60 to TN-65."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.turn_and_range_kernels import add_bit_ranges

from .card_kinds import excuses
from .ending import end_trick
from .public_sides import reveal_partner
from .state import ALL, DONE, NOBODY, PLAY, PLAYS, RANKS, SUITED, TRUMP, Talon

SUIT = (1 << RANKS) - 1


@kernel
def begin_play(m: Talon) -> None:
    """Let the dealer's right lead, or a taker who called a slam (TN-60)."""
    m.phase = PLAY
    m.leader = m.taker if m.slam else m.right[m.dealer]
    m.actor = m.leader


def turn_kind(m: Talon) -> int:
    """Return the phase, with leads and follows apart, since a lead takes longer."""
    return int(m.phase) + (DONE if m.phase == PLAY and m.played == 0 else 0)


@kernel
def legal_plays(m: Talon, ranges: Ranges) -> int:
    """Write the legal cards."""
    suits, trumps = playable(m)
    written = add_bit_ranges(ranges, 0, PLAYS, suits)
    return add_bit_ranges(ranges, written, PLAYS + SUITED, trumps)


@kernel
def playable(m: Talon) -> tuple[int, int]:
    """Return cards that follow suit, else trumps (TN-61), on a trump higher ones (TN-62); excuses (TN-64). As bits."""
    suits, trumps = int(m.suits[m.actor]), int(m.trumps[m.actor])
    if m.led != NOBODY:
        excused = trumps & excuses(m)
        follow = suits & SUIT << int(m.led) * RANKS if m.led != TRUMP else 0
        ruff = to_trump(m, trumps ^ excused)
        if follow:
            suits, trumps = follow, excused
        elif ruff:
            suits, trumps = 0, ruff | excused
    elif m.trick == 0 and m.played == 0 and m.named != NOBODY and m.actor != m.taker:
        suits = first_lead(m, suits, trumps)
    return suits, trumps


@kernel
def to_trump(m: Talon, trumps: int) -> int:
    """Return the legal trumps of a hand that cannot follow suit: with a duty to beat, the higher ones."""
    if m.best >= SUITED and (m.led == TRUMP or m.overruff):
        higher = trumps >> int(m.best) - SUITED << int(m.best) - SUITED
        if higher:
            return higher
    return trumps


@kernel
def first_lead(m: Talon, suits: int, trumps: int) -> int:
    """Return the legal suit cards of others than the taker: the named suit only by the named card or for lack of
    others."""
    named = int(m.named)
    allowed = suits & ~(SUIT << named // RANKS * RANKS) | suits & 1 << named
    return allowed if allowed or trumps else suits


@kernel
def apply_play(m: Talon, action: int) -> None:
    """Put a card on the table; the last of a trick ends it."""
    card, seat = int(action - PLAYS), m.actor
    if m.played == 0:
        open_trick(m)
    m.table[m.played] = card
    m.held[seat] -= 1
    if card < SUITED:
        m.suits[seat] &= ~(1 << card)
        m.gone_suits |= 1 << card
        if card == m.named:
            reveal_partner(m, seat)
        if m.led == NOBODY:
            m.led = card // RANKS
        follow_with(m, seat, card, card // RANKS == m.led)
    else:
        bit = 1 << card - SUITED
        m.trumps[seat] &= ~bit
        m.gone_trumps |= bit
        if bit & excuses(m):
            m.excused |= 1 << int(m.played)
        else:
            if m.led == NOBODY:
                m.led = TRUMP
            follow_with(m, seat, card, True)
    m.played += 1
    if m.played == m.players:
        end_trick(m)
    else:
        m.actor = m.right[seat]


@kernel
def follow_with(m: Talon, seat: int, card: int, counts: bool) -> None:
    """Make a card the winner so far if it counts, as a trump or of the suit led, and its id is higher (TN-63)."""
    if counts and card > m.best:
        m.best = card
        m.winner = seat


@kernel
def open_trick(m: Talon) -> None:
    """Begin a trick: the last one may no longer be seen, unless all may (TN-65)."""
    m.leader = m.actor
    m.led = NOBODY
    m.best = NOBODY
    m.winner = NOBODY
    m.excused = 0
    m.given[0] = NOBODY
    m.given[1] = NOBODY
    if m.tricks != ALL:
        m.past_leader[0] = NOBODY
        m.past_winner[0] = NOBODY
        for i in range(m.players):
            m.past[0, i] = NOBODY
