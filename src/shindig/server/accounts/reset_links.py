"""Links that were sent by e-mail for a new password."""

from __future__ import annotations

from sqlalchemy import Connection, delete

from ..storage.schema import mail_tokens

RESET = "reset"


def end_reset_links(connection: Connection, person: str) -> None:
    """End the links for a new password of a person, since the password was changed."""
    connection.execute(delete(mail_tokens).where(mail_tokens.c.person == person, mail_tokens.c.kind == RESET))
