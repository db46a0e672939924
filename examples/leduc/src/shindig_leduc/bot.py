"""Bot for Leduc hold'em: it raises good hands, sometimes bluffs, and folds hands that are not worth a call."""

from numpy.random import Generator

from shindig.match import View

from .record import CALL, CHECK, DECK, FOLD, RAISE

JACK, _, KING = range(len(DECK.codes))
BLUFFS = 0.2


def act(view: View, rng: Generator) -> int:
    """Return a legal action for the seat to act, from what it sees."""
    m = view.record
    card, paired = m.hand[view.seat], m.hand[view.seat] == m.board
    good = paired or (card == KING and m.board < 0)
    if view.legal.allows(RAISE) and (good or rng.random() < BLUFFS):
        return RAISE
    if view.legal.allows(CHECK):
        return CHECK
    hopeless = card == JACK and not paired
    return FOLD if hopeless else CALL
