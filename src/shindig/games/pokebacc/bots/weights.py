"""What the policy goes by, by game: found by playing it against itself and against the steady bot of earlier days."""

from __future__ import annotations

from typing import Final

import numpy as np

DISASTERS: Final = np.array([[0.0, 12.0, 17.0, 25.0, 60.0], [0.0, 9.0, 10.0, 18.0, 60.0], [0.0, 9.0, 10.0, 12.0, 60.0]])
"""float64[3, 5]: points that holding so many Disasters is worth."""
AT_ONCE: Final = np.array([30.0, 6.0, 12.0])
"""Points that what wins at once is worth, beside its own."""
FAMILY: Final = np.array([0.5, 0.1, 0.1])
"""The part of a Family's points that is expected to count."""
MIXED: Final = 0.7
"""The part of the points of runs in two suits that does not fall to other melds."""
TURNS: Final = np.array([1.3, 2.3, 2.9])
"""How many more draws are looked forward to."""
EARLY: Final = np.array([0.11, 0.26, 0.22])
"""The part of its further prospects that a hand gives up to lay down what it has."""
FEW_CARDS: Final = np.array([2, 2, 2])
"""With so few cards another player may end the hand."""
MARGIN: Final = np.array([1, 1, 1])
"""How many turns before a hand may end something is laid down."""
SPARED: Final = np.array([0, 25, 30])
"""By how many points a meld must leave its owner behind to be spared a Disaster."""
