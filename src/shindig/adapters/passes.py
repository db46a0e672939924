"""One pass of a batch over some of its matches: act, deal, and tell what is to be known. Templates, bound to a game.

A row of the batch's state is a `Slot`. All that is told of match i stands in row i of the arrays of `Told`, so passes
over different matches may run side by side.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..games.chance import philox, shuffle
from ..games.engine import count_actions, nth_action
from ..games.kernels import kernel
from ..games.layout import CHANCE, ONLOOKER, OVER, Items, Numbers, Ranges, Records, Row, public
from .actions import write_spread

LOW = 0xFFFFFFFF
KEPT = 16
"""How many lowest and highest amounts are remembered with all amounts between, since powers take their time."""
ACT, LOOK, PASS_BY = -1, -2, -3
"""What there is to do in a match, beside beginning one by its number."""


class Slot(Row):
    """A match of a batch, and where its chance stands: all that decides how it goes on."""

    match: Any = public()
    """The game's record."""
    number: int = public("i8")
    """Which match of its seed it is."""
    given: Numbers = public("i8")
    """int64[orders]: how many orders of each name it was given."""
    hand: int = public("i8")
    """The last hand whose payoffs were told."""
    moves: int = public("i8")
    """Actions played in it."""


class Told(NamedTuple):
    """What is told of n matches, in arrays that are written in place; one that nobody wants has no columns."""

    actor: npt.NDArray[np.int8]
    """int8[n]: the seat to act; OVER (-2) where the match is over."""
    rewards: npt.NDArray[np.int32]
    """int32[n, seats]: what hands that ended in this step brought each seat, in the unit of the game's scores."""
    terminated: npt.NDArray[np.uint8]
    """uint8[n]: 1 where the match is over, or ended in this step and the next one has begun."""
    ranges: Ranges
    """int32[n, most, 2]: the legal numbers of actions, as ascending pairs (first, last)."""
    counts: npt.NDArray[np.int32]
    """int32[n]: how many of these pairs there are."""
    amounts: npt.NDArray[np.int32]
    """int32[n, families, 2]: the lowest and highest legal amount of each family; (0, -1) where none is legal."""
    mask: npt.NDArray[np.uint8]
    """uint8[n, ceil(actions / 8)]: bit a % 8 of byte a // 8 is 1 where number a is legal."""
    views: npt.NDArray[np.int8]
    """int8[n, bytes of a record]: what the actor may know, byte for byte `Game.view`."""


class Laws(NamedTuple):
    """What stays the same in all passes of a batch."""

    fresh: Records
    """Slot[1]: a match before its first step."""
    key: npt.NDArray[np.int64]
    """int64[2]: the words of the seed."""
    names: npt.NDArray[np.int64]
    """int64[orders]: a word for the name of each order."""
    families: npt.NDArray[np.int64]
    """int64[families, 2]: the first and the last action of each family of amounts."""
    plain: int
    """How many actions keep their ids."""
    slots: int
    """How many numbers a family of amounts becomes."""
    seen: npt.NDArray[np.int8]
    """int8[1 + seats, bytes]: which bits of a record the onlooker sees, seat 0, seat 1, ..."""
    blank: npt.NDArray[np.int8]
    """The same shape: what stands in the others."""


def _unbound(*_: Any) -> Any:
    raise AssertionError("a template must be bound to a game")


legal = apply = wanted = order = number = ended = payoff = _unbound
deal = begin = act = tell = pay = _unbound


@kernel
def is_legal(told: Told, i: int, number: int) -> bool:
    """Whether a number is legal in a match, as its mask says."""
    mask = told.mask[i]
    return bool(0 <= number < 8 * len(mask) and mask[number >> 3] >> (number & 7) & 1)


@kernel
def action_of(told: Told, laws: Laws, i: int, number: int, spreads: Numbers) -> int:
    """The game's action behind a legal number. `spreads`: int64[families, KEPT, 2 + slots], kept from call to call."""
    if number < laws.plain:
        return int(number)
    family, slot = (number - laws.plain) // laws.slots, (number - laws.plain) % laws.slots
    low, high = told.amounts[i, family, 0], told.amounts[i, family, 1]
    kept = spreads[family, (low + high) % KEPT]
    if kept[0] != low or kept[1] != high:
        kept[0], kept[1] = low, high
        write_spread(kept[2:], int(low), int(high), laws.slots)
    return int(laws.families[family, 0] + kept[2 + slot] - 1)


@kernel
def first_illegal(states: Records, actions: Numbers, told: Told) -> int:
    """The first match that is not over and whose action is not legal; -1 where there is none."""
    for i in range(len(states)):
        if told.actor[i] >= 0 and not is_legal(told, i, int(actions[i])):
            return i
    return -1


@kernel
def pay_at(states: Records, i: int, told: Told) -> None:
    """Tell what a hand brought, once it has ended."""
    slot = states[i]
    m = slot.match
    if ended(m) and number(m) != slot.hand:
        slot.hand = number(m)
        for seat in range(m.seats):
            told.rewards[i, seat] += payoff(m, seat)


@kernel
def deal_at(states: Records, i: int, told: Told, laws: Laws, items: Items) -> None:
    """Give all orders that are needed until somebody is to act."""
    slot = states[i]
    m = slot.match
    pay(states, i, told)
    while m.actor == CHANCE:
        asks = m.asks
        count = wanted(m, items)
        name, nth = int(laws.names[asks]), int(slot.given[asks])
        shuffle(items, count, name, nth, int(slot.number), int(laws.key[0]), int(laws.key[1]))
        slot.given[asks] += 1
        order(m, items[:count])
        pay(states, i, told)


@kernel
def begin_at(states: Records, i: int, nth: int, told: Told, laws: Laws, items: Items) -> None:
    """Begin a match by its number."""
    states[i] = laws.fresh[0]
    states[i].number = nth
    deal(states, i, told, laws, items)


@kernel
def write_ranges(count: int, found: Ranges, i: int, told: Told, laws: Laws) -> None:
    """Renumber `count` ranges of actions: the plain ones as they are, of each family as many as it has slots."""
    written = 0
    for family in range(len(laws.families)):
        told.amounts[i, family, 0], told.amounts[i, family, 1] = 0, -1
    for r in range(count):
        first, last = found[r, 0], found[r, 1]
        if first < laws.plain:
            told.ranges[i, written, 0], told.ranges[i, written, 1] = first, min(last, laws.plain - 1)
            written += 1
        for family in range(len(laws.families)):
            if laws.families[family, 0] <= first <= laws.families[family, 1]:
                low, high = first - laws.families[family, 0] + 1, last - laws.families[family, 0] + 1
                told.amounts[i, family, 0], told.amounts[i, family, 1] = low, high
                start = laws.plain + family * laws.slots
                told.ranges[i, written, 0] = start
                told.ranges[i, written, 1] = start + min(high - low + 1, laws.slots) - 1
                written += 1
    told.counts[i] = written


@kernel
def write_mask(i: int, told: Told) -> None:
    """Set the bits of all legal numbers, a byte at a time."""
    mask = told.mask[i]
    for j in range(len(mask)):
        mask[j] = 0
    for r in range(told.counts[i]):
        first, last = int(told.ranges[i, r, 0]), int(told.ranges[i, r, 1])
        for j in range(first >> 3, (last >> 3) + 1):
            low, high = max(first - 8 * j, 0), min(last - 8 * j, 7)
            mask[j] |= (1 << high + 1) - (1 << low)


@kernel
def write_view(raw: Numbers, i: int, viewer: int, told: Told, laws: Laws) -> None:
    """Mask the record: what the viewer may know."""
    seen, blank, row, view = laws.seen[viewer + 1], laws.blank[viewer + 1], raw[i], told.views[i]
    for j in range(len(view)):
        view[j] = (row[j] & seen[j]) | blank[j]


@kernel
def tell_at(states: Records, raw: Numbers, i: int, told: Told, laws: Laws, found: Ranges) -> None:
    """Write what is to be known of a match."""
    m = states[i].match
    told.actor[i] = m.actor
    told.terminated[i] |= m.actor == OVER
    write_ranges(legal(m, found) if m.actor >= 0 else 0, found, i, told, laws)
    write_mask(i, told)
    write_view(raw, i, max(int(m.actor), ONLOOKER), told, laws)


@kernel
def clear(i: int, told: Told) -> None:
    """Nothing has happened in this step yet."""
    told.terminated[i] = 0
    for seat in range(told.rewards.shape[1]):
        told.rewards[i, seat] = 0


@kernel
def act_at(
    states: Records, i: int, action: int, stride: int, told: Told, laws: Laws, items: Items, spreads: Numbers
) -> None:
    """Play a legal action and deal on; with a `stride`, the match so many numbers on begins where this one ends."""
    slot = states[i]
    apply(slot.match, action_of(told, laws, i, action, spreads))
    slot.moves += 1
    deal(states, i, told, laws, items)
    if slot.match.actor == OVER and stride:
        told.terminated[i] = 1
        begin(states, i, slot.number + stride, told, laws, items)


@kernel
def pass_matches(
    states: Records,
    raw: Numbers,
    first: int,
    last: int,
    todo: Numbers,
    actions: Numbers,
    stride: int,
    told: Told,
    laws: Laws,
    found: Ranges,
    items: Items,
    spreads: Numbers,
) -> None:
    """Do what is to do in the matches from `first` to `last` - 1, and tell what comes of it.

    `todo`, int64[n]: ACT plays `actions[i]` where the match is not over, LOOK tells, PASS_BY leaves it alone, and a
    number from 0 on begins the match of that number. `raw` are the bytes of `states`; `found`, `items` and `spreads`
    are to work in.
    """
    for i in range(first, last):
        if todo[i] != PASS_BY:
            clear(i, told)
            if todo[i] >= 0:
                begin(states, i, int(todo[i]), told, laws, items)
            elif todo[i] == ACT and states[i].match.actor >= 0:
                act(states, i, int(actions[i]), stride, told, laws, items, spreads)
            tell(states, raw, i, told, laws, found)


@kernel
def pick_actions(states: Records, first: int, last: int, name: int, told: Told, laws: Laws, actions: Numbers) -> None:
    """A uniformly random legal number for each match, -1 where it is over: keyed by seed, match and moves."""
    for i in range(first, last):
        actions[i] = -1
        if told.counts[i]:
            nth, moves = int(states[i].number), int(states[i].moves)
            words = philox(moves & LOW, name, nth & LOW, nth >> 32, int(laws.key[0]), int(laws.key[1]))
            places = int(count_actions(told.ranges[i], told.counts[i]))
            actions[i] = nth_action(told.ranges[i], words[0] * places >> 32)
