"""Reviews of choices: what is passed up is found, and a choice that the deals cannot judge is not called fine."""

from __future__ import annotations

import pytest

from shindig.bots import choice_review
from shindig.bots.choice_review import GOOD, UNSURE, ReviewedChoice, review_choice
from shindig.gamekit.policies.world_search import Search
from shindig.match import Match, View
from tests.kits.games import pokebacc_table, tall_card_table
from tests.kits.games.pokebacc_table import BANK, FARM, ROYAL

LAST_TURN = 3
"""Quiet turns of three players after which each has one turn more, if nobody lays anything down."""


def view_of(match: Match) -> View:
    match.game.compiled_policies.compile()
    return match.view(match.to_act)


def review(match: Match, action: str) -> ReviewedChoice:
    """Review an action of the seat to act."""
    view = view_of(match)
    return review_choice(view, view.game.words.parse(view.plain, action))


@pytest.mark.parametrize("name", [ROYAL, BANK, FARM])
@pytest.mark.parametrize("held", ["6F 7F 8F", "5A 5W 5M", "1A 2A 3A 4A", "4F 5F 6F 7F 8F"])
def test_a_meld_kept_in_a_hand_that_it_would_have_won_is_reported(name: str, held: str) -> None:
    table = pokebacc_table.Table(name).deal({0: held, 2: "2M 3M 1F"})
    table.idle(5).does("lay 2M 3M 1F").idle()
    while table.record.quiet < LAST_TURN or table.to_act != 0:
        table.idle()
    found = review(table, f"discard {table.hand(0).split()[-1]}")
    assert table.scores() == [0, 0, 10]
    assert found.grade == "blunder"
    assert str(found.best).startswith("Lay down")


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("price", [1, 5])
@pytest.mark.parametrize("hand", ["1b 1b 1p 4d 7p", "9b 9p 9d 3b 1p", "8p 8d 8d 3b 1p"])
def test_a_fold_of_a_hand_that_beats_nearly_every_other_for_a_small_price_is_reported(
    hand: str, price: int, drawn: bool
) -> None:
    table = tall_card_table.Table(3, 0).deal({0: hand}).claimed(1)
    if drawn:
        table.do("check", "check", "check", "discard 8b", "discard 7b 5p", f"discard {' '.join(hand.split()[3:])}")
    table.do(f"bet {price}", "call")
    found = review(table, "fold")
    assert found.grade in ("mistake", "blunder")
    assert found.lost > price


class Undecided(Search):
    """A search whose deals tell less than they cost."""

    def difference(self, worlds: int) -> tuple[float, float]:
        lost, error = super().difference(worlds)
        return lost / 10, max(error, abs(lost))


class Blind(Search):
    """A search that finds no deal that agrees with what the seat saw."""

    def _begin(self) -> bool:
        return False

    def difference(self, worlds: int) -> tuple[float, float]:
        return 0.0 * worlds, 0.0


@pytest.mark.parametrize("search", [Undecided, Blind])
def test_a_choice_that_the_deals_cannot_judge_is_not_called_fine(
    monkeypatch: pytest.MonkeyPatch, search: type[Search]
) -> None:
    table = tall_card_table.Table(3, 0).deal({0: "9b 9p 9d 3b 1p"}).claimed(1).do("bet 5", "call")
    monkeypatch.setattr(choice_review, "Search", search)
    found = [review(table, action) for action in ("fold", "call", "raise 5")]
    assert UNSURE in [one.grade for one in found]
    assert GOOD not in [one.grade for one in found]
    assert not any(one.lost or one.sentence for one in found if one.grade == UNSURE)


@pytest.mark.parametrize(("lost", "grade"), [(0.01, GOOD), (0.02, "inaccuracy")])
def test_less_than_two_wins_in_100_hands_count_as_nothing(
    monkeypatch: pytest.MonkeyPatch, lost: float, grade: str
) -> None:
    class Slight(Search):
        def difference(self, worlds: int) -> tuple[float, float]:
            super().difference(worlds)
            return lost, lost / 100

    monkeypatch.setattr(choice_review, "Search", Slight)
    table = pokebacc_table.Table(FARM).deal({0: "6F 7F 8F", 2: "2M 3M 1F"})
    table.idle(5).does("lay 2M 3M 1F").idle()
    while table.to_act != 0:
        table.idle()
    found = review(table, f"discard {table.hand(0).split()[-1]}")
    assert found.grade == grade
    assert bool(found.sentence) is (grade != GOOD)


def test_a_close_choice_is_compared_in_more_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    table, asked = tall_card_table.Table(3, 0).deal().claimed(1).do("bet 5", "call"), list[int]()

    class Counted(Search):
        def difference(self, worlds: int) -> tuple[float, float]:
            asked.append(worlds)
            return super().difference(worlds)

    monkeypatch.setattr(choice_review, "Search", Counted)
    view = view_of(table)
    for action in view.legal.actions:
        review_choice(view, action, weighed=16)
    assert 16 * choice_review.CLOSER in asked
