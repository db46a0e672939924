"""Draw the icons of `src/shindig/web/static/icons` from `icon.svg`, in each size that devices ask for.

The files are in the repository, so only a change of the drawing needs this script: `python -m scripts.draw_icons`, in
the environment of the tests. Names that begin with `cut` have a ground and a margin, for devices that crop icons.
"""

from __future__ import annotations

from pathlib import Path

from tests.kits.web.browser_kit import chromium

STATIC = Path(__file__).resolve().parents[1] / "src/shindig/web/static"
NAMES = ("192", "512", "cut-180", "cut-192", "cut-512")
GROUND, MARGIN, SIDE = "#f3ece0", 14, 64
"""Colour of the ground, and the margin of a drawing with this side."""


def main() -> None:
    drawing = (STATIC / "icon.svg").read_text()
    cropped = f"{-MARGIN} {-MARGIN} {SIDE + 2 * MARGIN} {SIDE + 2 * MARGIN}"
    with chromium() as browser:
        for name in NAMES:
            size, cut = int(name.removeprefix("cut-")), name.startswith("cut-")
            page = browser.new_page(viewport={"width": size, "height": size})
            shown = drawing.replace(f"0 0 {SIDE} {SIDE}", cropped) if cut else drawing
            page.set_content(f'<body style="margin:0;background:{GROUND if cut else "none"}">{shown}')
            (STATIC / "icons" / f"{name}.png").write_bytes(page.screenshot(omit_background=not cut))
            page.close()


if __name__ == "__main__":
    main()
