"""Training of the net that predicts the winner of a hand in Pokebacc."""
