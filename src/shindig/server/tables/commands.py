"""Commands at a table, as plain data, from people and from the server itself. `decide` decides them."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from shindig.core.immutable_class import value
from shindig.gamekit.game_spec import Game, Line

from ..errors import RoomError
from ..fairness.daily_secret import SealedDeal
from ..person import Person
from ..schemas import Agreement, Answer, Origin, Settings, Stage
from ..table_log.start_position import Data
from .controls_to_actions import Form

T = TypeVar("T")
Choice = str | int | Form | tuple[int, ...]
"""An action as text, as a number, or as the touched controls of a page; or the actions of an exchange in order."""
MAX_KEY = 64


def check_key(key: str) -> str:
    """Return an idempotency key. Raises RoomError for an invalid one."""
    if not 0 < len(key) <= MAX_KEY or not key.isprintable():
        raise RoomError(f"an idempotency key has 1 to {MAX_KEY} printable letters")
    return key


class Command(Generic[T]):
    """A command whose sender gets an answer of type T."""

    @property
    def idempotency_key(self) -> str | None:
        """Key under which the answer is stored, so that a repeat gets it again, or None. Raises RoomError."""
        return None


@value
class Personal(Command[T]):
    """A command of a person."""

    person: Person


@value
class Open(Personal[None]):
    """Open a table, with its host's seat."""

    game: Game
    seats: int
    options: dict[str, Any]
    settings: Settings
    client: str = ""
    seat: int = 0
    origin: Origin | None = None
    """Start of a match that counts for nothing."""
    daily: SealedDeal | None = None
    """The deal of the day, for an attempt at it."""
    barred: tuple[tuple[str, str, str], ...] = ()
    """Id, name and client of each person who may not sit down."""


@value
class Sit(Personal[int]):
    """Take a seat: an empty one, or during a match a bot's from the next hand on. The answer is the seat."""

    seat: int | None = None
    """Seat, or None for the first free one."""
    client: str = ""


@value
class AddBot(Personal[int]):
    """Put a bot on an empty seat, or replace a bot. Host only. The answer is the seat."""

    seat: int | None = None
    bot: str | None = None


@value
class Begin(Personal[None]):
    """Begin the first match. Host only; empty seats get bots."""

    position: Data | None = None
    """Start position, or None for a fresh match."""
    before: tuple[Line, ...] = ()
    """Lines of the hand so far, as the person saw them."""
    bot: str | None = None
    """Bot for the empty seats, or None for that of the table."""


@value
class Leave(Personal[None]):
    """Leave the seat. In a match a bot plays on; a table without people closes."""


@value
class Remove(Personal[None]):
    """Remove a person or a bot. Host only. A bot plays the hand out; the person stays away until readmitted."""

    seat: int


@value
class Readmit(Personal[None]):
    """Let a removed person sit down again, by number in the list of removed people. Host only."""

    number: int


@value
class Mute(Personal[None]):
    """Mute a person, or take it back. Host only."""

    seat: int
    on: bool


@value
class NameHost(Personal[None]):
    """Make another person the host. Host only."""

    seat: int


@value
class Rename(Personal[None]):
    """Take the person's present name and avatar at the table too."""


@value
class Back(Personal[None]):
    """Play on yourself, after a bot has played for you."""


@value
class Hold(Personal[None]):
    """Let a bot play for an absent person. Host only."""

    seat: int


@value
class Pause(Personal[None]):
    """Pause the match, up to three times in a match. It goes on by itself after ten minutes."""


@value
class Resume(Personal[None]):
    """Go on after a pause."""


@value
class Poke(Personal[None]):
    """Poke the person at the seat to act, once a turn and after ten seconds of it."""


@value
class Agree(Personal[None]):
    """Agree. Once all agree, it happens."""

    to: Agreement
    match: int | None = None
    """Number of the match whose hands are to be revealed, also for a person who has left; None for the current match.
    """
    seat: int | None = None
    """Seat of the person to be removed."""


@value
class Decline(Personal[None]):
    """Decline a proposal, so that it falls."""

    to: str


@value
class Ease(Personal[None]):
    """Let the server play single cards for you. Nobody else learns of it."""

    on: bool


@value
class SetTempo(Personal[None]):
    """Set the tempo of the bots, alone with them. With `hand`, each waits for a nudge."""

    tempo: str


@value
class Nudge(Personal[None]):
    """Make the next bot act at once, alone with bots."""


@value
class TakeBack(Personal[None]):
    """Take back your last choice, alone with bots, until another seat has acted or a card was revealed."""

    token: str
    """Token of the current turn, so that a repeat takes back nothing more."""


@value
class Show(Personal[None]):
    """Show your unseen hand of the deal that has just ended, until the next deal."""


@value
class Say(Personal[Answer]):
    """Say something to the table. A second command with its key says nothing more."""

    text: str
    key: str | None = None

    @property
    def idempotency_key(self) -> str | None:
        return None if self.key is None else f"{self.person.id}/words:{check_key(self.key)}"


@value
class Close(Personal[None]):
    """Close the table for good. Host only; during a match only if all others have gone."""


@value
class PlayMove(Personal[Answer]):
    """Play an action in the turn that the token names. A second command with its key plays nothing more."""

    choice: Choice
    token: str
    """Token of the turn."""
    key: str | None = None

    @property
    def idempotency_key(self) -> str | None:
        return None if self.key is None else f"{self.person.id}:{check_key(self.key)}"


@value
class Seal(Personal[None]):
    """Send a device's seal for a cut."""

    cut: int
    sealed: bytes


@value
class Reveal(Personal[None]):
    """Send the value that a device sealed for a cut."""

    cut: int
    value: bytes


# Commands of the room itself.


@value
class RunScheduler(Command[None]):
    """Run everything that is due."""


@value
class Welcome(Command[None]):
    """Welcome back a person for whom a bot plays."""

    seat: int


@value
class StandIn(Command[None]):
    """Let a bot play for an absent person."""

    seat: int


@value
class PlayFor(Command[None]):
    """Play a bot's action or the only legal action; without an answer of the bot, the timeout action."""

    seat: int
    action: int | None
    by: str


@value
class Count(Command[None]):
    """Play all simultaneous answers, and the timeout action for seats without one."""


@value
class RunOut(Command[None]):
    """Play the timeout action for a person whose time is up. After several in a row a bot takes over."""

    seat: int


@value
class Lead(Command[None]):
    """Lead everybody to the next table of their group, and close this one."""

    table: str


@value
class BeginGathered(Command[None]):
    """Begin the first match of a table that gathers people. Empty seats get bots."""


@value
class PassHost(Command[None]):
    """Make another person the host, since the host is away."""

    seat: int


@value
class GoOn(Command[None]):
    """End a pause that has lasted long enough."""


@value
class Clear(Command[None]):
    """Close a table without people."""


@value
class NextStage(Command[None]):
    """Begin the next stage of a cut."""

    stage: Stage


@value
class MakeOrder(Command[None]):
    """Make the next order, with the current cut or the next one."""
