"""Reviews in the docs: their choices are made again, and what they claim is found with other chance too.

Figures are not compared digit by digit: where two choices are worth almost the same, sums that a processor rounds
otherwise make a review name the other one.
"""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from shindig.bots.advice import name_action
from shindig.bots.choice_review import ReviewedChoice, review_choice
from shindig.gamekit import game_ids
from shindig.gamekit.policies.world_search import Search

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reviews.md").read_text("utf-8")
COMMAND = re.compile(r"`python scripts/review.py (\S+) (.*)--seed (\d+)`")
ROW = re.compile(r"\| (\d+) \| (.+?) \| (.+?) \| (\w+) \| ([\d.]+) \| ([\d.]+) \|")
COST = re.compile(r"They cost ([\d.]+) ")
SCRIPT: dict[str, Any] = runpy.run_path(str(ROOT / "scripts" / "review.py"))
OTHER, SURELY = 1024, 4.0
"""Deals of another chance, and the standard errors by which two estimates may differ."""


class Told(NamedTuple):
    """A match of the page: its choices with what the review says of them now, and the lines of its section."""

    made: list[Any]
    found: list[ReviewedChoice]
    section: str


def match_of(section: str) -> Told:
    command = COMMAND.search(section)
    assert command is not None
    game_id, options, seed = command.groups()
    made = [*SCRIPT["choices"](game_id, int(seed), SCRIPT["chosen"](options.split()))]
    return Told(made, [review_choice(one.view, one.action) for one in made], section)


SECTIONS = {(COMMAND.search(part) or [""] * 2)[1]: part for part in PAGE.split("\n## ")[1:]}


def test_each_game_has_a_review_in_the_docs() -> None:
    assert {*SECTIONS} == {*game_ids()}


@pytest.mark.parametrize("game_id", SECTIONS)
def test_every_row_of_a_review_is_as_it_says(game_id: str) -> None:
    told = match_of(SECTIONS[game_id])
    rows = [*ROW.finditer(told.section)]
    choices = {one.step: weighed.made for one, weighed in zip(told.made, told.found, strict=True)}
    assert rows
    assert [row[2] for row in rows] == [str(choices[int(row[1])]) for row in rows]
    assert f"\n{len(told.made)} choices: " in told.section
    cost, errors = COST.search(told.section), sum(one.error for one in told.found)
    assert cost is not None
    assert abs(sum(one.lost for one in told.found) - float(cost[1])) <= SURELY * errors
    claims = {int(row[1]): (row[3], float(row[5]), float(row[6])) for row in rows}
    for one in told.made:
        if one.step in claims:
            found_again(one, *claims[one.step])


def found_again(one: Any, better: str, lost: float, give: float) -> None:
    """The better choice of a row brings as much more in other deals, within what both may err."""
    best = next(action for action in one.view.legal.actions if str(name_action(one.view, action)) == better)
    search = Search(
        one.view.game.compiled_policies, one.view.history, np.random.default_rng(one.step), (best, one.action)
    )
    more, error = search.difference(OTHER)
    assert abs(more - lost) <= SURELY * np.hypot(error, give / 1.96) + 0.05 * lost
    assert more > 0 or lost < 2 * give
