"""The glossary names things that exist, and retired words do not come back."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import NamedTuple

import pytest

import shindig

RELEASE_1 = {"gamekit/renamed_since_release_1.py", "games/minds.py"}
"""Modules that load packages of release 1.0 by the names of that time."""
SOURCE = Path(shindig.__file__).parent
DOCS = Path(__file__).parents[2] / "docs"
ROW = re.compile(r"^\| (?!term |---)([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
MOST_WORDS = 25
"""Length of a sentence of the glossary."""

RETIRED_CLASSES = """
    Accord Agreeing Announcing Around Asking Below Crowd Deeds Door Easing Feed Fortune Furniture Gathering GoingOn
    HandTold Happening History House Jobs Keeper Keeping Knows Looker Manners Memory Mind Minds Moment Moving News
    Noting Outlook Pacing Passing Past Played Posed Remembered Resting Room Rung Sat Saying Sitting Spoken TakingBack
    Telling Together TogetherInfo TogetherLeft Trail Trying Usual Weighed
""".split()
RETIRED_MODULES = """
    accord afterwards alone anybody around asking asleep below books chronicle coached comb crowd deeds due faults feed
    fold furniture gathering handing held hopes house jobs keeping kept lot manners mild minds moment opened passes
    passing past people picking refusals retold sponge tells thinking told trail trying usual verdict wanted what_if
    wins wire
""".split()
RETIRED_PHRASES = re.compile(
    r"\b(lies there|whoever|that which|at once for all|(?:is|are) told of|somebody's own)\b", re.IGNORECASE
)
REWRITTEN = ("architecture.md", "glossary.md")
"""Pages of docs/ in which no retired phrase may stand."""


class Term(NamedTuple):
    """A row of the glossary."""

    name: str
    meaning: str
    code: tuple[str, ...]
    """Names in the package `shindig`."""


@cache
def read_glossary() -> tuple[Term, ...]:
    rows = ROW.findall((DOCS / "glossary.md").read_text("utf-8"))
    return tuple(Term(name, meaning, tuple(re.findall(r"`([\w.]+)`", code))) for name, meaning, code in rows)


@cache
def parse_source() -> dict[str, ast.Module]:
    """Parse all modules, by path below the package."""
    files = {file.relative_to(SOURCE).as_posix(): file for file in sorted(SOURCE.rglob("*.py"))}
    return {name: ast.parse(file.read_text("utf-8")) for name, file in files.items() if name not in RELEASE_1}


def find_identifiers(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield all identifiers of a module with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name, node.lineno
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name, node.lineno
            case ast.alias(name=name, asname=other):
                yield from ((part, node.lineno) for part in (*name.split("."), other or ""))


def find_docstrings(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield the docstrings of a module, its classes, functions and attributes, with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield text, node.lineno


@pytest.mark.parametrize("term", read_glossary(), ids=lambda term: term.name)
def test_a_term_is_one_sentence_about_something_that_exists(term: Term) -> None:
    assert term.meaning.endswith(".")
    assert term.meaning.count(". ") == 0
    assert len(term.meaning.split()) < MOST_WORDS
    assert term.code
    for name in term.code:
        resolve_name(f"shindig.{name}")  # raises an error for a name that does not exist


def test_every_term_stands_once_in_the_glossary() -> None:
    names = [term.name for term in read_glossary()]
    assert len(names) > 50
    assert len(set(names)) == len(names)


def test_a_name_that_does_not_exist_is_noticed() -> None:
    with pytest.raises(AttributeError):
        resolve_name("shindig.gamekit.game_spec.House")


def test_no_retired_class_comes_back() -> None:
    found = [
        f"{file}:{line}: {name}"
        for file, tree in parse_source().items()
        for name, line in find_identifiers(tree)
        if name in RETIRED_CLASSES
    ]
    assert found == []


def test_no_retired_module_comes_back() -> None:
    assert [file for file in parse_source() if {*Path(file).with_suffix("").parts} & {*RETIRED_MODULES}] == []


def test_no_retired_phrase_comes_back_in_a_docstring() -> None:
    found = [
        f"{file}:{line}: {phrase}"
        for file, tree in parse_source().items()
        for text, line in find_docstrings(tree)
        for phrase in RETIRED_PHRASES.findall(text)
    ]
    assert found == []


@pytest.mark.parametrize("page", REWRITTEN)
def test_no_retired_phrase_comes_back_in_a_page(page: str) -> None:
    assert RETIRED_PHRASES.findall((DOCS / page).read_text("utf-8")) == []
