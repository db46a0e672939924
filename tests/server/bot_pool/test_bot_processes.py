"""The processes that think and compile for a room, each end of them in this one: what they do, and what goes wrong."""

from __future__ import annotations

import asyncio
import io
import json
import os
import runpy
import sys
from collections.abc import Awaitable, Callable, Mapping
from types import SimpleNamespace
from typing import Any

import pytest
from numba.core.errors import TypingError

from shindig.bots.advice import Advice, advise
from shindig.bots.choice_review import ReviewedChoice
from shindig.bots.external_bot_json import BotError, encode_position, encode_question
from shindig.bots.world_sampling import sample_position
from shindig.core.layout_and_views import CHANCE
from shindig.gamekit import game
from shindig.match import Match, View, fair
from shindig.server.bot_pool import bot_process, compile_queue, process_client, process_pool, rules_compilation
from shindig.server.bot_pool.compile_queue import CompileQueue
from shindig.server.bot_pool.pool_interface import Urgency
from shindig.server.bot_pool.process_client import BotProcess
from shindig.server.bot_pool.process_pool import BotPool, count_cores
from shindig.server.bot_pool.rules_compilation import GONE
from shindig.server.fairness import shake256_tree_kernels


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


def test_a_process_does_what_it_is_asked_by_name(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    weighed = ReviewedChoice("Pass", "Claim", 2.0, 0.1, 8.0, 512)

    def weigh(seen: View, action: int) -> ReviewedChoice:
        assert (seen.tobytes(), action) == (view.tobytes(), 1)
        return weighed

    def mind(game_id: str) -> object:
        return SimpleNamespace(compiled_policies=SimpleNamespace(compile=lambda: compiled.append(game_id)))

    monkeypatch.setattr(bot_process, "review_choice", weigh)
    monkeypatch.setattr(bot_process, "game_by_id", mind)
    asked = encode_question("random", "who", view)
    advised, reviewed, world, loaded, unknown = answer(
        {"id": 1, "task": "advise", **asked},
        {"id": 2, "task": "review", "action": 1, **asked},
        {"id": 3, "task": "deal", "salt": "salt", **asked},
        {"id": 4, "task": "load", "game": "talon"},
        {"id": 5, "task": "sing", **asked},
    )
    assert Advice.from_json(advised["advice"]) == advise(view)
    assert ReviewedChoice.from_json(reviewed["weighed"]) == weighed
    assert world == {"id": 3, "dealt": encode_position(sample_position(view, "salt"))}
    assert world["dealt"] is not None
    assert (loaded, compiled) == ({"id": 4}, ["talon"])
    assert unknown == {"id": 5, "error": "KeyError('sing')"}


def test_a_bot_is_made_once_and_anew_where_its_chance_is_given(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[Any, ...]] = []

    def make(*given: Any) -> object:
        made.append(given)
        return SimpleNamespace(act=lambda _: 1)

    bot_process.get_bot.cache_clear()
    monkeypatch.setattr(bot_process, "make", make)
    asked = {"id": 1, **encode_question("steady", "who", view)}
    assert answer(asked, asked, asked | {"seed": 0}, asked | {"seed": 0}) == [{"id": 1, "action": 1}] * 4
    assert made == [("tall-card", "steady"), *[("tall-card", "steady", 0)] * 2]
    bot_process.get_bot.cache_clear()


class Ended(Exception):
    """A process ended, with a status."""


def ends(status: int) -> None:
    raise Ended(status)


def test_answers_have_the_output_to_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a game prints goes where errors go."""
    read, written = os.pipe()
    done: list[tuple[int, ...]] = []

    def dup(one: int) -> int:
        done.append((one,))
        return written

    monkeypatch.setattr(os, "dup", dup)
    monkeypatch.setattr(os, "dup2", lambda *given: done.append(given))
    with bot_process.claim_output() as answers:
        answers.write("ä")
    with os.fdopen(read, "rb") as found:
        assert found.read() == "ä".encode()
    assert done == [(1,), (2, 1)]


def test_a_process_stands_behind_the_room_and_goes_quietly_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    politeness: list[int] = []
    monkeypatch.setattr(os, "nice", politeness.append)
    monkeypatch.setattr(os, "_exit", ends)
    monkeypatch.setattr(bot_process, "claim_output", io.StringIO)
    for fault in (BrokenPipeError, KeyboardInterrupt):

        def serve(*_: object, fault: type[BaseException] = fault) -> None:
            raise fault

        monkeypatch.setattr(bot_process, "answer_questions", serve)
        with pytest.raises(Ended, match=r"^0$"):
            bot_process.main()
    assert politeness == [bot_process.POLITE] * 2


@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
def test_a_process_serves_when_it_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    out.close = lambda: None  # type: ignore[method-assign]
    for name in ("nice", "dup", "dup2"):
        monkeypatch.setattr(os, name, lambda *_: 1)
    monkeypatch.setattr(os, "fdopen", lambda *_, **__: out)
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"id": 1, "task": "sing"}\n'))
    runpy.run_module("shindig.server.bot_pool.bot_process", run_name="__main__")
    assert json.loads(out.getvalue()) == {"id": 1, "error": "KeyError('sing')"}


# The room's end of one.


class Process:
    """A process that answers these lines."""

    def __init__(self, *lines: bytes, status: int = -9) -> None:
        self.status = status
        self.lines, self.killed, self.returncode, self.asked = [*lines], False, None, list[bytes]()
        self.stdin = SimpleNamespace(write=self.asked.append, drain=self.drain)
        self.stdout = SimpleNamespace(readline=self.readline)

    async def drain(self) -> None: ...

    async def readline(self) -> bytes:
        if not self.lines:
            await asyncio.Event().wait()
        return self.lines.pop(0)

    def kill(self) -> None:
        self.killed = True

    async def wait(self) -> int:
        return self.status


def started(monkeypatch: pytest.MonkeyPatch, *processes: Process) -> list[tuple[Any, ...]]:
    """From now on these are started, one after another: with which commands."""
    left, commands = [*processes], list[tuple[Any, ...]]()

    async def start(*command: Any, **more: Any) -> Process:
        commands.append((*command, more.get("limit")))
        return left.pop(0)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    return commands


async def quiet() -> None:
    """Until nothing more happens by itself."""
    for _ in range(200):
        await asyncio.sleep(0)


def test_a_process_whose_answer_is_late_or_torn_is_ended_and_another_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, torn, good = Process(), Process(b'{"id": '), Process(b'{"id": 3}\n', b'{"id": 4}\n')
    commands = started(monkeypatch, slow, torn, good)

    async def work() -> None:
        worker = BotProcess()
        worker.loaded.add("talon")
        with pytest.raises(TimeoutError):
            await worker.ask({"id": 1}, 0.0)
        assert slow.killed
        with pytest.raises(ConnectionResetError, match="the process ended"):
            await worker.ask({"id": 2}, 60.0)
        assert torn.killed
        assert [await worker.ask({"id": number}, 60.0) for number in (3, 4)] == [{"id": 3}, {"id": 4}]
        assert worker.loaded == set(), "a fresh one has loaded nothing"
        await worker.close()
        assert good.killed

    asyncio.run(work())
    assert commands == [(*process_client.COMMAND, process_client.LONGEST)] * 3
    assert [json.loads(line) for line in good.asked] == [{"id": 3}, {"id": 4}]


# The pool.


def with_pool(work: Callable[[BotPool], Awaitable[None]], processes: int = 1) -> None:
    async def whole() -> None:
        pool = BotPool(processes)
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


def test_what_is_no_answer_is_none_for_who_asked_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_pool, "BotProcess", Broken)

    async def work(pool: BotPool) -> None:
        for name in ("one", "two"):
            with pytest.raises(BotError, match=rf"^answered what is no answer: ValueError\('{name}, within 15'\)$"):
                await pool.ask_process({"name": name}, Urgency.MOVE)
        assert pool._busy == {Urgency.MOVE: 0}

    with_pool(work)


def test_a_pool_has_as_many_processes_as_there_are_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 5, 7}, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 9)
    assert count_cores() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    assert count_cores() == 9
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert count_cores() == 1

    async def work() -> None:
        assert BotPool().processes == 1
        assert BotPool(4).processes == 4

    asyncio.run(work())


# Compiling.


def test_a_compiler_that_ends_over_and_over_is_started_twice_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    commands, found = started(monkeypatch, *(Process() for _ in range(9))), list[tuple[str, str]]()

    async def work() -> None:
        compiler = CompileQueue(lambda *one: found.append(one))
        assert not await compiler._compile_part("rules", "talon")
        compiler.request("tall-card")
        await quiet()
        await compiler.close()

    asyncio.run(work())
    parts = [("rules", "talon")] * 2 + [("rules", "tall-card")] * 2 + [("policies", "tall-card")] * 2
    assert [command[-3:-1] for command in commands] == parts
    assert commands[0][:3] == compile_queue.COMMAND
    assert found == []


def test_what_is_compiled_is_told_and_a_compiler_that_fails_is_not_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    commands = started(monkeypatch, *(Process(status=status) for status in (0, 1, -9, 0, -9, -9)))
    found: list[tuple[str, str]] = []

    async def work() -> None:
        compiler = CompileQueue(lambda *one: found.append(one))
        for name in ("talon", "talon", "tall-card"):
            compiler.request(name)
        await quiet()
        await compiler.close()

    asyncio.run(work())
    parts = [("rules", "talon"), ("rules", "tall-card"), ("policies", "talon"), ("policies", "talon")]
    assert [command[-3:-1] for command in commands][:4] == parts
    assert found == [("rules", "talon"), ("policies", "talon")]


def test_a_compiler_that_works_is_ended_with_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process()

    async def works() -> int:
        if not process.killed:
            await asyncio.Event().wait()
        return -9

    process.wait = works  # type: ignore[method-assign]
    commands = started(monkeypatch, process)

    async def work() -> None:
        compiler = CompileQueue(lambda *_: None)
        compiler.request("talon")
        await quiet()
        assert commands
        await compiler.close()

    asyncio.run(work())
    assert process.killed


def fails(error: Exception) -> Callable[[], None]:
    def work() -> None:
        raise error

    return work


def test_rules_and_minds_are_compiled_and_what_does_not_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[str] = []
    mind = SimpleNamespace(compile=lambda: done.append("policies"))
    one = SimpleNamespace(compile=lambda: done.append("rules"), compiled_policies=mind)
    monkeypatch.setattr(rules_compilation, "game_by_id", lambda _: one)
    monkeypatch.setattr(shake256_tree_kernels, "prepare", lambda: done.append("hashes"))
    assert rules_compilation.compile_part("rules", "talon")
    assert rules_compilation.compile_part("policies", "talon")
    assert done == ["rules", "hashes", "policies"]
    assert capsys.readouterr().err == ""
    one.compile, mind.compile = fails(KeyError("trumps")), fails(TypingError("no such field"))
    assert not rules_compilation.compile_part("rules", "talon")
    assert capsys.readouterr().err == ("shindig: talon does not compile, and is played without (KeyError: 'trumps')\n")
    assert not rules_compilation.compile_part("policies", "talon")
    assert capsys.readouterr().err == (
        "shindig: the policy of talon does not compile, and is played without (no such field)\n"
    )


@pytest.mark.parametrize(("could", "status"), [(True, 0), (False, 1)])
def test_a_compiler_is_polite_and_ends_with_what_came_of_it(
    could: bool, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    politeness, threads = list[int](), list[dict[str, Any]]()

    def thread(**given: Any) -> object:
        threads.append(given)
        return SimpleNamespace(start=lambda: threads.append({"started": True}))

    monkeypatch.setattr(os, "nice", politeness.append)
    monkeypatch.setattr("threading.Thread", thread)
    monkeypatch.setattr(rules_compilation, "compile_part", lambda *what: could and what == ("policies", "talon"))
    monkeypatch.setattr(sys, "argv", ["compiling", "policies", "talon"])
    with pytest.raises(SystemExit) as ended:
        rules_compilation.main()
    assert ended.value.code == status
    assert politeness == [rules_compilation.POLITE]
    assert threads == [{"target": rules_compilation.exit_with_parent, "daemon": True}, {"started": True}]


def test_a_compiler_reads_on_until_its_parent_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "_exit", ends)
    monkeypatch.setattr(sys, "stdin", left := io.StringIO("on and on"))
    with pytest.raises(Ended, match=f"^{GONE}$"):
        rules_compilation.exit_with_parent()
    assert left.read() == ""


@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
def test_a_compiler_compiles_when_it_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(os, "nice", lambda _: 1)
    monkeypatch.setattr("threading.Thread", lambda **_: SimpleNamespace(start=lambda: None))
    monkeypatch.setattr("shindig.gamekit.game", lambda name: SimpleNamespace(compile=lambda: done.append(name)))
    monkeypatch.setattr(sys, "argv", ["compiling", "rules", "talon"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("shindig.server.bot_pool.rules_compilation", run_name="__main__")
    assert (ended.value.code, done) == (0, ["talon"])
