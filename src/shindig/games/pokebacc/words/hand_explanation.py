"""Why a hand was won or lost: points, ties, spoiled melds, melds left in hand, and what would have been enough."""

from __future__ import annotations

from typing import Any

from shindig.gamekit.betting.state import IN
from shindig.messages import Argument, Seat, Seats, Text, say

from ..rules.state import (
    ALONE,
    AT_ONCE,
    EXHAUSTED,
    FEWEST_CARDS,
    HAND_OVER,
    NO_CARDS,
    NOBODY,
    QUIET,
    RAISE,
    Pokebacc,
)
from ..rules.variants import VARIANTS
from ..worth.hand_melds import layout_numbers, meld
from .names import find_word, kind_of, name_a_kind, name_kind
from .outcome import best_kind, played_on


def verdict(view: Pokebacc, reader: int) -> tuple[Text, ...]:
    """Explain the hand that has just ended, to a seat or to everybody (-1)."""
    if view.phase not in (HAND_OVER, RAISE) or not view.hands:
        return ()
    return (*describe_result(view, reader), *list_reasons(view, reader))


def _name(view: Pokebacc, **more: Any) -> dict[str, Any]:
    """Return arguments with the game's own words for a hand and for points."""
    index = int(view.variant)
    return {"hand": find_word(index, "hand"), "unit": find_word(index, "unit"), **more}


def list_finishers(view: Pokebacc) -> list[int]:
    """Return the seats that played to the end, the best score first, the winner before those who tie."""
    seats = [seat for seat in range(view.seats) if played_on(view, seat)]
    return sorted(seats, key=lambda seat: (-int(view.score[seat]), seat != view.hand_winner))


def describe_result(view: Pokebacc, reader: int) -> tuple[Text, ...]:
    """Describe the winner, and the reader's own place (PB-40 to PB-43)."""
    winner, seats = int(view.hand_winner), list_finishers(view)
    if winner == NOBODY:
        return describe_draw(view, seats)
    if view.ended == ALONE:
        return (say("pokebacc-verdict-alone", who=Seat(winner)),)
    if view.ended == AT_ONCE:
        kind = name_a_kind(int(view.variant), best_kind(view))
        return (say("pokebacc-verdict-at-once", who=Seat(winner), kind=kind),)
    best = int(view.score[winner])
    if reader in seats and reader != winner:
        return describe_loss(view, reader, seats)
    named, others = _name(view, who=Seat(winner), best=best), [seat for seat in seats if seat != winner]
    if not others:
        return (say("pokebacc-verdict-wins-alone", **named),)
    second = int(view.score[others[0]])
    if not second:
        return (say("pokebacc-verdict-wins-unopposed", **named),)
    if second == best:
        return (say("pokebacc-verdict-wins-alone", **named), *describe_tie(view, seats))
    equal = tuple(seat for seat in others if view.score[seat] == second)
    if len(equal) > 1:
        return (say("pokebacc-verdict-wins-several", **named, others=Seats(equal), points=second),)
    return (say("pokebacc-verdict-wins", **named, other=Seat(others[0]), points=second),)


def describe_loss(view: Pokebacc, loser: int, seats: list[int]) -> tuple[Text, ...]:
    """Describe the winner and the place of a seat that played to the end."""
    winner, points = int(view.hand_winner), int(view.score[loser])
    best = int(view.score[winner])
    named = _name(view, winner=Seat(winner), best=best)
    if points == best:
        cards, others = int(view.cards[winner]), int(view.cards[loser])
        return (say("pokebacc-verdict-loses-tied", **named, cards=cards if cards < others else 0, others=others),)
    if not points:
        return (say("pokebacc-verdict-loses-empty", **named),)
    place = 1 + sum(view.score[seat] > points for seat in seats)
    return (say("pokebacc-verdict-loses", **named, who=Seat(loser), place=place, points=points),)


def describe_draw(view: Pokebacc, seats: list[int]) -> tuple[Text, ...]:
    """Say that nobody wins, and why (PB-43)."""
    if not seats:
        return (say("pokebacc-drawn", hand=find_word(int(view.variant), "hand")),)
    best = int(view.score[seats[0]])
    if not best:
        return (say("pokebacc-verdict-nobody-scored"),)
    tied = tuple(seat for seat in seats if view.score[seat] == best)
    return (say("pokebacc-verdict-drawn", **_name(view, seats=Seats(tied), best=best)),)


def describe_tie(view: Pokebacc, seats: list[int]) -> tuple[Text, ...]:
    """Name what decides between equal scores (PB-43)."""
    winner = int(view.hand_winner)
    tied = [seat for seat in seats if view.score[seat] == view.score[winner] and seat != winner]
    if not tied or view.tie_break != FEWEST_CARDS:
        return ()
    cards, fewest = int(view.cards[winner]), min(int(view.cards[seat]) for seat in tied)
    named: dict[str, Argument] = {"who": Seats(tuple(tied)), "best": int(view.score[winner])}
    if cards < fewest:
        return (say("pokebacc-verdict-tie-cards", **named, cards=cards, others=fewest),)
    return (say("pokebacc-verdict-tie-meld", **named),)


def list_reasons(view: Pokebacc, reader: int) -> tuple[Text, ...]:
    """Say first what would have been enough, then how the hand ended, which melds were spoiled, and who tied."""
    enough = (*describe_enough(view, reader), *describe_end(view), *describe_missing(view, reader))
    if not has_lost(view, reader):
        return enough
    explained = view.score[reader] == view.score[view.hand_winner] or not played_on(view, reader)
    tied = () if explained else describe_tie(view, list_finishers(view))
    return (*enough, *describe_spoiled(view, reader), *tied)


def describe_end(view: Pokebacc) -> tuple[Text, ...]:
    """Say why no more turns were played (PB-41, PB-42)."""
    if view.ended == NO_CARDS:
        empty = next((seat for seat in range(view.seats) if played_on(view, seat) and not view.cards[seat]), NOBODY)
        return (say("pokebacc-verdict-no-cards", **_name(view, who=Seat(empty))),) if empty != NOBODY else ()
    if view.ended == EXHAUSTED:
        quiet = view.exhaustion == QUIET
        cards_ran_out = not any(
            view.melds[seat] if quiet else ~view.short_turns >> seat & 1 for seat in list_finishers(view)
        )
        how = "ran-out" if cards_ran_out else "exhausted"
        return (say(f"pokebacc-verdict-{how}", **_name(view, turns=int(view.quiet))),)
    return ()


def describe_spoiled(view: Pokebacc, reader: int) -> tuple[Text, ...]:
    """Name the reader's melds that a Disaster spoiled (PB-30)."""
    found = []
    for place in range(int(view.melds[reader]) if reader >= 0 else 0):
        spoiler = int(view.spoiler[reader][place])
        if spoiler != NOBODY:
            index = int(view.variant)
            kind = name_kind(index, kind_of(index, int(view.laid[reader][place])))
            disaster = VARIANTS[index].deck.names[int(view.disaster[reader][place])]
            who, by = Seat(reader), Seat(spoiler)
            found.append(say("pokebacc-verdict-spoiled", who=who, by=by, disaster=disaster, kind=kind))
    return tuple(found)


def describe_enough(view: Pokebacc, reader: int) -> tuple[Text, ...]:
    """Name the melds left in the reader's hand, or the Disaster that would have stopped the winner."""
    if view.ended == AT_ONCE and view.hand_winner != NOBODY:
        return (say("pokebacc-verdict-stopped"),)
    left = find_points_in_hand(view, reader) if has_lost(view, reader) else 0
    if not left:
        return ()
    enough = "yes" if left >= count_missing_points(view, reader) else "no"
    return (say("pokebacc-verdict-left", **_name(view, who=Seat(reader), points=left, enough=enough)),)


def has_lost(view: Pokebacc, reader: int) -> bool:
    """Return True if a seat played to the end and another one won the hand."""
    winner = int(view.hand_winner)
    return reader >= 0 and winner not in (reader, NOBODY) and view.status[reader] == IN and view.ended != ALONE


def count_missing_points(view: Pokebacc, loser: int) -> int:
    """Return the points by which a loser would have won."""
    return int(view.score[view.hand_winner]) - int(view.score[loser]) + 1


def describe_missing(view: Pokebacc, reader: int) -> tuple[Text, ...]:
    """Name the points that the reader was short of, or else the second seat, unless a tie-break has explained the loss.

    Melds in the reader's own hand explain it too.
    """
    lost = has_lost(view, reader)
    if view.ended in (AT_ONCE, ALONE) or view.hand_winner == NOBODY or (lost and find_points_in_hand(view, reader)):
        return ()
    others = [seat for seat in list_finishers(view) if seat != view.hand_winner]
    who = reader if lost else next(iter(others), NOBODY)
    missing = 0 if who == NOBODY else count_missing_points(view, who)
    return (say("pokebacc-verdict-missing", who=Seat(who), points=missing),) if missing > 1 else ()


def find_points_in_hand(view: Pokebacc, seat: int) -> int:
    """Return the points of the best layout in a seat's hand; 0 if the viewer does not know the hand."""
    held = int(view.held[seat])
    if held <= 0:
        return 0
    variant = VARIANTS[view.variant]
    return sum(meld(variant, number).score for number in layout_numbers(variant, held))
