"""Miniature games for exact tools: a game's rules with other numbers (`kernels.remade`). No table offers them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..core.layout_and_views import Layout, Record
from .game_spec import Game, Hand, Rules


def make_small_rules(
    game: Game,
    record: type[Record],
    players: int,
    most: int,
    defaults: Mapping[str, int | str],
    kernels: Mapping[str, Any],
) -> Rules:
    """Return a game's rules for so many players, over a miniature record, with orders of at most `most` items.

    Options have other `defaults`, and `kernels` are the rules' own, remade. A hand has no facts.
    """
    rules, hand = game.rules, game.rules.hand
    return replace(
        rules,
        seats=range(players, players + 1),
        layout=Layout(record, players),
        options=tuple(replace(one, default=defaults.get(one.name, one.default)) for one in rules.options),
        max_order=most,
        hand=Hand(hand.number, hand.ended, hand.payoff),
        **kernels,
    )
