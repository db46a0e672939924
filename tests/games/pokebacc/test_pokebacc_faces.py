"""The faces of the Pokebacc decks: whole, different, small, and told apart by any eye."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

from shindig.gamekit.card_faces import draw_back, draw_face
from shindig.gamekit.game_registry import find_deck as deck_by_name
from shindig.games.pokebacc.deck import DISASTERS, ELEMENTS, JEWELS
from shindig.games.pokebacc.look import faces as pokebacc
from shindig.games.pokebacc.look.elements import ELEMENTS as DRAWN
from shindig.games.pokebacc.look.elements import WHITE, symbol
from shindig.games.pokebacc.look.jewels import JEWELS as CUT
from shindig.games.pokebacc.look.jewels import corners, gem, mark
from tests.kits.web.colour_vision import BLINDNESS, contrast, lab, linear

POKEBACC = ("royal-pokebacc", "merchants-bank", "farmers-and-fishermen")
LIMIT = 8 * 1024
SVG = "{http://www.w3.org/2000/svg}"
CARDS = [(deck, code) for deck in POKEBACC for code in deck_by_name(deck).codes]


@pytest.mark.parametrize("deck", POKEBACC)
def test_pb_1_every_card_is_a_whole_picture_with_its_name(deck: str) -> None:
    for code, name in zip(deck_by_name(deck).codes, deck_by_name(deck).names, strict=True):
        root = ElementTree.fromstring(draw_face(deck, code))
        assert root.tag == f"{SVG}svg"
        assert root.findtext(f"{SVG}title") == name
        assert root.get("viewBox") == "0 0 250 350"


@pytest.mark.parametrize("deck", POKEBACC)
def test_pb_1_all_faces_of_a_deck_differ(deck: str) -> None:
    faces = {pokebacc.body(deck, code) for code in deck_by_name(deck).codes}
    assert len(faces) == len(deck_by_name(deck).codes)


def test_the_three_decks_have_their_own_looks() -> None:
    for code in ("1A", "8M", *(name for name, _ in DISASTERS)):
        assert len({pokebacc.body(deck, code) for deck in POKEBACC}) == 3
    assert len({pokebacc.back(deck) for deck in POKEBACC}) == 3


@pytest.mark.parametrize("deck", POKEBACC)
def test_no_face_or_back_is_large_or_reaches_outside(deck: str) -> None:
    for picture in (draw_back(deck), *(draw_face(deck, code) for code in deck_by_name(deck).codes)):
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
    for code in deck_by_name(deck).codes:
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
