"""The count, the value of the hand, payments, and the end of the match. TN-34, TN-90 to TN-93."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import OVER

from .card_kinds import half_points, is_honor
from .deal import clear_play, gather, next_deal, seat_players
from .payment import settle
from .state import (
    ALL_PLAYED,
    ATTACK,
    BROKE,
    CHANGES,
    DEFENCE,
    DONE,
    DROP,
    GRAND,
    LITTLE,
    NOBODY,
    SHEET_CONTRACT,
    SHEET_DEALER,
    SHEET_EACH,
    SHEET_ENDING,
    SHEET_HALF,
    SHEET_HAND,
    SHEET_HANDFULS,
    SHEET_HONORS,
    SHEET_PARTNER,
    SHEET_ROWS,
    SHEET_SLAM,
    SHEET_TAKER,
    TOO_FEW,
    SheetRow,
    Talon,
)

NEEDED = (112, 102, 82, 72)
"""Half points that the taker's side needs, by its honors (TN-90)."""
FACTORS = (0, 1, 2, 4, 6)
"""Multipliers by contract (TN-21)."""
BASE = 25
HANDFUL_VALUE = 20
LITTLE_MAY_LOSE = 3
MADE, MISSED, UNCALLED = ((0, 300, 400), (0, -150, -200), (0, 150, 200))
"""Slam bonuses by slam (TN-34)."""


@kernel
def score_hand(m: Talon) -> None:
    """Count needs and points (TN-90), write the sheet, pay, and gather the cards; then deal or end the match."""
    put_down_debts(m)
    row = m.sheet[m.scored % SHEET_ROWS]
    half, honors = count_pile(m, ATTACK)
    row[SHEET_HAND] = m.scored + 1
    row[SHEET_DEALER] = m.dealer
    row[SHEET_TAKER] = m.taker
    row[SHEET_PARTNER] = partner_of(m)
    row[SHEET_CONTRACT] = m.contract
    row[SHEET_HALF] = half
    row[SHEET_HONORS] = honors
    row[SHEET_ENDING] = m.ending
    row[SHEET_HANDFULS] = count_handfuls(m)
    row[SHEET_SLAM] = slam_bonus(m)
    row[SHEET_EACH] = points_each(row)
    pay_hand(m, row[SHEET_PARTNER], row[SHEET_EACH])
    for seat in range(m.seats):
        row[CHANGES + seat] = m.paid[seat]
    m.scored += 1
    gather(m)
    end_or_deal(m)


@kernel
def put_down_debts(m: Talon) -> None:
    """Put excuses that were never paid for on top of their own side's pile (TN-71)."""
    for debt in range(m.debts):
        side = m.side[m.debt_seat[debt]]
        m.pile[side, m.piled[side]] = m.debt_card[debt]
        m.piled[side] += 1
        m.debt_card[debt] = NOBODY
        m.debt_seat[debt] = NOBODY
    m.debts = 0


@kernel
def count_pile(m: Talon, side: int) -> tuple[int, int]:
    """Return half points and honors of a pile."""
    half, honors = 0, 0
    for i in range(m.piled[side]):
        half += half_points(m.pile[side, i])
        honors += 1 if is_honor(m.pile[side, i]) else 0
    return half, honors


@kernel
def partner_of(m: Talon) -> int:
    for seat in range(m.seats):
        if m.inplay[seat] and m.side[seat] == ATTACK and seat != m.taker:
            return seat
    return NOBODY


@kernel
def count_handfuls(m: Talon) -> int:
    """Return the value of all handfuls for the winners (TN-32)."""
    value = 0
    for seat in range(m.seats):
        value += HANDFUL_VALUE * int(m.handful[seat])
    return value


@kernel
def slam_bonus(m: Talon) -> int:
    """Return the one slam bonus of a hand, by the call or, without one, by the tricks (TN-34)."""
    lost = 0
    for seat in range(m.seats):
        if m.side[seat] == DEFENCE:
            lost += m.won[seat]
    made = GRAND if lost == 0 else LITTLE if lost <= LITTLE_MAY_LOSE else 0
    if m.slam == 0:
        return UNCALLED[made]
    return MADE[m.slam] if made >= m.slam else MISSED[m.slam]


@kernel
def points_each(row: SheetRow) -> int:
    """Return the sheet's sum: the payment of each defender to the taker's side, negative if it pays (TN-91)."""
    over = int(row[SHEET_HALF]) - NEEDED[row[SHEET_HONORS]]
    base = BASE + (abs(over) + 1) // 2 + int(row[SHEET_ENDING])
    value = base * FACTORS[row[SHEET_CONTRACT]] + int(row[SHEET_HANDFULS])
    return (value if over >= 0 else -value) + int(row[SHEET_SLAM])


@kernel
def pay_hand(m: Talon, partner: int, each: int) -> None:
    """Let every defender pay or get `each`; the taker has two parts and the partner one, or the taker all (TN-92)."""
    if each != 0:
        settle(m, partner, 1 if each > 0 else -1, abs(each))


@kernel
def end_or_deal(m: Talon) -> None:
    """End the match if all hands are played, a seat is broke, or too few are left (TN-93); otherwise deal."""
    broke = 0
    if m.tokens:
        for seat in range(m.seats):
            broke += 1 if m.inplay[seat] and m.score[seat] == 0 else 0
    if m.hands and m.scored == m.hands:
        end_match(m, ALL_PLAYED)
    elif broke and m.on_broke != DROP:
        end_match(m, BROKE)
    elif m.players - broke < 3:
        end_match(m, TOO_FEW)
    else:
        if broke:
            drop_broke(m)
        next_deal(m)


@kernel
def drop_broke(m: Talon) -> None:
    """Drop broke players, and clear the tricks of a hand with more players."""
    for seat in range(m.seats):
        if m.score[seat] == 0:
            m.inplay[seat] = 0
    seat_players(m)
    clear_play(m)


@kernel
def end_match(m: Talon, reason: int) -> None:
    m.reason = reason
    m.phase = DONE
    m.actor = OVER
