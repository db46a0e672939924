"""Passkeys in the JSON protocol. Options and answers are those of WebAuthn, as browsers read and write them."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from ..http.error_responses import JsonResponse
from ..http.passkey_requests import (
    add_passkey,
    begin_adding_passkey,
    begin_passkey_sign_in,
    begin_setting_password,
    list_own_passkeys,
    remove_passkey,
    set_password_by_passkey,
    sign_in_by_passkey,
)
from ..http.sessions import require_person, set_token_cookie
from .account_protocol import person_to_json
from .table_protocol import REFUSALS, Json, StrictBody

router = APIRouter(prefix="/api", responses=REFUSALS, tags=["protocol"])

PasskeyId = Annotated[str, Path(description="As the list of passkeys names it.", max_length=64)]


class PasswordProof(StrictBody):
    password: str = Field(max_length=200, description="Of your account.")


class CredentialBody(StrictBody):
    credential: dict[str, Any] = Field(
        description="The answer of `navigator.credentials`, as its `toJSON()` writes it.", max_length=20
    )

    @property
    def answer(self) -> str:
        return json.dumps(self.credential)  # orjson refuses large integers


class NewPasskeyBody(CredentialBody):
    name: str = Field(default="", max_length=200, description="By which you know it, as: my phone.")


class PasskeyPassword(CredentialBody):
    new_password: str = Field(max_length=200)


@router.get("/passkeys")
async def list_passkeys(request: Request) -> list[Json]:
    """List the passkeys of your account: `id`, `name`, `host`, `created` and `used`."""
    await require_person(request)
    return await list_own_passkeys(request)


@router.post("/passkeys/options")
async def begin_passkey(request: Request, body: PasswordProof) -> Json:
    """Return options for `navigator.credentials.create()`. They are valid for five minutes, in this session."""
    return await begin_adding_passkey(request, body.password)


@router.post("/passkeys", status_code=201)
async def new_passkey(request: Request, body: NewPasskeyBody) -> list[Json]:
    """Add the passkey that your device made to your account. Returns all of them."""
    await add_passkey(request, body.answer, body.name)
    return await list_own_passkeys(request)


@router.delete("/passkeys/{passkey}", status_code=204)
async def delete_passkey(request: Request, passkey: PasskeyId, body: PasswordProof) -> None:
    """Remove a passkey of your account."""
    await remove_passkey(request, passkey, body.password)


@router.post("/logins/passkey/options")
async def begin_login(request: Request) -> Response:
    """Return options for `navigator.credentials.get()`. They are valid for five minutes, in this browser."""
    return set_token_cookie(JsonResponse(await begin_passkey_sign_in(request)), request, None)


@router.post("/logins/passkey", status_code=201)
async def log_in_by_passkey(request: Request, body: CredentialBody) -> Json:
    """Log in by a passkey and get a token."""
    person, token = await sign_in_by_passkey(request, body.answer)
    return {"person": person_to_json(person), "token": token}


@router.post("/passwords/passkey/options")
async def begin_password(request: Request) -> Json:
    """Return options for `navigator.credentials.get()`, by which a passkey stands for your old password."""
    return await begin_setting_password(request)


@router.post("/passwords/passkey", status_code=204)
async def set_password(request: Request, body: PasskeyPassword) -> None:
    """Set a new password by a passkey. Other sessions and passkeys end, and so does your recovery code."""
    await set_password_by_passkey(request, body.answer, body.new_password)
