"""Metrics of the caches, of functions and of the server's objects: how full each is, and how often it helped."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import REGISTRY
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

from shindig.core.caches import FunctionCache, cached, list_caches

from .recent_cache import list_recent_caches


class CacheCollector:
    """Collector of the metrics of all caches that were asked at least once."""

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        """Yield the metrics for the library."""
        entries = GaugeMetricFamily("shindig_cache_entries", "Entries of a cache.", labels=["cache"])
        bounds = GaugeMetricFamily("shindig_cache_bound", "Entries that a cache may have.", labels=["cache"])
        hits = CounterMetricFamily("shindig_cache_hits", "Questions that a cache answered.", labels=["cache"])
        misses = CounterMetricFamily("shindig_cache_misses", "Questions that it did not answer.", labels=["cache"])
        objects = (FunctionCache(one.name, one.bound, len(one), one.hits, one.misses) for one in list_recent_caches())
        for one in (*list_caches(), *objects):
            if one.misses:
                for metric, value in (
                    (entries, one.entries),
                    (bounds, one.bound),
                    (hits, one.hits),
                    (misses, one.misses),
                ):
                    metric.add_metric([one.name.removeprefix("shindig.")], value)
        yield from (entries, bounds, hits, misses)


@cached(1)
def register_cache_metrics() -> CacheCollector:
    """Add the metrics of caches to those of this process, once."""
    collector = CacheCollector()
    REGISTRY.register(collector)
    return collector
