"""Branding: the room's own name, colour, imprint and privacy page, and its announcements, on every page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from shindig.server.settings.room_settings import RoomSettings

PRODUCT = "shindig"
"""The name of a room without one of its own."""
MOST_LETTERS = 40
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_PAGE = re.compile(r"https?://")
_NAMED = re.compile(rf"\b{PRODUCT}\b")
LIGHT_INK, DARK_INK = "#fff8ea", "#221d1a"


@dataclass(frozen=True)
class Brand:
    """Name, colour and legal pages of a room, as its pages show them."""

    name: str = PRODUCT
    colour: str = ""
    imprint: str = ""
    """Markdown of the imprint; no such page if empty."""
    privacy: str = ""
    """Markdown of the privacy page; no such page if empty."""
    contact: str = ""
    """The person who runs the room, and how to reach them; none if empty."""

    @property
    def contact_link(self) -> str:
        """Address of a link to the contact, if it is an e-mail address or a web page; else empty."""
        if " " in self.contact:
            return ""
        return f"mailto:{self.contact}" if "@" in self.contact else self.contact if _PAGE.match(self.contact) else ""

    @property
    def style_sheet(self) -> str:
        """Style sheet of the colour, with letters on it that can be read."""
        ink = DARK_INK if measure_luminance(self.colour) > 0.3 else LIGHT_INK
        return f":root {{ --primary: {self.colour}; --primary-ink: {ink}; }}\n" if self.colour else ""


_brand = Brand()
_announcements: tuple[str, ...] = ()


def measure_luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2): 0 for black, 1 for white."""
    if not colour:
        return 0.0
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def read_brand(settings: RoomSettings) -> Brand:
    """Read the branding from the settings and their files. Raises ValueError, OSError."""
    name, colour = " ".join(settings.brand_name.split()), settings.brand_colour
    if not 1 <= len(name) <= MOST_LETTERS or not name.isprintable():
        raise ValueError(f"the setting brand-name expects 1 to {MOST_LETTERS} letters, not {settings.brand_name!r}")
    if colour and not _COLOUR.fullmatch(colour):
        raise ValueError(f'the setting brand-colour expects a colour such as "#7a1f3d", not {colour!r}')
    contact = " ".join(settings.contact.split())
    return Brand(name, colour, _read_page(settings.imprint), _read_page(settings.privacy), contact)


def _read_page(file: str) -> str:
    return Path(file).read_text(encoding="utf-8") if file else ""


def set_brand(brand: Brand) -> None:
    """Set the branding of this process, before anything is rendered."""
    global _brand
    _brand = brand


def get_brand() -> Brand:
    return _brand


def set_announcements(texts: Sequence[str]) -> None:
    """Set what all pages show at their top."""
    global _announcements
    _announcements = tuple(texts)


def get_announcements() -> tuple[str, ...]:
    return _announcements


def name_room(text: str) -> str:
    """Put the room's own name into the title of a page."""
    return text if _brand.name == PRODUCT else _NAMED.sub(lambda _: _brand.name, text)
