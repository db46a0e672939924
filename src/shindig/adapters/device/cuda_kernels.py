"""Compilation of a batch's kernels for a card with numba-cuda, and the check that there is one.

This module imports numba-cuda, or the CUDA of Numba itself, which also runs in Numba's simulator.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any

import numba.cuda
import numpy as np
import numpy.typing as npt

from shindig.core.caches import COMPILED, cached

from ...core.kernel_compiler import bind_in_turn
from ...gamekit import GameError
from ..batch.batch_memory import BoundPass
from . import row_kernels
from .row_kernels import ROW_KERNELS
from .table_arguments import pass_tables

cuda: Any = numba.cuda
THREADS = 128
"""Threads in a block."""
Kernel = Callable[..., Any]


def require_card() -> None:
    """Raise GameError with what is missing if there is no card."""
    if not simulated() and not cuda.is_available():
        raise GameError(f"a batch on a card needs an NVIDIA card and its driver; {describe_lack()}")


def simulated() -> bool:
    """Return True in Numba's simulator, which needs no card."""
    settings: Any = numba.config
    return bool(settings.ENABLE_CUDASIM)


def describe_lack() -> str:
    """Return what was found instead of a card, and what to do."""
    try:
        count = len(cuda.gpus.lst)
    except Exception as error:  # the driver's errors depend on what is installed
        why = " ".join(str(error).split()).partition(". ")[0]
        return f"found no driver ({why}): install one, or leave out device="
    if not count:
        return "found a driver and no card: give this process one, or leave out device="
    return 'found a card and no compiler for it: pip install "shindig[cuda]"'


@cached(COMPILED)
def compile_part(function: FunctionType) -> Any:
    """Return a kernel as other kernels on the card call it."""
    return function if simulated() else cuda.jit(device=True)(function)


def compile_alone(kernel: Kernel) -> Any:
    """Return a kernel for the card, whose large tables are its last argument, and these tables."""
    made, tables = pass_tables(kernel, compile_part)
    return compile_part(made), tables


def bind_step(bound: BoundPass) -> Kernel:
    """Bind the step of one match to a game."""
    step: Kernel = bind_in_turn(f"{bound.suffix}_card", bound.kernels, step=row_kernels.step_row)["step"]
    return step


@cached(COMPILED)
def compile_game(bound: BoundPass) -> SimpleNamespace:
    """Compile the kernels of a batch for the card, each with a thread a row, or a thread a cell."""
    step, tables = compile_alone(bind_step(bound))
    parts = {name: compile_alone(kernel) for name, kernel in ROW_KERNELS.items()}
    entries: dict[str, Any] = {name: make_cells(part) for name, (part, _) in parts.items() if name in CELLS}
    return SimpleNamespace(
        **entries,
        step=make_step(step),
        check=make_check(parts["check_row"][0]),
        sample=make_sample(parts["sample_row"][0]),
        plan_reset=make_rows(parts["plan_reset"][0]),
        exact_row=make_rows(parts["exact_row"][0]),
        tables={"step": tables} | {name: found for name, (_, found) in parts.items()},
    )


CELLS = ("view_word", "mask_byte", "clear_entry", "plane_field", "copy_word", "unpack_number")
"""Kernels with a thread a cell."""


def make_step(step: Any) -> Any:
    """Return the kernel that steps a match with each thread."""

    def step_all(
        kind: Any, states: Any, raw: Any, todo: Any, actions: Any, told: Any, laws: Any, rooms: Any, tables: Any
    ) -> None:
        i = cuda.grid(1)
        if i < len(todo):
            step(i, kind, states, raw, todo, actions, told, laws[0], rooms[i], tables)

    return cuda.jit(step_all)


def make_check(check: Any) -> Any:
    """Return the kernel that finds the first illegal action."""

    def check_all(todo: Any, told: Any, actions: Any, wrong: Any, tables: Any) -> None:
        i = cuda.grid(1)
        if i < len(todo) and check(i, todo, told, actions, tables):
            cuda.atomic.min(wrong, 0, i)

    return cuda.jit(check_all)


def make_sample(sample: Any) -> Any:
    """Return the kernel that draws random actions."""

    def sample_all(states: Any, told: Any, laws: Any, actions: Any, tables: Any) -> None:
        i = cuda.grid(1)
        if i < len(actions):
            actions[i] = sample(i, states, told, laws[0], tables)

    return cuda.jit(sample_all)


def make_rows(row: Any) -> Any:
    """Return a kernel with a thread a row."""

    def all_rows(n: Any, arguments: Any, tables: Any) -> None:
        i = cuda.grid(1)
        if i < n:
            row(i, *arguments, tables)

    return cuda.jit(all_rows)


def make_cells(cell: Any) -> Any:
    """Return a kernel with a thread a cell of n rows."""

    def all_cells(n: Any, width: Any, arguments: Any, tables: Any) -> None:
        g = cuda.grid(1)
        if g < n * width:
            cell(g // width, g % width, *arguments, tables)

    return cuda.jit(all_cells)


def launch(kernel: Any, threads: int, *arguments: Any) -> None:
    """Launch a kernel with at least so many threads."""
    if threads:
        kernel[-(-threads // THREADS), THREADS](*arguments)


def to_card(array: npt.NDArray[Any]) -> Any:
    """Copy an array to the card. Raises GameError if the card is full."""
    try:
        return cuda.to_device(np.ascontiguousarray(array))
    except Exception as error:
        if "OUT_OF_MEMORY" in str(error).upper():
            raise GameError(f"the card is full: no room for {array.nbytes:,} bytes more; take fewer matches") from None
        raise


def count_free() -> int | None:
    """Return the free bytes of the card; None in the simulator."""
    return None if simulated() else int(cuda.current_context().get_memory_info()[0])


def synchronize() -> None:
    """Wait until the card has done all that it was told."""
    cuda.synchronize()
