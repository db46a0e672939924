"""App icon as PNG, drawn from the shapes of `icon.svg`: two cards, the upper one with a star.

Pillow would be a dependency of the server for these few lines, and it cannot read the SVG.
"""

from __future__ import annotations

import struct
import zlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shindig.core.caches import cached

Points = NDArray[np.float64]
Mask = NDArray[np.bool_]
FINE = 2
"""Samples per pixel in each direction."""
BOX, MARGIN = 64.0, 14.0
"""Side of the drawing, and its margin on devices that crop icons."""
MIDDLE = np.array((32.0, 44.0))
"""Centre of the cards' rotation."""
GROUND = (0xF3, 0xEC, 0xE0)
STAR = np.cumsum(
    ((38, 18), (3, 7), (8, 0.6), (-6, 5), (2, 7.6), (-7, -4), (-7, 4), (2, -7.6), (-6, -5), (8, -0.6)),
    axis=0,
)
"""Corners of the star, float[10, 2]."""


class IconCard(NamedTuple):
    """A card: left edge, rotation in degrees, colours of paper and edge."""

    left: float
    turn: float
    paper: tuple[int, int, int]
    edge: tuple[int, int, int]


LOWER = IconCard(12, -14, (0x7A, 0x1F, 0x2B), (0xF0, 0xD9, 0xA8))
UPPER = IconCard(24, 10, (0xFF, 0xFD, 0xF6), (0xB0, 0x8D, 0x3F))
INK = (0xC2, 0x45, 0x2D)


@cached(8)
def draw_icon(size: int, cut: bool) -> bytes:
    """Draw a PNG of `size` pixels; `cut` fills the background and leaves a margin."""
    low, high = (-MARGIN, BOX + MARGIN) if cut else (0.0, BOX)
    steps = low + (np.arange(size * FINE) + 0.5) * (high - low) / (size * FINE)
    points = np.stack(np.meshgrid(steps, steps), axis=-1)
    picture = np.zeros((*points.shape[:2], 4))
    if cut:
        picture[:] = (*GROUND, 255)
    for sheet in (LOWER, UPPER):
        draw_card(picture, points, sheet)
    picture[find_inside(turn_points(points, UPPER.turn), STAR)] = (*INK, 255)
    return encode_png(downsample(picture, size))


def turn_points(points: Points, degrees: float) -> Points:
    """Rotate points about the centre, float[..., 2]."""
    angle = np.radians(degrees)
    turn = np.array(((np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))))
    found: Points = (points - MIDDLE) @ turn + MIDDLE
    return found


def draw_card(picture: Points, points: Points, sheet: IconCard) -> None:
    """Draw a card into `picture`: a rounded rectangle with an edge of two units."""
    away = np.abs(turn_points(points, sheet.turn) - (sheet.left + 14, 29.0)) - (10.0, 17.0)
    outside = np.hypot(*np.moveaxis(np.maximum(away, 0), -1, 0)) + np.minimum(away.max(axis=-1), 0) - 4
    picture[outside < 1] = (*sheet.edge, 255)
    picture[outside < -1] = (*sheet.paper, 255)


def find_inside(points: Points, corners: Points) -> Mask:
    """Return which points are inside a polygon, bool[...], by the parity of crossings."""
    x, y = points[..., 0], points[..., 1]
    inside = np.zeros(x.shape, dtype=bool)
    for (x0, y0), (x1, y1) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        if y0 != y1:
            crosses = (y0 > y) != (y1 > y)
            inside ^= crosses & (x < (x1 - x0) * (y - y0) / (y1 - y0) + x0)
    return inside


def downsample(picture: Points, size: int) -> NDArray[np.uint8]:
    """Return the mean of each pixel's samples, colours weighted by coverage, uint8[size, size, 4]."""
    cells = picture.reshape(size, FINE, size, FINE, 4)
    alpha = cells[..., 3:].mean(axis=(1, 3))
    colour = (cells[..., :3] * cells[..., 3:]).mean(axis=(1, 3)) / np.maximum(alpha, 1)
    return np.concatenate((colour, alpha), axis=-1).round().astype(np.uint8)


def encode_png(picture: NDArray[np.uint8]) -> bytes:
    """Encode a picture, uint8[height, width, 4], as a PNG file."""
    height, width = picture.shape[:2]
    rows = b"".join(b"\0" + row.tobytes() for row in picture)
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(encode_png_chunk(*part) for part in parts)


def encode_png_chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
