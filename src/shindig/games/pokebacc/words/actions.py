"""Actions as text and back, and the refusals, each with its clause."""

from __future__ import annotations

from shindig.core.caches import RULE_PARTS, cached
from shindig.gamekit import action_parsing
from shindig.gamekit.game_spec import GameError, IllegalAction
from shindig.messages import Text, join, say

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
from ..rules.variants import SUITS, Variant, VariantTerms
from ..worth.hand_melds import KIND_NAMES, cards_in, mask, meld
from ..worth.meld_numbering import shapes
from .names import kind_of, name_a_kind, name_those, variant_of

DISASTER_CODES = tuple(code for code, _ in DISASTERS)


def is_secret(action: int) -> bool:
    """Return True for answers to a Family, which are sealed (PB-31)."""
    return SPARE <= action < LEAVE


@cached(RULE_PARTS)
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


def expected(m: Pokebacc) -> Text:
    """Return examples of the actor's possible answers."""
    words, phase = variant_of(m).words, int(m.phase)
    if phase == DISASTER:
        return say("pokebacc-expected-disaster")
    if phase == ANSWER:
        return say("pokebacc-expected-answer", leave=words.leave)
    if phase == RAISE and m.version > 1:
        return say("pokebacc-expected-raise", propose=words.propose, leave=words.leave)
    return say("pokebacc-expected-raise-1", propose=words.propose) if phase == RAISE else EXPECTED_IN_TURN


EXPECTED_IN_TURN = say("pokebacc-expected-turn")


@cached(RULE_PARTS)
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
        raise GameError(say("pokebacc-refuse-meld"))
    kind = kinds[shapes(variant.index)[number].kind]
    if said and said != kind:
        found = name_a_kind(variant.index, kind_of(variant.index, number))
        raise GameError(say("pokebacc-refuse-kind", kind=found, said=said))
    return LAY + number


def parse_discard(m: Pokebacc, written: str) -> int:
    """Read one card. Raises GameError, CardError."""
    cards = variant_of(m).deck.parse(written)
    if len(cards) != 1:
        raise GameError(say("pokebacc-refuse-one-card", given=written), "PB-12")
    return DISCARD + cards[0]


def parse_disaster(_m: Pokebacc, written: str) -> int:
    """Read the name of a Disaster. Raises GameError."""
    for k, code in enumerate(DISASTER_CODES):
        if written.strip().casefold() == code.casefold():
            return INFLICT + k
    raise GameError(say("pokebacc-refuse-disaster-name", choices=join(DISASTER_CODES, "or"), given=written), "PB-30")


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
        return IllegalAction("PB-11", not_in_hand(m, mask(wanted)))
    if action < SPARE:
        return IllegalAction("PB-12", not_in_hand(m, mask([action - DISCARD])))
    if action < LEAVE:
        return IllegalAction("PB-30", say("pokebacc-refuse-no-target"))
    if action < PROPOSE:
        return IllegalAction(variant.gambling.clause, say("pokebacc-refuse-nothing-to-pay"))
    return refuse_invitation(m)


def not_in_hand(m: Pokebacc, wanted: int) -> Text:
    """Name the cards that the actor does not hold."""
    variant = variant_of(m)
    missing = [card for card in cards_in(wanted & ~int(m.held[m.actor])) if card < len(variant.deck)]
    if not missing:
        return say("pokebacc-refuse-no-card")
    return say("pokebacc-refuse-not-held", cards=name_those(variant.index, missing))


def refuse_invitation(m: Pokebacc) -> IllegalAction:
    gambling = variant_of(m).gambling
    if not m.stakes:
        return IllegalAction(gambling.clause, say("pokebacc-refuse-no-money"))
    if not gambling.within_turns:
        return IllegalAction(gambling.clause, say("pokebacc-refuse-between"))
    if m.invited:
        return IllegalAction(gambling.clause, say("pokebacc-refuse-once"))
    return refuse_amount(m)


def refuse_amount(m: Pokebacc) -> IllegalAction:
    return IllegalAction("PB-54", say("pokebacc-refuse-amount", most=int(most(m, m.actor))))


def refuse_answer(m: Pokebacc, action: int) -> IllegalAction:
    if INFLICT <= action < LEAVE:
        variant = variant_of(m)
        card = SUITS * variant.stride + action - INFLICT
        return IllegalAction("PB-30", say("pokebacc-refuse-not-held", cards=name_those(variant.index, (card,))))
    return IllegalAction("PB-31", say("pokebacc-refuse-answer"))


def refuse_reply(m: Pokebacc, _action: int) -> IllegalAction:
    variant = variant_of(m)
    asked = say("pokebacc-refuse-reply", game=variant.name, amount=int(m.proposed))
    return IllegalAction(variant.gambling.clause, asked)


def refuse_word(m: Pokebacc, action: int) -> IllegalAction:
    if action >= PROPOSE:
        return refuse_amount(m)
    return IllegalAction("PB-50", say("pokebacc-refuse-raise" if m.version > 1 else "pokebacc-refuse-raise-1"))
