"""Cuts of a table as a device witnessed them live. With these notes, a record proves more than its own consistency.

A file of notes is JSON Lines. Each line is a `table` of an update, or a part of one with its `id`. A device adds its
own values: `{"id": "oak", "values": [{"cut": 3, "value": "...", "list": "...", "stage": "opening", "opened": []}]}`.
`list` is the hash of the frozen list for which it sent the value, `stage` the stage of the cut, `opened` the values
open by then. A value without a list, or with an empty one, was not sent for a list: nothing bounds its
cut. A line with the `state` "over" and the number of a `match` says that the device saw this match end. Lines are in
the order of what happened.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from shindig.messages import say
from shindig.record.json_lines import refuse_constant, refuse_repeats

from .fair_shuffle import FairnessError
from .frozen_cut_inputs import FrozenList
from .merkle_tree import is_number
from .recorded_shuffle_check import CheckedCut

MAX_LINE = 200_000
"""Longest line in characters."""


@dataclass(frozen=True)
class SentValue:
    """A value of the device that witnessed the cuts."""

    value: str
    against: str = ""
    """Hash of the frozen list for which it was sent; empty if it was not sent."""
    last: bool = False
    """True if it was sent when nobody else could still open."""
    opened: frozenset[str] = frozenset()
    """Values that were open before."""

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> SentValue:
        """Read a value from a line of notes. Raises KeyError, TypeError, ValueError."""
        if told.get("list", "") == "":
            return cls(_read_text(told["value"]))
        opened = frozenset(map(_read_text, _read_list(told["opened"])))
        return cls(_read_text(told["value"]), _read_text(told["list"]), told["stage"] == "cutting", opened)


@dataclass
class WitnessedCuts:
    """Notes on one table, by number of the cut."""

    table: str
    bound: dict[int, str] = field(default_factory=dict)
    """Commitments seen during sealing, before any value was opened."""
    commitments: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    """All commitments seen."""
    seals: defaultdict[int, set[tuple[int, str]]] = field(default_factory=lambda: defaultdict(set))
    """Seats and their seals."""
    made: defaultdict[int, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    """Finished cuts as published."""
    lists: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Hashes of the frozen lists that were shown."""
    matches: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    """Matches of the table for which each list was frozen."""
    values: defaultdict[int, set[SentValue]] = field(default_factory=lambda: defaultdict(set))
    """Values of the device itself."""
    ended: dict[int, int] = field(default_factory=dict)
    """By match that the device saw end: number of the first line that says so."""
    sent: dict[int, int] = field(default_factory=dict)
    """By cut: number of the first line with a value that was sent."""
    count: int = 0
    """Number of lines on this table."""

    @classmethod
    def from_lines(cls, table: str, lines: Iterable[str]) -> WitnessedCuts:
        """Read the notes on a table from a file's lines. Raises FairnessError."""
        seen, told = cls(table), 0
        for number, line in enumerate(lines, 1):
            try:
                told += bool(line.strip()) and seen._add_line(_decode_line(line))
            except (KeyError, TypeError, AttributeError, ValueError, RecursionError):
                raise FairnessError(say("fair-seen-line", number=number)) from None
        if not told:
            raise FairnessError(say("fair-seen-nothing", table=table))
        return seen

    def _add_line(self, told: dict[str, Any]) -> bool:
        if _read_text(told["id"]) != self.table:
            return False
        self.count += 1
        if told.get("cut") is not None:
            self._add_coming_cut(told["cut"])
        if told.get("last_cut") is not None:
            self._add_made_cut(told["last_cut"])
        for own in _read_list(told.get("values", [])):
            self._add_value(_read_number(own["cut"]), SentValue.from_json(own))
        if told.get("state") == "over":
            self.ended.setdefault(_read_number(told["match"]), self.count)
        return True

    def _add_value(self, number: int, value: SentValue) -> None:
        self.values[number].add(value)
        if value.against:
            self.sent.setdefault(number, self.count)

    def _add_coming_cut(self, cut: dict[str, Any]) -> None:
        number, commitment = _read_number(cut["number"]), _read_text(cut["commitment"])
        self.commitments[number].add(commitment)
        self.seals[number] |= {(_read_seat(seat), _read_text(sealed)) for seat, sealed in cut.get("seals", {}).items()}
        if cut["stage"] == "sealing":
            self.bound.setdefault(number, commitment)
        if cut.get("frozen") is not None:
            frozen = FrozenList.from_json(self.table, number, commitment, cut["frozen"])
            self.lists[number].add(frozen.digest.hex())
            self.matches[number].add(frozen.match)

    def _add_made_cut(self, cut: dict[str, Any]) -> None:
        number = _read_number(cut["cut"])
        self.commitments[number].add(_read_text(cut["commitment"]))
        told = {"voices": _read_list(cut["voices"]), "orders": _read_list(cut["orders"])}
        self.made[number].append(told | ({} if cut.get("frozen") is None else {"frozen": cut["frozen"]}))

    def check_cut(self, cut: CheckedCut) -> None:
        """Compare a cut with the notes. Raises FairnessError."""
        number, voices = cut.number, [voice.as_json() for voice in cut.voices]
        if not self.commitments[number] <= {cut.commitment}:
            raise FairnessError(say("fair-other-secret", cut=number))
        if lost := self.seals[number] - {(voice.seat, voice.sealed.hex()) for voice in cut.voices}:
            raise FairnessError(say("fair-seal-missing", cut=number, seat=min(lost)[0]))
        self._check_list(cut)
        for made in self.made[number]:
            if not _is_same_json([made["voices"], made["orders"]], [voices, cut.orders[: len(made["orders"])]]):
                raise FairnessError(say("fair-other-values", cut=number))
            if "frozen" in made and not _is_same_json(
                made["frozen"], cut.frozen.build_head() if cut.frozen is not None else None
            ):
                raise FairnessError(say("fair-other-list", cut=number))

    def _check_list(self, cut: CheckedCut) -> None:
        """Compare the frozen list and the values of a cut with those shown and sent. Raises FairnessError."""
        number, sent = cut.number, self.find_sent_values(cut.number)
        frozen = cut.frozen.digest.hex() if cut.frozen is not None else ""
        if not self.lists[number] | {own.against for own in sent} <= {frozen}:
            raise FairnessError(say("fair-other-frozen", cut=number))
        for own in sent:
            if own.value not in cut.opened_values:
                raise FairnessError(say("fair-own-missing", cut=number))
            if not own.opened <= cut.opened_values or (own.last and cut.opened_values != own.opened | {own.value}):
                raise FairnessError(say("fair-other-open", cut=number))

    def check_all(self, made: Sequence[CheckedCut]) -> None:
        """Compare every cut of a match, and look for missing ones. Raises FairnessError."""
        for cut in made:
            self.check_cut(cut)
        numbers, match = {cut.number for cut in made}, next((cut.frozen.match for cut in made if cut.frozen), None)
        for number in sorted(self.values.keys() - numbers):
            if not self.find_sent_values(number) or match is None:
                continue
            if match in (self.matches.get(number) or {match}):
                raise FairnessError(say("fair-left-out", cut=number))
            if number < min(numbers) and not self.made[number]:
                raise FairnessError(say("fair-never-made", cut=number))

    def find_sent_values(self, number: int) -> list[SentValue]:
        """Return the device's values that were sent for the list of a cut."""
        return [own for own in self.values.get(number, ()) if own.against]

    def find_other_cuts(self, made: Sequence[CheckedCut]) -> list[int]:
        """Return the cuts of other matches of the table for which the device sent a value."""
        return sorted(self.sent.keys() - {cut.number for cut in made})

    def find_tried_cuts(self, made: Sequence[CheckedCut]) -> list[int]:
        """Return the cuts of other matches that may have been tries for this one.

        The device sent its value for such a cut before its last one for this match. Before its first one, it did not
        see the match of that cut end.
        """
        own = [self.sent[cut.number] for cut in made if cut.number in self.sent]
        if not own:
            return []
        played = {match for match, line in self.ended.items() if line < min(own)}
        return [
            number
            for number in self.find_other_cuts(made)
            if self.sent[number] < max(own) and not self.matches[number] <= played
        ]

    def has_own_value(self, cut: CheckedCut) -> bool:
        """Return True if a value of the device is in a cut."""
        return any(own.value in cut.opened_values for own in self.values.get(cut.number, ()))

    def find_free_seats(self, cut: CheckedCut) -> list[int] | None:
        """Return the seats whose seals could still be opened or withheld when the server knew the device's value.

        None if there is no such bound: the device did not send its value for the list of the cut.
        """
        sent = self.find_sent_values(cut.number)
        if cut.frozen is None or not sent:
            return None
        return max((self._find_unopened_seats(cut, own) for own in sent), key=len)

    @staticmethod
    def _find_unopened_seats(cut: CheckedCut, own: SentValue) -> list[int]:
        """Return the seats whose seals were still unopened when the device sent its value."""
        known = own.opened | {own.value}
        given = (one.seat for one in cut.voices if one.said == "given" and one.value.hex() not in known)
        return [] if own.last else sorted([*given, *cut.find_seats("withheld")])


def _decode_line(line: str) -> dict[str, Any]:
    if len(line) > MAX_LINE:
        raise ValueError
    told: dict[str, Any] = json.loads(
        line, object_pairs_hook=refuse_repeats, parse_constant=refuse_constant, parse_float=_read_fraction
    )
    return told


def _read_fraction(written: str) -> int | float:
    """Read a number with a fraction or an exponent, which may still be whole."""
    read = float(written)
    return int(read) if read.is_integer() else read


def _is_same_json(one: object, other: object) -> bool:
    """Return True for equal JSON data; a Boolean is no number."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _read_number(told: object) -> int:
    """Read the number of a cut or a seat. Raises ValueError."""
    if not isinstance(told, int) or not is_number(told):
        raise ValueError
    return told


def _read_seat(told: str) -> int:
    """Read a seat that is the key of an object. Raises ValueError."""
    seat = int(told)
    if str(seat) != told:
        raise ValueError
    return _read_number(seat)


def _read_text(told: object) -> str:
    """Read a text. Raises ValueError."""
    if not isinstance(told, str):
        raise ValueError
    told.encode()
    return told


def _read_list(told: object) -> list[Any]:
    """Read a list. Raises ValueError."""
    if not isinstance(told, list):
        raise ValueError
    return told
