"""Pickling of errors, so that they cross processes."""

from __future__ import annotations

from typing import Any


class Portable:
    """Mixin for an error whose constructor takes other arguments than the message that it keeps.

    Python makes an error again by a call of its class with the message. Where that call fails in the parent of a
    `multiprocessing.Pool`, the pool hangs for ever.
    """

    args: tuple[Any, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild_error, (type(self), self.args, self.__dict__)


def rebuild_error(kind: type[BaseException], args: tuple[Any, ...], fields: dict[str, Any]) -> BaseException:
    """Make an error again without a call of its constructor."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error
