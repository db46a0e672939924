"""One thread's share of a pass on a card. Kernel templates, bound to a game; they also run as plain Python.

A thread of `step_row` has a match. Threads of the other kernels have eight bytes of a view, a byte of a mask, or a
field of a vector, so that neighbours write neighbouring bytes.
"""

from __future__ import annotations

from typing import Any

from ...core.kernel_compiler import kernel, unbound
from ...core.layout_and_views import ONLOOKER, OVER, Numbers, Records
from ...gamekit.array_and_bit_kernels import fill
from ..batch.pass_kernels import (
    ACT,
    PASS_BY,
    SAMPLE,
    BatchOutputs,
    Laws,
    Scratch,
    action_of,
    draw,
    is_wrong,
    pick,
    renumber,
)
from ..observation_vector_kernels import write_exact
from ..plane_kernels import Codes, write_code

WORD = 8
"""Bytes of a view that one thread writes."""

legal = begin = act = unbound


@kernel
def count_numbers(ranges: Numbers, count: int) -> int:
    """Count the numbers in the first `count` ranges."""
    total = 0
    for r in range(count):
        total += int(ranges[r, 1]) - int(ranges[r, 0]) + 1
    return total


@kernel
def sample_row(i: int, states: Records, told: BatchOutputs, law: Laws) -> int:
    """Return a random legal number of match i; -1 if it is over."""
    word = draw(int(states[i].number), int(states[i].moves), int(law.key[0]), int(law.key[1]))
    return int(pick(word, told.ranges[i], told.counts[i], told.sizes[i]))


@kernel
def check_row(i: int, todo: Numbers, told: BatchOutputs, actions: Numbers) -> bool:
    """Return True if the action of match i is illegal."""
    return bool(is_wrong(i, todo, told, actions))


@kernel
def step_row(
    i: int,
    kind: int,
    states: Records,
    raw: Numbers,
    todo: Numbers,
    actions: Numbers,
    told: BatchOutputs,
    law: Laws,
    room: Scratch,
) -> None:
    """Do the task of match i, and write its outputs without mask, view and vector."""
    slot, what, over = states[i], int(todo[i]), False
    if what == PASS_BY:
        return
    if kind == SAMPLE:
        actions[i] = sample_row(i, states, told, law)
    rewards = told.rewards[i]
    fill(rewards, 0)
    room.ended = 0
    if what >= 0:
        begin(slot, raw[i], what, law, rewards, room, ())
    elif what == ACT and slot.match.actor >= 0:
        action = action_of(int(actions[i]), told.amounts[i], law, room)
        over = act(slot, raw[i], action, law, rewards, room, ())
    m = slot.match
    told.terminated[i] = over or m.actor == OVER
    told.hand_ended[i] = room.ended
    told.actor[i] = m.actor
    count = renumber(told.ranges[i], legal(m, told.ranges[i]) if m.actor >= 0 else 0, told.amounts[i], law)
    told.counts[i] = count
    told.sizes[i] = count_numbers(told.ranges[i], count)


@kernel
def view_word(i: int, j: int, raw: Numbers, actors: Numbers, seen: Numbers, blank: Numbers, views: Numbers) -> None:
    """Write eight bytes of a view; all arrays but `actors` have rows of such words."""
    viewer = max(int(actors[i]), ONLOOKER) + 1
    views[i, j] = (raw[i, j] & seen[viewer, j]) | blank[viewer, j]


@kernel
def mask_byte(i: int, j: int, ranges: Numbers, counts: Numbers, masks: Numbers) -> None:
    """Write the bits of eight numbers."""
    low, high, bits = 8 * j, 8 * j + 7, 0
    for r in range(counts[i]):
        first, last = max(int(ranges[i, r, 0]), low) - low, min(int(ranges[i, r, 1]), high) - low
        if first <= last:
            bits |= (2 << last) - (1 << first)
    masks[i, j] = bits


@kernel
def clear_entry(i: int, j: int, vectors: Numbers) -> None:
    """Clear an entry of a vector."""
    vectors[i, j] = 0


@kernel
def plane_field(
    i: int, c: int, raw: Numbers, actors: Numbers, seats: int, codes: Codes, lists: Codes, vectors: Numbers
) -> None:
    """Write the entries of one field as planes, all 0 before."""
    if actors[i] >= 0:
        write_code(raw[i], int(actors[i]), seats, codes[c], lists, vectors[i])


@kernel
def exact_row(i: int, raw: Numbers, actors: Numbers, codes: Codes, vectors: Numbers) -> None:
    """Write what the actor knows as exact numbers."""
    if actors[i] >= 0:
        write_exact(raw[i], int(actors[i]), codes, vectors[i])


@kernel
def plan_reset(i: int, which: Numbers, numbers: Numbers, n: int, states: Records, todo: Numbers) -> None:
    """Plan to begin a match where `which` is true: that of a number, or the next one if the number is -1."""
    todo[i] = PASS_BY
    if which[i]:
        todo[i] = numbers[i] if numbers[i] >= 0 else states[i].number + n


@kernel
def copy_word(i: int, j: int, rows: Numbers, source: Numbers, target: Numbers) -> None:
    """Copy eight bytes of row `rows[i]`."""
    target[i, j] = source[rows[i], j]


@kernel
def unpack_number(i: int, a: int, masks: Numbers, legals: Numbers) -> None:
    """Write one byte for a number of a mask."""
    legals[i, a] = masks[i, a >> 3] >> (a & 7) & 1


ROW_KERNELS: dict[str, Any] = {
    one.__name__: one
    for one in (
        sample_row,
        check_row,
        view_word,
        mask_byte,
        clear_entry,
        plane_field,
        exact_row,
        plan_reset,
        copy_word,
        unpack_number,
    )
}
"""Kernels that are alike for all games."""
