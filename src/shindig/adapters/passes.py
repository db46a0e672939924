"""One pass of a batch over some of its matches: act, deal, and tell what is to be known. Templates, bound to a game.

A row of the batch's state is a `Slot`. All that is told of match i stands in row i of the arrays of `Told`, so passes
over different matches may run side by side. What a kernel is given takes its time: a record is one pointer, a row of
an array seven words, so kernels get the record or the row that they are about.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..games.chance import name_key, philox, shuffle
from ..games.hands import copy, fill
from ..games.kernels import inlined, kernel, unbound
from ..games.layout import CHANCE, ONLOOKER, OVER, Items, Numbers, Ranges, Records, Row, public
from .actions import write_spread

LOW, HALF = 0xFFFFFFFF, 1 << 31
"""All bits of a word; half of the words there are."""
KEPT = 16
"""How many lowest and highest amounts are remembered with all amounts between, since powers take their time."""
PICK = name_key("random action")
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
    sizes: npt.NDArray[np.int32]
    """int32[n]: how many legal numbers are in them."""
    amounts: npt.NDArray[np.int32]
    """int32[n, families, 2]: the lowest and highest legal amount of each family; (0, -1) where none is legal."""
    mask: npt.NDArray[np.uint8]
    """uint8[n, ceil(actions / 8)]: bit a % 8 of byte a // 8 is 1 where number a is legal."""
    views: npt.NDArray[np.int8]
    """int8[n, bytes of a record]: what the actor may know, byte for byte `Game.view`."""


class Laws(Row):
    """What stays the same in all passes of a batch."""

    key: Numbers = public("i8")
    """int64[2]: the words of the seed."""
    names: Numbers = public("i8")
    """int64[orders]: a word for the name of each order."""
    families: Numbers = public("i8")
    """int64[families, 2]: the first and the last action of each family of amounts."""
    plain: int = public("i8")
    """How many actions keep their ids."""
    slots: int = public("i8")
    """How many numbers a family of amounts becomes."""
    stride: int = public("i8")
    """Where a match ends, the one so many numbers on begins; 0 for none."""
    fresh: Numbers = public()
    """int8[bytes of a slot]: a match before its first step."""
    seen: Numbers = public()
    """int8[1 + seats, bytes]: which bits of a record the onlooker sees, seat 0, seat 1, ..."""
    blank: Numbers = public()
    """The same shape: what stands in the others."""
    spans: Numbers = public("i8")
    """int64[spans, 2]: from where on somebody does not see some of how many bytes."""


class Room(Row):
    """What a pass works in."""

    items: Items = public("i2")
    """int16[max_order]"""
    spreads: Numbers = public("i8")
    """int64[families, KEPT, 2 + slots]: the lowest and the highest amount, and those behind slots between them."""


legal = apply = wanted = order = number = ended = payoff = unbound
pay = give = deal = begin = act = tell = each = unbound


@inlined
@kernel
def is_legal(mask: Numbers, number: int) -> bool:
    """Whether a mask has a number."""
    return bool(0 <= number < 8 * len(mask) and mask[number >> 3] >> (number & 7) & 1)


@kernel
def first_illegal(actors: Numbers, masks: Numbers, actions: Numbers) -> int:
    """The first match that is not over and whose action is not legal; -1 where there is none."""
    for i in range(len(actors)):
        if actors[i] >= 0 and not is_legal(masks[i], int(actions[i])):
            return i
    return -1


@inlined
@kernel
def action_of(number: int, amounts: Numbers, law: Laws, room: Room) -> int:
    """The game's action behind a legal number."""
    if number < law.plain:
        return int(number)
    return int(amount_of(number, amounts, law, room))


@kernel
def amount_of(number: int, amounts: Numbers, law: Laws, room: Room) -> int:
    """The same for a number that stands for an amount."""
    family, slot = (number - law.plain) // law.slots, (number - law.plain) % law.slots
    low, high = amounts[family, 0], amounts[family, 1]
    kept = room.spreads[family, (low + high) % KEPT]
    if kept[0] != low or kept[1] != high:
        kept[0], kept[1] = low, high
        write_spread(kept[2:], int(low), int(high), law.slots)
    return int(law.families[family, 0] + kept[2 + slot] - 1)


@inlined
@kernel
def pay_of(slot: Slot, rewards: Numbers) -> None:
    """Tell what a hand brought, once it has ended."""
    m = slot.match
    if ended(m) and number(m) != slot.hand:
        slot.hand = number(m)
        for seat in range(m.seats):
            rewards[seat] += payoff(m, seat)


@kernel
def give_one(slot: Slot, law: Laws, room: Room) -> None:
    """Give the order that is needed."""
    m = slot.match
    asks = m.asks
    count = wanted(m, room.items)
    name, nth = int(law.names[asks]), int(slot.given[asks])
    shuffle(room.items, count, name, nth, int(slot.number), int(law.key[0]), int(law.key[1]))
    slot.given[asks] += 1
    order(m, room.items[:count])


@inlined
@kernel
def deal_on(slot: Slot, law: Laws, rewards: Numbers, room: Room) -> None:
    """Give all orders that are needed until somebody is to act."""
    pay(slot, rewards)
    while slot.match.actor == CHANCE:
        give(slot, law, room)
        pay(slot, rewards)


@kernel
def begin_one(slot: Slot, raw: Numbers, nth: int, law: Laws, rewards: Numbers, room: Room) -> None:
    """Begin a match by its number; `raw` are the bytes of the slot."""
    copy(law.fresh, raw)
    slot.number = nth
    deal(slot, law, rewards, room)


@inlined
@kernel
def act_in(slot: Slot, raw: Numbers, action: int, law: Laws, rewards: Numbers, room: Room) -> bool:
    """Play a legal action and deal on; with a stride the next match begins where this one ends. True where it ended."""
    apply(slot.match, action)
    slot.moves += 1
    deal(slot, law, rewards, room)
    over = slot.match.actor == OVER
    if over and law.stride:
        begin(slot, raw, slot.number + law.stride, law, rewards, room)
    return bool(over)


@inlined
@kernel
def renumber(ranges: Ranges, count: int, amounts: Numbers, law: Laws) -> int:
    """Give the actions of each family, which come after the plain ones, as many numbers as it has slots, in place.

    Returns how many ranges there are then.
    """
    for family in range(len(amounts)):
        amounts[family, 0], amounts[family, 1] = 0, -1
    if count == 0 or ranges[count - 1, 1] < law.plain:
        return int(count)
    return int(number_amounts(ranges, count, amounts, law))


@kernel
def number_amounts(ranges: Ranges, count: int, amounts: Numbers, law: Laws) -> int:
    """The same, where there are amounts."""
    written = count
    while written > 0 and ranges[written - 1, 1] >= law.plain:
        written -= 1
    for r in range(written, count):
        first, last = ranges[r, 0], ranges[r, 1]
        if first < law.plain:
            ranges[written, 0], ranges[written, 1] = first, law.plain - 1
            written += 1
        for family in range(len(amounts)):
            if law.families[family, 0] <= first <= law.families[family, 1]:
                low, high = first - law.families[family, 0] + 1, last - law.families[family, 0] + 1
                amounts[family, 0], amounts[family, 1] = low, high
                start = law.plain + family * law.slots
                ranges[written, 0] = start
                ranges[written, 1] = start + min(high - low + 1, law.slots) - 1
                written += 1
    return int(written)


@inlined
@kernel
def write_mask(ranges: Ranges, count: int, mask: Numbers) -> int:
    """Set the bits of all legal numbers, a byte at a time: how many they are."""
    fill(mask, 0)
    size = 0
    for r in range(count):
        first, last = int(ranges[r, 0]) & LOW, int(ranges[r, 1]) & LOW
        size += last - first + 1
        bits = 0xFF << (first & 7)
        for j in range(first >> 3, last >> 3):
            mask[j] |= bits & 0xFF
            bits = 0xFF
        mask[last >> 3] |= bits & (2 << (last & 7)) - 1
    return size


@inlined
@kernel
def write_view(raw: Numbers, seen: Numbers, blank: Numbers, spans: Numbers, view: Numbers) -> None:
    """Copy a record, of which a slot is the beginning, and mask the bytes that the viewer may not see."""
    if len(view) == 0:
        return
    for j in range(len(view)):
        view[j] = raw[j]
    for s in range(len(spans)):
        first = int(spans[s, 0]) & LOW
        for j in range(int(spans[s, 1]) & LOW):
            view[first + j] = (raw[first + j] & seen[first + j]) | blank[first + j]


@inlined
@kernel
def tell_of(slot: Slot, raw: Numbers, i: int, told: Told, law: Laws) -> None:
    """Tell what may be done in match i, and what the actor knows."""
    m, ranges, amounts = slot.match, told.ranges[i], told.amounts[i]
    viewer = max(int(m.actor), ONLOOKER)
    told.actor[i] = m.actor
    count = renumber(ranges, legal(m, ranges) if viewer >= 0 else 0, amounts, law)
    told.counts[i] = count
    told.sizes[i] = write_mask(ranges, count, told.mask[i])
    write_view(raw, law.seen[viewer + 1], law.blank[viewer + 1], law.spans, told.views[i])


@kernel
def pass_each(
    states: Records, raw: Numbers, todo: Numbers, actions: Numbers, told: Told, law: Laws, room: Room
) -> None:
    """The same as `pass_matches`."""
    for i in range(len(todo)):
        slot, what, ended_now = states[i], int(todo[i]), False
        if what == PASS_BY:
            continue
        rewards = told.rewards[i]
        fill(rewards, 0)
        if what >= 0:
            begin(slot, raw[i], what, law, rewards, room)
        elif what == ACT and slot.match.actor >= 0:
            action = action_of(int(actions[i]), told.amounts[i], law, room)
            ended_now = act(slot, raw[i], action, law, rewards, room)
        told.terminated[i] = ended_now or slot.match.actor == OVER
        tell(slot, raw[i], i, told, law)


@kernel
def pass_matches(
    states: Records, raw: Numbers, todo: Numbers, actions: Numbers, told: Told, laws: Records, rooms: Records
) -> None:
    """Do what is to do in n matches, and tell what comes of it.

    `todo`, int64[n]: ACT plays `actions[i]` where the match is not over, LOOK tells, PASS_BY leaves it alone, and a
    number from 0 on begins the match of that number. `raw` are the bytes of `states`. `laws`: Laws[1]; `rooms`:
    Room[1].
    """
    each(states, raw, todo, actions, told, laws[0], rooms[0])


@kernel
def pick_actions(states: Records, told: Told, laws: Records, actions: Numbers) -> None:
    """A uniformly random legal number for each of n matches, -1 where it is over: keyed by seed, match and moves."""
    k0, k1 = int(laws[0].key[0]), int(laws[0].key[1])
    for i in range(len(actions)):
        actions[i] = draw(int(states[i].number), int(states[i].moves), k0, k1) - HALF
    for i in range(len(actions)):
        actions[i] = pick(int(actions[i]) + HALF, told.ranges[i], told.counts[i], told.sizes[i])


@inlined
@kernel
def draw(nth: int, moves: int, k0: int, k1: int) -> int:
    """A random word for a move of a match."""
    return philox(moves & LOW, PICK, nth & LOW, nth >> 32 & LOW, k0 & LOW, k1 & LOW)[0]


@inlined
@kernel
def pick(word: int, ranges: Ranges, count: int, size: int) -> int:
    """One of the `size` numbers in the first `count` ranges; -1 where there are none."""
    rest = word * int(size) >> 32
    for r in range(count):
        first, last = int(ranges[r, 0]), int(ranges[r, 1])
        if first + rest <= last:
            return first + rest
        rest -= last - first + 1
    return -1
