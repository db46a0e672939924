"""Routes of the JSON protocol for guests and accounts: tokens, passwords and stored data."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from shindig.server.person import Person

from ..http.request_guard import find_request_token
from ..http.sessions import create_guest, delete_person, replace_password, require_person, sign_in, site_of
from .table_protocol import JSON, REFUSALS, Json, StrictBody

router = APIRouter(prefix="/api", responses=REFUSALS, tags=["protocol"])


class Name(StrictBody):
    name: str = Field(description="How others see you.", max_length=60, examples=["Ann"])


class Login(StrictBody):
    login: str = Field(max_length=60)
    password: str = Field(max_length=200)


class PasswordChange(StrictBody):
    old: str = Field(max_length=200, description="The one until now.")
    new: str = Field(max_length=200)


class DeleteBody(StrictBody):
    name: str = Field(max_length=100, description="Your name, so that nothing is deleted by mistake.")
    password: str = Field(default="", max_length=1_000, description="Your account's; a guest has none.")


@router.post("/guests", status_code=201)
async def new_guest(request: Request, body: Name) -> Json:
    """Create a guest with a name. The token is the credential: keep it secret."""
    person, token = await create_guest(request, body.name)
    return {"person": person_to_json(person), "token": token}


@router.post("/logins", status_code=201)
async def log_in(request: Request, body: Login) -> Json:
    """Log in to an account and get a token."""
    person, token = await sign_in(request, body.login, body.password)
    return {"person": person_to_json(person), "token": token}


@router.delete("/logins", status_code=204)
async def log_out(request: Request) -> None:
    """Log out: the session of this token ends on every server. A guest cannot come back."""
    await require_person(request)
    await site_of(request).room.accounts.logout(find_request_token(request.scope))


@router.post("/passwords", status_code=204)
async def change_password(request: Request, body: PasswordChange) -> None:
    """Change the password of your account. Other sessions, your recovery code and your passkeys end."""
    await replace_password(request, body.old, body.new)


def person_to_json(person: Person) -> Json:
    return {"id": person.id, "name": person.name, "login": person.login}


@router.get("/me")
async def who_am_i(request: Request) -> Json:
    """Return the owner of the token, and the tables where they sat."""
    person = await require_person(request)
    tables = await site_of(request).room.load_history(person)
    return {"person": person_to_json(person), "tables": [card.to_json() for card in tables]}


@router.get("/me/data", response_class=Response, responses=JSON)
async def my_data(request: Request) -> Response:
    """Return all stored data about you: account, results, exercises, and what you did and said at tables."""
    person = await require_person(request)
    return Response(await site_of(request).room.personal_data.export(person), media_type="application/json")


@router.delete("/me", status_code=204)
async def delete_me(request: Request, body: DeleteBody) -> None:
    """Delete your name, account and words. A bot plays on for you, and logs of matches keep a pseudonym."""
    await delete_person(request, body.name, body.password)
