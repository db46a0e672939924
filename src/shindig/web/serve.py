"""Run the room on this machine, say where it is, and open it where there is a desktop."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from .app import create_app

GRACE = 3
"""Seconds that requests under way get when the server ends."""
KEEP = 75
"""Seconds that an idle connection is kept."""
SWITCH = 0.0005
"""Seconds that the thread which commits waits for its turn while the others are busy."""
TIDY = 3600.0
"""Seconds between looks for garbage in cycles, of which the room makes next to none."""


def default_database() -> str:
    """SQLite in the user's data folder: `$XDG_DATA_HOME/shindig`, or what is usual on the system."""
    homes = {"win32": os.environ.get("LOCALAPPDATA"), "darwin": str(Path.home() / "Library" / "Application Support")}
    home = homes.get(sys.platform) or os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    folder = Path(home) / "shindig"
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'room.sqlite3'}"


def has_desktop() -> bool:
    """Whether a browser could show itself."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class Announcing(uvicorn.Server):
    """A server that says when it is ready, and ends its streams when it ends."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app, self._ready = app, ready
        self._tidying: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._tidying = asyncio.create_task(tidy(TIDY))
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._tidying is not None:
            self._tidying.cancel()
        self._app.state.house.room.dismiss()
        await super().shutdown(sockets)


async def tidy(every: float) -> None:
    """Look for garbage in cycles, at long intervals.

    Python itself would look again and again at what is new and not garbage, and everybody would wait meanwhile.
    """
    while True:
        await asyncio.sleep(every)
        gc.collect()


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises OSError that says what to do about it."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        why = os.strerror(error.errno or 0)
        raise OSError(f"cannot listen on {host} port {port}: {why}; try another with --port") from None


def address(host: str, port: int) -> str:
    """What to type into a browser on this machine."""
    shown = {"0.0.0.0": "localhost", "127.0.0.1": "localhost", "::": "localhost", "::1": "localhost"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def serve(host: str, port: int, database: str, say: Callable[[str], None], open_browser: bool) -> None:
    """Serve until interrupted."""
    listening = bound(host, port)
    where = address(host, listening.getsockname()[1])

    def ready() -> None:
        say(where)
        if open_browser and has_desktop():
            webbrowser.open(where)

    run(create_app(database), listening, ready)


def run(app: FastAPI, listening: socket.socket, ready: Callable[[], None] = lambda: None) -> None:
    """Serve an application until interrupted."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        timeout_keep_alive=KEEP,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )
    sys.setswitchinterval(SWITCH)
    gc.disable()
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(Announcing(config, app, ready).serve([listening]))
