"""Metrics of the server for Prometheus, without names of tables, people or cards."""

from __future__ import annotations

import math
import shutil
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from time import perf_counter

from prometheus_client import REGISTRY, Gauge
from prometheus_client import Counter as Counted
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class SecondsHistogram:
    """A histogram of seconds, updated in the loop's own thread. The library's takes a dozen calls and two locks."""

    def __init__(self, name: str, text: str) -> None:
        self._name, self._text = name, text
        self._counts, self._sum = [0] * (len(BUCKETS) + 1), 0.0
        REGISTRY.register(self)

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(BUCKETS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """Yield the metric for the library."""
        ends = [*map(str, BUCKETS), "+Inf"]
        told = HistogramMetricFamily(self._name, self._text)
        told.add_metric([], [*zip(ends, accumulate(self._counts), strict=True)], self._sum)
        yield told


class LabelledCounter:
    """A counter by label, updated in the loop's own thread."""

    def __init__(self, name: str, text: str, label: str) -> None:
        self.of = Counter[str]()
        self._told = name, text, label
        REGISTRY.register(self)

    def collect(self) -> Iterator[CounterMetricFamily]:
        """Yield the metric for the library."""
        name, text, label = self._told
        told = CounterMetricFamily(name, text, labels=[label])
        for kind, count in [*self.of.items()]:
            told.add_metric([kind], count)
        yield told


MOVES = LabelledCounter("shindig_moves_total", "Actions played, by who or what played them.", "by")
BROADCAST_SECONDS = SecondsHistogram(
    "shindig_told_seconds", "From a request until what it changed is sent to those who read along."
)
COMMIT_SECONDS = SecondsHistogram("shindig_commit_seconds", "Of a step, from the wish to store it until it is stored.")
BOT_SECONDS = SecondsHistogram("shindig_bot_seconds", "From a question to a bot until its answer.")
REFUSED_REQUESTS = Counted("shindig_refused_total", "Requests that were refused, by status.", ["status"])
OPEN_STREAMS = Gauge("shindig_readers", "Streams that are open.")
SERVED_TABLES = Gauge("shindig_tables", "Tables that are served here.")
LAG_SECONDS = SecondsHistogram("shindig_lag_seconds", "By how much the server is late for what it wanted to do.")
LETTERS = LabelledCounter("shindig_mails_total", "E-mails, by what became of them.", "result")
DATABASE_ERRORS = Counted("shindig_database_errors_total", "Requests to the database that failed.")
COMPILE_QUEUE = Gauge("shindig_compile_queue", "Games whose rules still have to be compiled, or loaded.")
UNRESTORED_TABLES = Gauge("shindig_unrestored_tables", "Tables of this server that are not restored yet.")
LEASE = Gauge("shindig_lease", "1 while this server may own tables, else 0.")
FREE_DISK_BYTES = Gauge("shindig_disk_free_bytes", "Free space where the server writes: SQLite, or else its cache.")
TOTAL_DISK_BYTES = Gauge("shindig_disk_total_bytes", "Size of that disk.")
BUILD = Gauge("shindig_build_info", "Version of the server, and the schema of its database.", ["version", "schema"])


def watch_disk(folder: Path) -> None:
    """Measure the disk of a folder from now on."""
    FREE_DISK_BYTES.set_function(lambda: measure_disk(folder)[0])
    TOTAL_DISK_BYTES.set_function(lambda: measure_disk(folder)[1])


def measure_disk(folder: Path) -> tuple[float, float]:
    """Return the free and the total bytes of a folder's disk; NaN if it cannot be measured."""
    try:
        found = shutil.disk_usage(next(one for one in (folder, *folder.parents) if one.is_dir()))
    except (OSError, StopIteration):
        return math.nan, math.nan
    return float(found.free), float(found.total)


class Stopwatch:
    """A stopwatch: `with Since(COMMITS): ...` records the time of successful work."""

    __slots__ = ("_begun", "_of")

    def __init__(self, of: SecondsHistogram) -> None:
        self._of = of

    def __enter__(self) -> None:
        self._begun = perf_counter()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._of.observe(perf_counter() - self._begun)
