"""Arrays in a card's memory, as other libraries take them without a copy: by DLPack and `__cuda_array_interface__`."""

from __future__ import annotations

import ctypes
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

CPU, CUDA = 1, 2
"""Kinds of devices, as DLPack numbers them."""
NAME = b"dltensor"
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
"""Kinds of numbers, as DLPack numbers them."""


class _Device(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class _Type(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("dimensions", ctypes.c_int32),
        ("type", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))
_lent: dict[int, Any] = {}
"""Memory that a consumer holds, by the address of its tensor: the array and all memory of its description."""


def _forget(managed: Any) -> None:
    _lent.pop(ctypes.addressof(managed.contents), None)


_release = _Deleter(_forget)

_make_capsule = ctypes.pythonapi.PyCapsule_New
_make_capsule.restype, _make_capsule.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)


class DeviceArray:
    """An array on a card, whose memory belongs to a batch. It is written in place: copy what you want to keep."""

    def __init__(self, base: Any, device: tuple[int, int] = (CUDA, 0)) -> None:
        """Wrap an array of numba-cuda. `device` is its kind and number as DLPack has them."""
        self.base, self._device = base, device
        self.shape, self.dtype = tuple(base.shape), np.dtype(base.dtype)

    def __repr__(self) -> str:
        return f"<{self.dtype}{list(self.shape)} on the card>"

    def __len__(self) -> int:
        return int(self.shape[0])

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface: dict[str, Any] = self.base.__cuda_array_interface__
        return interface

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._device

    def __dlpack__(self, **_how: Any) -> Any:
        """Return a capsule with the array's place and form. The array lives as long as its consumer."""
        managed, lengths = _Managed(), (ctypes.c_int64 * len(self.shape))(*self.shape)
        steps = (ctypes.c_int64 * len(self.shape))(*(step // self.dtype.itemsize for step in self._strides()))
        kind = _Type(CODES[self.dtype.kind], 8 * self.dtype.itemsize, 1)
        managed.tensor = _Tensor(self._address(), _Device(*self._device), len(self.shape), kind, lengths, steps, 0)
        managed.deleter = _release
        _lent[ctypes.addressof(managed)] = managed, lengths, steps, self.base
        return _make_capsule(ctypes.addressof(managed), NAME, None)

    def _address(self) -> int:
        """Return the address of the first entry."""
        if self._device[0] == CPU:
            return int(self.base.ctypes.data)
        return int(self.__cuda_array_interface__["data"][0])

    def _strides(self) -> tuple[int, ...]:
        """Return the bytes from one entry to the next, for each dimension."""
        given = self.base.strides if prod(self.shape) else None
        return given or tuple(self.dtype.itemsize * prod(self.shape[at + 1 :]) for at in range(len(self.shape)))

    def copy_to_host(self) -> npt.NDArray[Any]:
        """Return a copy in the memory of the processor."""
        found: npt.NDArray[Any] = np.array(self.base.copy_to_host())
        return found

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """Copy the array for NumPy."""
        if copy is False:
            raise ValueError("an array on a card is copied for NumPy; take it by DLPack to use it in place")
        return self.copy_to_host().astype(dtype or self.dtype, copy=False)
