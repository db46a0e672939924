"""Texts of five-card hands: discards as text, as a control and in the story; badges of a seat."""

from __future__ import annotations

from collections.abc import Sequence

from shindig.cards import Deck
from shindig.core.caches import RULE_PARTS, cached
from shindig.core.layout_and_views import UNKNOWN
from shindig.messages import Cards, Message, Seat, Series, Text, has_message, join, name_cards, say

from ..betting.state import IN
from ..game_spec import GameError, Line, ObservedStep
from ..table_scene import Pick, describe_swap
from .state import HAND, MAIN, TALL, FiveCards

KEEP_OR_DRAW: tuple[Text, ...] = tuple(say("five-cards-draw", count=count) for count in range(HAND + 1))
"""Labels of discards, by number of cards."""


@cached(RULE_PARTS)
def list_mask_positions(mask: int) -> tuple[int, ...]:
    """Return the positions of a mask."""
    return tuple(i for i in range(HAND) if mask >> i & 1)


def select_cards(cards: Sequence[int], mask: int) -> list[int]:
    """Return the cards at the positions of a mask."""
    return [int(cards[i]) for i in list_mask_positions(mask) if i < len(cards)]


def map_fronts(hand: tuple[int, ...]) -> tuple[int, ...]:
    """Map each mask to the one that takes equal cards from the first positions, which is the mask of the action."""
    return map_pattern_fronts(tuple(map(hand.index, hand)))


@cached(RULE_PARTS)
def map_pattern_fronts(alike: tuple[int, ...]) -> tuple[int, ...]:
    """Return `fronts` for all hands with one pattern of equal cards; `alike` is the first position of each card."""
    return tuple(find_front_mask(alike, mask) for mask in range(1 << HAND))


def find_front_mask(hand: Sequence[int], mask: int) -> int:
    found = 0
    for card in select_cards(hand, mask):
        found |= next(1 << i for i in range(HAND) if hand[i] == card and not found >> i & 1)
    return found


def parse_positions(m: FiveCards, deck: Deck, cards: str) -> int:
    """Return the mask of the first positions in the actor's hand that hold the written cards. Raises GameError,
    CardError."""
    mask, left = 0, list(m.hand[m.actor])
    for card in deck.parse(cards):
        if card not in left:
            held = deck.text(m.hand[m.actor])
            raise GameError(say("five-cards-refuse-cards", card=deck.codes[card], held=held))
        place = left.index(card)
        mask, left[place] = mask | 1 << place, UNKNOWN
    return mask


def item_codes(m: FiveCards, order: int, main: Deck, tall: Deck) -> tuple[str, ...]:
    """Return the codes of the items of an order: cards of either deck, or seats."""
    return {MAIN: main.codes, TALL: tall.codes}.get(order) or tuple(str(seat) for seat in range(m.seats))


def write_discard(m: FiveCards, deck: Deck, mask: int) -> str:
    """Write a discard of the actor as text, from the actor's hand."""
    hand, written = m.hand[m.actor], deck.written
    return " ".join(["discard", *[written[hand[place]] for place in list_mask_positions(mask)]])


def write_discards(m: FiveCards, deck: Deck, first: int, last: int) -> list[str]:
    """Write the discards of all masks from `first` to `last`."""
    written = deck.written
    return list_discard_texts(tuple([written[card] for card in m.hand[m.actor]]))[first : last + 1]


@cached(64)
def list_discard_texts(cards: tuple[str, ...]) -> list[str]:
    """Write the discards of a hand by mask, cached for all ranges of legal ones."""
    texts = ["discard"]
    for card in cards:
        more = f" {card}"
        texts += [text + more for text in texts]
    return texts


@cached(256)
def make_discard_control(
    named: tuple[int, ...], ranges: tuple[tuple[int, int], ...], first: int, labels: tuple[Text, ...] = KEEP_OR_DRAW
) -> Pick:
    """Make a control with every mask whose cards some legal action names.

    `named` is the result of `fronts`; action `first` + mask discards the cards at the mask's positions.
    """
    legal = {action for low, high in ranges for action in range(low, high + 1)}
    actions = [(list_mask_positions(mask), first + front) for mask, front in enumerate(named)]
    choices = tuple((at, action, labels[len(at)]) for at, action in actions if action in legal)
    return Pick(say("five-cards-discard"), choices, swaps=True)


def describe_discard(event: ObservedStep[FiveCards], deck: Deck, first: int) -> Text:
    """Describe a discard in the story; only viewers who know the cards see them."""
    who, count = Seat(event.seat), int(event.after.drew[event.seat])
    if count == 0:
        return say("five-cards-keeps", who=who)
    if event.action is None:
        return say("five-cards-draws", who=who, count=count)
    cards = name_each(deck, select_cards(event.before.hand[event.seat], event.action - first))
    return say("five-cards-swaps", who=who, cards=cards)


def name_each(deck: Deck, cards: Sequence[int]) -> Series:
    """Return cards, each with its article."""
    return join([say("the-card", card=name_cards(deck, [card])) for card in cards])


def describe_lot(after: FiveCards) -> Line:
    """Write the line about the first dealer."""
    return Line(say("five-cards-first-dealer", who=Seat(int(after.dealer))), 0)


def list_badges(view: FiveCards, seat: int, tall: Deck) -> tuple[Text, ...]:
    """Return short words about a seat: dealer, its claimed card of `tall`, all-in."""
    claimed = (tall.name, tall.codes[view.tall], tall.names[view.tall]) if view.claimer == seat else None
    all_in = view.chips[seat] == 0 and view.status[seat] == IN and view.paid[seat] > 0
    return make_badges(view.dealer == seat, claimed, all_in)


@cached(256)
def make_badges(deals: bool, claimed: tuple[str, str, str] | None, all_in: bool) -> tuple[Text, ...]:
    """Return the badges for these facts; `claimed` is a card, its deck's name first."""
    words: list[Text] = [say("badge-dealer")] if deals else []
    if claimed:
        deck, code, name = claimed
        suit = f"suit-{deck}-{code}"
        card = say(suit) if has_message(suit) else Cards(deck, (code,), (name,))
        words.append(say("badge-claims", card=card))
    return (*words, say("badge-all-in")) if all_in else tuple(words)


def describe_swap_hint(deck: Deck, hand: Sequence[int], mask: int, beats: float) -> Message:
    """Describe the swap of the cards at the positions of a mask, with the chance to beat an unseen hand."""
    names = [say("words", words=name_cards(deck, [card])) for card in hand]
    choice = describe_swap(names, list_mask_positions(mask))
    return say("five-cards-hint-swap", choice=choice, count=count_in_hundred(beats))


def describe_share(chance: float) -> Text:
    """Say how many hands a hand with this chance beats, as `one hand in five`."""
    return say("five-cards-share", share=5 * round(20 * chance))


def count_in_hundred(chance: float) -> int:
    """Return a chance in a hundred. One that is only nearly 0 or 1 never becomes 0 or 100."""
    return min(max(round(100 * chance), int(chance > 0)), 99 + int(chance >= 1))
