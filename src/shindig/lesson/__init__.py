"""Lessons: a first hand of a game by a script, a second one with what is asked explained. `docs/architecture.md`."""

from .lesson import Lesson, Moment, Reply, has_lesson, lesson_of
from .notes import LessonError

__all__ = ["Lesson", "LessonError", "Moment", "Reply", "has_lesson", "lesson_of"]
