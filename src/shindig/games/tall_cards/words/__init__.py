"""How the game is written, told and shown."""
