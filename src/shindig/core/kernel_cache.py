"""Cache of machine code on disk, one folder per dispatcher. It imports Numba, so only `compile_kernel` imports it.

Numba's own cache takes its folder from `numba.config.CACHE_DIR`, which all threads share, and keeps an index per
function that two processes can overwrite. Here each dispatcher has its own folder, and each signature is one file.
"""

from __future__ import annotations

import hashlib
import inspect
import logging
import os
import pickle
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core.caching import Cache, CompileResultCacheImpl, _CacheLocator
from numba.core.serialize import dumps

LOG = logging.getLogger(__name__)
UNREADABLE = (OSError, EOFError, pickle.UnpicklingError, ValueError, TypeError, AttributeError, ImportError, IndexError)
"""Errors that a damaged file raises."""


class FolderLocator(_CacheLocator):
    """The folder of one dispatcher. Its name is a hash of all sources, so no time stamp is needed."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._py_file = inspect.getfile(function)
        self._folder = folder

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        return ""


class KernelCacheImpl(CompileResultCacheImpl):
    """Numba's serialisation of a compiled function, in a given folder."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = FolderLocator(function, folder)
        self._filename_base = f"{function.__module__}.{function.__qualname__}-{self._lineno}"
        for forbidden in "<>":
            self._filename_base = self._filename_base.replace(forbidden, "")


class SignatureFiles:
    """Compiled signatures of one function, a file each. A file is named by a hash of its key and holds the key."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name

    def load(self, key: object) -> Any:
        """Return the data of a key; None for a missing or damaged file."""
        with suppress(*UNREADABLE):
            saved, data = pickle.loads(self._file(key).read_bytes())
            return data if saved == repr(key) else None
        return None

    def save(self, key: object, data: object) -> None:
        """Save in one step, so that other processes read a whole file or none."""
        file = self._file(key)
        written = file.with_name(f"{file.name}.{uuid.uuid4().hex[:16]}.tmp")
        try:
            written.write_bytes(dumps((repr(key), data)))  # type: ignore[no-untyped-call]
            os.replace(written, file)
        finally:
            written.unlink(missing_ok=True)

    def flush(self) -> None:
        for file in self._folder.glob(f"{self._name}.*.nbc"):
            file.unlink(missing_ok=True)

    def _file(self, key: object) -> Path:
        return self._folder / f"{self._name}.{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}.nbc"


class KernelCache(Cache):
    """Cache of one dispatcher, in its own folder."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._name, self._py_func = repr(function), function
        self._impl = KernelCacheImpl(function, folder)
        self._cache_path = str(folder)
        self._cache_file = SignatureFiles(folder, self._impl.filename_base)  # type: ignore[assignment]
        self.enable()  # type: ignore[no-untyped-call]

    def save_overload(self, sig: object, data: object) -> None:
        """Save compiled code. If the disk refuses, the code is still used, and compiled again next time."""
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        except OSError as error:
            LOG.warning("compiled code cannot be kept in %s: %s", self._cache_path, error.strerror)
