"""The four Disasters of the Pokebacc decks, each befalling the town of its deck."""

from __future__ import annotations

from typing import NamedTuple

from .pips import circle, path, place

# The lower right of the picture from wherever a path is, and the whole picture right of the spine.
SHORE = "V329A16.5 16.5 0 0 1 229 345.5H74Z"
SKY = "M74 4.5H229A16.5 16.5 0 0 1 245.5 21" + SHORE
FLAME = "M-11 0C-22-14-8-26-7-42C-1-36 1-31 2-25C7-31 8-40 6-52C18-38 22-12 11 0Z"


# Where it burns (x, y, scale), where arrows fly from, and the spears: foot, lean, height of the head.
_FIRES = ((92, 234, 1.5), (122, 234, 2), (158, 234, 1.8), (192, 234, 2), (219, 234, 1.1))
_VOLLEY = ((132, 36), (166, 28), (204, 42), (234, 34), (150, 76), (190, 82), (226, 92))
_SPEARS = ((98, 3, 262), (113, 3, 226), (140, 1, 254), (165, 0, 246), (192, -2, 232), (214, -4, 258), (233, -3, 246))


class Disaster(NamedTuple):
    """A Disaster: the colour of its spine and of its sign, the sign in -50..50, its pen, and what is cut out of it."""

    name: str
    spine: str
    light: str
    sign: str
    pen: float = 0
    holes: str = ""


DISASTERS = {
    disaster.name: disaster
    for disaster in (
        Disaster(
            "War",
            "#3b0a12",
            "#ff9a6b",
            "M-42-46L40 44M42-46L-40 44M18 36L36 18M-18 36L-36 18",
            10,
        ),
        Disaster(
            "Flood",
            "#06313f",
            "#8fe3ea",
            "M-50 38C-44-14-14-42 18-40C40-38 48-20 38-8C34-18 22-20 14-12C2 0 16 20 50 22V38Z",
        ),
        Disaster(
            "Famine",
            "#4a2a0d",
            "#f5cd6a",
            "M-26-14C-44-18-54-32-48-48C-42-36-34-32-20-32H20C34-32 42-36 48-48C54-32 44-18 26-14L18 30"
            "L8 48H-8L-18 30Z",
            holes="M-20-12L-4-4-10 8ZM20-12L4-4 10 8ZM-5 24L-3 36M5 24L3 36",
        ),
        Disaster("Storm", "#1d1740", "#ffe26a", "M12-50L-30 8H-4L-16 50L32-14H6L26-50Z"),
    )
}


def _war(skyline: str) -> str:
    """A burning town under a volley, and the host that marches on it."""
    fires = "".join(place(path(FLAME, "#ffb43c") + place(path(FLAME, "#ffe9a0"), 0, 0, 0.5), *spot) for spot in _FIRES)
    volley = "".join(f"M{x} {y}l-24 36m-4-12l4 12 11-6" for x, y in _VOLLEY)
    spears = "".join(f"M{x} 330L{x + lean} {y}l-4-10 4-18 4 18-4 10" for x, lean, y in _SPEARS)
    host = "M74 322" + "a12.25 15 0 0 1 24.5 0" * 7 + SHORE
    plumes = "".join(f"M{x} 308q2-12 12-12q-2 8-8 12z" for x in (86, 110.5, 135, 159.5, 184, 208.5, 233))
    return (
        path(SKY, "#5c101a")
        + circle(160, 140, 84, "#8c1a1d")
        + circle(160, 140, 66, "#c93a22")
        + circle(160, 140, 48, "#ef7b35")
        + path(volley, "none", "#1e0609", 2.6)
        + fires
        + place(path(skyline, "#2b070c"), 75, 236)
        + path(f"M74 236H245.5{SHORE}", "#8f211c")
        + path(f"M74 266Q160 246 245.5 266{SHORE}", "#b5341f")
        + path(spears, "#1a0407", "#1a0407", 2.5)
        + path("M190 236l42 8-14 10 14 14-40-8zM116 230l-34 6 12 10-12 12 34-6z", "#ffb43c", "#1a0407", 1.5)
        + path(host, "#1a0407")
        + path(plumes, "#e0522a")
    )


def _flood(skyline: str) -> str:
    """A wave as high as the sky over the last roofs."""
    foam = "".join(
        circle(x, y, r, "#eefaf8")
        for x, y, r in (
            (196, 52, 9),
            (210, 56, 10),
            (223, 64, 9),
            (231, 76, 8),
            (233, 89, 6.5),
            (228, 99, 5),
            (180, 53, 7),
            (166, 57, 5.5),
        )
    )
    spray = "".join(
        circle(x, y, r, "#cfeff0")
        for x, y, r in (
            (205, 122, 3),
            (222, 118, 2.2),
            (236, 112, 3),
            (214, 136, 2),
            (229, 132, 2.6),
            (150, 48, 2.4),
            (240, 60, 2),
        )
    )
    return (
        path(SKY, "#0e4a5c")
        + circle(145, 105, 99, "#155f70")
        + circle(190, 176, 55, "#2a8190")
        + circle(206, 180, 34, "#f3efcf")
        + path(
            "M74 345.5V190C88 110 126 48 196 50C232 52 240 84 226 104C222 86 204 82 192 94"
            "C164 124 168 206 200 258C214 280 232 290 245.5 292" + SHORE,
            "#0b6076",
        )
        + path(
            "M74 345.5V226C90 150 118 88 176 72C142 130 142 220 176 276C196 306 220 314 245.5 314" + SHORE, "#148497"
        )
        + path(
            "M84 300C84 210 106 140 150 98M98 316C94 236 108 176 134 136M116 322C108 270 112 224 124 190"
            "M140 326C130 300 126 272 128 246",
            "none",
            "#8fe3ea",
            3.5,
        )
        + foam
        + spray
        + place(path(skyline, "#06313f"), 100, 326, 0.72)
        + path("M74 316q14-12 28 0t28 0t28 0t28 0t28 0t31.5-4" + SHORE, "#06313f")
        + path("M80 328q14-9 28 0t28 0M150 334q12-8 24 0t24 0t24 0", "none", "#8fe3ea", 2)
    )


def _famine(skyline: str) -> str:
    """A white sun over cracked fields and one bare tree."""
    cracks = (
        "M74 268L104 258 122 272 158 256 190 270 218 258 245 266M104 258L98 236M122 272L112 306 82 318"
        "M112 306L136 330M158 256L164 234"
        "M190 270L184 300 150 312 136 330M184 300L214 316 245 306M218 258L226 238M214 316L208 345"
        "M136 330L130 345M82 318L74 322"
    )
    tree = (
        "M196 300C202 270 192 250 196 226C186 212 172 208 160 212C172 202 188 204 196 214"
        "C196 196 184 186 178 168C190 178 198 190 201 204"
        "C206 186 206 172 200 154C212 168 214 190 210 210C220 204 230 194 236 178"
        "C236 200 222 216 210 224C208 250 212 276 222 300Z"
    )
    return (
        path(SKY, "#e9a13b")
        + circle(150, 106, 78, "#f0b650")
        + circle(150, 106, 58, "#f7cf72")
        + circle(150, 106, 40, "#fff3c4")
        + place(path(skyline, "#b0682a"), 84, 234, 0.5)
        + path("M74 234Q160 226 245.5 234" + SHORE, "#b97a41")
        + path("M74 290Q160 276 245.5 290" + SHORE, "#a5672f")
        + path(cracks, "none", "#5c3413", 2.6)
        + path(tree, "#3a1f0d")
        + path("M176 166c-8-2-12-8-10-14 4 0 6 2 8 4 0-4 3-6 6-5l5 2-4 2c2 6 0 10-5 11z", "#1c0f07")
        + path("M100 292c-14-4-20-14-18-22 4 6 10 8 18 8h24c8 0 14-2 18-8 2 8-4 18-18 22l-4 22-5 8h-6l-5-8z", "#f5ead2")
        + path("M104 296l6 2-2 6zM120 296l-6 2 2 6zM110 316v4M114 316v4", "#5c3413", "#5c3413", 1.6)
    )


def _storm(skyline: str) -> str:
    """A bolt out of rolling clouds into the tallest roof."""
    rain = "".join(
        f"M{x} {y}l-9 26"
        for x, y in (
            (96, 150),
            (118, 182),
            (102, 214),
            (132, 150),
            (226, 150),
            (238, 186),
            (214, 206),
            (232, 226),
            (122, 238),
            (90, 186),
            (206, 176),
        )
    )
    clouds = (
        (
            "#2f2760",
            "M74 150C84 132 104 130 114 142C120 122 150 118 162 136C172 116 204 118 210 138"
            "C220 126 240 130 245.5 144V21A16.5 16.5 0 0 0 229 4.5H74Z",
        ),
        (
            "#433a80",
            "M74 112C86 96 106 98 112 110C122 88 152 88 160 106C174 86 206 92 210 110"
            "C222 98 240 102 245.5 112V21A16.5 16.5 0 0 0 229 4.5H74Z",
        ),
        (
            "#5d53a3",
            "M74 74C82 60 100 58 110 70C118 52 146 50 156 66C168 50 196 50 204 68C216 56 238 60 245.5 72V21"
            "A16.5 16.5 0 0 0 229 4.5H74Z",
        ),
    )
    return (
        path(SKY, "#221b4b")
        + circle(168, 230, 74, "#3a3178")
        + circle(168, 240, 48, "#5a4fa6")
        + "".join(path(d, colour) for colour, d in clouds)
        + path(rain, "none", "#a9a3e6", 2)
        + path("M192 62L140 158H166L142 196H160L146 262L196 178H176L200 142H180L218 62Z", "#ffe26a")
        + path("M198 70L152 152H176L152 190H170L160 226L184 184H164L188 148H168L208 70Z", "#fffbe0")
        + place(path(skyline, "#0d0a22"), 75, 318)
        + path("M74 316q14-8 28 0t28 0t28 0t28 0t28 0t31.5 0" + SHORE, "#0d0a22")
        + path("M84 330q12-7 24 0t24 0M160 334q12-7 24 0t24 0", "none", "#5d53a3", 2)
    )


_SCENES = {"War": _war, "Flood": _flood, "Famine": _famine, "Storm": _storm}


def scene(name: str, skyline: str) -> str:
    """The picture of a Disaster right of the spine."""
    return _SCENES[name](skyline)


def sign(disaster: Disaster) -> str:
    """The sign of a Disaster in -50..50."""
    if disaster.pen:
        return path(disaster.sign, "none", disaster.light, disaster.pen)
    return path(disaster.sign, disaster.light) + path(disaster.holes, disaster.spine, disaster.spine, 3)
