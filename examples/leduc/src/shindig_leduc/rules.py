"""Leduc hold'em: how it is played."""

from shindig.gamekit import CHANCE, OVER, UNKNOWN, Hand, Items, Ranges, Rules, kernel

from .record import ANTE, BETS, CALL, CHECK, FIRST, FOLD, HAND_OVER, LAYOUT, MOST, OPTIONS, RAISE, RAISES, SECOND, Leduc


@kernel
def start(m: Leduc) -> None:
    """Both get their chips; cards are needed."""
    for seat in range(2):
        m.chips[seat] = m.stack
        m.hand[seat] = m.shown[seat] = UNKNOWN
    m.board = UNKNOWN
    m.actor = CHANCE


@kernel
def chance_items(_m: Leduc, items: Items) -> int:
    """The whole deck is to be shuffled (LD-3)."""
    for i in range(6):
        items[i] = i // 2
    return 6


@kernel
def chance_order(m: Leduc, items: Items) -> None:
    """A shuffled deck: ante and deal (LD-4), and the other player acts first (LD-5)."""
    for i in range(6):
        m.deck[i] = items[i]
    m.first = m.number % 2
    m.number += 1
    for seat in range(2):
        m.hand[seat] = m.deck[seat]
        m.shown[seat] = UNKNOWN
        m.bets[seat] = m.net[seat] = 0
        pay(m, seat, ANTE)
    m.board = UNKNOWN
    begin_round(m, FIRST)


@kernel
def begin_round(m: Leduc, phase: int) -> None:
    m.phase = phase
    m.raises = 0
    m.actor = m.first


@kernel
def pay(m: Leduc, seat: int, amount: int) -> None:
    m.chips[seat] -= amount
    m.bets[seat] += amount


@kernel
def legal(m: Leduc, ranges: Ranges) -> int:
    """Check or raise; after a raise call, fold, or raise again (LD-6)."""
    owes = m.bets[m.actor] < m.bets[1 - m.actor]
    if not owes:
        ranges[0, 0] = ranges[0, 1] = CHECK
        ranges[1, 0] = ranges[1, 1] = RAISE
        return 2
    ranges[0, 0] = CALL
    ranges[0, 1] = RAISE if m.raises < RAISES else FOLD
    return 1


@kernel
def apply(m: Leduc, action: int) -> None:
    """What an action does."""
    seat, other = m.actor, 1 - m.actor
    owed = m.bets[other] - m.bets[seat]
    if action == FOLD:
        end_hand(m, other)
    elif action == RAISE:
        pay(m, seat, owed + BETS[m.phase - FIRST])
        m.raises += 1
        m.actor = other
    elif action == CHECK and seat == m.first:
        m.actor = other
    else:
        pay(m, seat, owed)
        end_round(m)


@kernel
def end_round(m: Leduc) -> None:
    """The board is turned up (LD-7); or both show (LD-8)."""
    if m.phase == FIRST:
        m.board = m.deck[2]
        begin_round(m, SECOND)
        return
    for seat in range(2):
        m.shown[seat] = m.hand[seat]
    ours, theirs = strength(m, 0), strength(m, 1)
    end_hand(m, -1 if ours == theirs else 0 if ours > theirs else 1)


@kernel
def strength(m: Leduc, seat: int) -> int:
    """A pair with the board beats all else (LD-8)."""
    return 3 if m.hand[seat] == m.board else int(m.hand[seat])


@kernel
def end_hand(m: Leduc, winner: int) -> None:
    """Pay, and look whether the match is over (LD-9). `winner` is a seat, or -1 where both take back what they paid."""
    if winner >= 0:
        loser = 1 - winner
        m.net[winner], m.net[loser] = m.bets[loser], -m.bets[loser]
    for seat in range(2):
        m.chips[seat] += m.bets[seat] + m.net[seat]
        m.bets[seat] = 0
    m.phase = HAND_OVER
    broke = m.chips[0] < MOST or m.chips[1] < MOST
    m.actor = OVER if m.number == m.hands or broke else CHANCE


@kernel
def number(m: Leduc) -> int:
    return int(m.number)


@kernel
def ended(m: Leduc) -> bool:
    return bool(m.phase == HAND_OVER)


@kernel
def payoff(m: Leduc, seat: int) -> int:
    return int(m.net[seat])


def conserved(m: Leduc) -> int:
    """All chips: they neither appear nor vanish."""
    return int(m.chips.sum() + m.bets.sum())


RULES = Rules(
    version=1,
    seats=range(2, 3),
    layout=LAYOUT,
    options=OPTIONS,
    num_actions=4,
    max_ranges=2,
    max_order=6,
    start=start,
    chance_items=chance_items,
    chance_order=chance_order,
    legal=legal,
    apply=apply,
    conserved=conserved,
    hand=Hand(number, ended, payoff),
)
