"""A fingerprint of a game's rules: what random matches ask, allow and bring, and how a record is laid out.

It depends on what a rule does, and on no name of a module or a kernel. `python -m tests.kits.games.rules_fingerprint`
prints a row for each version of each game, as `tests/released/rules.txt` has them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import blake2b
from random import Random
from typing import Any

import numpy as np

from shindig.core.layout_and_views import CHANCE, OVER
from shindig.gamekit import Game, game, game_ids
from shindig.match import Match

MATCHES = 120
"""Random matches of a game."""
STEPS = 500
"""Steps after which a match is left."""
SMALL = 12
"""Numbers of an option are drawn from so many above the lowest, so that limits are met."""


def some_options(rules: Game, random: Random) -> dict[str, int | str]:
    """Options by chance, half of them as usual."""
    chosen: dict[str, int | str] = {}
    for option in sorted(rules.rules.options, key=lambda one: one.name):
        usual, place = random.random() < 0.5, random.random()
        if usual:
            continue
        if option.choices:
            chosen[option.name] = option.choices[int(place * len(option.choices))]
        else:
            chosen[option.name] = option.low + int(place * (min(option.high, option.low + SMALL) - option.low + 1))
    return chosen


def some_match(rules: Game, random: Random) -> Match:
    """A fresh match with options by chance that go together."""
    while True:
        seats = rules.rules.seats[int(random.random() * len(rules.rules.seats))]
        try:
            return Match(rules, seats, some_options(rules, random))
        except ValueError:
            continue


def shuffled(items: list[int], random: Random) -> list[int]:
    """The items in an order by chance."""
    return sorted(items, key=lambda _: random.random())


def merged(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The legal actions as runs: ranges that touch are one."""
    runs: list[tuple[int, int]] = []
    for first, last in ranges:
        if runs and runs[-1][1] == first - 1:
            runs[-1] = runs[-1][0], last
        else:
            runs.append((first, last))
    return runs


def choice(ranges: list[tuple[int, int]], random: Random) -> int:
    """An action by chance: the range first, so that amounts do not crowd all else out; small amounts are likely."""
    first, last = ranges[int(random.random() * len(ranges))]
    span = last - first + 1
    return first + int(random.random() * (span if span < 64 or random.random() < 0.1 else 24))


def steps(match: Match, random: Random) -> Iterator[tuple[Any, ...]]:
    """What a match asks, allows and brings, step by step, played by chance."""
    for _ in range(STEPS):
        scores = match.game.words.outcome(match.record).scores
        if match.to_act == OVER:
            outcome = match.game.words.outcome(match.record)
            yield "over", scores, outcome.winners
            return
        if match.to_act == CHANCE:
            items = match.wanted().tolist()
            yield int(match.record.asks), items, scores
            match.take(np.array(shuffled(items, random), np.int16))
        else:
            ranges = merged(match.legal.ranges)
            yield match.to_act, ranges, scores
            match.take(choice(ranges, random))


def play_of(rules: Game, version: int) -> tuple[str, str]:
    """Hash what happens in random matches, by the rules as plain Python, and what their records hold at every step."""
    rules = replace(rules, _engines={})
    random, told, held = Random(rules.id), blake2b(digest_size=12), blake2b(digest_size=12)
    names = sorted(field.name for field in fields_of(rules, version))
    for _ in range(MATCHES):
        match = some_match(rules, random)
        for step in steps(match, random):
            told.update(repr(step).encode())
            for name in names:
                held.update(match.array[name].tobytes())
    return told.hexdigest(), held.hexdigest()


def fields_of(rules: Game, version: int) -> list[Any]:
    """The fields of a record by a version of the rules."""
    return [one for one in rules.rules.layout.fields if getattr(one, "since", 1) <= version]


def layout_of(rules: Game, version: int) -> str:
    """The hash of what a record holds: names, kinds, shapes, who may see them."""
    held = [(one.name, one.kind, one.shape, one.see.value) for one in fields_of(rules, version)]
    return blake2b(repr(held).encode(), digest_size=12).hexdigest()


def options_of(rules: Game) -> dict[str, Mapping[str, Any]]:
    """The options with their usual values and bounds, which stand in no header that leaves them out."""
    found: dict[str, Mapping[str, Any]] = {}
    for one in rules.rules.options:
        found[one.name] = {"default": one.default, "low": one.low, "high": one.high, "choices": one.choices}
    return found


def hashes(rules: Game, version: int) -> tuple[str, ...]:
    """The hashes of a version: its layout, its options, what happens, what records hold meanwhile."""
    options = blake2b(json.dumps(options_of(rules), sort_keys=True).encode(), digest_size=12).hexdigest()
    return layout_of(rules, version), options, *play_of(rules, version)


def rows() -> Iterator[str]:
    """Yield a row for each game and version: both, then the hashes."""
    for game_id in sorted(game_ids()):
        for version in game(game_id).rules.versions:
            yield " ".join((game_id, str(version), *hashes(game(game_id).at_version(version), version)))


if __name__ == "__main__":
    for row in rows():
        print(row)
