"""Decks, notation and faces of cards."""

from .deck import CardError, Deck, suited

__all__ = ["CardError", "Deck", "suited"]
