"""Caches of functions: each has a bound and stands in one list."""

from __future__ import annotations

import ast
from pathlib import Path

from prometheus_client import generate_latest

import shindig
from shindig.core.caches import cached, clear_caches, list_caches
from shindig.server.cache_metrics import register_cache_metrics

SOURCE = Path(shindig.__file__).parent


def test_every_cache_of_a_function_stands_in_the_list() -> None:
    """Nothing but the module of caches takes a cache of the standard library, which may have no bound."""
    for path in SOURCE.rglob("*.py"):
        if path != SOURCE / "core" / "caches.py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.module == "functools":
                    assert not {"cache", "lru_cache"} & {one.name for one in node.names}, path


def test_a_cache_keeps_what_was_used_last_and_tells_how_it_does() -> None:
    asked: list[int] = []

    @cached(2)
    def square(number: int) -> int:
        asked.append(number)
        return number * number

    assert [square(one) for one in (3, 4, 3, 5, 4)] == [9, 16, 9, 25, 16]
    assert asked == [3, 4, 5, 4], "4 was used before 3 and went"
    (found,) = [one for one in list_caches() if one.name.endswith("square")]
    assert (found.bound, found.entries, found.hits, found.misses) == (2, 2, 1, 4)
    clear_caches(__name__)
    assert (square(4), asked[-1], len(asked)) == (16, 4, 5)


def test_all_caches_have_bounds_and_metrics() -> None:
    match = shindig.new("tall-card", 2, seed=1)
    match.view(0)
    found = [*list_caches()]
    assert len(found) > 50
    assert all(one.bound > 0 for one in found)
    register_cache_metrics()
    page = generate_latest().decode()
    assert 'shindig_cache_entries{cache="' in page
    assert 'shindig_cache_misses_total{cache="' in page
