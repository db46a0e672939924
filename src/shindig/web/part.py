"""The regions of a page: what each is drawn of, and which of them do not look as before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from orjson import Fragment, dumps


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
Patch = Mapping[str, str | Fragment]
"""Regions of a page as they look now, as HTML or as JSON of it."""
NOTHING: Patch = {}


class Layer:
    """Regions that come together on several pages: what of them is new is found once for all that show the same."""

    __slots__ = ("before", "fresh", "parts")

    def __init__(self, parts: dict[str, Part]) -> None:
        self.parts = parts
        self.before: Layer | None = None
        """What pages showed that were told of this."""
        self.fresh = NOTHING
        """What does not look as that."""

    def since(self, shown: Layer) -> Patch:
        """What a page is to be told that shows that."""
        if shown is self:
            return NOTHING
        if not shown.parts:
            return changed(self.parts, shown.parts)
        if shown is not self.before:
            fresh = changed(self.parts, shown.parts)
            self.before, self.fresh = shown, {name: Fragment(dumps(html)) for name, html in fresh.items()}
            shown.before = None
        return self.fresh

    def without(self, name: str) -> Layer:
        """The same but for a region, where it is one of them."""
        return Layer({other: part for other, part in self.parts.items() if other != name})


Regions = dict[str, tuple[Any, ...]]
"""Regions by their ids: what draws each, and all that it is drawn of."""


class OwnLayer:
    """Regions of one page alone."""

    __slots__ = ("made", "of")

    def __init__(self, of: Regions) -> None:
        self.of = of
        self.made: dict[str, str] = {}
        """The HTML that the page shows."""

    def since(self, shown: OwnLayer) -> dict[str, str]:
        """What the page is to be told, which has shown that until now; what is drawn of the same is not drawn again."""
        before, self.made, found = shown.of, shown.made, {}
        for name, of in self.of.items():
            if of != before.get(name) and (html := of[0](*of[1:])) != self.made.get(name):
                self.made[name] = found[name] = html
        return found


def changed(now: dict[str, Part], before: Parts) -> dict[str, str]:
    """The regions that do not look as `before`; parts of it take the places of those that are drawn of the same."""
    found = {}
    for name, part in now.items():
        was = before.get(name)
        if was is None:
            found[name] = part.html
        elif was is part:
            continue
        elif was.draw is part.draw and was.of == part.of:
            now[name] = was
        elif was.html != part.html:
            found[name] = part.html
    return found
