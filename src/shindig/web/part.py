"""A region of a page: what it is drawn of, and how."""

from __future__ import annotations

from collections.abc import Callable, Mapping


class Part:
    """What `draw(*of)` gives as HTML: drawn when it is first wanted, once for all pages that show it."""

    __slots__ = ("draw", "made", "of")

    def __init__(self, draw: Callable[..., str], *of: object) -> None:
        self.draw, self.of = draw, of
        self.made: str | None = None
        """The HTML, once it is drawn."""

    @property
    def html(self) -> str:
        if self.made is None:
            self.made = self.draw(*self.of)
        return self.made


Parts = Mapping[str, Part]
"""Parts by the ids of their regions. Two are drawn of the same where `draw` and `of` are."""


def settle(now: dict[str, Part], before: Parts) -> None:
    """Put parts of `before`, which may be drawn, in the places of those of `now` that are drawn of the same."""
    for name, part in now.items():
        was = before.get(name)
        if was is not None and was.draw is part.draw and was.of == part.of:
            now[name] = was


def changed(now: Parts, before: Parts) -> dict[str, str]:
    """The regions that do not look as `before`, which is drawn; what is drawn of the same is not drawn again."""
    found = {}
    for name, part in now.items():
        was = before.get(name)
        if was is part:
            continue
        if was is not None and was.draw is part.draw and was.of == part.of:
            part.made = was.made
        elif was is None or was.made != part.html:
            found[name] = part.html
    return found


def drawn(parts: Parts) -> dict[str, str]:
    return {name: part.html for name, part in parts.items()}
