"""The regions of a page: what each is drawn of, and which of them do not look as before."""

from __future__ import annotations

from collections.abc import Callable, Mapping

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
    """Parts that come together, mostly on several pages: what of them is new is found once for all of these."""

    __slots__ = ("before", "fresh", "parts")

    def __init__(self, parts: dict[str, Part], before: Layer | None = None) -> None:
        """`before` is what the same pages showed until now."""
        self.parts, self.before = parts, before
        self.fresh: Patch = {}
        """What does not look as `before`."""
        if before is not None:
            self.fresh = {name: Fragment(dumps(html)) for name, html in changed(parts, before.parts).items()}
            before.before = None

    def since(self, shown: Layer | None) -> Patch:
        """What a page is to be told that shows that, or nothing yet."""
        if shown is None:
            return drawn(self.parts)
        return self.fresh if shown is self.before else changed(self.parts, shown.parts)

    def without(self, name: str) -> Layer:
        """The same but for a region, where it is one of them."""
        return Layer({other: part for other, part in self.parts.items() if other != name})


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


def drawn(parts: Parts) -> dict[str, str]:
    return {name: part.html for name, part in parts.items()}
