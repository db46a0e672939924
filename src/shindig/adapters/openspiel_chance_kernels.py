"""A step of a match whose chance is drawn item by item (openspiel_chance.py): kernel templates, bound to a game.

A step is an action, from 0 on, or ~k, which gives order number k. `matches` is array[2]: the current match, and the
match after the tried step. `begun` and `orders` have one row per order, `log` one entry per step taken.
"""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from ..core.kernel_compiler import kernel, unbound
from ..core.layout_and_views import CHANCE, OVER, Items, Numbers, Ranges, Record, Records, Row, public
from ..gamekit.array_and_bit_kernels import fill
from .batch.pass_kernels import Laws, renumber
from .flat_actions import write_spread

END, ASKS, REFUSED = -4, -2, -3
"""Results of a call, beside the seat to act, and CHANCE while the step waits for an item. END: the match has ended.
ASKS: the step is taken and an order is needed. REFUSED: the step is illegal and nothing was done."""
ACT, DRAW, ASK = range(3)
"""Commands: play a number of `Actions`; give the next item of the incomplete order; begin the needed order."""
NONE = -1


class Play(Row):
    """State of a match beside its record."""

    player: int = public("i4")
    """The seat to act, CHANCE or END."""
    moves: int = public("i8")
    """Actions played."""
    limit: int = public("i8")
    """Number of actions after which the match ends."""
    hands: int = public("i8")
    """Number of hands after which the match ends; 0 for no limit."""
    step: int = public("i4")
    """The step tried last. It waits for an item while an order lacks one."""
    lacks: int = public("i4")
    """Number of the order that lacks an item, or NONE."""
    logged: int = public("i4")
    """Steps in the log."""
    ordered: int = public("i4")
    """Orders in the table."""
    last: Numbers = public("i4")
    """int32[orders]: for each of the game's orders, its last number in the table, or NONE."""
    counts: int = public("i4")
    """Number of ranges."""
    ranges: Ranges = public("i4")
    """int32[most, 2]: the legal numbers of actions, as ascending pairs (first, last)."""
    amounts: Numbers = public("i4")
    """int32[families, 2]: the lowest and highest legal amount of each family; (0, -1) if none is legal."""
    spread: Numbers = public("i8")
    """int64[slots]: scratch memory."""


class DrawnOrder(Row):
    """An order, partly drawn."""

    asks: int = public("i4")
    """Index of the order among the game's."""
    at: int = public("i4")
    """Length of the log before the order was given; the match of that moment is in `begun`."""
    given: int = public("i4")
    """Number of items drawn."""
    count: int = public("i4")
    """Number of items in all."""
    items: Items = public("i2")
    """int16[max_order]: the drawn items first, then the others in arbitrary order."""
    left: Numbers = public("i2")
    """int16[kinds]: count of each item among those not drawn."""


legal = apply = chance_items = chance_order = items_used = number = ended = unbound
take = lacking = turn = try_step = again = begin = unbound


@kernel
def all_used(_m: Record, _asks: int) -> int:
    """Return a bound above any order: without a `used` of the game, all of an order is used."""
    return 1 << 30


@kernel
def take_step(m: Record, step: int, orders: Records) -> None:
    """Change a record by a step."""
    if step >= 0:
        apply(m, step)
    else:
        one = orders[~step]
        chance_order(m, one.items[: one.count])


@kernel
def undrawn(one: DrawnOrder) -> bool:
    """Return True if more than one kind of item is left, so that the next draw matters."""
    for place in range(one.given + 1, one.count):
        if one.items[place] != one.items[one.given]:
            return True
    return False


@kernel
def first_lacking(play: Play, after: Record, orders: Records) -> int:
    """Return the earliest order of which more was used than was drawn, or NONE."""
    first = NONE
    for asks in range(len(play.last)):
        nth = play.last[asks]
        sooner = nth != NONE and (first == NONE or nth < first)
        if sooner and items_used(after, asks) > orders[nth].given and undrawn(orders[nth]):
            first = int(nth)
    return first


@kernel
def see_turn(play: Play, m: Record, law: Laws) -> int:
    """Find out who is to act and what is legal, and return the result of a call."""
    over = m.actor == OVER or play.moves >= play.limit
    if over or (0 < play.hands <= number(m) and ended(m)):
        play.player = END
    else:
        play.player = m.actor
    play.counts = renumber(play.ranges, legal(m, play.ranges), play.amounts, law) if play.player >= 0 else 0
    return ASKS if play.player == CHANCE else int(play.player)


@kernel
def try_one(play: Play, matches: Records, begun: Records, orders: Records, log: Numbers, law: Laws) -> int:
    """Take the tried step, or wait for an item that it uses."""
    if play.step < 0:
        begun[~play.step] = matches[0]
        orders[~play.step].at = play.logged
    matches[1] = matches[0]
    take(matches[1], play.step, orders)
    play.lacks = lacking(play, matches[1], orders)
    if play.lacks != NONE:
        play.player = CHANCE
        return CHANCE
    matches[0] = matches[1]
    log[play.logged] = play.step
    play.logged += 1
    if play.step >= 0:
        play.moves += 1
    return int(turn(play, matches[0], law))


@kernel
def take_again(play: Play, matches: Records, begun: Records, orders: Records, log: Numbers) -> None:
    """Replay all steps since the order that lacked an item was given."""
    matches[0] = begun[play.lacks]
    for at in range(orders[play.lacks].at, play.logged):
        if log[at] < 0:
            begun[~log[at]] = matches[0]
        take(matches[0], int(log[at]), orders)


@kernel
def draw_item(one: DrawnOrder, item: int) -> bool:
    """Swap an item into the next place of an order. Returns False if none is left."""
    for place in range(one.given, one.count):
        if one.items[place] == item:
            one.items[place] = one.items[one.given]
            one.items[one.given] = item
            one.given += 1
            one.left[item] -= 1
            return True
    return False


@kernel
def begin_order(play: Play, m: Record, one: DrawnOrder) -> None:
    """Begin an order of which nothing is drawn yet."""
    one.asks, one.given, one.count = m.asks, 0, chance_items(m, one.items)
    fill(one.left, 0)
    for place in range(one.count):
        one.left[one.items[place]] += 1
    play.last[m.asks] = play.ordered
    play.step = ~play.ordered
    play.ordered += 1


@kernel
def has_number(play: Play, nth: int) -> bool:
    """Return True if a number of an action is legal."""
    for r in range(play.counts):
        if play.ranges[r, 0] <= nth <= play.ranges[r, 1]:
            return True
    return False


@kernel
def action_of(nth: int, play: Play, law: Laws) -> int:
    """Return the game's action behind a legal number."""
    if nth < law.plain:
        return int(nth)
    family, slot = (nth - law.plain) // law.slots, (nth - law.plain) % law.slots
    write_spread(play.spread, int(play.amounts[family, 0]), int(play.amounts[family, 1]), law.slots)
    return int(law.families[family, 0] + play.spread[slot] - 1)


@kernel
def go_on(
    what: int,
    nth: int,
    plays: Records,
    matches: Records,
    begun: Records,
    orders: Records,
    log: Numbers,
    laws: Records,
) -> int:
    """Do ACT, DRAW or ASK in place. Returns the seat to act then, CHANCE, END, ASKS or REFUSED.

    `plays`: Play[1]; `laws`: Laws[1]. `log` needs room for one more step, and for ASK `begun` and `orders` for one more
    order.
    """
    play = plays[0]
    if what == ACT:
        if not has_number(play, nth):
            return REFUSED
        play.step = action_of(nth, play, laws[0])
    elif what == DRAW:
        if not draw_item(orders[play.lacks], nth):
            return REFUSED
        again(play, matches, begun, orders, log)
    else:
        begin(play, matches[0], orders[play.ordered])
    return int(try_step(play, matches, begun, orders, log, laws[0]))


@kernel
def look_at(plays: Records, matches: Records, laws: Records) -> int:
    """Return whose turn it is in the current match: the seat, END or ASKS."""
    return int(turn(plays[0], matches[0], laws[0]))


@kernel
def list_numbers(plays: Records, numbers: npt.NDArray[Any]) -> int:
    """Write all legal numbers, ascending, and return their count."""
    play, found = plays[0], 0
    for r in range(play.counts):
        for nth in range(play.ranges[r, 0], play.ranges[r, 1] + 1):
            numbers[found] = nth
            found += 1
    return found


@kernel
def list_items(plays: Records, orders: Records, items: Numbers, chances: npt.NDArray[Any]) -> int:
    """Write the items that may come next, ascending, with their probabilities, and return their count."""
    one, found = orders[plays[0].lacks], 0
    for item in range(len(one.left)):
        if one.left[item]:
            items[found], chances[found] = item, one.left[item] / (one.count - one.given)
            found += 1
    return found
