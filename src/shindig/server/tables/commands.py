"""What is wanted at a table, as plain data: by people, and by the room itself. `decide.py` says what comes of it."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from shindig.core.immutable import value
from shindig.gamekit.game_spec import Game, Line

from ..accounts.accounts import Person
from ..errors import RoomError
from ..fairness.daily_secret import SealedDeal
from ..schemas import Agreement, Answer, Origin, Settings, Stage
from ..table_log.start_position import Data
from .form_input import Form

T = TypeVar("T")
Choice = str | int | Form | tuple[int, ...]
"""An action as text, as a number, or as what was touched on a page; or the actions of an exchange in their order."""
MAX_KEY = 64


def check_key(key: str) -> str:
    """Return an idempotency key. Raises RoomError for what is none."""
    if not 0 < len(key) <= MAX_KEY or not key.isprintable():
        raise RoomError(f"a key has 1 to {MAX_KEY} letters")
    return key


class Command(Generic[T]):
    """Something that is wanted; who wants it is answered with a T."""

    @property
    def idempotency_key(self) -> str | None:
        """The key under which the answer is kept, so that a repeat brings it again; None where there is none.

        Raises RoomError for what is no key.
        """
        return None


@value
class Personal(Command[T]):
    """What a person wants."""

    person: Person


@value
class Open(Personal[None]):
    """A new table and its host's seat."""

    game: Game
    seats: int
    options: dict[str, Any]
    settings: Settings
    client: str = ""
    seat: int = 0
    origin: Origin | None = None
    """Where its match will begin that counts for nothing."""
    daily: SealedDeal | None = None
    """For a try at the deal of a day."""


@value
class Sit(Personal[int]):
    """Take a seat: an empty one, or in a match a bot's, from the next hand on. The answer is the seat."""

    seat: int | None = None
    """None for the first that is free."""
    client: str = ""


@value
class AddBot(Personal[int]):
    """The host puts a bot on an empty seat, or another one on a bot's. The answer is the seat."""

    seat: int | None = None
    bot: str | None = None


@value
class Begin(Personal[None]):
    """The host begins the first match; empty seats get bots."""

    position: Data | None = None
    """Where it goes on from; None to begin afresh."""
    before: tuple[Line, ...] = ()
    """What the person was told of the hand until then."""


@value
class Leave(Personal[None]):
    """Give the seat up. In a match a bot plays on; where nobody is left, the table closes."""


@value
class Remove(Personal[None]):
    """The host sends somebody away, but not in the middle of a hand."""

    seat: int


@value
class Back(Personal[None]):
    """Play oneself again."""


@value
class Hold(Personal[None]):
    """The host lets a bot play for somebody who is not connected."""

    seat: int


@value
class Pause(Personal[None]):
    """The host stops the clocks."""


@value
class Resume(Personal[None]):
    """The host lets the clocks run again."""


@value
class Agree(Personal[None]):
    """Say yes; what all agreed to happens."""

    to: Agreement
    match: int | None = None
    """Whose hands are to be opened, also by who has left; None for the match at hand."""


@value
class Ease(Personal[None]):
    """Have the room play single cards for oneself, or play them oneself again."""

    on: bool


@value
class SetTempo(Personal[None]):
    """Alone with bots: how fast they play."""

    tempo: str


@value
class Nudge(Personal[None]):
    """Alone with bots: have the one whose turn it is act at once."""


@value
class TakeBack(Personal[None]):
    """Alone with bots: take one's last choice back."""

    token: str
    """Of the turn that runs, so that a repeat takes nothing more back."""


@value
class Show(Personal[None]):
    """Show one's hand of the deal that has just ended."""


@value
class Say(Personal[Answer]):
    """Say something to the table: once, whatever is repeated."""

    text: str
    key: str | None = None

    @property
    def idempotency_key(self) -> str | None:
        return None if self.key is None else f"{self.person.id}/words:{check_key(self.key)}"


@value
class Close(Personal[None]):
    """The host closes the table for good."""


@value
class PlayMove(Personal[Answer]):
    """Play an action of one's turn: once, whatever is repeated, and only in the turn it was meant for."""

    choice: Choice
    token: str
    """Of the turn."""
    key: str | None = None

    @property
    def idempotency_key(self) -> str | None:
        return None if self.key is None else f"{self.person.id}:{check_key(self.key)}"


@value
class Seal(Personal[None]):
    """A device's seal for a cut."""

    cut: int
    sealed: bytes


@value
class Reveal(Personal[None]):
    """The value that a device sealed for a cut."""

    cut: int
    value: bytes


# What the room wants by itself.


@value
class RunScheduler(Command[None]):
    """Have everything done that is due."""


@value
class Welcome(Command[None]):
    """Somebody for whom a bot plays reads along again."""

    seat: int


@value
class StandIn(Command[None]):
    """Have a bot play for somebody who is not there."""

    seat: int


@value
class PlayFor(Command[None]):
    """Play the action that a bot chose, or the only one there is; the mildest where a bot gave none."""

    seat: int
    action: int | None
    by: str


@value
class Count(Command[None]):
    """Play what all have answered at once, the mildest for who has not."""


@value
class RunOut(Command[None]):
    """Play the mildest action for somebody whose time is up; after several in a row a bot holds the seat."""

    seat: int


@value
class GoOn(Command[None]):
    """End a pause that has lasted long enough."""


@value
class Clear(Command[None]):
    """Close a table at which nobody is left."""


@value
class NextStage(Command[None]):
    """Go on to the next stage of a cut."""

    stage: Stage


@value
class MakeOrder(Command[None]):
    """Make the order that is needed, with the cut that runs, or with the next one."""
