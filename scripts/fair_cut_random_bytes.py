"""The fair cut's random stream on standard output without end, for batteries: `... | dieharder -g 200 -a`."""

from __future__ import annotations

import hashlib
import sys
from contextlib import suppress
from itertools import count

from shindig.server.fairness.fair_shuffle import make_stream


def main() -> None:
    """A mebibyte from each of the seeds 0, 1, 2, ..., each seed being 64 bytes as a cut's is."""
    with suppress(BrokenPipeError):
        for number in count():
            seed = hashlib.sha512(number.to_bytes(8, "big")).digest()
            sys.stdout.buffer.write(make_stream(seed, 0, "main", 1 << 20))


if __name__ == "__main__":
    main()
