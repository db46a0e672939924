"""Where each card of an order goes, found from what a game's fields say they hold, without knowing its rules.

At each step of a match the cards are counted in every place that the layout declares. A card of which there is but one
is found by that count. Where like cards could be taken for one another, the step is taken again in other worlds: with
the cards still unseen put in other positions, or with one card exchanged for another. Who goes where with its position
is the card. Every step starts from what really was, so no world drifts away from the match.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from shindig.core.card_fields import CardPlaces, Counts
from shindig.core.record_layout import ONLOOKER, Items, Records

from .card_inference import (
    Bools,
    Kinds,
    Step,
    WorldDifferences,
    has_moved_there,
    is_single_card,
    locate_dealt,
    locate_moved,
    trace_cards,
)


class SeenInterval(NamedTuple):
    """That a viewer, a seat or everybody (ONLOOKER), saw a card after the steps `first` to `last`."""

    viewer: int
    first: int
    last: int


@dataclass(eq=False)
class TrackedCard:
    """One card of one order."""

    position: int
    kind: int
    stays: list[SeenInterval] = field(default_factory=list)
    alike: list[tuple[int, list[TrackedCard]]] = field(default_factory=list)
    """From that step on it cannot be told from the others of the list, which have parted."""


@dataclass(frozen=True)
class StepChange:
    """A step of a trail under way."""

    step: Step
    was: Bools
    """bool[cards, places]: where they lay before."""
    lies: Bools
    """bool[cards, places]: where they lie after it, as far as it is said."""
    varied: frozenset[int]
    """The cards that lay elsewhere in other worlds, and so were found."""
    seen: WorldDifferences | None


@dataclass
class CardTracker:
    """The cards of one order, and of those that put the same cards in order again."""

    orders: frozenset[str]
    places: CardPlaces
    kinds: int
    """How many kinds of card there are."""
    record: Records
    """The match before its first step."""
    cards: list[TrackedCard] = field(default_factory=list)
    sorts: Kinds = field(default_factory=lambda: np.empty(0, np.int64))
    """int64[cards]: their kinds."""
    gone: Bools = field(default_factory=lambda: np.empty(0, np.bool_))
    """bool[cards]: shuffled again; what still shows them is from before."""
    fresh: Bools = field(default_factory=lambda: np.empty(0, np.bool_))
    """bool[cards]: nobody has seen them since their order."""
    since: dict[tuple[TrackedCard, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.counts = self.count_cards(self.record)[0]
        self.viewers = [place.viewer for place in self.places.all]
        self.open = np.array([viewer >= ONLOOKER for viewer in self.viewers])
        """bool[places]: whether somebody sees them."""
        self.movable = np.array([is_single_card(place) for place in self.places.all])
        """bool[places]: whether a card there can be changed for another by itself."""
        self.lies = np.zeros((0, len(self.viewers)), np.bool_)
        """bool[cards, places]."""
        self.like: dict[int, list[int]] = {}
        """By kind, the cards of it."""
        self.repeats = False
        """Whether some of the cards are alike."""

    def count_cards(self, matches: Records) -> Counts:
        return self.places.count_cards(matches, self.kinds)

    def follow_step(self, step: Step) -> list[TrackedCard]:
        """Take a step; the cards of an order that was handed in with it, by position."""
        after = self.places.update_counts(self.counts, step.before, step.after)
        made: list[TrackedCard] = []
        if step.items is not None and step.of in self.orders:
            made = self._add_order(step.items)
            varied = np.arange(len(self.cards) - len(made), len(self.cards))
            self._locate_cards(step, after, varied, locate_dealt(self, step, varied, after))
        elif self._is_doubtful():
            varied = np.flatnonzero(self.fresh & ~self.gone & ~self.lies[:, ~self.movable].any(1))
            self._locate_cards(step, after, varied, locate_moved(self, step, varied, after))
        elif after is not self.counts:
            self._locate_cards(step, after, np.arange(0), None)
        return made

    def _is_doubtful(self) -> bool:
        """Whether hidden cards could come out unnoticed: as like as one there, or as one that is shown from before."""
        shown = self.gone.any() and (self.gone & self.lies[:, self.open].any(1)).any()
        return bool(self.repeats or shown) and len(set(self.sorts[self.fresh & ~self.gone].tolist())) > 1

    def _add_order(self, items: Items) -> list[TrackedCard]:
        """The cards of a new order; older ones of their kinds are shuffled among them."""
        made = [TrackedCard(position, kind) for position, kind in enumerate(items.tolist())]
        many = np.bincount(items, minlength=self.kinds)
        live = ~self.gone & self.lies.any(1)
        rest = np.bincount(self.sorts[live], minlength=self.kinds) > many
        kept = rest[self.sorts] & self.lies[:, self.open].any(1)
        self.gone |= (many[self.sorts] > 0) & ~kept
        left = np.asarray(self.lies.any(1))
        self.cards = [card for card, lies in zip(self.cards, left, strict=True) if lies] + made
        self.sorts = np.concatenate([self.sorts[left], items.astype(np.int64)])
        self.gone = np.concatenate([self.gone[left], np.zeros(len(made), np.bool_)])
        self.fresh = np.concatenate([self.fresh[left], np.ones(len(made), np.bool_)])
        self.lies = np.concatenate([self.lies[left], np.zeros((len(made), len(self.viewers)), np.bool_)])
        self.repeats = bool(np.bincount(self.sorts[~self.gone]).max() > 1)
        self.like = {kind: np.flatnonzero(self.sorts == kind).tolist() for kind in set(self.sorts.tolist())}
        return made

    def _locate_cards(self, step: Step, after: Counts, varied: Kinds, seen: WorldDifferences | None) -> None:
        """Say where every card lies after the step."""
        was, lies = self.lies, self.lies.copy()
        changed = after != self.counts
        if seen:
            lies[varied] = seen.came
            cards, places = np.nonzero(was[varied] != seen.came)
            changed[places, self.sorts[varied[cards]]] = True
        change = StepChange(step, was, lies, frozenset(varied.tolist()), seen)
        spots = np.argwhere(changed).tolist()
        left = [self._locate_kind(change, place, kind, int(after[place, kind])) for place, kind in spots]
        for place, held, rest in filter(None, left):
            self._remove_cards(change, place, held, rest)
        self._note_sightings(step.number, was, lies)
        self.lies, self.counts = lies, after
        self.fresh &= ~lies[:, self.open].any(1)

    def _locate_kind(self, change: StepChange, place: int, kind: int, count: int) -> tuple[int, list[int], int] | None:
        """Say which cards of a kind have come to a place; or, for later, of which cards there how many stay."""
        like = self.like.get(kind, [])
        here = [card for card in like if change.lies[card, place]]
        held = [card for card in here if card not in change.varied]
        unknown = int(self.counts[place, kind]) - sum(bool(change.was[card, place]) for card in like)
        rest, most = count - len(here) + len(held), len(held) + max(0, unknown)
        if rest < most:
            return place, held, 0 if unknown > 0 else max(0, rest)
        if rest > most:
            change.lies[self._find_arrived(change, place, like, rest - most), place] = True
        return None

    def _remove_cards(self, change: StepChange, place: int, held: list[int], rest: int) -> None:
        """Cards of a kind have left a place: some of them where like ones stay, and nobody can say which.

        What only shows a card from before its deck was shuffled goes first, then who has come to another place.
        """
        came = {card for card in held if (change.lies[card] & ~change.was[card]).any()}
        change.lies[held, place] = False
        old = [card for card in held if self.gone[card]]
        held = [card for card in held if not self.gone[card]]
        if 0 < rest < len(held):
            told = [has_moved_there(self, change.step, change.was, place, held, [nth]) for nth in range(len(held))]
            stay = [card for card, stays in zip(held, told, strict=True) if stays]
            self._mark_alike(change.step.number, held)
            held = stay if len(stay) == rest else sorted(held, key=lambda card: card in came)
        change.lies[[*held, *old][:rest], place] = True

    def _find_arrived(self, change: StepChange, place: int, like: list[int], need: int) -> list[int]:
        """The cards of a kind that have come to a place."""
        ordered = change.step.of in self.orders
        found = [card for card in like if not self.gone[card] and not change.was[card, place]]
        found = [card for card in found if change.was[card].any() or (ordered and card in change.varied)]
        known = [card for card in found if card not in change.varied]
        if change.seen and change.seen.still[place] and len(known) >= need:
            found = known
        if len(found) <= need:
            return found
        sure, maybe = trace_cards(self, change.step, change.was, place, found)
        if len(sure) < need and maybe:
            self._mark_alike(change.step.number, [*sure, *maybe])
        return [*sure, *maybe][:need]

    def _mark_alike(self, number: int, cards: list[int]) -> None:
        """From now on nobody can say which of these cards is which."""
        alike = [self.cards[card] for card in cards]
        for card in alike:
            card.alike.append((number, alike))

    def _note_sightings(self, number: int, was: Bools, lies: Bools) -> None:
        """Keep who sees which card from this step on, and who no longer does."""
        for card, place in np.argwhere((was != lies) & self.open).tolist():
            key = self.cards[card], place
            if lies[card, place]:
                self.since[key] = number
            else:
                key[0].stays.append(SeenInterval(self.viewers[place], self.since.pop(key), number - 1))

    def end_match(self, number: int) -> None:
        """The match is over: `number` steps."""
        for (card, place), first in self.since.items():
            card.stays.append(SeenInterval(self.viewers[place], first, number))
        self.since.clear()
