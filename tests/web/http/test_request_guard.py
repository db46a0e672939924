"""What every request passes: origin, size, rate, headers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.datastructures import Headers

from shindig.server.accounts.name_and_password_rules import PeopleError
from shindig.web.http.request_guard import (
    BODY_LIMIT,
    Limits,
    TokenBuckets,
    TooOftenError,
    find_header_token,
    find_network,
    is_same_origin,
)
from shindig.web.http.scarce_action_limits import AttemptKind, PasswordAttempts
from tests.kits.web.running_server import FREE, served


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("guard")) as where:
        yield where


@pytest.mark.parametrize(
    ("headers", "here"),
    [
        ({"origin": "http://a.b:1", "host": "a.b:1", "cookie": "shindig=x"}, True),
        ({"origin": "http://evil", "host": "a.b:1", "cookie": "shindig=x"}, False),
        ({"origin": "null", "host": "a.b:1"}, False),
        ({"sec-fetch-site": "same-origin", "cookie": "shindig=x"}, True),
        ({"sec-fetch-site": "cross-site", "cookie": "shindig=x"}, False),
        ({"sec-fetch-site": "same-site", "cookie": "shindig=x"}, False),
        ({"cookie": "shindig=x"}, False),
        ({"authorization": "Bearer x"}, True),
    ],
)
def test_what_changes_something_comes_from_here(headers: dict[str, str], here: bool) -> None:
    assert is_same_origin(Headers(headers), "http") == here


@pytest.mark.parametrize(
    ("origin", "host", "scheme", "here"),
    [
        ("http://a.b", "a.b", "https", False),
        ("https://a.b", "a.b", "http", False),
        ("https://a.b", "a.b", "https", True),
        ("https://a.b", "a.b:443", "https", True),
        ("http://a.b", "a.b:443", "http", False),
        ("http://a.b", "A.B:80", "http", True),
        ("http://a.b.evil", "a.b", "http", False),
        ("http://a.b@evil", "a.b", "http", False),
        ("http://[", "a.b", "http", False),
        ("", "", "http", False),
    ],
)
def test_a_page_of_ours_has_our_scheme_and_host(origin: str, host: str, scheme: str, here: bool) -> None:
    assert is_same_origin(Headers({"origin": origin, "host": host}), scheme) == here


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("10.1.2.3", "10.1.2.3"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("fe80::1%eth0", "fe80::/64"),
        ("whoever", "whoever"),
    ],
)
def test_who_has_a_network_counts_as_one(address: str, network: str) -> None:
    assert find_network(address) == network


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//[", "http://\xff", "http://a.b:port"])
def test_an_origin_that_is_none_is_another_sites(address: str, origin: str) -> None:
    told = httpx.post(f"{address}/play", data={"game": "tall-card"}, headers={b"origin": origin.encode("latin-1")})
    assert told.status_code == 403


@pytest.mark.parametrize("host", ["[", "a b", "a/b", "http://a", "\xff", "", "a:b", "[::1", "a\x7f", "a" * 254])
@pytest.mark.parametrize("path", ["/", "/api/games", "/t/x"])
def test_a_host_that_is_none_is_refused(address: str, host: str, path: str) -> None:
    told = httpx.get(address + path, headers={b"host": host.encode("latin-1")})
    assert told.status_code == 400


def test_nobody_says_for_another_who_asks(address: str) -> None:
    """An address or a scheme that a request only claims changes nothing."""
    told = httpx.post(
        f"{address}/play",
        data={"game": "tall-card", "bots": "1"},
        headers={"origin": address.replace("http:", "https:"), "x-forwarded-proto": "https"},
    )
    assert told.status_code == 403


def forwarded(where: str, client: str) -> int:
    return httpx.get(f"{where}/api/games", headers={"x-forwarded-for": client}).status_code


def test_forwarded_addresses_are_believed_from_named_proxies_only(tmp_path: Path) -> None:
    few = replace(FREE, rate=0.001, burst=1)
    with served(tmp_path, few) as where:
        assert [forwarded(where, f"10.0.0.{number}") for number in range(2)] == [200, 429]
    with served(tmp_path, few, ("10.9.9.9",)) as where:
        assert [forwarded(where, f"10.0.0.{number}") for number in range(2)] == [200, 429]
    with served(tmp_path, few, ("127.0.0.0/8",)) as where:
        assert [forwarded(where, f"10.0.0.{number}") for number in (1, 2, 2)] == [200, 200, 429]
        assert forwarded(where, "10.0.0.3, 10.0.0.2") == 429, "the last that no proxy says of itself"
        https = {
            "origin": where.replace("http:", "https:"),
            "x-forwarded-proto": "https",
            "x-forwarded-for": "10.0.0.9",
        }
        page = httpx.post(f"{where}/play", data={"game": "tall-card", "bots": "1"}, headers=https)
        assert page.status_code == 303
        assert "secure" in page.headers["set-cookie"].lower()


@pytest.mark.parametrize(
    ("headers", "token"),
    [
        ({"authorization": "Bearer abc", "cookie": "shindig=x"}, "abc"),
        ({"authorization": "Basic abc"}, ""),
        ({"cookie": "a=b; shindig=xyz"}, "xyz"),
        ({"cookie": "=;;\x00=1"}, ""),
        ({"cookie": 'wishes={"a": [1, 2]}; shindig=xyz'}, "xyz"),
        ({"cookie": "shindig=cards; shindig=root"}, "cards"),
        ({}, ""),
    ],
)
def test_the_credential_of_a_request(headers: dict[str, str], token: str) -> None:
    assert find_header_token(Headers(headers)) == token


def test_a_bucket_empties_fills_and_forgets() -> None:
    now = [0.0]
    buckets = TokenBuckets(rate=2.0, burst=3.0, clients=2, now=lambda: now[0])
    assert [buckets.take_token("a") for _ in range(4)] == [0, 0, 0, 0.5]
    now[0] = 0.5
    assert buckets.take_token("a") == 0
    assert buckets.take_token("a") == 0.5
    assert buckets.take_token("b") == buckets.take_token("c") == 0
    assert buckets.take_token("a") == 0, "the least recent client was forgotten, and starts afresh"


def test_a_bucket_takes_back_and_holds_no_more_than_it_holds() -> None:
    now = [1000.0]
    buckets = TokenBuckets(rate=2.0, burst=3.0, clients=2, now=lambda: now[0])
    assert [buckets.take_token("a") for _ in range(4)] == [0, 0, 0, 0.5]
    buckets.return_token("a")
    assert [buckets.take_token("a") for _ in range(3)] == [0, 0.5, 0.5], "to be refused costs nothing"
    now[0] += 1000
    assert buckets.take_token("a") == 0
    for _ in range(5):
        buckets.return_token("a")
    buckets.return_token("nobody")
    assert [buckets.take_token("a") for _ in range(4)] == [0, 0, 0, 0.5]


@pytest.mark.parametrize("rate", [1e-6, 0.001, 0.2, 15.0])
@pytest.mark.parametrize("burst", [1, 2, 30, 150])
def test_a_bucket_holds_as_many_whenever_it_is_asked(rate: float, burst: int) -> None:
    for now in (0.0, 0.1, 1_276.123456789, 1_999.9, 65_535.7, 1e6 / 3, 1e7 / 3):
        buckets = TokenBuckets(rate, burst, clients=2, now=partial(float, now))
        waits = [buckets.take_token("a") for _ in range(burst + 2)]
        assert waits[:burst] == [0] * burst
        assert waits[burst:] == pytest.approx([1 / rate] * 2, rel=1e-5)


def test_another_sites_form_is_refused(address: str) -> None:
    told = httpx.post(f"{address}/play", data={"game": "tall-card", "bots": "1"}, headers={"origin": "http://evil"})
    assert told.status_code == 403
    assert "another site" in told.text


def test_bodies_have_a_limit_also_where_their_length_is_not_told(address: str) -> None:
    told = httpx.post(f"{address}/play", content=b"x" * (BODY_LIMIT + 1), headers={"origin": address})
    assert told.status_code == 413

    def parts() -> Iterator[bytes]:
        for _ in range(BODY_LIMIT // 1000 + 2):
            yield b"x" * 1000

    form, json = "application/x-www-form-urlencoded", "application/json"
    for path, kind in (("/play", form), ("/api/tables/x/moves", json), ("/api/guests", json)):
        told = httpx.post(f"{address}{path}", content=parts(), headers={"origin": address, "content-type": kind})
        assert told.status_code == 411, "a length is expected: proxies read bodies without one differently"


def test_pages_run_only_what_comes_from_here(address: str) -> None:
    headers = httpx.get(address).headers
    policy = headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"


def test_the_cookie_is_for_this_site_and_no_script(address: str) -> None:
    given = httpx.post(f"{address}/play", data={"game": "tall-card", "bots": "1"}, headers={"origin": address})
    cookie = given.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=x", "application/json", "\x01"])
def test_a_body_that_is_no_form_is_refused(address: str, kind: str) -> None:
    told = httpx.post(f"{address}/play", content=b"--x\r\nnonsense", headers={"origin": address, "content-type": kind})
    assert told.status_code == 400


ONCE = replace(Limits(), login_rate=1e-6, login_burst=1.0, address_rate=1e-6, address_burst=2.0)


def fail_attempt(attempts: PasswordAttempts, *counted: Any) -> None:
    with pytest.raises(PeopleError), attempts.start_attempt(*counted):
        raise PeopleError("wrong")


@pytest.mark.attack
@pytest.mark.parametrize("kind", list(AttemptKind)[1:])
def test_a_login_that_looks_like_another_count_blocks_nothing(kind: AttemptKind) -> None:
    attempts = PasswordAttempts(ONCE)
    fail_attempt(attempts, f"{kind} 10.0.0.1", "10.0.0.2")
    fail_attempt(attempts, "10.0.0.1", "10.0.0.3")
    with attempts.start_attempt("10.0.0.1", "10.0.0.1", kind):
        pass


@pytest.mark.attack
def test_a_name_that_waits_costs_its_owners_address_nothing() -> None:
    attempts = PasswordAttempts(ONCE)
    fail_attempt(attempts, "ann", "10.0.0.1")
    for _ in range(5):
        with pytest.raises(TooOftenError), attempts.start_attempt("ann", "10.0.0.2"):
            pass
    fail_attempt(attempts, "bob", "10.0.0.2")
    fail_attempt(attempts, "carl", "10.0.0.2")
