"""Analysis of hands and bots: odds, rollouts, luck, gains and study reports."""
