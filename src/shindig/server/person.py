"""A person who may sit at tables: their name, login and avatar, and the ids under which tables know them."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    """A person who may sit at tables."""

    id: str
    name: str
    login: str | None = None
    """Login, or None for a guest."""
    face: str = ""
    """Avatar: a word of `avatars`, or empty."""
    was: tuple[str, ...] = ()
    """Guests that were merged into this account. Tables where they sat know the person by these ids."""

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids under which tables know the person."""
        return (self.id, *self.was)

    def find_known_id(self, ids: Container[str]) -> str:
        """Return the id under which these tables know the person: their own, or a merged guest's."""
        return next((one for one in self.ids if one in ids), self.id)
