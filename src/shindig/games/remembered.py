"""What is told of a snapshot, made again only where something differs that was read for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from .layout import Plain

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class Noting(Plain):
    """A snapshot that notes which of its fields are read: `vars` has these alone."""

    __slots__ = ("_behind",)

    def __init__(self, fields: dict[str, Any]) -> None:
        self._behind = fields

    def __getattr__(self, name: str) -> Any:
        if name not in self._behind:
            raise AttributeError(name)
        value = self.__dict__[name] = self._behind[name]
        return value


class Remembered(Generic[K, T]):
    """What `make(snapshot, key)` gave, by the key and all fields that were read for it; `most` of them are kept.

    `make` tells the same of the same fields: it reads nothing but these and the key.
    """

    def __init__(self, make: Callable[[Any, K], T], most: int) -> None:
        self._make, self._most = make, most
        self._read: dict[K, tuple[str, ...]] = {}
        """By key, the fields that were ever read for it."""
        self._kept: dict[tuple[object, ...], T] = {}

    def __call__(self, snapshot: Plain, key: K) -> T:
        fields = vars(snapshot)
        made = self._kept.get((key, *map(fields.__getitem__, self._read.get(key, ()))))
        return self._remember(fields, key) if made is None else made

    def _remember(self, fields: dict[str, Any], key: K) -> T:
        noting = Noting(fields)
        made = self._make(noting, key)
        if len(self._kept) >= self._most:
            self._kept.clear()
            self._read.clear()
        read = self._read[key] = tuple(dict.fromkeys((*self._read.get(key, ()), *vars(noting))))
        self._kept[key, *map(fields.__getitem__, read)] = made
        return made
