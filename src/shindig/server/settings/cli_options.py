"""Options of the commands that read settings: the settings file, the database, and any other setting."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

import typer

from .room_settings import RoomSettings, build_settings, list_names
from .settings_sources import check_variables, name_variable, read_settings_file, read_variable_files

GIVEN: ContextVar[Mapping[str, object]] = ContextVar("shindig.settings", default=MappingProxyType({}))
"""Values of all settings of the running command, by name, beside those of its flags."""


def from_config(context: typer.Context, config: Path | None) -> Path | None:
    """Read the settings that are no flags of this command line, and make them the defaults of its flags."""
    names = list_names()
    check_variables(os.environ, [*names, "config"])
    read = read_settings_file(config, names) if config is not None else {}
    secret = read_variable_files(os.environ, names)
    GIVEN.set({**read, **secret, **_read_variables(os.environ, names)})
    flags = {name.removeprefix("--"): one for one in context.command.params for name in one.opts}
    context.default_map = {
        str(flags[name].name): _read_flag(flags[name].multiple, value)
        for name, value in {**read, **secret}.items()
        if name in flags
    }
    return config


def _read_variables(variables: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    """Return the settings that variables have. An empty variable counts as none."""
    return {name: found for name in names if (found := variables.get(name_variable(name), ""))}


def _read_flag(many: bool, value: Any) -> Any:
    """Return the value of a flag in a settings file; a list for a flag that may be repeated."""
    return [value] if many and isinstance(value, str) else value


def read_settings(said: Iterable[str] = ()) -> RoomSettings:
    """Build the settings of the running command. Raises ValueError.

    `said` are those of its flag `--set`, as NAME=VALUE.
    """
    given, names = dict(GIVEN.get()), list_names()
    for text in said:
        name, equals, value = text.partition("=")
        if not equals or name not in names:
            raise ValueError(f"--set expects NAME=VALUE, not {text!r}; the names are {', '.join(names)}")
        given[name] = value
    return build_settings(given)


def choose_database(database: str, said: Iterable[str] = ()) -> str:
    """Return the URL of the database that the settings name, with its password. Raises ValueError."""
    from ..storage.database_url import add_password, default_database

    return add_password(database or default_database(), read_settings(said).database_password)


Database = Annotated[
    str, typer.Option(envvar="SHINDIG_DATABASE", help="The database's URL. By default, the one `shindig serve` uses.")
]
Config = Annotated[
    Path | None,
    typer.Option(
        "--config",
        is_eager=True,
        callback=from_config,
        envvar="SHINDIG_CONFIG",
        help="The room's settings, a TOML file.",
    ),
]
