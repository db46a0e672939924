"""Observations made for learning: nothing beyond the view, enough to tell views apart, bounded, seats relative."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import shindig
from shindig.adapters.batch import Batch
from shindig.adapters.observation_planes import Planes
from shindig.core.layout_and_views import OVER
from shindig.gamekit import Game, game, game_ids
from tests.kits.games import swap_game
from tests.kits.games.short_options import options

STEPS = 120
GAMES = [*map(game, game_ids()), swap_game.GAME]
ALL = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)


def walk(rules: Game, steps: int = STEPS) -> Iterator[np.ndarray]:
    """The records of random matches, also those where chance is asked."""
    engine, rng = rules.plain, np.random.default_rng(3)
    ranges, items = engine.scratch()
    fresh = rules.new(rules.rules.seats[0], options(rules))
    match = fresh.copy()
    for _ in range(steps):
        yield match
        if match["actor"][0] == OVER:
            match[:] = fresh
        engine.step(match, 0, rng, ranges, items)


@ALL
def test_nothing_goes_beyond_the_view(rules: Game) -> None:
    planes = Planes(rules, rules.new(rules.rules.seats[0], options(rules)))
    for match in walk(rules):
        for seat in range(planes.players):
            assert (planes.of(match, seat) == planes.of(rules.view(match, seat), seat)).all()


@ALL
def test_views_that_differ_are_told_apart_and_entries_are_bounded(rules: Game) -> None:
    planes = Planes(rules, rules.new(rules.rules.seats[0], options(rules)))
    told: dict[bytes, bytes] = {}
    for match in walk(rules):
        for seat in range(planes.players):
            vector = planes.of(match, seat)
            assert np.abs(vector).max() <= 1
            view = rules.view(match, seat).tobytes()
            assert told.setdefault(vector.tobytes(), view) == view
    assert len(told) > STEPS // 2


@ALL
def test_every_entry_has_a_name_of_its_own(rules: Game) -> None:
    planes = Planes(rules, rules.new(rules.rules.seats[-1]))
    assert len(set(planes.names)) == planes.size == len(planes.names)


def entries(planes: Planes, vector: np.ndarray) -> dict[str, float]:
    return dict(zip(planes.names, vector.tolist(), strict=True))


def test_seats_are_counted_from_the_observer_and_cards_are_sets() -> None:
    match = shindig.new("tall-card", 3, seed=12)
    planes = Planes(match.game, match.array)
    dealer = int(match.record.dealer)
    for seat in range(3):
        told = entries(planes, planes.of(match.view(seat).array, seat))
        name = ["me", "me+1", "me+2"][(dealer - seat) % 3]
        assert told[f"dealer is {name}"] == told[f"I am seat {seat}"] == 1
        hand = match.record.hand[seat].tolist()
        codes = match.game.deck(match.record).codes
        assert sum(value for entry, value in told.items() if entry.startswith("hand[me] has ")) == len(hand)
        assert all(told[f"hand[me] has {codes[card]}"] == 1 for card in hand)


def test_copies_of_a_card_and_bits_of_a_set_have_entries() -> None:
    rules = game("tall-card")
    match = rules.new(2)
    match["hand"][0, 0] = [3, 3, 4, 5, 6]
    planes = Planes(rules, match)
    code = rules.deck(match[0]).codes[3]
    told = entries(planes, planes.of(match, 0))
    assert told[f"hand[me] has {code}"] == told[f"hand[me] has {code} x2"] == 1
    assert entries(planes, planes.of(match, 1))[f"hand[me] has {code}"] == 0


def test_numbers_of_every_width_are_told_apart() -> None:
    rules = game("tall-card")
    match = rules.new(2)
    planes = Planes(rules, match)
    for field, values in (("talls_gone", range(-128, 128)), ("rounds", range(-32768, 32768, 7))):
        seen = set()
        for value in values:
            match[field] = value
            seen.add(planes.of(match, 0).tobytes())
        assert len(seen) == len(values)
    big = (-(1 << 62), -1, 0, 1 << 24, (1 << 24) + 1, (1 << 40) + 1)
    assert len({planes.of(put(match, value), 0).tobytes() for value in big}) == len(big)


def put(match: np.ndarray, chips: int) -> np.ndarray:
    match["chips"][0, 1] = chips
    return match


def test_a_batch_writes_the_same_planes() -> None:
    many = Batch(swap_game.GAME, 5, seed=1, observe="planes")
    for _ in range(20):
        for i, actor in enumerate(many.actor):
            expected = many.planes.of(many.matches[i : i + 1], int(actor)) if actor >= 0 else 0
            assert (many.observation[i] == expected).all()
        many.step(many.sample())


@ALL
@pytest.mark.parametrize("players", [0, -1])
def test_entries_that_are_brought_up_to_date_are_those_written_anew(rules: Game, players: int) -> None:
    """A batch writes only the entries that changed since the last turn, which was mostly another seat's."""
    how = {"observe": "planes", "seed": 3, "auto_reset": True, "plain": True}
    many = Batch(rules, 2, rules.rules.seats[players], options(rules), **how)  # type: ignore[arg-type]
    for step in range(40):
        for row in range(2):
            match = many.matches[row : row + 1]
            assert (many.observation[row] == many.planes.of(match, int(many.actor[row]))).all(), step
        many.step()
    before = many.save()
    many.step()
    many.load(before)
    assert (many.observation[0] == many.planes.of(many.matches[:1], int(many.actor[0]))).all()


def test_nobody_writes_into_planes_by_mistake() -> None:
    many = Batch(swap_game.GAME, 2, observe="planes", plain=True)
    with pytest.raises(ValueError, match="read-only"):
        many.observation[0] = 1
    mine = np.zeros((2, many.planes.size), np.float32)
    given = Batch(swap_game.GAME, 2, observe="planes", plain=True, out={"observation": mine})
    mine[0] = 7
    given.look()
    assert np.abs(mine).max() <= 1
