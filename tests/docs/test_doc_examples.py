"""The examples of the README and of docs/ run as they are written, each page from its first block to its last."""

from __future__ import annotations

import doctest
import re
import shlex
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer

from shindig.cli import app
from shindig.lab.analyse.study_report import read_study

ROOT = Path(__file__).parents[2]
ELSEWHERE = {"add-a-game.md": "gamekit/test_installed_leduc.py", "room.md": "docs/test_docs_room.py"}
"""Pages whose examples need more than a page: the game that one makes, people at tables."""
LEDUC = ROOT / "examples" / "leduc" / "src"
BLOCK = re.compile(r"^```python\n(.*?)^```$(?:\n\n```\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
"""A block of Python, and what it prints where that follows."""
TOML = re.compile(r"^```toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(
    r"^    (shindig [a-z].*)$|`(shindig [a-z]+ [^`\n]*)`|^(shindig [a-z]+ \S+ [^|,]*--.*)$", re.MULTILINE
)
"""A command in a line of its own, in a sentence, or in a block."""
PLACE = re.compile(r"\b(GAME|FILE|RECORD|room\.toml|leduc)\b|--workers$")
"""What stands for something of the reader's, which is not here."""


class Block(NamedTuple):
    """What stands in a page."""

    text: str
    prints: str

    @property
    def prompts(self) -> bool:
        return ">>>" in self.text


def blocks(path: Path) -> list[Block]:
    """The page's blocks of Python."""
    return [Block(*found) for found in BLOCK.findall(path.read_text("utf-8"))]


ALL = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGES = [path for path in ALL if blocks(path) and path.name not in ELSEWHERE]
PLAIN = {"architecture.md"}
"""Pages whose programs compile nothing that takes its time."""
PROGRAMS = [path for path in PAGES if not all(block.prompts for block in blocks(path))]


def run_examples(path: Path, number: int, text: str, names: dict[str, Any]) -> None:
    """Lines with prompts say what is told here."""
    test = doctest.DocTestParser().get_doctest(text, names, path.name, str(path), number)
    done = doctest.DocTestRunner().run(test, clear_globs=False)
    names |= test.globs
    assert done.attempted > 0
    assert done.failed == 0


def run(path: Path, programs: bool) -> None:
    """The blocks of a page in their order, with the names of those before."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, block in enumerate(blocks(path)):
        if block.prompts:
            run_examples(path, number, block.text, names)
        elif programs:
            with redirect_stdout(StringIO()) as printed:
                exec(compile(block.text, f"{path.name}, block {number}", "exec"), names)
            assert printed.getvalue() == block.prints


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_examples_run_as_written(path: Path) -> None:
    run(path, programs=path.name in PLAIN)


@pytest.mark.long
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_programs_run_as_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks without prompts: they compile and take their time."""
    monkeypatch.syspath_prepend(str(LEDUC))
    run(path, programs=True)


def test_pages_with_examples_are_found() -> None:
    assert {"README.md", "architecture.md", "bots.md", "python.md", "records.md"} <= {page.name for page in PAGES}
    assert all((Path(__file__).parents[1] / test).is_file() for test in ELSEWHERE.values())


def test_tables_of_settings_are_understood(tmp_path: Path) -> None:
    studies = TOML.findall((ROOT / "docs" / "study-a-rule.md").read_text("utf-8"))
    for text in studies:
        (tmp_path / "study.toml").write_text(text)
        assert read_study(tmp_path / "study.toml").parts
    (entry,) = TOML.findall((ROOT / "docs" / "architecture.md").read_text("utf-8"))
    example = tomllib.loads((ROOT / "examples" / "leduc" / "pyproject.toml").read_text("utf-8"))
    points = tomllib.loads(entry)["project"]["entry-points"]
    assert points == example["project"]["entry-points"]
    assert studies


def commands() -> Iterator[tuple[str, str]]:
    """All commands that pages show with what they take, but for those with words in the place of values."""
    for path in ALL:
        for shown in SHOWN.findall(path.read_text("utf-8")):
            words = next(filter(None, shown))
            if not PLACE.search(words):
                yield path.name, words


@pytest.mark.parametrize(("page", "words"), [*commands()])
def test_commands_are_understood(page: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not run, but read with all that they take, as the command line reads them."""
    monkeypatch.chdir(ROOT)
    command: Any = typer.main.get_command(app)
    rest = shlex.split(words, comments=True)[1:]
    context = command.make_context("shindig", rest)
    while hasattr(command, "commands"):
        name, command, rest = command.resolve_command(context, rest)
        context = command.make_context(name, rest, parent=context)
    assert not context.args, page
