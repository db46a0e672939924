"""Royals of the Pokebacc decks: king, queen, consort, prince and princess, dressed in their element."""

from __future__ import annotations

from typing import NamedTuple

from shindig.cards.faces.pips import path, place_markup

from .elements import BRONZE, GOLD, WHITE, Element, symbol

INK = "#2b2320"


class FigurePiece(NamedTuple):
    """A part of a figure: its material, its path, and the width of the pen (0: it is filled)."""

    stuff: str
    d: str
    pen: float = 0


class Figure(NamedTuple):
    """A royal round x = 0, from back to front, and the position of the element's symbol: x, y, scale."""

    name: str
    parts: tuple[FigurePiece, ...]
    emblem: tuple[float, float, float]
    emblem_light: bool
    """True if the symbol is on dark cloth."""


HEM = 320

_FACE = (
    FigurePiece("skin", "M-9 128H9V152Q0 160-9 152Z"),
    FigurePiece("blush", "M-9 138Q0 148 9 138V143Q0 152-9 143Z"),
    FigurePiece("skin", "M-20 104C-20 86 20 86 20 104C20 126 12 141 0 142C-12 141-20 126-20 104Z"),
)
_LOOK = (
    FigurePiece("blush", "M-17 122a4.5 3.5 0 1 0 9 0a4.5 3.5 0 1 0-9 0M8 122a4.5 3.5 0 1 0 9 0a4.5 3.5 0 1 0-9 0"),
    FigurePiece("ink", "M-13 113q4 3.5 8 0M5 113q4 3.5 8 0", 1.8),
    FigurePiece("ink", "M-14 106q5-3 9-1M14 106q-5-3-9-1", 1.3),
    FigurePiece("blush", "M1 113q3 7-2 8", 1.4),
)
_LIPS = FigurePiece("lips", "M-5 129q2.5-2 5-.5q2.5-1.5 5 .5q-5 5-10 0Z")

KING = Figure(
    "King",
    (
        FigurePiece("deep", "M-34 152C-58 166-62 240-62 320H62C62 240 58 166 34 152Z"),
        FigurePiece("main", "M-30 152C-44 170-46 240-46 320H46C46 240 44 170 30 152Z"),
        FigurePiece("tint", "M-12 170H12L18 320H-18Z"),
        FigurePiece("gold", "M-12 170L-18 320M12 170L18 320", 3),
        FigurePiece("deep", "M0 206l6 9-6 9-6-9zM0 240l6 9-6 9-6-9zM0 274l7 10-7 10-7-10z"),
        FigurePiece("deep", "M-40 176C-56 192-62 214-56 236L-40 234C-40 216-36 206-28 196Z"),
        FigurePiece("deep", "M40 176C56 192 60 222 46 244L28 232C34 222 34 208 28 196Z"),
        FigurePiece("gold", "M-58 232l17-3 1 8-17 3zM31 226l17 12-5 7-17-12z"),
        FigurePiece("white", "M-44 172C-42 154-22 146 0 146S42 154 44 172C38 190 20 198 0 198S-38 190-44 172Z"),
        FigurePiece("ink", "M-32 166l3 8 2-8zM-20 178l3 9 2-9zM-2 184l2 9 3-9zM16 178l2 9 3-9zM28 166l2 8 3-8z"),
        *_FACE,
        FigurePiece("hair", "M-23 100C-28 118-27 128-22 136L-14 120H14L22 136C27 128 28 118 23 100Z"),
        FigurePiece("skin", "M-18 100H18V120C10 134-10 134-18 120Z"),
        FigurePiece("hair", "M-20 118C-25 146-14 166 0 176C14 166 25 146 20 118C16 127 8 125 0 124S-16 127-20 118Z"),
        *_LOOK,
        FigurePiece("lips", "M-5 131q5 4 10 0z"),
        FigurePiece("hair", "M0 124C-5 120-13 121-16 129C-10 127-4 130 0 127C4 130 10 127 16 129C13 121 5 120 0 124Z"),
        FigurePiece("hairline", "M-7 140q0 14 5 24M7 140q0 14-5 24", 1.2),
        FigurePiece("main", "M-22 94L-15 62H15L22 94Z"),
        FigurePiece("gold", "M-23 98L-31 58L-14 74L0 46L14 74L31 58L23 98Q0 90-23 98Z"),
        FigurePiece(
            "gold",
            "M-31 56m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M0 43"
            "m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M31 56m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0",
        ),
        FigurePiece("main", "M0 76l5 7-5 7-5-7zM-16 80l3.5 5-3.5 5-3.5-5zM16 80l3.5 5-3.5 5-3.5-5z"),
        FigurePiece("gold", "M-48 142V318", 4.5),
        FigurePiece("skin", "M-57 238a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0"),
        FigurePiece("gold", "M16 232a17 17 0 1 0 34 0a17 17 0 1 0-34 0M33 216v-9M28 210h10"),
        FigurePiece("bronze", "M16.5 228Q33 236 49.5 228M33 215v14", 2.2),
        FigurePiece("gold", "M33 217V203M27 208H39", 3),
        FigurePiece("skin", "M22 246Q33 258 45 246Q45 236 33 242Q22 236 22 246Z"),
    ),
    (-48, 126, 0.34),
    False,
)

QUEEN = Figure(
    "Queen",
    (
        FigurePiece(
            "pale", "M-8 160C-60 168-70 116-48 82C-36 100-20 116 0 120C20 116 36 100 48 82C70 116 60 168 8 160Z"
        ),
        FigurePiece("gold", "M-8 160C-60 168-70 116-48 82M8 160C60 168 70 116 48 82", 2.2),
        FigurePiece(
            "tint",
            "M-6 152L-56 106M-6 156L-58 130M-8 158L-50 150M-4 148L-50 90M6 152L56 106M6 156L58 130M8 158"
            "L50 150M4 148L50 90",
            1.4,
        ),
        FigurePiece("hair", "M-25 118C-34 84-16 70 0 70S34 84 25 118C20 126-20 126-25 118Z"),
        FigurePiece("deep", "M-15 220C-46 244-62 290-64 320H64C62 290 46 244 15 220Z"),
        FigurePiece("main", "M-14 220C-34 246-44 290-44 320H44C44 290 34 246 14 220Z"),
        FigurePiece("pale", "M-7 222C-14 256-20 296-21 320H21C20 296 14 256 7 222Z"),
        FigurePiece("tint", "M-11 246q11 8 22 0M-15 268q15 9 30 0M-18 290q18 10 36 0M-20 310q20 10 40 0", 3),
        FigurePiece("gold", "M-7 222C-14 256-20 296-21 320M7 222C14 256 20 296 21 320", 2.4),
        FigurePiece(
            "main", "M-9 152C-26 154-32 162-28 180L-15 222Q0 230 15 222L28 180C32 162 26 154 9 152Q0 166-9 152Z"
        ),
        FigurePiece("pale", "M-7 160Q0 168 7 160L6 220Q0 224-6 220Z"),
        FigurePiece("gold", "M-15 219Q0 227 15 219", 4),
        FigurePiece("main", "M-26 160C-44 162-46 178-42 190L-27 190Z M26 160C44 162 46 178 42 190L27 190Z"),
        FigurePiece("deep", "M-42 188C-46 206-40 216-30 222L-26 212C-30 206-30 198-28 188Z"),
        FigurePiece("deep", "M42 188C52 200 56 190 52 172L44 174C44 180 42 184 28 188Z"),
        FigurePiece("gold", "M-43 189H-27M27 189H43", 3.5),
        *_FACE,
        FigurePiece("hair", "M-22 114C-24 90-12 84 0 84S24 90 22 114C18 100 12 96 0 94C-12 96-18 100-22 114Z"),
        *_LOOK,
        _LIPS,
        FigurePiece("white", "M-16 152q16 20 32 0", 4),
        FigurePiece("main", "M-19 82C-28 56-12 44 0 44S28 56 19 82Z"),
        FigurePiece("gold", "M-20 84C-32 56-12 42 0 42S32 56 20 84M0 42V82", 4),
        FigurePiece("gold", "M-24 92Q0 78 24 92L22 80Q0 68-22 80Z"),
        FigurePiece("white", "M-25 70v.1M-24 58v.1M-14 46v.1M14 46v.1M24 58v.1M25 70v.1", 5.5),
        FigurePiece("main", "M0 76l5 5-5 5-5-5z"),
        FigurePiece("gold", "M-5.5 37a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0"),
        FigurePiece("skin", "M-32 212C-22 212-16 216-6 224L-10 232C-20 228-28 226-34 222Z"),
        FigurePiece("skin", "M43 174C40 164 46 158 58 158C60 166 56 172 52 174Z"),
    ),
    (50, 140, 0.36),
    False,
)

CONSORT = Figure(
    "Consort",
    (
        FigurePiece("hair", "M-28 140C-36 92-18 74 0 74S36 92 28 140C20 146-20 146-28 140Z"),
        FigurePiece("deep", "M-28 158C-44 168-50 250-54 320H54C50 250 44 168 28 158Z"),
        FigurePiece("main", "M-20 156L-26 320H26L20 156Z"),
        FigurePiece("tint", "M-20 156L-27 320H-15L-4 168ZM20 156L27 320H15L4 168Z"),
        FigurePiece("gold", "M0 176v.1M0 192v.1M0 208v.1", 6),
        FigurePiece(
            "deep",
            "M-30 162C-52 176-56 220-46 254L-28 252C-32 228-30 206-24 190Z M30 162C52 176 56 220 46 254"
            "L28 252C32 228 30 206 24 190Z",
        ),
        FigurePiece("tint", "M-48 240l3 16 18-3-2-15zM48 240l-3 16-18-3 2-15z"),
        FigurePiece("gold", "M-49 241l20-4M49 241l-20-4", 2.4),
        *_FACE,
        FigurePiece("tint", "M-16 142Q0 160 16 142L20 158Q0 178-20 158Z"),
        FigurePiece("gold", "M-16 142Q0 160 16 142", 2.4),
        FigurePiece(
            "hair", "M-23 122C-26 92-12 82 0 82S26 92 23 122C18 118 20 106 14 100Q0 106-14 100C-20 106-18 118-23 122Z"
        ),
        *_LOOK,
        _LIPS,
        FigurePiece("gold", "M-22 98Q0 88 22 98", 4),
        FigurePiece("gold", "M0 70l8 14-8 14-8-14z"),
        FigurePiece("main", "M0 76l4 8-4 8-4-8z"),
        FigurePiece("skin", "M-44 256a9 9 0 1 0 18 0a9 9 0 1 0-18 0M26 256a9 9 0 1 0 18 0a9 9 0 1 0-18 0"),
        FigurePiece("pale", "M0 306L-58 256C-46 214 46 214 58 256Z"),
        FigurePiece("main", "M0 306L-49 264C-40 232 40 232 49 264Z"),
        FigurePiece("gold", "M0 306L-58 256M0 306L-40 235M0 306L-16 226M0 306L16 226M0 306L40 235M0 306L58 256", 2),
        FigurePiece("gold", "M0 300V318M-4 310H4", 4),
    ),
    (0, 262, 0.36),
    True,
)

PRINCE = Figure(
    "Prince",
    (
        FigurePiece("tint", "M-26 158C-50 170-60 240-60 316L-20 300V170Z"),
        FigurePiece("main", "M-26 158C-50 170-60 240-60 316L-48 312C-46 240-40 190-20 168Z"),
        FigurePiece("deep", "M-18 262L-22 320H-2L0 270L2 320H22L18 262Z"),
        FigurePiece(
            "main",
            "M-24 156C-36 160-34 176-28 190L-22 240L-30 276Q0 286 30 276L22 240L28 190C34 176 36 160 24 156"
            "Q0 170-24 156Z",
        ),
        FigurePiece("gold", "M-22 239Q0 246 22 239", 5),
        FigurePiece("tint", "M0 172v64M-30 276Q0 286 30 276", 3),
        FigurePiece("gold", "M-7 182h14M-7 196h14M-7 210h14M-7 224h14", 3),
        FigurePiece("deep", "M-26 158C-46 166-52 190-48 214L-34 212C-34 196-30 190-24 186Z"),
        FigurePiece("deep", "M26 158C46 166 54 196 48 232L32 230C34 206 30 194 24 186Z"),
        FigurePiece("tint", "M-42 172l12 6M-46 186l14 4M-48 200l14 1M42 172l-12 6M47 188l-14 3M49 204l-14 2", 3),
        *_FACE,
        FigurePiece(
            "hair", "M-23 124C-28 88-14 82 0 82S28 88 23 124C18 116 20 106 12 100Q-4 104-16 100C-19 108-18 116-23 124Z"
        ),
        *_LOOK,
        _LIPS,
        FigurePiece("white", "M-14 146Q0 158 14 146L18 156Q0 172-18 156Z"),
        FigurePiece("tint", "M10 84C14 52 34 40 56 44C44 50 50 56 40 60C46 64 36 68 34 72C38 76 24 84 14 90Z"),
        FigurePiece("pale", "M12 86C20 64 34 54 48 48", 2),
        FigurePiece("deep", "M-26 92C-30 68-12 62 4 64C20 66 30 76 27 92Q0 80-26 92Z"),
        FigurePiece("gold", "M-27 95Q0 82 28 95", 5),
        FigurePiece("gold", "M8 82a6 6 0 1 0 12 0a6 6 0 1 0-12 0"),
        FigurePiece("steel", "M-46 206V84L-42 74L-38 84V206Z"),
        FigurePiece("bronze", "M-42 84V206", 1.4),
        FigurePiece("gold", "M-56 206Q-42 200-28 206M-42 206V232", 5.5),
        FigurePiece("skin", "M-52 218a9 9 0 1 0 18 0a9 9 0 1 0-18 0"),
        FigurePiece("gold", "M-46.5 234a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0"),
        FigurePiece("gold", "M4 222H62C66 262 56 292 33 308C10 292 0 262 4 222Z"),
        FigurePiece("deep", "M9 227H57C60 260 52 286 33 301C14 286 6 260 9 227Z"),
    ),
    (33, 258, 0.38),
    True,
)

PRINCESS = Figure(
    "Princess",
    (
        FigurePiece("hair", "M-24 130C-36 88-16 74 0 74S36 88 24 130C36 160 34 190 38 214H-38C-34 190-36 160-24 130Z"),
        FigurePiece("main", "M-14 196C-36 230-52 280-56 320H56C52 280 36 230 14 196Z"),
        FigurePiece(
            "deep",
            "M-14 196C-36 230-52 280-56 320H-34C-30 280-22 236-10 200ZM14 196C36 230 52 280 56 320H34"
            "C30 280 22 236 10 200Z",
        ),
        FigurePiece("tint", "M-55.5 300q9 9 18.5 0t18.5 0t18.5 0t18.5 0t18.5 0t18.5 0L57 320H-57Z"),
        FigurePiece(
            "main", "M-9 154C-26 156-26 168-22 180L-14 200Q0 206 14 200L22 180C26 168 26 156 9 154Q0 168-9 154Z"
        ),
        FigurePiece("tint", "M-14 198Q0 205 14 198L16 206Q0 214-16 206Z"),
        FigurePiece(
            "pale",
            "M-18 158C-40 154-48 172-40 188C-32 194-24 190-20 184ZM18 158C40 154 48 172 40 188C32 194 24 190 20 184Z",
        ),
        FigurePiece("tint", "M-40 170q8 6 6 18M-30 160q6 8 6 26M40 170q-8 6-6 18M30 160q-6 8-6 26", 1.4),
        FigurePiece(
            "skin",
            "M-40 188C-48 210-34 226-14 232L-10 224C-24 218-30 208-28 190ZM40 188C48 210 34 226 14 232"
            "L10 224C24 218 30 208 28 190Z",
        ),
        FigurePiece("gold", "M-41 189q8 6 14 1M41 189q-8 6-14 1", 3),
        *_FACE,
        FigurePiece("hair", "M-23 120C-26 90-12 82 0 82S26 90 23 120C18 104 10 96-2 94C-12 98-20 106-23 120Z"),
        *_LOOK,
        _LIPS,
        FigurePiece(
            "hair",
            "M-21 128C-30 142-20 150-26 162C-20 172-28 180-22 192L-14 192C-12 182-16 176-13 166"
            "C-17 156-11 150-14 138ZM21 128C30 142 20 150 26 162C20 172 28 180 22 192L14 192"
            "C12 182 16 176 13 166C17 156 11 150 14 138Z",
        ),
        FigurePiece("gold", "M-23 193h10M23 193h-10", 4),
        FigurePiece(
            "gold", "M-22 96Q0 82 22 96L21 90C16 88 13 84 11 76Q7 83 4 79L0 66L-4 79Q-7 83-11 76C-13 84-16 88-21 90Z"
        ),
        FigurePiece("white", "M-11 74v.1M0 64v.1M11 74v.1", 5),
        FigurePiece("white", "M-11 152q11 14 22 0", 3),
        FigurePiece(
            "leaf",
            "M0 300C-2 270 4 250 0 214M0 262C-14 262-20 252-20 244C-8 244-2 252 0 262C6 246 14 240 22 240"
            "C22 250 14 258 0 262",
            3,
        ),
        FigurePiece(
            "leaf", "M0 262C-14 262-20 252-20 244C-8 244-2 252 0 262ZM0 258C6 242 14 238 22 238C22 248 14 256 0 258Z"
        ),
        FigurePiece("skin", "M-16 226a8 8 0 1 0 16 0a8 8 0 1 0-16 0M0 228a8 8 0 1 0 16 0a8 8 0 1 0-16 0"),
        FigurePiece(
            "white",
            "M0 214C-16 212-24 196-18 186C-12 186-8 190-6 194C-6 186-3 180 0 176C3 180 6 186 6 194"
            "C8 190 12 186 18 186C24 196 16 212 0 214Z",
        ),
        FigurePiece("tint", "M0 212V190M-4 208C-10 204-12 198-12 194M4 208C10 204 12 198 12 194", 2),
    ),
    (0, 167, 0.17),
    True,
)

FIGURES = {"K": KING, "Q": QUEEN, "C": CONSORT, "P": PRINCE, "S": PRINCESS}


def _stuffs(element: Element) -> dict[str, str]:
    """Return the colours of the materials for an element."""
    return {
        "deep": element.deep,
        "main": element.main,
        "tint": element.tint,
        "pale": element.pale,
        "skin": element.skin,
        "blush": element.blush,
        "hair": element.hair,
        "hairline": element.blush,
        "gold": GOLD,
        "bronze": BRONZE,
        "white": WHITE,
        "steel": "#d5dade",
        "leaf": "#4d7d3a",
        "lips": "#a8402f",
        "ink": INK,
    }


def _part(part: FigurePiece, stuffs: dict[str, str]) -> str:
    colour = stuffs[part.stuff]
    return path(part.d, "none", colour, part.pen) if part.pen else path(part.d, colour)


def figure(element: Element, rank: str) -> str:
    """Draw the royal of this rank and element round x = 0, standing on HEM."""
    royal = FIGURES[rank]
    stuffs = _stuffs(element)
    x, y, scale = royal.emblem
    inks = (element.tint, element.deep) if royal.emblem_light else (element.main, element.tint)
    return "".join(_part(part, stuffs) for part in royal.parts) + place_markup(symbol(element, *inks), x, y, scale)
