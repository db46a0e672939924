"""Courts of the Talon deck: Knave, Knight, Queen and King in four suits, each with the emblem of the suit."""

from __future__ import annotations

from typing import NamedTuple

from shindig.cards.faces.pips import circle, line, path, place_markup

from .figures import BEARD, CROWN, CROWN_BAND, FRINGE, HAND, LONG_HAIR, MOUSTACHE, SHORT_HAIR, TIARA, features
from .palette import (
    BROWN,
    CORAL,
    CREAM,
    FAIR,
    GOLD,
    INK,
    PALE_GOLD,
    STEEL,
    STONE,
    TAN,
    WHITE,
    both,
    layers,
    oval,
    star,
    window,
)
from .suits import SUITS, SYMBOLS, SuitColours, SymbolColours


class CourtFigure(NamedTuple):
    """Colours of a suit's people and horses."""

    skin: str
    hair: str
    grey: str
    horse: str
    mane: str


PEOPLE = {
    "S": CourtFigure(FAIR, "#4a3328", "#dfe3ea", "#e9e6ee", "#8d8aa6"),
    "C": CourtFigure(TAN, "#8a3b1c", "#b0562b", "#b5744a", "#5d2f1c"),
    "P": CourtFigure(BROWN, "#2b1d1c", "#4b3a38", "#4c3630", "#1f1518"),
    "W": CourtFigure(FAIR, "#c98a35", "#f0ead8", "#cfa66a", CREAM),
}

# Position of an emblem in the hand: the height of its middle above the hand, and its scale.
GRIPS = {"S": (20, 1.0), "C": (14, 1.0), "P": (44, 0.92), "W": (20, 1.4)}
METAL = {
    "C": SymbolColours(GOLD, "#bd8020", PALE_GOLD),
    "P": SymbolColours(GOLD, "#bd8020", "#fff0c2"),
    "W": SymbolColours("#b5dc9a", "#6fa75a", CREAM),
}

LONG_BLADE = "M0-106L9-92V6H-9V-92Z"
LONG_BLADE_SHADE = "M0-106L9-92V6H0Z"
LONG_HILT = "M-24 2Q0 8 24 2V12Q8 14 5 16V36H-5V16Q-8 14-24 12Z"

CLOAK = "M-26 168C-70 174-88 208-92 330H92C88 208 70 174 26 168Z"
TUNIC = "M-26 168L-36 330H36L26 168Z"
ERMINE = (
    "M-24 160C-56 164-72 186-68 208C-46 216-20 224 0 240C20 224 46 216 68 208C72 186 56 164 24 160"
    "C16 178-16 178-24 160Z"
)
ERMINE_TAILS = "M-48 188v8M-28 204v8M0 220v8M28 204v8M48 188v8"
SLEEVE = "M62 186C86 196 92 240 84 272C72 288 50 284 38 272L42 246C54 252 58 244 56 230Z"
CUFF = "M46 242L34 276L46 282L60 246Z"

SHOULDERS = "M-34 178Q0 164 34 178L24 204H-24Z"
GOWN = "M-30 176C-58 180-66 200-60 224C-52 250-70 290-86 330H86C70 290 52 250 60 224C66 200 58 180 30 176Q0 206-30 176Z"
BODICE = "M-22 190Q0 206 22 190L16 262L30 330H-30L-16 262Z"
LACES = "M-11 216L11 228M11 216L-11 228M-9 234L9 246M9 234L-9 246"
NECKLACE = "M-19 176Q0 200 19 176"

DOUBLET = "M-24 170C-60 174-72 200-74 236L-64 330H64L74 236C72 200 60 174 24 170Q0 188-24 170Z"
HALF_DOUBLET = "M0 178Q14 178 24 170C60 174 72 200 74 236L64 330H0Z"
COLLAR = "M-30 164L-34 182L-18 196L0 182L18 196L34 182L30 164Q0 186-30 164Z"
CAP = "M-40 104C-54 84-36 62-4 62C30 60 52 78 44 102C20 92-16 92-40 104Z"
CAP_BRIM = "M-42 104C-20 90 20 90 46 101V112C20 100-18 101-40 115Z"
FEATHER = "M30 92C36 60 20 36-14 32C-30 30-44 36-54 48C-30 44-6 48 6 62C14 72 20 82 30 92Z"
QUILL = "M30 92C22 62 0 44-44 44"

HORSE = (
    "M-26 146L-14 168C14 172 40 200 46 244C64 246 90 254 90 270V330H-46C-48 296-42 268-26 242"
    "C-36 244-44 250-50 258C-58 268-72 266-77 256C-80 246-74 236-69 226L-52 186C-46 174-40 168-34 162Z"
)
MANE = (
    "M-18 150C10 150 46 186 56 236C52 240 46 246 40 246C38 238 34 236 28 236C28 226 24 222 16 222C18 212 12 206 4 206"
    "C6 196 0 190-8 188C-4 180-10 174-18 170Z"
)
BRIDLE = "M-40 168L-18 196L-30 238M-72 232L-48 250M-56 242L-26 214"
REINS = "M-50 250C-20 262 10 262 30 250"
CLOTH = "M-46 290C-10 270 40 268 90 276V330H-46Z"
CLOTH_HEM = "M-46 290C-10 270 40 268 90 276"
BREASTPLATE = "M0 168C-14 176-18 206-12 250H72C82 210 76 178 50 168Q26 184 0 168Z"
BREASTPLATE_SHADE = "M25 176V250H72C82 210 76 178 50 168Q38 178 25 176Z"
HELMET = "M-10 120C-12 86 4 72 25 72S62 86 60 120L54 160Q25 180-4 160Z"
VISOR = "M-10 116L25 108L60 116L56 140L25 172L-6 140Z"
VISOR_SHADE = "M25 108L60 116L56 140L25 172Z"
SLITS = "M-2 124L20 120M52 124L30 120M14 146v10M25 148v14M36 146v10"
PLUME = "M25 74C20 44 40 22 66 26C84 30 90 54 84 84C78 72 72 68 64 70C66 62 58 58 52 62C44 62 32 66 25 74Z"


def held(suit: str, x: float, y: float, skin: str) -> str:
    """Draw the emblem of the suit in a hand at `x`, `y`."""
    above, scale = GRIPS[suit]
    emblem = long_sword() if suit == "S" else SYMBOLS[suit](METAL[suit])
    return place_markup(emblem, x, y - above, scale) + place_markup(path(HAND, skin), x, y)


def long_sword() -> str:
    """Draw a sword that reaches above the shoulder, point up."""
    blade = path(LONG_BLADE, "#eef2f8") + path(LONG_BLADE_SHADE, "#b4bfd2")
    return blade + path(LONG_HILT, GOLD) + circle(0, 40, 7, PALE_GOLD)


def king(suit: str, colours: SuitColours, person: CourtFigure) -> str:
    """Draw a king with crown, beard and ermine."""
    crown = layers(
        path(CROWN, GOLD) + path(CROWN_BAND, PALE_GOLD),
        both(circle(40, 56, 5, PALE_GOLD) + circle(17, 101, 3, colours.main)),
        circle(0, 47, 6, PALE_GOLD) + circle(0, 99, 4, colours.main),
    )
    return layers(
        path(SHORT_HAIR, person.grey),
        path(CLOAK, colours.light),
        path(TUNIC, colours.dark),
        line("M0 236V322", GOLD, 4),
        features(person.skin),
        path(ERMINE, WHITE),
        line(ERMINE_TAILS, INK, 3),
        path(BEARD, person.grey),
        path(MOUSTACHE, person.grey, INK, 0.8),
        place_markup(crown, 0, -5),
        path(SLEEVE, colours.light, colours.main, 1.5),
        path(CUFF, WHITE),
        held(suit, 36, 262, person.skin),
    )


def queen(suit: str, colours: SuitColours, person: CourtFigure) -> str:
    """Draw a queen with a fine crown, long hair and a gown."""
    pearls = circle(0, 50, 5, WHITE) + both(circle(42, 72, 4.5, WHITE) + circle(20, 84, 3.5, WHITE))
    sleeve = path(SLEEVE, colours.light, colours.main, 1.5) + path(CUFF, GOLD)
    return layers(
        path(LONG_HAIR, person.hair),
        features(person.skin),
        path(SHOULDERS, person.skin),
        path(GOWN, colours.light),
        path(BODICE, colours.dark),
        line(LACES, GOLD, 2.5),
        line(NECKLACE, PALE_GOLD, 3),
        circle(0, 191, 5, CORAL),
        path(FRINGE, person.hair),
        path(TIARA, GOLD),
        pearls,
        path(star(4, 9, 3.5, 0, 84), colours.main),
        f'<g transform="scale(-1 1)">{sleeve}</g>',
        held(suit, -38, 262, person.skin),
    )


def knave(suit: str, colours: SuitColours, person: CourtFigure) -> str:
    """Draw a knave with a feathered cap and a doublet of two colours."""
    return layers(
        path(SHORT_HAIR, person.hair),
        path(DOUBLET, colours.light),
        path(HALF_DOUBLET, colours.dark),
        features(person.skin),
        path(COLLAR, WHITE),
        "".join(circle(0, y, 4, GOLD) for y in (206, 230, 254, 278, 302)),
        path(FRINGE, person.hair),
        path(CAP, colours.light),
        path(CAP_BRIM, GOLD),
        path(FEATHER, CREAM),
        line(QUILL, colours.main, 2),
        path(SLEEVE, colours.dark, colours.main, 1.5),
        path(CUFF, GOLD),
        held(suit, 38, 262, person.skin),
    )


def knight(suit: str, colours: SuitColours, person: CourtFigure) -> str:
    """Draw a knight with helmet and plume, on a horse."""
    rider = layers(
        path(PLUME, CREAM),
        path(BREASTPLATE, STEEL),
        path(BREASTPLATE_SHADE, STONE),
        path(HELMET, STEEL),
        path(VISOR, "#dfe4ee"),
        path(VISOR_SHADE, STEEL),
        line(SLITS, INK, 3),
        line("M25 72V108", GOLD, 4),
    )
    return layers(
        place_markup(rider, -16, 0),
        horse(person.horse, person.mane),
        path(CLOTH, colours.light),
        line(CLOTH_HEM, GOLD, 5),
        held(suit, 42, 250, STONE),
    )


def horse(coat: str, mane: str) -> str:
    """Draw the head and neck of a horse, looking left."""
    return layers(
        path(HORSE, coat),
        path(MANE, mane),
        oval(-44, 196, 4, 5, INK),
        oval(-70, 250, 2.5, 3.5, INK),
        line(BRIDLE, GOLD, 4),
        line(REINS, GOLD, 3),
    )


COURTS = {"J": knave, "N": knight, "Q": queen, "K": king}


def court(rank: str, suit: str) -> str:
    """Draw the picture of a court card in its window."""
    colours = SUITS[suit]
    halo = circle(0, 124, 76, colours.dark) + circle(0, 124, 70, "none", GOLD, 1.5)
    return window(halo + COURTS[rank](suit, colours, PEOPLE[suit]), colours.main, colours.pale, GOLD)
