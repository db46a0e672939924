"""What somebody saw of a table's cuts while they were made: with it, a record shows more than that it fits itself.

A file of it is JSON Lines, each line a `table` of the news, or a part of one that has its `id`. A device adds what it
gave itself: `{"id": "oak", "values": [{"cut": 3, "value": "..."}]}`.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from .fair import FairnessError
from .opened import Made

MAX_LINE = 200_000
"""Characters of the longest line that is read."""
EXPECTED = "expected the tables of a room's news, one JSON object a line, each with its id, cut and last_cut"


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
    values: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    """What one's own device gave."""

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
        if told["id"] != self.table:
            return False
        if told.get("cut"):
            self._coming(told["cut"])
        if told.get("last_cut"):
            self._made(told["last_cut"])
        for own in told.get("values", ()):
            self.values[int(own["cut"])].add(str(own["value"]))
        return True

    def _coming(self, cut: dict[str, Any]) -> None:
        number, commitment = int(cut["number"]), str(cut["commitment"])
        self.commitments[number].add(commitment)
        self.seals[number] |= {(int(seat), str(sealed)) for seat, sealed in cut.get("seals", {}).items()}
        if cut["stage"] == "sealing":
            self.bound.setdefault(number, commitment)

    def _made(self, cut: dict[str, Any]) -> None:
        number = int(cut["cut"])
        self.commitments[number].add(str(cut["commitment"]))
        self.made[number].append({"voices": list(cut["voices"]), "orders": list(cut["orders"])})

    def check(self, cut: Made) -> None:
        """Compare a cut with what was seen of it. Raises FairnessError."""
        number, voices = cut.number, [voice.as_json() for voice in cut.voices]
        if not self.commitments[number] <= {cut.commitment}:
            raise FairnessError(f"cut {number}: the house had bound itself to another secret, as was seen live")
        if lost := self.seals[number] - {(voice.seat, voice.sealed.hex()) for voice in cut.voices}:
            raise FairnessError(f"cut {number}: what seat {min(lost)[0]} sealed, as was seen live, is left out")
        for made in self.made[number]:
            if made["voices"] != voices or made["orders"] != cut.orders[: len(made["orders"])]:
                raise FairnessError(f"cut {number}: other values or roots were published live")

    def own(self, cut: Made) -> bool:
        """Whether one's own value is in a cut."""
        given = {voice.value.hex() for voice in cut.voices if voice.said == "given"}
        return not given.isdisjoint(self.values.get(cut.number, ()))


def _parsed(line: str) -> dict[str, Any]:
    if len(line) > MAX_LINE:
        raise ValueError
    told: dict[str, Any] = json.loads(line)
    return told
