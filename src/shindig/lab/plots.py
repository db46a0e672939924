"""Pictures of what the laboratory finds: scores, standings, odds. They are matplotlib's, which is an extra."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from graphlib import TopologicalSorter
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..games import GameError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .simulate import Played
    from .standings import Arena

KINDS = (".png", ".svg", ".pdf")
"""Endings of the files that pictures are drawn into."""
COLORS = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#f0e442", "#595959")
"""Told apart by everybody, also by those who see few colors."""
BRIGHT = 0.45
"""From so bright a color on, black is read better than white."""
SMALL = 0.03
"""A chance from which on a bar has room for its number."""


def check(path: str) -> None:
    """Raise GameError where no picture can be drawn into this file."""
    if find_spec("matplotlib") is None:
        raise GameError('pictures need matplotlib: pip install "shindig[research]"')
    if Path(path).suffix.lower() not in KINDS:
        raise GameError(f"expected a file that ends in {', '.join(KINDS)}, not {path!r}")
    if not Path(path).parent.is_dir():
        raise GameError(f"there is no folder {str(Path(path).parent)!r} for the picture")


def save(figure: Figure, path: str) -> None:
    """Write a picture; the ending says of which kind. Raises GameError."""
    check(path)
    figure.savefig(path, dpi=150)


def blank(rows: float) -> tuple[Figure, Axes]:
    """An empty picture, so many rows of text high."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 1.6 + 0.34 * rows), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def scores(played: Played, names: Sequence[str]) -> Figure:
    """The share of matches up to each score, a line a seat; `names` are the seats' bots, in turn if they are fewer."""
    figure, axes = blank(8)
    for seat, column in enumerate(played.scores.T):
        label = f"seat {seat}, {names[seat % len(names)]}: {column.mean():.1f} on average"
        axes.ecdf(column, linewidth=1.8, color=color(seat), label=label)
    axes.set(xlabel="score at the end", ylabel="share of matches up to it", title=f"{len(played):,} matches")
    axes.legend(frameon=False)
    return figure


def standings(arena: Arena) -> Figure:
    """What each bot gained a hand, the best on top, with its confidence interval."""
    ranked = arena.standings
    figure, axes = blank(2 * len(ranked))
    for row, one in enumerate(reversed(ranked)):
        spread = [[one.gain - one.low], [one.high - one.gain]]
        axes.errorbar(one.gain, row, xerr=spread, fmt="o", capsize=4, color=color(row), markersize=8)
        axes.annotate(f"{one.gain:+.2f}", (one.gain, row), (0, 9), textcoords="offset points", ha="center")
    axes.axvline(0, color="#999999", linewidth=0.8, zorder=0)
    axes.set_yticks(range(len(ranked)), [f"{one.name}, won {one.won:.0%}" for one in reversed(ranked)])
    axes.set_ylim(-0.6, len(ranked) - 0.3)
    axes.set(xlabel=f"gained a hand, with {arena.level:.0%} confidence", title=f"{arena.deals:,} deals")
    return figure


def chances(odds: Mapping[str, Mapping[str, float]]) -> Figure:
    """The chance of every Rank for each way to discard, as one bar each: the best Rank at the left, and brightest."""
    names = best_first(odds.values())
    figure, axes = blank(len(odds) + 0.5 * len(names))
    left = np.zeros(len(odds))
    for name, shade in zip(names, shades(len(names)), strict=True):
        widths = np.array([found.get(name, 0.0) for found in odds.values()])
        bars = axes.barh(range(len(odds)), widths, left=left, color=shade, edgecolor="white", label=name)
        axes.bar_label(
            bars, [f"{width:.0%}" if width >= SMALL else "" for width in widths], label_type="center", color=ink(shade)
        )
        left += widths
    axes.set_yticks(range(len(odds)), [gone or "nothing" for gone in odds])
    axes.invert_yaxis()
    axes.set(xlim=(0, 1), xlabel="chance", ylabel="discard")
    axes.margins(y=0.02)
    figure.legend(loc="outside lower center", ncols=2, frameon=False)
    return figure


def best_first(odds: Iterable[Mapping[str, float]]) -> list[str]:
    """All Ranks that may come, in an order that agrees with each of these."""
    order = TopologicalSorter[str]()
    for found in odds:
        came = [name for name, chance in found.items() if chance > 0]
        order.add(came[0])
        for better, worse in pairwise(came):
            order.add(worse, better)
    return [*order.static_order()]


def shades(count: int) -> list[tuple[float, ...]]:
    """So many colors, red, green and blue from 0 to 1, from bright to dark."""
    from matplotlib import colormaps

    return [tuple(shade[:3]) for shade in colormaps["viridis"](np.linspace(1, 0.1, count))]


def ink(shade: Sequence[float]) -> str:
    """What can be read on a color."""
    return "black" if np.dot(shade, (0.3, 0.6, 0.1)) > BRIGHT else "white"


def color(number: int) -> str:
    """The color of a seat or a bot."""
    return COLORS[number % len(COLORS)]
