"""A room that a proxy shows under a path of its host, as https://example.org/cards/."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import httpx
import pytest

from shindig.web.serving.server_process import ServerSettings, check_settings
from shindig.web.url_prefix import clean_prefix, set_prefix, strip_scope_prefix
from tests.kits.web.running_server import begun

LINK = re.compile(r'(?:href|src|action|data-share|data-base)="(/[^"#]*)"')
KEPT = re.compile(r"/(static|looks|faces|rules|portraits)/")
PAGES = (
    "/",
    "/rules",
    "/rules/talon",
    "/learn/talon",
    "/day",
    "/me",
    "/fairness",
    "/fairness/protocol",
    "/check",
    "/exercises/talon",
)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A room below /club/cards, with somebody at a table of their own."""
    database = f"sqlite:///{tmp_path_factory.mktemp('below') / 'room.sqlite3'}"
    with begun(database, "--prefix", "/club/cards/") as (_, http):
        yield http


def ours(room: httpx.Client) -> dict[str, str]:
    """What a page of ours says when it sends a form."""
    return {"origin": str(room.base_url).rstrip("/")}


@pytest.fixture(scope="module")
def table(room: httpx.Client) -> str:
    """The address of their table."""
    sat = room.post("/club/cards/play", data={"game": "talon", "bots": "2"}, headers=ours(room))
    assert sat.status_code == 303
    assert "path=/club/cards;" in sat.headers["set-cookie"].lower() + ";"
    return sat.headers["location"]


def test_every_link_of_every_page_stays_below_the_prefix_and_leads_somewhere(room: httpx.Client, table: str) -> None:
    led = set[str]()
    for page in (*(f"/club/cards{one}" for one in PAGES), table, f"{table}/report", f"{table}/absent"):
        links = LINK.findall(room.get(page, follow_redirects=True).text)
        assert links
        assert [one for one in links if not f"{one}/".startswith("/club/cards/")] == []
        led |= {one.replace("&amp;", "&") for one in links if KEPT.search(one)}
    assert {room.get(one).status_code for one in led} == {200}


def test_a_proxy_may_take_the_prefix_off_or_leave_it(room: httpx.Client, table: str) -> None:
    for page in ("/rules", "/api/games", "/healthz", table.removeprefix("/club/cards")):
        assert room.get(page).status_code == room.get(f"/club/cards{page}").status_code == 200
    assert room.get("/club/cardsharp").status_code == 404


def test_a_slash_at_the_end_changes_nothing_and_leads_nowhere_else(room: httpx.Client, table: str) -> None:
    for page in ("/club/cards/rules/talon/", "/rules/talon/", f"{table}/"):
        assert room.get(page).status_code == 200


def test_forms_lead_below_the_prefix(room: httpx.Client, table: str) -> None:
    said = room.post(f"{table}/leave", headers=ours(room))
    assert said.status_code == 303
    assert said.headers["location"].startswith("/club/cards/")


def test_what_a_device_keeps_is_below_the_prefix(room: httpx.Client) -> None:
    manifest = room.get("/club/cards/manifest.webmanifest").json()
    assert (manifest["start_url"], manifest["scope"]) == ("/club/cards/", "/club/cards/")
    kept = json.loads(room.get("/club/cards/worker.js").text.splitlines()[0].removeprefix("const KEPT = ").rstrip(";"))
    assert kept["root"] == "/club/cards"
    assert all(one.startswith("/club/cards/") for one in (*kept["pages"], *kept["shell"]))
    assert room.get(kept["pages"][0]).status_code == 200
    assert room.get("/club/cards/api/openapi.json").json()["servers"] == [{"url": "/club/cards/"}]


def test_an_invitation_has_the_prefix(room: httpx.Client) -> None:
    opened = room.post("/club/cards/open/talon", data={"seats": "3"}, headers=ours(room), follow_redirects=True)
    assert re.search(r'href="http://[^"/]+/club/cards/t/[\w-]+"', opened.text)


@pytest.mark.parametrize("raw", [b"/cards/t/o%20k", b"/%63ards/t/o%20k", b"/cards/%74/o%20k"])
def test_other_servers_are_asked_without_the_prefix_however_it_was_spelt(raw: bytes) -> None:
    """Else an owner is asked for what it knows nothing of, again and again for seconds."""
    set_prefix("/cards")
    try:
        told = strip_scope_prefix({"type": "http", "path": "/cards/t/o k", "raw_path": raw})
    finally:
        set_prefix("")
    assert (told["path"], told["raw_path"]) == ("/t/o k", b"/t/o%20k")


@pytest.mark.parametrize("prefix", ["cards", "/cards/../x", "/ca rds", "//cards", "https://example.org/cards", '/"'])
def test_a_prefix_that_is_none_is_refused(prefix: str) -> None:
    with pytest.raises(ValueError, match=r"--prefix expects a path such as /cards, not"):
        clean_prefix(prefix)


@pytest.mark.parametrize("prefix", ["/t", "/api/cards", "/rules/"])
def test_a_prefix_that_is_an_address_of_the_room_is_refused(prefix: str) -> None:
    """A proxy that takes it off, or a worker that gives a connection on, would ask for something else."""
    with pytest.raises(ValueError, match="is an address of the room itself"):
        check_settings(ServerSettings("127.0.0.1", 0, "sqlite://", prefix=prefix))
    check_settings(ServerSettings("127.0.0.1", 0, "sqlite://", prefix="/cards/t"))


def test_a_prefix_may_be_given_with_or_without_its_last_slash() -> None:
    assert [clean_prefix(one) for one in ("", "/", "/cards", "/club/cards/")] == ["", "", "/cards", "/club/cards"]
