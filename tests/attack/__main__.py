"""`python -m tests.attack`: the attacks that the room withstands, on real servers, a line each.

They are the tests marked `attack`, and the test run has them all. Arguments are passed on to pytest, as `-k kill`.
Their long forms, a million malformed requests and a hundred thousand faults, are in `make long`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
OPTIONS = "addopts=--strict-markers --strict-config -p no:schemathesis"
"""In place of those of the test run, which set up its output."""


class Lines:
    """A reporter that prints a line for each attack: its result, its name and its time."""

    def __init__(self) -> None:
        self.count = self.broken = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped:
            self._print("skipped", report)
        elif report.failed:
            self.broken += 1
            self._print("BROKEN", report)
            print(report.longreprtext, file=sys.stderr, flush=True)
        elif report.when == "call":
            self._print("held", report)
            for title, text in report.sections:
                if "stdout" in title:
                    print(*(f"        {line}" for line in text.splitlines()), sep="\n", flush=True)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.broken += 1
            print(f"BROKEN   {report.nodeid}\n{report.longreprtext}", file=sys.stderr, flush=True)

    def _print(self, result: str, report: pytest.TestReport) -> None:
        self.count += 1
        name = report.nodeid.rpartition("::test_")[2].replace("_", " ")
        print(f"{result:8} {name} ({report.duration:.1f} s)", flush=True)


def list_modules() -> list[str]:
    """Return the modules with attacks. To load the others would take longer than many an attack."""
    return [str(path) for path in sorted(TESTS.rglob("test_*.py")) if "mark.attack" in path.read_text("utf-8")]


def main() -> int:
    lines = Lines()
    options = ["-o", OPTIONS, "-m", "attack and not long", "-p", "no:terminal", "-p", "no:cacheprovider"]
    status = int(pytest.main([*list_modules(), *options, *sys.argv[1:]], [lines]))
    print(f"{lines.count} attack{'s' * (lines.count != 1)}, {lines.broken} broken.")
    return status


if __name__ == "__main__":
    sys.exit(main())
