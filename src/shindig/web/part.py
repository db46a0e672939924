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


class Layer:
    """Regions that come together on several pages: what of them is new is found once for all of these."""

    __slots__ = ("before", "fresh", "parts")

    def __init__(self, parts: dict[str, Part], before: Layer | None = None) -> None:
        """`before` is what the same pages showed until now."""
        self.parts, self.before = parts, before
        self.fresh: Patch = {}
        """What does not look as `before`."""
        if before is not None:
            self.fresh = {name: Fragment(dumps(html)) for name, html in changed(parts, before.parts).items()}
            before.before = None

    @property
    def html(self) -> dict[str, str]:
        """All of it, drawn."""
        return {name: part.html for name, part in self.parts.items()}

    def since(self, shown: Layer | OwnLayer | None) -> Patch:
        """What a page is to be told that shows that, or nothing yet."""
        if shown is None or isinstance(shown, OwnLayer):
            return differing(self.html, shown.html if shown else {})
        return self.fresh if shown is self.before else changed(self.parts, shown.parts)

    def without(self, name: str) -> Layer:
        """The same but for a region, where it is one of them."""
        return Layer({other: part for other, part in self.parts.items() if other != name})


class OwnLayer:
    """Regions of one page alone, by their ids: each is what draws it and all that it is drawn of."""

    __slots__ = ("made", "of")

    def __init__(self, of: dict[str, tuple[Any, ...]]) -> None:
        self.of = of
        self.made: dict[str, str] = {}
        """The HTML of what is drawn."""

    @property
    def html(self) -> dict[str, str]:
        """All of it, drawn."""
        return {name: self.made.get(name) or draw(*of) for name, (draw, *of) in self.of.items()}

    def since(self, shown: Layer | OwnLayer | None) -> Patch:
        """What the page is to be told that shows that, or nothing yet; what is drawn of the same is not drawn again."""
        if not isinstance(shown, OwnLayer):
            self.made = self.html
            return differing(self.made, shown.html if shown else {})
        self.made, found = shown.made, {}
        for name, of in self.of.items():
            if of != shown.of[name] and (html := of[0](*of[1:])) != self.made[name]:
                self.made[name] = found[name] = html
        return found

    def without(self, _: str) -> OwnLayer:
        """The same: the page's own regions stay."""
        return self


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


def differing(now: Mapping[str, str], before: Mapping[str, str]) -> dict[str, str]:
    """The regions that look otherwise than before."""
    return {name: html for name, html in now.items() if html != before.get(name)}
