"""Where tables ask for bots' actions: what a room needs of it, however it is done."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Literal, Protocol

from shindig.bots.advice import Advice
from shindig.bots.choice_review import ReviewedChoice
from shindig.bots.world_sampling import SampledPosition
from shindig.match import View

CompiledPart = Literal["rules", "mind"]
"""What is compiled of a game: its rules first, then what its strong bots are made of."""
CompiledCallback = Callable[[CompiledPart, str], None]
"""(what, a game's id): called when that is compiled."""


class Urgency(IntEnum):
    """Who waits: a table for a bot's move, a person for advice, nobody for a review."""

    MOVE, ADVICE, REVIEW = range(3)


class BotsLink(Protocol):
    """Where tables ask for bots' actions."""

    def set_compiled_callback(self, told: CompiledCallback) -> None:
        """From now on `told` is called when something is compiled."""

    async def ask(self, bot: str, who: str, view: View) -> int:
        """The action of a bot for the seat whose view this is; `who` names it as long as it plays. Raises BotError."""

    async def advise(self, view: View) -> Advice:
        """Advice for the seat whose view this is. Raises BotError, and BusyError where too much is to be thought of."""

    async def review(self, view: View, action: int) -> ReviewedChoice:
        """A choice weighed that was made from a view. Raises BotError, BusyError."""

    async def sample_world(self, view: View, salt: str) -> SampledPosition | None:
        """A position that may be the true one, as far as a seat knows; None where there is none to be had.

        Raises BotError, BusyError.
        """

    async def request_compilation(self, game_id: str) -> None:
        """See to it that a game is compiled, some time."""

    async def wait_for_rules(self, game_id: str) -> bool:
        """Have a game compiled and wait until its rules are in the cache on disk; False where they do not compile."""

    def is_ready(self, game_id: str) -> bool:
        """Whether what a game's strong bots are made of is compiled, so that they think."""

    async def close(self) -> None: ...
