"""The steady bot of earlier days, as it was: lays out for the best expected score, and gambles by its chance to win.

It reckons with the cards it has not seen, and knows nothing but its view.
"""

from __future__ import annotations

import numpy as np

from ....match import View
from ...betting.state import OUT
from ...betting.steps import count_in
from ..rules.funds import most
from ..rules.state import ANSWER, DISASTER, DISCARD, INFLICT, LAY, LEAVE, PASS, PAY, PROPOSE, SPARE, TURN, Pokebacc
from ..rules.variants import EVERY_HAND, LEAVE_HAND
from ..worth.hand import cards_in, layout_numbers
from ..worth.melds import disasters_of
from ..worth.numbering import BIT, FAMILY, ROYAL_FAMILY, TROVE, kind_of, length_of, mask_of, score_of
from .steady_1_worth import Worth, may_end

DISASTER_WORTH = (0.0, 8.0, 11.0, 18.0, 0.0)
"""Points that holding so many Disasters is worth: against the Families of others, and towards a Catastrophe."""
RISK = 0.04
"""The chance, a turn, that a hand ends for other reasons than the ones foreseen."""
SURE = 0.15
"""How much better than an even share a chance to win must be to raise what is played for."""


def act(view: View, rng: np.random.Generator) -> int:
    """A legal action for the seat to act."""
    ranges = view.legal.ranges
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return ranges[0][0]
    m = view.record
    if m.phase == DISASTER:
        return inflict(m)
    worth = Worth(view, rng)
    if m.phase == TURN:
        return turn(m, worth)
    if m.phase == ANSWER:
        return reply(m, worth)
    return PASS if match_chance(m, 0.5) < 1 / count_in(m) + SURE else propose(m, match_chance(m, 0.5))


def inflict(m: Pokebacc) -> int:
    """Spoil what would win at once or take the lead; keep three Disasters or more for a Catastrophe else."""
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


def turn(m: Pokebacc, worth: Worth) -> int:
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


def first_to_lay(best: list[int], worth: Worth) -> int:
    """What may win at once first, then what may be spoiled, then the rest."""
    return max(best, key=lambda number: kind_of(number, worth.variant.index))


def lays_down(m: Pokebacc, worth: Worth, best: list[int]) -> bool:
    """Whether to lay down now: the hand may be over, it can be ended and won, or nothing is gained by waiting."""
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


def goes_out(m: Pokebacc, worth: Worth, best: list[int]) -> bool:
    """Whether laying everything down would end the hand with this turn (PB-41)."""
    left = int(m.cards[worth.seat]) - sum(length_of(number, worth.variant.index) for number in best)
    return left <= 1 and all(m.turns[seat] >= 1 for seat in worth.others)


def discard(worth: Worth) -> int:
    """The card that the expected layout misses least."""
    cards = list(cards_in(worth.held))
    hands = [worth.held & ~int(BIT[card]) for card in cards]
    values = worth.expected(hands, max(worth.turns, 1))
    kept = [DISASTER_WORTH[int(disasters_of(hand, worth.variant.index)).bit_count()] for hand in hands]
    return cards[int(np.argmax(values + kept))]


def invites(m: Pokebacc) -> bool:
    return bool(m.stakes and LEAVE_HAND[m.variant] and not m.invited)


def propose(m: Pokebacc, chance: float) -> int:
    """An amount that grows with the chance."""
    limit = most(m, int(m.viewer))
    wanted = int(m.buy_in * (0.5 + 2 * chance))
    return PROPOSE + max(1, min(limit, wanted)) - 1


def match_chance(m: Pokebacc, hand: float) -> float:
    """The chance to win what is played for: the hand, or the match with `hand` the chance to win this one."""
    if EVERY_HAND[m.variant]:
        return hand
    weights = [0.0 if m.status[seat] == OUT else 0.5 ** float(m.hands_to_win - m.won[seat]) for seat in range(m.seats)]
    players = max(sum(weight > 0 for weight in weights), 1)
    weights[m.viewer] *= 1 + hand - 1 / players
    return float(weights[m.viewer] / sum(weights))


def reply(m: Pokebacc, worth: Worth) -> int:
    """Pay where the chance to win is worth it; leaving a battle costs only a part of the chance to win the war."""
    price = min(int(m.proposed), int(m.chips[worth.seat]))
    hand = worth.chance() if LEAVE_HAND[m.variant] else 0.5
    prize = int(m.fund + m.offer.sum()) + price
    stay = match_chance(m, hand) * prize - price
    leave = match_chance(m, 0.0) * prize if LEAVE_HAND[m.variant] and not EVERY_HAND[m.variant] else 0.0
    return PAY if stay > leave else LEAVE
