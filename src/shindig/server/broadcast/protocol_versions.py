"""Versions of the JSON protocol: the names of routes, fields and events in each.

Version 1 is that of release 1.0, and its names are those of our own classes. Version 2 has the words of the glossary.
Both have the same routes, values and refusals. This module holds all differences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import partial
from typing import Any

import orjson

from shindig.messages import Message

from ..schemas import (
    Answer,
    CutInfo,
    Origin,
    RevealStatus,
    SeatInfo,
    SeatTimeLeft,
    Settings,
    SimultaneousTimeLeft,
    SinglePlayerInfo,
    TableCard,
    TableInfo,
    TimeLeft,
    ViewerInfo,
)

Names = Mapping[str, str]
"""Names of version 2 by those of our own; what is not listed keeps its name."""
SAME: Names = {}
TABLE: Names = {
    "agreed": "proposals",
    "awaited": "missing_consents",
    "removed": "removed_people",
    "ended": "ended_early",
    "led": "next_table",
    "opening": "reveal_status",
    "opened": "revealed_matches",
    "watchers": "onlookers",
    "talk": "free_talk",
    "advised": "advice_allowed",
    "day": "daily_deal",
}
VIEWER: Names = {
    "you": "your_seat",
    "host": "is_host",
    "eased": "plays_single_cards",
    "part": "idle_reason",
    "alone": "single_player",
}
CARD: Names = {
    "free": "free_seats",
    "names": "people",
    "faces": "avatars",
    "watch": "onlookers_allowed",
    "you": "your_seat",
    "matches": "your_matches",
    "at": "changed_at",
    "why": "unavailable_because",
    "gathers": "begins_by_itself",
}
CLASSES: Mapping[type, Names] = {
    TableInfo: {**TABLE, **VIEWER},
    ViewerInfo: VIEWER,
    TableCard: CARD,
    Answer: {"do": "action"},
    SeatInfo: {
        "here": "connected",
        "held": "bot_plays",
        "host": "is_host",
        "bank": "time_bank",
        "alike": "same_device_seats",
        "face": "avatar",
    },
    Settings: {
        "watch": "onlookers_allowed",
        "seconds": "decision_seconds",
        "bank": "time_bank",
        "misses": "allowed_misses",
        "unit": "stake_unit",
        "advice": "advice_allowed",
        "bot": "default_bot",
        "gathers": "begins_after",
    },
    SinglePlayerInfo: {"undo": "undo_token", "out": "has_left", "waits": "bot_waits", "final": "no_undo"},
    TimeLeft: {"left": "seconds_left", "until": "seconds_left_with_bank"},
    SeatTimeLeft: {"left": "seconds_left"},
    SimultaneousTimeLeft: {"left": "seconds_left"},
    CutInfo: {"asked": "asked_seats", "opened": "opened_values", "frozen": "frozen_list"},
    RevealStatus: {"open": "revealed", "yours": "your_consent"},
    Origin: {"again": "repeats_choice", "dealt": "cards_redealt"},
}
UPDATE: Names = {
    "fresh": "snapshot",
    "events": "log",
    "together": "simultaneous",
    "rest": "next_hand",
    "waited": "turn_seconds",
    "legal": "legal_actions",
}
ENTRY: Names = {"do": "action"}
LEGAL: Names = {"action": "number", "do": "text"}
LEGAL_RANGE: Names = {"from": "first", "to": "last", "do": "first_text", "last": "last_text"}
ERROR: Names = {"news": "update"}
GAME: Names = {"rules": "rules_version", "blurb": "summary", "low": "minimum", "high": "maximum", "text": "help"}
GROUP: Names = {"member": "is_member", "face": "avatar", "here": "present", "at": "time", "chosen": "next_game"}
EVENING: Names = {"face": "avatar", "moment": "best_moment", "ended": "ended_at"}
DAY: Names = {"played": "has_played"}
SPEAKER: Names = {"lines": "texts"}
ANSWERS: Mapping[str, Names] = {
    "/games": GAME,
    "/me": CARD,
    "/tables": CARD,
    "/turns": CARD,
    "/days/{day}": DAY,
    "/groups": GROUP,
    "/groups/{group}": GROUP,
    "/groups/{group}/evenings": EVENING,
    "/tables/{table}/moves": CLASSES[Answer],
    "/tables/{table}/words": SPEAKER,
}
"""Names in answers that are plain JSON, by the path in version 1."""
PATHS: Names = {
    "/codes": "/group-codes",
    "/days/{day}": "/daily-deals/{day}",
    "/groups/{group}/words": "/groups/{group}/messages",
    "/someone": "/waiting-tables",
    "/tables/{table}/agreements": "/tables/{table}/proposals",
    "/tables/{table}/back": "/tables/{table}/return",
    "/tables/{table}/ease": "/tables/{table}/single-cards",
    "/tables/{table}/hand": "/tables/{table}/observations",
    "/tables/{table}/hold": "/tables/{table}/stand-in",
    "/tables/{table}/matches/{match}/again": "/tables/{table}/matches/{match}/continue",
    "/tables/{table}/matches/{match}/opening": "/tables/{table}/matches/{match}/reveal",
    "/tables/{table}/words": "/tables/{table}/messages",
    "/tries": "/daily-attempts",
}
"""Paths after the version's prefix; the others keep theirs."""
BODIES: Mapping[str, Names] = {
    "AgreeBody": {"to": "proposal"},
    "ContinueBody": {"again": "repeat_choice"},
    "DeclineBody": {"to": "proposal"},
    "EaseBody": {"on": "enabled"},
    "MuteBody": {"on": "muted"},
    "NewMove": {"do": "action", "key": "idempotency_key"},
    "NewName": {"face": "avatar"},
    "NewTable": {"begin": "start_with_bots"},
    "PasswordChange": {"old": "old_password", "new": "new_password"},
    "ReportForm": {"number": "speaker", "why": "reason"},
    "SayBody": {"key": "idempotency_key"},
}
"""Names in bodies of requests, by their class."""
TEXTS: Names = {
    "`news`": "`update`",
    "of the news": "of the update",
    "`legal`": "`legal_actions`",
    "`table.agreed`": "`table.proposals`",
    "`table.removed`": "`table.removed_people`",
    "`table.alone.undo`": "`table.single_player.undo_token`",
}
"""Words in the descriptions of routes and bodies."""
GIVEN = {"options", "settings", "chosen"}
"""Objects whose own names are those of a game's rules, or are renamed apart."""


def _make_plain(told: Any) -> dict[str, object] | str:
    """Return the fields of a named tuple, and the English text of a message. Raises TypeError for anything else."""
    if isinstance(told, tuple):
        found: dict[str, object] = told._asdict()  # type: ignore[attr-defined]
        return found
    if isinstance(told, Message):
        return str(told)
    raise TypeError


def _make_plain_2(told: Any) -> dict[str, object] | str:
    """Return the fields of a named tuple or dataclass by their names of version 2, and the English text of a
    message."""
    if is_dataclass(told):
        plain: dict[str, object] | str = {one.name: getattr(told, one.name) for one in fields(told)}
    else:
        plain = _make_plain(told)
    return plain if isinstance(plain, str) else rename(plain, CLASSES.get(type(told), SAME))


def rename(told: dict[str, Any], names: Names) -> dict[str, Any]:
    """Return an object with other names, or itself without any."""
    return {names.get(name, name): value for name, value in told.items()} if names else told


def rename_in_text(text: str) -> str:
    """Return a description of version 1 with the words of version 2."""
    for name, other in TEXTS.items():
        text = text.replace(name, other)
    return text


def rename_all(told: Any, names: Names) -> Any:
    """Rename in an answer of plain JSON, and in what it contains, except the values of options and settings."""
    if isinstance(told, list | tuple) and not hasattr(told, "_asdict"):
        return [rename_all(one, names) for one in told]
    if not isinstance(told, dict):
        return told
    return {
        names.get(name, name): value if name in GIVEN and isinstance(value, dict) else rename_all(value, names)
        for name, value in told.items()
    }


@dataclass(frozen=True, eq=False)
class ProtocolVersion:
    """A version of the protocol: how it names what it encodes."""

    number: int
    event: bytes
    """Name of the events of a stream."""
    table: Names = field(default_factory=dict)
    """Names in a table. Like those below, they are applied to plain data, and not to a class."""
    update: Names = field(default_factory=dict)
    entry: Names = field(default_factory=dict)
    """Names in an entry of the log."""
    legal: Names = field(default_factory=dict)
    """Names in a legal action."""
    legal_range: Names = field(default_factory=dict)
    """Names in a range of legal actions."""
    error: Names = field(default_factory=dict)
    settings: Names = field(default_factory=dict)
    """Names of a table's settings, which requests have too."""
    legal_key: bytes = b',"legal":'
    """The name of the legal actions in an update, as JSON."""

    @property
    def prefix(self) -> str:
        """Prefix of its routes."""
        return "/api" if self.number == 1 else f"/api/{self.number}"


VERSION_1 = ProtocolVersion(1, b"news")
VERSION_2 = ProtocolVersion(
    2, b"update", CLASSES[TableInfo], UPDATE, ENTRY, LEGAL, LEGAL_RANGE, ERROR, CLASSES[Settings], b',"legal_actions":'
)
encode = partial(orjson.dumps, default=_make_plain, option=orjson.OPT_NON_STR_KEYS)
"""Encode plain data, dataclasses and named tuples as JSON."""
encode_2 = partial(
    orjson.dumps, default=_make_plain_2, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS
)
"""Encode plain data with the names of version 2."""


def encode_as(told: object, version: ProtocolVersion) -> bytes:
    """Encode plain data, dataclasses and named tuples as JSON of a version."""
    return encode(told) if version is VERSION_1 else encode_2(told)


def find_version(path: str) -> ProtocolVersion:
    """Return the version of the protocol that a path, without a prefix, belongs to."""
    return VERSION_2 if path.startswith(VERSION_2.prefix + "/") else VERSION_1
