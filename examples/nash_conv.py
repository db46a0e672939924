"""How far bots are from an equilibrium where that can be counted: `python examples/nash_conv.py [tall-card | talon]`.

NashConv is what all players together would gain by best replies, each to all others, by OpenSpiel's exact tools, in
games in small: Tall Card with one card each, a deck of twelve and two Tall Cards; Talon with two cards each, a deck of
seven and one card in the talon.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability

from shindig.adapters.openspiel import register
from shindig.games import Game
from shindig.games.tall_card import miniature as tall_card
from shindig.games.talon import miniature as talon

SMALL = {"tall-card": (tall_card.MINIATURE, 100, "chips"), "talon": (talon.MINIATURE, 1, "points")}
"""By name a game, how often its bot is asked in each information state, since it may bluff at random, and the unit."""


class Steady(policy.Policy):  # type: ignore[misc]
    """What the game's policy does, by information state."""

    def __init__(self, game: pyspiel.Game, rules: Game, samples: int) -> None:
        super().__init__(game, list(range(game.num_players())))
        self._rules, self._samples = rules, samples
        self._known: dict[str, dict[int, float]] = {}
        self._rng, self._ranges = np.random.default_rng(1), rules.mind.scratch()[0]

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """How often it takes each action."""
        player = state.current_player() if player_id is None else player_id
        key = state.information_state_string(player)
        if key not in self._known:
            self._known[key] = self._ask(state, player)
        return self._known[key]

    def _ask(self, state: Any, player: int) -> dict[int, float]:
        view, numbers = self._rules.view(state.play.match, player), state.legal_actions()
        answers = (self._rules.mind.policy(view, 0, self._ranges, self._rng) for _ in range(self._samples))
        behind = {state.play.action(number): number for number in numbers}
        counts = Counter(behind[answer] for answer in answers)
        return {number: counts[number] / self._samples for number in numbers}


def measured(name: str) -> dict[str, float]:
    """NashConv by player."""
    rules, samples, _ = SMALL[name]
    register(rules)
    game = pyspiel.load_game(f"shindig_{rules.id.replace('-', '_')}(max_hands=1)")
    players = {"steady": Steady(game, rules, samples), "random": policy.UniformRandomPolicy(game)}
    return {name: exploitability.nash_conv(game, player) for name, player in players.items()}


if __name__ == "__main__":
    chosen = sys.argv[1] if len(sys.argv) > 1 else "tall-card"
    for name, found in measured(chosen).items():
        print(f"{name:8} NashConv {found:.3f} {SMALL[chosen][2]} a hand", flush=True)
