"""Talon: the count, the value of a hand, who pays, the end. TN-34, TN-90 to TN-94."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shindig.gamekit import game
from shindig.games.talon.rules.payment import settle
from shindig.games.talon.rules.score import drop_broke, end_or_deal, points_each, slam_bonus
from shindig.games.talon.rules.state import (
    ALL_PLAYED,
    ATTACK,
    BROKE,
    CHANGES,
    CUT,
    DEFENCE,
    SHEET_CONTRACT,
    SHEET_EACH,
    SHEET_ENDING,
    SHEET_HALF,
    SHEET_HANDFULS,
    SHEET_HONORS,
    SHEET_SLAM,
    TOO_FEW,
    Talon,
)
from shindig.games.talon.words.names import halves
from shindig.games.talon.words.score_sheet import sum_lines
from shindig.match import Match
from tests.kits.games.talon_table import begun, endgame, say, tap

KINGS_QUEENS = "KS KC KP KW QS QC QP QW"


def row(half: int, honors: int, contract: int = 1, ending: int = 0, handfuls: int = 0, slam: int = 0) -> list[int]:
    values = np.zeros(CHANGES + 5, np.int16)
    values[[SHEET_HALF, SHEET_HONORS, SHEET_CONTRACT]] = half, honors, contract
    values[[SHEET_ENDING, SHEET_HANDFULS, SHEET_SLAM]] = ending, handfuls, slam
    return values.tolist()


@pytest.mark.parametrize(("honors", "needed"), [(0, 56), (1, 51), (2, 41), (3, 36)])
def test_tn_90_needed_by_honors(honors: int, needed: int) -> None:
    assert points_each(row(2 * needed, honors)) == 25
    assert points_each(row(2 * needed - 1, honors)) == -26


@pytest.mark.parametrize(
    ("values", "each"),
    [
        (row(2 * 41 + 13, 2), 25 + 7),
        (row(2 * 41 + 13, 2, contract=2), 64),
        (row(2 * 41 + 13, 2, contract=3), 128),
        (row(2 * 41 + 13, 2, contract=4), 192),
        (row(2 * 41 - 13, 2, contract=2), -64),
        (row(2 * 41, 2, contract=2, ending=10), 70),
        (row(2 * 41, 2, contract=2, ending=-10), 30),
        (row(2 * 41 - 2, 2, contract=4, ending=-10), -96),
        (row(2 * 41, 2, contract=4, handfuls=60), 210),
        (row(2 * 41 - 2, 2, handfuls=40), -66),
        (row(2 * 36 + 20, 3, slam=-200), 35 - 200),
        (row(2 * 36 - 20, 3, slam=150), -35 + 150),
    ],
)
def test_tn_91_value(values: list[int], each: int) -> None:
    assert points_each(values) == each


@pytest.mark.parametrize(
    ("called", "lost", "bonus"),
    [
        (0, 0, 200),
        (0, 3, 150),
        (0, 4, 0),
        (1, 0, 300),
        (1, 3, 300),
        (1, 4, -150),
        (2, 0, 400),
        (2, 1, -200),
        (2, 4, -200),
    ],
)
def test_tn_34_one_slam_bonus(called: int, lost: int, bonus: int) -> None:
    match = endgame(3, {0: "2S", 1: "3S", 2: "4S"}, won=(24 - lost, lost, 0))
    match.record.slam = called
    assert slam_bonus(match.record) == bonus


def test_tn_34_the_partners_tricks_count_and_defenders_have_no_slam() -> None:
    match = endgame(5, dict.fromkeys(range(5), ""), partner=2, won=(8, 0, 7, 0, 0))
    assert slam_bonus(match.record) == 200
    match = endgame(5, dict.fromkeys(range(5), ""), partner=2, won=(0, 8, 0, 7, 0))
    assert slam_bonus(match.record) == 0


def changes(match: Match) -> list[int]:
    return [int(n) for n in match.record.paid[: match.seats]]


def test_tn_92_the_taker_gets_all_from_each_defender() -> None:
    match = endgame(4, {0: "2S", 3: "3S", 2: "4S", 1: "5S"}, attack=KINGS_QUEENS + " T0 T1 T21")
    say(match, "play 2S", "play 3S", "play 4S", "play 5S")
    # 91 half points with three honors: 45½, 9½ over 36, rounded up 10, times 4.
    assert match.record.sheet[0][SHEET_HALF] == 91
    assert match.record.sheet[0][SHEET_EACH] == 140
    assert changes(match) == [420, -140, -140, -140]


def test_tn_92_with_a_partner_two_parts_and_one() -> None:
    hands = {0: "2S", 4: "3S", 3: "4S", 2: "5S", 1: "6S"}
    match = endgame(5, hands, partner=2, attack=KINGS_QUEENS + " T0 T1 T21")
    while not match.over:
        match.play(match.legal[0])
    assert changes(match) == [280, -140, 140, -140, -140]
    match = endgame(5, hands, partner=2, attack=KINGS_QUEENS)
    while not match.over:
        match.play(match.legal[0])
    # 64 half points without honors: 32, 24 short of 56, 49 times 4.
    assert changes(match) == [-392, 196, -196, 196, 196]
    match = endgame(5, hands, attack=KINGS_QUEENS)
    while not match.over:
        match.play(match.legal[0])
    assert changes(match) == [-784, 196, 196, 196, 196]


def test_tn_91_a_winner_may_have_to_pay() -> None:
    match = endgame(3, {0: "2S", 2: "3S", 1: "4S"}, attack=KINGS_QUEENS + " T0 T1 T21", contract="take")
    match.record.slam = 2
    say(match, "play 2S", "play 3S", "play 4S")
    assert match.record.sheet[0][SHEET_EACH] == 35 - 200
    assert changes(match) == [-330, 165, 165]


def ended(match: Match) -> tuple[bool, int]:
    return match.over, int(match.record.reason)


def test_tn_93_hands() -> None:
    match = endgame(3, {0: "2S", 2: "3S", 1: "4S"})
    say(match, "play 2S", "play 3S", "play 4S")
    assert ended(match) == (True, ALL_PLAYED)
    assert match.result is not None
    assert sum(match.result.scores) == 0


def tokens(money: tuple[int, ...], **options: Any) -> Match:
    """A defender's last trick for a taker in seat 0 who loses 49 x 4 to each."""
    seats = len(money)
    hands = {seat: f"{seat + 2}S" for seat in range(seats)}
    match = endgame(seats, hands, attack=KINGS_QUEENS, tokens=100, **options)
    match.record.hands = 0
    match.record.score[:seats] = money
    while match.record.scored == 0:
        match.play(match.legal[0])
    return match


def test_tn_93_who_has_too_few_pays_what_is_left() -> None:
    match = tokens((500, 100, 100, 100))
    # 588 are due and 500 there: 166 each, and the 2 left over to the first from the dealer's right.
    assert match.record.score[:4].tolist() == [0, 266, 267, 267]
    assert ended(match) == (True, BROKE)


def test_tn_93_drop_goes_on_with_fewer() -> None:
    match = tokens((500, 100, 100, 100), on_broke="drop")
    m = match.record
    assert (m.players, m.inplay[:4].tolist()) == (3, [0, 1, 1, 1])
    assert m.phase == CUT
    assert m.dealer == 3
    assert m.right[:4].tolist() == [3, 3, 1, 2]
    scene = match.view(2).scene
    assert [seat.state for seat in scene.seats] == ["out", "in", "in", "in"]
    assert not any(pile.name == "trick" for pile in scene.centre)
    tap(match)
    assert m.held[:4].tolist() == [0, 24, 24, 24]


def test_tn_93_below_three_it_ends() -> None:
    match = tokens((300, 100, 100), on_broke="drop")
    assert ended(match) == (True, TOO_FEW)
    assert match.record.score[:3].tolist() == [0, 250, 250]


def test_tn_93_broke_after_a_misery_is_looked_at_only_after_the_hand() -> None:
    match = begun(4, {3: "1S 2S 3S 4S 5S 6S 7S 8S 9S 10S JS NS QS KS 1C 2C 3C 4C"}, taker=1, tokens=5)
    assert not match.over
    match.record.score[:4] = (0, 5, 5, 10)
    drop_broke(match.record)
    assert match.record.players == 3


def test_tn_93_nothing_ends_a_score_sheet_but_its_hands() -> None:
    match = begun(3, {}, taker=0, hands=0)
    match.record.scored = 900
    end_or_deal(match.record)
    assert not match.over


@given(st.lists(st.integers(0, 300), min_size=5, max_size=5), st.integers(1, 400), st.integers(0, 4), st.booleans())
def test_tn_93_shares_in_proportion(money: list[int], each: int, dealer: int, won: bool) -> None:
    m: Talon = game("talon").rules.layout.empty()[0]
    m.seats, m.tokens, m.dealer = 5, 100, dealer
    for seat in range(5):
        m.right[seat] = (seat - 1) % 5
    m.score[:5], m.inplay[:5], m.taker = money, 1, 0
    m.side[:5] = [ATTACK, DEFENCE, ATTACK, DEFENCE, DEFENCE]
    sign = 1 if won else -1
    settle(m, 2, sign, each)
    parts = np.array([2, -1, 1, -1, -1], np.int8) * sign
    owed = {seat: -int(part) * each for seat, part in enumerate(parts) if part < 0}
    pool = sum(min(amount, money[seat]) for seat, amount in owed.items())
    due = {seat: int(part) for seat, part in enumerate(parts) if part > 0}
    got = {seat: int(m.score[seat]) - money[seat] for seat in due}
    assert sum(got.values()) == pool
    assert m.score.sum() == sum(money)
    order = [(dealer - step) % 5 for step in range(1, 6)]
    extra = [got[seat] - pool * due[seat] // sum(due.values()) for seat in order if seat in due]
    assert extra == sorted(extra, reverse=True)
    assert set(extra) <= {0, 1}


def test_tn_93_the_sum_is_worked_out_line_by_line() -> None:
    values = row(95, 2, contract=2, ending=10, handfuls=20, slam=-150)
    values[SHEET_EACH] = points_each(values)
    lines = {str(text): amount for text, amount in sum_lines(values)}
    assert lines == {
        "Points of {0} and {0}": "47½",
        "Needed with two honors": "41",
        "Every hand": "25",
        "Over by 6½, rounded up": "+7",
        "The Magician’s ending": "+10",
        "Guard: 42 × 2": "84",
        "Handfuls": "+20",
        "{0} and {0} won": "+104",
        "Slam": "−150",
        "Each of the others gets": "46",
    }
    assert [halves(n) for n in (0, 1, 2, 111)] == ["0", "½", "1", "55½"]


def test_tn_94_talon_has_a_clause_on_talk_about_hands() -> None:
    assert game("talon").services.silence_clause
    assert not game("tall-card").services.silence_clause
