"""Attacks on a room that is started as its users start it: `python -m tests.attack` runs these and prints a line each.

What takes no server of its own is tried on one that all share.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.kits.web.running_server import Caller, begun

pytestmark = pytest.mark.attack
QUICK_MATCH = {"deals_each": 1, "stack": 20}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with begun(f"sqlite:///{tmp_path_factory.mktemp('attacks')}/room.sqlite3") as (_, http):
        yield str(http.base_url).rstrip("/")


def table_of(host: Caller, *others: Caller, game: str = "tall-card", seats: int = 2, **body: Any) -> str:
    """A table at which a match has begun."""
    made = host.post("tables", game=game, seats=seats, **body)
    assert made.status_code == 201, made.text
    table: str = made.json()["table"]
    for other in others:
        assert other.post(f"tables/{table}/seats").status_code == 201
    assert host.post(f"tables/{table}/start").status_code == 204
    next(told for told in host.news(table) if told["clock"] or told["together"])
    return table


def look(caller: Caller, table: str) -> dict[str, Any]:
    told: dict[str, Any] = caller.get(f"tables/{table}").json()
    return told


def play(table: str, *players: Caller, moves: int = 10_000) -> None:
    """Random moves of those at seats 0, 1, ..., until the match is over or so many were made; nobody rests."""
    rng, stream = random.Random(1), players[0].news(table)
    for _ in stream:
        while (clock := look(players[0], table)["clock"]) is not None and moves:
            actor = players[clock["seat"]]
            news = look(actor, table)
            move = {"do": rng.choice(news["legal"])["do"], "token": news["table"]["token"]}
            moves -= actor.post(f"tables/{table}/moves", **move).status_code == 201
        if not moves or look(players[0], table)["table"]["state"] != "playing":
            break
        for one in players:
            one.post(f"tables/{table}/agreements", to="next")
    stream.close()


def test_agreement_is_not_forged_by_a_guest_on_the_others_seat(address: str) -> None:
    """The host agrees to open the hands, sends the other away, and has a second guest of theirs agree."""
    ann, bob, second = (Caller(address, name) for name in ("Ann", "Bob", "Ann too"))
    table = table_of(ann, bob, options=QUICK_MATCH)
    play(table, ann, bob)
    agreements, record = f"tables/{table}/agreements", f"tables/{table}/matches/1/record"
    assert ann.post(agreements, to="reveal", match=1).status_code == 204
    assert bob.post(f"tables/{table}/leave").status_code == 204
    assert second.post(f"tables/{table}/seats").status_code == 201
    assert second.post(agreements, to="reveal", match=1).status_code == 403
    assert [one.get(record).status_code for one in (ann, second)] == [403, 403]
    assert bob.post(agreements, to="reveal", match=1).status_code == 204
    assert ann.get(record).status_code == 200


def test_sitting_down_everywhere_reads_no_bots_cards(address: str) -> None:
    ann, onlooker = (Caller(address, name) for name in ("Ann", "Onlooker"))
    table = table_of(ann, seats=4, game="talon")
    for seat in (1, 2, 3):
        spy = Caller(address, f"Spy {seat}")
        assert spy.post(f"tables/{table}/seats", seat=seat).status_code == 201
        told = look(spy, table)
        assert told["view"] == look(onlooker, table)["view"]
        assert not told["legal"]
        assert spy.post(f"tables/{table}/leave").status_code == 204


def test_an_old_key_stalls_nobody(address: str) -> None:
    ann, bob = (Caller(address, name) for name in ("Ann", "Bob"))
    table = table_of(ann, bob, options={"first_dealer": 0})
    moves, first = f"tables/{table}/moves", look(bob, table)
    given = bob.post(moves, do="claim", token=first["table"]["token"], key="old")
    assert given.status_code == 201
    news = look(bob, table)
    again = bob.post(moves, do=news["legal"][0]["do"], token=news["table"]["token"], key="old")
    assert again.json() == given.json() | {"repeated": True}
    fresh = bob.post(moves, do="check", token=look(bob, table)["table"]["token"], key="new")
    assert fresh.status_code == 201
    assert not fresh.json()["repeated"]


def test_proofs_are_made_once_for_a_crowd(address: str) -> None:
    ann, bob = (Caller(address, name) for name in ("Ann", "Bob"))
    table = table_of(ann, bob, options=QUICK_MATCH)
    play(table, ann, bob)
    got = [who.get(f"tables/{table}/matches/1/proofs") for who in (ann, bob, *[Caller(address, "Cyd")] * 8)]
    assert {one.status_code for one in got} == {200}
    assert len({one.text for one in got[2:]}) == 1


def test_nobody_who_is_not_the_host_rules_a_table(address: str) -> None:
    ann, bob = (Caller(address, name) for name in ("Ann", "Bob"))
    table = table_of(ann, bob)

    def press(who: Caller, what: str, form: str = "x=1") -> int:
        kind = {"content-type": "application/x-www-form-urlencoded", "origin": address}
        headers = kind | {"cookie": f"shindig={who.token}"}
        return httpx.post(f"{address}/t/{table}/{what}", content=form, headers=headers).status_code

    tried = (("host", "hold=0"), ("host", "remove=0"), ("host", "name=1"), ("close", "x=1"))
    assert [press(bob, *one) for one in tried] == [403] * 4
    told = look(ann, table)["table"]
    assert (told["state"], told["paused"]) == ("playing", False)
    assert press(bob, "pause") < 400, "anybody at the table may pause"
    assert look(ann, table)["table"]["paused"]


def test_a_made_up_match_is_not_taken_for_one_that_was_seen(address: str, tmp_path: Path) -> None:
    """A match of the room's own, whose hidden secrets its house may have tried one after another, proves little."""
    ann, bob = (Caller(address, name) for name in ("Ann", "Bob"))
    table = table_of(ann, bob, options=QUICK_MATCH, settings={"reveal": "always"})
    play(table, ann, bob)
    record = tmp_path / "match.jsonl"
    record.write_text(ann.get(f"tables/{table}/matches/1/record").text)
    assert verified(record) == 3, "it holds, but nobody saw its cuts"
    lines = record.read_text().splitlines()
    lies = {
        "a cut that is not there": [line for line in lines if '"cut"' not in line],
        "an unknown key": [json.dumps(json.loads(line) | {"by": "me"}) for line in lines],
        "a cut twice": [*lines, lines[-1]],
    }
    for lie, told in lies.items():
        record.write_text("\n".join(told) + "\n")
        assert verified(record) == 2, lie


def verified(record: Path) -> int:
    """What the command says, as its exit status."""
    command = (sys.executable, "-m", "shindig", "verify", str(record))
    return subprocess.run(command, capture_output=True, check=False).returncode


def test_a_restart_amid_play_loses_nothing_and_takes_no_time(tmp_path: Path) -> None:
    """Killed as it is; the table comes back in the same turn, for the same person, with the time that was left."""
    url = f"sqlite:///{tmp_path}/room.sqlite3"
    with begun(url) as (_, http):
        ann, bob = (Caller(str(http.base_url).rstrip("/"), name) for name in ("Ann", "Bob"))
        table = table_of(ann, bob)
        play(table, ann, bob, moves=3)
        before = look(ann, table), look(bob, table)
    with begun(url) as (_, http):
        for one, was in zip((ann, bob), before, strict=True):
            one.http = httpx.Client(base_url=f"{str(http.base_url).rstrip('/')}/api/", headers=one.http.headers)
            now = look(one, table)
            assert (now["seq"], now["view"], now["table"]["token"]) == (was["seq"], was["view"], was["table"]["token"])
            assert (now["clock"] is None) == (was["clock"] is None)
            assert now["clock"] is None or now["clock"]["left"] <= now["table"]["settings"]["seconds"]
            one.http.close()
