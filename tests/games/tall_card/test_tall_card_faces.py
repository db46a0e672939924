"""The card faces of Tall Card and Tall Cards: TC-1, TC-2, TC-50, TF-1, TF-3."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from shindig.cards import Deck
from shindig.cards.faces import plain_cards
from shindig.cards.faces.pips import LAYOUTS, pips
from shindig.gamekit.card_faces import draw_back, draw_face
from shindig.gamekit.five_cards.look import suits
from shindig.gamekit.game_registry import find_deck as deck_by_name

SVG = "{http://www.w3.org/2000/svg}"
MAX_BYTES = 8192
NAMES = ("tall-card", "tall-card-tall", "fruit", "fruit-tall", "expanded-72", "expanded-96", "expanded-tall")
CARDS = [(name, code) for name in NAMES for code in deck_by_name(name).codes]
COLOUR = re.compile(r'"(#[0-9a-f]+)"')
SHAPE = re.compile(r' d="([^"]+)"')


def texts(document: str) -> list[str | None]:
    return [text.text for text in ElementTree.fromstring(document).iter(f"{SVG}text")]


@pytest.mark.parametrize(("name", "code"), CARDS)
def test_a_face_is_a_small_self_contained_drawing_with_its_name(name: str, code: str) -> None:
    document = draw_face(name, code)
    root = ElementTree.fromstring(document)
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == deck_by_name(name).names[deck_by_name(name).card(code)]
    assert len(document.encode()) <= MAX_BYTES
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "style", "rect", "circle", "ellipse", "path", "g", "text"}
    attributes = {key for element in root.iter() for key in element.attrib}
    assert not attributes & {"id", "href", "class"}
    assert "url(" not in document


@pytest.mark.parametrize("name", NAMES)
def test_no_two_faces_of_a_deck_look_the_same(name: str) -> None:
    drawings = {re.sub("<title>.*?</title>", "", draw_face(name, code)) for code in deck_by_name(name).codes}
    assert len(drawings) == len(deck_by_name(name).codes)


@pytest.mark.parametrize("name", NAMES)
def test_a_back_is_a_small_drawing_unlike_the_faces(name: str) -> None:
    document = draw_back(name)
    ElementTree.fromstring(document)
    assert len(document.encode()) <= MAX_BYTES
    assert document not in {draw_face(name, code) for code in deck_by_name(name).codes}


@pytest.mark.parametrize(("main", "tall"), [("tall-card", "tall-card-tall"), ("fruit", "fruit-tall")])
def test_tc_2_a_tall_card_cannot_be_taken_for_one_of_the_main_deck(main: str, tall: str) -> None:
    assert draw_back(main) != draw_back(tall)
    grounds = {code: ElementTree.fromstring(draw_face(tall, code))[3] for code in deck_by_name(tall).codes}
    assert all(ground.tag == f"{SVG}rect" and ground.get("fill") for ground in grounds.values())
    assert all(
        ElementTree.fromstring(draw_face(main, code))[3].tag != f"{SVG}rect" for code in deck_by_name(main).codes
    )


@pytest.mark.parametrize("of_deck", [suits.EXPANDED, suits.FRUIT], ids=["expanded", "fruit"])
def test_tc_50_tf_1_no_two_suits_share_a_shape_or_a_colour(of_deck: dict[str, suits.Suit]) -> None:
    own_colours = [{suit.ink, suit.base, suit.pale} for suit in of_deck.values()]
    assert all(not one & other for one, other in combinations(own_colours, 2))
    main_shapes = [max(SHAPE.findall(suit.symbol), key=len) for suit in of_deck.values()]
    assert len(set(main_shapes)) == len(of_deck)
    fills = [set(COLOUR.findall(suit.symbol)) for suit in of_deck.values()]
    assert all(one - other and other - one for one, other in combinations(fills, 2))


@pytest.mark.parametrize("name", ["tall-card", "fruit", "expanded-72"])
def test_tc_1_tf_1_the_value_stands_in_both_corners(name: str) -> None:
    for code in deck_by_name(name).codes:
        assert texts(draw_face(name, code)) == [code[0], code[0]], code


def test_tc_2_a_tall_card_has_no_value() -> None:
    assert all(
        texts(draw_face(name, code)) == []
        for name in NAMES
        if name.endswith("tall")
        for code in deck_by_name(name).codes
    )


@pytest.mark.parametrize("count", LAYOUTS)
def test_a_value_shows_as_many_pips_each_in_its_own_place(count: int) -> None:
    places = re.findall(r"translate\(([^)]*)\)", pips(count, "<path/>"))
    assert len(set(places)) == len(places) == count


def test_plain_cards_of_a_suit_have_its_emblem_whether_its_name_stands_before_or_behind() -> None:
    numbered = Deck("numbered", ("R1", "R12", "B1", "F"), ("Red 1", "Red 12", "Blue 1", "Fool"), (1, 1, 1, 1))
    assert [plain_cards.split_name(numbered, kind) for kind in range(4)] == [
        ("1", "Red"),
        ("12", "Red"),
        ("1", "Blue"),
        ("Fool", ""),
    ]
    suited = Deck("suited", ("1R", "12R"), ("1 of Red", "12 of Red"), (1, 1))
    assert [plain_cards.draw_body(numbered, kind).count(">12</text>") for kind in (0, 1)] == [0, 3]
    assert plain_cards.draw_body(suited, 1).count(">12</text>") == 3
