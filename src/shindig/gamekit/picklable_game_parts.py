"""Parts of a game. They cross processes by the name of their game, since kernels bound to it have no other name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import fields
from pickle import PicklingError
from typing import Any, Self

PARTS = ("rules", "words", "table", "services", "policies", "worth", "rollouts", "luck")
"""Fields of a game that hold its parts."""


_list_games: Callable[[], Iterable[Any]] = tuple
"""Function that lists the games of the registry; `game_registry.py` sets it."""


def set_registry(list_games: Callable[[], Iterable[Any]]) -> None:
    """Set the function that lists the games of the registry."""
    global _list_games
    _list_games = list_games


class GamePart:
    """Mixin for an immutable part of a game."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the part by its game, or by its fields. Raises PicklingError if another process cannot find them."""
        for game in _list_games():
            for version in game.rules.versions:
                for name in PARTS:
                    if getattr(game.at_version(version), name) is self:
                        return get_part, (game.id, version, name)
        given = {one.name: getattr(self, one.name) for one in fields(self) if one.init}  # type: ignore[arg-type]
        if lost := [name for name, one in given.items() if callable(one) and not is_module_member(one)]:
            raise PicklingError(
                f"expected a part of a game in the registry, or functions of modules, which another process finds "
                f"by name; {', '.join(lost)} of this {type(self).__name__} cannot be found"
            )
        return make_part, (type(self), given)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self


def make_part(kind: type[GamePart], given: dict[str, Any]) -> GamePart:
    """Make a part of its fields."""
    return kind(**given)


def get_part(game_id: str, version: int, name: str) -> Any:
    """Return a part of a game in the registry, in a version of its rules."""
    game = next(one for one in _list_games() if one.id == game_id)
    return getattr(game.at_version(version), name)


def is_module_member(one: Any) -> bool:
    """Return True for a function or class that another process finds by the name of its module and its own."""
    module, name = getattr(one, "__module__", None), getattr(one, "__qualname__", "")
    return getattr(sys.modules.get(module or ""), name, None) is one
