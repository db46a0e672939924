"""Prompts of the viewer, with the controls that answer."""

from __future__ import annotations

from shindig.core.caches import RULE_PARTS, cached
from shindig.gamekit.betting.state import NOBODY
from shindig.gamekit.betting.words import LEAST
from shindig.gamekit.five_cards.words import KEEP_OR_DRAW, make_discard_control, map_fronts
from shindig.gamekit.table_scene import Amount, Press, Prompt
from shindig.messages import Seat, Text, say

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
from .actions import BETTING, deck_of
from .names import name_suit

Ranges = list[tuple[int, int]]
LABELS: tuple[Text, ...] = (*KEEP_OR_DRAW[:4], say("tall-cards-draw-four"), *KEEP_OR_DRAW[5:])
"""Labels of discards, by number of cards (TF-14)."""
READY_PRESS = Press(READY, say("tall-cards-ready"), weight=2)
KEEP_PRESS = Press(KEEP, say("tall-cards-keep"))
SIT_OUT_PRESS = Press(SIT_OUT, say("tall-cards-sit-out"))
CLOCK_PRESSES = (
    Press(GO_ON, say("tall-cards-play-on"), weight=2),
    Press(TIME_UP, say("tall-cards-stop"), say("tall-cards-stop.help"), 0),
)
SHOW_PRESSES = (Press(MUCK, say("tall-cards-muck"), weight=2), Press(SHOW, say("tall-cards-show")))


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
        presets = tuple({1: (LEAST, 1), high: (say("tall-cards-give.all"), high)}.values())
        amount = Amount(say("tall-cards-give"), GIVE, 1, high, presets)
        return Prompt(say("tall-cards-ask-gift", who=Seat(view.receiver)), (amount, KEEP_PRESS))
    gifts = [press_gift(first - GIVE_TO) for first, _ in ranges if first >= GIVE_TO]
    return Prompt(say("tall-cards-ask-ready"), (READY_PRESS, *gifts))


@cached(RULE_PARTS)
def press_gift(seat: int) -> Press:
    """Make the button of a gift to a seat."""
    return Press(GIVE_TO + seat, say("tall-cards-give-to", who=Seat(seat)), say("tall-cards-give-to.help"), rare=True)


def ante_prompt(view: TallCards) -> Prompt:
    price = int(min(view.ante, view.chips[view.actor]))
    pay = Press(ANTE, say("tall-cards-ante", amount=price))
    return Prompt(say("tall-cards-ask-ante"), (pay, SIT_OUT_PRESS))


def clock_prompt(view: TallCards) -> Prompt:
    """Ask the dealer, who keeps the time."""
    return Prompt(say("tall-cards-ask-clock", count=view.minutes), CLOCK_PRESSES)


def draw_prompt(view: TallCards, ranges: Ranges) -> Prompt:
    """Make the prompt of the draw: claim, or touch cards to discard, either of two equal ones."""
    tall = name_suit(deck_of(view).name, view.tall)
    claim = Press(TAKE, say("tall-cards-claim", tall=tall), say("tall-cards-claim.help", tall=tall), 1)
    if ranges == [(TAKE, TAKE)]:
        return Prompt(say("tall-cards-ask-must", tall=tall), (claim,))
    pick = make_discard_control(map_fronts(view.hand[view.actor]), tuple(ranges), DISCARD, LABELS)
    if ranges[-1] == (TAKE, TAKE):
        return Prompt(say("tall-cards-ask-draw-or-claim", tall=tall), (pick, claim))
    return Prompt(say("tall-cards-ask-draw"), (pick,))


def show_prompt(view: TallCards) -> Prompt:
    question = say("tall-cards-ask-show-won" if view.won[view.actor] > 0 else "tall-cards-ask-show")
    return Prompt(question, SHOW_PRESSES)
