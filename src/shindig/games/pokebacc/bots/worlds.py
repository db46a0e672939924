"""Worlds: whole records that agree with everything that a seat has seen, each as likely as any other that does.

Every card was once in the draw pile with others that could as well have lain in its place: those of the first deck, or
those of a discard pile that was shuffled again. Such a *shuffle* is known card by card, since all discards are seen;
so is how many cards each player has drawn of it, and which of them were laid down, thrown or discarded since. What is
left of a shuffle lies in the hands and in the draw pile by known counts, in any order, each order as likely.
"""

from __future__ import annotations

from ...betting.state import NOBODY
from ...kernels import kernel
from ...layout import CHANCE, REFEREE, Numbers, Ranges, Records, Row, public
from ...minds.parts import Actions, Actors, Generator
from ..rules.state import DISASTER, DISCARD, LEAVE, MAX_SEATS, SPARE, Pokebacc
from ..rules.variants import CARDS, MAX_CARDS
from ..worth.numbering import BIT, mask_of
from .policy import spoil

STOCK, GONE, PILE = MAX_SEATS, MAX_SEATS + 1, MAX_SEATS + 2
"""Places of cards beside the hands: the draw pile, what withdrawn players held, discards that nobody remembers."""
PLACES = MAX_SEATS + 3


class Knows(Row):
    """What a history tells of the cards that the viewer has not in sight."""

    me: int = public()
    last: int = public()  # the shuffle that the draw pile comes from
    shuffle: Numbers = public("i1", MAX_CARDS)  # of each card, which shuffle it came from
    held: Numbers = public("i1", MAX_CARDS, PLACES)  # of each shuffle, how many unseen cards lie in each place
    total: Numbers = public("i1", MAX_SEATS)  # how many unseen cards each other player holds
    unseen: int = public("i8")  # mask of the cards whose place is not known
    pile: int = public("i8")  # mask of the discards that are remembered
    groups: int = public()  # shuffles of which cards are unseen
    group: Numbers = public("i1", MAX_CARDS)  # which ones
    ends: Numbers = public("i1", MAX_CARDS)  # where the cards of each end
    cards: Numbers = public("i1", MAX_CARDS)  # the unseen cards, shuffle by shuffle
    turns: int = public("i2")  # finished by all in this hand


@kernel
def learn(views: Records, actors: Actors, actions: Actions, k: Knows) -> bool:
    """Follow the cards through a history: whether all comes out even."""
    begin(k, views[0])
    for i in range(len(actors)):
        before, after = views[i], views[i + 1]
        if after.hands != before.hands:
            begin(k, after)
        else:
            if actors[i] == CHANCE:
                shuffle_again(k, before)
            else:
                show(k, before, after, int(actors[i]), int(actions[i]))
            follow_draws(k, after)
    return arrange(k, views[len(actors)])


@kernel
def begin(k: Knows, m: Pokebacc) -> None:
    """Start from one moment, with no other knowledge than what lies there."""
    k.me, k.last = m.viewer, 0
    k.shuffle[:] = 0
    k.held[:] = 0
    k.total[:] = 0
    k.pile = 0 if m.top < 0 else BIT[m.top]
    k.unseen = every_card(m) & ~(k.pile | m.held[k.me] | laid_cards(m))
    for seat in range(m.seats):
        if seat != k.me:
            k.held[0, seat] = m.cards[seat]
            k.total[seat] = m.cards[seat]
    k.held[0, STOCK] = m.stock
    k.held[0, GONE] = m.gone
    k.held[0, PILE] = m.pile_count - (m.top >= 0)


@kernel
def every_card(m: Pokebacc) -> int:
    """The whole deck as a mask."""
    mask = 0
    for card in range(CARDS[m.variant]):
        mask |= int(BIT[card])
    return mask


@kernel
def laid_cards(m: Pokebacc) -> int:
    """The cards that lie before the players, thrown Disasters with them."""
    mask = 0
    for seat in range(m.seats):
        for i in range(m.melds[seat]):
            mask |= mask_of(m.laid[seat, i], m.variant)
            if m.spoiler[seat, i] != NOBODY:
                mask |= int(BIT[m.disaster[seat, i]])
    return mask


@kernel
def show(k: Knows, before: Pokebacc, after: Pokebacc, seat: int, action: int) -> None:
    """Take in what an action has shown of its player's cards; or of whose Disaster was opened by the last answer."""
    if before.phase == DISASTER:
        place = before.melds[before.turn] - 1
        if after.melds[before.turn] > place and after.disaster[before.turn, place] >= 0:
            take(k, int(after.spoiler[before.turn, place]), int(after.disaster[before.turn, place]))
    elif action < DISCARD:
        mask = mask_of(action, before.variant)
        for card in range(CARDS[before.variant]):
            if mask >> card & 1:
                take(k, seat, card)
    elif action < SPARE:
        take(k, seat, action - DISCARD)
        k.pile |= BIT[action - DISCARD]
    elif action == LEAVE:
        leave(k, seat)


@kernel
def take(k: Knows, seat: int, card: int) -> None:
    """A card has been shown by a seat."""
    if seat != k.me and k.unseen >> card & 1:
        k.unseen &= ~BIT[card]
        k.held[k.shuffle[card], seat] -= 1
        k.total[seat] -= 1


@kernel
def leave(k: Knows, seat: int) -> None:
    """What a seat holds is out of the hand."""
    if seat != k.me:
        for e in range(MAX_CARDS):
            k.held[e, GONE] += k.held[e, seat]
            k.held[e, seat] = 0
        k.total[seat] = 0


@kernel
def follow_draws(k: Knows, m: Pokebacc) -> None:
    """Count what has been drawn."""
    for seat in range(m.seats):
        if seat != k.me:
            drawn = m.cards[seat] - k.total[seat]
            k.held[k.last, seat] += drawn
            k.held[k.last, STOCK] -= drawn
            k.total[seat] = m.cards[seat]
    mine = k.unseen & m.held[k.me]
    if mine:
        k.unseen &= ~mine
        k.held[k.last, STOCK] -= size(mine)


@kernel
def size(mask: int) -> int:
    """How many cards are in a mask."""
    count = 0
    for card in range(MAX_CARDS):
        count += mask >> card & 1
    return int(count)


@kernel
def shuffle_again(k: Knows, m: Pokebacc) -> None:
    """The discard pile is the draw pile now. Where it is not remembered, all unseen cards may lie anywhere."""
    fresh = 0
    if k.held[0, PILE] > 0:
        forget(k)
    else:
        for e in range(MAX_CARDS - 1, -1, -1):
            if k.held[e].sum() == 0:
                fresh = e
    for card in range(CARDS[m.variant]):
        if k.pile >> card & 1:
            k.shuffle[card] = fresh
    k.last = fresh
    k.held[fresh, STOCK] = m.pile_count
    k.unseen |= k.pile
    k.pile = 0


@kernel
def forget(k: Knows) -> None:
    """Make one shuffle of all."""
    for e in range(1, MAX_CARDS):
        for place in range(PLACES):
            k.held[0, place] += k.held[e, place]
            k.held[e, place] = 0
    k.held[0, PILE] = 0
    k.shuffle[:] = 0


@kernel
def arrange(k: Knows, m: Pokebacc) -> bool:
    """Sort the unseen cards by their shuffles; whether they are as many as their places."""
    n, k.groups, k.turns = 0, 0, m.turns.sum()
    for e in range(MAX_CARDS):
        wanted = 0
        for place in range(PLACES):
            if k.held[e, place] < 0:
                return False
            wanted += k.held[e, place]
        if wanted > 0:
            wanted += n
            for card in range(CARDS[m.variant]):
                if k.unseen >> card & 1 and k.shuffle[card] == e:
                    k.cards[n] = card
                    n += 1
            if n != wanted:
                return False
            k.group[k.groups] = e
            k.ends[k.groups] = n
            k.groups += 1
    return bool(n == size(k.unseen) and m.viewer >= 0)


@kernel
def deal(
    k: Knows,
    views: Records,
    actors: Actors,
    _actions: Actions,
    worlds: Records,
    i: int,
    _ranges: Ranges,
    rng: Generator,
) -> float:
    """Make record i a world: its weight, 1."""
    worlds[i] = views[len(actors)]
    m = worlds[i]
    m.viewer, m.pile = REFEREE, k.pile
    for seat in range(MAX_SEATS):
        if seat != k.me:
            m.held[seat] = 0
            m.fresh[seat] = 0
    n = 0
    for g in range(k.groups):
        mix(k.cards, n, int(k.ends[g]), rng)
        hand_out(k, m, n, int(k.group[g]))
        n = k.ends[g]
    if m.phase == DISASTER:
        seal(k, m)
    return 1.0


@kernel
def mix(cards: Numbers, first: int, end: int, rng: Generator) -> None:
    """Put a part of an array in random order."""
    for i in range(end - 1, first, -1):
        j = first + int(rng.random() * (i - first + 1))
        cards[i], cards[j] = cards[j], cards[i]


@kernel
def hand_out(k: Knows, m: Pokebacc, n: int, e: int) -> None:
    """Lay the cards of a shuffle, from the n-th on, in their places."""
    for seat in range(m.seats):
        for _ in range(k.held[e, seat]):
            m.held[seat] |= BIT[k.cards[n]]
            n += 1
    for place in range(k.held[e, STOCK]):
        m.deck[MAX_CARDS - m.stock + place] = k.cards[n]
        n += 1
    n += k.held[e, GONE]
    for _ in range(k.held[e, PILE]):
        m.pile |= BIT[k.cards[n]]
        n += 1


@kernel
def seal(k: Knows, m: Pokebacc) -> None:
    """Let those who have answered already have answered as the policy would."""
    actor = m.actor
    for seat in range(m.seats):
        if m.answered[seat] and seat != k.me:
            m.actor = seat
            m.sealed[seat] = spoil(m) - SPARE
    m.actor = actor
