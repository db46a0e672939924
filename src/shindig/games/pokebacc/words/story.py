"""Story of a step, in a line or two, from one viewer's information."""

from __future__ import annotations

from shindig.core.layout_and_views import CHANCE, OVER
from shindig.gamekit.game_spec import Line, ObservedStep
from shindig.messages import Seat, Text, join, say

from ..rules.state import (
    AGAIN,
    DISASTER,
    DISCARD,
    DRAW,
    HAND_OVER,
    INFLICT,
    LAY,
    LEAVE,
    LOTS,
    NOBODY,
    OUT,
    PAY,
    PROPOSE,
    RUNNING,
    SETUP,
    SPARE,
    TURN,
    Pokebacc,
)
from ..rules.variants import SUITS, VARIANTS
from ..worth.hand_melds import cards_in
from ..worth.meld_numbering import shapes
from .names import (
    find_word,
    kind_of,
    name_a_kind,
    name_card,
    name_kind,
    name_meld_cards,
    variant_of,
)
from .outcome import describe_match_result


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
        Line(say("pokebacc-broke", who=Seat(seat)))
        for seat in range(after.seats)
        if after.status[seat] == OUT and before.status[seat] != OUT and event.action != LEAVE
    ]
    if after.actor == OVER:
        lines += match_end(after)
    return lines


def opening(event: ObservedStep[Pokebacc]) -> list[Line]:
    """Describe an order: a dealer, a new hand, a new draw pile."""
    before, after = event.before, event.after
    index, game = int(after.variant), variant_of(after).name
    if before.asks == AGAIN:
        return [Line(say("pokebacc-reshuffled", game=game))]
    if before.asks == LOTS:
        return lots(after)
    hand = find_word(index, "hand")
    lines = [Line(say("pokebacc-hand", who=Seat(after.dealer), hand=hand, number=after.hands), 2)]
    paid = sum(before.chips) - sum(after.chips)
    if paid > 0:
        lines.append(Line(say("pokebacc-buys-in", game=game, amount=paid), 0))
    return lines


def lots(after: Pokebacc) -> list[Line]:
    """Describe the cards drawn for dealer."""
    drawn = ((Seat(seat), name_card(int(after.variant), after.lot[seat])) for seat in range(after.seats))
    lines = [Line(say("pokebacc-draws-lot", who=who, card=card), 0) for who, card in drawn]
    if after.dealer == NOBODY:
        return [*lines, Line(say("pokebacc-lots-tied"))]
    return [*lines, Line(say("pokebacc-deals-first", who=Seat(after.dealer)))]


def deed(event: ObservedStep[Pokebacc]) -> Text:
    """Describe the action."""
    who, action, index = Seat(event.seat), event.action, int(event.after.variant)
    if action is None:
        return say("pokebacc-answered", who=who)
    if action < DISCARD:
        return laying(who, event.after, action - LAY)
    if action < SPARE:
        return say("pokebacc-discards", who=who, card=name_card(index, action - DISCARD))
    if INFLICT <= action < LEAVE:
        disaster = SUITS * VARIANTS[index].stride + action - INFLICT
        return say("pokebacc-plays-disaster", who=who, card=name_card(index, disaster))
    return said(event, who, action)


def said(event: ObservedStep[Pokebacc], who: Seat, action: int) -> Text:
    """Describe an answer, or a word about money."""
    game = variant_of(event.after).name
    if action >= PROPOSE:
        return say("pokebacc-proposes", game=game, who=who, amount=action - PROPOSE + 1)
    if action == PAY:
        return paying(event)
    if action == LEAVE:
        return say("pokebacc-leaves", game=game, who=who)
    return say("pokebacc-spares" if action == SPARE else "pokebacc-passes", who=who)


def laying(who: Seat, after: Pokebacc, number: int) -> Text:
    """Describe a meld that is laid down."""
    index = int(after.variant)
    kind, cards = name_a_kind(index, kind_of(index, number)), name_meld_cards(index, number)
    if after.phase == DISASTER:
        return say("pokebacc-lays-asked", who=who, kind=kind, cards=cards)
    return say("pokebacc-lays", who=who, kind=kind, points=shapes(index)[number].score, cards=cards)


def paying(event: ObservedStep[Pokebacc]) -> Text:
    """Describe a payment."""
    chips = event.before.chips[event.seat]
    paid = int(min(event.before.proposed, chips))
    return say("pokebacc-pays-all" if paid == chips else "pokebacc-pays", who=Seat(event.seat), amount=paid)


def fate(event: ObservedStep[Pokebacc]) -> Line:
    """Describe the fate of a Family when all answers are in."""
    after, layer, index = event.after, event.before.turn, int(event.after.variant)
    place = event.before.melds[layer] - 1
    kind = name_kind(index, kind_of(index, event.before.laid[layer][place]))
    spoiler = after.spoiler[layer][place]
    if spoiler == NOBODY:
        return Line(say("pokebacc-unstruck", who=Seat(layer), kind=kind))
    card = name_card(index, after.disaster[layer][place])
    return Line(say("pokebacc-struck", who=Seat(spoiler), owner=Seat(layer), kind=kind, card=card), 2)


def drew(before: Pokebacc, after: Pokebacc) -> bool:
    """Return True if a seat has just finished its draw."""
    waited = before.phase in (SETUP, DRAW, HAND_OVER)
    return after.phase == TURN and (waited or sum(after.draws) > sum(before.draws))


def draw(after: Pokebacc) -> Line:
    """Describe the cards a seat drew: their number, or if the viewer knows them, the cards."""
    who = Seat(after.turn)
    if who.number != after.viewer:
        return Line(say("pokebacc-draws-rest" if after.short else "pokebacc-draws", who=who), 0)
    drawn = [name_card(int(after.variant), card) for card in cards_in(after.fresh[who.number])]
    if not drawn:
        return Line(say("pokebacc-draws-nothing", who=who), 0)
    return Line(say("pokebacc-draws-cards", who=who, cards=join(drawn)), 0)


def ending(after: Pokebacc) -> list[Line]:
    """Describe the end of the hand: its reason, scores, winner and payouts."""
    variant, unit = variant_of(after), find_word(int(after.variant), "unit")
    lines = [Line(say(f"pokebacc-end-{after.ended}"), 0)]
    lines += [
        Line(say("pokebacc-has-points", who=Seat(seat), points=after.score[seat], unit=unit), 0)
        for seat in range(after.seats)
        if after.status[seat] == 1
    ]
    if after.hand_winner == NOBODY:
        lines.append(Line(say("pokebacc-drawn", hand=find_word(variant.index, "hand")), 2))
    else:
        lines.append(Line(say("pokebacc-wins-hand", game=variant.name, who=Seat(after.hand_winner)), 2))
    return lines + (payments(after) if after.actor != OVER else [])


def payments(after: Pokebacc) -> list[Line]:
    """Describe what is paid out of the fund."""
    fund = find_word(int(after.variant), "fund")
    prizes = ((Seat(seat), after.prize[seat]) for seat in range(after.seats) if after.prize[seat] > 0)
    return [Line(say("pokebacc-takes", who=who, amount=prize, fund=fund)) for who, prize in prizes]


def match_end(after: Pokebacc) -> list[Line]:
    """Describe the end of the match."""
    return [*payments(after), Line(describe_match_result(after), 2)]
