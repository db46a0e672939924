"""Pool of bot processes: as many as cores, the most urgent question first, one per process at a time.

Under load bots get less time, instead of people waiting longer. The more questions wait, the smaller the next budget,
so a queue stays about as long as one full decision takes.

The executors of `concurrent.futures` know no urgency, and cannot end a question that takes too long.
"""

from __future__ import annotations

import asyncio
import heapq
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Protocol

from shindig.bots.advice import Advice
from shindig.bots.choice_review import ReviewedChoice
from shindig.bots.external_bot_json import BotError, decode_position, encode_question, read_action
from shindig.bots.world_sampling import SampledPosition
from shindig.match import View
from shindig.messages import say

from ..background_tasks import end_tasks
from ..errors import BusyError
from ..fair_queue import Bounds, FairQueue
from . import compile_queue
from .compile_queue import CompileQueue
from .pool_interface import CompiledCallback, CompiledPart, Urgency
from .process_client import BotProcess

FULL, LEAST = 0.15, 0.01
"""Processor time per decision in seconds, with no load and with much.

Even the shortest pause of a bot is longer, so no time reveals how much it had to think about.
"""
PATIENCE = 15.0
"""Seconds before an answer counts as lost and its process is ended."""
LOADING = 120.0
"""Seconds before that while a process loads compiled bots."""
TRIES = 2
BOUNDS = {Urgency.MOVE: 500, Urgency.ADVICE: 50, Urgency.REVIEW: 50}
"""Largest number of waiting questions of each kind per process."""
OF_ADDRESS, OF_PERSON = 16, 4
"""Largest number of waiting advice and review questions for one address, and for one person."""
AHEAD = 2
"""Number of advice and review questions given to a process at once. The others wait in a fair queue."""
TOO_MUCH = say("busy-thinking")


@dataclass(order=True)
class Job:
    """A question with the future of its answer."""

    urgency: Urgency
    number: int
    question: Mapping[str, Any] = field(compare=False)
    answer: asyncio.Future[dict[str, Any]] = field(compare=False)
    tries: int = field(default=0, compare=False)
    """Number of processes that ended during this question."""

    def set_answer(self, answer: dict[str, Any]) -> None:
        """Set the answer, if somebody still waits."""
        if not self.answer.done():
            self.answer.set_result(answer)

    def set_error(self, why: str) -> None:
        """Set an error, if somebody still waits."""
        if not self.answer.done():
            self.answer.set_exception(BotError(why))


class BotWorker(Protocol):
    """A process that answers one question at a time."""

    @property
    def loaded(self) -> set[str]:
        """Games whose compiled bots this process has loaded."""

    async def ask(self, question: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer. Raises ConnectionError if the process ended, TimeoutError after ending it."""

    async def close(self) -> None:
        """End the process."""


class BotPool:
    """Bot processes, started on demand, and again after their end."""

    def __init__(
        self,
        processes: int = 0,
        bot_process: Callable[[], BotWorker] = BotProcess,
        compiler: Sequence[str] = compile_queue.COMMAND,
    ) -> None:
        """`bot_process` returns a process that is not started yet; `compiler` is the command that compiles a game."""
        self.processes, self._make_worker = processes or count_cores(), bot_process
        self.waiting: list[Job] = []
        """Heap of waiting questions: the most urgent first, then the oldest."""
        self._queues = {urgency: self._make_queue(urgency) for urgency in (Urgency.ADVICE, Urgency.REVIEW)}
        self._ids = count()
        self._told: CompiledCallback = lambda *_: None
        self._compiler = CompileQueue(self._note_compiled, compiler)
        self._with_policies: set[str] = set()
        """Games with compiled policies."""
        self._crew: dict[asyncio.Task[None], BotWorker] = {}
        self._failed = Counter[str]()
        """By game, the number of processes that ended while loading it."""
        self._busy = Counter[Urgency]()
        self._idle = 0
        self._loading = False
        self._news = asyncio.Condition()

    def _make_queue(self, urgency: Urgency) -> FairQueue:
        bounds = Bounds(BOUNDS[urgency] * self.processes, OF_ADDRESS, OF_PERSON)
        return FairQueue(AHEAD * self.processes, bounds, TOO_MUCH)

    # Questions of the room.

    def set_compiled_callback(self, told: CompiledCallback) -> None:
        self._told = told

    async def request_compilation(self, game_id: str) -> None:
        self._compiler.request(game_id)

    async def wait_for_rules(self, game_id: str) -> bool:
        self._compiler.request(game_id)
        return await asyncio.shield(self._compiler.rules[game_id])

    def is_ready(self, game_id: str) -> bool:
        return game_id in self._with_policies

    async def ask(self, bot: str, who: str, view: View) -> int:
        """Return the action of a bot. Raises BotError."""
        try:
            asked = encode_question(bot, who, view)
            answer = await self.ask_process(asked, Urgency.MOVE)
        except BusyError as error:
            raise BotError(str(error)) from None
        return read_action(answer, answer["id"])

    async def advise(self, view: View) -> Advice:
        """Return advice for the seat of this view. Raises BotError, BusyError."""
        answer = await self._ask_about(view, Urgency.ADVICE, task="advise")
        return Advice.from_json(answer["advice"])

    async def review(self, view: View, action: int) -> ReviewedChoice:
        """Review a choice made from a view. Raises BotError, BusyError."""
        answer = await self._ask_about(view, Urgency.REVIEW, task="review", action=action)
        return ReviewedChoice.from_json(answer["weighed"])

    async def sample_world(self, view: View, salt: str) -> SampledPosition | None:
        """Sample a position that agrees with a seat's observations. Raises BotError, BusyError."""
        answer = await self._ask_about(view, Urgency.ADVICE, task="deal", salt=salt)
        return decode_position(answer["dealt"], view.game)

    async def _ask_about(self, view: View, urgency: Urgency, **task: object) -> dict[str, Any]:
        answer = await self.ask_process({**task, **encode_question("", "", view)}, urgency)
        if "error" in answer:
            raise BotError(f"failed: {answer['error']}")
        return answer

    async def ask_process(self, question: Mapping[str, Any], urgency: Urgency) -> dict[str, Any]:
        """Ask a question. Raises BotError on failure, BusyError if too many wait."""
        if urgency != Urgency.MOVE:
            return await self._ask_in_turn(question, urgency)
        if sum(job.urgency == urgency for job in self.waiting) >= BOUNDS[urgency] * self.processes:
            raise BusyError(TOO_MUCH)
        return await self._ask_now(question, urgency)

    async def _ask_in_turn(self, question: Mapping[str, Any], urgency: Urgency) -> dict[str, Any]:
        """Ask in the sender's turn. Raises BotError, BusyError."""
        ticket = self._queues[urgency].enter()
        try:
            await ticket.wait_turn()
            return await self._ask_now(question, urgency)
        finally:
            ticket.leave()

    async def _ask_now(self, question: Mapping[str, Any], urgency: Urgency) -> dict[str, Any]:
        job = Job(urgency, next(self._ids), question, asyncio.get_running_loop().create_future())
        await self._push_job(job)
        return await job.answer

    async def close(self) -> None:
        await end_tasks(*self._crew)
        await asyncio.gather(*(worker.close() for worker in self._crew.values()))
        await self._compiler.close()
        for job in self.waiting:
            job.answer.cancel()

    # The crew.

    async def _push_job(self, job: Job) -> None:
        heapq.heappush(self.waiting, job)
        if self._idle < len(self.waiting) and len(self._crew) < self.processes:
            worker = self._make_worker()
            self._crew[asyncio.create_task(self._run_process(worker))] = worker
        await self._wake_processes()

    async def _wake_processes(self) -> None:
        async with self._news:
            self._news.notify_all()

    async def _run_process(self, worker: BotWorker) -> None:
        """Run one process for good."""
        while True:
            async with self._news:
                self._idle += 1
                try:
                    await self._news.wait_for(lambda: self._find_game_to_load(worker) or self._pop_job())
                finally:
                    self._idle -= 1
                game_id = self._find_game_to_load(worker)
                job = None if game_id else heapq.heappop(self.waiting)
                self._loading |= bool(game_id)
            await (self._load_game(worker, game_id) if job is None else self._answer_job(worker, job))
            await self._wake_processes()

    def _find_game_to_load(self, worker: BotWorker) -> str:
        """Return a game whose compiled bots a process should load now. Processes load in turn, while others answer."""
        return "" if self._loading else min(self._with_policies - worker.loaded, default="")

    def _pop_job(self) -> Job | None:
        """Return the next question. While more may come, reviews leave one process free."""
        while self.waiting and self.waiting[0].answer.done():
            heapq.heappop(self.waiting)
        first = self.waiting[0] if self.waiting else None
        reviews = self._busy[Urgency.REVIEW]
        if first is not None and first.urgency == Urgency.REVIEW and 0 < reviews >= self.processes - 1:
            return None
        return first

    async def _load_game(self, worker: BotWorker, game_id: str) -> None:
        """Load the compiled bots of a game into a process. If processes end over that, all play on without."""
        try:
            await worker.ask({"id": next(self._ids), "task": "load", "game": game_id}, LOADING)
            worker.loaded.add(game_id)
        except OSError:
            self._failed[game_id] += 1
            if self._failed[game_id] == TRIES:
                self._with_policies.discard(game_id)
        finally:
            self._loading = False

    async def _answer_job(self, worker: BotWorker, job: Job) -> None:
        """Ask a process. If it ends, ask a fresh one once more."""
        asked = {**job.question, "id": job.number, "seconds": self.compute_budget()}
        self._busy[job.urgency] += 1
        try:
            job.set_answer(await worker.ask(asked, PATIENCE))
        except TimeoutError:
            job.set_error(f"gave no answer in {PATIENCE:g} seconds")
        except OSError:
            self._retry_job(job)
        except Exception as error:
            job.set_error(f"answered what is no answer: {error!r}")
        except BaseException:
            job.answer.cancel()
            raise
        finally:
            self._busy[job.urgency] -= 1

    def _retry_job(self, job: Job) -> None:
        """Put back a question whose process ended."""
        job.tries += 1
        if job.tries == TRIES:
            job.set_error(f"had its process end {TRIES} times over one question")
        else:
            heapq.heappush(self.waiting, job)

    def compute_budget(self) -> float:
        """Return the processor time for the next decision, in seconds."""
        moves = sum(job.urgency == Urgency.MOVE for job in self.waiting)
        return max(LEAST, FULL / (1 + moves / self.processes))

    def _note_compiled(self, what: CompiledPart, game_id: str) -> None:
        """Handle a result of the compiler."""
        if what == "policies":
            self._with_policies.add(game_id)
            self._waking = asyncio.create_task(self._wake_processes())
        self._told(what, game_id)


def count_cores() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
