"""Lessons: their scripts against the rules, and the learner's way through them, without a browser."""

from __future__ import annotations

import pytest

from shindig.games import game, game_ids
from shindig.lesson import lesson_of
from shindig.lesson.lesson import Lesson, has_lesson, read_lesson
from shindig.testing.lessons import lesson_is_whole

TAUGHT = [one for one in game_ids() if has_lesson(game(one))]


@pytest.mark.parametrize("game_id", TAUGHT)
def test_a_lesson_cites_what_applies_and_answers_every_choice(game_id: str) -> None:
    assert list(lesson_is_whole(game(game_id))) == []
