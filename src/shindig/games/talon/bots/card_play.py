"""Card play: friends, tricks worth winning, and the use of the Fool to escape.

Values of cards are half points. Sets of cards are bits.
"""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.gamekit.array_and_bit_kernels import count_bits, find_lowest_bit

from ..rules.card_kinds import excuses, half_points
from ..rules.play import SUIT, playable
from ..rules.state import ALONE, FOOL, MAGICIAN, MOST_TALON, NOBODY, PLAYS, RANKS, SUITED, TRUMPS, Talon

ALL_SUITS, ALL_TRUMPS = (1 << SUITED) - 1, (1 << TRUMPS) - 1
FOOL_COST = 4.0
"""Cost of playing the Fool before the last tricks."""
MAGICIAN_RISK = 6
"""Cost of a Magician that may be beaten."""


@kernel
def choose_play(m: Talon) -> int:
    """Choose a legal card to play."""
    suits, trumps = playable(m)
    if count_bits(suits) + count_bits(trumps) == 1:
        return PLAYS + (find_lowest_bit(suits) if suits else SUITED + find_lowest_bit(trumps))
    if trumps >> FOOL & 1 and m.held[m.actor] == 2:
        return PLAYS + SUITED + FOOL
    return PLAYS + (lead(m, suits, trumps) if m.played == 0 else follow(m, suits, trumps))


@kernel
def unseen(m: Talon) -> tuple[int, int]:
    """Return the cards that may be in other hands, from the actor's information: suits, and trumps."""
    seat = m.actor
    suits = ALL_SUITS & ~int(m.gone_suits) & ~int(m.suits[seat])
    trumps = ALL_TRUMPS & ~int(m.gone_trumps) & ~int(m.trumps[seat])
    for place in range(MOST_TALON):
        card = int(m.seen[seat, place])
        if card >= SUITED:
            trumps &= ~(1 << card - SUITED)
        elif card >= 0:
            suits &= ~(1 << card)
    return suits, trumps


@kernel
def friends(m: Talon) -> int:
    """Return the seats of the actor's side as bits, as far as it knows: unknown defenders count as friends."""
    seat, suspects, named = int(m.actor), int(m.suspects), int(m.named)
    attack = 1 << int(m.taker)
    if named != NOBODY and int(m.suits[seat]) >> named & 1:
        attack |= 1 << seat
    elif suspects != ALONE and suspects & suspects - 1 == 0:
        attack |= suspects
    return attack if attack >> seat & 1 else ~attack


@kernel
def enemies_follow(m: Talon, ours: int) -> bool:
    """Return True if a seat of the other side plays after the actor."""
    seat = int(m.actor)
    for _ in range(m.players - m.played - 1):
        seat = int(m.right[seat])
        if not ours >> seat & 1:
            return True
    return False


@kernel
def is_master(card: int, suits: int, trumps: int) -> bool:
    """Return True if none of these unseen cards is higher in its suit."""
    if card >= SUITED:
        return trumps >> card - SUITED + 1 == 0
    return suits >> card + 1 & (1 << RANKS - 1 - card % RANKS) - 1 == 0


@kernel
def keep(card: int) -> float:
    """Rate a card's value in hand, beside its points."""
    if card == SUITED + MAGICIAN:
        return 2.0
    if card >= SUITED:
        return max(0.0, (card - SUITED - 8) * 0.6)
    return 2.0 if card % RANKS == RANKS - 1 else 0.0


@kernel
def holds_up(m: Talon, card: int, suits: int, trumps: int, enemies: bool) -> bool:
    """Return True if a card that is now winning will probably win the trick; `suits` and `trumps` are unseen."""
    if not enemies:
        return True
    if not is_master(card, suits, trumps):
        return False
    if card >= SUITED or trumps >> 1 == 0:
        return True
    left = count_bits(suits >> card // RANKS * RANKS & SUIT)
    return bool(left >= 3 * (m.players - 1) - 2)


@kernel
def follow(m: Talon, suits: int, trumps: int) -> int:
    """Help a friend's trick, win an opponent's if that will hold, or else give as little as possible."""
    out_suits, out_trumps = unseen(m)
    mine = friends(m)
    enemies = enemies_follow(m, mine)
    ours = m.winner != NOBODY and mine >> int(m.winner) & 1 == 1
    safe = ours and (not enemies or (m.best >= SUITED and is_master(int(m.best), out_suits, out_trumps)))
    pot = 0
    for i in range(m.played):
        pot += half_points(m.table[i])
    best, most = NOBODY, -1e9
    while suits or trumps:
        card = find_lowest_bit(suits) if suits else SUITED + find_lowest_bit(trumps)
        suits, trumps = (suits & suits - 1, trumps) if suits else (suits, trumps & trumps - 1)
        value = help_friend(m, card) if safe else gain(m, card, pot, ours, enemies, out_suits, out_trumps)
        if value > most:
            best, most = card, value
    return best


@kernel
def is_excuse(m: Talon, card: int) -> bool:
    return card >= SUITED and excuses(m) >> card - SUITED & 1 == 1


@kernel
def help_friend(m: Talon, card: int) -> float:
    """Rate a card for a trick that is already ours: many points, but no card that would win another."""
    return 0.0 if is_excuse(m, card) else half_points(card) - 1.5 * keep(card) + 2


@kernel
def beats(m: Talon, card: int) -> bool:
    """Return True if a card, unless an excuse, would win the current trick."""
    return bool((card >= SUITED or m.led == NOBODY or card // RANKS == m.led) and card > m.best)


@kernel
def gain(m: Talon, card: int, pot: int, ours: bool, enemies: bool, out_suits: int, out_trumps: int) -> float:
    """Estimate the gain of playing a card, minus its cost."""
    value = half_points(card)
    if is_excuse(m, card):
        return 0.0 if m.held[m.actor] <= 3 else -FOOL_COST
    if not beats(m, card):
        return (0.3 if ours else -1.0) * (pot + value) - keep(card)
    if holds_up(m, card, out_suits, out_trumps, enemies):
        return pot + value - keep(card)
    chance = 0.45 if card >= SUITED else 0.25
    return (2 * chance - 1) * (pot + value) - keep(card) - (MAGICIAN_RISK if card == SUITED + MAGICIAN else 0)


@kernel
def lead(m: Talon, suits: int, trumps: int) -> int:
    """Lead: strong trumps to draw trumps, kings while their suit is fresh, else low from the longest suit."""
    out_suits, out_trumps = unseen(m)
    mine = friends(m)
    card = lead_master(m, suits, out_suits, out_trumps, enemies_follow(m, mine))
    if card != NOBODY:
        return card
    ruffs = trumps & ~excuses(m)
    about = count_bits(out_trumps >> 1)
    attacking = m.actor == m.taker or (m.suspects != ALONE and mine >> int(m.taker) & 1 == 1)
    if attacking and ruffs and about and count_bits(ruffs) * (m.players - 1) > 1.2 * about:
        return lead_trump(ruffs, out_trumps)
    if suits:
        return lead_low(m, suits)
    rest = ruffs & ~(1 << MAGICIAN)
    return SUITED + find_lowest_bit(rest if rest else ruffs if ruffs else trumps)


@kernel
def lead_master(m: Talon, suits: int, out_suits: int, out_trumps: int, enemies: bool) -> int:
    """Return the most valuable card of a suit that will win, or NOBODY."""
    best, most = NOBODY, 0
    while suits:
        card = find_lowest_bit(suits)
        suits &= suits - 1
        master = is_master(card, out_suits, out_trumps)
        if master and half_points(card) > most and holds_up(m, card, out_suits, out_trumps, enemies):
            best, most = card, half_points(card)
    return best


@kernel
def lead_trump(ruffs: int, out_trumps: int) -> int:
    """Return the highest trump that no unseen one can beat, else the lowest, the Magician last."""
    high = ruffs
    for trump in range(TRUMPS):
        if out_trumps >> trump + 1:
            high &= ~(1 << trump)
    if high:
        for trump in range(21, -1, -1):
            if high >> trump & 1:
                return SUITED + trump
    rest = ruffs & ~(1 << MAGICIAN)
    return SUITED + find_lowest_bit(rest if rest else ruffs)


@kernel
def lead_low(m: Talon, suits: int) -> int:
    """Return the card with the fewest points, of the longest suit in a tie, the lowest there."""
    held = int(m.suits[m.actor])
    best, least = NOBODY, 1 << 20
    while suits:
        card = find_lowest_bit(suits)
        suits &= suits - 1
        length = count_bits(held >> card // RANKS * RANKS & SUIT)
        key = (half_points(card) * 32 - length) * 32 + card % RANKS
        if key < least:
            best, least = card, key
    return best
