"""The example that learns does learn."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path

from tests.kits.games import swap_game

EXAMPLE = Path(__file__).parents[2] / "examples" / "policy_gradient.py"


def test_policy_gradient_learns_to_beat_random_players() -> None:
    before, after = run_path(str(EXAMPLE))["train"](swap_game.GAME, 2, updates=20, every=20)
    assert before < 0.1
    assert after > 0.2
