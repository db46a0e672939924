"""Every game played to its end in a real browser, at phone and desk size."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.kits.web.browser_kit import DESK, PHONE, answer, asked, open_table, overflow, visiting

MATCHES = {
    "tall-cards": ("tall-cards", 4, {"o-stack": "20", "o-hands": "2"}, PHONE),
    "talon for three": ("talon", 3, {"o-hands": "1"}, PHONE),
    "talon for four": ("talon", 4, {"o-hands": "1"}, DESK),
    "talon for five": ("talon", 5, {"o-hands": "1"}, PHONE),
    "royal pokebacc": ("royal-pokebacc", 3, {"o-hands_to_win": "1"}, PHONE),
    "merchant's bank": ("merchants-bank", 3, {"o-hands_to_win": "1"}, DESK),
    "farmers and fishermen": ("farmers-and-fishermen", 3, {"o-hands_to_win": "1"}, PHONE),
}


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_to_its_end(browser: Browser, address: str, name: str, tmp_path: Path) -> None:
    game_id, seats, options, size = MATCHES[name]
    with visiting(browser, address, size) as page:
        open_table(page, game_id, seats, **options)
        page.get_by_role("button", name="Deal").click()
        decisions = 0
        while asked(page):
            assert overflow(page) == 0
            answer(page)
            decisions += 1
        assert decisions > 0
        assert page.locator(".result").inner_text().strip()
        assert len(page.screenshot(path=tmp_path / "over.png")) > 20_000
