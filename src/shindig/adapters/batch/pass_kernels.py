"""One pass of a batch over some of its matches: act, deal, write the outputs. Kernel templates, bound to a game.

A row of the batch's state is a `Slot`. All outputs of match i are in row i of the arrays of `BatchOutputs`, so passes
over different matches can run in parallel. Arguments cost time: a record is one pointer, a row of an array seven words.
So kernels take only the record or the row that they need.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...core.kernel_compiler import inlined, kernel, unbound
from ...core.layout_and_views import CHANCE, ONLOOKER, OVER, Items, Numbers, Ranges, Records, Row, public
from ...core.seeded_chance import name_key, philox, shuffle_by_key
from ...gamekit.array_and_bit_kernels import copy_array, fill
from ..flat_actions import write_spread
from ..observation_vector_kernels import write_exact
from ..plane_update_kernels import update_planes

LOW, HALF = 0xFFFFFFFF, 1 << 31
"""Mask of a 32-bit word, and half of the range of words."""
KEPT = 16
"""Number of cached spreads per family, by lowest and highest amount, since powers are slow."""
PICK = name_key("random action")
ACT, LOOK, PASS_BY = -1, -2, -3
"""Tasks for a match; a number from 0 on begins the match of that number."""
DO, CHECK, SAMPLE, PICK_ONLY = range(4)
"""Kinds of pass: do the tasks; check all actions before; play random actions; only pick random actions."""
BY_NUMBER = -1
"""Your seat, if it changes with the number of the match."""
OUTSIDE = 0
"""Policy of a seat whose actions come from the caller."""
MOST_SKIPPED = 1000
"""Number of matches in a row that are skipped at most."""


class Slot(Row):
    """A match of a batch and the position of its chance: all data from which it goes on."""

    match: Any = public()
    """The game's record."""
    number: int = public("i8")
    """Number of the match within its seed."""
    given: Numbers = public("i8")
    """int64[orders]: how many orders of each name were given."""
    hand: int = public("i8")
    """The last hand whose payoffs were paid."""
    moves: int = public("i8")
    """Actions played in the match."""


class BatchOutputs(NamedTuple):
    """Outputs for n matches, in arrays that are written in place. An output that nobody wants has no columns."""

    actor: npt.NDArray[np.int8]
    """int8[n]: the seat to act; OVER (-2) if the match is over."""
    rewards: npt.NDArray[np.int32]
    """int32[n, seats]: payoffs of hands that ended in this step, in the unit of the game's scores."""
    terminated: npt.NDArray[np.uint8]
    """uint8[n]: 1 if the match is over, or ended in this step and the next one has begun."""
    ranges: Ranges
    """int32[n, most, 2]: the legal numbers of actions, as ascending pairs (first, last)."""
    counts: npt.NDArray[np.int32]
    """int32[n]: number of these pairs."""
    sizes: npt.NDArray[np.int32]
    """int32[n]: number of legal actions in them."""
    amounts: npt.NDArray[np.int32]
    """int32[n, families, 2]: the lowest and highest legal amount of each family; (0, -1) if none is legal."""
    mask: npt.NDArray[np.uint8]
    """uint8[n, ceil(actions / 8)]: bit a % 8 of byte a // 8 is 1 if number a is legal."""
    views: npt.NDArray[np.int8]
    """int8[n, bytes of a record]: the actor's view, byte for byte that of `Game.view`."""
    hand_ended: npt.NDArray[np.uint8]
    """uint8[n]: 1 if a hand ended in this step; its payoffs may all be 0."""
    vectors: npt.NDArray[np.float32]
    """float32[n, entries]: what the actor knows, as planes or as exact numbers."""
    shown: npt.NDArray[np.int8]
    """int8[n, bytes of a record]: the records from which planes were last written."""
    shown_to: npt.NDArray[np.int8]
    """int8[n]: the seats for which they were written; -1 for none."""


class VectorCodes(NamedTuple):
    """Tables by which vectors are written."""

    codes: npt.NDArray[np.int32]
    """int32[fields, columns]: a row for each field."""
    lists: npt.NDArray[np.int32]
    """int32[...]: the lists of cards that codes refer to."""


class Laws(Row):
    """Constants for all passes of a batch."""

    key: Numbers = public("i8")
    """int64[2]: the words of the seed."""
    names: Numbers = public("i8")
    """int64[orders]: a word for the name of each order."""
    families: Numbers = public("i8")
    """int64[families, 2]: the first and the last action of each family of amounts."""
    plain: int = public("i8")
    """Number of actions that keep their ids."""
    slots: int = public("i8")
    """Number of slots per family of amounts."""
    stride: int = public("i8")
    """Distance to the number of the next match, which begins when one ends; 0 for none."""
    fresh: Numbers = public()
    """int8[bytes of a slot]: a match before its first step."""
    seen: Numbers = public()
    """int8[1 + seats, bytes]: bits of a record that are visible to the onlooker, seat 0, seat 1, ..."""
    blank: Numbers = public()
    """int8[1 + seats, bytes]: values of the bits that are not visible."""
    spans: Numbers = public("i8")
    """int64[spans, 2]: start and length of the bytes that some viewer may not see."""
    exact: int = public("i8")
    """1 if vectors are exact numbers, 0 for planes."""
    piece: int = public("i8")
    """Number of matches in a piece, which fit the second cache together."""
    seat: int = public("i8")
    """Your seat, or BY_NUMBER."""
    skip: int = public("i8")
    """Distance to the match that begins instead of one in which you have no turn; 0 for none."""
    policies: Numbers = public("i8")
    """int64[seats]: who plays your seat, the next one, ...: OUTSIDE, or a policy from 1 on."""


class Scratch(Row):
    """Scratch memory of a pass."""

    items: Items = public("i2")
    """int16[max_order]: items of an order."""
    spreads: Numbers = public("i8")
    """int64[families, KEPT, 2 + slots]: cached lowest and highest amount, and the amounts behind the slots between
    them."""
    ended: int = public("i8")
    """1 if a hand ended in this step."""


class PassWork(NamedTuple):
    """What a pass over n matches reads and writes."""

    states: Records
    """Slot[n]."""
    raw: Numbers
    """int8[n, bytes]: the bytes of `states`."""
    todo: Numbers
    """int64[n]: ACT plays `actions[i]` unless the match is over, LOOK only writes the outputs, and PASS_BY skips the
    match. A number from 0 on begins the match of that number."""
    actions: Numbers
    """int32[n]: legal numbers."""
    told: BatchOutputs
    laws: Records
    """Laws[1]."""
    rooms: Records
    """Scratch[1]: of one thread alone, as are the bots."""
    how: VectorCodes
    bots: Any


legal = apply = chance_items = chance_order = number = ended = payoff = unbound
pay = give = deal = begin = act = find_viewer = tell = piece = alone = unbound


@inlined
@kernel
def is_legal(mask: Numbers, number: int) -> bool:
    """Return True if the mask has the number."""
    return bool(0 <= number < 8 * len(mask) and mask[number >> 3] >> (number & 7) & 1)


@inlined
@kernel
def is_wrong(i: int, todo: Numbers, told: BatchOutputs, actions: Numbers) -> bool:
    """Return True if match i is to act, is not over, and its action is illegal."""
    return bool(todo[i] == ACT and told.actor[i] >= 0 and not is_legal(told.mask[i], int(actions[i])))


@kernel
def first_illegal(todo: Numbers, told: BatchOutputs, actions: Numbers) -> int:
    """Return the first match whose action is illegal; -1 if there is none."""
    for i in range(len(todo)):
        if is_wrong(i, todo, told, actions):
            return i
    return -1


@inlined
@kernel
def action_of(number: int, amounts: Numbers, law: Laws, room: Scratch) -> int:
    """Return the game's action behind a legal number."""
    if number < law.plain:
        return int(number)
    return int(amount_of(number, amounts, law, room))


@kernel
def amount_of(number: int, amounts: Numbers, law: Laws, room: Scratch) -> int:
    """Return the game's action behind a legal number that stands for an amount."""
    family, slot = (number - law.plain) // law.slots, (number - law.plain) % law.slots
    low, high = amounts[family, 0], amounts[family, 1]
    kept = room.spreads[family, (low + high) % KEPT]
    if kept[0] != low or kept[1] != high:
        kept[0], kept[1] = low, high
        write_spread(kept[2:], int(low), int(high), law.slots)
    return int(law.families[family, 0] + kept[2 + slot] - 1)


@inlined
@kernel
def pay_of(slot: Slot, rewards: Numbers, room: Scratch) -> None:
    """Add the payoffs of a hand to the rewards, once it has ended."""
    m = slot.match
    if ended(m) and number(m) != slot.hand:
        slot.hand = number(m)
        room.ended = 1
        for seat in range(m.seats):
            rewards[seat] += payoff(m, seat)


@kernel
def give_one(slot: Slot, law: Laws, room: Scratch) -> None:
    """Give the order that is needed."""
    m = slot.match
    asks = m.asks
    count = chance_items(m, room.items)
    name, nth = int(law.names[asks]), int(slot.given[asks])
    shuffle_by_key(room.items, count, name, nth, int(slot.number), int(law.key[0]), int(law.key[1]))
    slot.given[asks] += 1
    chance_order(m, room.items[:count])


@inlined
@kernel
def deal_on(slot: Slot, _raw: Numbers, law: Laws, rewards: Numbers, room: Scratch, _bots: Any) -> None:
    """Give orders until a seat is to act or the match is over."""
    pay(slot, rewards, room)
    while slot.match.actor == CHANCE:
        give(slot, law, room)
        pay(slot, rewards, room)


@kernel
def begin_one(slot: Slot, raw: Numbers, nth: int, law: Laws, rewards: Numbers, room: Scratch, bots: Any) -> None:
    """Begin a match by its number; `raw` are the bytes of the slot. Matches in which you have no turn are skipped."""
    for _ in range(MOST_SKIPPED):
        copy_array(law.fresh, raw)
        slot.number = nth
        deal(slot, raw, law, rewards, room, bots)
        if law.skip == 0 or slot.match.actor != OVER:
            return
        nth += law.skip
        fill(rewards, 0)


@inlined
@kernel
def act_in(slot: Slot, raw: Numbers, action: int, law: Laws, rewards: Numbers, room: Scratch, bots: Any) -> bool:
    """Play a legal action and deal on. With a stride, the next match begins when this one ends. Returns True if it
    ended."""
    apply(slot.match, action)
    slot.moves += 1
    deal(slot, raw, law, rewards, room, bots)
    over = slot.match.actor == OVER
    if over and law.stride:
        begin(slot, raw, slot.number + law.stride, law, rewards, room, bots)
    return bool(over)


@inlined
@kernel
def renumber(ranges: Ranges, count: int, amounts: Numbers, law: Laws) -> int:
    """Replace the actions of each family, which come after the plain ones, by as many numbers as it has slots, in
    place.

    Returns the new number of ranges.
    """
    for family in range(len(amounts)):
        amounts[family, 0], amounts[family, 1] = 0, -1
    if count == 0 or ranges[count - 1, 1] < law.plain:
        return int(count)
    return int(number_amounts(ranges, count, amounts, law))


@kernel
def number_amounts(ranges: Ranges, count: int, amounts: Numbers, law: Laws) -> int:
    """Renumber ranges that are known to contain amounts; see `renumber`."""
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
    """Set the bits of all legal numbers, a byte at a time, and return their count."""
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
    """Copy a record from the start of a slot, and mask the bytes that the viewer may not see."""
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
def find_viewer_of(slot: Slot, _law: Laws) -> int:
    """Return the seat to act, or the onlooker once the match is over."""
    return int(max(int(slot.match.actor), ONLOOKER))


@inlined
@kernel
def tell_of(slot: Slot, raw: Numbers, i: int, viewer: int, told: BatchOutputs, law: Laws) -> None:
    """Write the legal numbers and the viewer's view of match i."""
    m, ranges, amounts = slot.match, told.ranges[i], told.amounts[i]
    told.actor[i] = m.actor
    count = renumber(ranges, legal(m, ranges) if m.actor >= 0 else 0, amounts, law)
    told.counts[i] = count
    told.sizes[i] = write_mask(ranges, count, told.mask[i])
    write_view(raw, law.seen[viewer + 1], law.blank[viewer + 1], law.spans, told.views[i])


@kernel
def show(i: int, raw: Numbers, viewer: int, seats: int, how: VectorCodes, law: Laws, told: BatchOutputs) -> None:
    """Write what a viewer of match i knows as planes or as exact numbers; zeros for the onlooker."""
    vector = told.vectors[i]
    if law.exact == 0:
        update_planes(raw, told.shown[i], viewer, int(told.shown_to[i]), seats, how.codes, how.lists, vector)
        told.shown_to[i] = viewer
    elif viewer >= 0:
        write_exact(raw, viewer, how.codes, vector)
    else:
        fill(vector, 0)


@kernel
def pass_piece(first: int, last: int, work: PassWork) -> None:
    """Do the tasks of matches `first` to `last` - 1, and write their outputs."""
    raw, told, law, room, bots = work.raw, work.told, work.laws[0], work.rooms[0], work.bots
    for k in range(last - first):
        i = first + k
        slot, what, over = work.states[i], int(work.todo[i]), False
        if what == PASS_BY:
            continue
        rewards = told.rewards[i]
        fill(rewards, 0)
        room.ended = 0
        if what >= 0:
            begin(slot, raw[i], what, law, rewards, room, bots)
        elif what == ACT and slot.match.actor >= 0:
            action = action_of(int(work.actions[i]), told.amounts[i], law, room)
            over = act(slot, raw[i], action, law, rewards, room, bots)
        told.terminated[i] = over or slot.match.actor == OVER
        told.hand_ended[i] = room.ended
        viewer = find_viewer(slot, law)
        tell(slot, raw[i], i, viewer, told, law)
        if told.vectors.shape[1] > 0:
            show(i, raw[i], viewer, int(slot.match.seats), work.how, law, told)


@kernel
def pass_alone(kind: int, work: PassWork) -> int:
    """Run a pass on one thread. Return -1, or the first illegal action if `kind` is CHECK; then nothing is done."""
    wrong = first_illegal(work.todo, work.told, work.actions) if kind == CHECK else -1
    if wrong >= 0:
        return int(wrong)
    size = int(work.laws[0].piece)
    for first in range(0, len(work.todo), size):
        last = min(first + size, len(work.todo))
        if kind in (SAMPLE, PICK_ONLY):
            pick_piece(first, last, work.states, work.told, work.laws[0], work.actions)
        if kind != PICK_ONLY:
            piece(first, last, work)
    return -1


@kernel
def pick_piece(first: int, last: int, states: Records, told: BatchOutputs, law: Laws, actions: Numbers) -> None:
    """Pick a uniformly random legal number for each of matches `first` to `last` - 1, -1 if it is over.

    Its key is seed, match and moves.
    """
    k0, k1 = int(law.key[0]), int(law.key[1])
    for k in range(last - first):
        actions[first + k] = draw(int(states[first + k].number), int(states[first + k].moves), k0, k1) - HALF
    for k in range(last - first):
        i = first + k
        actions[i] = pick(int(actions[i]) + HALF, told.ranges[i], told.counts[i], told.sizes[i])


@inlined
@kernel
def draw(nth: int, moves: int, k0: int, k1: int) -> int:
    """Return a random word for a move of a match."""
    return philox(moves & LOW, PICK, nth & LOW, nth >> 32 & LOW, k0 & LOW, k1 & LOW)[0]


@inlined
@kernel
def pick(word: int, ranges: Ranges, count: int, size: int) -> int:
    """Return one of the `size` numbers in the first `count` ranges; -1 if there are none."""
    rest = word * int(size) >> 32
    for r in range(count):
        first, last = int(ranges[r, 0]), int(ranges[r, 1])
        if first + rest <= last:
            return first + rest
        rest -= last - first + 1
    return -1
