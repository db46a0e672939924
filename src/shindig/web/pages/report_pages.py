"""Reports of talk at a table: the page for people, and the protocol for programs."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ..api.table_protocol import REFUSALS, Json, StrictBody, TableId
from ..html.templating import render_template
from ..http.sessions import find_person, read_form, read_number, read_text, redirect_to, require_person, site_of

router = APIRouter(include_in_schema=False)
protocol = APIRouter(prefix="/api", responses=REFUSALS, tags=["protocol"])


class ReportForm(StrictBody):
    number: int = Field(ge=0, le=1_000_000, description="Of whom, as `GET /tables/{table}/words` counts them from 0.")
    why: str = Field(default="", max_length=400, description="In a sentence of at most 200 letters.")


@router.get("/t/{table}/report")
async def show_report_form(request: Request, table: str) -> Response:
    """Show the speakers of a table to choose from."""
    person = await find_person(request)
    spoken = await site_of(request).room.find_speakers(table, person)
    values = {"person": person, "table": table, "spoken": spoken, "sent": "sent" in request.query_params}
    return HTMLResponse(render_template("report.html", values))


@router.post("/t/{table}/report")
async def send_report(request: Request, table: str) -> Response:
    person, form = await require_person(request), await read_form(request)
    number, why = read_number(form, "number"), read_text(form, "why", most=400)
    await site_of(request).room.report(table, person, number, why)
    return redirect_to(f"/t/{table}/report?sent")


@protocol.get("/tables/{table}/words")
async def words(request: Request, table: TableId) -> list[Json]:
    """List the speakers of a table in order of their first words, with their last lines."""
    spoken = await site_of(request).room.find_speakers(table, await find_person(request))
    return [{"name": one.name, "lines": one.lines} for one in spoken]


@protocol.post("/tables/{table}/reports", status_code=204)
async def report(request: Request, table: TableId, body: ReportForm) -> None:
    """Report a speaker's last lines to the host of the server."""
    await site_of(request).room.report(table, await require_person(request), body.number, body.why)
