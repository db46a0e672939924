"""Coach's panel of a lesson: texts, pointers, and the table update of the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from shindig.gamekit.game_spec import Line
from shindig.gamekit.table_scene import Amount, Pick, Press, Prompt
from shindig.lesson import Lesson
from shindig.lesson.lesson_script import LEARNER
from shindig.lesson.second_hand import SecondHand
from shindig.match import View
from shindig.messages import Text, format_text, name_seats, say
from shindig.server.person import Person
from shindig.server.schemas import TableUpdate

from ..html.coach_text import render_coach_text, split_paragraphs
from ..html.templating import get_macro
from ..reader_language import get_language
from .coached_table_page import CoachSeat, build_table_update

MOST = 5
"""Largest number of story lines that the coach repeats."""


@dataclass(frozen=True)
class LessonPosition:
    """Position of a learner in a lesson, ready to be rendered."""

    news: TableUpdate
    coach: str
    token: str
    """Token of the moment. What a page sends is for the moment that it showed."""
    pointed: str = ""
    """Control to touch, in words, if it is shown."""


class Pointer(NamedTuple):
    """Controls to touch: places of the hand or an amount, then a button. In words, and as data for the script."""

    words: str
    places: tuple[int, ...] = ()
    press: str = ""
    value: int | None = None
    then: str = ""
    """Words for the button alone, as it is called once the cards are touched and the amount is set."""


class CoachPanel(NamedTuple):
    """Content of the coach's panel."""

    game: str
    bots: int
    token: str
    title: Text
    aim: str
    praise: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    say: tuple[str, ...] = ()
    point: Pointer | None = None
    right: Pointer | None = None
    """Controls of the choice that the coach recommends. They are the page's primary ones."""
    look: str = ""
    number: int = 0
    of: int = 0
    asked: bool = False
    """True if the learner is to choose now."""
    over: str = ""
    """The finished hand: first, second, or none."""
    second: bool = False
    since: tuple[Text, ...] = ()
    """Actions of the others in the second hand."""


def build_first_position(
    lesson: Lesson, at: int, person: Person | None, said: str = "", show: bool = False
) -> LessonPosition:
    """Build a moment of the first hand. After a wrong choice, `said` is shown and the right one pointed at."""
    moment, view, token = lesson.moments[at], lesson.view(at), f"first-{at}"
    right = find_pointer(get_prompt(view), moment.right.action) if moment.right else None
    pointer = right if said or show else None
    told = CoachPanel(
        lesson.game.id,
        len(lesson.names) - 1,
        token,
        moment.note.title,
        lesson.notes.aim,
        praise=split_paragraphs(lesson.get_praise(at)),
        wrong=split_paragraphs(said),
        say=split_paragraphs(moment.note.say),
        point=pointer,
        right=right,
        look=" ".join(map(get_region_id, moment.note.look)),
        number=at + 1,
        of=lesson.last + 1,
        asked=moment.right is not None,
        over="first" if at == lesson.last else "",
    )
    return build_position(lesson, view, lesson.list_log(at), token if moment.right else None, told, person)


def build_second_position(hand: SecondHand, person: Person | None, said: str = "") -> LessonPosition:
    """Build a moment of the second hand."""
    lesson, token = hand.lesson, f"second-{len(hand.match.steps)}"
    explained = tuple(part for one in hand.new_decisions for part in split_paragraphs(one.say))
    told = CoachPanel(
        lesson.game.id,
        len(lesson.names) - 1,
        token,
        say("coach-own-hand"),
        lesson.notes.aim,
        wrong=split_paragraphs(said),
        say=explained,
        asked=not hand.over,
        over="second" if hand.over else "",
        second=True,
        since=tuple(hand.new_log[-MOST:]),
    )
    return build_position(lesson, hand.view, hand.list_log(), None if hand.over else token, told, person)


def build_position(
    lesson: Lesson,
    view: View,
    log: Sequence[tuple[int, tuple[Line, ...]]],
    token: str | None,
    told: CoachPanel,
    who: Person | None,
) -> LessonPosition:
    """Build the table update of the lesson, and the coach's panel."""
    title, guest = (
        format_text(one, language=get_language()) for one in (say("lesson-title", game=lesson.game.name), say("guest"))
    )
    names = ((who.name if who else guest), *lesson.names[1:])
    sat = CoachSeat(title, lesson.game.id, lesson.options, names, LEARNER, advised=True)
    worded = partial(render_coach_text, game=told.game, names=name_seats(get_language(), names, LEARNER))
    panel = get_macro("table/coach.html", language=get_language())(told, worded)
    told_so_far = [(number, lines, names) for number, lines in log]
    return LessonPosition(
        build_table_update(sat, view, told_so_far, token), panel, told.token, told.point.words if told.point else ""
    )


def get_prompt(view: View) -> Prompt:
    """Return the prompt of a seat; an empty one outside its turn."""
    return view.scene.prompt or Prompt("", ())


def get_region_id(place: str) -> str:
    """Return the region id of a place: `centre`, `hand`, `seat 2`."""
    return place.replace(" ", "-") if place.startswith("seat") else f"r-{place}"


def find_pointer(prompt: Prompt, action: int) -> Pointer | None:
    """Return how a prompt's controls give an action, or None."""
    for control in prompt.controls:
        if isinstance(control, Press) and control.action == action:
            return Pointer(write(say("coach-press", label=control.label)), press=str(action))
        if isinstance(control, Amount) and control.first <= action <= control.first + control.high - control.low:
            value = control.low + action - control.first
            amount = write(say("coach-amount", value=value, label=control.label))
            then = write(say("coach-press", label=f"{write(control.label)} {value}"))
            return Pointer(amount, press="amount", value=value, then=then)
        if isinstance(control, Pick):
            for places, picked, label in control.choices:
                if picked == action:
                    words = describe_touches(len(places), write(control.label if places else label))
                    then = write(say("coach-press", label=label)) if places else ""
                    return Pointer(write(words), places=places, press=str(action), then=then)
    return None


def describe_touches(count: int, label: str) -> Text:
    """Say which cards to touch, and then the button, as it is called before."""
    return say("coach-touch", count=count, label=label) if count else say("coach-touch-none", label=label)


def write(text: Text) -> str:
    """Format a text in the reader's language."""
    return format_text(text, language=get_language())
