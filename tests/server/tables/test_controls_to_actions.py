"""From touches to actions: what the forms of a table mean, and what they refuse."""

from __future__ import annotations

import pytest

from shindig.gamekit.table_scene import Amount, Pick, Press, Prompt
from shindig.server.tables.controls_to_actions import PickError, action_of

DISCARD = Pick("Discard", (((), 5, "Keep all"), ((0,), 6, "Draw 1"), ((0, 1), 8, "Draw 2")))
DECLARE = Pick("Declare", (((0, 1), 40, "1 Dancing Couple"), ((0, 1), 41, "2 Dragon Hootenanny")))
ONE = Pick("Play", (((3,), 70, "Play 4 of Cups"),))
PROMPT = Prompt("?", (Press(0, "Check"), Amount("Bet", 100, 5, 8_000_000), DISCARD, DECLARE, ONE))


@pytest.mark.parametrize(
    ("form", "action"),
    [
        ({"press": ["0"]}, 0),
        ({"amount": ["1"], "value-1": ["5"]}, 100),
        ({"amount": ["1"], "value-1": ["8000000"]}, 8_000_095),
        ({"pick": ["2"]}, 5),
        ({"pick": ["2"], "card": ["1", "0"]}, 8),
        ({"pick": ["2"], "card": ["0", "0"]}, 6),
        ({"pick": ["4"], "card": ["3"]}, 70),
    ],
)
def test_a_form_means_an_action(form: dict[str, list[str]], action: int) -> None:
    assert action_of(PROMPT, form) == action


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ({}, "Pick a button, an amount or cards"),
        ({"press": ["check"]}, "isn’t a whole number"),
        ({"press": ["٣"]}, "isn’t a whole number"),
        ({"amount": ["1"], "value-1": ["4"]}, "Bet: from 5 to 8,000,000"),
        ({"amount": ["1"], "value-1": ["8000001"]}, "from 5 to 8,000,000"),
        ({"amount": ["1"], "value-1": [""]}, "isn’t a whole number"),
        ({"amount": ["0"], "value-0": ["5"]}, "The table has moved on"),
        ({"amount": ["99"]}, "The table has moved on"),
        ({"pick": ["2"], "card": ["1"]}, "Discard: pick 0 to 2 cards."),
        ({"pick": ["4"]}, "Play: pick one card you can play"),
        ({"pick": ["2"], "card": ["x"]}, "isn’t a whole number"),
    ],
)
def test_what_is_no_choice_is_refused_with_what_was_expected(form: dict[str, list[str]], expected: str) -> None:
    with pytest.raises(PickError) as refused:
        action_of(PROMPT, form)
    assert expected in str(refused.value)


def test_cards_that_can_be_played_in_two_ways_offer_both() -> None:
    with pytest.raises(PickError) as refused:
        action_of(PROMPT, {"pick": ["3"], "card": ["0", "1"]})
    assert refused.value.near == ((40, "1 Dancing Couple"), (41, "2 Dragon Hootenanny"))
    assert str(refused.value) == "You can play these cards in more than one way. Say which."
