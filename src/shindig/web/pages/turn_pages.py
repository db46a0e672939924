"""Pages of turns: the tables that wait for a person, messages to a browser, and a match with anybody."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ..api.table_protocol import REFUSALS, Json, StrictBody
from ..html.templating import render_template
from ..http.sessions import (
    admit_opener,
    find_or_create_person,
    read_form,
    read_text,
    redirect_to,
    require_person,
    set_token_cookie,
    site_of,
)
from ..reader_language import get_language
from ..url_prefix import add_prefix

router = APIRouter(include_in_schema=False)
protocol = APIRouter(prefix="/api", responses=REFUSALS, tags=["protocol"])


@router.get("/turns")
async def show_turns(request: Request) -> Response:
    """Show the tables that wait for the person, then those at which others are to act."""
    room, person = site_of(request).room, await require_person(request)
    values = {
        "person": person,
        "turns": await room.load_turns(person),
        "key": await room.web_push.load_public_key(),
    }
    return HTMLResponse(render_template("turns.html", values))


@router.post("/turns/push")
async def add_push_address(request: Request) -> Response:
    """Store the address of the person's browser for messages about turns."""
    person, form = await require_person(request), await read_form(request)
    keys = read_text(form, "p256dh"), read_text(form, "auth")
    await site_of(request).room.web_push.add_address(
        person, read_text(form, "endpoint", most=1_001), *keys, get_language()
    )
    return Response(status_code=204)


@router.post("/turns/quiet")
async def remove_push_address(request: Request) -> Response:
    """Send nothing more to the person's browser."""
    person, form = await require_person(request), await read_form(request)
    await site_of(request).room.web_push.remove_address(person, read_text(form, "endpoint", most=1_001))
    return Response(status_code=204)


@router.post("/someone")
async def play_someone(request: Request) -> Response:
    """Go to a table of a game at which somebody waits, or open one. The browser then takes a seat there."""
    form = await read_form(request)
    person, token = await find_or_create_person(request, read_text(form, "name"))
    client = admit_opener(request, person)
    table, opened = await site_of(request).room.play_someone(person, read_text(form, "game"), client)
    if opened:
        return set_token_cookie(redirect_to(f"/t/{table}"), request, token)
    return set_token_cookie(RedirectResponse(add_prefix(f"/t/{table}/sit"), 307), request, token)


class PushAddress(StrictBody):
    endpoint: str = Field(max_length=1_000, description="Of a push service, over https.")
    p256dh: str = Field(max_length=200, description="The browser's public key, in base64url.")
    auth: str = Field(max_length=100, description="The browser's secret, in base64url.")


class PushEndpoint(StrictBody):
    endpoint: str = Field(max_length=1_000)


class SomeoneBody(StrictBody):
    game: str = Field(max_length=40)


@protocol.get("/turns")
async def list_turns(request: Request) -> list[Json]:
    """List the running matches of your tables, first those that wait for you (`your_turn`)."""
    return [card.to_json() for card in await site_of(request).room.load_turns(await require_person(request))]


@protocol.get("/push")
async def push_key(request: Request) -> Json:
    """Return the key by which a browser subscribes to Web Push."""
    return {"key": await site_of(request).room.web_push.load_public_key()}


@protocol.post("/push", status_code=204)
async def subscribe_to_push(request: Request, body: PushAddress) -> None:
    """Get a message when it is your turn at a table of days. It names no cards."""
    person = await require_person(request)
    await site_of(request).room.web_push.add_address(person, body.endpoint, body.p256dh, body.auth, get_language())


@protocol.delete("/push", status_code=204)
async def unsubscribe_from_push(request: Request, body: PushEndpoint) -> None:
    """Get no more messages at an address."""
    await site_of(request).room.web_push.remove_address(await require_person(request), body.endpoint)


@protocol.post("/someone", status_code=201)
async def find_someone(request: Request, body: SomeoneBody) -> Json:
    """Find a table of a game at which somebody waits for company; sit down there unless it was `opened` for you."""
    person = await require_person(request)
    client = admit_opener(request, person)
    table, opened = await site_of(request).room.play_someone(person, body.game, client)
    return {"table": table, "opened": opened}
