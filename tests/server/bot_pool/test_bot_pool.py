"""The pool of processes that think: who comes first, how long each may think, and what happens when one ends."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import subprocess
import sys
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from shindig.bots.external_bot_json import BotError
from shindig.match import Match, View, new
from shindig.server.bot_pool import compile_queue
from shindig.server.bot_pool.bot_process import answer_questions
from shindig.server.bot_pool.pool_interface import CompiledPart, Urgency
from shindig.server.bot_pool.process_client import BotProcess
from shindig.server.bot_pool.process_pool import BOUNDS, FULL, LEAST, TRIES, BotPool
from shindig.server.bot_pool.rules_compilation import GONE
from shindig.server.errors import BusyError


@pytest.fixture(scope="module")
def match() -> Match:
    return new("talon", players=4, seed=3)


@pytest.fixture
def view(match: Match) -> View:
    return match.view(match.to_act)


def test_a_line_in_a_line_out(match: Match, view: View) -> None:
    question = {"game": "talon", "bot": "random", "who": "a seat", "view": b64encode(view.tobytes()).decode()}
    lines = [{"id": 1, **question}, {"id": 2, **question, "bot": "nobody"}, {"id": 3, **question, "view": "AAAA"}]
    out = io.StringIO()
    answer_questions(io.StringIO("".join(json.dumps(line) + "\n" for line in lines)), out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert match.can(answers[0]["action"])
    assert [answer["id"] for answer in answers] == [1, 2, 3]
    assert "there is no bot 'nobody'" in answers[1]["error"]
    assert "error" in answers[2]


def test_bots_answer_from_their_own_processes_and_again_after_these_were_killed(
    match: Match, view: View, tmp_path: Path
) -> None:
    noted = f"import os, pathlib; pathlib.Path({str(tmp_path)!r}, str(os.getpid())).touch()"
    serves = "from shindig.server.bot_pool.bot_process import main; main()"

    async def whole() -> None:
        pool = BotPool(2, lambda: BotProcess((sys.executable, "-c", f"{noted}\n{serves}")))
        actions = await asyncio.gather(*(pool.ask("random", f"seat {n}", view) for n in range(5)))
        assert all(match.can(action) for action in actions)
        with pytest.raises(BotError, match="there is no bot"):
            await pool.ask("nobody", "a seat", view)
        for process in (here := [*tmp_path.iterdir()]):
            os.kill(int(process.name), signal.SIGKILL)
        assert len(here) == 2
        assert match.can(await pool.ask("random", "seat 1", view))
        await pool.close()

    asyncio.run(whole())


class Scripted:
    """A process that answers when a test lets it, or ends."""

    made: list[Scripted]
    ends: int
    """Over how many questions processes end yet."""

    def __init__(self) -> None:
        self.loaded: set[str] = set()
        self.asked: list[Mapping[str, Any]] = []
        self.may = asyncio.Semaphore(0)
        self.made.append(self)

    async def ask(self, question: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        assert seconds > 0
        self.asked.append(question)
        await self.may.acquire()
        if Scripted.ends:
            Scripted.ends -= 1
            raise ConnectionResetError
        if question.get("late"):
            raise TimeoutError
        return {"id": question["id"], "action": 7}

    def let(self, questions: int = 100) -> None:
        """Answer so many more questions."""
        for _ in range(questions):
            self.may.release()

    @property
    def names(self) -> list[str]:
        return [str(question.get("name", question.get("task"))) for question in self.asked]

    async def close(self) -> None:
        pass


def compiler(program: str) -> tuple[str, ...]:
    """A command in place of the compiler."""
    return sys.executable, "-S", "-c", f"import os, sys\n{program}"


def with_pool(
    processes: int, work: Callable[[BotPool], Awaitable[None]], compiles: tuple[str, ...] = compiler("")
) -> None:
    """A pool of scripted processes."""
    Scripted.made, Scripted.ends = [], 0

    async def whole() -> None:
        pool = BotPool(processes, Scripted, compiles)
        await work(pool)
        await pool.close()

    asyncio.run(asyncio.wait_for(whole(), 60))


def put(pool: BotPool, name: str, urgency: Urgency = Urgency.MOVE, **more: object) -> asyncio.Task[dict[str, Any]]:
    return asyncio.create_task(pool.ask_process({"name": name, **more}, urgency))


async def quiet() -> None:
    """Until nothing more happens by itself."""
    for _ in range(50):
        await asyncio.sleep(0)


def test_the_most_urgent_comes_first() -> None:
    async def work(pool: BotPool) -> None:
        tasks = [put(pool, "under way")]
        await quiet()
        tasks += [put(pool, "a review", Urgency.REVIEW), put(pool, "advice", Urgency.ADVICE)]
        tasks += [put(pool, "a move"), put(pool, "another move")]
        await quiet()
        Scripted.made[0].let()
        await asyncio.gather(*tasks)
        assert Scripted.made[0].names == ["under way", "a move", "another move", "advice", "a review"]

    with_pool(1, work)


def test_there_are_as_many_processes_as_asked_for_and_as_needed() -> None:
    async def work(pool: BotPool) -> None:
        first = put(pool, "one")
        await quiet()
        Scripted.made[0].let()
        await first
        await asyncio.gather(put(pool, "two"))
        assert len(Scripted.made) == 1, "one that waits for work is enough"
        Scripted.made[0].may = asyncio.Semaphore(0)
        tasks = [put(pool, str(n)) for n in range(9)]
        await quiet()
        assert len(Scripted.made) == 3
        for worker in Scripted.made:
            worker.let()
        await asyncio.gather(*tasks)

    with_pool(3, work)


def test_reviews_leave_a_process_free_for_those_who_wait() -> None:
    async def work(pool: BotPool) -> None:
        reviews = [put(pool, "review", Urgency.REVIEW) for _ in range(5)]
        await quiet()
        assert sum(len(worker.asked) for worker in Scripted.made) == 1
        move = put(pool, "move")
        await quiet()
        busy, free = sorted(Scripted.made, key=lambda worker: worker.names, reverse=True)
        assert (busy.names, free.names) == (["review"], ["move"])
        for worker in Scripted.made:
            worker.let()
        await asyncio.gather(move, *reviews)

    with_pool(2, work)


def test_a_question_over_which_a_process_ended_is_asked_again() -> None:
    async def work(pool: BotPool) -> None:
        Scripted.ends = TRIES - 1
        asked = put(pool, "hard")
        await quiet()
        Scripted.made[0].let()
        assert (await asked)["action"] == 7
        Scripted.ends = TRIES
        with pytest.raises(BotError, match="had its process end 2 times over one question"):
            await put(pool, "deadly")
        assert (await put(pool, "after it"))["action"] == 7

    with_pool(1, work)


def test_nobody_waits_for_ever() -> None:
    async def work(pool: BotPool) -> None:
        late = put(pool, "late", late=True)
        await quiet()
        Scripted.made[0].let(1)
        with pytest.raises(BotError, match="gave no answer in"):
            await late
        under_way, waiting = put(pool, "under way"), put(pool, "waiting")
        await quiet()
        await pool.close()
        assert [type(one) for one in await asyncio.gather(under_way, waiting, return_exceptions=True)] == [
            asyncio.CancelledError
        ] * 2

    with_pool(1, work)


def test_who_went_away_keeps_nobody_waiting() -> None:
    async def work(pool: BotPool) -> None:
        first, gone, last = put(pool, "first"), put(pool, "gone"), put(pool, "last")
        await quiet()
        gone.cancel()
        Scripted.made[0].let()
        await asyncio.gather(first, last)
        assert Scripted.made[0].names == ["first", "last"]

    with_pool(1, work)


def test_a_bounded_number_waits(view: View) -> None:
    async def work(pool: BotPool) -> None:
        tasks = [put(pool, "under way")]
        await quiet()
        tasks += [put(pool, "move") for _ in range(BOUNDS[Urgency.MOVE])]
        tasks += [put(pool, "review", Urgency.REVIEW) for _ in range(BOUNDS[Urgency.REVIEW])]
        await quiet()
        with pytest.raises(BotError, match="too much to think about"):
            await pool.ask("steady", "a seat", view)
        with pytest.raises(BusyError):
            await pool.ask_process({}, Urgency.REVIEW)
        advice = put(pool, "advice", Urgency.ADVICE)
        Scripted.made[0].let(1000)
        await asyncio.gather(advice, *tasks)

    with_pool(1, work)


def test_a_room_under_load_gives_less_time_to_think() -> None:
    async def work(pool: BotPool) -> None:
        tasks = [put(pool, "move") for _ in range(400)]
        await quiet()
        Scripted.made[0].let(1000)
        await asyncio.gather(*tasks)
        await put(pool, "alone")
        seconds = [question["seconds"] for question in Scripted.made[0].asked]
        assert seconds[0] == LEAST
        assert seconds == sorted(seconds)
        assert seconds[-1] == FULL

    with_pool(1, work)


def test_processes_take_compiled_bots_one_after_another() -> None:
    async def work(pool: BotPool) -> None:
        tasks = [put(pool, "one"), put(pool, "two")]
        await quiet()
        assert not pool.is_ready("talon")
        assert await compiled(pool, 1, "talon") == [("rules", "talon")]
        assert not pool.is_ready("talon")
        assert await compiled(pool, 1) == [("policies", "talon")]
        assert pool.is_ready("talon")
        for worker in Scripted.made:
            worker.let(1)
        await asyncio.gather(*tasks)
        await quiet()
        assert sorted(worker.names[-1] for worker in Scripted.made) == ["load", "two"]
        for worker in Scripted.made:
            worker.let()
        await quiet()
        assert [worker.names[-1] for worker in Scripted.made] == ["load", "load"]

    with_pool(2, work)


def test_compiled_bots_over_which_processes_end_are_left_alone() -> None:
    async def work(pool: BotPool) -> None:
        Scripted.ends = TRIES
        await compiled(pool, 2, "talon")
        asked = put(pool, "a move")
        await quiet()
        Scripted.made[0].let()
        assert (await asked)["action"] == 7
        assert not pool.is_ready("talon")
        assert Scripted.made[0].names == ["load"] * TRIES + ["a move"]

    with_pool(1, work)


async def compiled(pool: BotPool, parts: int, *games: str) -> list[tuple[CompiledPart, str]]:
    """The first parts of games that are compiled."""
    told, done = list[tuple[CompiledPart, str]](), asyncio.Event()

    def note(what: CompiledPart, game_id: str) -> None:
        told.append((what, game_id))
        if len(told) == parts:
            done.set()

    pool.set_compiled_callback(note)
    for game_id in games:
        await pool.request_compilation(game_id)
    await done.wait()
    return told


def test_games_are_compiled_beside_the_room_their_rules_first() -> None:
    async def work(pool: BotPool) -> None:
        told = await compiled(pool, 4, "tall-card", "talon", "talon")
        assert told == [("rules", "tall-card"), ("rules", "talon"), ("policies", "tall-card"), ("policies", "talon")]

    with_pool(1, work)


def test_what_does_not_compile_stops_nothing_else() -> None:
    async def work(pool: BotPool) -> None:
        assert await compiled(pool, 2, "talon", "tall-card") == [("rules", "tall-card"), ("policies", "tall-card")]
        assert not pool.is_ready("talon")

    with_pool(1, work, compiler("sys.exit('talon' in sys.argv)"))


def test_a_compiler_that_was_killed_is_started_again(tmp_path: Path) -> None:
    async def work(pool: BotPool) -> None:
        assert await compiled(pool, 2, "talon") == [("rules", "talon"), ("policies", "talon")]

    once = f"'{tmp_path}/' + sys.argv[1]"
    killed = f"if not os.path.exists({once}): open({once}, 'w'), os.kill(os.getpid(), 9)"
    with_pool(1, work, compiler(killed))


def test_a_compiler_ends_with_the_room_that_wanted_it() -> None:
    command = [*compile_queue.COMMAND, "rules", "talon"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(120) == GONE
