"""What happened, in a line or two, from what one viewer saw."""

from __future__ import annotations

from ..bet_words import winning
from ..betting import IN
from ..five_cards import cards_at
from ..game import Event, Line
from ..record import CHANCE, OVER, Plain
from .outcome import outcome
from .ranks import name_of
from .record import (
    ANTE,
    CLOCK,
    DISCARD,
    DRAW,
    GIFTS,
    GIVES,
    MAIN,
    MUCK,
    SEATS,
    SHOW,
    SHOWDOWN,
    SIT_OUT,
    TAKE,
    TIME_UP,
)
from .words import BETTING, deck_of, tall_deck_of

PLAIN = {
    ANTE: "pays the ante",
    SIT_OUT: "sits this hand out",
    SHOW: "shows",
    MUCK: "throws the hand away unseen",
}


def story(event: Event) -> list[Line]:
    """The lines that an event adds to the log."""
    before, after = event.before, event.after
    lines = opening(event) if event.seat == CHANCE else deed(event)
    lines += showing(before, after)
    if any(after.won) and not any(before.won):
        lines += winning(after) + broke(after)
    if after.voids > before.voids:
        lines.append(Line("Too few have joined: the hand is void and the antes go back."))
    if after.actor == OVER:
        lines += ending(after)
    return lines


def opening(event: Event) -> list[Line]:
    """What an order brings: a lot, a new hand."""
    after, asked = event.after, event.before.asks
    if asked == MAIN:
        tall = tall_deck_of(after).names[after.tall]
        start = f"Hand {after.hand_number}. {{{after.dealer}}} deals. The Tall Card is {tall}."
        return [Line(start, 2), *showdown_for_want_of_chips(after)]
    if asked == SEATS:
        return [Line(f"The lot falls on {{{after.dealer}}} to deal first.", 0)]
    return []


def showdown_for_want_of_chips(after: Plain) -> list[Line]:
    """A note where nobody can bet."""
    able = sum(1 for seat in range(after.seats) if after.status[seat] == IN and after.chips[seat] > 0)
    return [Line("There is nothing to bet with: on to the draw.", 0)] if able < 2 else []


def deed(event: Event) -> list[Line]:
    """The action itself; being ready, and naming whom to give to, is not worth a line."""
    who, before, after, action = f"{{{event.seat}}}", event.before, event.after, event.action
    if before.phase == CLOCK:
        return [Line("The agreed time is up.", 2)] if action == TIME_UP else []
    if before.phase == GIFTS:
        given = action is not None and action in GIVES
        return [Line(f"{who} gives {after.gift} to {{{before.receiver}}}.", 2)] if given else []
    if action == TAKE:
        verb = "deals and must claim" if after.forced else "claims"
        return [Line(f"{who} {verb} the Tall Card: {tall_deck_of(after).names[after.tall]} is wild for {who}.", 2)]
    if action in PLAIN:
        return [Line(f"{who} {PLAIN[action]}.")] if action != SHOW else []
    if before.phase == DRAW:
        return [Line(f"{who} {drawing(event)}.")]
    return [Line(f"{who} {BETTING.deed(event)}.")]


def drawing(event: Event) -> str:
    """A discard: the cards themselves only for whoever knows them, a shown Ace for all."""
    before, after = event.before, event.after
    count = after.drew[event.seat]
    if count == 0:
        return "stands pat"
    deck = deck_of(after)
    ace = f"shows {deck.codes[after.ace[event.seat]]}, " if after.ace[event.seat] >= 0 else ""
    if event.action is None:
        return f"{ace}discards and draws {count}"
    cards = deck.text(cards_at(before.hand[event.seat], event.action - DISCARD))
    return f"{ace}discards {cards} and draws {count}"


def showing(before: Plain, after: Plain) -> list[Line]:
    """Hands shown or thrown away in this event, in the order of the showdown."""
    lines = []
    for seat in sorted(range(after.seats), key=lambda seat: after.place[seat]):
        if after.place[seat] <= before.place[seat]:
            continue
        if after.shown[seat][0] >= 0:
            hand = deck_of(after).text(after.shown[seat])
            lines.append(Line(f"{{{seat}}} shows {hand}: {name_of(after.strength[seat])}."))
        elif before.phase != SHOWDOWN or before.actor != seat:
            lines.append(Line(f"{{{seat}}} {PLAIN[MUCK]}."))
    return lines


def broke(after: Plain) -> list[Line]:
    """Who has nothing left."""
    seats = (seat for seat in range(after.seats) if after.status[seat] == IN and after.chips[seat] == 0)
    return [Line(f"{{{seat}}} has nothing left.") for seat in seats]


def ending(after: Plain) -> list[Line]:
    """The end of the game, with what could not be shared."""
    odd = [Line(f"{{{s}}} gets {after.tied[s]} that was left over.", 0) for s in range(after.seats) if after.tied[s]]
    result = outcome(after)
    winners = " and ".join(f"{{{seat}}}" for seat in result.winners)
    return [*odd, Line(f"The game is over, {result.reason}: {winners} won it.", 2)]
