"""Drawings in SVG files, as parts of a card."""

from __future__ import annotations

from pathlib import Path


def read_drawing(folder: Path, name: str, **parts: str) -> str:
    """Return the drawing in an SVG file of `folder` without its outer element, with `parts` for the {names} in it."""
    lines = (folder / f"{name}.svg").read_text(encoding="utf-8").splitlines()
    return "".join(line.strip() for line in lines[1:-1]).format_map(parts)
