"""Drawing for dealer, shuffling and dealing: PB-3, PB-4, and the piles of PB-10."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import UNKNOWN, Items
from shindig.gamekit.array_and_bit_kernels import count_bits
from shindig.gamekit.betting.state import IN, NOBODY, OUT
from shindig.gamekit.betting.steps import next_in
from shindig.gamekit.turn_and_range_kernels import ask_chance

from ..worth.meld_numbering import BIT
from .funds import take_buy_ins
from .state import AGAIN, DRAW, FIRST_CARDS, LOTS, MAIN, RUNNING, SETUP, TURN, Pokebacc
from .variants import CARDS, DEALER_VALUE, EVERY_HAND, MAX_CARDS


@kernel
def start(m: Pokebacc) -> None:
    """Begin a match: the variant, seats and options are set, all else is zero."""
    m.phase = SETUP
    m.dealer = NOBODY
    m.match_winner = NOBODY
    m.lot[:] = UNKNOWN
    m.stock = CARDS[m.variant]
    clear_hand(m)
    m.status[: m.seats] = IN
    if m.stakes:
        m.chips[: m.seats] = m.stacks
        if not EVERY_HAND[m.variant]:
            take_buy_ins(m)
    ask_chance(m, LOTS)


@kernel
def chance_items(m: Pokebacc, items: Items) -> int:
    """Write the items to be put in order: the whole deck, or the discard pile."""
    count = 0
    for card in range(CARDS[m.variant]):
        if m.asks != AGAIN or m.pile >> card & 1:
            items[count] = card
            count += 1
    return count


@kernel
def chance_order(m: Pokebacc, items: Items) -> None:
    """Take an order, top card first."""
    if m.asks == LOTS:
        draw_lots(m, items)
        return
    m.stock = len(items)
    for i in range(len(items)):
        m.deck[MAX_CARDS - m.stock + i] = items[i]
    if m.asks == MAIN:
        begin_hand(m)
    else:
        m.pile = 0
        m.pile_count = 0
        m.top = UNKNOWN
        draw_cards(m)


@kernel
def draw_lots(m: Pokebacc, items: Items) -> None:
    """Draw a card each, those tied for the highest again, until one deals (PB-3); from a new deck if necessary."""
    if m.tied == 0:
        m.tied = (1 << m.seats) - 1
    place = 0
    for _ in range(len(items)):
        drawing = count_bits(m.tied)
        if drawing == 1 or place + drawing > len(items):
            break
        best, highest = -1, 0
        for seat in range(m.seats):
            if m.tied >> seat & 1:
                m.lot[seat] = items[place]
                place += 1
                value = DEALER_VALUE[m.variant, m.lot[seat]]
                if value > best:
                    best, highest = value, 0
                if value == best:
                    highest |= 1 << seat
        m.tied = highest
    if count_bits(m.tied) == 1:
        m.dealer = count_bits(m.tied - 1)
        m.tied = 0
        ask_chance(m, MAIN)


@kernel
def clear_hand(m: Pokebacc) -> None:
    """Clear the table of the last hand."""
    m.pile = 0
    m.pile_count = 0
    m.top = UNKNOWN
    m.gone = 0
    m.held[:] = 0
    m.fresh[:] = 0
    m.cards[:] = 0
    m.laid[:] = UNKNOWN
    m.spoiler[:] = NOBODY
    m.disaster[:] = UNKNOWN
    m.melds[:] = 0
    m.score[:] = 0
    m.draws[:] = 0
    m.turns[:] = 0
    m.quiet = 0
    m.short_turns = 0
    m.sealed[:] = UNKNOWN
    m.answered[:] = 0
    m.turn = NOBODY
    m.ended = RUNNING
    m.hand_winner = NOBODY
    m.proposer = NOBODY
    m.spoken[:] = 0
    m.prize[:] = 0


@kernel
def begin_hand(m: Pokebacc) -> None:
    """Begin a hand for all in the match: pass the deal to the left (PB-3), take buy-ins, deal six cards each (PB-4)."""
    clear_hand(m)
    for seat in range(m.seats):
        if m.status[seat] != OUT:
            m.status[seat] = IN
    if m.hands > 0:
        m.dealer = next_in(m, m.dealer)
    m.hands += 1
    if m.stakes and EVERY_HAND[m.variant]:
        take_buy_ins(m)
    for _ in range(FIRST_CARDS):
        for step in range(1, m.seats + 1):
            seat = (m.dealer + step) % m.seats
            if m.status[seat] == IN:
                take_card(m, seat)
    begin_turn(m, int(m.dealer))


@kernel
def take_card(m: Pokebacc, seat: int) -> None:
    """Give a seat the top card of the draw pile."""
    card = BIT[m.deck[MAX_CARDS - m.stock]]
    m.stock -= 1
    m.held[seat] |= card
    m.fresh[seat] |= card
    m.cards[seat] += 1


@kernel
def begin_turn(m: Pokebacc, seat: int) -> None:
    """Give the turn to a seat, which draws two cards (PB-10)."""
    m.turn = seat
    m.to_draw = 2
    m.short = 0
    m.melded = 0
    m.invited = 0
    m.fresh[seat] = 0
    m.draws[seat] += 1
    draw_cards(m)


@kernel
def draw_cards(m: Pokebacc) -> None:
    """Draw the remaining cards; stop for a shuffle of the discard pile whenever the draw pile is empty."""
    m.phase = DRAW
    for _ in range(int(m.to_draw)):
        if m.stock > 0:
            take_card(m, int(m.turn))
            m.to_draw -= 1
        if m.stock == 0 and m.pile_count > 0:
            ask_chance(m, AGAIN)
            return
    m.short = m.to_draw > 0
    m.to_draw = 0
    m.phase = TURN
    m.actor = m.turn
