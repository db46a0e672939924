"""Shared parts of drawn cards: placed symbols, corner indices, pip layouts. Symbols fill -50..50 round 0,0."""

from __future__ import annotations

from math import cos, radians, sin

from .card_frame import HEIGHT, WIDTH

MIDDLE_X, MIDDLE_Y = WIDTH / 2, HEIGHT / 2
INDEX_FONT = "'Palatino Linotype',Palatino,'Noto Serif','DejaVu Serif','Times New Roman',serif"

# The index column is the left 30 % of the card: the part that stays visible under another card.
INDEX_X, INDEX_BASELINE, INDEX_SIZE, INDEX_WIDTH = 36, 68, 64, 52
INDEX_SYMBOL_Y, INDEX_SYMBOL_SCALE = 104, 0.55

# Half the distance between the outer columns and between the outer rows of pips, and the scale of 1..10 pips.
SPREAD_X, SPREAD_Y = 35.0, 112.0
PIP_SCALES = (0, 1.4, 0.84, 0.8, 0.55, 0.55, 0.55, 0.54, 0.54, 0.49, 0.49)

_THIRD = 1 / 3
_FOUR = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_SIX = (*_FOUR, (-1, 0), (1, 0))
_EIGHT = (*_FOUR, (-1, -_THIRD), (1, -_THIRD), (-1, _THIRD), (1, _THIRD))

# Positions of 1..10 pips: (column, row), each -1..1.
LAYOUTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((0, -1), (0, 1)),
    3: ((0, -1), (0, 0), (0, 1)),
    4: _FOUR,
    5: (*_FOUR, (0, 0)),
    6: _SIX,
    7: (*_SIX, (0, -0.5)),
    8: (*_SIX, (0, -0.5), (0, 0.5)),
    9: (*_EIGHT, (0, 0)),
    10: (*_EIGHT, (0, -2 * _THIRD), (0, 2 * _THIRD)),
}


def format_length(value: float) -> str:
    """Format a length as shortly as possible."""
    return f"{round(value, 2):g}"


def place_markup(markup: str, x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """Move `markup` from 0,0 to `x`, `y`, scale it, and turn it by `turn` degrees clockwise."""
    moves = f"translate({format_length(x)} {format_length(y)})"
    moves += f"rotate({format_length(turn)})" if turn else ""
    moves += f"scale({format_length(scale)})" if scale != 1 else ""
    return f'<g transform="{moves}">{markup}</g>'


def path(d: str, fill: str = "none", stroke: str = "", width: float = 0) -> str:
    """Draw a path: filled, or with a round pen `width` wide, or both."""
    pen = f' stroke="{stroke}" stroke-width="{format_length(width)}"'
    return f'<path d="{d}" fill="{fill}"{pen if stroke else ""}/>'


def line(d: str, stroke: str, width: float) -> str:
    """Draw a path with a round pen and no filling."""
    return path(d, "none", stroke, width)


def circle(x: float, y: float, radius: float, fill: str = "none", stroke: str = "", width: float = 0) -> str:
    """Draw a disc or a ring round `x`, `y`."""
    pen = f' stroke="{stroke}" stroke-width="{format_length(width)}"' if stroke else ""
    return f'<circle cx="{format_length(x)}" cy="{format_length(y)}" r="{format_length(radius)}" fill="{fill}"{pen}/>'


def ring_of(markup: str, count: int) -> str:
    """Repeat `markup` `count` times round 0,0."""
    return "".join(f'<g transform="rotate({format_length(i * 360 / count)})">{markup}</g>' for i in range(count))


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


def both_ends(markup: str) -> str:
    """Repeat `markup` upside down about the middle of the card."""
    turned = f"rotate(180 {format_length(MIDDLE_X)} {format_length(MIDDLE_Y)})"
    return f'{markup}<g transform="{turned}">{markup}</g>'


def index(value: str, colour: str, x: float = INDEX_X) -> str:
    """Draw the value of a card as text round `x` in its corner, squeezed if too wide for it."""
    squeeze = f' textLength="{INDEX_WIDTH}" lengthAdjust="spacingAndGlyphs"' if len(value) > 1 or value in "MW" else ""
    return (
        f'<text x="{format_length(x)}" y="{INDEX_BASELINE}" font-size="{INDEX_SIZE}" '
        f'text-anchor="middle" fill="{colour}"'
        f' style="font-family:{INDEX_FONT};font-weight:700"{squeeze}>{value}</text>'
    )


def corners(value: str, symbol: str, colour: str) -> str:
    """Draw the value with the symbol under it, top left, and upside down bottom right."""
    return both_ends(index(value, colour) + place_markup(symbol, INDEX_X, INDEX_SYMBOL_Y, INDEX_SYMBOL_SCALE))


def pips(count: int, symbol: str, scale: float | None = None) -> str:
    """Draw `symbol` 1..10 times in the middle of the card."""
    each = PIP_SCALES[count] if scale is None else scale
    return "".join(
        place_markup(symbol, MIDDLE_X + x * SPREAD_X, MIDDLE_Y + y * SPREAD_Y, each) for x, y in LAYOUTS[count]
    )
