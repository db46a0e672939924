"""Interface between tables and the pool of bots."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Literal, Protocol

from shindig.bots.advice import Advice
from shindig.bots.choice_review import ReviewedChoice
from shindig.bots.world_sampling import SampledPosition
from shindig.match import View

CompiledPart = Literal["rules", "policies"]
"""Part of a game that is compiled: its rules, then the policies of its strong bots."""
CompiledCallback = Callable[[CompiledPart, str], None]
"""(part, game id): called after compiling."""


class Urgency(IntEnum):
    """Urgency of a question: a bot's move, advice for a person, a review."""

    MOVE, ADVICE, REVIEW = range(3)


class BotsLink(Protocol):
    """Interface through which tables ask bots."""

    def set_compiled_callback(self, told: CompiledCallback) -> None:
        """Call `told` from now on whenever something is compiled."""

    async def ask(self, bot: str, who: str, view: View) -> int:
        """Return the action of a bot for the seat of this view. `who` names the bot while it plays. Raises BotError."""

    async def advise(self, view: View) -> Advice:
        """Return advice for the seat of this view. Raises BotError, and BusyError if too many questions wait."""

    async def review(self, view: View, action: int) -> ReviewedChoice:
        """Review a choice made from a view. Raises BotError, BusyError."""

    async def sample_world(self, view: View, salt: str) -> SampledPosition | None:
        """Sample a position that agrees with a seat's observations, or None. Raises BotError, BusyError."""

    async def request_compilation(self, game_id: str) -> None:
        """Compile a game in the background."""

    async def wait_for_rules(self, game_id: str) -> bool:
        """Compile a game and wait until its rules are in the cache on disk. Returns False on failure."""

    def is_ready(self, game_id: str) -> bool:
        """Return True if the policies of a game's strong bots are compiled."""

    async def close(self) -> None: ...
