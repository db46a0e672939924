"""Choices as parts of a sentence: `You folded.`, `Folding was better.`

The message of a choice is its button. Its attribute `.did` follows "you", `.doing` names what was done. A choice of an
amount or of cards has these in the message of its label or its verb.
"""

from __future__ import annotations

from ..messages import Argument, Message, Text, has_message, say

DID, DOING = "did", "doing"


def put_in_form(choice: Text, form: str) -> Message | None:
    """Return a choice in a form, DID or DOING. Returns None if its game has no words for it."""
    if not isinstance(choice, Message):
        return None
    if has_message(f"{choice.id}.{form}"):
        return Message(f"{choice.id}.{form}", choice.args)
    named: dict[str, Argument] = dict(choice.args)
    for part in ("label", "verb"):
        inner = named.get(part)
        if isinstance(inner, Message) and has_message(f"{inner.id}.{form}"):
            return Message(f"{inner.id}.{form}", (*(named | dict(inner.args)).items(),))
    return None


def say_done(id: str, choice: Text, form: str, **args: Argument) -> Message:
    """Make a message about a choice: its attribute named as the form if the choice has one, or else the message itself
    with the choice as its button names it."""
    worded = put_in_form(choice, form)
    return say(id, choice=choice, **args) if worded is None else say(f"{id}.{form}", **{form: worded}, **args)
