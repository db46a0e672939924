"""Backs of the decks: a woven pattern in a gilded frame, with an emblem in the middle."""

from __future__ import annotations

from math import sqrt

from shindig.cards.faces.pips import MIDDLE_X, MIDDLE_Y, circle, line, place_markup

from .grounds import TALL_BANNER, draw_banner
from .suits import GOLD, PAPER

# The patterned part of a back.
LEFT, TOP, ACROSS, DOWN = 23, 23, 204, 304


def _net(side: float, rise: float) -> str:
    """Return path data of a net of triangles: horizontal lines and slanted lines both ways."""
    columns = range(-int(DOWN / rise / 2) - 1, int((ACROSS + DOWN) / side) + 1)
    across = "".join(f"M0 {row * rise:.0f}h{ACROSS}" for row in range(int(DOWN / rise) + 1))
    slant = round(DOWN / sqrt(3))
    return across + "".join(f"M{i * side:.0f} 0l{way * slant} {DOWN}" for i in columns for way in (-1, 1))


def _leaves(side: float, rise: float) -> str:
    """Return path data of the lines from the corners of such a net through the middles of its triangles."""
    upright = "".join(
        f"M{i * side / 2:.0f}-{i % 2 * rise:.0f}v{DOWN + rise:.0f}" for i in range(int(ACROSS / side * 2))
    )
    rows = range(-int(ACROSS / side), int((ACROSS + DOWN) / rise))
    starts = [(-i * side / 2, row * rise) for row in rows for i in range(3) if (row + i) % 2 == 0]
    reach = ACROSS + side
    slope = round(reach / sqrt(3))
    return upright + "".join(f"M{x:.0f} {y:.0f}l{reach:.0f} {way * slope}" for x, y in starts for way in (-1, 1))


def hemp_leaf(thread: str, side: float = 34) -> str:
    """Draw stars of hemp leaf: a net of triangles `side` wide, and dashes from their corners to their middles."""
    rise, arm = side * sqrt(3) / 2, side / sqrt(3)
    leaves = line(_leaves(side, rise), thread, 1)
    dashes = f'<g stroke-dasharray="{2 * arm:.2f} {arm:.2f}" stroke-dashoffset="{arm:.2f}">{leaves}</g>'
    return line(_net(side, rise), thread, 2) + dashes


def waves(thread: str, ground: str, size: float = 68) -> str:
    """Draw a blue sea: rows of discs in rings, each row over the one before. `size` is the width of a wave."""
    rings = ((1, thread), (0.9, ground), (0.66, thread), (0.56, ground), (0.3, thread))
    rows = ""
    for row in range(int(DOWN / size * 4) + 3):
        start, y = -size * (0.5 if row % 2 else 1), round(row * size / 4 - size / 8, 1)
        rows += "".join(
            f'<path d="M{start:g} {y:g}H255" stroke="{fill}" stroke-width="{part * size:.3g}"/>' for part, fill in rings
        )
    return f'<g stroke-dasharray="0 {size:g}">{rows}</g>'


def trellis(thread: str, bud: str, step: float = 34) -> str:
    """Draw a garden trellis with a bud at each crossing. `step` is the width of an opening."""
    rows = round(DOWN / step)
    half, rise = step / 2, DOWN / rows / 2
    zigzags = (f"l{half:g}-{rise:.3g} {half:g} {rise:.3g}", f"l{half:g} {rise:.3g} {half:g}-{rise:.3g}")
    levels = [f"{2 * row * rise:.0f}" for row in range(rows + 1)]
    slats = "".join(f"M0 {y}{zigzag * round(ACROSS / step)}" for y in levels for zigzag in zigzags)
    buds = "".join(f"M0 {y}H{ACROSS}" for y in levels)
    knots = "".join(f"M{half:g} {(2 * row + 1) * rise:.0f}H{ACROSS}" for row in range(rows))
    dots = f'<g stroke-dasharray="0 {step:g}">{line(buds, bud, 9)}{line(knots, thread, 8)}</g>'
    return line(slats, thread, 2) + dots


def draw_emblem(drawing: str) -> str:
    """Draw an emblem within 50 of 0,0 on a gilded disc in the middle of the card."""
    disc = circle(MIDDLE_X, MIDDLE_Y, 62, PAPER, GOLD, 5) + circle(MIDDLE_X, MIDDLE_Y, 54, "none", GOLD, 1.5)
    return disc + place_markup(drawing, MIDDLE_X, MIDDLE_Y)


def draw_framed_back(pattern: str, deep: str, middle: str) -> str:
    """Draw a back: the pattern on its deep ground within the frame, `middle` over it."""
    return (
        f'<rect x="12" y="12" width="226" height="326" rx="12" fill="{deep}"/>'
        f'<svg x="{LEFT}" y="{TOP}" width="{ACROSS}" height="{DOWN}">{pattern}</svg>'
        f'<rect x="20" y="20" width="210" height="310" rx="7" fill="none" stroke="{GOLD}" stroke-width="3"/>{middle}'
    )


def draw_tall_back(pattern: str, deep: str) -> str:
    """Draw the back of a Tall deck: the weave in its own colours under the banner."""
    return draw_framed_back(pattern, deep, place_markup(draw_banner(deep), 0, MIDDLE_Y - TALL_BANNER))
