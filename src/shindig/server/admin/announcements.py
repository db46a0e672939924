"""Announcements of the person who runs the room, shown on its pages."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, or_, select

from ..accounts.accounts import make_id
from ..storage.schema import announcements
from ..storage.server_signals import notify_servers

HOUR = 3_600.0
MOST_LETTERS = 300


@dataclass(frozen=True)
class Announcement:
    """An announcement. Without `expires` it stays until it is removed."""

    id: str
    text: str
    made_by: str
    created: float
    expires: float | None = None


def announce(connection: Connection, text: str, made_by: str, now: float, hours: int = 0) -> Announcement:
    """Store an announcement. Raises ValueError for a text that is empty or too long."""
    tidy = " ".join(text.split())
    if not 1 <= len(tidy) <= MOST_LETTERS:
        raise ValueError(f"expected an announcement of 1 to {MOST_LETTERS} letters")
    made = Announcement(make_id(), tidy, made_by, now, now + hours * HOUR if hours else None)
    connection.execute(insert(announcements).values(vars(made)))
    notify_servers(connection, "bans")
    return made


def remove_announcement(connection: Connection, announcement: str) -> bool:
    """Remove an announcement. Returns False if there is none."""
    notify_servers(connection, "bans")
    return connection.execute(delete(announcements).where(announcements.c.id == announcement)).rowcount > 0


def list_announcements(connection: Connection, now: float) -> list[Announcement]:
    """Return the present announcements, the newest first."""
    shown = or_(announcements.c.expires.is_(None), announcements.c.expires > now)
    rows = connection.execute(select(announcements).where(shown).order_by(announcements.c.created.desc()))
    return [Announcement(**row) for row in rows.mappings()]
