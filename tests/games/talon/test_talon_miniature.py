"""Talon in small: the same rules, few enough cards to count everything."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np
import pyspiel
import pytest

from shindig.adapters.openspiel import register
from shindig.gamekit import game_ids
from shindig.games.talon.miniature import CARDS, DEALS, MINIATURE
from shindig.games.talon.rules.state import SUITED, Talon

EXAMPLE = Path(__file__).parents[3] / "examples" / "nash_conv.py"


def small() -> pyspiel.Game:
    register(MINIATURE)
    return pyspiel.load_game("shindig_talon_miniature(max_hands=1,plain=true)")


def dealt(number: int) -> Any:
    state = small().new_initial_state()
    state.apply_action(number)
    return state


def played(state: Any, *texts: str) -> Any:
    """After these actions, and all others there are where there is but one."""
    left = list(texts)
    while not state.is_terminal():
        numbers = {state.action_to_string(state.current_player(), number): number for number in state.legal_actions()}
        if len(numbers) > 1 and not left:
            return state
        state.apply_action(numbers[left.pop(0)] if len(numbers) > 1 else next(iter(numbers.values())))
    return state


def number_of(*hands: str) -> int:
    """The deal of these hands, from the left of the dealer, and the talon's card."""
    return int(MINIATURE.words.item_codes(None, 0).index("-".join(hands)))  # type: ignore[misc]


def ends(state: Any) -> Counter[tuple[float, ...]]:
    """How often each result comes out, over every line of play."""
    if state.is_terminal():
        return Counter([tuple(state.returns())])
    return sum((ends(state.child(number)) for number in state.legal_actions()), Counter[tuple[float, ...]]())


def test_chance_deals_once_and_every_deal_is_as_likely() -> None:
    outcomes = small().new_initial_state().chance_outcomes()
    assert len(outcomes) == len(DEALS) == 630
    assert [chance for _, chance in outcomes] == pytest.approx([1 / 630] * 630)
    assert {tuple(sorted(cards)) for cards in DEALS.tolist()} == {CARDS}
    assert not dealt(0).is_chance_node()
    assert MINIATURE.id not in game_ids()


def test_hands_lie_as_the_deck_does() -> None:
    m: Talon = dealt(number_of("1SKS", "1CKC", "T0T21", "T1")).play.record
    assert m.suits[1] == 1 << 0 | 1 << 13
    assert m.suits[0] == 1 << 14 | 1 << 27
    assert m.trumps[2] == 1 << 0 | 1 << 21
    assert m.talon[0] == SUITED + 1


def test_who_takes_is_paid_by_both_others() -> None:
    """Seat 2 bids first and wins every card, the Fool too, which changes sides in the last trick (TN-72)."""
    state = dealt(number_of("1S1C", "KCT0", "KST21", "T1"))
    state = played(state, "take", "leave", "play T21", "play 1S", "play KC", "play KS")
    assert state.is_terminal()
    assert state.play.record.taker == 2
    each = 25 + (47 - 19) // 2
    assert state.returns() == [-each, -each, 2 * each]


def test_without_a_bid_nothing_is_paid() -> None:
    state = played(dealt(number_of("1SKS", "1CKC", "T0T21", "T1")), "pass", "pass", "pass")
    assert state.is_terminal()
    assert state.returns() == [0, 0, 0]


def test_every_line_of_a_deal_is_for_nothing_in_all() -> None:
    found = ends(dealt(number_of("1SKS", "1CT1", "KCT21", "T0")))
    assert all(sum(returns) == 0 for returns in found)
    assert len(found) > 5


def test_openspiel_finds_nothing_wrong() -> None:
    pyspiel.random_sim_test(small(), num_sims=1, serialize=False, verbose=False)


def test_resampled_states_agree_with_what_a_player_has_seen() -> None:
    rng, sampler = np.random.default_rng(4), np.random.default_rng(5)
    others: set[int] = set()
    for _ in range(6):
        state = dealt(int(rng.integers(630)))
        while not state.is_terminal():
            player = state.current_player()
            twin = state.resample_from_infostate(player, sampler.random)
            assert twin.information_state_string(player) == state.information_state_string(player)
            assert (
                MINIATURE.view(twin.play.match, player).tobytes() == MINIATURE.view(state.play.match, player).tobytes()
            )
            assert twin.legal_actions() == state.legal_actions()
            others.add(int(twin.play.record.trumps[(player + 1) % 3]))
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert len(others) > 4


@pytest.mark.long
def test_steady_is_nearer_to_an_equilibrium_than_chance() -> None:
    found = run_path(str(EXAMPLE))["measured"]("talon")
    assert found["steady"] < 0.7 * found["random"]
