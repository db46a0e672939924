"""Work on disk: a file a part as it is done, so that the same work goes on where it stopped.

<what>.json          what is done, by what code
parts/00000012.<end> what came of a part; written aside, synced, renamed, and only then there
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from shindig import __version__
from shindig.bots import bot_loader
from shindig.core.kernel_compiler import hash_sources
from shindig.gamekit import Game, GameError

NO_TABLES = (".py", ".pyc", ".md", ".css", ".nbi", ".nbc")
"""Files of a game's folder that are its code, or its words and looks."""
RANDOM_BYTES = 4
"""How many bytes of chance are in the name of a file that is written aside."""
AGAIN = "remove it, and the same command plays it again"
"""What to do about a part that is none of ours."""
Facts = dict[str, Any]


class Folder:
    """A folder for one work: its facts, and a file for each part that is done."""

    def __init__(self, path: str | Path, what: str = "campaign", parts: str = "parts", ending: str = ".json") -> None:
        """Raises GameError for an empty name."""
        if not str(path).strip():
            raise GameError("a folder to keep work in has a name, like talon-3; expected one with --out")
        self.path, self.what, self.ending = Path(path), what, ending
        self.parts = (self.path / parts).absolute()  # other nodes stand elsewhere

    @property
    def facts(self) -> Facts:
        """What the folder says is done in it; nothing where it is new. Raises GameError for a file that is none."""
        file = self.path / f"{self.what}.json"
        return read_facts(file, "name a new folder") if file.is_file() else {}

    @contextmanager
    def begin_work(self, facts: Facts) -> Iterator[None]:
        """Begin, or go on; where the work fails before any part is done, nothing is left of it. Raises GameError."""
        fresh = not self.path.exists()
        self.open(facts)
        try:
            yield
        except BaseException:
            self.undo_begin(fresh)
            raise

    def undo_begin(self, fresh: bool) -> None:
        """Remove what was begun, where no part is done; the folder too where it is `fresh`."""
        if self.list_done():
            return
        shutil.rmtree(self.parts, ignore_errors=True)
        (self.path / f"{self.what}.json").unlink(missing_ok=True)
        remove_asides(self.path / f"{self.what}.json")
        if fresh and not [*self.path.iterdir()]:
            self.path.rmdir()

    def open(self, facts: Facts) -> None:
        """Begin, or go on. Raises GameError for a folder of something else, and then changes nothing."""
        self.check_facts(facts)
        self.path.mkdir(parents=True, exist_ok=True)
        write_file(self.path / f"{self.what}.json", json.dumps(facts, indent=2).encode())
        self.parts.mkdir(exist_ok=True)

    def check_facts(self, facts: Facts) -> None:
        """See that the folder is new or of this work. Raises GameError."""
        if self.path.exists() and not self.path.is_dir():
            raise GameError(f"{self.path} is a file: name a folder")
        there = self.facts
        for name in {**there, **facts} if there else ():
            if facts.get(name) != there.get(name):
                was, now = find_difference(there.get(name), facts.get(name))
                other = f"{name} ({was}, not {now})"
                raise GameError(f"{self.path} holds {add_article(self.what)} with other {other}: name a new folder")
        file = self.path / f"{self.what}.json"
        if not there and self.path.is_dir() and set(self.path.iterdir()) - find_asides(file):
            raise GameError(f"{self.path} is no folder of {add_article(self.what)}, and not empty: name a new one")

    def list_done(self) -> set[int]:
        """The parts that are done."""
        return {int(file.stem) for file in self.parts.glob(f"*{self.ending}") if file.stem.isdigit()}

    def get_part_path(self, part: int) -> Path:
        """Where a part is kept."""
        return self.parts / f"{part:08}{self.ending}"

    def write_part(self, part: int, data: bytes) -> None:
        """Keep what came of a part."""
        write_file(self.get_part_path(part), data)


def find_difference(one: Any, other: Any) -> tuple[Any, Any]:
    """Two facts that differ, as one reads them: of options, and of settings as many, only where they do."""
    if isinstance(one, dict) and isinstance(other, dict):
        names = [name for name in {**one, **other} if one.get(name) != other.get(name)]
        was, now = (" ".join(f"{name}={fact.get(name)}" for name in names) for fact in (one, other))
        return was, now
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [find_difference(was, now) for was, now in zip(one, other, strict=True) if was != now]
        return ", ".join(str(was) for was, _ in pairs), ", ".join(str(now) for _, now in pairs)
    return one, other


def read_facts(file: Path, instead: str) -> Facts:
    """What a file says as a JSON object. Raises GameError, which says what to do instead."""
    try:
        found = json.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise GameError(f"{file} is no JSON: {instead}") from error
    if not isinstance(found, dict):
        raise GameError(f"{file} is no JSON object: {instead}")
    return found


def add_article(what: str) -> str:
    """`an arena`, `a campaign`."""
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what}"


def write_file(file: Path, data: bytes) -> None:
    """Write a file whole or not at all, whatever happens meanwhile. Raises OSError, which names it."""
    with replace_file(file) as aside:
        aside.write_bytes(data)


@contextmanager
def replace_file(file: Path) -> Iterator[Path]:
    """Where to write a file: it is put in its place once that is done, or removed. Raises OSError, which names it."""
    aside = make_aside_path(file)
    try:
        yield aside
        move_into_place(aside, file)
    except BaseException as error:
        aside.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno and error.filename in (None, str(aside)):
            raise OSError(error.errno, os.strerror(error.errno), str(file)) from error
        raise


def make_aside_path(file: Path) -> Path:
    """Where a file is written before it is whole: a name that nobody else has."""
    return file.with_name(f".{file.name}.{os.getpid()}.{secrets.token_hex(RANDOM_BYTES)}")


def find_asides(file: Path) -> set[Path]:
    """What was left aside of a file where its writing, or its removal, was broken off."""
    ours = re.compile(rf"\.{re.escape(file.name)}\.\d+\.[0-9a-f]{{{2 * RANDOM_BYTES}}}")
    return {found for found in file.parent.iterdir() if ours.fullmatch(found.name)}


def remove_folder(folder: Path) -> None:
    """Remove a folder, so that it is there whole or not at all."""
    if folder.is_dir():
        folder.replace(make_aside_path(folder))
    remove_asides(folder)


def remove_asides(path: Path) -> None:
    """Remove what was left aside of a file or a folder."""
    for left in find_asides(path):
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink(missing_ok=True)


def move_into_place(aside: Path, file: Path) -> None:
    """Put a file that was written aside in its place: synced, renamed, and its folder synced."""
    sync_path(aside)
    aside.replace(file)
    sync_path(file.parent)


def describe_disk_error(error: OSError) -> str:
    """What the disk refused, in words."""
    why = error.strerror or str(error)
    return f"{error.filename}: {why}" if error.filename else why


def sync_path(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def check_pyarrow() -> None:
    """Raises GameError where tables cannot be written."""
    if find_spec("pyarrow") is None:
        raise GameError('tables need pyarrow: pip install "shindig[research]"')


def describe_version(rules: Game, bots: Sequence[str]) -> Facts:
    """By which rules and code something was played."""
    return {"rules": rules.rules.version, "version": __version__, "code": hash_code(rules, bots)}


def describe_options(rules: Game, options: Any) -> dict[str, int | str]:
    """Every option as people write it, defaults filled in."""
    values = rules.settings(options)
    return {one.name: one.shown(values[one.name]) for one in sorted(rules.rules.options, key=lambda one: one.name)}


def hash_code(rules: Game, bots: Sequence[str]) -> str:
    """A hash of the sources of the rules, of the bots and of the laboratory, and of the files that they read."""
    kernels = (rules.rules.apply, rules.rules.hand.ended, rules.rules.hand.write_facts, rules.words.outcome)
    modules = {one.__module__ for one in kernels} | {__name__, f"{__package__}.compiled_matches"}
    if rules.policies is not None:
        modules.add(rules.policies.policy.__module__)
    modules |= {found for name in bots if (found := bot_loader.find_module(rules, name))}
    hashes = sorted(frozenset[str]().union(*map(hash_sources, modules)))
    hashes += [hashlib.sha256(file.read_bytes()).hexdigest() for file in find_data_files(rules, bots)]
    return hashlib.sha256(" ".join(hashes).encode()).hexdigest()[:16]


def find_data_files(rules: Game, bots: Sequence[str]) -> list[Path]:
    """Tables in the game's folder, and files that the command of a bot names."""
    beside = rules.services.folder.rglob("*") if rules.services.folder else ()
    tables = sorted(file for file in beside if file.is_file() and file.suffix not in NO_TABLES)
    return tables + [file for name in bots for file in bot_loader.find_command_files(name)]
