"""Imports between modules: the contract of `make check` finds circles."""

from __future__ import annotations

import pytest

from tests.kits.suite.acyclic_modules import find_circles


@pytest.mark.parametrize(
    ("imports", "circles"),
    [
        ({"a": {"b", "c"}, "b": {"c"}, "c": set(), "d": {"a"}}, {}),
        ({"a": {"b"}, "b": {"a", "c"}, "c": set(), "d": {"a"}}, {"a": ["b"], "b": ["a"]}),
        ({"a": {"b"}, "b": {"c"}, "c": {"a", "numpy"}}, {"a": ["b"], "b": ["c"], "c": ["a"]}),
    ],
)
def test_circles_of_imports_are_found(imports: dict[str, set[str]], circles: dict[str, list[str]]) -> None:
    assert find_circles(imports) == circles
