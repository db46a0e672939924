"""Tall Card in small: the same rules, few enough cards to count everything; worlds for other people's searches."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability, ismcts, mcts
from open_spiel.python.policy import UniformRandomPolicy

from shindig.adapters import openspiel, openspiel_chance
from shindig.adapters.batch import Batch
from shindig.adapters.openspiel import register
from shindig.gamekit import GameError, game_ids
from shindig.games.tall_card.miniature import CARDS, MINIATURE

ANTES = 2
"""Chips in the smallest pot of a hand in small."""
EXAMPLE = Path(__file__).parents[3] / "examples" / "nash_conv.py"


def small() -> pyspiel.Game:
    register(MINIATURE)
    return pyspiel.load_game("shindig_tall_card_miniature(max_hands=1,plain=true)")


def first_turn(spiel: pyspiel.Game, rng: np.random.Generator) -> tuple[Any, int]:
    """The first state in which a player is to act, and how many items chance gave until then."""
    state, given = spiel.new_initial_state(), 0
    while state.is_chance_node():
        state.apply_action(int(rng.choice([item for item, _ in state.chance_outcomes()])))
        given += 1
    return state, given


def walk(state: Any, rng: np.random.Generator) -> Any:
    """Every turn of a player in a random hand, the state before it."""
    while not state.is_terminal():
        if state.is_chance_node():
            items, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(int(rng.choice(items, p=chances)))
        else:
            yield state
            state.apply_action(int(rng.choice(state.legal_actions())))


def test_chance_gives_only_what_is_dealt() -> None:
    """A Tall Card and two cards in small; in the whole game a lot, a Tall Card and two hands of five."""
    rng = np.random.default_rng(1)
    assert first_turn(small(), rng)[1] == 3
    assert first_turn(pyspiel.load_game("shindig_tall_card(plain=true)"), rng)[1] == 12
    assert MINIATURE.id not in game_ids()


def test_cards_drawn_later_are_as_likely_as_they_are_among_the_rest() -> None:
    """Whoever draws gets each of the ten cards left with the same chance, one's own discard not among them."""
    rng, seen = np.random.default_rng(2), 0
    for _ in range(20):
        state = small().new_initial_state()
        for turn in walk(state, rng):
            player = turn.current_player()
            drawing = {turn.action_to_string(player, number): number for number in turn.legal_actions()}
            discards = [number for text, number in drawing.items() if text.startswith("discard ")]
            if not discards:
                continue
            child = turn.child(discards[0])
            if child.is_chance_node():
                left = CARDS.tolist()
                gone = [step.action for step in turn.full_history() if step.player == -1][1:]
                for card in gone:
                    left.remove(card)
                expected = {card: left.count(card) / len(left) for card in left}
                assert dict(child.chance_outcomes()) == pytest.approx(expected)
                seen += 1
    assert seen > 5


def test_every_hand_is_for_nothing_in_all() -> None:
    pyspiel.random_sim_test(small(), num_sims=3, serialize=False, verbose=False)
    rng = np.random.default_rng(3)
    for _ in range(20):
        state = small().new_initial_state()
        for _turn in walk(state, rng):
            pass
        assert sum(state.returns()) == 0


def test_resampled_states_agree_with_what_a_player_has_seen_and_differ_in_the_rest() -> None:
    rng, sampler = np.random.default_rng(4), np.random.default_rng(5)
    others: set[int] = set()
    for _ in range(8):
        state = small().new_initial_state()
        for turn in walk(state, rng):
            player = turn.current_player()
            twin = turn.resample_from_infostate(player, sampler.random)
            assert twin.information_state_string(player) == turn.information_state_string(player)
            assert (
                MINIATURE.view(twin.play.match, player).tobytes() == MINIATURE.view(turn.play.match, player).tobytes()
            )
            assert twin.legal_actions() == turn.legal_actions()
            others.add(int(twin.play.record.hand[1 - player][0]))
            assert turn.information_state_string(1 - player) != twin.information_state_string(1 - player)
    assert others == set(CARDS.tolist())


def test_worlds_are_dealt_in_compiled_code_unless_the_rules_are_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def compiled(kernel: Any) -> Any:
        made.append(kernel.__name__)
        return kernel

    monkeypatch.setattr(openspiel, "compile_kernel", compiled)
    state, _ = first_turn(small(), np.random.default_rng(8))
    player = state.current_player()
    state.resample_from_infostate(player, lambda: 0.5)
    assert made == []
    monkeypatch.setattr(state.play.shared, "plain", False)
    state.resample_from_infostate(player, lambda: 0.5)
    assert made == ["update_beliefs_at", "sample_world_at"]


def test_ismcts_of_openspiel_plays_a_hand() -> None:
    spiel = small()
    random = np.random.RandomState(6)
    bot = ismcts.ISMCTSBot(spiel, mcts.RandomRolloutEvaluator(1, random), 2.0, 6, random_state=random)
    for turn in walk(spiel.new_initial_state(), np.random.default_rng(7)):
        assert bot.step(turn) in turn.legal_actions()


def test_games_without_minds_deal_no_worlds() -> None:
    from tests.kits.games.swap_game import GAME

    register(GAME)
    state, _ = first_turn(pyspiel.load_game("shindig_swap(plain=true)"), np.random.default_rng(8))
    with pytest.raises(GameError, match="Swap has no policies"):
        state.resample_from_infostate(0, lambda: 0.5)


def test_no_world_is_dealt_while_chance_draws() -> None:
    with pytest.raises(GameError, match="where a seat is to act"):
        small().new_initial_state().play.for_world(MINIATURE.new(2), 0)


def told(spiel: pyspiel.Game, moves: int) -> Any:
    """Everything that is told of a random match, state after state."""
    state, rng = spiel.new_initial_state(), np.random.default_rng(10)
    for _ in range(moves):
        if state.is_terminal():
            return
        yield state.current_player(), state.chance_outcomes(), state.legal_actions(), state.play.match.tobytes()
        twin = state.clone()
        twin.apply_action(twin.legal_actions()[0])
        state.apply_action(int(rng.choice(state.legal_actions())))


@pytest.mark.parametrize("name", ["tall_card", "talon"])
def test_room_that_is_made_again_and_again_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spiel = pyspiel.load_game(f"shindig_{name}(max_moves=60,plain=true)")
    expected = list(told(spiel, 200))
    monkeypatch.setattr(openspiel_chance, "ROOM", 1)
    monkeypatch.setattr(openspiel_chance, "ORDERS", 1)
    assert list(told(pyspiel.load_game(f"shindig_{name}(max_moves=60,plain=true)"), 200)) == expected
    assert len(expected) > 60


@pytest.mark.long
@pytest.mark.parametrize("name", ["tall_card_miniature", "tall_card"])
def test_matches_of_openspiel_are_the_same_compiled(name: str) -> None:
    register(MINIATURE)
    plain, fast = (pyspiel.load_game(f"shindig_{name}(max_moves=60,plain={plain})") for plain in ("true", "false"))
    assert list(told(plain, 200)) == list(told(fast, 200))


@pytest.mark.long
def test_compiled_rules_in_small_are_the_same() -> None:
    plain, fast = (Batch(MINIATURE, 50, seed=1, plain=plain) for plain in (True, False))
    for _ in range(100):
        assert (plain.state == fast.state).all()
        assert (plain.observation == fast.observation).all()
        actions = plain.sample()
        plain.step(actions)
        fast.step(actions)


def test_replies_are_counted_as_openspiel_counts_them() -> None:
    example = run_path(str(EXAMPLE))
    for name in ("kuhn_poker", "kuhn_poker(players=3)"):
        game = pyspiel.load_game(name)
        found = example["nash_conv"](example["grown"](game, {"random": example["at_random"]}), "random")
        assert found == pytest.approx(exploitability.nash_conv(game, UniformRandomPolicy(game)))


@pytest.mark.long
def test_the_betting_of_steady_is_nearer_to_an_equilibrium_than_chance() -> None:
    found = run_path(str(EXAMPLE))["measured"]("tall-card")
    assert found["steady"] < found["random"] / 6
    assert found["solved"] < 0.01 * ANTES


def test_regret_minimization_solves_kuhn_poker() -> None:
    example = run_path(str(EXAMPLE))
    tree = example["grown"](pyspiel.load_game("kuhn_poker"), {})
    example["solve"](tree, 1000)
    assert example["nash_conv"](tree, "solved") < 0.03
    assert example["values"](tree, "solved") == pytest.approx([-1 / 18, 1 / 18], abs=0.01)


@pytest.mark.parametrize("name", ["tall_card", "tall_cards", "tall_card_miniature"])
def test_what_was_not_drawn_yet_had_no_effect(name: str) -> None:
    """With all that was drawn in the end, every step shows everybody what it showed when it was taken."""
    register(MINIATURE)
    state = pyspiel.load_game(f"shindig_{name}(max_moves=25,plain=true)").new_initial_state()
    for _ in walk(state, np.random.default_rng(9)):
        pass
    play, rules = state.play, state.play.rules
    steps = [np.frombuffer(after, rules.rules.layout.dtype) for _, after in play.recall.steps]
    shown = [[rules.view(match, seat).tobytes() for seat in (-1, 0, 1)] for match in steps]
    match, log = steps[0].copy(), play._log[: play._play["logged"][0]].tolist()
    for step, expected in zip(log, shown[1:], strict=True):
        if step >= 0:
            rules.plain.apply(match, 0, step)
        else:
            rules.plain.chance_order(match, 0, play._orders[~step].items[: play._orders[~step].count])
        assert [rules.view(match, seat).tobytes() for seat in (-1, 0, 1)] == expected
    assert len(log) > 10
