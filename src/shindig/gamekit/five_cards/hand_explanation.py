"""Verdict of a finished hand of five cards: who won, why, and what would have been enough."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from shindig.messages import Seat, Seats, Text, say

from ..betting.state import FOLDED, is_out
from .state import FiveCards


class MadeHand(NamedTuple):
    """A hand in words."""

    text: Text
    """With its article, in a sentence that goes on: `a straight to the 9`."""
    whole: Text
    """With its article, at the end of a sentence."""
    own: Text
    """After `your`, at the end of a sentence: `straight to the 9`."""
    theirs: Text
    """After a name and before a verb."""
    single: bool
    """True if the verb after it is singular: `Dragon high beats`."""


class Showdown(NamedTuple):
    """Sentences of a game about the hands of a showdown. A hand is face up, or the viewer's own."""

    strength: Callable[[Any, int], int]
    """(view, seat) -> strength of a hand, -1 if nobody may see it."""
    describe: Callable[[Any, int], MadeHand]
    """(view, seat) -> the cards that count, in words."""
    note_wild: Callable[[Any, int], tuple[Text, ...]]
    """(view, winner) -> a sentence about the winner's wild cards."""
    compare: Callable[[Any, int, int], tuple[Text, ...]]
    """(view, loser, winner) -> sentences why one hand beats the other, where the cards alone do not say it."""
    enough: Callable[[Any, int], tuple[Text, ...]]
    """(view, winner) -> a sentence about the hands that would have won."""
    note_tie: Callable[[Any, list[int]], tuple[Text, ...]] = lambda _view, _winners: ()
    """(view, winners) -> a sentence why hands with different cards tie."""


def explain_hand(view: FiveCards, reader: int, showdown: Showdown) -> tuple[Text, ...]:
    """Return the sentences that explain a settled hand to a seat, or to everybody (-1): the result, then the reasons.

    Uses what the reader may see. Returns none if nobody has won anything.
    """
    winners = [seat for seat in range(view.seats) if view.won[seat] > 0]
    if not winners:
        return ()
    strengths = {seat: showdown.strength(view, seat) for seat in range(view.seats) if view.strength[seat] >= 0}
    if not strengths:
        return (explain_fold(view, reader, winners[0]), *_note_out(view, reader))
    if reader >= 0 and reader not in strengths and view.status[reader] != FOLDED:
        own = showdown.strength(view, reader)
        strengths |= {reader: own} if own >= 0 else {}
    best = max(strengths.values())
    top = [seat for seat in winners if strengths.get(seat, -1) == best]
    losers = sorted((seat for seat in strengths if seat not in winners), key=lambda seat: -strengths[seat])
    if reader in losers:
        return explain_loss(view, reader, top[0], showdown)
    if reader in winners and reader not in top:
        return explain_side_pot(view, reader, top[0], showdown)
    second = next((seat for seat in strengths if seat not in top and seat in winners), losers[0] if losers else -1)
    folded = reader >= 0 and view.status[reader] == FOLDED
    return (
        *explain_win(view, top, second, showdown),
        *(note_folded_hand(view, reader, top[0], showdown) if folded else showdown.enough(view, top[0])),
        *_note_out(view, reader),
    )


def explain_fold(view: FiveCards, reader: int, winner: int) -> Text:
    """Explain a hand that everybody else folded: nobody knows whose was better."""
    who, amount = Seat(winner), int(view.won[winner])
    if reader >= 0 and view.status[reader] == FOLDED:
        folded = sum(int(status == FOLDED) for status in view.status[: view.seats])
        return say("verdict-folded-unseen", who=Seat(reader), winner=who, amount=amount, count=folded)
    return say("verdict-all-folded", who=who, amount=amount)


def explain_loss(view: FiveCards, loser: int, winner: int, showdown: Showdown) -> tuple[Text, ...]:
    """Explain to a loser which hand was better, and which would have been enough."""
    head = say("verdict-loses", who=Seat(loser), winner=Seat(winner), **_describe_both(view, winner, loser, showdown))
    return (head, *_compare(view, loser, winner, showdown), *showdown.enough(view, winner))


def explain_side_pot(view: FiveCards, seat: int, best: int, showdown: Showdown) -> tuple[Text, ...]:
    """Explain to the winner of a part of the pots which hand won the rest."""
    hands = _describe_both(view, best, seat, showdown) | {"hand": showdown.describe(view, best).whole}
    head = say("verdict-part", who=Seat(seat), winner=Seat(best), amount=int(view.won[seat]), **hands)
    return (head, *_compare(view, seat, best, showdown))


def explain_win(view: FiveCards, top: list[int], second: int, showdown: Showdown) -> tuple[Text, ...]:
    """Explain the best hand to its winner, to a player who folded, or to everybody."""
    if len(top) > 1:
        hand, shares = showdown.describe(view, top[0]).text, {int(view.won[seat]) for seat in top}
        each = shares.pop() if len(shares) == 1 else 0
        head = say("verdict-split", seats=Seats(tuple(top)), count=len(top), hand=hand, amount=each)
        return (head, *showdown.note_tie(view, top), *[note for seat in top for note in showdown.note_wild(view, seat)])
    winner, amount = top[0], int(view.won[top[0]])
    if second < 0:
        hand = showdown.describe(view, winner).whole
        head = say("verdict-wins-alone", who=Seat(winner), amount=amount, hand=hand)
        return (head, *showdown.note_wild(view, winner))
    hands = _describe_both(view, winner, second, showdown)
    head = say("verdict-wins", who=Seat(winner), other=Seat(second), amount=amount, **hands)
    return (head, *_compare(view, second, winner, showdown))


def _compare(view: FiveCards, loser: int, winner: int, showdown: Showdown) -> tuple[Text, ...]:
    """Say why one hand beats the other, where the cards alone do not."""
    return (*showdown.note_wild(view, winner), *showdown.compare(view, loser, winner))


def note_folded_hand(view: FiveCards, seat: int, winner: int, showdown: Showdown) -> tuple[Text, ...]:
    """Tell a player who folded whether the hand that they hold would have won, and why or what would have.

    It is not known to anybody else.
    """
    own, best = showdown.strength(view, seat), showdown.strength(view, winner)
    if own < 0:
        return (say("verdict-you-folded", who=Seat(seat)), *showdown.enough(view, winner))
    would = "win" if own > best else "split" if own == best else "lose"
    head = say("verdict-folded-hand", who=Seat(seat), own=showdown.describe(view, seat).own, would=would)
    if would == "win":
        return (head, *showdown.compare(view, winner, seat))
    return (head, *showdown.enough(view, winner)) if would == "lose" else (head,)


def _note_out(view: FiveCards, reader: int) -> tuple[Text, ...]:
    """Tell a reader who lost all chips before this hand that they are out."""
    return (say("verdict-you-out", who=Seat(reader)),) if reader >= 0 and is_out(view, reader) else ()


def _describe_both(view: FiveCards, winner: int, loser: int, showdown: Showdown) -> dict[str, Any]:
    """Return the winner's and the loser's hand as arguments."""
    hand, own = showdown.describe(view, winner), showdown.describe(view, loser)
    return {
        "hand": hand.text,
        "theirs": hand.theirs,
        "verb": "one" if hand.single else "many",
        "own": own.own,
    }
