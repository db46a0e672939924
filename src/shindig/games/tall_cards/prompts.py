"""What the viewer is asked, with the controls that answer."""

from __future__ import annotations

from functools import lru_cache

from ..betting import NOBODY
from ..five_cards import fronts, spots
from ..hands import mask_size
from ..record import Plain
from ..scene import Amount, Pick, Press, Prompt
from .record import (
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
)
from .words import BETTING, tall_deck_of

Ranges = list[tuple[int, int]]


def prompt(view: Plain, ranges: Ranges) -> Prompt:
    """What the viewer is asked now."""
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
    return BETTING.prompt(view, ranges)


def gift_prompt(view: Plain, ranges: Ranges) -> Prompt:
    """Ready for the next hand, or a gift: whom to, then how much."""
    if view.receiver != NOBODY:
        high = view.chips[view.actor]
        presets = tuple({1: ("least", 1), high: ("everything", high)}.values())
        amount = Amount("Give", GIVE, 1, high, presets)
        return Prompt(f"How much for {{{view.receiver}}}?", (amount, Press(KEEP, "Give nothing")))
    ready = Press(READY, "Next hand", "Nothing to give.", 2)
    gifts = [
        Press(GIVE_TO + seat, f"Give to {{{seat}}}", "You name the amount next.", 0)
        for seat in (first - GIVE_TO for first, _ in ranges if first >= GIVE_TO)
    ]
    return Prompt("Ready for the next hand?", (ready, *gifts))


def ante_prompt(view: Plain) -> Prompt:
    price = min(view.ante, view.chips[view.actor])
    join = Press(ANTE, f"Ante {price}", "Join the hand.", 2)
    return Prompt("Are you in?", (join, Press(SIT_OUT, "Sit out", "Pay nothing, get no cards this hand.")))


def clock_prompt(view: Plain) -> Prompt:
    """The dealer keeps the time."""
    question = f"You agreed on {view.minutes} minutes. Is the time up?"
    return Prompt(question, (Press(GO_ON, "Play on", weight=2), Press(TIME_UP, "Time is up", "The game ends here.", 0)))


def draw_prompt(view: Plain, ranges: Ranges) -> Prompt:
    """Claim, or touch the cards to discard, any of two equal ones."""
    name = tall_deck_of(view).names[view.tall]
    claim = Press(TAKE, f"Claim {name}", f"Your cards of {name} take any rank; you draw nothing.", 1)
    if ranges == [(TAKE, TAKE)]:
        return Prompt(f"Nobody has claimed {name}: the dealer must.", (claim,))
    pick = discards(fronts(view.hand[view.actor]), tuple(ranges))
    if ranges[-1] == (TAKE, TAKE):
        return Prompt(f"Touch up to three cards to discard, or claim {name}.", (pick, claim))
    return Prompt("Touch up to three cards to discard.", (pick,))


@lru_cache(256)
def discards(named: tuple[int, ...], ranges: tuple[tuple[int, int], ...]) -> Pick:
    """A choice for every mask of positions whose cards some legal action names; `named` as of `fronts`."""
    legal = {action for first, last in ranges for action in range(first, last + 1)}
    actions = [(mask, DISCARD + front) for mask, front in enumerate(named)]
    return Pick("Discard", tuple((spots(mask), action, label(mask)) for mask, action in actions if action in legal))


def label(mask: int) -> str:
    """What a discard does, in a few words."""
    count = mask_size(mask)
    if count == 4:
        return "Show the Ace, draw 4"
    return f"Draw {count}" if count else "Keep all"


def show_prompt(view: Plain) -> Prompt:
    last = view.won[view.actor] > 0
    question = "You have won unseen. Show your hand?" if last else "Your hand is beaten. Show it?"
    return Prompt(question, (Press(MUCK, "Throw it away unseen", weight=2), Press(SHOW, "Show it")))
