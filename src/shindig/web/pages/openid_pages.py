"""Sign-in at an OpenID provider: the way there, and the way back.

The secrets of the sign-in are in a cookie of the browser that began it. So no other browser can end it, and any server
of the room can.
"""

from __future__ import annotations

import json
import logging
import secrets
from functools import partial
from typing import NamedTuple

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from shindig.messages import say
from shindig.server.accounts.name_and_password_rules import PeopleError
from shindig.server.accounts.openid_accounts import OpenIdAccounts
from shindig.server.accounts.openid_provider import (
    BACK,
    Identity,
    OpenIdProvider,
    ProviderError,
    SignInAttempt,
    refuse_sign_in,
)
from shindig.server.errors import MissingError
from shindig.server.person import Person

from ..html.templating import render_template
from ..http.request_guard import TooOftenError, find_request_token, get_client_address
from ..http.sessions import (
    find_visitor,
    read_form,
    read_text,
    redirect_to,
    require_person,
    set_token_cookie,
    site_of,
)
from ..url_prefix import add_prefix
from .lobby_pages import find_return_page, read_password

LOG = logging.getLogger(__name__)
router = APIRouter(include_in_schema=False)
ATTEMPT_COOKIE = "shindig-openid"
NO_STORE = {"cache-control": "no-store"}
LIFE = 600
"""Seconds from the way there to the way back."""


class Begun(NamedTuple):
    """A sign-in that a browser has begun."""

    attempt: SignInAttempt
    back: str
    """Page to return to."""
    code: str = ""
    """Code of an invitation, or ""."""
    linking: str = ""
    """Id of the account that its owner wants to link, or ""."""


def require_provider(request: Request) -> tuple[OpenIdAccounts, OpenIdProvider]:
    """Return the accounts and the provider of the room. Raises MissingError if there is none."""
    accounts = site_of(request).room.openid_accounts
    if accounts.provider is None:
        raise MissingError(say("refuse-no-openid"))
    return accounts, accounts.provider


@router.get("/openid")
async def begin_sign_in(request: Request) -> Response:
    """Redirect to the provider."""
    _, provider = require_provider(request)
    begun = Begun(SignInAttempt(), find_return_page(request.query_params), read_text(request.query_params, "code"))
    address = get_client_address(request.scope)
    with site_of(request).attempts.start_attempt(f"openid {address}", address):
        where = await find_sign_in_page(provider, begun)
    return set_attempt(RedirectResponse(where, 303), request, begun)


@router.post("/openid/link")
async def begin_linking(request: Request) -> Response:
    """Show the way to the provider to the owner of an account, who proves the password.

    Without it, another site could send people there, and have an identity linked that is not theirs. The page has a
    link, since browsers follow no form to another site (Content-Security-Policy).
    """
    _, provider = require_provider(request)
    site, person, form = site_of(request), await require_person(request), await read_form(request)
    begun = Begun(SignInAttempt(), "/me", linking=person.id)
    with site.attempts.start_attempt(person.login or person.id, get_client_address(request.scope)):
        await site.room.accounts.check_password(person, read_password(form, "password"))
        where = await find_sign_in_page(provider, begun)
    values = {"person": person, "where": where, "provider": site.room.settings.oidc_name}
    return set_attempt(HTMLResponse(render_template("openid.html", values), headers=NO_STORE), request, begun)


async def find_sign_in_page(provider: OpenIdProvider, begun: Begun) -> str:
    """Return the address at the provider where a person signs in. Raises PeopleError."""
    try:
        return await provider.make_address(begun.attempt)
    except ProviderError as error:
        raise fail(error) from None


@router.get(BACK)
async def end_sign_in(request: Request) -> Response:
    """Sign in, link or make an account, with the code that the provider has sent along."""
    accounts, provider = require_provider(request)
    site, address = site_of(request), get_client_address(request.scope)
    with (
        site.audit.watch("openid", request.scope),
        site.attempts.start_attempt(f"openid {address}", address),
    ):
        begun = read_attempt(request.cookies.get(ATTEMPT_COOKIE, ""))
        state, code = (read_text(request.query_params, name, most=2000) for name in ("state", "code"))
        if begun is None or not code or not secrets.compare_digest(state.encode(), begun.attempt.state.encode()):
            raise refuse_sign_in()
        try:
            identity = await provider.identify(begun.attempt, code)
        except ProviderError as error:
            raise fail(error) from None
        token = await enter(request, accounts, identity, begun)
    return set_attempt(set_token_cookie(redirect_to(begun.back), request, token), request, None)


@router.post("/openid/remove")
async def remove_link(request: Request) -> Response:
    """Remove the link between an account with a password and the provider."""
    accounts, _ = require_provider(request)
    site, person, form = site_of(request), await require_person(request), await read_form(request)
    with site.attempts.start_attempt(person.login or person.id, get_client_address(request.scope)):
        await accounts.unlink(person, read_password(form, "password"))
    return redirect_to("/me")


async def enter(request: Request, accounts: OpenIdAccounts, identity: Identity, begun: Begun) -> str | None:
    """Return the session token of an identity's account; None for one that is signed in, linked now if it asked to be.

    A new account is made only if the room lets this person make one. Raises PeopleError, ForbiddenError, BannedError.
    """
    site, person = site_of(request), await find_visitor(request)
    known = await accounts.find_person(identity)
    if person is not None and person.login is not None:
        if begun.linking == person.id:
            await accounts.link(person, identity, find_request_token(request.scope))
        elif known != person.id:
            raise PeopleError(say("refuse-openid-signed-in"))
        return None
    token = find_request_token(request.scope)
    guest = await site.room.accounts.find_owner(token) if token else None
    if known is None:
        known = (await create_account(request, accounts, identity, guest, begun.code)).id
        guest = None
    _, token = await site.room.accounts.log_in_without_password(known, guest)
    return token


async def create_account(
    request: Request, accounts: OpenIdAccounts, identity: Identity, guest: Person | None, code: str
) -> Person:
    """Make an account of an identity, as the settings of the room allow it."""
    site, address = site_of(request), get_client_address(request.scope)
    site.room.access.check_registration(code)
    if guest is None and not site.room.access.is_club(address) and (wait := site.guests.take_token(address)):
        raise TooOftenError("Many accounts were made at your address.", wait)
    return await accounts.create(identity, guest, partial(site.room.access.use_invitation, code=code))


def fail(error: ProviderError) -> Exception:
    """Log why the provider's answer cannot be used, and return the refusal, which does not tell."""
    LOG.warning("the OpenID provider: %s", error)
    return refuse_sign_in()


def set_attempt(response: Response, request: Request, begun: Begun | None) -> Response:
    """Set the cookie of a sign-in; None deletes it."""
    value = "" if begun is None else json.dumps([*vars(begun.attempt).values(), *begun[1:]]).encode().hex()
    secure, path = request.url.scheme == "https", add_prefix("/openid")
    age = LIFE if value else 0
    response.set_cookie(ATTEMPT_COOKIE, value, age, httponly=True, samesite="lax", secure=secure, path=path)
    return response


def read_attempt(cookie: str) -> Begun | None:
    """Read the cookie of a sign-in; None for anything else."""
    try:
        parts = json.loads(bytes.fromhex(cookie[:4000]))
    except ValueError:
        return None
    if not isinstance(parts, list) or len(parts) != 6 or not all(isinstance(part, str) for part in parts):
        return None
    state, nonce, verifier, back, code, linking = parts
    if not (state and nonce and verifier):
        return None
    return Begun(SignInAttempt(state, nonce, verifier), find_return_page({"back": back}), code, linking)
