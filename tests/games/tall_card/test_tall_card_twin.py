"""Whole random matches of Tall Card against the plain twin: asked the same, with the same credits, at every step."""

from __future__ import annotations

import numpy as np

from shindig.core.layout_and_views import UNKNOWN
from shindig.match import Match, Move
from tests.kits.games.random_walks import some_action
from tests.kits.games.tall_card_table import GAME
from tests.kits.suite.seeds import seeds
from tests.kits.twins.asks import Need, Order, asked
from tests.kits.twins.tall_card import Twin


def options(rng: np.random.Generator, declare: str) -> dict[str, object]:
    """Rules by chance, with amounts that make all-ins, short raises and odd credits likely."""
    low = int(rng.integers(1, 8))
    return {
        "stack": int(rng.integers(1, 50)),
        "ante": int(rng.integers(8)),
        "min_bet": low,
        "max_bet": low + int(rng.integers(20)),
        "deals_each": int(rng.integers(1, 3)),
        "declare": declare,
    }


def choose(match: Match, rng: np.random.Generator) -> int:
    """A legal action by chance; a fold only every second time it comes up."""
    action = some_action(match, rng)
    return some_action(match, rng) if GAME.words.text(match.record, action) == "fold" else action


def answer(match: Match, need: Need, rng: np.random.Generator) -> list[str]:
    """Play on, and what the twin is to be told of it."""
    if isinstance(need, Order):
        items = rng.permutation(match.wanted())
        codes = GAME.item_codes(match.record, int(match.record.asks))
        match.order(items)
        return [codes[item] for item in items]
    match.play(choose(match, rng))
    step = match.steps[-1]
    assert isinstance(step, Move)
    return step.do.split()


def compare(seed: int, declare: str) -> Match:
    """Play a match beside the twin, step for step."""
    rng = np.random.default_rng(seed)
    match = Match(GAME, int(rng.choice(GAME.rules.seats)), options(rng, declare), chance=None)
    twin = Twin(match.seats, match.options)
    play = twin.play()
    need = next(play)
    while True:
        assert asked(match) == need
        assert match.record.claimer == (twin.claimer if match.record.tall != UNKNOWN else -1)
        assert match.record.chips[: match.seats].tolist() == twin.chips
        assert match.record.dealer == twin.dealer
        assert match.record.carried == twin.carried
        try:
            need = play.send(answer(match, need, rng))
        except StopIteration:
            break
    assert match.over
    assert match.record.chips[: match.seats].tolist() == twin.chips
    assert (match.record.removed, match.record.carried) == (twin.removed, 0)
    return match


@seeds(*range(100))
def test_tc_1_to_tc_34_matches_go_as_the_twin_says(seed: int) -> None:
    compare(seed, "auto")


@seeds(*range(8))
def test_tc_17_matches_with_declarations_by_hand_go_as_the_twin_says(seed: int) -> None:
    compare(seed, "manual")
