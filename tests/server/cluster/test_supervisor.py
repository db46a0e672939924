"""The workers of a machine end together, whenever that is asked."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from shindig.server.storage.database import prepare_database
from shindig.web.serving import supervisor
from shindig.web.serving.server_process import ServerSettings
from shindig.web.serving.supervisor import Supervisor


class Crew:
    """Processes that are none: the first has ended when it is looked at, the others live until they are told to end."""

    def __init__(self, ended: Callable[[], None]) -> None:
        self.started: list[SimpleNamespace] = []
        self._ended = ended
        """Called when the line to a process that has ended is closed."""

    def process(self, **_: object) -> SimpleNamespace:
        one = SimpleNamespace(pid=len(self.started), exitcode=1, sentinel=0, alive=bool(self.started), start=nothing)
        one.is_alive = lambda: one.alive
        one.terminate = lambda: setattr(one, "alive", False)
        self.started.append(one)
        return one

    def pipe(self) -> tuple[SimpleNamespace, SimpleNamespace]:
        return SimpleNamespace(poll=lambda: False, close=self._ended), SimpleNamespace(close=nothing)


def nothing() -> None:
    pass


@pytest.fixture
def interrupt() -> Iterator[Callable[..., None]]:
    """Has the system ask for the end; that it is asked again at last ends no test."""
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    yield lambda *_: signal.raise_signal(signal.SIGTERM)
    signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize("when", ["sleep", "monotonic"])
def test_who_is_started_again_while_all_end_ends_too(
    when: str, interrupt: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked while it was waited for the time to start it, and while it was started."""
    clock = SimpleNamespace(sleep=nothing_of, monotonic=lambda: 0.0)
    crew = Crew(lambda: setattr(clock, when, lambda *_: [interrupt(), 0.0][1]))
    looks = iter(range(100))
    context = SimpleNamespace(Process=crew.process, Pipe=crew.pipe, set_forkserver_preload=nothing_of)
    monkeypatch.setattr(supervisor, "get_context", lambda _: context)
    monkeypatch.setattr(supervisor, "wait", lambda *_: next(looks))
    monkeypatch.setattr(supervisor, "time", clock)
    database = f"sqlite:///{tmp_path}/room.db"
    prepare_database(database)
    worker: Any = SimpleNamespace(place=ServerSettings("127.0.0.1", 0, database), machine="")
    Supervisor(worker, nothing).run()
    assert len(crew.started) == 2
    assert not crew.started[1].alive


def nothing_of(_: object) -> None:
    pass
