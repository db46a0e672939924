"""Ends of a hand and of a match: PB-40 to PB-44, PB-53."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import OVER, Numbers
from shindig.gamekit.betting.state import IN, NOBODY, OUT
from shindig.gamekit.betting.steps import count_in
from shindig.gamekit.turn_and_range_kernels import ask_chance

from ..worth.meld_numbering import score_of
from ..worth.melds import has_meld
from .funds import in_mask, merge_sides, pay_out
from .state import (
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
    Pokebacc,
)
from .variants import EVERY_HAND, WITHIN_TURNS


@kernel
def how_ended(m: Pokebacc) -> int:
    """Return the effect of the turn just finished: NO_CARDS (PB-41), EXHAUSTED (PB-42), or RUNNING."""
    if fewest(m, m.cards) == 0 and fewest(m, m.turns) >= 1:
        return NO_CARDS
    over = fallen_quiet(m) if m.exhaustion == QUIET else nobody_can_meld(m)
    return EXHAUSTED if over else RUNNING


@kernel
def fewest(m: Pokebacc, counts: Numbers) -> int:
    """Return the smallest count of a player in the hand."""
    least = 30_000
    for seat in range(m.seats):
        if m.status[seat] == IN and counts[seat] < least:
            least = counts[seat]
    return int(least)


@kernel
def fallen_quiet(m: Pokebacc) -> bool:
    """Return True if everyone has drawn twice, the last turns brought no meld, and a meld is on the table (PB-42,
    quiet).

    If none is, the hand goes on until both piles together hold fewer than two cards.
    """
    wait = m.quiet_turns if m.quiet_turns > 0 else 2 * count_in(m)
    if m.quiet < wait or fewest(m, m.draws) < 2:
        return False
    for seat in range(m.seats):
        if m.status[seat] == IN and m.melds[seat] > 0:
            return True
    return bool(m.stock + m.pile_count < 2)


@kernel
def nobody_can_meld(m: Pokebacc) -> bool:
    """Return True if no hand holds a meld, or all have had a turn with a short draw since the last one (PB-42,
    referee)."""
    if in_mask(m) & ~int(m.short_turns) == 0:
        return True
    if fewest(m, m.draws) < 2:
        return False
    able = 0
    for seat in range(m.seats):
        if m.status[seat] == IN and has_meld(m.held[seat], m.variant):
            able += 1
    return able == 0


@kernel
def judge(m: Pokebacc) -> int:
    """Return the winner by the highest sum, PB-43, or NOBODY."""
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
def standing(m: Pokebacc, seat: int) -> int:
    """Return a seat's rating as one number: the sum and, by option, then fewer cards, then the best single meld."""
    if m.tie_break != FEWEST_CARDS:
        return int(m.score[seat])
    single = 0
    for i in range(m.melds[seat]):
        if m.spoiler[seat, i] == NOBODY:
            single = max(single, int(score_of(m.laid[seat, i], m.variant)))
    return (int(m.score[seat]) * 100 + 99 - int(m.cards[seat])) * 1000 + single


@kernel
def end_hand(m: Pokebacc) -> int:
    """Credit a hand to its winner, if any."""
    m.phase = HAND_OVER
    m.turn = NOBODY
    winner = int(m.hand_winner)
    if winner != NOBODY:
        m.won[winner] += 1
        if m.won[winner] >= m.hands_to_win:
            return end_match(m, winner, HANDS_WON)
    if m.stakes and EVERY_HAND[m.variant]:
        close_sale(m, winner)
    return NEXT_HAND


@kernel
def close_sale(m: Pokebacc, winner: int) -> None:
    """Pay the winner out; without one, leave everything for the next Sale in one fund (PB-51)."""
    if winner != NOBODY:
        pay_out(m, winner)
    else:
        merge_sides(m, 0)


@kernel
def end_match(m: Pokebacc, winner: int, reason: int) -> int:
    """Record the winner of the match and the reason."""
    m.match_winner = winner
    m.reason = reason
    return MATCH_ENDED


@kernel
def next_hand(m: Pokebacc) -> int:
    """Drop those who cannot buy in again; then let players raise the stakes, or ask for the shuffle."""
    if m.stakes and EVERY_HAND[m.variant]:
        drop_broke(m)
    left, last = 0, NOBODY
    for seat in range(m.seats):
        if m.status[seat] != OUT:
            left, last = left + 1, seat
    if left == 1:
        return end_match(m, last, LAST_LEFT)
    if m.stakes and not WITHIN_TURNS[m.variant]:
        return SPEAK
    ask_chance(m, MAIN)
    return WAIT


@kernel
def drop_broke(m: Pokebacc) -> None:
    """Drop who has nothing when a buy-in is due, unless nobody still in has anything (PB-53)."""
    able = 0
    for seat in range(m.seats):
        able += m.status[seat] != OUT and m.chips[seat] > 0
    for seat in range(m.seats):
        if able > 0 and m.chips[seat] == 0:
            m.status[seat] = OUT


@kernel
def finish_match(m: Pokebacc) -> None:
    """End the match; its winner takes all that is in the funds."""
    m.phase = HAND_OVER
    if m.stakes:
        pay_out(m, int(m.match_winner))
    m.actor = OVER
