"""Proofs of single cards: which cards a person saw, and where they lay."""
