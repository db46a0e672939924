"""Loader of bots for a seat: a game's own by name, a factory in a module, a program, an address.

Only the laboratory uses it: a person who names a bot there may run programs anyway.
"""

from __future__ import annotations

import os
import shlex
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from types import FrameType

from ..gamekit import Game, GameError
from ..gamekit.error_attribution import format_error
from ..match import Match, View
from . import RANDOM, Bot, PolicyBot, make
from .bot_failure_reports import BotExited, block_exit, format_bot_traceback, format_failure_place
from .external_bot_json import BotError
from .external_bots import OutsideBot, ask_address, ask_program

COMMAND = "cmd:"
ADDRESSES = ("http://", "https://")
Seat = tuple[str, int, str, float]
"""Settings of a bot: the game's id, a seed for its chance, a text that identifies it, and the seconds to wait for an
answer."""

CALLERS = ("numba", "llvmlite", "ctypes", "numpy")
"""Packages whose Python code runs while compiled code is called or made."""
MOMENT = 0.01
"""Seconds until a deferred alarm is repeated."""
WALL: int | None = getattr(signal, "ITIMER_REAL", None)
WORK: int | None = getattr(signal, "ITIMER_VIRTUAL", None)
"""Timers: wall clock, and processor time of this process; None if the system has no alarms."""


class BotTimeout(BaseException):
    """Timeout of a bot. It is no Exception, so a bot's `except Exception` does not catch it."""


def make_player(name: str, seat: Seat) -> Bot:
    """Make a bot for one seat of one match. Raises GameError for an unknown name."""
    game_id, seed, _, _ = seat
    if name.startswith(COMMAND):
        return make_outside_bot(name, partial(ask_program, name.removeprefix(COMMAND)), seat)
    if name.startswith(ADDRESSES):
        return make_outside_bot(name, partial(ask_address, name), seat)
    return call_factory(name, game_id, seed) if ":" in name else make(game_id, name, seed)


def make_outside_bot(name: str, ask: Callable[..., object], seat: Seat) -> Bot:
    _, _, who, patience = seat
    return OutsideBot(name, ask, who, patience)


def call_factory(name: str, game_id: str, seed: int) -> Bot:
    """Call the factory `module:name`, which makes a bot or a policy. Raises GameError."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        with block_exit():
            found = resolve_name(name)(game_id, seed)
    except (Exception, SystemExit, BotExited) as error:
        raise GameError(
            f"the bot {name} cannot be made: "
            f"{format_error(error)}{format_failure_place(error)}{format_bot_traceback(error)}"
        ) from error
    if hasattr(found, "act"):
        bot: Bot = found
        return bot
    if not callable(found):
        raise GameError(f"the bot {name} is {found!r}; expected a bot with `act(view)`, or a policy (view, rng)")
    return PolicyBot(name, found, seed)


def find_module(game: Game, name: str) -> str:
    """Return the module of a bot; empty for an external one."""
    if name.startswith((COMMAND, *ADDRESSES)):
        return ""
    where = {RANDOM: __name__, **game.services.bots, **game.services.retired_bots}.get(name, name)
    return where.partition(":")[0]


def find_command_files(name: str) -> list[Path]:
    """Return the files named in a program's command, on which its answers may depend."""
    words = shlex.split(name.removeprefix(COMMAND)) if name.startswith(COMMAND) else []
    return [Path(word) for word in words if Path(word).is_file()]


def ask_action(bot: Bot, name: str, view: View, patience: float) -> int:
    """Ask a bot for an action. Raises GameError if it fails or is too late.

    The first sentence names the bot and the place in its code. Below it stand its traceback, or a program's last lines.
    """
    try:
        with limit_time(patience), block_exit():
            return bot.act(view)
    except BotTimeout as error:
        why = f"gave no answer in {patience:g} seconds{format_failure_place(error)}"
    except BotError as error:
        why = str(error)
    except BotExited as error:
        why = (
            f"called {error}, which would have ended "
            f"everything{format_failure_place(error)}{format_bot_traceback(error)}"
        )
    except (Exception, SystemExit) as error:
        why = f"failed ({format_error(error)}){format_failure_place(error)}{format_bot_traceback(error)}"
    raise GameError(f"the bot {name} {why}")


def play_answer(match: Match, action: int, name: str) -> int:
    """Play a bot's answer and return it. Raises GameError with a sentence that names the bot if it is illegal."""
    try:
        number = match.verify(action)
    except GameError as error:
        raise GameError(f"the bot {name} answered {action!r}, which is not legal: {error}") from error
    match.take(number)
    return number


@contextmanager
def limit_time(seconds: float, clock: int | None = WALL) -> Iterator[None]:
    """Raise BotTimeout after so many seconds of a clock, if the system has it and this is the main thread.

    The alarm never fires within a call of compiled code: Numba calls Python to unpack arguments and ignores errors
    there. An alarm at such a time is repeated a moment later.
    """
    if clock is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    alarm = signal.SIGALRM if clock == WALL else signal.SIGVTALRM
    before = signal.signal(alarm, partial(_raise_late, clock))
    signal.setitimer(clock, seconds)
    try:
        yield
    finally:
        signal.setitimer(clock, 0)
        signal.signal(alarm, before)


def _raise_late(clock: int, _number: int, frame: FrameType | None) -> None:
    while frame and frame.f_globals.get("__name__", "").partition(".")[0] not in CALLERS:
        frame = frame.f_back
    if frame is None:
        raise BotTimeout
    signal.setitimer(clock, MOMENT)
