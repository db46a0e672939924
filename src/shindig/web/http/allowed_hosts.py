"""Hosts: the names under which the room answers.

A page of another site can point its own name at this machine (DNS rebinding) and would then count as the room's own
page. So a name that nobody configured is refused. An IP address needs no name and cannot be rebound.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address

from shindig.core.caches import cached

HOST = re.compile(r"([\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?", re.ASCII | re.IGNORECASE)
"""A name as long as names may be (RFC 1035) or an address, and perhaps a port."""
EVERY_NAME = "*"
HOST_FLAG = "--allow-host"
HEALTH_PATHS = ("/healthz", "/readyz")
"""Paths of health checks, which give every host an answer and tell nothing about the room."""


class AllowedHosts:
    """The names that are accepted as the host of a request."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(name.lower().rstrip(".") for name in names)
        self.accepts = cached(1024)(self._accepts)

    def _accepts(self, host: str) -> bool:
        """Return True if the room answers under a host of a header: an IP address, or one of the names."""
        found = HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].lower().rstrip(".")
        return EVERY_NAME in self._names or name in self._names or is_ip_address(name)


def find_machine_names() -> set[str]:
    """Find the names of this machine: `localhost`, its own name, and that name in the local network."""
    own = socket.gethostname().lower()
    short = own.partition(".")[0]
    return {"localhost", own, short, f"{short}.local"} - {""}


def check_host_name(text: str) -> str:
    """Check a name given to `--allow-host`. Raises ValueError."""
    if text != EVERY_NAME and (":" in text or not HOST.fullmatch(text)):
        raise ValueError(
            f"{HOST_FLAG} expects a name such as cards.example.org, without https:// or port, not {text!r}"
        )
    return text


def describe_wrong_host(host: str) -> str:
    """Say why a host is refused, and which setting accepts it."""
    shown = host if HOST.fullmatch(host) else "this"
    return (
        f"This room does not answer under the name {shown}. If the name is yours, start the room with {HOST_FLAG} NAME."
    )


def is_ip_address(name: str) -> bool:
    """Return True if the host of a request is an IP address."""
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
