"""A property that is made once."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")


class once(functools.cached_property[T]):  # noqa: N801  (as `property`)
    """A property that is made when it is first read, and kept.

    The standard library's takes a lock for that before Python 3.12, which takes longer than many a property.
    """

    if not TYPE_CHECKING:

        def __get__(self, instance: Any, owner: Any = None) -> Any:
            if instance is None:
                return self
            made = instance.__dict__[self.attrname] = self.func(instance)
            return made
