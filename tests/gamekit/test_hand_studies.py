"""What studies ask a game of its hands: cases, rarities, ways to go on, outlooks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from research.five_cards.equities import compute_equity, compute_win_chances, encode_chances
from shindig.gamekit import Game, GameError, game
from shindig.gamekit.five_cards.draw_means import UNIT
from shindig.gamekit.hand_study_interfaces import Case, HandAnalysis, HandQuery, Rollouts, Worth
from shindig.games.talon.rules.state import BIDS
from shindig.match import Match, fair
from tests.kits.games.talon_table import begun, bid, deal

HAND = {"tall-card": "9b 9p 3d 4d RdD", "tall-cards": "Ap Ah 4o 5a 7r"}
RAREST = {
    "tall-card": [[0, 929280, 54], [0, 929280, 2268]],
    "tall-cards": [[6083910, 6415200, 6], [2442960, 5910000, 797]],
}
"""Hands that have the first, the second and the last Rank for their best, in the first and in the last case."""
WAYS = {"tall-card": (120, 32, 61), "claimed": (165, 6, 60), "tall-cards": (2614, 29, 67)}
"""The strength of the hand as it is, the ways to go on, and the cards not seen."""
SUMS = {
    "tall-card": {
        "": ((8, 17, 20, 21, 29), 1, 120),
        "3d": ((8, 17, 21, 29), 61, 28194),
        "3d 4d": ((8, 17, 29), 1830, 1569715),
    },
    "tall-cards": {
        "claim": ((11, 23, 26, 39, 53), 1, 2614),
        "": ((11, 23, 26, 39, 53), 1, 2614),
        "4o 5a 7r": ((11, 23), 47905, 146194713),
    },
}
STRENGTHS = {"claimed": [21920, 26997], "tall-card": [19270, 23137], "tall-cards": [[8737, 8736], [8718, 8736]]}
"""Of a straight flush, and of five that hardly belong together."""


def worth_of(rules: Game) -> Worth:
    assert rules.worth is not None
    return rules.worth


def question(game_id: str, tall: str | None = None, claimed: bool = False, seen: str = "") -> HandAnalysis:
    rules = game(game_id)
    ask = worth_of(rules).ask
    assert ask is not None
    return ask(rules.new(2)[0], HandQuery(HAND[game_id], tall, claimed, seen))


def summed(found: HandAnalysis) -> dict[str, tuple[tuple[int, ...], int, int]]:
    """By way: the cards kept, how many draws there are, and the strengths of all of them added up."""
    return {
        one.name: (one.kept, int(one.counts.sum()), int(one.counts @ np.arange(len(one.counts)))) for one in found.ways
    }


@pytest.mark.parametrize(
    ("game_id", "number", "first", "last"),
    [
        ("tall-card", 12, Case("Bamboo, not mine", (0, False)), Case("Red Dragon, mine", (5, True))),
        ("tall-cards", 7, Case("not mine", (-1,)), Case("Banana, mine", (5,))),
    ],
)
def test_hands_are_compared_under_every_tall_card(game_id: str, number: int, first: Case, last: Case) -> None:
    cases = worth_of(game(game_id)).cases(game(game_id).new(2)[0])
    assert (len(cases), cases[0], cases[-1]) == (number, first, last)


@pytest.mark.parametrize("game_id", ["tall-card", "tall-cards"])
def test_every_hand_has_one_rank(game_id: str) -> None:
    rules = game(game_id)
    m = rules.new(2)[0]
    counts = [worth_of(rules).rarity(m, case) for case in worth_of(rules).cases(m)]
    assert len({sum(one) for one in counts}) == 1
    assert [[one[0], one[1], one[-1]] for one in (counts[0], counts[-1])] == RAREST[game_id]


def test_tc_15_the_ways_to_go_on_with_a_hand() -> None:
    found = question("tall-card")
    assert (found.now, len(found.ways), len(found.unseen)) == WAYS["tall-card"]
    assert {name: summed(found)[name] for name in ("", "3d", "3d 4d")} == SUMS["tall-card"]
    claimed = question("tall-card", "b", claimed=True, seen="1b")
    assert (claimed.now, len(claimed.ways), len(claimed.unseen)) == WAYS["claimed"]
    hands = np.array([[0, 1, 2, 3, 4], [26, 8, 8, 17, 17]], np.int8)
    assert claimed.ways[0].strengths(hands).tolist() == STRENGTHS["claimed"]
    assert claimed.others(hands).tolist() == STRENGTHS["tall-card"]


def test_tf_14_the_ways_to_go_on_with_a_hand() -> None:
    found = question("tall-cards", "p")
    assert (found.now, len(found.ways), len(found.unseen)) == WAYS["tall-cards"]
    assert {name: summed(found)[name] for name in ("claim", "", "4o 5a 7r")} == SUMS["tall-cards"]
    hands = np.array([[0, 1, 2, 3, 4], [11, 23, 35, 47, 59]], np.int8)
    claim = next(one for one in found.ways if one.name == "claim")
    assert [claim.strengths(hands).tolist(), found.others(hands).tolist()] == STRENGTHS["tall-cards"]
    with pytest.raises(GameError, match="here claiming takes the place of a discard"):
        question("tall-cards", "p", claimed=True)


def test_chances_to_beat_others_are_counted_by_strength() -> None:
    counts = np.array([[[1.0, 2.0, 1.0]], [[0.0, 0.0, 4.0]]])
    assert compute_win_chances(counts[0, 0]).tolist() == [0.125, 0.5, 0.875]
    assert compute_win_chances(np.zeros(2)).tolist() == [0, 0]
    assert compute_equity(counts, (0,)).tolist() == [0.125, 0.5, 0.875]
    assert compute_equity(counts, (0, 1)).tolist() == [0, 0, 0.4375]
    assert encode_chances(np.array([0.0, 0.5, 1.0])).tolist() == [0, 16384, UNIT]


def outlook_of(game_id: str) -> Rollouts:
    outlook = game(game_id).rollouts
    assert outlook is not None
    return outlook


def test_a_contract_is_told_of_where_the_bid_stands() -> None:
    asks = outlook_of("talon")
    facts = {
        "taker": np.array([1, 1, 0]),
        "contract": np.array([2, 1, 2]),
        "made": np.array([1, 0, 1]),
        "half_points": np.array([103, 80, 60]),
        "needed": np.array([102, 82, 72]),
        "tricks": np.array([9, 5, 3]),
    }
    told = {name: np.asarray(values).tolist() for name, values in asks.told(facts, 1, BIDS + 2).items()}
    assert {name: values[0] for name, values in told.items()} == {
        "bid stands": 1,
        "made": 1,
        "points": 51.5,
        "needed": 51,
        "tricks": 9,
    }
    assert told["bid stands"] == [1, 0, 0]
    assert np.isnan(told["points"][1:]).all()
    assert [asks.leaves(BIDS), asks.leaves(BIDS + 1)] == [True, False]


def test_a_talon_hand_is_asked_about_in_the_bidding() -> None:
    asks, match = outlook_of("talon"), deal(4, {0: "KS T0 T21"})
    assert not asks.ready(match.record)
    assert {13, 56, 77} <= set(asks.held(match.record, 0))
    assert len(asks.held(match.record, 0)) == 18
    for _ in range(4):
        match.play("no dry")
    assert asks.ready(match.record)
    assert not asks.ready(bid(deal(4, {}), 0).record)
    assert not asks.ready(begun(4, {}, 0).record)


def turned(game_id: str) -> Match:
    """A match on its first turn."""
    match = Match(game(game_id), 3, {}, fair(1))
    while not outlook_of(game_id).ready(match.record):
        match.play(match.legal[0])
    return match


def test_a_pokebacc_hand_is_asked_about_on_its_turn() -> None:
    asks: Any = outlook_of("royal-pokebacc")
    m = turned("royal-pokebacc").record
    mine = asks.held(m, int(m.actor))
    assert len(mine) == 8
    unseen = [card for card in range(64) if card not in mine]
    assert asks.counted(m, mine, unseen) == {"the next card drawn makes a meld more": pytest.approx(4 / 56)}
    assert asks.counted(m, [0, 1], [2, 30]) == {"the next card drawn makes a meld more": 0.5}


def test_how_a_hand_of_pokebacc_came_out() -> None:
    facts = {
        "winner": np.array([0, 1, -1]),
        "score": np.array([[1, 2], [3, 4], [5, 6]]),
        "laid": np.array([[0, 1], [1, 2], [2, 3]]),
    }
    told = {
        name: np.asarray(values).tolist() for name, values in outlook_of("royal-pokebacc").told(facts, 1, 0).items()
    }
    assert told == {"wins": [0, 1, 0], "drawn": [0, 0, 1], "score": [2, 4, 6], "melds laid": [1, 2, 3]}
