"""Requests about passkeys: the host and session to which a challenge is bound, and the count of wrong answers."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from shindig.messages import say
from shindig.server.accounts.passkey_challenges import PasskeyHost
from shindig.server.accounts.session_cache import hash_token
from shindig.server.errors import RoomError
from shindig.server.person import Person

from .allowed_hosts import HOST, is_ip_address
from .request_guard import PORTS, find_request_token
from .scarce_action_limits import AttemptKind
from .sessions import find_owner, find_visitor, make_device_id, require_person, site_of, start_attempt

LOCAL = "localhost"
"""The name under which browsers trust a page without https."""


def find_passkey_host(request: Request) -> PasskeyHost | None:
    """Return the room under the name that the browser used; None if browsers allow no passkeys there.

    Passkeys need https, or `localhost`, and a name instead of an IP address.
    """
    scheme, host = request.url.scheme, request.headers.get("host", "").lower()
    found = HOST.fullmatch(host)
    if found is None or is_ip_address(found[1]):
        return None
    name = found[1]
    if scheme != "https" and name != LOCAL and not name.endswith(f".{LOCAL}"):
        return None
    return PasskeyHost(name, f"{scheme}://{host.removesuffix(PORTS.get(scheme, ''))}")


def require_passkey_host(request: Request) -> PasskeyHost:
    """Return the host of a request. Raises RoomError where browsers allow no passkeys."""
    host = find_passkey_host(request)
    if host is None:
        raise RoomError(say("passkey-no-https"))
    return host


def hash_session(request: Request) -> str:
    """Return a hash of the request's session, to which challenges for its person are bound."""
    return hash_token(find_request_token(request.scope))


def hash_browser(request: Request) -> str:
    """Return a hash of the browser, or of a program's session, to which challenges of a sign-in are bound."""
    return make_device_id(request) or hash_session(request)


async def begin_adding_passkey(request: Request, password: str) -> dict[str, Any]:
    """Return options for a new passkey of a person who proves the password. A wrong one counts as at a login."""
    site, person, host = site_of(request), await require_person(request), require_passkey_host(request)
    with start_attempt(request, person):
        await site.room.accounts.check_password(person, password)
    return await site.room.passkeys.begin_adding(person, host, hash_session(request))


async def add_passkey(request: Request, answer: str, name: str) -> None:
    """Store a new passkey. A wrong answer counts like a wrong password."""
    site, person, host = site_of(request), await require_person(request), require_passkey_host(request)
    with (
        site.audit.watch("passkey", request.scope, person=person.id),
        start_attempt(request, person),
    ):
        await site.room.passkeys.add(person, host, hash_session(request), answer, name)


async def remove_passkey(request: Request, passkey: str, password: str) -> None:
    """Remove a passkey of a person who proves the password. A wrong one counts as at a login."""
    site, person = site_of(request), await require_person(request)
    with start_attempt(request, person):
        await site.room.passkeys.remove(person, passkey, password)


async def begin_passkey_sign_in(request: Request) -> dict[str, Any]:
    """Return options for a sign-in by a passkey."""
    return await site_of(request).room.passkeys.begin_sign_in(require_passkey_host(request), hash_browser(request))


async def sign_in_by_passkey(request: Request, answer: str) -> tuple[Person, str]:
    """Sign in by a passkey, and merge the guest into the account. A wrong answer counts like a wrong password."""
    site, host, guest = site_of(request), require_passkey_host(request), await find_owner(request)
    with (
        site.audit.watch("login", request.scope, login="by passkey"),
        start_attempt(request, kind=AttemptKind.PASSKEY),
    ):
        return await site.room.passkeys.sign_in(host, hash_browser(request), answer, guest)


async def begin_setting_password(request: Request) -> dict[str, Any]:
    """Return options for a passkey that stands for the old password."""
    person, host = await require_person(request), require_passkey_host(request)
    return await site_of(request).room.passkeys.begin_setting_password(person, host, hash_session(request))


async def set_password_by_passkey(
    request: Request, answer: str, password: str, *, renew: bool = False
) -> tuple[Person, str]:
    """Set a new password by a passkey. A wrong answer counts like a wrong password.

    The person's other sessions end; `renew` ends the request's too and hands out a new token.
    """
    site, person, host = site_of(request), await require_person(request), require_passkey_host(request)
    with start_attempt(request, person):
        token, session = "" if renew else find_request_token(request.scope), hash_session(request)
        return person, await site.room.passkeys.set_password(person, token, host, session, answer, password)


async def list_own_passkeys(request: Request) -> list[dict[str, Any]]:
    """Return the passkeys of the person, if there is one, as plain data."""
    person = await find_visitor(request)
    if person is None or person.login is None:
        return []
    return [one._asdict() for one in await site_of(request).room.passkeys.list_passkeys(person)]
