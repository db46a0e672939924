"""Training of the strategy for two in Tall Card, its tables, and searches for replies to the expert."""
