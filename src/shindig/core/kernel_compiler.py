"""The one compile wrapper: rules are plain functions; their compiled twins are made here, on demand.

A rule function marked with `@kernel` stays an ordinary Python function. `compiled(f)` gives its Numba twin, in which
every kernel that `f` calls by name is its compiled twin too. Nothing is compiled, and Numba is not even imported,
before the first call of `compiled`. Machine code is cached in a directory named by a hash of the sources it came from.
"""

from __future__ import annotations

import dis
import hashlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import resolve_name
from pathlib import Path
from threading import RLock
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast

from shindig.core.caches import COMPILED, cached

F = TypeVar("F", bound=Callable[..., Any])

_US = __name__.partition(".")[0]
_FROM = re.compile(r"^from\s+([.\w]+)\s+import\s+(\([^)]*\)|[^\n]*)", re.MULTILINE)
_IMPORT = re.compile(r"^import\s+([.\w]+)", re.MULTILINE)


def kernel(function: F) -> F:
    """Mark a function as one that Numba can compile: it calls other kernels by name, and only those."""
    assert isinstance(function, FunctionType)
    function.__dict__["kernel"] = hash_sources(function.__module__)
    return function


def inlined(function: F) -> F:
    """Mark a kernel whose machine code is to stand where it is called, since what it is given takes longer than it."""
    function.__dict__["inlined"] = True
    return function


@cached(COMPILED)
def hash_sources(module: str) -> frozenset[str]:
    """Hash a module and all its imports, at its first kernel: later edits are not what runs.

    So an edit of a game's deck compiles only that game again. Files that a module reads at run time are not sources; a
    kernel takes such a table as an argument.
    """
    found: dict[str, str] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name], imports = _source(name, module.partition(".")[0])
            waiting.extend(imports)
    return frozenset(found.values())


@cached(COMPILED)
def _source(name: str, package: str) -> tuple[str, tuple[str, ...]]:
    """Hash a module, and return the modules of ours and of its package that its first lines import."""
    file = getattr(sys.modules[name], "__file__", None)
    source = Path(file).read_text(encoding="utf-8") if file else ""
    imports = [found for match in _FROM.finditer(source) for found in _imported(name, *match.groups())]
    imports += _IMPORT.findall(source)
    ours = tuple(one for one in imports if one.partition(".")[0] in (_US, package) and one in sys.modules)
    return hashlib.sha256(f"{name} {source}".encode()).hexdigest(), ours


def _imported(name: str, source: str, names: str) -> Iterator[str]:
    """Yield the modules that `from source import names` may import: `source`, or modules below it."""
    here = name if hasattr(sys.modules[name], "__path__") else name.rpartition(".")[0]
    base = resolve_name(source, here) if source.startswith(".") else source
    yield base
    yield from (f"{base}.{one}" for one in re.findall(r"(\w+)(?:\s+as\s+\w+)?", names))


def is_kernel(value: object) -> bool:
    return isinstance(value, FunctionType) and "kernel" in value.__dict__


def bind(template: F, suffix: str, **names: Any) -> F:
    """Return a kernel with the code of `template` and other meanings of some global names.

    `bind(legal_at, "leduc", legal=leduc_legal)` is `legal_at` with another `legal`; the module's own is unchanged. The
    suffix separates its machine code from that of other bindings.
    """
    assert isinstance(template, FunctionType)
    function = FunctionType(template.__code__, template.__globals__ | names, template.__name__, template.__defaults__)
    function.__qualname__ = f"{template.__qualname__}_{suffix.replace('-', '_')}"
    function.__module__ = template.__module__
    function.__dict__.update(template.__dict__)
    return cast(F, function)


def bind_in_turn(suffix: str, names: dict[str, Any], **templates: Any) -> dict[str, Any]:
    """Return the names, and templates under their own names, each bound to all before it."""
    for name, template in templates.items():
        names = names | {name: bind(template, suffix, **names)}
    return names


def make_suffix(*kernels: Any) -> str:
    """Return a short suffix for machine code bound to these kernels, for file names."""
    names = " ".join(f"{one.__module__}.{one.__qualname__}" for one in kernels)
    return f"{kernels[0].__module__.partition('.')[0]}_{hashlib.sha256(names.encode()).hexdigest()[:16]}"


def rebind_kernel(function: F, module: str, **names: Any) -> F:
    """Return a kernel, with all kernels that it calls, with other meanings of some global names.

    So equal rules play with a smaller deck. `module` is the caller's; its source counts for the cache as well.
    """
    made: dict[Any, Any] = {}

    def make(one: Any) -> Any:
        if one not in made:
            others = {name: make(callee) for name, callee in _find_callees(one) if name not in names}
            own = {name: names[name] for name in names.keys() & one.__globals__}
            made[one] = bind(one, module.replace(".", "_"), **others, **own)
            made[one].__dict__["kernel"] = one.__dict__["kernel"] | hash_sources(module)
        return made[one]

    return cast(F, make(function))


def jit_disabled() -> bool:
    """Return True if `NUMBA_DISABLE_JIT=1` asks for plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


@cached(COMPILED)
def compile_kernel(function: F, checking: bool = False) -> F:
    """Return the compiled twin of a kernel: equal arguments and results. It compiles at its first call.

    With `checking` it raises IndexError for an index out of bounds, which the others do not check.
    """
    with _making:
        return cast(F, _compile_kernel(function, checking))


_making = RLock()
"""Held while twins are made, so that threads share one twin of each kernel."""


@cached(COMPILED)
def _compile_kernel(function: Callable[..., Any], checking: bool) -> Callable[..., Any]:
    assert isinstance(function, FunctionType), f"{function} is no function"
    assert is_kernel(function), f"{function} is no kernel"
    if jit_disabled():
        return function
    import numba

    from .kernel_cache import KernelCache
    from .kernel_linking import EntryCompiler

    own = {"_nrt": True, "pipeline_class": EntryCompiler}
    dispatcher = numba.njit(**_options(checking) | own)(_make_twin(function, checking))
    if _has_sources(function):
        dispatcher._cache = KernelCache(dispatcher.py_func, cache_directory(_fingerprint(function, checking)))
    return cast(Callable[..., Any], dispatcher)


def on_disk(function: Callable[..., Any]) -> bool:
    """Return True if machine code of a kernel is in the cache, so that its first call compiles nothing."""
    folder = cache_directory(_fingerprint(cast(FunctionType, function), False))
    return jit_disabled() or any(folder.glob(f"{function.__module__}.{function.__qualname__}-*.nbc"))


def _has_sources(function: Callable[..., Any]) -> bool:
    """Return True if all reached kernels come from files. Otherwise edits cannot be noticed, and nothing is cached on
    disk."""
    return all(getattr(sys.modules.get(one.__module__), "__file__", None) for one in find_reached_kernels(function))


_quick: dict[Any, Any] = {}


def unbound(*_: Any) -> Any:
    """Stand in for a template's names until it is bound to a game."""
    raise AssertionError("a template must be bound to a game")


def quicken(function: Callable[..., Any], *arguments: Any) -> None:
    """Compile a kernel by a call, so that `get_quickest` returns its twin from now on."""
    twin = compile_kernel(function)
    twin(*arguments)
    _quick[function] = twin


def get_quickest(function: F) -> F:
    """Return the compiled twin of a kernel if this process has it, else the kernel itself, without waiting."""
    return cast(F, _quick.get(function, function))


@contextmanager
def only_plain_kernels() -> Iterator[None]:
    """Let `get_quickest` return kernels themselves, for checks that trace what runs. It holds for all threads."""
    compiled = dict(_quick)
    _quick.clear()
    try:
        yield
    finally:
        _quick.update(compiled)


@cached(COMPILED)
def _compile_part(function: FunctionType, checking: bool) -> Any:
    """Return the twin of a kernel as other kernels call it: without an entry from Python, and cached within theirs."""
    import numba

    from .kernel_linking import PartCompiler

    within: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": _makes_arrays(function)}
    within["pipeline_class"] = PartCompiler
    within["forceinline"] = "inlined" in function.__dict__
    return numba.njit(**_options(checking) | within)(_make_twin(function, checking))


def _options(checking: bool) -> dict[str, Any]:
    """Return the options with which Numba compiles a kernel.

    Entry points count references (`_nrt`), or generators given to them would never be released. A part that makes no
    arrays does not, which saves a quarter of the time.
    """
    return {"nogil": True, "error_model": "numpy", "boundscheck": checking}


def _makes_arrays(function: FunctionType) -> bool:
    """Return True if a kernel names what makes arrays; a generator's `integers` does so inside."""
    return not {"zeros", "empty", "full", "integers"}.isdisjoint(_names(function.__code__))


def _make_twin(function: FunctionType, checking: bool) -> FunctionType:
    """Make the function with every called kernel replaced by its compiled part."""
    names = {name: _compile_part(value, checking) for name, value in _find_callees(function)}
    twin = FunctionType(function.__code__, function.__globals__ | names, function.__name__, function.__defaults__)
    twin.__qualname__, twin.__module__ = function.__qualname__, function.__module__
    return twin


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def list_global_names(code: CodeType) -> Iterator[str]:
    """Yield the global names that code reads, without names of attributes, which fields may share with functions."""
    yield from (str(one.argval) for one in dis.get_instructions(code) if one.opname == "LOAD_GLOBAL")
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from list_global_names(constant)


@cached(COMPILED)
def _find_callees(function: FunctionType) -> tuple[tuple[str, FunctionType], ...]:
    """Return the kernels that a function calls, with their names there."""
    found = ((name, function.__globals__.get(name)) for name in dict.fromkeys(list_global_names(function.__code__)))
    return tuple((name, cast(FunctionType, value)) for name, value in found if is_kernel(value))


@cached(COMPILED)
def _fingerprint(function: FunctionType, checking: bool) -> str:
    """Hash all that the compiled code depends on: sources of all reached kernels, decks, linking, tools."""
    import numba
    import numpy

    from . import kernel_linking

    kernels = find_reached_kernels(function)
    parts = hash_sources(kernel_linking.__name__).union(*(one.__dict__["kernel"] for one in kernels))
    tools = f"{sys.version} {numba.__version__} {numpy.__version__}{' checking' * checking}"
    return hashlib.sha256(" ".join([tools, *sorted(parts)]).encode()).hexdigest()[:16]


def find_reached_kernels(function: Callable[..., Any]) -> set[FunctionType]:
    """Return a function and all kernels that it reaches."""
    found: set[FunctionType] = set()
    waiting = [cast(FunctionType, function)]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting.extend(callee for _, callee in _find_callees(one))
    return found


def cache_directory(name: str = "") -> Path:
    """Return the folder of compiled code, or one in it: in `SHINDIG_CACHE`, else in the user's cache folder."""
    user = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "shindig"
    return Path(os.environ.get("SHINDIG_CACHE") or user) / name
