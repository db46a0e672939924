"""Creation of a batch on the processor or on a graphics card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from ...gamekit import Game, GameError, game
from .match_batch import Batch


def batch(
    rules: Game | str,
    n: int,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    *,
    device: str = "cpu",
    **how: Any,
) -> Batch:
    """Make a `Batch` of n matches of a game or of its id. Raises GameError.

    Keyword arguments are those of `Batch`. `seed` is a whole number, random by default. `first` is the match number of
    row 0. `observe` is bytes, planes, exact or none. `auto_reset`, `bots`, `seat`, `threads` and `slots` (per family of
    amounts) follow. `out` holds the caller's own output arrays. `device="cuda"` makes a `DeviceBatch`, whose arrays are
    on a card.
    """
    chosen = game(rules) if isinstance(rules, str) else rules
    if device == "cpu":
        return Batch(chosen, n, players, options, **how)
    if device != "cuda":
        raise GameError(f"device is cpu or cuda, not {device!r}")
    from ..device.device_batch import DeviceBatch

    return cast(Batch, DeviceBatch(chosen, n, players, options, **how))
