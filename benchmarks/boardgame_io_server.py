"""A peer for the room under load: a boardgame.io server on one core, its own clients on another, matches in memory.

`python -m benchmarks.boardgame_io_server [MATCHES] [SECONDS]` prints, for a trick-taking game of four whose hands are
secret: moves a second, the time from sending one to the last of the four told, at one move a second for each match and
as fast as they go; then how fast tic-tac-toe goes. Needs Node and npm; fetches its packages once.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from shindig.core.kernel_compiler import cache_directory

FOLDER = Path(__file__).with_name("boardgame")
FAST = 32


class PeerError(Exception):
    """The peer cannot be measured here; says why."""


@dataclass(frozen=True)
class Load:
    """What one way of playing came to: milliseconds, shares of a core, the server's memory."""

    moves: float
    p50: float
    p99: float
    server: float
    client: float
    megabytes: float

    def __str__(self) -> str:
        times = f"{self.moves:8.0f} moves/s   p50 {self.p50:7.1f} ms   p99 {self.p99:7.1f} ms"
        shares = f"server {self.server:.0%} of a core, {1000 * self.server / self.moves:.2f} ms a move"
        return f"{times}   {shares}, clients {self.client:.0%}   {self.megabytes:.0f} MB"


@dataclass(frozen=True)
class Peer:
    """All figures of a run."""

    versions: str
    steady: Load
    flat: Load
    tic_tac_toe: Load


def measure(count: int, seconds: int) -> Peer:
    """Start a server and its clients, play."""
    modules = packages()
    environment = {**os.environ, "NODE_ENV": "production", "NODE_PATH": str(modules)}
    with on({0}):
        server = subprocess.Popen(
            ["node", str(FOLDER / "server.cjs")], env=environment, stdout=subprocess.PIPE, text=True
        )
    try:
        with on(set(range(1, os.cpu_count() or 1)) or {0}):
            told = json.loads(output(client(server, count, seconds), env=environment, timeout=120 + 4 * seconds))
    finally:
        server.kill()
        server.communicate()
    return Peer(versions(modules), **{name: Load(**load) for name, load in told.items()})


def client(server: subprocess.Popen[str], count: int, seconds: int) -> list[str]:
    """The clients' command, once the server has printed its address."""
    assert server.stdout
    if not (address := server.stdout.readline().strip()):
        raise PeerError("its server did not start")
    return ["node", str(FOLDER / "client.cjs"), address, str(count), str(min(count, FAST)), str(seconds)]


def packages() -> Path:
    """The folder of the packages that package-lock.json names, fetched where they are not at hand."""
    lock = (FOLDER / "package-lock.json").read_bytes()
    folder = cache_directory(f"boardgame-{hashlib.sha256(lock).hexdigest()[:16]}")
    modules = folder / "node_modules"
    if not (modules / ".package-lock.json").exists():
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(FOLDER / name, folder)
        output(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder, timeout=300)
    return modules


def versions(modules: Path) -> str:
    package = json.loads((modules / "boardgame.io" / "package.json").read_text("utf-8"))
    return f"boardgame.io {package['version']}, Node {output(['node', '--version']).strip()}"


def output(
    command: list[str], *, env: dict[str, str] | None = None, cwd: Path | None = None, timeout: float = 60
) -> str:
    """What a command prints; `PeerError` where it fails."""
    name = " ".join(Path(word).name for word in command[:2])
    try:
        done = subprocess.run(command, env=env, cwd=cwd, timeout=timeout, capture_output=True, text=True)
    except subprocess.TimeoutExpired:
        raise PeerError(f"`{name}` took more than {timeout:.0f} s") from None
    if done.returncode:
        raise PeerError(f"`{name}` failed:\n{done.stderr.strip()}")
    return done.stdout


@contextmanager
def on(cores: set[int]) -> Iterator[None]:
    """What starts in here runs on these cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def show(count: int, seconds: int) -> Peer | None:
    """Measure and print; nothing but one line where there is no Node, or it fails."""
    if not (shutil.which("node") and shutil.which("npm")):
        print("boardgame.io: skipped, needs node and npm")
        return None
    try:
        peer = measure(count, seconds)
    except PeerError as error:
        print(f"boardgame.io: {error}")
        return None
    fast = min(count, FAST)
    print(f"{peer.versions}: {count} matches of four in memory")
    print("one move a second each  ", peer.steady)
    print(f"{fast} matches flat out".ljust(24), peer.flat)
    print(f"{fast} of tic-tac-toe".ljust(24), peer.tic_tac_toe)
    return peer


def main() -> None:
    count, seconds = [*map(int, sys.argv[1:]), *(300, 20)[len(sys.argv) - 1 :]]
    sys.exit(show(count, seconds) is None)


if __name__ == "__main__":
    main()
