"""Sign-in at an OpenID provider: the code flow of OpenID Connect with PKCE, and the check of the ID token.

The provider is named in the settings, so its answers are trusted no further than their signature, size and time.
`joserfc` checks the token; clients such as Authlib's would also bring another HTTP client, for three requests.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.client import HTTPException
from ipaddress import ip_address
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from shindig.messages import say

from ..settings.room_settings import RoomSettings
from ..worker_threads import Workers
from .name_and_password_rules import PeopleError

TIMEOUT = 5.0
"""Seconds for an answer of the provider. A server that ends waits for it."""
LARGEST = 256 * 1024
"""Largest answer of the provider, in bytes."""
FRESH, BETWEEN = 3600.0, 30.0
"""Seconds for which what the provider tells of itself is cached, and between two looks for a new key."""
LEEWAY = 60
"""Seconds by which the clocks may differ."""
MOST_WAITING = 32
LONGEST_ID = 255
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
"""Signatures of ID tokens: those of a key pair only, so that no token is signed with what others know."""
FULL = say("busy-openid")
FAILED = say("refuse-openid-failed")
BACK = "/openid/back"
"""Path to which the provider sends people back."""


class ProviderError(Exception):
    """An answer of the provider that cannot be used. The text is for the log."""


@dataclass(frozen=True)
class Identity:
    """A person as the provider knows them."""

    issuer: str
    subject: str
    username: str = ""
    name: str = ""


@dataclass(frozen=True)
class SignInAttempt:
    """Secrets of one sign-in, which the browser keeps until it comes back."""

    state: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    nonce: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))

    @property
    def challenge(self) -> str:
        """Hash of the verifier, which the provider gets first (RFC 7636)."""
        return base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Follow no redirect: it would take the secret of the room elsewhere."""


_OPENER = build_opener(_NoRedirect)


def fetch_json(address: str, form: Mapping[str, str] | None = None, headers: Mapping[str, str] | None = None) -> Any:
    """Return the JSON at an address, for a GET or for the POST of a form. Raises ProviderError."""
    body = urlencode(form).encode() if form is not None else None
    try:
        asked = Request(address, body, {"accept": "application/json", **(headers or {})})
        with _OPENER.open(asked, timeout=TIMEOUT) as answer:
            text = answer.read(LARGEST + 1)
    except HTTPError as error:
        raise ProviderError(f"it answers with status {error.code}") from None
    except (OSError, HTTPException, ValueError) as error:
        raise ProviderError(f"it does not answer: {type(error).__name__}") from None
    if len(text) > LARGEST:
        raise ProviderError("its answer is too large")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ProviderError("its answer is no JSON") from None


def is_safe_address(address: str) -> bool:
    """Return True for an https address, and for any on this machine."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        return False
    if parts.scheme == "https":
        return bool(host)
    return parts.scheme == "http" and (host == "localhost" or _is_loopback(host))


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_storable(text: str) -> bool:
    """Return True for a text that every database stores: without NUL, and without half a character."""
    return "\0" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)


class OpenIdProvider:
    """The provider of a room. `now` gives seconds since 1970."""

    def __init__(self, issuer: str, client: str, secret: str, site: str, now: Callable[[], float] = time.time) -> None:
        self.issuer, self._client, self._secret, self._now = issuer, client, secret, now
        self._redirect = site.rstrip("/") + BACK
        self._workers = Workers("shindig-openid", 2, MOST_WAITING, FULL)
        self._config: dict[str, Any] = {}
        self._keys: Any = None
        self._loaded = self._loaded_keys = -FRESH

    async def make_address(self, attempt: SignInAttempt, again: bool = False) -> str:
        """Return the address at the provider where a person signs in, `again` if they are signed in there already.

        Raises ProviderError, BusyError.
        """
        config = await self._workers.run(self._load_config)
        asked = {
            "response_type": "code",
            "client_id": self._client,
            "redirect_uri": self._redirect,
            "scope": "openid profile",
            "state": attempt.state,
            "nonce": attempt.nonce,
            "code_challenge": attempt.challenge,
            "code_challenge_method": "S256",
        }
        if again:
            asked |= {"prompt": "login", "max_age": "0"}
        place = str(config["authorization_endpoint"])
        return f"{place}{'&' if '?' in place else '?'}{urlencode(asked, quote_via=quote)}"

    async def identify(self, attempt: SignInAttempt, code: str, since: int = 0) -> Identity:
        """Exchange a code for the identity of a person whom the provider has checked `since` then.

        Raises ProviderError, BusyError.
        """
        return await self._workers.run(lambda: self._identify(attempt, code, since))

    def _identify(self, attempt: SignInAttempt, code: str, since: int) -> Identity:
        config = self._load_config()
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self._redirect,
            "code_verifier": attempt.verifier,
        }
        headers = {}
        if self._secret:
            pair = f"{quote(self._client, safe='')}:{quote(self._secret, safe='')}"
            headers["authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
        else:
            form["client_id"] = self._client
        answer = fetch_json(str(config["token_endpoint"]), form, headers)
        token = answer.get("id_token") if isinstance(answer, dict) else None
        if not isinstance(token, str):
            raise ProviderError("its answer has no id_token")
        claims = self._check_token(token, attempt.nonce)
        require_fresh_sign_in(claims, since)
        return self._read_identity(claims)

    def _check_token(self, token: str, nonce: str) -> dict[str, Any]:
        """Return the claims of an ID token that is for us and for this sign-in. Raises ProviderError."""
        from joserfc import jwt
        from joserfc.errors import JoseError

        rules = jwt.JWTClaimsRegistry(
            now=lambda: int(self._now()),
            leeway=LEEWAY,
            iss={"essential": True, "value": self.issuer},
            sub={"essential": True},
            aud={"essential": True, "value": self._client},
            exp={"essential": True},
            iat={"essential": True},
            nonce={"essential": True, "value": nonce},
        )
        try:
            claims = jwt.decode(token, self._find_keys(token), algorithms=ALGORITHMS).claims
            rules.validate(claims)
        except (JoseError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise ProviderError(f"its ID token is refused: {type(error).__name__}") from None
        several = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
        if claims.get("azp", self._client if not several else None) != self._client:
            raise ProviderError("its ID token is for another client")
        return dict(claims)

    def _read_identity(self, claims: Mapping[str, Any]) -> Identity:
        subject = claims["sub"]
        if not isinstance(subject, str) or not 0 < len(subject) <= LONGEST_ID or not is_storable(subject):
            raise ProviderError("its name for the person cannot be stored")
        username, name = (claims.get(one) for one in ("preferred_username", "name"))
        told = (one if isinstance(one, str) and is_storable(one) else "" for one in (username, name))
        return Identity(self.issuer, subject, *told)

    def _load_config(self) -> dict[str, Any]:
        """Return what the provider tells of itself. Raises ProviderError."""
        if self._now() - self._loaded < FRESH:
            return self._config
        found = fetch_json(f"{self.issuer.rstrip('/')}/.well-known/openid-configuration")
        if not isinstance(found, dict) or found.get("issuer") != self.issuer:
            raise ProviderError("it tells of another issuer")
        for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
            if not isinstance(found.get(name), str) or not is_safe_address(found[name]):
                raise ProviderError(f"its {name} is no https address")
        self._config, self._loaded = found, self._now()
        return found

    def _find_keys(self, token: str) -> Any:
        """Return the keys of the provider, new ones for a token with an unknown key. Raises ProviderError."""
        from joserfc.jwk import KeySet

        known = {one.kid for one in self._keys.keys} if self._keys is not None else set[str]()
        head = json.loads(base64.urlsafe_b64decode(token.partition(".")[0] + "=="))
        missing = isinstance(head, dict) and "kid" in head and head["kid"] not in known
        age = self._now() - self._loaded_keys
        if self._keys is None or age > FRESH or (missing and age > BETWEEN):
            found = fetch_json(str(self._config["jwks_uri"]))
            self._loaded_keys = self._now()
            self._keys = KeySet.import_key_set(found)
        return self._keys

    def close(self) -> None:
        self._workers.close()


def require_fresh_sign_in(claims: Mapping[str, Any], since: int) -> None:
    """Raise ProviderError if the person was checked before a time, or the provider does not tell when."""
    checked = claims.get("auth_time", 0)
    if since and (not isinstance(checked, int) or checked < since - LEEWAY):
        raise ProviderError("it did not ask for the sign-in again, or does not tell when it did (auth_time)")


def read_provider(settings: RoomSettings, now: Callable[[], float] = time.time) -> OpenIdProvider | None:
    """Read the OpenID provider from the settings; None if there is none. Raises ValueError."""
    if not settings.oidc_issuer:
        return None
    if not is_safe_address(settings.oidc_issuer) or len(settings.oidc_issuer) > LONGEST_ID:
        raise ValueError(f"the setting oidc-issuer expects an https address, not {settings.oidc_issuer!r}")
    if not settings.oidc_client:
        raise ValueError("oidc-issuer needs oidc-client, the name by which the provider knows this room")
    if not settings.site_url.startswith(("https://", "http://")):
        raise ValueError("oidc-issuer needs site-url, such as https://cards.example.org, to which people come back")
    return OpenIdProvider(
        settings.oidc_issuer, settings.oidc_client, settings.oidc_client_secret, settings.site_url, now
    )


def refuse_sign_in() -> PeopleError:
    """Return the error of a failed sign-in. It does not reveal the cause."""
    return PeopleError(FAILED)
