"""What happened, in a line or two, from what one viewer saw."""

from __future__ import annotations

from ...cards.decks import TALL_CARD, TALL_CARD_TALL
from ..bet_words import winning
from ..betting import IN, OUT
from ..five_cards import cards_at
from ..game import Event, Line
from ..record import CHANCE, OVER, Plain
from .outcome import outcome
from .ranks import RANK_NAMES
from .record import DECLINE, DISCARD, MAIN, ROUND_OVER, SEATS, TAKE
from .words import BETTING


def story(event: Event) -> list[Line]:
    """The lines that an event adds to the log."""
    if event.seat == CHANCE:
        return opening(event)
    lines = [Line(f"{{{event.seat}}} {deed(event)}.")]
    if event.after.phase == ROUND_OVER:
        lines += ending(event.before, event.after)
    return lines


def opening(event: Event) -> list[Line]:
    """What an order brings: a lot, a fresh Tall deck, or a new round."""
    after = event.after
    if event.before.asks == MAIN:
        tall = TALL_CARD_TALL.names[after.tall]
        return [
            Line(f"Round {after.rounds}. {{{after.dealer}}} deals. The Tall Card is {tall}.", 2),
            *short_antes(after),
        ]
    if event.before.asks == SEATS:
        return [Line(f"The lot falls on {{{after.dealer}}} to deal first.", 0)]
    return [Line("The Tall deck is shuffled.", 0)]


def short_antes(after: Plain) -> list[Line]:
    """Who had no more than the ante."""
    seats = (seat for seat in range(after.seats) if after.status[seat] == IN and after.chips[seat] == 0)
    return [Line(f"{{{seat}}} antes {after.paid[seat]} and is all-in.") for seat in seats]


def deed(event: Event) -> str:
    """The action itself."""
    if event.action == DECLINE:
        return "declines the Tall Card"
    if event.action == TAKE:
        tall = TALL_CARD_TALL.names[event.before.tall]
        return f"deals and must claim the Tall Card: {tall}" if event.after.forced else f"claims the Tall Card: {tall}"
    return BETTING.deed(event) or secret_deed(event)


def secret_deed(event: Event) -> str:
    """A discard or a declaration: the cards themselves only for whoever knows them."""
    before, count = event.before, event.after.drew[event.seat]
    if before.drew[event.seat] == count:
        return "has declared"
    if count == 0:
        return "stands pat"
    if event.action is None:
        return f"discards and draws {count}"
    return f"discards {TALL_CARD.text(cards_at(before.hand[event.seat], event.action - DISCARD))} and draws {count}"


def ending(before: Plain, after: Plain) -> list[Line]:
    """Hands shown, from the Dealer's left (TC-17), pots won, players out, the end."""
    seats = [(before.dealer + step) % after.seats for step in range(1, after.seats + 1)]
    lines = [
        Line(f"{{{seat}}} shows {TALL_CARD.text(after.shown[seat])}: {RANK_NAMES[after.rank_number[seat]]}.")
        for seat in seats
        if after.shown[seat][0] >= 0
    ]
    lines += winning(after)
    if after.removed:
        lines.append(Line(f"{after.removed} left over leaves the game.", 0))
    lines += [Line(f"{{{s}}} is out of credits.") for s in seats if after.chips[s] == 0 and after.status[s] != OUT]
    if after.actor == OVER:
        winners = " and ".join(f"{{{seat}}}" for seat in outcome(after).winners)
        lines.append(Line(f"The game is over: {winners} won it.", 2))
    return lines
