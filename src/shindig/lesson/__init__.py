"""Lessons of a game: a scripted first hand, then a free second one with explained decisions. `docs/architecture.md`."""

from .coach_notes import LessonError
from .lesson_script import Lesson, Moment, Reply, has_lesson, lesson_of

__all__ = ["Lesson", "LessonError", "Moment", "Reply", "has_lesson", "lesson_of"]
