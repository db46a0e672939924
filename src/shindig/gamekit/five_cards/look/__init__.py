"""Drawings of the decks of five-card games: suits, beasts, grounds, backs."""
