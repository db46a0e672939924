"""The steady bot: one policy a game, named like the game's package."""
