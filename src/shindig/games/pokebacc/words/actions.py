"""Actions as text and back, and the refusals, each with its clause."""

from __future__ import annotations

from functools import cache

from shindig.gamekit import action_parsing
from shindig.gamekit.game_spec import GameError, IllegalAction

from ..deck import DISASTERS
from ..rules.funds import most
from ..rules.state import (
    ANSWER,
    DISASTER,
    DISCARD,
    INFLICT,
    LAY,
    LEAVE,
    PASS,
    PAY,
    PROPOSE,
    RAISE,
    SPARE,
    TURN,
    Pokebacc,
    amounts,
)
from ..rules.variants import VARIANTS, Variant, VariantTerms
from ..worth.hand_melds import KIND_NAMES, cards_in, mask, meld
from ..worth.meld_numbering import shapes

DISASTER_CODES = tuple(code for code, _ in DISASTERS)
DISASTER_NAMES = tuple(name for _, name in DISASTERS)


def variant_of(m: Pokebacc) -> Variant:
    return VARIANTS[m.variant]


def is_secret(action: int) -> bool:
    """Return True for answers to a Family, which are sealed (PB-31)."""
    return SPARE <= action < LEAVE


@cache
def plain_words(words: VariantTerms) -> dict[int, str]:
    """Return the actions that are one word each."""
    return {SPARE: "spare", PAY: "pay", LEAVE: words.leave, PASS: "pass"}


def text(m: Pokebacc, action: int) -> str:
    """Write an action as text."""
    variant = variant_of(m)
    if action < DISCARD:
        return f"lay {meld(variant, action - LAY)}"
    if action < SPARE:
        return f"discard {variant.deck.codes[action - DISCARD]}"
    if INFLICT <= action < LEAVE:
        return f"inflict {DISASTER_CODES[action - INFLICT]}"
    if action >= PROPOSE:
        return amounts(variant).text(action)
    return plain_words(variant.words)[action]


def parse(m: Pokebacc, written: str) -> int:
    """Return the action of a text. Raises GameError, CardError."""
    words = variant_of(m).words
    single = {word: action for action, word in plain_words(words).items()}
    return action_parsing.parse_action(m, written, single, VERBS | {words.propose: parse_proposal}, expected(m))


def expected(m: Pokebacc) -> str:
    """Return examples of the actor's possible answers."""
    words = variant_of(m).words
    by_phase = {
        DISASTER: "inflict War or spare",
        ANSWER: f"pay or {words.leave}",
        RAISE: f"{words.propose} 10, pass or {words.leave}" if m.version > 1 else f"{words.propose} 10 or pass",
    }
    return by_phase.get(int(m.phase), "lay run 3A 4W 5A or discard 7F")


@cache
def _by_cards(variant: Variant) -> dict[frozenset[int], int]:
    return {frozenset(shape.cards): number for number, shape in enumerate(shapes(variant.index))}


def parse_meld(m: Pokebacc, written: str) -> int:
    """Read a meld by its cards; a given kind is checked. Raises GameError, CardError."""
    variant = variant_of(m)
    kinds = KIND_NAMES[variant.index]
    said = next((kind for kind in sorted(kinds.values(), key=len)[::-1] if kind and written.startswith(f"{kind} ")), "")
    cards = variant.deck.parse(written.removeprefix(said))
    number = _by_cards(variant).get(frozenset(cards))
    if number is None:
        raise GameError(f"{variant.deck.text(cards) or 'nothing'} is no meld; expected one as in: lay run 3A 4W 5A")
    kind = kinds[shapes(variant.index)[number].kind]
    if said and said != kind:
        raise GameError(f"{variant.deck.text(cards)} is a {kind}, not a {said}")
    return LAY + number


def parse_discard(m: Pokebacc, written: str) -> int:
    """Read one card. Raises GameError, CardError."""
    cards = variant_of(m).deck.parse(written)
    if len(cards) != 1:
        raise GameError(f"discard takes one card, as in: discard 7F; not {written!r} (PB-12)")
    return DISCARD + cards[0]


def parse_disaster(_m: Pokebacc, written: str) -> int:
    """Read the name of a Disaster. Raises GameError."""
    for k, code in enumerate(DISASTER_CODES):
        if written.strip().casefold() == code.casefold():
            return INFLICT + k
    raise GameError(f"inflict takes one of {', '.join(DISASTER_CODES)}, not {written!r} (PB-30)")


def parse_proposal(m: Pokebacc, written: str) -> int:
    """Read an amount. Raises GameError."""
    variant = variant_of(m)
    return action_parsing.parse_amount(amounts(variant), written, variant.gambling.clause)


VERBS: dict[str, action_parsing.Verb] = {"lay": parse_meld, "discard": parse_discard, "inflict": parse_disaster}


def item_codes(m: Pokebacc, _order: int) -> tuple[str, ...]:
    """Return the codes of the items of an order."""
    return variant_of(m).deck.codes


def refuse(m: Pokebacc, action: int) -> IllegalAction:
    """Explain why the actor may not play an action now."""
    by_phase = {TURN: refuse_in_turn, DISASTER: refuse_answer, ANSWER: refuse_reply, RAISE: refuse_word}
    return by_phase[int(m.phase)](m, action)


def refuse_in_turn(m: Pokebacc, action: int) -> IllegalAction:
    variant = variant_of(m)
    if action < DISCARD:
        wanted = shapes(variant.index)[action].cards if action < len(shapes(variant.index)) else ()
        return IllegalAction("PB-11", not_in_hand(m, mask(wanted), "Melds are laid down from one's own hand"))
    if action < SPARE:
        return IllegalAction("PB-12", not_in_hand(m, mask([action - DISCARD]), "Discard a card of one's own hand"))
    if action < LEAVE:
        return IllegalAction("PB-30", "Nothing lies there now to inflict a Disaster on")
    if action < PROPOSE:
        return IllegalAction(variant.gambling.clause, "Nothing is proposed that could be paid or declined")
    return refuse_invitation(m)


def not_in_hand(m: Pokebacc, wanted: int, rule: str) -> str:
    """Name the cards that the actor does not hold."""
    missing = cards_in(wanted & ~int(m.held[m.actor]))
    codes = variant_of(m).deck.text(card for card in missing if card < len(variant_of(m).deck))
    return f"{rule}: it does not hold {codes}" if codes else f"{rule}: there is no such thing in this game"


def refuse_invitation(m: Pokebacc) -> IllegalAction:
    variant = variant_of(m)
    clause = variant.gambling.clause
    if not m.stakes:
        return IllegalAction(clause, "This match is not played for money")
    if not variant.gambling.within_turns:
        return IllegalAction(clause, "The stakes are raised between two hands, not within one")
    if m.invited:
        return IllegalAction(clause, "One may propose an amount once in a turn")
    return IllegalAction("PB-54", f"An amount from 1 to {most(m, m.actor)} may be proposed here, no other")


def refuse_answer(_m: Pokebacc, action: int) -> IllegalAction:
    if INFLICT <= action < LEAVE:
        return IllegalAction("PB-30", f"The hand holds no {DISASTER_CODES[action - INFLICT]}")
    return IllegalAction("PB-31", "Now everybody answers whether to inflict a Disaster: inflict War, or spare")


def refuse_reply(m: Pokebacc, _action: int) -> IllegalAction:
    variant = variant_of(m)
    asked = f"{m.proposed} is proposed: pay, or {variant.words.leave}"
    return IllegalAction(variant.gambling.clause, asked)


def refuse_word(m: Pokebacc, action: int) -> IllegalAction:
    if action >= PROPOSE:
        return IllegalAction("PB-54", f"An amount from 1 to {most(m, m.actor)} may be proposed here, no other")
    choices = "raise 10, pass or retire" if m.version > 1 else "raise 10, or pass"
    return IllegalAction("PB-50", f"Now the stakes may be raised for the next hand: {choices}")
