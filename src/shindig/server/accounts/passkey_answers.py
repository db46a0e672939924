"""Options for browsers, and the verification of what authenticators answer (WebAuthn), by `webauthn`.

The library is imported on first use, in the thread that does the work.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from shindig.messages import say

from .name_and_password_rules import PeopleError
from .passkey_challenges import LIFETIME, PasskeyHost

if TYPE_CHECKING:
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

MOST_ANSWER = 16_384
"""Largest length of an answer, as JSON."""
MOST_CREDENTIAL = 1_364
"""Largest length of a credential id in base64url: 1023 bytes (WebAuthn, 4)."""
MOST_KEY = 2_048
"""Largest length of a public key in base64url, more than RSA with 8192 bits."""
PLAIN_FORMATS = ("none", "packed")
"""Formats of attestations that need no certificates of makers. We ask for none."""


class PasskeyError(PeopleError):
    """An answer that proves nothing. `text` says what to do."""


class NewPasskey(NamedTuple):
    """A verified new passkey. Credential id and public key are base64url."""

    credential: str
    public_key: str
    uses: int


class UsedPasskey(NamedTuple):
    """A verified use of a passkey."""

    uses: int
    """Sign counter of the device, or 0 if it counts nothing."""


@contextmanager
def refuse_wrong_answers() -> Iterator[None]:
    """Turn every error of the library into a refusal, since a malformed answer may raise anything."""
    try:
        yield
    except PasskeyError:
        raise
    except Exception as error:
        raise PasskeyError(say("refuse-passkey-wrong")) from error


def hash_credential(credential: str) -> str:
    """Return the id of a passkey."""
    return hashlib.sha256(credential.encode()).hexdigest()


def build_creation_options(
    host: PasskeyHost, room: str, person: tuple[str, str], challenge: bytes, known: Sequence[str]
) -> dict[str, Any]:
    """Return options for `navigator.credentials.create()`. `person` is id and login, `known` their credential ids."""
    from webauthn import generate_registration_options
    from webauthn.helpers import options_to_json_dict
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = generate_registration_options(
        rp_id=host.name,
        rp_name=room,
        user_id=person[0].encode(),
        user_name=person[1],
        challenge=challenge,
        timeout=LIFETIME * 1_000,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[_describe_credential(one) for one in known],
        supported_pub_key_algs=_find_algorithms(),
    )
    return options_to_json_dict(options)


def build_request_options(
    host: PasskeyHost, challenge: bytes, known: Sequence[str] = (), verified: bool = False
) -> dict[str, Any]:
    """Return options for `navigator.credentials.get()`.

    Without `known` credential ids the browser offers all its passkeys of this room, so no login is asked for. With
    `verified`, the device must check its owner.
    """
    from webauthn import generate_authentication_options
    from webauthn.helpers import options_to_json_dict
    from webauthn.helpers.structs import UserVerificationRequirement

    wish = UserVerificationRequirement.REQUIRED if verified else UserVerificationRequirement.PREFERRED
    options = generate_authentication_options(
        rp_id=host.name,
        challenge=challenge,
        timeout=LIFETIME * 1_000,
        allow_credentials=[_describe_credential(one) for one in known],
        user_verification=wish,
    )
    return options_to_json_dict(options)


def read_challenge(answer: str) -> bytes:
    """Return the challenge that an answer names. Raises PasskeyError."""
    with refuse_wrong_answers():
        from webauthn.helpers import base64url_to_bytes, parse_client_data_json

        data = orjson.loads(_check_length(answer))["response"]["clientDataJSON"]
        return parse_client_data_json(base64url_to_bytes(data)).challenge


def read_credential(answer: str) -> str:
    """Return the id of the credential that an answer names. Raises PasskeyError."""
    with refuse_wrong_answers():
        return str(orjson.loads(_check_length(answer))["id"])[: MOST_CREDENTIAL + 1]


def verify_new_passkey(answer: str, host: PasskeyHost, challenge: bytes) -> NewPasskey:
    """Verify the answer of a new passkey. Raises PasskeyError."""
    with refuse_wrong_answers():
        from webauthn import verify_registration_response
        from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_attestation_object

        given = orjson.loads(_check_length(answer))
        attested = parse_attestation_object(base64url_to_bytes(given["response"]["attestationObject"]))
        if attested.fmt not in PLAIN_FORMATS:
            raise PasskeyError(say("refuse-passkey-wrong"))
        found = verify_registration_response(
            credential=given,
            expected_challenge=challenge,
            expected_rp_id=host.name,
            expected_origin=host.origin,
            supported_pub_key_algs=_find_algorithms(),
        )
        made = NewPasskey(
            bytes_to_base64url(found.credential_id), bytes_to_base64url(found.credential_public_key), found.sign_count
        )
        if len(made.credential) > MOST_CREDENTIAL or len(made.public_key) > MOST_KEY:
            raise PasskeyError(say("refuse-passkey-wrong"))
        return made


def verify_use(
    answer: str, host: PasskeyHost, challenge: bytes, public_key: str, person: str, verified: bool = False
) -> UsedPasskey:
    """Verify the use of a person's passkey. The caller compares the sign counter. Raises PasskeyError."""
    with refuse_wrong_answers():
        from webauthn import verify_authentication_response
        from webauthn.helpers import base64url_to_bytes, parse_authentication_credential_json

        given = parse_authentication_credential_json(_check_length(answer))
        if given.response.user_handle not in (None, person.encode()):
            raise PasskeyError(say("refuse-passkey-wrong"))
        found = verify_authentication_response(
            credential=given,
            expected_challenge=challenge,
            expected_rp_id=host.name,
            expected_origin=host.origin,
            credential_public_key=base64url_to_bytes(public_key),
            credential_current_sign_count=0,
            require_user_verification=verified,
        )
        return UsedPasskey(found.new_sign_count)


def _check_length(answer: str) -> str:
    if len(answer) > MOST_ANSWER:
        raise PasskeyError(say("refuse-passkey-wrong"))
    return answer


def _describe_credential(credential: str) -> PublicKeyCredentialDescriptor:
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    return PublicKeyCredentialDescriptor(id=base64url_to_bytes(credential))


def _find_algorithms() -> list[Any]:
    """Return the algorithms that WebAuthn recommends to every relying party: ES256, EdDSA and RS256."""
    from webauthn.helpers.cose import COSEAlgorithmIdentifier as Algorithm

    return [Algorithm.ECDSA_SHA_256, Algorithm.EDDSA, Algorithm.RSASSA_PKCS1_v1_5_SHA_256]
