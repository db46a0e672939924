"""Settings of `shindig serve` from a TOML file. Flags come before environment variables, these before the file."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

PREFIX = "SHINDIG"
"""Environment variables are called like flags: SHINDIG_PORT, SHINDIG_DATABASE, SHINDIG_TRUST_PROXY."""

NEAR = 0.8
"""How alike names are of which one is a mistake for the other, as `difflib` counts."""


def settings_in(file: Path, known: Collection[str]) -> dict[str, Any]:
    """What a file says, by the flags' names without dashes before them. Raises ValueError, OSError."""
    try:
        read = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file} is no TOML: {error}") from None
    for name in read:
        if name not in known:
            raise ValueError(f"{file}: there is no setting {name!r}; there are {', '.join(sorted(known))}")
    return read


def nearly_set(variables: Iterable[str], known: Collection[str]) -> None:
    """Raises ValueError for a variable that nearly has the name of a setting; others are somebody else's."""
    settings = [f"{PREFIX}_{name.upper()}" for name in known]
    for name in variables:
        if name.startswith(f"{PREFIX}_") and name not in settings:
            near = get_close_matches(name.removeprefix(f"{PREFIX}_"), [one.upper() for one in known], 1, NEAR)
            if near:
                raise ValueError(f"there is no variable {name}: is {PREFIX}_{near[0]} meant?")
