"""Pages to continue from a step of a finished match, with bots, or with a choice made again and compared."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig.messages import name_seats

from ..html.templating import render_template
from ..http.sessions import admit_opener, read_form, read_number, read_text, redirect_to, require_person, site_of
from ..reader_language import get_language

router = APIRouter(prefix="/t/{table}", include_in_schema=False)


@router.post("/again")
async def continue_match(request: Request, table: str) -> Response:
    """Open a table that continues from a step and counts for nothing."""
    person, form = await require_person(request), await read_form(request)
    where = read_number(form, "match"), read_number(form, "step")
    how, bot = read_text(form, "how") == "again", read_text(form, "bot")
    found = await site_of(request).room.continued_matches.continue_match(
        table, person, *where, how, bot, admit_opener(request, person)
    )
    return redirect_to(f"/t/{found}")


@router.get("/compare")
async def show_comparison(request: Request, table: str) -> Response:
    """Show a choice made again beside the one of the match and the best one."""
    person = await require_person(request)
    with site_of(request).weighing.take_turn(person.id):
        found = await site_of(request).room.continued_matches.compare_choice(table, person)
    values = {"person": person, "table": table, "found": found, "names": name_seats(get_language(), found.names)}
    return HTMLResponse(render_template("compare.html", values))
