"""Paper of every card: its size, frame, and its colours in light and dark mode."""

from __future__ import annotations

from html import escape

WIDTH, HEIGHT = 250, 350

STYLE = (
    ":root{--paper:#fffdf6;--edge:#b9ad94;--ink:#26221c;--soft:#8a8172}"
    "@media(prefers-color-scheme:dark){:root{--paper:#f1ead9;--edge:#7d735f}}"
    "text{font-family:Georgia,'Noto Serif','DejaVu Serif',serif;font-weight:600}"
)


def draw_card(title: str, body: str, style: str = "") -> str:
    """Make the SVG document of one card face or back, with `title` for screen readers."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'stroke-linecap="round" stroke-linejoin="round">'
        f"<title>{escape(title)}</title><style>{STYLE}{style}</style>"
        f'<rect x="3" y="3" width="{WIDTH - 6}" height="{HEIGHT - 6}" rx="18" fill="var(--paper)" '
        f'stroke="var(--edge)" stroke-width="3"/>{body}</svg>'
    )
