"""The pipe to the bots' process: answers come to those who asked, and a bot that dies is started again."""

from __future__ import annotations

import asyncio
import io
import json
from base64 import b64encode
from collections.abc import AsyncIterator

import pytest

from shindig.bots.wire import BotError
from shindig.match import new
from shindig.room.bots_link import PipeLink
from shindig.room.bots_process import Output, serve


def test_a_line_in_a_line_out() -> None:
    match = new("talon", players=4, seed=3)
    view = match.view(match.to_act)
    question = {"game": "talon", "bot": "random", "who": "a seat", "view": b64encode(view.tobytes()).decode()}
    lines = [{"id": 1, **question}, {"id": 2, **question, "bot": "nobody"}, {"id": 3, **question, "view": "AAAA"}]
    out = io.StringIO()
    serve(io.StringIO("".join(json.dumps(line) + "\n" for line in lines)), Output(out))
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert match.can(answers[0]["action"])
    assert [answer["id"] for answer in answers] == [1, 2, 3]
    assert "there is no bot 'nobody'" in answers[1]["error"]
    assert "error" in answers[2]


def test_bots_answer_from_their_own_process_and_again_after_it_died() -> None:
    match = new("talon", players=4, seed=3)
    view = match.view(match.to_act)

    async def whole() -> None:
        link = PipeLink()
        actions = await asyncio.gather(*(link.ask("random", f"seat {n}", view) for n in range(5)))
        assert all(match.can(action) for action in actions)
        with pytest.raises(BotError, match="there is no bot"):
            await link.ask("nobody", "a seat", view)
        assert link._process is not None
        link._process.kill()
        assert match.can(await link.ask("random", "seat 1", view))
        await link.close()

    asyncio.run(whole())


def test_an_answer_that_nobody_waits_for_any_more_ends_nothing() -> None:
    """Who asked went away in the moment in which the answer came; the next one's is handed out all the same."""

    class Process:
        @property
        async def stdout(self) -> AsyncIterator[bytes]:
            for number in (1, 2):
                yield json.dumps({"id": number, "action": number}).encode()

        async def wait(self) -> None:
            pass

    async def whole() -> None:
        link, loop = PipeLink(), asyncio.get_running_loop()
        gone, here = loop.create_future(), loop.create_future()
        gone.cancel()
        link._waiting = {1: gone, 2: here}
        await link._read(Process())  # type: ignore[arg-type]
        assert here.result() == 2

    asyncio.run(whole())
