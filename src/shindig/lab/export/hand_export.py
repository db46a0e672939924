"""Export of a simulation's hands to a table, in parts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from shindig.gamekit import Game, GameError, game

from ..analyse.accumulators import Sums
from ..run.campaign_parts import PartResult
from ..run.part_store import (
    AGAIN,
    Facts,
    Folder,
    describe_options,
    describe_version,
    find_difference,
    remove_asides,
    remove_folder,
    write_file,
)
from ..run.simulation import SimulationPart, time_part
from . import hand_tables


@dataclass(frozen=True)
class Simulation:
    """All matches of a `SimulationPart`, in parts."""

    whole: SimulationPart

    @property
    def rules(self) -> Game:
        return game(self.whole.game_id)

    @cached_property
    def facts(self) -> Facts:
        """Everything that determines the result."""
        whole = self.whole
        return {
            "game": whole.game_id,
            "players": whole.players,
            "options": describe_options(self.rules, whole.options),
            "bots": list(whole.bots),
            "matches": whole.count,
            "seed": whole.seed,
            **describe_version(self.rules, sorted(set(whole.bots))),
        }

    @property
    def part_count(self) -> int:
        """Number of parts."""
        return self.whole.part_count

    def run_part(self, part: int, file: Path | None) -> PartResult:
        """Play a part."""
        played, seconds = time_part(self.whole.take_part(part))
        sums = played.sums().to_json()
        if file is not None:
            found = hand_tables.list_columns(self.rules, self.rules.new(self.whole.players, self.whole.options))
            table = hand_tables.build_table(found, played.hands, self.facts | {"part": part, "sums": sums})
            write_file(file, hand_tables.encode_parquet(table))
        return sums | {"seconds": seconds}

    def read_part(self, file: Path) -> PartResult:
        """Read a finished part. Raises GameError."""
        try:
            return dict(hand_tables.read_parquet_metadata(file)["sums"])
        except (ValueError, KeyError) as error:
            raise GameError(f"{file} is no part of ours: {AGAIN}") from error


class Output:
    """A file of hands, with its parts in a folder beside it until all are done."""

    def __init__(self, path: str) -> None:
        """Raise GameError if the file cannot be written, or something else is there."""
        hand_tables.check_table_file(path)
        self.file = Path(path)
        self.folder = Folder(f"{path}.parts", ending=".parquet")
        self.there = hand_tables.read_file_metadata(self.file)

    @property
    def seed(self) -> int | None:
        """Seed of an existing run, or None."""
        found: int | None = (self.there or self.folder.facts).get("seed")
        return found

    def read_finished_sums(self, work: Simulation) -> Sums | None:
        """Return the sums of a finished run; None before its end. Raises GameError for another run."""
        for name, value in work.facts.items() if self.there else ():
            if (self.there or {}).get(name) != value:
                was, now = find_difference((self.there or {}).get(name), value)
                other = f"{name} ({was}, not {now})"
                raise GameError(f"{self.file} is there already, with other {other}: name another file")
        if self.there and self.there.get("complete"):
            self._tidy()
            return Sums.from_json(self.there["sums"])
        self.folder.check_facts(work.facts)
        return None

    def finish(self, work: Simulation, parts: int, sums: Sums) -> None:
        """Write the table of the first parts. If these are all, remove their folder."""
        about = work.facts | {"complete": parts == work.part_count, "sums": sums.to_json()}
        hand_tables.merge_parts((self.folder.get_part_path(part) for part in range(parts)), self.file, about)
        if parts == work.part_count:
            self._tidy()

    def _tidy(self) -> None:
        """Remove the parts, and leftovers of killed runs."""
        remove_folder(self.folder.path)
        remove_asides(self.file)
