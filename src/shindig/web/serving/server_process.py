"""One server process: its settings, their checks, its listener and its run under uvicorn."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from ipaddress import ip_network
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from prometheus_client import start_http_server
from sqlalchemy import URL
from uvicorn.server import ServerState

from shindig import __version__
from shindig.core.kernel_compiler import cache_directory
from shindig.gamekit import game_ids
from shindig.server.access.ip_networks import read_club_addresses
from shindig.server.accounts.email_sender import read_mail_server
from shindig.server.accounts.openid_provider import read_provider
from shindig.server.bot_pool.process_pool import BotPool, count_cores
from shindig.server.cache_metrics import register_cache_metrics
from shindig.server.cluster.lease_store import Server
from shindig.server.errors import BusyError
from shindig.server.game_server import GameServer
from shindig.server.metrics import BUILD, COMPILE_QUEUE, LAG_SECONDS, LEASE, UNRESTORED_TABLES, watch_disk
from shindig.server.settings.room_settings import RoomSettings
from shindig.server.storage.database import StoreError, UnreachableError, describe_database
from shindig.server.storage.migrations import NEWEST

from ..app import Application, create_app, find_own_names
from ..cluster.client_connection_handover import HandoverSocket, has_handover_socket
from ..html.branding import read_brand
from ..http.allowed_hosts import AllowedHosts, check_host_name, find_machine_names
from ..http.audit_log import check_audit_log
from ..http.connection import Connection
from ..http.connection_limit import ConnectionLimit
from ..http.request_guard import read_limits
from ..http.server_config import ServerConfig
from ..reader_language import check_language
from ..url_prefix import clean_prefix, set_prefix
from .log_format import LogFormat

LOG = logging.getLogger(__name__)
SHUTDOWN_SECONDS = 8
"""Seconds for running requests when the server ends: more than a wait for a table's new owner."""
KEEP_ALIVE_SECONDS = 75
"""Seconds for which an idle connection is kept."""
SWITCH_SECONDS = 0.0005
"""Seconds for which the committing thread waits for its turn while others are busy."""
GARBAGE_CHECK_SECONDS = 1.0
"""Seconds between checks of the memory in use."""
MEMORY = 64 * 1024 * 1024
"""Growth in bytes since the last garbage collection that starts another, or twice as much memory.

A collection stops everything, for up to a second or two with 300 tables. Our code makes hardly any cycles.
"""
LOOKS = 3600
"""Number of checks after which a collection runs in any case."""
BACKLOG = 2048
"""Largest number of waiting connections from other servers: all streams come at once after tables have moved."""
DESCRIPTORS = 65_536
"""Open files and connections that the server requests from the system."""


def has_desktop() -> bool:
    """Return True if a browser could open."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class RoomServer(uvicorn.Server):
    """An HTTP server that announces its start, and ends its streams when it ends."""

    def __init__(
        self, config: ServerConfig, app: Application, ready: Callable[[], None], inner: socket.socket | None = None
    ) -> None:
        super().__init__(config)
        self._setup = config
        self._most_from_servers = config.crowd.most
        self._app, self._ready, self._inner = app, ready, inner
        self._tidying: asyncio.Task[None] | None = None
        self._inside: list[asyncio.Server] = []
        """Sockets for other servers, which close last."""
        self._door: HandoverSocket | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening. Raises StoreError for an unusable database."""
        await self._app.open()
        measure_room(self._app.room)
        await super().startup(sockets)
        self._inside = [] if self._inner is None else [await self._listen_to_servers(self._inner)]
        me = self._app.room.table_registry.owners.me
        self._door = (
            HandoverSocket(me, self._adopt_connection) if self._inner is not None and has_handover_socket(me) else None
        )
        if self.started:
            LOG.info("version %s serves %s tables", __version__, len(self._app.room.table_registry.tables))
            self._tidying = asyncio.create_task(collect_garbage(GARBAGE_CHECK_SECONDS))
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._tidying is not None:
            self._tidying.cancel()
        LOG.info("the server ends; its tables go to others, or wait for its next start")
        for server in self.servers:
            server.close()
        if self._door is not None:
            self._door.close()
        room = self._app.room
        with suppress(StoreError, BusyError):
            await room.table_registry.hand_over()
        room.end_subscriptions()
        self._app.passing.end_streams()
        await super().shutdown(sockets)
        for server in self._inside:
            server.close()

    def _adopt_connection(self, first: bytes) -> Connection:
        """Build a connection from which another server has read."""
        connection = Connection(self._setup, self.server_state, self.lifespan.state)
        connection.first = first
        return connection

    async def _listen_to_servers(self, inner: socket.socket) -> asyncio.Server:
        """Listen to other servers on a separate socket.

        At the end their requests are finished; their idle connections are not waited for.
        """
        state = ServerState()
        state.tasks = self.server_state.tasks
        crowd = ConnectionLimit(self._most_from_servers)
        config = ServerConfig(
            self._app.answer_peers,
            0,
            crowd=crowd,
            interface="asgi3",
            lifespan="off",
            date_header=False,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
        )
        config.load()

        def connection() -> Connection:
            return Connection(config, state, {})

        loop = asyncio.get_running_loop()
        if inner.family == socket.AF_UNIX:
            return await loop.create_unix_server(connection, sock=inner, backlog=BACKLOG)
        return await loop.create_server(connection, sock=inner, backlog=BACKLOG)


def measure_room(room: GameServer) -> None:
    """Show from now on what this room has before it, at each look of Prometheus."""
    registry = room.table_registry
    COMPILE_QUEUE.set_function(lambda: len(registry.warm_up.unready_games))
    UNRESTORED_TABLES.set_function(lambda: registry.waiting_to_restore)
    LEASE.set_function(lambda: registry.owners.has_lease())
    BUILD.labels(__version__, NEWEST).set(1)
    watch_disk(find_written_folder(room.services.store.engine.url))


def find_written_folder(database: URL) -> Path:
    """Return the folder whose disk must not be full: that of a SQLite, or else of the compiled rules."""
    file = database.database if database.get_backend_name() == "sqlite" else None
    return Path(file).absolute().parent if file else cache_directory()


async def collect_garbage(
    every: float, most_looks: int = LOOKS, growth: int = MEMORY, measure: Callable[[], int] | None = None
) -> None:
    """Collect garbage after so many looks, or if memory has grown much since the last time.

    Python's own collector would run over and over on new objects that are no garbage, and everybody would wait.
    """
    measure = measure or measure_memory
    loop, before, looks = asyncio.get_running_loop(), measure(), 0
    while True:
        begun = loop.time()
        await asyncio.sleep(every)
        LAG_SECONDS.observe(loop.time() - begun - every)
        looks += 1
        if looks > most_looks or measure() - before > max(growth, before):
            gc.collect()
            before, looks = measure(), 0


def measure_memory() -> int:
    """Return the memory of the process in bytes; 0 if unknown."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError):
        return 0


def raise_descriptor_limit() -> int:
    """Return how many files and connections the process may have open, within reason."""
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


def check_proxy(text: str) -> str:
    """Parse the address of a proxy, or a network. Raises ValueError."""
    try:
        return str(ip_network(text)).removesuffix("/32").removesuffix("/128")
    except ValueError:
        raise ValueError(f"--trust-proxy expects an address or a network such as 10.0.0.0/8, not {text!r}") from None


class UnavailableError(OSError):
    """A missing resource: a busy port, or a database that does not answer."""

    later = True
    """True if the exit status invites a retry."""


TRANSIENT_ERRORS = frozenset({errno.EADDRINUSE, errno.EADDRNOTAVAIL, errno.EMFILE, errno.ENFILE, socket.EAI_AGAIN})
"""System errors that may pass."""


def make_unavailable_error(error: StoreError) -> OSError:
    """Return a database error as the command reports it."""
    return UnavailableError(str(error)) if isinstance(error, UnreachableError) else OSError(str(error))


def open_listener(host: str, port: int, flag: str = "--port") -> socket.socket:
    """Open a listening socket. Raises OSError that says what to do about it."""
    try:
        socket.getaddrinfo(host, port)
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise make_listen_error(host, port, flag, error) from None


def make_listen_error(host: str, port: int, flag: str, error: OSError) -> OSError:
    """Build that error: the system's reason is shorter than Python's words, but it knows no names."""
    why = error.strerror if isinstance(error, socket.gaierror) else os.strerror(error.errno or 0)
    kind = UnavailableError if error.errno in TRANSIENT_ERRORS else OSError
    return kind(f"cannot listen on {host} port {port}: {why}; try another with {flag}")


def make_browser_address(host: str, port: int) -> str:
    """Return the address to type into a browser on this machine."""
    shown = {"0.0.0.0": "localhost", "127.0.0.1": "localhost", "::": "localhost", "::1": "localhost"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


class ServerSettings(NamedTuple):
    """Settings of a server."""

    host: str
    port: int
    database: str
    proxies: tuple[str, ...] = ()
    metrics: str = ""
    """Address of the metrics; none if empty."""
    workers: int = 1
    address: str = ""
    """Address for servers on other machines of the first worker; the next ones have the following ports."""
    log: LogFormat = LogFormat.TEXT
    prefix: str = ""
    """Path under which a proxy shows the server."""
    limits: tuple[str, ...] = ()
    """Limits that differ from the defaults, as NAME=NUMBER."""
    hosts: tuple[str, ...] = ()
    """Accepted host names, beside this machine's own."""
    room: RoomSettings = RoomSettings()

    @property
    def shared(self) -> bool:
        """True if other servers may use the database."""
        return not self.database.startswith("sqlite")


ENDPOINTS = (
    ("--metrics", attrgetter("metrics"), "Figures would be at http://{}/metrics"),
    ("--address", attrgetter("address"), "Other servers would find it at {}"),
)
"""Further addresses of each worker: flag, setting, and the line about it."""


def describe_serving(place: ServerSettings) -> Iterator[str]:
    """Yield what would be served, one line each, without any change. Raises OSError or ValueError for bad settings."""
    check_settings(place)
    yield f"It would answer under {', '.join(sorted(find_host_names(place)))}, and IP addresses."
    for trusted in map(check_proxy, place.proxies):
        yield f"Proxies at {trusted} are believed."
    with ExitStack() as taken:  # at the same time, as they would be
        listening = taken.enter_context(open_listener(place.host, place.port))
        yield f"The room would be at {make_browser_address(place.host, listening.getsockname()[1])}"
        for number in range(place.workers):
            for flag, wished, line in ENDPOINTS:
                if wished(place):
                    host, port = parse_endpoint(wished(place), flag)
                    taken.enter_context(open_listener(host, port + number, flag))
                    yield line.format(f"{host}:{port + number}")
    try:
        yield describe_database(place.database)
    except StoreError as error:
        raise make_unavailable_error(error) from None
    yield f"Games: {', '.join(game_ids())}."


def check_settings(place: ServerSettings) -> None:
    """Raise ValueError for settings that conflict."""
    read_limits(place.limits)
    read_club_addresses(place.room.club_address)
    read_brand(place.room)
    check_language(place.room.language)
    read_mail_server(place.room)
    read_provider(place.room)
    check_audit_log(place.room.audit_log)
    for name in place.hosts:
        check_host_name(name)
    names = clean_prefix(place.prefix).split("/")
    if len(names) > 1 and names[1] in find_own_names():
        raise ValueError(f"--prefix {place.prefix} is an address of the room itself; choose another, such as /cards")
    if place.workers > 1 and not place.shared:
        raise ValueError(
            f"--workers {place.workers} needs a PostgreSQL, as --database postgresql://host/name; SQLite has one worker"
        )
    if place.address and not place.shared:
        raise ValueError("--address is for servers that share a PostgreSQL; SQLite has one server")


def find_host_names(place: ServerSettings) -> set[str]:
    """Return the accepted host names: from the settings, and this machine's."""
    return find_machine_names() | {*place.hosts, place.host}


def parse_endpoint(text: str, flag: str = "--metrics") -> tuple[str, int]:
    """Parse host and port. Raises ValueError."""
    host, colon, port = text.rpartition(":")
    if not (colon and host and port.isascii() and port.isdigit() and int(port) < 65536):
        raise ValueError(f"{flag} expects an address and a port such as 127.0.0.1:9100, not {text!r}")
    return host.strip("[]"), int(port)


class WorkerSettings(NamedTuple):
    """Settings of one worker process."""

    place: ServerSettings
    listening: socket.socket
    folder: str
    """Private folder for sockets."""
    machine: str

    def run(self, number: int, ready: Callable[[], None]) -> None:
        """Serve as the worker of this number until interrupted. Raises StoreError, OSError."""
        place = self.place
        set_prefix(place.prefix)
        if place.metrics:
            host, port = parse_endpoint(place.metrics)
            serve_metrics(host, port + number)
        inner, me = self._open_peer_socket(number) if place.shared else (None, None)
        app = create_app(
            place.database,
            read_limits(place.limits),
            AllowedHosts(find_host_names(place)),
            place.room,
            me=me,
            bots=BotPool(max(1, count_cores() // place.workers)),
        )
        app.push_contact = place.room.push_contact
        run_application(app, self.listening, ready, place.proxies, inner)

    def _open_peer_socket(self, number: int) -> tuple[socket.socket, Server]:
        """Open the socket for other servers. Returns it, and this server's entry among them."""
        if self.place.address:
            host, port = parse_endpoint(self.place.address, "--address")
            return open_listener(host, port + number, "--address"), Server(
                f"{host}:{port + number}", self.machine, os.getpid()
            )
        path = f"{self.folder}/{os.getpid()}"
        inner = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        inner.bind(path)
        inner.listen(BACKLOG)
        return inner, Server(path, self.machine, os.getpid())


def serve_metrics(host: str, port: int) -> None:
    """Serve the metrics for Prometheus in a thread. Raises OSError."""
    register_cache_metrics()
    try:
        start_http_server(port, host)
    except OSError as error:
        raise make_listen_error(host, port, "--metrics", error) from None


def run_application(
    app: Application,
    listening: socket.socket,
    ready: Callable[[], None] = lambda: None,
    trusted: tuple[str, ...] = (),
    inner: socket.socket | None = None,
) -> None:
    """Serve an application until interrupted.

    Proxies at the addresses `trusted` may name client and scheme. Other servers connect to `inner`. Raises StoreError
    for an unusable database.
    """
    how: dict[str, Any] = {"timeout_keep_alive": KEEP_ALIVE_SECONDS, "timeout_graceful_shutdown": SHUTDOWN_SECONDS}
    setup = ServerConfig(app, raise_descriptor_limit(), trusted, inner is not None, **how)
    logging.getLogger("python_multipart").setLevel(logging.ERROR)  # a form that is none is no news
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.disable()
    gc.freeze()  # what is here by now stays: no look at it
    with asyncio.Runner(loop_factory=setup.get_loop_factory()) as runner:
        runner.run(RoomServer(setup, app, ready, inner).serve([listening]))
