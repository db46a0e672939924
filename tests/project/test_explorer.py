"""What `make test` and `make explore` promise of themselves: the same values in every run; what is found is kept."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.kits.suite.explorer import as_source, with_example

PROPERTY = """from __future__ import annotations

import secrets

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

tried: list[int] = []


@given(number=st.integers())
def test_all_numbers_are_small(number: int) -> None:
    tried.append(number)
    assert number < 1000


def test_chance() -> None:
    print("\\ntold", tried, secrets.token_hex(), np.random.default_rng().random())
"""
HOLDS = "number < 1000", "number == number"


@dataclass
class Pair:
    one: float
    two: str


def ran(folder: Path, source: str, *options: str, hashes: str = "0") -> str:
    """What pytest says of a module of tests that stands beside the suite's own configuration."""
    module = folder / "test_made_up.py"
    module.write_text(source)
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "tests.conftest", *options, str(module)]
    path = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"PYTHONPATH": path, "PYTHONHASHSEED": hashes}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300).stdout


def test_two_runs_try_the_same_and_have_the_same_chance(tmp_path: Path) -> None:
    source = PROPERTY.replace(*HOLDS)
    (tmp_path / "other.py").write_text("MANY = [7_777_777, 8_888_888, 9_999_999]")
    once = ran(tmp_path, source, hashes="1")
    again = ran(tmp_path, source.replace("import numpy", "import other\nimport numpy"), hashes="2")
    told = [line for line in once.splitlines() if line.startswith("told")]
    assert len(told) == 1, once
    assert told[0] in again, "in whatever order names are hashed, whatever else is loaded"


def test_what_is_found_is_tried_from_then_on(tmp_path: Path) -> None:
    said = ran(tmp_path, PROPERTY, "--explore", "0.2")
    assert "@example(number=1000)" in said
    source = (tmp_path / "test_made_up.py").read_text()
    assert source == PROPERTY.replace("import given", "import example, given").replace(
        "def test_all", "@example(number=1000)\ndef test_all"
    )
    assert "Failing explicit example" in ran(tmp_path, source)


def test_an_example_is_written_once() -> None:
    added = with_example(PROPERTY, "test_all_numbers_are_small", "example(number=7)")
    assert added.count("@example(number=7)\ndef test_all") == 1
    assert with_example(added, "test_all_numbers_are_small", "example(number=7)") == added


@pytest.mark.parametrize(
    ("value", "source"),
    [
        (Pair(-math.inf, "é'\n"), "example(x=Pair(one=-float('inf'), two=\"é'\\n\"))"),
        ([{"a": {1, 2}, "b": (math.nan,)}], "example(x=[{'a': {1, 2}, 'b': (float('nan'),)}])"),
        (object(), None),
        (iter([1]), None),
    ],
)
def test_an_example_is_what_failed_or_is_not_written(value: object, source: str | None) -> None:
    assert as_source({"x": value}, globals()) == source
