"""Worth of cards."""
