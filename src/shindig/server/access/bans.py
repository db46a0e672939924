"""Bans of persons, logins and addresses, which hold until they are lifted or end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, and_, delete, insert, or_, select

from shindig.messages import Text, Timestamp, say, tell

from ..accounts.name_and_password_rules import fold_login
from ..storage.schema import bans
from ..storage.server_signals import notify_servers
from .ip_networks import parse_network

BanKind = Literal["person", "login", "address"]
MOST_WHY = 200


@dataclass(frozen=True)
class Ban:
    """A ban. `value` is a person's id, a login in normal form, or a network."""

    kind: BanKind
    value: str
    why: str
    made_by: str
    created: float
    expires: float | None = None
    """End in seconds since 1970; None for a ban without end."""

    @property
    def text(self) -> Text:
        """Sentences for the one who is banned."""
        found = [say("refuse-banned-address") if self.kind == "address" else say("refuse-banned")]
        if self.expires is not None:
            found.append(say("refuse-banned-until", moment=Timestamp(self.expires)))
        return tell(*found, *([say("refuse-banned-why", why=self.why)] if self.why else ()))


def clean_ban_value(kind: BanKind, value: str) -> str:
    """Return the value of a ban in normal form. Raises ValueError."""
    if kind == "address":
        return str(parse_network(value))
    if kind == "login":
        login = fold_login(value)
        if not login.removesuffix("*"):
            raise ValueError("expected a login, perhaps with * at its end")
        return login
    return value


def store_ban(connection: Connection, ban: Ban) -> None:
    """Store a ban, which replaces an older one of this kind and value."""
    remove_ban(connection, ban.kind, ban.value)
    connection.execute(insert(bans).values(vars(ban)))


def remove_ban(connection: Connection, kind: str, value: str) -> bool:
    """Lift a ban. Returns False if there is none."""
    notify_servers(connection, "bans")
    gone = delete(bans).where(bans.c.kind == kind, bans.c.value == value)
    return connection.execute(gone).rowcount > 0


def load_bans(connection: Connection, now: float, kinds: Iterable[str] = ("person", "login", "address")) -> list[Ban]:
    """Return the bans that hold, the newest first."""
    holds = or_(bans.c.expires.is_(None), bans.c.expires > now)
    rows = connection.execute(select(bans).where(bans.c.kind.in_([*kinds]), holds).order_by(bans.c.created.desc()))
    return [Ban(**row) for row in rows.mappings()]


def find_ban(connection: Connection, now: float, person: str = "", login: str | None = None) -> Ban | None:
    """Return the ban that keeps out a person with an id and a login, or None."""
    holds = or_(bans.c.expires.is_(None), bans.c.expires > now)
    mine = and_(bans.c.kind == "person", bans.c.value == person)
    rows = connection.execute(select(bans).where(holds, or_(mine, bans.c.kind == "login"))).mappings()
    return next((ban for ban in (Ban(**row) for row in rows) if ban.kind == "person" or _is_login(ban, login)), None)


def _is_login(ban: Ban, login: str | None) -> bool:
    if login is None:
        return False
    return login.startswith(ban.value[:-1]) if ban.value.endswith("*") else login == ban.value
