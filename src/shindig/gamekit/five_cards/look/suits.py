"""Suits: a symbol and three colours each. Symbols fill -50..50 round 0,0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, sin

from shindig.cards.faces.curves import Point, write_path
from shindig.cards.faces.pips import circle, line, path

PAPER, GOLD, LEAF, LEAF_DEEP, WOOD = "#fffdf6", "#d9a441", "#5c9a3c", "#38702b", "#6b4426"


@dataclass(frozen=True)
class Suit:
    """A suit. `ink` writes the value and outlines, `base` fills, `pale` lights, `accent` is for horns and ornaments."""

    symbol: str
    ink: str
    base: str
    pale: str
    accent: str = GOLD


# A leaf growing from the stem of a fruit to the upper right, and its vein.
LEAF_SHAPE, VEIN = "M2-30C4-48 22-58 42-46C34-32 18-24 2-30Z", "M4-31Q20-36 33-44"


def _bamboo() -> str:
    joint = "q15-6 30 0q-5 14 0 29q-15 6-30 0q5-15 0-29z"
    light = "q4-2 9-3q-4 15 0 30q-5 0-9-1q5-12 0-26z"
    stalk = path(f"M-15-48{joint}M-15-15{joint}M-15 18{joint}", "#2f8450")
    leaves = path("M10-13C14-33 27-45 43-47C46-29 35-12 10-13ZM-10 17C-14-3-27-15-43-17C-46 1-35 18-10 17Z", "#1d5f3a")
    return leaves + stalk + path(f"M-12-46{light}M-12-13{light}M-12 20{light}", "#8cc98f")


def _plum() -> str:
    body = path("M0-25C-25-38-41-14-38 10C-35 36-16 49 2 48C24 47 40 26 37 0C35-24 21-36 0-25Z", "#7d3a94")
    shade = path("M29-22C37 4 23 36-6 48H2C24 47 40 26 37 0C36-10 33-17 29-22Z", "#56226b")
    cleft = line("M0-25C-13-6-11 26 1 46", "#56226b", 3.5)
    shine = line("M-29 0C-29-12-23-19-17-19", "#d9aee6", 6)
    return path(LEAF_SHAPE, LEAF) + line(f"M0-24Q-2-38-8-47{VEIN}", WOOD, 4) + body + shade + cleft + shine


def _diamond() -> str:
    return (
        path("M0-50L38 0L0 50L-38 0Z", "#d8452e")
        + path("M0-50L-38 0L-19 0L0-25Z", "#f08a68")
        + path("M0 50L38 0L19 0L0 25Z", "#9c2318")
        + path("M0-25L19 0L0 25L-19 0Z", "#f6b79c")
        + path("M0-25L19 0L0 25Z", "#e7694a")
    )


def _wan() -> str:
    plaque = path("M-32-46H32Q33-33 46-32V32Q33 33 32 46H-32Q-33 33-46 32V-32Q-33-33-32-46Z", "#c58413")
    rim = line("M-27-39H27Q29-29 39-27V27Q29 29 27 39H-27Q-29 29-39 27V-27Q-29-29-27-39Z", "#f0cf85", 2.5)
    strokes = line("M-25-21H25M-5-20C-4 6-11 22-25 30M-4-1H17C18 14 16 30 9 30L1 26", PAPER, 8)
    return plaque + rim + strokes


def _spade() -> str:
    leaf = "M0-49C10-27 43-8 43 17C43 37 17 41 5 24C7 36 12 43 19 48H0Z"
    mirrored = "M0-49C-10-27-43-8-43 17C-43 37-17 41-5 24C-7 36-12 43-19 48H0Z"
    return path(mirrored, "#3b4058") + path(leaf, "#1b1d2b") + line("M-31 16C-31 5-22-6-14-13", "#a9b0c9", 4.5)


BLADE = ((0, -62), (10, -48), (10, 18), (-10, 18), (-10, -48))
EDGE, GUARD, GRIP = (*BLADE[:3], (0, 18)), ((-17, 21), (17, 21)), ((0, 23), (0, 42))
POMMEL = ((0, 49), (0, 49))


def _crossed(points: Sequence[Point]) -> str:
    """Return path data of a line through `points` turned to both sides."""
    data = ""
    for turn in (-0.66, 0.66):
        turned = [(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)) for x, y in points]
        data += write_path(turned[0], "l", turned[1:])
    return data


def _swords() -> str:
    blades = path(_crossed(BLADE), "#5b9fda") + path(_crossed(EDGE), "#1d5487")
    return blades + line(_crossed(GUARD) + _crossed(GRIP), "#163655", 9) + line(_crossed(POMMEL), GOLD, 13)


def _peach() -> str:
    body = path("M2-48C-2-38-46-30-45 4C-44 32-18 42 0 40C20 42 44 32 45 4C46-28 12-34 2-48Z", "#f2899b")
    blush = path("M2-48C10-22 30 4 0 40C20 42 44 32 45 4C46-28 12-34 2-48Z", "#dd5577")
    shine = line("M-34 0C-34-10-28-18-21-21", "#fde0e0", 6)
    leaves = path("M0 39C-8 26-28 20-44 32C-32 48-12 52 0 39C12 52 32 48 44 32C28 20 8 26 0 39Z", LEAF)
    return body + blush + shine + leaves + line("M-34 34Q-16 32 0 39Q16 32 34 34", LEAF_DEEP, 3)


def _orange() -> str:
    flesh = circle(0, 0, 41, "#f9a63f", "#e97410", 12) + circle(0, 0, 35, "none", "#fdebc8", 5)
    return flesh + line("M0-34V34M-34 0H34M-24-24L24 24M24-24L-24 24", "#fdebc8", 4.5)


def _apple() -> str:
    body = path("M0-22C-14-32-44-28-44 4C-44 32-22 52-2 44C20 54 44 30 44 4C44-28 16-34 0-22Z", "#6fae35")
    shade = path("M31-22C40 8 24 38-8 45L-2 44C20 54 44 30 44 4C44-9 39-18 31-22Z", "#3f7d22")
    stem = line(f"M-15-20Q0-8 15-21M0-15Q0-34 8-48{VEIN}", "#2b4d16", 4)
    shine = line("M-33 4C-33-8-28-14-22-15", "#d9eeb2", 6)
    return body + shade + shine + path(LEAF_SHAPE, LEAF_DEEP) + stem


def _apricot() -> str:
    skin = path("M0-34C-32-37-47-10-44 12C-40 36-18 47 0 47C20 47 40 36 44 12C47-12 32-37 0-34Z", "#c4701f")
    flesh = path("M0-25C-25-27-37-6-35 13C-32 30-14 38 0 38C16 38 32 30 35 13C37-8 25-27 0-25Z", "#f6bd69")
    stone = path("M0-17C14-12 19 4 16 15C13 26 6 30 0 30C-7 30-13 26-16 15C-19 2-13-13 0-17Z", "#7a421a")
    leaf = path(LEAF_SHAPE, LEAF_DEEP) + line("M0-33L-3-45", WOOD, 5)
    return leaf + skin + flesh + stone + line("M-4-6C-11 3-9 16-4 22", "#c08a55", 4)


def _banana() -> str:
    body = path("M22-45C28-10 8 18-42 18C-44 26-41 31-36 34C10 50 50 14 33-46Z", "#f3c514")
    shade = path("M33-46C42 0 8 34-42 25Q-40 31-36 34C10 50 50 14 33-46Z", "#d19c06")
    tips = path("M20-44L22-50H33L35-43Q27-40 20-44ZM-38 17Q-46 18-47 24Q-44 30-39 33Q-35 25-38 17Z", "#5a4211")
    return body + shade + tips


BAMBOO = Suit(_bamboo(), "#1d6a40", "#2f8450", "#cfe6cb")
PLUM = Suit(_plum(), "#672a7e", "#8a49a3", "#e8d3ee")
DIAMOND = Suit(_diamond(), "#bf3320", "#d8452e", "#f8d3c4")
WAN = Suit(_wan(), "#93600a", "#c58413", "#f6e2b5", "#a8442a")
SPADE = Suit(_spade(), "#1b1d2b", "#4a5070", "#d4d7e3")
SWORDS = Suit(_swords(), "#1d5487", "#3f86c4", "#cfe2f2")

PEACH = Suit(_peach(), "#c93a63", "#ee7f95", "#fbd9dc")
ORANGE = Suit(_orange(), "#d05f06", "#ee8a2a", "#fde0b8", "#7c9b34")
APPLE = Suit(_apple(), "#397a1f", "#6fae35", "#dcedc0")
APRICOT = Suit(_apricot(), "#7a421a", "#c4701f", "#f5d3a6", "#5f8f4a")
BANANA = Suit(_banana(), "#927000", "#e8b90f", "#f9ebae", "#5f8f4a")

STANDARD = {"b": BAMBOO, "p": PLUM, "d": DIAMOND}
EXPANDED = STANDARD | {"w": WAN, "s": SPADE, "x": SWORDS}
FRUIT = {"p": PLUM, "h": PEACH, "o": ORANGE, "a": APPLE, "r": APRICOT, "b": BANANA}
