"""Kernels that write the entries of planes from the bytes of a record, driven by codes (observation_planes.py).

They read each field once, and its cells one after the other.
"""

from __future__ import annotations

from math import log1p

import numpy as np
import numpy.typing as npt

from ..core.kernel_compiler import inlined, kernel
from ..core.layout_and_views import UNKNOWN
from ..gamekit.array_and_bit_kernels import fill

NUMBER, SEAT, SEATS, ONE_OF, CARDS, SET, LISTED = range(7)
"""Kinds of codes: scaled number, seat, set of seats, one of a few values. Then cards as a set, a set of cards as bits,
and cards that a number stands for."""
BY_PLACE, BY_SEAT, BY_SEATS, BY_OWNER = range(4)
"""Meaning of a code's rows: places, seats, sets of seats, or the observer's own row."""
OBSERVER = -1
"""Offset for the observer's own number, which no record holds."""
DIGIT_BITS, DIGIT = 16, 65535
LOGS = np.log1p(np.arange(1024))
"""float64[1024]: logarithms of small numbers, for scaling."""
SCALES = np.array([1 / log1p(128), 1 / log1p(32768), 1 / log1p(1 << 24)])
"""Factors by width of a number (1, 2, and more bytes) that scale its logarithm to at most 1."""
KIND, OFFSET, SIZE, ROWS, CELLS, BY, AT, WIDTH, EACH, ARGUMENT, COUNT = range(11)
"""Columns of a code: ROWS rows of CELLS numbers of SIZE bytes, from byte OFFSET on. AT is the first entry, WIDTH the
entries of a row, EACH those of a cell. The others depend on the kind."""
Bytes = npt.NDArray[np.int8]
Codes = npt.NDArray[np.int32]
Columns = tuple[int, ...]
"""The columns of one code, in the order of KIND to COUNT."""
Planes32 = npt.NDArray[np.float32]


@inlined
@kernel
def read_code(codes: Codes, c: int) -> Columns:
    """Return the columns of a code. Compiled code counts the references to a row of an array, but not to a tuple."""
    return (
        codes[c, KIND],
        codes[c, OFFSET],
        codes[c, SIZE],
        codes[c, ROWS],
        codes[c, CELLS],
        codes[c, BY],
        codes[c, AT],
        codes[c, WIDTH],
        codes[c, EACH],
        codes[c, ARGUMENT],
        codes[c, COUNT],
    )


@inlined
@kernel
def read_digit(row: Bytes, at: int) -> int:
    """Read two bytes, the lower first, as an unsigned number."""
    return int(row[at]) & 255 | (int(row[at + 1]) & 255) << 8


@inlined
@kernel
def read_signed(row: Bytes, at: int) -> int:
    """Read two bytes, the lower first, as a signed number."""
    return int(row[at]) & 255 | int(row[at + 1]) << 8


@inlined
@kernel
def read_number(row: Bytes, at: int, size: int) -> int:
    """Read a signed whole number of 1, 2, 4 or 8 bytes, the lowest first."""
    if size == 1:
        return int(row[at])
    if size == 2:
        return read_signed(row, at)
    if size == 4:
        return read_digit(row, at) | read_signed(row, at + 2) << 16
    return (
        read_digit(row, at)
        | read_digit(row, at + 2) << 16
        | read_digit(row, at + 4) << 32
        | read_signed(row, at + 6) << 48
    )


@kernel
def scale_number(value: int, size: int) -> float:
    """Scale a number to -1..1: its sign times its scaled logarithm."""
    high = min(abs(value), 1 << 24)
    return float(
        (LOGS[high] if high < len(LOGS) else log1p(high)) * SCALES[min(size, 4) >> 1] * (1 if value > 0 else -1)
    )


BYTES = np.array([scale_number(byte - (byte >> 7 << 8), 1) for byte in range(256)], np.float32)
"""float32[256]: scaled value of each signed byte."""


@kernel
def rotate_seats(bits: int, turn: int, seats: int) -> int:
    """Rotate a set of seats by `turn` seats; bits beyond the seats stay."""
    low = bits & (1 << seats) - 1
    return bits ^ low | (low << turn | low >> seats - turn) & (1 << seats) - 1


@inlined
@kernel
def write_numbers(row: Bytes, place: int, code: Columns, planes: Planes32, at: int) -> None:
    """Write scaled numbers, and the digits of wide ones."""
    size, each = code[SIZE], code[EACH]
    if size == 1:
        for cell in range(code[CELLS]):
            planes[at + cell] = BYTES[int(row[place + cell]) & 255]
        return
    for cell in range(code[CELLS]):
        write_number(read_number(row, place + cell * size, size), size, each, planes, at + cell * each)


@inlined
@kernel
def write_number(value: int, size: int, each: int, planes: Planes32, at: int) -> None:
    """Write a scaled number, and its digits if it is wide."""
    planes[at] = scale_number(value, size)
    for j in range(each - 1):
        planes[at + 1 + j] = (value >> DIGIT_BITS * j & DIGIT) / DIGIT


@inlined
@kernel
def write_seat(value: int, viewer: int, seats: int, planes: Planes32, at: int) -> None:
    """Write a seat relative to the viewer, or a scaled number if it is no seat."""
    if 0 <= value < seats:
        planes[at + value - viewer + (seats if value < viewer else 0)] = 1
    else:
        planes[at + seats] = scale_number(value, 1)


@inlined
@kernel
def write_set(bits: int, count: int, planes: Planes32, at: int) -> None:
    """Write a set of `count` cards as bits, and a flag for an unknown set."""
    planes[at + count] = bits == UNKNOWN
    if bits != UNKNOWN:
        write_bits(bits, count, planes, at)


@inlined
@kernel
def write_bits(bits: int, count: int, planes: Planes32, at: int) -> None:
    """Write 1 for each bit that is set."""
    for bit in range(count):
        planes[at + bit] = bits >> bit & 1


@inlined
@kernel
def write_cards(value: int, code: Columns, lists: Codes, planes: Planes32, at: int) -> None:
    """Write a card into the next free entry of its kind, or each card that a number stands for into its own entry."""
    first, last = lists[code[ARGUMENT] + value], lists[code[ARGUMENT] + value + 1]
    if code[KIND] == LISTED:
        for j in range(first, last):
            planes[at + lists[j]] = 1
        return
    while first < last and planes[at + first] != 0:
        first += 1
    if first < last:
        planes[at + first] = 1


@inlined
@kernel
def clear_cards(value: int, code: Columns, lists: Codes, planes: Planes32, at: int) -> None:
    """Clear the entries of all copies of a card, or of all cards that a number stands for."""
    if not 0 <= value < code[COUNT]:
        return
    for j in range(lists[code[ARGUMENT] + value], lists[code[ARGUMENT] + value + 1]):
        planes[at + (lists[j] if code[KIND] == LISTED else j)] = 0


@inlined
@kernel
def write_cell(value: int, viewer: int, seats: int, code: Columns, lists: Codes, planes: Planes32, at: int) -> None:
    """Write the entries of one unscaled number, from `at` on. All are 0 before."""
    kind = code[KIND]
    if kind == SEAT:
        write_seat(value, viewer, seats, planes, at)
    elif kind == SEATS:
        write_bits(rotate_seats(value & DIGIT, (seats - viewer) % seats, seats), code[EACH], planes, at)
    elif kind == SET:
        write_set(value, code[COUNT], planes, at)
    elif 0 <= value < code[COUNT]:
        if kind == ONE_OF:
            planes[at + value] = 1
        else:
            write_cards(value, code, lists, planes, at)


@kernel
def find_row(r: int, by: int, viewer: int, seats: int) -> int:
    """Return the row of the record that is row r for the observer."""
    if by == BY_SEAT:
        return r + viewer - (seats if r + viewer >= seats else 0)
    if by == BY_SEATS:
        return int(rotate_seats(r, viewer, seats))
    return viewer if by == BY_OWNER else r


@inlined
@kernel
def write_code(row: Bytes, viewer: int, seats: int, code: Columns, lists: Codes, planes: Planes32) -> None:
    """Write the entries of a field."""
    for r in range(code[ROWS]):
        at, size = code[AT] + r * code[WIDTH], code[SIZE]
        place = code[OFFSET] + find_row(r, code[BY], viewer, seats) * code[CELLS] * size
        if code[OFFSET] == OBSERVER:
            planes[at + viewer] = 1
        elif code[KIND] == NUMBER:
            write_numbers(row, place, code, planes, at)
        else:
            for cell in range(code[CELLS]):
                value = read_number(row, place + cell * size, size)
                write_cell(value, viewer, seats, code, lists, planes, at + cell * code[EACH])


@kernel
def write_planes(row: Bytes, viewer: int, seats: int, codes: Codes, lists: Codes, planes: Planes32) -> None:
    """Write float32[entries] from the bytes of a record, for a seat; all 0 for an onlooker."""
    fill(planes, 0)
    for c in range(len(codes) if viewer >= 0 else 0):
        write_code(row, viewer, seats, read_code(codes, c), lists, planes)


@kernel
def write_many(
    raw: Bytes, first: int, last: int, viewers: Bytes, seats: int, codes: Codes, lists: Codes, planes: Planes32
) -> None:
    """Write the planes of records `first` to `last` - 1, each for its own viewer: int8[n, bytes], int8[n]."""
    for i in range(first, last):
        write_planes(raw[i], viewers[i], seats, codes, lists, planes[i])
