"""A real OpenID provider on a free port of this machine: whoever comes is the person that the test says."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "card room", "a secret: of the room"
Claims = dict[str, Any]


def new_key() -> RSAKey:
    return RSAKey.generate_key(2048, {"kid": secrets.token_hex(4), "use": "sig"})


@cache
def first_key() -> RSAKey:
    """A key that providers have until a test gives them another one: to make one takes long."""
    return new_key()


class Provider:
    """The provider, and how it misbehaves in a test."""

    def __init__(self) -> None:
        self.address = ""
        self.person: Claims = {"sub": "ann-1", "preferred_username": "Ann@club", "name": "Ann Lee"}
        self.key = first_key()
        self.published = [self.key]
        self.change: Callable[[Claims], object] = lambda _: None
        """Changes the claims of a token before it is signed."""
        self.sign: Callable[[Claims], str] = lambda claims: jwt.encode(
            {"alg": "RS256", "kid": self.key.kid}, claims, self.key
        )
        self.more: Claims = {}
        """What it tells of itself instead."""
        self.answer: Callable[[str], tuple[int, dict[str, str], bytes] | None] = lambda _: None
        """Answers a path instead."""
        self.asked: dict[str, dict[str, str]] = {}
        """By code, what was asked for."""
        self.calls: list[str] = []
        self.now: Callable[[], float] = time.time

    def tell(self) -> Claims:
        places = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
        return {"issuer": self.address, **{name: f"{self.address}/{at}" for name, at in places.items()}, **self.more}

    def authorize(self, query: dict[str, str]) -> str:
        """Send the person back with a code."""
        assert query["response_type"] == "code"
        assert query["client_id"] == CLIENT
        assert query["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe(8)
        self.asked[code] = query
        return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"

    def token(self, form: dict[str, str], credentials: str) -> tuple[int, Claims]:
        """Exchange a code once, for whoever knows the room's secret and the verifier."""
        known = base64.b64encode(b"card%20room:a%20secret%3A%20of%20the%20room").decode()
        asked = self.asked.pop(form["code"], None)
        hashed = hashlib.sha256(form["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(hashed).rstrip(b"=").decode()
        if credentials != f"Basic {known}" or asked is None:
            return 401, {"error": "invalid_client"}
        if (asked["code_challenge"], asked["redirect_uri"]) != (challenge, form["redirect_uri"]):
            return 400, {"error": "invalid_grant"}
        now = int(self.now())
        claims = {
            "iss": self.address,
            "aud": CLIENT,
            "iat": now,
            "exp": now + 300,
            "nonce": asked["nonce"],
        } | self.person
        if asked.get("max_age") is not None:
            claims["auth_time"] = now
        self.change(claims)
        return 200, {"access_token": "x", "token_type": "Bearer", "id_token": self.sign(claims)}


def handler(provider: Provider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            if self._instead(parts.path):
                return
            if parts.path == "/.well-known/openid-configuration":
                self._send(200, {}, json.dumps(provider.tell()).encode())
            elif parts.path == "/keys":
                keys = [one.as_dict(private=False) for one in provider.published]
                self._send(200, {}, json.dumps({"keys": keys}).encode())
            elif parts.path == "/authorize":
                self._send(302, {"location": provider.authorize(query)}, b"")
            else:
                self._send(404, {}, b"")

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            if self._instead(self.path):
                return
            form = {name: values[0] for name, values in parse_qs(body).items()}
            status, told = provider.token(form, self.headers.get("authorization", ""))
            self._send(status, {}, json.dumps(told).encode())

        def _instead(self, path: str) -> bool:
            provider.calls.append(path)
            found = provider.answer(path)
            if found is not None:
                self._send(*found)
            return found is not None

        def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Handler


@contextmanager
def openid_server() -> Iterator[Provider]:
    provider = Provider()
    with ThreadingHTTPServer(("127.0.0.1", 0), handler(provider)) as server:
        provider.address = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield provider
        finally:
            server.shutdown()
            thread.join()
