"""Advice for a seat's turn: what a search over hands that may be finds best, by how much, and how sure that is.

It is made of the seat's view and what it has seen alone, by a chance that these decide: equal views and histories get
equal advice, whatever lies hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

from ..games.minds.search import Search
from ..games.scene import Exchange, deed
from ..match import View
from . import RANDOM, levels, make
from .exchange import after, asked, gained
from .worlds import chance_of

WORLDS = 1024
"""Deals that are tried."""
WITHIN = 1.96
"""Standard errors up to which a difference is within the error."""
MOST_NAMED = 3
"""How many choices a line names."""
UNREADY = "The expert is still getting ready: this is what a steady bot does."


class Choice(NamedTuple):
    """An action that may be the best."""

    action: int
    name: str
    """In words, cards by their names."""
    behind: float = 0.0
    """How much less it brings than the first choice on average, in the unit of the match's scores."""
    error: float = 0.0
    """The standard error of that."""

    @property
    def within(self) -> bool:
        """Whether it may well be as good as the first."""
        return self.behind <= WITHIN * self.error


class Advice(NamedTuple):
    """What is advised, the best choice first; those that are clearly worse are left out.

    A game without bots but `random` advises nothing: it has no choices.
    """

    choices: tuple[Choice, ...]
    worlds: int
    """How many hands that may be were tried; 0 where nothing had to be."""
    compared: int
    """How many choices were compared."""
    facts: tuple[str, ...]
    """What the game says of the position."""
    unit: str = "points"
    """What the choices bring, in a word for many of it."""
    then: tuple[tuple[Choice, ...], ...] = ()
    """Of a whole exchange, the choices for each further place, the best of those before it made."""
    gained: tuple[float, float] = (0.0, 0.0)
    """What the best of all these bring a hand more than leaving all, and the standard error of that."""

    @classmethod
    def of(cls, told: Sequence[Any]) -> Advice:
        """From what JSON makes of one."""
        choices, worlds, compared, facts, unit, then, gained = told
        later = tuple(_choices(one) for one in then)
        return cls(_choices(choices), worlds, compared, tuple(facts), unit, later, tuple(gained))

    @property
    def action(self) -> int:
        return self.choices[0].action

    @property
    def lines(self) -> list[str]:
        """The same for people to read."""
        return [*(recommended(self) if self.choices else ()), *self.facts]


def _choices(told: Sequence[Any]) -> tuple[Choice, ...]:
    return tuple(Choice(*one) for one in told)


def advise(view: View, worlds: int = WORLDS) -> Advice:
    """Advice for the seat whose view this is, which is to act: for the whole of an exchange that it is asked for."""
    found = advise_once(view, worlds)
    swap = asked(view)
    return found if swap is None or not found.worlds else _whole(view, swap, found, worlds)


def _whole(view: View, swap: Exchange, first: Advice, worlds: int) -> Advice:
    """The advice for the first place, and for all that follow on it."""
    found, now = [first], view
    while len(found) < len(swap.places) and (seen := after(now, found[-1].action)) and asked(seen):
        now = seen
        found.append(advise_once(now, worlds))
    if len(found) < len(swap.places):
        return first
    plan = [one.action for one in found]
    begun, *rest = (_elsewhere(one, set(plan) - {swap.leave}) for one in found)
    return begun._replace(then=tuple(one.choices for one in rest), gained=gained(view, plan, swap.leave))


def _elsewhere(advice: Advice, laid: set[int]) -> Advice:
    """Without the choices that only lay at this place what is laid at another: which lies where is all one."""
    best, *others = advice.choices
    kept = [one for one in others if one.action not in laid]
    return advice._replace(choices=(best, *kept), compared=advice.compared - len(others) + len(kept))


def advise_once(view: View, worlds: int = WORLDS) -> Advice:
    """Advice for the next action alone."""
    facts = tuple(view.hints)
    if view.game.minds is None:
        return Advice(() if levels(view.game) == (RANDOM,) else (_choice(view, _bots(view)),), 0, 0, facts)
    if not view.game.mind.ready:
        return Advice((_choice(view, _bots(view)),), 0, 0, (UNREADY, *facts))
    search = Search(view.game.mind, view.history, chance_of(view))
    best = search.compare(worlds)
    if not search.count:
        return Advice((_choice(view, best),), 0, 0, facts)
    found = tuple(_choice(view, *one) for one in search.ranked())
    return Advice(found, search.count, len(search.choices), facts, view.game.words.unit)


def _bots(view: View) -> int:
    """What the bot does that tables offer first."""
    return make(view.game.id, "", int(chance_of(view).integers(1 << 32))).act(view)


def _choice(view: View, action: int, behind: float = 0.0, error: float = 0.0) -> Choice:
    return Choice(action, named(view, action), behind, error)


def named(view: View, action: int) -> str:
    """An action in words, cards by their names."""
    return deed(view.scene, action) or view.game.words.text(view.plain, action)


def recommended(advice: Advice) -> list[str]:
    """What is best, by how much and how surely, and how that was found."""
    best = f"Best: {advice.choices[0].name}."
    if not advice.worlds:
        return [best]
    how = f"Tried in {advice.worlds} deals that agree with all you have seen, each played on to the end of the hand."
    sure = [compared(advice)] if advice.compared > 1 else []
    return [best, *sure, *(onward(advice) if advice.then else ()), how]


def onward(advice: Advice) -> list[str]:
    """What is best at the further places of an exchange, and what all of it brings."""
    places = [f"Then: {choices[0].name}.{_alike(choices)}" for choices in advice.then]
    brings, error = advice.gained
    if not brings and not error:
        return [*places, "So all is left as it lies."]
    if abs(brings) <= WITHIN * error:
        return [*places, "All of this is as good within the error as leaving all."]
    less = f"{figure(abs(brings))} {advice.unit} {'more' if brings > 0 else 'less'} a hand than leaving all"
    sure = surely(Choice(advice.action, "", abs(brings), error))
    return [*places, f"All of this brings {less}, give or take {figure(WITHIN * error)}: sure to {sure}%."]


def _alike(choices: Sequence[Choice]) -> str:
    """What is as good within the error as the first choice."""
    alike = [one.name for one in choices[1:] if one.within]
    return f" As good within the error: {several(alike)}." if alike else ""


def compared(advice: Advice) -> str:
    """How far the best choice is ahead of the others."""
    _, *others = advice.choices
    if not others:
        rest = "other one that was" if advice.compared == 2 else f"{advice.compared - 1} others that were"
        return f"It is clearly better than the {rest} compared."
    alike = [one.name for one in others if one.within]
    if alike:
        return f"As good within the error: {several(alike)}."
    second, give = others[0], figure(WITHIN * others[0].error)
    less = f"{figure(second.behind)} {advice.unit} less a hand"
    return f"{second.name} brings {less}, give or take {give}: sure to {surely(second)}%."


def several(names: Sequence[str]) -> str:
    """A few of many names."""
    more = f"; and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"{'; '.join(names[:MOST_NAMED])}{more}"


def figure(value: float) -> str:
    """A number with as many digits as it deserves: two that count, never a power of ten."""
    return f"{float(f'{value:.2g}'):.9f}".rstrip("0").rstrip(".")


def surely(choice: Choice) -> int:
    """The chance in percent that the first choice is better than this one, at most 99."""
    return min(99, int(100 * NormalDist().cdf(choice.behind / choice.error)))
