"""Policy of the steady bot as a kernel, from the actor's own cards and public information alone.

If the hand may end before its next turn with another seat ahead, it lays down the meld it needs least. That gives
everybody another round. If another seat is nearly out of cards, it lays down all. Otherwise it weighs the decision
(`meld_decision.py`): a laid meld does not grow, but others have to follow.
"""

from __future__ import annotations

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers, Ranges
from shindig.gamekit.array_and_bit_kernels import count_bits
from shindig.gamekit.betting.state import IN, NOBODY
from shindig.gamekit.betting.steps import count_in

from ..rules.state import ANSWER, DISASTER, DISCARD, INFLICT, LAY, SPARE, TURN, Pokebacc
from ..rules.variants import CARDS, NUMBERS, STRIDE
from ..worth.best_layout_search import MAX_LAYOUT
from ..worth.meld_numbering import BIT, ROYAL_FAMILY, TROVE, kind_of, length_of, mask_of, score_of
from ..worth.melds import disasters_of, has_meld
from .approximate_layout import quick_layout
from .hand_prospects import SIZE, STEPS, hand_worth, number_loss, other_loss, run_loss, suits_of
from .meld_decision import lays_soon, leads, patience, pays_to_lay
from .money_policy import invitation, reply, word
from .policy_weights import FEW_CARDS, SPARED, TURNS

KEEP, ONE, EVERY, WEIGH = range(4)
"""Numbers of melds to lay down: none, one, all, or to be weighed."""


@kernel
def policy(m: Pokebacc, _ranges: Ranges, _rng: np.random.Generator) -> int:
    """Choose a legal action of the actor."""
    if m.phase == TURN:
        return turn(m, False)
    if m.phase == DISASTER:
        return spoil(m)
    if m.phase == ANSWER:
        return int(reply(m, prospects(m)))
    return int(word(m))


@kernel
def others(m: Pokebacc, ranges: Ranges, rng: np.random.Generator) -> int:
    """Choose an action as other players in rollouts: most of them lay down too early."""
    if m.phase == TURN:
        return turn(m, True)
    return policy(m, ranges, rng)


@kernel
def spoil(m: Pokebacc) -> int:
    """Spoil an instant win or a new lead; otherwise keep three Disasters or more for a Catastrophe."""
    v, layer = m.variant, m.turn
    mine = disasters_of(m.held[m.actor], v)
    if mine == 0:
        return SPARE
    least = INFLICT + count_bits((mine & -mine) - 1)
    number = m.laid[layer, m.melds[layer] - 1]
    if wins_at_once(number, v):
        return least
    if SIZE[mine] >= 3 or m.score[layer] + score_of(number, v) <= best_score(m, layer) - SPARED[v]:
        return SPARE
    return least


@kernel
def wins_at_once(number: int, v: int) -> bool:
    """Return True if a meld wins the hand unless it is spoiled."""
    kind = kind_of(number, v)
    return bool(kind in (ROYAL_FAMILY, TROVE))


@kernel
def best_score(m: Pokebacc, seat: int) -> int:
    """Return the highest score of the other players in the hand."""
    best = 0
    for other in range(m.seats):
        if other != seat and m.status[other] == IN:
            best = max(best, int(m.score[other]))
    return best


@kernel
def turn(m: Pokebacc, eager: bool) -> int:
    """Lay a meld down, invite, or discard."""
    held, v = int(m.held[m.actor]), int(m.variant)
    dead, step = dead_cards(m), step_of(m)
    if has_meld(held, v):
        number = meld_to_lay(m, held, dead, step, eager)
        if number != NOBODY:
            return LAY + number
    if m.stakes:
        action = invitation(m, prospects(m))
        if action != NOBODY:
            return int(action)
    return DISCARD + worst_card(held, dead, v, step)


@kernel
def prospects(m: Pokebacc) -> float:
    """Return the actor's expected final points."""
    return float(m.score[m.actor] + hand_worth(int(m.held[m.actor]), dead_cards(m), int(m.variant), step_of(m)))


@kernel
def dead_cards(m: Pokebacc) -> int:
    """Return the cards that publicly cannot be drawn: laid down, thrown, on top of the discard pile."""
    dead = 0 if m.top < 0 else int(BIT[m.top])
    for seat in range(m.seats):
        for i in range(m.melds[seat]):
            dead |= mask_of(m.laid[seat, i], m.variant)
            if m.spoiler[seat, i] != NOBODY:
                dead |= int(BIT[m.disaster[seat, i]])
    return dead


@kernel
def step_of(m: Pokebacc) -> int:
    """Return the probability of a card to be drawn before the end, in hundredths, from draws and unseen cards."""
    players, piles = count_in(m), int(m.stock) + int(m.pile_count)
    unseen = piles - (m.top >= 0)
    for seat in range(m.seats):
        unseen += m.cards[seat] * (seat != m.actor)
    turns = min(TURNS[m.variant], piles // players + 1)
    return int(min(STEPS, 200 * turns / max(unseen, 1)))


@kernel
def meld_to_lay(m: Pokebacc, held: int, dead: int, step: int, eager: bool) -> int:
    """Return the number of the meld to lay down now, or NOBODY."""
    melds, v = np.empty(MAX_LAYOUT, np.int32), int(m.variant)
    count = quick_layout(held, v, melds)
    first = NOBODY
    for i in range(count):
        if first == NOBODY or kind_of(melds[i], v) > kind_of(first, v):
            first = int(melds[i])
    if first != NOBODY and wins_at_once(first, v):
        return first
    many = how_many(m, melds, count)
    if many in (KEEP, EVERY):
        return first if many == EVERY else NOBODY
    best, worth = least_missed(held, dead, v, step, melds, count)
    if many == ONE or (eager and lays_soon(m, held, dead, step, melds, count)):
        return best
    return best if not eager and pays_to_lay(m, held, dead, step, melds, count, best, worth) else NOBODY


@kernel
def least_missed(hand: int, dead: int, v: int, step: int, melds: Numbers, count: int) -> tuple[int, float]:
    """Return the meld with the highest expectation afterwards, and that expectation."""
    best, most = NOBODY, -1e9
    for i in range(count):
        worth = score_of(melds[i], v) + hand_worth(hand & ~mask_of(melds[i], v), dead, v, step)
        if worth > most:
            best, most = int(melds[i]), worth
    return best, most


@kernel
def how_many(m: Pokebacc, melds: Numbers, count: int) -> int:
    """Decide to lay down one meld, all, none yet, or one if it is worth it."""
    seat, v, players = m.actor, int(m.variant), count_in(m)
    points, cards = 0, 0
    for i in range(count):
        points += score_of(melds[i], v)
        cards += length_of(melds[i], v)
    if m.cards[seat] - cards <= 1 and all_had_a_turn(m):
        return EVERY if m.score[seat] + points > best_score(m, seat) else KEEP
    if fewest_of_others(m) <= FEW_CARDS[v]:
        return EVERY
    if count == 0 or m.melded:
        return KEEP
    if patience(m, players) <= players:
        return KEEP if leads(m) else ONE
    return WEIGH


@kernel
def all_had_a_turn(m: Pokebacc) -> bool:
    """Return True if every other player in the hand has had a turn, so that it may end (PB-41)."""
    for seat in range(m.seats):
        if seat != m.actor and m.status[seat] == IN and m.turns[seat] == 0:
            return False
    return True


@kernel
def fewest_of_others(m: Pokebacc) -> int:
    """Return the smallest number of cards of another player in the hand."""
    least = CARDS[m.variant]
    for seat in range(m.seats):
        if seat != m.actor and m.status[seat] == IN:
            least = min(least, int(m.cards[seat]))
    return int(least)


@kernel
def worst_card(hand: int, dead: int, v: int, step: int) -> int:
    """Return the card that a hand needs least."""
    worst, least = worst_number(hand, dead, v, step)
    for card in range(4 * STRIDE[v] + 3, NUMBERS[v] - 1, -1):
        if hand >> card & 1 and card % STRIDE[v] >= NUMBERS[v] * (card < 4 * STRIDE[v]):
            loss = other_loss(hand, dead, v, card, step)
            if loss < least:
                worst, least = card, loss
    return int(worst)


@kernel
def worst_number(hand: int, dead: int, v: int, step: int) -> tuple[int, float]:
    """Return the number that a hand needs least, and its loss."""
    worst, least, losses = NOBODY, 1e9, np.zeros(4)
    for rank in range(NUMBERS[v]):
        lots = suits_of(hand, v, rank)
        if lots:
            for suit in range(4):
                losses[suit] = run_loss(hand, dead, v, suit, rank, step) if lots >> suit & 1 else 0.0
            for suit in range(4):
                if lots >> suit & 1:
                    loss = number_loss(losses, lots, suits_of(dead, v, rank), suit, step)
                    if loss < least:
                        worst, least = suit * STRIDE[v] + rank, loss
    return worst, least
