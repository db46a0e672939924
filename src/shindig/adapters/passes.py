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
from ..games.engine import count_actions, nth_action
from ..games.hands import copy, fill
from ..games.kernels import kernel
from ..games.layout import CHANCE, ONLOOKER, OVER, Items, Numbers, Ranges, Records, Row, public
from .actions import write_spread

LOW = 0xFFFFFFFF
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


def _unbound(*_: Any) -> Any:
    raise AssertionError("a template must be bound to a game")


legal = apply = wanted = order = number = ended = payoff = _unbound
pay = deal = begin = act = each = _unbound


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


@kernel
def action_of(number: int, amounts: Numbers, law: Laws, spreads: Numbers) -> int:
    """The game's action behind a legal number. `spreads`: int64[families, KEPT, 2 + slots], kept from call to call."""
    if number < law.plain:
        return int(number)
    family, slot = (number - law.plain) // law.slots, (number - law.plain) % law.slots
    low, high = amounts[family, 0], amounts[family, 1]
    kept = spreads[family, (low + high) % KEPT]
    if kept[0] != low or kept[1] != high:
        kept[0], kept[1] = low, high
        write_spread(kept[2:], int(low), int(high), law.slots)
    return int(law.families[family, 0] + kept[2 + slot] - 1)


@kernel
def pay_of(slot: Slot, rewards: Numbers) -> None:
    """Tell what a hand brought, once it has ended."""
    m = slot.match
    if ended(m) and number(m) != slot.hand:
        slot.hand = number(m)
        for seat in range(m.seats):
            rewards[seat] += payoff(m, seat)


@kernel
def deal_on(slot: Slot, law: Laws, rewards: Numbers, items: Items) -> None:
    """Give all orders that are needed until somebody is to act."""
    m = slot.match
    pay(slot, rewards)
    while m.actor == CHANCE:
        asks = m.asks
        count = wanted(m, items)
        name, nth = int(law.names[asks]), int(slot.given[asks])
        shuffle(items, count, name, nth, int(slot.number), int(law.key[0]), int(law.key[1]))
        slot.given[asks] += 1
        order(m, items[:count])
        pay(slot, rewards)


@kernel
def begin_one(slot: Slot, raw: Numbers, nth: int, law: Laws, rewards: Numbers, items: Items) -> None:
    """Begin a match by its number; `raw` are the bytes of the slot."""
    copy(law.fresh, raw)
    slot.number = nth
    deal(slot, law, rewards, items)


@kernel
def act_in(slot: Slot, raw: Numbers, action: int, law: Laws, rewards: Numbers, items: Items) -> bool:
    """Play a legal action and deal on; with a stride the next match begins where this one ends. True where it ended."""
    apply(slot.match, action)
    slot.moves += 1
    deal(slot, law, rewards, items)
    over = slot.match.actor == OVER
    if over and law.stride:
        begin(slot, raw, slot.number + law.stride, law, rewards, items)
    return bool(over)


@kernel
def renumber(ranges: Ranges, count: int, amounts: Numbers, law: Laws) -> int:
    """Give the actions of each family, which come after the plain ones, as many numbers as it has slots, in place.

    Returns how many ranges there are then.
    """
    for family in range(len(amounts)):
        amounts[family, 0], amounts[family, 1] = 0, -1
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


@kernel
def write_mask(ranges: Ranges, count: int, mask: Numbers) -> None:
    """Set the bits of all legal numbers, a byte at a time."""
    fill(mask, 0)
    for r in range(count):
        first, last = int(ranges[r, 0]), int(ranges[r, 1])
        bits = 0xFF << (first & 7)
        for j in range(first >> 3, last >> 3):
            mask[j] |= bits & 0xFF
            bits = 0xFF
        mask[last >> 3] |= bits & (2 << (last & 7)) - 1


@kernel
def write_view(raw: Numbers, seen: Numbers, blank: Numbers, view: Numbers) -> None:
    """Mask the bytes of a record, of which a slot is the beginning: what the viewer may know."""
    for j in range(len(view)):
        view[j] = (raw[j] & seen[j]) | blank[j]


@kernel
def pass_each(
    states: Records,
    raw: Numbers,
    first: int,
    last: int,
    todo: Numbers,
    actions: Numbers,
    told: Told,
    law: Laws,
    items: Items,
    spreads: Numbers,
) -> None:
    """The same as `pass_matches`."""
    for i in range(first, last):
        slot, what, ranges, ended_now = states[i], int(todo[i]), told.ranges[i], False
        m = slot.match
        if what == PASS_BY:
            continue
        fill(told.rewards[i], 0)
        if what >= 0:
            begin(slot, raw[i], what, law, told.rewards[i], items)
        elif what == ACT and m.actor >= 0:
            action = action_of(int(actions[i]), told.amounts[i], law, spreads)
            ended_now = act(slot, raw[i], action, law, told.rewards[i], items)
        viewer = max(int(m.actor), ONLOOKER)
        told.actor[i] = m.actor
        told.terminated[i] = ended_now or m.actor == OVER
        told.counts[i] = renumber(ranges, legal(m, ranges) if viewer >= 0 else 0, told.amounts[i], law)
        write_mask(ranges, told.counts[i], told.mask[i])
        write_view(raw[i], law.seen[viewer + 1], law.blank[viewer + 1], told.views[i])


@kernel
def pass_matches(
    states: Records,
    raw: Numbers,
    first: int,
    last: int,
    todo: Numbers,
    actions: Numbers,
    told: Told,
    laws: Records,
    items: Items,
    spreads: Numbers,
) -> None:
    """Do what is to do in the matches from `first` to `last` - 1, and tell what comes of it.

    `todo`, int64[n]: ACT plays `actions[i]` where the match is not over, LOOK tells, PASS_BY leaves it alone, and a
    number from 0 on begins the match of that number. `raw` are the bytes of `states`; `items` and `spreads` are to work
    in. `laws`: Laws[1].
    """
    each(states, raw, first, last, todo, actions, told, laws[0], items, spreads)


@kernel
def pick_actions(
    numbers: Numbers, moves: Numbers, first: int, last: int, key: Numbers, told: Told, actions: Numbers
) -> None:
    """A uniformly random legal number for each match, -1 where it is over: keyed by seed, match and moves."""
    for i in range(first, last):
        actions[i] = pick(int(numbers[i]), int(moves[i]), int(key[0]), int(key[1]), told.ranges[i], told.counts[i])


@kernel
def pick(nth: int, moves: int, k0: int, k1: int, ranges: Ranges, count: int) -> int:
    """One of the numbers in the first `count` ranges; -1 where there are none."""
    if count == 0:
        return -1
    word = philox(moves & LOW, PICK, nth & LOW, nth >> 32, k0, k1)[0]
    return int(nth_action(ranges, word * int(count_actions(ranges, count)) >> 32))
