"""Drawings of the cards."""
