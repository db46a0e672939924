"""A few cards of each game for the lobby's pictures."""

from __future__ import annotations

SAMPLES: dict[str, tuple[str, tuple[str, ...]]] = {
    "tall-card": ("tall-card", ("RdD", "8p", "1b", "9d", "WhD")),
    "talon": ("talon", ("T1", "KS", "QC", "T21", "T0")),
    "tall-cards": ("fruit", ("Ab", "7h", "Dr", "2p", "Aa")),
    "royal-pokebacc": ("royal-pokebacc", ("3A", "KF", "QM", "SW", "War")),
    "merchants-bank": ("merchants-bank", ("5F", "TW", "RA", "HM", "Flood")),
    "farmers-and-fishermen": ("farmers-and-fishermen", ("8M", "QA", "KF", "2W", "Storm")),
}
"""Game id: (deck, cards)."""
