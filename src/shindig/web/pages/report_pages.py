"""Reports of what somebody said at a table: the page for people, and the same for programs."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ..api.table_protocol import REFUSALS, Body, Json, TableId
from ..html.templating import render
from ..http.sessions import form_of, go, known_person, number_of, person_of, site_of, text_of

router = APIRouter(include_in_schema=False)
protocol = APIRouter(prefix="/api", responses=REFUSALS, tags=["protocol"])


class Report(Body):
    number: int = Field(ge=0, le=1_000_000, description="Of whom, as `GET /tables/{table}/words` counts them from 0.")
    why: str = Field(default="", max_length=400, description="In a sentence of at most 200 letters.")


@router.get("/t/{table}/report")
async def page(request: Request, table: str) -> Response:
    """Who said what, to choose from."""
    person = await person_of(request)
    spoken = await site_of(request).room.spoken(table, person)
    values = {"person": person, "table": table, "spoken": spoken, "sent": "sent" in request.query_params}
    return HTMLResponse(render("report.html", values))


@router.post("/t/{table}/report")
async def send(request: Request, table: str) -> Response:
    person, form = await known_person(request), await form_of(request)
    number, why = number_of(form, "number"), text_of(form, "why", most=400)
    await site_of(request).room.report(table, person, number, why)
    return go(f"/t/{table}/report?sent")


@protocol.get("/tables/{table}/words")
async def words(request: Request, table: TableId) -> list[Json]:
    """Who said something in words of their own, in the order in which they first did, and their last lines."""
    spoken = await site_of(request).room.spoken(table, await person_of(request))
    return [{"name": one.name, "lines": one.lines} for one in spoken]


@protocol.post("/tables/{table}/reports", status_code=204)
async def report(request: Request, table: TableId, body: Report) -> None:
    """Tell whoever runs the room what somebody said last."""
    await site_of(request).room.report(table, await known_person(request), body.number, body.why)
