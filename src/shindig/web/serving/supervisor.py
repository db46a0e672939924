"""Supervisor of several workers on one machine. A worker that ended starts again, and its tables are free at once.

uvicorn's supervisor starts workers again, too, but their tables would stay owned until the leases end.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerProcess
from types import FrameType

from shindig.server.cluster.lease_store import remove_server_process
from shindig.server.storage.database import FAILURES, StoreError, make_engine, prepare_database

from .log_format import configure_log
from .server_process import UnavailableError, WorkerSettings

LOG = logging.getLogger(__name__)
SIGNALS = (signal.SIGINT, signal.SIGTERM)
LEAST_SECONDS = 1.0
"""Seconds between two starts of a worker."""
LOOK_SECONDS = 0.5
"""Seconds between two checks."""


def supervise(worker: WorkerSettings, ready: Callable[[], None]) -> None:
    """Run the requested number of workers until interrupted. Raises StoreError."""
    prepare_database(worker.place.database)
    Supervisor(worker, ready).run()


class Supervisor:
    """Supervisor of the workers of a machine."""

    def __init__(self, worker: WorkerSettings, ready: Callable[[], None]) -> None:
        self._worker, self._ready = worker, ready
        self._engine = make_engine(worker.place.database, write=True)
        self._context = get_context("forkserver")
        loaded = sorted(name for name in sys.modules if name.startswith("shindig.games."))
        self._context.set_forkserver_preload([__name__, *loaded])
        self._crew: dict[int, tuple[ForkServerProcess, Connection, float]] = {}
        """By number: process, pipe to it, and its start time."""
        self._told = False
        self._failed = ""
        self._signal: int | None = None

    def run(self) -> None:
        before = {number: signal.signal(number, self._handle_signal) for number in SIGNALS}
        try:
            for number in range(self._worker.place.workers):
                self._start(number)
            while self._crew:
                self._check_workers()
        finally:
            self._engine.dispose()
            for number, handler in before.items():
                signal.signal(number, handler)
        if self._failed:
            raise UnavailableError(self._failed)
        if self._signal is not None:
            signal.raise_signal(self._signal)

    @property
    def _is_ending(self) -> bool:
        """True if all workers are to end."""
        return self._signal is not None or bool(self._failed)

    def _start(self, number: int) -> None:
        mine, its = self._context.Pipe()
        process = self._start_process(number, its)
        its.close()
        self._crew[number] = process, mine, time.monotonic()
        if self._is_ending:  # since it was decided to start this one
            process.terminate()

    def _start_process(self, number: int, its: Connection) -> ForkServerProcess:
        """Start a worker's process. Retry once if the fork server has ended meanwhile, which restarts it."""
        for last in (False, True):
            process = self._context.Process(
                target=run_worker, args=(self._worker, number, its), name=f"shindig {number}"
            )
            try:
                process.start()
            except (OSError, EOFError):
                if last:
                    raise
                time.sleep(LOOK_SECONDS)
            else:
                break
        return process

    def _check_workers(self) -> None:
        """Check which workers are ready or have ended."""
        lines = [line for _, line, _ in self._crew.values()]
        wait([*(process.sentinel for process, _, _ in self._crew.values()), *lines], LOOK_SECONDS)
        for number, (process, line, since) in [*self._crew.items()]:
            with suppress(OSError, EOFError):
                while line.poll():
                    self._handle_report(line.recv())
            if not process.is_alive():
                self._replace_worker(number, process, line, since)

    def _handle_report(self, problem: str) -> None:
        """Handle a worker's message: ready, or a problem. A problem before any worker was ready ends all."""
        if problem and not self._told:
            self._failed = problem
            self._end()
        elif not problem and not self._told:
            self._told = True
            self._ready()

    def _replace_worker(self, number: int, process: ForkServerProcess, line: Connection, since: float) -> None:
        """Handle the end of a worker: others take its tables, and a new one takes its place."""
        line.close()
        del self._crew[number]
        self._bury(process)
        if not self._is_ending:
            LOG.warning("worker %s has ended (%s); it is started again", number, process.exitcode)
            time.sleep(max(0.0, since + LEAST_SECONDS - time.monotonic()))
            self._start(number)

    def _bury(self, process: ForkServerProcess) -> None:
        work = partial(remove_server_process, machine=self._worker.machine, process=process.pid or 0)
        with suppress(StoreError, *FAILURES), self._engine.begin() as connection:
            work(connection)

    def _handle_signal(self, number: int, _: FrameType | None) -> None:
        self._signal = number
        self._end()

    def _end(self) -> None:
        """End all workers in good order."""
        for process, _line, _since in self._crew.values():
            process.terminate()


def run_worker(worker: WorkerSettings, number: int, line: Connection) -> None:
    """Run a worker process."""
    configure_log(worker.place.log, worker.place.room.log_level)
    protect_descriptors()
    threading.Thread(target=end_with_parent, args=(line,), daemon=True).start()
    try:
        worker.run(number, lambda: line.send(""))
    except (StoreError, OSError, ValueError) as error:
        LOG.error("worker %s: %s", number, error)
        line.send(str(error))


def protect_descriptors() -> None:
    """Close what this process inherited, so that its own children do not get it."""
    for descriptor in range(3, 64):
        with suppress(OSError):
            os.set_inheritable(descriptor, False)


def end_with_parent(line: Connection) -> None:
    """End this process in good order when its parent has ended."""
    with suppress(OSError, EOFError):
        line.recv()
    os.kill(os.getpid(), signal.SIGTERM)
