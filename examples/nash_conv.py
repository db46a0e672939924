"""How far bots are from an equilibrium where that can be counted: `python examples/nash_conv.py`.

NashConv is what all players together would gain by best replies, in chips a hand, by OpenSpiel's exact tools, in Tall
Card in small: one card each, a deck of twelve, two Tall Cards.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability

from shindig.adapters.openspiel import register
from shindig.games.tall_card.miniature import MINIATURE

SAMPLES = 100
"""How often the bot is asked in each information state, since it bluffs at random."""


class Steady(policy.Policy):  # type: ignore[misc]
    """What the game's policy does, by information state."""

    def __init__(self, game: pyspiel.Game) -> None:
        super().__init__(game, list(range(game.num_players())))
        self._known: dict[str, dict[int, float]] = {}
        self._rng, self._ranges = np.random.default_rng(1), MINIATURE.mind.scratch()[0]

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """How often it takes each action."""
        player = state.current_player() if player_id is None else player_id
        key = state.information_state_string(player)
        if key not in self._known:
            self._known[key] = self._ask(state, player)
        return self._known[key]

    def _ask(self, state: Any, player: int) -> dict[int, float]:
        view, numbers = MINIATURE.view(state.play.match, player), state.legal_actions()
        answers = (MINIATURE.mind.policy(view, 0, self._ranges, self._rng) for _ in range(SAMPLES))
        behind = {state.play.action(number): number for number in numbers}
        counts = Counter(behind[answer] for answer in answers)
        return {number: counts[number] / SAMPLES for number in numbers}


def measured() -> dict[str, float]:
    """NashConv by player."""
    register(MINIATURE)
    game = pyspiel.load_game("shindig_tall_card_miniature(max_hands=1)")
    players = {"steady": Steady(game), "random": policy.UniformRandomPolicy(game)}
    return {name: exploitability.nash_conv(game, player) for name, player in players.items()}


if __name__ == "__main__":
    for name, found in measured().items():
        print(f"{name:8} NashConv {found:.3f} chips a hand", flush=True)
