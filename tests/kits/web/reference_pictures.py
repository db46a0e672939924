"""Reference pictures of components and busy tables: `python -m tests.kits.web.reference_pictures` makes them again."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter, ImageStat
from playwright.sync_api import Browser, Page

from tests.kits.web.browser_kit import chromium
from tests.kits.web.busy_tables import MOMENTS, Shelf, shelf, show

FOLDER = Path(__file__).parents[2] / "snapshots" / "pictures"
PHONE = {"width": 390, "height": 844}
BROAD = {"width": 1000, "height": 900}
COMPONENTS = ("s-buttons", "s-seats", "s-melds", "s-middle", "s-reveal", "s-trick", "s-dock", "s-occasions")
BUSIEST = ("tall cards, hands of 3 shown", "talon, last card", "royal-pokebacc, four melds")
LEAST_LIKE = 6.0
"""Mean difference of two pictures, 0 to 255, at which they are no longer the same component."""


def pictures_of(browser: Browser, scheme: str) -> Iterator[tuple[str, Image.Image]]:
    """Every component in a colour scheme, and in the dark one the busiest moments, as small pictures."""
    with shelf(browser, BROAD) as (page, still):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.goto("http://still/style")
        for name in COMPONENTS:
            yield f"{name.removeprefix('s-')}-{scheme}", taken(page, f"#{name}")
    if scheme == "dark":
        with shelf(browser, PHONE) as (page, still):
            yield from moments(page, still)


def moments(page: Page, still: Shelf) -> Iterator[tuple[str, Image.Image]]:
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    for name in BUSIEST:
        show(page, still, MOMENTS[name]())
        yield name.replace(",", "").replace(" ", "-"), taken(page, "body")


def taken(page: Page, selector: str) -> Image.Image:
    """A part of a page as a picture of half its size, when its fonts and images are there."""
    page.evaluate("() => document.fonts.ready.then(() => true)")
    found = Image.open(BytesIO(page.locator(selector).first.screenshot(animations="disabled"))).convert("RGB")
    return found.resize((found.width // 2, found.height // 2), Image.Resampling.BOX)


def difference(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart, 0 to 255; a pixel to the left or right hardly counts."""
    if one.size != other.size:
        return 255.0
    soft = [picture.filter(ImageFilter.GaussianBlur(2)) for picture in (one, other)]
    return float(sum(ImageStat.Stat(ImageChops.difference(*soft)).mean)) / 3


def make() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    with chromium() as browser:
        for scheme in ("dark", "light"):
            for name, picture in pictures_of(browser, scheme):
                picture.quantize(128).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    make()
