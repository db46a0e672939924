"""Run the room on this machine, say where it is, and open it where there is a desktop."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import socket
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from ipaddress import ip_network
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from prometheus_client import start_http_server
from uvicorn.server import ServerState

from ..games import game_ids
from ..room.bots_pool import Pool, cores
from ..room.database import UnreachableError, found_in, only_server
from ..room.errors import BusyError
from ..room.leases import Server
from ..room.measures import LAG
from ..room.people import new_id
from ..room.store import StoreError
from .app import Application, create_app, own_names
from .below import checked, put_below
from .crowd import Crowd
from .handing import Door, has_door
from .hosts import Hosts, host_name, machine_names
from .http.protocol import Connection
from .http.setup import Setup
from .logs import Form
from .security import limits_of

GRACE = 8
"""Seconds that requests under way get when the server ends: more than one waits for a table to have an owner."""
KEEP = 75
"""Seconds that an idle connection is kept."""
SWITCH = 0.0005
"""Seconds that the thread which commits waits for its turn while the others are busy."""
TIDY = 1.0
"""Seconds between looks at how much there is that may be garbage in cycles, of which the room makes next to none."""
MEMORY = 64 * 1024 * 1024
"""Bytes of memory more than after the last look for garbage that are worth another, where the system tells; or twice as
much as then, if that is more. All wait for a look: up to a second or two where there are 300 tables."""
LOOKS = 3600
"""Looks at how much there is, after which there is a look for garbage anyhow."""
BACKLOG = 2048
"""Connections of other servers that may wait to be taken: all streams come at once where tables have moved."""
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

    def __init__(
        self, config: Setup, app: Application, ready: Callable[[], None], inner: socket.socket | None = None
    ) -> None:
        super().__init__(config)
        self._setup = config
        self._most_from_servers = config.crowd.most
        self._app, self._ready, self._inner = app, ready, inner
        self._tidying: asyncio.Task[None] | None = None
        self._inside: list[asyncio.Server] = []
        """What answers other servers, to the last."""
        self._door: Door | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Raises StoreError where the database cannot be used."""
        await self._app.open()
        await super().startup(sockets)
        self._inside = [] if self._inner is None else [await self._listen_to_servers(self._inner)]
        me = self._app.room.keeper.owners.me
        self._door = Door(me, self._given) if self._inner is not None and has_door(me) else None
        if self.started:
            self._tidying = asyncio.create_task(tidy(TIDY))
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._tidying is not None:
            self._tidying.cancel()
        for server in self.servers:
            server.close()
        if self._door is not None:
            self._door.close()
        room = self._app.room
        with suppress(StoreError, BusyError):
            await room.keeper.hand_over()
        room.dismiss()
        self._app.passing.dismiss()
        await super().shutdown(sockets)
        for server in self._inside:
            server.close()

    def _given(self, first: bytes) -> Connection:
        """A connection that another server has read something of."""
        connection = Connection(self._setup, self.server_state, self.lifespan.state)
        connection.first = first
        return connection

    async def _listen_to_servers(self, inner: socket.socket) -> asyncio.Server:
        """Answer other servers, on a socket of its own.

        When the server ends, what they have asked is waited for, but not their connections, which they keep for later.
        """
        state = ServerState()
        state.tasks = self.server_state.tasks
        crowd = Crowd(self._most_from_servers)
        config = Setup(
            self._app.inner,
            0,
            crowd=crowd,
            interface="asgi3",
            lifespan="off",
            date_header=False,
            timeout_keep_alive=KEEP,
        )
        config.load()

        def connection() -> Connection:
            return Connection(config, state, {})

        loop = asyncio.get_running_loop()
        if inner.family == socket.AF_UNIX:
            return await loop.create_unix_server(connection, sock=inner, backlog=BACKLOG)
        return await loop.create_server(connection, sock=inner, backlog=BACKLOG)


async def tidy(every: float) -> None:
    """Look for garbage in cycles where much more is there than after the last look.

    Python itself would look again and again at what is new and not garbage, and everybody would wait meanwhile.
    """
    loop, before, looks = asyncio.get_running_loop(), resident(), 0
    while True:
        begun = loop.time()
        await asyncio.sleep(every)
        LAG.observe(loop.time() - begun - every)
        looks += 1
        if looks > LOOKS or resident() - before > max(MEMORY, before):
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


class UnavailableError(OSError):
    """What the server needs and does not get now: a port that is busy, a database that does not answer."""

    later = True
    """Whether the command says by its status that another try is worth while."""


PASSING = frozenset({errno.EADDRINUSE, errno.EADDRNOTAVAIL, errno.EMFILE, errno.ENFILE, socket.EAI_AGAIN})
"""Errors of the system that may be gone later."""


def unavailable(error: StoreError) -> OSError:
    """A database's error as the command tells it."""
    return UnavailableError(str(error)) if isinstance(error, UnreachableError) else OSError(str(error))


def bound(host: str, port: int, flag: str = "--port") -> socket.socket:
    """A socket that listens. Raises OSError that says what to do about it."""
    try:
        socket.getaddrinfo(host, port)
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise cannot_listen(host, port, flag, error) from None


def cannot_listen(host: str, port: int, flag: str, error: OSError) -> OSError:
    """The same in a sentence: what the system says is shorter than Python's own words, but it knows no names."""
    why = error.strerror if isinstance(error, socket.gaierror) else os.strerror(error.errno or 0)
    kind = UnavailableError if error.errno in PASSING else OSError
    return kind(f"cannot listen on {host} port {port}: {why}; try another with {flag}")


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
    workers: int = 1
    address: str = ""
    """Where servers on other machines reach the first worker; the next ones have the ports after it."""
    log: Form = Form.TEXT
    prefix: str = ""
    """The path under which a proxy shows the room."""
    limits: tuple[str, ...] = ()
    """Limits that are not the usual ones, as NAME=NUMBER."""
    hosts: tuple[str, ...] = ()
    """Names under which the room answers, beside this machine's own."""

    @property
    def shared(self) -> bool:
        """Whether other servers may use the same database."""
        return not self.database.startswith("sqlite")


ENDPOINTS = (
    ("--metrics", attrgetter("metrics"), "Figures would be at http://{}/metrics"),
    ("--address", attrgetter("address"), "Other servers would find it at {}"),
)
"""Where each worker listens beside: the flag, what it says, and the line that tells of it."""


def looked_at(place: Place) -> Iterator[str]:
    """What would be served, a line each, with nothing changed. Raises OSError or ValueError for what cannot be."""
    whole(place)
    yield f"It would answer under {', '.join(sorted(names_of(place)))}, and IP addresses."
    for trusted in map(proxy, place.proxies):
        yield f"Proxies at {trusted} are believed."
    with ExitStack() as taken:  # at the same time, as they would be
        listening = taken.enter_context(bound(place.host, place.port))
        yield f"The room would be at {address(place.host, listening.getsockname()[1])}"
        for number in range(place.workers):
            for flag, wished, line in ENDPOINTS:
                if wished(place):
                    host, port = endpoint(wished(place), flag)
                    taken.enter_context(bound(host, port + number, flag))
                    yield line.format(f"{host}:{port + number}")
    try:
        yield found_in(place.database)
    except StoreError as error:
        raise unavailable(error) from None
    yield f"Games: {', '.join(game_ids())}."


def whole(place: Place) -> None:
    """Raises ValueError for what does not go together."""
    limits_of(place.limits)
    for name in place.hosts:
        host_name(name)
    names = checked(place.prefix).split("/")
    if len(names) > 1 and names[1] in own_names():
        raise ValueError(f"--prefix {place.prefix} is an address of the room itself; choose another, such as /cards")
    if place.workers > 1 and not place.shared:
        raise ValueError(
            f"--workers {place.workers} needs a PostgreSQL, as --database postgresql://host/name; SQLite has one worker"
        )
    if place.address and not place.shared:
        raise ValueError("--address is for servers that share a PostgreSQL; SQLite has one server")


def names_of(place: Place) -> set[str]:
    """Collect the names under which a room answers: its settings' and this machine's."""
    return machine_names() | {*place.hosts, place.host}


def endpoint(text: str, flag: str = "--metrics") -> tuple[str, int]:
    """Host and port. Raises ValueError."""
    host, colon, port = text.rpartition(":")
    if not (colon and host and port.isascii() and port.isdigit() and int(port) < 65536):
        raise ValueError(f"{flag} expects an address and a port such as 127.0.0.1:9100, not {text!r}")
    return host.strip("[]"), int(port)


def serve(place: Place, say: Callable[[str], None], open_browser: bool) -> None:
    """Serve until interrupted. Raises OSError or ValueError, one sentence, where that cannot begin."""
    from .supervisor import supervise

    whole(place)
    place = place._replace(proxies=tuple(map(proxy, place.proxies)))
    listening = bound(place.host, place.port)
    where = address(place.host, listening.getsockname()[1])

    def ready() -> None:
        say(where)
        if open_browser and has_desktop():
            webbrowser.open(where)

    try:
        with only_server(place.database), tempfile.TemporaryDirectory(prefix="shindig-") as folder:
            worker = Worker(place, listening, folder, new_id())
            supervise(worker, ready) if place.workers > 1 else worker.work(0, ready)
    except StoreError as error:
        raise unavailable(error) from None


class Worker(NamedTuple):
    """One of the servers of a machine, before it is one."""

    place: Place
    listening: socket.socket
    folder: str
    """For sockets, nobody else's."""
    machine: str

    def work(self, number: int, ready: Callable[[], None]) -> None:
        """Serve as the worker of this number, until interrupted. Raises StoreError, OSError."""
        place = self.place
        put_below(place.prefix)
        if place.metrics:
            host, port = endpoint(place.metrics)
            figures(host, port + number)
        inner, me = self._inner(number) if place.shared else (None, None)
        app = create_app(
            place.database,
            limits_of(place.limits),
            Hosts(names_of(place)),
            me=me,
            bots=Pool(max(1, cores() // place.workers)),
        )
        run(app, self.listening, ready, place.proxies, inner)

    def _inner(self, number: int) -> tuple[socket.socket, Server]:
        """The socket for other servers, and what they are told of this one."""
        if self.place.address:
            host, port = endpoint(self.place.address, "--address")
            return bound(host, port + number, "--address"), Server(f"{host}:{port + number}", self.machine, os.getpid())
        path = f"{self.folder}/{os.getpid()}"
        inner = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        inner.bind(path)
        inner.listen(BACKLOG)
        return inner, Server(path, self.machine, os.getpid())


def figures(host: str, port: int) -> None:
    """Tell Prometheus the figures, from a thread of its own. Raises OSError."""
    try:
        start_http_server(port, host)
    except OSError as error:
        raise cannot_listen(host, port, "--metrics", error) from None


def run(
    app: Application,
    listening: socket.socket,
    ready: Callable[[], None] = lambda: None,
    trusted: tuple[str, ...] = (),
    inner: socket.socket | None = None,
) -> None:
    """Serve an application until interrupted. Proxies at the addresses `trusted` are believed who asks, and how.

    Other servers ask at `inner`. Raises StoreError where the database cannot be used.
    """
    how: dict[str, Any] = {"timeout_keep_alive": KEEP, "timeout_graceful_shutdown": GRACE}
    setup = Setup(app, descriptors(), trusted, inner is not None, **how)
    logging.getLogger("python_multipart").setLevel(logging.ERROR)  # a form that is none is no news
    sys.setswitchinterval(SWITCH)
    gc.disable()
    gc.freeze()  # what is here by now stays: no look at it
    with asyncio.Runner(loop_factory=setup.get_loop_factory()) as runner:
        runner.run(Announcing(setup, app, ready, inner).serve([listening]))
