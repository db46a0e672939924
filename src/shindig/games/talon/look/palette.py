"""Palette, window and drawing tools of all faces of the Talon deck."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from shindig.cards.faces.drawings import read_drawing
from shindig.cards.faces.pips import format_length, path, place_markup

CREAM, GOLD, PALE_GOLD, CORAL, STONE = "#fff3d6", "#e6ab3c", "#f8dc94", "#dd5a4a", "#6d6a86"
NIGHT, PLUM, DUSK = "#251a45", "#44276b", "#7c3f7e"
FAIR, TAN, BROWN = "#f6cfa8", "#dda271", "#ac6d43"

# The arched window on the right of the index column: its own coordinates are -84..84 by 0..322.
WINDOW_X, WINDOW_Y, WINDOW_HALF, WINDOW_HEIGHT = 154, 14, 84, 322
ARCH = "M-81 311V70C-81 26-46 3 0 3S81 26 81 70V311Q81 319 73 319H-73Q-81 319-81 311Z"
MAT = f"M-88-4H88V326H-88Z{ARCH}"


def layers(*markup: str) -> str:
    """Join drawings over one another, the first at the bottom."""
    return "".join(markup)


def oval(x: float, y: float, half_width: float, half_height: float, fill: str) -> str:
    """Draw a filled ellipse round `x`, `y`."""
    return (
        f'<ellipse cx="{format_length(x)}" cy="{format_length(y)}" rx="{format_length(half_width)}" '
        f'ry="{format_length(half_height)}" '
        f'fill="{fill}"/>'
    )


def text(value: str, x: float, y: float, size: float, fill: str, width: float = 0) -> str:
    """Draw words round `x` on the baseline `y`, fitted to `width` if given."""
    fit = f' textLength="{format_length(width)}" lengthAdjust="spacingAndGlyphs"' if width else ""
    return (
        f'<text x="{format_length(x)}" y="{format_length(y)}" font-size="{format_length(size)}" '
        f'text-anchor="middle" fill="{fill}"{fit}>'
        f"{value}</text>"
    )


picture = partial(read_drawing, Path(__file__).with_name("pictures"))
"""(name, colours) -> the picture in the window of a trump (by its code) or of a court card (by its rank)."""


def window(scene: str, mat: str, edge: str) -> str:
    """Draw `scene` in the arch, surrounded by a `mat` in the card's colour."""
    view = (
        f'<svg x="{WINDOW_X - WINDOW_HALF}" y="{WINDOW_Y}" width="{2 * WINDOW_HALF}" height="{WINDOW_HEIGHT}" '
        f'viewBox="{-WINDOW_HALF} 0 {2 * WINDOW_HALF} {WINDOW_HEIGHT}">{scene}</svg>'
    )
    frame = f'<path d="{MAT}" fill="{mat}" fill-rule="evenodd"/>{path(ARCH, "none", edge, 3)}'
    return view + place_markup(frame, WINDOW_X, WINDOW_Y)
