"""Tracking of each card of an order, from the contents that a game declares for its fields, without its rules.

At each step the cards are counted in every declared place. That finds a card that exists once. If like cards could be
confused, the step is repeated in other worlds: with unseen cards in other positions, or with one card exchanged. A card
is where its position goes. Every step starts from the real record, so no world drifts away from the match.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from shindig.core.card_places import CardPlaces, Counts
from shindig.core.layout_and_views import ONLOOKER, Items, Records

from .card_movement_inference import (
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
    """Interval of steps, `first` to `last`, in which a viewer (a seat, or ONLOOKER for all) saw a card."""

    viewer: int
    first: int
    last: int


@dataclass(eq=False)
class TrackedCard:
    """A card of an order."""

    position: int
    kind: int
    stays: list[SeenInterval] = field(default_factory=list)
    alike: list[tuple[int, list[TrackedCard]]] = field(default_factory=list)
    """From this step on the card is indistinguishable from the others of the list, which have parted."""


@dataclass(frozen=True)
class StepChange:
    """Change of a step under way."""

    step: Step
    was: Bools
    """bool[cards, places]: places before the step."""
    lies: Bools
    """bool[cards, places]: places after the step, as far as known."""
    varied: frozenset[int]
    """Cards that were found because other worlds had them elsewhere."""
    seen: WorldDifferences | None


@dataclass
class CardTracker:
    """Tracker of the cards of one order, and of later orders of these cards."""

    orders: frozenset[str]
    places: CardPlaces
    kinds: int
    """Number of kinds of cards."""
    record: Records
    """Record before the first step."""
    cards: list[TrackedCard] = field(default_factory=list)
    sorts: Kinds = field(default_factory=lambda: np.empty(0, np.int64))
    """int64[cards]: kind of each card."""
    gone: Bools = field(default_factory=lambda: np.empty(0, np.bool_))
    """bool[cards]: True after a reshuffle; places that still show the card are out of date."""
    fresh: Bools = field(default_factory=lambda: np.empty(0, np.bool_))
    """bool[cards]: True if nobody has seen the card since its order."""
    since: dict[tuple[TrackedCard, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.counts = self.count_cards(self.record)[0]
        self.viewers = [place.viewer for place in self.places.all]
        self.open = np.array([viewer >= ONLOOKER for viewer in self.viewers])
        """bool[places]: True if somebody sees the place."""
        self.movable = np.array([is_single_card(place) for place in self.places.all])
        """bool[places]: True if a single card there can be replaced."""
        self.lies = np.zeros((0, len(self.viewers)), np.bool_)
        """bool[cards, places]."""
        self.like: dict[int, list[int]] = {}
        """Cards by kind."""
        self.repeats = False
        """True if some cards are alike."""

    def count_cards(self, matches: Records) -> Counts:
        return self.places.count_cards(matches, self.kinds)

    def follow_step(self, step: Step) -> list[TrackedCard]:
        """Take a step. Returns the cards of its order by position, if it dealt one."""
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
        """Return True if hidden cards could be revealed unnoticed, since they look like others."""
        shown = self.gone.any() and (self.gone & self.lies[:, self.open].any(1)).any()
        return bool(self.repeats or shown) and len(set(self.sorts[self.fresh & ~self.gone].tolist())) > 1

    def _add_order(self, items: Items) -> list[TrackedCard]:
        """Add the cards of a new order; older ones of their kinds are shuffled among them."""
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
        """Set the place of every card after the step."""
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
        """Find the cards of a kind that came to a place; or, for later, the cards there of which only some stay."""
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
        """Remove cards of a kind from a place where like ones stay, so that nobody can say which.

        Cards that were reshuffled go first, then cards that have come to another place.
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
        """Return the cards of a kind that have come to a place."""
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
        """Mark cards as indistinguishable from now on."""
        alike = [self.cards[card] for card in cards]
        for card in alike:
            card.alike.append((number, alike))

    def _note_sightings(self, number: int, was: Bools, lies: Bools) -> None:
        """Store the viewers who see each card from this step on, or no longer."""
        for card, place in np.argwhere((was != lies) & self.open).tolist():
            key = self.cards[card], place
            if lies[card, place]:
                self.since[key] = number
            else:
                key[0].stays.append(SeenInterval(self.viewers[place], self.since.pop(key), number - 1))

    def end_match(self, number: int) -> None:
        """End after `number` steps."""
        for (card, place), first in self.since.items():
            card.stays.append(SeenInterval(self.viewers[place], first, number))
        self.since.clear()
