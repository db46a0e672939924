"""Story of a step, in a line or two, from one viewer's information."""

from __future__ import annotations

from shindig.core.record_layout import CHANCE, OVER
from shindig.gamekit.betting.state import IN
from shindig.gamekit.betting.words import describe_winners
from shindig.gamekit.five_cards.state import LOT, MAIN
from shindig.gamekit.five_cards.words import describe_discard as drawn
from shindig.gamekit.five_cards.words import describe_lot
from shindig.gamekit.game_spec import Line, ObservedStep
from shindig.messages import Text, tell

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
    TIME_UP,
    TallCards,
)
from ..worth.ranks import name_of
from .actions import BETTING, deck_of, tall_deck_of
from .holding import stood_for
from .outcome import outcome

DEEDS = {
    ANTE: "pays the ante",
    SIT_OUT: "sits this hand out",
    SHOW: "shows",
    MUCK: "throws the hand away unseen",
}


def story(event: ObservedStep[TallCards]) -> list[Line]:
    """Return the log lines of an event."""
    before, after = event.before, event.after
    lines = opening(event) if event.seat == CHANCE else deed(event)
    lines += showing(before, after)
    if any(after.won) and not any(before.won):
        lines += describe_winners(after, after.strength) + broke(after)
    if after.voids > before.voids:
        lines.append(Line("Too few have joined: the hand is void and the antes go back."))
    if after.actor == OVER:
        lines += ending(after)
    return lines


def opening(event: ObservedStep[TallCards]) -> list[Line]:
    """Describe an order: a lot, or a new hand."""
    after, asked = event.after, event.before.asks
    if asked == MAIN:
        tall = tall_deck_of(after).names[after.tall]
        start = f"Hand {after.hand_number}. {{{after.dealer}}} deals. The Tall Card is {tall}."
        return [Line(start, 2), *showdown_for_want_of_chips(after)]
    if asked == LOT:
        return [describe_lot(after)]
    return []


def showdown_for_want_of_chips(after: TallCards) -> list[Line]:
    """Note that nobody can bet."""
    able = sum(1 for seat in range(after.seats) if after.status[seat] == IN and after.chips[seat] > 0)
    return [Line("There is nothing to bet with: on to the draw.", 0)] if able < 2 else []


def deed(event: ObservedStep[TallCards]) -> list[Line]:
    """Describe the action; being ready and naming a receiver get no line."""
    who, before, after, action = f"{{{event.seat}}}", event.before, event.after, event.action
    if before.phase == CLOCK:
        return [Line("The agreed time is up.", 2)] if action == TIME_UP else []
    if before.phase == GIFTS:
        given = action is not None and action in GIVES
        return [Line(f"{who} gives {after.gift} to {{{before.receiver}}}.", 2)] if given else []
    if action == TAKE:
        verb = "deals and must claim" if after.forced else "claims"
        return [Line(f"{who} {verb} the Tall Card: {tall_deck_of(after).names[after.tall]} is wild for {who}.", 2)]
    if action in DEEDS:
        return [Line(f"{who} {DEEDS[action]}.")] if action != SHOW else []
    if before.phase == DRAW:
        return [Line(drawing(event))]
    return [Line(BETTING.describe_action(event))]


def drawing(event: ObservedStep[TallCards]) -> Text:
    """Describe a discard: its cards only for viewers who know them, a shown Ace for all."""
    deck, ace = deck_of(event.after), event.after.ace[event.seat]
    told = drawn(event, deck, DISCARD)
    return tell(f"{{{event.seat}}} shows {deck.names[ace]}.", told) if ace >= 0 else told


def showing(before: TallCards, after: TallCards) -> list[Line]:
    """Describe hands shown or mucked in this event, in the order of the showdown."""
    lines = []
    for seat in sorted(range(after.seats), key=lambda seat: after.place[seat]):
        if after.place[seat] <= before.place[seat]:
            continue
        if after.shown[seat][0] >= 0:
            lines.append(Line(f"{{{seat}}} {shown(after, seat)}."))
        elif before.phase != SHOWDOWN or before.actor != seat:
            lines.append(Line(f"{{{seat}}} {DEEDS[MUCK]}."))
    return lines


def shown(after: TallCards, seat: int) -> str:
    """Describe the hand that a seat has shown."""
    hand = deck_of(after).text(after.shown[seat])
    return f"shows {hand}: {name_of(int(after.strength[seat]))}{wild_of(after, seat)}"


def wild_of(after: TallCards, seat: int) -> str:
    """Describe the values of the wild cards of a shown hand."""
    if after.claimer != seat:
        return ""
    hand = tuple(map(int, after.shown[seat]))
    wild = stood_for(deck_of(after).name, hand, int(after.tall), int(after.strength[seat]))
    return f", {wild}" if wild else ""


def broke(after: TallCards) -> list[Line]:
    """Name the players without chips."""
    seats = (seat for seat in range(after.seats) if after.status[seat] == IN and after.chips[seat] == 0)
    return [Line(f"{{{seat}}} has nothing left.") for seat in seats]


def ending(after: TallCards) -> list[Line]:
    """Describe the end of the game, with the indivisible rest."""
    odd = [Line(f"{{{s}}} gets {after.tied[s]} that was left over.", 0) for s in range(after.seats) if after.tied[s]]
    result = outcome(after)
    return [*odd, Line(f"The game is over, {result.reason}: {result.who} won it.", 2)]
