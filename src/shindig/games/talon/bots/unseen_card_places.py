"""Knowledge of the unseen cards from a seat's history: the possible places of each."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers, Records, Row, public
from shindig.gamekit.policies.policy_spec import Actions, Actors

from ..rules.card_kinds import excuses
from ..rules.play import SUIT
from ..rules.state import (
    ALONE,
    COURTS,
    DEPTH,
    DRY,
    ENDING,
    IDS,
    KINGS,
    LAY,
    MAGICIAN,
    MAX_SEATS,
    MOST_TALON,
    NAMES,
    NOBODY,
    PLAY,
    PLAYS,
    RANKS,
    SHOWS,
    SUITED,
    TALON,
    TRUMP,
    Talon,
)
from .card_play import ALL_SUITS, ALL_TRUMPS

TALON_SLOT = MAX_SEATS
"""Place of an unseen card beside the seats."""
SLOTS = MAX_SEATS + 1


BID_COST, PLAY_COST = 2.0, 0.5
BURN = 60
"""Steps of the Markov chain before the first world."""
STEPS, MOVES = 4, 12
MOST_DEPTH = 24
"""Largest search depth of the solver, in cards and choices."""
SOLVED = (3, 2, 2)
"""Number of cards in hand from which the rest is solved, by players - 3."""
NEAR = 5
"""Number of cards in hand from which the solver starts one trick earlier."""
PLANNED = 5
"""Number of cards in hand from which a bot plans all its future choices, for all worlds together."""
CHOICES, AHEAD, TOGETHER = 8, PLANNED + 1, 256
"""Capacity of plans: choices, positions of a seat until the end of the hand, worlds."""
MEMORY = 1024
"""Size of the solver's transposition table, a power of two."""


class CardBeliefs(Row):
    """Pool of the cards that the viewer does not see, with their possible places and those in the latest world."""

    start: int = public("i4")  # index of the view just after the deal
    me: int = public()
    exchanger: int = public()  # another seat that has exchanged cards with the talon, or NOBODY
    count: int = public("i4")  # cards in the pool
    pool: Numbers = public("i1", IDS)
    place: Numbers = public("i1", IDS)  # the slot of each
    allowed: Numbers = public("i4", IDS)  # possible slots of each, as bits
    room: Numbers = public("i1", SLOTS)  # number of the pool's cards in each slot
    mixed: int = public()  # 1 once the places have been mixed
    no_suits: Numbers = public("i8", MAX_SEATS)  # by seat, cards that it can no longer hold
    no_trumps: Numbers = public("i4", MAX_SEATS)
    played_suits: Numbers = public("i8", MAX_SEATS)  # by seat, cards that it has played
    played_trumps: Numbers = public("i4", MAX_SEATS)
    dealt_suits: Numbers = public("i8", MAX_SEATS)  # by seat, cards that it was surely dealt
    dealt_trumps: Numbers = public("i4", MAX_SEATS)
    undealt_suits: Numbers = public("i8", MAX_SEATS)  # by seat, cards that it was not dealt
    undealt_trumps: Numbers = public("i4", MAX_SEATS)
    laid_suits: int = public("i8")  # cards that are in the talon
    laid_trumps: int = public("i4")
    talon: Numbers = public("i1", MOST_TALON)  # as dealt, and as it is after the exchange, in the latest world
    after: Numbers = public("i1", MOST_TALON)
    kept: Numbers = public("i1", IDS)  # places of the cards before the latest step of the chain
    likely: float = public("f8")  # log-likelihood of the others' actions
    bid_cost: float = public("f8")  # cost of another's deviation from the policy, in bidding and calls
    play_cost: float = public("f8")  # and in the play
    burn: int = public("i4")  # steps of the chain before the first world
    steps: int = public("i4")  # and between worlds
    moves: int = public("i4")  # largest number of moves tried per step
    solved: int = public("i4")  # cards in hand from which the rest is solved
    left_suits: Numbers = public("i8", MOST_DEPTH)  # by depth of the solver, moves that are left
    left_trumps: Numbers = public("i4", MOST_DEPTH)
    most: Numbers = public("i1", MOST_DEPTH)  # 1 if the side to move maximises the taker's payment
    found: Numbers = public("f8", MOST_DEPTH)  # best value found
    low: Numbers = public("f8", MOST_DEPTH)  # alpha and beta
    high: Numbers = public("f8", MOST_DEPTH)
    floor: Numbers = public("f8", MOST_DEPTH)  # alpha and beta on entry
    roof: Numbers = public("f8", MOST_DEPTH)
    key: Numbers = public("i8", MOST_DEPTH)  # hash of a position in the table, or 0
    keys: Numbers = public("i8", MEMORY)  # transposition table: positions and bounds of their values
    least: Numbers = public("f4", MEMORY)
    utmost: Numbers = public("f4", MEMORY)
    solves: int = public("i4")  # hands solved
    nodes: int = public("i4")  # positions examined in the last of them
    group: Numbers = public("i4", AHEAD, TOGETHER)  # by depth of a plan, the worlds of a group
    grouped: Numbers = public("i4", AHEAD)  # size of the group
    option: Numbers = public("i4", AHEAD, CHOICES)  # its choices
    options: Numbers = public("i4", AHEAD)
    tried: Numbers = public("i4", AHEAD)  # the choice tried now
    seen: Numbers = public("i8", AHEAD, TOGETHER)  # by world, a hash of the observations; 0 at the end of the hand
    brings: Numbers = public("f8", AHEAD, CHOICES, TOGETHER)  # result of each choice
    asked: Numbers = public("i4", CHOICES)
    queue: Numbers = public("i4", SLOTS)  # scratch memory
    mover: Numbers = public("i4", SLOTS)


@kernel
def learn(views: Records, actors: Actors, actions: Actions, k: CardBeliefs) -> bool:
    """Read a history. Returns False if it does not reach back to the deal, or the hand is not under way."""
    now = views[len(actors)]
    k.start = find_deal(views, len(actors))
    if k.start == 0 or now.phase < DRY or now.phase > ENDING:
        return False
    k.me = now.viewer
    k.exchanger = NOBODY
    if now.phase >= LAY and now.contract <= 2 and now.taker != k.me:
        k.exchanger = now.taker
    k.mixed = 0
    k.bid_cost, k.play_cost = BID_COST, PLAY_COST
    k.burn, k.steps, k.moves = BURN, STEPS, MOVES
    k.solved = 0
    if now.phase >= LAY:
        k.solved = SOLVED[now.players - 3] + (1 if now.held[k.me] <= NEAR else 0)
    clear(k)
    for step in range(k.start, len(actors)):
        hear(k, views[step], views[step + 1], int(actors[step]), int(actions[step]))
    know_calls(k, now)
    fill_pool(k, now)
    return bool(settle_pool(k))


@kernel
def find_deal(views: Records, steps: int) -> int:
    """Return the index of the view just after the latest deal; 0 if there is none."""
    for step in range(steps, 0, -1):
        if views[step].phase == DRY and views[step - 1].phase == DEPTH:
            return step
    return 0


@kernel
def clear(k: CardBeliefs) -> None:
    for seat in range(MAX_SEATS):
        k.no_suits[seat] = 0
        k.no_trumps[seat] = 0
        k.played_suits[seat] = 0
        k.played_trumps[seat] = 0
        k.dealt_suits[seat] = 0
        k.dealt_trumps[seat] = 0
        k.undealt_suits[seat] = 0
        k.undealt_trumps[seat] = 0
    k.laid_suits = 0
    k.laid_trumps = 0


@kernel
def hear(k: CardBeliefs, before: Talon, after: Talon, seat: int, action: int) -> None:
    """Learn from one step of the history."""
    if before.phase == PLAY:
        hear_play(k, before, seat, action - PLAYS)
        for i in range(2):
            hear_given(k, after, int(after.given[i]))
    elif NAMES + 4 <= action < NAMES + 8:
        k.dealt_suits[seat] |= KINGS
    elif SHOWS <= action < PLAYS:
        k.dealt_trumps[seat] |= 1 << action - SHOWS


@kernel
def hear_given(k: CardBeliefs, after: Talon, card: int) -> None:
    """Learn that a card given for an excuse, which nobody has played, comes from the talon."""
    if card >= SUITED:
        k.laid_trumps |= 1 << card - SUITED & ~int(after.gone_trumps)
    elif card != NOBODY:
        k.laid_suits |= 1 << card & ~int(after.gone_suits)


@kernel
def hear_play(k: CardBeliefs, m: Talon, seat: int, card: int) -> None:
    """Learn from a played card which cards its player does not hold."""
    trump = card - SUITED
    if card < SUITED:
        k.played_suits[seat] |= 1 << card
    else:
        k.played_trumps[seat] |= 1 << trump
    free = excuses(m)
    if card >= SUITED and free >> trump & 1:
        return
    if m.led == NOBODY:
        hear_first_lead(k, m, seat, card)
        return
    if m.led != TRUMP and (card >= SUITED or card // RANKS != m.led):
        k.no_suits[seat] |= SUIT << int(m.led) * RANKS
    if card < SUITED and card // RANKS != m.led:
        k.no_trumps[seat] |= ALL_TRUMPS & ~free
    if card >= SUITED and card < m.best and (m.led == TRUMP or m.overruff):
        above = int(m.best) - SUITED + 1
        k.no_trumps[seat] |= ALL_TRUMPS >> above << above


@kernel
def hear_first_lead(k: CardBeliefs, m: Talon, seat: int, card: int) -> None:
    """Learn that a leader of the named suit without the named card has nothing else."""
    named = int(m.named)
    bound = m.trick == 0 and m.played == 0 and named != NOBODY and seat != m.taker
    if bound and card < SUITED and card // RANKS == named // RANKS and card != named:
        k.no_suits[seat] |= ALL_SUITS & ~(SUIT << named // RANKS * RANKS) | 1 << named
        k.no_trumps[seat] |= ALL_TRUMPS


@kernel
def know_calls(k: CardBeliefs, now: Talon) -> None:
    """Learn from misery and an evasive Magician about dealt hands, and from cards laid openly."""
    for seat in range(now.seats):
        if now.misery[seat] & 1:
            k.undealt_trumps[seat] |= ALL_TRUMPS
        if now.misery[seat] & 2:
            k.undealt_suits[seat] |= COURTS
    if now.evasive != NOBODY:
        k.undealt_trumps[now.evasive] |= ALL_TRUMPS & ~(1 << MAGICIAN)
        k.dealt_trumps[now.evasive] |= 1 << MAGICIAN
    k.laid_trumps |= int(now.laid_open)


@kernel
def fill_pool(k: CardBeliefs, now: Talon) -> None:
    """Fill the pool with the unseen cards and their possible places."""
    suits = ALL_SUITS & ~int(now.gone_suits) & ~int(now.suits[k.me])
    trumps = ALL_TRUMPS & ~int(now.gone_trumps) & ~int(now.trumps[k.me])
    for place in range(MOST_TALON):
        card = int(now.seen[k.me, place])
        if card >= SUITED:
            trumps &= ~(1 << card - SUITED)
        elif card != NOBODY:
            suits &= ~(1 << card)
    k.count = 0
    for card in range(IDS):
        if (suits >> card if card < SUITED else trumps >> card - SUITED) & 1:
            k.pool[k.count] = card
            k.allowed[k.count] = slots_of(k, now, card)
            k.count += 1
    for seat in range(MAX_SEATS):
        k.room[seat] = now.held[seat] if seat < now.seats and seat != k.me else 0
    k.room[TALON_SLOT] = TALON[now.players - 3] if now.seen[k.me, 0] == NOBODY else 0


@kernel
def slots_of(k: CardBeliefs, now: Talon, card: int) -> int:
    """Return the possible slots of an unseen card, as bits."""
    bit = 1 << (card if card < SUITED else card - SUITED)
    slots, sure = 1 << TALON_SLOT, 0
    for seat in range(now.seats):
        if card < SUITED:
            gone, dealt, undealt = int(k.no_suits[seat]), int(k.dealt_suits[seat]), int(k.undealt_suits[seat])
        else:
            gone, dealt, undealt = int(k.no_trumps[seat]), int(k.dealt_trumps[seat]), int(k.undealt_trumps[seat])
        if bit & dealt:
            sure = 1 << seat | (1 << TALON_SLOT if seat == k.exchanger else 0)
        if not bit & gone and (seat == k.exchanger or not bit & undealt):
            slots |= 1 << seat
    if bit & (k.laid_suits if card < SUITED else k.laid_trumps):
        return 1 << TALON_SLOT
    if card == now.named:
        sure = suspected(now)
    return slots & sure if sure else slots


@kernel
def suspected(now: Talon) -> int:
    """Return the possible slots of the named card."""
    alone = 1 << int(now.taker) | 1 << TALON_SLOT if now.suspects & ALONE else 0
    return int(now.suspects) & ~ALONE | alone


@kernel
def settle_pool(k: CardBeliefs) -> bool:
    """Assign every card of the pool to a possible place. Returns False if that is impossible."""
    total = 0
    for slot in range(SLOTS):
        total += k.room[slot]
    if total != k.count:
        return False
    for i in range(k.count):
        k.place[i] = NOBODY
    for i in range(k.count):
        if not make_room(k, i):
            return False
    return True


@kernel
def make_room(k: CardBeliefs, i: int) -> bool:
    """Place a card, moving others from full slots along a shortest augmenting path."""
    reached = int(k.allowed[i])
    first, last = 0, 0
    for slot in range(SLOTS):
        if reached >> slot & 1:
            k.queue[last], k.mover[slot] = slot, i
            last += 1
    while first < last:
        slot = int(k.queue[first])
        first += 1
        if k.room[slot] > 0:
            k.room[slot] -= 1
            move_on(k, slot, i)
            return True
        for j in range(k.count):
            ways = int(k.allowed[j]) & ~reached if k.place[j] == slot else 0
            for other in range(SLOTS):
                if ways >> other & 1:
                    reached |= 1 << other
                    k.queue[last], k.mover[other] = other, j
                    last += 1
    return False


@kernel
def move_on(k: CardBeliefs, slot: int, i: int) -> None:
    """Move each card of a path to its next slot, the last first."""
    while True:
        j = int(k.mover[slot])
        slot, k.place[j] = int(k.place[j]), slot
        if j == i:
            return
