"""The deal: first dealer, shuffle, cut, packets, mulligans, gathering. TN-10 to TN-15, TN-80."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Items, Ranges
from shindig.gamekit.turn_and_range_kernels import ask_chance, write_range

from .state import (
    APPROXIMATE,
    CUT,
    CUTS,
    DECK,
    DEPTH,
    DRAWN,
    DRY,
    EACH_HAND,
    HAND,
    LEFT,
    MAIN,
    MAX_SEATS,
    MOST_TALON,
    MOST_TRICKS,
    NOBODY,
    PACKET,
    RANKS,
    SETUP,
    SHUFFLE,
    SLACK,
    SUITED,
    TALON,
    THICKNESS,
    TRUMPS,
    Talon,
)


@kernel
def start(m: Talon) -> None:
    """Begin a match: options and seats are set, all else is zero."""
    for seat in range(MAX_SEATS):
        m.inplay[seat] = 1 if seat < m.seats else 0
        m.score[seat] = m.tokens if seat < m.seats else 0
        m.drawn[seat] = NOBODY
    seat_players(m)
    clear_hand(m)
    cut_for_deal(m)


@kernel
def cut_for_deal(m: Talon) -> None:
    """Ask chance for the first dealer (TN-10)."""
    m.dealer = NOBODY
    ask_in(m, SETUP, DRAWN)


@kernel
def ask_in(m: Talon, phase: int, order: int) -> None:
    """Begin a phase in which chance is asked for an order."""
    m.phase = phase
    ask_chance(m, order)


@kernel
def seat_players(m: Talon) -> None:
    """Count the seats in play and find everyone's right neighbour (TN-3)."""
    m.players = 0
    for seat in range(m.seats):
        m.players += m.inplay[seat]
        m.right[seat] = next_right(m, seat)


@kernel
def next_right(m: Talon, seat: int) -> int:
    """Return the next seat in play to the right of a seat; the seat itself if there is no other."""
    for step in range(1, m.seats):
        right = (seat + m.seats - step) % m.seats
        if m.inplay[right]:
            return int(right)
    return seat


@kernel
def chance_items(m: Talon, items: Items) -> int:
    """Write the items to be put in order: all cards, or the possible depths of a cut."""
    first, last = 0, DECK - 1
    if m.asks == THICKNESS:
        first, last = int(m.cutting), int(m.cutting)
        if m.cut == APPROXIMATE and m.cutting:
            first, last = max(1, first - SLACK), min(DECK - 1, last + SLACK)
    for item in range(first, last + 1):
        items[item - first] = item
    return int(last - first + 1)


@kernel
def chance_order(m: Talon, items: Items) -> None:
    """Take an order: cards drawn for the deal, by seat; the deck from its top; a depth, the first item."""
    if m.asks == DRAWN:
        for seat in range(m.seats):
            m.drawn[seat] = items[seat]
        m.dealer = first_dealer(m)
        ask_in(m, SHUFFLE, MAIN)
    elif m.asks == MAIN:
        for i in range(DECK):
            m.deck[i] = items[i]
        m.top = 0
        m.mulligans = 0
        begin_cut(m)
    else:
        m.top = items[0]
        deal(m)


@kernel
def first_dealer(m: Talon) -> int:
    """Return the dealer: the highest trump, else the highest card, Swords before Cups, Pentacles, Wands (TN-10)."""
    dealer, highest = 0, -1
    for seat in range(m.seats):
        card = int(m.drawn[seat])
        key = card if card >= SUITED else card % RANKS * 4 + 3 - card // RANKS
        if key > highest:
            dealer, highest = seat, key
    return dealer


@kernel
def next_deal(m: Talon) -> None:
    """Pass the deal to the right (TN-13, TN-14); shuffle only after too many mulligans, or by option."""
    m.dealer = m.right[m.dealer]
    if m.shuffle == EACH_HAND or m.mulligans >= m.players:
        ask_in(m, SHUFFLE, MAIN)
    else:
        begin_cut(m)


@kernel
def begin_cut(m: Talon) -> None:
    m.phase = CUT
    m.actor = m.right[m.dealer]


@kernel
def legal_cuts(m: Talon, ranges: Ranges) -> int:
    """Write the cuts: tap or cut 1 to 77; no tap on a redeal (TN-14)."""
    return write_range(ranges, CUTS + m.redeal, CUTS + DECK - 1)


@kernel
def apply_cut(m: Talon, action: int) -> None:
    """Take a cut (TN-11): chance gives the true depth, which is certain after a tap or if cuts are exact."""
    m.cutting = action - CUTS
    ask_in(m, DEPTH, THICKNESS)


@kernel
def clear_hand(m: Talon) -> None:
    """Clear the table of the last hand."""
    for seat in range(MAX_SEATS):
        clear_seat(m, seat)
    for place in range(MOST_TALON):
        m.talon[place] = NOBODY
    m.laying = 0
    m.laid_open = 0
    m.taker = NOBODY
    m.contract = 0
    m.showing = 0
    m.evasive = NOBODY
    m.slam = 0
    m.named = NOBODY
    m.suspects = 0
    m.promised = 0
    m.ending = 0
    clear_play(m)


@kernel
def clear_seat(m: Talon, seat: int) -> None:
    m.suits[seat] = 0
    m.trumps[seat] = 0
    m.held[seat] = 0
    m.taken_suits[seat] = 0
    m.taken_trumps[seat] = 0
    for place in range(MOST_TALON):
        m.seen[seat, place] = NOBODY
    m.bid[seat] = NOBODY
    m.misery[seat] = 0
    m.handful[seat] = 0
    m.shown[seat] = 0
    m.side[seat] = 0
    m.won[seat] = 0
    m.points[seat] = 0
    m.paid[seat] = 0
    m.table[seat] = NOBODY


@kernel
def clear_play(m: Talon) -> None:
    m.leader = NOBODY
    m.trick = 0
    m.played = 0
    m.led = NOBODY
    m.best = NOBODY
    m.winner = NOBODY
    m.gone_suits = 0
    m.gone_trumps = 0
    m.debts = 0
    for i in range(2):
        m.piled[i] = 0
        m.given[i] = NOBODY
        m.debt_card[i] = NOBODY
        m.debt_seat[i] = NOBODY
    for trick in range(MOST_TRICKS):
        m.past_leader[trick] = NOBODY
        m.past_winner[trick] = NOBODY
        for i in range(MAX_SEATS):
            m.past[trick, i] = NOBODY


@kernel
def deal(m: Talon) -> None:
    """Deal packets widdershins, after each round of packets a card on the talon until it is full (TN-12)."""
    clear_hand(m)
    sort = m.players - 3
    first = m.right[m.dealer]
    if m.first_packet == LEFT:
        for _ in range(m.players - 2):
            first = m.right[first]
    place = int(m.top)
    talon = 0
    for _ in range(HAND[sort] // PACKET[sort]):
        seat = first
        for _ in range(m.players):
            place = deal_packet(m, seat, place, PACKET[sort])
            seat = m.right[seat]
        if talon < TALON[sort]:
            m.talon[talon] = m.deck[place % DECK]
            talon += 1
            place += 1
    m.phase = DRY
    m.actor = m.right[m.dealer]


@kernel
def deal_packet(m: Talon, seat: int, place: int, cards: int) -> int:
    """Deal the next cards of the deck to one seat, and return the place after them."""
    suits, trumps = int(m.suits[seat]), int(m.trumps[seat])
    for i in range(place, place + cards):
        card = int(m.deck[i % DECK])
        if card < SUITED:
            suits |= 1 << card
        else:
            trumps |= 1 << (card - SUITED)
    m.suits[seat] = suits
    m.trumps[seat] = trumps
    m.held[seat] += cards
    return place + cards


@kernel
def mulligan(m: Talon) -> None:
    """Put organized hands on the talon, from the dealer's right on, the dealer's on top; then the next deal (TN-14)."""
    place = DECK
    for i in range(TALON[m.players - 3]):
        place -= 1
        m.deck[place] = m.talon[i]
    seat = m.right[m.dealer]
    for _ in range(m.players):
        place = put_organized(m, seat, place)
        seat = m.right[seat]
    m.top = 0
    m.mulligans += 1
    m.redeal = 1
    for seat in range(MAX_SEATS):
        m.suits[seat] = 0
        m.trumps[seat] = 0
        m.held[seat] = 0
    next_deal(m)


@kernel
def put_organized(m: Talon, seat: int, place: int) -> int:
    """Put a hand before `place` of the deck: trumps from high to low, then Swords to Wands, each from high to low."""
    for suit in range(3, -1, -1):
        for rank in range(RANKS):
            if m.suits[seat] >> (suit * RANKS + rank) & 1:
                place -= 1
                m.deck[place] = suit * RANKS + rank
    for trump in range(TRUMPS):
        if m.trumps[seat] >> trump & 1:
            place -= 1
            m.deck[place] = SUITED + trump
    return place


@kernel
def gather(m: Talon) -> None:
    """Put the defenders' pile on the taker's, unshuffled, as the next dealer's deck (TN-80)."""
    place = DECK
    for side in range(2):
        for i in range(m.piled[side]):
            place -= 1
            m.deck[place] = m.pile[side, i]
    m.top = 0
    m.mulligans = 0
    m.redeal = 0


assert MAX_SEATS * HAND[2] + TALON[2] == DECK
assert max(TALON) == MOST_TALON
