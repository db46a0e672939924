"""What artists draw with: the paper, symbols and indices, curves; and plain cards for decks without an artist."""
