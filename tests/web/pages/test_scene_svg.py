"""The picture of a table: well-formed, with the cards that the viewer sees and no others."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest

import shindig
from shindig.gamekit import game_ids
from shindig.gamekit.table_scene import Card, Pile, Plate, Scene
from shindig.scene_svg import BROAD, draw_table

SVG = "{http://www.w3.org/2000/svg}"


def words(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("game_id", game_ids())
def test_a_view_shows_itself_at_every_step(game_id: str) -> None:
    match, chance = shindig.new(game_id, 3, seed=4), random.Random(4)
    for step in range(40):
        if match.over:
            break
        match.play(chance.choice(list(match.legal.actions)))
        if step % 8 == 0:
            for seat in (-1, 0):
                assert ElementTree.fromstring(match.view(seat)._repr_svg_()).tag == f"{SVG}svg"


def test_names_pots_and_what_was_said_stand_on_it() -> None:
    hand = Pile("hand", (Card("tall-card", "8p", "8 of Plum"),))
    seats = (
        Plate(0, 90, piles=(hand,)),
        Plate(1, 80, 10, ("dealer",), "raises", (Pile("hand", (Card("tall-card"),)),)),
    )
    svg = draw_table(Scene("Round 1", seats, pots=(("Pot", 30),), result="{1} wins <30>."), ("Ann", "Ben"), viewer=0)
    told = words(svg)
    assert {"Ann", "Ben", "dealer, raises", "80 (bet 10)", "Pot 30", "Ben wins <30>."} <= set(told)
    assert svg.count("title>8 of Plum<") == 1


def test_what_is_long_goes_on_several_lines() -> None:
    badges = ("taker", "Guard against the Talon", "grand slam")
    seats = (Plate(0), Plate(1, -1410, badges=badges, said="-1410"))
    result = "{1}: 31 points of 51 needed. To each defender: 470. {0} and two others of the table won the match."
    told = words(draw_table(Scene("Hand 1", seats, result=result), ("Ann", "Benedikt the Elder"), viewer=0))
    assert {"taker, Guard against the Talon, grand", "slam, -1410"} <= set(told)
    assert max(map(len, told)) <= BROAD
    assert "Ann and two others of the table won the match." in " ".join(told)


def test_a_face_is_drawn_once_however_often_it_lies_there() -> None:
    backs = Pile("hand", (Card("talon"),) * 18)
    svg = draw_table(Scene("", (Plate(0, piles=(backs,)), Plate(1, piles=(backs,)))))
    assert svg.count("<image") == 1
    assert svg.count("<use") == 36
