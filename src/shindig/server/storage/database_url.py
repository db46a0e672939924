"""URLs of databases. A password may have any characters, encoded or not."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from urllib.parse import unquote

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

FOLDER_MODE, FILE_MODE = 0o700, 0o600
"""Modes of what holds people's data: for the user of the server only."""


def parse_url(text: str) -> URL:
    """Parse the URL of a database. Raises ArgumentError, ValueError.

    In a URL of PostgreSQL all between the scheme and the last @ is user and password. So a password with a slash, a
    question mark or an @ needs no encoding, and no part of it is taken for the name of a host.
    """
    scheme, mark, rest = text.partition("://")
    if not mark or not scheme.startswith("postgresql"):
        return make_url(text)
    credentials, _, place = rest.rpartition("@")
    parsed = make_url(f"{'postgresql+psycopg' if scheme == 'postgresql' else scheme}://{place}")
    user, colon, password = credentials.partition(":")
    return parsed.set(username=unquote(user) or None, password=unquote(password) if colon else None)


def add_password(url: str, password: str) -> str:
    """Return a URL with a password from the settings. Raises ValueError if it has one already, or takes none."""
    if not password:
        return url
    try:
        parsed = parse_url(url)
    except (ArgumentError, ValueError):
        return url  # who opens it says what was expected
    if parsed.get_backend_name() == "sqlite":
        raise ValueError("database-password is for a PostgreSQL; SQLite has no password")
    if parsed.password:
        raise ValueError("the database has a password in its URL and in database-password; expected one of them")
    return parsed.set(password=password).render_as_string(hide_password=False)


def default_database() -> str:
    """Return SQLite in the user's data folder: `$XDG_DATA_HOME/shindig`, or the system's default."""
    homes = {"win32": os.environ.get("LOCALAPPDATA"), "darwin": str(Path.home() / "Library" / "Application Support")}
    home = homes.get(sys.platform) or os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    folder = Path(home) / "shindig"
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'room.sqlite3'}"


def make_private_file(file: Path) -> None:
    """Make an empty file that only its owner may read, unless there is one."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))
    except OSError:
        return  # it is there; or it cannot be, and who opens it says why
