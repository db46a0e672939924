"""What the bots of Tall Card and Tall Cards are made of: exact draws, worlds, policies from what a seat knows alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from math import comb

import numpy as np
import pytest

from shindig.bots import make
from shindig.core.layout_and_views import UNKNOWN
from shindig.gamekit import Game, game
from shindig.games.tall_card.bots import blueprint, blueprint_play
from shindig.games.tall_card.deck import TALL_CARD
from shindig.games.tall_card.worth import worth_before_draw as tall_draws
from shindig.games.tall_card.worth.discard_odds import draw_values, unseen
from shindig.games.tall_card.worth.ranks import strength
from shindig.games.tall_cards.bots.sampled_worlds import hidden_action
from shindig.games.tall_cards.deck import FRUIT
from shindig.games.tall_cards.rules.state import DISCARD
from shindig.games.tall_cards.worth import discard_odds, ranks, worth_before_draw
from shindig.match import Match, fair
from tests.kits.games import tall_card_table, tall_cards_table

BOTH = ("tall-card", "tall-cards")
SISTERS = "9p 9d 9b 9p 9d"


def positions(game_id: str, players: int, steps: int, seed: int = 3) -> Iterator[Match]:
    """A match of steady bots, one of them random, as it stands before each of its first moves."""
    match = Match(game(game_id), players, {}, fair(seed))
    bots = [make(game_id, "steady" if seat else "random", seat) for seat in range(players)]
    for _ in range(steps):
        yield match
        match.play(bots[match.to_act].act(match.view(match.to_act)))


@pytest.mark.parametrize("game_id", BOTH)
def test_the_policy_reads_only_what_its_seat_knows(game_id: str) -> None:
    mind = game(game_id).compiled_policies
    for match in positions(game_id, 3, 24):
        view = match.view(match.to_act)
        for seed in range(2):
            answers = {
                int(mind.policy(array, 0, mind.scratch()[0], np.random.default_rng(seed)))
                for array in (match.array, view.array)
            }
            assert len(answers) == 1
            assert view.legal.allows(answers.pop())


@pytest.mark.parametrize("game_id", BOTH)
def test_worlds_look_to_the_seat_as_the_match_does(game_id: str) -> None:
    rules = game(game_id)
    mind, layout = rules.compiled_policies, rules.rules.layout
    worlds, rng = layout.empty(2), np.random.default_rng(0)
    for match in positions(game_id, 3, 24):
        view = match.view(match.to_act)
        told, known = view.history, np.zeros(1, mind.known_type)
        if mind.update_beliefs(told.views, told.actors, told.actions, known):
            weight = mind.sample_world(known, told.views, told.actors, told.actions, worlds, 0, mind.scratch()[0], rng)
            assert weight > 0
            assert layout.views(worlds[:1], view.seat).tobytes() == view.tobytes()
            assert (layout.count_cards(worlds[:1], "main", len(rules.table.decks[0].codes)) >= 0).all()


def test_worlds_are_as_likely_as_the_cards_make_them() -> None:
    """Another's Dragons are drawn from the 61 cards not seen, of which 12 are Dragons, or fewer: chi-square."""
    match, mind = Match(tall_card_table.GAME, 2, {}, fair(5)), tall_card_table.GAME.compiled_policies
    view = match.view(match.to_act)
    told, known = view.history, np.zeros(1, mind.known_type)
    assert mind.update_beliefs(told.views, told.actors, told.actions, known)
    mine = int((view.record.hand[view.seat] >= 27).sum())
    worlds, rng, count = tall_card_table.GAME.rules.layout.empty(2), np.random.default_rng(1), 600
    seen = np.zeros(6)
    for _ in range(count):
        mind.sample_world(known, told.views, told.actors, told.actions, worlds, 0, mind.scratch()[0], rng)
        seen[(worlds["hand"][0, 1 - view.seat] >= 27).sum()] += 1
    free = 12 - mine
    wanted = count * np.array([comb(free, n) * comb(61 - free, 5 - n) / comb(61, 5) for n in range(6)])
    seen, wanted = np.append(seen[:3], seen[3:].sum()), np.append(wanted[:3], wanted[3:].sum())
    assert ((seen - wanted) ** 2 / wanted).sum() < 16.3  # 99.9 % of chi-square with three degrees of freedom


def belief(table: tall_cards_table.Table, rules: Game, seat: int) -> float:
    """By how much stronger the other's hand, of two, is by the weights of worlds than over all of them."""
    view, mind = table.view(seat), rules.compiled_policies
    told, known = view.history, np.zeros(1, mind.known_type)
    assert mind.update_beliefs(told.views, told.actors, told.actions, known)
    worlds, rng, scratch = rules.rules.layout.empty(2), np.random.default_rng(2), mind.scratch()[0]
    found = []
    for _ in range(80):
        weight = mind.sample_world(known, told.views, told.actors, told.actions, worlds, 0, scratch, rng)
        m = worlds[0]
        held = ranks.strength(m.hand[1 - seat], int(m.tall), m.claimer == 1 - seat, bool(m.ace_low))
        found.append((weight, held))
    weights, strengths = np.array(found).T
    return float(weights @ strengths / weights.sum() - strengths.mean())


def test_tf_12_who_bets_any_amount_is_hardly_believed() -> None:
    """A usual bet tells of a good hand; bets far above the pot, again and again, may be anything."""
    usual, wild = (tall_cards_table.Table(2).deal({0: "Ah Ao 8a 8r 2b"}, tall="p") for _ in range(2))
    usual.do("1: bet 2")
    wild.do("1: bet 40")
    assert belief(usual, tall_cards_table.GAME, 0) > 1.2 * belief(wild, tall_cards_table.GAME, 0) > 0


@pytest.mark.parametrize(("tall", "claimed"), [(1, False), (3, True)])
def test_tc_15_means_over_all_draws_are_those_of_counting_them(tall: int, claimed: bool) -> None:
    rng = np.random.default_rng(0)
    worth = np.sort(rng.random(26998))
    hand = np.sort(rng.permutation(np.array(TALL_CARD.cards, np.int8))[:5])
    made = np.array([worth[strength(hand, tall, claimed)]])
    found = tall_draws.all_draws(hand[None], tall_draws.kept_values(worth, tall, claimed), made)[0]
    assert found == pytest.approx(draw_values(hand.tolist(), tall, claimed, unseen(hand.tolist()), worth))


def test_tf_14_means_over_all_draws_are_those_of_counting_them() -> None:
    worth = np.sort(np.random.default_rng(0).random(len(ranks.NUMBERS)))
    hand = np.array([27, 3, 15, 11, 50], np.int8)[[1, 0, 2, 4, 3]]
    hand = np.array(sorted(hand, key=lambda card: card % 12), np.int8)
    made = np.array([worth[ranks.strength(hand, 0, False, True)]])
    found = worth_before_draw.all_draws(hand[None], worth_before_draw.kept_values(worth), made)[0]
    for one in discard_odds.all_odds(hand.tolist(), 0, discard_odds.unseen(FRUIT, hand.tolist()), True, False):
        assert found[one.action - 3] == pytest.approx(one.counts @ worth / one.draws)


@pytest.mark.parametrize("package", ["tall_card", "tall_cards"])
def test_machine_code_belongs_to_the_values_that_ship(package: str) -> None:
    values = import_module(f"shindig.games.{package}.bots.equity")
    assert sha256(values.FILE.read_bytes()).hexdigest() == values.DIGEST


def test_tc_12_advice_on_claiming_is_what_steady_does() -> None:
    for seed in range(12):
        match = Match(tall_card_table.GAME, 3, {}, fair(seed))
        view = match.view(match.to_act)
        does = tall_card_table.GAME.words.text(view.record, make("tall-card", "steady", 1).act(view))
        with_it, without = (float(re.findall(r"win (\d+)", str(line))[0]) for line in view.hints)
        assert with_it == without or (with_it > without) == (does == "claim")


def test_tc_13_sizes_tell_nothing() -> None:
    bets = set()
    for hand in (SISTERS, "RdD RdD RdD 8p 8d", "9p 9d 9b 4p 4d"):
        table = tall_card_table.Table(2, stack=500).deal({1: hand}, tall="b").claimed(0)
        bets |= {
            tall_card_table.GAME.words.text(table.view(1).record, make("tall-card", "steady", 1).act(table.view(1)))
        }
    assert len(bets) == 1


def test_tc_13_the_strategy_never_folds_what_hardly_loses() -> None:
    table = tall_card_table.Table(2, stack=500).deal({1: SISTERS}, tall="b").claimed(0).do("check", "bet 25")
    view = table.view(1)
    folds = np.zeros((blueprint.SITUATIONS, blueprint.CHOICES), np.uint8)
    folds[:, blueprint.GIVE_UP] = 255
    assert blueprint_play.choose_at(view.array, 0, folds, 0, np.random.default_rng(0)) == 1


def test_every_choice_of_the_strategy_is_legal() -> None:
    for match in positions("tall-card", 2, 24):
        view = match.view(match.to_act)
        if view.record.bet >= 0 and view.record.phase in (2, 4):
            actions = {blueprint.action_of(view.record, choice) for choice in range(blueprint.CHOICES)}
            assert all(view.legal.allows(action) for action in actions if action != UNKNOWN)


def test_tf_15_steady_takes_what_it_must() -> None:
    table = tall_cards_table.Table(2).deal().do("check", "check", "discard")
    view = table.view(table.to_act)
    assert tall_cards_table.GAME.words.text(view.record, make("tall-cards", "steady", 1).act(view)) == "claim"


def test_who_shows_an_ace_is_taken_to_discard_all_else() -> None:
    before, after = tall_cards_table.GAME.rules.layout.empty(2)
    before.hand[0], after.ace[0] = range(10, 15), 12
    assert hidden_action(before, after) == DISCARD + 0b11011
