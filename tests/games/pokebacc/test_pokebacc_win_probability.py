"""The chance to win that Pokebacc's search guesses: its signs, its net, where it is asked, and how it is learnt."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import numpy as np
import pytest

from research.pokebacc.train_win_net import UNITS, Net, learn
from research.pokebacc.training_positions import play_hand
from shindig.core.layout_and_views import Records
from shindig.games.pokebacc.bots import win_probability
from shindig.games.pokebacc.bots.win_features import (
    DRAWS,
    FACTS,
    MIXED,
    NEXT,
    OUTS,
    SIGNS,
    WHOLE,
    live_cards,
    pairs,
    write_facts,
    write_runs,
)
from shindig.games.pokebacc.bots.win_probability import HIDDEN, LAST, chance_to_win, finished_turns, guess, number_of
from shindig.games.pokebacc.rules.state import MAX_SEATS, TURN
from shindig.games.pokebacc.rules.variants import CARDS, NUMBERS, STRIDE
from shindig.games.pokebacc.worth.best_layout_search import run_table
from shindig.games.pokebacc.worth.hand_melds import mask
from shindig.games.pokebacc.worth.meld_numbering import BIT
from shindig.games.pokebacc.worth.melds import has_meld
from shindig.match import Match, fair
from tests.kits.games.pokebacc_table import ALL, BANK, FARM, game


def hand_of(name: str, turns: int, players: int = 3, **options: object) -> Records:
    """A hand between policies, at the start of a turn after at least so many."""
    match, rng = Match(game(name), players, options, fair(3)), np.random.default_rng(1)
    ranges, _ = game(name).engine.scratch()
    m = match.array[0]
    while finished_turns(m) < turns or m.phase != TURN or m.melded:
        match.play(int(game(name).compiled_policies.policy(match.array, 0, ranges, rng)))
        m = match.array[0]
    return match.array.copy()


def guessed(matches: Records, seat: int, since: int) -> float:
    """What is guessed where so many turns of the hand were over when the search began."""
    known = np.zeros(1, game(BANK).compiled_policies.known_type)
    known["turns"] = since
    return guess(known[0], matches, 0, seat)


def test_machine_code_belongs_to_the_weights_that_ship() -> None:
    assert sha256(win_probability.FILE.read_bytes()).hexdigest() == win_probability.DIGEST


def test_a_hand_is_judged_a_round_on_at_the_start_of_a_turn() -> None:
    matches = hand_of(BANK, 12)
    since = finished_turns(matches[0]) - 3
    assert np.isnan(guessed(matches, 0, since + 1))
    assert 0 < guessed(matches, 0, since) < 1
    matches["melded"] = 1
    assert np.isnan(guessed(matches, 0, since))


@pytest.mark.parametrize(
    ("field", "value"), [("stakes", 1), ("exhaustion", 1), ("quiet_turns", 9), ("tie_break", 1), ("stock", 1)]
)
def test_what_was_not_learnt_is_played_on(field: str, value: int) -> None:
    matches = hand_of(BANK, 12)
    matches["pile_count"] = 4
    assert not np.isnan(guessed(matches, 0, 0))
    matches[field] = value
    assert np.isnan(guessed(matches, 0, 0))


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("players", [3, 6])
def test_chances_are_those_of_one_winner_and_grow_with_the_score(name: str, players: int) -> None:
    """Each seat is looked at as the one that plays better than the others, so they may add up to more than one."""
    matches = hand_of(name, 2 * players, players)
    m = matches[0]
    before = [chance_to_win(m, seat) for seat in range(players)]
    assert 0.7 < sum(before) < 1.6
    for seat in range(players):
        m.score[seat] += 40
        assert chance_to_win(m, seat) > before[seat]
        m.score[seat] -= 40


def test_seats_are_alike() -> None:
    """Everything one place on, and each has the chance of who sat there."""
    matches = hand_of(FARM, 7)
    turned = matches.copy()
    for field in ("held", "cards", "laid", "spoiler", "disaster", "melds", "score", "draws", "turns"):
        turned[field][0, :3] = np.roll(matches[field][0, :3], 1, axis=0)
    for field in ("turn", "actor", "dealer"):
        turned[field] = (matches[field] + 1) % 3
    for seat in range(3):
        assert chance_to_win(turned[0], (seat + 1) % 3) == pytest.approx(chance_to_win(matches[0], seat))


def test_the_net_is_what_its_weights_say() -> None:
    signs = np.random.default_rng(2).standard_normal(SIGNS)
    hidden, last = HIDDEN[1, 0], LAST[1, 0]
    units = np.maximum(signs @ hidden[:SIGNS] + hidden[SIGNS], 0)
    wanted = units @ last[: win_probability.UNITS] + signs @ last[win_probability.UNITS : -1]
    assert number_of(signs, hidden, last, np.empty(win_probability.UNITS)) == pytest.approx(wanted)


def without_melds(v: int, cards: int, count: int) -> list[int]:
    """Hands of numbers alone that hold no meld."""
    rng, found = np.random.default_rng(v), list[int]()
    numbers = [suit * int(STRIDE[v]) + rank for suit in range(4) for rank in range(int(NUMBERS[v]))]
    while len(found) < count:
        hand = mask(rng.permutation(numbers)[:cards])
        if not has_meld(hand, v):
            found.append(hand)
    return found


@pytest.mark.parametrize("v", range(3))
def test_outs_are_the_cards_that_bring_a_meld(v: int) -> None:
    """Of hands without one, card by card; those that are not live are none."""
    live = ((1 << 4 * int(STRIDE[v])) - 1) & ~int(BIT[3])
    for hand in without_melds(v, 8, 30):
        outs = write_runs(hand, live & ~hand, v, np.zeros(FACTS)) | pairs(hand, v) & live & ~hand
        free = [card for card in range(4 * int(STRIDE[v])) if not hand >> card & 1 and card != 3]
        assert outs == mask([card for card in free if has_meld(hand | int(BIT[card]), v)])


def test_windows_are_counted_by_what_they_lack() -> None:
    """`1A 2A 3A 4W` of Merchant’s Bank, where the 5 of Air is gone."""
    row, air = np.zeros(FACTS), int(STRIDE[1])
    live = ((1 << int(CARDS[1])) - 1) & ~mask([0, 1, 2, air + 3, 4])
    write_runs(mask([0, 1, 2, air + 3]), live, 1, row)
    assert row[WHOLE] == 1
    assert row[WHOLE + 1] == 1
    assert row[WHOLE + 2] == 3
    assert row[MIXED] == 2


def test_near_its_end_the_draw_pile_is_shuffled_from_the_discards() -> None:
    matches = hand_of(BANK, 9)
    m = matches[0]
    stock, pile = int(m.stock), int(m.pile_count)
    assert stock >= 6
    assert live_cards(m)[1] == stock
    m.stock = 5
    cards, count = live_cards(m)
    assert count == 5 + pile == cards.bit_count()


def test_what_is_hoped_for_grows_with_the_draws() -> None:
    facts = np.zeros((MAX_SEATS, FACTS))
    write_facts(hand_of(FARM, 5)[0], facts)
    for row in facts[:3]:
        assert 0 <= row[OUTS] <= 1
        assert all(row[NEXT + k] <= row[NEXT + k + 1] + 1e-9 for k in range(len(DRAWS) - 1))


def test_positions_are_the_turns_of_hands_that_are_played_on() -> None:
    """One hand in plain Python: its signs are those of its turns, the last of them its end's."""
    work, signs = game(FARM).new(3), np.zeros((60, 3, SIGNS), np.float32)
    last = play_hand(work, *game(FARM).engine.scratch(), np.random.default_rng(4), run_table(), signs, 0)
    assert 0 < last < 60
    assert signs[:last, :, SIGNS - 1].sum(1).tolist() == [1] * last
    assert not signs[last:].any()
    assert work[0].ended


def test_a_net_learns_who_wins() -> None:
    """Who has the larger first sign mostly does: of 3 seats, told from the signs better than by chance."""
    rng = np.random.default_rng(6)
    signs = rng.standard_normal((8_000, 3, SIGNS)).astype(np.float32)
    winners = (2 * signs[:, :, 0] + rng.gumbel(size=(8_000, 3))).argmax(1).astype(np.int8)
    net = learn(signs, winners, 1, batch=64)
    assert net.loss(signs, winners) < 0.75 * np.log(3)


def test_slopes_are_those_of_the_loss() -> None:
    rng = np.random.default_rng(7)
    net = Net(*(part.astype(np.float64) for part in Net.fresh(rng)))  # type: ignore[arg-type]
    signs: Any = rng.standard_normal((40, 3, SIGNS))
    winners = rng.integers(0, 4, 40).astype(np.int8)
    slopes = net.slopes(signs, winners)
    for part, place in ((0, (3, 5)), (0, (SIGNS, 1)), (1, (2,)), (1, (UNITS + 4,)), (1, (-1,))):
        losses = []
        for more in (1e-5, -2e-5):
            net[part][place] += more
            losses.append(net.loss(signs, winners))
        net[part][place] += 1e-5
        assert (losses[0] - losses[1]) / 2e-5 == pytest.approx(float(slopes[part][place]), abs=1e-6)
