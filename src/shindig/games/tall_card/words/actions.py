"""Actions as text and back, and the refusals, each with its clause."""

from __future__ import annotations

import re
from collections.abc import Sequence

from shindig.gamekit import action_parsing
from shindig.gamekit.array_and_bit_kernels import count_bits
from shindig.gamekit.betting import words as bet_words
from shindig.gamekit.betting.words import Bets
from shindig.gamekit.five_cards import words as card_words
from shindig.gamekit.five_cards.words import parse_positions, select_cards
from shindig.gamekit.game_spec import GameError, IllegalAction
from shindig.messages import name_cards, say

from ..deck import TALL_CARD, TALL_CARD_TALL
from ..rules.state import BETS, CLAIM, DECLARE, DECLARED, DECLINE, DISCARD, DRAW, RAISES, RANKS, TAKE, TallCard
from .names import call_rank

BETTING = Bets(BETS, RAISES, betting="TC-13", short="TC-33", free_fold=False)
WORDS = bet_words.WORDS | {TAKE: "claim", DECLINE: "decline"}
ACTIONS = {word: action for action, word in WORDS.items()}
EXPECTED = {
    CLAIM: say("tall-card-expected-claim"),
    DRAW: say("tall-card-expected-draw"),
    DECLARE: say("tall-card-expected-declare"),
}
"""Actions that a phase takes, as they are typed."""


def is_secret(action: int) -> bool:
    """Return True for discards, which are face down, and for sealed declarations."""
    return DISCARD <= action < BETS.first


def text(m: TallCard, action: int) -> str:
    """Write an action of the actor as text; discards and declarations need the actor's hand."""
    if action in WORDS:
        return WORDS[action]
    if action >= BETS.first:
        return BETTING.text(action)
    if action >= DECLARED:
        mask, number = divmod(action - DECLARED, RANKS)
        return f"declare {number} {TALL_CARD.text(select_cards(m.hand[m.actor], mask))}"
    return card_words.write_discard(m, TALL_CARD, action - DISCARD)


def texts(m: TallCard, first: int, last: int) -> Sequence[str]:
    """Write all actions of the actor from `first` to `last`."""
    if first >= DISCARD and last < DECLARED:
        return card_words.write_discards(m, TALL_CARD, first - DISCARD, last - DISCARD)
    return [text(m, action) for action in range(first, last + 1)]


def parse(m: TallCard, words: str) -> int:
    """Return the actor's action of a text. Raises GameError, CardError."""
    return action_parsing.parse_action(m, words, ACTIONS, VERBS, EXPECTED.get(int(m.phase), bet_words.EXPECTED))


def parse_discard(m: TallCard, rest: str) -> int:
    """Read the cards to discard. Raises GameError, CardError."""
    return DISCARD + parse_positions(m, TALL_CARD, rest)


def parse_declaration(m: TallCard, rest: str) -> int:
    """Read `9 8p 8d 8p`: a Rank's number and the cards that make it. Raises GameError, CardError."""
    number, _, cards = rest.partition(" ")
    if not re.fullmatch("[0-9]{1,2}", number) or not 1 <= int(number) < RANKS:
        raise GameError(say("tall-card-refuse-declaration", given=rest), "TC-17")
    return DECLARED + parse_positions(m, TALL_CARD, cards) * RANKS + int(number)


VERBS = BETTING.verbs | {"discard": parse_discard, "declare": parse_declaration}


def item_codes(m: TallCard, order: int) -> tuple[str, ...]:
    """Return the codes of the items of an order."""
    return card_words.item_codes(m, order, TALL_CARD, TALL_CARD_TALL)


def refuse(m: TallCard, action: int) -> IllegalAction:
    """Explain why the actor may not play an action now."""
    if m.phase == CLAIM:
        return refuse_claim(action)
    if m.phase == DRAW:
        return refuse_discard(m, action)
    if m.phase == DECLARE:
        return refuse_declaration(m, action)
    return BETTING.refuse(m, action, int(m.min_bet), int(m.max_bet))


def refuse_claim(action: int) -> IllegalAction:
    if action == DECLINE:
        return IllegalAction("TC-12", say("tall-card-refuse-decline"))
    return IllegalAction("TC-12", say("tall-card-refuse-claim-step"))


def refuse_discard(m: TallCard, action: int) -> IllegalAction:
    if not DISCARD <= action < DECLARED:
        return IllegalAction("TC-15", say("tall-card-refuse-draw-step"))
    if m.claimer == m.actor and count_bits(action - DISCARD) > 1:
        return IllegalAction("TC-15", say("tall-card-refuse-draw-one"))
    return IllegalAction("TC-15", say("tall-card-refuse-draw-order"))


def refuse_declaration(m: TallCard, action: int) -> IllegalAction:
    if not DECLARED <= action < BETS.first:
        return IllegalAction("TC-17", say("tall-card-refuse-declare-step"))
    mask, number = divmod(action - DECLARED, RANKS)
    cards = select_cards(m.hand[m.actor], mask)
    if not cards or number == 0:
        return IllegalAction("TC-17", say("tall-card-refuse-declare-none"))
    made = say("tall-card-refuse-declare", cards=name_cards(TALL_CARD, cards), rank=call_rank(number))
    return IllegalAction("TC-17", made)
