"""Run the room on this machine, say where it is, and open it where there is a desktop."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import NamedTuple

import uvicorn
from prometheus_client import start_http_server

from ..games import game_ids
from ..room.database import found_in
from ..room.measures import LAG
from ..room.store import StoreError
from .app import Application, create_app
from .connections import Setup

GRACE = 3
"""Seconds that requests under way get when the server ends."""
KEEP = 75
"""Seconds that an idle connection is kept."""
SWITCH = 0.0005
"""Seconds that the thread which commits waits for its turn while the others are busy."""
TIDY = 1.0
"""Seconds between looks at how much there is that may be garbage in cycles, of which the room makes next to none."""
OBJECTS = 300_000
"""New objects that are worth a look whether they are garbage,"""
MEMORY = 64 * 1024 * 1024
"""or bytes of memory more than after the last look, where the system tells; or a quarter more, if that is more."""
LOOKS = 3600
"""Looks at how much there is, after which there is a look for garbage anyhow."""
DESCRIPTORS = 65_536
"""Open files and connections that the server asks the system for."""


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

    def __init__(self, config: Setup, app: Application, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app, self._ready = app, ready
        self._tidying: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Raises StoreError where the database cannot be used."""
        await self._app.open()
        await super().startup(sockets)
        if self.started:
            self._tidying = asyncio.create_task(tidy(TIDY))
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._tidying is not None:
            self._tidying.cancel()
        self._app.state.site.room.dismiss()
        await super().shutdown(sockets)


async def tidy(every: float) -> None:
    """Look for garbage in cycles where much has been made since the last look.

    Python itself would look again and again at what is new and not garbage, and everybody would wait meanwhile.
    """
    loop, before, looks = asyncio.get_running_loop(), resident(), 0
    while True:
        begun = loop.time()
        await asyncio.sleep(every)
        LAG.observe(loop.time() - begun - every)
        looks += 1
        much = gc.get_count()[0] > OBJECTS or resident() - before > max(MEMORY, before // 4)
        if much or looks > LOOKS:
            gc.collect()
            before, looks = resident(), 0


def resident() -> int:
    """Bytes of memory that the process takes; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError):
        return 0


def descriptors() -> int:
    """How many files and connections the process may have open: as many as the system gives, within reason."""
    try:
        import resource
    except ImportError:
        return 8192
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return DESCRIPTORS if soft == resource.RLIM_INFINITY else min(soft, DESCRIPTORS)


def proxy(text: str) -> str:
    """A proxy's address, or a network of them. Raises ValueError."""
    try:
        return str(ip_network(text)).removesuffix("/32").removesuffix("/128")
    except ValueError:
        raise ValueError(f"--trust-proxy expects an address or a network such as 10.0.0.0/8, not {text!r}") from None


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


class Place(NamedTuple):
    """Where a room is served, and from what."""

    host: str
    port: int
    database: str
    proxies: tuple[str, ...] = ()
    metrics: str = ""
    """Address of the figures; none without."""


def looked_at(place: Place) -> Iterator[str]:
    """What would be served, a line each, with nothing changed. Raises OSError or ValueError for what cannot be."""
    for trusted in map(proxy, place.proxies):
        yield f"Proxies at {trusted} are believed."
    with bound(place.host, place.port) as listening:
        yield f"The room would be at {address(place.host, listening.getsockname()[1])}"
    if place.metrics:
        with bound(*endpoint(place.metrics)):
            yield f"Figures would be at http://{place.metrics}/metrics"
    try:
        yield found_in(place.database)
    except StoreError as error:
        raise OSError(str(error)) from None
    yield f"Games: {', '.join(game_ids())}."


def endpoint(text: str) -> tuple[str, int]:
    """Host and port. Raises ValueError."""
    host, colon, port = text.rpartition(":")
    if not (colon and host and port.isascii() and port.isdigit() and int(port) < 65536):
        raise ValueError(f"--metrics expects an address and a port such as 127.0.0.1:9100, not {text!r}")
    return host.strip("[]"), int(port)


def serve(place: Place, say: Callable[[str], None], open_browser: bool) -> None:
    """Serve until interrupted. Raises OSError or ValueError, one sentence, where that cannot begin."""
    trusted = tuple(map(proxy, place.proxies))
    listening = bound(place.host, place.port)
    where = address(place.host, listening.getsockname()[1])
    if place.metrics:
        figures(*endpoint(place.metrics))

    def ready() -> None:
        say(where)
        if open_browser and has_desktop():
            webbrowser.open(where)

    try:
        run(create_app(place.database), listening, ready, trusted)
    except StoreError as error:
        raise OSError(str(error)) from None


def figures(host: str, port: int) -> None:
    """Tell Prometheus the figures, from a thread of its own. Raises OSError."""
    try:
        start_http_server(port, host)
    except OSError as error:
        raise OSError(f"cannot listen on {host} port {port}: {os.strerror(error.errno or 0)}; see --metrics") from None


def run(
    app: Application,
    listening: socket.socket,
    ready: Callable[[], None] = lambda: None,
    trusted: tuple[str, ...] = (),
) -> None:
    """Serve an application until interrupted. Proxies at the addresses `trusted` are believed who asks, and how.

    Raises StoreError where the database cannot be used.
    """
    setup = Setup(app, descriptors(), trusted, timeout_keep_alive=KEEP, timeout_graceful_shutdown=GRACE)
    logging.getLogger("python_multipart").setLevel(logging.ERROR)  # a form that is none is no news
    sys.setswitchinterval(SWITCH)
    gc.disable()
    gc.freeze()  # what is here by now stays: no look at it
    with asyncio.Runner(loop_factory=setup.get_loop_factory()) as runner:
        runner.run(Announcing(setup, app, ready).serve([listening]))
