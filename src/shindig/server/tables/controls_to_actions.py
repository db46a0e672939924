"""Conversion of touched controls to actions: cards by position, amounts by number, buttons by action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from shindig.gamekit.table_scene import Amount, Pick, Prompt
from shindig.messages import Message, Text, say

from ..errors import RefusedError

Form = Mapping[str, Sequence[str]]
C = TypeVar("C", Amount, Pick)


class PickError(RefusedError):
    """Touched controls that are no choice. The message says what was expected; `near` has choices with just these
    cards."""

    def __init__(self, message: Text, near: Sequence[tuple[int, Text]] = ()) -> None:
        super().__init__(message)
        self.near = tuple(near)


def action_of(prompt: Prompt, form: Form) -> int:
    """Return the action of a form: `press` an action, `amount` with its `control`, or `pick` with its `card`s.

    Raises PickError. The action may still be illegal.
    """
    if press := _last(form, "press"):
        return _number(press)
    if control := _last(form, "amount"):
        return _amount(_control(prompt, control, Amount), _last(form, f"value-{control}"))
    if control := _last(form, "pick"):
        return _picked(_control(prompt, control, Pick), [_number(card) for card in form.get("card", ())])
    raise PickError(say("refuse-pick"))


def plan_of(form: Form) -> tuple[int, ...] | None:
    """Return the actions of an exchange sent at once, or None. Raises PickError."""
    return tuple(_number(text) for text in form.get("plan", ())) if _last(form, "done") else None


def _last(form: Form, name: str) -> str:
    values = form.get(name, ())
    return values[-1] if values else ""


def _number(text: str) -> int:
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) < 12):
        raise PickError(say("refuse-number", given=text[:20]))
    return int(text)


def _control(prompt: Prompt, index: str, kind: type[C]) -> C:
    number = _number(index)
    if number >= len(prompt.controls) or not isinstance(found := prompt.controls[number], kind):
        raise PickError(say("refuse-late"))
    return found


def _amount(control: Amount, text: str) -> int:
    value = _number(text)
    if not control.low <= value <= control.high:
        raise PickError(say("prompt-range", verb=control.label, low=control.low, high=control.high))
    return control.first + value - control.low


def _picked(control: Pick, cards: Sequence[int]) -> int:
    found = matching(control, cards)
    if len(found) == 1:
        return found[0][0]
    if found:
        raise PickError(say("refuse-several-ways"), found)
    raise PickError(_expected(control))


def matching(control: Pick, cards: Sequence[int]) -> list[tuple[int, Text]]:
    """Return the choices made of just these cards, as (action, label)."""
    touched = sorted(set(cards))
    count = len(touched)
    return [
        (action, label)
        for positions, action, label in control.choices
        if len(positions) == count and sorted(positions) == touched
    ]


def _expected(control: Pick) -> Message:
    sizes = sorted({len(positions) for positions, _, _ in control.choices})
    if len(sizes) > 1:
        return say("refuse-touch-range", verb=control.label, low=sizes[0], high=sizes[-1])
    return say("refuse-touch", verb=control.label, count=sizes[0])
