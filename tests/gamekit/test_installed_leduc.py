"""A game that somebody else wrote, examples/leduc, installed beside ours; and the room without it, and with worse."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Thread

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

import shindig
from tests.kits.games.installed_packages import Shelf, game_code
from tests.kits.web.browser_kit import answer, asked, chromium, open_table, over, overflow, play_on, serious, visiting
from tests.kits.web.running_server import CERTIFICATES

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "leduc"
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PYTHON = (sys.executable, "-W", "error")
IMAGES_ARE_THERE = "() => [...document.querySelectorAll('.game img')].every(i => i.complete && i.naturalWidth)"
"""As a function: an expression is asked for again by what the pages' policy forbids."""

UNSEEN = 3
"""The exit status of `verify` where a record holds, and nobody saw its cuts."""


@dataclass(frozen=True)
class Place:
    """Where Leduc is installed, beside what the checkout's Python sees."""

    site: Path
    home: Path

    def environment(self, *more: Path) -> dict[str, str]:
        """Variables of a process that sees what is installed in these folders."""
        path = os.pathsep.join([*map(str, more), str(Path(shindig.__file__).parents[1])])
        plain = {"PYTHONPATH": path, "PYTHONUNBUFFERED": "1", "COLUMNS": "200", "NUMBA_DISABLE_JIT": "1"}
        return os.environ | plain | {"XDG_DATA_HOME": str(self.home)}

    def run(self, *words: str, typed: str = "", without: bool = False, jit: bool = False, status: int = 0) -> str:
        """What a command says that is expected to end with a status; `without` Leduc, if asked."""
        environment = self.environment(*(() if without else (self.site,)))
        if jit:
            del environment["NUMBA_DISABLE_JIT"]
        done = subprocess.run(
            words, input=typed, capture_output=True, text=True, env=environment, cwd=self.home, timeout=300
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout

    def shindig(self, *words: str, typed: str = "") -> str:
        return self.run(*PYTHON, "-m", "shindig", *words, typed=typed)

    def refused(self, *words: str) -> str:
        """What a command says that is refused where Leduc is not installed."""
        done = subprocess.run(
            (*PYTHON, "-m", "shindig", *words), capture_output=True, text=True, env=self.environment(), cwd=self.home
        )
        assert done.returncode == 2
        return done.stderr


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Leduc's wheel, built and installed: nothing is downloaded."""
    folder = tmp_path_factory.mktemp("leduc")
    source, wheels, site, home = (folder / name for name in ("source", "wheels", "site", "home"))
    shutil.copytree(EXAMPLE, source)
    home.mkdir()
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    wheel = ("wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(wheels), str(source))
    subprocess.run([*pip, *wheel], check=True)
    built = map(str, wheels.glob("shindig_leduc-*.whl"))
    subprocess.run([*pip, "install", "--no-index", "--no-deps", "--target", str(site), *built], check=True)
    return Place(site, home)


@dataclass
class Served:
    """A room that runs."""

    address: str
    complaints: list[str]
    """What it has said on its error output."""


@contextmanager
def serving(place: Place, database: str, *folders: Path) -> Iterator[Served]:
    """`shindig serve`, as its user starts it and ends it."""
    words = ("serve", "--port", "0", "--database", f"sqlite:///{place.home / database}")
    with subprocess.Popen(
        [*PYTHON, "-m", "shindig", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=place.environment(*folders),
        cwd=place.home,
    ) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        said: list[str] = []
        listening = Thread(target=said.extend, args=(iter(server.stderr.readline, ""),))
        listening.start()
        try:
            found = next((found for line in server.stdout if (found := re.search(r"http://\S+", line))), None)
            assert found, said
            yield Served(found[0].rstrip("/"), said)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(60)
            listening.join(60)


def visitor(address: str) -> httpx.Client:
    headers = {"origin": address}
    return httpx.Client(base_url=address, follow_redirects=True, timeout=60, headers=headers, verify=CERTIFICATES)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


# The page that makes it.


def test_the_page_shows_the_example_from_its_first_line_to_its_last() -> None:
    shown: dict[str, list[str]] = {}
    for _, name, code in FENCE.findall(PAGE):
        if name:
            shown.setdefault(name, []).append(code)
    endings = ("py", "md", "jsonl", "toml")
    files = [EXAMPLE / "pyproject.toml", *(path for one in endings for path in (EXAMPLE / "src").rglob(f"*.{one}"))]
    assert {path.relative_to(EXAMPLE).as_posix() for path in files} == set(shown)
    for path in files:
        told = "\n".join(shown[path.relative_to(EXAMPLE).as_posix()])
        assert without_gaps(told) == without_gaps(path.read_text(encoding="utf-8")), path


def without_gaps(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_the_example_is_short() -> None:
    files = [*(EXAMPLE / "src").rglob("*.py"), EXAMPLE / "pyproject.toml"]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= 300


def test_the_commands_of_the_page_run(place: Place) -> None:
    lines = [line for kind, _, code in FENCE.findall(PAGE) if kind == "sh" for line in code.splitlines()]
    assert lines[:3] == ["pip install --editable .", "shindig games", "shindig serve"]
    said = {line: place.shindig(*line.split()[1:], typed="?\ncheck\nq\n") for line in (lines[1], *lines[3:])}
    assert "leduc  Leduc Hold'em, 2 players. Six cards" in said["shindig games"]
    assert "What will you do?" in said["shindig play leduc --players 2"]
    assert "no faults found" in said["shindig check leduc --no-compiled"]
    assert "100 matches" in said["shindig simulate leduc --matches 100"]
    assert "steady" in said["shindig arena leduc steady random --deals 20"]


def test_the_examples_of_the_page_run_as_written(place: Place) -> None:
    code = "import doctest, sys; done = doctest.testfile(sys.argv[1], module_relative=False); print(done)"
    assert "failed=0" in place.run(*PYTHON, "-c", code, str(ROOT / "docs" / "add-a-game.md"))


def test_the_tests_of_the_example_pass(place: Place) -> None:
    """By hand, and beside OpenSpiel's own, with the rules compiled."""
    words = ("-q", "-p", "no:cacheprovider", "-c", os.devnull, f"--rootdir={EXAMPLE}", str(EXAMPLE / "tests"))
    assert "[100%]" in place.run(sys.executable, "-m", "pytest", *words, jit=True)


OUTSIDE = """
from xml.etree import ElementTree
import numpy as np
import shindig
from pettingzoo.test import api_test
from shindig.adapters.pettingzoo import MatchEnv
from shindig.lab.run.simulation import simulate

api_test(MatchEnv("leduc"), num_cycles=60)
match = shindig.new("leduc", 2, seed=1)
while not match.over:
    for seat in (-1, 0, 1):
        ElementTree.fromstring(match.view(seat)._repr_svg_())
    match.play(match.legal[0])
conserved = {match.game.rules.conserved(match.record)}
played = simulate("leduc", 2, 20, ("steady", "random"), seed=1, processes=2)
assert played.over.all() and (played.scores.sum(axis=1) == 120).all() and conserved == {120}
"""


def test_picture_laboratory_and_adapters_take_it_as_it_is(place: Place) -> None:
    place.run(sys.executable, "-c", OUTSIDE)


# The room that has it, that has it no more, and that has it again.


def test_a_match_on_the_page_its_record_and_what_is_said_while_it_is_not_installed(
    place: Place, browser: Browser
) -> None:
    with serving(place, "room.sqlite3", place.site) as room:
        assert room.complaints == []
        look_round(browser, room.address)
        table, record, cookies = play(browser, room.address)
    (place.home / "leduc.jsonl").write_text(record)
    assert "2 shuffles" in place.run(*PYTHON, "-m", "shindig", "verify", "leduc.jsonl", status=UNSEEN)
    assert "won the game." in place.shindig("replay", "leduc.jsonl")
    for command in ("verify", "replay"):
        assert "there is no game 'leduc'; there are tall-card" in place.refused(command, "leduc.jsonl")
    with serving(place, "room.sqlite3") as room, visitor(room.address) as ann:
        ann.cookies.update(cookies)
        says_that_it_sleeps(ann, table)
    with serving(place, "room.sqlite3", place.site) as room, visitor(room.address) as ann:
        ann.cookies.update(cookies)
        assert ann.get(f"/t/{table}").status_code == ann.get(f"/t/{table}/replay").status_code == 200
        assert "can’t be played" not in ann.get("/me").text


def look_round(browser: Browser, address: str) -> None:
    """Lobby, rules page and form."""
    with visiting(browser, address) as page:
        page.goto("/")
        card = page.locator('.game[data-look="leduc"]')
        expect(card).to_contain_text("Leduc Hold'em")
        card.scroll_into_view_if_needed()
        page.wait_for_function(IMAGES_ARE_THERE)
        page.goto("/rules/leduc")
        expect(page.locator("#LD-8")).to_contain_text("A pair with the board wins")
        assert page.locator(".inline-cards img").count() == 4
        page.goto("/learn/leduc")
        expect(page.locator("#r-coach")).to_contain_text("nothing is higher")
        page.get_by_role("button", name="Raise").click()
        expect(page.locator("#r-coach")).to_contain_text("Ann has called.")
        page.goto("/open/leduc")
        page.locator("summary").first.click()
        expect(page.locator("[name=o-hands]")).to_have_value("10")
        assert (serious(page), overflow(page)) == ([], 0)


def play(browser: Browser, address: str) -> tuple[str, str, dict[str, str]]:
    """A match of two hands to its end: the table's id, its record, and who played. Another table stays open."""
    with visiting(browser, address) as page:
        open_table(page, "leduc", 2, **{"o-hands": "2"})
        page.get_by_role("button", name="Deal").click()
        asked(page)
        assert page.locator("#r-hand img").count() == 1
        assert page.locator("#r-centre figure").count() >= 1
        assert (serious(page), overflow(page)) == ([], 0)
        if shots := os.environ.get("SHOTS"):
            page.screenshot(path=f"{shots}/leduc-table.png")
        answer(page)
        play_on([page], partial(over_or_next, page))
        table = page.url.rpartition("/")[2]
        page.locator("#finale-more > summary").click()
        page.get_by_role("button", name="Ask to see all hands").click()
        page.get_by_role("link", name="Replay").click()
        expect(page.locator("main.replay")).to_contain_text("won the game")
        cookies = {one["name"]: one["value"] for one in page.context.cookies()}
        with visitor(address) as again:
            again.cookies.update(cookies)
            record = again.get(f"/t/{table}/record?match=1").text
            assert again.post("/open/leduc", data={"seats": "2", "public": "on"}).status_code == 200
        return table, record, cookies


def over_or_next(page: Page) -> bool:
    """Whether the match is over; between two hands, the next one is asked for."""
    page.evaluate("document.querySelector('#r-next button[value=next]')?.click()")
    return over(page)


def says_that_it_sleeps(ann: httpx.Client, table: str) -> None:
    """Every place that names the table says why it cannot be played."""
    why = "This table’s game, leduc, can’t be played: it isn’t installed here. The table comes back with it."
    told = why.replace("'", "&#39;")
    lobby = ann.get("/")
    assert lobby.status_code == 200
    assert lobby.text.count(told) == 2, "both tables are Ann's"
    listed = {card["why"] for card in ann.get("/api/tables").json()}
    assert listed == {why}
    for path in (f"/t/{table}", f"/t/{table}/replay?match=1", f"/t/{table}/proofs?match=1"):
        page = ann.get(path)
        assert page.status_code == 409
        assert told in page.text
    looked = ann.get(f"/api/tables/{table}")
    assert (looked.status_code, looked.json()["error"].capitalize()) == (409, why.capitalize())
    for path in ("/rules/leduc", "/open/leduc"):
        assert ann.get(path).status_code == 404
    assert ann.get("/rules").status_code == 200


# Packages that are worse.

LATER = """
def own(view, ranges):
    raise KeyError("the king of spades")
GAME = replace(GAME, table=replace(GAME.table, own=own))
"""
LOOKS = """
GAME = replace(GAME, table=replace(GAME.table, look=replace(GAME.table.look,
    sample=("Zz",), sheet="nowhere.css", faces=__name__)))
STYLE = ""
def body(deck, code):
    return "<g>" if code == "Aa" else 1 / 0
"""


def test_no_package_stops_the_room(place: Place, browser: Browser, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.put("shindig-none", "import nothing_like_it", "none")
    later = shelf.put("shindig-later", game_code("later", "later-deck", LATER), "later")
    shelf.put("shindig-looks", game_code("looks", "looks-deck", LOOKS), "looks")
    (tmp_path / "rules.md").write_bytes(b"\xff\xfe not UTF-8")
    with serving(place, "worse.sqlite3", tmp_path) as room, visitor(room.address) as ann:
        started = "".join(room.complaints)
        for told in ("shindig-none: the game 'none'", "shindig-looks: look.sample of Other", "look.sheet of Other"):
            assert started.count(told) == 1, started
        for path in ("/", "/rules", "/rules/later", "/rules/looks", "/open/later", "/open/looks", "/api/games"):
            assert ann.get(path).status_code == 200, path
        lobby = ann.get("/").text
        for address in re.findall(r'(?:src|href)="(/(?:faces|looks)/[^"]+)"', lobby):
            assert ann.get(address).status_code == 200, address
        assert ">A of a</text>" in ann.get("/faces/1/looks-deck/Aa.svg").text, "plain, since the artist's is no SVG"
        assert "a face-down card" in ann.get("/faces/1/looks-deck/back.svg").text
        told = f"The package shindig-later failed ({later}, line"
        table = str(ann.post("/play", data={"game": "later", "bots": "1"}).url.path)
        stream = ann.get(f"{table}/stream").text.rpartition("event: ")[2]
        assert stream.startswith("fault\n"), "as soon as the cards are dealt"
        broken = ann.get(table)
        assert broken.status_code == 500
        for text in (stream, broken.text):
            assert told in text
            assert "king of spades" not in text
        with visiting(browser, room.address, known=("500 (Internal Server Error)",)) as page:
            page.goto("/play/later")
            page.locator("form[action='/play'] button").click()
            expect(page.locator("body")).to_contain_text(told)
        with visitor(room.address) as ben:
            assert ben.post("/play", data={"game": "talon", "bots": "3"}).status_code == 200
            assert ben.get("/").status_code == 200
    assert "king of spades" in "".join(room.complaints)
