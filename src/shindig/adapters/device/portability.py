"""Check that kernels can run on a card: no allocation, no exceptions, no recursion, no table over 64 kB."""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

import numpy as np

from ...core.kernel_compiler import find_reached_kernels, is_kernel, list_global_names

MOST_BYTES = 1 << 16
"""Bytes that a card has for constants, and so the largest table."""
ALLOCATIONS = {"zeros", "empty", "full", "ones", "array", "arange", "copy", "append", "concatenate", "integers"}
"""Names of what allocates memory."""
RAISES = {"RAISE_VARARGS", "SETUP_FINALLY", "PUSH_EXC_INFO", "RERAISE"}
BUILDS = {"BUILD_LIST", "BUILD_SET", "BUILD_MAP", "LIST_EXTEND", "MAKE_FUNCTION"}
"""Instructions that raise or catch exceptions, and that allocate."""


def find_obstacles(root: Callable[..., Any]) -> list[str]:
    """Return a sentence for everything that keeps a kernel, or one that it calls, from running on a card."""
    kernels = sorted(find_reached_kernels(root), key=lambda one: (one.__module__, one.__qualname__))
    found = [obstacle for one in kernels for obstacle in _find_own_obstacles(one)]
    return [*found, *(f"{_name(one)} calls itself" for one in kernels if one in _find_called(one))]


def _find_own_obstacles(one: FunctionType) -> Iterator[str]:
    names = {step.argval for step in dis.get_instructions(one.__code__) if step.opname in ("LOAD_ATTR", "LOAD_METHOD")}
    yield from (f"{_name(one)} allocates memory by `{name}`" for name in sorted(names & ALLOCATIONS))
    steps = {step.opname for step in dis.get_instructions(one.__code__)}
    if steps & RAISES:
        yield f"{_name(one)} raises or catches an exception"
    if steps & BUILDS:
        yield f"{_name(one)} builds a list, a set, a dict or a function"
    for name in list_global_names(one.__code__):
        value = one.__globals__.get(name)
        if isinstance(value, np.ndarray) and value.nbytes > MOST_BYTES:
            yield f"{_name(one)} reads {name}, a table of {value.nbytes} bytes; a card takes {MOST_BYTES}"


def _find_called(one: FunctionType) -> set[FunctionType]:
    """Return all kernels that the kernels called by this one reach."""
    called = [one.__globals__.get(name) for name in list_global_names(one.__code__)]
    return {each for value in called if is_kernel(value) for each in find_reached_kernels(value)}  # type: ignore[arg-type]


def _name(one: FunctionType) -> str:
    return f"{one.__module__}.{one.__name__}"
