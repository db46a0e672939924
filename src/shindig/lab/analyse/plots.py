"""Pictures of what the laboratory finds: scores, standings, odds. They are matplotlib's, which is an extra."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from shindig.gamekit import Game, GameError, game

from ..run.part_store import replace_file
from .figure_format import clip_error, format_mean

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..run.option_sweep import Sweep, Swept
    from ..run.simulation import SimulationPart
    from .accumulators import Sums
    from .bot_gains import Arena, BotGain
    from .hand_odds import Rarity
    from .hand_rollouts import HandOutlook

KINDS = (".png", ".svg", ".pdf")
"""Endings of the files that pictures are drawn into."""
COLORS = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#f0e442", "#595959")
"""Told apart by everybody, also by those who see few colors."""
BRIGHT = 0.45
"""From so bright a color on, black is read better than white."""
SMALL = 0.03
"""A chance from which on a bar has room for its number."""


def check_figure_path(path: str) -> None:
    """Raise GameError where no picture can be drawn into this file."""
    if find_spec("matplotlib") is None:
        raise GameError('pictures need matplotlib: pip install "shindig[research]"')
    if Path(path).suffix.lower() not in KINDS:
        raise GameError(f"expected a file that ends in {', '.join(KINDS)}, not {path!r}")
    if not Path(path).parent.is_dir():
        raise GameError(f"there is no folder {str(Path(path).parent)!r} for the picture")


def save_figure(figure: Figure, path: str) -> None:
    """Write a picture; the ending says of which kind. Raises GameError, and OSError, which names it."""
    check_figure_path(path)
    with replace_file(Path(path)) as aside:
        figure.savefig(aside, format=Path(path).suffix.lower()[1:], dpi=150)


def make_axes(rows: float) -> tuple[Figure, Axes]:
    """Make an empty figure, `rows` rows of text high."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 1.6 + 0.34 * rows), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def plot_scores(sums: Sums, part: SimulationPart) -> Figure:
    """Plot the share of matches up to each score, one line per seat."""
    figure, axes = make_axes(8)
    for seat, counts in enumerate(sums.counts):
        values = np.array(sorted(counts))
        shares = np.cumsum([counts[value] for value in values.tolist()]) / sums.matches
        label = f"seat {seat}, {part.bots[seat]}: {format_mean(sums.scores[seat].mean, sums.scores[seat].error)}"
        axes.step(values, shares, where="post", linewidth=1.8, color=choose_color(seat), label=label)
    axes.set(xlabel="score at the end", ylabel="share of matches up to it", title=f"{sums.matches:,} matches")
    axes.legend(frameon=False)
    figure.suptitle(describe_source(part), fontsize=8, color="#555555")
    return figure


def describe_source(part: SimulationPart) -> str:
    """Describe what was played: game, options, players, seed."""
    options = ", ".join(f"{name}={value}" for name, value in part.options.items()) or "default options"
    return f"{game(part.game_id).name}, {part.players} players, {options}, seed {part.seed}"


def plot_standings(arena: Arena) -> Figure:
    """Plot each bot's gain per hand with its confidence interval, the best on top."""
    ranked = arena.standings
    figure, axes = make_axes(2 * len(ranked))
    for row, one in enumerate(reversed(ranked)):
        error = clip_error(one.error)
        axes.errorbar(one.gain, row, xerr=error, fmt="o", capsize=4, color=choose_color(row), markersize=8)
        axes.annotate(
            format_mean(one.gain, one.error, sign=True),
            (one.gain, row),
            (0, 9),
            textcoords="offset points",
            ha="center",
        )
    axes.axvline(0, color="#999999", linewidth=0.8, zorder=0)
    axes.set_yticks(range(len(ranked)), [format_standing(one) for one in reversed(ranked)])
    axes.set_ylim(-0.6, len(ranked) - 0.3)
    axes.set(xlabel=f"gained a hand, with {arena.level:.0%} confidence", title=f"{arena.deals:,} deals")
    return figure


def format_standing(one: BotGain) -> str:
    """Return a bot's label, with its share of wins if all matches were played to their end."""
    return one.name if one.won != one.won else f"{one.name}, won {one.won:.0%}"


def plot_chances(odds: Mapping[str, Mapping[str, float]], ranks: Sequence[str], title: str = "") -> Figure:
    """Plot the chance of every Rank for each way to discard, one bar each; the best Rank is at the left, and brightest.

    `ranks` are all Ranks in the order of the rules, from the lowest.
    """
    names = sort_ranks(odds.values(), ranks)
    figure, axes = make_axes(len(odds) + 0.5 * len(names))
    left = np.zeros(len(odds))
    for name, shade in zip(names, make_shades(len(names)), strict=True):
        widths = np.array([found.get(name, 0.0) for found in odds.values()])
        bars = axes.barh(range(len(odds)), widths, left=left, color=shade, edgecolor="white", label=name)
        axes.bar_label(
            bars,
            [f"{width:.0%}" if width >= SMALL else "" for width in widths],
            label_type="center",
            color=choose_ink(shade),
        )
        left += widths
    axes.set_yticks(range(len(odds)), [gone or "nothing" for gone in odds])
    axes.invert_yaxis()
    axes.set(xlim=(0, 1), xlabel="chance", ylabel="discard", title=title)
    axes.margins(y=0.02)
    figure.legend(loc="outside lower center", ncols=2, frameon=False)
    return figure


def sort_ranks(odds: Iterable[Mapping[str, float]], ranks: Sequence[str]) -> list[str]:
    """All Ranks that may come, the best first."""
    came = {name for found in odds for name, chance in found.items() if chance > 0}
    return [name for name in reversed(ranks) if name in came]


def plot_rarity(rules: Game, found: Sequence[Rarity], options: Mapping[str, object]) -> Figure:
    """Plot the number of hands of each Rank: a line for cases that are alike, the best Rank on top."""
    assert rules.worth is not None
    names = rules.worth.ranks[found[0].first :]
    figure, axes = make_axes(len(names))
    for number, one in enumerate(found):
        counts = [count or np.nan for count in one.counts[one.first :]]
        label = f"{one.cases[0]}{' ...' * (len(one.cases) > 1)}: {len(one.inverted)} pairs out of order"
        axes.plot(counts, range(len(names)), "o-", color=choose_color(number), linewidth=1, markersize=5, label=label)
    axes.set_xscale("log")
    axes.set_yticks(range(len(names)), names)
    said = ", ".join(f"{name} {value}" for name, value in options.items())
    axes.set(xlabel=f"hands, of {found[0].total:,}", title=f"{rules.name}{', ' * bool(said)}{said}: every hand counted")
    axes.legend(frameon=False, fontsize=8)
    return figure


def plot_sweep(work: Sweep, swept: Swept, show: Sequence[str]) -> Figure:
    """Every measure under each setting, with its 95 % interval; each row has a scale of its own."""
    from matplotlib.figure import Figure

    names = [name for name in swept.measures if not show or any(part in name for part in show)]
    most, first = len(swept.names), work.settings[0]
    figure = Figure(figsize=(8, 1.2 + len(names) * (0.35 + 0.22 * most)), layout="constrained")
    for row, (axes, name) in enumerate(zip(figure.subplots(len(names), 1, squeeze=False)[:, 0], names, strict=True)):
        for setting, label in enumerate(swept.names):
            mean, error = swept.mean(setting, name)
            axes.errorbar(
                mean, -setting, xerr=clip_error(error), fmt="o", capsize=3, color=choose_color(setting), label=label
            )
        axes.set_ylim(-most + 0.4, 0.6)
        axes.set_yticks([])
        axes.set_ylabel(name, rotation=0, ha="right", va="center")
        axes.spines[["top", "right", "left"]].set_visible(False)
        if row == 0 and most > 1:
            figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False)
    shared = {
        one.name: values[0]
        for one in work.rules.rules.options
        if len(values := list_option_values(work, one.name)) == 1
    }
    options = ", ".join(f"{name} {value}" for name, value in shared.items() if value) or "default options"
    said = f"{work.rules.name}, {first.players} players, {' '.join(first.bots)}; {options}\n"
    figure.suptitle(f"{said}{swept.matches:,} matches each, seed {first.seed}, 95 % intervals", fontsize=9)
    return figure


def plot_courses(found: HandOutlook, title: str) -> Figure:
    """Plot the results of each first action, one column per measure, the best on top."""
    from matplotlib.figure import Figure

    ways = found.courses[::-1]
    names = list(ways[0].measures)
    figure = Figure(figsize=(2.4 + 2 * len(names), 1.4 + 0.3 * len(ways)), layout="constrained")
    for column, (axes, name) in enumerate(zip(figure.subplots(1, len(names), squeeze=False)[0], names, strict=True)):
        told = [one.measures[name] for one in ways]
        errors = [clip_error(one.error) for one in told]
        axes.errorbar(
            [one.mean for one in told], range(len(ways)), xerr=errors, fmt="o", capsize=3, color=choose_color(column)
        )
        axes.set_yticks(range(len(ways)), [one.name for one in ways] if column == 0 else [""] * len(ways))
        axes.set(title=name, ylim=(-0.6, len(ways) - 0.4))
        axes.spines[["top", "right"]].set_visible(False)
    figure.suptitle(title, fontsize=9)
    return figure


def list_option_values(work: Sweep, name: str) -> list[object]:
    """Return the values of an option, each once."""
    return list(dict.fromkeys(one.options[name] for one in work.settings if name in one.options))


def make_shades(count: int) -> list[tuple[float, ...]]:
    """So many colors, red, green and blue from 0 to 1, from bright to dark."""
    from matplotlib import colormaps

    return [tuple(shade[:3]) for shade in colormaps["viridis"](np.linspace(1, 0.1, count))]


def choose_ink(shade: Sequence[float]) -> str:
    """Return a text color that is readable on a color."""
    return "black" if np.dot(shade, (0.3, 0.6, 0.1)) > BRIGHT else "white"


def choose_color(number: int) -> str:
    """Return the color of a seat or a bot."""
    return COLORS[number % len(COLORS)]
