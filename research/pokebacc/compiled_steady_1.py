"""`steady-1` in compiled code: the opponent in the hands from which the net is trained.

It decides as `steady_1.py` under the default rules and without money, from fewer samples of the unseen cards: as many
as there is room for.
"""

from __future__ import annotations

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers
from shindig.gamekit.array_and_bit_kernels import count_bits
from shindig.gamekit.betting.state import IN
from shindig.gamekit.betting.steps import count_in
from shindig.gamekit.policies.policy_spec import Generator
from shindig.games.pokebacc.bots.approximate_layout import without
from shindig.games.pokebacc.bots.policy import all_had_a_turn, best_score, dead_cards, wins_at_once
from shindig.games.pokebacc.rules.state import DISASTER, DISCARD, INFLICT, LAY, SPARE, Pokebacc
from shindig.games.pokebacc.rules.variants import CARDS, MAX_CARDS
from shindig.games.pokebacc.rules.variants import DISASTER as FIRST_DISASTER
from shindig.games.pokebacc.worth.best_layout_search import KEY, MAX_LAYOUT, best_layout, layout_key
from shindig.games.pokebacc.worth.meld_numbering import BIT, FAMILY, kind_of, length_of, score_of
from shindig.games.pokebacc.worth.melds import disasters_of, has_meld

KEPT = np.array([0.0, 8.0, 11.0, 18.0, 0.0])
"""float64[5]: value of so many Disasters to it, in points."""
RISK, MOST_TURNS, FEW = 0.04, 5, 4
"""Probability per turn that a hand ends for unforeseen reasons; largest number of turns looked ahead; cards with which
another may end the hand."""


@kernel
def plain(m: Pokebacc, runs: Numbers, draws: Numbers, rng: Generator) -> int:
    """Return its action in a turn or with its Disasters.

    `runs` is the `run_table`; `draws`, int64[samples], is scratch memory.
    """
    return strike(m) if m.phase == DISASTER else turn(m, runs, draws, rng)


@kernel
def strike(m: Pokebacc) -> int:
    """Spoil an instant win or a new lead; otherwise keep three Disasters or more for a Catastrophe."""
    layer, mine = int(m.turn), int(disasters_of(m.held[m.actor], m.variant))
    if mine == 0:
        return SPARE
    least = INFLICT + count_bits((mine & -mine) - 1)
    number = int(m.laid[layer, m.melds[layer] - 1])
    if wins_at_once(number, m.variant):
        return least
    leading = m.score[layer] + score_of(number, m.variant) > best_score(m, layer)
    return least if leading and count_bits(mine) < 3 else SPARE


@kernel
def turn(m: Pokebacc, runs: Numbers, draws: Numbers, rng: Generator) -> int:
    """Lay the best layout down when waiting does not pay, else discard."""
    held, v, melds = int(m.held[m.actor]), int(m.variant), np.empty(MAX_LAYOUT, np.int32)
    turns = turns_left(m)
    draw(m, turns, draws, rng)
    if has_meld(held, v):
        count = best_layout(held, v, runs, melds)
        if lays_down(m, melds, count, turns, runs, draws):
            return LAY + first_of(melds, count, v)
    if turns == 0:
        draw(m, 1, draws, rng)
    return DISCARD + least_missed(held, v, runs, draws)


@kernel
def patience(m: Pokebacc, players: int) -> int:
    """Return the number of further turns without a meld before the hand ends."""
    left = (int(m.quiet_turns) if m.quiet_turns > 0 else 2 * players) - int(m.quiet)
    for seat in range(m.seats):
        if m.melds[seat] > 0:
            return max(left, 0)
    return max(left, int(m.stock) + int(m.pile_count) - 1, 0)


@kernel
def turns_left(m: Pokebacc) -> int:
    """Return the number of turns the actor may still expect."""
    players, cards = count_in(m), int(m.stock) + int(m.pile_count)
    return int(min(MOST_TURNS, (patience(m, players) + players - 1) // players, cards // players + 1))


@kernel
def draw(m: Pokebacc, turns: int, draws: Numbers, rng: Generator) -> None:
    """Fill `draws` with the cards of so many turns, as masks."""
    seen, cards, n = int(m.held[m.actor]) | dead_cards(m), np.empty(MAX_CARDS, np.int64), 0
    for card in range(CARDS[m.variant]):
        if not seen >> card & 1:
            cards[n] = card
            n += 1
    for sample in range(len(draws)):
        draws[sample] = 0
        for i in range(min(2 * turns, n)):
            j = i + int(rng.random() * (n - i))
            cards[i], cards[j] = cards[j], cards[i]
            draws[sample] |= BIT[cards[i]]


@kernel
def expected(hand: int, v: int, runs: Numbers, draws: Numbers) -> float:
    """Return the mean best layout of a hand, in points, with the drawn cards."""
    total = 0
    for sample in range(len(draws)):
        total += layout_key(hand | draws[sample], v, runs)
    return total / (KEY * len(draws))


@kernel
def first_of(melds: Numbers, count: int, v: int) -> int:
    """Return the meld to lay first: instant wins, then melds that may be spoiled, then the rest."""
    first = 0
    for i in range(count):
        if kind_of(melds[i], v) > kind_of(melds[first], v):
            first = i
    return int(melds[first])


@kernel
def least_missed(held: int, v: int, runs: Numbers, draws: Numbers) -> int:
    """Return the card whose loss leaves the highest expectation."""
    best, most = 0, -1e9
    for card in range(CARDS[v]):
        if held >> card & 1:
            hand = held & ~int(BIT[card])
            worth = expected(hand, v, runs, draws) + KEPT[count_bits(disasters_of(hand, v))]
            if worth > most:
                best, most = card, worth
    return best


@kernel
def lays_down(m: Pokebacc, melds: Numbers, count: int, turns: int, runs: Numbers, draws: Numbers) -> bool:
    """Return True if the hand may end, can be ended and won, or gains nothing by waiting."""
    held, v, points, cards = int(m.held[m.actor]), int(m.variant), 0, 0
    for i in range(count):
        points += score_of(melds[i], v)
        cards += length_of(melds[i], v)
    first, later = first_of(melds, count, v), 1 - RISK * turns
    if m.cards[m.actor] - cards <= 1 and all_had_a_turn(m):
        return bool(m.score[m.actor] + points > best_score(m, int(m.actor)))
    if may_end(m) or wins_at_once(first, v) or (kind_of(first, v) == FAMILY and unspoiled(m) > 0.5):
        return True
    rest = without(held, v, melds, 0, count)
    return bool(points + later * expected(rest, v, runs, draws) >= later * expected(held, v, runs, draws))


@kernel
def may_end(m: Pokebacc) -> bool:
    """Return True if the hand may end before the actor's next turn."""
    players = count_in(m)
    for seat in range(m.seats):
        if seat != m.actor and m.status[seat] == IN and m.cards[seat] <= FEW:
            return True
    return patience(m, players) <= players


@kernel
def unspoiled(m: Pokebacc) -> float:
    """Return the probability that nobody else holds a Disaster."""
    seen, v, others, chance = int(m.held[m.actor]) | dead_cards(m), int(m.variant), 0, 1.0
    for seat in range(m.seats):
        others += m.cards[seat] * (seat != m.actor and m.status[seat] == IN)
    rest = int(CARDS[v]) - count_bits(seen)
    for card in range(FIRST_DISASTER[v], CARDS[v]):
        if not seen >> card & 1:
            chance *= max(rest - others, 0) / max(rest, 1)
            rest -= 1
    return float(chance)
