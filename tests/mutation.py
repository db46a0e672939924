"""Mutations: one change of the source at random, and whether any test notices.

`PYTHONPATH=src:tests python -m mutation [COUNT] [SEED] [--to FILE] [--also TEST ...]` draws so many from the groups
below, tries each in a copy of the project and prints what was noticed of each group, and every survivor. What is in
FILE already is not tried again, so a run that was stopped goes on; survivors are, so that tests written since are seen
to notice: say which they are with `--also`. Tests run in plain Python. First all run once, to see which run which line,
and that is kept beside FILE; a change is then shown to the tests that run its line, the quickest first, and what these
do not notice to the others that run it, compiled.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

from coverage import CoverageData

ROOT = Path(__file__).parents[1]
SOURCE = Path("src/shindig")
NOT_RUN = (
    "*/steady_1*",
    "*/bots/make.py",
    "*/bots/train.py",
    "*/bots/reply.py",
    "*/bots/sampled.py",
    "*/weights.py",
    "*/look/*",
    "*/migrations/*",
)
"""Frozen bots, commands that made files which we ship, pictures, and the schema's history."""
GROUPS = {
    "bots": ("bots/*", "games/*/bots/*", "games/minds/*"),
    "games": ("games/*",),
    "room": ("room/*",),
    "records": ("record/*", "history.py", "match.py"),
}
"""The first group that a file is in counts."""
PATIENCE, LONG, MOST = 60, 10.0, 150.0
"""Seconds after which a test that does not end has noticed; of a test that is left out; of all tests for a change."""
MOST_OTHERS = 20
"""Long tests that a change is shown to, compiled."""
PYTEST = ("pytest", "-q", "-p", "no:cacheprovider")
LEFT_OUT = (
    "browser",
    "serve",
    "attacks",
    "build",
    "leduc",
    "explore",
    "docs",
    "nginx",
    "adapters",
    "lab",
    "faces",
    "running",
)
"""Tests with a process, a browser or an environment of their own: nothing can be seen of what they run."""
WATCH = """
[run]
core = ctrace
source = src/shindig
dynamic_context = test_function
"""


class Mutation(NamedTuple):
    """A part of a line, and what comes in its place."""

    path: str
    line: int
    start: int
    end: int
    new: str

    def of(self, source: str) -> str:
        """The source with the change."""
        lines = source.encode().splitlines(keepends=True)
        at = lines[self.line - 1]
        lines[self.line - 1] = at[: self.start] + self.new.encode() + at[self.end :]
        return b"".join(lines).decode()


COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


def changed(node: ast.AST) -> Iterator[ast.AST | str]:
    """What may stand in a node's place."""
    match node:
        case ast.Compare(left, [op], [right]):
            yield from (ast.Compare(left, [new()], [right]) for new in COMPARED[type(op)])
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            yield from (
                ast.BoolOp(op, [one for one in values if one is not left]) for left in values if len(values) > 2
            )
            yield from values if len(values) == 2 else ()
        case ast.UnaryOp(ast.Not() | ast.USub() | ast.Invert(), operand):
            yield operand
        case ast.BinOp(left, op, right) if type(op) in COUNTED:
            yield ast.BinOp(left, COUNTED[type(op)](), right)
        case ast.IfExp(test, body, orelse):
            yield from (ast.IfExp(test, orelse, body), body, orelse)
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Call(ast.Name("min" | "max" as name), args, keywords) if len(args) > 1:
            yield ast.Call(ast.Name("max" if name == "min" else "min"), args, keywords)
        case ast.Call(ast.Name("any" | "all" as name), args, keywords):
            yield ast.Call(ast.Name("all" if name == "any" else "any"), args, keywords)
        case ast.Continue() | ast.Break():
            yield "pass"
        case ast.Raise() | ast.AugAssign() | ast.Expr(ast.Call()):
            yield "pass"
        case ast.Assign([ast.Attribute() | ast.Subscript()], _):
            yield "pass"
        case ast.Return(value) if value is not None and not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))


def negated(node: ast.AST) -> Iterator[ast.expr]:
    """The conditions of a node: they may be turned round."""
    match node:
        case ast.If(test) | ast.While(test):
            yield test
        case ast.comprehension():
            yield from node.ifs


def live(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all in it but annotations, docstrings and declarations."""
    match node:
        case ast.Expr(ast.Constant(str())) | ast.Import() | ast.ImportFrom() | ast.arg():
            return
        case ast.AnnAssign():
            yield from live(node.value) if node.value else ()
            return
        case ast.Call(ast.Name("cast"), [_, value]):
            yield from live(value)
            return
        case ast.Assert() | ast.If(ast.Name("TYPE_CHECKING")):
            return
    yield node
    for name, inner in ast.iter_fields(node):
        if name not in ("returns", "decorator_list", "annotation"):
            for one in inner if isinstance(inner, list) else [inner]:
                yield from live(one) if isinstance(one, ast.AST) else ()


def mutations(path: str, source: str) -> Iterator[Mutation]:
    """Every change that we know of a file, each on one line."""
    for node in live(ast.parse(source)):
        found: list[tuple[ast.AST, ast.AST | str]] = [(node, new) for new in changed(node)]
        found += [(test, ast.UnaryOp(ast.Not(), test)) for test in negated(node)]
        for old, new in found:
            if isinstance(old, ast.expr | ast.stmt) and old.lineno == old.end_lineno:
                text = new if isinstance(new, str) else ast.unparse(new)
                text = f"({text})" if isinstance(new, ast.expr) else text
                yield Mutation(path, old.lineno, old.col_offset, old.end_col_offset or 0, text)


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
    return [rng.choice(lines[name][place]) for name in reversed(GROUPS) for place in drawn[name]]


class Tests(NamedTuple):
    """Which tests there are for a line."""

    by_line: dict[str, dict[int, list[str]]]
    """By file and line, the tests that run it."""
    times: dict[str, float]
    """How long each test takes that passes, and is not too long."""

    def of(self, one: Mutation) -> list[str]:
        """Those that run a line, the quickest first; where none does, as what is done at import, those of its file.

        Where there are none either, all, and first those whose files name the module.
        """
        lines = self.by_line.get(one.path, {})
        found = lines.get(one.line) or {test for tests in lines.values() for test in tests} or set(self.times)
        near = {} if lines.get(one.line) else {test: names(test.partition("::")[0], one.path) for test in found}
        known = sorted(
            (test for test in found if test in self.times), key=lambda test: (not near.get(test), self.times[test])
        )
        upto = accumulate(self.times[test] for test in known)
        return [test for test, seconds in zip(known, upto, strict=True) if seconds < MOST]

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

    def notices(self, one: Mutation, tests: Tests, also: list[str]) -> str:
        """What noticed: the first test that failed, or that time was up; empty if nothing did."""
        file = self.folder / SOURCE / one.path
        source = file.read_text()
        file.write_text(one.of(source))
        try:
            return (
                self._failed([*also, *tests.of(one)])
                or self._types()
                or self._failed([*also, *tests.others(one)], plain=False)
            )
        finally:
            file.write_text(source)

    def watch(self) -> Tests:
        """Run all tests once, and see which run which lines."""
        (self.folder / "watch").write_text(WATCH)
        files = [file for file in sorted((self.folder / "tests").glob("test_*.py")) if not self._apart(file)]
        names = [str(file.relative_to(self.folder)) for file in files]
        self._run(["coverage", "run", "--rcfile=watch", "-m", *PYTEST, *names, "--junitxml=report.xml"])
        return Tests(self._lines(), self._times())

    def _apart(self, file: Path) -> bool:
        return any(file.stem.removeprefix("test_").startswith(name) for name in LEFT_OUT)

    def _lines(self) -> dict[str, dict[int, list[str]]]:
        seen = CoverageData(str(self.folder / ".coverage"))
        seen.read()
        found: dict[str, dict[int, list[str]]] = {}
        for file in seen.measured_files():
            by_line = seen.contexts_by_lineno(file)
            tests = {line: [test_named(one) for one in of if one] for line, of in by_line.items()}
            found[Path(file).relative_to(self.folder / SOURCE).as_posix()] = tests
        return found

    def _times(self) -> dict[str, float]:
        times, unfit = defaultdict[str, float](float), set[str]()
        for case in ElementTree.parse(self.folder / "report.xml").iter("testcase"):
            name = test_named(
                f"{case.get('classname', '').removeprefix('tests.')}.{case.get('name', '').partition('[')[0]}"
            )
            times[name] += float(case.get("time", 0))
            unfit |= {name} if case.find("failure") is not None or case.find("error") is not None else set()
        return {name: seconds for name, seconds in times.items() if seconds < LONG and name not in unfit}

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
        paths = {"PYTHONPATH": f"{self.folder}/src:{self.folder}/tests"}
        quiet = {"NUMBA_DISABLE_JIT": "1", "SHINDIG_CACHE": f"{self.folder}/cache"} if plain else {}
        env = os.environ | paths | quiet | {"PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", *command]
        done = subprocess.run(command, cwd=self.folder, env=env, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr


def is_there(test: str) -> bool:
    """Whether it is a test of ours: what Hypothesis calls for a test looks like one too."""
    return (ROOT / test.partition("::")[0]).exists()


@cache
def names(file: str, path: str) -> bool:
    """Whether a file of tests names a module, by its path."""
    return is_there(file) and Path(path).stem in (ROOT / file).read_text()


def test_named(context: str) -> str:
    """A test as pytest knows it, from its module and function."""
    module, _, function = context.rpartition(".")
    return f"tests/{module.rpartition('.')[2]}.py::{function}"


def watched(copy: Copy, kept: Path) -> Tests:
    """Which tests run which line, as it is kept or seen now."""
    if not kept.exists():
        kept.write_text(json.dumps(copy.watch()))
    by_line, times = json.loads(kept.read_text())
    return Tests({path: {int(line): of for line, of in lines.items()} for path, lines in by_line.items()}, times)


def main(many: int, seed: int, to: Path, also: list[str]) -> None:
    """Try those that are not in the file yet, and its survivors once more; print all."""
    rows = [json.loads(line) for line in to.read_text().splitlines()] if to.exists() else []
    with tempfile.TemporaryDirectory(prefix="shindig-mutation-") as folder:
        copy = Copy(Path(folder))
        tests = watched(copy, to.with_suffix(".tests.json"))
        for number, one in enumerate(sample(many, seed)):
            if number < len(rows) and rows[number]["noticed"]:
                continue
            row = {**one._asdict(), "group": group_of(one.path), "noticed": copy.notices(one, tests, also)}
            rows[number : number + 1] = [row]
            to.write_text("".join(json.dumps(one) + "\n" for one in rows))
            print("." if row["noticed"] else told(row), flush=True)
    report(rows)


def told(row: dict[str, Any]) -> str:
    """A survivor: its place, and the line as it was and became."""
    one = Mutation(*(row[name] for name in Mutation._fields))
    source = (ROOT / SOURCE / one.path).read_text()
    was, now = (text.splitlines()[one.line - 1].strip() for text in (source, one.of(source)))
    return f"{one.path}:{one.line}: {was}\n    became {now}"


def report(rows: list[dict[str, Any]]) -> None:
    for name in GROUPS:
        noticed = [bool(row["noticed"]) for row in rows if row["group"] == name]
        if noticed:
            print(f"{name}: {sum(noticed)} of {len(noticed)} noticed ({sum(noticed) / len(noticed):.0%})")


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("many", type=int, nargs="?", default=300)
    options.add_argument("seed", type=int, nargs="?", default=0)
    options.add_argument("--to", type=Path, default=Path("mutations.jsonl"))
    options.add_argument("--also", nargs="*", default=[])
    given = options.parse_args()
    main(given.many, given.seed, given.to, given.also)
