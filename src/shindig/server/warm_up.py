"""Warm-up after a start: the rules of the games in use are compiled, or loaded from the cache on disk."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

from ..gamekit import game, game_ids
from ..gamekit.error_attribution import format_error
from .background_tasks import end_tasks
from .bot_pool.pool_interface import BotsLink
from .bot_pool.rules_compilation import compile_rules, has_rules_on_disk

LOG = logging.getLogger(__name__)


class WarmUp:
    """Games in preparation. Until a game is ready, its rules run as plain Python."""

    def __init__(self, bots: BotsLink) -> None:
        self._bots = bots
        self._waiting: dict[str, None] = {}
        self._task: asyncio.Task[None] | None = None

    @property
    def unready_games(self) -> list[str]:
        """Games whose rules are not ready yet, in their order of preparation."""
        return [*self._waiting]

    def prepare_games(self, games: Iterable[str]) -> None:
        """Prepare those games that are installed and not ready."""
        known = set(games).intersection(game_ids())
        self._waiting |= dict.fromkeys(sorted(one for one in known if not game(one).is_compiled))
        if self._waiting and self._task is None:
            self._task = asyncio.create_task(self._prepare_all(), name="warm up")

    async def close(self) -> None:
        await end_tasks(self._task)

    async def _prepare_all(self) -> None:
        """Load cached games first, which takes less than a second each."""
        try:
            for one in await asyncio.to_thread(self._find_cached, self.unready_games):
                await self._load_rules(one)
            while self._waiting:  # all are asked for at once: the rules of all come before the minds of any
                await asyncio.gather(*map(self._compile_game, self.unready_games))
        finally:
            self._task = None

    async def _compile_game(self, game_id: str) -> None:
        if await self._bots.wait_for_rules(game_id):
            await self._load_rules(game_id)
        self._waiting.pop(game_id, None)

    @staticmethod
    def _find_cached(games: list[str]) -> list[str]:
        return [one for one in games if has_rules_on_disk(one)]

    async def _load_rules(self, game_id: str) -> None:
        try:
            await asyncio.to_thread(compile_rules, game_id)
        except Exception as error:
            LOG.warning("%s is played as plain Python: %s", game_id, format_error(error))
        self._waiting.pop(game_id, None)
