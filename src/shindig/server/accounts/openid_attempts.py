"""Sign-ins at an OpenID provider that a browser has begun, sealed for its cookie.

The cookie holds all that is needed to end the sign-in, so nothing is stored. It is signed by the server, since it says
what the sign-in is for, and it names the browser that began it, so that no other one ends it. The signature is checked
before anything else of it is read.
"""

from __future__ import annotations

import base64
import hmac
from enum import StrEnum
from typing import NamedTuple

import orjson

from .openid_provider import SignInAttempt

LIFETIME = 600
"""Seconds from the way there to the way back."""
END, SIGNATURE = 8, 32
"""Bytes of the parts before the data."""
LONGEST = 4000
"""Most letters of a cookie that are read."""


class Purpose(StrEnum):
    """Purpose of a sign-in."""

    SIGN_IN = "sign-in"
    LINK = "link"
    """To link an identity to an account whose password was proved."""
    DELETE = "delete"
    """To prove the owner of an account without a password, who deletes it."""
    PASSWORD = "password"
    """To prove the owner of an account without a password, who sets one."""


class Begun(NamedTuple):
    """A sign-in that a browser has begun."""

    attempt: SignInAttempt
    back: str
    """Page to return to."""
    code: str = ""
    """Code of an invitation, or ""."""
    browser: str = ""
    """Hash of the browser that began it; for other purposes than a sign-in, of its session."""
    purpose: Purpose = Purpose.SIGN_IN
    person: str = ""
    """Id of the account to link, to delete or to give a password, or ""."""
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
    state, nonce, verifier, back, code, browser, purpose, *rest = orjson.loads(signed[END:])
    return Begun(SignInAttempt(state, nonce, verifier), back, code, browser, Purpose(purpose), *rest)
