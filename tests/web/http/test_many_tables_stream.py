"""One stream for the tables of several tabs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx

from shindig.web.http.many_tables_stream import MOST_TABLES, StreamPart, read_parts
from tests.kits.web.running_server import Caller, served


def test_tables_are_named_with_the_event_after_which_they_go_on() -> None:
    assert read_parts(["oak.5", "elm.0"]) == [StreamPart("oak", 5), StreamPart("elm", 0)]
    assert read_parts(["oak", "../x.1", "oak.-1", "OAK.1", "", "oak.1\n"]) == []
    assert len(read_parts([f"oak{number}.0" for number in range(99)])) == MOST_TABLES


def events(lines: Iterator[str]) -> Iterator[tuple[str, str]]:
    """The events of a stream: name and data."""
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line[7:]
        elif line.startswith("data: "):
            yield name, line[6:]


def test_one_stream_has_the_events_of_several_tables_as_each_person_sees_them(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        ann, eve = Caller(address, "Ann"), Caller(address, "Eve")
        tables = [ann.post("tables", game="tall-card", seats=2).json()["table"] for _ in range(2)]
        parts = "&".join(f"t={table}.0" for table in (*tables, "nowhere"))
        with eve.http.stream("GET", f"{address}/streams?{parts}", headers={"accept": "text/html"}) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            told, found = events(stream.iter_lines()), dict[str, str]()
            while len(found) < 3:
                name, data = next(told)
                found[name] = data
            assert found.keys() == {*(f"{table}.patch" for table in tables), "nowhere.end"}
            assert json.loads(found["nowhere.end"])["status"] == 404
            ann.post(f"tables/{tables[1]}/words", text="Good luck!")
            assert next(name for name, data in told if "Good luck!" in data) == f"{tables[1]}.patch"
            assert ann.http.request("POST", f"tables/{tables[0]}/leave").status_code == 204


def test_a_stream_of_no_table_ends_at_once(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        assert httpx.get(f"{address}/streams", timeout=60).text == ": together\n\n"
