"""Why a hand of Tall Cards was won or lost, in the words that its readers get. TF-50, TF-51."""

from __future__ import annotations

import pytest

from shindig.messages import format_text
from tests.kits.games.tall_cards_table import Table


@pytest.mark.parametrize(
    ("winner", "enough"),
    [
        ("4p 4h 8o Ua Dr", "A pair of 5s or better would have won."),
        ("Ap Ah 8o Ua Dr", "Two pairs or better would have won."),
        ("Up Uh Uo 8a Dr", "Three Phoenixes or better would have won."),
        ("Dp Dh 8o 8a Ur", "Two pairs, Dragons and Turtles, or better would have won."),
        ("4p 5h 6o 7a 8r", "A straight to the Turtle or better would have won."),
        ("2p 4p 6p 8p Up", "A flush, Phoenix high, or better would have won."),
    ],
)
def test_tf_50_what_would_have_won_is_the_next_hand_with_another_name(winner: str, enough: str) -> None:
    assert explain(winner, "2r 3r 5r 7r Ab", -1)[-1] == enough


def test_who_folded_the_better_hand_is_told() -> None:
    told = explain("4p 4h 8o Ua Dr", "Dh Do 6a Ur Ph", 0)
    assert told == [
        "Ben wins 5 with a pair of 4s.",
        "Your pair of Dragons would have won.",
    ]


def explain(winner: str, folded: str, reader: int) -> list[str]:
    """Return what a reader is told after seat 0 folded, seat 1 won and seat 2 lost unseen."""
    table = Table(3, 0).deal({0: folded, 1: winner, 2: "2h 3h 5a 7o To"}, tall="b")
    table.do("1: check", "2: check", "0: check", "1: discard", "2: discard", "0: claim")
    table.do("1: bet 1", "2: call", "0: fold")
    return [format_text(one, ("Ann", "Ben", "Cleo"), you=reader) for one in table.view(reader).scene.verdict]


def test_a_straight_lies_in_order_of_its_ranks_with_a_wild_card_in_its_place() -> None:
    table = Table(2, 0).deal({0: "5b Uh 7a Ta 6r", 1: "2h 3h 5a 7o To"}, tall="b")
    table.do("1: check", "0: check", "1: discard", "0: claim", "1: check", "0: check")
    shown = next(one for one in table.view(1).scene.reveal if one.seat == 0)
    assert [card.code for card in shown.hand.cards] == ["6r", "7a", "5b", "Ta", "Uh"]
    assert [format_text(one) if one else "" for one in shown.notes] == ["", "", "as 8", "", ""]


def test_the_cards_that_make_a_hand_are_marked_while_it_is_played() -> None:
    table = Table(2, 0).deal({0: "5p Uh 5a Ta 6r"}, tall="b")
    marked = [card.code for card in table.view(0).own.piles[0].cards if "ranked" in card.marks]
    assert marked == ["5p", "5a"]
