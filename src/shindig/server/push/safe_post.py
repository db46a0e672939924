"""HTTPS requests to addresses that a stranger chose: public hosts only, checked after resolving, and no redirects.

HTTP clients resolve a host by themselves, so they might connect to another address than the one that was checked.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

TIMEOUT = 10.0
"""Seconds from connecting to the status of the answer, however slowly its bytes come."""
HTTPS = 443
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
        host, port = parts.hostname, parts.port or HTTPS
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
    if isinstance(known, ipaddress.IPv6Address) and (known not in UNICAST or any(known in one for one in TUNNELS)):
        return False
    return known.is_global and not known.is_multicast


UNICAST = ipaddress.IPv6Network("2000::/3")
"""The only IPv6 addresses that are given to hosts of the public internet (RFC 4291, 2.4)."""
TUNNELS = (ipaddress.IPv6Network("2001::/32"), ipaddress.IPv6Network("2002::/16"))
"""Networks of UNICAST whose addresses hold an IPv4 address to go on to: Teredo and 6to4."""


async def post(
    to: tuple[str, int, str],
    chosen: str,
    body: bytes,
    headers: Mapping[str, str],
    context: ssl.SSLContext,
    seconds: float = TIMEOUT,
) -> int:
    """Send a POST to an IP address of a host and return the status of the answer, be it a redirect.

    `to` is host, port and path. The certificate must be the host's. Raises OSError (TimeoutError after so many
    `seconds`) and ValueError for an answer that is not HTTP.
    """
    host, port, path = to
    async with asyncio.timeout(seconds):
        reader, writer = await asyncio.open_connection(chosen, port, ssl=context, server_hostname=host)
        try:
            writer.write(write_request(host, port, path, body, headers) + body)
            return read_status(await reader.readline())
        finally:
            writer.transport.abort()


def write_request(host: str, port: int, path: str, body: bytes, headers: Mapping[str, str]) -> bytes:
    """Return the head of a POST, after whose answer the connection ends."""
    name = host if port == HTTPS else f"{host}:{port}"
    fields = {"host": name, "connection": "close", "content-length": str(len(body)), **headers}
    lines = [f"POST {path} HTTP/1.1", *(f"{field}: {value}" for field, value in fields.items())]
    if any(not line.isprintable() for line in lines):
        raise ValueError("expected headers of printable characters")
    return "\r\n".join([*lines, "", ""]).encode("ascii")


def read_status(line: bytes) -> int:
    """Return the status in the first line of an answer. Raises ValueError."""
    found = re.match(rb"HTTP/1\.[01] ([1-5]\d\d)[ \r\n]", line)
    if found is None:
        raise ValueError("expected an answer in HTTP/1.1")
    return int(found[1])
