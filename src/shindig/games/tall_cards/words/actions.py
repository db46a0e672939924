"""Actions as text and back, and the refusals, each with its clause."""

from __future__ import annotations

import re
from collections.abc import Sequence

from shindig.cards import Deck
from shindig.gamekit import action_parsing
from shindig.gamekit.array_and_bit_kernels import count_bits
from shindig.gamekit.betting import words as bet_words
from shindig.gamekit.betting.state import NOBODY
from shindig.gamekit.betting.words import Bets
from shindig.gamekit.five_cards import words as card_words
from shindig.gamekit.five_cards.state import HAND
from shindig.gamekit.five_cards.words import parse_positions
from shindig.gamekit.game_spec import GameError, IllegalAction
from shindig.messages import Seat, Text, say

from ..rules.bets import highest, smallest
from ..rules.state import (
    ANTE,
    ANTES,
    BETS,
    CLOCK,
    DISCARD,
    DRAW,
    GIFTS,
    GIVE_TO,
    GIVES,
    GO_ON,
    KEEP,
    MUCK,
    RAISES,
    READY,
    SHOW,
    SHOWDOWN,
    SIT_OUT,
    TAKE,
    TIME_UP,
    TallCards,
)
from ..worth.ranks import DECKS

BETTING = Bets(BETS, RAISES, betting="TF-12", short="TF-4", free_fold=True)
WORDS = bet_words.WORDS | {
    TAKE: "claim",
    SHOW: "show",
    MUCK: "throw away",
    ANTE: "ante",
    SIT_OUT: "sit out",
    GO_ON: "go on",
    TIME_UP: "time is up",
    READY: "ready",
    KEEP: "keep",
}
ACTIONS = {word: action for action, word in WORDS.items()}
EXPECTED: dict[int, Text] = {
    GIFTS: say("tall-cards-expected-gifts"),
    ANTES: say("tall-cards-expected-antes"),
    CLOCK: say("tall-cards-expected-clock"),
    DRAW: say("tall-cards-expected-draw"),
    SHOWDOWN: say("tall-cards-expected-showdown"),
}
"""Actions that a phase takes, as they are typed."""
_CHOICES = tuple(DECKS.values())


def deck_of(m: TallCards) -> Deck:
    """Return the main deck of a record."""
    return _CHOICES[int(m.deck)][0]


def tall_deck_of(m: TallCards) -> Deck:
    """Return the Tall deck of a record."""
    return _CHOICES[int(m.deck)][1]


def is_secret(action: int) -> bool:
    """Return True for discards, which are face down."""
    return DISCARD <= action < TAKE


def text(m: TallCards, action: int) -> str:
    """Write an action of the actor as text; discards need the actor's hand."""
    if action in WORDS:
        return WORDS[action]
    if action in GIVES:
        return GIVES.text(action)
    if action >= BETS.first:
        return BETTING.text(action)
    if action >= GIVE_TO:
        return f"give to {action - GIVE_TO}"
    return card_words.write_discard(m, deck_of(m), action - DISCARD)


def texts(m: TallCards, first: int, last: int) -> Sequence[str]:
    """Write all actions of the actor from `first` to `last`."""
    if first >= DISCARD and last < TAKE:
        return card_words.write_discards(m, deck_of(m), first - DISCARD, last - DISCARD)
    return [text(m, action) for action in range(first, last + 1)]


def parse(m: TallCards, words: str) -> int:
    """Return the actor's action of a text. Raises GameError, CardError."""
    return action_parsing.parse_action(m, words, ACTIONS, VERBS, EXPECTED.get(int(m.phase), bet_words.EXPECTED))


def parse_discard(m: TallCards, rest: str) -> int:
    """Read the cards to discard. Raises GameError, CardError."""
    return DISCARD + parse_positions(m, deck_of(m), rest)


def parse_gift(m: TallCards, rest: str) -> int:
    """Read a gift: `to 2` names a seat, `10` an amount. Raises GameError."""
    to, _, seat = rest.partition(" ")
    if to != "to":
        return action_parsing.parse_amount(GIVES, rest, "TF-22")
    if not re.fullmatch(r"\d", seat) or int(seat) >= m.seats:
        raise GameError(say("tall-cards-refuse-receiver", last=int(m.seats) - 1, given=seat), "TF-22")
    return GIVE_TO + int(seat)


VERBS = BETTING.verbs | {"discard": parse_discard, "give": parse_gift}


def item_codes(m: TallCards, order: int) -> tuple[str, ...]:
    """Return the codes of the items of an order."""
    return card_words.item_codes(m, order, deck_of(m), tall_deck_of(m))


def refuse(m: TallCards, action: int) -> IllegalAction:
    """Explain why the actor may not play an action now."""
    if m.phase == GIFTS:
        return refuse_gift(m, action)
    if m.phase == ANTES:
        return IllegalAction("TF-11", say("tall-cards-refuse-ante-step"))
    if m.phase == CLOCK:
        return IllegalAction("TF-21", say("tall-cards-refuse-clock-step"))
    if m.phase == DRAW:
        return refuse_draw(m, action)
    if m.phase == SHOWDOWN:
        return IllegalAction("TF-18", say("tall-cards-refuse-show-step"))
    return BETTING.refuse(m, action, smallest(m), highest(m))


def refuse_gift(m: TallCards, action: int) -> IllegalAction:
    if m.receiver != NOBODY:
        receiver, most = Seat(int(m.receiver)), int(m.chips[m.actor])
        return IllegalAction("TF-22", say("tall-cards-refuse-gift", who=receiver, most=most))
    if GIVE_TO <= action < BETS.first:
        return IllegalAction("TF-22", say("tall-cards-refuse-gift-again"))
    return IllegalAction("TF-22", say("tall-cards-refuse-gift-step"))


def refuse_draw(m: TallCards, action: int) -> IllegalAction:
    if m.claimer == NOBODY and m.actor == m.dealer:
        return IllegalAction("TF-15", say("tall-cards-refuse-must"))
    if action == TAKE:
        return IllegalAction("TF-14", say("tall-cards-refuse-claimed", who=Seat(int(m.claimer))))
    if is_secret(action):
        return refuse_discard(action - DISCARD)
    return IllegalAction("TF-14", say("tall-cards-refuse-draw-step"))


def refuse_discard(mask: int) -> IllegalAction:
    if count_bits(mask) == HAND - 1:
        return IllegalAction("TF-14", say("tall-cards-refuse-four"))
    if count_bits(mask) == HAND:
        return IllegalAction("TF-14", say("tall-cards-refuse-three"))
    return IllegalAction("TF-14", say("tall-cards-refuse-draw-order"))
