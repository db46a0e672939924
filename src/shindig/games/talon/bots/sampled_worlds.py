"""Sampled worlds: full records that agree with all of a seat's observations, all equally likely.

The cards of the pool move at random, a few together along a cycle of slots. Every possible deal can be reached, and all
are equally likely in the long run. The deal is then replayed along the history, and rejected if it differs from the
observations. Cards that another laid away in the exchange are weighted by what takers usually lay away.
"""

from __future__ import annotations

from math import exp

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import REFEREE, Ranges, Records
from shindig.gamekit.policies.policy_spec import Actions, Actors, Generator

from ..rules.card_kinds import half_points
from ..rules.exchange import layable
from ..rules.phases import apply
from ..rules.state import (
    ANY,
    HAND,
    IDS,
    KINGS,
    LAY,
    LAYS,
    LEAVE,
    LEFT,
    MAGICIAN,
    MAX_SEATS,
    NOBODY,
    PACKET,
    PLAY,
    RANKS,
    SUITED,
    TALON,
    Talon,
)
from .policy import policy
from .unseen_card_places import TALON_SLOT, CardBeliefs

IMPOSSIBLE = -1e9
LONGEST_CYCLE = 5
FIRST_MIX = 12
"""Moves per card of the pool before the first world."""
TRIES = 50
"""Number of replayed deals before the search for a first world fails."""


@kernel
def deal(
    k: CardBeliefs,
    views: Records,
    actors: Actors,
    actions: Actions,
    worlds: Records,
    i: int,
    ranges: Ranges,
    rng: Generator,
) -> float:
    """Make record i the next world of the Markov chain and return its weight, 0 if none. Record i + 1 is scratch
    memory."""
    steps = int(k.steps)
    if not k.mixed:
        if not begin(k, views, actors, actions, worlds, i, ranges, rng):
            return 0.0
        steps += int(k.burn)
    for _ in range(steps):
        keep_places(k, True)
        if not mix(k, 1 + int(rng.random() * k.moves), rng):
            continue
        likely = try_deal(k, views, actors, actions, worlds, i + 1, ranges, rng)
        if likely == IMPOSSIBLE or (likely < k.likely and rng.random() > exp(likely - k.likely)):
            keep_places(k, False)
        else:
            k.likely = likely
            worlds[i] = worlds[i + 1]
    return 1.0


@kernel
def begin(
    k: CardBeliefs,
    views: Records,
    actors: Actors,
    actions: Actions,
    worlds: Records,
    i: int,
    ranges: Ranges,
    rng: Generator,
) -> bool:
    """Find a first world."""
    for _ in range(TRIES):
        mix(k, FIRST_MIX * k.count, rng)
        k.likely = try_deal(k, views, actors, actions, worlds, i, ranges, rng)
        if k.likely != IMPOSSIBLE:
            k.mixed = 1
            return True
    return False


@kernel
def keep_places(k: CardBeliefs, to: bool) -> None:
    """Save the places of the cards, or restore them."""
    for j in range(k.count):
        if to:
            k.kept[j] = k.place[j]
        else:
            k.place[j] = k.kept[j]


@kernel
def try_deal(
    k: CardBeliefs,
    views: Records,
    actors: Actors,
    actions: Actions,
    worlds: Records,
    i: int,
    ranges: Ranges,
    rng: Generator,
) -> float:
    """Replay the hand with the current places of the cards, and return the log-likelihood of the observations."""
    if not set_talon(k, views, len(actors), rng):
        return IMPOSSIBLE
    worlds[i] = views[k.start]
    hand_out(k, worlds[i], views[k.start])
    return float(replay(k, views, actors, actions, worlds[i], ranges, rng))


@kernel
def mix(k: CardBeliefs, moves: int, rng: Generator) -> int:
    """Try so many moves of cards along cycles, and return the number made."""
    made = 0
    for _ in range(moves if k.count > 1 else 0):
        length = 2
        while length < LONGEST_CYCLE and rng.random() < 0.15:
            length += 1
        made += 1 if turn_cycle(k, length, rng) else 0
    return made


@kernel
def turn_cycle(k: CardBeliefs, length: int, rng: Generator) -> bool:
    """Move random cards each to the next one's slot, if all may go there and the change is accepted."""
    cards = (
        draw(k, rng),
        draw(k, rng),
        draw(k, rng) if length > 2 else 0,
        draw(k, rng) if length > 3 else 0,
        draw(k, rng) if length > 4 else 0,
    )
    slots, change = 0, 0.0
    for n in range(length):
        here, there = int(k.place[cards[n]]), int(k.place[cards[(n + 1) % length]])
        if slots >> here & 1 or not k.allowed[cards[n]] >> there & 1:
            return False
        slots |= 1 << here
        if k.exchanger != NOBODY:
            change += bias(int(k.pool[cards[n]])) * ((there == TALON_SLOT) - (here == TALON_SLOT))
    if change < 0 and rng.random() > exp(change):
        return False
    first = int(k.place[cards[0]])
    for n in range(length - 1):
        k.place[cards[n]] = k.place[cards[n + 1]]
    k.place[cards[length - 1]] = first
    return True


@kernel
def draw(k: CardBeliefs, rng: Generator) -> int:
    return int(rng.random() * k.count)


@kernel
def bias(card: int) -> float:
    """Return the log-likelihood that a taker has laid a card away."""
    if card >= SUITED:
        return 3.0 if card == SUITED + MAGICIAN else -5.0
    if card % RANKS == RANKS - 1:
        return -3.0
    return 0.4 * (half_points(card) - 1)


@kernel
def set_talon(k: CardBeliefs, views: Records, steps: int, rng: Generator) -> bool:
    """Put the talon's cards in some order, as dealt and as it is now. Returns False if that is impossible."""
    now = views[steps]
    places = TALON[now.players - 3]
    if now.seen[k.me, 0] != NOBODY:
        return set_own_talon(k, views, steps, places)
    written = 0
    for j in range(k.count):
        if k.place[j] == TALON_SLOT:
            k.after[written] = k.pool[j]
            written += 1
    for place in range(places - 1, 0, -1):
        other = int(rng.random() * (place + 1))
        k.after[place], k.after[other] = k.after[other], k.after[place]
    for place in range(places):
        k.talon[place] = k.after[place]
    return k.exchanger == NOBODY or undo_exchange(k, now, rng)


@kernel
def set_own_talon(k: CardBeliefs, views: Records, steps: int, places: int) -> bool:
    """Set the talon as the viewer first saw it."""
    for step in range(k.start, steps + 1):
        if views[step].phase == LAY:
            for place in range(places):
                k.talon[place] = views[step].seen[k.me, place]
            return True
    return False


@kernel
def undo_exchange(k: CardBeliefs, now: Talon, rng: Generator) -> bool:
    """Choose the cards that the other taker found in the talon, among those taken or left there."""
    for place in range(now.laying):
        if must_stay(k, now, int(k.after[place])):
            continue
        picked = pick_taken(k, now, place, rng)
        if picked == NOBODY:
            return False
        k.talon[place] = picked
    return True


@kernel
def must_stay(k: CardBeliefs, now: Talon, card: int) -> bool:
    """Return True if the taker cannot have laid this card of the talon."""
    bit = 1 << (card if card < SUITED else card - SUITED)
    if card < SUITED:
        return bool(bit & k.undealt_suits[k.exchanger] or (now.lay_away != ANY and bit & KINGS))
    barred = now.lay_away != ANY and not bit & now.laid_open
    return bool(bit & k.undealt_trumps[k.exchanger] or barred)


@kernel
def pick_taken(k: CardBeliefs, now: Talon, place: int, rng: Generator) -> int:
    """Pick a card that the taker may have taken from a place, or the one that is there, with equal probability."""
    picked, seen = NOBODY, 0
    suits = int(k.played_suits[k.exchanger])
    trumps = int(k.played_trumps[k.exchanger])
    for j in range(k.count):
        if k.place[j] == k.exchanger:
            card = int(k.pool[j])
            if card < SUITED:
                suits |= 1 << card
            else:
                trumps |= 1 << card - SUITED
    suits &= ~int(k.dealt_suits[k.exchanger])
    trumps &= ~int(k.dealt_trumps[k.exchanger])
    for other in range(place):
        card = int(k.talon[other])
        if card < SUITED:
            suits &= ~(1 << card)
        else:
            trumps &= ~(1 << card - SUITED)
    stays = may_have_stayed(k, now, int(k.after[place]))
    for card in range(IDS):
        here = card == k.after[place] and stays
        if here or (suits >> card if card < SUITED else trumps >> card - SUITED) & 1:
            seen += 1
            if rng.random() * seen < 1:
                picked = card
    return picked


@kernel
def may_have_stayed(k: CardBeliefs, now: Talon, card: int) -> bool:
    if card < SUITED:
        return not k.dealt_suits[k.exchanger] >> card & 1
    bit = 1 << card - SUITED
    return not bit & (int(k.dealt_trumps[k.exchanger]) | int(now.laid_open))


@kernel
def hand_out(k: CardBeliefs, m: Talon, dealt: Talon) -> None:
    """Fill in the fields that the viewer did not see just after the deal."""
    m.viewer = REFEREE
    for seat in range(MAX_SEATS):
        m.taken_suits[seat] = 0
        m.taken_trumps[seat] = 0
        m.side[seat] = 0
        m.suits[seat] = k.played_suits[seat]
        m.trumps[seat] = k.played_trumps[seat]
    for j in range(k.count):
        if k.place[j] != TALON_SLOT:
            give(m, int(k.place[j]), int(k.pool[j]))
    m.suits[k.me] = dealt.suits[k.me]
    m.trumps[k.me] = dealt.trumps[k.me]
    for place in range(TALON[m.players - 3]):
        m.talon[place] = k.talon[place]
        if k.exchanger != NOBODY and k.talon[place] != k.after[place]:
            give(m, int(k.exchanger), int(k.after[place]))
            take(m, int(k.exchanger), int(k.talon[place]))
    m.piled[0] = 0
    m.piled[1] = 0
    stack(k, m)


@kernel
def give(m: Talon, seat: int, card: int) -> None:
    if card < SUITED:
        m.suits[seat] |= 1 << card
    else:
        m.trumps[seat] |= 1 << card - SUITED


@kernel
def take(m: Talon, seat: int, card: int) -> None:
    if card < SUITED:
        m.suits[seat] &= ~(1 << card)
    else:
        m.trumps[seat] &= ~(1 << card - SUITED)


@kernel
def stack(k: CardBeliefs, m: Talon) -> None:
    """Write the deck from which the hands and the talon were dealt, its top card first."""
    sort = m.players - 3
    first = int(m.right[m.dealer])
    if m.first_packet == LEFT:
        for _ in range(m.players - 2):
            first = int(m.right[first])
    place, laid = 0, 0
    for seat in range(MAX_SEATS):
        k.queue[seat] = 0
    for _ in range(HAND[sort] // PACKET[sort]):
        seat = first
        for _ in range(m.players):
            for _ in range(PACKET[sort]):
                card = next_card(m, seat, int(k.queue[seat]))
                m.deck[place] = card
                k.queue[seat] = card + 1
                place += 1
            seat = int(m.right[seat])
        if laid < TALON[sort]:
            m.deck[place] = m.talon[laid]
            laid += 1
            place += 1
    m.top = 0


@kernel
def next_card(m: Talon, seat: int, card: int) -> int:
    """Return the first card of a hand from `card` on."""
    while card < IDS - 1 and not (m.suits[seat] >> card if card < SUITED else m.trumps[seat] >> card - SUITED) & 1:
        card += 1
    return card


@kernel
def replay(
    k: CardBeliefs, views: Records, actors: Actors, actions: Actions, m: Talon, ranges: Ranges, rng: Generator
) -> float:
    """Replay the hand along the history and return the log-likelihood of the others' actions.

    Returns IMPOSSIBLE if the result differs from the observations.
    """
    likely = 0.0
    for step in range(k.start, len(actors)):
        action = int(actions[step])
        if action < 0:
            action = lay_again(k, m)
            if action < 0:
                return IMPOSSIBLE
        elif actors[step] != k.me:
            likely -= surprise(k, m, action, ranges, rng)
        apply(m, action)
        if not alike(m, views[step + 1]):
            return IMPOSSIBLE
    return likely


@kernel
def surprise(k: CardBeliefs, m: Talon, action: int, ranges: Ranges, rng: Generator) -> float:
    """Return the cost of another seat's action that differs from the policy's."""
    cost = float(k.play_cost) if m.phase == PLAY else float(k.bid_cost)
    return cost if cost > 0 and policy(m, ranges, rng) != action else 0.0


@kernel
def lay_again(k: CardBeliefs, m: Talon) -> int:
    """Return the other taker's action for the talon's card; -1 if it is illegal."""
    card = int(k.after[m.laying])
    leave, suits, trumps = layable(m)
    if card == k.talon[m.laying]:
        return LEAVE if leave else -1
    if (suits >> card if card < SUITED else trumps >> card - SUITED) & 1:
        return LAYS + card
    return -1


@kernel
def alike(m: Talon, view: Talon) -> bool:
    """Return True if the public consequences of hidden cards match the observation."""
    if m.suspects != view.suspects or m.evasive != view.evasive or m.debts != view.debts or m.actor != view.actor:
        return False
    for i in range(2):
        if m.given[i] != view.given[i]:
            return False
    for seat in range(m.seats):
        if m.misery[seat] != view.misery[seat]:
            return False
    return True
