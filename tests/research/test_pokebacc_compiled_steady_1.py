"""`steady-1` in compiled code, as which others play in the hands that the guess is learnt from."""

from __future__ import annotations

import numpy as np
import pytest

from research.pokebacc import compiled_steady_1
from shindig.core.layout_and_views import Numbers
from shindig.games.pokebacc.bots import steady_1
from shindig.games.pokebacc.bots.steady_1_worth import SampledView, unseen_cards
from shindig.games.pokebacc.rules.state import DISASTER, DISCARD, INFLICT, SPARE, TURN, Pokebacc
from shindig.games.pokebacc.worth.best_layout_search import run_table
from shindig.games.pokebacc.worth.meld_numbering import BIT
from shindig.match import Match, fair
from tests.kits.games.pokebacc_table import ALL, game

SAMPLES = 8


def samples(m: Pokebacc, turns: int) -> Numbers:
    """int64[SAMPLES]: draws of so many turns, the same whoever asks."""
    rng = np.random.default_rng(turns)
    bits: Numbers = BIT[rng.permuted(np.tile(unseen_cards(m), (SAMPLES, 1)), axis=1)]
    drawn: Numbers = np.bitwise_or.reduce(bits[:, : 2 * turns], axis=1, initial=0)
    return drawn


def draw(m: Pokebacc, turns: int, draws: Numbers, _rng: object) -> None:
    draws[:] = samples(m, turns)


@pytest.mark.parametrize("name", ALL)
def test_it_decides_as_steady_1_does_with_the_same_samples(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each choice of a hand: it discards, lays down, strikes and spares alike."""
    monkeypatch.setattr(SampledView, "draws", lambda worth, turns: samples(worth.m, turns))
    monkeypatch.setattr(compiled_steady_1, "draw", draw)
    match, rng, done = Match(game(name), 3, {}, fair(4)), np.random.default_rng(1), set[str]()
    while match.record.hands < 2:
        view = match.view(match.to_act)
        action = steady_1.act(view, rng)
        if len(view.legal) > 1 and view.record.phase in (TURN, DISASTER):
            assert compiled_steady_1.plain(view.record, run_table(), np.zeros(SAMPLES, np.int64), rng) == action
            done.add(kind_of(action))
        match.play(action)
    assert {"lay", "discard"} <= done


def kind_of(action: int) -> str:
    if action >= SPARE:
        return "strike" if action >= INFLICT else "spare"
    return "discard" if action >= DISCARD else "lay"


def test_samples_are_of_cards_that_are_not_in_sight() -> None:
    match = Match(game(ALL[0]), 3, {}, fair(4))
    view = match.view(match.to_act)
    draws = np.zeros(50, np.int64)
    compiled_steady_1.draw(view.record, 2, draws, np.random.default_rng(1))
    unseen = int(np.bitwise_or.reduce(BIT[unseen_cards(view.record)]))
    assert all(int(cards).bit_count() == 4 and cards & ~unseen == 0 for cards in draws)
    assert np.bitwise_or.reduce(draws) == unseen
