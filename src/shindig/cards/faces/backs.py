"""The backs of the Tall Card decks: a woven pattern in a gilded frame, an emblem in the middle."""

from __future__ import annotations

from math import sqrt

from .grounds import TALL_BANNER, banner
from .pips import MIDDLE_X, MIDDLE_Y, circle, line, place
from .suits import GOLD, PAPER

# The patterned part of a back.
LEFT, TOP, ACROSS, DOWN = 23, 23, 204, 304


def hemp_leaf(thread: str, side: float = 34) -> str:
    """Stars of hemp leaf: a net of triangles `side` wide, and dashes from their corners to their middles."""
    rise, reach = side * sqrt(3) / 2, ACROSS + DOWN
    rows, columns = range(-8, int(DOWN / rise) + 8), range(-8, int(ACROSS / side) + 8)
    net = "".join(f"M0 {row * rise:.0f}h{ACROSS}" for row in rows if row >= 0)
    net += "".join(f"M{column * side:.0f} 0l{way * DOWN / sqrt(3):.0f} {DOWN}" for column in columns for way in (-1, 1))
    leaves = "".join(f"M{i * side / 2:.0f}-{i % 2 * rise:.0f}v{DOWN + 40}" for i in range(2 * len(columns) - 20))
    starts = [(-i * side / 2, row * rise) for row in rows for i in range(3) if (row + i) % 2 == 0]
    leaves += "".join(f"M{x:.0f} {y:.0f}l{reach} {way * reach / sqrt(3):.0f}" for x, y in starts for way in (-1, 1))
    arm = side / sqrt(3)
    dashes = (
        f'<g stroke-dasharray="{2 * arm:.2f} {arm:.2f}" stroke-dashoffset="{arm:.2f}">{line(leaves, thread, 1)}</g>'
    )
    return line(net, thread, 2) + dashes


def waves(thread: str, ground: str, size: float = 68) -> str:
    """The blue sea: rows of discs in rings, each row over the one before. `size` is the width of a wave."""
    rings = ((1, thread), (0.9, ground), (0.66, thread), (0.56, ground), (0.3, thread))
    rows = ""
    for row in range(int(DOWN / size * 4) + 3):
        start, y = -size * (0.5 if row % 2 else 1), round(row * size / 4 - size / 8, 1)
        rows += "".join(
            f'<path d="M{start:g} {y:g}H255" stroke="{fill}" stroke-width="{part * size:.3g}"/>' for part, fill in rings
        )
    return f'<g stroke-dasharray="0 {size:g}">{rows}</g>'


def trellis(thread: str, bud: str, step: float = 34) -> str:
    """A garden trellis with a bud at each crossing. `step` is the width of an opening."""
    rise = DOWN / round(DOWN / step)
    lines, buds = "", ""
    for row in range(int(DOWN / rise) + 1):
        y = row * rise
        lines += f"M0 {y:.0f}" + f"l{step / 2:g}-{rise / 2:.3g} {step / 2:g} {rise / 2:.3g}" * 6
        lines += f"M0 {y:.0f}" + f"l{step / 2:g} {rise / 2:.3g} {step / 2:g}-{rise / 2:.3g}" * 6
        buds += f"M0 {y:.0f}H{ACROSS}"
    middles = "".join(f"M{step / 2:g} {(row + 0.5) * rise:.0f}H{ACROSS}" for row in range(int(DOWN / rise)))
    return (
        line(lines, thread, 2) + f'<g stroke-dasharray="0 {step:g}">{line(buds, bud, 9)}{line(middles, thread, 8)}</g>'
    )


def emblem(drawing: str) -> str:
    """A drawing within 50 of 0,0, on a gilded disc in the middle of the card."""
    disc = circle(MIDDLE_X, MIDDLE_Y, 62, PAPER, GOLD, 5) + circle(MIDDLE_X, MIDDLE_Y, 54, "none", GOLD, 1.5)
    return disc + place(drawing, MIDDLE_X, MIDDLE_Y)


def framed(pattern: str, deep: str, middle: str) -> str:
    """A back: the pattern on its deep ground within the frame, `middle` over it."""
    return (
        f'<rect x="12" y="12" width="226" height="326" rx="12" fill="{deep}"/>'
        f'<svg x="{LEFT}" y="{TOP}" width="{ACROSS}" height="{DOWN}">{pattern}</svg>'
        f'<rect x="20" y="20" width="210" height="310" rx="7" fill="none" stroke="{GOLD}" stroke-width="3"/>{middle}'
    )


def tall_back(pattern: str, deep: str) -> str:
    """The back of a Tall deck: the same weave in its own colours under the banner."""
    return framed(pattern, deep, place(banner(deep), 0, MIDDLE_Y - TALL_BANNER))
