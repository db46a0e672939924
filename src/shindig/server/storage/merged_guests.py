"""Links from guests to the accounts that they were merged into."""

from __future__ import annotations

from sqlalchemy import Connection, select

from .schema import people


def find_account(connection: Connection, person: str) -> str:
    """Return the owner of the rows of a person in a log: themselves, or the account they were merged into."""
    became = connection.execute(select(people.c.became).where(people.c.id == person)).scalar()
    return became or person
