"""An authenticator in software: it makes passkeys and signs with them, as a phone does, or as a cheat's would."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40
"""Flags of the authenticator's data."""


def encode64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class SoftAuthenticator:
    """One passkey of one room. Each of its fields may be set to something that no honest device would send."""

    origin: str = "https://cards.example.org"
    rp: str = "cards.example.org"
    flags: int = PRESENT | VERIFIED
    uses: int = 0
    counts: bool = True
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    credential: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    user: bytes = b""

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer of `navigator.credentials.create()`."""
        self.user = decode64(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        x, y = (one.to_bytes(32, "big") for one in (numbers.x, numbers.y))
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        attested = bytes(16) + len(self.credential).to_bytes(2, "big") + self.credential + key
        data = self.data(self.flags | ATTESTED) + attested
        told = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self.answer(clientDataJSON=self.client_data("create", options), attestationObject=told)

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer of `navigator.credentials.get()`."""
        self.uses += self.counts
        client, data = self.client_data("get", options), self.data(self.flags)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self.answer(clientDataJSON=client, authenticatorData=data, signature=signature, userHandle=self.user)

    def answer(self, **response: bytes) -> dict[str, Any]:
        own = encode64(self.credential)
        told = {name: encode64(part) for name, part in response.items()}
        return {"id": own, "rawId": own, "type": "public-key", "response": told}

    def client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        told = {"type": f"webauthn.{kind}", "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(told | {"crossOrigin": False}).encode()

    def data(self, flags: int) -> bytes:
        return hashlib.sha256(self.rp.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")
