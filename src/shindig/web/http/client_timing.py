"""Times for which a server waits for its clients."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ClientTiming:
    """Times in seconds."""

    begin: float = 20.0
    """For a request to arrive."""
    slowest: float = 16_384.0
    """Bytes per second at which it gets more time."""
    stuck: float = 60.0
    """For a client to take something of what was written to it."""
    beat: float = 7.0
    """Between two heartbeats of a stream."""
    silence: float = 15.0
    """Without an answer to heartbeats, after which a page counts as gone, and its stream ends."""


USUAL = ClientTiming()
