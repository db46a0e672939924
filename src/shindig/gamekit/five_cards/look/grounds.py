"""Grounds of the drawings: the field of court cards, the ground of a card turned up, the patterns of backs."""

from __future__ import annotations

from shindig.cards.faces.pips import circle, line, path, place_markup, rays

from .suits import GOLD, PAPER

# The whole card except the two corners of the indices.
FIELD = (
    "M80 20H220Q230 20 230 30V202Q230 212 220 212H190Q180 212 180 222V320Q180 330 170 330H30Q20 330 20 320V148"
    "Q20 138 30 138H60Q70 138 70 128V30Q70 20 80 20Z"
)
INNER_FIELD = (
    "M84 27H216Q223 27 223 34V198Q223 205 216 205H186Q173 205 173 218V316Q173 323 166 323H34Q27 323 27 316V152"
    "Q27 145 34 145H64Q77 145 77 132V34Q77 27 84 27Z"
)
CLOUD = "M-30 8C-36 8-38-2-28-3C-28-12-16-14-12-7C-8-18 10-18 11-6C20-12 28-4 23 2C32 2 32 8 26 8Z"


def draw_field(fill: str, edge: str, light: str) -> str:
    """Draw the field in one colour, with a moon and a cloud in another."""
    moon = circle(152, 90, 60, light) + place_markup(f'<path d="{CLOUD}"/>', 62, 306)
    return path(FIELD, fill, edge, 2.5) + f'<g fill="{light}" opacity=".65">{moon}</g>'


def draw_rays(x: float, y: float, inner: float, outer: float, count: int, fill: str) -> str:
    """Draw a sun of pointed rays round `x`, `y`."""
    return place_markup(path(rays(count, inner, outer, 180 / count), fill), x, y)


RIBBON = "M10 50H240V104H10Z"
FOLDS = "M10 104L26 116V104ZM240 104L224 116V104Z"
TALL_LETTERS = "M35 61H79M57 63V92M89 92L107 61 125 92M97 81H117M143 61V92H169M187 61V92H213"


# The middle of the banner, down the card.
TALL_BANNER = 77


def draw_banner(letters: str) -> str:
    """Draw the wide banner with the word TALL."""
    return path(FOLDS, "#8a6420") + path(RIBBON, PAPER, GOLD, 3) + line(TALL_LETTERS, letters, 9)


def draw_tall_card(symbol: str, deep: str, light: str, window: str = PAPER) -> str:
    """Draw a card to turn up: its ground, the banner, and the symbol (up to 130 wide) in a tall window."""
    sun = f'<svg x="12" y="12" width="226" height="326">{draw_rays(113, 210, 90, 260, 28, light)}</svg>'
    return (
        f'<rect x="12" y="12" width="226" height="326" rx="12" fill="{deep}"/>{sun}'
        f'<rect x="18" y="18" width="214" height="314" rx="8" fill="none" stroke="{GOLD}" stroke-width="2.5"/>'
        f'<ellipse cx="125" cy="222" rx="82" ry="98" fill="{window}" stroke="{GOLD}" stroke-width="5"/>'
        + place_markup(symbol, 125, 222)
        + draw_banner(deep)
    )
