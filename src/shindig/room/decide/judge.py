"""Whether a person's choice is a legal action, judged from the seat's own view alone."""

from __future__ import annotations

from ...cards import CardError
from ...games import GameError, IllegalAction
from ...games.scene import Prompt
from ...match import View
from .. import commands as c
from ..errors import RefusedError, RoomError
from ..picking import action_of

NO_PROMPT = Prompt("", ())


def judged(view: View, choice: c.Choice) -> int:
    """The action that a seat chose, judged from its own view alone.

    Raises RoomError, RefusedError with the clause, PickError.
    """
    number = _number(view, choice)
    if not 0 <= number < view.game.rules.num_actions:
        raise RoomError(f"actions are numbers from 0 to {view.game.rules.num_actions - 1}, not {number}")
    if not view.legal.allows(number):
        refusal = view.game.words.refuse(view.record, number)
        raise RefusedError(str(refusal), refusal.clause)
    return number


def _number(view: View, choice: c.Choice) -> int:
    """A choice as a number: from its text, or from what was touched."""
    if isinstance(choice, str):
        return _written(view, choice)
    if isinstance(choice, int):
        return choice
    if isinstance(choice, tuple):
        raise RoomError("one action is expected here, not several")
    return action_of(view.own.prompt or NO_PROMPT, choice)


def _written(view: View, choice: str) -> int:
    try:
        return view.game.words.parse(view.plain, choice)
    except IllegalAction as error:
        raise RefusedError(str(error), error.clause) from None
    except (GameError, CardError) as error:
        raise RoomError(str(error)) from None
