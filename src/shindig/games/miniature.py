"""Games in small, by the rules of a game with other numbers in them (`kernels.remade`): for exact tools, no table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .game import Game, Hand, Rules
from .layout import Layout, Record


def rules_in_small(
    game: Game,
    record: type[Record],
    players: int,
    most: int,
    defaults: Mapping[str, int | str],
    kernels: Mapping[str, Any],
) -> Rules:
    """A game's rules for so many players, over a record in small, with orders of `most` items at most.

    Options have other `defaults`, and `kernels` are the rules' own in small. A hand tells no facts of itself.
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
