"""What is counted and timed of a room, for Prometheus. Nothing here knows a table, a person or a card."""

from __future__ import annotations

from functools import cache
from time import perf_counter

from prometheus_client import Counter, Gauge, Histogram

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

MOVES = Counter("shindig_moves_total", "Actions played, by who or what played them.", ["by"])
TOLD = Histogram(
    "shindig_told_seconds", "From a request until what it changed is sent to those who read along.", buckets=BUCKETS
)
COMMITS = Histogram(
    "shindig_commit_seconds", "Of a step, from the wish to store it until it is stored.", buckets=BUCKETS
)
BOTS = Histogram("shindig_bot_seconds", "From a question to a bot until its answer.", buckets=BUCKETS)
REFUSED = Counter("shindig_refused_total", "Requests that were refused, by status.", ["status"])
READERS = Gauge("shindig_readers", "Streams that are open.")
TABLES = Gauge("shindig_tables", "Tables that are served here.")
LAG = Histogram("shindig_lag_seconds", "By how much the server is late for what it wanted to do.", buckets=BUCKETS)


@cache
def moves_by(whom: str) -> Counter:
    """The moves of one kind of player."""
    return MOVES.labels(whom)


class Since:
    """A stopwatch for a histogram: `with Since(COMMITS): ...` observes what succeeds."""

    __slots__ = ("_begun", "_of")

    def __init__(self, of: Histogram) -> None:
        self._of = of

    def __enter__(self) -> None:
        self._begun = perf_counter()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._of.observe(perf_counter() - self._begun)
