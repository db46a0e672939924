"""The one compile wrapper: rules are plain functions; their compiled twins are made here, on demand.

A rule function marked with `@kernel` stays an ordinary Python function. `compiled(f)` gives its Numba twin, in which
every kernel that `f` calls by name is its compiled twin too. Nothing is compiled, and Numba is not even imported,
before the first call of `compiled`. Machine code is cached in a directory named by a hash of the sources it came from.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

_PACKAGE = Path(__file__).resolve().parent.parent


def kernel(function: F) -> F:
    """Mark a function as one that Numba can compile: it calls other kernels by name, and only those."""
    assert isinstance(function, FunctionType)
    function.__dict__["kernel"] = _sources(Path(function.__code__.co_filename).resolve().parent)
    return function


@cache
def _sources(folder: Path) -> str:
    """A hash of a folder's modules, taken when their first kernel is imported: later edits are not what runs."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def is_kernel(value: object) -> bool:
    return isinstance(value, FunctionType) and "kernel" in value.__dict__


def bind(template: F, suffix: str, **names: Any) -> F:
    """A kernel with the code of `template`, in which the given global names mean something else."""
    assert isinstance(template, FunctionType)
    function = FunctionType(template.__code__, template.__globals__ | names, template.__name__, template.__defaults__)
    function.__qualname__ = f"{template.__qualname__}_{suffix.replace('-', '_')}"
    function.__module__ = template.__module__
    function.__dict__.update(template.__dict__)
    return cast(F, function)


def jit_disabled() -> bool:
    """True when `NUMBA_DISABLE_JIT=1` asks for plain Python everywhere."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


@cache
def compiled(function: F) -> F:
    """The compiled twin of a kernel: same arguments, same result; compiles at its first call."""
    assert isinstance(function, FunctionType), f"{function} is no function"
    assert is_kernel(function), f"{function} is no kernel"
    if jit_disabled():
        return cast(F, function)
    import numba

    numba.config.CACHE_DIR = str(cache_directory(_fingerprint(function)))  # type: ignore[attr-defined]
    return cast(F, numba.njit(cache=True, **_options(function))(_twin(function)))


_quick: dict[Any, Any] = {}


def quicken(function: Callable[..., Any], *arguments: Any) -> None:
    """Compile a kernel by a call, and have `quickest` give its twin from now on."""
    twin = compiled(function)
    twin(*arguments)
    _quick[function] = twin


def quickest(function: F) -> F:
    """The compiled twin of a kernel where this process has quickened it, else the kernel itself: nobody waits."""
    return cast(F, _quick.get(function, function))


@cache
def _part(function: FunctionType) -> Any:
    """The compiled twin of a kernel as other kernels call it: with no entry from Python, and cached within theirs."""
    import numba

    options = _options(function) | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return numba.njit(**options)(_twin(function))


def _options(function: FunctionType) -> dict[str, Any]:
    """How Numba compiles a kernel. One that makes no arrays counts no references to any, which takes a quarter off."""
    makes_arrays = not {"zeros", "empty", "full"}.isdisjoint(_names(function.__code__))
    return {"nogil": True, "error_model": "numpy", "_nrt": makes_arrays}


def _twin(function: FunctionType) -> FunctionType:
    """The function with every kernel that it calls replaced by that kernel's compiled part."""
    names = {name: _part(value) for name, value in _callees(function)}
    twin = FunctionType(function.__code__, function.__globals__ | names, function.__name__, function.__defaults__)
    twin.__qualname__, twin.__module__ = function.__qualname__, function.__module__
    return twin


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _callees(function: FunctionType) -> Iterator[tuple[str, FunctionType]]:
    for name in dict.fromkeys(_names(function.__code__)):
        value = function.__globals__.get(name)
        if is_kernel(value):
            yield name, cast(FunctionType, value)


@cache
def _fingerprint(function: FunctionType) -> str:
    """A hash of all that the compiled code depends on: the sources of all kernels reached, the decks, the tools."""
    import numba
    import numpy

    parts = {reached.__dict__["kernel"] for reached in _reached(function)} | {_sources(_PACKAGE / "cards")}
    tools = f"{sys.version} {numba.__version__} {numpy.__version__}"
    return hashlib.sha256(" ".join([tools, *sorted(parts)]).encode()).hexdigest()[:16]


def _reached(function: FunctionType) -> set[FunctionType]:
    reached, waiting = set(), [function]
    while waiting:
        one = waiting.pop()
        if one not in reached:
            reached.add(one)
            waiting.extend(callee for _, callee in _callees(one))
    return reached


def cache_directory(fingerprint: str = "") -> Path:
    """Where machine code is kept: `SHINDIG_CACHE`, else the user's cache folder."""
    user = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "shindig"
    return Path(os.environ.get("SHINDIG_CACHE") or user) / fingerprint
