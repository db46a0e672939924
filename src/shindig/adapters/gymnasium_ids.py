"""Registration of every game with Gymnasium: `gymnasium.make("shindig/TallCard-v0")`, and `make_vec`."""

from __future__ import annotations

import gymnasium

from ..gamekit import game_ids

NAMESPACE, VERSION = "shindig", 0


def name_environment(game_id: str) -> str:
    """Return the id of a game's environment: `shindig/` with the game's id in capitals and `-v0`."""
    return f"{NAMESPACE}/{''.join(word.capitalize() for word in game_id.split('-'))}-v{VERSION}"


def register_games() -> None:
    """Register all installed games. Gymnasium calls it through an entry point when it is imported."""
    for game_id in game_ids():
        if name_environment(game_id) not in gymnasium.registry:
            gymnasium.register(
                name_environment(game_id),
                entry_point="shindig.adapters.gymnasium:SeatEnv",
                vector_entry_point="shindig.adapters.gymnasium_vector:SeatVectorEnv",
                kwargs={"game_id": game_id},
            )
