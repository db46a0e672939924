"""Mutations: one change of the source at random, and whether any test notices.

`PYTHONPATH=src:tests python -m mutation [COUNT] [SEED] [--to FILE]` draws so many from the groups below, tries each in
a copy of the project and prints what was noticed of each group, and every survivor. What is in FILE already is not
tried again, so a run that was stopped goes on. Nothing is compiled: tests run in plain Python, but for those that take
long there or need compiled code.
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
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]
SOURCE = Path("src/shindig")
NOT_RUN = (
    "*/steady_1*",
    "*/bots/make.py",
    "*/bots/train.py",
    "*/bots/reply.py",
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
PATIENCE, LONG = 60, 8.0
"""Seconds after which a test that does not end has noticed, and those of a test that is left out."""

PYTEST = ("pytest", "-q", "-p", "no:cacheprovider")
POKEBACC = ("test_pokebacc_[demgptvw]*", "test_verdict", "test_playthroughs", "test_every_game", "test_perft")
FIVE = (
    "test_tall_card_[!bt]*",
    "test_tall_cards_[!bt]*",
    "test_tall_card*_twin",
    "test_playthroughs",
    "test_every_game",
    "test_perft",
)
TESTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("games/talon/bots/*", ("test_decisions", "test_talon_bots", "test_talon_minds", "test_history")),
    ("games/pokebacc/bots/*", ("test_decisions", "test_pokebacc_bots", "test_history")),
    ("games/tall_card/bots/*", ("test_decisions", "test_tall_card_bots", "test_tall_minds", "test_history")),
    ("games/tall_cards/bots/*", ("test_decisions", "test_tall_cards_bots", "test_tall_minds", "test_history")),
    ("games/minds/*", ("test_decisions", "test_talon_minds", "test_tall_minds", "test_pokebacc_bots")),
    ("bots/*", ("test_bots_outside", "test_room_bots", "test_arena", "test_history")),
    (
        "games/talon/*",
        (
            "test_talon_[!mb]*",
            "test_playthroughs",
            "test_every_game",
            "test_perft",
            "test_room_together",
            "test_talon_bots",
        ),
    ),
    ("games/pokebacc/*", (*POKEBACC, "test_room_together", "test_pokebacc_bots")),
    ("games/tall_card/*", ("test_tall_card_[!b]*", *FIVE[3:], "test_tall_card_bots", "test_tall_minds")),
    ("games/tall_cards/*", ("test_tall_cards_[!b]*", *FIVE[3:], "test_tall_cards_bots", "test_tall_minds")),
    ("games/betting/*", (*FIVE, *POKEBACC, "test_tall_card_bots", "test_tall_cards_bots")),
    ("games/five_cards/*", (*FIVE, "test_tall_card_bots", "test_tall_cards_bots", "test_tall_minds")),
    ("games/usual/*", ("test_leduc", "test_registry", "test_check", "test_one_folder")),
    (
        "games/*",
        (
            "test_kernels",
            "test_registry",
            "test_check",
            "test_leduc",
            "test_chance",
            *FIVE,
            *POKEBACC,
            "test_talon_*",
            "test_arena",
        ),
    ),
    (
        "room/*",
        (
            "test_room*",
            "test_store",
            "test_people",
            "test_fair",
            "test_knowledge*",
            "test_verdict",
            "test_way_of_a_move",
            "test_api",
            "test_web_*",
            "test_serve",
            "test_attacks",
            "test_no_leak",
        ),
    ),
    (
        "record/*",
        (
            "test_record",
            "test_room_record",
            "test_playthroughs",
            "test_history",
            "test_cli",
            "test_terminal",
            "test_docs",
        ),
    ),
    (
        "*",
        (
            "test_record",
            "test_chance",
            "test_history",
            "test_playthroughs",
            "test_every_game",
            "test_arena",
            "test_terminal",
            "test_room",
        ),
    ),
)
"""For a file, the first row that fits: tests that are about it, the nearest first."""


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


def tests_of(path: str) -> list[str]:
    """The files of tests for a file, the nearest first."""
    named = next(of for pattern, of in TESTS if fnmatch(path, pattern))
    files = [str(file.relative_to(ROOT)) for one in named for file in sorted((ROOT / "tests").glob(f"{one}.py"))]
    return list(dict.fromkeys(files))


class Copy:
    """A copy of the project in which sources are changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("src", "tests", "docs", "examples", "benchmarks", "scripts"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "README.md", "CHANGELOG.md", "Makefile", "LICENSE"):
            shutil.copy2(ROOT / name, folder)
        shutil.copytree(ROOT / "requirements", folder / "requirements")

        self.left_out: dict[str, list[str]] = {}

    def notices(self, one: Mutation) -> str:
        """What noticed: the first test that failed, or that time was up; empty if nothing did."""
        files = [file for file in tests_of(one.path) if file not in self.left_out]
        self.left_out |= {file: self._unfit(file) for file in files}
        file = self.folder / SOURCE / one.path
        source = file.read_text()
        file.write_text(one.of(source))
        try:
            return self._failed(tests_of(one.path)) or self._types()
        finally:
            file.write_text(source)

    def _unfit(self, file: str) -> list[str]:
        """The tests of a file that fail without any change, or take long."""
        report = self.folder / "report.xml"
        self._run([*PYTEST, file, f"--junitxml={report}", "-o", "junit_family=xunit1"])
        cases = ElementTree.parse(report).iter("testcase")
        unfit = [one for one in cases if float(one.get("time", 0)) > LONG or one.find("failure") is not None]
        return [f"{file}::{one.get('name')}" for one in unfit]

    def _failed(self, files: list[str]) -> str:
        without = [f"--deselect={one}" for file in files for one in self.left_out[file]]
        ends = ["-o", f"faulthandler_timeout={PATIENCE}", "-o", "faulthandler_exit_on_timeout=true"]
        code, said = self._run([*PYTEST, "-x", *ends, *files, *without])
        if code in (0, 5):
            return ""
        told = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return told[0].split(" - ")[0] if told else "Timeout" if "Timeout" in said else said[-200:]

    def _types(self) -> str:
        code, said = self._run(["mypy", "src"])
        return "mypy: " + said.splitlines()[0] if code else ""

    def _run(self, command: list[str]) -> tuple[int, str]:
        """Exit status and what was printed."""
        paths = {"PYTHONPATH": f"{self.folder}/src:{self.folder}/tests", "SHINDIG_CACHE": f"{self.folder}/cache"}
        env = os.environ | paths | {"NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", *command]
        done = subprocess.run(command, cwd=self.folder, env=env, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr


def tried(one: Mutation, copy: Copy) -> dict[str, Any]:
    return {**one._asdict(), "group": group_of(one.path), "noticed": copy.notices(one)}


def main(many: int, seed: int, to: Path) -> None:
    """Try those that are not in the file yet; print all."""
    rows = [json.loads(line) for line in to.read_text().splitlines()] if to.exists() else []
    with tempfile.TemporaryDirectory(prefix="shindig-mutation-") as folder, to.open("a") as file:
        copy = Copy(Path(folder))
        for one in sample(many, seed)[len(rows) :]:
            rows.append(tried(one, copy))
            file.write(json.dumps(rows[-1]) + "\n")
            file.flush()
            print("." if rows[-1]["noticed"] else told(rows[-1]), flush=True)
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
    given = options.parse_args()
    main(given.many, given.seed, given.to)
