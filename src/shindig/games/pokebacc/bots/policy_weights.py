"""Parameters of the policy, by game, tuned by self-play and play against the first steady bot."""

from __future__ import annotations

from typing import Final

import numpy as np

DISASTERS: Final = np.array([[0.0, 12.0, 17.0, 25.0, 60.0], [0.0, 9.0, 10.0, 18.0, 60.0], [0.0, 9.0, 10.0, 12.0, 60.0]])
"""float64[3, 5]: value of so many Disasters, in points."""
AT_ONCE: Final = np.array([30.0, 6.0, 12.0])
"""Value of an instant win in points, beside its own."""
FAMILY: Final = np.array([0.5, 0.1, 0.1])
"""Part of a Family's points that is expected to count."""
MIXED: Final = 0.7
"""Part of the points of two-suit runs that is not lost to other melds."""
TURNS: Final = np.array([1.3, 2.3, 2.9])
"""Number of further draws looked ahead."""
EARLY: Final = np.array([0.11, 0.26, 0.22])
"""Part of its further prospects that an eager player gives up to lay down a meld."""
FEW_CARDS: Final = np.array([2, 2, 2])
"""Number of cards with which another player may end the hand."""
SPARED: Final = np.array([0, 25, 30])
"""Points by which a meld must leave its owner behind to be spared a Disaster."""
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
"""float64[3, 2, 12]: weights of the decision to lay a meld down, by whether any meld is on the table. They are fitted
by least squares to the probability to win.

The features: a constant; 10 points more expected afterwards, and after laying all; 50 points expected now; 30 points,
and 4 cards, of the meld. Then 10 cards in hand, in each other hand, and in the piles per player; 5 turns; 30 points
behind the best other; a lead.
"""
