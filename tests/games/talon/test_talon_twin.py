"""Talon's kernels against the plain twin on whole matches; compiled against plain; perft of small endgames."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from shindig.core.layout_and_views import CHANCE, OVER
from shindig.gamekit import game
from shindig.games.talon.rules.state import (
    ATTACK,
    BID,
    CHANGES,
    CUT,
    DEFENCE,
    DONE,
    NOBODY,
    PLAY,
    SHEET_EACH,
    SHEET_ENDING,
    SHEET_HALF,
    SHEET_HONORS,
    SHEET_SLAM,
)
from shindig.games.talon.words.outcome import cards_in_play
from shindig.match import Match, fair
from tests.kits.games.talon_table import CODES, deck, endgame, hand
from tests.kits.suite.seeds import seeds
from tests.kits.twins.talon import Ask, Talon
from tests.kits.twins.talon_piles import Hand

GAME = game("talon")
COUNTED = (SHEET_HALF, SHEET_HONORS, SHEET_ENDING, SHEET_SLAM, SHEET_EACH)
RIG: tuple[dict[str, Any], ...] = (
    {},
    {"prefer": ("little slam", "grand slam", "single handful", "misery", "lay T1")},
    {"prefer": ("no dry", "against", "no slam", "play T0"), "sorted": 1.0},
    {"prefer": ("no dry", "guard", "grand slam"), "sorted": 0.5},
)
"""Ways to choose among legal actions and to shuffle, so that rare things happen too."""


def options(rnd: Random) -> dict[str, Any]:
    return {
        "hands": rnd.choice((1, 2, 4)),
        "first_packet": rnd.choice(("left", "right")),
        "cut": rnd.choice(("approximate", "exact")),
        "shuffle": rnd.choice(("never", "never", "each-hand")),
        "lay_away": rnd.choice(("any", "french")),
        "overruff": rnd.choice(("off", "on")),
        "tokens": rnd.choice((0, 50, 500)),
        "on_broke": rnd.choice(("end", "drop")),
    }


def shuffled(items: list[int], rnd: Random, sorted_part: float) -> list[int]:
    """A random order; now and then one in which the cards of a suit lie close together."""
    if len(items) == 78 and rnd.random() < sorted_part:
        for _ in range(rnd.randrange(24)):
            i, j = rnd.randrange(78), rnd.randrange(78)
            items[i], items[j] = items[j], items[i]
    else:
        rnd.shuffle(items)
    return items


def same(match: Match, twin: Talon) -> None:
    """Everything that both know."""
    m, asked = match.record, twin.asked
    assert (match.to_act == OVER) == (asked is None)
    if asked is not None:
        assert match.to_act == (CHANCE if asked.who is None else asked.who)
    assert [int(m.score[seat]) for seat in range(twin.seats)] == [twin.money[seat] for seat in range(twin.seats)]
    if m.phase in (CUT, DONE):
        assert [CODES[card] for card in deck(match)] == twin.deck
    if m.phase >= BID and m.phase != DONE:
        assert all(hand(match, seat) == set(twin.hand[seat]) for seat in twin.alive)
    if m.phase == PLAY:
        same_play(match, twin)


def same_play(match: Match, twin: Talon) -> None:
    m, play = match.record, twin.play
    assert play is not None
    for side, name in ((ATTACK, "taker"), (DEFENCE, "defenders")):
        assert [CODES[card] for card in m.pile[side, : m.piled[side]]] == play.piles[name]
    beside = [(CODES[m.debt_card[i]], int(m.debt_seat[i])) for i in range(m.debts)]
    assert beside == [(debt.excuse, debt.seat) for debt in play.beside]
    assert [int(m.won[seat]) for seat in twin.alive] == [play.won[seat] for seat in twin.alive]
    if m.played == 0 and m.trick:
        assert [CODES[card] for card in m.given if card >= 0] == play.given


def answer(match: Match, twin: Talon, asked: Ask, rnd: Random, rig: dict[str, Any]) -> None:
    """Give both the same random answer."""
    if asked.who is None:
        codes = GAME.item_codes(match.record, int(match.record.asks))
        items = [int(item) for item in match.wanted()]
        assert sorted(codes[item] for item in items) == sorted(str(choice) for choice in asked.choices)
        items = shuffled(items, rnd, rig.get("sorted", 0.0))
        match.order(items)
        twin.answer([codes[item] if len(items) == 78 else item for item in items])
        return
    assert sorted(match.legal) == sorted(asked.choices)
    text = rnd.choice(sorted(asked.choices))
    for wish in rig.get("prefer", ()):
        text = wish if wish in asked.choices and rnd.random() < 0.7 else text
    match.play(text)
    twin.answer(text)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("rig", range(len(RIG)))
@seeds(*range(6))
def test_whole_matches_as_the_twin_plays_them(seats: int, rig: int, seed: int) -> None:
    rnd = Random(seed * 100 + seats * 10 + rig)
    rules = options(rnd)
    match = Match(GAME, seats, rules)
    twin = Talon(seats, **rules | {"overruff": rules["overruff"] == "on"})
    while twin.asked is not None:
        assert cards_in_play(match.record) == 78
        answer(match, twin, twin.asked, rnd, RIG[rig])
        same(match, twin)
    for scored, row in zip(twin.scored[-12:], match.record.sheet, strict=False):
        assert len(twin.scored) > 12 or [row[i] for i in COUNTED] == [
            scored[key] for key in ("half", "honors", "ending", "slam", "each")
        ]


def test_points_and_scores_of_every_hand_add_up() -> None:
    for seats in (3, 4, 5):
        match = Match(GAME, seats, {"hands": 3}, fair(seats))
        rnd = Random(seats)
        scored = 0
        while not match.over:
            match.play(rnd.choice(list(match.legal.actions)))
            m = match.record
            if m.scored > scored:
                scored = int(m.scored)
                assert m.score.sum() == 0
                assert m.sheet[scored - 1][CHANGES:].sum() == 0
                assert sorted(deck(match)) == list(range(78))
                assert m.piled.sum() == 78


def test_compiled_and_plain_play_the_same_bytes() -> None:
    compiled, plain = GAME.compile(), GAME.plain
    ranges, items = plain.scratch()
    for seats in (3, 5):
        rules = {"hands": 2, "lay_away": "french", "tokens": 300, "on_broke": "drop"}
        ours, theirs = GAME.new(seats, rules), GAME.new(seats, rules)
        rng = np.random.default_rng(seats)
        while ours["actor"][0] != OVER:
            if ours["actor"][0] == CHANCE:
                given = rng.permutation(items[: compiled.chance_items(ours, 0, items)])
                compiled.chance_order(ours, 0, given)
                plain.chance_order(theirs, 0, given)
            else:
                count = compiled.legal(ours, 0, ranges)
                legal = [action for first, last in ranges[:count] for action in range(first, last + 1)]
                assert plain.legal(theirs, 0, ranges) == count
                action = int(rng.choice(legal))
                compiled.apply(ours, 0, action)
                plain.apply(theirs, 0, action)
            assert ours.tobytes() == theirs.tobytes()


PERFT = Path(__file__).parents[2] / "snapshots" / "perft" / "talon.txt"


def endgames() -> list[tuple[str, Match, list[int]]]:
    """(line, match, counts by depth) of each line of the file: hands by seat / taker leader evasive / counts."""
    found = []
    for line in PERFT.read_text().splitlines():
        if line and not line.startswith("#"):
            written, roles, counts = (part.strip() for part in line.split("/"))
            hands = dict(enumerate(written.split(",")))
            taker, leader, evasive = (int(number) for number in roles.split())
            match = endgame(len(hands), hands, taker=taker, leader=leader, evasive=evasive)
            found.append((line, match, [int(count) for count in counts.split()]))
    return found


def plays(match: Any) -> list[int]:
    ranges, _ = GAME.plain.scratch()
    return [a for first, last in ranges[: GAME.plain.legal(match, 0, ranges)] for a in range(first, last + 1)]


def perft(match: Any, depth: int) -> int:
    """How many different sequences of so many cards there are from here."""
    moves = plays(match)
    if depth == 1:
        return len(moves)
    total = 0
    for action in moves:
        after = match.copy()
        GAME.plain.apply(after, 0, action)
        total += perft(after, depth - 1) if after["phase"][0] == PLAY else 1
    return total


def twin_of(match: Match) -> Talon:
    twin = Talon(match.seats)
    m = match.record
    twin.play = Hand(int(m.taker), "without", bool(m.evasive != NOBODY))
    twin.hand = {seat: sorted(hand(match, seat)) for seat in range(match.seats)}
    return twin


def twin_perft(twin: Talon, seat: int, depth: int) -> int:
    """The same count by the twin, for endgames in which nobody is asked for a Magician's ending."""
    moves = twin.legal_cards(seat, False)
    if depth == 1:
        return len(moves)
    total = 0
    for card in list(moves):
        twin.hand[seat].remove(card)
        before, twin.trick = twin.trick, [*twin.trick, (seat, card)]
        following = twin.right(seat)
        if len(twin.trick) == twin.seats:
            following, twin.trick = twin.winner(twin.trick, False)[0], []
        total += twin_perft(twin, following, depth - 1)
        twin.hand[seat].append(card)
        twin.trick = before
    return total


@pytest.mark.parametrize("case", range(len(endgames())))
def test_perft(case: int) -> None:
    line, match, counts = endgames()[case]
    found = [perft(match.array, depth) for depth in range(1, len(counts) + 1)]
    divided = {GAME.words.text(match.record, action): 0 for action in plays(match.array)}
    for action in plays(match.array) if found != counts else ():
        after = match.array.copy()
        GAME.plain.apply(after, 0, action)
        divided[GAME.words.text(match.record, action)] = perft(after, len(counts) - 1)
    assert found == counts, (line, found, divided)
    assert [twin_perft(twin_of(match), match.to_act, depth) for depth in range(1, len(counts) + 1)] == counts
