"""The beasts, drawn on the whole card in the colours of a suit."""

from __future__ import annotations

from math import cos, radians, sin

from shindig.cards.faces.curves import SweptBody, refine_spine, write_path
from shindig.cards.faces.pips import circle, line, path, place_markup

from .suits import PAPER, Suit

SHADOW, TONGUE_RED, CROWN_GOLD = "#e6e0d2", "#d8452e", "#f0c04a"

# The dragon's spine from the tail to the neck: x, y, half width. The head looks to the left, the neck joins at 0,0.
DRAGON_SPINE = (
    (38, 246, 1), (36, 278, 5), (60, 304, 8), (104, 304, 11), (146, 284, 14), (154, 248, 16), (122, 224, 17),
    (76, 214, 18), (48, 186, 18), (60, 152, 18), (102, 146, 18), (148, 162, 18), (188, 158, 17), (208, 124, 16),
    (196, 88, 15), (168, 72, 15),
)  # fmt: skip
TUFT = "M0 6C-14-2-10-14-16-24C-4-20-2-14 0-10C2-20 0-26 8-34C12-22 10-16 8-10C14-12 18-16 22-22C22-8 14 4 0 6Z"
MANE = (
    "M-6-22C6-40 24-40 34-36C26-32 26-28 30-26C42-26 50-18 52-10C42-14 38-10 40-4C50 2 50 12 46 20C40 12 34 14 32 18"
    "C36 28 30 38 22 42C22 34 16 30 10 30C6 36-2 40-10 38C-4 32-4 26-6 20Z"
)
HORNS = "M-16-24C-12-40 0-42 4-62C12-52 10-44 6-38C16-38 26-44 32-56C36-40 24-28 8-24Z"
SKULL = (
    "M14-20C4-30-12-32-22-28C-30-32-36-26-38-22C-48-18-58-24-66-26C-76-26-82-18-80-10C-78-6-72-4-66-4"
    "C-56-4-42 0-36 6L-30 12C-16 18 4 18 16 12C24 8 18 0 22-4C14-8 22-14 14-20Z"
)
JAW = "M-30 8C-42 6-54 8-66 4C-70 12-66 22-56 24C-44 28-26 28-10 24C2 22 12 18 16 8Z"
TEETH = "M-72-5L-69 5-65-4ZM-56-4L-54 3-50-3ZM-62 5L-59-3-56 6ZM-48 7L-46 0-43 7Z"
TONGUE = "M-34 9C-48 2-54 0-62 2C-56 6-48 12-34 14Z"
BEARD = "M-60 22C-58 32-62 40-70 44C-58 44-52 40-50 34C-48 40-50 46-54 50C-42 48-36 38-38 26Z"
WHISKERS = "M-76-14C-86-20-90-12-88-4M-66-22C-70-40-84-42-88-36"
FLAMES = "M-20 4C-24-10-16-16-18-28C-10-26-8-20-6-18C-4-24-4-30 4-36C6-28 6-22 8-18C12-20 16-24 16-28C22-18 24-4 20 4Z"
FEET = ((118, 172, 0.9, 60), (196, 176, 0.9, 60), (140, 296, 0.9, 20))
CROWN = "M-20 4L-24-20-11-9-2-26 8-9 21-20 17 4Q-2 9-20 4Z"
MARK = (
    "M-42-4C-44-14-34-20-26-15L-14-17C-12-26-4-31 6-30L2-44C14-42 21-36 22-28L34-38C40-26 38-18 32-12L44-8"
    "C40-2 38 2 36 6L44 18C36 20 32 22 30 26L32 38C22 36 16 32 12 26C4 32-8 32-18 29L-34 28C-40 22-38 18-35 13"
    "L-14 12-20 6-34 5C-40 4-42 0-42-4ZM-8-14L6-8-10-5Z"
)
FOOT = (
    "M-8-14C2-12 12-8 16 2C20-2 28-2 34 4C28 2 24 4 22 8C28 8 32 12 34 18C28 14 24 14 20 16C22 20 22 26 18 32"
    "C18 24 14 22 10 20C4 24-4 20-8 14Z"
)


def dragon_head(suit: Suit) -> str:
    """Draw a dragon's head looking to the left, about -90..52 by -62..50, the neck at 0,0."""
    return (
        line(WHISKERS, suit.ink, 2.5)
        + f'<g fill="{suit.accent}" stroke="{suit.ink}" stroke-width="2">'
        + f'<path d="{MANE}"/><path d="{BEARD}"/><path fill="{suit.pale}" d="{HORNS}"/>'
        + f'<path fill="{suit.base}" d="{JAW}"/><path fill="{suit.base}" d="{SKULL}"/></g>'
        + path(TONGUE, TONGUE_RED)
        + path(TEETH, PAPER)
        + circle(-26, -15, 6.5, PAPER, suit.ink, 2)
        + circle(-28, -14, 3.2, suit.ink)
        + line("M-41-19C-34-27-22-25-13-17", suit.ink, 4.5)
        + line("M-74-15Q-71-18-68-15M-22 4C-12 10-4 6-2-2", suit.ink, 2.5)
    )


def pearl(suit: Suit) -> str:
    """Draw the dragon's pearl with its flames."""
    return path(FLAMES, suit.accent, suit.ink, 2) + circle(0, 0, 16, PAPER, suit.ink, 2) + circle(-5, -5, 4, suit.pale)


def dragon(suit: Suit) -> str:
    """Draw a dragon in three coils, its head at the upper right looking to the left, its pearl in the lowest."""
    body = SweptBody(DRAGON_SPINE)
    fine = SweptBody(refine_spine(DRAGON_SPINE, 2))
    feet = "".join(place_markup(f'<path d="{FOOT}"/>', *foot) for foot in FEET)
    return (
        place_markup(path(TUFT, suit.accent, suit.ink, 2), 38, 250)
        + path(fine.fins(0.9, 10, 6), suit.accent, suit.ink, 1.5)
        + f'<g fill="{suit.base}" stroke="{suit.ink}" stroke-width="2">{feet}</g>'
        + path(body.band(), suit.base, suit.ink, 2.5)
        + path(body.band(-0.25, -0.93), suit.pale)
        + line(fine.ribs((-0.25, -0.93), 3), suit.ink, 1.5)
        + f'<g opacity=".5">{line(fine.ribs((0.85, 0.35, -0.15), -5), suit.ink, 1.5)}</g>'
        + place_markup(pearl(suit), 100, 262)
        + place_markup(dragon_head(suit), 164, 76)
    )


def dragon_emperor(suit: Suit) -> str:
    """Draw the dragon with a crown."""
    return dragon(suit) + place_markup(
        path(CROWN, CROWN_GOLD, suit.ink, 2) + circle(-1, -3, 3.5, TONGUE_RED), 160, 46, 1, -4
    )


def dragon_mark(fill: str) -> str:
    """Draw a small dragon's head of one colour for badges, within 40 of 0,0."""
    return place_markup(f'<path d="{MARK}" fill="{fill}" fill-rule="evenodd"/>', 0, 0, 0.82)


def emperor_mark(fill: str) -> str:
    """Draw the small head with its crown."""
    return place_markup(dragon_mark(fill), 0, 6, 1.15) + place_markup(path(CROWN, CROWN_GOLD, fill, 2), 6, -27, 0.9, 4)


# The phoenix: body from the tail to the head, then each wing as (degrees clockwise from the right, length, half width).
PHOENIX_SPINE = (
    (82, 232, 3), (88, 220, 11), (100, 203, 17), (120, 184, 21), (144, 166, 19), (162, 144, 13), (170, 120, 9),
    (178, 98, 8), (192, 86, 9),
)  # fmt: skip
BREAST = (
    (94, 220, 0), (110, 206, 6), (134, 186, 9), (157, 165, 8), (168, 141, 6), (175, 119, 5), (183, 100, 4),
    (193, 92, 3),
)  # fmt: skip
PLUMAGE = (
    "M100 200q7 1 8 8M112 190q7 1 8 8M112 180q-3-5 0-9M126 180q7 1 8 8M140 168q7 1 8 8M152 152q7 1 8 8M160 136q5 0 7 5"
)
NEAR_WING = (
    (186, 82, 9), (200, 88, 9), (214, 84, 9), (228, 92, 9), (241, 112, 10), (253, 128, 10), (265, 132, 10),
    (276, 120, 10),
)  # fmt: skip
FAR_WING = ((352, 72, 9), (340, 82, 9), (327, 92, 9), (314, 104, 9), (302, 116, 9), (290, 124, 9))
TAIL = (
    ("M90 214C70 226 38 214 36 244", 36, 254, 6),
    ("M90 216C74 246 46 252 50 284", 50, 296, 0),
    ("M92 218C92 254 74 262 88 294", 88, 308, -8),
    ("M94 218C104 248 108 264 126 286", 130, 298, -24),
    ("M96 214C118 228 138 228 152 250", 158, 262, -36),
)
EYE_SPOT = "M0-16C14-8 16 8 0 20C-16 8-14-8 0-16Z"
CREST = "M190 78C182 64 172 60 162 62M192 76C190 60 182 50 172 46M196 75C199 60 195 50 188 42"
PLUMES = ((160, 63), (170, 45), (187, 40))
BEAK = "M200 76C212 74 222 80 225 93C215 89 208 92 202 96Z"


def _feather(x: float, y: float, degrees: float, length: float, half: float) -> str:
    """Return path data of a feather growing from `x`, `y`."""
    along, across = cos(radians(degrees)), sin(radians(degrees))

    def at(far: float, side: float) -> tuple[float, float]:
        return (x + along * far * length - across * side * half, y + across * far * length + along * side * half)

    return write_path((x, y), "c", [at(0.4, -1), at(0.9, -1.3), at(1, 0), at(0.9, 1), at(0.4, 1), (x, y)]) + "z"


def _wing(x: float, y: float, feathers: tuple[tuple[float, float, float], ...], part: float, fill: str) -> str:
    """Draw the feathers of one row of a wing, `part` of their full length."""
    drawings = "".join(f'<path d="{_feather(x, y, turn, part * long, half)}"/>' for turn, long, half in feathers)
    return f'<g fill="{fill}">{drawings}</g>'


def _tail(suit: Suit) -> str:
    ribbons = "".join(data for data, *_ in TAIL)
    spot = path(EYE_SPOT, suit.accent, suit.ink, 2) + circle(0, 4, 7, suit.ink) + circle(0, 4, 3, PAPER)
    spots = "".join(place_markup(spot, x, y, 1, turn) for _, x, y, turn in TAIL)
    return line(ribbons, suit.ink, 11) + line(ribbons, suit.base, 7) + line(ribbons, suit.pale, 2) + spots


def phoenix(suit: Suit) -> str:
    """Draw a phoenix flying to the upper right, its tail to the lower left."""
    body = SweptBody(PHOENIX_SPINE)
    far, near = (152, 152), (128, 166)
    return (
        f'<g stroke="{suit.ink}" stroke-width="2">'
        + _wing(*far, FAR_WING, 1, suit.pale)
        + _wing(*far, FAR_WING, 0.62, suit.base)
        + _tail(suit)
        + line(CREST, suit.ink, 3)
        + "".join(circle(x, y, 5.5, suit.accent) for x, y in PLUMES)
        + path(BEAK, suit.accent)
        + path(body.band(), suit.base)
        + circle(194, 86, 12, suit.base)
        + line(PLUMAGE, suit.ink, 1.5)
        + path(SweptBody(BREAST).band(), suit.accent)
        + _wing(*near, NEAR_WING, 1, suit.base)
        + _wing(*near, NEAR_WING, 0.68, PAPER)
        + _wing(*near, NEAR_WING, 0.42, suit.accent)
        + circle(197, 84, 4.5, PAPER)
        + "</g>"
    )


# The unicorn looks to the right; its neck rises from the lower edge of the field.
HORSE = (
    "M30 329C30 250 48 170 92 112C98 102 106 96 114 94C132 92 144 104 152 122C162 142 178 162 190 182"
    "C200 196 198 209 187 213C178 216 168 213 160 207C152 204 142 203 134 208C124 214 118 224 118 236"
    "C118 266 142 292 170 329Z"
)
NECK_SHADE = (
    "M134 208C124 214 118 224 118 236C118 266 142 292 170 329H146C118 292 106 266 108 236C109 222 116 210 134 208Z"
)
COLLAR = "M42 250C62 280 96 288 133 276L144 294C100 306 56 296 35 270Z"
FACE_LINES = "M128 204C146 198 156 186 156 172M190 207C182 208 176 205 172 200M150 118C140 114 130 114 124 118"
EAR = "M106 100C98 82 104 66 116 56C126 70 127 86 121 98Z"
HORN = "M130 98L212 28L145 112Z"
HORN_TURNS = "M146 84Q155 85 158 95M163 70Q169 71 172 78M179 56Q183 57 185 62M196 42L199 45"
LOCK = "M10-6C-16-8-38 8-46 34C-36 26-30 26-24 29C-32 36-36 46-35 60C-22 34 0 30 12 12Z"
LOCKS = (
    (56, 264, -4, 0.92), (58, 240, -4, 1), (65, 212, -2, 1.04), (75, 183, 2, 1.05), (88, 154, 8, 1),
    (102, 128, 12, 0.9), (117, 107, 14, 0.78),
)  # fmt: skip


def unicorn(suit: Suit) -> str:
    """Draw the head and neck of a white unicorn, its mane and collar in the colours of the suit."""
    fills = (suit.base, suit.ink, suit.accent)
    locks = "".join(
        f'<path d="{LOCK}" fill="{fills[i % 3]}" transform="translate({x} {y})rotate({turn})scale({scale})"/>'
        for i, (x, y, turn, scale) in enumerate(LOCKS)
    )
    return (
        path(HORN, suit.accent, suit.ink, 2)
        + line(HORN_TURNS, suit.ink, 2)
        + path(HORSE, PAPER, suit.ink, 2.5)
        + path(NECK_SHADE, SHADOW)
        + path(COLLAR, suit.accent, suit.ink, 2)
        + circle(104, 291, 27, PAPER, suit.ink, 2.5)
        + place_markup(suit.symbol, 104, 291, 0.4)
        + f'<g stroke="{suit.pale}" stroke-width="1.5">{locks}</g>'
        + path(EAR, PAPER, suit.ink, 2.5)
        + place_markup(path(LOCK, suit.base), 124, 92, 0.6, -80)
        + line(FACE_LINES, suit.ink, 2.5)
        + path("M134 134C140 124 150 126 154 136C148 142 140 142 134 134Z", suit.ink)
        + circle(147, 133, 2, PAPER)
        + path("M180 190C186 188 190 192 188 197C184 197 181 195 180 190Z", suit.ink)
    )


# The turtle seen from above, walking up the card; the right half is mirrored to the left.
TURTLE_FRONT = "M32-56C44-76 62-88 78-84C84-68 72-44 54-28Z"
TURTLE_BACK = "M38 50C54 58 66 74 63 90C48 94 34 82 26 66Z"
TURTLE_HEAD = "M-18-66C-28-94-24-116 0-120C24-116 28-94 18-66Z"
TURTLE_TAIL = "M-10 76Q-2 110 0 110Q4 108 10 76Z"
SPOTS = ((67, -70, 6), (60, -55, 5), (51, -66, 4.5), (52, 78, 5), (42, 68, 4))
SCUTES = "M14-52L24-34 14-17 25 0 14 17 24 34 14 52M24-34L46-38M25 0H53M24 34L46 38M14-52L19-62M14 52L19 62"
RIM = "M64 0H53M61-24L51-20M61 24L51 20M53-46L43-39M53 46L43 39M36-66L29-55M36 66L29 55"
SHEEN = "M0-46H9L16-34 9-23H0M0-11H9L17 0 9 11H0M0 23H9L16 34 9 46H0M28-28L44-31 46-8H30M28 28L44 31 46 8H30"


def _mirrored(markup: str) -> str:
    return f'{markup}<g transform="scale(-1 1)">{markup}</g>'


def turtle(suit: Suit) -> str:
    """Draw a turtle seen from above, its head to the upper right."""
    limbs = f'<path d="{TURTLE_FRONT}"/><path d="{TURTLE_BACK}"/>'
    spots = "".join(circle(x, y, radius, suit.pale) for x, y, radius in SPOTS)
    face = line("M4-114V-113", suit.ink, 3) + circle(14, -102, 6, PAPER, suit.ink, 2) + circle(14, -104, 2.5, suit.ink)
    drawing = (
        f'<g fill="{suit.base}" stroke="{suit.ink}" stroke-width="2.5">'
        + _mirrored(limbs)
        + f'<path d="{TURTLE_TAIL}"/><path d="{TURTLE_HEAD}"/><ellipse rx="64" ry="80" fill="{suit.accent}"/>'
        + '<ellipse rx="53" ry="68"/></g>'
        + _mirrored(
            spots + f'<path d="{SHEEN}" fill="{suit.pale}" opacity=".3"/>' + line(SCUTES + RIM, suit.ink, 2.5) + face
        )
        + line("M-14-52H14M-14-17H14M-14 17H14M-14 52H14", suit.ink, 2.5)
    )
    return place_markup(drawing, 121, 182, 1.06, 26)
