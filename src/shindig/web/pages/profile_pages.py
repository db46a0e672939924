"""Profile: a person's name, account, ways to sign in and stored data, and the form for an invitation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig.server.accounts.name_and_password_rules import clean_login, clean_password
from shindig.server.accounts.passkeys import MOST as MOST_PASSKEYS
from shindig.server.errors import RoomError
from shindig.server.person import Person

from ..html.templating import render_template
from ..http.passkey_requests import (
    add_passkey,
    find_passkey_host,
    list_own_passkeys,
    remove_passkey,
    set_password_by_passkey,
    sign_in_by_passkey,
)
from ..http.request_guard import BODY_LIMIT, find_request_token
from ..http.scarce_action_limits import AttemptKind
from ..http.sessions import (
    create_account,
    delete_person,
    find_or_create_person,
    find_visitor,
    issue_recovery_code,
    read_face,
    read_form,
    read_text,
    redirect_to,
    replace_password,
    require_person,
    reset_password,
    set_token_cookie,
    sign_in,
    site_of,
    start_attempt,
)
from .lobby_pages import OPEN_STATES, count_due_exercises

router = APIRouter(include_in_schema=False)
DOWNLOAD_HEADERS = {"content-disposition": 'attachment; filename="shindig.json"'}


@router.get("/me")
async def show_profile(request: Request) -> Response:
    """Show the person's name, account and own pages."""
    person, room = await find_visitor(request), site_of(request).room
    sat = await room.load_history(person) if person else []
    values = {
        "person": person,
        "waiting": sum(card.your_turn for card in sat if card.state in OPEN_STATES),
        "back": find_return_page(request.query_params),
        "guests": room.settings.guests,
        "registration": room.settings.registration,
        "code": "",
        "passkeys": await list_own_passkeys(request),
        **describe_passkeys(request),
        **await load_ways_to_sign_in(request, person),
    }
    return HTMLResponse(render_template("me.html", {**values, "due": await count_due_exercises(request, person)}))


def describe_passkeys(request: Request) -> dict[str, object]:
    """Return whether passkeys work under the name that the browser used, and how many an account may have."""
    return {"passkeys_work": find_passkey_host(request) is not None, "most_passkeys": MOST_PASSKEYS}


async def load_ways_to_sign_in(request: Request, person: Person | None, code: str = "") -> dict[str, object]:
    """Return what the page shows of e-mail, passwords and the OpenID provider. `code` is of an invitation."""
    room, account = site_of(request).room, person if person is not None and person.login is not None else None
    query = {"back": find_return_page(request.query_params), "code": code}
    return {
        "mails": room.emails.can_send,
        "provider": room.settings.oidc_name if room.openid_accounts.provider is not None else "",
        "openid_query": f"?{urlencode(query)}" if code or query["back"] != "/me" else "",
        "has_password": account is not None and await room.accounts.has_password(account),
        "linked": account is not None and await room.openid_accounts.is_linked(account),
    }


@router.get("/join/{code}")
async def show_invitation(request: Request, code: str) -> Response:
    """Show the form for a new account to somebody with an invitation."""
    person, room = await find_visitor(request), site_of(request).room
    if person is not None and person.login is not None:
        return redirect_to("/me")
    with start_attempt(request, kind=AttemptKind.JOIN):
        await room.access.check_invitation(code)
    values: dict[str, object] = {"person": person, "waiting": 0, "due": 0}
    values |= {"back": "/me", "guests": False}
    values |= {"registration": "invitation", "code": code, **describe_passkeys(request)}
    values |= await load_ways_to_sign_in(request, None, code)
    return HTMLResponse(render_template("me.html", values))


@router.get("/me/data")
async def download_data(request: Request) -> Response:
    """Return all stored data of a person as a file."""
    person = await require_person(request)
    return Response(
        await site_of(request).room.personal_data.export(person),
        media_type="application/json",
        headers=DOWNLOAD_HEADERS,
    )


@router.post("/me/{deed}")
async def change_profile(request: Request, deed: str) -> Response:
    """Change name, account, session or password."""
    form = await read_form(request)
    if deed in SHOWN_CODES:
        code, token = await SHOWN_CODES[deed](request, form)
        page = await show_recovery_code(request, code, find_return_page(form), token)
        return set_token_cookie(page, request, token)
    if deed not in DEEDS:
        raise RoomError(f"expected one of {', '.join((*DEEDS, *SHOWN_CODES))}")
    token = await DEEDS[deed](request, form)
    return set_token_cookie(redirect_to(find_return_page(form)), request, token)


async def show_recovery_code(request: Request, code: str, back: str, token: str | None = None) -> Response:
    """Show a new recovery code, once, to the owner of a new token or of the request. No cache keeps the page."""
    accounts = site_of(request).room.accounts
    person = await accounts.find_person(token) if token else await find_visitor(request)
    values = {"person": person, "code": code, "back": back}
    return HTMLResponse(render_template("recovery.html", values), headers={"cache-control": "no-store"})


async def _rename(request: Request, form: FormData) -> str | None:
    person, token = await find_or_create_person(request, read_text(form, "name"))
    await site_of(request).room.accounts.rename(person, read_text(form, "name"), read_face(form))
    return token


async def _register(request: Request, form: FormData) -> tuple[str, str | None]:
    login, password = read_text(form, "login"), read_password(form, "password")
    clean_login(login)
    clean_password(password)
    person, token = await create_account(request, login, password, read_text(form, "code"))
    return await site_of(request).room.recovery.issue_code(person), token


async def _recover(request: Request, form: FormData) -> tuple[str, str | None]:
    code, password = read_text(form, "code"), read_password(form, "password")
    person, token = await reset_password(request, read_text(form, "login"), code, password)
    return await site_of(request).room.recovery.issue_code(person), token


async def _new_code(request: Request, form: FormData) -> tuple[str, str | None]:
    return await issue_recovery_code(request, read_password(form, "password")), None


async def _log_in(request: Request, form: FormData) -> str | None:
    _, token = await sign_in(request, read_text(form, "login"), read_password(form, "password"))
    return token


async def _log_in_by_passkey(request: Request, form: FormData) -> str | None:
    _, token = await sign_in_by_passkey(request, read_password(form, "credential"))
    return token


async def _add_passkey(request: Request, form: FormData) -> None:
    await add_passkey(request, read_password(form, "credential"), read_text(form, "name"))


async def _remove_passkey(request: Request, form: FormData) -> None:
    await remove_passkey(request, read_text(form, "passkey"), read_password(form, "password"))


async def _set_password_by_passkey(request: Request, form: FormData) -> tuple[str, str | None]:
    new = read_password(form, "new")
    person, token = await set_password_by_passkey(request, read_password(form, "credential"), new, renew=True)
    return await site_of(request).room.recovery.issue_code(person), token


async def _change_password(request: Request, form: FormData) -> tuple[str, str | None]:
    old, new = read_password(form, "old"), read_password(form, "new")
    person, token = await replace_password(request, old, new, renew=True)
    return await site_of(request).room.recovery.issue_code(person), token


async def _log_out(request: Request, _: FormData) -> str:
    await require_person(request)
    await site_of(request).room.accounts.logout(find_request_token(request.scope))
    return ""


async def _delete(request: Request, form: FormData) -> str:
    await delete_person(request, read_text(form, "name"), read_password(form, "password"))
    return ""


def read_password(form: FormData, name: str) -> str:
    """Read a password or an answer as given, of any length, so that none is cut off silently."""
    return read_text(form, name, most=BODY_LIMIT)


DEEDS: dict[str, Callable[[Request, FormData], Awaitable[str | None]]] = {
    "name": _rename,
    "login": _log_in,
    "passkey": _log_in_by_passkey,
    "passkey-add": _add_passkey,
    "passkey-remove": _remove_passkey,
    "logout": _log_out,
    "delete": _delete,
}
"""Handlers of the account forms. Each returns the session token to keep, or ""."""
SHOWN_CODES: dict[str, Callable[[Request, FormData], Awaitable[tuple[str, str | None]]]] = {
    "register": _register,
    "recover": _recover,
    "code": _new_code,
    "password": _change_password,
    "passkey-password": _set_password_by_passkey,
}
"""Handlers of the forms that end with a new recovery code. Each returns it, and the session token to keep."""


RETURN_PAGES = ("/day", "/exercises", "/g", "/me/history", "/me/statistics", "/turns")
"""Pages from which people are sent to sign in, beside those of tables."""


def find_return_page(form: Mapping[str, object]) -> str:
    """Return the page of ours to return to."""
    address = read_text(form, "back")
    ours = address in RETURN_PAGES or (address.startswith("/t/") and "//" not in address and address.isprintable())
    return address if ours else "/me"
