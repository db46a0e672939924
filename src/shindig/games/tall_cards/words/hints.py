"""Advice for the actor of a view: exact odds of each discard, the price of a call. TF-12, TF-14, TF-22."""

from __future__ import annotations

from shindig.cards import Deck
from shindig.gamekit.betting.words import get_call_price
from shindig.gamekit.five_cards.words import format_percent
from shindig.messages import Text

from ..rules.state import DRAW, FIRST_BETS, SECOND_BETS, TAKE, TallCards
from ..worth.discard_odds import DrawOdds, fresh_hands, not_seen, view_odds
from ..worth.hand_classes import NAMES
from ..worth.ranks import name_of, strength
from .actions import deck_of, tall_deck_of

BEST = 4
"""Number of ways to play the draw step that are described."""


def hints(view: TallCards) -> list[Text]:
    """Return lines of advice, the best first; none if there is nothing to calculate."""
    if view.phase == DRAW:
        return draw_hints(view)
    if view.phase in (FIRST_BETS, SECOND_BETS):
        return bet_hints(view)
    return []


def draw_hints(view: TallCards) -> list[Text]:
    """Describe the best discards, and claiming, by the chance to beat a hand dealt fresh from the unseen cards."""
    deck = deck_of(view)
    fresh = fresh_hands(not_seen(view, deck), bool(view.ace_low))
    found = [odds for odds in view_odds(view, deck) if odds.action == TAKE or not forced(view)]
    ranked = sorted(((odds.beats(fresh), odds) for odds in found), key=lambda pair: -pair[0])
    return [
        f"{what(view, deck, odds)}: {format_percent(chance)} to beat a fresh hand; {ranks(odds)}."
        for chance, odds in ranked[:BEST]
    ]


def forced(view: TallCards) -> bool:
    """Return True if the dealer must claim (TF-15)."""
    return bool(view.actor == view.dealer and view.claimer < 0)


def what(view: TallCards, deck: Deck, odds: DrawOdds) -> str:
    if odds.action == TAKE:
        return f"Claim {tall_deck_of(view).names[view.tall]}"
    return f"Discard {deck.name_cards(odds.discarded)}" if odds.discarded else "Keep all"


def ranks(odds: DrawOdds) -> str:
    """Name the two likeliest Ranks, `Pair 45%, High Card 43%`; one if it is certain."""
    best = max(range(len(odds.counts)), key=lambda worth: int(odds.counts[worth]))
    if odds.draws == 1:
        return f"it makes {name_of(best)}"
    numbers = odds.numbers
    likely = sorted(range(1, len(numbers)), key=lambda number: -int(numbers[number]))[:2]
    named = [
        f"{NAMES[number - 1]} {format_percent(numbers[number] / odds.draws)}" for number in likely if numbers[number]
    ]
    return ", ".join(named)


def bet_hints(view: TallCards) -> list[Text]:
    """Describe the worth of the hand now, and the chance that a call needs."""
    claimed = view.claimer == view.viewer
    worth = strength(view.hand[view.viewer], view.tall, claimed, bool(view.ace_low))
    fresh = fresh_hands(not_seen(view, deck_of(view)), bool(view.ace_low))
    below = (fresh[:worth].sum() + fresh[worth] / 2) / max(int(fresh.sum()), 1)
    lines: list[Text] = [f"You hold {name_of(worth)}: it beats a fresh hand with {format_percent(below)}."]
    debt = min(get_call_price(view), view.chips[view.viewer])
    if debt > 0:
        pot = sum(view.paid) + view.carried
        needed = format_percent(debt / (pot + debt))
        lines.append(f"Calling {debt} for a pot of {pot} pays from a chance of {needed} on against those who bet.")
    if view.phase == FIRST_BETS:
        as_wild = strength(view.hand[view.viewer], view.tall, True, bool(view.ace_low))
        lines.append(f"With {tall_deck_of(view).names[view.tall]} claimed it would be {name_of(as_wild)}.")
    return lines
