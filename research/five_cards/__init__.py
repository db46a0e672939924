"""Tools for both games that deal five cards."""
