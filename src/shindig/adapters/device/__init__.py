"""Batches on a graphics card: the kernels of the rules, one thread a match, with arrays in the card's memory."""
