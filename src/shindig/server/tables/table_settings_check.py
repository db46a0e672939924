"""Checks of the settings that a host chooses for a table."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from shindig.bots import names as bot_names
from shindig.gamekit import Game

from ..accounts.name_and_password_rules import is_visible
from ..errors import RoomError
from ..schemas import Chat, Reveal, Settings
from .decide.decision import without_braces

LIMITS = {"seconds": range(5, 7 * 86_400 + 1), "bank": range(86_401), "misses": range(1, 11), "gathers": range(601)}
LENGTHS = {"title": 60, "unit": 20}
NAMES = {"reveal": get_args(Reveal), "chat": get_args(Chat)}


def has_no_clock(settings: Settings) -> bool:
    """Return True for a table at which nobody is hurried."""
    return settings.seconds == 0


def check_settings(settings: Settings, game: Game) -> Settings:
    """Return the settings of a table with tidy texts and a named bot. Raises RoomError that says what was expected."""
    settings = replace(settings, bot=settings.bot or bot_names(game)[0])
    for name, numbers in LIMITS.items():
        value = getattr(settings, name)
        if value not in numbers and not (name == "seconds" and has_no_clock(settings)):
            raise RoomError(f"{name} is a whole number from {numbers[0]} to {numbers[-1]}, not {value!r}")
    for name, names in {**NAMES, "bot": bot_names(game)}.items():
        if getattr(settings, name) not in names:
            raise RoomError(f"{name} is one of {', '.join(names)}, not {getattr(settings, name)!r}")
    if has_no_clock(settings) and (settings.public or settings.rated):
        raise RoomError("only a table of friends, neither public nor rated, can do without a clock")
    if settings.group:
        raise RoomError("only a group opens its own tables")
    if settings.rated and settings.advice:
        raise RoomError("at a rated table nobody is advised; choose one of the two")
    neat = replace(settings, title=without_braces(settings.title), unit=without_braces(settings.unit))
    for name, length in LENGTHS.items():
        text = getattr(neat, name)
        if len(text) > length or (text and not is_visible(text)):
            raise RoomError(f"{name} has at most {length} letters, which can be seen")
    return neat
