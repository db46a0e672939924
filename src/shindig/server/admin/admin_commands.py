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

app = typer.Typer(help="Manage a room's tables and people. The room may be open meanwhile.", no_args_is_help=True)
out = Console(highlight=False, soft_wrap=True, emoji=False)

Who = Annotated[str, typer.Argument(metavar="PERSON", help="An id or a login, as listed by `shindig admin people`.")]


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
    text: Annotated[str, typer.Argument(help="Part of a name or login, or an id.")] = "",
    database: Database = "",
    _config: Config = None,
) -> None:
    """List people, newest first."""
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
    login: Annotated[str, typer.Option(help="Ban a login, even a future one; spam* bans many.")] = "",
    address: Annotated[str, typer.Option(help="Ban an address or a network, such as 203.0.113.0/24.")] = "",
    why: Annotated[str, typer.Option(help="The reason. The banned person sees it.")] = "",
    days: Annotated[int, typer.Option(help="How many days the ban lasts; 0 is for good.", min=0, max=36_500)] = 0,
    database: Database = "",
    _config: Config = None,
) -> None:
    """Ban a person, a login or an address, and log them out. `unban` lifts a ban."""
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
    """List the bans in force, newest first."""
    with open_actions(database) as (do, connection):
        for one in do.load_bans(connection, time.time()):
            until = f"until {format_time(one.expires)}" if one.expires is not None else "without end"
            why = f": {one.why}" if one.why else ""
            out.print(f"{one.kind} {one.value}, since {format_time(one.created)}, {until}{why}", markup=False)


@app.command()
def unban(
    value: Annotated[str, typer.Argument(help="An id, login or address, as listed by `shindig admin bans`.")],
    database: Database = "",
    _config: Config = None,
) -> None:
    """Lift a ban."""
    with open_actions(database) as (do, connection):
        lifted = do.lift_ban(connection, value)
    out.print(f"No longer banned: {lifted}.", markup=False)


@app.command()
def invite(
    days: Annotated[int, typer.Option(help="How many days the invitation lasts.")] = 7,
    uses: Annotated[int, typer.Option(help="How many people can use it.")] = 1,
    note: Annotated[str, typer.Option(help="A note to yourself, such as who it is for.")] = "",
    database: Database = "",
    _config: Config = None,
) -> None:
    """Make an invitation, and print its link. Anyone with the link can create an account."""
    with open_actions(database) as (do, connection):
        made, code = do.invite(connection, days, uses, note)
    site = read_settings().site_url.rstrip("/")
    out.print(f"{site}/join/{code}", markup=False)
    if not site:
        out.print("Add your room's address in front of it, or set site-url.")
    out.print(f"For {uses} {'person' if uses == 1 else 'people'}, until {format_time(made.expires)} UTC.")


@app.command()
def invitations(database: Database = "", _config: Config = None) -> None:
    """List the invitations still open, newest first. Their links are not stored."""
    with open_actions(database) as (do, connection):
        for one in do.list_invitations(connection, time.time()):
            note = f"  {one.note}" if one.note else ""
            out.print(f"{one.id}  {one.uses_left} left, until {format_time(one.expires)}{note}", markup=False)


@app.command()
def uninvite(
    invitation: Annotated[str, typer.Argument(help="An id, as listed by `shindig admin invitations`.")],
    database: Database = "",
    _config: Config = None,
) -> None:
    """Withdraw an invitation."""
    with open_actions(database) as (do, connection):
        do.withdraw_invitation(connection, invitation)
    out.print("The invitation is withdrawn.")


@app.command(name="announce")
def announce_text(
    text: Annotated[str, typer.Argument(help="The announcement. Without one, the current ones are listed.")] = "",
    hours: Annotated[int, typer.Option(help="How many hours it stays up; 0 is for good.", min=0, max=8_760)] = 24,
    remove: Annotated[str, typer.Option(metavar="ID", help="Take an announcement down.")] = "",
    database: Database = "",
    _config: Config = None,
) -> None:
    """Show an announcement at the top of every page."""
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
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only list what would be removed.")] = False,
    database: Database = "",
    _config: Config = None,
) -> None:
    """Remove what has been kept longer than retain-tables, retain-events, retain-guests and retain-backups allow."""
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
    most: Annotated[int, typer.Option(help="The most lines to print.", min=1)] = 50,
    database: Database = "",
    _config: Config = None,
) -> None:
    """List what admins did, newest first."""
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
    every: Annotated[bool, typer.Option("--all", help="Include those already settled.")] = False,
    database: Database = "",
    _config: Config = None,
) -> None:
    """List reports about what people said, newest first. `settle` closes all reports about one person."""
    with open_actions(database) as (do, connection):
        for one in do.list_reports(connection, every):
            why = f": {one.why}" if one.why else ""
            out.print(f"{format_time(one.at)}  table {one.table_id}, {one.person} of {one.accused}{why}", markup=False)
            for line in json.loads(one.lines):
                out.print(f"    {one.name}: {line}", markup=False)


@app.command()
def settle(person: Who, database: Database = "", _config: Config = None) -> None:
    """Settle all reports about a person."""
    with open_actions(database) as (do, connection):
        out.print(f"{do.settle_reports(connection, person)} settled.")


@app.command()
def unwanted(
    words: Annotated[list[str] | None, typer.Argument(help="The words; bad* is all that begin with bad.")] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Allow the words again.")] = False,
    database: Database = "",
    _config: Config = None,
) -> None:
    """Forbid words in names, titles and chat. Without any, list the forbidden ones."""
    with open_actions(database) as (do, connection):
        do.change_unwanted_words(connection, words or [], remove)
        for word in do.list_unwanted_words(connection):
            out.print(word, markup=False)


@app.command()
def export(person: Who, database: Database = "", _config: Config = None) -> None:
    """Print everything stored about a person, as JSON."""
    with open_actions(database) as (do, connection):
        print(json.dumps(do.export_person(connection, person), ensure_ascii=False, indent=1))


@app.command()
def forget(person: Who, database: Database = "", _config: Config = None) -> None:
    """Delete a person's name and words from all stored data."""
    with open_actions(database) as (do, connection):
        pseudonym = do.forget_person(connection, person)
    out.print(f"They are now called {pseudonym}.")
