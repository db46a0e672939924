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

from .duplicate_deals import Deal, Meeting, Row
from .part_store import AGAIN, Facts, Folder, code_of, facts_in, need_pyarrow, write

RESULTS, TIMES = "results.parquet", "times.parquet"
WHERE = ("deal", "rotation", "seat", "bot")
FOUND = ("hands", "payoff", "luck", "won", "over", "decisions")


class Deals(Folder):
    """A folder for one arena."""

    def __init__(self, path: str) -> None:
        """Raises GameError where tables cannot be written."""
        need_pyarrow()
        super().__init__(path, "arena", "deals")

    def read(self, deal: int) -> Deal:
        """A deal that is done."""
        data = facts_in(self.file(deal), AGAIN)
        spent = {name: {int(kind): count for kind, count in kinds.items()} for name, kinds in data["spent"].items()}
        return Deal(tuple(Row(*row) for row in data["rows"]), spent)

    def keep_deal(self, number: int, deal: Deal) -> None:
        """Keep what came of a deal."""
        self.keep(number, json.dumps({"rows": deal.rows, "spent": deal.spent}).encode())

    def finish(self, deals: int) -> None:
        """Write the tables of the first so many deals."""
        rows = [{"deal": deal, **row._asdict()} for deal in range(deals) for row in self.read(deal).rows]
        self._table(RESULTS, (*WHERE, *FOUND), rows)
        self._table(TIMES, (*WHERE, "decisions", "seconds"), rows)

    def _table(self, name: str, columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> None:
        import pyarrow as pa
        from pyarrow import parquet

        about = {f"shindig.{key}": json.dumps(value) for key, value in self.facts.items()}
        table = pa.table({column: [row[column] for row in rows] for column in columns}, metadata=about)
        buffer = pa.BufferOutputStream()
        parquet.write_table(table, buffer)
        write(self.path / name, buffer.getvalue().to_pybytes())


def facts_of(meeting: Meeting, rules: Game) -> Facts:
    """All that decides what comes of the deals."""
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
        "code": code_of(rules, sorted(meeting.kinds)),
    }
