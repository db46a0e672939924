"""Attribution of errors to packages: sentences that name the package at fault."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from linecache import getline
from pathlib import Path
from traceback import walk_tb

from shindig.core.caches import RULE_PARTS, cached

PLACE = re.compile(r'(?:File "|During: .* at )(.*\.py)(?:", line | \()(\d+)')
UNTOLD = ("Failed in ", "- Resolution failure")
"""Beginnings of Numba's lines without information."""
LOG = logging.getLogger("shindig.games")


def format_error(error: BaseException) -> str:
    """Write an error in one line: its kind and the first line of its message."""
    return f"{type(error).__name__}: {error}".strip().splitlines()[0].removesuffix(":")


def find_numba_message(error: BaseException) -> str:
    """Return Numba's complaint about a kernel and the innermost place outside Numba; empty for other errors."""
    if not type(error).__module__.startswith("numba."):
        return ""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    why = next((line for line in lines if not line.startswith(UNTOLD)), type(error).__name__).rstrip(":")
    places = (found.groups() for found in map(PLACE.match, lines) if found)
    file, line = next(((file, int(line)) for file, line in places if "/numba/" not in file), ("", 0))
    return f"{why}, at {Path(file).name}:{line} in `{getline(file, line).strip()}`" if file else why


def format_error_with_place(error: BaseException, package: str) -> str:
    """Write an error in one line, with the last line of the package's modules in its traceback."""
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        module = str(frame.f_globals.get("__name__", ""))
        if module.partition(".")[0] == package:
            return f"{format_error(error)} ({module}, line {line})"
    return format_error(error)


def describe_blame(error: BaseException, packages: Mapping[str, str]) -> str:
    """Write a sentence about an error that passed through another's package; empty if it did not.

    `packages` maps top-level modules to packages. The error's own message is left out, since it may reveal cards.
    """
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        module = str(frame.f_globals.get("__name__", ""))
        package = packages.get(module.partition(".")[0])
        if package:
            where = f"{module}, line {line}, in {frame.f_code.co_name}: {type(error).__name__}"
            return f"the package {package} failed ({where}); whoever runs this room may mend or uninstall it"
    return ""


@cached(RULE_PARTS)
def log_once(sentence: str) -> None:
    """Log a sentence for the operator, once."""
    LOG.warning("%s", sentence)
