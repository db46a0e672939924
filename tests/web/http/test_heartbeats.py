"""Heartbeats of a page's stream: they are answered, and a page that no longer answers counts as gone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from shindig.server.game_server import GameServer
from shindig.web.http.client_timing import ClientTiming
from shindig.web.http.request_guard import COOKIE
from tests.kits.server.room_kit import HandClock, asked, claim, run, two_at_table
from tests.kits.web.running_server import Caller, served


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server that soon notices who is gone."""
    with served(tmp_path, timing=ClientTiming(beat=0.2, silence=3.0)) as where:
        yield where


def events(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    """The events of a stream: name and content."""
    name = ""
    for line in lines:
        key, _, value = line.partition(": ")
        if key == "event":
            name = value
        elif key == "data":
            yield name, json.loads(value)


def page_of(address: str, who: Caller) -> httpx.Client:
    """A browser of somebody."""
    return httpx.Client(
        base_url=address, timeout=60, cookies={COOKIE: who.token}, headers={"sec-fetch-site": "same-origin"}
    )


def opened(address: str) -> tuple[Caller, Caller, str]:
    """Ann's table, where Ben sits too."""
    ann, ben = Caller(address, "Ann"), Caller(address, "Ben")
    table = ann.post("tables", game="tall-card", seats=2).json()["table"]
    assert ben.post(f"tables/{table}/seats", seat=1).status_code == 201
    return ann, ben, table


def is_here(who: Caller, table: str) -> bool:
    """Whether Ben's seat is here, as another person sees it."""
    return bool(who.get(f"tables/{table}").json()["table"]["seats"][1]["here"])


def test_a_page_that_answers_stays_and_one_that_does_not_is_gone(address: str) -> None:
    ann, ben, table = opened(address)
    beats = 0
    with page_of(address, ben) as page, page.stream("GET", f"/t/{table}/stream") as stream:
        for name, told in events(stream.iter_lines()):
            if name == "beat" and beats < 5:
                beats += 1
                assert page.post(f"/t/{table}/here", data={"of": told["of"]}).status_code == 204
                assert is_here(ann, table)
                assert told["every"] == 0.2
    assert beats == 5
    while is_here(ann, table):
        pass  # the server closes the stream of a silent page, and soon says so


def test_an_answer_counts_for_its_own_stream_and_person(address: str) -> None:
    ann, ben, table = opened(address)
    with page_of(address, ben) as page, page.stream("GET", f"/t/{table}/stream") as stream:
        for name, told in events(stream.iter_lines()):
            if name == "beat":
                other = httpx.post(
                    f"{address}/t/{table}/here",
                    data={"of": told["of"]},
                    headers={"authorization": f"Bearer {ann.token}"},
                )
                assert other.status_code == page.post(f"/t/{table}/here", data={"of": "nothing"}).status_code == 204
    while is_here(ann, table):
        pass


def test_who_acts_at_the_table_needs_no_heartbeat(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        player, _ = await asked(room, table, [ann, bob])
        with await room.subscribe(table, ann) as first, await room.subscribe(table, bob) as second:
            mine, other = (first, second) if player is ann else (second, first)
            clock.advance(10)
            assert mine.silence == other.silence == 10
            await claim(room, table, player)
            assert (mine.silence, other.silence) == (0, 10)

    run(tmp_path, work)


def test_a_program_is_sent_comments_and_need_not_answer(address: str) -> None:
    ann, ben, table = opened(address)
    with ben.http.stream("GET", f"tables/{table}/stream") as stream:
        lines, signs = stream.iter_lines(), 0
        while signs < 4:
            line = next(lines)
            assert "beat" not in line
            signs += line == ": still here"
        assert is_here(ann, table)
