"""Choices as parts of a sentence, in every game."""

from __future__ import annotations

import pytest

from shindig.bots.advice import name_action
from shindig.bots.choice_wording import DID, DOING, put_in_form, say_done
from shindig.messages import find_errors, format_text, say
from tests.kits.games.random_walks import walk

GAMES = ("tall-card", "tall-cards", "talon", "royal-pokebacc", "merchants-bank", "farmers-and-fishermen")
MOST_ACTIONS = 12


@pytest.mark.parametrize("game_id", GAMES)
def test_every_choice_can_be_told_in_a_sentence(game_id: str) -> None:
    for seed in range(4):
        for match, rng in walk(game_id, seed, longest=60):
            if match.over:
                break
            view, legal = match.view(match.to_act), [*match.legal.actions]
            for action in rng.choice(legal, min(len(legal), MOST_ACTIONS), replace=False):
                choice = name_action(view, int(action))
                for form in (DID, DOING):
                    worded = put_in_form(choice, form)
                    assert worded is not None, choice
                    for language in ("en", "de"):
                        assert find_errors(worded, language) == [], worded


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        (say("betting-fold"), "You folded."),
        (say("choice-amount", verb=say("betting-raise"), amount=10), "You raised to 10."),
        (say("talon-play-card", card="King of Cups", the="the King of Cups"), "You played the King of Cups."),
        ("Jump", "Your choice: Jump."),
        (say("choice-amount", verb="Jump", amount=2), "Your choice: Jump 2."),
    ],
)
def test_a_choice_without_such_words_is_named_as_on_its_button(choice: str, told: str) -> None:
    assert format_text(say_done("review-made", choice, DID)) == told
