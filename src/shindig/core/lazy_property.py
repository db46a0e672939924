"""A cached property without a lock, which `functools.cached_property` takes before Python 3.12."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")


class once(functools.cached_property[T]):  # noqa: N801  (as `property`)
    """Property that is computed at first read and cached.

    Before Python 3.12, `functools.cached_property` takes a lock, which costs more than many of these properties.
    """

    if not TYPE_CHECKING:

        def __get__(self, instance: Any, owner: Any = None) -> Any:
            if instance is None:
                return self
            made = instance.__dict__[self.attrname] = self.func(instance)
            return made
