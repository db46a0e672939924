"""Card play: who is a friend, which tricks are worth winning, when the Fool gets one out of trouble."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.kinds import HALF_POINTS
from ..rules.state import ALONE, NOBODY, SUITED, Talon
from .hand import FOOL, MAGICIAN, cards_of, in_suit

FOOL_COST = 4.0
"""In half points: what playing the Fool gives away, so long as it is played before the last tricks."""


class Trick:
    """What one seat knows while a trick is played. Card values are half points."""

    def __init__(self, view: Talon) -> None:
        self.view = view
        self.me = int(view.viewer)
        self.hand = cards_of(view)
        self.unseen = self._unseen()
        order = [self.me]
        while len(order) < view.players:
            order.append(int(view.right[order[-1]]))
        self.behind = order[1 : int(view.players - view.played)]
        """Seats that play after this one."""

    def _unseen(self) -> set[int]:
        view = self.view
        gone = int(view.gone_suits) | int(view.gone_trumps) << SUITED
        known = set(self.hand) | {int(card) for card in view.seen[self.me]}
        return {card for card in range(78) if not gone >> card & 1} - known

    def friend(self, seat: int) -> bool:
        """Whether a seat is of this one's side, as far as can be told: strangers among defenders are friends."""
        view = self.view
        taker = int(view.taker)
        partner = int(view.suspects).bit_length() - 1 if view.suspects in (1, 2, 4, 8, 16) else NOBODY
        if view.named >= 0 and int(view.named) in self.hand:
            partner = self.me
        attack = {taker} if partner == NOBODY else {taker, partner}
        return (seat in attack) == (self.me in attack)

    def excuse(self, card: int) -> bool:
        return card == FOOL or (card == MAGICIAN and self.view.evasive != NOBODY)

    def beats(self, card: int) -> bool:
        """Whether a card would win the trick as it lies."""
        view = self.view
        if self.excuse(card):
            return False
        if card >= SUITED or view.led == NOBODY:
            return bool(card > view.best)
        return bool(card // 14 == view.led and card > view.best)

    def master(self, card: int) -> bool:
        """Whether no unseen card of its suit is higher."""
        last = 78 if card >= SUITED else card // 14 * 14 + 14
        return not any(higher in self.unseen for higher in range(card + 1, last))

    def holds_up(self, card: int) -> bool:
        """Whether a card that wins now will probably win in the end."""
        enemies = [seat for seat in self.behind if not self.friend(seat)]
        if not enemies:
            return True
        if not self.master(card):
            return False
        left = [other for other in self.unseen if card < SUITED and other // 14 == card // 14 and other < SUITED]
        return card >= SUITED or len(left) >= 3 * (self.view.players - 1) - 2 or not self.trumps_about()

    def trumps_about(self) -> int:
        return sum(card > FOOL for card in self.unseen)

    def keep(self, card: int) -> float:
        """What a card is worth in hand, beside its points."""
        if card == MAGICIAN:
            return 2.0
        if card >= SUITED:
            return max(0.0, (card - SUITED - 8) * 0.6)
        return 2.0 if card % 14 == 13 else 0.0


def play(view: Talon, cards: Sequence[int]) -> int:
    """The card to play, of those that may be played."""
    trick = Trick(view)
    if len(cards) == 1:
        return cards[0]
    if FOOL in cards and len(trick.hand) == 2:
        return FOOL
    return lead(trick, cards) if view.played == 0 else follow(trick, cards)


def follow(trick: Trick, cards: Sequence[int]) -> int:
    """Help a friend's trick, win a foe's if that holds, else give as little as may be."""
    view = trick.view
    ours = view.winner >= 0 and trick.friend(int(view.winner))
    if ours and safe(trick):
        return max(cards, key=lambda card: help_friend(trick, card))
    pot = sum(HALF_POINTS[card] for card in view.table if card >= 0)
    return max(cards, key=lambda card: gain(trick, card, pot, ours))


def help_friend(trick: Trick, card: int) -> float:
    """Points into a trick that is ours already, but no card that would win another."""
    return 0.0 if trick.excuse(card) else HALF_POINTS[card] - 1.5 * trick.keep(card) + 2


def safe(trick: Trick) -> bool:
    """Whether the card that wins now will."""
    best = int(trick.view.best)
    return all(trick.friend(seat) for seat in trick.behind) or (best >= SUITED and trick.master(best))


def gain(trick: Trick, card: int, pot: int, ours: bool) -> float:
    """What playing a card is likely to bring in half points, less what it costs."""
    value = HALF_POINTS[card]
    if trick.excuse(card):
        late = len(trick.hand) <= 3
        return 0.0 if late else -FOOL_COST
    if trick.beats(card):
        if trick.holds_up(card):
            return pot + value - trick.keep(card)
        chance = 0.45 if card >= SUITED else 0.25
        return (2 * chance - 1) * (pot + value) - trick.keep(card) - (6 if card == MAGICIAN else 0)
    return (0.3 if ours else -1.0) * (pot + value) - trick.keep(card)


def lead(trick: Trick, cards: Sequence[int]) -> int:
    """Strong trumps draw trumps; kings while their suit is young; else low from the longest suit."""
    view = trick.view
    trumps = [card for card in cards if card >= SUITED and not trick.excuse(card)]
    masters = [card for card in cards if card < SUITED and trick.master(card) and trick.holds_up(card)]
    if masters:
        return max(masters, key=lambda card: HALF_POINTS[card])
    others = trick.trumps_about()
    attacking = trick.me == view.taker or (view.suspects != ALONE and trick.friend(int(view.taker)))
    if attacking and trumps and others and len(trumps) * (view.players - 1) > 1.2 * others:
        tops = [card for card in trumps if trick.master(card)]
        return max(tops) if tops else min(card for card in trumps if card != MAGICIAN or len(trumps) == 1)
    plain = [card for card in cards if card < SUITED]
    if plain:
        return min(plain, key=lambda card: (HALF_POINTS[card], -len(in_suit(trick.hand, card // 14)), card % 14))
    rest = [card for card in trumps if card != MAGICIAN] or trumps or list(cards)
    return min(rest)
