"""The faces of the Pokebacc decks: whole, different, small, and told apart by any eye."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

from shindig.cards.decks import DECKS, DISASTERS, ELEMENTS, JEWELS
from shindig.cards.faces import back, face, pokebacc
from shindig.cards.faces.pokebacc_elements import ELEMENTS as DRAWN
from shindig.cards.faces.pokebacc_elements import WHITE, symbol
from shindig.cards.faces.pokebacc_jewels import JEWELS as CUT
from shindig.cards.faces.pokebacc_jewels import corners, gem, mark

POKEBACC = ("royal-pokebacc", "merchants-bank", "farmers-and-fishermen")
LIMIT = 8 * 1024
SVG = "{http://www.w3.org/2000/svg}"

# What red-blind, green-blind and blue-blind eyes make of linear RGB (Machado, Oliveira and Fernandes 2009, table 1).
BLINDNESS = {
    "none": np.eye(3),
    "red": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "green": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]),
    "blue": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
DAYLIGHT = np.array([0.9505, 1.0, 1.089])


def linear(colour: str) -> np.ndarray:
    """Linear RGB, float[3] in 0..1, of `#rgb` or `#rrggbb`."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    rgb = np.array([int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)])
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    """CIE L*a*b*, float[3], of linear RGB."""
    xyz = TO_XYZ @ np.clip(rgb, 0, 1) / DAYLIGHT
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours as WCAG 2 defines it, 1..21."""
    dark, light = sorted(float(TO_XYZ[1] @ linear(colour)) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


CARDS = [(deck, code) for deck in POKEBACC for code in DECKS[deck].codes]


@pytest.mark.parametrize("deck", POKEBACC)
def test_pb_1_every_card_is_a_whole_picture_with_its_name(deck: str) -> None:
    for code, name in zip(DECKS[deck].codes, DECKS[deck].names, strict=True):
        root = ElementTree.fromstring(face(deck, code))
        assert root.tag == f"{SVG}svg"
        assert root.findtext(f"{SVG}title") == name
        assert root.get("viewBox") == "0 0 250 350"


@pytest.mark.parametrize("deck", POKEBACC)
def test_pb_1_all_faces_of_a_deck_differ(deck: str) -> None:
    faces = {pokebacc.body(deck, code) for code in DECKS[deck].codes}
    assert len(faces) == len(DECKS[deck].codes)


def test_the_three_decks_have_their_own_looks() -> None:
    for code in ("1A", "8M", *(name for name, _ in DISASTERS)):
        assert len({pokebacc.body(deck, code) for deck in POKEBACC}) == 3
    assert len({pokebacc.back(deck) for deck in POKEBACC}) == 3


@pytest.mark.parametrize("deck", POKEBACC)
def test_no_face_or_back_is_large_or_reaches_outside(deck: str) -> None:
    for picture in (back(deck), *(face(deck, code) for code in DECKS[deck].codes)):
        assert len(picture.encode()) < LIMIT
        assert not re.search(r"href|url\(|<script|<image|\bid=|\bon\w+=", picture)


def test_faces_are_drawn_the_same_every_time() -> None:
    for deck, code in CARDS:
        assert pokebacc.body(deck, code) == pokebacc.body(deck, code)


def test_pb_1_elements_share_neither_symbol_nor_colour() -> None:
    assert set(DRAWN) == {letter for letter, _ in ELEMENTS}
    for one, other in combinations(DRAWN.values(), 2):
        assert one.outline != other.outline
        assert not {one.deep, one.main, one.tint, one.pale, one.sky} & {
            other.deep,
            other.main,
            other.tint,
            other.pale,
            other.sky,
        }


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_pb_1_elements_differ_in_colour_for_every_eye(blindness: str) -> None:
    seen = {letter: lab(BLINDNESS[blindness] @ linear(element.main)) for letter, element in DRAWN.items()}
    for one, other in combinations(seen, 2):
        assert np.linalg.norm(seen[one] - seen[other]) > 25, (one, other)


def test_indices_stand_out_from_their_spine() -> None:
    for element in DRAWN.values():
        assert contrast(WHITE, element.main) > 3


@pytest.mark.parametrize("deck", POKEBACC)
def test_pb_3_a_number_shows_its_symbol_as_often_as_it_is_worth(deck: str) -> None:
    for code in DECKS[deck].codes:
        if code[:-1].isdigit():
            element = DRAWN[code[-1]]
            picture = pokebacc.body(deck, code)
            assert picture.count(symbol(element)) == int(code[:-1])
            assert picture.count(symbol(element, WHITE, element.tint)) == 1


def test_pb_2_the_frame_shows_the_affined_suit_and_no_other() -> None:
    assert {letter: element.affined for letter, element in DRAWN.items()} == {"A": "W", "W": "A", "F": "M", "M": "F"}
    for deck in POKEBACC:
        for letter, element in DRAWN.items():
            opposed = set(DRAWN) - {letter, element.affined}
            picture = pokebacc.body(deck, f"5{letter}")
            assert DRAWN[element.affined].main in picture
            assert not any(DRAWN[other].main in picture for other in opposed)


def path_corners(markup: str) -> int:
    """How many corners the first path of some markup has."""
    first = re.search(r' d="([^"]*)"', markup)
    assert first is not None
    assert first[1].endswith("Z")
    return len(re.findall("[ML]", first[1]))


@pytest.mark.parametrize(("kind", "sides"), [("T", 3), ("R", 4), ("V", 5), ("H", 6)])
def test_pb_1_jewels_have_the_sides_of_their_shape(kind: str, sides: int) -> None:
    assert len(corners(CUT[kind].sides, 1)) == sides
    assert path_corners(gem(kind)) == sides
    assert path_corners(mark(kind)) == sides


def test_pb_1_jewels_are_all_there_and_differ_in_colour() -> None:
    assert set(CUT) == {letter for letter, _ in JEWELS}
    for one, other in combinations(CUT.values(), 2):
        assert not set(one.tones[:4]) & set(other.tones[:4])


@pytest.mark.parametrize("sides", [3, 4, 5, 6])
def test_a_stone_stands_on_a_level_side(sides: int) -> None:
    heights = sorted(y for _, y in corners(sides, 10))
    assert heights[-1] == pytest.approx(heights[-2])
    assert len(heights) == sides
