"""What the decks of five-card games are drawn with: suits, beasts, grounds, backs."""
