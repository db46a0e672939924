"""Checks that a package of a game passes before it is offered."""
