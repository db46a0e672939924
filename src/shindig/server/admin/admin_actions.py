"""Administration of a server's database, while servers use it. They notice changes within seconds."""

from __future__ import annotations

import secrets
import time
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

import orjson
from argon2 import PasswordHasher
from sqlalchemy import Connection, Row, Table, and_, delete, func, insert, or_, select, update

from ..access.bans import MOST_WHY, Ban, BanKind, clean_ban_value, load_bans, remove_ban, store_ban
from ..access.invitations import Invitation, create_invitation, remove_invitation
from ..access.invitations import list_invitations as list_invitations
from ..accounts.accounts import make_id
from ..accounts.new_password import store_new_password
from ..accounts.session_cache import DAY, load_ids
from ..accounts.talk_moderation import clean_word, find_talk
from ..groups.group_log import GroupState
from ..storage.database import FAILURES, StoreError, describe_error, make_engine, prepare_database
from ..storage.merged_guests import find_account
from ..storage.schema import (
    cards,
    deeds,
    events,
    group_events,
    group_results,
    metadata,
    people,
    reports,
    results,
    seatings,
    sessions,
    tables,
    unwanted,
)
from ..storage.server_signals import notify_servers
from ..table_log.events import Closed

NAMED = ("sit", "agree", "leave", "name", "readmit", "bar")
"""Kinds of events with a person's name."""
PERSON_TABLES = tuple(one for one in metadata.sorted_tables if "person" in one.c and one not in (seatings, sessions))
"""Tables with personal rows, which are exported and deleted with their person."""
MOST_TALK = 60
"""Number of last lines of a table that a report shows."""
FEW = 100
"""Largest number of tables named in one notification."""
HOUSE_FIELDS = frozenset({"position", "before", "daily"})
"""Keys of an event that no person may see."""
PERSON_FIELDS = frozenset({"person", "plan"})
"""Sources of a person's own action."""
GONE, SILENT = "Somebody", "…"
"""Replacements for a forgotten name and forgotten words."""


class AdminError(ValueError):
    """An impossible request. The text says why."""


class BanTerms(NamedTuple):
    """Terms of a new ban: who made it (a login, or empty for the command line), why, and for how many days."""

    made_by: str = ""
    why: str = ""
    days: int = 0
    """Days until its end; 0 for a ban without end."""

    def build(self, kind: BanKind, value: str) -> Ban:
        now = time.time()
        return Ban(kind, value, self.why[:MOST_WHY], self.made_by, now, now + self.days * DAY if self.days else None)


@contextmanager
def open_transaction(url: str) -> Iterator[Connection]:
    """Open a transaction in a server's database. Raises StoreError, also for a database that no server has used."""
    prepare_database(url, new=False)
    engine = make_engine(url, write=True)
    try:
        with engine.begin() as connection:
            yield connection
    except FAILURES as error:
        raise StoreError(f"the database cannot be used: {describe_error(error)}") from None
    finally:
        engine.dispose()


def list_open_tables(connection: Connection) -> list[tuple[str, str, bool, float, int]]:
    """Return id, game, public, created and number of events of all open tables, the newest first."""
    many = select(func.count()).where(events.c.table_id == tables.c.id).scalar_subquery()
    columns = (tables.c.id, tables.c.game, tables.c.public, tables.c.created, many)
    still_open = select(*columns).where(tables.c.closed.is_(False)).order_by(tables.c.created.desc())
    return [(one[0], one[1], one[2], one[3], one[4]) for one in connection.execute(still_open)]


def find_people(connection: Connection, text: str, most: int = 50) -> list[tuple[str, str, str | None, float]]:
    """Return id, name, login, created of people with this id, or with this text in name or login, the newest first."""
    mine = or_(*(one.icontains(text, autoescape=True) for one in (people.c.name, people.c.login)), people.c.id == text)
    columns = (people.c.id, people.c.name, people.c.login, people.c.created)
    newest = select(*columns).where(mine).order_by(people.c.created.desc()).limit(most)
    return [(one[0], one[1], one[2], one[3]) for one in connection.execute(newest)]


def find_person(connection: Connection, text: str) -> Row[Any]:
    """Return the person with this id or login; the account for a merged guest. Raises AdminError."""
    mine = or_(people.c.id == find_account(connection, text), people.c.login == text.casefold())
    row = connection.execute(select(people).where(mine)).one_or_none()
    if row is None:
        raise AdminError(f"there is nobody with the id or login {text!r}; `shindig admin people` lists them")
    return row


def end_table(connection: Connection, table: str, made_by: str = "") -> None:
    """Close a table. Its server loses it. Raises AdminError."""
    still = (tables.c.id == table) & tables.c.closed.is_(False)
    mine = update(tables).where(still).values(owner=make_id(), epoch=tables.c.epoch + 1, closed=True)
    if connection.execute(mine).rowcount == 0:
        raise AdminError(f"there is no open table {table!r}; `shindig admin tables` lists them")
    last = connection.scalar(
        select(events.c.data).where(events.c.table_id == table).order_by(events.c.seq.desc()).limit(1)
    )
    seq = connection.scalar(select(func.max(events.c.seq)).where(events.c.table_id == table)) or 0
    at = float(orjson.loads(last)["at"]) if last else 0.0
    connection.execute(insert(events).values(table_id=table, seq=seq + 1, data=Closed().encode(at)))
    log_deed(connection, made_by, "close", f"table {table}")


def ban_person(connection: Connection, who: str, terms: BanTerms | None = None) -> str:
    """Ban a person, also from their account, and end all their sessions. Returns their name."""
    row, terms = find_person(connection, who), terms or BanTerms()
    store_ban(connection, terms.build("person", row.id))
    end_sessions(connection, row.id)
    log_deed(connection, terms.made_by, "ban", f"person {row.id}")
    return str(row.name)


def ban_value(connection: Connection, kind: BanKind, value: str, terms: BanTerms | None = None) -> str:
    """Ban a login or an address, and end the sessions of such logins. Returns it in normal form.

    Raises ValueError.
    """
    terms = terms or BanTerms()
    plain = clean_ban_value(kind, value)
    store_ban(connection, terms.build(kind, plain))
    if kind == "login":
        start = plain.removesuffix("*")
        whose = people.c.login.startswith(start, autoescape=True) if start != plain else people.c.login == plain
        for row in connection.execute(select(people.c.id).where(whose)).all():
            end_sessions(connection, row.id)
    log_deed(connection, terms.made_by, "ban", f"{kind} {plain}")
    return plain


def lift_ban(connection: Connection, value: str, made_by: str = "") -> str:
    """Lift the ban of a person (id or login), a login or an address. Returns what was banned. Raises AdminError."""
    known = connection.execute(select(people.c.id).where(people.c.login == value.casefold())).scalar()
    normal = {value, known, value.casefold()}
    with suppress(ValueError):
        normal.add(clean_ban_value("address", value))
    found = [ban for ban in load_bans(connection, time.time()) if ban.value in normal]
    if not found:
        raise AdminError(f"there is no ban on {value!r}; `shindig admin bans` lists them")
    for ban in found:
        remove_ban(connection, ban.kind, ban.value)
        log_deed(connection, made_by, "unban", f"{ban.kind} {ban.value}")
    return ", ".join(f"{ban.kind} {ban.value}" for ban in found)


def invite(
    connection: Connection, days: int = 7, uses: int = 1, note: str = "", made_by: str = ""
) -> tuple[Invitation, str]:
    """Create an invitation and its code. Raises ValueError."""
    made, code = create_invitation(connection, made_by, time.time(), days, uses, note)
    log_deed(connection, made_by, "invite", f"invitation {made.id}")
    return made, code


def withdraw_invitation(connection: Connection, invitation: str, made_by: str = "") -> None:
    """Withdraw an invitation. Raises AdminError."""
    if not remove_invitation(connection, invitation):
        raise AdminError(f"there is no invitation {invitation!r}; `shindig admin invitations` lists them")
    log_deed(connection, made_by, "uninvite", f"invitation {invitation}")


def end_sessions(connection: Connection, who: str) -> None:
    """End all sessions of the person with an id."""
    connection.execute(delete(sessions).where(sessions.c.person == who))
    notify_servers(connection, "person", who)


def log_deed(connection: Connection, made_by: str, deed: str, about: str = "") -> None:
    """Store a line of the log of admin deeds. `made_by` is a login, or empty for the command line."""
    row = {"id": make_id(16), "at": time.time(), "made_by": made_by, "deed": deed, "about": about}
    connection.execute(insert(deeds).values(row))


def list_deeds(connection: Connection, most: int = 200) -> list[Row[Any]]:
    """Return the latest deeds of admins: at, made_by, deed, about; the newest first."""
    return [*connection.execute(select(deeds).order_by(deeds.c.at.desc()).limit(most))]


def reset_password(connection: Connection, who: str, made_by: str = "") -> str:
    """Give an account a new password, which ends all other ways in. Returns it.

    Raises AdminError.
    """
    row, password = find_person(connection, who), secrets.token_urlsafe(12)
    if row.login is None:
        raise AdminError(f"{row.name} is a guest, and has no password")
    store_new_password(connection, row.id, PasswordHasher().hash(password))
    log_deed(connection, made_by, "password", f"person {row.id}")
    return password


def list_reports(connection: Connection, every: bool = False) -> list[Row[Any]]:
    """Return open reports, or all: table_id, person, accused, name, lines, why, at, settled; the newest first."""
    wanted = select(reports) if every else select(reports).where(reports.c.settled.is_(False))
    return [*connection.execute(wanted.order_by(reports.c.at.desc()))]


class ReportInContext(NamedTuple):
    """An open report with all that was said at its table."""

    table: str
    accused: str
    name: str
    """Name of the accused at the table."""
    reporter: str
    why: str
    at: float
    talk: list[tuple[str, str, bool]]
    """Name, line, and whether the accused said it."""


def load_reports_in_context(connection: Connection) -> list[ReportInContext]:
    """Return the open reports with the talk of their tables, the newest first."""
    return [_add_context(connection, row) for row in list_reports(connection)]


def _add_context(connection: Connection, row: Row[Any]) -> ReportInContext:
    ids = load_ids(connection, row.accused)
    log = connection.execute(select(events.c.data).where(events.c.table_id == row.table_id).order_by(events.c.seq))
    talk = [(said.name, said.text, said.person in ids) for said in find_talk(log.scalars())][-MOST_TALK:]
    kept = talk or [(row.name, line, True) for line in orjson.loads(row.lines)]
    reporter = connection.scalar(select(people.c.name).where(people.c.id == row.person)) or GONE
    return ReportInContext(row.table_id, row.accused, row.name, reporter, row.why, row.at, kept)


def settle_reports(connection: Connection, accused: str, made_by: str = "") -> int:
    """Settle all reports on a person. Returns how many there were. Raises AdminError."""
    row = find_person(connection, accused)
    ids = load_ids(connection, row.id)
    mine = update(reports).where(reports.c.accused.in_(ids), reports.c.settled.is_(False))
    log_deed(connection, made_by, "settle", f"person {row.id}")
    return connection.execute(mine.values(settled=True)).rowcount


def list_unwanted_words(connection: Connection) -> list[str]:
    return [str(word) for word in connection.execute(select(unwanted.c.word).order_by(unwanted.c.word)).scalars()]


def change_unwanted_words(
    connection: Connection, words: Iterable[str], remove: bool = False, made_by: str = ""
) -> None:
    """Add unwanted words, or remove them. Raises ValueError for an invalid word."""
    plain = {clean_word(word) for word in words}
    connection.execute(delete(unwanted).where(unwanted.c.word.in_(plain)))
    if plain:
        log_deed(connection, made_by, "remove words" if remove else "add words", " ".join(sorted(plain)))
    if plain and not remove:
        connection.execute(insert(unwanted), [{"word": word} for word in sorted(plain)])


def export_person(connection: Connection, who: str) -> dict[str, Any]:
    """Return all stored data of a person except the password, and their actions and words at tables, from the logs."""
    return export_person_row(connection, find_person(connection, who))


def export_person_row(connection: Connection, row: Row[Any]) -> dict[str, Any]:
    """Return these data for a row of `people`."""
    sat = [dict(one) for one in connection.execute(select(seatings).where(seatings.c.person == row.id)).mappings()]
    ids = load_ids(connection, row.id)
    at = dict.fromkeys([*(str(one["table_id"]) for one in sat), *_load_barred_tables(connection, ids)])
    about = {"id": row.id, "name": row.name, "login": row.login, "face": row.face, "created": row.created}
    return {
        "person": {**about, "guests": [*ids[1:]]},
        "seatings": sat,
        **{table.name: _load_rows(connection, table, ids) for table in PERSON_TABLES},
        "events": {table: [*_find_own_events(connection, table, ids)] for table in at},
        "group_events": [event for _, _, event in _load_group_events(connection, ids)],
    }


def _load_group_events(connection: Connection, ids: Sequence[str]) -> list[tuple[str, int, dict[str, Any]]]:
    """Return a person's events in logs of groups: group, number, content."""
    query = select(group_events.c.group_id, group_events.c.seq, group_events.c.data)
    rows = connection.execute(query.where(or_(*(group_events.c.data.contains(one) for one in ids)))).all()
    found = [(str(group), int(seq), orjson.loads(data)) for group, seq, data in rows]
    return [one for one in found if one[2].get("person") in ids]


def _load_barred_tables(connection: Connection, ids: Sequence[str]) -> list[str]:
    """Return the tables of a person's groups at which they may not sit down, also where they never sat."""
    groups = {group for group, _, _ in _load_group_events(connection, ids)}
    begun = connection.execute(select(group_events.c.data).where(group_events.c.group_id.in_(groups))).scalars()
    at = [event["table"] for event in map(orjson.loads, begun) if event["k"] == "begin"]
    barring = select(events.c.table_id, events.c.data).where(
        events.c.table_id.in_(at), events.c.data.startswith('{"k":"bar"')
    )
    rows = connection.execute(barring).all()
    return [str(table) for table, data in rows if orjson.loads(data)["person"] in ids]


def _forget_in_groups(connection: Connection, ids: Sequence[str], pseudonym: str) -> None:
    """Put the pseudonym into logs and results of groups, and delete words. Servers read these groups again."""
    found = _load_group_events(connection, ids)
    for group, seq, event in found:
        fresh = {"name": pseudonym, "face": "", "text": SILENT}
        changed = event | {name: value for name, value in fresh.items() if name in event and event["k"] != "found"}
        here = (group_events.c.group_id == group) & (group_events.c.seq == seq)
        connection.execute(update(group_events).where(here).values(data=orjson.dumps(changed).decode()))
    for group in dict.fromkeys(group for group, _, _ in found):
        _leave_group(connection, group, ids)
    for one in ids:
        notify_servers(connection, "person", one)
    mine = [group_results.c.data.contains(one) for one in ids]
    keys = group_results.c.group_id, group_results.c.table_id, group_results.c.match
    for *key, data in connection.execute(select(*keys, group_results.c.data).where(or_(*mine))).all():
        told = orjson.loads(data)
        seats = [one | {"name": pseudonym, "face": ""} if one["person"] in ids else one for one in told["seats"]]
        same = and_(*(column == value for column, value in zip(keys, key, strict=True)))
        fresh_data = orjson.dumps({"seats": seats, "moment": ""}).decode()
        connection.execute(update(group_results).where(same).values(data=fresh_data))


def _leave_group(connection: Connection, group: str, ids: Sequence[str]) -> None:
    """Let a person leave a group, so that another member can remove people if they founded it."""
    log = select(group_events.c.data).where(group_events.c.group_id == group).order_by(group_events.c.seq)
    state = GroupState.replay(group, connection.execute(log).scalars())
    gone = [one for one in ids if one in state.members]
    for seq, one in enumerate(gone, state.seq + 1):
        line = orjson.dumps({"k": "leave", "at": time.time(), "person": one, "removed": False}).decode()
        connection.execute(insert(group_events).values(group_id=group, seq=seq, data=line))


def _find_own_events(connection: Connection, table: str, ids: Container[str]) -> Iterator[dict[str, Any]]:
    """Yield a person's actions at a table, without the server's secrets (cards, the secret of a day)."""
    for _, event, own in _load_events(connection, table, ids):
        if own:
            yield {name: value for name, value in event.items() if name not in HOUSE_FIELDS}


def _load_rows(connection: Connection, table: Table, ids: Sequence[str]) -> list[dict[str, Any]]:
    """Return a person's rows of a database table, without the cards of an unfinished lesson."""
    told = [column for column in table.c if column.name not in ("person", "second", "token_hash")]
    return [dict(one) for one in connection.execute(select(*told).where(table.c.person.in_(ids))).mappings()]


def forget_person(connection: Connection, who: str, made_by: str = "") -> str:
    """Delete a name, a login and words from all stored data. The logs keep a pseudonym, which is returned.

    Each table gets a new epoch, so its server reads the log again within seconds, and caches are rebuilt.
    """
    row = find_person(connection, who)
    log_deed(connection, made_by, "forget", f"person {row.id}")
    return forget_person_row(connection, row)


def forget_person_row(connection: Connection, row: Row[Any]) -> str:
    """Delete these for a row of `people`."""
    pseudonym = f"{GONE} {make_id(4)}"
    end_sessions(connection, row.id)
    connection.execute(update(people).where(people.c.id == row.id).values(password=None))
    ids = load_ids(connection, row.id)
    anonymize_logs(connection, row.id, ids, pseudonym)
    _forget_in_groups(connection, ids, pseudonym)
    connection.execute(update(people).where(people.c.id.in_(ids)).values(name=pseudonym, login=None, face=""))
    for table in PERSON_TABLES:
        connection.execute(delete(table).where(table.c.person.in_(ids)))
    connection.execute(update(reports).where(reports.c.accused.in_(ids)).values(name=pseudonym, lines="[]"))
    return pseudonym


def anonymize_logs(connection: Connection, who: str, ids: Sequence[str], pseudonym: str) -> None:
    """Put a pseudonym into the logs of a person's tables, and into other people's results.

    `ids` are all ids under which tables know the person.
    """
    _rename_in_results(connection, who, pseudonym)
    sat = connection.execute(select(seatings.c.table_id).where(seatings.c.person == who)).scalars()
    at = [*dict.fromkeys([*sat, *_load_barred_tables(connection, ids)])]
    for table in at:
        for seq, event, own in [*_load_events(connection, table, ids)]:
            if own and (changed := _anonymize_event(event, pseudonym)) != event:
                here = (events.c.table_id == table) & (events.c.seq == seq)
                connection.execute(update(events).where(here).values(data=orjson.dumps(changed).decode()))
    connection.execute(update(tables).where(tables.c.id.in_(at)).values(epoch=tables.c.epoch + 1))
    connection.execute(delete(cards).where(cards.c.table_id.in_(at)))
    notify_servers(connection, "cards", ",".join(at) if len(at) < FEW else "")


def _rename_in_results(connection: Connection, who: str, pseudonym: str) -> None:
    """Put the pseudonym into other people's results."""
    sat = select(results.c.table_id, results.c.match, results.c.seat, results.c.seats)
    for table, match, seat, told in connection.execute(sat.where(results.c.person == who, results.c.place > 0)).all():
        seats = orjson.loads(told)
        seats[seat] |= {"name": pseudonym, "face": ""}
        here = (results.c.table_id == table) & (results.c.match == match)
        connection.execute(update(results).where(here).values(seats=orjson.dumps(seats).decode()))


def _anonymize_event(event: dict[str, Any], pseudonym: str) -> dict[str, Any]:
    """Return an event of a person without their name and words."""
    if event["k"] in NAMED:
        return event | {"name": pseudonym} | ({"face": "", "before": pseudonym} if event["k"] == "name" else {})
    if event["k"] == "open":
        return event | {"settings": event["settings"] | {"title": "", "unit": ""}}
    return event | {"text": SILENT} if event["k"] == "say" else event


def _load_events(connection: Connection, table: str, who: Container[str]) -> Iterator[tuple[int, dict[str, Any], bool]]:
    """Yield number and content of a table's events, and whether each is the doing of a person with one of these ids."""
    sits: dict[int, str] = {}
    rows = connection.execute(
        select(events.c.seq, events.c.data).where(events.c.table_id == table).order_by(events.c.seq)
    )
    for seq, data in rows.all():
        event = orjson.loads(data)
        kind, seat = event["k"], event.get("seat")
        if kind == "sit":
            sits[seat] = event["person"]
        yield int(seq), event, _is_own(event, sits.get(seat, ""), who)
        if kind == "leave":
            sits.pop(seat, None)


def _is_own(event: dict[str, Any], sits: str, who: Container[str]) -> bool:
    """Return True if an event is the person's doing. `sits` has the occupants of seats; a bot or the server may have
    acted there."""
    if event["k"] == "act" and event["by"] not in PERSON_FIELDS:
        return False
    return event.get("person", event.get("host", sits)) in who
