"""Campaigns: killed at any point the same work goes on, and its table is the same to the byte; on processes, on Ray."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from shindig.gamekit import GameError
from shindig.lab.cli.simulate_command import run_simulation
from shindig.lab.export.hand_export import Output, Simulation
from shindig.lab.run import part_store as folders
from shindig.lab.run import ray_backend
from shindig.lab.run.campaign_parts import On, PartResult, run_campaign
from shindig.lab.run.interrupts import delay_interrupts
from shindig.lab.run.part_store import Folder
from shindig.lab.run.simulation import SimulationPart

PARTS = 3
WHOLE = SimulationPart("tall-card", 2, {"deals_each": 1}, ("random",) * 2, 0, PARTS, 5, 10_000, most=1, plain=True)
WORK = Simulation(WHOLE)


def write(path: Path) -> None:
    """What the command does."""
    output = Output(str(path))
    if output.read_finished_sums(WORK) is None:
        output.folder.open(WORK.facts)
        run_simulation(WORK, output, "processes", 1)


def killed_at(path: Path, count: int) -> bool:
    """Do it in a child that is killed at its n-th step towards the disk; whether it was."""
    child = os.fork()
    if child == 0:
        steps = iter(range(count))

        def deadly(act: Callable[..., Any]) -> Callable[..., Any]:
            def do(*args: Any, **more: Any) -> Any:
                if next(steps, None) is None:
                    os.kill(os.getpid(), signal.SIGKILL)
                return act(*args, **more)

            return do

        for owner, name in ((os, "fsync"), (os, "rename"), (os, "replace"), (os, "unlink"), (os, "rmdir")):
            setattr(owner, name, deadly(getattr(owner, name)))
        try:
            write(path)
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def test_killed_at_every_step_it_goes_on_to_the_same_table(tmp_path: Path) -> None:
    write(tmp_path / "straight.parquet")
    straight = (tmp_path / "straight.parquet").read_bytes()
    step = 0
    while killed_at(path := tmp_path / f"{step}.parquet", step):
        write(path)
        assert path.read_bytes() == straight, f"killed at step {step}"
        assert {*tmp_path.glob(f"*{path.name}*")} == {path}, f"killed at step {step}"
        step += 1
    assert step > 3 * PARTS, "each part is synced, renamed and its folder synced"


def test_killed_again_and_again_it_ends(tmp_path: Path) -> None:
    path, times = tmp_path / "hands.parquet", 0
    while killed_at(path, 5):
        times += 1
    write(tmp_path / "straight.parquet")
    assert times > 1
    assert path.read_bytes() == (tmp_path / "straight.parquet").read_bytes()


def interrupted(times: int, done: list[str]) -> None:
    """Work in whose middle Ctrl-C comes so often."""
    with delay_interrupts():
        for _ in range(times):
            os.kill(os.getpid(), signal.SIGINT)
        done.append("the rest")


@pytest.mark.parametrize(("times", "rest"), [(1, ["the rest"]), (2, [])])
def test_ctrl_c_waits_for_what_is_under_way_and_a_second_one_does_not(times: int, rest: list[str]) -> None:
    usual, done = signal.signal(signal.SIGINT, signal.default_int_handler), list[str]()
    try:
        with pytest.raises(KeyboardInterrupt):
            interrupted(times, done)
    finally:
        signal.signal(signal.SIGINT, usual)
    assert done == rest


@dataclass(frozen=True)
class Noted(Simulation):
    """Notes which parts are played."""

    parts: list[int] = field(default_factory=list)

    def run_part(self, part: int, file: Path | None) -> PartResult:
        self.parts.append(part)
        return super().run_part(part, file)


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    output, work = Output(str(tmp_path / "hands.parquet")), Noted(WHOLE)
    output.folder.open(WORK.facts)
    with closing(run_campaign(WORK, output.folder)) as coming:
        next(coming)
    assert [part for part, _ in run_campaign(work, output.folder)] == [*range(PARTS)]
    assert work.parts == [*range(1, PARTS)]


def test_a_folder_of_other_code_or_options_is_left_alone(tmp_path: Path) -> None:
    facts = {"game": "x", "options": {"ante": 1}, "code": "0123"}
    Folder(tmp_path / "all").open(facts)
    Folder(tmp_path / "all").write_part(0, b"{}")
    for name, value in (("code", "4567"), ("options", {"ante": 2})):
        with pytest.raises(GameError, match=f"with other {name}"):
            Folder(tmp_path / "all").open(facts | {name: value})
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "text").write_text("mine")
    with pytest.raises(GameError, match="not empty"):
        Folder(tmp_path / "mine").open(facts)
    (tmp_path / "all" / "campaign.json").write_text("{")
    with pytest.raises(GameError, match="is no JSON"):
        Folder(tmp_path / "all").open(facts)
    assert Folder(tmp_path / "all").list_done() == {0}
    assert [file.name for file in (tmp_path / "mine").iterdir()] == ["text"]


class Slow:
    """Parts that are files alone, each of which takes a while; one kills whoever does it, the first time."""

    facts: dict[str, Any] = {"slow": True}  # noqa: RUF012 - nobody writes to it

    def __init__(self, many: int, deadly: int = -1) -> None:
        self.part_count, self._deadly = many, deadly

    def run_part(self, part: int, file: Path | None) -> dict[str, Any]:
        """Write the part's number."""
        assert file is not None
        mark = file.with_suffix(".mark")
        if part == self._deadly and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        began = time.process_time()
        while time.process_time() - began < 0.05:
            pass
        folders.write_file(file, str(part).encode())
        return {"part": part, "seconds": 1.0}

    def read_part(self, file: Path) -> dict[str, Any]:
        """Read it."""
        return {"part": int(file.read_bytes())}


def parts_of(work: Slow, path: Path, on: On, workers: int = 2) -> list[int]:
    folder = Folder(path)
    folder.open(work.facts)
    return [found["part"] for _, found in run_campaign(work, folder, on, workers)]


@pytest.mark.long
def test_a_process_that_is_killed_loses_nothing_that_is_done(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="ended before its work was done"):
        parts_of(Slow(9, deadly=5), tmp_path / "all", "processes")
    assert parts_of(Slow(9, deadly=5), tmp_path / "all", "processes") == [*range(9)]


@pytest.mark.long
def test_a_cluster_that_loses_a_node_does_all_the_work(tmp_path: Path) -> None:
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "300")
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
        ray.init(address=cluster.address, log_to_driver=False)
        folder, work, done = Folder(tmp_path / "all"), Slow(30, deadly=7), list[int]()
        folder.open(work.facts)
        for _, found in run_campaign(work, folder, "ray"):
            done.append(found["part"])
            if len(done) == 6:
                cluster.remove_node(nodes[0], allow_graceful=False)
        assert done == [*range(30)]
        assert folder.list_done() == set(done)
    finally:
        ray.shutdown()
        cluster.shutdown()


def test_a_folder_of_other_settings_says_what_differs(tmp_path: Path) -> None:
    settings = [{"ante": 1, "deck": "fruit"}, {"ante": 2, "deck": "fruit"}]
    Folder(tmp_path / "sweep", "sweep").open({"settings": settings, "bots": ["a", "b"]})
    with pytest.raises(GameError, match=r"a sweep with other settings \(ante=2, not ante=3\): name a new folder"):
        Folder(tmp_path / "sweep", "sweep").open({"settings": [settings[0], settings[1] | {"ante": 3}]})


def test_parts_lie_where_the_command_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = Folder("all")
    monkeypatch.chdir("/")
    assert folder.get_part_path(0).parent == tmp_path / "all" / "parts"


def test_an_address_at_which_nobody_answers_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        host, port = server.getsockname()
        ray_backend.check_reachable(f"{host}:{port}")
    with pytest.raises(GameError, match=f"RAY_ADDRESS is '{host}:{port}', and nobody answers there"):
        ray_backend.check_reachable(f"{host}:{port}")


def test_on_a_node_work_is_done_where_the_command_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    assert ray_backend._run_task(lambda name: Path(name).absolute(), "here", str(tmp_path)) == tmp_path / "here"


def test_a_refusal_on_a_node_is_handed_back() -> None:
    def refuse(_task: int) -> int:
        raise GameError("part 1 failed")

    assert str(ray_backend._run_task(refuse, 1, "")) == "part 1 failed"
