"""Pages and files of the branding: imprint, privacy, and the colour."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig.messages import format_text, say
from shindig.server.errors import MissingError

from ..html.branding import get_brand
from ..html.templating import render_template
from ..http.sessions import find_visitor
from ..reader_language import get_language
from .rules_pages import render_markdown

router = APIRouter(include_in_schema=False)


@router.get("/about/{name}")
async def show_page(request: Request, name: str) -> Response:
    """Show the imprint or the privacy page."""
    text = {"imprint": get_brand().imprint, "privacy": get_brand().privacy}.get(name, "")
    if not text:
        raise MissingError(say("error-no-page"))
    title = format_text(say(f"page-{name}"), language=get_language())
    values = {"person": await find_visitor(request), "title": title, "body": render_markdown(text)[0]}
    return HTMLResponse(render_template("about.html", values))


@router.get("/brand.css")
async def get_style_sheet() -> Response:
    """Return the style sheet of the room's colour."""
    return Response(get_brand().style_sheet, media_type="text/css", headers={"cache-control": "max-age=300"})
