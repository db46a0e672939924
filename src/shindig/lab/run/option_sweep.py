"""Sweep over settings of a game's options: each plays equal matches of a seed, so that differences are paired."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from shindig.core.confidence_intervals import compute_spread, count_effective_units, mean_width
from shindig.core.layout_and_views import Field
from shindig.gamekit import Game, GameError, game
from shindig.gamekit.hand_fact_columns import build_fields
from shindig.gamekit.hand_fact_reading import get_value_names

from .campaign_parts import PartResult
from .compiled_matches import HandRows
from .part_store import AGAIN, Facts, describe_options, describe_version, read_facts, write_file
from .simulation import SimulationPart, SimulationResult, time_part

Floats = npt.NDArray[np.float64]
Measured = dict[str, tuple[Floats, Floats]]
"""By measure: float64[matches] sums, and the number of things (hands, matches). A mean is a ratio of the two."""
MOST_NAMES = 12
"""A fact with more names than this gets no line for each."""
MOST_SETTINGS = 64


@dataclass(frozen=True)
class Sweep:
    """Matches under each setting, in parts. A part has equal matches under all settings."""

    settings: tuple[SimulationPart, ...]
    """Matches under each setting."""
    names: tuple[str, ...]
    """Name of each setting: the options that differ."""
    by: str = ""
    """A fact with names, by which measures are split."""

    @property
    def rules(self) -> Game:
        """The game."""
        return game(self.settings[0].game_id)

    @cached_property
    def facts(self) -> Facts:
        """Everything that determines the result."""
        first = self.settings[0]
        return {
            "game": first.game_id,
            "players": first.players,
            "settings": [describe_options(self.rules, one.options) for one in self.settings],
            "bots": list(first.bots),
            "matches": first.count,
            "seed": first.seed,
            "by": self.by,
            **describe_version(self.rules, sorted(set(first.bots))),
        }

    @property
    def part_count(self) -> int:
        """Number of parts."""
        return self.settings[0].part_count

    def run_part(self, part: int, file: Path | None) -> PartResult:
        """Play a part under every setting."""
        found: PartResult = {"matches": self.settings[0].take_part(part).count, "settings": []}
        seconds, base = 0.0, Measured()
        for setting in self.settings:
            played, spent = time_part(setting.take_part(part))
            measures = measure_part(self.rules, played, setting, self.by)
            base, seconds = base or measures, seconds + spent
            found["settings"].append(pair_sums(base, measures))
        if file is not None:
            write_file(file, json.dumps(found).encode())
        return found | {"seconds": seconds}

    def read_part(self, file: Path) -> PartResult:
        """Read a finished part. Raises GameError."""
        return read_facts(file, AGAIN)


def make_sweep(whole: SimulationPart, grid: Mapping[str, Sequence[object]], by: str = "") -> Sweep:
    """Build the settings of a grid of options. Raises GameError."""
    rules = game(whole.game_id)
    names = [name for name, values in grid.items() if len(values) > 1]
    settings, labels = [], []
    for values in product(*grid.values()):
        chosen = dict(zip(grid, values, strict=True))
        rules.new(whole.players, chosen)
        settings.append(replace(whole, options=chosen))
        labels.append(", ".join(f"{name} {chosen[name]}" for name in names) or "as given")
    if len(settings) > MOST_SETTINGS:
        raise GameError(f"{len(settings)} settings are too many to be told apart; {MOST_SETTINGS} are the most")
    if by:
        find_named_fact(rules, settings[0], by)
    return Sweep(tuple(settings), tuple(labels), by)


def find_named_fact(rules: Game, part: SimulationPart, name: str) -> tuple[Field, tuple[str, ...]]:
    """Return a fact with names, and these names. Raises GameError."""
    fresh = rules.new(part.players, part.options)
    fields = {one.name: one for one in build_fields(rules.rules.hand.facts, rules.rules.layout.seats) if not one.shape}
    able = {one.name: names for one in fields.values() if (names := get_value_names(rules, fresh, one))}
    if name not in able:
        raise GameError(f"{rules.name} has no named fact {name!r} of a hand; it has {', '.join(able) or 'none'}")
    return fields[name], able[name]


def measure_part(rules: Game, played: SimulationResult, part: SimulationPart, by: str = "") -> Measured:
    """Measure the matches of a part."""
    if not by:
        return dict(_measure_matches(rules, played)) | dict(_measure_hands(rules, played, played.hands, ""))
    _, names = find_named_fact(rules, part, by)
    found: Measured = {}
    for number, name in enumerate(names):
        chosen = played.hands.facts[by] == number
        hands = HandRows(played.hands.heads[chosen], played.hands.payoffs[chosen], played.hands.facts[chosen])
        found |= dict(_measure_hands(rules, played, hands, f"{name}: "))
    return found


def check_shown(work: Sweep, show: Sequence[str]) -> None:
    """Refuse names that match no measure, before anything is played. Raises GameError."""
    first = work.settings[0]
    none = np.zeros(0, np.int64)
    hands, each = HandRows.allocate(work.rules, first.players, 0), np.zeros((0, first.players), np.int64)
    names = [
        *measure_part(
            work.rules, SimulationResult(each, each.astype(bool), none, none.astype(bool), none, hands), first, work.by
        )
    ]
    for word in show:
        if not any(word in name for name in names):
            raise GameError(f"nothing measured has {word!r} in its name; there is {', '.join(names)}")


def _measure_matches(rules: Game, played: SimulationResult) -> Iterator[tuple[str, tuple[Floats, Floats]]]:
    one, hands = np.ones(len(played)), played.per_match(np.ones(len(played.hands)))
    yield "hands a match", (hands, one)
    yield "actions a match", (played.moves.astype(float), one)
    yield "unfinished matches", ((~played.over).astype(float), one)
    if rules.services.is_broke is not None:
        yield "busts a match", (played.busts.astype(float), played.over.astype(float))


def _measure_hands(
    rules: Game, played: SimulationResult, hands: HandRows, before: str
) -> Iterator[tuple[str, tuple[Floats, Floats]]]:
    def of(values: npt.NDArray[Any], among: npt.NDArray[Any] | None = None) -> tuple[Floats, Floats]:
        among = np.ones(len(hands), bool) if among is None else among
        return played.per_match(np.where(among, values, 0), hands), played.per_match(among, hands)

    if before:
        yield f"{before}hands a match", (of(np.ones(len(hands)))[0], np.ones(len(played)))
    yield f"{before}actions a hand", of(hands.heads[:, 2])
    yield f"{before}swing of a hand", of(np.abs(hands.payoffs).max(axis=1, initial=0))
    first = hands.heads[:, 3]
    yield f"{before}gain of who acts first", of(compute_gain(hands, first), first >= 0)
    for one in build_fields(rules.rules.hand.facts, rules.rules.layout.seats):
        if not one.shape:
            yield from ((before + name, of(*values)) for name, values in _measure_fact(hands, one))


def _measure_fact(hands: HandRows, one: Field) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield the measures of one fact: a share, a mean, or the gain of the seat that it names."""
    values, words = hands.facts[one.name], one.name.replace("_", " ")
    if one.kind == "?":
        yield words, (values,)
    elif one.stands == "seat":
        yield from _measure_seat(hands, one, f"gain of the {words}")
    elif 0 < len(one.names) <= MOST_NAMES:
        yield from ((f"{words}: {name}", (values == number,)) for number, name in enumerate(one.names))
    elif not one.names and one.cards is None:
        yield words, (values,)


def _measure_seat(hands: HandRows, one: Field, name: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield the gain of a seat that a fact names; if another fact splits it, both gains instead."""
    values = hands.facts[one.name]
    gain, there = compute_gain(hands, values), values >= 0
    if not one.split:
        yield name, (gain, there)
        return
    so, words = hands.facts[one.split], one.split.replace("_", " ")
    yield f"{name}, {words}", (gain, there & so)
    yield f"{name}, not {words}", (gain, there & ~so)


def compute_gain(hands: HandRows, seats: npt.NDArray[Any]) -> Floats:
    """Return float64[n], the payoff of a seat in each hand less the mean of the table; `seats` is int[n]."""
    if not len(hands):
        return np.zeros(0)
    paid = np.take_along_axis(hands.payoffs, np.maximum(seats, 0).astype(np.int64)[:, None], axis=1)[:, 0]
    gain: Floats = paid - hands.payoffs.mean(axis=1)
    return gain


def pair_sums(base: Measured, own: Measured) -> dict[str, list[float]]:
    """Return, by measure, the sums over matches of (x, n) of the base and of the setting, and of their products."""
    found = {}
    for name, (x, n) in own.items():
        rows = np.stack([*base[name], x, n])
        found[name] = [*rows.sum(axis=1).tolist(), *(rows @ rows.T).ravel().tolist()]
    return found


@dataclass
class Swept:
    """Sums of a sweep."""

    names: tuple[str, ...]
    """Name of each setting."""
    matches: int = 0
    """Number of matches under each."""
    sums: list[dict[str, Floats]] = field(default_factory=list)
    """For each setting, by measure: float64[20]."""

    def add_part(self, found: PartResult) -> None:
        """Add a part."""
        self.matches += int(found["matches"])
        more = [{name: np.array(values) for name, values in one.items()} for one in found["settings"]]
        pairs = zip(self.sums, more, strict=True) if self.sums else ()
        self.sums = [{name: one[name] + other[name] for name in one} for one, other in pairs] or more

    @property
    def measures(self) -> list[str]:
        """Measures with a value under some setting."""
        return [name for name in self.sums[0] if any(one[name][3] > 0 for one in self.sums)]

    def mean(self, setting: int, name: str) -> tuple[float, float]:
        """Return a mean under a setting, and half the width of its interval."""
        first, second = self._get_sums(setting, name)
        if first[3] == 0:
            return float("nan"), inf
        ratio = first[2] / first[3]
        turn = np.array([0, 0, 1, -ratio]) / (first[3] / self.matches)
        return float(ratio), self._error(turn, second, count_effective_units(first[3], second[3, 3]))

    def count_cases(self, setting: int, name: str) -> int:
        """Return the number of things, hands or matches, behind a mean."""
        return round(float(self.sums[setting][name][3]))

    def difference(self, setting: int, name: str) -> tuple[float, float]:
        """Return the paired difference from the first setting, and half the width of its interval."""
        first, second = self._get_sums(setting, name)
        if first[1] == 0 or first[3] == 0:
            return float("nan"), inf
        base, own = first[0] / first[1], first[2] / first[3]
        turn = np.array([-1, base, 0, 0]) / (first[1] / self.matches)
        turn += np.array([0, 0, 1, -own]) / (first[3] / self.matches)
        alike = min(count_effective_units(first[1], second[1, 1]), count_effective_units(first[3], second[3, 3]))
        return float(own - base), self._error(turn, second, alike)

    def _get_sums(self, setting: int, name: str) -> tuple[Floats, Floats]:
        values = self.sums[setting][name]
        return values[:4], values[4:].reshape(4, 4)

    def _error(self, turn: Floats, second: Floats, alike: float) -> float:
        width = mean_width(self.matches, alike)
        return compute_spread(turn, second, self.matches) * width if width < inf else inf
