"""Checks of the settings that a host chooses for a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

from shindig.bots import names as bot_names
from shindig.gamekit import Game
from shindig.messages import Text, join, say

from ..accounts.name_and_password_rules import is_visible
from ..errors import RoomError, SettingError
from ..schemas import Chat, Reveal, Settings
from .decide.decision import without_braces

LIMITS = {"seconds": range(5, 7 * 86_400 + 1), "bank": range(86_401), "misses": range(1, 11), "gathers": range(601)}
LENGTHS = {"title": 60, "unit": 20}
NAMES = {"reveal": get_args(Reveal), "chat": get_args(Chat)}
LABELS: Mapping[str, Text] = {
    "seconds": say("open-seconds"),
    "bank": say("open-bank"),
    "misses": say("open-misses"),
    "reveal": say("open-reveal"),
    "chat": say("open-chat"),
    "bot": say("open-bots"),
    "title": say("open-name"),
    "unit": say("open-unit"),
}
"""Names of the settings on pages. `gathers` is not on them."""


def has_no_clock(settings: Settings) -> bool:
    """Return True for a table at which nobody is hurried."""
    return settings.seconds == 0


def check_settings(settings: Settings, game: Game) -> Settings:
    """Return the settings of a table with tidy texts and a named bot. Raises RoomError that says what was expected."""
    settings = replace(settings, bot=settings.bot or bot_names(game)[0])
    for name, numbers in LIMITS.items():
        value = getattr(settings, name)
        if value not in numbers and not (name == "seconds" and has_no_clock(settings)):
            bounds = {"low": numbers[0], "high": numbers[-1]}
            raise SettingError(say("option-number", option=LABELS.get(name, name), **bounds, given=str(value)), name)
    for name, names in {**NAMES, "bot": bot_names(game)}.items():
        if getattr(settings, name) not in names:
            given = str(getattr(settings, name))
            raise SettingError(say("option-choice", option=LABELS[name], choices=join(names, "or"), given=given), name)
    if has_no_clock(settings) and (settings.public or settings.rated):
        raise RoomError(say("refuse-no-clock-table"))
    if settings.group:
        raise RoomError("only a group opens its own tables")
    if settings.rated and settings.advice:
        raise RoomError(say("refuse-rated-advice"))
    neat = replace(settings, title=without_braces(settings.title), unit=without_braces(settings.unit))
    for name, length in LENGTHS.items():
        text = getattr(neat, name)
        if len(text) > length:
            raise SettingError(say("refuse-text-length", option=LABELS[name], count=length), name)
        if text and not is_visible(text):
            raise SettingError(say("refuse-text-invisible", option=LABELS[name]), name)
    return neat
