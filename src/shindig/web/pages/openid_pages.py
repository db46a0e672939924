"""Sign-in at an OpenID provider: the way there, and the way back.

The secrets of the sign-in are in a signed cookie, which names the browser that began it. So no other browser can end
it, and any server of the room can.
"""

from __future__ import annotations

import logging
import secrets
from functools import partial

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from shindig.messages import say
from shindig.server.accounts.name_and_password_rules import PeopleError, clean_password
from shindig.server.accounts.openid_accounts import OpenIdAccounts, require_identity
from shindig.server.accounts.openid_attempts import LIFETIME, Begun, Purpose, seal, unseal
from shindig.server.accounts.openid_provider import (
    BACK,
    Identity,
    OpenIdProvider,
    ProviderError,
    SignInAttempt,
    refuse_sign_in,
)
from shindig.server.admin.personal_data import check_typed_name
from shindig.server.errors import MissingError
from shindig.server.person import Person

from ..html.templating import render_template
from ..http.passkey_requests import hash_browser, hash_session
from ..http.request_guard import find_request_token
from ..http.scarce_action_limits import AttemptKind
from ..http.sessions import (
    admit_account,
    find_owner,
    find_visitor,
    read_form,
    read_text,
    redirect_to,
    require_person,
    set_token_cookie,
    site_of,
    start_attempt,
)
from ..url_prefix import add_prefix
from .profile_pages import find_return_page, read_password, show_recovery_code

LOG = logging.getLogger(__name__)
router = APIRouter(include_in_schema=False)
ATTEMPT_COOKIE = "shindig-openid"
NO_STORE = {"cache-control": "no-store"}
MOST_CODE = 64
"""Most letters of an invitation's code that are kept, so that the cookie does not get too long."""


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
    back, code = find_return_page(request.query_params), read_text(request.query_params, "code", most=MOST_CODE)
    begun = Begun(SignInAttempt(), back, code, hash_browser(request))
    with start_attempt(request, kind=AttemptKind.OPENID):
        where = await find_sign_in_page(provider, begun)
    return await set_attempt(RedirectResponse(where, 303), request, begun)


@router.post("/openid/link")
async def begin_linking(request: Request) -> Response:
    """Show the way to the provider to the owner of an account, who proves the password.

    Without it, another site could send people there, and have an identity linked that is not theirs. The page has a
    link, since browsers follow no form to another site (Content-Security-Policy).
    """
    require_provider(request)
    site, person, form = site_of(request), await require_person(request), await read_form(request)
    begun = Begun(SignInAttempt(), "/me", "", hash_session(request), Purpose.LINK, person.id)
    with start_attempt(request, person):
        await site.room.accounts.check_password(person, read_password(form, "password"))
        return await show_way(request, person, begun)


@router.post("/openid/delete")
async def begin_deleting(request: Request) -> Response:
    """Show the way to the provider to a person who deletes an account without a password.

    Who has only their session cannot sign in there, and deletes nothing.
    """
    require_provider(request)
    person, form = await require_person(request), await read_form(request)
    check_typed_name(person, read_text(form, "name"))
    return await begin_proof(request, person, Purpose.DELETE)


@router.post("/openid/prove")
async def begin_first_password(request: Request) -> Response:
    """Show the way to the provider to the owner of an account without a password, who wants to set one.

    A stolen session is no proof, so the owner signs in there once more.
    """
    require_provider(request)
    person = await require_person(request)
    await require_no_password(request, person)
    return await begin_proof(request, person, Purpose.PASSWORD)


async def begin_proof(request: Request, person: Person, purpose: Purpose) -> Response:
    """Show the way to the provider to the owner of an account, whom it must ask for the sign-in again."""
    now = int(site_of(request).room.services.clock.date())
    begun = Begun(SignInAttempt(), "/me", "", hash_session(request), purpose, person.id, since=now)
    with start_attempt(request, kind=AttemptKind.OPENID):
        return await show_way(request, person, begun)


async def require_no_password(request: Request, person: Person) -> None:
    """Raise PeopleError for an account that has a password, and for a guest."""
    if person.login is None or await site_of(request).room.accounts.has_password(person):
        raise refuse_sign_in()


async def show_way(request: Request, person: Person, begun: Begun) -> Response:
    """Show a link to the provider, and what a sign-in there does. The browser keeps the attempt."""
    _, provider = require_provider(request)
    where = await find_sign_in_page(provider, begun)
    name = site_of(request).room.settings.oidc_name
    values = {"person": person, "where": where, "provider": name, "purpose": begun.purpose}
    page = HTMLResponse(render_template("openid.html", values), headers=NO_STORE)
    return await set_attempt(page, request, begun)


async def find_sign_in_page(provider: OpenIdProvider, begun: Begun) -> str:
    """Return the address at the provider where a person signs in. Raises PeopleError."""
    try:
        return await provider.make_address(begun.attempt, again=bool(begun.since))
    except ProviderError as error:
        raise fail(error) from None


@router.get(BACK)
async def end_sign_in(request: Request) -> Response:
    """Sign in, link or make an account, with the code that the provider has sent along."""
    accounts, provider = require_provider(request)
    with (
        site_of(request).audit.watch("openid", request.scope),
        start_attempt(request, kind=AttemptKind.OPENID),
    ):
        begun = await read_attempt(request)
        state, code = (read_text(request.query_params, name, most=2000) for name in ("state", "code"))
        if begun is None or not code or not secrets.compare_digest(state.encode(), begun.attempt.state.encode()):
            raise refuse_sign_in()
        check_browser(request, begun, await find_visitor(request))
        try:
            identity = await provider.identify(begun.attempt, code, begun.since)
        except ProviderError as error:
            raise fail(error) from None
        if begun.purpose is Purpose.PASSWORD:
            return await ask_for_password(request, accounts, identity, begun)
        token = await enter(request, accounts, identity, begun)
    return delete_attempt(set_token_cookie(redirect_to(begun.back), request, token), request)


@router.post("/openid/remove")
async def remove_link(request: Request) -> Response:
    """Remove the link between an account with a password and the provider."""
    accounts, _ = require_provider(request)
    person, form = await require_person(request), await read_form(request)
    with start_attempt(request, person):
        await accounts.unlink(person, read_password(form, "password"))
    return redirect_to("/me")


async def ask_for_password(request: Request, accounts: OpenIdAccounts, identity: Identity, begun: Begun) -> Response:
    """Show the form for the first password to the owner of an account, and keep the proof in the cookie."""
    person = await require_person(request)
    if not await accounts.is_owner(person, identity):
        raise refuse_sign_in()
    values = {"person": person, "provider": site_of(request).room.settings.oidc_name}
    page = HTMLResponse(render_template("first_password.html", values), headers=NO_STORE)
    return await set_attempt(page, request, begun._replace(subject=identity.subject))


@router.post("/openid/password")
async def set_first_password(request: Request) -> Response:
    """Set the password of an account that has none, after a new sign-in at the provider; show its recovery code."""
    accounts, _ = require_provider(request)
    site, person, form = site_of(request), await require_person(request), await read_form(request)
    password = clean_password(read_password(form, "password"))
    with start_attempt(request, person):
        begun, session = await read_attempt(request), hash_session(request)
        if begun is None or begun.purpose is not Purpose.PASSWORD or not begun.subject:
            raise refuse_sign_in()
        check_browser(request, begun, person)
        token = await accounts.set_first_password(person, begun.subject, session, password)
        if token is None:
            raise refuse_sign_in()
    code = await site.room.recovery.issue_code(person)
    page = await show_recovery_code(request, code, "/me", token)
    return delete_attempt(set_token_cookie(page, request, token), request)


async def enter(request: Request, accounts: OpenIdAccounts, identity: Identity, begun: Begun) -> str | None:
    """Return the session token of an identity's account; None for one that is signed in, linked now if it asked to be;
    "" for one that is deleted.

    An account is linked only in the session that proved its password. A new account is made only if the room lets this
    person make one. Raises PeopleError, ForbiddenError, BannedError.
    """
    site, person = site_of(request), await find_visitor(request)
    check_browser(request, begun, person)
    if person is not None and begun.purpose is Purpose.DELETE:
        prove = partial(require_identity, person=person.id, identity=identity, token_hash=hash_session(request))
        await site.room.personal_data.delete_proved(person, prove)
        return ""
    known = await accounts.find_person(identity)
    if person is not None and person.login is not None:
        if begun.purpose is Purpose.LINK:
            await accounts.link(person, identity, find_request_token(request.scope))
        elif known != person.id:
            raise PeopleError(say("refuse-openid-signed-in"))
        return None
    guest = await find_owner(request)
    if known is None:
        known = (await accounts.create(identity, guest, admit_account(request, guest, begun.code))).id
        guest = None
    return await accounts.log_in(identity, known, guest)


def check_browser(request: Request, begun: Begun, person: Person | None) -> None:
    """Raise PeopleError in another browser than where a sign-in began; for other purposes, in another session."""
    if begun.purpose is Purpose.SIGN_IN:
        same = begun.browser == hash_browser(request)
    else:
        same = person is not None and (begun.person, begun.browser) == (person.id, hash_session(request))
    if not same:
        raise refuse_sign_in()


def fail(error: ProviderError) -> Exception:
    """Log why the provider's answer cannot be used, and return the refusal, which does not tell."""
    LOG.warning("the OpenID provider: %s", error)
    return refuse_sign_in()


async def set_attempt(response: Response, request: Request, begun: Begun) -> Response:
    """Set the cookie of a sign-in."""
    accounts, _ = require_provider(request)
    sealed = seal(await accounts.key.load(), begun, site_of(request).room.services.clock.date())
    return set_attempt_cookie(set_token_cookie(response, request, None), request, sealed, LIFETIME)


def delete_attempt(response: Response, request: Request) -> Response:
    """Delete the cookie of a sign-in."""
    return set_attempt_cookie(response, request, "", 0)


def set_attempt_cookie(response: Response, request: Request, value: str, age: int) -> Response:
    """Set the cookie for the pages of the sign-in alone."""
    secure, path = request.url.scheme == "https", add_prefix("/openid")
    response.set_cookie(ATTEMPT_COOKIE, value, age, httponly=True, samesite="lax", secure=secure, path=path)
    return response


async def read_attempt(request: Request) -> Begun | None:
    """Read the cookie of a sign-in; None for one that is not ours, or has ended."""
    accounts, _ = require_provider(request)
    sealed = request.cookies.get(ATTEMPT_COOKIE, "")
    return unseal(await accounts.key.load(), sealed, site_of(request).room.services.clock.date())
