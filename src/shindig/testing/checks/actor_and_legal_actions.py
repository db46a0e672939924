"""Checks of the record before every step: the actor, the legal actions, the needed order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from shindig.core.layout_and_views import CHANCE, OVER, REFEREE, Records, See
from shindig.gamekit.game_spec import Amounts

from ..array_overrun_checks import GUARD, Pairs, Walk, copy_records, read_chance_items, read_legal

Told = Callable[[Any], object]


def actor_is_somebody(walk: Walk) -> Iterator[str]:
    """Check that the actor is a seat of the match, CHANCE or OVER, and that CHANCE asks for an existing order."""
    actor, asks, orders = walk.actor, int(walk.m.asks), walk.game.rules.orders
    if actor not in (CHANCE, OVER, *range(walk.seats)):
        yield f"field `actor` is {actor}: it is a seat from 0 to {walk.seats - 1}, CHANCE ({CHANCE}) or OVER ({OVER})"
    if actor == CHANCE and not 0 <= asks < len(orders):
        yield f"field `asks` is {asks}: it is an index into rules.orders, which are {', '.join(orders)}"
    if walk.phase < 0:
        yield f"field `phase` is {walk.phase}: phases are numbers from 0"


def agreements_stand(walk: Walk) -> Iterator[str]:
    """Check that rules change neither the number of seats, nor the options, nor the viewer of a record."""
    for name in ("seats", "viewer", *(option.name for option in walk.game.rules.options)):
        expected = REFEREE if name == "viewer" else int(walk.first[name][0])
        if int(walk.m[name]) != expected:
            yield (
                f"field `{name}` has changed from {expected} to {int(walk.m[name])}: rules leave it as the match began"
            )


def nothing_vanishes(walk: Walk) -> Iterator[str]:
    """Check that the amount a match holds is as at its beginning."""
    held = walk.game.rules.conserved
    now, first = held(walk.m), held(walk.first[0])
    if now != first:
        yield f"rules.conserved was {first} when the match began and is {now}: something has appeared or vanished"


def absent_seats_hold_nothing(walk: Walk) -> Iterator[str]:
    """Check that rows of absent seats in private fields stay empty, since row s belongs to seat s."""
    for field in walk.game.rules.layout.fields:
        if field.see is See.OWNER and walk.seats < len(walk.m[field.name]):
            now, first = (np.asarray(m[field.name])[walk.seats :] for m in (walk.m, walk.first[0]))
            if ((now != first) & (now != 0) & (now != field.blank)).any():
                yield (
                    f"the private field `{field.name}` is written in row {walk.seats} or behind it, and there are "
                    f"{walk.seats} seats: row s is what seat s alone sees, as in `m.{field.name}[seat]`"
                )


def orders_can_be_given(walk: Walk) -> Iterator[str]:
    """Check the items from `chance_items`: some, ascending, within `max_order`, each with a code."""
    if walk.actor != CHANCE:
        return
    before, most = walk.array.tobytes(), walk.game.rules.max_order
    count, items, touched = read_chance_items(walk.game, walk.m)
    if count > most or touched > most:
        yield (
            f"`chance_items` writes {max(count, touched)} items and rules.max_order is {most}: "
            f"{_larger(count, touched)}"
        )
        return
    if count < 1:
        yield f"`chance_items` returns {count} items: while the actor is CHANCE there is something to be put in order"
    elif touched < count:
        yield f"`chance_items` returns {count} and writes {touched} items: it returns how many it has written"
    elif items != sorted(items):
        yield "`chance_items` writes its items out of order: it writes them ascending, and chance shuffles them"
    else:
        yield from _items_have_codes(walk, items)
    if walk.array.tobytes() != before:
        yield f"`chance_items` changes {list_changed_fields(before, walk.array)}: it only writes to `items`"
    walk.items = items


def _larger(count: int, touched: int) -> str:
    most = max(count, touched)
    return f"make it {most}" if most <= GUARD else f"make it {most} or more, or mend what it counts"


def _items_have_codes(walk: Walk, items: list[int]) -> Iterator[str]:
    order = int(walk.m.asks)
    codes, name = walk.game.item_codes(walk.m, order), walk.game.rules.orders[order]
    if not 0 <= items[0] <= items[-1] < len(codes):
        yield (
            f"the order {name!r} asks for items from {items[0]} to {items[-1]}, and item_codes has {len(codes)} codes "
            f"for it: item n is written codes[n]"
        )
    if len(set(codes)) < len(codes):
        yield f"item_codes of the order {name!r} has a code twice: each item needs one of its own"


def actions_are_legal(walk: Walk) -> Iterator[str]:
    """Check the ranges from `legal`: some actions, ascending, within `max_ranges` and `num_actions`."""
    if walk.actor < 0:
        return
    before, rules = walk.array.tobytes(), walk.game.rules
    count, rows, touched = read_legal(walk.game, walk.m)
    walk.ranges = [(first, last) for first, last in rows]
    if count > rules.max_ranges or touched > rules.max_ranges:
        yield f"`legal` writes {max(count, touched)} ranges and rules.max_ranges is {rules.max_ranges}: " + _larger(
            count, touched
        )
    elif count < 1:
        yield (
            f"there is no legal action: `legal` returns {count} for seat {walk.actor}. Whoever is to act has one, if "
            "only "
            "to pass; make another seat the actor, or the match OVER"
        )
    elif touched < count:
        yield f"`legal` returns {count} and writes {touched} ranges: it returns how many it has written"
    else:
        yield from ranges_ascend(walk.ranges)
        yield from _within(walk.ranges, rules.num_actions)
        yield from amounts_stand_apart(walk.ranges, rules.amounts)
    if walk.array.tobytes() != before:
        yield f"`legal` changes {list_changed_fields(before, walk.array)}: it only writes to `ranges`"


def amounts_stand_apart(ranges: Pairs, families: tuple[Amounts, ...]) -> Iterator[str]:
    """Check that the amounts of a family have a range of their own, as learners need it."""
    for one in families:
        held = [(first, last) for first, last in ranges if first <= one.last and last >= one.first]
        if len(held) > 1 or any(first < one.first or last > one.last for first, last in held):
            told = " and ".join(f"[{first}, {last}]" for first, last in held)
            yield f"`legal` writes amounts of {one.name!r} in {told}: it writes those of a family as one range, apart"


def ranges_ascend(ranges: Pairs) -> Iterator[str]:
    """Check that each range is [first, last] and follows the one before it."""
    for n, (first, last) in enumerate(ranges):
        if first > last:
            yield (
                f"range {n} of `legal` is [{first}, {last}], which descends: write [first, last], first not above last"
            )
    for n, (before, after) in enumerate(pairwise(ranges), 1):
        if after[0] <= before[1] and after[0] <= after[1]:
            yield (
                f"range {n} of `legal` is {list(after)}, not behind {list(before)} before it: "
                "write ranges ascending, none over another"
            )


def _within(ranges: Pairs, num_actions: int) -> Iterator[str]:
    low, high = min(map(min, ranges)), max(map(max, ranges))
    if low < 0:
        yield f"action {low} is legal: actions are numbers from 0"
    if high >= num_actions:
        yield (
            f"action {high} is legal and rules.num_actions is {num_actions}: "
            f"ids end at num_actions - 1, so make it at least {high + 1}"
        )


def list_changed_fields(before: bytes, array: Records) -> str:
    """Name the fields in which a record has changed."""
    was = np.frombuffer(before, array.dtype)
    return " and ".join(f"`{name}`" for name in array.dtype.names or () if (was[name] != array[name]).any())


def actor_knows_what_is_legal(walk: Walk) -> Iterator[str]:
    """Check that the actor's view gives the legal actions of the record."""
    if walk.actor >= 0:
        yield from results_are_alike(walk, "legal", lambda m: read_legal(walk.game, m).rows)


def results_are_alike(walk: Walk, name: str, tell: Told) -> Iterator[str]:
    """Check that a function gives equal results for the record and for its actor's view.

    Otherwise, name the fields that it reads and the actor cannot see.
    """
    view = walk.game.view(walk.array, walk.actor)
    from_record, from_view = tell(walk.m), _call_safely(tell, view[0])
    if from_view != from_record:
        fields = " and ".join(f"`{field}`" for field in find_culprits(walk, tell)) or "other fields"
        yield (
            f"`{name}` says {from_view!r:.90} from the view of seat {walk.actor}, and {from_record!r:.90} from the "
            "record: "
            f"it reads {fields}, of which that seat does not see all. What a seat must know to act is public or in its "
            "own row of a private field"
        )


def _call_safely(tell: Told, m: Any) -> object:
    try:
        return tell(m)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def find_culprits(walk: Walk, tell: Told) -> list[str]:
    """Find the fields that change the result if they alone are blank as in the actor's view."""
    view, expected = walk.game.view(walk.array, walk.actor), tell(walk.m)
    found = []
    for field in walk.game.rules.layout.fields:
        if field.see is not See.ALL:
            one = copy_records(walk.array)
            one[field.name] = view[field.name]
            if _call_safely(tell, one[0]) != expected:
                found.append(field.name)
    return found


STATES = (actor_is_somebody, agreements_stand, orders_can_be_given, actions_are_legal)
"""Checks whose failure ends the walk."""
MORE = (nothing_vanishes, absent_seats_hold_nothing, actor_knows_what_is_legal)
