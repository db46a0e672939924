"""Inference of card movements: a step is repeated in other worlds, and the differences show where cards went."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from shindig.core.card_places import CardPlace, CardPlaces, Counts
from shindig.core.layout_and_views import Items, Records, copy_records

Bools = npt.NDArray[np.bool_]
Kinds = npt.NDArray[np.int64]

FEW, MORE, MOST = 2, 6, 24
"""Worlds that show whether a hidden card was revealed; that show which; and the most that are tried."""
TRIES = 16
"""Largest number of cards for which one is exchanged, to see where it goes."""


@dataclass(frozen=True)
class Step:
    """A step of a match: the record before and after, and functions to take it in other records."""

    number: int
    before: Records
    after: Records
    take: Callable[[Records], None]
    """(worlds): take the step in each of them."""
    legal: Callable[[Records], bool]
    """(world): return True if the step is legal there."""
    deal: Callable[[Records, int, Items], None]
    """(worlds, i, items): deal another order."""
    of: str = ""
    items: Items | None = None
    """Dealt order, if the step is one."""


class CardPositions(Protocol):
    """Cards of one order with their places, as far as they are known."""

    places: CardPlaces
    sorts: Kinds
    """int64[cards]: kind of each card."""
    gone: Bools
    """bool[cards]: True after a reshuffle."""
    lies: Bools
    """bool[cards, places]: places of each card."""
    open: Bools
    """bool[places]: True if somebody sees the place."""
    counts: Counts
    """int8[places, kinds]: cards of each kind in each place."""

    def count_cards(self, matches: Records) -> Counts: ...


@dataclass
class WorldDifferences:
    """Result of a step in other worlds."""

    came: Bools
    """bool[cards varied, places]: places of the cards after the step."""
    still: Bools
    """bool[places]: True if all worlds have equal contents there."""


def count_cards(lies: Bools, sorts: Kinds, kinds: int) -> npt.NDArray[np.int64]:
    """Count the cards in each place, int64[places, kinds]."""
    cards, places = np.nonzero(lies)
    found = np.bincount(places * kinds + sorts[cards], minlength=lies.shape[1] * kinds)
    return found.reshape(lies.shape[1], kinds)


def permute_kinds(sorts: Kinds, count: int, number: int) -> Kinds:
    """Return int64[count, cards], the kinds in other positions. In the first worlds no card keeps its kind, if
    possible."""
    by_kind = np.argsort(sorts, kind="stable")
    most = int(np.bincount(sorts).max())
    worlds = np.random.default_rng(number).permuted(np.tile(sorts, (count, 1)), axis=1)
    for world in range(min(FEW, count)):
        worlds[world, by_kind] = np.roll(sorts[by_kind], most + world)
    return worlds


def locate_dealt(trail: CardPositions, step: Step, varied: Kinds, after: Counts) -> WorldDifferences:
    """Find where the cards of an order went, by dealing permuted orders in other worlds."""
    sorts = trail.sorts[varied]

    def worlds_of(changed: Kinds) -> Counts:
        worlds = np.repeat(step.before, len(changed))
        for world, kinds in enumerate(changed):
            step.deal(worlds, world, kinds.astype(np.int16))
        return trail.count_cards(worlds)

    return locate_cards(sorts, after, worlds_of, step.number, MORE)


def locate_moved(trail: CardPositions, step: Step, varied: Kinds, after: Counts) -> WorldDifferences:
    """Find where hidden cards went, by taking the step in worlds with these cards permuted."""
    sorts, cells = trail.sorts[varied], np.argwhere(trail.lies[varied]).tolist()

    def worlds_of(changed: Kinds) -> Counts:
        worlds = np.repeat(step.before, len(changed))
        for card, place in cells:
            trail.places.view_cells(worlds, place)[:, 0] = changed[:, card]
        step.take(worlds)
        return trail.count_cards(worlds)

    few = worlds_of(permute_kinds(sorts, FEW, step.number))
    still = np.asarray((few == after).all((0, 2)))
    if still[trail.open].all():
        return WorldDifferences(trail.lies[varied], still)
    seen = locate_cards(sorts, after, worlds_of, step.number, MORE)
    seen.came |= trail.lies[varied] & seen.still & (after == trail.counts).all(1)
    return seen


def is_single_card(place: CardPlace) -> bool:
    """Return True for a place that is a single number and a card."""
    cards = place.field.cards
    return cards is not None and not cards.bits and not cards.sets and len(place.field.shape) < 2


def locate_cards(
    sorts: Kinds, real: Counts, worlds_of: Callable[[Kinds], Counts], number: int, count: int
) -> WorldDifferences:
    """Find the places of cards that have other kinds in other worlds: each world has the card's own kind there."""
    changed = permute_kinds(sorts, count, number)
    worlds = worlds_of(changed)
    whole = worlds.sum(2) == real.sum(1)
    came = real[:, sorts].T > 0
    for world, kinds in enumerate(changed):
        came &= (worlds[world][:, kinds].T > 0) | ~whole[world]
    differs = ((worlds != real).any(2) & whole).any(0)
    came &= differs
    exact = find_agreeing(came, sorts, real, changed, worlds, whole)
    if not exact.all() and count < MOST:
        return locate_cards(sorts, real, worlds_of, number, 2 * count)
    came &= exact
    still = np.asarray((worlds == real).all((0, 2)))
    return WorldDifferences(came, still)


def find_agreeing(came: Bools, sorts: Kinds, real: Counts, changed: Kinds, worlds: Counts, whole: Bools) -> Bools:
    """Return bool[places]: True if the rest of a place is equal in all worlds with as many cards there."""
    kinds = real.shape[1]
    rest = real - count_cards(came, sorts, kinds)
    exact = np.ones(len(real), np.bool_)
    for world, given in enumerate(changed):
        same = (worlds[world] - count_cards(came, given, kinds) == rest).all(1)
        exact &= same | ~whole[world]
    return exact


def trace_cards(
    trail: CardPositions, step: Step, was: Bools, place: int, found: list[int]
) -> tuple[list[int], list[int]]:
    """Return which of some like cards came to a place: those that surely did, and those that may have.

    If an action names a kind and one of two like cards is exchanged, it takes the other one. So both are exchanged at
    once.
    """
    sure: list[int] = []
    maybe: list[int] = []
    for bundle in group_like_cards(trail, was, found):
        told = [has_moved_there(trail, step, was, place, bundle, [nth]) for nth in range(len(bundle))]
        if len(bundle) > 1 and True not in told:
            told = [
                None if has_moved_there(trail, step, was, place, bundle, range(len(bundle))) is not False else False
            ]
            told *= len(bundle)
        sure += [card for card, goes in zip(bundle, told, strict=True) if goes]
        maybe += [card for card, goes in zip(bundle, told, strict=True) if goes is None]
    return sure, maybe


def group_like_cards(trail: CardPositions, was: Bools, found: list[int]) -> list[list[int]]:
    """Group like cards by the places where somebody sees them. Each hidden card is a group of its own."""
    together: dict[Any, list[int]] = {}
    for card in found:
        shown = was[card] & trail.open
        together.setdefault(shown.tobytes() if shown.any() else card, []).append(card)
    return list(together.values())


def has_moved_there(
    trail: CardPositions, step: Step, was: Bools, place: int, bundle: Sequence[int], which: Sequence[int]
) -> bool | None:
    """Return whether cards of a group came to a place, judged by stand-ins; None if unknown."""
    shown = was[bundle[0]] & trail.open
    cells = np.flatnonzero(shown if shown.any() else was[bundle[which[0]]]).tolist()
    kind, real = int(trail.sorts[bundle[0]]), trail.count_cards(step.after)[0, place].astype(int)
    others = find_stand_ins(trail, was, kind)
    for first in range(len(others)):
        instead = [others[(first + nth) % len(others)] for nth in range(len(which))]
        world = build_exchanged(trail, step.before, was, kind, cells, list(zip(which, instead, strict=True)))
        if world is None or not step.legal(world):
            continue
        step.take(world)
        change = trail.count_cards(world)[0, place] - real
        if not change.any():
            return False
        if change[kind] < 0 and change.sum() == 0 and set(np.flatnonzero(change > 0)) <= set(trail.sorts[instead]):
            return True
    return None


def build_exchanged(
    trail: CardPositions, before: Records, was: Bools, kind: int, cells: list[int], pairs: list[tuple[int, int]]
) -> Records | None:
    """Return the record with cards of a kind exchanged for hidden ones; `pairs` says which for which. None if
    impossible."""
    world = copy_records(before)
    for nth, other in reversed(pairs):
        instead = int(trail.sorts[other])
        if not all(exchange_card(trail, world, cell, kind, instead, nth) for cell in cells):
            return None
        for cell in np.flatnonzero(was[other]).tolist():
            exchange_card(trail, world, cell, instead, kind, 0)
    return world


def find_stand_ins(trail: CardPositions, was: Bools, kind: int) -> list[int]:
    """Return hidden cards of other kinds, one of each kind."""
    unseen = np.flatnonzero(was.any(1) & ~(was & trail.open).any(1) & ~trail.gone & (trail.sorts != kind))
    by_kind = {int(trail.sorts[card]): int(card) for card in unseen}
    step = max(1, len(by_kind) // TRIES)
    return [by_kind[one] for one in sorted(by_kind)][::step]


def exchange_card(trail: CardPositions, world: Records, place: int, kind: int, instead: int, nth: int) -> bool:
    """Replace the nth card of its kind in a place. Returns False if that is impossible."""
    cards, cells = trail.places.all[place].field.cards, trail.places.view_cells(world, place)[0]
    assert cards is not None
    if cards.sets:
        return False
    if cards.bits:
        return exchange_bits(cells, kind - cards.first, instead - cards.first)
    like = np.flatnonzero(cells == kind)
    if nth < len(like):
        cells[like[nth]] = instead
    return nth < len(like)


def exchange_bits(cells: npt.NDArray[Any], bit: int, other: int) -> bool:
    """Replace a card in a set of bits. Returns False if that is impossible."""
    if (
        other < 0
        or 1 << other > np.iinfo(cells.dtype).max
        or not int(cells[0]) >> bit & 1
        or int(cells[0]) >> other & 1
    ):
        return False
    cells[0] ^= 1 << bit | 1 << other
    return True
