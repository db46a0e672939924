"""Cache of the server's objects, with a name and a bound: it holds the entries that were used last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, TypeVar
from weakref import WeakValueDictionary

K = TypeVar("K")
V = TypeVar("V")


class RecentCache(OrderedDict[K, V]):
    """Cache of the `bound` entries that were used last. The metrics show it by its name, the latest of each."""

    def __init__(self, name: str, bound: int) -> None:
        super().__init__()
        self.name, self.bound, self.hits, self.misses = name, bound, 0, 0
        _caches[name] = self

    def find(self, key: K) -> V | None:
        """Return an entry, which then was used last; None without one."""
        found = self.get(key)
        if found is None:
            self.misses += 1
        else:
            self.hits += 1
            self.move_to_end(key)
        return found

    def keep(self, key: K, value: V) -> list[V]:
        """Add or replace an entry. Returns those that had to go."""
        self[key] = value
        self.move_to_end(key)
        return [self.popitem(last=False)[1] for _ in range(len(self) - self.bound)]


_caches: WeakValueDictionary[str, RecentCache[Any, Any]] = WeakValueDictionary()


def list_recent_caches() -> Iterator[RecentCache[Any, Any]]:
    """Yield the caches of this process, by name."""
    for _, one in sorted(_caches.items()):
        yield one
