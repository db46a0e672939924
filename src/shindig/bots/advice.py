"""Advice for a seat's turn: the best action of a search over sampled deals, its lead, and the confidence.

It is made of the seat's view and history alone, with chance seeded by these. Equal views and histories get equal
advice, so it reveals nothing of the hidden cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

from ..gamekit.game_spec import UNIT
from ..gamekit.policies.world_search import Search
from ..gamekit.table_scene import Exchange, describe_action
from ..match import View
from ..messages import Text, join, pack_text, say, tell, unpack_text
from . import RANDOM, levels, make
from .amounts import describe_amount
from .choice_wording import DOING, say_done
from .exchange_gains import estimate_gain, find_exchange, find_view_after
from .world_sampling import seed_generator

WORLDS = 1024
"""Number of sampled deals."""
WITHIN = 1.96
"""Standard errors that count as within the error."""
MOST_NAMED = 3
"""Number of choices named in a line."""
UNREADY = say("advice-unready")


class Choice(NamedTuple):
    """An action that may be the best."""

    action: int
    name: Text
    """The action in words, with card names."""
    behind: float = 0.0
    """Mean difference to the first choice, in the unit of the match's scores."""
    error: float = 0.0
    """Standard error of the difference."""

    @property
    def is_close(self) -> bool:
        """True if the choice may be as good as the first."""
        return self.behind <= WITHIN * self.error


class Advice(NamedTuple):
    """Advice: the best choice first, without choices that are clearly worse.

    A game whose only bot is `random` has no choices to advise.
    """

    choices: tuple[Choice, ...]
    worlds: int
    """Number of sampled deals; 0 if nothing had to be compared."""
    compared: int
    """Number of compared choices."""
    facts: tuple[Text, ...]
    """Facts that the game states about the position."""
    unit: Text = UNIT
    """Plural of the unit of the results."""
    then: tuple[tuple[Choice, ...], ...] = ()
    """Choices for each further place of an exchange, after the best ones before."""
    gained: tuple[float, float] = (0.0, 0.0)
    """Mean gain per hand of the whole exchange over leaving all, and its standard error."""

    @classmethod
    def from_json(cls, told: Sequence[Any]) -> Advice:
        """Make advice from its JSON form."""
        choices, worlds, compared, facts, unit, then, gained = told
        later = tuple(_parse_choices(one) for one in then)
        said = tuple(map(unpack_text, facts))
        return cls(_parse_choices(choices), worlds, compared, said, unpack_text(unit), later, tuple(gained))

    def to_json(self) -> list[Any]:
        """Return the advice as JSON data."""
        choices, then = _pack_choices(self.choices), [_pack_choices(one) for one in self.then]
        facts = [pack_text(one) for one in self.facts]
        return [choices, self.worlds, self.compared, facts, pack_text(self.unit), then, self.gained]

    @property
    def action(self) -> int:
        return self.choices[0].action

    @property
    def lines(self) -> list[Text]:
        """The advice as lines for people."""
        return [*(describe_recommendation(self) if self.choices else ()), *self.facts]


def _parse_choices(told: Sequence[Any]) -> tuple[Choice, ...]:
    return tuple(Choice(action, unpack_text(name), *rest) for action, name, *rest in told)


def _pack_choices(choices: Sequence[Choice]) -> list[list[Any]]:
    return [[one.action, pack_text(one.name), one.behind, one.error] for one in choices]


def advise(view: View, worlds: int = WORLDS) -> Advice:
    """Return advice for the seat of this view, which is to act; for an exchange, advice for all its places."""
    found = advise_next_action(view, worlds)
    swap = find_exchange(view)
    return found if swap is None or not found.worlds else _advise_exchange(view, swap, found, worlds)


def _advise_exchange(view: View, swap: Exchange, first: Advice, worlds: int) -> Advice:
    """Return the advice for the first place of an exchange and all further ones."""
    found, now = [first], view
    while len(found) < len(swap.places) and (seen := find_view_after(now, found[-1].action)) and find_exchange(seen):
        now = seen
        found.append(advise_next_action(now, worlds))
    if len(found) < len(swap.places):
        return first
    plan = [one.action for one in found]
    begun, *rest = (_drop_other_places(one, set(plan) - {swap.leave}) for one in found)
    return begun._replace(then=tuple(one.choices for one in rest), gained=estimate_gain(view, plan, swap.leave))


def _drop_other_places(advice: Advice, laid: set[int]) -> Advice:
    """Drop choices that lay a card here which the plan lays elsewhere: the places are interchangeable."""
    best, *others = advice.choices
    kept = [one for one in others if one.action not in laid]
    return advice._replace(choices=(best, *kept), compared=advice.compared - len(others) + len(kept))


def advise_next_action(view: View, worlds: int = WORLDS) -> Advice:
    """Return advice for the next action alone."""
    facts = tuple(view.hints)
    if view.game.policies is None:
        return Advice(
            () if levels(view.game) == (RANDOM,) else (_make_choice(view, _find_default_action(view)),), 0, 0, facts
        )
    if not view.game.compiled_policies.ready:
        return Advice((_make_choice(view, _find_default_action(view)),), 0, 0, (UNREADY, *facts))
    search = Search(view.game.compiled_policies, view.history, seed_generator(view))
    best = search.compare(worlds)
    if not search.count:
        return Advice((_make_choice(view, best),), 0, 0, facts)
    found = tuple(_make_choice(view, *one) for one in search.rank_actions())
    return Advice(found, search.count, len(search.choices), facts, view.game.words.unit)


def _find_default_action(view: View) -> int:
    """Return the action of the default bot."""
    return make(view.game.id, "", int(seed_generator(view).integers(1 << 32))).act(view)


def _make_choice(view: View, action: int, behind: float = 0.0, error: float = 0.0) -> Choice:
    return Choice(action, name_action(view, action), behind, error)


def name_action(view: View, action: int) -> Text:
    """Return an action in words, with card names."""
    return describe_action(view.scene, action) or view.game.words.text(view.plain, action)


def describe_recommendation(advice: Advice) -> list[Text]:
    """Write lines about the best choice, its lead, the confidence and the method."""
    best = say("advice-best", choice=advice.choices[0].name)
    if not advice.worlds:
        return [best]
    sure = [describe_lead(advice)] if advice.compared > 1 else []
    further = describe_further_places(advice) if advice.then else []
    return [best, *sure, *further, say("advice-tried", count=advice.worlds)]


def describe_further_places(advice: Advice) -> list[Text]:
    """Write lines about the further places of an exchange and its total gain."""
    places = [
        tell(say("advice-then", choice=choices[0].name), *_describe_alike(choices[1:])) for choices in advice.then
    ]
    brings, error = advice.gained
    if not brings and not error:
        return [*places, say("advice-no-swaps")]
    if abs(brings) <= WITHIN * error:
        return [*places, say("advice-swaps-alike")]
    sure = compute_confidence(Choice(advice.action, "", abs(brings), error))
    gained = "advice-swaps-gain" if brings > 0 else "advice-swaps-lose"
    return [*places, say(gained, amount=describe_amount(abs(brings), advice.unit), sure=sure)]


def _describe_alike(others: Sequence[Choice]) -> tuple[Text, ...]:
    """Name the choices that are as good as the best one, within the error; at most `MOST_NAMED`."""
    alike = [one.name for one in others if one.is_close]
    if not alike:
        return ()
    rest = len(alike) - MOST_NAMED
    named = [*alike[:MOST_NAMED], *([say("advice-others", count=rest)] if rest > 0 else [])]
    return (say("advice-alike", choices=join(named, "or")),)


def describe_lead(advice: Advice) -> Text:
    """Write a line about the best choice's lead over the others."""
    _, *others = advice.choices
    if not others:
        return say("advice-clear", count=advice.compared - 1)
    if alike := _describe_alike(others):
        return alike[0]
    second = others[0]
    behind, sure = second.behind, compute_confidence(second)
    return say_done("advice-behind", second.name, DOING, amount=describe_amount(behind, advice.unit), sure=sure)


def compute_confidence(choice: Choice) -> int:
    """Return the probability in percent that the first choice is better than this one, at most 99."""
    return min(99, int(100 * NormalDist().cdf(choice.behind / choice.error)))
