"""Talon: what the result of a hand says, and that its numbers add up for who reads it. TN-31, TN-34, TN-92."""

from __future__ import annotations

from typing import Any

import pytest

from shindig.games.talon.rules.state import CHANGES
from shindig.games.talon.words.hand_explanation import find_scored_row, verdict
from shindig.games.talon.words.holding import points_told
from shindig.match import Match
from shindig.messages import Message, format_text
from tests.kits.games.random_walks import some_action, some_match
from tests.kits.games.talon_table import endgame, say

KINGS_QUEENS = "KS KC KP KW QS QC QP QW"
NAMES = ("Ann", "Ben", "Cleo")
SIGNS = {"gains": 1, "loses": -1}


def told(match: Match, reader: int) -> list[str]:
    view: Any = match.view(reader).plain
    return [format_text(text, NAMES, you=reader) for text in verdict(view, reader)]


def slam_called(slam: int, won: str) -> Match:
    """A take of seat 0 with a slam called, which wins or loses the last trick."""
    match = endgame(3, {0: f"{won}S", 2: "3S", 1: "4S"}, attack=KINGS_QUEENS + " T0 T1 T21", contract="take")
    match.record.slam = slam
    say(match, f"play {won}S", "play 3S", "play 4S")
    return match


def test_tn_34_a_slam_is_told_with_all_that_the_hand_brought() -> None:
    match = slam_called(2, "2")
    assert told(match, 1)[:2] == [
        "Ann called a slam and missed it. Take was made, though: 45½ points, 36 needed.",
        "You get 165.",
    ]
    assert told(match, 0)[0] == "You called a slam and missed it. Take was made, though: 45½ points, 36 needed."
    assert told(match, 0)[1] == "You pay 330."
    assert "called a slam" not in " ".join(told(match, -1)[1:])
    assert "Everyone else gets" not in str(match.view(0).scene.result)


def test_the_defenders_read_how_much_they_were_short_of() -> None:
    match = slam_called(0, "2")
    assert told(match, 1)[-1] == "Your side was 10 points short of stopping Ann."
    assert told(match, 0)[-1] == "The other side was 10 points short of stopping you."


@pytest.mark.parametrize("seed", range(6))
def test_the_amount_of_a_reader_is_the_whole_hand(seed: int) -> None:
    match, rng = some_match("talon", seed, {"tokens": 0, "hands": 2})
    while not match.over:
        match.play(some_action(match, rng))
        for reader in range(match.seats):
            view: Any = match.view(reader).plain
            row = find_scored_row(view)
            parts = {
                one.id.removeprefix("talon-verdict-"): dict(one.args)
                for one in verdict(view, reader)
                if isinstance(one, Message)
            }
            paid = next((name for name in parts if name.removesuffix(".slam") in SIGNS), "")
            if row is None or not paid:
                continue
            total = SIGNS[paid.removesuffix(".slam")] * int(str(parts[paid]["amount"]))
            assert total == row[CHANGES + reader]


@pytest.mark.parametrize(
    ("mine", "theirs", "attacks", "told"),
    [
        (0, 110, False, "Your side needs 55½ points, fewer if you win honors"),
        (0, 150, False, "Your side has enough points to win"),
        (110, 40, True, "Your side needs 56 points, fewer if you win honors"),
        (150, 0, True, "Your side has enough points to win"),
    ],
)
def test_tn_90_a_side_with_enough_points_for_any_honors_is_told_that_it_has_won(
    mine: int, theirs: int, attacks: bool, told: str
) -> None:
    aim = points_told((0,), mine, theirs, secret=False, attacks=attacks)[2]
    assert " ".join(format_text(part, NAMES) for part in aim) == told
