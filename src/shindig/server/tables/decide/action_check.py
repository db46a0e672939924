"""Check that a person's choice is a legal action, from the seat's own view alone."""

from __future__ import annotations

from shindig.cards import CardError
from shindig.gamekit import GameError, IllegalAction
from shindig.gamekit.table_scene import Prompt
from shindig.match import View
from shindig.server.errors import RefusedError, RoomError

from .. import commands as c
from ..controls_to_actions import Form, action_of

NO_PROMPT = Prompt("", ())


def check_action(view: View, choice: c.Choice) -> int:
    """Return the chosen action, checked against the seat's own view. Raises RoomError, PickError, or RefusedError with
    the clause."""
    number = _written(view, choice) if isinstance(choice, str) else _number(view, choice)
    if not view.legal.allows(number):
        raise _refused(view, number)
    return number


def _refused(view: View, number: int) -> RoomError:
    """Return the refusal of an illegal action."""
    if not 0 <= number < view.game.rules.num_actions:
        return RoomError(f"actions are numbers from 0 to {view.game.rules.num_actions - 1}, not {number}")
    refusal = view.game.words.refuse(view.record, number)
    return RefusedError(str(refusal), refusal.clause, refusal.text)


def _number(view: View, choice: int | Form | tuple[int, ...]) -> int:
    """Return the number of a choice. Touched controls are converted first."""
    if isinstance(choice, int):
        return choice
    if isinstance(choice, tuple):
        raise RoomError("one action is expected here, not several")
    return action_of(view.own.prompt or NO_PROMPT, choice)


def _written(view: View, choice: str) -> int:
    try:
        return view.game.words.parse(view.plain, choice)
    except IllegalAction as error:
        raise RefusedError(str(error), error.clause, error.text) from None
    except GameError as error:
        raise RoomError(error.text) from None
    except CardError as error:
        raise RoomError(str(error)) from None
