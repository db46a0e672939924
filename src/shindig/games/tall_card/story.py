"""What happened, in a line or two, from what one viewer saw."""

from __future__ import annotations

from ...cards.decks import TALL_CARD, TALL_CARD_TALL
from ..betting import CALL, CHECK, FOLD, OUT
from ..game import Event, Line
from ..record import CHANCE, OVER, Record
from .outcome import outcome
from .ranks import RANK_NAMES
from .record import BETS, CLAIM, DECLINE, DISCARD, RAISES, ROUND_OVER, SEATS, TAKE

PLAIN = {CHECK: "checks", FOLD: "folds", DECLINE: "declines the Tall Card"}


def story(event: Event) -> list[Line]:
    """The lines that an event adds to the log."""
    if event.seat == CHANCE:
        return opening(event)
    lines = [Line(deed(event))]
    if event.after.claimer != event.before.claimer and event.after.forced:
        lines = [Line(f"{{{event.seat}}} deals and must claim the Tall Card.")]
    if event.after.phase == ROUND_OVER:
        lines += ending(event.after)
    return lines


def opening(event: Event) -> list[Line]:
    """What an order brings: a lot, or a new round."""
    if event.after.phase == CLAIM:
        tall = TALL_CARD_TALL.names[event.after.tall]
        dealer = int(event.after.dealer)
        return [Line(f"Round {event.after.rounds}. {{{dealer}}} deals. The Tall Card is {tall}.", 2)]
    if event.before.asks == SEATS:
        return [Line(f"The lot falls on {{{event.after.dealer}}}, who deals first.")]
    return [Line("The Tall deck is shuffled.", 0)]


def deed(event: Event) -> str:
    """The action itself."""
    who, before, action = f"{{{event.seat}}}", event.before, event.action
    if action in PLAIN:
        return f"{who} {PLAIN[action]}."
    if action == TAKE:
        return f"{who} claims the Tall Card: {TALL_CARD_TALL.names[before.tall]}."
    paid = spent(event)
    all_in = " and is all-in" if event.after.chips[event.seat] == 0 and paid > 0 else ""
    if action == CALL:
        return f"{who} calls{all_in}."
    if action is not None and action in BETS:
        return f"{who} bets {BETS.amount(action)}{all_in}."
    if action is not None and action in RAISES:
        amount = RAISES.amount(action)
        return f"{who} raises by {amount} to {int(before.bet) + amount}{all_in}."
    return secret_deed(event)


def spent(event: Event) -> int:
    return int(event.before.chips[event.seat] - event.after.chips[event.seat])


def secret_deed(event: Event) -> str:
    """A discard or a declaration: the cards themselves only for whoever knows them."""
    who, action, before = f"{{{event.seat}}}", event.action, event.before
    if before.drew[event.seat] == event.after.drew[event.seat]:
        return f"{who} has declared."
    count = int(event.after.drew[event.seat])
    if count == 0:
        return f"{who} stands pat."
    cards = ""
    if action is not None:
        hand = before.hand[event.seat]
        cards = " " + TALL_CARD.text(int(hand[i]) for i in range(5) if action - DISCARD >> i & 1)
    return f"{who} discards{cards} and draws {count}."


def ending(after: Record) -> list[Line]:
    """Hands shown, pots won, players out, the end."""
    seats = range(after.seats)
    lines = [
        Line(f"{{{seat}}} shows {TALL_CARD.text(after.shown[seat])}: {RANK_NAMES[after.rank_number[seat]]}.")
        for seat in seats
        if after.shown[seat, 0] >= 0
    ]
    lines += [Line(f"{{{seat}}} wins {after.won[seat]}.", 2) for seat in seats if after.won[seat] > 0]
    if after.carried:
        lines.append(Line(f"{after.carried} left over goes into the next pot.", 0))
    lines += [
        Line(f"{{{seat}}} is out of credits.") for seat in seats if after.chips[seat] == 0 and after.status[seat] != OUT
    ]
    if after.actor == OVER:
        winners = " and ".join(f"{{{seat}}}" for seat in outcome(after).winners)
        lines.append(Line(f"The game is over: {winners} won it.", 2))
    return lines


