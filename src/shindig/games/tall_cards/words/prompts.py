"""Prompts of the viewer, with the controls that answer."""

from __future__ import annotations

from shindig.gamekit.betting.state import NOBODY
from shindig.gamekit.five_cards.words import KEEP_OR_DRAW, make_discard_control, map_fronts
from shindig.gamekit.table_scene import Amount, Press, Prompt
from shindig.messages import Text

from ..rules.state import (
    ANTE,
    ANTES,
    CLOCK,
    DISCARD,
    DRAW,
    GIFTS,
    GIVE,
    GIVE_TO,
    GO_ON,
    KEEP,
    MUCK,
    READY,
    SHOW,
    SHOWDOWN,
    SIT_OUT,
    TAKE,
    TIME_UP,
    TallCards,
)
from .actions import BETTING, tall_deck_of

Ranges = list[tuple[int, int]]
LABELS: tuple[Text, ...] = (*KEEP_OR_DRAW[:4], "Show the Ace, draw 4", *KEEP_OR_DRAW[5:])
"""Labels of discards, by number of cards (TF-14)."""


def prompt(view: TallCards, ranges: Ranges) -> Prompt:
    """Make the viewer's prompt."""
    if view.phase == GIFTS:
        return gift_prompt(view, ranges)
    if view.phase == ANTES:
        return ante_prompt(view)
    if view.phase == CLOCK:
        return clock_prompt(view)
    if view.phase == DRAW:
        return draw_prompt(view, ranges)
    if view.phase == SHOWDOWN:
        return show_prompt(view)
    return BETTING.make_prompt(view, ranges)


def gift_prompt(view: TallCards, ranges: Ranges) -> Prompt:
    """Make the prompt between hands: ready, or a gift, first its receiver, then its amount."""
    if view.receiver != NOBODY:
        high = view.chips[view.actor]
        presets = tuple({1: ("least", 1), high: ("everything", high)}.values())
        amount = Amount("Give", GIVE, 1, high, presets)
        return Prompt(f"How much for {{{view.receiver}}}?", (amount, Press(KEEP, "Give nothing")))
    ready = Press(READY, "Next hand", "Nothing to give.", 2)
    gifts = [
        Press(GIVE_TO + seat, f"Give to {{{seat}}}", "You name the amount next.", rare=True)
        for seat in (first - GIVE_TO for first, _ in ranges if first >= GIVE_TO)
    ]
    return Prompt("Ready for the next hand?", (ready, *gifts))


def ante_prompt(view: TallCards) -> Prompt:
    price = min(view.ante, view.chips[view.actor])
    join = Press(ANTE, f"Ante {price}", "Join the hand.")
    return Prompt("Are you in?", (join, Press(SIT_OUT, "Sit out", "Pay nothing, get no cards this hand.")))


def clock_prompt(view: TallCards) -> Prompt:
    """Ask the dealer, who keeps the time."""
    question = f"You agreed on {view.minutes} minutes. Is the time up?"
    return Prompt(question, (Press(GO_ON, "Play on", weight=2), Press(TIME_UP, "Time is up", "The game ends here.", 0)))


def draw_prompt(view: TallCards, ranges: Ranges) -> Prompt:
    """Make the prompt of the draw: claim, or touch cards to discard, either of two equal ones."""
    name = tall_deck_of(view).names[view.tall]
    claim = Press(TAKE, f"Claim {name}", f"Your cards of {name} take any rank; you draw nothing.", 1)
    if ranges == [(TAKE, TAKE)]:
        return Prompt(f"Nobody has claimed {name}: the dealer must.", (claim,))
    pick = make_discard_control(map_fronts(view.hand[view.actor]), tuple(ranges), DISCARD, LABELS)
    if ranges[-1] == (TAKE, TAKE):
        return Prompt(f"Touch up to three cards to discard, or claim {name}.", (pick, claim))
    return Prompt("Touch up to three cards to discard.", (pick,))


def show_prompt(view: TallCards) -> Prompt:
    last = view.won[view.actor] > 0
    question = "You have won unseen. Show your hand?" if last else "Your hand is beaten. Show it?"
    return Prompt(question, (Press(MUCK, "Throw it away unseen", weight=2), Press(SHOW, "Show it")))
