"""Avatars: a figure and a colour, `moon-plum`. People without one still have their initial."""

from __future__ import annotations

from .name_and_password_rules import PeopleError

FIGURES = {
    "moon": "M20 5a15 15 0 1 0 15 15A12 12 0 0 1 20 5z",
    "star": "M20 4l4.7 10.2 11.1 1.3-8.2 7.6 2.2 11L20 28.6 10.2 34l2.2-11-8.2-7.6 11.1-1.3z",
    "leaf": "M6 34C4 16 16 5 35 5c1 19-9 30-23 27l7-11-9 11z",
    "wave": "M3 16c5-8 9-8 14 0s9 8 14 0l6-6v24H3z",
    "hill": "M3 34L15 12l7 11 5-7 10 18z",
    "sun": "M20 3l3 7 7-3-3 7 8 6-8 6 3 7-7-3-3 7-3-7-7 3 3-7-8-6 8-6-3-7 7 3z",
    "drop": "M20 3c8 10 12 15 12 21a12 12 0 0 1-24 0C8 18 12 13 20 3z",
    "bird": "M3 14c9-3 14 1 17 6 3-5 8-9 17-6-4 3-6 7-7 11-3 6-17 6-20 0-1-4-3-8-7-11z",
}
"""SVG path of each figure in a square of 40."""
COLOURS = {
    "plum": ("#7b3b6b", "#f0cfe4"),
    "moss": ("#4b6331", "#dcebc3"),
    "rust": ("#96492a", "#fbd9c5"),
    "teal": ("#1f6366", "#c3eaea"),
    "ink": ("#33417a", "#d2daf8"),
    "sand": ("#7d6326", "#f6e6b8"),
}
"""Colours of background and figure."""


def is_avatar(face: str) -> bool:
    """Return True for an avatar that exists."""
    figure, _, colour = face.partition("-")
    return figure in FIGURES and colour in COLOURS


def check_avatar(face: str) -> str:
    """Return the chosen avatar; empty for none. Raises PeopleError."""
    if face and not is_avatar(face):
        raise PeopleError(f"expected a figure ({', '.join(FIGURES)}) and a colour ({', '.join(COLOURS)})")
    return face


def render_avatar(face: str) -> str:
    """Draw an avatar as SVG."""
    figure, _, colour = face.partition("-")
    ground, mark = COLOURS[colour]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
        f'<rect width="40" height="40" fill="{ground}"/><path d="{FIGURES[figure]}" fill="{mark}" opacity=".7"/></svg>'
    )
