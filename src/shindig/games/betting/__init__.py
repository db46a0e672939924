"""Betting, shared by the games that bet: what it keeps in the record, its steps, its pots, its words."""
