"""Leduc hold'em by its clauses, and beside OpenSpiel's own."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyspiel
import pytest

import shindig
from shindig.adapters import openspiel
from shindig.gamekit import GameError, IllegalAction
from shindig.match import Match

ITERATIONS = 3


def dealt(cards: str, *deeds: str, **options: int) -> Match:
    """A match whose first hand has these cards: seat 0's, seat 1's, the board, the rest."""
    match = Match(shindig.game("leduc"), 2, options)
    match.order(cards.split())
    for deed in deeds:
        match.play(deed)
    return match


def net(match: Match) -> tuple[int, int]:
    return tuple(match.record.net.tolist())


@pytest.mark.parametrize(
    ("cards", "net_of_raised_hand"),
    [("K J J K Q Q", (-7, 7)), ("K Q J J Q K", (7, -7)), ("Q Q K K J J", (0, 0)), ("J Q J K Q K", (7, -7))],
)
def test_ld_8_a_pair_with_the_board_wins_else_the_higher_card(cards: str, net_of_raised_hand: tuple[int, int]) -> None:
    match = dealt(cards, "raise", "call", "check", "raise", "call")
    assert net(match) == net_of_raised_hand
    assert match.record.shown.tolist() == match.record.hand.tolist()


def test_ld_8_who_folds_loses_what_they_paid_and_shows_nothing() -> None:
    match = dealt("K J J K Q Q", "raise", "raise", "fold")
    assert net(match) == (-3, 3)
    assert match.record.shown.tolist() == [-1, -1]
    assert match.view().result == "{1} wins 3."


def test_ld_5_each_acts_first_in_turn() -> None:
    match = dealt("K J J K Q Q", "check", "check", "check", "check")
    match.order("K J J K Q Q".split())
    assert (match.to_act, match.record.number) == (1, 2)


def test_ld_6_two_raises_a_round() -> None:
    match = dealt("K J J K Q Q", "raise", "raise")
    assert list(match.legal) == ["call", "fold"]
    with pytest.raises(IllegalAction, match=r"You cannot raise now \(LD-6\)"):
        match.play("raise")
    with pytest.raises(GameError, match="'sing' is no action; expected check, call, fold or raise"):
        match.play("sing")


@pytest.mark.parametrize(("options", "hands"), [({"hands": 3}, 3), ({"stack": 13}, 1)])
def test_ld_9_a_match_ends_after_its_hands_or_when_a_player_is_short(options: dict[str, int], hands: int) -> None:
    match = dealt("K J Q J K Q", "raise", "fold", **options)
    while not match.over:
        match.order("K J Q J K Q".split())
        match.play("raise")
        match.play("fold")
    assert match.record.number == hands
    assert match.result is not None
    assert sum(match.result.scores) == 2 * options.get("stack", 60)


def test_the_bot_beats_chance() -> None:
    from shindig.lab.run.arena import arena

    best = arena("leduc", ("steady", "random"), deals=40, seed=1).standings[0]
    assert best.name == "steady"
    assert best.low > 0


THEIRS = {"check": 1, "call": 1, "fold": 0, "raise": 2}
"""OpenSpiel's ids of our actions."""
Deal = tuple[int, int, int]


def deals() -> Iterator[tuple[Deal, float]]:
    """Cards of seat 0, seat 1 and the board, with their chances; the three left over are never seen."""
    for cards in np.ndindex(3, 3, 3):
        left, chance = [2, 2, 2], 1.0
        for card in cards:
            chance *= left[card] / sum(left)
            left[card] -= 1
        if chance:
            yield cards, chance


class Beside:
    """Our game and OpenSpiel's own walked side by side; ours is written down as a tree for their solvers."""

    def __init__(self) -> None:
        openspiel.register()
        self.ours = pyspiel.load_game("shindig_leduc(hands=1)")
        self.theirs = pyspiel.load_game("leduc_poker(suit_isomorphism=true)")
        self.payoffs: set[tuple[float, ...]] = set()
        self.sets: tuple[dict[str, str], dict[str, str]] = {}, {}
        self.tree = ['EFG 2 R "leduc" { "0" "1" } ""']
        chances = " ".join(f'"{number}" {chance:.17g}' for number, (_, chance) in enumerate(deals()))
        self.tree.append(f'c "" 1 "deal" {{ {chances} }} 0')
        for cards, _ in deals():
            ours, theirs = self.ours.new_initial_state(), self.theirs.new_initial_state()
            for card in cards:
                ours = ours.child(card)
            self.walk(ours, theirs.child(cards[0]).child(cards[1]), cards)

    def walk(self, ours: pyspiel.State, theirs: pyspiel.State, cards: Deal) -> None:
        while ours.is_chance_node():
            ours = ours.child(ours.chance_outcomes()[0][0])
        if theirs.is_chance_node():
            theirs = theirs.child(cards[2])
        assert (ours.is_terminal(), ours.current_player()) == (theirs.is_terminal(), theirs.current_player())
        if ours.is_terminal():
            self.end(ours, theirs)
            return
        actions = self.choice(ours, theirs)
        for action, word in actions:
            self.walk(ours.child(action), theirs.child(THEIRS[word]), cards)

    def end(self, ours: pyspiel.State, theirs: pyspiel.State) -> None:
        assert ours.returns() == theirs.returns(), str(ours)
        self.payoffs.add(tuple(ours.returns()))
        outcome = len(self.tree)
        won, lost = ours.returns()
        self.tree.append(f't "" {outcome} "" {{ {won} {lost} }}')

    def choice(self, ours: pyspiel.State, theirs: pyspiel.State) -> list[tuple[int, str]]:
        """The actions, fold, call and raise in their order."""
        seat = ours.current_player()
        seen, known = self.sets[seat], ours.information_state_string(seat)
        assert seen.setdefault(known, theirs.information_state_string(seat)) == theirs.information_state_string(seat)
        actions = sorted(
            ((action, ours.action_to_string(seat, action)) for action in ours.legal_actions()),
            key=lambda pair: THEIRS[pair[1]],
        )
        assert [THEIRS[word] for _, word in actions] == theirs.legal_actions()
        words = " ".join(f'"{word}"' for _, word in actions)
        number = list(seen).index(known) + 1
        self.tree.append(f'p "" {seat + 1} {number} "{seat}-{number}" {{ {words} }} 0')
        return actions


@pytest.fixture(scope="module")
def beside() -> Beside:
    return Beside()


def test_payoffs_and_information_sets_are_openspiels(beside: Beside) -> None:
    assert len(beside.payoffs) == 15
    for sets in beside.sets:
        assert (len(sets), len(set(sets.values()))) == (144, 144)


def test_counterfactual_regrets_lead_where_openspiels_do(beside: Beside, tmp_path: Path) -> None:
    """As far from an equilibrium, to thirteen digits, after each of some iterations."""
    (tmp_path / "leduc.efg").write_text("\n".join(beside.tree))
    ours = pyspiel.load_game("efg_game", {"filename": str(tmp_path / "leduc.efg")})
    assert distances(ours) == pytest.approx(distances(beside.theirs), rel=1e-13)


def distances(game: pyspiel.Game) -> list[float]:
    solver, found = pyspiel.CFRSolver(game), []
    for _ in range(ITERATIONS):
        solver.evaluate_and_update_policy()
        found.append(pyspiel.nash_conv(game, solver.average_policy()))
    return found
