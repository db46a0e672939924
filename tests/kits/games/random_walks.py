"""Random matches of a game by its id, with short options, for tests that look at every step of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import numpy as np

from shindig.gamekit import Game, game
from shindig.match import Match, fair
from shindig.testing import array_overrun_checks
from shindig.testing.array_overrun_checks import LONGEST
from tests.kits.games.short_options import options as short_options


def some_match(
    of: Game | str, seed: int, fixed: Mapping[str, object] = MappingProxyType({})
) -> tuple[Match, np.random.Generator]:
    """A fresh match with seats and options by chance, but for those fixed; its orders come from the seed too."""
    rng, rules = np.random.default_rng(seed), game(of) if isinstance(of, str) else of
    seats = int(rng.choice(rules.rules.seats))
    return Match(
        rules, seats, array_overrun_checks.choose_options(rules, rng, {**short_options(rules), **fixed}), fair(seed)
    ), rng


def some_action(match: Match, rng: np.random.Generator) -> int:
    """A legal action: each range as likely as another, so that wide ranges of amounts do not drown the rest."""
    return array_overrun_checks.draw_action(match.legal.ranges, rng)


def walk(game_id: str, seed: int, longest: int = LONGEST) -> Iterator[tuple[Match, np.random.Generator]]:
    """A random match before each of its actions, and once more where it stops."""
    match, rng = some_match(game_id, seed)
    for _ in range(longest):
        yield match, rng
        if match.over:
            return
        match.play(some_action(match, rng))
    yield match, rng
