"""Sessions: the person behind a request, by cookie or token; new guests; and the fields of forms."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from urllib.parse import parse_qs, parse_qsl, quote

from sqlalchemy import Connection
from starlette.datastructures import FormData
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response

from shindig.messages import say
from shindig.server.accounts.name_and_password_rules import fold_login
from shindig.server.errors import RoomError, SignInError
from shindig.server.game_server import GameServer
from shindig.server.person import Person

from ..url_prefix import add_prefix, strip_prefix
from .audit_log import AuditLog
from .client_timing import ClientTiming
from .error_responses import wants_json
from .request_guard import (
    BODY_LIMIT,
    COOKIE,
    NO_NUL,
    NUL,
    RateLimit,
    TokenBuckets,
    TooOftenError,
    find_cookie,
    find_request_token,
    get_client_address,
)
from .scarce_action_limits import AttemptKind, MailRate, PasswordAttempts, PersonTurns
from .stream_slots import StreamSlots

PLAIN_FORM = "application/x-www-form-urlencoded"
MOST_FIELDS = 200
"""Largest number of fields in a form."""
DEEPEST = 32
"""Most levels of plain data in a request."""
WHOLE_NUMBER = re.compile(r"-?[0-9]{1,11}")
YEAR = 365 * 86_400
DEVICE_COOKIE = "shindig-device"
"""Cookie with a random name of the browser."""
FIRST_WORDS = (
    "Quiet",
    "Merry",
    "Lucky",
    "Bold",
    "Gentle",
    "Clever",
    "Brave",
    "Sunny",
    "Rusty",
    "Velvet",
    "Amber",
    "Swift",
)
SECOND_WORDS = ("Otter", "Heron", "Badger", "Sparrow", "Fox", "Lynx", "Marten", "Finch", "Hare", "Owl", "Newt", "Robin")


class NulError(RoomError):
    """A text with a NUL character, which no database stores."""

    status = 422

    def __init__(self, message: str = NO_NUL) -> None:
        super().__init__(message)


@dataclass
class Site:
    """Services that all requests share."""

    room: GameServer
    guests: TokenBuckets
    tables: RateLimit
    talk: RateLimit
    attempts: PasswordAttempts
    weighing: PersonTurns
    places: StreamSlots
    guesses: TokenBuckets
    """Wrong codes of groups from one address."""
    audit: AuditLog
    mails: MailRate
    timing: ClientTiming


def site_of(request: Request) -> Site:
    site: Site = request.scope["app"].site
    return site


def make_device_id(request: Request) -> str:
    """Return a name for the browser of a request, by which two seats of one device are noticed; "" for a program.

    A browser without a name gets one with the answer (`set_token_cookie`).
    """
    if "authorization" in request.headers:
        return ""
    known = find_cookie(request.headers.get("cookie", ""), DEVICE_COOKIE)[:64]
    if not known:
        known = request.scope.setdefault("device", secrets.token_urlsafe(16))
    return hashlib.sha256(known.encode()).hexdigest()[:16]


def admit_opener(request: Request, person: Person) -> str:
    """Return the device of a person who opens a table. Raises TooOftenError after many, by person or address."""
    wait = site_of(request).tables.take_token(person.id, get_client_address(request.scope))
    if wait:
        raise TooOftenError(say("too-often-tables"), wait)
    return make_device_id(request)


def check_talk(request: Request, person: Person) -> None:
    """Raise TooOftenError for a person, or an address, that talks too much."""
    wait = site_of(request).talk.take_token(person.id, get_client_address(request.scope))
    if wait:
        raise TooOftenError(say("too-often-talk"), wait)


def start_attempt(
    request: Request, person: Person | None = None, kind: AttemptKind = AttemptKind.ACCOUNT
) -> AbstractContextManager[None]:
    """Begin an attempt to prove something, counted by person, or by address. Raises TooOftenError after many."""
    address = get_client_address(request.scope)
    name = address if person is None else person.login or person.id
    return site_of(request).attempts.start_attempt(name, address, kind)


def make_guest_name() -> str:
    """Make up a friendly name for a person without one."""
    return f"{secrets.choice(FIRST_WORDS)} {secrets.choice(SECOND_WORDS)}"


async def find_visitor(request: Request) -> Person | None:
    """Return the person of a request, or None; for pages that everybody may see."""
    token = find_request_token(request.scope)
    return await site_of(request).room.accounts.find_person(token) if token else None


async def find_owner(request: Request) -> Person | None:
    """Return the person of a request, also a guest in a room without guests."""
    token = find_request_token(request.scope)
    return await site_of(request).room.accounts.sessions.find_owner(token) if token else None


async def find_person(request: Request) -> Person | None:
    """Return the person of a request, or None. Raises SignInError for a stranger in a room without guests."""
    person = await find_visitor(request)
    if person is None:
        site_of(request).room.access.check_guest()
    return person


async def require_person(request: Request) -> Person:
    """Return the person of a request. Raises SignInError, which tells a program how to become somebody."""
    person = await find_person(request)
    if person is None:
        raise SignInError(say("refuse-no-token" if _is_program(request) else "refuse-nobody"))
    return person


def _is_program(request: Request) -> bool:
    """Return True for a call of the protocol by no page: browsers say where a request comes from."""
    return request.url.path.startswith("/api/") and "sec-fetch-site" not in request.headers


async def find_or_create_person(request: Request, name: str = "") -> tuple[Person, str | None]:
    """Return the person of a request; or create a guest, with the token to hand out."""
    person = await find_person(request)
    if person is not None:
        return person, None
    return await create_guest(request, name or make_guest_name())


async def find_or_create_player(request: Request, form: FormData) -> tuple[Person, str | None]:
    """Return the person of a request; or create a guest with the name and portrait of the form, and the token."""
    person, token = await find_or_create_person(request, read_text(form, "name"))
    face = read_face(form) if token else None
    return (await site_of(request).room.accounts.set_avatar(person, face) if face else person), token


async def create_guest(request: Request, name: str) -> tuple[Person, str]:
    """Create a guest, and the token to hand out. Raises TooOftenError after many from the address."""
    site, address = site_of(request), get_client_address(request.scope)
    site.room.access.check_guest()
    wait = 0.0 if site.room.access.is_club(address) else site.guests.take_token(address)
    if wait:
        site.audit.note("too-many-guests", request.scope)
        raise TooOftenError(say("too-often-guests"), wait)
    person, token = await site.room.accounts.create_guest(name)
    site.audit.note("guest", request.scope, person=person.id)
    return person, token


async def sign_in(request: Request, login: str, password: str) -> tuple[Person, str]:
    """Log in to an account and merge the guest into it. Raises TooOftenError after many wrong passwords."""
    site, guest = site_of(request), await find_owner(request)
    with (
        site.audit.watch("login", request.scope, login=login[:64]),
        site.attempts.start_attempt(fold_login(login), get_client_address(request.scope)),
    ):
        return await site.room.accounts.login(login, password, guest)


async def create_account(request: Request, login: str, password: str, code: str = "") -> tuple[Person, str]:
    """Turn a guest into an account, or make a new one, with the token to hand out. `code` is of an invitation.

    A refusal counts like a wrong password, since it costs as much.
    """
    site, guest, address = site_of(request), await find_owner(request), get_client_address(request.scope)
    admit = admit_account(request, guest, code)
    counted = guest.id if guest else address
    with (
        site.audit.watch("register", request.scope, login=login[:64]),
        site.attempts.start_attempt(counted, address, AttemptKind.NEW),
    ):
        if guest is not None:
            return await site.room.accounts.register(guest, login, password, admit)
        return await site.room.accounts.create_account(login, password, admit)


def admit_account(request: Request, guest: Person | None, code: str) -> Callable[[Connection], None]:
    """Return what uses up the invitation of a new account. Raises TooOftenError after many from an address, and
    PeopleError where the settings of the room allow none."""
    site, address = site_of(request), get_client_address(request.scope)
    site.room.access.check_registration(code)
    if guest is None and not site.room.access.is_club(address) and (wait := site.guests.take_token(address)):
        raise TooOftenError(say("too-often-accounts"), wait)
    return partial(site.room.access.use_invitation, code=code)


async def replace_password(request: Request, old: str, new: str, *, renew: bool = False) -> tuple[Person, str]:
    """Change a password. The person's other sessions end; `renew` ends the request's too and hands out a new token."""
    site, person = site_of(request), await require_person(request)
    with start_attempt(request, person):
        token = "" if renew else find_request_token(request.scope)
        return person, await site.room.accounts.change_password(person, token, old, new)


async def reset_password(request: Request, login: str, code: str, password: str) -> tuple[Person, str]:
    """Set a new password by a recovery code, and log in. A wrong code counts like a wrong password."""
    site, guest = site_of(request), await find_visitor(request)
    with site.attempts.start_attempt(fold_login(login), get_client_address(request.scope)):
        return await site.room.recovery.reset_password(login, code, password, guest)


async def issue_recovery_code(request: Request, password: str) -> str:
    """Make a new recovery code for an account that proves its password."""
    site, person = site_of(request), await require_person(request)
    with start_attempt(request, person):
        checked = await site.room.accounts.check_password(person, password)
    return await site.room.recovery.issue_code(person, checked)


async def delete_person(request: Request, name: str, password: str) -> None:
    """Delete the person's data. A wrong password counts as at a login."""
    site, person = site_of(request), await require_person(request)
    with start_attempt(request, person):
        await site.room.personal_data.delete(person, name, password)


async def read_form(request: Request, most: int = BODY_LIMIT, files: int = 0) -> FormData:
    """Read the form of a request, with limited parts and files. Raises RoomError for anything else."""
    form = await _read_form(request, most, files)
    for field in form.multi_items():
        check_texts([*field])
    return form


async def _read_form(request: Request, most: int, files: int) -> FormData:
    try:
        if not files and request.headers.get("content-type", "").startswith(PLAIN_FORM):
            fields = parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
            return FormData([*fields])
        return await request.form(max_files=files, max_fields=MOST_FIELDS, max_part_size=most)
    except ClientDisconnect:
        raise
    except Exception as error:
        raise RoomError("expected a form") from error


def parse_plain_form(body: bytes) -> dict[str, list[str]]:
    """Read the fields of a plain form. Raises ValueError for anything else or a large one, and NulError."""
    if NUL.search(body):
        raise NulError
    text = body.decode()
    if "%" in text or "+" in text or text.count("&") >= MOST_FIELDS:
        return parse_qs(text, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    fields = dict[str, list[str]]()
    for one in text.split("&"):
        if one:
            name, _, value = one.partition("=")
            fields.setdefault(name, []).append(value)
    return fields


def check_texts(said: object) -> None:
    """Check all texts of plain data, field names included.

    Raises NulError for a NUL character, and RoomError for data so deep that what reads it later may fail.
    """
    level = [said]
    for _ in range(DEEPEST):
        below = list[object]()
        for one in level:
            if isinstance(one, str):
                if "\0" in one:
                    raise NulError
            elif isinstance(one, dict):
                below += [*one, *one.values()]
            elif isinstance(one, list):
                below += one
        if not below:
            return
        level = below
    raise RoomError(say("refuse-deep"))


def read_text(form: Mapping[str, object], name: str, default: str = "", most: int = 200) -> str:
    """Return a field of a form as text."""
    value = form.get(name, default)
    return value[:most] if isinstance(value, str) else default


def read_number(form: Mapping[str, object], name: str) -> int:
    """Return a field of a form as a whole number. Raises RoomError."""
    return parse_number(read_text(form, name).strip(), name)


def parse_number(text: str, name: str) -> int:
    """Parse a whole number of a form or an address. Raises RoomError."""
    if not WHOLE_NUMBER.fullmatch(text):
        raise RoomError(f"expected a whole number for {name}, got {text[:20]!r}")
    return int(text)


def read_face(form: Mapping[str, object]) -> str | None:
    """Read the chosen portrait; empty for none, and None if the form does not ask."""
    if "figure" not in form:
        return None
    figure = read_text(form, "figure")
    return f"{figure}-{read_text(form, 'colour')}" if figure else ""


def set_token_cookie(response: Response, request: Request, token: str | None) -> Response:
    """Set the token as a cookie that scripts cannot read and other sites cannot send; "" deletes it."""
    if token is not None:
        set_cookie(response, request, COOKIE, token)
    if "device" in request.scope:
        set_cookie(response, request, DEVICE_COOKIE, request.scope["device"])
    return response


def set_cookie(response: Response, request: Request, name: str, value: str) -> None:
    """Set a cookie for all our pages, for a year; an empty value deletes it."""
    secure, age = request.url.scheme == "https", YEAR if value else 0
    path = add_prefix("") or "/"
    response.set_cookie(name, value, max_age=age, httponly=True, samesite="lax", secure=secure, path=path)


def is_page_request(method: str, path: str, headers: Mapping[str, str]) -> bool:
    """Return True if a browser asks for a page."""
    return method in ("GET", "HEAD") and not wants_json(path, headers) and "text/html" in headers.get("accept", "")


def redirect_to_sign_in(path: str) -> Response:
    """Redirect to the page on which people sign in, from a page of ours."""
    back = strip_prefix(path)
    return redirect_to("/me" if back == "/" else f"/me?back={quote(back)}")


def redirect_to(address: str) -> Response:
    """Redirect to a page of ours after a form."""
    return RedirectResponse(add_prefix(address), 303)
