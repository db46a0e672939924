"""E-mail of accounts: the address, the link that confirms it, and the link that sets a new password.

Links carry their secret in the query, which no log of ours has. A page asks before a link is used, since mail programs
open links by themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http import HTTPStatus

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig.messages import format_text, say
from shindig.server.accounts.email_addresses import CONFIRM, NO_MAIL, RESET, WRONG_LINK, clean_email
from shindig.server.accounts.name_and_password_rules import PeopleError, clean_password
from shindig.server.person import Person

from ..html.branding import get_brand
from ..html.templating import render_template
from ..http.request_guard import get_client_address
from ..http.scarce_action_limits import AttemptKind
from ..http.sessions import (
    find_visitor,
    read_form,
    read_text,
    redirect_to,
    require_person,
    set_token_cookie,
    site_of,
    start_attempt,
)
from ..reader_language import get_language
from .profile_pages import read_password, show_recovery_code

router = APIRouter(include_in_schema=False)
MOST_LETTERS = 300
"""Most letters of an address that are read."""


def show_page(request: Request, person: Person | None, kind: str, **values: object) -> Response:
    """Show one of the pages about e-mail. No cache keeps it."""
    site_of(request).room.emails.require_sender()
    page = render_template("email.html", {"person": person, "kind": kind, "refusal": "", **values})
    return HTMLResponse(page, headers={"cache-control": "no-store"})


def write_letter(request: Request, kind: str) -> Callable[[str, str], tuple[str, str]]:
    """Return a function that writes the letter with a link, in the language of the person who asks.

    One to an address that nobody has confirmed has no text of the person who asks, such as their login.
    """
    site, language, brand = site_of(request).room.settings.site_url.rstrip("/"), get_language(), get_brand().name
    path = {CONFIRM: "/mail/confirm", RESET: "/reset/new"}[kind]

    def write(login: str, secret: str) -> tuple[str, str]:
        link = f"{site}{path}?link={secret}"
        subject = say(f"mail-{kind}-subject", room=brand)
        greeted = {"login": login} if kind == RESET else {}
        text = say(f"mail-{kind}-text", room=brand, link=link, **greeted)
        return format_text(subject, language=language), format_text(text, language=language) + "\n"

    return write


@router.get("/mail")
async def show_address(request: Request) -> Response:
    """Show the address of an account, and the form for another one."""
    person, room = await require_person(request), site_of(request).room
    address = await room.emails.load_address(person)
    return show_page(request, person, "address", address=address, sent="sent" in request.query_params)


@router.post("/mail")
async def change_address(request: Request) -> Response:
    """Send a link that confirms a new address of an account."""
    person, form, site = await require_person(request), await read_form(request), site_of(request)
    site.room.emails.require_sender()
    email, password = read_text(form, "email", most=MOST_LETTERS), read_password(form, "password")
    write = write_letter(request, CONFIRM)
    admit = partial(site.mails.admit, address=get_client_address(request.scope), person=person.id)
    with start_attempt(request, person):
        await site.room.emails.request_confirmation(person, password, email, write, admit)
    return redirect_to("/mail?sent")


@router.post("/mail/remove")
async def remove_address(request: Request) -> Response:
    """Remove the address of an account."""
    person, form, site = await require_person(request), await read_form(request), site_of(request)
    with start_attempt(request, person):
        await site.room.emails.remove(person, read_password(form, "password"))
    return redirect_to("/mail")


@router.get("/mail/confirm")
async def show_confirmation(request: Request) -> Response:
    """Ask whether to confirm an address by the link that was sent to it."""
    return await _show_link(request, CONFIRM)


@router.post("/mail/confirm")
async def confirm_address(request: Request) -> Response:
    """Confirm an address by the link that was sent to it."""
    form, site = await read_form(request), site_of(request)
    site.room.emails.require_sender()
    with start_attempt(request, kind=AttemptKind.LINK):
        await site.room.emails.confirm(read_text(form, "link"))
    return show_page(request, await find_visitor(request), "confirmed")


@router.get("/reset")
async def show_reset(request: Request) -> Response:
    """Show the form for people who forgot their password; in a room without e-mail, whom to ask instead."""
    if not site_of(request).room.emails.can_send:
        text = format_text(NO_MAIL, language=get_language())
        page = render_template("email.html", {"person": await find_visitor(request), "kind": "forgot", "refusal": text})
        return HTMLResponse(page, HTTPStatus.NOT_FOUND)
    return show_page(request, await find_visitor(request), "forgot", sent="sent" in request.query_params)


@router.post("/reset")
async def send_reset(request: Request) -> Response:
    """Send a link for a new password, if an account has the address. The answer does not tell.

    Nor does it tell that the mailbox had many letters, or it would tell who asked for some.
    """
    form, site = await read_form(request), site_of(request)
    site.room.emails.require_sender()
    email = clean_email(read_text(form, "email", most=MOST_LETTERS))
    admitted = site.mails.admit(email, get_client_address(request.scope))
    site.audit.note("reset-asked", request.scope)
    if admitted:
        site.room.emails.request_reset(email, write_letter(request, RESET))
    return redirect_to("/reset?sent")


@router.get("/reset/new")
async def show_new_password(request: Request) -> Response:
    """Show the form for a new password to somebody with a link."""
    return await _show_link(request, RESET)


@router.post("/reset/new")
async def set_new_password(request: Request) -> Response:
    """Set a new password by a link, log in, and show the new recovery code."""
    form, site = await read_form(request), site_of(request)
    site.room.emails.require_sender()
    link, password = read_text(form, "link"), read_password(form, "password")
    clean_password(password)
    guest = await find_visitor(request)
    with site.audit.watch("reset", request.scope), start_attempt(request, kind=AttemptKind.LINK):
        if not await site.room.emails.is_valid_link(RESET, link):
            raise PeopleError(WRONG_LINK)
        person, token = await site.room.emails.reset_password(link, password, guest)
    code = await site.room.recovery.issue_code(person)
    return set_token_cookie(await show_recovery_code(request, code, "/me", token), request, token)


async def _show_link(request: Request, kind: str) -> Response:
    """Show the page of a link. Raises PeopleError for one that does not work."""
    site = site_of(request)
    site.room.emails.require_sender()
    link = read_text(request.query_params, "link")
    with start_attempt(request, kind=AttemptKind.LINK):
        if not await site.room.emails.is_valid_link(kind, link):
            raise PeopleError(WRONG_LINK)
    return show_page(request, await find_visitor(request), kind, link=link)
