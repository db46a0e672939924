"""A table as one SVG picture, for notebooks and sharing: the contents of a scene with the faces of its cards."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from textwrap import wrap

from .gamekit.amount_format import format_amount
from .gamekit.card_faces import draw_back, draw_face
from .gamekit.game_spec import Look
from .gamekit.table_scene import Card, Pile, Plate, Scene
from .messages import Text, format_text

WIDTH, MARGIN, GAP = 920, 24, 14
COLUMNS = 3
RATIO = 1.4
"""Height of a card divided by its width."""
SMALL, MIDDLE, LARGE = 40, 64, 92
"""Widths of cards: other seats', in the middle, the viewer's."""
NARROW, BROAD = 38, 78
"""Letters per line: on a plate, on the whole sheet."""
TITLE_LETTERS = 58
"""Letters per line of the title."""
LINE, RESULT_LINE, TITLE_LINE = 17, 26, 32
"""Line heights in pixels: on a plate, of the result, of the title."""
LETTER = 7.6
"""Width of a letter of a pile's name, in pixels."""
STYLE = (
    "text{font-family:Georgia,'Noto Serif','DejaVu Serif',serif;fill:#f4ecdd}.b{font-weight:700}"
    ".s{font-size:13px;fill:#d8cfbd}.g{fill:#f0ce7a;font-weight:700}"
)


@dataclass
class SvgSheet:
    """Drawing in progress, from the top down."""

    names: Sequence[str]
    y: float = MARGIN
    marks: list[str] = field(default_factory=list)
    faces: dict[tuple[str, str | None], str] = field(default_factory=dict)
    """Faces by card. Each is drawn once and referred to afterwards."""

    def fill_names(self, text: Text) -> str:
        return format_text(text, self.names)

    def wrap_text(self, text: Text, most: int) -> list[str]:
        """Fill in the names and wrap the text into lines of `most` letters."""
        return wrap(self.fill_names(text), most)

    def draw_text(self, x: float, y: float, text: Text, style: str = "", size: int = 16, anchor: str = "start") -> None:
        self.draw_line(x, y, self.fill_names(text), style, size, anchor)

    def draw_line(self, x: float, y: float, told: str, style: str, size: int = 16, anchor: str = "start") -> None:
        """Draw text in which the names are already filled in."""
        self.marks.append(
            f'<text x="{x:.0f}" y="{y:.0f}" class="{style}" font-size="{size}" text-anchor="{anchor}">'
            f"{escape(told)}</text>"
        )

    def draw_card(self, card: Card, x: float, y: float, width: float) -> None:
        """Draw a card with its upper left corner at (x, y)."""
        known = self.faces.setdefault((card.deck, card.code), f"f{len(self.faces)}")
        self.marks.append(
            f'<use href="#{known}" transform="translate({x:.1f} {y:.1f}) scale({width / 250:.4f})">'
            f"<title>{escape(self.fill_names(card.label))}</title></use>"
        )

    def draw_pile(self, pile: Pile, x: float, y: float, width: float, room: float) -> float:
        """Draw cards from x on, overlapping if room is short. Returns their total width."""
        cards = pile.cards[-1:] if pile.shape == "stack" else pile.cards
        if not cards:
            return 0.0
        usual = width * (0.45 if pile.shape == "fan" else 1.05)
        step = min(usual, (room - width) / max(1, len(cards) - 1))
        for number, card in enumerate(cards):
            self.draw_card(card, x + number * step, y, width)
        if pile.size is not None:
            self.draw_text(x + width - 4, y + width * RATIO - 6, str(pile.size), "b g", 15, "end")
        return width + step * (len(cards) - 1)


def draw_table(scene: Scene, names: Sequence[str] = (), viewer: int = -1, cloth: tuple[str, str] = Look.cloth) -> str:
    """Draw a scene as an SVG document. `viewer` sits at the bottom with a large hand; -1 for an onlooker.

    `cloth` holds the inner and outer colour of the table. Raises GameError and CardError for cards without a picture.
    """
    sheet = SvgSheet([*names, *(f"Seat {seat}" for seat in range(len(names), len(scene.seats)))])
    for line in sheet.wrap_text(scene.title, TITLE_LETTERS):
        sheet.draw_line(MARGIN, sheet.y + 20, line, "b", 24)
        sheet.y += TITLE_LINE
    sheet.y += 8
    _draw_others(sheet, [seat for seat in scene.seats if seat.seat != viewer])
    _draw_middle(sheet, scene)
    if viewer >= 0:
        _draw_own(sheet, scene.seats[viewer])
    return _make_document(sheet, scene, cloth)


def _draw_others(sheet: SvgSheet, seats: Sequence[Plate]) -> None:
    width = (WIDTH - 2 * MARGIN - (COLUMNS - 1) * GAP) / COLUMNS
    for start in range(0, len(seats), COLUMNS):
        row = seats[start : start + COLUMNS]
        height = max(_measure_height(sheet, seat) for seat in row)
        for column, seat in enumerate(row):
            _draw_plate(sheet, seat, MARGIN + column * (width + GAP), width, height)
        sheet.y += height + GAP


def _measure_height(sheet: SvgSheet, seat: Plate) -> float:
    piles = [pile for pile in seat.piles if pile.cards]
    lines = sheet.wrap_text(_format_words(sheet, seat), NARROW)
    return 62 + LINE * len(lines[1:]) + (SMALL * RATIO + 8) * len(piles)


def _draw_plate(sheet: SvgSheet, seat: Plate, x: float, width: float, height: float) -> None:
    shade = "0.45" if seat.state == "in" else "0.22"
    sheet.marks.append(
        f'<rect x="{x:.0f}" y="{sheet.y:.0f}" width="{width:.0f}" height="{height:.0f}" rx="12" '
        f'fill="#000" fill-opacity="{shade}"/>'
    )
    sheet.draw_text(x + 12, sheet.y + 24, f"{{{seat.seat}}}", "b", 17)
    if seat.chips is not None:
        sheet.draw_text(x + width - 12, sheet.y + 24, _format_money(seat), "g", 15, "end")
    y = sheet.y + 54
    for number, line in enumerate(sheet.wrap_text(_format_words(sheet, seat), NARROW)):
        y = sheet.y + 54 + LINE * number
        sheet.draw_line(x + 12, y - 10, line, "s")
    for pile in seat.piles:
        wide = sheet.draw_pile(pile, x + 12, y, SMALL, width - 90)
        if pile.note:
            sheet.draw_text(x + 22 + wide, y + 30, pile.note, "s")
        y += SMALL * RATIO + 8 if pile.cards else 0


def _format_money(seat: Plate) -> str:
    return format_amount(seat.chips or 0) + (f" (bet {format_amount(seat.bet)})" if seat.bet else "")


def _format_words(sheet: SvgSheet, seat: Plate) -> str:
    state = [seat.state] if seat.state != "in" else []
    return ", ".join(map(sheet.fill_names, [*state, *seat.badges, *([seat.said] if seat.said else [])]))


def _draw_middle(sheet: SvgSheet, scene: Scene) -> None:
    """Draw the piles in rows, each with its name, then the pots and the result."""
    x = float(MARGIN)
    piles = [pile for pile in scene.centre if pile.cards]
    for pile in piles:
        label = f"{{{pile.seat}}}" if pile.seat is not None else pile.name
        words = max(LETTER * len(sheet.fill_names(text)) for text in (label, pile.note))
        if x + max(words, MIDDLE) > WIDTH - MARGIN:
            x, sheet.y = float(MARGIN), sheet.y + MIDDLE * RATIO + 46
        wide = sheet.draw_pile(pile, x, sheet.y + 4, MIDDLE, 190)
        sheet.draw_text(x, sheet.y + MIDDLE * RATIO + 22, label, "s b")
        sheet.draw_text(x, sheet.y + MIDDLE * RATIO + 38, pile.note, "s")
        x += max(wide, words) + 26
    sheet.y += MIDDLE * RATIO + 52 if piles else 0
    told = "   ".join(f"{sheet.fill_names(name)} {format_amount(amount)}" for name, amount in scene.pots)
    for text, style in ((told, "g"), (scene.result, "b g")):
        for line in sheet.wrap_text(text, BROAD):
            sheet.draw_line(WIDTH / 2, sheet.y + 16, line, style, 18, "middle")
            sheet.y += RESULT_LINE
        sheet.y += 4 if text else 0


def _draw_own(sheet: SvgSheet, seat: Plate) -> None:
    sheet.draw_text(MARGIN, sheet.y + 22, f"{{{seat.seat}}}", "b", 18)
    words = _format_words(sheet, seat)
    words = f"{_format_money(seat)}  {words}" if seat.chips is not None else words
    sheet.draw_text(WIDTH - MARGIN, sheet.y + 22, words, "g", 15, "end")
    sheet.y += 36
    for number, pile in enumerate(seat.piles):
        if pile.cards:
            width = SMALL if number else LARGE
            sheet.draw_pile(pile, MARGIN, sheet.y, width, WIDTH - 2 * MARGIN)
            sheet.y += width * RATIO + 12


def _make_document(sheet: SvgSheet, scene: Scene, cloth: tuple[str, str]) -> str:
    inner, outer = cloth
    height = sheet.y + MARGIN
    faces = "".join(_embed_face(deck, code, known) for (deck, code), known in sheet.faces.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
        f'height="{height:.0f}" role="img"><title>{escape(sheet.fill_names(scene.title))}</title><style>'
        f"{STYLE}</style><defs>"
        f'<radialGradient id="cloth"><stop offset="0" stop-color="{inner}"/><stop offset="1" stop-color="{outer}"/>'
        f'</radialGradient>{faces}</defs><rect width="{WIDTH}" height="{height:.0f}" rx="22" fill="url(#cloth)"/>'
        f"{''.join(sheet.marks)}</svg>"
    )


def _embed_face(deck: str, code: str | None, known: str) -> str:
    """Embed a face as a picture of its own, so that its styles do not affect the rest."""
    drawn = b64encode((draw_face(deck, code) if code else draw_back(deck)).encode()).decode()
    return f'<image id="{known}" width="250" height="350" href="data:image/svg+xml;base64,{drawn}"/>'
