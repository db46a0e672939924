"""Gentle bots make the mistakes of beginners, each of which can be named; and they are no random ones."""

from __future__ import annotations

import numpy as np
import pytest

from shindig.bots import make
from shindig.gamekit import game, games
from shindig.match import Match, fair
from tests.kits.games import talon_table as talon
from tests.kits.games.pokebacc_table import ALL, BANK, FARM, ROYAL
from tests.kits.games.pokebacc_table import Table as PokebaccTable
from tests.kits.games.tall_card_table import Table as TallCardTable
from tests.kits.games.tall_cards_table import Table as TallCardsTable


def answer(match: Match, bot: str = "gentle") -> str:
    """What a bot does for the seat to act."""
    view = match.view(match.to_act)
    return match.game.words.text(view.record, make(match.game.id, bot, 1).act(view))


@pytest.mark.parametrize("game_id", [one.id for one in games()])
def test_every_game_of_ours_has_all_levels(game_id: str) -> None:
    assert {"gentle", "steady", "expert"} <= set(game(game_id).services.bots)


def test_talon_gentle_bids_on_courts_and_never_over_another() -> None:
    courts = "KS QS NS JS KC QC 3S 4S 5S 6S 2C 3C 4C 5C 6C T2 T3 T4"
    others = "KP QP NP JP KW QW 3P 4P 5P 6P 2W 3W 4W 5W 6W T5 T6 T7"
    match = talon.say(talon.deal(4, {3: courts, 2: others}), *["no dry"] * 4)
    assert (answer(match), answer(match, "steady")) == ("take", "pass")
    match.play(answer(match))
    assert answer(match) == "pass"


def test_talon_gentle_takes_a_trick_that_its_side_has_won() -> None:
    """Steady leaves it to its partner and gives points; gentle beats the partner's king with a trump."""
    hands = {0: "2S T3", 2: "KC 5S", 1: "3C 6S", 3: "T5 QP"}
    match = talon.endgame(4, hands, taker=0, leader=2)
    match.play("play KC")
    while match.to_act != 3:
        match.play(next(iter(match.legal)))
    assert answer(match) == "play T5"


def test_talon_gentle_leads_its_highest_card() -> None:
    match = talon.endgame(4, {0: "QC T9", 1: "2S 3S", 2: "4S 5S", 3: "KC 6S"}, taker=1, leader=0)
    assert answer(match) == "play QC"


def test_tall_card_gentle_claims_two_of_a_suit_and_keeps_couples_alone() -> None:
    table = TallCardTable(3).deal({1: "8b 6p 4p 2b 1d"}, tall="p")
    assert (answer(table), answer(table, "steady")) == ("claim", "decline")
    table = TallCardTable(3).deal({1: "WhD WhD 4p 2b 1d"}, tall="WhD")
    assert answer(table) == "claim"
    table = TallCardTable(3).deal({1: "9p 9d 5d 4d 1d"}, tall="b").claimed(2)
    table.do("check", "check", "check")
    assert answer(table) == "discard 1d 4d 5d"


def test_tall_card_gentle_pays_to_see_where_steady_folds() -> None:
    table = TallCardTable(3, ante=1).deal({1: "2p 2d 4d 5p 7d"}, tall="b").claimed(2)
    table.do("check", "bet 25", "raise 25")
    assert (answer(table), answer(table, "steady")) == ("call", "fold")


def test_tall_cards_gentle_keeps_couples_and_no_hope_of_a_suit() -> None:
    table = TallCardsTable(3).deal({1: "2p 5p 8p Tp 8h"}, tall="b").do("check", "check", "check")
    assert answer(table) == "discard 2p 5p Tp"


@pytest.mark.parametrize("name", [FARM, ROYAL])
def test_pokebacc_gentle_lays_down_at_once_what_steady_keeps(name: str) -> None:
    table = PokebaccTable(name).deal({0: "3A 4A 5A", 1: "7W 7F 7M"}).idle().does("lay 7W 7F 7M").idle(2)
    assert answer(table).startswith("lay")
    assert not answer(table, "steady").startswith("lay")


@pytest.mark.parametrize("name", ALL)
def test_pokebacc_gentle_discards_what_goes_with_nothing(name: str) -> None:
    table = PokebaccTable(name).deal({0: "3A 4A 7F 7M 8F 1W"})
    assert answer(table) == "discard 1W"


HANDS = {"talon": 30, "tall-card": 120, "tall-cards": 120, FARM: 40, BANK: 60, ROYAL: 60}


@pytest.mark.long
@pytest.mark.parametrize(("name", "deals"), HANDS.items())
def test_gentle_loses_to_steady_and_wins_of_random(name: str, deals: int) -> None:
    assert gain(name, "gentle", "steady", deals) < 0
    assert gain(name, "gentle", "random", deals) > 0


def gain(name: str, bot: str, others: str, deals: int, players: int = 3) -> float:
    """What a bot wins a hand beyond the others, each deal once from each seat."""
    rules, gains = game(name), []
    rules.compile()
    rules.compiled_policies.compile()
    for deal in range(deals):
        for seat in range(players):
            match = Match(rules, players, {}, fair(1, deal))
            bots = [make(name, bot if one == seat else others, deal * 10 + one) for one in range(players)]
            while not match.over and not rules.rules.hand.ended(match.record):
                match.play(bots[match.to_act].act(match.view(match.to_act)))
            brought = [rules.rules.hand.payoff(match.record, one) for one in range(players)]
            gains.append(brought[seat] - np.mean(brought))
    return float(np.mean(gains))
