"""`shindig admin`: tables and people of a server, for its host."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from ..settings.cli_options import Config, Database, choose_database, read_settings

if TYPE_CHECKING:
    from sqlalchemy import Connection

app = typer.Typer(
    help="Tables and people of a room, for the person who runs it; servers may go on meanwhile.", no_args_is_help=True
)
out = Console(highlight=False, soft_wrap=True, emoji=False)

Who = Annotated[str, typer.Argument(metavar="PERSON", help="An id or a login, as `shindig admin people` lists them.")]


@contextmanager
def open_actions(database: str) -> Iterator[tuple[ModuleType, Connection]]:
    """Open a transaction with the admin actions, which are imported on demand."""
    from . import admin_actions

    with admin_actions.open_transaction(choose_database(database)) as connection:
        yield admin_actions, connection


def format_time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


@app.command()
def tables(database: Database = "", _config: Config = None) -> None:
    """List the open tables."""
    with open_actions(database) as (do, connection):
        for table, game, public, created, many in do.list_open_tables(connection):
            out.print(
                f"{table}  {game}, {'public' if public else 'by link'}, opened {format_time(created)}, {many} events"
            )


@app.command()
def people(
    text: Annotated[str, typer.Argument(help="A part of a name or login, or an id.")] = "",
    database: Database = "",
    _config: Config = None,
) -> None:
    """List people, the newest first."""
    with open_actions(database) as (do, connection):
        for person, name, login, created in do.find_people(connection, text):
            out.print(
                f"{person}  {name}, {f'account {login}' if login else 'guest'}, since {format_time(created)}",
                markup=False,
            )


@app.command()
def close(
    table: Annotated[str, typer.Argument(help="A table's id.")],
    database: Database = "",
    _config: Config = None,
) -> None:
    """Close a table, even in the middle of a match."""
    with open_actions(database) as (do, connection):
        do.end_table(connection, table)
    out.print(f"The table {table} is closed.")


@app.command()
def ban(
    person: Annotated[str, typer.Argument(metavar="[PERSON]", help="An id or a login.")] = "",
    login: Annotated[
        str, typer.Option(help="Ban a login, also one that nobody has yet; spam* bans all such ones.")
    ] = "",
    address: Annotated[str, typer.Option(help="Ban an address or a network, as 203.0.113.0/24.")] = "",
    why: Annotated[str, typer.Option(help="The reason, which the banned person reads.")] = "",
    days: Annotated[int, typer.Option(help="Days until the ban ends; 0 for no end.", min=0, max=36_500)] = 0,
    database: Database = "",
    _config: Config = None,
) -> None:
    """Ban a person, a login or an address, and end their sessions. `unban` lifts a ban."""
    if sum(map(bool, (person, login, address))) != 1:
        raise ValueError("expected one of PERSON, --login and --address")
    with open_actions(database) as (do, connection):
        terms = do.BanTerms("", why, days)
        if person:
            name = do.ban_person(connection, person, terms)
        else:
            name = do.ban_value(connection, "login" if login else "address", login or address, terms)
    out.print(f"{name} is out{f' for {days} days' if days else ''}.", markup=False)


@app.command()
def bans(database: Database = "", _config: Config = None) -> None:
    """List the bans that hold, the newest first."""
    with open_actions(database) as (do, connection):
        for one in do.load_bans(connection, time.time()):
            until = f"until {format_time(one.expires)}" if one.expires is not None else "without end"
            why = f": {one.why}" if one.why else ""
            out.print(f"{one.kind} {one.value}, since {format_time(one.created)}, {until}{why}", markup=False)


@app.command()
def unban(
    value: Annotated[str, typer.Argument(help="What `shindig admin bans` lists: an id or login, or an address.")],
    database: Database = "",
    _config: Config = None,
) -> None:
    """Lift a ban."""
    with open_actions(database) as (do, connection):
        lifted = do.lift_ban(connection, value)
    out.print(f"No longer banned: {lifted}.", markup=False)


@app.command()
def invite(
    days: Annotated[int, typer.Option(help="Days until it ends.")] = 7,
    uses: Annotated[int, typer.Option(help="People who may use it.")] = 1,
    note: Annotated[str, typer.Option(help="Whom it is for, for your own list.")] = "",
    database: Database = "",
    _config: Config = None,
) -> None:
    """Make an invitation, and print its link. A person with the link can make an account."""
    with open_actions(database) as (do, connection):
        made, code = do.invite(connection, days, uses, note)
    site = read_settings().site_url.rstrip("/")
    out.print(f"{site}/join/{code}", markup=False)
    if not site:
        out.print("Put the address of your room before it, or set site-url.")
    out.print(f"For {uses} {'person' if uses == 1 else 'people'}, until {format_time(made.expires)} UTC.")


@app.command()
def invitations(database: Database = "", _config: Config = None) -> None:
    """List the invitations that can still be used, the newest first. Their links are not stored."""
    with open_actions(database) as (do, connection):
        for one in do.list_invitations(connection, time.time()):
            note = f"  {one.note}" if one.note else ""
            out.print(f"{one.id}  {one.uses_left} left, until {format_time(one.expires)}{note}", markup=False)


@app.command()
def uninvite(
    invitation: Annotated[str, typer.Argument(help="The id that `shindig admin invitations` lists.")],
    database: Database = "",
    _config: Config = None,
) -> None:
    """Withdraw an invitation."""
    with open_actions(database) as (do, connection):
        do.withdraw_invitation(connection, invitation)
    out.print("The invitation is withdrawn.")


@app.command(name="announce")
def announce_text(
    text: Annotated[str, typer.Argument(help="What everybody reads; without it, the present ones are listed.")] = "",
    hours: Annotated[int, typer.Option(help="Hours until it goes; 0 stays.", min=0, max=8_760)] = 24,
    remove: Annotated[str, typer.Option(metavar="ID", help="Take an announcement down.")] = "",
    database: Database = "",
    _config: Config = None,
) -> None:
    """Show a text at the top of every page."""
    from . import announcements

    with open_actions(database) as (do, connection):
        if text:
            announcements.announce(connection, text, "", time.time(), hours)
            do.log_deed(connection, "", "announce", text)
        if remove and not announcements.remove_announcement(connection, remove):
            raise ValueError(f"there is no announcement {remove!r}")
        for one in announcements.list_announcements(connection, time.time()):
            until = f"until {format_time(one.expires)}" if one.expires is not None else "without end"
            out.print(f"{one.id}  {until}: {one.text}", markup=False)


@app.command()
def prune(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be removed.")] = False,
    database: Database = "",
    _config: Config = None,
) -> None:
    """Remove what is older than the settings retain-tables, retain-events, retain-guests and retain-backups allow."""
    from . import retention
    from .admin_actions import open_transaction

    settings, now = read_settings(), time.time()
    url = choose_database(database)
    counts = retention.prune(partial(open_transaction, url), retention.Retention.from_settings(settings), now, dry_run)
    if settings.backup_folder:
        old = retention.find_old_backups(Path(settings.backup_folder), settings.retain_backups, now)
        counts["backups"] = len(old)
        for file in () if dry_run else old:
            file.unlink(missing_ok=True)
    for name, count in counts.items():
        out.print(f"{count:>7,}  {name}")
    out.print("Nothing was removed: this was a dry run." if dry_run else "Removed.")


@app.command(name="log")
def show_log(
    most: Annotated[int, typer.Option(help="Lines at most.", min=1)] = 50,
    database: Database = "",
    _config: Config = None,
) -> None:
    """List what admins did, the newest first."""
    with open_actions(database) as (do, connection):
        for one in do.list_deeds(connection, most):
            by = one.made_by or "command line"
            out.print(f"{format_time(one.at)}  {by}: {one.deed} {one.about}".rstrip(), markup=False)


@app.command()
def password(person: Who, database: Database = "", _config: Config = None) -> None:
    """Give an account a new password, and print it."""
    with open_actions(database) as (do, connection):
        out.print(do.reset_password(connection, person), markup=False)


@app.command()
def reports(
    every: Annotated[bool, typer.Option("--all", help="Those that are settled too.")] = False,
    database: Database = "",
    _config: Config = None,
) -> None:
    """List reports on what people said, the newest first. `settle` closes those on one person."""
    with open_actions(database) as (do, connection):
        for one in do.list_reports(connection, every):
            why = f": {one.why}" if one.why else ""
            out.print(f"{format_time(one.at)}  table {one.table_id}, {one.person} of {one.accused}{why}", markup=False)
            for line in json.loads(one.lines):
                out.print(f"    {one.name}: {line}", markup=False)


@app.command()
def settle(person: Who, database: Database = "", _config: Config = None) -> None:
    """Settle all reports on a person."""
    with open_actions(database) as (do, connection):
        out.print(f"{do.settle_reports(connection, person)} settled.")


@app.command()
def unwanted(
    words: Annotated[list[str] | None, typer.Argument(help="With * at its end, all words that begin so.")] = None,
    remove: Annotated[bool, typer.Option("--remove", help="They may be said again.")] = False,
    database: Database = "",
    _config: Config = None,
) -> None:
    """Set words that names, titles and talk must not have. Without any, list them."""
    with open_actions(database) as (do, connection):
        do.change_unwanted_words(connection, words or [], remove)
        for word in do.list_unwanted_words(connection):
            out.print(word, markup=False)


@app.command()
def export(person: Who, database: Database = "", _config: Config = None) -> None:
    """Print all stored data of a person as JSON."""
    with open_actions(database) as (do, connection):
        print(json.dumps(do.export_person(connection, person), ensure_ascii=False, indent=1))


@app.command()
def forget(person: Who, database: Database = "", _config: Config = None) -> None:
    """Delete a person's name and words from all stored data."""
    with open_actions(database) as (do, connection):
        pseudonym = do.forget_person(connection, person)
    out.print(f"They are {pseudonym} from now on.")
