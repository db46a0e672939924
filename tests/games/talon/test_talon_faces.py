"""The faces of the Talon deck: whole, different, small, and told apart by any eye."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

from shindig.cards.faces.pips import rays, star
from shindig.gamekit.card_faces import draw_back, draw_face
from shindig.games.talon.deck import SUITS as SUIT_NAMES
from shindig.games.talon.deck import TALON, TRUMPS
from shindig.games.talon.look import faces as talon
from shindig.games.talon.look.courts import GRIPS, HANDS, PEOPLE, figure
from shindig.games.talon.look.palette import GOLD, NIGHT, PALE_GOLD, WINDOW_HALF, WINDOW_X, picture
from shindig.games.talon.look.suits import SUITS, SYMBOLS, symbol
from tests.kits.web.colour_vision import BLINDNESS, contrast, lab, linear

LIMIT = 8 * 1024
SVG = "{http://www.w3.org/2000/svg}"
SHAPE = re.compile(r' d="([^"]+)"')
LEFT_PART = 75  # the left 30 % of the card, what shows of a card under another
NUMBERS = [code for code in TALON.codes if code[:-1].isdigit() and code[0] != "T"]
COURT_CODES = [rank + suit for suit, _ in SUIT_NAMES for rank in HANDS]
TRUMP_CODES = [code for code, _ in TRUMPS]


def texts(code: str) -> list[str | None]:
    """The words of a face, in the order in which they are drawn."""
    return [text.text for text in ElementTree.fromstring(draw_face("talon", code)).iter(f"{SVG}text")]


@pytest.mark.parametrize("code", TALON.codes)
def test_tn_1_every_card_is_a_small_whole_picture_with_its_name(code: str) -> None:
    picture = draw_face("talon", code)
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == TALON.names[TALON.card(code)]
    assert len(picture.encode()) < LIMIT
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "style", "rect", "circle", "ellipse", "path", "g", "text"}


def test_no_picture_reaches_outside_or_runs_anything() -> None:
    for card in (draw_back("talon"), *(draw_face("talon", code) for code in TALON.codes)):
        assert not re.search(r"href|url\(|<script|<image|\bid=|\bon\w+=", card)


def test_tn_1_all_78_faces_differ() -> None:
    assert len({talon.body("talon", code) for code in TALON.codes}) == 78


def test_the_back_is_a_small_picture_that_looks_the_same_upside_down() -> None:
    picture = draw_back("talon")
    root = ElementTree.fromstring(picture)
    assert root.findtext(f"{SVG}title") == "a face-down card"
    assert len(picture.encode()) < LIMIT
    assert picture.count(talon.CRESCENT) == 2
    assert f'<g transform="rotate(180 125 175)">{talon._corner()}</g>' in picture


def test_faces_are_drawn_the_same_every_time() -> None:
    for code in TALON.codes:
        assert talon.body("talon", code) == talon.body("talon", code)


def test_tn_1_suits_share_neither_symbol_nor_colour() -> None:
    assert set(SUITS) == set(SYMBOLS) == set(GRIPS) == set(PEOPLE) == {letter for letter, _ in SUIT_NAMES}
    for one, other in combinations(SUITS, 2):
        assert not set(SHAPE.findall(symbol(one))) & set(SHAPE.findall(symbol(other)))
        assert not set(SUITS[one]) & set(SUITS[other])


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_tn_1_suits_differ_in_colour_for_every_eye(blindness: str) -> None:
    seen = {suit: lab(BLINDNESS[blindness] @ linear(colours.main)) for suit, colours in SUITS.items()}
    for one, other in combinations(seen, 2):
        assert np.linalg.norm(seen[one] - seen[other]) > 25, (one, other)


def test_indices_stand_out_from_their_ground() -> None:
    for colours in SUITS.values():
        assert contrast(colours.main, colours.pale) > 3.5
    assert contrast(GOLD, NIGHT) > 7
    assert contrast(PALE_GOLD, NIGHT) > 7


@pytest.mark.parametrize("code", NUMBERS)
def test_tn_1_a_number_shows_its_symbol_as_often_as_it_says(code: str) -> None:
    number, suit = int(code[:-1]), code[-1]
    assert talon.body("talon", code).count(symbol(suit)) == number + 1  # one of them under the index
    assert texts(code) == [str(number)]


@pytest.mark.parametrize("code", COURT_CODES)
def test_tn_1_a_court_says_its_rank_and_wears_only_its_suit(code: str) -> None:
    picture = talon.body("talon", code)
    assert texts(code) == [code[0]]
    assert picture.count(symbol(code[1])) == 1
    assert SUITS[code[1]].main in picture
    assert not any(colours.main in picture for suit, colours in SUITS.items() if suit != code[1])


@pytest.mark.parametrize("suit", SUITS)
def test_tn_1_the_courts_of_a_suit_are_four_figures(suit: str) -> None:
    shapes = {rank: set(SHAPE.findall(figure(rank, suit))) for rank in HANDS}
    for rank in HANDS:
        others = set().union(*(shapes[other] for other in HANDS if other != rank))
        assert len(shapes[rank] - others) >= 5, rank
    emblem = set.intersection(*shapes.values())
    assert emblem, "all four hold the same emblem"


@pytest.mark.parametrize("code", TRUMP_CODES)
def test_tn_1_each_trump_has_an_emblem_of_its_own(code: str) -> None:
    shapes = set(SHAPE.findall(picture(code)))
    others = {shape for other in TRUMP_CODES if other != code for shape in SHAPE.findall(picture(other))}
    assert len(shapes - others) >= 3


@pytest.mark.parametrize(("number", "roman"), [(1, "I"), (4, "IV"), (9, "IX"), (10, "X"), (14, "XIV"), (21, "XXI")])
def test_tn_1_a_trump_bears_both_numerals_and_its_name(number: int, roman: str) -> None:
    name = TRUMPS[number][1].removeprefix("the ")
    assert texts(f"T{number}") == [str(number), roman, name]


def test_tn_1_the_fool_is_0_with_a_star() -> None:
    assert texts("T0") == ["0", "Fool"]


def test_tn_1_trumps_are_dark_cards_and_no_others_are() -> None:
    night = talon._ground(NIGHT)
    assert [code for code in TALON.codes if night in talon.body("talon", code)] == TRUMP_CODES


@pytest.mark.parametrize("code", TALON.codes)
def test_the_index_is_in_the_part_that_shows_in_a_hand(code: str) -> None:
    first = next(ElementTree.fromstring(draw_face("talon", code)).iter(f"{SVG}text"))
    middle, size = float(first.attrib["x"]), float(first.attrib["font-size"])
    assert middle - size / 2 > 0
    assert middle + size / 2 <= min(LEFT_PART, WINDOW_X - WINDOW_HALF)


def test_stars_and_rays_have_the_points_asked_for() -> None:
    assert star(4, 10, 5) == "M0 -10L3.5 -3.5L10 0L3.5 3.5L0 10L-3.5 3.5L-10 0L-3.5 -3.5Z"
    assert rays(2, 10, 20, 30) == "M-5 -8.7L0 -20L5 -8.7ZM5 8.7L0 20L-5 8.7Z"
