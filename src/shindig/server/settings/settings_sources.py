"""Sources of settings: a TOML file, environment variables, and files that variables name.

A flag overrides a variable, a variable overrides the file that a `..._FILE` variable names, and that one overrides the
TOML file. pydantic-settings does not refuse an unknown variable, so a misspelt one would be ignored; nor does it tell
which source a wrong value came from.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

PREFIX = "SHINDIG"
"""Prefix of environment variables: SHINDIG_PORT, SHINDIG_DATABASE, SHINDIG_TRUST_PROXY."""
FILE_ENDING = "_FILE"
"""Ending of a variable that names a file with the value, for secrets."""
NEARNESS = 0.8
"""Similarity, by `difflib`, at which a name counts as a misspelling."""


def read_settings_file(file: Path, known: Collection[str]) -> dict[str, Any]:
    """Read a file's settings, named like the flags without dashes. Raises ValueError, OSError."""
    try:
        read = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file} is no TOML: {error}") from None
    for name in read:
        if name not in known:
            raise ValueError(f"{file}: there is no setting {name!r}; there are {', '.join(sorted(known))}")
    return read


def name_variable(setting: str) -> str:
    """Return the environment variable of a setting."""
    return f"{PREFIX}_{setting.upper().replace('-', '_')}"


def read_variable_files(variables: Mapping[str, str], known: Iterable[str]) -> dict[str, str]:
    """Read the settings whose value is in a file that a variable names. Raises ValueError, OSError."""
    found = dict[str, str]()
    for setting in known:
        variable = name_variable(setting)
        file = variables.get(variable + FILE_ENDING, "")
        if not file:
            continue
        if variables.get(variable):
            raise ValueError(f"{variable} and {variable}{FILE_ENDING} are both set; expected one of them")
        found[setting] = Path(file).read_text(encoding="utf-8").rstrip("\r\n")
    return found


def check_variables(variables: Iterable[str], known: Collection[str]) -> None:
    """Raise ValueError for a variable that misspells a setting. Others belong to other programs."""
    settings = [name_variable(name).removeprefix(f"{PREFIX}_") for name in known]
    said = [name.removeprefix(f"{PREFIX}_") for name in variables if name.startswith(f"{PREFIX}_")]
    for name in said:
        plain = name.removesuffix(FILE_ENDING)
        near = [] if name in settings or plain in settings else _find_near_names(name, settings)
        if near:
            raise ValueError(f"there is no variable {PREFIX}_{name}: is {PREFIX}_{near[0]} meant?")


def _find_near_names(name: str, settings: list[str]) -> list[str]:
    """Return the setting that a name misspells, if any: another spelling, or the letters in another order."""
    mixed = [one for one in settings if sorted(one) == sorted(name)]
    return mixed or get_close_matches(name, settings, 1, NEARNESS)
