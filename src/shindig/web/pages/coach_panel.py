"""The coach at a lesson's table: what is said and pointed at, and the news that the table's page is drawn of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from shindig.gamekit.game_spec import Line
from shindig.gamekit.table_scene import Amount, Pick, Press, Prompt
from shindig.lesson import Lesson
from shindig.lesson.lesson_script import LEARNER
from shindig.lesson.second_hand import SecondHand
from shindig.match import View
from shindig.server.accounts.accounts import Person
from shindig.server.schemas import News

from ..html.templating import macro, named, with_clauses
from .coach_page import Sat, news_of

_BOLD = re.compile(r"\*\*(.+?)\*\*")
MOST = 5
"""Lines of what has happened that the coach repeats."""
NOBODY = "Guest"
"""The name of a learner who has none yet."""


@dataclass(frozen=True)
class Stand:
    """Where somebody stands in a lesson, ready to be drawn."""

    news: News
    coach: str
    token: str
    """Names the moment: what a page sends is for the moment that it showed."""
    pointed: str = ""
    """What is to be touched, in words, where that is shown."""


class Pointer(NamedTuple):
    """What to touch: places of the hand or an amount, then a button; in words, and as data for the page's script."""

    words: str
    places: tuple[int, ...] = ()
    press: str = ""
    value: int | None = None


class Said(NamedTuple):
    """What the coach's panel shows."""

    game: str
    bots: int
    token: str
    title: str
    aim: str
    praise: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    say: tuple[str, ...] = ()
    point: Pointer | None = None
    look: str = ""
    number: int = 0
    of: int = 0
    asked: bool = False
    """Whether the learner is to choose now."""
    over: str = ""
    """first, second: which hand has come to its end."""
    second: bool = False
    since: tuple[str, ...] = ()
    """What the others have done in the second hand."""


def first_stand(lesson: Lesson, at: int, person: Person | None, said: str = "", show: bool = False) -> Stand:
    """A moment of the first hand; `said` is told of a wrong choice, and the right one pointed at."""
    moment, view, token = lesson.moments[at], lesson.view(at), f"first-{at}"
    pointer = pointer_to(shown_of(view), moment.right.action) if moment.right and (said or show) else None
    told = Said(
        lesson.game.id,
        len(lesson.names) - 1,
        token,
        moment.note.title,
        lesson.notes.aim,
        praise=paragraphs(lesson.praise(at)),
        wrong=paragraphs(said),
        say=paragraphs(moment.note.say),
        point=pointer,
        look=" ".join(map(region_of, moment.note.look)),
        number=at + 1,
        of=lesson.last + 1,
        asked=moment.right is not None,
        over="first" if at == lesson.last else "",
    )
    return stand(lesson, view, lesson.log(at), token if moment.right else None, told, person)


def second_stand(hand: SecondHand, person: Person | None, said: str = "") -> Stand:
    """A moment of the second hand."""
    lesson, token = hand.lesson, f"second-{len(hand.match.steps)}"
    say = tuple(part for one in hand.explained for part in paragraphs(one.say))
    told = Said(
        lesson.game.id,
        len(lesson.names) - 1,
        token,
        "Your own hand",
        lesson.notes.aim,
        wrong=paragraphs(said),
        say=say,
        asked=not hand.over,
        over="second" if hand.over else "",
        second=True,
        since=tuple(hand.since[-MOST:]),
    )
    return stand(lesson, hand.view, hand.log(), None if hand.over else token, told, person)


def stand(
    lesson: Lesson,
    view: View,
    log: Sequence[tuple[int, tuple[Line, ...]]],
    token: str | None,
    told: Said,
    who: Person | None,
) -> Stand:
    """The news of a table at which the lesson is played, and the coach's panel."""
    names = ((who.name if who else NOBODY), *lesson.names[1:])
    sat = Sat(f"Learn {lesson.game.name}", lesson.game.id, lesson.options, names, LEARNER, advised=True)
    panel = macro("table/coach.html")(told, partial(worded, game=told.game, names=names))
    told_so_far = [(number, lines, names) for number, lines in log]
    return Stand(news_of(sat, view, told_so_far, token), panel, told.token, told.point.words if told.point else "")


def shown_of(view: View) -> Prompt:
    """What a seat is asked; nothing where it is not its turn."""
    return view.scene.prompt or Prompt("", ())


def paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())


def worded(text: str, game: str, names: tuple[str, ...]) -> Markup:
    """What the coach says: names put in, clauses as links, what stands between two pairs of stars bold."""
    return Markup(_BOLD.sub(r"<b>\1</b>", str(named(with_clauses(text, game), names))))


def region_of(place: str) -> str:
    """The id of a part of the table's page: `centre`, `hand`, `seat 2`."""
    return place.replace(" ", "-") if place.startswith("seat") else f"r-{place}"


def pointer_to(prompt: Prompt, action: int) -> Pointer | None:
    """How a prompt's controls give an action."""
    for control in prompt.controls:
        if isinstance(control, Press) and control.action == action:
            return Pointer(f"Press “{control.label}”.", press=str(action))
        if isinstance(control, Amount) and control.first <= action <= control.first + control.high - control.low:
            value = control.low + action - control.first
            return Pointer(
                f"Set the amount to {value}, then press “{control.label} {value}”.", press="amount", value=value
            )
        if isinstance(control, Pick):
            for places, picked, label in control.choices:
                if picked == action:
                    return picking(places, action, label)
    return None


def picking(places: tuple[int, ...], action: int, label: str) -> Pointer:
    """Touch cards, then press."""
    cards = "the card that is marked" if len(places) == 1 else f"the {len(places)} cards that are marked"
    touch = f"Touch {cards}, then press" if places else "Touch no card; press"
    return Pointer(f"{touch} “{label}”.", places=places, press=str(action))
