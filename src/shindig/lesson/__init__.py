"""Lessons of a game: a scripted first hand, then a free second one with explained decisions. `docs/architecture.md`."""

from .coach_notes import LessonError
from .lesson_script import Lesson, LessonMoment, Reply, find_lesson, has_lesson

__all__ = ["Lesson", "LessonError", "LessonMoment", "Reply", "find_lesson", "has_lesson"]
