"""Linking of compiled kernels. It imports Numba, so only `compile_kernel` imports it.

Numba links and optimizes each function together with all that it calls, so a kernel is optimized again for each kernel
above it. Here kernels that only others call are translated alone. An entry point links all that it reaches, each kernel
once, and only that is optimized.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import LoweringPass, PassManager, register_pass
from numba.core.environment import lookup_environment
from numba.core.typed_passes import AnnotateTypes

ENVIRONMENT = "_ZN08NumbaEnv"
"""Prefix of the names of variables that hold the environment of a function."""


class PartLibrary(JITCodeLibrary):
    """Code of a kernel that only other kernels call. It has no address of its own."""

    def finalize(self) -> None:
        """Mark the code as complete, without linking and optimizing it."""
        self._raise_if_finalized()  # type: ignore[no-untyped-call]
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """Return 0: the function cannot be called from Python."""
        return 0

    @property
    def codegen(self) -> PartLibrary:
        """Return the receiver of the environment: the library itself."""
        return self

    def set_env(self, _name: str, _environment: object) -> None:
        """Ignore the environment, which entry points set for all that they link."""

    def list_libraries(self) -> list[Any]:
        """Return the libraries of all functions that this one calls."""
        return self._linking_libraries


class EntryLibrary(JITCodeLibrary):
    """Code of an entry point, with all kernels that it reaches."""

    def finalize(self) -> None:
        """Link each kernel once, optimize them together and load them."""
        self._linking_libraries = collect_libraries(self._linking_libraries)
        super().finalize()  # type: ignore[no-untyped-call]
        assert not self.list_missing(), self.list_missing()
        codegen: Any = self._codegen
        for variable in self._final_module.global_variables:
            if variable.name.startswith(ENVIRONMENT):
                environment = lookup_environment(variable.name)  # type: ignore[no-untyped-call]
                if environment:
                    codegen.set_env(variable.name, environment)

    def list_missing(self) -> list[str]:
        """Return the functions of kernels that are called but were not linked."""
        return [one.name for one in self._final_module.functions if one.is_declaration and one.name.startswith("_ZN")]


def collect_libraries(libraries: list[Any]) -> list[Any]:
    """Return libraries and all that their parts link, each once, behind all that link it.

    LLVM leaves out a function that nothing calls yet.
    """
    found: dict[Any, None] = {}

    def add(one: Any) -> None:
        for other in one.list_libraries() if isinstance(one, PartLibrary) else ():
            if other not in found:
                add(other)
        found[one] = None

    for library in libraries:
        if library not in found:
            add(library)
    return [*found][::-1]


@register_pass(mutates_CFG=False, analysis_only=True)  # type: ignore[no-untyped-call]
class MakePartLibrary(LoweringPass):
    """Pass that makes the library of a kernel that only other kernels call."""

    _name = "make_part_library"

    def __init__(self) -> None:
        """Make the pass, which needs nothing."""

    def run_pass(self, state: Any) -> bool:
        state.library = make_library(PartLibrary, state)
        return False


@register_pass(mutates_CFG=False, analysis_only=True)  # type: ignore[no-untyped-call]
class MakeEntryLibrary(LoweringPass):
    """Pass that makes the library of an entry point."""

    _name = "make_entry_library"

    def __init__(self) -> None:
        """Make the pass, which needs nothing."""

    def run_pass(self, state: Any) -> bool:
        state.library = make_library(EntryLibrary, state)
        return False


def make_library(kind: type[JITCodeLibrary], state: Any) -> JITCodeLibrary:
    """Make a library that can be cached, for the function that is being compiled."""
    library = kind(state.targetctx.codegen(), state.func_id.func_qualname)
    library.enable_object_caching()  # type: ignore[no-untyped-call]
    return library


class PartCompiler(CompilerBase):
    """Compiler of kernels that only other kernels call."""

    def define_pipelines(self) -> list[PassManager]:
        return [make_pipeline(self.state, MakePartLibrary)]


class EntryCompiler(CompilerBase):
    """Compiler of entry points, and within their compilation of all kernels that they reach."""

    def compile_extra(self, func: Any) -> Any:
        with paused_collection():
            return super().compile_extra(func)  # type: ignore[no-untyped-call]

    def define_pipelines(self) -> list[PassManager]:
        return [make_pipeline(self.state, MakeEntryLibrary)]


@contextmanager
def paused_collection() -> Iterator[None]:
    """Pause the garbage collector, which takes a fifth of a compilation's time and finds little.

    Numba compiles in one thread at a time, so nobody else pauses it meanwhile.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def make_pipeline(state: Any, make_library_pass: type[LoweringPass]) -> PassManager:
    """Return Numba's pipeline with a pass that makes the library before lowering."""
    manager: PassManager = DefaultPassBuilder.define_nopython_pipeline(state)  # type: ignore[no-untyped-call]
    manager.add_pass_after(make_library_pass, AnnotateTypes)  # type: ignore[no-untyped-call]
    manager.finalize()  # type: ignore[no-untyped-call]
    return manager
