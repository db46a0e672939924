"""Streams have places: 16 a person, a share an address, and the address with the most gives way where all are taken."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest

from shindig.server.errors import BusyError
from shindig.web.http.request_guard import Limits
from shindig.web.http.stream_slots import StreamSlot, StreamSlots
from tests.attack.test_web_attacks import guest, half, playing
from tests.kits.web.running_server import begun

FEW = Limits(streams=3, address_streams=6, onlookers=4, onlookers_here=2)


def seat(places: StreamSlots, person: str, address: str) -> StreamSlot:
    return places.take_slot(person, address, "t", seated=True)


def over(places: list[StreamSlot]) -> list[bool]:
    return [one.over for one in places]


def test_the_oldest_stream_of_a_person_gives_way_wherever_they_are() -> None:
    places = StreamSlots(FEW)
    mine = [seat(places, "ann", f"10.0.0.{number}") for number in range(5)]
    assert over(mine) == [True, True, False, False, False]


def test_people_at_one_address_share_its_places() -> None:
    """Who looks on gives way first, then whoever has the most; one who asks for more than others has is refused."""
    places = StreamSlots(FEW)
    looking = [places.take_slot("", "10.0.0.1", f"t{number}", seated=False) for number in range(2)]
    anns = [seat(places, "ann", "10.0.0.1") for _ in range(3)]
    bobs = [seat(places, "bob", "10.0.0.1") for _ in range(2)]
    assert over(looking) == [True, False]
    cat = seat(places, "cat", "10.0.0.1")
    assert over(looking) == [True, True]
    dan = seat(places, "dan", "10.0.0.1")
    assert over([*anns, *bobs, cat, dan]) == [True, *[False] * 6]
    with pytest.raises(BusyError, match="Close one"):
        seat(places, "cat", "10.0.0.1")
    assert not seat(places, "eve", "10.0.0.2").over
    bobs[0].release()
    assert not seat(places, "cat", "10.0.0.1").over


def test_where_all_places_are_taken_the_address_with_the_most_gives_way() -> None:
    places = StreamSlots(Limits(), lambda: 12)
    crowd = [seat(places, f"p{number}", "10.0.0.1") for number in range(3)]
    with pytest.raises(BusyError):
        seat(places, "p3", "10.0.0.1")  # a quarter of all places
    others = [seat(places, f"q{number}", f"10.0.1.{number}") for number in range(9)]
    assert not any(over(crowd + others))
    assert not seat(places, "new", "10.0.2.1").over
    assert over(crowd) == [True, False, False]
    assert not seat(places, "newer", "10.0.2.2").over
    with pytest.raises(BusyError, match="We’re full"):
        seat(places, "one more", "10.0.2.3")


def test_a_place_is_given_up_once() -> None:
    places = StreamSlots(FEW, lambda: 1)
    one = seat(places, "ann", "10.0.0.1")
    for _ in range(3):
        one.release()
    seat(places, "bob", "10.0.0.1")
    with pytest.raises(BusyError):
        seat(places, "cat", "10.0.0.2")


@pytest.mark.attack
def test_a_flood_of_seated_streams_leaves_places_for_others_and_health_checks(tmp_path: Path) -> None:
    """Many guests at one address, each seated, open a stream after another, by HTTP/1.0 and 1.1, page and protocol."""
    with (
        begun(f"sqlite:///{tmp_path}/room.sqlite3", "--trust-proxy", "127.0.0.1", descriptors=256) as (_, http),
        ExitStack() as held,
    ):
        told: Counter[bytes] = Counter()
        for number in range(25):
            who = guest(http)
            table, token = playing(http, who), who["authorization"]
            for version in ("1.0", "1.1"):
                for path in (f"/t/{table}", f"/api/tables/{table}"):
                    said = f"GET {path}/stream HTTP/{version}\r\nhost: localhost\r\nauthorization: {token}\r\n\r\n"
                    for _ in range(3):
                        one = held.enter_context(closing(half(str(http.base_url), said.encode())))
                        told[one.recv(12)[-3:]] += 1
            if number % 5 == 4:
                for address in ("10.0.0.1", "127.0.0.1"):
                    with httpx.Client(base_url=http.base_url, headers={"x-forwarded-for": address}) as new:
                        assert [new.get(path).status_code for path in ("/healthz", "/readyz", "/")] == [200] * 3
        assert set(told) <= {b"200", b"503"}
        with httpx.Client(base_url=http.base_url, headers={"x-forwarded-for": "10.0.0.2"}, timeout=60) as new:
            ann = guest(new)
            table = playing(new, ann)
            with new.stream("GET", f"/api/tables/{table}/stream", headers=ann) as stream:
                assert stream.status_code == 200


@pytest.mark.attack
def test_a_stream_that_gives_way_says_so_last(tmp_path: Path) -> None:
    with begun(f"sqlite:///{tmp_path}/room.sqlite3", "--limit", "streams=1") as (_, http):
        who = guest(http)
        address = f"/api/tables/{playing(http, who)}/stream"
        with http.stream("GET", address, headers=who) as first, ExitStack() as held:
            lines = first.iter_lines()
            next(lines)
            assert held.enter_context(http.stream("GET", address, headers=who)).status_code == 200
            assert [line for line in lines if line][-2:] == ["event: replaced", "data: {}"]
