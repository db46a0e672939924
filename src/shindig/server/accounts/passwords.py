"""Passwords: Argon2 hashes, computed in a thread of their own so that nothing else waits."""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING

from shindig.core.caches import cached

from ..fair_queue import Bounds, FairWorkers

if TYPE_CHECKING:
    from argon2 import PasswordHasher

MOST, OF_ADDRESS = 64, 10
"""Largest number of waiting passwords, in all and for one address: a few seconds of work."""
FULL = "many people log in just now; please try again"


@cached(1)
def _make_hasher() -> PasswordHasher:
    """Make a hasher: Argon2id with 46 MiB, one pass, one core (OWASP's first choice of parameters)."""
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=1, memory_cost=47_104, parallelism=1)


@cached(1)
def _make_decoy_hash() -> str:
    """Return a hash to check for unknown logins, so that the time reveals nothing."""
    return _make_hasher().hash(secrets.token_urlsafe())


def _hash_password(password: str) -> str:
    return _make_hasher().hash(password.encode(errors="surrogatepass"))


def _is_match(hashed: str | None, password: str) -> bool:
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        given = password.encode(errors="surrogatepass")
        return _make_hasher().verify(hashed or _make_decoy_hash(), given) and hashed is not None
    except (VerificationError, InvalidHashError):
        return False


class PasswordThread:
    """Thread that computes and checks hashes one by one. Both methods raise BusyError if many wait."""

    def __init__(self) -> None:
        self._workers = FairWorkers("shindig-hash", 1, Bounds(MOST, OF_ADDRESS, OF_ADDRESS), FULL)

    async def hash(self, password: str) -> str:
        return await self._workers.run(partial(_hash_password, password))

    async def is_match(self, hashed: str | None, password: str) -> bool:
        """Return True if the password matches the hash. For None it takes as long and returns False."""
        return await self._workers.run(partial(_is_match, hashed, password))
