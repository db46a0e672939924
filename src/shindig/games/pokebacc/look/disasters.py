"""The four Disasters of the Pokebacc decks, each befalling the town of its deck."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from shindig.cards.faces.pips import format_length, path, place_markup

# The lower right of the picture from the current point of a path, the whole picture right of the spine, and its upper
# right.
SHORE = "V329A16.5 16.5 0 0 1 229 345.5H74Z"
SKY = "M74 4.5H229A16.5 16.5 0 0 1 245.5 21" + SHORE
ZENITH = "V21A16.5 16.5 0 0 0 229 4.5H74Z"
TOWN = ""
"""Placeholder for the skyline of the deck, at most 170 wide."""
FLAME = "M-11 0C-22-14-8-26-7-42C-1-36 1-31 2-25C7-31 8-40 6-52C18-38 22-12 11 0Z"
SPARK = "M-5.5 0C-11-7-4-13-3.5-21C-.5-18 .5-15 1-12C3.5-15 4-20 3-26C9-19 11-6 5.5 0Z"


class Layer(NamedTuple):
    """A path of a picture in one colour; a `pen` draws it, 0 fills it; `spots` (x, y, scale) place it."""

    colour: str
    d: str
    pen: float = 0
    spots: tuple[tuple[float, float, float], ...] = ()


class Disaster(NamedTuple):
    """A Disaster: the colour of its spine, its sign in -50..50 with colour, pen and holes, and its picture."""

    name: str
    spine: str
    light: str
    sign: str
    picture: tuple[Layer, ...]
    pen: float = 0
    holes: str = ""


def _discs(*discs: tuple[float, float, float]) -> str:
    """Return discs (x, y, radius) as one path."""
    return "".join(
        f"M{format_length(x - r)} {y}a{r} {r} 0 0 1 {format_length(2 * r)} 0a{r} {r} 0 0 1 {format_length(-2 * r)} 0z"
        for x, y, r in discs
    )


def _at(spots: Iterable[tuple[float, float]], d: str) -> str:
    """Return the relative path `d`, started at each of some spots."""
    return "".join(f"M{format_length(x)} {y}{d}" for x, y in spots)


_FIRES = ((92, 234, 1.5), (122, 234, 2), (158, 234, 1.8), (192, 234, 2), (219, 234, 1.1))
_ARCHERS = ((132, 36), (166, 28), (204, 42), (234, 34), (150, 76), (190, 82), (226, 92))
_SPEARS = ((101, 262), (116, 226), (141, 254), (165, 246), (190, 232), (210, 258), (230, 246))
_HELMETS = tuple((86 + 24.5 * i, 308) for i in range(7))

_WAR = (
    Layer("#5c101a", SKY),
    Layer("#8c1a1d", _discs((160, 140, 84))),
    Layer("#c93a22", _discs((160, 140, 66))),
    Layer("#ef7b35", _discs((160, 140, 48))),
    Layer("#1e0609", _at(_ARCHERS, "l-24 36m-1-10l1 10 9-5"), 2.6),
    Layer("#ffb43c", FLAME, spots=_FIRES),
    Layer("#ffe9a0", SPARK, spots=_FIRES),
    Layer("#2b070c", TOWN, spots=((75, 236, 1),)),
    Layer("#8f211c", "M74 236H245.5" + SHORE),
    Layer("#b5341f", "M74 266Q160 246 245.5 266" + SHORE),
    Layer("#1a0407", _at(_SPEARS, "V330"), 2.5),
    Layer("#f0c8a0", _at(_SPEARS, "l-4.5-10 4.5-20 4.5 20z")),
    Layer("#ffb43c", "M190 236l42 8-14 10 14 14-40-8zM116 230l-34 6 12 10-12 12 34-6z"),
    Layer("#1a0407", "M74 322" + "a12.25 15 0 0 1 24.5 0" * 7 + SHORE),
    Layer("#e0522a", _at(_HELMETS, "q2-12 12-12q-2 8-8 12z")),
)

_FLOOD = (
    Layer("#0e4a5c", SKY),
    Layer("#155f70", _discs((145, 105, 99))),
    Layer("#2a8190", _discs((190, 176, 55))),
    Layer("#f3efcf", _discs((206, 180, 34))),
    Layer(
        "#0b6076",
        "M74 345.5V190C88 110 126 48 196 50C232 52 240 84 226 104C222 86 204 82 192 94"
        "C164 124 168 206 200 258C214 280 232 290 245.5 292" + SHORE,
    ),
    Layer("#148497", "M74 345.5V226C90 150 118 88 176 72C142 130 142 220 176 276C196 306 220 314 245.5 314" + SHORE),
    Layer(
        "#8fe3ea",
        "M84 300C84 210 106 140 150 98M98 316C94 236 108 176 134 136M116 322C108 270 112 224 124 190"
        "M140 326C130 300 126 272 128 246",
        3.5,
    ),
    Layer("#eefaf8", _discs((166, 57, 5.5), (180, 53, 7), (196, 52, 9), (210, 56, 10))),
    Layer("#eefaf8", _discs((223, 64, 9), (231, 76, 8), (233, 89, 6.5), (228, 99, 5))),
    Layer("#cfeff0", _discs((205, 122, 3), (222, 118, 2.2), (236, 112, 3), (214, 136, 2), (229, 132, 2.6))),
    Layer("#cfeff0", _discs((150, 48, 2.4), (240, 60, 2))),
    Layer("#06313f", TOWN, spots=((100, 326, 0.72),)),
    Layer("#06313f", "M74 316q14-12 28 0t28 0t28 0t28 0t28 0t31.5-4" + SHORE),
    Layer("#8fe3ea", "M80 328q14-9 28 0t28 0M150 334q12-8 24 0t24 0t24 0", 2),
)

_FAMINE = (
    Layer("#e9a13b", SKY),
    Layer("#f0b650", _discs((152, 106, 77))),
    Layer("#f7cf72", _discs((152, 106, 58))),
    Layer("#fff3c4", _discs((152, 106, 40))),
    Layer("#b0682a", TOWN, spots=((84, 234, 0.5),)),
    Layer("#b97a41", "M74 234Q160 226 245.5 234" + SHORE),
    Layer("#a5672f", "M74 290Q160 276 245.5 290" + SHORE),
    Layer(
        "#5c3413",
        "M74 268L104 258 122 272 158 256 190 270 218 258 245 266M104 258L98 236M122 272L112 306 82 318"
        "M112 306L136 330M158 256L164 234M190 270L184 300 150 312 136 330M184 300L214 316 245 306"
        "M218 258L226 238M214 316L208 345M136 330L130 345M82 318L74 322",
        2.6,
    ),
    Layer(
        "#3a1f0d",
        "M196 300C202 270 192 250 196 226C186 212 172 208 160 212C172 202 188 204 196 214"
        "C196 196 184 186 178 168C190 178 198 190 201 204C206 186 206 172 200 154C212 168 214 190 210 210"
        "C220 204 230 194 236 178C236 200 222 216 210 224C208 250 212 276 222 300Z",
    ),
    Layer("#1c0f07", "M201 158c-8-2-12-8-10-14 4 0 6 2 8 4 0-4 3-6 6-5l5 2-4 2c2 6 0 10-5 11z"),
    Layer(
        "#f5ead2",
        "M100 292c-14-4-20-14-18-22 4 6 10 8 18 8h24c8 0 14-2 18-8 2 8-4 18-18 22l-4 22-5 8h-6l-5-8z",
    ),
    Layer("#5c3413", "M103 295l8 3-3 8zM121 295l-8 3 3 8z"),
    Layer("#5c3413", "M110 316v4M114 316v4", 1.8),
)

_RAIN = ((96, 150), (118, 182), (102, 214), (132, 150), (226, 150), (238, 186), (214, 206), (232, 226), (122, 238))

_STORM = (
    Layer("#221b4b", SKY),
    Layer("#3a3178", _discs((168, 230, 74))),
    Layer("#5a4fa6", _discs((168, 240, 48))),
    Layer(
        "#2f2760",
        "M74 150C84 132 104 130 114 142C120 122 150 118 162 136C172 116 204 118 210 138C220 126 240 130 245.5 144"
        + ZENITH,
    ),
    Layer(
        "#433a80",
        "M74 112C86 96 106 98 112 110C122 88 152 88 160 106C174 86 206 92 210 110C222 98 240 102 245.5 112" + ZENITH,
    ),
    Layer(
        "#5d53a3",
        "M74 74C82 60 100 58 110 70C118 52 146 50 156 66C168 50 196 50 204 68C216 56 238 60 245.5 72" + ZENITH,
    ),
    Layer("#a9a3e6", _at((*_RAIN, (90, 186), (206, 176)), "l-9 26"), 2),
    Layer("#ffe26a", "M192 62L140 158H166L142 196H160L146 262L196 178H176L200 142H180L218 62Z"),
    Layer("#fffbe0", "M198 70L152 152H176L152 190H170L160 226L184 184H164L188 148H168L208 70Z"),
    Layer("#0d0a22", TOWN, spots=((75, 318, 1),)),
    Layer("#0d0a22", "M74 316q14-8 28 0t28 0t28 0t28 0t28 0t31.5 0" + SHORE),
    Layer("#5d53a3", "M84 330q12-7 24 0t24 0M160 334q12-7 24 0t24 0", 2),
)

_SWORDS = "M-42-46L40 44M42-46L-40 44M16 38L38 16M-16 38L-38 16"
_CREST = "M-50 38C-44-14-14-42 18-40C40-38 48-20 38-8C34-18 22-20 14-12C2 0 16 20 50 22V38Z"
_SKULL = "M-26-14C-44-18-54-32-48-48C-42-36-34-32-20-32H20C34-32 42-36 48-48C54-32 44-18 26-14L18 30L8 48H-8L-18 30Z"
_SOCKETS = "M-20-12L-4-4-10 8ZM20-12L4-4 10 8ZM-5 24L-3 36M5 24L3 36"
_BOLT = "M12-50L-30 8H-4L-16 50L32-14H6L26-50Z"

DISASTERS = {
    disaster.name: disaster
    for disaster in (
        Disaster("War", "#3b0a12", "#ff9a6b", _SWORDS, _WAR, pen=10),
        Disaster("Flood", "#06313f", "#8fe3ea", _CREST, _FLOOD),
        Disaster("Famine", "#4a2a0d", "#f5cd6a", _SKULL, _FAMINE, holes=_SOCKETS),
        Disaster("Storm", "#1d1740", "#ffe26a", _BOLT, _STORM),
    )
}


def _drawn(layer: Layer, skyline: str) -> str:
    d = skyline if layer.d == TOWN else layer.d
    shape = path(d, "none", layer.colour, layer.pen) if layer.pen else path(d, layer.colour)
    return "".join(place_markup(shape, *spot) for spot in layer.spots) if layer.spots else shape


def scene(disaster: Disaster, skyline: str) -> str:
    """Draw the picture of a Disaster right of the spine, with the skyline of the deck."""
    return "".join(_drawn(layer, skyline) for layer in disaster.picture)


def sign(disaster: Disaster) -> str:
    """Draw the sign of a Disaster in -50..50."""
    if disaster.pen:
        return path(disaster.sign, "none", disaster.light, disaster.pen)
    return path(disaster.sign, disaster.light) + path(disaster.holes, disaster.spine, disaster.spine, 3)
