"""Unavailable tables: their game, or their version of its rules, is not installed."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from shindig.gamekit import Game, GameError, game
from shindig.gamekit.game_registry import get_registry

from ..errors import AsleepError, RoomError

LOG = logging.getLogger(__name__)
UNREADABLE = "this table's log does not fit its game as it is installed here; it comes back with what it was played by"


def game_version(game_id: str, version: int | None = None) -> Game:
    """Return a table's game in the version of its rules. Raises AsleepError, which says what the table waits for."""
    try:
        rules = game(game_id)
    except GameError:
        why = get_registry().explain_failure(game_id).rstrip(".") or "it is not installed here"
        here = f"this table's game, {game_id!r}, cannot be played: {why}"
        raise AsleepError(f"{here}. The table comes back with it") from None
    if version is None:
        return rules
    if version not in rules.rules.versions:
        told = f"this table plays by version {version} of the rules of {rules.name}, and here {rules.known_versions}"
        raise AsleepError(
            f"{told}; it comes back with the {get_registry().find_package(game_id)} that it was played by"
        )
    return rules.at_version(version)


@contextmanager
def refuse_unreadable(table: str) -> Iterator[None]:
    """Raise AsleepError for a log that does not fit the installed game."""
    try:
        yield
    except RoomError as error:
        LOG.debug("table %s: %s", table, error)
        raise
    except Exception as error:
        LOG.warning("table %s: %s", table, UNREADABLE, exc_info=error)
        raise AsleepError(UNREADABLE) from error
