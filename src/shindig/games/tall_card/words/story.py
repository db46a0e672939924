"""Story of a step, in a line or two, from one viewer's information."""

from __future__ import annotations

from shindig.core.record_layout import CHANCE, OVER
from shindig.gamekit.betting.state import IN, OUT
from shindig.gamekit.betting.words import describe_winners
from shindig.gamekit.five_cards.state import LOT, MAIN
from shindig.gamekit.five_cards.words import describe_discard, describe_lot
from shindig.gamekit.game_spec import Line, ObservedStep

from ..deck import TALL_CARD, TALL_CARD_TALL
from ..rules.state import DECLINE, DISCARD, ROUND_OVER, TAKE, TallCard
from ..worth.ranks import RANK_NAMES
from .actions import BETTING
from .outcome import outcome


def story(event: ObservedStep[TallCard]) -> list[Line]:
    """Return the log lines of an event."""
    if event.seat == CHANCE:
        return opening(event)
    lines = [Line(f"{{{event.seat}}} {deed(event)}.")]
    if event.after.phase == ROUND_OVER:
        lines += ending(event.before, event.after)
    return lines


def opening(event: ObservedStep[TallCard]) -> list[Line]:
    """Describe an order: a lot, a fresh Tall deck, or a new round."""
    after = event.after
    if event.before.asks == MAIN:
        tall = TALL_CARD_TALL.names[after.tall]
        return [
            Line(f"Round {after.rounds}. {{{after.dealer}}} deals. The Tall Card is {tall}.", 2),
            *short_antes(after),
        ]
    if event.before.asks == LOT:
        return [describe_lot(after)]
    return [Line("The Tall deck is shuffled.", 0)]


def short_antes(after: TallCard) -> list[Line]:
    """Name the players whose ante took all they had."""
    seats = (seat for seat in range(after.seats) if after.status[seat] == IN and after.chips[seat] == 0)
    return [Line(f"{{{seat}}} antes {after.paid[seat]} and is all-in.") for seat in seats]


def deed(event: ObservedStep[TallCard]) -> str:
    """Describe the action."""
    if event.action == DECLINE:
        return "declines the Tall Card"
    if event.action == TAKE:
        tall = TALL_CARD_TALL.names[event.before.tall]
        return f"deals and must claim the Tall Card: {tall}" if event.after.forced else f"claims the Tall Card: {tall}"
    return BETTING.describe_action(event) or secret_deed(event)


def secret_deed(event: ObservedStep[TallCard]) -> str:
    """Describe a discard or a declaration; only viewers who know the cards see them."""
    if event.before.drew[event.seat] == event.after.drew[event.seat]:
        return "has declared"
    return describe_discard(event, TALL_CARD, DISCARD)


def ending(before: TallCard, after: TallCard) -> list[Line]:
    """Describe the hands shown, from the Dealer's left (TC-17), pots won, players out, the end."""
    seats = [(before.dealer + step) % after.seats for step in range(1, after.seats + 1)]
    lines = [
        Line(f"{{{seat}}} shows {TALL_CARD.text(after.shown[seat])}: {RANK_NAMES[after.rank_number[seat]]}.")
        for seat in seats
        if after.shown[seat][0] >= 0
    ]
    lines += describe_winners(after, after.strength)
    if after.removed:
        lines.append(Line(f"{after.removed} left over leaves the game.", 0))
    lines += [Line(f"{{{s}}} is out of credits.") for s in seats if after.chips[s] == 0 and after.status[s] != OUT]
    if after.actor == OVER:
        lines.append(Line(f"The game is over: {outcome(after).who} won it.", 2))
    return lines
