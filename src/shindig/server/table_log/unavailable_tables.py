"""Unavailable tables: their game, or their version of its rules, is not installed."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from shindig.gamekit import Game, GameError, game
from shindig.gamekit.game_registry import get_registry
from shindig.messages import say

from ..errors import AsleepError, RoomError

LOG = logging.getLogger(__name__)
UNREADABLE = say("asleep-log")


def game_version(game_id: str, version: int | None = None) -> Game:
    """Return a table's game in the version of its rules. Raises AsleepError, which says what the table waits for."""
    try:
        rules = game(game_id)
    except GameError:
        why = get_registry().explain_failure(game_id).rstrip(".") or say("asleep-missing")
        raise AsleepError(say("asleep-game", game=game_id, why=why)) from None
    if version is None:
        return rules
    if version not in rules.rules.versions:
        package = get_registry().find_package(game_id)
        raise AsleepError(say("asleep-version", version=str(version), game=rules.name, package=package))
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
