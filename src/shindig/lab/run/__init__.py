"""Running matches in bulk: simulations, the arena, parts on disk and processes."""
