"""How a hand and a match end: PB-40 to PB-44, PB-53."""

from __future__ import annotations

from typing import Any

from ..betting import IN, NOBODY, OUT, count_in
from ..kernels import kernel
from ..record import OVER
from .deal import ask
from .funds import pay_out
from .melds import has_meld
from .numbering import score_of
from .record import (
    EXHAUSTED,
    FEWEST_CARDS,
    HAND_OVER,
    HANDS_WON,
    LAST_LEFT,
    MAIN,
    MATCH_ENDED,
    NEXT_HAND,
    NO_CARDS,
    QUIET,
    RUNNING,
    SPEAK,
    WAIT,
)
from .variants import EVERY_HAND, WITHIN_TURNS


@kernel
def how_ended(m: Any) -> int:
    """Whether the turn just finished ended the hand: NO_CARDS (PB-41), EXHAUSTED (PB-42), or RUNNING."""
    if fewest(m, m.cards) == 0 and fewest(m, m.turns) >= 1:
        return NO_CARDS
    over = fallen_quiet(m) if m.exhaustion == QUIET else nobody_can_meld(m)
    return EXHAUSTED if over else RUNNING


@kernel
def fewest(m: Any, counts: Any) -> int:
    """The least count of a player in the hand."""
    least = 30_000
    for seat in range(m.seats):
        if m.status[seat] == IN and counts[seat] < least:
            least = counts[seat]
    return int(least)


@kernel
def fallen_quiet(m: Any) -> bool:
    """PB-42, option quiet: everyone has drawn twice, the last turns brought no meld, and something lies on the table.

    Where nothing does, the hand goes on until both piles together hold fewer than two cards.
    """
    wait = m.quiet_turns if m.quiet_turns > 0 else 2 * count_in(m)
    if m.quiet < wait or fewest(m, m.draws) < 2:
        return False
    for seat in range(m.seats):
        if m.status[seat] == IN and m.melds[seat] > 0:
            return True
    return bool(m.stock + m.pile_count < 2)


@kernel
def nobody_can_meld(m: Any) -> bool:
    """PB-42, option referee: no hand contains a meld, or a whole round of cut-short draws brought none."""
    if m.short_turns >= count_in(m):
        return True
    if fewest(m, m.draws) < 2:
        return False
    able = 0
    for seat in range(m.seats):
        if m.status[seat] == IN and has_meld(m.held[seat], m.variant):
            able += 1
    return able == 0


@kernel
def judge(m: Any) -> int:
    """Who wins by the highest sum, PB-43, or NOBODY."""
    best, winner = 0, NOBODY
    for seat in range(m.seats):
        if m.status[seat] == IN and m.score[seat] > 0:
            worth = standing(m, seat)
            if worth > best:
                best, winner = worth, seat
            elif worth == best:
                winner = NOBODY
    return winner


@kernel
def standing(m: Any, seat: int) -> int:
    """What decides a hand as one number: the sum and, by option, then fewer cards, then the best single meld."""
    if m.tie_break != FEWEST_CARDS:
        return int(m.score[seat])
    single = 0
    for i in range(m.melds[seat]):
        if m.spoiler[seat, i] == NOBODY:
            single = max(single, int(score_of(m.laid[seat, i], m.variant)))
    return (int(m.score[seat]) * 100 + 99 - int(m.cards[seat])) * 1000 + single


@kernel
def end_hand(m: Any) -> int:
    """Credit a hand to its winner, if any."""
    m.phase = HAND_OVER
    m.turn = NOBODY
    winner = int(m.hand_winner)
    if winner == NOBODY:
        return NEXT_HAND
    m.won[winner] += 1
    if m.won[winner] >= m.hands_to_win:
        return end_match(m, winner, HANDS_WON)
    if m.stakes and EVERY_HAND[m.variant]:
        pay_out(m, winner)
    return NEXT_HAND


@kernel
def end_match(m: Any, winner: int, reason: int) -> int:
    """Say who has won the match, and why."""
    m.match_winner = winner
    m.reason = reason
    return MATCH_ENDED


@kernel
def next_hand(m: Any) -> int:
    """Who cannot buy in again is out of the match; the deal moves to the left (PB-3)."""
    if m.stakes and EVERY_HAND[m.variant]:
        drop_broke(m)
    left, last = 0, NOBODY
    for seat in range(m.seats):
        if m.status[seat] != OUT:
            left, last = left + 1, seat
    if left == 1:
        return end_match(m, last, LAST_LEFT)
    m.dealer = (m.dealer + 1) % m.seats
    while m.status[m.dealer] == OUT:
        m.dealer = (m.dealer + 1) % m.seats
    if m.stakes and not WITHIN_TURNS[m.variant]:
        return SPEAK
    ask(m, MAIN)
    return WAIT


@kernel
def drop_broke(m: Any) -> None:
    """PB-53: out of the match is who has nothing when a buy-in is due, unless nobody has anything."""
    if m.chips.sum() == 0:
        return
    for seat in range(m.seats):
        if m.chips[seat] == 0:
            m.status[seat] = OUT


@kernel
def finish_match(m: Any) -> None:
    """The match is over; its winner takes whatever is in the funds."""
    m.phase = HAND_OVER
    if m.stakes:
        pay_out(m, int(m.match_winner))
    m.actor = OVER
