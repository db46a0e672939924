"""Health checks: whether the server lives, and whether it is ready."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from sqlalchemy import text
from starlette.responses import Response

from shindig.server.errors import BusyError
from shindig.server.storage.database import StoreError
from shindig.server.storage.event_store import EventStore

from ..http.error_responses import JsonResponse
from ..http.sessions import site_of

router = APIRouter(include_in_schema=False)
PATIENCE = 2.0
"""Seconds for the database to answer."""


@router.get("/healthz")
async def show_alive() -> Response:
    """Answer that the server lives."""
    return JsonResponse({"status": "alive"})


@router.get("/readyz")
async def show_ready(request: Request) -> Response:
    """Answer whether the server is ready: the database answers, and the server owns its tables; otherwise 503.

    After a start it lists games that still compile, and counts tables not yet restored; both can be played.
    """
    room = site_of(request).room
    try:
        await asyncio.wait_for(ask_database(room.services.store), PATIENCE)
    except (StoreError, BusyError, TimeoutError):
        return JsonResponse({"status": "the database does not answer"}, 503, {"retry-after": "5"})
    try:
        await asyncio.wait_for(room.services.store.try_to_write(), PATIENCE)
    except (StoreError, BusyError, TimeoutError):
        return JsonResponse({"status": "the database takes nothing: is its disk full?"}, 503, {"retry-after": "5"})
    if room.table_registry.leaving or not room.table_registry.owners.has_lease():
        return JsonResponse({"status": "other servers have the tables"}, 503, {"retry-after": "5"})
    compiling, restoring = room.table_registry.warm_up.unready_games, room.table_registry.waiting_to_restore
    if compiling or restoring:
        return JsonResponse({"status": "preparing", "compiling": compiling, "restoring": restoring})
    return JsonResponse({"status": "ready"})


async def ask_database(store: EventStore) -> None:
    await store.read(lambda connection: connection.execute(text("SELECT 1")).scalar())
