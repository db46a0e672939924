"""NumPy generators that compiled code sets to a key, so that a decision's chance depends on nothing before it.

A generator over NumPy's Philox is a counter of four words and a key of two. Compiled code writes both into the memory
of the generator, and every kernel that takes a `np.random.Generator` draws from it.
"""

from __future__ import annotations

import ctypes
from zlib import crc32

import numpy as np
import numpy.typing as npt

from .kernel_compiler import inlined, kernel

Words = npt.NDArray[np.uint64]
BLOCK = 4
"""Number of words in a block; a position of 4 means that the next draw computes a block."""
COUNTER, KEY, POSITION, SPARE, SIZE = 0, 1, 2, 7, 9
"""Places in the state of NumPy's Philox: pointers to counter and key, position, spare half word, length in words."""
NAME = crc32(b"choice of a bot")
"""Fourth word of the counter, so that choices of bots share no block with anything else."""


@inlined
@kernel
def aim_generator(
    counter: Words, key: Words, buffer: Words, match: int, move: int, words: npt.NDArray[np.int64]
) -> None:
    """Set a generator to the chance of one move of a match. `words`: int64[2], the words of the seed."""
    counter[0], counter[1], counter[2], counter[3] = 0, move, match, NAME
    key[0], key[1] = words[0], words[1]
    buffer[POSITION], buffer[SPARE] = BLOCK, 0


class KeyedGenerator:
    """A NumPy generator with its counter, key and state as arrays over its own memory."""

    def __init__(self) -> None:
        bits = np.random.Philox(0)
        self.generator = np.random.Generator(bits)
        self.buffer = _words_at(bits.ctypes.state_address, SIZE)
        self.counter = _words_at(int(self.buffer[COUNTER]), 4)
        self.key = _words_at(int(self.buffer[KEY]), 2)
        self._check_layout()

    def aim(self, match: int, move: int, words: tuple[int, int]) -> np.random.Generator:
        """Set the generator to one move of a match, and return it."""
        aim_generator(self.counter, self.key, self.buffer, match, move, np.array(words))
        return self.generator

    def _check_layout(self) -> None:
        """Compare with a generator that NumPy itself sets, since its memory is no public interface."""
        drawn = self.aim(2, 1, (3, 4)).random(6)
        official = np.random.Generator(np.random.Philox(counter=[0, 1, 2, NAME], key=[3, 4]))
        if (drawn != official.random(6)).any():
            raise RuntimeError(f"NumPy {np.__version__} lays its Philox generator out in an unknown way")


def _words_at(address: int, count: int) -> Words:
    """Return uint64[count] over the memory at an address."""
    return np.ctypeslib.as_array((ctypes.c_uint64 * count).from_address(address))
