"""Betting, shared by the games that bet: its state in the record, its steps, its pots, its words."""
