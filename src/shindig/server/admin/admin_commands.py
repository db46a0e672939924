"""`shindig admin`: tables and people of a server, for its host."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from types import ModuleType
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from ..settings.cli_options import Config, Database, choose_database

if TYPE_CHECKING:
    from sqlalchemy import Connection

app = typer.Typer(
    help="Tables and people of a room, for whoever runs it; servers may go on meanwhile.", no_args_is_help=True
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
def ban(person: Who, database: Database = "", _config: Config = None) -> None:
    """End a person's sessions and disable their password. `password` gives an account a new one."""
    with open_actions(database) as (do, connection):
        name = do.ban_person(connection, person)
    out.print(f"{name} is out, and cannot come back as they were.", markup=False)


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
