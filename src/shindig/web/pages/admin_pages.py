"""Pages for the person who runs the room: tables, people, reports, access, limits, announcements, figures and deeds."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import fields
from functools import partial
from typing import Any, TypeVar

from fastapi import APIRouter
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig import __version__
from shindig.messages import say
from shindig.server.access.bans import load_bans
from shindig.server.access.invitations import list_invitations
from shindig.server.accounts.name_and_password_rules import fold_login
from shindig.server.admin import admin_actions as do
from shindig.server.admin.admin_actions import AdminError, BanTerms
from shindig.server.admin.admin_figures import load_figures
from shindig.server.admin.announcements import announce, list_announcements, remove_announcement
from shindig.server.errors import MissingError, RoomError
from shindig.server.person import Person

from ..html.templating import render_template
from ..http.request_guard import Limits
from ..http.sessions import find_person, read_form, read_number, read_text, redirect_to, site_of
from ..url_prefix import add_prefix

T = TypeVar("T")

router = APIRouter(include_in_schema=False)
PARTS = ("", "tables", "people", "reports", "access", "limits", "log")
"""Parts of the page, by address."""


async def require_admin(request: Request) -> Person:
    """Return the admin of a request. Raises MissingError for everybody else, so that nobody learns of the page."""
    person = await find_person(request)
    admins = {fold_login(login) for login in site_of(request).room.settings.admins}
    if person is None or person.login not in admins:
        raise MissingError(say("error-no-page"))
    return person


async def read(request: Request, work: Callable[[Connection], T]) -> T:
    return await site_of(request).room.services.store.read(work)


@router.get("/admin")
async def show_admin(request: Request) -> Response:
    """Show the figures of the room and its announcements."""
    return await render_part(request, "")


@router.get("/admin/{part}")
async def show_admin_part(request: Request, part: str) -> Response:
    """Show a part of the page."""
    return await render_part(request, part)


async def render_part(request: Request, part: str, said: str = "", secret: str = "") -> Response:
    """Render a part of the page; `said` is a message about what was done, `secret` a link or a password to pass on."""
    person = await require_admin(request)
    if part not in PARTS:
        raise MissingError(say("error-no-page"))
    values = await LOADERS[part](request)
    about = {"person": person, "part": part, "parts": PARTS, "said": said, "secret": secret}
    return HTMLResponse(render_template("admin.html", {**about, **values}))


async def _load_figures(request: Request) -> dict[str, Any]:
    room, now = site_of(request).room, time.time()
    figures = await read(request, load_figures)
    here = {"loaded": len(room.table_registry.tables), "version": __version__}
    return {
        "figures": {**figures, **here},
        "announcements": await read(request, partial(list_announcements, now=now)),
    }


async def _load_tables(request: Request) -> dict[str, Any]:
    return {"tables": await read(request, do.list_open_tables)}


async def _load_people(request: Request) -> dict[str, Any]:
    text = request.query_params.get("q", "")[:64]
    return {"people": await read(request, partial(do.find_people, text=text)), "q": text}


async def _load_reports(request: Request) -> dict[str, Any]:
    return {"reports": await read(request, do.load_reports_in_context)}


async def _load_access(request: Request) -> dict[str, Any]:
    now, settings = time.time(), site_of(request).room.settings
    return {
        "bans": await read(request, partial(load_bans, now=now)),
        "invitations": await read(request, partial(list_invitations, now=now)),
        "words": await read(request, do.list_unwanted_words),
        "settings": settings,
    }


async def _load_limits(request: Request) -> dict[str, Any]:
    limits = request.scope["app"].limits
    return {"limits": [(one.name, getattr(limits, one.name), one.default) for one in fields(Limits)]}


async def _load_log(request: Request) -> dict[str, Any]:
    return {"deeds": await read(request, do.list_deeds)}


LOADERS: dict[str, Callable[[Request], Awaitable[dict[str, Any]]]] = {
    "": _load_figures,
    "tables": _load_tables,
    "people": _load_people,
    "reports": _load_reports,
    "access": _load_access,
    "limits": _load_limits,
    "log": _load_log,
}


@router.post("/admin/{deed}")
async def do_deed(request: Request, deed: str) -> Response:
    """Do what an admin asks for, and write it into the log."""
    person, form = await require_admin(request), await read_form(request)
    if deed not in DEEDS:
        raise RoomError(f"expected one of {', '.join(DEEDS)}")
    part, work = DEEDS[deed]
    room = site_of(request).room
    try:
        secret = await room.services.store.write(partial(work, form=form, made_by=person.login or ""))
    except ValueError as error:
        raise RoomError(str(error)) from None
    await room.access.refresh()
    room.accounts.sessions.note_changed("")
    await room.table_registry.refresh()
    if secret is None:
        return redirect_to(f"/admin/{part}".rstrip("/"))
    shown = make_join_link(request, secret) if deed == "invite" else secret
    return await render_part(request, part, SAID[deed], shown)


def make_join_link(request: Request, code: str) -> str:
    """Return the link of an invitation: at the address in the settings, else as the admin's browser asked."""
    site = site_of(request).room.settings.site_url.rstrip("/")
    return f"{site}/join/{code}" if site else f"{request.url.scheme}://{request.url.netloc}{add_prefix('/join/')}{code}"


def make_deed(action: Callable[[Connection, str, str], object], field: str) -> Deed:
    """Make the deed that calls an action with one field of its form."""

    def work(connection: Connection, form: Mapping[str, object], made_by: str) -> None:
        action(connection, read_text(form, field), made_by)

    return work


def _ban(connection: Connection, form: Mapping[str, object], made_by: str) -> None:
    kind, value = read_text(form, "kind"), read_text(form, "value")
    terms = BanTerms(made_by, read_text(form, "why"), read_number(form, "days"))
    if kind == "person":
        do.ban_person(connection, value, terms)
    elif kind in ("login", "address"):
        do.ban_value(connection, "login" if kind == "login" else "address", value, terms)
    else:
        raise AdminError("expected a ban of a person, a login or an address")


def _announce(connection: Connection, form: Mapping[str, object], made_by: str) -> None:
    made = announce(connection, read_text(form, "text", most=1_000), made_by, time.time(), read_number(form, "hours"))
    do.log_deed(connection, made_by, "announce", made.text)


def _unannounce(connection: Connection, form: Mapping[str, object], made_by: str) -> None:
    if remove_announcement(connection, read_text(form, "id")):
        do.log_deed(connection, made_by, "unannounce")


def _invite(connection: Connection, form: Mapping[str, object], made_by: str) -> str:
    days, uses = read_number(form, "days"), read_number(form, "uses")
    return do.invite(connection, days, uses, read_text(form, "note"), made_by)[1]


def _password(connection: Connection, form: Mapping[str, object], made_by: str) -> str:
    return do.reset_password(connection, read_text(form, "person"), made_by)


def _words(connection: Connection, form: Mapping[str, object], made_by: str) -> None:
    do.change_unwanted_words(connection, read_text(form, "words").split(), "remove" in form, made_by)


Deed = Callable[..., str | None]
DEEDS: dict[str, tuple[str, Deed]] = {
    "close": ("tables", make_deed(do.end_table, "table")),
    "ban": ("access", _ban),
    "unban": ("access", make_deed(do.lift_ban, "value")),
    "settle": ("reports", make_deed(do.settle_reports, "person")),
    "announce": ("", _announce),
    "unannounce": ("", _unannounce),
    "invite": ("access", _invite),
    "uninvite": ("access", make_deed(do.withdraw_invitation, "id")),
    "password": ("people", _password),
    "words": ("access", _words),
}
"""Deeds by the name of their form: the part that shows the outcome, and the function."""
SAID = {
    "invite": "admin-invited",
    "password": "admin-password-made",
}
