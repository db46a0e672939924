"""Story of a step, in a line or two, from one viewer's information."""

from __future__ import annotations

from shindig.core.layout_and_views import CHANCE, OVER
from shindig.gamekit.betting.state import IN, OUT
from shindig.gamekit.betting.words import describe_match_winners, describe_returned, describe_winners
from shindig.gamekit.five_cards.state import LOT, MAIN
from shindig.gamekit.five_cards.words import describe_discard, describe_lot
from shindig.gamekit.game_spec import Line, ObservedStep
from shindig.messages import Seat, Text, say

from ..deck import TALL_CARD
from ..rules.state import DECLINE, DISCARD, ROUND_OVER, TAKE, TallCard
from .actions import BETTING
from .hand_explanation import describe, verdict
from .names import name_the_tall
from .outcome import outcome


def story(event: ObservedStep[TallCard]) -> list[Line]:
    """Return the log lines of an event."""
    if event.seat == CHANCE:
        return opening(event)
    lines = [Line(deed(event)), *describe_returned(event)]
    if event.after.phase == ROUND_OVER:
        lines += ending(event.before, event.after)
    return lines


def opening(event: ObservedStep[TallCard]) -> list[Line]:
    """Describe an order: a lot, a fresh Tall deck, or a new round."""
    after = event.after
    if event.before.asks == MAIN:
        dealer, tall = Seat(after.dealer), name_the_tall(after.tall)
        return [Line(say("tall-card-round", round=after.rounds, who=dealer, tall=tall), 2), *short_antes(after)]
    if event.before.asks == LOT:
        return [describe_lot(after)]
    return [Line(say("tall-card-shuffled" if after.rounds else "tall-card-shuffled-first"), 0)]


def short_antes(after: TallCard) -> list[Line]:
    """Name the players whose ante took all they had."""
    seats = (seat for seat in range(after.seats) if after.status[seat] == IN and after.chips[seat] == 0)
    return [Line(say("betting-antes-all-in", who=Seat(seat), amount=after.paid[seat])) for seat in seats]


def deed(event: ObservedStep[TallCard]) -> Text:
    """Describe the action."""
    if event.action in (DECLINE, TAKE):
        claims = "tall-card-must-claim" if event.after.forced else "tall-card-claims"
        deed = "tall-card-declines" if event.action == DECLINE else claims
        return say(deed, who=Seat(event.seat), tall=name_the_tall(event.before.tall))
    return BETTING.describe_action(event) or secret_deed(event)


def secret_deed(event: ObservedStep[TallCard]) -> Text:
    """Describe a discard or a declaration; only viewers who know the cards see them."""
    if event.before.drew[event.seat] == event.after.drew[event.seat]:
        return say("tall-card-declared", who=Seat(event.seat))
    return describe_discard(event, TALL_CARD, DISCARD)


def ending(before: TallCard, after: TallCard) -> list[Line]:
    """Describe the hands shown, from the Dealer's left (TC-17), pots won, players out, the end."""
    seats = [(before.dealer + step) % after.seats for step in range(1, after.seats + 1)]
    lines = [
        Line(say("tall-card-shows", who=Seat(seat), holding=describe(after, seat).text))
        for seat in seats
        if after.rank_number[seat] >= 0 and after.shown[seat][0] >= 0
    ]
    lines += describe_winners(after, after.strength, verdict(after, -1))
    if after.removed:
        lines.append(Line(say("tall-card-removed", amount=after.removed), 0))
    out = [seat for seat in seats if after.chips[seat] == 0 and after.status[seat] != OUT]
    lines += [Line(say("tall-card-out", who=Seat(seat))) for seat in out]
    if after.actor == OVER:
        lines.append(Line(say("tall-card-over", winners=describe_match_winners(outcome(after))), 2))
    return lines
