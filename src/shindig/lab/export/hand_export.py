"""Matches as a work in parts whose hands are written into a table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from shindig.gamekit import Game, GameError, game

from ..analyse.accumulators import Sums
from ..run.campaign_parts import Found
from ..run.part_store import AGAIN, Facts, Folder, apart, clear, remove, shown_options, version_of, write
from ..run.simulation import Part, timed
from . import hand_tables


@dataclass(frozen=True)
class Simulation:
    """All matches of a `Part`, in parts."""

    whole: Part

    @property
    def rules(self) -> Game:
        return game(self.whole.game_id)

    @cached_property
    def facts(self) -> Facts:
        """All that decides what comes of it."""
        whole = self.whole
        return {
            "game": whole.game_id,
            "players": whole.players,
            "options": shown_options(self.rules, whole.options),
            "bots": list(whole.bots),
            "matches": whole.count,
            "seed": whole.seed,
            **version_of(self.rules, sorted(set(whole.bots))),
        }

    @property
    def many(self) -> int:
        """How many parts there are."""
        return self.whole.many

    def do(self, part: int, file: Path | None) -> Found:
        """Play a part."""
        played, seconds = timed(self.whole.cut(part))
        sums = played.sums().plain()
        if file is not None:
            found = hand_tables.columns(self.rules, self.rules.new(self.whole.players, self.whole.options))
            table = hand_tables.table(found, played.hands, self.facts | {"part": part, "sums": sums})
            write(file, hand_tables.to_bytes(table))
        return sums | {"seconds": seconds}

    def read(self, file: Path) -> Found:
        """What came of a part that is done. Raises GameError."""
        try:
            return dict(hand_tables.about_of(file)["sums"])
        except (ValueError, KeyError) as error:
            raise GameError(f"{file} is no part of ours: {AGAIN}") from error


class Output:
    """A file that hands are written into, with its parts in a folder beside it until all are done."""

    def __init__(self, path: str) -> None:
        """Raises GameError where no such file can be written, or something else is there."""
        hand_tables.check(path)
        self.file = Path(path)
        self.folder = Folder(f"{path}.parts", ending=".parquet")
        self.there = hand_tables.told(self.file)

    @property
    def seed(self) -> int | None:
        """The seed of what is there."""
        found: int | None = (self.there or self.folder.facts).get("seed")
        return found

    def done(self, work: Simulation) -> Sums | None:
        """The sums where all is done already. Raises GameError where something else is there."""
        for name, value in work.facts.items() if self.there else ():
            if (self.there or {}).get(name) != value:
                was, now = apart((self.there or {}).get(name), value)
                other = f"{name} ({was}, not {now})"
                raise GameError(f"{self.file} is there already, with other {other}: name another file")
        if self.there and self.there.get("complete"):
            self._tidy()
            return Sums.read(self.there["sums"])
        self.folder.agree(work.facts)
        return None

    def finish(self, work: Simulation, parts: int, sums: Sums) -> None:
        """Write the table of the first so many parts; where these are all, their folder goes."""
        about = work.facts | {"complete": parts == work.many, "sums": sums.plain()}
        hand_tables.gather((self.folder.file(part) for part in range(parts)), self.file, about)
        if parts == work.many:
            self._tidy()

    def _tidy(self) -> None:
        """Remove the parts, and what kills have left aside of the file."""
        remove(self.folder.path)
        clear(self.file)
