"""Challenges of passkeys: random, signed by the server, bound to one use, and valid for some minutes.

A challenge holds all that is needed to check it, so nothing is stored for those that nobody answers.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from enum import StrEnum

import orjson

LIFETIME = 300
"""Seconds for which a challenge may be answered."""
RANDOM, END, SIGNATURE = 16, 8, 32
"""Bytes of the parts of a challenge."""


class Purpose(StrEnum):
    """The one thing that an answer to a challenge may do."""

    ADD = "add"
    SIGN_IN = "sign-in"
    SET_PASSWORD = "password"


@dataclass(frozen=True)
class PasskeyHost:
    """The room under the name by which a browser reached it."""

    name: str
    """Name without a port: the relying party's id."""
    origin: str
    """Origin of the room's pages, as `https://cards.example.org`."""


@dataclass(frozen=True)
class ChallengeScope:
    """The conditions under which a challenge may be answered."""

    purpose: Purpose
    host: PasskeyHost
    browser: str
    """A hash of the browser's session."""
    person: str = ""
    """Id of the account, if the challenge is for one."""

    def sign(self, key: bytes, start: bytes) -> bytes:
        about = orjson.dumps([self.purpose, self.host.name, self.host.origin, self.browser, self.person])
        return hmac.digest(key, start + about, "sha256")


def make_challenge(key: bytes, scope: ChallengeScope, now: float) -> bytes:
    """Make a challenge."""
    start = secrets.token_bytes(RANDOM) + (int(now) + LIFETIME).to_bytes(END, "big")
    return start + scope.sign(key, start)


def find_end(key: bytes, scope: ChallengeScope, challenge: bytes) -> float:
    """Return the time at which a challenge of ours ends; 0 for one that we did not make under these conditions."""
    if len(challenge) != RANDOM + END + SIGNATURE:
        return 0.0
    start = challenge[: RANDOM + END]
    ours = hmac.compare_digest(scope.sign(key, start), challenge[RANDOM + END :])
    return float(int.from_bytes(start[RANDOM:], "big")) if ours else 0.0
