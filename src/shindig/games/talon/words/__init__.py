"""Texts and scenes of the game."""
