"""Lines that are held against a file in which they were written down."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def as_written(file: Path, lines: Iterable[str]) -> None:
    """Line by line, so that what differs first is what is told."""
    wanted, number = file.read_text("utf-8").splitlines(), 0
    for number, line in enumerate(lines, 1):
        assert number <= len(wanted), f"{file.name} has {len(wanted)} lines, and {line!r} comes after"
        assert line == wanted[number - 1], f"{file.name}, line {number}"
    assert number == len(wanted), f"{file.name} has more lines than came"
