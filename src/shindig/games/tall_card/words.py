"""Actions as text and back, and the refusals, each with its clause."""

from __future__ import annotations

import re

from ...cards.decks import TALL_CARD, TALL_CARD_TALL
from ..betting import CALL, CHECK, FOLD
from ..game import GameError, IllegalAction
from ..record import Record
from .ranks import RANK_NAMES
from .record import (
    BETS,
    CLAIM,
    DECLARE,
    DECLARED,
    DECLINE,
    DISCARD,
    DRAW,
    HAND,
    MAIN,
    RAISES,
    RANKS,
    TAKE,
    TALL,
)

WORDS = {CHECK: "check", CALL: "call", FOLD: "fold", TAKE: "claim", DECLINE: "decline"}
ACTIONS = {word: action for action, word in WORDS.items()}
EXPECTED = {
    CLAIM: "claim or decline",
    DRAW: "discard, with the cards to give away, as in: discard 3b 4d",
    DECLARE: "declare, with a Rank's number and its cards, as in: declare 9 8p 8d 8p",
}


def is_secret(action: int) -> bool:
    """Discards lie face down, declarations are sealed."""
    return DISCARD <= action < BETS.first


def cards_at(m: Record, mask: int) -> list[int]:
    """The actor's cards at the positions of a mask."""
    return [int(m.hand[m.actor, i]) for i in range(HAND) if mask >> i & 1]


def text(m: Record, action: int) -> str:
    """An action of the actor as text; reads the actor's hand for discards and declarations."""
    if action in WORDS:
        return WORDS[action]
    for family in (BETS, RAISES):
        if action in family:
            return f"{family.name} {family.amount(action)}"
    if action >= DECLARED:
        mask, number = divmod(action - DECLARED, RANKS)
        return f"declare {number} {TALL_CARD.text(cards_at(m, mask))}"
    return f"discard {TALL_CARD.text(cards_at(m, action - DISCARD))}".rstrip()


def parse(m: Record, words: str) -> int:
    """The action that a text means for the actor. Raises GameError, CardError."""
    verb, _, rest = words.strip().partition(" ")
    if words.strip() in ACTIONS:
        return ACTIONS[words.strip()]
    if verb in ("bet", "raise"):
        family = BETS if verb == "bet" else RAISES
        if not re.fullmatch(r"[1-9]\d{0,6}", rest) or int(rest) > family.last - family.first + 1:
            raise GameError(f"{verb} takes a whole number of credits, as in: {verb} 10; not {rest!r} (TC-13)")
        return family.action(int(rest))
    if verb == "discard":
        return DISCARD + positions(m, rest)
    if verb == "declare":
        number, _, cards = rest.partition(" ")
        if not re.fullmatch(r"\d{1,2}", number) or not 1 <= int(number) < RANKS:
            raise GameError(f"declare takes a Rank's number from 1 to 24 and cards, not {rest!r} (TC-17)")
        return DECLARED + positions(m, cards) * RANKS + int(number)
    expected = EXPECTED.get(int(m.phase), "check, bet 10, call, raise 10 or fold")
    raise GameError(f"{words!r} is no action; expected {expected}")


def positions(m: Record, cards: str) -> int:
    """The mask of the first positions in the actor's hand that hold the cards written. Raises GameError, CardError."""
    mask = 0
    hand = [int(card) for card in m.hand[m.actor]]
    for card in TALL_CARD.parse(cards):
        places = [i for i in range(HAND) if hand[i] == card and not mask >> i & 1]
        if not places:
            raise GameError(f"{TALL_CARD.codes[card]} is not in the hand that often; it holds {TALL_CARD.text(hand)}")
        mask |= 1 << places[0]
    return mask


def item_codes(m: Record, order: int) -> tuple[str, ...]:
    """How the items of an order are written."""
    if order == MAIN:
        return TALL_CARD.codes
    return TALL_CARD_TALL.codes if order == TALL else tuple(str(seat) for seat in range(m.seats))


def refuse(m: Record, action: int) -> IllegalAction:
    """Why the actor may not play an action now."""
    if m.phase == CLAIM:
        return refuse_claim(action)
    if m.phase == DRAW:
        return refuse_discard(m, action)
    if m.phase == DECLARE:
        return refuse_declaration(m, action)
    return refuse_bet(m, action)


def refuse_claim(action: int) -> IllegalAction:
    if action == DECLINE:
        return IllegalAction("TC-12", "All others have declined: the Dealer must claim the Tall Card")
    return IllegalAction("TC-12", "Now the Tall Card is claimed or declined; betting comes after")


def refuse_discard(m: Record, action: int) -> IllegalAction:
    if DISCARD <= action < DECLARED and m.claimer == m.actor:
        return IllegalAction("TC-15", "Who has claimed the Tall Card may redraw one card at most")
    return IllegalAction("TC-15", "Now is the time to discard any number of cards, or none")


def refuse_declaration(m: Record, action: int) -> IllegalAction:
    if DECLARED <= action < BETS.first:
        mask, number = divmod(action - DECLARED, RANKS)
        cards = TALL_CARD.text(cards_at(m, mask)) or "no cards"
        return IllegalAction("TC-17", f"{cards} cannot be declared as {RANK_NAMES[number]}")
    return IllegalAction("TC-17", "Now a Rank is declared, with the cards that make it")


def refuse_bet(m: Record, action: int) -> IllegalAction:
    owed = int(m.bet - m.step_paid[m.actor])
    rest = int(m.chips[m.actor]) - owed
    if (action == CHECK or action in BETS) and m.bet > 0:
        return IllegalAction("TC-13", f"There is a bet of {m.bet}: call, raise or fold")
    if action in RAISES and m.bet > 0 and (m.acted[m.actor] or rest <= 0):
        why = "the last raise was under the minimum and does not reopen the betting" if rest > 0 else "calling takes all"
        return IllegalAction("TC-33", f"You may only call or fold: {why}")
    if action in BETS or (action in RAISES and m.bet > 0):
        low, high = min(int(m.min_bet), rest), min(int(m.max_bet), rest)
        return IllegalAction("TC-13", f"A bet or raise is from {low} to {high} here")
    if action in (CALL, FOLD) or action in RAISES:
        return IllegalAction("TC-13", "There is no bet yet: check or bet")
    return IllegalAction("TC-13", "Now is the time to bet: check, bet, call, raise or fold")
