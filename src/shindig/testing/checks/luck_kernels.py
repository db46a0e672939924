"""Checks of a game's luck kernels: `mix` changes only what nobody has seen, and values are numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from shindig.core.layout_and_views import ONLOOKER, Records
from shindig.gamekit.game_spec import Game
from shindig.gamekit.luck_spec import Luck

from ..array_overrun_checks import copy_records, walk_match

EVERY, MIXES = 10, 8
"""Interval in turns between checks, since values are slow in plain Python, and number of mixes tried each time."""


def luck_is_what_nobody_has_seen(game: Game, seed: int, fixed: Mapping[str, object]) -> Iterator[str]:
    """Check that luck kernels leave the record alone, and that a mix changes nothing that anybody has seen."""
    if game.luck is None:
        return
    rng = np.random.default_rng(seed)
    for number, one in enumerate(walk_match(game, seed, fixed)):
        if one.actor >= 0 and number % EVERY == 0:
            yield from _check_left_alone(game.luck, one.array)
            yield from _check_mix(game, game.luck, one.array, rng)


def _check_left_alone(luck: Luck, before: Records) -> Iterator[str]:
    match = copy_records(before)
    values = [float(luck.value(match[0], seat)) for seat in range(int(match["seats"][0]))]
    if not np.isfinite(values).all():
        yield f"luck.value says {values}: expected a number for each seat, of any record in which somebody acts"
    if int(luck.left(match[0])) < 0:
        yield "luck.left says less than 0: expected how many items of the last order nobody has drawn or seen"
    if match.tobytes() != before.tobytes():
        yield "luck.left or luck.value changes the record: they may only look at it"


def _check_mix(game: Game, luck: Luck, before: Records, rng: np.random.Generator) -> Iterator[str]:
    match = copy_records(before)
    for _ in range(MIXES):
        luck.mix(match[0], rng)
        if told := _describe_change(game, luck, match, before):
            yield told
            return


def _describe_change(game: Game, luck: Luck, match: Records, before: Records) -> str:
    """Describe a change beyond the order of unseen items; empty if there is none."""
    for viewer in (ONLOOKER, *range(int(before["seats"][0]))):
        if game.view(match, viewer).tobytes() != game.view(before, viewer).tobytes():
            who = "everybody" if viewer == ONLOOKER else f"seat {viewer}"
            return f"luck.mix changes what {who} has seen: it may only put into another order what nobody has"
    names = before.dtype.names or ()
    if any((np.sort(match[name], None) != np.sort(before[name], None)).any() for name in names):
        return "luck.mix changes which items are left: it may only put them into another order"
    if int(luck.left(match[0])) != int(luck.left(copy_records(before)[0])):
        return "luck.left says otherwise after luck.mix: it may not hang on the order"
    return ""
