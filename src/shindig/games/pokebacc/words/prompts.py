"""Prompts of the viewer, with the controls that answer."""

from __future__ import annotations

from shindig.gamekit.table_scene import Amount, Pick, Press, Prompt

from ..rules.state import ANSWER, DISASTER, DISCARD, INFLICT, LAY, LEAVE, PASS, PAY, PROPOSE, RAISE, SPARE, Pokebacc
from ..worth.hand_melds import KIND_NAMES, cards_in, meld
from ..worth.meld_numbering import shapes
from .actions import DISASTER_NAMES, variant_of
from .holding import at_once


def prompt(view: Pokebacc, ranges: list[tuple[int, int]]) -> Prompt:
    """Make the viewer's prompt."""
    if view.phase == DISASTER:
        return disaster_prompt(view, ranges)
    if view.phase == ANSWER:
        return reply_prompt(view)
    between = view.phase == RAISE
    controls = [amount(view, first, last)._replace(rare=not between) for first, last in ranges if first >= PROPOSE]
    if between:
        keep = Press(PASS, "Leave the stakes", "Propose nothing.", 2)
        return Prompt("Raise the stakes for what is to come?", (keep, *controls, *retiring(view, ranges)))
    return turn_prompt(view, ranges, controls)


def retiring(view: Pokebacc, ranges: list[tuple[int, int]]) -> list[Press]:
    """Return the control to retire without a proposal, if that is legal (PB-50)."""
    if ranges[0][0] != LEAVE:
        return []
    words = variant_of(view).words
    what = f"Leave the {words.match}; what you have paid stays in the {words.fund}."
    return [Press(LEAVE, words.leave.capitalize(), what, 0, rare=True)]


def turn_prompt(view: Pokebacc, ranges: list[tuple[int, int]], controls: list[Amount]) -> Prompt:
    """Make the prompt of a turn: lay down, discard, invite."""
    places = {kind: place for place, kind in enumerate(cards_in(view.held[view.actor]))}
    actions = [action for first, last in ranges if last < SPARE for action in range(first, last + 1)]
    variant = variant_of(view)
    melds = sorted((meld(variant, action - LAY) for action in actions if action < DISCARD), key=lambda one: -one.score)
    lays = tuple(
        (
            tuple(places[kind] for kind in shapes(variant.index)[one.number].cards),
            LAY + one.number,
            f"Lay down a {one.kind} for {one.score}{', wins at once' if at_once(variant.index, one.number) else ''}",
        )
        for one in melds
    )
    discards = tuple(
        ((places[action - DISCARD],), action, f"Discard {variant.deck.names[action - DISCARD]}")
        for action in actions
        if action >= DISCARD
    )
    picks = [Pick("Lay down", lays, "Touch the cards of a meld.")] if lays else []
    drop = Pick("Discard", discards, f"One card goes face up on the {variant.words.discard_pile} and ends the turn.")
    question = "Lay melds down, or discard a card." if lays else "Discard a card."
    return Prompt(question, (*picks, drop, *controls))


def disaster_prompt(view: Pokebacc, ranges: list[tuple[int, int]]) -> Prompt:
    """Make the prompt about a Disaster, with one question for all, whether or not they hold any (PB-31)."""
    variant = variant_of(view)
    laid = view.laid[view.turn][view.melds[view.turn] - 1]
    kind = KIND_NAMES[variant.index][shapes(variant.index)[laid].kind]
    presses = tuple(
        Press(first, "Let it stand", "Inflict no Disaster.", 2)
        if first == SPARE
        else Press(first, f"Inflict {DISASTER_NAMES[first - INFLICT]}", "The meld is then worth nothing.", 1)
        for first, _ in ranges
    )
    return Prompt(f"{{{view.turn}}} lays down a {kind}. Inflict a Disaster on it? Your answer is sealed.", presses)


def reply_prompt(view: Pokebacc) -> Prompt:
    """Make the prompt to pay or leave."""
    words = variant_of(view).words
    paying = min(view.proposed, view.chips[view.actor])
    everything = " (all you have)" if paying == view.chips[view.actor] else ""
    leave = words.leave.capitalize()
    question = f"{{{view.proposer}}} {words.proposes} {view.proposed}."
    pay = Press(PAY, f"Pay {paying}{everything}", f"Stay in; it goes into the {words.fund}.")
    return Prompt(question, (pay, Press(LEAVE, leave, "Give up what you have paid.", 0)))


def amount(view: Pokebacc, first: int, last: int) -> Amount:
    """Make the control for an amount to propose."""
    words = variant_of(view).words
    low, high = first - PROPOSE + 1, last - PROPOSE + 1
    middle = max(low, min(high, view.buy_in))
    labels = {low: "least", middle: words.buy_in, high: "most"}
    presets = tuple((label, value) for value, label in labels.items())
    return Amount(words.propose.capitalize(), first, low, high, presets, f"{words.proposes.capitalize()} an amount.")
