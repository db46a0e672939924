"""Every game played to its end in a real browser, at phone and desk size."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_kit import DESK, PHONE, answer, asked, chromium, overflow, visiting
from playwright.sync_api import Browser, Page
from served import served

MATCHES = {
    "tall-cards": ("tall-cards", 4, {"stack": "20", "hands": "2"}, PHONE),
    "talon for three": ("talon", 3, {"hands": "1"}, PHONE),
    "talon for four": ("talon", 4, {"hands": "1"}, DESK),
    "talon for five": ("talon", 5, {"hands": "1"}, PHONE),
    "royal pokebacc": ("royal-pokebacc", 3, {"hands_to_win": "1"}, PHONE),
    "merchant's bank": ("merchants-bank", 3, {"hands_to_win": "1"}, DESK),
    "farmers and fishermen": ("farmers-and-fishermen", 3, {"hands_to_win": "1"}, PHONE),
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("browser")) as where:
        yield where


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


def opened(page: Page, game_id: str, seats: int, options: dict[str, str]) -> None:
    """A table with the rules that the form was filled with."""
    page.goto(f"/open/{game_id}")
    for summary in page.locator("summary").all():
        summary.click()
    page.select_option("select[name=seats]", str(seats))
    for name, value in options.items():
        page.fill(f"[name=o-{name}]", value)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Start the match").click()


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_to_its_end(browser: Browser, address: str, name: str, tmp_path: Path) -> None:
    game_id, seats, options, size = MATCHES[name]
    with visiting(browser, address, size) as page:
        opened(page, game_id, seats, options)
        decisions = 0
        while asked(page):
            assert overflow(page) == 0
            answer(page)
            decisions += 1
        assert decisions > 0
        assert page.locator(".result").inner_text().strip()
        assert len(page.screenshot(path=tmp_path / "over.png")) > 20_000
