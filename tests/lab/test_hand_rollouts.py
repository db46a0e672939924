"""What a hand is good for, where hands are played out: worlds around it, and what comes of each way to begin."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

import shindig.cli
from shindig.core.layout_and_views import Records
from shindig.gamekit import Game, GameError, game
from shindig.games.pokebacc import PokebaccGame
from shindig.lab.analyse import plots
from shindig.lab.analyse.hand_rollouts import RolloutStart, deal_opening, deal_worlds, parse_hand, run_courses

ROYAL = "9W 9F 7W 1F 8F 1M 6M Famine"
TALON = "KS QS 4S 2S KC 5C 3C QP 7P T21 T20 T18 T14 T9 T6 T0 T1 JW"
HANDS = {"royal-pokebacc": (3, ROYAL), "talon": (4, TALON)}


def worlds(rules: Game, players: int, hand: str, count: int) -> tuple[RolloutStart, list[int], list[Records]]:
    fresh, rng = rules.new(players), np.random.default_rng(3)
    found = deal_opening(rules, fresh, rng)
    mine = parse_hand(rules, fresh, hand, found)
    unseen = [card for card in found.deck.tolist() if card not in mine]
    return found, mine, [*deal_worlds(rules, found, mine, unseen, count, rng)]


@pytest.mark.parametrize("game_id", HANDS)
def test_the_seat_holds_its_hand_and_others_any_other_cards(game_id: str) -> None:
    rules, (players, hand) = game(game_id), HANDS[game_id]
    assert rules.rollouts is not None
    found, mine, made = worlds(rules, players, hand, 6)
    assert len(made) == 6
    theirs = [sorted(rules.rollouts.held(one[0], (found.seat + 1) % players)) for one in made]
    for one, others in zip(made, theirs, strict=True):
        assert sorted(rules.rollouts.held(one[0], found.seat)) == sorted(mine)
        assert int(one["actor"][0]) == found.seat
        assert not set(others) & set(mine)
    assert len({tuple(one) for one in theirs}) == 6, "the rest is dealt anew"


def test_a_contract_is_counted_where_the_bid_stands() -> None:
    rules = replace(game("talon"), policies=None)
    found = run_courses(rules, rules.new(4), TALON, worlds=4, plain=True)
    assert {one.name for one in found.courses} == {"take", "guard", "without", "against"}, "passing is left out"
    against = next(one for one in found.courses if one.name == "against").measures
    assert against["bid stands"].mean == 1.0, "nobody can bid more"
    assert against["made"].worlds == against["gain"].worlds == 4
    for one in found.courses:
        stands = one.measures["bid stands"]
        assert one.measures["made"].worlds == round(stands.mean * stands.worlds)
    gains = [one.measures["gain"].mean for one in found.courses]
    assert gains == sorted(gains, reverse=True)


def test_the_same_seed_gives_the_same_worlds() -> None:
    rules = replace(game("royal-pokebacc"), policies=None)
    first, again, other = (run_courses(rules, rules.new(3), ROYAL, 3, seed, plain=True) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    wins = [one.measures["wins"].mean + one.measures["drawn"].mean for one in first.courses]
    assert all(0 <= chance <= 1 for chance in wins)


def test_the_chance_of_a_meld_is_that_of_all_cards_that_may_come() -> None:
    """A third 9, found by looking for the melds of each hand alone."""
    rules = game("royal-pokebacc")
    assert isinstance(rules, PokebaccGame)
    found = run_courses(replace(rules, policies=None), rules.new(3), ROYAL, 2, plain=True)
    deck = rules.table.decks[0]
    rest = [code for code in deck.codes if code not in ROYAL.split()]
    able = [code for code in rest if len(rules.melds(f"{ROYAL} {code}")) > len(rules.melds(ROYAL))]
    assert "9M" in able
    assert found.counted == {"the next card drawn makes a meld more": len(able) / len(rest)}


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        ("has 8 cards here, not 2", ("royal-pokebacc", "9W 9F")),
        ("has 1 of 9W, not 2", ("royal-pokebacc", ROYAL.replace("9F", "9W"))),
        ("is no card", ("talon", "xx")),
        ("played out, not compared", ("talon", TALON, "--against", "2")),
        ("leave out --players", ("tall-card", "8p 8d 8p 4d 3b", "--players", "3")),
    ],
)
def test_cards_that_are_no_hand_are_refused(refused: str, words: tuple[str, ...]) -> None:
    found = CliRunner().invoke(shindig.cli.app, ("odds", *words))
    assert found.exit_code != 0
    assert refused in str(found.exception)


def test_a_game_that_says_nothing_of_its_hands_says_so() -> None:
    rules = replace(game("talon"), rollouts=None)
    with pytest.raises(GameError, match="Talon does not say what its hands are good for"):
        run_courses(rules, rules.new(4), TALON)


def test_every_way_is_drawn() -> None:
    rules = replace(game("royal-pokebacc"), policies=None)
    found = run_courses(rules, rules.new(3), ROYAL, 2, plain=True)
    axes = plots.plot_courses(found, "Royal").axes
    assert [one.get_title() for one in axes] == list(found.courses[0].measures)
    assert len(axes[0].get_yticklabels()) == len(found.courses)
