"""An arena on disk: its folder, and two tables at the end.

arena.json          what is played, by what code
deals/00000012.json what came of a deal
results.parquet     a row a (deal, rotation, seat), the same bytes whether the work was interrupted or not
times.parquet       what the decisions of each took, which no two runs share
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from shindig import __version__
from shindig.gamekit import Game

from .duplicate_deals import DuplicateDeal, Meeting, SeatResult
from .part_store import AGAIN, Facts, Folder, check_pyarrow, hash_code, read_facts, write_file

RESULTS, TIMES = "results.parquet", "times.parquet"
WHERE = ("deal", "rotation", "seat", "bot")
FOUND = ("hands", "payoff", "luck", "won", "over", "decisions")


class ArenaStore(Folder):
    """Folder of one arena."""

    def __init__(self, path: str) -> None:
        """Raise GameError if tables cannot be written."""
        check_pyarrow()
        super().__init__(path, "arena", "deals")

    def read_deal(self, deal: int) -> DuplicateDeal:
        """Read a finished deal."""
        data = read_facts(self.get_part_path(deal), AGAIN)
        spent = {name: {int(kind): count for kind, count in kinds.items()} for name, kinds in data["spent"].items()}
        return DuplicateDeal(tuple(SeatResult(*row) for row in data["rows"]), spent)

    def write_deal(self, number: int, deal: DuplicateDeal) -> None:
        """Write a finished deal."""
        self.write_part(number, json.dumps({"rows": deal.rows, "spent": deal.spent}).encode())

    def write_tables(self, deals: int) -> None:
        """Write the tables of the first deals."""
        rows = [{"deal": deal, **row._asdict()} for deal in range(deals) for row in self.read_deal(deal).rows]
        self._write_table(RESULTS, (*WHERE, *FOUND), rows)
        self._write_table(TIMES, (*WHERE, "decisions", "seconds"), rows)

    def _write_table(self, name: str, columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> None:
        import pyarrow as pa
        from pyarrow import parquet

        about = {f"shindig.{key}": json.dumps(value) for key, value in self.facts.items()}
        table = pa.table({column: [row[column] for row in rows] for column in columns}, metadata=about)
        buffer = pa.BufferOutputStream()
        parquet.write_table(table, buffer)
        write_file(self.path / name, buffer.getvalue().to_pybytes())


def describe_meeting(meeting: Meeting, rules: Game) -> Facts:
    """Return everything that determines the deals."""
    return {
        "game": rules.id,
        "options": dict(sorted(rules.settings(meeting.options).items())),
        "bots": list(meeting.bots),
        "hands": meeting.hands,
        "seed": meeting.seed,
        "seconds": meeting.budget.seconds,
        "iterations": meeting.budget.iterations,
        "luck": meeting.luck,
        **({"same": meeting.same} if meeting.same else {}),
        "version": __version__,
        "code": hash_code(rules, sorted(meeting.kinds)),
    }
