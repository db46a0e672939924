"""Seen cards: which cards of which orders a viewer saw.

A card is proved to each viewer who saw it, in their own hand or shown. It may look like an unseen card (one thrown
away, one shown). Then the one nearer the top of its order counts as seen: to prove neither would reveal that there were
two. So proofs say nothing about unseen cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from shindig.core.layout_and_views import CHANCE, ONLOOKER, Items, Records
from shindig.gamekit.game_spec import Game

from ..table_log.events import Acted, Event, Ordered
from .card_movement_inference import Step
from .card_tracking import CardTracker, TrackedCard

Viewers = Sequence[tuple[int, ...]]
"""For every step, the seats from which a person saw its result; none for an onlooker."""


@dataclass
class Knowledge:
    """Cards of every order of a match, with the viewers who saw them."""

    cards: dict[int, list[TrackedCard]] = field(default_factory=dict)
    """By the number of the step that dealt an order, its cards by position."""

    def find_positions(self, step: int, viewers: Viewers) -> list[int]:
        """Return the positions, ascending, of the order of `step` that can be proved to a person."""
        cards = self.cards[step]
        known = [card for card in cards if is_known(card, viewers)]
        if len({card.kind for card in set(cards).difference(known)}) <= 1:
            known = cards
        return [card.position for card in known]


def is_known(card: TrackedCard, viewers: Viewers) -> bool:
    """Return True if a person saw a card, or an indistinguishable one lower in the order."""
    if not card.alike:
        return has_seen(card, viewers, 0, len(viewers))
    return all(is_counted(card, number, alike, viewers) for number, alike in card.alike)


def is_counted(card: TrackedCard, number: int, alike: Sequence[TrackedCard], viewers: Viewers) -> bool:
    """Return True if a card counts as seen among like ones that parted at step `number`. As many count as were seen."""
    unseen = [one for one in alike if not has_seen(one, viewers, 0, number)]
    later = [one for one in unseen if has_seen(one, viewers, number, len(viewers))]
    return card not in unseen or card in sorted(unseen, key=lambda one: one.position)[: len(later)]


def has_seen(card: TrackedCard, viewers: Viewers, first: int, end: int) -> bool:
    """Return True if a person saw a card after one of the steps from `first` to before `end`."""
    for stay in card.stays:
        steps = range(max(first, stay.first), min(end, stay.last + 1))
        if steps and (stay.viewer == ONLOOKER or any(stay.viewer in viewers[step] for step in steps)):
            return True
    return False


def track_match(game: Game, seats: int, options: Mapping[str, object], events: Sequence[Event]) -> Knowledge:
    """Track every card through a match; `events` are its orders and actions."""
    match, found = game.new(seats, options), Knowledge()
    trails = build_trackers(game, match)
    for number, event in enumerate(events):
        step = take_step(game, match, number, event)
        match = step.after
        for trail in trails:
            made = trail.follow_step(step)
            if made:
                found.cards[number] = made
        if step.items is not None and number not in found.cards:
            found.cards[number] = [TrackedCard(position, kind) for position, kind in enumerate(step.items.tolist())]
    for trail in trails:
        trail.end_match(len(events) - 1)
    return found


def build_trackers(game: Game, match: Records) -> list[CardTracker]:
    """Build a tracker for each order with cards on the table, with the orders into which they are reshuffled."""
    layout, orders = game.rules.layout, game.rules.orders
    trails = []
    for number, of in enumerate(orders):
        places = layout.places(of)
        also = {name for place in places.fields if place.cards for name in place.cards.also}
        if places.fields:
            kinds = len(game.item_codes(match[0], number))
            trails.append(CardTracker(frozenset({of, *also}), places, kinds, match))
    return trails


def take_step(game: Game, match: Records, number: int, event: Event) -> Step:
    """Build the step of an event. `match` stays as it was before."""
    after = match.copy()
    if isinstance(event, Ordered):
        items = encode_items(game, match, event)
        take = _apply_each(game.engine.chance_order, items)
        take(after)
        return Step(number, match, after, take, lambda _: True, game.engine.chance_order, event.of, items)
    assert isinstance(event, Acted)
    action = event.action
    take = _apply_each(game.engine.apply, action)
    take(after)
    return Step(number, match, after, take, lambda world: is_allowed(game, world, action), game.engine.chance_order)


def _apply_each(entry: Callable[[Records, int, Any], None], argument: Any) -> Callable[[Records], None]:
    def take(worlds: Records) -> None:
        for world in range(len(worlds)):
            entry(worlds, world, argument)

    return take


def is_allowed(game: Game, world: Records, action: int) -> bool:
    """Return True if an action is legal in a world."""
    return any(first <= action <= last for first, last in game.legal_ranges(world))


def encode_items(game: Game, match: Records, event: Ordered) -> Items:
    """Return the items of an order as numbers."""
    assert int(match["actor"][0]) == CHANCE
    codes = game.item_codes(match[0], int(match["asks"][0]))
    numbers = {code: number for number, code in enumerate(codes)}
    return np.array([numbers[item] for item in event.items], np.int16)
