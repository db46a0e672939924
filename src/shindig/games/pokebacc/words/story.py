"""Story of a step, in a line or two, from one viewer's information."""

from __future__ import annotations

from shindig.core.record_layout import CHANCE, OVER
from shindig.gamekit.game_spec import Line, ObservedStep

from ..rules.state import (
    AGAIN,
    ALONE,
    AT_ONCE,
    DISASTER,
    DISCARD,
    DRAW,
    EXHAUSTED,
    HAND_OVER,
    INFLICT,
    LAY,
    LEAVE,
    LOTS,
    NO_CARDS,
    NOBODY,
    OUT,
    PASS,
    PAY,
    PROPOSE,
    RUNNING,
    SETUP,
    SPARE,
    TURN,
    Pokebacc,
)
from ..worth.hand_melds import KIND_NAMES, cards_in, meld
from ..worth.meld_numbering import shapes
from .actions import DISASTER_CODES, variant_of


def story(event: ObservedStep[Pokebacc]) -> list[Line]:
    """Return the log lines of an event."""
    before, after = event.before, event.after
    lines = opening(event) if event.seat == CHANCE else [Line(deed(event))]
    if before.phase == DISASTER and after.phase != DISASTER:
        lines.append(fate(event))
    if drew(before, after):
        lines.append(draw(after))
    if before.ended == RUNNING and after.ended != RUNNING:
        lines += ending(after)
    lines += [
        Line(f"{{{seat}}} has no money left and is out.")
        for seat in range(after.seats)
        if after.status[seat] == OUT and before.status[seat] != OUT and event.action != LEAVE
    ]
    if after.actor == OVER:
        lines += match_end(after)
    return lines


def opening(event: ObservedStep[Pokebacc]) -> list[Line]:
    """Describe an order: a dealer, a new hand, a new draw pile."""
    before, after = event.before, event.after
    words = variant_of(after).words
    if before.asks == AGAIN:
        return [Line(f"The {words.discard_pile} is shuffled and becomes the {words.draw_pile}.")]
    if before.asks == LOTS:
        return lots(after)
    lines = [Line(f"{words.hand} {after.hands}. {{{after.dealer}}} deals.", 2)]
    paid = sum(before.chips) - sum(after.chips)
    if paid > 0:
        lines.append(Line(f"{paid} goes into the {words.fund} as {words.buy_in}.", 0))
    return lines


def lots(after: Pokebacc) -> list[Line]:
    """Describe the cards drawn for dealer."""
    variant = variant_of(after)
    lines = [Line(f"{{{seat}}} draws {variant.deck.names[after.lot[seat]]}.", 0) for seat in range(after.seats)]
    if after.dealer == NOBODY:
        return [*lines, Line("The highest are tied, and the deck has run out: it is shuffled again.")]
    return [*lines, Line(f"{{{after.dealer}}} draws the highest card and is {variant.words.dealer}.")]


def deed(event: ObservedStep[Pokebacc]) -> str:
    """Describe the action."""
    who, action = f"{{{event.seat}}}", event.action
    variant = variant_of(event.after)
    words = variant.words
    if action is None:
        return f"{who} has answered."
    if action < DISCARD:
        return laying(who, event.after, action)
    if action < SPARE:
        return f"{who} puts {variant.deck.names[action - DISCARD]} on the {words.discard_pile} as {words.discard}."
    if action >= PROPOSE:
        return f"{who} {words.proposes} {action - PROPOSE + 1}."
    if action == PAY:
        return paying(event)
    plain = {SPARE: "answers: no Disaster", LEAVE: words.leaves, PASS: "leaves the stakes as they are"}
    return f"{who} {plain.get(action, f'answers: {DISASTER_CODES[(action - INFLICT) % 4]}')}."


def laying(who: str, after: Pokebacc, action: int) -> str:
    laid = meld(variant_of(after), action - LAY)
    worth = ", and everybody answers it" if after.phase == DISASTER else f" for {laid.score}"
    return f"{who} lays down a {laid.kind}{worth}: {' '.join(laid.cards)}."


def paying(event: ObservedStep[Pokebacc]) -> str:
    paid = min(event.before.proposed, event.before.chips[event.seat])
    rest = " and has nothing left" if paid == event.before.chips[event.seat] else ""
    return f"{{{event.seat}}} pays {paid}{rest}."


def fate(event: ObservedStep[Pokebacc]) -> Line:
    """Describe the fate of a Family when all answers are in."""
    after, layer = event.after, event.before.turn
    place = event.before.melds[layer] - 1
    variant = variant_of(after)
    kind = KIND_NAMES[variant.index][shapes(variant.index)[event.before.laid[layer][place]].kind]
    spoiler = after.spoiler[layer][place]
    if spoiler == NOBODY:
        return Line(f"No Disaster strikes: the {kind} of {{{layer}}} counts.")
    card = variant.deck.names[after.disaster[layer][place]]
    return Line(f"{{{spoiler}}} inflicts {card} on the {kind} of {{{layer}}}: it is worth nothing.", 2)


def drew(before: Pokebacc, after: Pokebacc) -> bool:
    """Return True if a seat has just finished its draw."""
    waited = before.phase in (SETUP, DRAW, HAND_OVER)
    return after.phase == TURN and (waited or sum(after.draws) > sum(before.draws))


def draw(after: Pokebacc) -> Line:
    """Describe the cards a seat drew: their number, or if the viewer knows them, the cards."""
    seat = after.turn
    pile = variant_of(after).words.draw_pile
    if seat == after.viewer:
        cards = variant_of(after).deck.text(cards_in(after.fresh[seat]))
        return Line(f"{{{seat}}} draws {cards or 'nothing'} from the {pile}.", 0)
    return Line(f"{{{seat}}} draws {'all there is' if after.short else 'two cards'} from the {pile}.", 0)


def ending(after: Pokebacc) -> list[Line]:
    """Describe the end of the hand: its reason, scores, winner and payouts."""
    variant = variant_of(after)
    words = variant.words
    why = {
        AT_ONCE: "That decides it at once.",
        NO_CARDS: "A hand is empty.",
        EXHAUSTED: "Nobody lays anything down any more.",
        ALONE: "All others have left.",
    }
    lines = [Line(why[after.ended], 0)]
    lines += [
        Line(f"{{{seat}}} has {after.score[seat]} {words.points}.", 0)
        for seat in range(after.seats)
        if after.status[seat] == 1
    ]
    if after.hand_winner == NOBODY:
        lines.append(Line(f"The {words.hand} is drawn.", 2))
    else:
        lines.append(Line(f"{{{after.hand_winner}}} {words.win_hand}.", 2))
    return lines + (payments(after) if after.actor != OVER else [])


def payments(after: Pokebacc) -> list[Line]:
    fund = variant_of(after).words.fund
    return [
        Line(f"{{{seat}}} takes {after.prize[seat]} from the {fund}.")
        for seat in range(after.seats)
        if after.prize[seat] > 0
    ]


def match_end(after: Pokebacc) -> list[Line]:
    words = variant_of(after).words
    return [*payments(after), Line(f"{{{after.match_winner}}} {words.win_match}.", 2)]
