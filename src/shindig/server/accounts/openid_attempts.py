"""Sign-ins at an OpenID provider that a browser has begun, sealed for its cookie.

The cookie holds all that is needed to end the sign-in, so nothing is stored. It is signed by the server, since it says
which account its owner wants to link. The signature is checked before anything else of it is read.
"""

from __future__ import annotations

import base64
import hmac
from typing import NamedTuple

import orjson

from .openid_provider import SignInAttempt

LIFETIME = 600
"""Seconds from the way there to the way back."""
END, SIGNATURE = 8, 32
"""Bytes of the parts before the data."""
LONGEST = 4000
"""Most letters of a cookie that are read."""


class Begun(NamedTuple):
    """A sign-in that a browser has begun."""

    attempt: SignInAttempt
    back: str
    """Page to return to."""
    code: str = ""
    """Code of an invitation, or ""."""
    linking: str = ""
    """Id of the account that its owner wants to link, or ""."""
    session: str = ""
    """Hash of the session that proved the password of this account, or in which its owner proves to be there."""
    proving: str = ""
    """Id of the account without a password whose owner signs in again to set one, or ""."""
    since: int = 0
    """Time from which on the provider must have checked who the person is; 0 for any."""
    subject: str = ""
    """Subject by which the provider has then known this owner, or "" before the way back."""


def seal(key: bytes, begun: Begun, now: float) -> str:
    """Return a sign-in as the value of a cookie: the signature, the end, the data."""
    attempt = begun.attempt
    told = [attempt.state, attempt.nonce, attempt.verifier, *begun[1:]]
    signed = (int(now) + LIFETIME).to_bytes(END, "big") + orjson.dumps(told)
    return base64.urlsafe_b64encode(hmac.digest(key, signed, "sha256") + signed).rstrip(b"=").decode()


def unseal(key: bytes, sealed: str, now: float) -> Begun | None:
    """Return the sign-in of a cookie; None for one that we did not make, or that has ended."""
    try:
        data = base64.urlsafe_b64decode(sealed[:LONGEST] + "==")
    except ValueError:
        return None
    signature, signed = data[:SIGNATURE], data[SIGNATURE:]
    if not hmac.compare_digest(hmac.digest(key, signed, "sha256"), signature):
        return None
    if int.from_bytes(signed[:END], "big") <= now:
        return None
    state, nonce, verifier, *rest = orjson.loads(signed[END:])
    return Begun(SignInAttempt(state, nonce, verifier), *rest)
