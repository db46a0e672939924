"""Hands of five cards, shared by the games that deal, discard and redraw them."""
