"""Compiled messages on disk. Compiling the messages of all languages takes seconds, loading them a few milliseconds.

A file has the code of one folder's messages in one language. It is named by a hash of all that the code depends on,
so an edited message is compiled again. So is a damaged file.
"""

from __future__ import annotations

import hashlib
import inspect
import marshal
import os
import sys
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from fluent_compiler.compiler import CompiledFtl, compile_messages
from fluent_compiler.resource import FtlResource

from shindig.core.kernel_compiler import cache_directory

MessageFunction = Callable[[Mapping[str, Any], list[Exception]], str]
Functions = Mapping[str, Callable[..., Any]]
"""Functions that messages call, by their name in message files."""
TOOLS = ("fluent-compiler", "Babel")
DIGEST = 32


def load_messages(
    locale: str, texts: Mapping[Path, str], functions: Functions
) -> tuple[dict[str, MessageFunction], Sequence[tuple[str, Exception]]]:
    """Return the functions of messages from disk, or else compile them. Errors come second, with the message's id.

    Messages with errors are compiled each time, so that every start reports them.
    """
    file = cache_directory("messages") / _fingerprint(locale, texts, functions)
    code = _read(file)
    if code is not None:
        return _build_functions(code, locale, functions), ()
    made = _compile(locale, texts, functions)
    if not made.errors:
        with suppress(OSError):
            _write(file, {id: (one.__name__, one.__code__) for id, one in made.message_functions.items()})
    return made.message_functions, made.errors


def _compile(locale: str, texts: Mapping[Path, str], functions: Functions) -> CompiledFtl:
    files = [FtlResource(text, str(path)) for path, text in texts.items()]
    return compile_messages(locale, files, use_isolating=False, functions=functions)


def _fingerprint(locale: str, texts: Mapping[Path, str], functions: Functions) -> str:
    """Hash the messages, and what they are compiled with."""
    tools = [sys.version, *map(version, TOOLS), *(f"{name}{inspect.signature(one)}" for name, one in functions.items())]
    parts = [locale, *tools, *(part for path, text in texts.items() for part in (str(path), text))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _build_functions(
    code: Mapping[str, tuple[str, CodeType]], locale: str, functions: Functions
) -> dict[str, MessageFunction]:
    """Make functions of their code. They find each other, and what they need, in the globals of their compilation."""
    around = _compile(locale, {Path("one.ftl"): "one = 1"}, functions).message_functions["one"].__globals__
    found: dict[str, MessageFunction] = {id: FunctionType(one, around, name) for id, (name, one) in code.items()}
    around.update({one.__name__: one for one in found.values()})
    return found


def _read(file: Path) -> dict[str, tuple[str, CodeType]] | None:
    """Return the code in a file; None if it is missing or damaged."""
    with suppress(OSError):
        content = file.read_bytes()
        if hashlib.sha256(content[DIGEST:]).digest() == content[:DIGEST]:
            code: dict[str, tuple[str, CodeType]] = marshal.loads(content[DIGEST:])
            return code
    return None


def _write(file: Path, code: dict[str, tuple[str, CodeType]]) -> None:
    """Write in one step, so that other processes read a whole file or none."""
    content = marshal.dumps(code)
    file.parent.mkdir(parents=True, exist_ok=True)
    written = file.with_name(f"{file.name}.{uuid.uuid4().hex[:16]}.tmp")
    try:
        written.write_bytes(hashlib.sha256(content).digest() + content)
        os.replace(written, file)
    finally:
        written.unlink(missing_ok=True)
