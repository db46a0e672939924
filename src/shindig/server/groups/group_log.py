"""Log of a group: its events, and the state that they build.

Each event is one JSON object, `{"k": kind, "at": seconds since 1970, ...}`. Any server appends to the log; the number
of an event is taken once, so two servers cannot write the same one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson

from ..schemas import Settings

TALK, TABLES = 100, 50
"""Number of lines of talk, and of tables, that a state keeps."""
LogLine = dict[str, Any]


class Member(NamedTuple):
    """A member of a group."""

    name: str
    face: str
    since: float


class TalkLine(NamedTuple):
    """A line of a group's talk."""

    name: str
    text: str
    at: float


class HouseRules(NamedTuple):
    """A game with its house rules."""

    game: str
    seats: int
    """Number of seats; 0 for as many as there are people, at least the usual number."""
    options: Mapping[str, int | str]
    settings: Mapping[str, Any]
    """Settings of its tables, as stored: those of another release may have other names."""

    def read_settings(self) -> Settings:
        """Return the settings of its tables that this release knows."""
        known = {name: value for name, value in self.settings.items() if name in Settings.__dataclass_fields__}
        return Settings(**known)


class GroupTable(NamedTuple):
    """A table of a group."""

    table: str
    game: str
    at: float
    seated: tuple[str, ...]
    """Persons who were seated when it began."""


@dataclass
class GroupState:
    """State of a group after `seq` events of its log."""

    id: str
    seq: int = 0
    name: str = ""
    founder: str = ""
    code: str = ""
    members: dict[str, Member] = field(default_factory=dict)
    people: set[str] = field(default_factory=set)
    """Persons in the log, members or not."""
    removed: set[str] = field(default_factory=set)
    """Persons who were removed and cannot come back by themselves."""
    talk: deque[TalkLine] = field(default_factory=lambda: deque(maxlen=TALK))
    chosen: HouseRules | None = None
    """Game to be played next."""
    rules: dict[str, HouseRules] = field(default_factory=dict)
    """House rules by game, as last chosen."""
    tables: deque[GroupTable] = field(default_factory=lambda: deque(maxlen=TABLES))

    @classmethod
    def replay(cls, group: str, lines: Iterable[str]) -> GroupState:
        """Build the state from a log."""
        state = cls(group)
        for line in lines:
            state.add(line)
        return state

    def add(self, line: str) -> None:
        """Apply one more event."""
        event = orjson.loads(line)
        self.seq += 1
        self.people.add(event.get("person", ""))
        REDUCERS[event["k"]](self, event)

    def find_member(self, ids: Collection[str]) -> str | None:
        """Return the id under which a person is a member, or None; also None if they were removed under another id."""
        return next((one for one in ids if one in self.members), None) if self.removed.isdisjoint(ids) else None


def apply_founded(state: GroupState, event: LogLine) -> None:
    state.name, state.founder, state.code = event["name"], event["person"], event["code"]


def apply_joined(state: GroupState, event: LogLine) -> None:
    state.members[event["person"]] = Member(event["name"], event["face"], event["at"])
    state.removed.discard(event["person"])


def apply_left(state: GroupState, event: LogLine) -> None:
    state.members.pop(event["person"], None)
    if event["removed"]:
        state.removed.add(event["person"])
    if state.founder == event["person"] and state.members:
        state.founder = min(state.members, key=lambda one: state.members[one].since)


def apply_code(state: GroupState, event: LogLine) -> None:
    state.code = event["code"]


def apply_said(state: GroupState, event: LogLine) -> None:
    who = state.members.get(event["person"])
    state.talk.append(TalkLine(who.name if who else event["name"], event["text"], event["at"]))


def apply_chosen(state: GroupState, event: LogLine) -> None:
    state.chosen = HouseRules(event["game"], event["seats"], event["options"], event["settings"])
    state.rules[state.chosen.game] = state.chosen


def apply_begun(state: GroupState, event: LogLine) -> None:
    state.tables.append(GroupTable(event["table"], event["game"], event["at"], tuple(event["seated"])))


REDUCERS: dict[str, Callable[[GroupState, LogLine], None]] = {
    "found": apply_founded,
    "join": apply_joined,
    "leave": apply_left,
    "code": apply_code,
    "say": apply_said,
    "choose": apply_chosen,
    "begin": apply_begun,
}
"""Reducer of each kind of event."""
