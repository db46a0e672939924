"""Leases in the database: the servers, and the tables that each owns. Each function runs in a transaction of its
caller.

A live server renews its lease. A table whose owner has no lease is free, and the first server to claim it owns it under
a higher epoch. An owner without a lease cannot write what another has claimed since (`event_store.OWNED`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from secrets import token_bytes

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from ..accounts.accounts import make_id
from ..storage.schema import servers, tables
from ..storage.server_signals import notify_servers

OPENED = 1
"""Epoch of a table that its first server still owns."""
FREE = tables.c.closed.is_(False) & tables.c.owner.not_in(select(servers.c.id))
"""Open tables without an owner."""
BEAT = update(servers).where(servers.c.id == bindparam("mine")).values(beat=servers.c.beat + 1)
BEATS = select(servers.c.id, servers.c.beat)
SOME_FREE = select(tables.c.id).where(FREE).order_by(tables.c.id).limit(bindparam("most"))
CLAIM = update(tables).values(owner=bindparam("mine"), epoch=tables.c.epoch + 1)
CLAIM_FREE = CLAIM.where(tables.c.id.in_(SOME_FREE.with_for_update(skip_locked=True))).returning(
    tables.c.id, tables.c.epoch
)
"""Statement to claim free tables."""


@dataclass(frozen=True)
class Server:
    """A server with a lease."""

    address: str = ""
    """Address for other servers: a Unix socket's path, or host:port; empty if unreachable."""
    machine: str = ""
    """Machine that started the server, and knows when its process has ended."""
    process: int = 0
    id: str = field(default_factory=make_id)
    secret: str = field(default_factory=lambda: token_bytes(32).hex())
    """Shared secret of the servers of one database."""


def register_server(connection: Connection, server: Server, former: Sequence[str] = ()) -> None:
    """Register a server, and end its former ids."""
    connection.execute(delete(servers).where(servers.c.id.in_(former)))
    connection.execute(insert(servers).values(**vars(server), beat=0))


def register_only_server(connection: Connection, server: Server) -> None:
    """Register the only server of a database, and end any other."""
    connection.execute(delete(servers))
    register_server(connection, server)


def renew_lease(connection: Connection, mine: str) -> dict[str, int] | None:
    """Renew a lease. Returns the beats of all servers; None if the lease was lost."""
    if not connection.execute(BEAT, {"mine": mine}).rowcount:
        return None
    return {row.id: row.beat for row in connection.execute(BEATS)}


def remove_server(connection: Connection, dead: str, last: int) -> None:
    """End a server that has not renewed its lease since its `last` beat."""
    connection.execute(delete(servers).where(servers.c.id == dead, servers.c.beat == last))
    notify_servers(connection, "free")


def remove_server_process(connection: Connection, machine: str, process: int) -> None:
    """End a server whose process has ended."""
    connection.execute(delete(servers).where(servers.c.machine == machine, servers.c.process == process))
    notify_servers(connection, "free")


def unregister_server(connection: Connection, mine: str) -> None:
    """Unregister a server. Its tables become free."""
    connection.execute(delete(servers).where(servers.c.id == mine))
    notify_servers(connection, "free")


def claim_free_tables(connection: Connection, mine: str, most: int) -> dict[str, int]:
    """Claim some of the free tables, and return their epochs. Tables that another server is claiming are skipped."""
    return {row[0]: row[1] for row in connection.execute(CLAIM_FREE, {"mine": mine, "most": most})}


def claim_table(connection: Connection, mine: str, table: str, epoch: int) -> bool:
    """Claim a table that was free under this epoch. Returns True if it is ours now, under the next epoch."""
    free = (tables.c.id == table) & (tables.c.epoch == epoch) & FREE
    return connection.execute(update(tables).where(free).values(owner=mine, epoch=epoch + 1)).rowcount == 1


def load_epochs(connection: Connection, mine: str) -> dict[str, int]:
    """Return the open tables that a server owns, and their epochs."""
    ours = (tables.c.owner == mine) & tables.c.closed.is_(False)
    return {row.id: row.epoch for row in connection.execute(select(tables.c.id, tables.c.epoch).where(ours))}


def close_unbegun_tables(connection: Connection, names: Sequence[str]) -> None:
    """Close tables that never began, since their server ended between two transactions."""
    connection.execute(update(tables).where(tables.c.id.in_(names)).values(closed=True))


def count_tables(connection: Connection) -> dict[str, int]:
    """Return how many open tables each server owns."""
    owned = (tables.c.owner == servers.c.id) & tables.c.closed.is_(False)
    counts = select(servers.c.id, func.count(tables.c.id)).outerjoin(tables, owned).group_by(servers.c.id)
    return {row[0]: row[1] for row in connection.execute(counts)}


def give_tables(connection: Connection, mine: str, given: Sequence[str], to: str) -> None:
    """Give tables to another server that has a lease, under their next epochs."""
    ours = tables.c.id.in_(given) & (tables.c.owner == mine)
    alive = select(servers.c.id).where(servers.c.id == to).exists()
    connection.execute(update(tables).where(ours, alive).values(owner=to, epoch=tables.c.epoch + 1))
    notify_servers(connection, "given", to)


def release_tables(connection: Connection, mine: str, given: Sequence[str]) -> None:
    """Release tables, for other servers to claim."""
    ours = tables.c.id.in_(given) & (tables.c.owner == mine)
    connection.execute(update(tables).where(ours).values(owner=""))
    notify_servers(connection, "free")
