"""Actions as text and back, refusals, the story, outcomes and bots."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import shindig
from shindig.bots import make
from shindig.bots.amounts import describe_amount, describe_score
from shindig.cards import CardError
from shindig.gamekit import GameError, IllegalAction
from shindig.gamekit.betting.state import FOLDED, OUT
from shindig.games.pokebacc.rules.state import DISCARD
from shindig.games.pokebacc.words.hand_explanation import describe_result
from shindig.games.pokebacc.words.names import variant_of
from shindig.games.pokebacc.worth.meld_numbering import shapes
from shindig.match import Match, fair
from shindig.messages import format_text
from tests.kits.games.pokebacc_table import ALL, BANK, FARM, ROYAL, Table, game

PURE = {ROYAL: "KA QA CA PA SA", BANK: "TA RA VA HA", FARM: "KA QA PA SA"}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (ROYAL, "lay run 3A 4W 5A"),
        (ROYAL, "lay set 7A 7W 7F"),
        (ROYAL, "lay catastrophe War Flood Famine Storm"),
        (ROYAL, "lay family SA PW CA QA KA"),
        (ROYAL, "lay royal family SM PM CM QM KM"),
        (BANK, "lay treasure TA RW VA HA"),
        (BANK, "lay crown jewels TA RA VA HA"),
        (BANK, "lay treasure trove TA TW TF TM"),
        (FARM, "lay family SA PW QA KA"),
        (FARM, "discard 8M"),
        (FARM, "discard War"),
        (ROYAL, "inflict Storm"),
        (ROYAL, "spare"),
        (ROYAL, "pay"),
        (ROYAL, "retire"),
        (ROYAL, "raise 1000000"),
        (BANK, "withdraw"),
        (BANK, "invite 1"),
        (FARM, "flee"),
        (FARM, "invite 12"),
        (ROYAL, "pass"),
    ],
)
def test_texts_read_back(name: str, said: str) -> None:
    record = Match(game(name), 3).record
    assert game(name).words.text(record, game(name).words.parse(record, said)) == said


@pytest.mark.parametrize("said", ["lay 5A 4W 3A", "lay run 5A 3A 4W", "lay 3a, 4w, 5a", "  lay run 3A 4W 5A "])
def test_a_meld_is_named_by_its_cards_in_any_order(said: str) -> None:
    record = Match(game(ROYAL), 3).record
    assert game(ROYAL).words.text(record, game(ROYAL).words.parse(record, said)) == "lay run 3A 4W 5A"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("lay 3A 4A", "don’t go together"),
        ("lay", "don’t go together"),
        ("lay set 3A 4A 5A", "are a run, not set"),
        ("lay treasure TA RA VA HA", "no card of royal-pokebacc"),
        ("discard", r"one card.*\(PB-12\)"),
        ("discard 3A 4A", r"one card.*\(PB-12\)"),
        ("inflict Plague", r"one of War, Flood.*\(PB-30\)"),
        ("raise", r"whole number, like.*\(PB-50\)"),
        ("raise 0", "whole number"),
        ("raise 6000001", "whole number"),
        ("invite 5", "isn’t a move. Try lay run 3A 4W 5A, or discard 7F"),
        ("withdraw", "isn’t a move"),
        ("discard 11A", "no card of royal-pokebacc"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_was_expected(said: str, why: str) -> None:
    table = Table(ROYAL).deal()
    before = table.array.tobytes()
    with pytest.raises((GameError, CardError), match=why):
        table.play(said)
    assert table.array.tobytes() == before


def test_pb_51_what_one_may_answer_is_said() -> None:
    table = Table(BANK, stakes="on").deal().does("invite 5")
    with pytest.raises(IllegalAction, match=r"Pay 5, or withdraw. \(PB-51\)"):
        table.play("discard 1A")
    with pytest.raises(GameError, match="Try pay or withdraw"):
        table.play("hello")


@pytest.mark.parametrize(
    ("name", "hand", "match", "points"),
    [
        (ROYAL, "{1} wins the hand.", "{1} wins the match.", "points"),
        (BANK, "{1} corners the Market.", "{1} wins the match: a Monopoly.", "points"),
        (FARM, "{1} conquers the City.", "{1} wins the match and conquers the whole country.", "points"),
    ],
)
def test_the_story_speaks_each_games_own_words(name: str, hand: str, match: str, points: str) -> None:
    table = Table(name, hands_to_win=1).deal({1: PURE[name]}).idle().does(f"lay {PURE[name]}", "spare", "spare")
    assert table.told.endswith(f"{{2}} has 0 {points}.\n{hand}\n{match}")
    assert "{1} laid down " in table.told
    assert "Does anyone play a Disaster?" in table.told
    assert "No Disaster strikes" in table.told


def test_the_story_tells_who_drew_what_to_the_one_who_drew() -> None:
    table = Table(ROYAL).deal({0: "1A"}, draws="KM QM 2M 4M")
    before = table.view(0), table.view(1)
    table.play("discard 1A")
    lines = [table.story(view, table.steps[-1], table.view(view.seat)) for view in before]
    assert [[str(line.text) for line in told][1] for told in lines] == [
        "{1} drew two cards.",
        "{1} drew the 2 of Metal and the 4 of Metal.",
    ]


def test_the_story_of_money() -> None:
    table = Table(BANK, stakes="on").deal({0: PURE[BANK]})
    table.does("invite 5", "withdraw", "pay", f"lay {PURE[BANK]}", "spare")
    for line in (
        "Buy-ins: 30 for the Escrow Fund.",
        "{0} invited competition with 5.",
        "{1} withdrew.",
        "{2} paid 5.",
        "{0} gets 40 from the Escrow Fund.",
    ):
        assert line in table.told


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("stakes", ["off", "on"])
def test_pb_44_every_match_comes_to_an_end(name: str, stakes: str) -> None:
    engine, rng = game(name).plain, np.random.default_rng(1)
    ranges, items = engine.scratch()
    for seats in game(name).rules.seats:
        match = game(name).new(seats, {"stakes": stakes})
        engine.playout(match, 0, rng, ranges, items, 20_000)
        assert game(name).over(match)


@pytest.mark.parametrize("name", ALL)
def test_steady_plays_legally_and_beats_random_players(name: str) -> None:
    won = 0
    for seed in range(9):
        match = Match(game(name), 3, {"hands_to_win": 1}, fair(seed))
        bots = [make(name, "steady" if seat == seed % 3 else "random", seed) for seat in range(3)]
        while not match.over:
            match.play(bots[match.to_act].act(match.view(match.to_act)))
        won += match.result is not None and match.result.winners == (seed % 3,)
    assert won >= 6


@pytest.mark.parametrize("name", ALL)
def test_steady_plays_for_money_to_the_end(name: str) -> None:
    match = Match(game(name), 4, {"stakes": "on", "hands_to_win": 1}, fair(4))
    bots = [make(name, "steady", seat) for seat in range(4)]
    while not match.over:
        match.play(bots[match.to_act].act(match.view(match.to_act)))
    assert int(match.record.chips.sum()) == 400


def steady(table: Table) -> str:
    """What the steady bot does for whose turn it is."""
    view = table.view(table.to_act)
    return table.game.words.text(table.record, make(table.name, "steady", 1).act(view))


def test_steady_lays_a_royal_family_down_and_spoils_that_of_others() -> None:
    table = Table(ROYAL).deal({0: PURE[ROYAL], 1: "War"})
    assert steady(table) == "lay royal family SA PA CA QA KA"
    table.does(steady(table))
    assert steady(table) == "inflict War"


def test_steady_keeps_a_disaster_where_a_family_changes_nothing() -> None:
    hands = {0: "1F 2F 3F 4F 5F 6F", 1: "KA QW CA PA SA", 2: "War"}
    table = Table(ROYAL).deal(hands).does("lay 1F 2F 3F 4F 5F 6F").idle().does("lay KA QW CA PA SA")
    assert steady(table) == "spare"


def test_steady_lays_the_first_meld_holds_one_while_nothing_presses_and_lays_it_before_the_end() -> None:
    table = Table(ROYAL).deal({0: "3A 4A 5A"}, draws="KM 9M")
    assert steady(table) == "lay run 3A 4A 5A"
    table = Table(ROYAL).deal({0: "3A 4A 5A", 1: "7W 7F 7M"}).idle().does("lay 7W 7F 7M").idle(2)
    assert table.to_act == 0
    assert steady(table).startswith("discard")
    table.idle(3)
    assert table.to_act == 0
    assert steady(table).startswith("lay run 3A 4A 5A")


def test_steady_ends_a_hand_that_it_wins() -> None:
    table = Table(ROYAL).deal({2: "3A 4A 5A 6A 7W 7F"}, draws="KM QM SM CM 7M 7A").idle(2)
    while table.to_act == 2:
        table.does(steady(table))
    assert table.record.hand_winner == 2


def test_steady_discards_what_it_needs_least() -> None:
    table = Table(ROYAL).deal({0: "3A 4A 6A 7A 9F 9M"}, draws="KM 1F")
    assert steady(table) in ("discard KM", "discard 1F")


@pytest.mark.parametrize(("hand", "answer"), [("3A 4A 5A 6A 7A 8A", "pay"), ("1A 3M 5A 7M 9A HM", "withdraw")])
def test_steady_pays_for_a_good_hand_and_leaves_with_a_bad_one(hand: str, answer: str) -> None:
    table = Table(BANK, stakes="on", stacks=1000).deal({0: "2F 3F 4F", 1: hand})
    table.does("lay 2F 3F 4F", "invite 400")
    assert steady(table) == answer


def test_the_rules_page_has_every_clause_every_option_and_true_examples() -> None:
    page = (Path(shindig.__file__).parent / "games" / "pokebacc" / "rules.md").read_text("utf-8")
    told = [int(number) for number in re.findall(r"^- \*\*PB-(\d+)\*\* ", page, re.M)]
    assert told == [*range(1, 5), *range(10, 14), *range(20, 25), 30, 31, *range(40, 45), *range(50, 55)]
    for name in ALL:
        assert all(f"`{option.name}`" in page for option in game(name).rules.options)
    scores = {hand: game(FARM).melds(hand)[0].score for hand in re.findall(r"`(\d\w(?: \d\w)+)`", page)}
    assert scores == {"3A 4W 5A": 10, "3A 4A 5A 6A": 60, "7A 7F 7M": 30}


def drawn(cards: int) -> str:
    """What is said of a drawn Sale in which seat 0 withdrew, and both others could not pay the next one."""
    match = Match(game(BANK), 3)
    m = match.record
    m.hand_winner, m.status[:3], m.cards[:3], m.score[:3] = -1, (FOLDED, OUT, OUT), (0, cards, cards), (0, 30, 30)
    return " ".join(map(str, describe_result(cast(Any, match.game.rules.layout.to_plain(match.array)), -1)))


def test_a_drawn_hand_whose_players_are_out_since_is_told_by_their_points() -> None:
    assert drawn(2) == "Nobody wins: {1} and {2} tie with 30 points."
    assert drawn(0) == "Nobody wins the Sale."


def test_pb_11_a_number_that_is_no_meld_of_the_game_is_refused() -> None:
    """Forms of the game have their own melds, in the same numbers."""
    table = Table(FARM).deal()
    for action in (len(shapes(variant_of(table.record).index)), DISCARD - 1):
        with pytest.raises(GameError, match=r"\(PB-11\)"):
            table.play(action)


@pytest.mark.parametrize("name", ALL)
def test_a_seats_points_are_the_sum_of_those_under_its_melds(name: str) -> None:
    match, chance = Match(game(name), 3, {"hands_to_win": 1}, chance=fair(3)), random.Random(3)
    laid = 0
    while not match.over:
        low, high = chance.choice(match.legal.ranges[:3])
        match.play(chance.randint(low, min(high, low + 3)))
        for plate in match.view().scene.seats:
            notes = [format_text(pile.note) for pile in plate.piles[1:]]
            laid += len(notes)
            said = re.search(r"\d+", format_text(plate.said)) if notes else None
            assert sum(map(int, filter(str.isdigit, notes))) == int(said[0] if said else 0)
    assert laid


@pytest.mark.parametrize(
    ("name", "said"),
    [(ROYAL, "25 wins in 100 hands"), (BANK, "25 wins in 100 Sales"), (FARM, "25 wins in 100 Battles")],
)
def test_a_part_of_a_win_is_a_share_of_one(name: str, said: str) -> None:
    assert format_text(describe_amount(0.25, game(name).words.unit)) == said


def test_wins_are_counted_in_whole_hands() -> None:
    unit = game(BANK).words.unit
    assert [format_text(describe_amount(amount, unit)) for amount in (1.1, 1.6)] == ["1 Sale", "2 Sales"]
    assert [format_text(describe_score(score, unit)) for score in range(3)] == [
        "You didn’t win a single Sale.",
        "You won one Sale.",
        "You won 2 Sales.",
    ]
