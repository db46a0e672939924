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
"""The part of its further prospects that an eager player's hand gives up to lay down what it has."""
FEW_CARDS: Final = np.array([2, 2, 2])
"""With so few cards another player may end the hand."""
SPARED: Final = np.array([0, 25, 30])
"""By how many points a meld must leave its owner behind to be spared a Disaster."""
LAYING: Final = np.array(
    [
        [
            [0.037, 0.038, -0.028, 0.066, 0.004, -0.067, -0.052, 0.143, 0.0, -0.162, 0.0, 0.0],
            [0.187, 0.01, -0.003, 0.051, 0.016, -0.038, -0.101, -0.004, -0.098, -0.028, -0.015, -0.055],
        ],
        [
            [0.011, 0.028, -0.027, 0.037, 0.053, -0.079, -0.015, -0.049, 0.061, -0.048, 0.0, 0.0],
            [0.115, 0.011, -0.009, 0.02, 0.026, -0.051, -0.077, -0.011, -0.054, -0.004, -0.012, -0.041],
        ],
        [
            [0.015, 0.03, -0.026, 0.034, 0.061, -0.062, -0.064, 0.113, -0.028, -0.153, 0.0, 0.0],
            [0.164, 0.014, -0.012, 0.017, 0.031, -0.036, -0.094, -0.039, -0.101, -0.015, -0.015, -0.04],
        ],
    ]
)
"""float64[3, 2, 12]: what laying a meld down while nothing presses changes in the chance to win the hand, by whether
anything lies on the table yet: always; by 10 points more to be expected after it, and after laying all; by 50 points to
be expected as it is; by 30 points and by 4 cards of the meld; by 10 cards in hand, 10 in each other hand, 10 in the
piles for each player; by 5 turns; by 30 points behind the best of the others; by leading. Fitted by least squares."""
