"""Palette, window and drawing tools of all faces of the Talon deck."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, radians, sin

from shindig.cards.faces.pips import format_length, path, place_markup

INK, CREAM, WHITE = "#2a2036", "#fff3d6", "#fffdf6"
GOLD, PALE_GOLD, BRONZE = "#e6ab3c", "#f8dc94", "#9a6415"
NIGHT, PLUM, DUSK, MIST = "#251a45", "#44276b", "#7c3f7e", "#c3b2dc"
ROSE, CORAL, WINE = "#f0a592", "#dd5a4a", "#8c2338"
SKY, TEAL, DEEP, MIDNIGHT = "#a8d5da", "#3a9293", "#17545c", "#1f3d6b"
LEAF, MOSS = "#6fa75a", "#35683f"
SILVER, STEEL, STONE = "#e3e7ef", "#a9b4c8", "#6d6a86"
FAIR, TAN, BROWN, LIPS = "#f6cfa8", "#dda271", "#ac6d43", "#a83a3a"

# The arched window on the right of the index column: its own coordinates are -84..84 by 0..322.
WINDOW_X, WINDOW_Y, WINDOW_HALF, WINDOW_HEIGHT = 154, 14, 84, 322
ARCH = "M-81 311V70C-81 26-46 3 0 3S81 26 81 70V311Q81 319 73 319H-73Q-81 319-81 311Z"
MAT = f"M-88-4H88V326H-88Z{ARCH}"


def layers(*markup: str) -> str:
    """Join drawings over one another, the first at the bottom."""
    return "".join(markup)


def mirrored(markup: str) -> str:
    """Mirror `markup` at x = 0."""
    return f'<g transform="scale(-1 1)">{markup}</g>'


def both(markup: str) -> str:
    """Draw `markup` and its mirror image."""
    return markup + mirrored(markup)


def scattered(markup: str, places: Iterable[tuple[float, ...]]) -> str:
    """Draw `markup` at each of the places, which are (x, y), (x, y, scale) or (x, y, scale, turn)."""
    return layers(*(place_markup(markup, *spot) for spot in places))


def oval(x: float, y: float, half_width: float, half_height: float, fill: str) -> str:
    """Draw a filled ellipse round `x`, `y`."""
    return (
        f'<ellipse cx="{format_length(x)}" cy="{format_length(y)}" rx="{format_length(half_width)}" '
        f'ry="{format_length(half_height)}" '
        f'fill="{fill}"/>'
    )


def _point(radius: float, turn: float, x: float = 0, y: float = 0) -> str:
    """Return the point at `radius` from `x`, `y`, `turn` degrees clockwise from straight up."""
    across, down = radius * sin(radians(turn)), -radius * cos(radians(turn))
    return f"{round(x + across, 1) + 0:g} {round(y + down, 1) + 0:g}"


def star(points: int, outer: float, inner: float, x: float = 0, y: float = 0) -> str:
    """Return the outline of a star round `x`, `y` with one point up."""
    corners = (_point(inner if i % 2 else outer, i * 180 / points, x, y) for i in range(2 * points))
    return f"M{'L'.join(corners)}Z"


def rays(count: int, inner: float, outer: float, half_width: float, start: float = 0) -> str:
    """Return the outline of pointed rays round 0,0, each `half_width` degrees to either side at its foot."""
    turns = (start + i * 360 / count for i in range(count))
    return "".join(
        f"M{_point(inner, turn - half_width)}L{_point(outer, turn)}L{_point(inner, turn + half_width)}Z"
        for turn in turns
    )


def text(value: str, x: float, y: float, size: float, fill: str, width: float = 0) -> str:
    """Draw words round `x` on the baseline `y`, fitted to `width` if given."""
    fit = f' textLength="{format_length(width)}" lengthAdjust="spacingAndGlyphs"' if width else ""
    return (
        f'<text x="{format_length(x)}" y="{format_length(y)}" font-size="{format_length(size)}" '
        f'text-anchor="middle" fill="{fill}"{fit}>'
        f"{value}</text>"
    )


def window(scene: str, sky: str, mat: str, edge: str) -> str:
    """Draw `scene` under `sky` in the arch, surrounded by a `mat` in the card's colour."""
    view = (
        f'<svg x="{WINDOW_X - WINDOW_HALF}" y="{WINDOW_Y}" width="{2 * WINDOW_HALF}" height="{WINDOW_HEIGHT}" '
        f'viewBox="{-WINDOW_HALF} 0 {2 * WINDOW_HALF} {WINDOW_HEIGHT}"><rect x="-84" width="168" height="322" '
        f'fill="{sky}"/>{scene}</svg>'
    )
    frame = f'<path d="{MAT}" fill="{mat}" fill-rule="evenodd"/>{path(ARCH, "none", edge, 3)}'
    return view + place_markup(frame, WINDOW_X, WINDOW_Y)
