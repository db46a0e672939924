"""Tall Cards as people see it: the table, the prompts, the rules page, and playthroughs from every seat."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from tall_cards_table import GAME, Table, stocked
from walks import some_action, views

import shindig
from shindig.games.game import Option
from shindig.games.scene import Amount, Prompt, Seat
from shindig.games.tall_cards.classes import NAMES
from shindig.games.tall_cards.ranks import rank
from shindig.games.tall_cards.record import OPTIONS
from shindig.match import Match, Order, Step, View, fair

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
TEXT = (Path(shindig.__file__).parent / "rules" / "tall-cards.md").read_text(encoding="utf-8")
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


def seat_of(table: Table, seat: int) -> Seat:
    return table.view().scene.seats[seat]


def test_tf_12_one_touch_amounts_and_all_that_lies_between() -> None:
    table = Table(3, stack=1_000_000, ante=100).deal().do("1: bet 1000")
    control = amount_of(table)
    assert (control.low, control.high) == (100, 998_900)
    assert control.presets == (("least", 100), ("half pot", 1150), ("pot", 2300), ("all-in", 998_900))


def test_a_short_stack_has_one_amount() -> None:
    control = amount_of(stocked(Table(2, ante=5), 100, 8).deal())
    assert (control.low, control.high, control.presets) == (3, 3, (("all-in", 3),))


def test_tf_14_a_shown_ace_lies_before_its_owner() -> None:
    table = Table(3).deal({1: "Ap 3h 5o 7a Tr"}).do("check", "check", "check", "1: discard 3h 5o 7a Tr")
    assert [pile.name for pile in seat_of(table, 1).piles] == ["hand", "shown Ace"]
    assert seat_of(table, 1).piles[1].cards[0].code == "Ap"
    assert seat_of(table, 1).said == "drew 4"


def test_badges_say_who_deals_claims_sits_out_and_is_all_in() -> None:
    table = Table(4, sit_out=1, ante=5).do("1: ante", "2: ante", "3: sit out", "0: ante").deal()
    table.do("1: bet 95", "2: call", "0: fold", "1: claim")
    assert seat_of(table, 0).badges == ("dealer",)
    assert seat_of(table, 0).state == "folded"
    assert seat_of(table, 1).badges == ("claims Banana", "all-in")
    assert seat_of(table, 3).badges == ("sits out",)
    assert table.view().scene.centre[0].note == "claimed by {1}"


def test_the_hand_chart_marks_what_one_holds_wild_cards_included() -> None:
    table = Table(2).deal({1: "2p 4p 6p Ta Ar"}, tall="p").do("check", "check")
    chart = table.view(1).scene.panels[0]
    assert chart.rows[chart.marked[0]][0] == "High Card"
    table.do("1: claim")
    chart = table.view(1).scene.panels[0]
    assert chart.rows[chart.marked[0]][0] == "Four of a Kind"
    assert table.view().scene.panels[0].marked == ()


def test_result_stays_on_the_table_between_hands() -> None:
    table = Table(2, gifts="always").deal({1: "Ap Ah 4o 5a 7r"}).do("check", "check", "1: discard", "0: claim")
    table.do("check", "check")
    scene = table.view(0).scene
    assert scene.result == "{1} wins 2."
    assert seat_of(table, 1).said == "wins 2"
    assert {card.code for card in seat_of(table, 1).piles[0].cards} == {"Ap", "Ah", "4o", "5a", "7r"}
    assert "Ready for the next hand?" in prompt_of(table).question
    table.do("ready", "ready")
    assert table.needs == "tall"
    assert table.view(0).scene.result == ""


def test_side_pots_are_listed_while_they_are_played_for() -> None:
    table = stocked(Table(3), 60, 160, 160).deal().do("1: bet 99", "2: call", "0: call")
    assert table.view().scene.pots == (("Main pot", 180), ("Side pot 1", 80))


def test_tf_21_the_dealer_is_asked_for_the_time() -> None:
    table = Table(2, minutes=5).deal().do("fold")
    assert prompt_of(table).question == "You agreed on 5 minutes. Is the time up?"
    assert table.view(0).scene.title == "Hand 1: Between hands"
    table.do("0: time is up")
    assert table.told.endswith("The agreed time is up.\nThe game is over, the agreed time is up: {0} won it.")


def playthrough(seats: int, options: dict[str, object]) -> str:
    """A fixed match as text: each step, what it tells each viewer, each seat's own cards, what may be done."""
    rng = np.random.default_rng(seats)
    match = Match(GAME, seats, options, fair(seats))
    lines = [written(step) for step in match.steps]
    while not match.over:
        before, done = views(match), len(match.steps)
        lines.append(f"seat {match.to_act} of {ranges_of(match)}")
        match.play(some_action(match, rng))
        lines += [written(step) for step in match.steps[done:]]
        after = views(match)
        if len(match.steps) == done + 1:
            for b, a in zip(before, after, strict=True):
                lines += [f"  {a.seat}: {line.text}" for line in match.story(b, match.steps[-1], a)]
        lines += [f"  {view.seat} {seat_text(view)}" for view in after[1:]]
        lines.append(f"  pots {after[0].scene.pots} {after[0].scene.title}")
    assert match.result is not None
    return "\n".join([*lines, str(match.result.scores)]) + "\n"


def ranges_of(match: Match) -> str:
    """The ends of the legal ranges as text."""
    ends = [(match.game.text(match.record, a), match.game.text(match.record, b)) for a, b in match.legal.ranges]
    return ", ".join(low if low == high else f"{low} to {high}" for low, high in ends)


def written(step: Step) -> str:
    return f"of {step.of}: {' '.join(step.items)}" if isinstance(step, Order) else f"- {step.seat} {step.do}"


def seat_text(view: View) -> str:
    seat = view.scene.seats[view.seat]
    cards = " ".join(card.code or "?" for card in seat.piles[0].cards)
    return f"{seat.chips} {seat.state} [{cards}] {' '.join(seat.badges)} {seat.said}".rstrip()


MATCHES: dict[int, dict[str, object]] = {
    3: {"hands": 4, "stack": 20, "ante": 3, "muck": "ask", "gifts": "needed"},
    5: {"hands": 3, "stack": 12, "sit_out": 1, "deck": "expanded-96", "limit": 6, "gifts": "always"},
}


@pytest.mark.parametrize("seats", MATCHES)
def test_playthrough(seats: int) -> None:
    """After a wanted change: python tests/test_tall_cards_views.py writes the files anew."""
    expected = (PLAYTHROUGHS / f"tall-cards-{seats}.txt").read_text()
    assert playthrough(seats, MATCHES[seats]).splitlines() == expected.splitlines()


if __name__ == "__main__":
    for number, rules in MATCHES.items():
        (PLAYTHROUGHS / f"tall-cards-{number}.txt").write_text(playthrough(number, rules))
