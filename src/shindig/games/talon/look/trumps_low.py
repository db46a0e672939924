"""Pictures of the Fool and of trumps 1 to 10: the sky's colour, and the scene in front of it down to y = 276."""

from __future__ import annotations

from shindig.cards.faces.pips import circle, line, path, place_markup, ring_of

from .courts import SHOULDERS, horse
from .figures import BEARD, CROWN_BAND, FRINGE, HAND, LONG_HAIR, MOUSTACHE, SHORT_HAIR, TIARA, features
from .palette import (
    BRONZE,
    BROWN,
    CORAL,
    CREAM,
    DEEP,
    DUSK,
    FAIR,
    GOLD,
    INK,
    LEAF,
    MIDNIGHT,
    MIST,
    MOSS,
    NIGHT,
    PALE_GOLD,
    PLUM,
    ROSE,
    SILVER,
    SKY,
    STEEL,
    STONE,
    TAN,
    TEAL,
    WHITE,
    WINE,
    both,
    layers,
    mirrored,
    oval,
    rays,
    scattered,
    star,
)
from .suits import SYMBOLS, SymbolColours

INFINITY = "M0 0C12-16 34-16 34 0S12 16 0 0S-34-16-34 0S-12 16 0 0Z"
HEART = "M0 24C-36-4-27-28-13-28Q-3-28 0-15Q3-28 13-28C27-28 36-4 0 24Z"
ROBE = "M-24 168C-66 174-84 208-88 420H88C84 208 66 174 24 168Q0 186-24 168Z"
TUNIC = "M-24 168L-32 330H32L24 168Q0 186-24 168Z"
DARK_HAIR, RED_HAIR, FAIR_HAIR, GREY_HAIR = "#33242f", "#a4562a", "#d9a441", "#ece8e2"
SLATE = "#57547a"

# 0: a jester's cap, a ruff and a bundle on a stick.
CAP_SIDE = "M0 100C-14 92-30 104-31 124C-44 118-58 124-67 140C-80 104-58 58 0 64Z"
CAP_MIDDLE = "M-24 84C-24 52-14 34 12 20C8 44 24 60 24 84C10 68-10 68-24 84Z"
RUFF = (
    "M-58 186L-44 176L-34 164L-18 176L0 166L18 176L34 164L44 176L58 186L46 200L36 192L24 208L12 194L0 212"
    "L-12 194L-24 208L-36 192L-46 200Z"
)
MOTLEY = "M-30 180C-62 186-76 216-82 330H0V190Z"
DIAMONDS = "M-40 218l12 20l-12 20l-12-20ZM-14 240l10 18l-10 18l-10-18Z"
BUNDLE = "M42 60C56 38 86 50 80 76C74 96 50 96 43 82C38 74 38 66 42 60Z"
FOOL = layers(
    circle(0, 124, 72, PALE_GOLD),
    line("M62 68L34 200", BRONZE, 6),
    path(BUNDLE, CORAL),
    circle(54, 70, 4, CREAM) + circle(68, 82, 4, CREAM) + circle(68, 62, 4, CREAM),
    path(MOTLEY, TEAL) + mirrored(path(MOTLEY, CORAL)),
    both(path(DIAMONDS, PALE_GOLD)),
    path(SHORT_HAIR, RED_HAIR),
    features(FAIR),
    path(RUFF, WHITE, DUSK, 1.5),
    path(CAP_SIDE, CORAL) + mirrored(path(CAP_SIDE, TEAL)),
    path(CAP_MIDDLE, GOLD),
    both(circle(-67, 146, 8, GOLD)) + circle(14, 16, 8, CORAL),
)

# 1: a wand raised, the suits on the table, an infinity sign over the head.
TABLE = "M-84 238H84V252H-84Z"
TABLE_CLOTH = "M-84 252H84V330H-84Z"
RAISED_ARM = "M-26 190C-58 194-76 170-74 132L-52 128C-52 150-46 160-22 168Z"
LOWERED_ARM = "M26 170C64 176 74 204 64 236L40 232C44 214 42 206 26 204Z"
TOOLS = (
    ("W", SymbolColours(LEAF, MOSS, CREAM), -57),
    ("C", SymbolColours(GOLD, BRONZE, PALE_GOLD), -19),
    ("P", SymbolColours(GOLD, BRONZE, CREAM), 19),
    ("S", SymbolColours(WHITE, STEEL, GOLD), 57),
)
MAGICIAN = layers(
    place_markup(line(INFINITY, GOLD, 6), 0, 62),
    path(ROBE, CORAL),
    path(TUNIC, WHITE),
    path(SHORT_HAIR, DARK_HAIR),
    features(TAN),
    path(FRINGE, DARK_HAIR),
    path("M-31 106Q0 92 31 106V115Q0 101-31 115Z", GOLD),
    path(RAISED_ARM, CORAL, WINE, 1.5),
    line("M-63 140V66", WHITE, 6),
    path(star(4, 15, 5, -63, 58), PALE_GOLD),
    place_markup(path(HAND, TAN), -63, 124),
    path(LOWERED_ARM, CORAL, WINE, 1.5),
    path(TABLE, GOLD) + path(TABLE_CLOTH, PLUM),
    layers(*(place_markup(SYMBOLS[suit](inks), x, 214, 0.44) for suit, inks, x in TOOLS)),
)

# 2: two pillars, a veil with pomegranates, the horned moon.
PILLAR = "M-78 84H-50V276H-78Z"
PILLAR_CAPS = "M-82 66H-46L-50 84H-78ZM-82 276H-46L-50 262H-78Z"
FRUITS = ((-38, 62), (38, 62), (-24, 44), (24, 44), (-38, 96), (38, 96))
HORNS = "M-30 48C-26 78 26 78 30 48C42 92-42 92-30 48Z"
VEIL = "M0 80C-40 80-44 130-48 190C-30 214 30 214 48 190C44 130 40 80 0 80Z"
HABIT = "M-30 176C-54 184-60 220-68 330H68C60 220 54 184 30 176Q0 190-30 176Z"
SCROLL = "M-40 222H40V246H-40Z"
PRIESTESS = layers(
    path(VEIL, WHITE),
    path(HABIT, SKY),
    features(FAIR),
    path("M-28 126C-24 100-12 96 0 96S24 100 28 126C34 96 20 84 0 84S-34 96-28 126Z", SILVER),
    path(HORNS, GOLD) + circle(0, 62, 15, PALE_GOLD),
    line("M0 190V212M-9 199H9", GOLD, 5),
    path(SCROLL, CREAM, BRONZE, 2),
    both(path("M-46 218H-36V250H-46Z", GOLD) + place_markup(path(HAND, FAIR), -24, 234, 0.8)),
)
HIGH_PRIESTESS = layers(
    path("M-50 36H50V280H-50Z", TEAL),
    scattered(circle(0, 0, 8, CORAL) + path(star(5, 4, 2, 0, -9), GOLD), FRUITS),
    path(PILLAR, PLUM) + mirrored(path(PILLAR, CREAM)),
    path(PILLAR_CAPS, NIGHT) + mirrored(path(PILLAR_CAPS, GOLD)),
    place_markup(PRIESTESS, 0, 26, 0.86),
    path("M-84 276H84V322H-84Z", INK),
    path("M-34 250C-24 280 24 280 34 250C30 266-30 266-34 250Z", GOLD),
)

# 3: twelve stars, wheat, and the sign of Venus on a heart.
CHAPLET = tuple((0, 122, 1, -110 + 20 * i) for i in range(12))
WHEAT = "M-62 300Q-64 250-58 212"
EAR = "M0 0C-9-4-11-13-8-21C1-17 4-8 0 0ZM0 0C9-4 11-13 8-21C-1-17-4-8 0 0Z"
EMPRESS_GOWN = "M-30 176C-62 180-74 210-80 330H80C74 210 62 180 30 176Q0 206-30 176Z"
EMPRESS = layers(
    circle(0, 122, 72, LEAF),
    scattered(path(star(5, 8, 3.5, 0, -61), CREAM), CHAPLET),
    path(LONG_HAIR, FAIR_HAIR),
    features(FAIR),
    path(SHOULDERS, FAIR),
    path(EMPRESS_GOWN, ROSE),
    both(scattered(circle(0, 0, 4, CREAM), ((52, 206), (34, 226), (62, 236)))),
    line("M-19 176Q0 200 19 176", WHITE, 4),
    path(FRINGE, FAIR_HAIR),
    path(TIARA, GOLD) + circle(0, 50, 5, WHITE) + both(circle(42, 72, 4, WHITE)),
    both(line(WHEAT, GOLD, 3) + scattered(path(EAR, PALE_GOLD), ((-60, 262), (-60, 246), (-60, 230), (-60, 216)))),
    place_markup(path(HEART, CORAL, WHITE, 2), 0, 242, 1.25),
    circle(0, 232, 9, "none", WHITE, 4) + line("M0 241V260M-8 251H8", WHITE, 4),
)

# 4: a throne with rams, a closed crown, sceptre and orb.
THRONE = "M-66 330V110Q-66 92-48 92H48Q66 92 66 110V330Z"
RAM = "M-64 82C-50 74-40 90-44 104C-48 116-58 128-64 128S-80 116-84 104C-88 90-78 74-64 82Z"
RAM_HORN = "M-66 90C-50 78-32 92-38 108C-42 118-54 114-50 104"
IMPERIAL = "M-34 102C-44 70-24 54 0 54S44 70 34 102Q0 92-34 102Z"
ARCHES = "M0 96V56M-20 98C-22 78-12 60 0 56C12 60 22 78 20 98"
SCEPTRE = "M56 140V276"
EMPEROR = layers(
    path(THRONE, STONE) + path("M-56 330V112Q-56 102-46 102H46Q56 102 56 112V330Z", NIGHT),
    both(path(RAM, SILVER) + line(RAM_HORN, GOLD, 6) + circle(-72, 104, 2.5, INK)),
    path(SHORT_HAIR, GREY_HAIR),
    path(ROBE, WINE),
    path(TUNIC, STEEL) + line("M-24 196H24M-26 216H26M-28 236H28M-30 256H30", STONE, 3),
    features(FAIR),
    path(BEARD, GREY_HAIR) + path(MOUSTACHE, GREY_HAIR, INK, 0.8),
    path(IMPERIAL, WINE) + line(ARCHES, GOLD, 6) + path(CROWN_BAND, GOLD),
    line("M0 50V34M-7 41H7", GOLD, 5),
    line(SCEPTRE, GOLD, 5) + circle(56, 152, 10, "none", GOLD, 5),
    line("M44 168H68", GOLD, 5),
    place_markup(path(HAND, FAIR), 56, 226),
    circle(-50, 222, 19, GOLD) + line("M-69 222H-31M-50 203V184M-58 192H-42", PALE_GOLD, 4),
    place_markup(path(HAND, FAIR), -50, 244),
)

# 5: the triple crown, the triple cross, two keys.
MITRE = "M-30 106C-40 72-20 36 0 26C20 36 40 72 30 106Q0 96-30 106Z"
MITRE_BANDS = "M-31 102Q0 92 31 102M-32 80Q0 70 32 80M-23 57Q0 48 23 57"
TRIPLE_CROSS = "M58 72V330M50 86H66M46 102H70M42 118H74"
KEY = "M-36 274L14 218M-24 261L-32 253M-32 270L-40 262"
PALLIUM = "M-34 174L-6 210V300H6V210L34 174"
HIEROPHANT = layers(
    circle(0, 120, 70, DUSK) + circle(0, 120, 64, "none", GOLD, 1.5),
    path(SHORT_HAIR, GREY_HAIR),
    path(ROBE, WINE),
    line(PALLIUM, WHITE, 14),
    features(TAN),
    path(BEARD, GREY_HAIR) + path(MOUSTACHE, GREY_HAIR, INK, 0.8),
    path(MITRE, WHITE) + line(MITRE_BANDS, GOLD, 7) + line("M0 24V10M-6 16H6", GOLD, 5),
    line(TRIPLE_CROSS, GOLD, 6),
    place_markup(path(HAND, TAN), 58, 226),
    path("M-78 330L-72 216H-44L-30 330Z", DUSK, GOLD, 2),
    path("M-70 214V196Q-70 190-66 190V178Q-62 172-58 178V166Q-53 160-49 166V196L-44 200V212L-50 220H-66Z", TAN),
    both(line(KEY, GOLD, 6) + circle(20, 212, 9, "none", GOLD, 6)),
)

# 6: two heads under one sun, a heart struck by an arrow.
ARROW = "M-46 92L-14 74M14 58L42 42M-46 92l-8-2M-46 92l-3 8"
ARROW_HEAD = "M52 36L36 38L43 48Z"
LOVER_GOWN = "M-30 176C-62 180-72 230-74 400H74C72 230 62 180 30 176Q0 196-30 176Z"
LOVERS = layers(
    place_markup(path(rays(16, 40, 92, 6), PALE_GOLD) + circle(0, 0, 46, PALE_GOLD), 0, 66),
    place_markup(
        layers(
            path(LONG_HAIR, RED_HAIR),
            features(FAIR),
            path(SHOULDERS, FAIR),
            path(LOVER_GOWN, CORAL),
            path(FRINGE, RED_HAIR),
            scattered(path(star(5, 8, 4), CREAM), ((-22, 92), (0, 85), (22, 92))),
        ),
        -33,
        78,
        0.86,
        7,
    ),
    place_markup(
        layers(
            path(SHORT_HAIR, DARK_HAIR),
            path(LOVER_GOWN, TEAL),
            features(BROWN),
            path(FRINGE, DARK_HAIR),
            path("M-26 170L0 192L26 170L20 206L0 196L-20 206Z", CREAM),
        ),
        34,
        70,
        0.86,
        -7,
    ),
    place_markup(path(HEART, CORAL, WHITE, 2.5), 0, 66, 1.15),
    line(ARROW, DEEP, 4) + path(ARROW_HEAD, DEEP),
)

# 7: a canopy of stars, a dark horse and a pale one.
CANOPY = "M-80 66C-72 20-40 12 0 12S72 20 80 66L64 58L48 70L32 58L16 70L0 58L-16 70L-32 58L-48 70L-64 58Z"
SPOKES = "M0-22V22M-19-11L19 11M19-11L-19 11"
WHEEL = circle(0, 0, 30, BRONZE) + circle(0, 0, 22, PALE_GOLD) + line(SPOKES, BRONZE, 4)
CAR = "M-58 178H58L50 262H-50Z"
CHARIOT = layers(
    both(line("M-62 60V200", GOLD, 6)),
    path(CANOPY, NIGHT),
    scattered(path(star(5, 6, 2.5), PALE_GOLD), ((-48, 44), (-22, 30), (0, 44), (22, 30), (48, 44))),
    place_markup(
        layers(
            path(SHORT_HAIR, DARK_HAIR),
            path(ROBE, STEEL),
            path(TUNIC, SILVER),
            features(FAIR),
            path(FRINGE, DARK_HAIR),
            path(CROWN_BAND, GOLD),
            path(star(8, 17, 7, 0, 88), GOLD),
        ),
        0,
        14,
        0.8,
    ),
    scattered(WHEEL, ((-64, 246), (64, 246))),
    path(CAR, TEAL, GOLD, 4),
    circle(0, 202, 13, GOLD) + both(path("M-14 198C-26 186-40 186-50 192C-44 206-28 210-14 206Z", CREAM)),
    path("M-84 268H84V322H-84Z", LEAF),
    place_markup(horse(INK, PLUM), -28, 142, 0.48),
    mirrored(place_markup(horse(WHITE, MIST), -28, 142, 0.48)),
)

# 8: a woman and a lion, an infinity sign.
PETAL = "M0-74C-18-64-20-48-14-34H14C20-48 18-64 0-74Z"
LION_FACE = "M0-46C-34-46-46-22-40 4C-36 26-22 48 0 50C22 48 36 26 40 4C46-22 34-46 0-46Z"
LION_NOSE = "M-11 8H11L5 18Q0 21-5 18Z"
LION_MOUTH = "M0 18V28Q-10 38-20 30M0 28Q10 38 20 30"
LION_BROWS = "M-30-22Q-20-28-12-20M30-22Q20-28 12-20"
MANE = "#b5651d"
FLOWERS = ((-26, 100, CORAL), (-14, 89, WHITE), (0, 85, CORAL), (14, 89, WHITE), (26, 100, CORAL))
LION = layers(
    ring_of(path(PETAL, MANE), 12),
    both(circle(-38, -36, 13, MANE) + circle(-38, -36, 7, ROSE)),
    path(LION_FACE, GOLD),
    path("M-9-20L-6 10H6L9-20Z", PALE_GOLD),
    both(oval(-12, 28, 15, 13, PALE_GOLD) + oval(-20, -10, 5, 6, INK)),
    path(LION_NOSE, INK) + line(LION_MOUTH, INK, 3) + line(LION_BROWS, INK, 3),
)
STRENGTH = layers(
    place_markup(line(INFINITY, CORAL, 6), 0, 26, 0.8),
    place_markup(
        layers(
            path(LONG_HAIR, RED_HAIR),
            path(ROBE, WHITE),
            features(TAN),
            path(SHOULDERS, TAN),
            path(FRINGE, RED_HAIR),
            layers(*(circle(x, y, 7, colour) for x, y, colour in FLOWERS)),
        ),
        0,
        -26,
        0.82,
    ),
    place_markup(LION, 0, 204, 0.92),
)

# 9: a hood, a lantern with a star, a staff, a mountain.
PEAK = "M-84 300V262L-40 236L-10 252L40 228L84 256V300Z"
HOOD = "M10 60C-22 60-34 92-32 128C-56 160-60 220-62 262Q10 282 74 262C74 200 66 156 50 130C50 96 42 60 10 60Z"
HOOD_SHADE = "M10 60C42 60 50 96 50 130C66 156 74 200 74 262Q44 272 10 272C30 200 40 120 10 60Z"
HOOD_INSIDE = "M4 84C-20 88-24 112-22 134C-16 152 20 152 28 134C32 104 24 84 4 84Z"
LANTERN = "M-60 158L-68 172V200L-60 210H-44L-36 200V172L-44 158Z"
HERMIT = layers(
    scattered(path(star(4, 6, 2), CREAM), ((-50, 60), (-20, 30), (30, 36), (60, 84), (-62, 104))),
    circle(-52, 184, 44, PLUM) + circle(-52, 184, 32, DUSK),
    path(PEAK, SILVER) + path("M-40 236L-10 252L40 228L20 262L-4 258L-24 268Z", WHITE),
    line("M64 100V276", BRONZE, 6),
    path(HOOD, STONE) + path(HOOD_SHADE, SLATE),
    path(HOOD_INSIDE, INK),
    path("M-16 108C-18 140-8 156 4 156S24 140 22 108Q4 96-16 108Z", FAIR),
    oval(-6, 118, 2.6, 3, INK) + oval(12, 118, 2.6, 3, INK) + line("M-12 111q6-4 11-1M8 110q6-3 11 1", GREY_HAIR, 3),
    path("M-18 122C-22 160-14 192 4 206C22 190 28 160 24 122C20 136 10 134 3 134S-12 136-18 122Z", GREY_HAIR),
    path("M-20 176C-36 170-48 160-54 146L-40 138C-32 152-20 158-8 162Z", STONE, SLATE, 1.5),
    line("M-52 146V158", GOLD, 3) + place_markup(path(HAND, FAIR), -50, 140, 0.8),
    path(LANTERN, PALE_GOLD, GOLD, 4),
    path(star(6, 16, 7, -52, 184), WHITE),
    place_markup(path(HAND, FAIR), 64, 190, 0.8),
)

# 10: a winged wheel, one crown above it and one that falls.
WING = "M-30 150C-60 140-78 112-80 70C-70 84-62 88-56 90C-58 78-56 72-54 66C-44 100-30 110-16 130Z"
LITTLE_CROWN = "M-22 12L-27-16L-13-4L0-24L13-4L27-16L22 12Z"
FORTUNE_CROWN = path(LITTLE_CROWN, GOLD) + both(circle(-27, -18, 4, PALE_GOLD)) + circle(0, -26, 4, PALE_GOLD)
FORTUNE = layers(
    both(path(WING, WHITE)),
    circle(0, 164, 60, BRONZE) + circle(0, 164, 56, GOLD) + circle(0, 164, 43, DEEP),
    place_markup(path(rays(8, 10, 46, 18), PALE_GOLD) + ring_of(circle(0, -50, 3.5, WINE), 16), 0, 164),
    circle(0, 164, 17, GOLD) + circle(0, 164, 8, WINE),
    place_markup(FORTUNE_CROWN, 0, 90) + place_markup(FORTUNE_CROWN, 4, 246, 0.8, 164),
)

SCENES = {
    0: (SKY, FOOL),
    1: (MIDNIGHT, MAGICIAN),
    2: (DUSK, HIGH_PRIESTESS),
    3: (MOSS, EMPRESS),
    4: (CORAL, EMPEROR),
    5: (STONE, HIEROPHANT),
    6: (ROSE, LOVERS),
    7: (SKY, CHARIOT),
    8: (PALE_GOLD, STRENGTH),
    9: (MIDNIGHT, HERMIT),
    10: (TEAL, FORTUNE),
}
