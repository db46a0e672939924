"""Lessons of a game: a scripted first hand, then a free second one with explained decisions. `docs/architecture.md`."""

from .lesson import Lesson, Moment, Reply, has_lesson, lesson_of
from .notes import LessonError

__all__ = ["Lesson", "LessonError", "Moment", "Reply", "has_lesson", "lesson_of"]
