"""Which cards of which orders a viewer came to see.

A card is proved to whoever saw it: in their own hand, or shown. Where it cannot be told from a like one that was not
seen (one was thrown away, one shown), the one nearer the top of its order counts as seen: were neither proved, that
would tell that there were two. So what is proved, and what is not, says nothing of cards that were not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from shindig.core.record_layout import CHANCE, ONLOOKER, Items, Records
from shindig.gamekit.game_spec import Game

from ..table_log.events import Acted, Event, Ordered
from .card_inference import Step
from .card_tracking import Card, Trail

Viewers = Sequence[tuple[int, ...]]
"""For every step, the seats from which a person saw what came of it; none for an onlooker."""


@dataclass
class Knowledge:
    """The cards of every order of a match, and who saw them when."""

    cards: dict[int, list[Card]] = field(default_factory=dict)
    """By the number of the step at which an order was handed in: its cards, by position."""

    def positions(self, step: int, viewers: Viewers) -> list[int]:
        """The positions, ascending, of the order handed in at `step` that can be proved to a person."""
        cards = self.cards[step]
        known = [card for card in cards if knows(card, viewers)]
        if len({card.kind for card in set(cards).difference(known)}) <= 1:
            known = cards
        return [card.position for card in known]


def knows(card: Card, viewers: Viewers) -> bool:
    """Whether a person saw a card, or a like one, lower in the order, that cannot be told from it."""
    if not card.alike:
        return saw(card, viewers, 0, len(viewers))
    return all(counts(card, number, alike, viewers) for number, alike in card.alike)


def counts(card: Card, number: int, alike: Sequence[Card], viewers: Viewers) -> bool:
    """Whether a card counts as seen among like ones that parted at step `number`: as many do as were seen."""
    unseen = [one for one in alike if not saw(one, viewers, 0, number)]
    later = [one for one in unseen if saw(one, viewers, number, len(viewers))]
    return card not in unseen or card in sorted(unseen, key=lambda one: one.position)[: len(later)]


def saw(card: Card, viewers: Viewers, first: int, end: int) -> bool:
    """Whether a person saw a card after one of the steps from `first` to before `end`."""
    for stay in card.stays:
        steps = range(max(first, stay.first), min(end, stay.last + 1))
        if steps and (stay.viewer == ONLOOKER or any(stay.viewer in viewers[step] for step in steps)):
            return True
    return False


def follow(game: Game, seats: int, options: Mapping[str, object], events: Sequence[Event]) -> Knowledge:
    """Follow every card through a match, whose `events` are its orders and actions."""
    match, found = game.new(seats, options), Knowledge()
    trails = trails_of(game, match)
    for number, event in enumerate(events):
        step = taken(game, match, number, event)
        match = step.after
        for trail in trails:
            made = trail.follow(step)
            if made:
                found.cards[number] = made
        if step.items is not None and number not in found.cards:
            found.cards[number] = [Card(position, kind) for position, kind in enumerate(step.items.tolist())]
    for trail in trails:
        trail.close(len(events) - 1)
    return found


def trails_of(game: Game, match: Records) -> list[Trail]:
    """One for each order whose cards lie somewhere, with the orders in which they are put again."""
    layout, orders = game.rules.layout, game.rules.orders
    trails = []
    for number, of in enumerate(orders):
        places = layout.places(of)
        also = {name for place in places.fields if place.cards for name in place.cards.also}
        if places.fields:
            kinds = len(game.item_codes(match[0], number))
            trails.append(Trail(frozenset({of, *also}), places, kinds, match))
    return trails


def taken(game: Game, match: Records, number: int, event: Event) -> Step:
    """Take an event's step; `match` is left as it was before."""
    after = match.copy()
    if isinstance(event, Ordered):
        items = items_of(game, match, event)
        take = _each(game.engine.order, items)
        take(after)
        return Step(number, match, after, take, lambda _: True, game.engine.order, event.of, items)
    assert isinstance(event, Acted)
    action = event.action
    take = _each(game.engine.apply, action)
    take(after)
    return Step(number, match, after, take, lambda world: allowed(game, world, action), game.engine.order)


def _each(entry: Callable[[Records, int, Any], None], argument: Any) -> Callable[[Records], None]:
    def take(worlds: Records) -> None:
        for world in range(len(worlds)):
            entry(worlds, world, argument)

    return take


def allowed(game: Game, world: Records, action: int) -> bool:
    """Whether an action is legal in a world."""
    return any(first <= action <= last for first, last in game.legal_ranges(world))


def items_of(game: Game, match: Records, event: Ordered) -> Items:
    """The items of an order as numbers."""
    assert int(match["actor"][0]) == CHANCE
    codes = game.item_codes(match[0], int(match["asks"][0]))
    numbers = {code: number for number, code in enumerate(codes)}
    return np.array([numbers[item] for item in event.items], np.int16)
