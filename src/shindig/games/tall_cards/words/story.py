"""Story of a step, in a line or two, from one viewer's information."""

from __future__ import annotations

from shindig.core.layout_and_views import CHANCE, OVER
from shindig.gamekit.betting.state import IN
from shindig.gamekit.betting.words import describe_match_winners, describe_returned, describe_winners
from shindig.gamekit.five_cards.state import LOT, MAIN
from shindig.gamekit.five_cards.words import describe_discard, describe_lot
from shindig.gamekit.game_spec import Line, ObservedStep
from shindig.messages import Seat, Text, name_cards, say, tell

from ..rules.state import (
    ANTE,
    CLOCK,
    DISCARD,
    DRAW,
    GIFTS,
    GIVES,
    MUCK,
    SHOW,
    SHOWDOWN,
    SIT_OUT,
    TAKE,
    TallCards,
)
from .actions import BETTING, deck_of
from .hand_explanation import verdict
from .holding import stood_for
from .names import name_hand, name_suit
from .outcome import outcome

DEEDS = {ANTE: "tall-cards-antes", SIT_OUT: "tall-cards-sits-out", MUCK: "tall-cards-mucks"}
"""Messages of actions that need no more than a seat."""


def story(event: ObservedStep[TallCards]) -> list[Line]:
    """Return the log lines of an event."""
    before, after = event.before, event.after
    lines = opening(event) if event.seat == CHANCE else deed(event)
    lines += showing(before, after)
    if any(after.won) and not any(before.won):
        lines += describe_winners(after, after.strength, verdict(after, -1)) + broke(after)
    if after.voids > before.voids:
        lines.append(Line(say("tall-cards-void")))
    if after.actor == OVER:
        lines += ending(after)
    return lines


def opening(event: ObservedStep[TallCards]) -> list[Line]:
    """Describe an order: a lot, or a new hand."""
    after, asked = event.after, event.before.asks
    if asked == MAIN:
        dealer, tall = Seat(after.dealer), name_suit(deck_of(after).name, after.tall)
        start = say("tall-cards-hand", number=after.hand_number, who=dealer, tall=tall)
        return [Line(start, 2), *showdown_for_want_of_chips(after)]
    if asked == LOT:
        return [describe_lot(after)]
    return []


def showdown_for_want_of_chips(after: TallCards) -> list[Line]:
    """Note that nobody can bet."""
    able = sum(1 for seat in range(after.seats) if after.status[seat] == IN and after.chips[seat] > 0)
    return [Line(say("tall-cards-no-bets"), 0)] if able < 2 else []


def deed(event: ObservedStep[TallCards]) -> list[Line]:
    """Describe the action; being ready, naming a receiver and calling time get no line."""
    who, before, action = Seat(event.seat), event.before, event.action
    if before.phase == CLOCK:
        return []
    if before.phase == GIFTS:
        return giving(event)
    if action == TAKE:
        claims = "tall-cards-must-claim" if event.after.forced else "tall-cards-claims"
        return [Line(say(claims, who=who, tall=name_suit(deck_of(event.after).name, event.after.tall)), 2)]
    if action in DEEDS:
        return [Line(say(DEEDS[action], who=who))]
    if action == SHOW:
        return []
    if before.phase == DRAW:
        return [Line(drawing(event))]
    return [Line(BETTING.describe_action(event)), *describe_returned(event)]


def giving(event: ObservedStep[TallCards]) -> list[Line]:
    """Describe a gift."""
    if event.action is None or event.action not in GIVES:
        return []
    receiver, amount = event.before.receiver, event.after.gift
    gives = "tall-cards-gives" if event.before.chips[receiver] else "tall-cards-gives.back"
    return [Line(say(gives, who=Seat(event.seat), receiver=Seat(receiver), amount=amount), 2)]


def drawing(event: ObservedStep[TallCards]) -> Text:
    """Describe a discard: its cards only for viewers who know them, a shown Ace for all."""
    deck, ace = deck_of(event.after), event.after.ace[event.seat]
    drawn = describe_discard(event, deck, DISCARD)
    if ace < 0:
        return drawn
    return tell(say("tall-cards-shows-ace", who=Seat(event.seat), card=name_cards(deck, [ace])), drawn)


def showing(before: TallCards, after: TallCards) -> list[Line]:
    """Describe hands shown or mucked in this event, in the order of the showdown."""
    lines = []
    for seat in sorted(range(after.seats), key=lambda seat: after.place[seat]):
        if after.place[seat] <= before.place[seat]:
            continue
        if after.shown[seat][0] >= 0:
            lines.append(Line(showing_hand(after, seat)))
        elif before.phase != SHOWDOWN or before.actor != seat:
            lines.append(Line(say("tall-cards-mucks", who=Seat(seat))))
    return lines


def showing_hand(after: TallCards, seat: int) -> Text:
    """Describe a hand that a seat shows, with the values of its wild cards."""
    made, wild = name_hand(deck_of(after).name, int(after.strength[seat]), ".whole"), wild_of(after, seat)
    if not wild:
        return say("tall-cards-shows", who=Seat(seat), made=made)
    return say("tall-cards-shows-wild", who=Seat(seat), made=made, wild=wild)


def show_late(after: TallCards, seat: int) -> Text:
    """Describe a hand shown after its end."""
    made, wild = name_hand(deck_of(after).name, int(after.strength[seat]), ".whole"), wild_of(after, seat)
    if not wild:
        return say("tall-cards-shows-late", who=Seat(seat), made=made)
    return say("tall-cards-shows-late.wild", who=Seat(seat), made=made, wild=wild)


def wild_of(after: TallCards, seat: int) -> Text:
    """Return the values of the wild cards of a shown hand; empty if there are none."""
    hand, worth = tuple(map(int, after.shown[seat])), int(after.strength[seat])
    return stood_for(deck_of(after).name, hand, int(after.tall), worth) if after.claimer == seat else ""


def broke(after: TallCards) -> list[Line]:
    """Name the players without chips."""
    seats = (seat for seat in range(after.seats) if after.status[seat] == IN and after.chips[seat] == 0)
    return [Line(say("betting-broke", who=Seat(seat))) for seat in seats]


def ending(after: TallCards) -> list[Line]:
    """Describe the end of the game, with the indivisible rest."""
    shares = ((seat, after.tied[seat]) for seat in range(after.seats) if after.tied[seat])
    odd = [Line(say("tall-cards-leftover", who=Seat(seat), amount=share), 0) for seat, share in shares]
    result = outcome(after)
    return [*odd, Line(say("tall-cards-over", why=result.text, winners=describe_match_winners(result)), 2)]
