"""The steady bot for Talon: bids by a calibrated hand, lays points away, plays simple tarot.

It knows what its view shows and nothing of earlier hands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ....match import View
from ..rules.state import (
    BID,
    CUT,
    CUTS,
    DRY,
    ENDING,
    HANDFUL,
    LAY,
    MINUS,
    MISERY,
    NAME,
    PLAY,
    PLAYS,
    PLUS,
    SHOW,
    SLAM,
    SLAMS,
    Talon,
)
from .hand import best_bid, is_strong, name_card
from .lay import lay
from .tricks import Trick, play

HANDFUL_MARGIN = 4.0
"""Expected margin from which a handful is called: it goes to whoever wins."""
SLAM_MARGIN = 45.0
"""Expected margin from which a little slam is called."""


def act(view: View, rng: np.random.Generator) -> int:
    """A legal action for the seat to act."""
    legal = list(view.legal.actions)
    if len(legal) == 1:
        return legal[0]
    record = view.record
    if record.phase == CUT:
        return cut(legal, rng)
    return CHOICES[int(record.phase)](record, legal)


def cut(legal: Sequence[int], rng: np.random.Generator) -> int:
    """Tap where that is allowed now and then, mostly cut somewhere in the middle."""
    return CUTS if CUTS in legal and rng.random() < 0.25 else CUTS + int(rng.integers(20, 59))


def last_action(view: Talon, legal: Sequence[int]) -> int:  # noqa: ARG001
    """Call a little dry, declare misery, show the highest trump: the last of what is offered."""
    return legal[-1]


def handful(view: Talon, legal: Sequence[int]) -> int:
    """The largest, by a taker who expects to win; defenders who hold one expect that too."""
    return legal[-1] if view.viewer != view.taker or is_strong(view, HANDFUL_MARGIN) else legal[0]


def slam(view: Talon, legal: Sequence[int]) -> int:
    return SLAMS + 1 if is_strong(view, SLAM_MARGIN) else legal[0]


def ending(view: Talon, legal: Sequence[int]) -> int:  # noqa: ARG001
    """Plus for the side that has won more tricks than its share, minus for the other."""
    trick = Trick(view)
    mine = [seat for seat in range(view.seats) if view.inplay[seat] and trick.friend(seat)]
    attack = int(view.taker) in mine
    won = sum(int(view.won[seat]) for seat in mine)
    return PLUS if won / max(int(view.trick), 1) > (0.45 if attack else 0.55) else MINUS


def play_card(view: Talon, legal: Sequence[int]) -> int:
    return PLAYS + play(view, [action - PLAYS for action in legal])


CHOICES: dict[int, Callable[[Talon, Sequence[int]], int]] = {
    DRY: last_action,
    BID: best_bid,
    MISERY: last_action,
    HANDFUL: handful,
    SHOW: last_action,
    SLAM: slam,
    NAME: name_card,
    LAY: lay,
    PLAY: play_card,
    ENDING: ending,
}
