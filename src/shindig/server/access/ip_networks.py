"""Networks as text: those that are one club, and those that are banned."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_network

from shindig.core.caches import cached

Network = IPv4Network | IPv6Network
CACHED = 4096


def parse_network(text: str, setting: str = "") -> Network:
    """Parse an address or a network. Raises ValueError."""
    try:
        return ip_network(text.strip())
    except ValueError:
        where = f"{setting} expects" if setting else "expected"
        raise ValueError(f"{where} an address or a network such as 203.0.113.0/24, not {text!r}") from None


def read_address(text: str) -> Network | None:
    """Read the address of a client, or its network as limits count it; None for a client without one."""
    try:
        found = ip_network(text.partition("%")[0])
    except ValueError:
        return None
    mapped = found.network_address.ipv4_mapped if isinstance(found, IPv6Network) else None
    return ip_network(str(mapped)) if mapped else found


def is_inside(inner: Network, outer: Network) -> bool:
    """Return True if a network is a part of another."""
    if isinstance(inner, IPv4Network) and isinstance(outer, IPv4Network):
        return inner.subnet_of(outer)
    if isinstance(inner, IPv6Network) and isinstance(outer, IPv6Network):
        return inner.subnet_of(outer)
    return False


class AddressList:
    """A list of networks. `includes` takes the text of an address or of a network."""

    def __init__(self, networks: Iterable[Network] = ()) -> None:
        self.networks = tuple(networks)
        self.includes = cached(CACHED)(lambda address: self.find(address) is not None)

    def find(self, address: str) -> Network | None:
        """Return the first network that an address is in, or None."""
        known = read_address(address)
        return next((one for one in self.networks if known is not None and is_inside(known, one)), None)


def read_club_addresses(given: Iterable[str]) -> AddressList:
    """Read the setting `club-address`. Raises ValueError."""
    return AddressList(parse_network(one, "the setting club-address") for one in given)
