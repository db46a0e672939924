"""Sets of cards as bits of whole numbers."""

from __future__ import annotations

from ...hands import mask_size
from ...kernels import kernel
from ...layout import Ranges


@kernel
def lowest(bits: int) -> int:
    """The place of the lowest bit set; `bits` is not 0."""
    return mask_size((bits & -bits) - 1)


@kernel
def write_runs(bits: int, first: int, ranges: Ranges, written: int) -> int:
    """Write each run of set bits as a range of actions, bit 0 being action `first`: the new number of ranges."""
    while bits:
        low = lowest(bits)
        high = low + lowest(~(bits >> low))
        ranges[written, 0] = first + low
        ranges[written, 1] = first + high - 1
        written += 1
        bits = bits >> high << high
    return written
