"""Passes of several threads: each takes piece after piece from one counter, in compiled code and without Python.

`control`, int64[], has one number a cache line. NEXT is the generation and the first match of the next piece in one
word, so a thread that wakes late can never take a piece of a later generation by mistake. Helpers that find nothing
sleep in `read` on a pipe; the leader writes a byte for each of them. Only compiled code uses this module.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from shindig.core.caches import COMPILED, cached

from ...core.kernel_compiler import bind_in_turn, kernel, unbound
from ...core.layout_and_views import Numbers
from .batch_memory import BoundPass
from .pass_control import ASLEEP, DONE, FIRST_BITS, HELP, KIND, LEAD, NEXT, QUIT, READ_END, SPARE, WRITE_END, WRONG
from .pass_kernels import CHECK, DO, PICK_ONLY, SAMPLE, PassWork, is_wrong, pick_piece

FIRST_MASK = (1 << FIRST_BITS) - 1
SPINS = 300
"""Number of looks for the next generation before a helper sleeps, and before a waiting leader lets others run."""

atomic: Callable[[Callable[..., Any]], Any] = intrinsic
read_bytes: Any = types.ExternalFunction("read", types.intp(types.int32, types.uintp, types.uintp))
write_bytes: Any = types.ExternalFunction("write", types.intp(types.int32, types.uintp, types.uintp))
yield_processor: Any = types.ExternalFunction("sched_yield", types.int32())

piece = alone = do_one = take = lead = unbound


def _find_pointer(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    kind = signature.args[0]
    array = context.make_array(kind)(context, builder, args[0])
    find: Any = cgutils.get_item_pointer
    return find(context, builder, kind, array, [args[1]], wraparound=False)


@atomic
def fetch_add(_typing: Any, array: Any, _place: Any, _value: Any) -> Any:
    """Add to a number of an array, and return its value before, as one step for all threads."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.atomic_rmw("add", _find_pointer(context, builder, signature, args), args[2], "seq_cst")

    return types.int64(array, types.intp, types.int64), generate


@atomic
def exchange(_typing: Any, array: Any, _place: Any, _value: Any) -> Any:
    """Replace a number of an array, and return its value before."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.atomic_rmw("xchg", _find_pointer(context, builder, signature, args), args[2], "seq_cst")

    return types.int64(array, types.intp, types.int64), generate


@atomic
def fetch_min(_typing: Any, array: Any, _place: Any, _value: Any) -> Any:
    """Lower a number of an array to a value, and return its value before."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.atomic_rmw("min", _find_pointer(context, builder, signature, args), args[2], "seq_cst")

    return types.int64(array, types.intp, types.int64), generate


@atomic
def replace_if(_typing: Any, array: Any, _place: Any, _old: Any, _new: Any) -> Any:
    """Replace a number of an array if it still has an old value. Return True if it was replaced."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _find_pointer(context, builder, signature, args)
        return builder.extract_value(builder.cmpxchg(place, args[2], args[3], "seq_cst", "seq_cst"), 1)

    return types.boolean(array, types.intp, types.int64, types.int64), generate


@atomic
def look_at(_typing: Any, array: Any, _place: Any) -> Any:
    """Read a number of an array that other threads change."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load_atomic(_find_pointer(context, builder, signature, args), "seq_cst", 8)

    return types.int64(array, types.intp), generate


@kernel
def has_piece(control: Numbers, count: int) -> bool:
    """Return True if a piece is left."""
    return bool((look_at(control, NEXT) & FIRST_MASK) < count)


@kernel
def do_piece(kind: int, first: int, last: int, control: Numbers, work: PassWork) -> None:
    """Check the actions of a piece, or pick them, or do its tasks."""
    if kind == CHECK:
        for k in range(last - first):
            if is_wrong(first + k, work.todo, work.told, work.actions):
                fetch_min(control, WRONG, first + k)
                return
        return
    if kind in (SAMPLE, PICK_ONLY):
        pick_piece(first, last, work.states, work.told, work.laws[0], work.actions)
    if kind != PICK_ONLY:
        piece(first, last, work)


@kernel
def take_pieces(control: Numbers, work: PassWork) -> None:
    """Do pieces until none is left in this generation."""
    count, size = len(work.todo), int(work.laws[0].piece)
    now = look_at(control, NEXT)
    while (now & FIRST_MASK) < count:
        kind = look_at(control, KIND)
        if replace_if(control, NEXT, now, now + size):
            first = now & FIRST_MASK
            last = min(first + size, count)
            do_one(kind, first, last, control, work)
            fetch_add(control, DONE, last - first)
        now = look_at(control, NEXT)


@kernel
def wake_helpers(control: Numbers) -> None:
    """Write a byte for each helper that sleeps."""
    asleep = exchange(control, ASLEEP, 0)
    if asleep > 0:
        write_bytes(np.int32(control[WRITE_END]), control.ctypes.data, asleep)


@kernel
def sleep_until_woken(control: Numbers, count: int) -> None:
    """Look for a piece for a moment, then sleep until there is one."""
    for _ in range(SPINS):
        if has_piece(control, count) or look_at(control, QUIT):
            return
    fetch_add(control, ASLEEP, 1)
    if has_piece(control, count) or look_at(control, QUIT):
        asleep = look_at(control, ASLEEP)
        while asleep > 0:
            if replace_if(control, ASLEEP, asleep, asleep - 1):
                return
            asleep = look_at(control, ASLEEP)
    read_bytes(np.int32(control[READ_END]), control.ctypes.data + 8 * SPARE, 1)


@kernel
def publish(control: Numbers, kind: int) -> None:
    """Begin a generation: its pieces are there for all threads."""
    control[KIND] = kind
    exchange(control, DONE, 0)
    now = look_at(control, NEXT)
    exchange(control, NEXT, ((now >> FIRST_BITS) + 1) << FIRST_BITS)
    wake_helpers(control)


@kernel
def wait_for_others(control: Numbers, count: int) -> None:
    """Wait until all pieces of this generation are done."""
    looks = 0
    while look_at(control, DONE) < count:
        looks += 1
        if looks > SPINS:
            yield_processor()


@kernel
def lead_pass(kind: int, control: Numbers, work: PassWork) -> int:
    """Run a pass together with the helpers, and return the first illegal action or -1."""
    count = len(work.todo)
    control[WRONG] = count
    publish(control, kind)
    take(control, work)
    wait_for_others(control, count)
    if kind == CHECK:
        if control[WRONG] < count:
            return int(control[WRONG])
        publish(control, DO)
        take(control, work)
        wait_for_others(control, count)
    return -1


@kernel
def run_pass(role: int, kind: int, control: npt.NDArray[np.int64], work: PassWork) -> int:
    """Run a pass alone, or lead the helpers, or help until the end. Returns the first illegal action or -1."""
    if role == HELP:
        while not look_at(control, QUIT):
            take(control, work)
            sleep_until_woken(control, len(work.todo))
        return -1
    if role == LEAD:
        return int(lead(kind, control, work))
    return int(alone(kind, work))


@cached(COMPILED)
def bind_workers(bound: BoundPass) -> Any:
    """Bind `run_pass` to a game's kernels."""
    made = bind_in_turn(bound.suffix, bound.kernels, do_one=do_piece, take=take_pieces, lead=lead_pass, run=run_pass)
    return made["run"]
