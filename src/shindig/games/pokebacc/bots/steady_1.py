"""First steady bot, frozen for comparison: maximises the expected score, and gambles by its probability to win.

It takes the unseen cards into account, and uses only its view.
"""

from __future__ import annotations

import numpy as np

from shindig.gamekit.betting.state import OUT
from shindig.gamekit.betting.steps import count_in
from shindig.match import View

from ..rules.funds import most
from ..rules.state import ANSWER, DISASTER, DISCARD, INFLICT, LAY, LEAVE, PASS, PAY, PROPOSE, SPARE, TURN, Pokebacc
from ..rules.variants import EVERY_HAND, LEAVE_HAND
from ..worth.hand_melds import cards_in, layout_numbers
from ..worth.meld_numbering import BIT, FAMILY, ROYAL_FAMILY, TROVE, kind_of, length_of, mask_of, score_of
from ..worth.melds import disasters_of
from .steady_1_worth import SampledView, may_end

DISASTER_WORTH = (0.0, 8.0, 11.0, 18.0, 0.0)
"""Value of so many Disasters in points, against others' Families and towards a Catastrophe."""
RISK = 0.04
"""Probability per turn that a hand ends for unforeseen reasons."""
SURE = 0.15
"""Lead of the probability to win over an even share from which stakes are raised."""


def act(view: View, rng: np.random.Generator) -> int:
    """Choose a legal action for the seat to act."""
    ranges = view.legal.ranges
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return ranges[0][0]
    m = view.record
    if m.phase == DISASTER:
        return inflict(m)
    worth = SampledView(view, rng)
    if m.phase == TURN:
        return turn(m, worth)
    if m.phase == ANSWER:
        return reply(m, worth)
    return PASS if match_chance(m, 0.5) < 1 / count_in(m) + SURE else propose(m, match_chance(m, 0.5))


def inflict(m: Pokebacc) -> int:
    """Spoil an instant win or a new lead; otherwise keep three Disasters or more for a Catastrophe."""
    v, layer = int(m.variant), int(m.turn)
    number = int(m.laid[layer, m.melds[layer] - 1])
    mine = int(disasters_of(m.held[m.viewer], v))
    least = INFLICT + (mine & -mine).bit_length() - 1
    if kind_of(number, v) in (ROYAL_FAMILY, TROVE):
        return least
    if mine.bit_count() >= 3:
        return SPARE
    leading = m.score[layer] + score_of(number, v) > max(int(m.score[seat]) for seat in range(m.seats) if seat != layer)
    return least if leading else SPARE


def turn(m: Pokebacc, worth: SampledView) -> int:
    """Lay the best layout down when waiting does not pay; invite; discard."""
    best = layout_numbers(worth.variant, worth.held)
    if best and lays_down(m, worth, best):
        return LAY + first_to_lay(best, worth)
    limit = most(m, worth.seat) if invites(m) else 0
    if limit > 0:
        chance = match_chance(m, worth.chance())
        if chance > 1 / count_in(m) + SURE:
            return propose(m, chance)
    return DISCARD + discard(worth)


def first_to_lay(best: list[int], worth: SampledView) -> int:
    """Return the meld to lay first: instant wins, then melds that may be spoiled, then the rest."""
    return max(best, key=lambda number: kind_of(number, worth.variant.index))


def lays_down(m: Pokebacc, worth: SampledView, best: list[int]) -> bool:
    """Return True if the hand may end, can be ended and won, or gains nothing by waiting."""
    v = worth.variant.index
    total = int(m.score[worth.seat]) + sum(score_of(number, v) for number in best)
    others = max((int(m.score[seat]) for seat in worth.others), default=0)
    if len(worth.others) and goes_out(m, worth, best):
        return total > others
    if may_end(m) or any(kind_of(number, v) in (ROYAL_FAMILY, TROVE) for number in best):
        return True
    if any(kind_of(number, v) == FAMILY for number in best) and worth.unspoiled() > 0.5:
        return True
    rest = worth.held
    for number in best:
        rest &= ~int(mask_of(number, v))
    now = sum(score_of(number, v) for number in best)
    hold, lay = worth.expected([worth.held, rest], worth.turns)
    return bool(now + (1 - RISK * worth.turns) * lay >= (1 - RISK * worth.turns) * hold)


def goes_out(m: Pokebacc, worth: SampledView, best: list[int]) -> bool:
    """Return True if laying everything down ends the hand with this turn (PB-41)."""
    left = int(m.cards[worth.seat]) - sum(length_of(number, worth.variant.index) for number in best)
    return left <= 1 and all(m.turns[seat] >= 1 for seat in worth.others)


def discard(worth: SampledView) -> int:
    """Return the card whose loss leaves the highest expected layout."""
    cards = list(cards_in(worth.held))
    hands = [worth.held & ~int(BIT[card]) for card in cards]
    values = worth.expected(hands, max(worth.turns, 1))
    kept = [DISASTER_WORTH[int(disasters_of(hand, worth.variant.index)).bit_count()] for hand in hands]
    return cards[int(np.argmax(values + kept))]


def invites(m: Pokebacc) -> bool:
    return bool(m.stakes and LEAVE_HAND[m.variant] and not m.invited)


def propose(m: Pokebacc, chance: float) -> int:
    """Return an amount that grows with the probability."""
    limit = most(m, int(m.viewer))
    wanted = int(m.buy_in * (0.5 + 2 * chance))
    return PROPOSE + max(1, min(limit, wanted)) - 1


def match_chance(m: Pokebacc, hand: float) -> float:
    """Return the probability to win the stakes: the hand, or the match, given `hand` for this hand."""
    if EVERY_HAND[m.variant]:
        return hand
    weights = [0.0 if m.status[seat] == OUT else 0.5 ** float(m.hands_to_win - m.won[seat]) for seat in range(m.seats)]
    players = max(sum(weight > 0 for weight in weights), 1)
    weights[m.viewer] *= 1 + hand - 1 / players
    return float(weights[m.viewer] / sum(weights))


def reply(m: Pokebacc, worth: SampledView) -> int:
    """Pay if the probability to win is worth it; leaving a battle only reduces the chance to win the war."""
    price = min(int(m.proposed), int(m.chips[worth.seat]))
    hand = worth.chance() if LEAVE_HAND[m.variant] else 0.5
    prize = int(m.fund + m.offer.sum()) + price
    stay = match_chance(m, hand) * prize - price
    leave = match_chance(m, 0.0) * prize if LEAVE_HAND[m.variant] and not EVERY_HAND[m.variant] else 0.0
    return PAY if stay > leave else LEAVE
