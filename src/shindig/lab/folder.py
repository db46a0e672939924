"""An arena on disk: a file a deal as it is done, so that the same work goes on where it stopped; then two tables.

arena.json          what is played, by what code
deals/00000012.json what came of a deal; written aside, synced, renamed
results.parquet     a row a (deal, rotation, seat), the same bytes whether the work was interrupted or not
times.parquet       what the decisions of each took, which no two runs share
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .. import __version__
from ..bots import anybody
from ..games import Game, GameError
from ..games.kernels import sources
from .deals import Deal, Meeting, Row

FACTS, DEALS = "arena.json", "deals"
RESULTS, TIMES = "results.parquet", "times.parquet"
WHERE = ("deal", "rotation", "seat", "bot")
FOUND = ("hands", "payoff", "won", "decisions")
NO_TABLES = (".py", ".pyc", ".md", ".css", ".nbi", ".nbc")
"""Files of a game's folder that are its code, or its words and looks."""
Facts = dict[str, Any]


class Folder:
    """A folder for one arena."""

    def __init__(self, path: str) -> None:
        """Raises GameError where tables cannot be written."""
        if find_spec("pyarrow") is None:
            raise GameError('tables need pyarrow: pip install "shindig[research]"')
        self.path = Path(path)

    @property
    def facts(self) -> Facts:
        """What the folder says is played in it; nothing where it is new."""
        file = self.path / FACTS
        return json.loads(file.read_text("utf-8")) if file.is_file() else {}

    def open(self, facts: Facts) -> None:
        """Begin, or go on. Raises GameError for a folder of something else."""
        for name, value in self.facts.items():
            if facts.get(name) != value:
                other = f"{name} ({value}, not {facts.get(name)})"
                raise GameError(f"{self.path} holds an arena with other {other}: name a new folder")
        if not self.facts and self.path.is_dir() and any(self.path.iterdir()):
            raise GameError(f"{self.path} is no folder of an arena, and not empty: name a new one")
        (self.path / DEALS).mkdir(parents=True, exist_ok=True)
        write(self.path / FACTS, json.dumps(facts, indent=2).encode())

    def has(self, deal: int) -> bool:
        """Whether a deal is done."""
        return self._file(deal).is_file()

    def read(self, deal: int) -> Deal:
        """A deal that is done."""
        data = json.loads(self._file(deal).read_bytes())
        spent = {name: {int(kind): count for kind, count in kinds.items()} for name, kinds in data["spent"].items()}
        return Deal(tuple(Row(*row) for row in data["rows"]), spent)

    def keep(self, number: int, deal: Deal) -> None:
        """Keep what came of a deal."""
        write(self._file(number), json.dumps({"rows": deal.rows, "spent": deal.spent}).encode())

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

    def _file(self, deal: int) -> Path:
        return self.path / DEALS / f"{deal:08}.json"


def write(file: Path, data: bytes) -> None:
    """Write a file whole or not at all, whatever happens meanwhile."""
    aside = file.with_name(f"{file.name}.{os.getpid()}")
    with aside.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    aside.replace(file)


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
        "version": __version__,
        "code": code_of(meeting, rules),
    }


def code_of(meeting: Meeting, rules: Game) -> str:
    """A hash of the sources of the rules, of the bots and of the arena, and of the files that they read."""
    kernels = (rules.rules.apply, rules.rules.hand.ended, rules.words.outcome)
    modules = {one.__module__ for one in kernels} | {__name__}
    modules |= {found for name in meeting.names if (found := anybody.module_of(rules, name))}
    hashes = sorted(frozenset[str]().union(*map(sources, modules)))
    hashes += [hashlib.sha256(file.read_bytes()).hexdigest() for file in files_of(meeting, rules)]
    return hashlib.sha256(" ".join(hashes).encode()).hexdigest()[:16]


def files_of(meeting: Meeting, rules: Game) -> list[Path]:
    """Tables in the game's folder, and files that the command of a bot names."""
    beside = rules.house.folder.rglob("*") if rules.house.folder else ()
    tables = sorted(file for file in beside if file.is_file() and file.suffix not in NO_TABLES)
    return tables + [file for name in meeting.names for file in anybody.files_of(name)]
