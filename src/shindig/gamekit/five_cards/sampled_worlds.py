"""Sampled worlds for the games that deal five cards: full records that agree with all that a seat has seen.

Unseen cards are shuffled into the places of the stock from which others drew; then the hand is replayed as seen. Only
the number of another seat's discards is known: the best discard of that size is assumed. All orders of the unseen cards
are equally likely. A world's weight is the likelihood of the others' actions in it. Each of them is careful, so that
its actions tell of its hand, or careless for the whole hand, so that they tell nothing. Which of both it is, its
actions tell as well. Of a few worlds one is drawn by their weights.

Kernel templates: `bind_worlds` binds them to a game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shindig.core.kernel_compiler import bind, kernel, unbound
from shindig.core.layout_and_views import CHANCE, REFEREE, UNKNOWN, Numbers, Ranges, Records, Row, public

from ..array_and_bit_kernels import sort_cards
from ..array_rules_engine import shuffle
from ..betting.state import IN
from ..policies.policy_spec import Actions, Actors, Generator
from ..turn_and_range_kernels import next_seat
from .state import HAND, FiveCards

MOST = 96
"""Number of cards in the largest deck."""
SECRET = -1
MOST_SEATS = 8
CARELESS = 0.1
"""Prior probability that a seat is careless."""
CARELESS_CLAIM, CARELESS_DRAW = 0.5, 0.35
"""Likelihoods of claims and draws of a careless seat, on the scale on which a careful one's best draw has 1."""


class CardEvidence(Row):
    """Knowledge of the cards from a history."""

    start: int = public("i4")  # index of the view after the deal
    cards: int = public("i2")  # cards in the deck
    place: Numbers = public("i1", MOST)  # the stock as far as it is known, else UNKNOWN
    free: int = public("i2")
    pool: Numbers = public("i2", MOST)  # the `free` unseen cards
    careful: Numbers = public("f8", MOST_SEATS)  # by seat, likelihood of its actions in this world if it is careful
    careless: Numbers = public("f8", MOST_SEATS)


CANDIDATES = 4
"""Number of worlds dealt, of which one is drawn by its weight. Trying actions in it takes longer than dealing it."""

deck_of = known_cards = complete = hidden_action = likely = likely_careless = is_discard = apply = unbound
deal_one = unbound
candidates: Any = unbound


@kernel
def count_dealt_before(m: FiveCards, seat: int) -> tuple[int, int]:
    """Return the number of players who got their first card before a seat, and the number of players."""
    before, count, at = 0, 0, int(m.dealer)
    for _ in range(m.seats):
        at = next_seat(at, m.seats)
        if m.status[at] == IN:
            if at == seat:
                before = count
            count += 1
    return before, count


@kernel
def place_card(k: CardEvidence, at: int, card: int) -> None:
    """Put a seen card into its place, and take it out of the pool."""
    k.place[at] = card
    for j in range(k.free):
        if k.pool[j] == card:
            k.free -= 1
            k.pool[j] = k.pool[k.free]
            return


@kernel
def place_drawn(k: CardEvidence, before: FiveCards, after: FiveCards, seat: int, mask: int) -> None:
    """Place the cards that a seat drew: those of the later hand that were not kept."""
    at, used = int(before.dealt), 0
    for i in range(HAND):
        found = False
        for j in range(HAND):
            if not found and not mask >> j & 1 and not used >> j & 1 and before.hand[seat, j] == after.hand[seat, i]:
                used |= 1 << j
                found = True
        if not found:
            place_card(k, at, int(after.hand[seat, i]))
            at += 1


@kernel
def learn_cards(views: Records, actors: Actors, actions: Actions, k: CardEvidence) -> bool:
    """Read the known places of the stock from a history. Returns False before the deal and after the last bet."""
    k.start = 0
    for t in range(len(actors)):
        if actors[t] == CHANCE:
            k.start = t + 1
    if k.start == 0:
        return False
    m = views[k.start]
    seat = int(m.viewer)
    k.cards = deck_of(m, k.pool)
    k.free = k.cards
    for j in range(MOST):
        k.place[j] = UNKNOWN
    before, count = count_dealt_before(m, seat)
    for i in range(HAND):
        if m.hand[seat, i] >= 0:
            place_card(k, i * count + before, int(m.hand[seat, i]))
    for t in range(k.start, len(actors)):
        if actors[t] == seat and is_discard(views[t], actions[t]) >= 0:
            place_drawn(k, views[t], views[t + 1], seat, is_discard(views[t], actions[t]))
    return bool(known_cards(k, views))


@kernel
def hand_out(k: CardEvidence, m: FiveCards, rng: Generator) -> None:
    """Shuffle the pool into the stock, and deal the others their hands."""
    shuffle(k.pool, k.free, rng)
    taken = 0
    for j in range(k.cards):
        if k.place[j] >= 0:
            m.stock[j] = k.place[j]
        else:
            m.stock[j] = k.pool[taken]
            taken += 1
    for seat in range(m.seats):
        if m.status[seat] == IN and seat != m.viewer:
            before, count = count_dealt_before(m, seat)
            for i in range(HAND):
                m.hand[seat, i] = m.stock[i * count + before]
            sort_cards(m.hand[seat])


@kernel
def deal_one_world(
    k: CardEvidence,
    views: Records,
    actors: Actors,
    actions: Actions,
    worlds: Records,
    i: int,
    _ranges: Ranges,
    rng: Generator,
) -> float:
    """Make record i a world and return its weight: the likelihood of the others' actions."""
    worlds[i] = views[k.start]
    m = worlds[i]
    hand_out(k, m, rng)
    complete(m, rng)
    seat = int(m.viewer)
    m.viewer = REFEREE
    for other in range(MOST_SEATS):
        k.careful[other] = k.careless[other] = 1.0
    for t in range(k.start, len(actors)):
        action = int(actions[t])
        if action == SECRET:
            action = int(hidden_action(m, views[t + 1]))
        if actors[t] != seat:
            k.careful[m.actor] *= likely(m, action)
            k.careless[m.actor] *= likely_careless(m, action)
        apply(m, action)
    return weigh_seats(k)


@kernel
def weigh_seats(k: CardEvidence) -> float:
    """Return the likelihood of all actions, over careful and careless seats."""
    weight = 1.0
    for seat in range(MOST_SEATS):
        weight *= (1 - CARELESS) * k.careful[seat] + CARELESS * k.careless[seat]
    return float(weight)


@kernel
def deal_world(
    k: CardEvidence,
    views: Records,
    actors: Actors,
    actions: Actions,
    worlds: Records,
    i: int,
    ranges: Ranges,
    rng: Generator,
) -> float:
    """Make record i one of a few worlds, drawn by their weights, and return the mean of these."""
    total = float(deal_one(k, views, actors, actions, worlds, i, ranges, rng))
    for _ in range(candidates - 1):
        weight = float(deal_one(k, views, actors, actions, worlds, i + 1, ranges, rng))
        total += weight
        if rng.random() * total < weight:
            worlds[i] = worlds[i + 1]
    return float(total / candidates)


@kernel
def never_careless(_m: FiveCards, _action: int) -> float:
    """Return 0, for worlds in which nobody is careless."""
    return 0.0


def bind_worlds(
    suffix: str, candidates: int = CANDIDATES, **names: Callable[..., Any]
) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Bind `learn` and `deal` to a game's kernels.

    `deck_of(m, pool)` writes the deck's cards and returns their count. `known_cards(k, views)` places cards that others
    have shown, and returns True while the hand is under way. `complete(m, rng)` fills the remaining hidden fields.
    `is_discard(m, action)` is a discard's mask or -1. `hidden_action(m, after)` guesses the actor's secret action from
    the view that followed. `likely(m, action)` is the likelihood of an action of a careful seat, `likely_careless` that
    of a careless one, on the same scale; `apply` is that of the rules. Each world is drawn from so many `candidates`.
    """
    one = bind(deal_one_world, suffix, **names)
    return bind(learn_cards, suffix, **names), bind(deal_world, suffix, deal_one=one, candidates=candidates)
