"""Sampled worlds: full records that agree with all of a seat's observations, all equally likely.

Every card was once in the draw pile with others that could equally have been in its place. These are the cards of the
first deck, or of a discard pile that was shuffled again. Such a *shuffle* is known card by card, since all discards are
seen. It is also known how many cards each player has drawn from it, and which of them were laid down, thrown or
discarded since. The rest of a shuffle is in the hands and in the draw pile by known counts, all orders equally likely.
"""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import CHANCE, REFEREE, Numbers, Ranges, Records, Row, public
from shindig.gamekit.betting.state import NOBODY
from shindig.gamekit.policies.policy_spec import Actions, Actors, Generator

from ..rules.state import DISASTER, DISCARD, LEAVE, MAX_SEATS, SPARE, Pokebacc
from ..rules.variants import CARDS, MAX_CARDS
from ..worth.meld_numbering import BIT, mask_of
from .policy import spoil

STOCK, GONE, PILE = MAX_SEATS, MAX_SEATS + 1, MAX_SEATS + 2
"""Places of cards beside the hands: the draw pile, cards of withdrawn players, forgotten discards."""
PLACES = MAX_SEATS + 3


class UnseenCards(Row):
    """Knowledge, from a history, of the cards that the viewer does not see."""

    me: int = public()
    last: int = public()  # the shuffle of the draw pile
    shuffle: Numbers = public("i1", MAX_CARDS)  # for each card, its shuffle
    held: Numbers = public("i1", MAX_CARDS, PLACES)  # for each shuffle, the number of unseen cards in each place
    total: Numbers = public("i1", MAX_SEATS)  # number of unseen cards of each other player
    unseen: int = public("i8")  # mask of the cards whose place is unknown
    pile: int = public("i8")  # mask of the known discards
    groups: int = public()  # shuffles with unseen cards
    group: Numbers = public("i1", MAX_CARDS)  # their numbers
    ends: Numbers = public("i1", MAX_CARDS)  # end of each shuffle's cards
    cards: Numbers = public("i1", MAX_CARDS)  # the unseen cards, shuffle by shuffle
    turns: int = public("i2")  # finished by all in this hand


@kernel
def learn(views: Records, actors: Actors, actions: Actions, k: UnseenCards) -> bool:
    """Follow the cards through a history. Returns True if all counts match."""
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
def begin(k: UnseenCards, m: Pokebacc) -> None:
    """Start from one view, without earlier knowledge."""
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
    """Return the whole deck as a mask."""
    mask = 0
    for card in range(CARDS[m.variant]):
        mask |= int(BIT[card])
    return mask


@kernel
def laid_cards(m: Pokebacc) -> int:
    """Return the cards before the players, with thrown Disasters."""
    mask = 0
    for seat in range(m.seats):
        for i in range(m.melds[seat]):
            mask |= mask_of(m.laid[seat, i], m.variant)
            if m.spoiler[seat, i] != NOBODY:
                mask |= int(BIT[m.disaster[seat, i]])
    return mask


@kernel
def show(k: UnseenCards, before: Pokebacc, after: Pokebacc, seat: int, action: int) -> None:
    """Learn from an action the cards shown, or the Disaster revealed by the last answer."""
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
def take(k: UnseenCards, seat: int, card: int) -> None:
    """Record that a seat has shown a card."""
    if seat != k.me and k.unseen >> card & 1:
        k.unseen &= ~BIT[card]
        k.held[k.shuffle[card], seat] -= 1
        k.total[seat] -= 1


@kernel
def leave(k: UnseenCards, seat: int) -> None:
    """Record that a seat's cards have left the hand."""
    if seat != k.me:
        for e in range(MAX_CARDS):
            k.held[e, GONE] += k.held[e, seat]
            k.held[e, seat] = 0
        k.total[seat] = 0


@kernel
def follow_draws(k: UnseenCards, m: Pokebacc) -> None:
    """Count the cards drawn."""
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
    """Count the cards in a mask."""
    count = 0
    for card in range(MAX_CARDS):
        count += mask >> card & 1
    return int(count)


@kernel
def shuffle_again(k: UnseenCards, m: Pokebacc) -> None:
    """Make the discard pile the draw pile. If it is not known, all unseen cards may be anywhere."""
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
def forget(k: UnseenCards) -> None:
    """Merge all shuffles into one."""
    for e in range(1, MAX_CARDS):
        for place in range(PLACES):
            k.held[0, place] += k.held[e, place]
            k.held[e, place] = 0
    k.held[0, PILE] = 0
    k.shuffle[:] = 0


@kernel
def arrange(k: UnseenCards, m: Pokebacc) -> bool:
    """Sort the unseen cards by shuffle. Returns True if their numbers match their places."""
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
    k: UnseenCards,
    views: Records,
    actors: Actors,
    _actions: Actions,
    worlds: Records,
    i: int,
    _ranges: Ranges,
    rng: Generator,
) -> float:
    """Make record i a world and return its weight, 1."""
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
def hand_out(k: UnseenCards, m: Pokebacc, n: int, e: int) -> None:
    """Put the cards of a shuffle, from the n-th on, in their places."""
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
def seal(k: UnseenCards, m: Pokebacc) -> None:
    """Assume that players who have already answered did so by the policy."""
    actor = m.actor
    for seat in range(m.seats):
        if m.answered[seat] and seat != k.me:
            m.actor = seat
            m.sealed[seat] = spoil(m) - SPARE
    m.actor = actor
