"""New password of an account, and the end of all other ways in."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, true, update

from ..storage.schema import contacts, identities, mail_tokens, passkeys, people, sessions
from ..storage.server_signals import notify_servers


class KeptWays(NamedTuple):
    """Ways into an account that stay when it gets a new password."""

    session: str = ""
    """Hash of a session's token."""
    passkey: str = ""
    email: str = ""
    subject: str = ""
    """Subject of an identity at the OpenID provider."""


NOTHING = KeptWays()


def store_new_password(
    connection: Connection,
    account: str,
    hashed: str,
    condition: ColumnElement[bool] | None = None,
    kept: KeptWays = NOTHING,
) -> bool:
    """Store the hash of an account's new password, if a condition on its row holds. Returns False otherwise.

    Sessions, the recovery code, passkeys, the e-mail address, links sent to it and identities of a provider end, but
    for those that are kept. So nothing that was made with the old password opens the account.
    """
    mine = update(people).where(people.c.id == account, true() if condition is None else condition)
    if connection.execute(mine.values(password=hashed, recovery=None)).rowcount != 1:
        return False
    connection.execute(delete(sessions).where(sessions.c.person == account, sessions.c.token_hash != kept.session))
    connection.execute(delete(passkeys).where(passkeys.c.person == account, passkeys.c.id != kept.passkey))
    connection.execute(delete(contacts).where(contacts.c.person == account, contacts.c.email != kept.email))
    connection.execute(delete(mail_tokens).where(mail_tokens.c.person == account))
    connection.execute(delete(identities).where(identities.c.person == account, identities.c.subject != kept.subject))
    notify_servers(connection, "person", account)
    return True
