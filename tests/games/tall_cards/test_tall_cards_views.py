"""Tall Cards as people see it: the table, the prompts and the rules page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import shindig
from shindig.gamekit.game_spec import Option
from shindig.gamekit.table_scene import Amount, Plate, Press, Prompt
from shindig.games.tall_cards.rules.state import OPTIONS
from shindig.games.tall_cards.worth.hand_classes import NAMES
from shindig.games.tall_cards.worth.ranks import rank
from tests.kits.games.tall_cards_table import Table, stocked
from tests.kits.games.written_texts import written

TEXT = (Path(shindig.__file__).parent / "games" / "tall_cards" / "rules.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (\d+) \| (.+?) \| `(.+?)` \| .+ \|$", TEXT, re.M)
CLAUSES = ["TC-50", "TC-51", *(f"TF-{n}" for n in (*range(1, 6), *range(10, 23), 40, 41, 42, *range(50, 55)))]


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_has_its_place_on_the_rules_page(clause: str) -> None:
    assert len(re.findall(rf"^- \*\*{clause}\*\* \S", TEXT, re.M)) == 1


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_is_named_where_its_clause_is(option: Option) -> None:
    paragraph = next(part for part in re.split(r"\n(?=[-#])", TEXT) if f"**{option.clause}**" in part)
    assert f"`{option.name}" in paragraph


def test_the_hand_chart_of_the_rules_page_is_true() -> None:
    assert [(int(number), name) for number, name, _ in ROWS] == list(enumerate(NAMES, 1))[::-1]
    for number, name, example in ROWS:
        found = rank(example)
        assert (found.number, found.name) == (int(number), name)
        assert found.cards == example


def prompt_of(table: Table) -> Prompt:
    prompt = table.view(table.to_act).scene.prompt
    assert prompt is not None
    return prompt


def amount_of(table: Table) -> Amount:
    return next(control for control in prompt_of(table).controls if isinstance(control, Amount))


def seat_of(table: Table, seat: int) -> Plate:
    return table.view().scene.seats[seat]


def test_tf_12_one_touch_amounts_and_all_that_lies_between() -> None:
    table = Table(3, stack=1_000_000, ante=100).deal().do("1: bet 1000")
    control = amount_of(table)
    assert (control.low, control.high) == (1100, 999_900)
    assert written(control.presets) == (("min", 1100), ("half pot", 2150), ("pot", 3300), ("all-in", 999_900))


def test_a_bet_that_can_only_be_all_in_is_a_button() -> None:
    table = stocked(Table(2, ante=5), 100, 8).deal()
    control = next(one for one in prompt_of(table).controls if str(one.label) == "Go all-in with 3")
    assert isinstance(control, Press)
    assert table.game.words.text(table.view().plain, control.action) == "bet 3"


def test_tf_14_a_shown_ace_lies_before_its_owner() -> None:
    table = Table(3).deal({1: "Ap 3h 5o 7a Tr"}).do("check", "check", "check", "1: discard 3h 5o 7a Tr")
    assert [str(pile.name) for pile in seat_of(table, 1).piles] == ["hand", "Ace shown"]
    assert seat_of(table, 1).piles[1].cards[0].code == "Ap"
    assert str(seat_of(table, 1).said) == "swapped 4"


def test_badges_say_who_deals_claims_sits_out_and_is_all_in() -> None:
    table = Table(4, sit_out=1, ante=5).do("1: ante", "2: ante", "3: sit out", "0: ante").deal()
    table.do("1: bet 95", "2: call", "0: fold", "1: claim")
    assert written(seat_of(table, 0).badges) == ("dealer",)
    assert seat_of(table, 0).state == "folded"
    assert written(seat_of(table, 1).badges) == ("claimed Bananas", "all-in")
    assert written(seat_of(table, 3).badges) == ("sits out",)
    assert str(table.view().scene.centre[0].note) == "claimed by {1}"


def test_the_hand_chart_marks_what_one_holds_wild_cards_included() -> None:
    table = Table(2).deal({1: "2p 4p 6p Ta Ar"}, tall="p").do("check", "check")
    chart = table.view(1).scene.panels[0]
    assert str(chart.rows[chart.marked[0]][0]) == "High Card"
    table.do("1: claim")
    chart = table.view(1).scene.panels[0]
    assert str(chart.rows[chart.marked[0]][0]) == "Four of a Kind"
    assert table.view().scene.panels[0].marked == ()


def test_result_stays_on_the_table_between_hands() -> None:
    table = Table(2, gifts="always").deal({1: "Ap Ah 4o 5a 7r"}).do("check", "check", "1: discard", "0: claim")
    table.do("check", "check")
    scene = table.view(0).scene
    assert str(scene.result) == "{1} wins 2."
    assert str(seat_of(table, 1).said) == "won 2: Pair"
    assert {card.code for card in seat_of(table, 1).piles[0].cards} == {"Ap", "Ah", "4o", "5a", "7r"}
    assert "Ready for the next hand?" in str(prompt_of(table).question)
    table.do("ready", "ready")
    assert table.needs == "tall"
    assert table.view(0).scene.result == ""


def test_side_pots_are_listed_while_they_are_played_for() -> None:
    table = stocked(Table(3), 60, 160, 160).deal().do("1: bet 99", "2: call", "0: call")
    assert written(table.view().scene.pots) == (("Main pot", 180), ("Side pot", 80))
    table.do("1: discard", "2: discard", "0: claim", "1: bet 10")
    assert written(table.view().scene.pots) == (("Main pot", 180), ("Side pot", 90))


def test_tf_21_the_dealer_is_asked_for_the_time() -> None:
    table = Table(2, minutes=5).deal().do("fold")
    assert str(prompt_of(table).question) == "You agreed on 5 minutes. Is the time up?"
    assert str(table.view(0).scene.title) == "Hand 1: Getting ready"
    table.do("0: time is up")
    assert table.told.endswith("The time is up. {0} wins the match with 101.")
