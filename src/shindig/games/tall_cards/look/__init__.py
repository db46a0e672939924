"""How the cards are drawn."""
