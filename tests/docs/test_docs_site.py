"""The documentation as a site: it is built without a warning, and its links lead somewhere."""

from __future__ import annotations

import fcntl
import json
import os
import re
import subprocess
import sys
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path
from pydoc import locate
from urllib.parse import unquote, urlsplit

import pytest

from shindig.gamekit import game_ids

DOCS = Path(__file__).parents[2] / "docs"


class Page(HTMLParser):
    """A page's anchors, and what it leads to."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file, self.anchors, self.links = file, set[str](), set[str]()
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        found = dict(attrs)
        self.anchors |= {name for key in ("id", "name") if (name := found.get(key))}
        self.links |= {link for key in ("href", "src", "data-folder") if (link := found.get(key))}


class Site:
    """Pages in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def pages(self) -> dict[Path, Page]:
        return {file: Page(file) for file in self.folder.rglob("*.html")}

    def broken(self) -> list[str]:
        """Links within the site that lead nowhere."""
        return [
            f"{page.file.relative_to(self.folder)}: {link}"
            for page in self.pages.values()
            for link in sorted(page.links)
            if not urlsplit(link).scheme and not self._there(page, link)
        ]

    def _there(self, page: Page, link: str) -> bool:
        parts = urlsplit(link)
        file = (page.file.parent / unquote(parts.path)).resolve() if parts.path else page.file
        if not parts.fragment or file.suffix != ".html":
            return file.exists()
        return file in self.pages and unquote(parts.fragment) in self.pages[file].anchors


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Without what takes playing: built once in a run, since its sources are generated in one place."""
    base = tmp_path_factory.getbasetemp().resolve()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "site"
    folder.mkdir(exist_ok=True)
    done = folder / "done"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if done.exists():
            return Site(folder / "html")
        found = built(folder, "-t", "quick")
        done.touch()
        return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """As `make docs` builds it."""
    return built(tmp_path_factory.mktemp("whole").resolve())


def built(folder: Path, *more: str) -> Site:
    words = ("-W", "--keep-going", "-q", *more, "-d", str(folder / "doctrees"), str(DOCS), str(folder / "html"))
    done = subprocess.run((sys.executable, "-m", "sphinx", *words), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return Site(folder / "html")


def test_every_link_leads_somewhere(site: Site) -> None:
    assert len(site.pages) > 20
    assert site.broken() == []


def test_every_game_has_a_page_with_a_hand_to_step_through(site: Site) -> None:
    for game_id in game_ids():
        page = site.pages[site.folder / "generated" / "games" / f"{game_id}.html"]
        (folder,) = (link for link in page.links if link.endswith(f"replays/{game_id}/"))
        assert len([*(page.file.parent / folder).glob("*.svg")]) > 5


@pytest.mark.long
def test_every_game_shows_what_a_command_has_drawn_of_its_hands(whole: Site) -> None:
    assert whole.broken() == []
    for game_id in game_ids():
        page = whole.pages[whole.folder / "generated" / "games" / f"{game_id}.html"]
        drawn = {Path(link).name for link in page.links if link.endswith(".svg")}
        (picture,) = drawn & {f"{game_id}-ranks.svg", f"{game_id}-odds.svg"}
        asks = picture.removeprefix(f"{game_id}-").removesuffix(".svg")
        assert f"shindig {asks} {game_id}" in page.file.read_text("utf-8")


@pytest.mark.long
def test_notebooks_show_what_came_of_them(whole: Site) -> None:
    files = [*(DOCS / "notebooks").glob("*.ipynb")]
    assert len(files) > 1
    for file in files:
        text = (whole.folder / "generated" / "notebooks" / f"{file.stem}.html").read_text("utf-8")
        assert text.count('<div class="shown">') > 1
        assert file.name in text


def test_notebooks_are_kept_without_what_came_of_them() -> None:
    for file in (DOCS / "notebooks").glob("*.ipynb"):
        cells = json.loads(file.read_text("utf-8"))["cells"]
        assert not any(cell.get("outputs") or cell.get("execution_count") for cell in cells)


def test_every_clause_is_an_anchor_of_its_game(site: Site) -> None:
    anchors = {file.stem: page.anchors for file, page in site.pages.items()}
    assert {"TC-1", "TC-47"} <= anchors["tall-card"]
    assert {"PB-1", "PB-54"} <= anchors["merchants-bank"]
    assert {"TN-1", "TN-94"} <= anchors["talon"]


def test_docstrings_are_on_the_page_of_names(site: Site) -> None:
    assert {"shindig.batch", "shindig.Match.play", "shindig.lab.simulate"} <= site.pages[
        site.folder / "api.html"
    ].anchors


def test_no_member_is_missing_on_the_page_of_names(site: Site) -> None:
    """One without a docstring would be, without a word."""
    anchors = site.pages[site.folder / "api.html"].anchors
    found = re.findall(r"autoclass:: (\S+)", (DOCS / "api.md").read_text("utf-8"))
    members = [f"{name}.{own}" for name in found for own in members_of(locate(name))]
    assert len(members) > 50
    assert not [name for name in members if name not in anchors]


def members_of(kind: object) -> list[str]:
    """The methods and properties that a class has of its own, for everybody."""
    return [name for name, own in vars(kind).items() if hasattr(own, "__get__") and not name.startswith("_")]


def test_a_link_to_nowhere_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<p id="x"><a href="#x"></a><a href="#y"></a><a href="b.html"></a>')
    assert Site(tmp_path.resolve()).broken() == ["a.html: #y", "a.html: b.html"]
