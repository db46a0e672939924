"""Settings of `shindig serve` from a TOML file. Flags come before environment variables, these before the file."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from pathlib import Path
from typing import Any

PREFIX = "SHINDIG"
"""Environment variables are called like flags: SHINDIG_PORT, SHINDIG_DATABASE, SHINDIG_TRUST_PROXY."""


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
