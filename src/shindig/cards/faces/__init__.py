"""Drawing tools for artists: paper, symbols, indices and curves; and plain cards for decks without an artist."""
