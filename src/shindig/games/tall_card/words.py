"""Actions as text and back, and the refusals, each with its clause."""

from __future__ import annotations

import re

from ...cards.decks import TALL_CARD, TALL_CARD_TALL
from .. import bet_words
from ..bet_words import Bets
from ..five_cards import cards_at, positions
from ..game import GameError, IllegalAction
from ..hands import mask_size
from ..record import Facts
from .ranks import RANK_NAMES
from .record import (
    BETS,
    CLAIM,
    DECLARE,
    DECLARED,
    DECLINE,
    DISCARD,
    DRAW,
    MAIN,
    RAISES,
    RANKS,
    TAKE,
    TALL,
)

BETTING = Bets(BETS, RAISES, "credits", betting="TC-13", short="TC-33", free_fold=False)
WORDS = bet_words.WORDS | {TAKE: "claim", DECLINE: "decline"}
ACTIONS = {word: action for action, word in WORDS.items()}
EXPECTED = {
    CLAIM: "claim or decline",
    DRAW: "discard, with the cards to give away, as in: discard 3b 4d",
    DECLARE: "declare, with a Rank's number and its cards, as in: declare 9 8p 8d 8p",
}


def is_secret(action: int) -> bool:
    """Discards lie face down, declarations are sealed."""
    return DISCARD <= action < BETS.first


def text(m: Facts, action: int) -> str:
    """An action of the actor as text; reads the actor's hand for discards and declarations."""
    if action in WORDS:
        return WORDS[action]
    if action >= BETS.first:
        family = BETS if action in BETS else RAISES
        return f"{family.name} {family.amount(action)}"
    if action >= DECLARED:
        mask, number = divmod(action - DECLARED, RANKS)
        return f"declare {number} {TALL_CARD.text(cards_at(m.hand[m.actor], mask))}"
    return f"discard {TALL_CARD.text(cards_at(m.hand[m.actor], action - DISCARD))}".rstrip()


def parse(m: Facts, words: str) -> int:
    """The action that a text means for the actor. Raises GameError, CardError."""
    words = " ".join(words.split())
    if words in ACTIONS:
        return ACTIONS[words]
    verb, _, rest = words.partition(" ")
    bet = BETTING.parse(verb, rest)
    if bet is not None:
        return bet
    if verb == "discard":
        return DISCARD + positions(m, TALL_CARD, rest)
    if verb == "declare":
        return parse_declaration(m, rest)
    expected = EXPECTED.get(int(m.phase), "check, bet 10, call, raise 10 or fold")
    raise GameError(f"{words!r} is no action; expected {expected}")


def parse_declaration(m: Facts, rest: str) -> int:
    """`9 8p 8d 8p`: a Rank's number and the cards that make it."""
    number, _, cards = rest.partition(" ")
    if not re.fullmatch("[0-9]{1,2}", number) or not 1 <= int(number) < RANKS:
        raise GameError(f"declare takes a Rank's number from 1 to 24 and cards, not {rest!r} (TC-17)")
    return DECLARED + positions(m, TALL_CARD, cards) * RANKS + int(number)


def item_codes(m: Facts, order: int) -> tuple[str, ...]:
    """How the items of an order are written."""
    if order == MAIN:
        return TALL_CARD.codes
    return TALL_CARD_TALL.codes if order == TALL else tuple(str(seat) for seat in range(m.seats))


def refuse(m: Facts, action: int) -> IllegalAction:
    """Why the actor may not play an action now."""
    if m.phase == CLAIM:
        return refuse_claim(action)
    if m.phase == DRAW:
        return refuse_discard(m, action)
    if m.phase == DECLARE:
        return refuse_declaration(m, action)
    return BETTING.refuse(m, action, int(m.min_bet), int(m.max_bet))


def refuse_claim(action: int) -> IllegalAction:
    if action == DECLINE:
        return IllegalAction("TC-12", "All others have declined: the Dealer must claim the Tall Card")
    return IllegalAction("TC-12", "Now the Tall Card is claimed or declined; betting comes after")


def refuse_discard(m: Facts, action: int) -> IllegalAction:
    if not DISCARD <= action < DECLARED:
        return IllegalAction("TC-15", "Now is the time to discard any number of cards, or none")
    if m.claimer == m.actor and mask_size(action - DISCARD) > 1:
        return IllegalAction("TC-15", "Who has claimed the Tall Card may redraw one card at most")
    return IllegalAction("TC-15", "Of equal cards the first is discarded before the second")


def refuse_declaration(m: Facts, action: int) -> IllegalAction:
    if not DECLARED <= action < BETS.first:
        return IllegalAction("TC-17", "Now a Rank is declared, with the cards that make it")
    mask, number = divmod(action - DECLARED, RANKS)
    cards = TALL_CARD.text(cards_at(m.hand[m.actor], mask)) or "no cards"
    return IllegalAction("TC-17", f"{cards} cannot be declared as {RANK_NAMES[number]}")
