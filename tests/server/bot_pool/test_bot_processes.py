"""The processes that think and compile for a room, each end of them in this one: what they do, and what goes wrong."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

import shindig
from shindig.bots import make
from shindig.bots.advice import Advice, advise, name_action
from shindig.bots.choice_review import ReviewedChoice
from shindig.bots.external_bot_json import BotError, encode_position, encode_question
from shindig.bots.world_sampling import sample_position
from shindig.core.layout_and_views import CHANCE
from shindig.gamekit import game
from shindig.match import Match, View, fair
from shindig.server.bot_pool import bot_process, compile_queue, process_client, rules_compilation
from shindig.server.bot_pool.compile_queue import CompileQueue
from shindig.server.bot_pool.pool_interface import Urgency
from shindig.server.bot_pool.process_client import BotProcess
from shindig.server.bot_pool.process_pool import BotPool, BotWorker, count_cores
from tests.kits.games.installed_packages import Shelf, game_code, shelf_in


@pytest.fixture
def view() -> View:
    """A choice in Tall Card."""
    match, chance = Match(game("tall-card"), 3), fair(5)
    while match.to_act == CHANCE:
        match.order(chance(match.needs or "", match.wanted()))
    return match.view(match.to_act)


def answer(*questions: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a process answers."""
    out = io.StringIO()
    bot_process.answer_questions(io.StringIO("".join(json.dumps(one) + "\n" for one in questions)), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


# The process's end.


def test_a_process_does_what_it_is_asked_by_name(view: View) -> None:
    asked, declined = encode_question("random", "who", view), [*view.legal.actions][-1]
    advised, reviewed, world, loaded, unknown = answer(
        {"id": 1, "task": "advise", **asked},
        {"id": 2, "task": "review", "action": declined, **asked},
        {"id": 3, "task": "deal", "salt": "salt", **asked},
        {"id": 4, "task": "load", "game": "bridge"},
        {"id": 5, "task": "sing", **asked},
    )
    assert Advice.from_json(advised["advice"]) == advise(view)
    weighed = ReviewedChoice.from_json(reviewed["weighed"])
    assert (weighed.made, reviewed["id"]) == (name_action(view, declined), 2)
    assert world == {"id": 3, "dealt": encode_position(sample_position(view, "salt"))}
    assert world["dealt"] is not None
    assert loaded["id"] == 4
    assert "there is no game 'bridge'" in loaded["error"]
    assert unknown == {"id": 5, "error": "KeyError('sing')"}


def test_a_bot_is_made_once_and_anew_where_its_chance_is_given(view: View) -> None:
    asked = {"id": 1, **encode_question("random", "who", view)}
    anew = int(make("tall-card", "random", 0).act(view))
    assert answer(*[asked | {"seed": 0}] * 9) == [{"id": 1, "action": anew}] * 9
    assert len({one["action"] for one in answer(*[asked] * 40)}) > 1, "the same bot draws on"


def start(command: Sequence[str], **more: Any) -> subprocess.Popen[str]:
    """A process whose input and output are ours. It can be interrupted, also where the tests cannot."""
    hear = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    return subprocess.Popen(
        command, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True, bufsize=1, preexec_fn=hear, **more
    )


SING = '{"id": 1, "task": "sing"}\n'


def sing(process: subprocess.Popen[str]) -> None:
    """Ask for what no process does, and read that it does not."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(SING)
    assert json.loads(process.stdout.readline()) == {"id": 1, "error": "KeyError('sing')"}


def test_a_process_stands_behind_the_room_and_goes_quietly_with_it() -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)
    with start(process_client.COMMAND) as interrupted, start(process_client.COMMAND) as alone:
        for process in (interrupted, alone):
            sing(process)
            behind = os.getpriority(os.PRIO_PROCESS, process.pid)
            assert behind == min(own + bot_process.POLITE, 19)
        interrupted.send_signal(signal.SIGINT)
        assert alone.stdin is not None
        assert alone.stdout is not None
        alone.stdout.close()
        alone.stdin.write(SING)
        for process in (interrupted, alone):
            assert process.stderr is not None
            assert (process.wait(60), process.stderr.read()) == (0, "")


# The room's end of one.


ANSWERS = "for line in sys.stdin: print(json.dumps({'id': json.loads(line)['id']}), flush=True)"
"""A process that answers every question."""


def program(*starts: str, folder: Path) -> tuple[str, ...]:
    """The command of a process that does this, the first time it is started, the second, and so on.

    It leaves a file in the folder, which is named by its number among them, with its own.
    """
    code = [
        "import json, os, pathlib, sys",
        f"folder, starts = pathlib.Path({str(folder)!r}), {starts!r}",
        "number = len([*folder.iterdir()])",
        "written = folder.with_name(f'{folder.name} {os.getpid()}')",
        "written.write_text(' '.join([str(os.getpid()), *sys.argv[1:]]))",
        "written.rename(folder / str(number))",
        "exec(starts[min(number, len(starts) - 1)])",
    ]
    return sys.executable, "-S", "-c", "\n".join(code)


def starts_in(folder: Path) -> list[list[str]]:
    """Each process that was started: its number, and with which arguments."""
    return [(folder / str(number)).read_text().split() for number in range(len([*folder.iterdir()]))]


def runs(process: list[str]) -> bool:
    try:
        os.kill(int(process[0]), 0)
    except ProcessLookupError:
        return False
    return True


def test_a_process_whose_answer_is_torn_is_ended_and_another_asked(tmp_path: Path) -> None:
    long = "sys.stdin.readline(); print(json.dumps({'id': 3, 'long': 'x' * 100_000}), flush=True)"
    command = program("sys.stdin.readline(); print('{', end='', flush=True)", f"{long}\n{ANSWERS}", folder=tmp_path)

    async def work() -> None:
        worker = BotProcess(command)
        worker.loaded.add("talon")
        with pytest.raises(ConnectionResetError, match="the process ended"):
            await worker.ask({"id": 2}, 60.0)
        assert len((await worker.ask({"id": 3}, 60.0))["long"]) == 100_000
        assert await worker.ask({"id": 4}, 60.0) == {"id": 4}
        assert worker.loaded == set(), "a fresh one has loaded nothing"
        assert runs(starts_in(tmp_path)[1])
        await worker.close()
        assert [runs(process) for process in starts_in(tmp_path)] == [False, False]

    asyncio.run(work())


def test_a_process_that_is_late_is_ended(tmp_path: Path) -> None:
    async def work() -> None:
        worker = BotProcess(program(ANSWERS, folder=tmp_path))
        assert await worker.ask({"id": 1}, 60.0) == {"id": 1}
        with pytest.raises(TimeoutError):
            await worker.ask({"id": 2}, 0.0)
        assert not runs(*starts_in(tmp_path))

    asyncio.run(work())


# The pool.


def with_pool(work: Callable[[BotPool], Awaitable[None]], bot_process: Callable[[], BotWorker] = BotProcess) -> None:
    async def whole() -> None:
        pool = BotPool(1, bot_process)
        await work(pool)
        await pool.close()

    asyncio.run(asyncio.wait_for(whole(), 60))


def told(pool: BotPool, found: dict[str, Any]) -> list[tuple[dict[str, Any], Urgency]]:
    """Have every question answered by this: which came, and how urgent they were."""
    asked: list[tuple[dict[str, Any], Urgency]] = []

    async def do(question: dict[str, Any], urgency: Urgency) -> dict[str, Any]:
        asked.append((question, urgency))
        return found

    pool.ask_process = do  # type: ignore[method-assign, assignment]
    return asked


def test_advice_reviews_and_worlds_are_asked_for_by_name_and_read(view: View) -> None:
    async def work(pool: BotPool) -> None:
        given = advise(view)
        asked = told(pool, {"advice": json.loads(json.dumps(given.to_json()))})
        assert await pool.advise(view) == given
        asked += told(pool, {"weighed": ReviewedChoice("Pass", "Claim", 2.0, 0.1, 8.0, 512).to_json()})
        assert (await pool.review(view, 7)).best == "Claim"
        world = sample_position(view, "salt")
        assert world is not None
        last = told(pool, {"dealt": encode_position(world)})
        found = await pool.sample_world(view, "salt")
        assert found is not None
        assert found.record.tobytes() == world.record.tobytes()
        told(pool, {"dealt": None})
        assert await pool.sample_world(view, "salt") is None
        assert asked[0][0]["task"] == "advise"
        assert asked[0][1] is Urgency.ADVICE
        assert (last[0][0]["task"], last[0][0]["salt"], last[0][1]) == ("deal", "salt", Urgency.ADVICE)

    with_pool(work)


def test_what_a_process_says_went_wrong_is_said_of_the_bot(view: View) -> None:
    async def work(pool: BotPool) -> None:
        asked = told(pool, {"id": 1, "error": "no cards"})
        for doing in (
            pool.advise(view),
            pool.review(view, 7),
            pool.sample_world(view, "salt"),
            pool.ask("steady", "who", view),
        ):
            with pytest.raises(BotError, match=r"^failed: no cards$"):
                await doing
        assert [urgency for _, urgency in asked] == [Urgency.ADVICE, Urgency.REVIEW, Urgency.ADVICE, Urgency.MOVE]
        assert [one.get("task") for one, _ in asked] == ["advise", "review", "deal", None]
        assert asked[1][0]["action"] == 7

    with_pool(work)


class Broken:
    """A process of which nobody understands a word."""

    def __init__(self) -> None:
        self.loaded: set[str] = set()

    async def ask(self, question: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        raise ValueError(f"{question['name']}, within {seconds:g}")

    async def close(self) -> None: ...


def test_what_is_no_answer_is_none_for_who_asked_alone() -> None:
    async def work(pool: BotPool) -> None:
        for name in ("one", "two"):
            with pytest.raises(BotError, match=rf"^answered what is no answer: ValueError\('{name}, within 15'\)$"):
                await pool.ask_process({"name": name}, Urgency.MOVE)

    with_pool(work, bot_process=Broken)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processors cannot be chosen")
def test_a_pool_has_as_many_processes_as_there_are_processors() -> None:
    asks = "import os\nfrom shindig.server.bot_pool.process_pool import BotPool, count_cores\n"
    one = asks + "os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])\nprint(count_cores(), BotPool().processes)"
    assert subprocess.run([sys.executable, "-c", one], capture_output=True, text=True, check=True).stdout == "1 1\n"

    async def work() -> None:
        assert BotPool().processes == count_cores() == len(os.sched_getaffinity(0))
        assert BotPool(4).processes == 4

    asyncio.run(work())


# Compiling.


class Compiled:
    """Parts that a queue says are compiled."""

    def __init__(self) -> None:
        self.parts: list[tuple[str, str]] = []

    def note(self, *part: str) -> None:
        kind, game_id = part
        self.parts.append((kind, game_id))


async def compile_with(command: Sequence[str], *games: str, parts: int, folder: Path) -> list[tuple[str, str]]:
    """Compile games until so many processes have been started and the last has ended: what is compiled."""
    told = Compiled()
    compiler = CompileQueue(told.note, command)
    for name in games:
        compiler.request(name)
    while len(starts_in(folder)) < parts or any(map(runs, starts_in(folder))):
        await asyncio.sleep(0.01)
    await asyncio.gather(*compiler.rules.values())
    await compiler.close()
    return told.parts


KILLED = "os.kill(os.getpid(), 9)"


def test_a_compiler_that_ends_over_and_over_is_started_twice_and_no_more(tmp_path: Path) -> None:
    command = program(KILLED, folder=tmp_path)
    assert not asyncio.run(compile_with(command, "talon", "tall-card", parts=8, folder=tmp_path))
    parts = [(what, game) for what in ("rules", "policies") for game in ("talon", "tall-card") for _ in range(2)]
    assert [(what, game) for _, what, game in starts_in(tmp_path)] == parts


def test_what_is_compiled_is_told_and_a_compiler_that_fails_is_not_asked_again(tmp_path: Path) -> None:
    command = program("", "sys.exit(1)", KILLED, "", KILLED, folder=tmp_path)
    found = asyncio.run(compile_with(command, "talon", "talon", "tall-card", parts=6, folder=tmp_path))
    parts = [("rules", "talon"), ("rules", "tall-card"), *[("policies", "talon")] * 2, *[("policies", "tall-card")] * 2]
    assert [(what, game) for _, what, game in starts_in(tmp_path)] == parts
    assert found == [("rules", "talon"), ("policies", "talon")]


def test_a_compiler_that_works_is_ended_with_the_room(tmp_path: Path) -> None:
    async def work() -> None:
        compiler = CompileQueue(lambda *_: None, program("sys.stdin.read()", folder=tmp_path))
        compiler.request("talon")
        while not starts_in(tmp_path):
            await asyncio.sleep(0.01)
        await compiler.close()
        assert not runs(starts_in(tmp_path)[0])

    asyncio.run(work())


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    with shelf_in(tmp_path) as made:
        yield made


def compile_alone(shelf: Shelf, what: str, game: str) -> subprocess.CompletedProcess[str]:
    """What the compiler makes of a part of a game, which stays plain Python."""
    parent, _held = os.pipe()
    path = os.pathsep.join([str(shelf.folder), str(Path(shindig.__file__).parents[1])])
    return subprocess.run(
        [*compile_queue.COMMAND, what, game],
        stdin=parent,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"},
        timeout=120,
        check=False,
    )


FAULTS = {
    "rules": "rules=replace(GAME.rules, apply=fails)",
    "policies": "policies=replace(MODEL.policies, policy=fails)",
}


@pytest.mark.parametrize(("what", "said"), [("rules", "odd"), ("policies", "the policy of odd")])
def test_what_does_not_compile_says_so_and_what_does_is_silent(shelf: Shelf, what: str, said: str) -> None:
    shelf.put("shindig-even", game_code("even"), "even")
    fails = "from shindig.core.kernel_compiler import kernel\n@kernel\ndef fails(*_): raise KeyError('trumps')\n"
    fails += f"GAME = replace(GAME, {FAULTS[what]})\n"
    shelf.put("shindig-odd", game_code("odd", "odd-deck", fails), "odd")
    done = compile_alone(shelf, what, "even")
    assert (done.returncode, done.stderr) == (0, "")
    done = compile_alone(shelf, what, "odd")
    assert done.returncode == 1
    assert done.stderr == f"shindig: {said} does not compile, and is played without (KeyError: 'trumps')\n"


def test_a_compiler_is_polite(shelf: Shelf) -> None:
    waits = "import os, sys\nprint(os.getpriority(os.PRIO_PROCESS, 0), file=sys.stderr)\n"
    shelf.put("shindig-even", waits + game_code("even"), "even")
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert compile_alone(shelf, "rules", "even").stderr == f"{min(own + rules_compilation.POLITE, 19)}\n"
