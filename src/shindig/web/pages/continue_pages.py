"""Going on from a step of a match that is over: played on with bots, or a choice made again and compared."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ..html.templating import render
from ..http.sessions import form_of, go, known_person, number_of, opener_of, site_of, text_of

router = APIRouter(prefix="/t/{table}", include_in_schema=False)


@router.post("/again")
async def again(request: Request, table: str) -> Response:
    """A new table that goes on from here, and counts for nothing."""
    person, form = await known_person(request), await form_of(request)
    where = number_of(form, "match"), number_of(form, "step")
    how, bot = text_of(form, "how") == "again", text_of(form, "bot")
    found = await site_of(request).room.again.play_on(table, person, *where, how, bot, opener_of(request, person))
    return go(f"/t/{found}")


@router.get("/compare")
async def compare(request: Request, table: str) -> Response:
    """A choice that was made again, beside the one of the match and the best."""
    person = await known_person(request)
    with site_of(request).weighing.one(person.id):
        found = await site_of(request).room.again.compare(table, person)
    return HTMLResponse(render("compare.html", {"person": person, "table": table, "found": found}))
