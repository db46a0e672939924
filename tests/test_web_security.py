"""What every request passes: origin, size, rate, headers."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from served import served
from starlette.datastructures import Headers

from shindig.web.security import BODY_LIMIT, Buckets, from_here, token_of


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
    assert from_here(Headers(headers)) == here


@pytest.mark.parametrize(
    ("headers", "token"),
    [
        ({"authorization": "Bearer abc", "cookie": "shindig=x"}, "abc"),
        ({"authorization": "Basic abc"}, ""),
        ({"cookie": "a=b; shindig=xyz"}, "xyz"),
        ({"cookie": "=;;\x00=1"}, ""),
        ({}, ""),
    ],
)
def test_the_credential_of_a_request(headers: dict[str, str], token: str) -> None:
    assert token_of(Headers(headers)) == token


def test_a_bucket_empties_fills_and_forgets() -> None:
    now = [0.0]
    buckets = Buckets(rate=2.0, burst=3.0, clients=2, now=lambda: now[0])
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    now[0] = 0.5
    assert buckets.take("a") == 0
    assert buckets.take("a") == 0.5
    assert buckets.take("b") == buckets.take("c") == 0
    assert buckets.take("a") == 0, "the least recent client was forgotten, and starts afresh"


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
        assert told.status_code == 413
        assert f"Expected at most {BODY_LIMIT} bytes." in told.text


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
