"""HTTPS requests to addresses that a stranger chose: public hosts only, checked after resolving, and no redirects."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

TIMEOUT = 5.0
"""Seconds for resolving nothing, connecting, and each answer."""
LONGEST = 1_000
"""Longest address in characters."""
Resolve = Callable[[str, int], list[str]]
"""(host, port) -> IP addresses."""


class UnsafeAddressError(ValueError):
    """An address to which the server does not send."""


def resolve_host(host: str, port: int) -> list[str]:
    """Return the IP addresses of a host. Raises OSError."""
    return [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def check_endpoint(address: str) -> tuple[str, int, str]:
    """Return host, port and path of an https address. Raises UnsafeAddressError."""
    if len(address) > LONGEST or not address.isascii() or not address.isprintable() or " " in address:
        raise UnsafeAddressError("expected an https address")
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port or 443
    except ValueError:
        raise UnsafeAddressError("expected an https address") from None
    if parts.scheme != "https" or not host or parts.username or parts.password or "." not in host:
        raise UnsafeAddressError("expected an https address of a public host")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return host, port, path


def pick_public_address(host: str, port: int, resolve: Resolve = resolve_host) -> str:
    """Return an IP address of a host, if all of them are public. Raises UnsafeAddressError, OSError."""
    found = resolve(host, port)
    if not found or not all(is_public(one) for one in found):
        raise UnsafeAddressError("that host is not public")
    return found[0]


def is_public(address: str) -> bool:
    """Return True for an IP address of the public internet."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(known, ipaddress.IPv6Address):
        inner = known.ipv4_mapped or known.sixtofour or (known.teredo[1] if known.teredo else None)
        if inner is not None:
            return inner.is_global and not inner.is_multicast
        if known in NAT64:
            return False
    return known.is_global and not known.is_multicast


NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


class PinnedConnection(http.client.HTTPSConnection):
    """An HTTPS connection to one IP address, with the certificate of its host."""

    def __init__(self, host: str, port: int, address: str, context: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=TIMEOUT, context=context)
        self._address, self._tls = address, context

    def connect(self) -> None:
        plain = socket.create_connection((self._address, self.port), TIMEOUT)
        self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)


def post(
    address: str,
    body: bytes,
    headers: Mapping[str, str],
    resolve: Resolve = resolve_host,
    context: ssl.SSLContext | None = None,
) -> int:
    """Send a POST and return the status of the answer. A redirect is an answer like any other.

    Raises UnsafeAddressError, OSError, http.client.HTTPException.
    """
    host, port, path = check_endpoint(address)
    chosen = pick_public_address(host, port, resolve)
    connection = PinnedConnection(host, port, chosen, context or ssl.create_default_context())
    try:
        connection.request("POST", path, body, dict(headers))
        return connection.getresponse().status
    finally:
        connection.close()
