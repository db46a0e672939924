"""The way of a move, from the POST to another's screen: the list in docs/architecture.md is what the code does."""

from __future__ import annotations

import asyncio
import re
import sys
import threading
from contextlib import suppress
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest

import shindig
from shindig.games.tall_card.rules.state import TAKE
from shindig.server.broadcast import event_buffer
from tests.kits.server.room_kit import FIRST, settle
from tests.kits.web.in_process_app import application, listen
from tests.kits.web.socketless_connection import connected, posted

ROOT = Path(shindig.__file__).parent
PAGE = Path(__file__).parents[3] / "docs" / "architecture.md"
STRETCH = re.compile(r"^(.*):\n\n((?:\d+\. .*\n)+)", re.MULTILINE)
"""A line that says where it runs, and the hops."""
HOP = re.compile(r"`(\w[\w/]*\.py):([\w.]+)`")


class Stretch(NamedTuple):
    """Hops that one after the other are reached by calls."""

    within: list[str]
    """What runs already, where the page names it."""
    hops: list[str]


def stretches(way: int) -> list[Stretch]:
    """The hops of the page, by what runs without a wait: the page's way (0) or the protocol's (-1)."""
    text = PAGE.read_text().split("### A move's way, hop by hop")[1]
    return [
        Stretch(
            [":".join(hop) for hop in HOP.findall(head)],
            [":".join(HOP.findall(line)[way]) for line in lines.strip().split("\n")],
        )
        for head, lines in STRETCH.findall(text)
    ]


def name(code: CodeType) -> str:
    return f"{Path(code.co_filename).relative_to(ROOT).as_posix()}:{code.co_qualname}"


class Trace:
    """Functions of ours that are entered, in their order, each with those that were on the stack."""

    def __init__(self) -> None:
        self.on = False
        self.told = asyncio.Event()
        self.entered: list[tuple[str, set[str]]] = []
        self._frames: set[FrameType] = set()
        """Kept, so that a coroutine that goes on is not taken for a new one."""

    def end(self) -> None:
        """The reader is told."""
        self.on = False
        self.told.set()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if self.on and event == "call" and frame not in self._frames and self._ours(frame):
            self._frames.add(frame)
            self.entered.append((name(frame.f_code), set(self._stack(frame.f_back))))

    @staticmethod
    def _ours(frame: FrameType) -> bool:
        return frame.f_code.co_filename.startswith(str(ROOT))

    def _stack(self, frame: FrameType | None) -> Any:
        while frame is not None:
            if self._ours(frame):
                yield name(frame.f_code)
            frame = frame.f_back


async def traced(trace: Trace, folder: Path, page: bool) -> None:
    """One move, at a table where the other player reads along."""
    async with application(folder) as (app, room):
        (ann, anns), (bob, bobs) = await room.accounts.create_guest("Ann"), await room.accounts.create_guest("Bob")
        table = await room.open_table(ann, "tall-card", 2, FIRST)
        await room.sit(table, bob)
        await room.start_match(table, ann)
        await settle(room, table)
        token = (await room.build_snapshot(table, bob)).info.token
        here = f"/t/{table}" if page else f"/api/tables/{table}"
        told = trace.told
        reading = listen(app, f"{here}/stream", anns, trace.end)
        await asyncio.wait_for(told.wait(), 30)
        await settle(room, table)
        told.clear()
        line, answered = connected(app)
        asked = b"press=%d&token=%b&key=k" if page else b'{"do":%d,"token":"%b","key":"k"}'
        trace.on = True
        line.data_received(
            posted(
                f"{here}/move" if page else f"{here}/moves",
                bobs,
                asked % (TAKE, (token or "").encode()),
                "application/x-www-form-urlencoded" if page else "application/json",
            )
        )
        await asyncio.wait_for(told.wait(), 30)
        assert answered.pieces[0].startswith(b"HTTP/1.1 20")
        reading.cancel()
        with suppress(asyncio.CancelledError):
            await reading


@pytest.fixture(params=[0, -1], ids=["page", "protocol"])
def way(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Stretch], Trace]:
    """The hops as the page lists them, and those of a real move."""
    monkeypatch.setattr(event_buffer, "CROWD", 0)  # who comes is told of at once
    trace = Trace()
    threading.setprofile(trace)
    sys.setprofile(trace)
    try:
        asyncio.run(traced(trace, tmp_path, page=request.param == 0))
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return stretches(request.param), trace


def test_the_way_of_a_move_is_what_docs_tell(way: tuple[list[Stretch], Trace]) -> None:
    """Every hop is taken once, in the order told, and called from a hop before it."""
    told, trace = way
    hops = [hop for stretch in told for hop in stretch.hops]
    assert len(hops) > 20
    assert [hop for hop, _ in trace.entered if hop in hops] == hops
    stacks = dict(trace.entered)
    for stretch in told:
        for number, hop in enumerate(stretch.hops[1:], 1):
            assert stacks[hop] & {*stretch.within, *stretch.hops[:number]}, f"what calls {hop}?"
