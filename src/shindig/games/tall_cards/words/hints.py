"""Advice for the actor of a view: exact odds of each discard, the price of a call. TF-12, TF-14, TF-22."""

from __future__ import annotations

from shindig.cards import Deck
from shindig.gamekit.betting.words import get_call_price, is_bolder
from shindig.gamekit.five_cards.words import count_in_hundred, describe_share, describe_swap_hint
from shindig.messages import Text, say

from ..rules.state import DISCARD, DRAW, FIRST_BETS, SECOND_BETS, TAKE, TallCards
from ..worth.discard_odds import DrawOdds, fresh_hands, not_seen, view_odds
from ..worth.ranks import strength
from .actions import deck_of
from .holding import beaten
from .names import name_hand, name_suit

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
    return [draw_hint(view, deck, odds, chance) for chance, odds in ranked[:BEST]]


def reasons(view: TallCards, action: int, best: int) -> list[Text]:
    """Compare the best choice with the one made by the chances that hints give, where these speak for it."""
    if view.phase != DRAW:
        return bet_hints(view, ".past", is_bolder(best, action)) if view.phase in (FIRST_BETS, SECOND_BETS) else []
    deck = deck_of(view)
    fresh = fresh_hands(not_seen(view, deck), bool(view.ace_low))
    found = {odds.action: odds for odds in view_odds(view, deck)}
    better, made = found[best], found[action]
    if better.beats(fresh) <= made.beats(fresh):
        return []
    return [draw_hint(view, deck, odds, odds.beats(fresh)) for odds in (better, made)]


def forced(view: TallCards) -> bool:
    """Return True if the dealer must claim (TF-15)."""
    return bool(view.actor == view.dealer and view.claimer < 0)


def draw_hint(view: TallCards, deck: Deck, odds: DrawOdds, chance: float) -> Text:
    """Describe a discard or the claim, with the hand that the claim makes sure."""
    if odds.action != TAKE:
        return describe_swap_hint(deck, view.hand[view.viewer], odds.action - DISCARD, chance)
    made = name_hand(deck.name, max(range(len(odds.counts)), key=lambda worth: int(odds.counts[worth])), ".whole")
    tall = name_suit(deck.name, int(view.tall))
    return say("tall-cards-hint-claim", tall=tall, count=count_in_hundred(chance), made=made)


def bet_hints(view: TallCards, form: str = "", bold: bool | None = None) -> list[Text]:
    """Describe the worth of the hand now, and the chance that a call needs. Form `.past` looks back.

    If `bold` is given, only a worth that speaks for a bold choice or for a careful one.
    """
    deck, ace_low, hand = deck_of(view), bool(view.ace_low), view.hand[view.viewer]
    worth = strength(hand, view.tall, view.claimer == view.viewer, ace_low)
    beats = float(beaten(deck.name, ace_low)[worth])
    made, share = name_hand(deck.name, worth, ".whole"), describe_share(beats)
    lines: list[Text] = [say(f"tall-cards-hint-holds{form}", made=made, share=share)]
    if bold is not None:
        return lines if bold == (beats > 0.5) else []
    debt = int(min(get_call_price(view), view.chips[view.viewer]))
    if debt > 0:
        pot = int(sum(view.paid) + view.carried)
        needed = count_in_hundred(debt / (pot + debt))
        lines.append(say("tall-cards-hint-call", amount=debt, pot=pot, count=needed))
    if view.phase == FIRST_BETS:
        claimed = strength(hand, view.tall, True, ace_low)
        if claimed != worth:
            made = name_hand(deck.name, claimed, ".whole")
            lines.append(say("tall-cards-hint-claimed", tall=name_suit(deck.name, int(view.tall)), made=made))
    return lines
