"""What somebody saw of a table's cuts while they were made: with it, a record shows more than that it fits itself.

A file of it is JSON Lines, each line a `table` of the news, or a part of one that has its `id`. A device adds values of
its own: `{"id": "oak", "values": [{"cut": 3, "value": "...", "list": "...", "stage": "opening", "opened": []}]}`. The
hash of the frozen list for which it sent the value comes first, then the stage of the cut, and the values that were
open by then. A value without a list, or with an empty one, was not sent for a list: nothing bounds its cut.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..record.text import no_constant, without_repeats
from .fair import FairnessError
from .frozen_list import FrozenList
from .merkle import is_number
from .opened import Made

MAX_LINE = 200_000
"""Characters of the longest line that is read."""
EXPECTED = "expected the tables of a room's news, one JSON object a line, each with its id, cut and last_cut"


@dataclass(frozen=True)
class Own:
    """A value of the device that saw the cuts."""

    value: str
    against: str = ""
    """The hash of the frozen list for which it was sent; empty where it was not."""
    last: bool = False
    """Whether it was sent when nobody else could open any more."""
    opened: frozenset[str] = frozenset()
    """Values that were open before."""

    @classmethod
    def read(cls, told: dict[str, Any]) -> Own:
        """A value from a line of what was seen. Raises KeyError, TypeError, ValueError."""
        if told.get("list", "") == "":
            return cls(_text(told["value"]))
        opened = frozenset(map(_text, _list(told["opened"])))
        return cls(_text(told["value"]), _text(told["list"]), told["stage"] == "cutting", opened)


@dataclass
class Seen:
    """Of one table, by the numbers of its cuts."""

    table: str
    bound: dict[int, str] = field(default_factory=dict)
    """Commitments that were seen while seals were taken, before any value was opened."""
    commitments: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    """All that were seen."""
    seals: defaultdict[int, set[tuple[int, str]]] = field(default_factory=lambda: defaultdict(set))
    """Seats and what their devices sealed."""
    made: defaultdict[int, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    """Cuts as they were published when they had been made."""
    lists: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Hashes of the frozen lists that were shown."""
    matches: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    """For which matches of the table a list was frozen."""
    values: defaultdict[int, set[Own]] = field(default_factory=lambda: defaultdict(set))
    """Values of one's own device."""

    @classmethod
    def read(cls, table: str, lines: Iterable[str]) -> Seen:
        """What a file tells of a table. Raises FairnessError."""
        seen, told = cls(table), 0
        for number, line in enumerate(lines, 1):
            try:
                told += bool(line.strip()) and seen._take(_parsed(line))
            except (KeyError, TypeError, AttributeError, ValueError, RecursionError):
                raise FairnessError(f"line {number} of what was seen: {EXPECTED}") from None
        if not told:
            raise FairnessError(f"what was seen tells nothing of table {table!r}")
        return seen

    def _take(self, told: dict[str, Any]) -> bool:
        if _text(told["id"]) != self.table:
            return False
        if told.get("cut") is not None:
            self._coming(told["cut"])
        if told.get("last_cut") is not None:
            self._made(told["last_cut"])
        for own in _list(told.get("values", [])):
            self.values[_number(own["cut"])].add(Own.read(own))
        return True

    def _coming(self, cut: dict[str, Any]) -> None:
        number, commitment = _number(cut["number"]), _text(cut["commitment"])
        self.commitments[number].add(commitment)
        self.seals[number] |= {(_seat(seat), _text(sealed)) for seat, sealed in cut.get("seals", {}).items()}
        if cut["stage"] == "sealing":
            self.bound.setdefault(number, commitment)
        if cut.get("frozen") is not None:
            frozen = FrozenList.from_json(self.table, number, commitment, cut["frozen"])
            self.lists[number].add(frozen.digest.hex())
            self.matches[number].add(frozen.match)

    def _made(self, cut: dict[str, Any]) -> None:
        number = _number(cut["cut"])
        self.commitments[number].add(_text(cut["commitment"]))
        told = {"voices": _list(cut["voices"]), "orders": _list(cut["orders"])}
        self.made[number].append(told | ({} if cut.get("frozen") is None else {"frozen": cut["frozen"]}))

    def check(self, cut: Made) -> None:
        """Compare a cut with what was seen of it. Raises FairnessError."""
        number, voices = cut.number, [voice.as_json() for voice in cut.voices]
        if not self.commitments[number] <= {cut.commitment}:
            raise FairnessError(f"cut {number}: the house had bound itself to another secret, as was seen live")
        if lost := self.seals[number] - {(voice.seat, voice.sealed.hex()) for voice in cut.voices}:
            raise FairnessError(f"cut {number}: what seat {min(lost)[0]} sealed, as was seen live, is left out")
        self._check_list(cut)
        for made in self.made[number]:
            if not _same([made["voices"], made["orders"]], [voices, cut.orders[: len(made["orders"])]]):
                raise FairnessError(f"cut {number}: other values or roots were published live")
            if "frozen" in made and not _same(made["frozen"], cut.frozen.head() if cut.frozen is not None else None):
                raise FairnessError(f"cut {number}: another list of seals was published live")

    def _check_list(self, cut: Made) -> None:
        """Compare the list of a cut, and its values, with what was shown and sent. Raises FairnessError."""
        number, sent = cut.number, self.sent(cut.number)
        frozen = cut.frozen.digest.hex() if cut.frozen is not None else ""
        if not self.lists[number] | {own.against for own in sent} <= {frozen}:
            raise FairnessError(f"cut {number}: another list of seals was frozen, as was seen live")
        for own in sent:
            if own.value not in cut.given:
                raise FairnessError(
                    f"cut {number}: the value that the device sent is not in it; "
                    "it came too late, or the house left it out"
                )
            if not own.opened <= cut.given or (own.last and cut.given != own.opened | {own.value}):
                raise FairnessError(f"cut {number}: other values were open, as was seen live")

    def check_all(self, made: Sequence[Made]) -> None:
        """Compare every cut of a match, and look for one that is missing. Raises FairnessError."""
        for cut in made:
            self.check(cut)
        numbers, match = {cut.number for cut in made}, next((cut.frozen.match for cut in made if cut.frozen), None)
        for number in sorted(self.values.keys() - numbers):
            if not self.sent(number) or match is None:
                continue
            if match in (self.matches.get(number) or {match}):
                raise FairnessError(f"cut {number} was made for this match, as was seen live, and is left out")
            if number < min(numbers) and not self.made[number]:
                raise FairnessError(f"cut {number}: the device opened its value, and the cut was never made")

    def sent(self, number: int) -> list[Own]:
        """Values of one's own that were sent for the list of a cut."""
        return [own for own in self.values.get(number, ()) if own.against]

    def elsewhere(self, made: Sequence[Made]) -> list[int]:
        """Cuts of other matches of the table for which a value of one's own was sent."""
        return sorted(number for number in self.values.keys() - {cut.number for cut in made} if self.sent(number))

    def own(self, cut: Made) -> bool:
        """Whether one's own value is in a cut."""
        return any(own.value in cut.given for own in self.values.get(cut.number, ()))

    def others(self, cut: Made) -> list[int] | None:
        """Seats whose seals could be opened or withheld when the house knew the device's value.

        None where that is not bounded: the device did not send its value for the list of the cut.
        """
        sent = self.sent(cut.number)
        if cut.frozen is None or not sent:
            return None
        return max((self._free(cut, own) for own in sent), key=len)

    @staticmethod
    def _free(cut: Made, own: Own) -> list[int]:
        """Seats whose seals were still to be opened when a value of one's own was sent."""
        known = own.opened | {own.value}
        given = (one.seat for one in cut.voices if one.said == "given" and one.value.hex() not in known)
        return [] if own.last else sorted([*given, *cut.seats("withheld")])


def _parsed(line: str) -> dict[str, Any]:
    if len(line) > MAX_LINE:
        raise ValueError
    told: dict[str, Any] = json.loads(
        line, object_pairs_hook=without_repeats, parse_constant=no_constant, parse_float=_fraction
    )
    return told


def _fraction(written: str) -> int | float:
    """Read a number with a fraction or an exponent, which may be whole all the same."""
    read = float(written)
    return int(read) if read.is_integer() else read


def _same(one: object, other: object) -> bool:
    """Compare what JSON tells; a Boolean is no number."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _number(told: object) -> int:
    """Read the number of a cut or a seat. Raises ValueError."""
    if not isinstance(told, int) or not is_number(told):
        raise ValueError
    return told


def _seat(told: str) -> int:
    """Read a seat that is the key of an object. Raises ValueError."""
    seat = int(told)
    if str(seat) != told:
        raise ValueError
    return _number(seat)


def _text(told: object) -> str:
    """Read a text. Raises ValueError."""
    if not isinstance(told, str):
        raise ValueError
    told.encode()
    return told


def _list(told: object) -> list[Any]:
    """Read a list. Raises ValueError."""
    if not isinstance(told, list):
        raise ValueError
    return told
