"""Invitations: codes with which people make accounts, for a number of people and a time."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from shindig.messages import say

from ..storage.schema import invitations

DAY = 86_400.0
MOST_USES, MOST_DAYS, MOST_NOTE = 1_000, 365, 200
WRONG_CODE = say("refuse-invitation")


@dataclass(frozen=True)
class Invitation:
    """An invitation without its code, which is stored nowhere."""

    id: str
    note: str
    made_by: str
    created: float
    expires: float
    uses_left: int


def hash_code(code: str) -> str:
    return hashlib.sha256(code.strip().encode(errors="replace")).hexdigest()


def create_invitation(
    connection: Connection, made_by: str, now: float, days: int = 7, uses: int = 1, note: str = ""
) -> tuple[Invitation, str]:
    """Create an invitation and its code. Raises ValueError."""
    if not (1 <= days <= MOST_DAYS and 1 <= uses <= MOST_USES and len(note) <= MOST_NOTE):
        raise ValueError(
            f"expected 1 to {MOST_DAYS} days, 1 to {MOST_USES} people, and a note of at most {MOST_NOTE} letters"
        )
    code = secrets.token_urlsafe(18)
    made = Invitation(secrets.token_hex(4), note, made_by, now, now + days * DAY, uses)
    connection.execute(insert(invitations).values(**vars(made), code_hash=hash_code(code)))
    return made, code


def list_invitations(connection: Connection, now: float) -> list[Invitation]:
    """Return the invitations that can still be used, the newest first."""
    valid = select(invitations).where(invitations.c.expires > now, invitations.c.uses_left > 0)
    rows = connection.execute(valid.order_by(invitations.c.created.desc())).mappings()
    return [Invitation(**{name: row[name] for name in Invitation.__dataclass_fields__}) for row in rows]


def is_valid_code(connection: Connection, code: str, now: float) -> bool:
    """Return True if a code can still be used."""
    mine = (invitations.c.code_hash == hash_code(code)) & (invitations.c.expires > now) & (invitations.c.uses_left > 0)
    return connection.execute(select(invitations.c.id).where(mine)).first() is not None


def use_code(connection: Connection, code: str, now: float) -> bool:
    """Use a code for one person, in the transaction that makes the account. Returns False for an unusable one."""
    mine = (invitations.c.code_hash == hash_code(code)) & (invitations.c.expires > now) & (invitations.c.uses_left > 0)
    taken = update(invitations).where(mine).values(uses_left=invitations.c.uses_left - 1)
    return connection.execute(taken).rowcount == 1


def remove_invitation(connection: Connection, invitation: str) -> bool:
    """Withdraw an invitation. Returns False if there is none."""
    return connection.execute(delete(invitations).where(invitations.c.id == invitation)).rowcount > 0
