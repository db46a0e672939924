"""Bots that are no Python of ours, and what is said of any bot that fails."""

from __future__ import annotations

import json
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from shindig.bots.bot_loader import BotTimeout, limit_time
from shindig.bots.external_bot_json import asked_view, encode_plain_question
from shindig.gamekit import GameError
from shindig.lab import arena, simulate
from shindig.match import View, new
from shindig.observations import Budget

LINE_BOT = Path(__file__).parents[2] / "examples" / "line_bot.py"


def command(*words: str) -> str:
    return f"cmd:{shlex.join((sys.executable, *words))}"


def turn() -> View:
    match = new("tall-card", 3, seed=1)
    view = match.view(match.to_act)
    view.budget = Budget(0.5, 7)
    return view


class Answers(BaseHTTPRequestHandler):
    """Plays the lowest legal action."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        body = json.dumps({"id": asked["id"], "action": asked["legal"][0][0]}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Quietly."""


@pytest.fixture
def address() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Answers)
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_a_question_tells_the_view_its_history_and_the_budget_and_no_more() -> None:
    view = turn()
    question = json.loads(json.dumps(encode_plain_question("", "me", view)))
    asked = asked_view(question)
    assert asked.tobytes() == view.tobytes()
    assert asked.history.views.tobytes() == view.history.views.tobytes()
    assert asked.budget == view.budget
    assert question["legal"] == [list(pair) for pair in view.legal.ranges]
    seat = view.seat
    assert question["record"]["hand"][seat] == view.record.hand[seat].tolist()
    assert question["record"]["hand"][1 - seat] == [-1] * 5


def test_the_example_meets_bots_of_every_other_kind(address: str) -> None:
    bots = [command(str(LINE_BOT)), address, "random", "tests.kits.lab.arena_bots:first"]
    options: dict[str, object] = {"deals_each": 1, "stack": 20}
    found = [arena("tall-card", bots, deals=1, seed=3, options=options, hands=2) for _ in range(2)]
    assert found[0].gains.tolist() == found[1].gains.tolist()
    assert all(one.mean > 0 for one in found[0].standings)


def test_matches_without_rotations_take_any_bot_too() -> None:
    found = simulate(
        "tall-card",
        2,
        1,
        ["tests.kits.lab.arena_bots:first", "tests.kits.lab.arena_bots:last"],
        seed=1,
        options={"deals_each": 1},
    )
    assert found.over.all()


def refusal(name: str, patience: float = 60.0) -> str:
    with pytest.raises(GameError) as refused:
        arena("tall-card", [name, "random"], deals=1, seed=1, options={"deals_each": 1}, patience=patience)
    assert f"the bot {name} " in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize(
    ("why", "name"),
    [
        ("failed (KeyError: 'no such card')", "tests.kits.lab.arena_bots:failing"),
        ("which is not legal:", "tests.kits.lab.arena_bots:illegal"),
        ("ended with status 3", command("-c", "import sys; sys.stdin.readline(); sys.exit(3)")),
        ("ended with status 0", command("-c", "pass")),
        ("expected a JSON object", command("-c", "print('hello'); input()")),
        (f"answered {b'x' * 100!r}, expected", command("-c", "print('x' * 102); input()")),
        ("expected an object with the id 0", command("-c", "input(); print('{}')")),
        ("failed: no idea", command("-c", """input(); print('{"id": 0, "error": "no idea"}')""")),
        ("expected a whole number", command("-c", """input(); print('{"id": 0, "action": "call"}')""")),
        ("which is not legal:", command("-c", """input(); print('{"id": 0, "action": 999999999}')""")),
        ("does not start:", "cmd:no-such-program-anywhere"),
        ("is not there:", "http://127.0.0.1:1/"),
    ],
)
def test_a_bot_that_fails_is_named_in_a_sentence(why: str, name: str) -> None:
    said = refusal(name)
    assert why in said.splitlines()[0]


@pytest.mark.parametrize("name", ["tests.kits.lab.arena_bots:hanging", command("-c", "import time; time.sleep(60)")])
def test_a_bot_that_hangs_is_not_waited_for(name: str) -> None:
    assert "gave no answer in 0.5 seconds" in refusal(name, 0.5)


def answer_never(ask: Callable[[], None]) -> None:
    ask()
    while True:
        pass


def test_an_alarm_waits_while_compiled_code_is_called() -> None:
    """Raised where Numba asks Python for what a call is given, it ended the process with a segmentation fault."""
    done: list[int] = []
    numba: dict[str, Any] = {"__name__": "numba.core.boxing", "signal": signal, "done": done}
    exec("def ask():\n    signal.raise_signal(signal.SIGALRM)\n    done.append(1)", numba)
    with pytest.raises(BotTimeout), limit_time(60):
        answer_never(numba["ask"])
    assert done == [1]
