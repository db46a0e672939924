"""Geometry of the drawn beasts: smooth lines through points, and bodies swept along them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

Point = tuple[float, float]


def write_path(start: Point, command: str, points: Sequence[Point]) -> str:
    """Return path data: a move to `start`, then `command` (l, q or c) through `points`, in relative whole units."""
    x, y = round(start[0]), round(start[1])
    per_step = {"l": 1, "q": 2, "c": 3}[command]
    steps = ""
    for i in range(0, len(points), per_step):
        whole = [(round(px), round(py)) for px, py in points[i : i + per_step]]
        steps += " ".join(f"{px - x} {py - y}" for px, py in whole) + " "
        x, y = whole[-1]
    return f"M{round(start[0])} {round(start[1])}{command}{steps.strip()}".replace(" -", "-")


def smooth_path(points: Sequence[Point]) -> str:
    """Return path data of a Catmull-Rom spline through `points`, as cubic curves in whole units."""
    around = [points[0], *points, points[-1]]
    curve: list[Point] = []
    for i in range(len(points) - 1):
        before, start, end, after = around[i : i + 4]
        curve.append((start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6))
        curve.append((end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6))
        curve.append(end)
    return write_path(points[0], "c", curve)


# Number of spine points that belong to the tail.
TAIL = 4


class SweptBody:
    """A body swept along a spine. Offsets are parts of the half width: 1 is the left side of the way, -1 the right."""

    def __init__(self, spine: Sequence[tuple[float, float, float]]) -> None:
        """Take a `spine` of (x, y, half width), from the tail to the head."""
        self.spine = spine
        self.normals = [self._normal(i) for i in range(len(spine))]

    def _normal(self, i: int) -> Point:
        x0, y0, _ = self.spine[max(i - 1, 0)]
        x1, y1, _ = self.spine[min(i + 1, len(self.spine) - 1)]
        length = hypot(x1 - x0, y1 - y0)
        return ((y0 - y1) / length, (x1 - x0) / length)

    def point(self, i: int, offset: float) -> Point:
        """Return the point beside spine point `i`."""
        (x, y, half), (nx, ny) = self.spine[i], self.normals[i]
        return (x + nx * half * offset, y + ny * half * offset)

    def band(self, left: float = 1, right: float = -1) -> str:
        """Return path data of the closed band between two offsets."""
        way = range(len(self.spine))
        return smooth_path([*(self.point(i, left) for i in way), *(self.point(i, right) for i in reversed(way))]) + "z"

    def ribs(self, offsets: Sequence[float], bend: float) -> str:
        """Return path data of lines across the body through `offsets`, bowed by `bend` units; none on the tail."""
        return "".join(self._rib(i, offsets, bend) for i in range(TAIL, len(self.spine)))

    def _rib(self, i: int, offsets: Sequence[float], bend: float) -> str:
        nx, ny = self.normals[i]
        way: list[Point] = []
        for one, other in pairwise(offsets):
            (ax, ay), (bx, by) = self.point(i, one), self.point(i, other)
            way += [((ax + bx) / 2 + ny * bend, (ay + by) / 2 - nx * bend), (bx, by)]
        return write_path(self.point(i, offsets[0]), "q", way)

    def fins(self, offset: float, height: float, lean: float) -> str:
        """Return path data of a row of pointed fins on one side, leaning `lean` units; none on the tail."""
        side = 1 if offset > 0 else -1
        data = ""
        for i in range(TAIL, len(self.spine) - 1):
            (ax, ay), (bx, by), (nx, ny) = self.point(i, offset), self.point(i + 1, offset), self.normals[i]
            tip = (ax + side * nx * height - ny * lean, ay + side * ny * height + nx * lean)
            data += write_path((ax, ay), "l", [tip, (bx, by)]) + "z"
        return data


def refine_spine(spine: Sequence[tuple[float, float, float]], parts: int) -> list[tuple[float, float, float]]:
    """Return the spine with `parts` steps from point to point, on the smooth line."""
    around = [spine[0], *spine, spine[-1]]
    fine: list[tuple[float, float, float]] = []
    for i in range(len(spine) - 1):
        p, q, r, s = around[i : i + 4]
        for step in range(parts):
            t = step / parts
            x, y, half = (
                0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - 3 * c + d - a) * t**3)
                for a, b, c, d in zip(p, q, r, s, strict=True)
            )
            fine.append((x, y, half))
    return [*fine, spine[-1]]
