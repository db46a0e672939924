"""Execution of passes over a batch: as plain Python, or compiled, on one thread or several."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ...core.kernel_compiler import compile_kernel, jit_disabled
from .batch_memory import bind_pass, make_bot_scratch, make_scratch
from .pass_control import ALONE, CONTROL_SIZE, HELP, LEAD, NEXT, QUIT, READ_END, WRITE_END
from .pass_kernels import PICK_ONLY, SAMPLE, PassWork, VectorCodes

Array = npt.NDArray[Any]
Call = Callable[..., int]
NO_CONTROL = np.zeros(1, np.int64)
"""Stands in for `control` where one thread is alone."""


class PassRunner:
    """Passes over a batch, by the calling thread and by helpers, which take pieces from one counter."""

    def __init__(self, owner: Any, threads: int, plain: bool) -> None:
        self._owner, self._plain = owner, plain or jit_disabled()
        encoder: Any = owner.encoder
        self._how = VectorCodes(encoder.codes, getattr(encoder, "lists", np.zeros(1, np.int32)))
        self._threads = 1 if self._plain or os.name != "posix" else min(threads, owner.n)
        self._own = self._make_work(owner._todo, owner._actions)
        self._helpers: Helpers | None = None

    def _make_work(self, todo: Array, actions: Array) -> PassWork:
        """Make the work of a thread, with scratch memory of its own."""
        owner = self._owner
        scratch = make_scratch(owner.actions), self._how, make_bot_scratch(owner.rules) if owner.seating.kernels else ()
        return PassWork(owner.state, owner._raw, todo, actions, owner._told, owner._laws, *scratch)

    def _with(self, todo: Array, actions: Array) -> PassWork:
        """Return the work of the calling thread with these arrays, which is the one before if they are."""
        own = self._own
        if own.todo is not todo or own.actions is not actions:
            own = self._own = PassWork(own.states, own.raw, todo, actions, *own[4:])
        return own

    @cached_property
    def _call(self) -> Call:
        """The pass as plain Python, or its machine code, which also takes a role and `control`."""
        bound = bind_pass(self._owner.rules, self._owner.seating.kernels)
        if self._plain:
            plain: Call = bound.kernels["alone"]
            return plain
        from .pass_workers import bind_workers

        twin = compile_kernel(bind_workers(bound))
        return get_machine_code(twin, 0, 0, NO_CONTROL, self._own)

    def run(self, kind: int, todo: Array, actions: Array) -> int:
        """Run a pass over all matches, and return the first illegal action or -1."""
        if self._plain:
            return int(self._call(kind, self._with(todo, actions)))
        if self._threads == 1:
            return int(self._call(ALONE, kind, NO_CONTROL, self._with(todo, actions)))
        return self._lead(kind, todo, actions)

    def pick(self, actions: Array) -> None:
        """Write random legal numbers."""
        self.run(PICK_ONLY, self._owner._todo, actions)

    def _lead(self, kind: int, todo: Array, actions: Array) -> int:
        """Run a pass with helpers, which work on arrays of their own."""
        helpers = self._find_helpers()
        np.copyto(helpers.todo, todo)
        np.copyto(helpers.actions, actions)
        wrong = int(self._call(LEAD, kind, helpers.control, self._with(helpers.todo, helpers.actions)))
        if kind in (SAMPLE, PICK_ONLY):
            np.copyto(actions, helpers.actions)
        return wrong

    def _find_helpers(self) -> Helpers:
        """Return the helpers; a process that was forked makes its own."""
        if self._helpers is None or self._helpers.process != os.getpid():
            call = self._call
            todo, actions = np.zeros(self._owner.n, np.int64), np.zeros(self._owner.n, np.int32)
            works = [self._make_work(todo, actions) for _ in range(self._threads - 1)]
            self._helpers = Helpers(call, works, todo, actions)
            weakref.finalize(self._owner, self._helpers.end)
        return self._helpers


class Helpers:
    """Threads that help with passes until they are ended. They run compiled code and hold no lock of Python."""

    def __init__(self, call: Call, works: Sequence[PassWork], todo: Array, actions: Array) -> None:
        self.process, self.todo, self.actions = os.getpid(), todo, actions
        self.control = np.zeros(CONTROL_SIZE, np.int64)
        self._ends = os.pipe()
        self.control[NEXT] = len(todo)
        self.control[READ_END], self.control[WRITE_END] = self._ends
        self._threads = [
            threading.Thread(target=call, args=(HELP, 0, self.control, work), daemon=True) for work in works
        ]
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """End the threads, in the process that began them."""
        if self.process == os.getpid():
            self.control[QUIT] = 1
            os.write(self._ends[1], bytes(len(self._threads)))
            for thread in self._threads:
                thread.join()
        for end in self._ends:
            os.close(end)


def get_machine_code(twin: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """Return a kernel's machine code for these argument types, so that calls skip type dispatch."""
    import numba

    compile_for = getattr(twin, "compile", None)
    return compile_for(tuple(map(numba.typeof, arguments))) if compile_for else twin
