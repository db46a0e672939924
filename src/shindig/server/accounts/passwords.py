"""Passwords: Argon2 hashes, computed in a thread of their own so that nothing else waits."""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING

from shindig.core.caches import cached
from shindig.messages import say

from ..fair_queue import Bounds, FairWorkers

if TYPE_CHECKING:
    from argon2 import PasswordHasher

MOST, OF_ADDRESS = 64, 10
"""Largest number of waiting passwords, in all and for one address: a few seconds of work."""
FULL = say("busy-passwords")


@cached(1)
def _make_hasher(memory: int) -> PasswordHasher:
    """Make a hasher: Argon2id with this many KiB, one pass, one core."""
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=1, memory_cost=memory, parallelism=1)


@cached(1)
def _make_decoy_hash(memory: int) -> str:
    """Return a hash to check for unknown logins, so that the time reveals nothing."""
    return _make_hasher(memory).hash(secrets.token_urlsafe())


def _hash_password(memory: int, password: str) -> str:
    return _make_hasher(memory).hash(password.encode(errors="surrogatepass"))


def _is_match(memory: int, hashed: str | None, password: str) -> bool:
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        given = password.encode(errors="surrogatepass")
        return _make_hasher(memory).verify(hashed or _make_decoy_hash(memory), given) and hashed is not None
    except (VerificationError, InvalidHashError):
        return False


class PasswordThread:
    """Thread that computes and checks hashes one by one. Both methods raise BusyError if many wait."""

    memory = 47_104
    """KiB that a hash takes: OWASP's first choice of parameters."""

    def __init__(self) -> None:
        self._workers = FairWorkers("shindig-hash", 1, Bounds(MOST, OF_ADDRESS, OF_ADDRESS), FULL)

    async def hash(self, password: str) -> str:
        return await self._workers.run(partial(_hash_password, self.memory, password))

    async def is_match(self, hashed: str | None, password: str) -> bool:
        """Return True if the password matches the hash. For None it takes as long and returns False."""
        return await self._workers.run(partial(_is_match, self.memory, hashed, password))
