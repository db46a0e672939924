"""Cache of values made from snapshots, keyed by the fields that were read."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from .layout_and_views import Plain

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class ReadRecorder(Plain):
    """Snapshot that records which fields are read; `vars` has only these."""

    __slots__ = ("_behind",)

    def __init__(self, fields: dict[str, Any]) -> None:
        self._behind = fields

    def __getattr__(self, name: str) -> Any:
        if name not in self._behind:
            raise AttributeError(name)
        value = self.__dict__[name] = self._behind[name]
        return value


class DependencyCache(Generic[K, T]):
    """Cache of `make(snapshot, key)`, keyed by the key and all fields read for it. Cleared at `most` entries.

    `make` must depend only on the key and the fields it reads.
    """

    def __init__(self, make: Callable[[Any, K], T], most: int) -> None:
        self._make, self._most = make, most
        self._read: dict[K, tuple[str, ...]] = {}
        """Fields that were ever read, by key."""
        self._kept: dict[tuple[object, ...], T] = {}

    def __call__(self, snapshot: Plain, key: K) -> T:
        fields = vars(snapshot)
        made = self._kept.get((key, *map(fields.__getitem__, self._read.get(key, ()))))
        return self._remember(fields, key) if made is None else made

    def _remember(self, fields: dict[str, Any], key: K) -> T:
        noting = ReadRecorder(fields)
        made = self._make(noting, key)
        if len(self._kept) >= self._most:
            self._kept.clear()
            self._read.clear()
        read = self._read[key] = tuple(dict.fromkeys((*self._read.get(key, ()), *vars(noting))))
        self._kept[key, *map(fields.__getitem__, read)] = made
        return made
