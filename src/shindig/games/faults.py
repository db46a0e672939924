"""Whose fault it is: errors that come from a game's package, in a sentence that names it."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from functools import cache
from linecache import getline
from pathlib import Path
from traceback import walk_tb

PLACE = re.compile(r'(?:File "|During: .* at )(.*\.py)(?:", line | \()(\d+)')
UNTOLD = ("Failed in ", "- Resolution failure")
"""How lines of Numba begin that tell nothing."""
LOG = logging.getLogger("shindig.games")


def told(error: BaseException) -> str:
    """An error in one line: its kind and the first line of what it says."""
    return f"{type(error).__name__}: {error}".strip().splitlines()[0].removesuffix(":")


def numba_says(error: BaseException) -> str:
    """What Numba finds wrong with a kernel, and the innermost place outside itself; empty for another's error."""
    if not type(error).__module__.startswith("numba."):
        return ""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    why = next((line for line in lines if not line.startswith(UNTOLD)), type(error).__name__).rstrip(":")
    places = (found.groups() for found in map(PLACE.match, lines) if found)
    file, line = next(((file, int(line)) for file, line in places if "/numba/" not in file), ("", 0))
    return f"{why}, at {Path(file).name}:{line} in `{getline(file, line).strip()}`" if file else why


def told_where(error: BaseException, package: str) -> str:
    """The same, and the last line of a package's modules through which it came."""
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        module = str(frame.f_globals.get("__name__", ""))
        if module.partition(".")[0] == package:
            return f"{told(error)} ({module}, line {line})"
    return told(error)


def blamed(error: BaseException, packages: Mapping[str, str]) -> str:
    """What to say of an error that went through another's package; empty where it did not.

    `packages` are names of packages by those of their modules. What the error itself says stays unsaid: it may tell of
    cards.
    """
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        module = str(frame.f_globals.get("__name__", ""))
        package = packages.get(module.partition(".")[0])
        if package:
            where = f"{module}, line {line}, in {frame.f_code.co_name}: {type(error).__name__}"
            return f"the package {package} failed ({where}); whoever runs this room may mend or uninstall it"
    return ""


@cache
def note(sentence: str) -> None:
    """Tell whoever runs the program, once."""
    LOG.warning("%s", sentence)
