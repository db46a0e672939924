"""First steady bot, frozen for comparison: exact odds of its own draw, plausible opponent hands, pot odds."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shindig.core.kernel_compiler import get_quickest
from shindig.gamekit.betting.state import CALL, CHECK, FOLD, IN
from shindig.match import View

from ..rules.state import BETS, CLAIM, DECLARE, DECLARED, DECLINE, DISCARD, DRAW, RANKS, TAKE, TallCard
from ..worth.discard_odds import Floats
from ..worth.ranks import best_cards, number_of, strength
from ..worth.worth_before_draw import all_draws
from .rival_strengths import Rival, kept_against, rivals, share_against

Generator = np.random.Generator

MOST_REDRAWN = 4
"""Largest discard: it never throws away all five cards."""
BET_OVER, RAISE_OVER = 0.2, 0.35
"""Thresholds to bet and to raise, as parts of the way from an even share to the whole pot."""
BLUFFS = 0.06


def act(view: View, rng: Generator) -> int:
    """Choose a legal action for the seat to act."""
    m = view.record
    if len(view.legal) == 1:
        return next(iter(view.legal.actions))
    if m.phase == CLAIM:
        return claim(m)
    if m.phase == DRAW:
        return discard(m, list(view.legal.actions))
    if m.phase == DECLARE:
        return declare(m)
    return bet(m, view.legal.ranges, rng)


def values(m: TallCard, claimed: bool, others: tuple[Rival, ...]) -> Floats:
    """Return float64[32]: the expected share of the pot after each discard."""
    hand, tall = m.hand[m.viewer], int(m.tall)
    made = share_against(tall, others)[get_quickest(strength)(hand, tall, claimed)]
    found: npt.NDArray[np.float64] = all_draws(hand[None], kept_against(tall, claimed, others), np.array([made]))[0]
    most = 1 if claimed else MOST_REDRAWN
    found[[mask for mask in range(len(found)) if mask.bit_count() > most]] = -np.inf
    return found


def claim(m: TallCard) -> int:
    """Claim if the hand expects more with one redrawn card than against a claimer with free redraws."""
    mine = values(m, True, rivals(m, m.viewer)).max()
    others = [seat for seat in range(m.seats) if m.status[seat] == IN and seat != m.viewer]
    declined = values(m, False, rivals(m, others[0])).max()
    return TAKE if mine > declined else DECLINE


def discard(m: TallCard, legal: list[int]) -> int:
    """Choose the discard with the highest expectation; the fewest cards in a tie."""
    found = values(m, bool(m.claimer == m.viewer), rivals(m)).round(12)
    return max(legal, key=lambda action: (found[action - DISCARD], -(action - DISCARD).bit_count()))


def declare(m: TallCard) -> int:
    """Declare the best Rank, with the cards that make it."""
    hand, tall, claimed = m.hand[m.viewer], int(m.tall), bool(m.claimer == m.viewer)
    mask, number = best_cards(hand, tall, claimed), number_of(strength(hand, tall, claimed))
    return DECLARED + int(mask) * RANKS + int(number)


def expected_share(m: TallCard) -> float:
    """Return the expected share of the pot at the reveal."""
    claimed, others, tall = bool(m.claimer == m.viewer), rivals(m), int(m.tall)
    if m.drew[m.viewer] < 0:
        return float(values(m, claimed, others).max())
    return float(share_against(tall, others)[get_quickest(strength)(m.hand[m.viewer], tall, claimed)])


def bet(m: TallCard, ranges: list[tuple[int, int]], rng: Generator) -> int:
    """Check, bet, call, raise or fold: for value over an even share, and by pot odds."""
    share = expected_share(m)
    even = 1 / sum(int(m.status[seat] == IN) for seat in range(m.seats))
    surplus = (share - even) / (1 - even)
    more = [span for span in ranges if span[0] >= BETS.first]
    facing = bool(m.bet > m.step_paid[m.viewer])
    bluff = not facing and rng.random() < BLUFFS
    if more and (bluff or surplus > (RAISE_OVER if facing else BET_OVER)):
        first, last = more[0]
        return first + round((last - first) * min(1.0, max(0.2, surplus) * rng.uniform(0.7, 1.3)))
    if not facing:
        return CHECK
    price, prize = price_and_prize(m)
    return CALL if share * prize >= price else FOLD


def price_and_prize(m: TallCard) -> tuple[int, int]:
    """Return the cost of a call, and the amount that can then be won (TC-33)."""
    me = int(m.viewer)
    price = min(int(m.bet - m.step_paid[me]), int(m.chips[me]))
    stake = int(m.paid[me]) + price
    return price, stake + int(m.carried) + sum(min(int(m.paid[s]), stake) for s in range(m.seats) if s != me)
