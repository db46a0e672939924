"""Mutations: one change of the source at random, and whether any test notices.

`python -m tests.kits.suite.mutation [COUNT] [SEED] [--to FILE] [--also TEST ...] [--at-once N]` draws so many from
the groups below, tries each in a copy of the project and prints what was noticed of each group, and every survivor.
What is in FILE already is not tried again, so a run that was stopped goes on; survivors are, so that tests written
since are seen to notice: say which they are with `--also`. Tests run in plain Python. First all run once, to see which
run which line, and that is kept beside FILE; a change is then shown to the tests that run its line, the quickest first,
and what these do not notice to the others that run it, compiled.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from fnmatch import fnmatch
from functools import cache
from itertools import accumulate, chain, zip_longest
from pathlib import Path
from queue import Queue
from typing import Any, NamedTuple, TypeVar
from xml.etree import ElementTree

from coverage import CoverageData

from tests.kits.suite.source_changes import Mutation, in_function, mutations, named_at

ROOT = Path(__file__).parents[3]
SOURCE = Path("src/shindig")
NOT_RUN = (
    "*/steady_1*",
    "*/policy_weights.py",
    "*/look/*",
    "*/migrations/*",
)
"""Frozen bots, tuned weights, pictures, and the schema's history."""
T = TypeVar("T")
R = TypeVar("R")
GROUPS = {
    "bots": ("bots/*", "games/*/bots/*", "gamekit/policies/*"),
    "games": ("games/*", "gamekit/*", "core/*"),
    "server": ("server/*",),
    "records": ("record/*", "observations.py", "match.py"),
}
"""The first group that a file is in counts."""
PATIENCE, LONG, MOST, ENOUGH = 60, 10.0, 150.0, 1800.0
"""Seconds after which a test that does not end has noticed; of a test that is left out; of all tests for a change; and
after which all that are run at once have noticed."""
MOST_OTHERS = 20
"""Long tests that a change is shown to, compiled."""
PYTEST = ("pytest", "-q", "-p", "no:cacheprovider")
LEFT_OUT = (
    "browser/*",
    "cli/*",
    "attack/test_started_server_attacks.py",
    "project/*",
    "gamekit/test_installed_leduc.py",
    "docs/test_d*",
    "web/http/test_nginx.py",
    "adapters/test_pettingzoo_and_openspiel.py",
    "lab/*",
    "games/*_faces.py",
)
"""Tests with a process, a browser or an environment of their own: nothing can be seen of what they run."""
WATCH = """
[run]
core = ctrace
source = src/shindig
dynamic_context = test_function
"""


def group_of(path: str) -> str | None:
    """The group that a file is in."""
    if any(fnmatch("/" + path, pattern) for pattern in NOT_RUN):
        return None
    return next((name for name, of in GROUPS.items() if any(fnmatch(path, one) for one in of)), None)


def sample(many: int, seed: int) -> list[Mutation]:
    """As many of each group, one of a line, drawn at random from all lines that can change."""
    rng, lines = random.Random(seed), dict[str, dict[tuple[str, int], list[Mutation]]]()
    for file in sorted((ROOT / SOURCE).rglob("*.py")):
        path = file.relative_to(ROOT / SOURCE).as_posix()
        for one in mutations(path, file.read_text()) if (group := group_of(path)) else ():
            lines.setdefault(str(group), {}).setdefault((path, one.line), []).append(one)
    drawn = {name: rng.sample(sorted(lines[name]), min(-(-many // len(GROUPS)), len(lines[name]))) for name in GROUPS}
    in_turn = chain.from_iterable(zip_longest(*([(name, at) for at in drawn[name]] for name in reversed(GROUPS))))
    return [rng.choice(lines[name][place]) for name, place in filter(None, in_turn)]


class Tests(NamedTuple):
    """Which tests there are for a line."""

    by_line: dict[str, dict[int, list[str]]]
    """By file and line, the tests that run it."""
    times: dict[str, float]
    """How long each test takes that passes, and is not too long."""

    def of(self, one: Mutation) -> list[str]:
        """Those that run a line, the quickest first, as many as there is time for."""
        times = self.times
        known = dict.fromkeys(
            test for some in self._kinds(one) for test in sorted(times.keys() & some, key=lambda test: times[test])
        )
        upto = accumulate(self.times[test] for test in known)
        return [test for test, seconds in zip(known, upto, strict=True) if seconds < MOST]

    def _kinds(self, one: Mutation) -> list[set[str]]:
        """Those that run a line; of one that is run at import, or by none, those that run a line with a name that is
        given there, then those whose files name the module, then all that run lines of its file, then simply all.
        """
        lines = self.by_line.get(one.path, {})
        if lines.get(one.line) and in_function(source_of(one.path), one.line):
            return [{*lines[one.line]}]
        near = {test for test in self.times if names(test.partition("::")[0], one.path)}
        return [self._users(one), near, {*chain.from_iterable(lines.values())}, {*self.times}]

    def _users(self, one: Mutation) -> set[str]:
        """Those that run a line with a name that the line gives."""
        given = named_at(source_of(one.path), one.line)
        if not given:
            return set()
        word = re.compile(rf"\b({'|'.join(given)})\b")
        return {
            test
            for path, lines in self.by_line.items()
            if (ROOT / SOURCE / path).exists() and word.search(source_of(path))
            for line, text in enumerate(source_of(path).splitlines(), 1)
            if word.search(text)
            for test in lines.get(line, ())
        }

    def others(self, one: Mutation) -> list[str]:
        """Those that run a line, and are too long for plain Python or fail in it."""
        found = self.by_line.get(one.path, {}).get(one.line, [])
        return sorted({test for test in found if test not in self.times and is_there(test)})[:MOST_OTHERS]


class Copy:
    """A copy of the project in which sources are changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("src", "tests", "docs", "examples", "benchmarks", "scripts"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "README.md", "CHANGELOG.md", "Makefile", "LICENSE"):
            shutil.copy2(ROOT / name, folder)
        shutil.copytree(ROOT / "requirements", folder / "requirements")
        (folder / "watch").write_text(WATCH)

    def first_look(self, one: Mutation, tests: Tests) -> str:
        """What noticed: the first test in plain Python that failed, or that time was up; empty if nothing did."""
        with self._with(one):
            return self._failed(tests.of(one)) or self._types()

    def second_look(self, one: Mutation, tests: Tests, also: list[str]) -> str:
        """What noticed of the tests given, and of those that take long, compiled."""
        with self._with(one):
            return self._failed(also) or self._failed([*also, *tests.others(one)], plain=False)

    @contextmanager
    def _with(self, one: Mutation) -> Iterator[None]:
        """The copy, as long as it has a change."""
        file = self.folder / SOURCE / one.path
        source = file.read_text()
        file.write_text(one.of(source))
        try:
            yield
        finally:
            file.write_text(source)

    def watch(self, test: str) -> Tests:
        """Run a file of tests, and see which runs which lines."""
        name = test.replace("/", ".")
        seen, report = self.folder / f"{name}.seen", self.folder / f"{name}.xml"
        watching = ["coverage", "run", "--rcfile=watch", f"--data-file={seen}", "-m"]
        self._run([*watching, *PYTEST, "-p", "tests.kits.suite.time_limit", f"tests/{test}", f"--junitxml={report}"])
        return Tests(self._lines(seen), times_of(report))

    def _lines(self, file: Path) -> dict[str, dict[int, list[str]]]:
        seen = CoverageData(str(file))
        seen.read()
        found: dict[str, dict[int, list[str]]] = {}
        for source in seen.measured_files():
            by_line = seen.contexts_by_lineno(source)
            tests = {line: [test_named(one) for one in of if one] for line, of in by_line.items()}
            found[Path(source).relative_to(self.folder / SOURCE).as_posix()] = tests
        return found

    def _failed(self, tests: list[str], plain: bool = True) -> str:
        ends = [
            "-o",
            f"faulthandler_timeout={PATIENCE if plain else 10 * PATIENCE}",
            "-o",
            "faulthandler_exit_on_timeout=true",
        ]
        code, said = self._run([*PYTEST, "-x", *ends, *tests], plain) if tests else (0, "")
        if code == 0:
            return ""
        told = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return told[0].split(" - ")[0] if told else "Timeout" if "Timeout" in said else said[-200:]

    def _types(self) -> str:
        code, said = self._run(["mypy", "src"])
        return "mypy: " + said.splitlines()[0] if code else ""

    def _run(self, command: list[str], plain: bool = True) -> tuple[int, str]:
        """Exit status and what was printed."""
        paths = {"PYTHONPATH": f"{self.folder}/src:{self.folder}", "PATIENCE": str(PATIENCE)}
        quiet = {"NUMBA_DISABLE_JIT": "1", "SHINDIG_CACHE": f"{self.folder}/cache"} if plain else {}
        env = os.environ | paths | quiet | {"PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", *command]
        try:
            done = subprocess.run(command, cwd=self.folder, env=env, capture_output=True, text=True, timeout=ENOUGH)
        except subprocess.TimeoutExpired:
            return 1, "Timeout"
        return done.returncode, done.stdout + done.stderr


Look = Callable[[Copy, Mutation], str]
"""Gives what noticed."""


class Copies:
    """As many copies as are at work at once, each with its thread."""

    def __init__(self, folder: Path, many: int) -> None:
        self._free = Queue[Copy]()
        for number in range(many):
            self._free.put(Copy(folder / str(number)))
        self._threads = ThreadPoolExecutor(many)

    def each(self, work: Callable[[Copy, T], R], of: Iterable[T]) -> Iterator[tuple[T, R]]:
        """What work gives for each, as soon as it is done."""
        under_way = {self._threads.submit(self._with_one, work, one): one for one in of}
        for done in as_completed(under_way):
            yield under_way[done], done.result()

    def _with_one(self, work: Callable[[Copy, T], R], one: T) -> R:
        copy = self._free.get()
        try:
            return work(copy, one)
        finally:
            self._free.put(copy)


def times_of(report: Path) -> dict[str, float]:
    """How long each test of a report took that passed, and was not too long."""
    times, unfit = defaultdict[str, float](float), set[str]()
    for case in ElementTree.parse(report).iter("testcase") if report.exists() else ():
        name = test_named(f"{case.get('classname', '')}.{case.get('name', '').partition('[')[0]}")
        times[name] += float(case.get("time", 0))
        unfit |= {name} if case.find("failure") is not None or case.find("error") is not None else set()
    return {name: seconds for name, seconds in times.items() if seconds < LONG and name not in unfit and is_there(name)}


def is_there(test: str) -> bool:
    """Whether it is a test of ours: what Hypothesis calls for a test looks like one too."""
    return (ROOT / test.partition("::")[0]).exists()


@cache
def source_of(path: str) -> str:
    return (ROOT / SOURCE / path).read_text()


@cache
def names(file: str, path: str) -> bool:
    """Whether a file of tests names a module, by its path."""
    return is_there(file) and Path(path).stem in (ROOT / file).read_text()


def test_named(context: str) -> str:
    """A test as pytest knows it, from its module and function."""
    module, _, function = context.rpartition(".")
    return f"{module.replace('.', '/')}.py::{function}"


def watched(copies: Copies, kept: Path) -> Tests:
    """Which tests run which line, as it is kept or seen now, a file of tests at a time."""
    if not kept.exists():
        kept.write_text(json.dumps(together(seen for _, seen in copies.each(Copy.watch, files()))))
    by_line, times = json.loads(kept.read_text())
    return Tests({path: {int(line): of for line, of in lines.items()} for path, lines in by_line.items()}, times)


def files() -> list[str]:
    """The files of tests of which something can be seen."""
    found = sorted(file.relative_to(ROOT / "tests").as_posix() for file in (ROOT / "tests").rglob("test_*.py"))
    return [path for path in found if not any(fnmatch(path, pattern) for pattern in LEFT_OUT)]


def together(parts: Iterable[Tests]) -> Tests:
    """What several files of tests were seen to run."""
    whole = Tests({}, {})
    for part in parts:
        whole.times.update(part.times)
        for path, lines in part.by_line.items():
            of = whole.by_line.setdefault(path, {})
            for line, tests in lines.items():
                of.setdefault(line, []).extend(tests)
    return whole


class Rows:
    """What was tried, by its number, in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.all: dict[int, dict[str, Any]] = {}
        for line in file.read_text().splitlines() if file.exists() else ():
            row = json.loads(line)
            self.all[row["number"]] = row

    def put(self, number: int, one: Mutation, noticed: str) -> None:
        self.all[number] = {"number": number, **one._asdict(), "group": group_of(one.path), "noticed": noticed}
        self._file.write_text("".join(json.dumps(self.all[at]) + "\n" for at in sorted(self.all)))

    @property
    def survivors(self) -> list[int]:
        return [number for number, row in self.all.items() if not row["noticed"]]


def main(many: int, seed: int, to: Path, also: list[str], at_once: int) -> None:
    """Look once at those that are not in the file yet, and again at its survivors; print all."""
    rows, drawn = Rows(to), dict(enumerate(sample(many, seed)))
    with tempfile.TemporaryDirectory(prefix="shindig-mutation-") as folder:
        copies = Copies(Path(folder), at_once)
        tests = watched(copies, to.with_suffix(".tests.json"))
        looks: tuple[tuple[Look, Callable[[], Iterable[int]]], ...] = (
            (lambda copy, one: copy.first_look(one, tests), lambda: drawn.keys() - rows.all),
            (lambda copy, one: copy.second_look(one, tests, also), lambda: rows.survivors),
        )
        for look, left in looks:
            for (number, one), noticed in copies.each(look_at(look), [(at, drawn[at]) for at in sorted(left())]):
                rows.put(number, one, noticed)
                print("." if noticed else told(rows.all[number]), flush=True)
            report(rows)


def look_at(look: Look) -> Callable[[Copy, tuple[int, Mutation]], str]:
    """A look at a change that has a number."""
    return lambda copy, numbered: look(copy, numbered[1])


def told(row: dict[str, Any]) -> str:
    """A survivor: its place, and the line as it was and became."""
    one = Mutation(*(row[name] for name in Mutation._fields))
    source = (ROOT / SOURCE / one.path).read_text()
    was, now = (text.splitlines()[one.line - 1].strip() for text in (source, one.of(source)))
    return f"{one.path}:{one.line}: {was}\n    became {now}"


def report(rows: Rows) -> None:
    for name in GROUPS:
        noticed = [bool(row["noticed"]) for row in rows.all.values() if row["group"] == name]
        if noticed:
            print(f"{name}: {sum(noticed)} of {len(noticed)} noticed ({sum(noticed) / len(noticed):.0%})")


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("many", type=int, nargs="?", default=300)
    options.add_argument("seed", type=int, nargs="?", default=0)
    options.add_argument("--to", type=Path, default=Path("mutations.jsonl"))
    options.add_argument("--also", nargs="*", default=[])
    options.add_argument("--at-once", type=int, default=os.cpu_count() or 1)
    given = options.parse_args()
    main(given.many, given.seed, given.to, given.also, given.at_once)
