"""Words of each of the three games, and names of cards and melds, as messages."""

from __future__ import annotations

from collections.abc import Iterable

from shindig.core.caches import RULE_PARTS, cached
from shindig.messages import Cards, Message, Text, name_cards, say

from ..rules.state import Pokebacc
from ..rules.variants import SUITS, VARIANTS, Variant
from ..worth.meld_numbering import shapes


def variant_of(m: Pokebacc) -> Variant:
    return VARIANTS[m.variant]


@cached(RULE_PARTS)
def find_word(index: int, name: str) -> Message:
    """Return a game's own word: `hand`, `unit`, `draw-pile`, ..."""
    return say(f"pokebacc-word-{name}", game=VARIANTS[index].name)


@cached(RULE_PARTS)
def name_kind(index: int, kind: int) -> Message:
    """Return a kind of meld: `run`."""
    return say(f"pokebacc-kind-{kind}", game=VARIANTS[index].name)


@cached(RULE_PARTS)
def name_a_kind(index: int, kind: int) -> Message:
    """Return a kind of meld with its article: `a run`."""
    return say(f"pokebacc-kind-a-{kind}", game=VARIANTS[index].name)


@cached(RULE_PARTS)
def name_card(index: int, card: int) -> Text:
    """Return a card in a sentence: `the King of Fire`, `a War`."""
    suited = card < SUITS * VARIANTS[index].stride
    return say("pokebacc-the-card" if suited else "pokebacc-a-disaster", card=name_those(index, (card,)))


def name_those(index: int, cards: Iterable[int]) -> Cards:
    """Return the names of cards."""
    return name_cards(VARIANTS[index].deck, cards)


@cached(RULE_PARTS)
def name_meld_cards(index: int, number: int) -> Cards:
    """Return the cards of a meld."""
    return name_those(index, shapes(index)[number].cards)


def kind_of(index: int, number: int) -> int:
    """Return the kind of a meld by its number."""
    return int(shapes(index)[number].kind)
