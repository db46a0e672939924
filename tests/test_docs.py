"""The examples of the README and of docs/ run as they are written."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ELSEWHERE = "add-a-game.md"
"""Its examples need the game that it makes: `test_leduc.py` runs them."""
PAGES = [
    path
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    if ">>>" in path.read_text("utf-8") and path.name != ELSEWHERE
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run_as_written(page: Path) -> None:
    done = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert done.attempted > 0
    assert done.failed == 0


@pytest.mark.long
@pytest.mark.parametrize("page", ["python.md", "study-a-rule.md", "train-a-bot.md"])
def test_programs_run_as_written(page: str) -> None:
    """Blocks without prompts: they compile and take their time."""
    blocks: list[str] = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / page).read_text("utf-8"), re.DOTALL)
    programs = [block for block in blocks if ">>>" not in block]
    assert programs
    names: dict[str, object] = {}
    for program in programs:
        exec(program, names)


def test_pages_with_examples_are_found() -> None:
    assert {"README.md", "python.md", "records.md"} <= {page.name for page in PAGES}
