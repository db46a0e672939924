"""Caches of functions, each with a bound, in one list: how full they are, and how often they helped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper, lru_cache
from typing import NamedTuple, TypeVar
from weakref import WeakValueDictionary

T = TypeVar("T")
RULE_PARTS = 5000
"""Bound of caches whose keys are cards, seats, games or other parts of rules: more than there are, and no other's."""
COMPILED = 65_536
"""Bound of caches of compiled functions, whose loss would cost seconds: more than there are."""
_caches: WeakValueDictionary[str, _lru_cache_wrapper[object]] = WeakValueDictionary()


def cached(bound: int) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """Cache a function's results by its arguments. `bound` results are kept, those that were used last."""

    def decorate(function: Callable[..., T]) -> _lru_cache_wrapper[T]:
        found = lru_cache(bound)(function)
        _caches[f"{function.__module__}.{function.__qualname__}"] = found
        return found

    return decorate


class FunctionCache(NamedTuple):
    """State of one cache."""

    name: str
    """Dotted name of the function; of a method's caches the last one counts."""
    bound: int
    entries: int
    hits: int
    misses: int


def list_caches() -> Iterator[FunctionCache]:
    """Yield the state of every cache of this process, by name."""
    for name, one in sorted(_caches.items()):
        info = one.cache_info()
        yield FunctionCache(name, info.maxsize or 0, info.currsize, info.hits, info.misses)


def clear_caches(package: str) -> None:
    """Empty the caches of a package's functions. Those for parts of rules stay, since they hold costly tables."""
    for name, one in [*_caches.items()]:
        if name.startswith(f"{package}.") and one.cache_info().maxsize not in (1, RULE_PARTS):
            one.cache_clear()
