"""Work on disk: a file a part as it is done, so that work given again goes on where it stopped.

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
"""Files of a game's folder that are code, text or design."""
RANDOM_BYTES = 4
"""Number of random bytes in the name of an unfinished file."""
AGAIN = "remove it, and the same command plays it again"
"""Advice about a part that is not ours."""
Facts = dict[str, Any]


class Folder:
    """Folder of one work: its facts, and a file for each finished part."""

    def __init__(self, path: str | Path, what: str = "campaign", parts: str = "parts", ending: str = ".json") -> None:
        """Raise GameError for an empty name."""
        if not str(path).strip():
            raise GameError("a folder to keep work in has a name, like talon-3; expected one with --out")
        self.path, self.what, self.ending = Path(path), what, ending
        self.parts = (self.path / parts).absolute()  # other nodes stand elsewhere

    @property
    def facts(self) -> Facts:
        """Facts of the work in the folder; empty if it is new. Raises GameError for a bad file."""
        file = self.path / f"{self.what}.json"
        return read_facts(file, "name a new folder") if file.is_file() else {}

    @contextmanager
    def begin_work(self, facts: Facts) -> Iterator[None]:
        """Begin or continue. If the work fails before any part is done, nothing is left of it. Raises GameError."""
        fresh = not self.path.exists()
        self.open(facts)
        try:
            yield
        except BaseException:
            self.undo_begin(fresh)
            raise

    def undo_begin(self, fresh: bool) -> None:
        """Remove what was begun, if no part is done; the folder too if it is `fresh`."""
        if self.list_done():
            return
        shutil.rmtree(self.parts, ignore_errors=True)
        (self.path / f"{self.what}.json").unlink(missing_ok=True)
        remove_asides(self.path / f"{self.what}.json")
        if fresh and not [*self.path.iterdir()]:
            self.path.rmdir()

    def open(self, facts: Facts) -> None:
        """Begin or continue. Raises GameError for a folder of another work, without any change."""
        self.check_facts(facts)
        self.path.mkdir(parents=True, exist_ok=True)
        write_file(self.path / f"{self.what}.json", json.dumps(facts, indent=2).encode())
        self.parts.mkdir(exist_ok=True)

    def check_facts(self, facts: Facts) -> None:
        """Check that the folder is new or of this work. Raises GameError."""
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
        """Return the finished parts."""
        return {int(file.stem) for file in self.parts.glob(f"*{self.ending}") if file.stem.isdigit()}

    def get_part_path(self, part: int) -> Path:
        """Return the path of a part."""
        return self.parts / f"{part:08}{self.ending}"

    def write_part(self, part: int, data: bytes) -> None:
        """Write a finished part."""
        write_file(self.get_part_path(part), data)


def find_difference(one: Any, other: Any) -> tuple[Any, Any]:
    """Return two facts that differ, as people read them; of options only those that differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        names = [name for name in {**one, **other} if one.get(name) != other.get(name)]
        was, now = (" ".join(f"{name}={fact.get(name)}" for name in names) for fact in (one, other))
        return was, now
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [find_difference(was, now) for was, now in zip(one, other, strict=True) if was != now]
        return ", ".join(str(was) for was, _ in pairs), ", ".join(str(now) for _, now in pairs)
    return one, other


def read_facts(file: Path, instead: str) -> Facts:
    """Read a file as a JSON object. Raises GameError, which says what to do instead."""
    try:
        found = json.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise GameError(f"{file} is no JSON: {instead}") from error
    if not isinstance(found, dict):
        raise GameError(f"{file} is no JSON object: {instead}")
    return found


def add_article(what: str) -> str:
    """Add an article: `an arena`, `a campaign`."""
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what}"


def write_file(file: Path, data: bytes) -> None:
    """Write a file, whole or not at all. Raises OSError, which names it."""
    with replace_file(file) as aside:
        aside.write_bytes(data)


@contextmanager
def replace_file(file: Path) -> Iterator[Path]:
    """Yield a path to write, which then replaces the file or is removed on failure. Raises OSError, which names it."""
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
    """Return a unique path for an unfinished file."""
    return file.with_name(f".{file.name}.{os.getpid()}.{secrets.token_hex(RANDOM_BYTES)}")


def find_asides(file: Path) -> set[Path]:
    """Return the leftovers of broken writes or removals of a file."""
    ours = re.compile(rf"\.{re.escape(file.name)}\.\d+\.[0-9a-f]{{{2 * RANDOM_BYTES}}}")
    return {found for found in file.parent.iterdir() if ours.fullmatch(found.name)}


def remove_folder(folder: Path) -> None:
    """Remove a folder, wholly or not at all."""
    if folder.is_dir():
        folder.replace(make_aside_path(folder))
    remove_asides(folder)


def remove_asides(path: Path) -> None:
    """Remove leftovers of a file or a folder."""
    for left in find_asides(path):
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink(missing_ok=True)


def move_into_place(aside: Path, file: Path) -> None:
    """Move a finished file into place: synced, renamed, and its folder synced."""
    sync_path(aside)
    aside.replace(file)
    sync_path(file.parent)


def describe_disk_error(error: OSError) -> str:
    """Describe an error of the disk."""
    why = error.strerror or str(error)
    return f"{error.filename}: {why}" if error.filename else why


def sync_path(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def check_pyarrow() -> None:
    """Raise GameError if tables cannot be written."""
    if find_spec("pyarrow") is None:
        raise GameError('tables need pyarrow: pip install "shindig[research]"')


def describe_version(rules: Game, bots: Sequence[str]) -> Facts:
    """Return the versions of rules and code that something was played by."""
    return {"rules": rules.rules.version, "version": __version__, "code": hash_code(rules, bots)}


def describe_options(rules: Game, options: Any) -> dict[str, int | str]:
    """Return every option as people write it, defaults included."""
    values = rules.settings(options)
    return {one.name: one.shown(values[one.name]) for one in sorted(rules.rules.options, key=lambda one: one.name)}


def hash_code(rules: Game, bots: Sequence[str]) -> str:
    """Hash the sources of the rules, the bots and the laboratory, and the files that they read."""
    kernels = (rules.rules.apply, rules.rules.hand.ended, rules.rules.hand.write_facts, rules.words.outcome)
    modules = {one.__module__ for one in kernels} | {__name__, f"{__package__}.compiled_matches"}
    if rules.policies is not None:
        modules.add(rules.policies.policy.__module__)
    modules |= {found for name in bots if (found := bot_loader.find_module(rules, name))}
    hashes = sorted(frozenset[str]().union(*map(hash_sources, modules)))
    hashes += [hashlib.sha256(file.read_bytes()).hexdigest() for file in find_data_files(rules, bots)]
    return hashlib.sha256(" ".join(hashes).encode()).hexdigest()[:16]


def find_data_files(rules: Game, bots: Sequence[str]) -> list[Path]:
    """Return the data files in the game's folder, and files named in a bot's command."""
    beside = rules.services.folder.rglob("*") if rules.services.folder else ()
    tables = sorted(file for file in beside if file.is_file() and file.suffix not in NO_TABLES)
    return tables + [file for name in bots for file in bot_loader.find_command_files(name)]
