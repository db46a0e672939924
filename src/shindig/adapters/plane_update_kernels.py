"""Kernels that bring planes up to date: only the entries of rows that differ from those last written.

A row of the record is compared with the row that stood in its place for the viewer before. Most rows of a match do not
change from one turn to the next, and most entries are 0.
"""

from __future__ import annotations

from ..core.kernel_compiler import inlined, kernel
from ..core.layout_and_views import UNKNOWN
from .plane_kernels import (
    AT,
    BY,
    BY_PLACE,
    BYTES,
    CARDS,
    CELLS,
    COUNT,
    EACH,
    KIND,
    LISTED,
    NUMBER,
    OBSERVER,
    OFFSET,
    ONE_OF,
    ROWS,
    SEAT,
    SEATS,
    SET,
    SIZE,
    WIDTH,
    Bytes,
    Codes,
    Columns,
    Planes32,
    clear_cards,
    find_row,
    read_code,
    read_number,
    write_cell,
    write_number,
    write_planes,
    write_seat,
)


@inlined
@kernel
def differs(row: Bytes, place: int, shown: Bytes, before: int, count: int) -> bool:
    """Return True if two stretches of bytes differ."""
    for j in range(count):
        if row[place + j] != shown[before + j]:
            return True
    return False


@inlined
@kernel
def update_numbers(row: Bytes, place: int, shown: Bytes, before: int, code: Columns, planes: Planes32, at: int) -> None:
    """Write the scaled numbers that differ."""
    size = code[SIZE]
    if size == 1:
        for cell in range(code[CELLS]):
            planes[at + cell] = BYTES[int(row[place + cell]) & 255]
        return
    for cell in range(code[CELLS]):
        value = read_number(row, place + cell * size, size)
        if value != read_number(shown, before + cell * size, size):
            write_number(value, size, code[EACH], planes, at + cell * code[EACH])


@inlined
@kernel
def update_cards(
    row: Bytes,
    place: int,
    shown: Bytes,
    before: int,
    viewer: int,
    seats: int,
    code: Columns,
    lists: Codes,
    planes: Planes32,
    at: int,
) -> None:
    """Clear the entries of all cards of a row, and write those of its cards now."""
    size = code[SIZE]
    for cell in range(code[CELLS]):
        clear_cards(read_number(shown, before + cell * size, size), code, lists, planes, at)
    for cell in range(code[CELLS]):
        write_cell(read_number(row, place + cell * size, size), viewer, seats, code, lists, planes, at)


@inlined
@kernel
def update_seat(value: int, was: int, viewer: int, last: int, seats: int, planes: Planes32, at: int) -> None:
    """Write the entries of a seat, which were last written for seat `last`."""
    if 0 <= was < seats:
        planes[at + was - last + (seats if was < last else 0)] = 0
    elif value != was:
        planes[at + seats] = 0
    if value != was or 0 <= value < seats:
        write_seat(value, viewer, seats, planes, at)


@inlined
@kernel
def update_cell(
    value: int, was: int, viewer: int, last: int, seats: int, code: Columns, lists: Codes, planes: Planes32, at: int
) -> None:
    """Write the entries of one unscaled number that may have changed."""
    kind = code[KIND]
    if kind == ONE_OF:
        if 0 <= was < code[COUNT]:
            planes[at + was] = 0
        if 0 <= value < code[COUNT]:
            planes[at + value] = 1
    elif kind == SEAT:
        update_seat(value, was, viewer, last, seats, planes, at)
    else:
        if kind == SET and value == UNKNOWN:
            for j in range(code[COUNT]):
                planes[at + j] = 0
        write_cell(value, viewer, seats, code, lists, planes, at)


@inlined
@kernel
def update_row(
    row: Bytes,
    place: int,
    shown: Bytes,
    before: int,
    viewer: int,
    last: int,
    seats: int,
    code: Columns,
    lists: Codes,
    planes: Planes32,
    at: int,
) -> None:
    """Bring the entries of a row up to date."""
    kind, size = code[KIND], code[SIZE]
    if kind == NUMBER:
        update_numbers(row, place, shown, before, code, planes, at)
    elif kind == CARDS or kind == LISTED:  # noqa: SIM109
        update_cards(row, place, shown, before, viewer, seats, code, lists, planes, at)
    else:
        for cell in range(code[CELLS]):
            value, was = read_number(row, place + cell * size, size), read_number(shown, before + cell * size, size)
            update_cell(value, was, viewer, last, seats, code, lists, planes, at + cell * code[EACH])


@inlined
@kernel
def update_code(
    row: Bytes, shown: Bytes, viewer: int, before: int, seats: int, code: Columns, lists: Codes, planes: Planes32
) -> None:
    """Bring the entries of a field up to date."""
    moved, by, offset = viewer != before, code[BY], code[OFFSET]
    if offset == OBSERVER:
        planes[code[AT] + before] = 0
        planes[code[AT] + viewer] = 1
        return
    turned = moved and (code[KIND] == SEAT or code[KIND] == SEATS)
    length = code[CELLS] * code[SIZE]
    if by == BY_PLACE and not turned and not differs(row, offset, shown, offset, code[ROWS] * length):
        return
    for r in range(code[ROWS]):
        place = offset + find_row(r, by, viewer, seats) * length
        was = offset + find_row(r, by, before, seats) * length
        if turned or differs(row, place, shown, was, length):
            update_row(row, place, shown, was, viewer, before, seats, code, lists, planes, code[AT] + r * code[WIDTH])


@kernel
def update_planes(
    row: Bytes, shown: Bytes, viewer: int, before: int, seats: int, codes: Codes, lists: Codes, planes: Planes32
) -> None:
    """Write float32[entries] of a record for a seat.

    `shown` are the bytes from which the entries were last written for seat `before`, -1 for none; they become those of
    the record.
    """
    if viewer < 0 or before < 0:
        write_planes(row, viewer, seats, codes, lists, planes)
    else:
        for c in range(len(codes)):
            update_code(row, shown, viewer, before, seats, read_code(codes, c), lists, planes)
    for j in range(len(shown)):
        shown[j] = row[j]
