"""Typed actions: what a person types, as the terminal shows it, in any case of letters and with names of people."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..gamekit import GameError
from ..gamekit.table_scene import Amount, Pick, describe_action
from ..match import View
from ..messages import SeatNames, say

MOST_LISTED = 2000
"""Number of legal actions whose texts are compared with what was typed."""


def read_action(view: View, typed: str, names: SeatNames) -> int:
    """Return the legal action that a text means. Raises GameError, or ValueError for an unknown card.

    An amount is the one that the question shows: "raise 30" and "raise to 30" are a raise to 30.
    """
    found = next((one for one in _find_shown(view, _fold(typed), names) if view.legal.allows(one)), None)
    if found is not None:
        return found
    try:
        action = view.game.words.parse(view.record, typed)
    except (GameError, ValueError):
        numbered = _number_people(typed, names)
        if numbered == typed:
            raise
        action = view.game.words.parse(view.record, numbered)
    if not view.legal.allows(action):
        raise view.game.words.refuse(view.record, action)
    return action


def _fold(text: str) -> str:
    """Return a text without case, outer punctuation and double spaces."""
    return " ".join(text.casefold().split()).strip(" .!?:")


def _find_shown(view: View, typed: str, names: SeatNames) -> Iterator[int]:
    """Yield the actions that the terminal shows by this text: buttons, amounts, choices of cards, and their texts."""
    for control in view.scene.prompt.controls if view.scene.prompt else ():
        label = _fold(names.write(control.label))
        if isinstance(control, Amount):
            amount = re.fullmatch(rf"(?:{re.escape(label)}|{re.escape(label.split()[0])}) (\d{{1,9}})", typed)
            if amount:
                yield control.first + _check_amount(int(amount[1]), control) - control.low
        elif isinstance(control, Pick):
            picked = (action for _, action, _ in control.choices)
            yield from (one for one in picked if _fold(names.write(describe_action(view.scene, one))) == typed)
        elif label == typed:
            yield control.action
    if len(view.legal) <= MOST_LISTED:
        texts = ((action, view.game.words.text(view.plain, action)) for action in view.legal.actions)
        yield from (action for action, text in texts if _fold(text) == typed)


def _check_amount(amount: int, control: Amount) -> int:
    """Return an amount that a control offers. Raises GameError for any other."""
    if not control.low <= amount <= control.high:
        raise GameError(say("terminal-out-of-range", low=control.low, high=control.high))
    return amount


def _number_people(typed: str, names: SeatNames) -> str:
    """Replace names of people by the numbers of their seats."""
    for seat, name in sorted(enumerate(names.names), key=lambda one: -len(one[1])):
        typed = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", str(seat), typed, flags=re.IGNORECASE)
    return typed
