"""Worth of Pokebacc hands: expected layouts and probabilities to win, by sampling the unseen cards."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shindig.core.layout_and_views import Numbers
from shindig.gamekit.betting.state import IN
from shindig.gamekit.betting.steps import count_in
from shindig.match import View

from ..rules.state import NOBODY, QUIET, Pokebacc
from ..rules.variants import CARDS, DISASTER, VARIANTS
from ..worth.best_layout_search import KEY
from ..worth.hand_melds import keys_of
from ..worth.meld_numbering import BIT, mask_of

Masks = npt.NDArray[np.int64]
FAST_SAMPLES, PLAIN_SAMPLES = 240, 16
MOST_TURNS = 5


class SampledView:
    """A view with estimates from it. All choices are compared on equal samples."""

    def __init__(self, view: View, rng: np.random.Generator) -> None:
        self.m: Pokebacc = view.record
        self.seat = view.seat
        self.variant = VARIANTS[self.m.variant]
        self.fast = view.game.engine.compiled
        self.rng = rng
        self.held = int(self.m.held[self.seat])
        self.unseen = unseen_cards(self.m)
        self.turns = turns_left(self.m)
        self.others = [seat for seat in range(self.m.seats) if seat != self.seat and self.m.status[seat] == IN]

    def keys(self, masks: Masks) -> npt.NDArray[np.int32]:
        """Return the keys of the best layouts, for masks of any shape."""
        return keys_of(self.variant, masks.reshape(-1)).reshape(masks.shape)

    def shuffled(self) -> npt.NDArray[np.int64]:
        """Return bits of the unseen cards in random order, one row per sample."""
        rows = FAST_SAMPLES if self.fast else PLAIN_SAMPLES
        bits: npt.NDArray[np.int64] = BIT[self.rng.permuted(np.tile(self.unseen, (rows, 1)), axis=1)]
        return bits

    def draws(self, turns: int) -> Masks:
        """Return int64[samples]: the cards drawn in that many turns."""
        drawn: Masks = np.bitwise_or.reduce(self.shuffled()[:, : 2 * turns], axis=1, initial=0)
        return drawn

    def expected(self, hands: list[int], turns: int) -> npt.NDArray[np.float64]:
        """Return the mean best layout of each hand, in points, after that many more turns."""
        masks = np.array(hands, np.int64)[:, None] | self.draws(turns)[None, :]
        means: npt.NDArray[np.float64] = self.keys(masks).mean(axis=1) / KEY
        return means

    def chance(self) -> float:
        """Return the probability to win the hand, if all lay down their best layout after two more draws."""
        bits = self.shuffled()
        turns = min(self.turns, 2)
        hands = [self.held | np.bitwise_or.reduce(bits[:, : 2 * turns], axis=1, initial=0)]
        place = 2 * turns
        for seat in self.others:
            count = int(self.m.cards[seat]) + 2 * turns
            hands.append(np.bitwise_or.reduce(bits[:, place : place + count], axis=1, initial=0))
            place += count
        scores = self.keys(np.stack(hands)) // KEY + self.m.score[[self.seat, *self.others]][:, None]
        best = scores == scores.max(axis=0)
        return float((best[0] / best.sum(axis=0)).mean())

    def unspoiled(self) -> float:
        """Return the probability that nobody else holds a Disaster."""
        first = int(DISASTER[self.variant.index])
        disasters = int((self.unseen >= first).sum())
        others = int(sum(self.m.cards[seat] for seat in self.others))
        rest = len(self.unseen)
        chance = 1.0
        for k in range(disasters):
            chance *= max(rest - others - k, 0) / max(rest - k, 1)
        return chance


def unseen_cards(m: Pokebacc) -> npt.NDArray[np.int64]:
    """Return the cards that the viewer does not see: neither held, nor laid, nor on top of the discard pile."""
    v = int(m.variant)
    seen = int(m.held[m.viewer])
    for seat in range(m.seats):
        for i in range(m.melds[seat]):
            seen |= int(mask_of(int(m.laid[seat, i]), v))
            if m.spoiler[seat, i] != NOBODY:
                seen |= int(BIT[m.disaster[seat, i]])
    if m.top >= 0:
        seen |= int(BIT[m.top])
    cards: Numbers = np.arange(CARDS[v])
    unseen: npt.NDArray[np.int64] = cards[(np.int64(seen) & BIT[cards]) == 0]
    return unseen


def patience(m: Pokebacc) -> int:
    """Return the number of further turns without a meld before the hand ends."""
    players = int(count_in(m))
    if m.exhaustion != QUIET:
        return 2 * players if m.draws.max() < 2 else players
    wait = int(m.quiet_turns) or 2 * players
    left = wait - int(m.quiet)
    if not any(m.melds[seat] for seat in range(m.seats)):
        left = max(left, int(m.stock + m.pile_count) - 1)
    return max(left, 0)


def turns_left(m: Pokebacc) -> int:
    """Return the number of turns the viewer may still expect."""
    players = int(count_in(m))
    cards = int(m.stock + m.pile_count)
    return max(0, min(MOST_TURNS, -(-patience(m) // players), cards // players + 1))


def may_end(m: Pokebacc) -> bool:
    """Return True if the hand may end before the viewer's next turn."""
    players = int(count_in(m))
    near = any(m.status[seat] == IN and seat != m.viewer and m.cards[seat] <= 4 for seat in range(m.seats))
    return near or patience(m) <= players
