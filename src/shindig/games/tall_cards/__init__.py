"""Tall Cards, the fan rules: no limit, side pots, and a suit that grows wild when it is claimed."""
