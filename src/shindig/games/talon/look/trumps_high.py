"""Pictures of trumps 11 to 21: the colour of the sky, and the scene in front of it down to y = 276."""

from __future__ import annotations

from shindig.cards.faces.pips import circle, line, path, place_markup, ring_of

from .figures import FRINGE, HAND, LONG_HAIR, SHORT_HAIR, features
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
    LIPS,
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

GOLDEN = SymbolColours(GOLD, BRONZE, PALE_GOLD)
FAIR_HAIR, DARK_HAIR, SHADOW = "#d9a441", "#33242f", "#120c1c"

# 11: scales hung from a sword.
GREAT_BLADE = "M0 30L12 50V222H-12V50Z"
GREAT_BLADE_SHADE = "M0 30L12 50V222H0Z"
GREAT_HILT = "M-40 214Q0 226 40 214L44 228Q8 230 6 234V258H-6V234Q-8 230-44 228Z"
PAN = "M-80 180H-28C-30 204-78 204-80 180Z"
JUSTICE = layers(
    place_markup(path(rays(24, 0, 150, 3), DUSK), 0, 110),
    path(GREAT_BLADE, SILVER) + path(GREAT_BLADE_SHADE, STEEL),
    path(GREAT_HILT, GOLD) + circle(0, 262, 9, PALE_GOLD),
    both(line("M-54 104L-76 180M-54 104L-32 180", PALE_GOLD, 2.5) + path(PAN, GOLD) + circle(-54, 102, 6, PALE_GOLD)),
    line("M-54 100Q-28 82 0 96Q28 82 54 100", GOLD, 8),
    circle(0, 96, 14, GOLD) + circle(0, 96, 7, WINE),
)

# 12: by one foot from the beam.
TREE = "M-76 300V40H-60V300Z"
BEAM = "M-84 34H84V52H-84Z"
SPROUT = "M0 0C-14-4-18-16-14-26C-2-20 4-10 0 0Z"
SPROUTS = ((-60, 100, 1, 60), (-60, 180, 1, 60), (60, 140, 1, 10), (60, 220, 1, 10), (-24, 34), (34, 34, 1, 30))
HANGING = layers(
    circle(0, 226, 46, PALE_GOLD) + place_markup(path(rays(20, 44, 58, 4), PALE_GOLD), 0, 226),
    line("M0 52V76", BRONZE, 5),
    line("M0 84V150", CORAL, 17) + line("M2 148L30 122L2 108", CORAL, 15),
    oval(0, 78, 8, 11, INK),
    path("M-18 142H18L26 196H-26Z", TEAL) + line("M-18 150H18", GOLD, 6),
    both(path("M-26 196L-44 160L-30 152L-14 176Z", TEAL)),
    place_markup(path(SHORT_HAIR, FAIR_HAIR) + features(FAIR) + path(FRINGE, FAIR_HAIR), 0, 316, 0.78, 180),
)
HANGED_MAN = layers(
    both(path(TREE, BRONZE) + line("M-68 70V100M-68 130V190M-68 220V260", "#7d4f0e", 3)),
    path(BEAM, BRONZE),
    scattered(path(SPROUT, LEAF), SPROUTS),
    HANGING,
)

# 13: a skull in a hood, a scythe, a white rose.
SKULL = "M0 84C-30 84-40 106-38 126C-37 138-30 144-24 148L-22 166H22L24 148C30 144 37 138 38 126C40 106 30 84 0 84Z"
SOCKETS = "M-26 118C-26 108-8 108-8 120C-8 132-26 134-26 118ZM0 132L-6 144H6Z"
TEETH = "M-12 152V166M-4 152V166M4 152V166M12 152V166"
DEATH_HOOD = "M0 56C-40 56-54 96-50 140C-72 170-80 240-84 330H84C80 240 72 170 50 140C54 96 40 56 0 56Z"
DEATH_SHADOW = "M0 74C-32 74-44 104-42 132C-38 158-26 176 0 180C26 176 38 158 42 132C44 104 32 74 0 74Z"
SCYTHE = "M68 50C40 10-20 2-78 58C-40 36 20 36 58 66Z"
ROSE_PETAL = "M0 0C-14-6-14-24 0-26C14-24 14-6 0 0Z"
DEATH_SLEEVE = "M18 192C38 196 52 202 60 208V238C46 248 28 246 12 238Z"
BONES = "M54 214h18M53 223h20M54 232h18"
DEATH = layers(
    circle(0, 128, 74, CORAL),
    path(DEATH_HOOD, INK) + path(DEATH_SHADOW, SHADOW),
    path(SKULL, CREAM),
    both(path(SOCKETS, INK)),
    line(TEETH, INK, 2.5),
    path(SCYTHE, SILVER) + line("M62 46L64 330", BRONZE, 7),
    path(DEATH_SLEEVE, SHADOW, PLUM, 2),
    line(BONES, CREAM, 7),
    place_markup(ring_of(path(ROSE_PETAL, WHITE, MIST, 1.5), 5) + circle(0, 0, 7, GOLD), -10, 228),
    line("M-10 256V280M-10 270Q-26 268-30 256", LEAF, 4),
)

# 14: wings, and water between two cups.
ANGEL_WING = "M-22 180C-40 150-50 110-80 90C-90 140-86 220-60 262C-44 250-30 220-22 180Z"
FEATHERS = "M-76 116C-64 140-46 160-30 176M-78 150C-66 170-50 184-34 194M-74 190C-62 202-48 210-36 212"
ANGEL_ROBE = "M-26 172C-52 178-58 210-62 330H62C58 210 52 178 26 172Q0 190-26 172Z"
SLEEVES = (
    "M28 176C54 182 70 194 66 208C56 218 42 214 34 206ZM-28 176C-52 188-62 222-56 246L-30 250C-30 224-28 206-20 192Z"
)
WATER = "M30 192C6 192-34 196-40 222"
TEMPERANCE = layers(
    both(path(ANGEL_WING, ROSE) + line(FEATHERS, CREAM, 3)),
    circle(0, 118, 50, GOLD) + circle(0, 118, 42, PALE_GOLD),
    path(LONG_HAIR, FAIR_HAIR),
    path(ANGEL_ROBE, WHITE),
    features(FAIR),
    path(FRINGE, FAIR_HAIR),
    circle(0, 96, 5, CORAL),
    path(SLEEVES, WHITE, MIST, 2),
    path("M0 196L14 220H-14Z", GOLD),
    line(WATER, TEAL, 9) + line(WATER, SKY, 4),
    place_markup(SYMBOLS["C"](GOLDEN), 44, 182, 0.56, -62),
    place_markup(SYMBOLS["C"](GOLDEN), -40, 246, 0.6),
    place_markup(path(HAND, FAIR), 58, 190, 0.75) + place_markup(path(HAND, FAIR), -40, 252, 0.75),
)

# 15: a goat's head, wings of a bat, two collars on a chain.
BAT_WING = "M-18 150C-34 110-56 86-84 76V210C-76 200-68 200-62 208C-58 192-48 190-40 198C-36 182-28 176-18 176Z"
GOAT_HORN = "M-12 104C-20 70-50 60-48 30C-66 60-58 100-30 120Z"
GOAT = "M-32 104C-20 92 20 92 32 104C36 130 26 164 14 186Q0 198-14 186C-26 164-36 130-32 104Z"
GOAT_EAR = "M-30 112C-46 104-62 112-70 128C-56 134-40 132-30 126Z"
GOAT_BEARD = "M-12 188C-10 206-4 218 0 228C4 218 10 206 12 188Q0 196-12 188Z"
GOAT_EYE = "M-28 128Q-18 116-9 130Q-18 136-28 128Z"
HORN_RINGS = "M-50 66l10-5M-46 84l14-8M-36 100l14-8"
FLAME = "M0 0C-16-10-14-26-2-44C0-32 14-26 12-12Q10-2 0 0Z"
FIRE = path(FLAME, CORAL) + place_markup(path(FLAME, GOLD), 0, 0, 0.55)
DEVIL = layers(
    both(path(BAT_WING, PLUM, INK, 2)),
    scattered(FIRE, ((-62, 280, 1.2), (62, 280, 1.2), (0, 284, 1.1))),
    both(path(GOAT_HORN, CREAM) + line(HORN_RINGS, BRONZE, 3) + path(GOAT_EAR, STONE)),
    path(GOAT_BEARD, CREAM),
    path(GOAT, STONE) + path("M-12 110L-8 170H8L12 110Z", STEEL),
    both(path(GOAT_EYE, GOLD) + line("M-19 123V132", INK, 3) + oval(-6, 176, 3, 4, INK)),
    line("M-8 186Q0 192 8 186", INK, 2.5),
    place_markup(path(star(5, 18, 7), GOLD), 0, 74, 1, 180),
    line("M-40 246C-30 228 30 228 40 246", STEEL, 5) + both(circle(-44, 254, 12, "none", STEEL, 6)),
)

# 16: lightning, and a crown struck off.
TOWER_WALL = "M-34 276L-28 110H28L34 276Z"
TOWER_SHADE = "M8 276V110H28L34 276Z"
TOWER_TOP = "M-36 110V78H-22V90H-8V78H8V90H22V78H36V110Z"
BOLT = "M78 8L26 60H44L2 104L56 74H38L84 30Z"
ROCK = "M-84 300V262Q-50 240-20 256Q30 240 84 268V300Z"
SPARKS = ((-60, 120), (-46, 140), (58, 130), (50, 156), (-70, 150), (70, 170))
STORM = "M-84 170C-60 150-50 180-30 170V290H-84ZM84 150C60 140 50 170 30 160V290H84Z"
FALLING = "M-6-10h12l4 22l12 12l-6 6l-14-10l-2 18h-8l0-22l-12 8l-6-6l16-14Z"
FALLING_HEAD = circle(0, -18, 8, FAIR)
TOWER = layers(
    path(STORM, PLUM),
    path(TOWER_WALL, STEEL) + path(TOWER_SHADE, STONE),
    line("M-26 140H-4M4 162H28M-28 190H-8M-2 214H26M-30 240H-6", STONE, 3),
    scattered(path("M-7 22V0Q0-10 7 0V22Z", GOLD), ((-10, 136), (12, 178), (-12, 210))),
    scattered(FIRE, ((-20, 112), (20, 112), (0, 112, 1.3))),
    place_markup(path(TOWER_TOP, GOLD) + path("M-36 102H36V112H-36Z", BRONZE), -34, -38, 0.8, -24),
    path(BOLT, PALE_GOLD),
    path(ROCK, INK),
    place_markup(path(FALLING, CORAL) + FALLING_HEAD, -56, 190, 1, 200),
    place_markup(path(FALLING, TEAL) + FALLING_HEAD, 58, 214, 1, 160),
    scattered(circle(0, 0, 2.5, GOLD), SPARKS),
)

# 17: one great star and seven, two jars, a pool.
JAR = "M-18-26H18V-18C10-14 26 0 26 16Q26 34 0 34T-26 16C-26 0-10-14-18-18Z"
SEVEN = ((-54, 66), (54, 66), (-62, 118), (62, 118), (-26, 36), (26, 36), (0, 178))
POURING = "M-36 196C-20 200-14 220-14 262"
STAR = layers(
    place_markup(path(rays(8, 0, 66, 8, 22.5), MIST), 0, 106),
    path(star(8, 58, 20, 0, 106), GOLD) + path(star(8, 34, 14, 0, 106), PALE_GOLD),
    circle(0, 106, 9, WHITE),
    scattered(path(star(8, 12, 4.5), CREAM), SEVEN),
    path("M-84 232C-60 220-40 244-30 300H-84Z", MOSS) + path("M84 232C60 220 40 244 30 300H84Z", MOSS),
    path("M-60 290Q-50 254 0 252T60 290Z", TEAL),
    both(
        line(POURING, SKY, 9)
        + place_markup(path(JAR, CORAL) + line("M-20-4Q0 4 20-4", PALE_GOLD, 4), -56, 190, 0.85, 62)
    ),
    line("M-30 266Q0 258 30 266M-40 276Q0 266 40 276", SKY, 3),
)

# 18: a face in the moon, two towers, a dog and a wolf.
MOON_TOWER = "M-82 290V132H-76V140H-68V132H-60V140H-52V132H-46V290Z"
DROPS = ((36, 150), (16, 158), (56, 134), (-36, 150), (-16, 158), (-56, 134))
CRESCENT = "M14-46A48 48 0 1 0 14 46C-4 38-8 30-6 22L-14 16L-8 12L-16 4C-10-4-12-10-8-20C-4-34 4-42 14-46Z"
HOUND = (
    "M-14 276C-18 262-14 250-8 244L-4 276H10L6 236C10 222 10 206 4 196L2 186L17 171L9 172L10 157L-8 176L-24 180L-16 190"
    "C-30 206-40 232-40 258C-48 262-52 256-54 248C-60 262-50 276-36 276Z"
)
PATH = "M-16 300C-30 270 18 250 4 228C-4 214 4 206 6 198L12 198C12 208 8 214 16 226C34 250-6 272 16 300Z"
MOON = layers(
    circle(0, 88, 50, PLUM) + place_markup(path(rays(24, 50, 64, 3), GOLD), 0, 88),
    circle(0, 88, 48, "#38286b"),
    place_markup(path(CRESCENT, PALE_GOLD) + line("M-22-12q5-5 11-1M-20 26q6 4 12 0", BRONZE, 2.5), 2, 88),
    scattered(path("M0 0q-5 8 0 11q5-3 0-11Z", GOLD), DROPS),
    both(path(MOON_TOWER, STONE) + path("M-68 164V180H-60V164Q-64 158-68 164Z", PALE_GOLD)),
    path("M-84 300V240Q0 220 84 240V300Z", DEEP),
    path(PATH, GOLD),
    place_markup(path(HOUND, SILVER), -20, 6, 0.98) + mirrored(place_markup(path(HOUND, INK), -20, 6, 0.98)),
)

# 19: a face in the sun over a garden wall.
WAVE = "M-6-48C-14-58 4-64-2-80C14-68 2-58 8-48Z"
SUNFLOWER = layers(line("M0 0V50", MOSS, 5), path(star(12, 25, 13), GOLD), circle(0, 0, 11, BRONZE))
SUN_FACE = layers(
    line("M-22-10q8-7 16-1M22-10q-8-7-16-1", BRONZE, 3),
    both(oval(-14, -2, 3.5, 4.5, INK) + circle(-24, 12, 7, ROSE)),
    line("M1 0q4 8 2 11q-3 2-6 0", BRONZE, 2.5) + line("M-12 19Q0 29 12 19", LIPS, 3.5),
)
SUN = layers(
    place_markup(path(rays(12, 40, 84, 9), GOLD) + ring_of(path(WAVE, CORAL), 12, 15), 0, 112),
    circle(0, 112, 46, GOLD) + circle(0, 112, 41, PALE_GOLD),
    place_markup(SUN_FACE, 0, 112),
    scattered(SUNFLOWER, ((-56, 220, 0.9), (56, 220, 0.9), (0, 228, 1.05))),
    path("M-84 248H84V300H-84Z", CREAM),
    line("M-84 262H84M-60 248V262M-20 248V262M20 248V262M60 248V262M-40 262V276M0 262V276M40 262V276", BRONZE, 2),
)

# 20: an angel's trumpet, and people rising.
CLOUD = "M-44 112C-60 110-58 92-44 94C-42 80-24 80-20 90C-12 80 12 80 20 90C24 80 42 80 44 94C58 92 60 110 44 112Z"
TRUMPET = "M-4 72H4L6 168C8 184 16 192 24 196H-24C-16 192-8 184-6 168Z"
BANNER = "M8 112H58V152L46 146L34 152L22 146L8 152Z"
RISER = "M-12 300L-14 262L-30 232L-22 228L-8 248H8L22 228L30 232L14 262L12 300Z"
RISEN = ((-50, 14, FAIR), (50, 14, TAN), (0, 22, BROWN))
JUDGEMENT = layers(
    place_markup(path(rays(16, 40, 150, 4), PALE_GOLD), 0, 60),
    both(path("M-14 82C-30 50-60 40-84 48C-84 70-60 96-20 96Z", WHITE) + line("M-70 58C-56 72-40 80-26 84", MIST, 3)),
    circle(0, 60, 35, GOLD),
    place_markup(path(SHORT_HAIR, FAIR_HAIR) + features(FAIR) + path(FRINGE, FAIR_HAIR), 0, -20, 0.62),
    path(CLOUD, WHITE),
    path(TRUMPET, GOLD) + both(place_markup(path(HAND, FAIR), -9, 104, 0.55)),
    path(BANNER, WHITE) + line("M33 114V148M12 130H54", CORAL, 8),
    path("M-84 262Q-40 244 0 256T84 252V300H-84Z", TEAL),
    layers(*(place_markup(path(RISER, skin) + circle(0, 236, 11, skin), x, y, 0.95) for x, y, skin in RISEN)),
    both(path("M-76 266H-26V322H-76Z", STONE)) + path("M-26 272H26V322H-26Z", STEEL),
)

# 21: a dancer in a wreath, and the four suits in the corners.
LAUREL = "M0 0C-10-4-14-14-10-24C2-20 6-8 0 0Z"
LAURELS = ((-16, 69, 1, 60), (-36, 90, 1, 40), (-49, 125, 1, 20), (-52, 158), (-49, 191, 1, -20), (-37, 224, 1, -40))
CORNERS = (("S", -58, 62), ("C", 58, 62), ("P", -58, 252), ("W", 58, 252))
WORLD = layers(
    oval(0, 158, 58, 100, MOSS) + oval(0, 158, 46, 88, DEEP),
    both(scattered(path(LAUREL, LEAF), LAURELS)),
    line("M-8 62L8 74M8 62L-8 74M-8 242L8 254M8 242L-8 254", CORAL, 5),
    line("M-4 198L-2 232", TAN, 9) + line("M6 196L20 212L2 222", TAN, 9),
    path("M-14 150H14L18 200H-18Z", CORAL),
    line("M-12 154L-34 146L-38 128M12 154L34 146L38 128", TAN, 7),
    line("M-38 134V106M38 134V106", CREAM, 4),
    line("M-34 168C-10 150 -2 190 34 172", MIST, 9),
    place_markup(path(LONG_HAIR, DARK_HAIR) + features(TAN) + path(FRINGE, DARK_HAIR), 0, 68, 0.55),
    layers(*(circle(x, y, 19, NIGHT) + place_markup(SYMBOLS[suit](GOLDEN), x, y, 0.28) for suit, x, y in CORNERS)),
)

SCENES = {
    11: (PLUM, JUSTICE),
    12: (SKY, HANGED_MAN),
    13: (DEEP, DEATH),
    14: (TEAL, TEMPERANCE),
    15: (WINE, DEVIL),
    16: (NIGHT, TOWER),
    17: (MIDNIGHT, STAR),
    18: (MIDNIGHT, MOON),
    19: (SKY, SUN),
    20: (SKY, JUDGEMENT),
    21: (TEAL, WORLD),
}
