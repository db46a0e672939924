"""Who asks: the cookie or token of a request, new guests, and what a request's form says."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl

from starlette.datastructures import FormData
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response

from ..room.people import Person
from ..room.room import Room
from ..room.told import ForbiddenError, RoomError
from .security import BODY_LIMIT, COOKIE, Buckets, TooLargeError, address_of, token_of

PLAIN_FORM = "application/x-www-form-urlencoded"
YEAR = 365 * 86_400
FIRST = ("Quiet", "Merry", "Lucky", "Bold", "Gentle", "Clever", "Brave", "Sunny", "Rusty", "Velvet", "Amber", "Swift")
SECOND = ("Otter", "Heron", "Badger", "Sparrow", "Fox", "Lynx", "Marten", "Finch", "Hare", "Owl", "Newt", "Robin")


@dataclass
class House:
    """What all requests share."""

    room: Room
    guests: Buckets


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def device_of(request: Request) -> str:
    """Names the address and program that a request comes from, so that two seats from one are noticed."""
    agent = request.headers.get("user-agent", "")
    return hashlib.sha256(f"{address_of(request.scope)} {agent}".encode()).hexdigest()[:16]


def fresh_name() -> str:
    """A friendly name for somebody who gave none."""
    return f"{secrets.choice(FIRST)} {secrets.choice(SECOND)}"


async def person_of(request: Request) -> Person | None:
    """Who asks; None where nobody is known by the token."""
    token = token_of(request.headers)
    return await house_of(request).room.people.who(token) if token else None


async def known_person(request: Request) -> Person:
    """Who asks. Raises ForbiddenError."""
    person = await person_of(request)
    if person is None:
        raise ForbiddenError("nobody is known by this browser or token; take a name first")
    return person


async def guest_or_person(request: Request, name: str = "") -> tuple[Person, str | None]:
    """Who asks, or a new guest with the token to hand out."""
    person = await person_of(request)
    if person is not None:
        return person, None
    house = house_of(request)
    wait = house.guests.take(address_of(request.scope))
    if wait:
        raise RoomError(f"many guests have come from your address; please try again in {wait:.0f} seconds")
    return await house.room.people.guest(name or fresh_name())


async def form_of(request: Request, most: int = BODY_LIMIT, files: int = 0) -> FormData:
    """The form of a request, its parts and files bounded. Raises RoomError where the body is none."""
    try:
        if not files and request.headers.get("content-type", "").startswith(PLAIN_FORM):
            fields = parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=200)
            return FormData([*fields])
        return await request.form(max_files=files, max_fields=200, max_part_size=most)
    except (ClientDisconnect, TooLargeError):
        raise
    except Exception as error:
        raise RoomError("expected a form") from error


def text_of(form: Mapping[str, object], name: str, default: str = "", most: int = 200) -> str:
    """A field of a form as text."""
    value = form.get(name, default)
    return value[:most] if isinstance(value, str) else default


def number_of(form: Mapping[str, object], name: str) -> int:
    """A field of a form as a whole number. Raises RoomError."""
    text = text_of(form, name).strip()
    if not (text.isascii() and text.lstrip("-").isdigit() and len(text) < 12):
        raise RoomError(f"expected a whole number for {name}, got {text[:20]!r}")
    return int(text)


def give_cookie(response: Response, request: Request, token: str | None) -> Response:
    """The token as a cookie that scripts cannot read and other sites cannot send."""
    if token is not None:
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")
    return response


def go(address: str) -> Response:
    """To another page, after a form."""
    return RedirectResponse(address, 303)
