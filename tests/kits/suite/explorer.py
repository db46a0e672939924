"""`make explore`: every property test with fresh values, round after round; what fails is kept as an example.

What is found is written above its test as `@example(...)`, so that `make test` tries it from then on.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import wraps
from math import ceil
from pathlib import Path
from time import monotonic
from types import ModuleType
from typing import Any

import pytest
from hypothesis import is_hypothesis_test
from hypothesis.errors import HypothesisException

TURN = 5.0
"""Seconds that a test has until it is the next one's turn, or what one run of it takes."""


@dataclass
class Explorer:
    """The plugin of pytest that goes on until the time is over."""

    seconds: float
    found: dict[str, list[str]] = field(default_factory=dict)
    """What became of each finding, by test."""
    tried: int = 0
    end: float = 0.0

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        others = [item for item in items if not is_hypothesis_test(getattr(item, "obj", None))]
        items[:] = [item for item in items if item not in others]
        config.hook.pytest_deselected(items=others)

    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """A test that has found something rests until it is mended."""
        if session.testsfailed or session.config.option.collectonly:
            return None
        waiting, told, self.end = deque(session.items), 0, monotonic() + self.seconds
        while waiting and monotonic() < self.end:
            item = waiting.popleft()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=waiting[0] if waiting else None)
            if item.nodeid not in self.found:
                waiting.append(item)
            if told != (left := ceil((self.end - monotonic()) / 60)):
                far = f"{left} minutes left, {self.tried} examples, {len(self.found)} tests failed"
                session.config.get_terminal_writer().line(far)
                told = left
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Function) -> Iterator[None]:
        """Run a test for its turn; keep what it fails with."""
        handle = item.obj.hypothesis
        test, failures = handle.inner_test, dict[object, dict[str, Any]]()
        handle.inner_test, end = self.watched(test, failures), min(self.end, monotonic() + TURN)
        try:
            yield
            while monotonic() < end:
                item.runtest()
        except BaseException:
            drawn = [without(values, item.fixturenames) for values in failures.values()]
            kept = [keep(item.path, item.originalname, values, item.module) for values in drawn]
            self.found[item.nodeid] = kept or ["no example: see the report above"]
            raise
        finally:
            handle.inner_test = test

    def watched(self, test: Callable[..., None], failures: dict[object, dict[str, Any]]) -> Callable[..., None]:
        """A test that notes the values it failed with, by what it failed with; the last ones are the smallest."""

        @wraps(test)
        def noting(*args: Any, **values: Any) -> None:
            self.tried += 1
            try:
                test(*args, **values)
            except HypothesisException:
                raise
            except (Exception, pytest.fail.Exception) as error:
                failures[type(error), place(error)] = values
                raise

        return noting

    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """No dot for what holds."""
        return ("held", "", "") if report.passed else None

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("explored")
        terminalreporter.write_line(f"{self.tried} examples")
        for test, kept in self.found.items():
            terminalreporter.write_line("\n    ".join([test, *kept]))
        if not self.found:
            terminalreporter.write_line("nothing was found")


def place(error: BaseException) -> int:
    """The line at which an error was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_lineno if trace else 0


def without(values: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    """What was drawn, without what pytest gave."""
    return {name: value for name, value in values.items() if name not in names}


def keep(path: Path, test: str, values: Mapping[str, Any], module: ModuleType) -> str:
    """Write an example above its test: what was written, or why nothing was."""
    line = as_source(values, vars(module))
    if line is None:
        return f"cannot be written as an example: {str(values)[:500]}"
    source = path.read_text("utf-8")
    path.write_text(with_example(source, test, line), "utf-8")
    for tool in (("check", "--quiet", "--select", "I", "--fix"), ("format", "--quiet")):
        subprocess.run([sys.executable, "-m", "ruff", *tool, str(path)], check=True)
    return f"make test tries it from now on: @{line}"


def as_source(values: Mapping[str, Any], names: dict[str, Any]) -> str | None:
    """`example(...)` with these values; None where that is not read back as the same."""
    arguments = ", ".join(f"{name}={value!r}" for name, value in values.items())
    try:
        tree = Floats().visit(ast.parse(f"dict({arguments})", mode="eval"))
        again = eval(compile(ast.fix_missing_locations(tree), "example", "eval"), dict(names))
    except (SyntaxError, NameError, TypeError, ValueError):
        return None
    same = again == values or repr(again) == repr(values)
    return "example" + ast.unparse(tree).removeprefix("dict") if same else None


class Floats(ast.NodeTransformer):
    """Writes as calls what `repr` writes as names: nan and inf."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in ("nan", "inf"):
            return node
        return ast.Call(ast.Name("float", ast.Load()), [ast.Constant(node.id)], [])


def with_example(source: str, test: str, line: str) -> str:
    """The source of a module of tests with an example above a test, and the import that it needs."""
    tree, lines = ast.parse(source), source.splitlines(keepends=True)
    function = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == test)
    if line in map(ast.unparse, function.decorator_list):
        return source
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    lines.insert(function.lineno - 1, f"@{line}\n")
    if not any(node.module == "hypothesis" and "example" in [one.name for one in node.names] for node in imports):
        lines.insert(imports[0].lineno, "from hypothesis import example\n")
    return "".join(lines)
