"""Version 2 of the JSON protocol: every route of version 1 under `/api/2`, with the words of the glossary.

`server/broadcast/protocol_versions.py` has the words.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import wraps
from typing import Any, TypeVar, get_type_hints

from fastapi import APIRouter
from fastapi.routing import APIRoute
from pydantic import BaseModel, create_model
from starlette.responses import Response

from shindig.server.broadcast.protocol_versions import (
    ANSWERS,
    BODIES,
    PATHS,
    SAME,
    VERSION_1,
    VERSION_2,
    Names,
    encode_2,
    rename_all,
    rename_in_text,
)

from .table_protocol import REFUSALS, Json, StrictBody

Body = TypeVar("Body", bound=BaseModel)
Endpoint = Callable[..., Awaitable[Any]]


def make_router(routers: Iterable[APIRouter]) -> APIRouter:
    """Make the routes of version 2 from those of version 1."""
    router = APIRouter(prefix=VERSION_2.prefix, responses=_describe(REFUSALS), tags=["protocol, version 2"])
    for one in routers:
        for route in one.routes:
            assert isinstance(route, APIRoute)
            _add_route(router, route)
    return router


def _describe(responses: Mapping[int | str, Json]) -> dict[int | str, Json]:
    """Return the descriptions of responses with the words of version 2."""
    return {
        status: {name: rename_in_text(told) if isinstance(told, str) else told for name, told in about.items()}
        for status, about in responses.items()
    }


def _add_route(router: APIRouter, route: APIRoute) -> None:
    path = route.path.removeprefix(VERSION_1.prefix)
    router.add_api_route(
        PATHS.get(path, path),
        make_endpoint(route.endpoint, ANSWERS.get(path, SAME), route.status_code or 200),
        methods=sorted(route.methods or ()),
        status_code=route.status_code,
        response_class=route.response_class,
        response_model=None,
        responses=_describe(route.responses),
        name=f"{route.name}_2",
        summary=_summarize(route.endpoint),
    )


def _summarize(call: Endpoint) -> str:
    """Return the first sentence of a docstring."""
    paragraph = (inspect.getdoc(call) or "").split("\n\n")[0]
    return " ".join(paragraph.split()).split(". ")[0].removesuffix(".")


def make_endpoint(call: Endpoint, names: Names, status: int) -> Endpoint:
    """Make the function of a route from that of version 1, for bodies and answers with other names."""
    hints = get_type_hints(call, include_extras=True)
    signature = inspect.signature(call)
    changed = [
        one.replace(annotation=_change_annotation(hints.get(one.name, one.annotation)))
        for one in signature.parameters.values()
    ]

    @wraps(call)
    async def endpoint(*given: Any, **named: Any) -> Any:
        made = await call(*given, **named)
        if made is None or isinstance(made, Response):
            return made
        return Response(encode_2(rename_all(made, names)), status, media_type="application/json")

    endpoint.__signature__ = signature.replace(parameters=changed, return_annotation=Any)  # type: ignore[attr-defined]
    return endpoint


def _change_annotation(kind: Any) -> Any:
    return make_body(kind) if isinstance(kind, type) and issubclass(kind, StrictBody) else kind


def make_body(kind: type[Body]) -> type[Body]:
    """Make the class of a body whose names in JSON are those of version 2."""
    names = BODIES.get(kind.__name__, SAME)
    assert names.keys() <= kind.model_fields.keys(), kind
    fields: dict[str, Any] = {}
    for name, info in kind.model_fields.items():
        changed: dict[str, Any] = {}
        if name in names:
            changed = {"alias": names[name], "validation_alias": names[name]}
        if info.description and (text := rename_in_text(info.description)) != info.description:
            changed["description"] = text
        if changed:
            fields[name] = info.annotation, info.merge_field_infos(info, **changed)
    if not fields:
        return kind
    return create_model(f"{kind.__name__}2", __base__=kind, __doc__=kind.__doc__, **fields)
