"""`python -m tests.attack`: the attacks that the room withstands, on real servers, a line each.

They are the tests marked `attack`. Their long forms, a million malformed requests and a hundred thousand faults, are in
`make long`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


class Lines:
    """A line an attack: whether it was held off, what it was, how long it took."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.failed:
            what = report.nodeid.rpartition("test_")[2].replace("_", " ")
            print(f"{'held' if report.passed else 'BROKEN'}  {what} ({report.duration:.1f} s)", flush=True)


def main() -> int:
    return int(pytest.main([str(HERE), "-m", "attack", "-p", "no:terminal", "-p", "no:cacheprovider"], [Lines()]))


if __name__ == "__main__":
    sys.exit(main())
