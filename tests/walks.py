"""Random matches of any game, for tests that look at every step of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import numpy as np
from short import options as short_options

from shindig.games import Game, game
from shindig.match import Match, Step, View, fair

LONGEST = 150
"""Actions after which a walk stops."""


def some_options(rules: Game, rng: np.random.Generator, fixed: Mapping[str, object]) -> dict[str, object]:
    """Short options, and those that are choices, or on and off, by chance; `fixed` ones where the game has them."""
    options: dict[str, object] = {}
    for option in rules.options:
        if option.choices:
            options[option.name] = str(rng.choice(option.choices))
        elif (option.low, option.high) == (0, 1):
            options[option.name] = int(rng.integers(2))
    return short_options(rules) | options | {name: value for name, value in fixed.items() if name in options}


def some_match(
    game_id: str, seed: int, fixed: Mapping[str, object] = MappingProxyType({})
) -> tuple[Match, np.random.Generator]:
    """A fresh match with seats and options by chance; its orders come from the seed too."""
    rng = np.random.default_rng(seed)
    rules = game(game_id)
    return Match(rules, int(rng.choice(rules.seats)), some_options(rules, rng, fixed), fair(seed)), rng


def some_action(match: Match, rng: np.random.Generator) -> int:
    """A legal action: each range as likely as another, so that wide ranges of amounts do not drown the rest."""
    first, last = match.legal.ranges[int(rng.integers(len(match.legal.ranges)))]
    return int(rng.integers(first, last + 1))


def walk(
    game_id: str, seed: int, longest: int = LONGEST, fixed: Mapping[str, object] = MappingProxyType({})
) -> Iterator[tuple[Match, np.random.Generator]]:
    """A random match before each of its actions, and once more where it stops."""
    match, rng = some_match(game_id, seed, fixed)
    for _ in range(longest):
        yield match, rng
        if match.over:
            return
        match.play(some_action(match, rng))
    yield match, rng


def told(match: Match, longest: int = LONGEST, seed: int = 0) -> Iterator[tuple[list[View], list[Step], list[View]]]:
    """Each action of a random match: all views before (the onlooker's first), the steps it brought, all views after."""
    rng = np.random.default_rng(seed)
    for _ in range(longest):
        if match.over:
            return
        before, done = views(match), len(match.steps)
        match.play(some_action(match, rng))
        yield before, match.steps[done:], views(match)


def views(match: Match) -> list[View]:
    """The onlooker's view, then each seat's."""
    return [match.view(seat) for seat in range(-1, match.seats)]
