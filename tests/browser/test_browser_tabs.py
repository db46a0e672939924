"""Many tabs of one browser over HTTP/1.1, which has six connections for all of them."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.kits.web.browser_kit import open_table

TABS = 8
SAY = """async (text) => fetch(`${location.pathname}/say`, {
    method: "POST", body: new URLSearchParams({ text }), headers: { accept: "application/json" } })"""


def test_more_tables_than_a_browser_has_connections_are_all_live(browser: Browser, address: str) -> None:
    """Each tab says something at its own table and sees it there; while all are open, the last one was loaded."""
    context = browser.new_context(base_url=address, service_workers="block")
    pages = [context.new_page() for _ in range(TABS)]
    for page in pages:
        open_table(page, "tall-card", 2)
    for number, page in enumerate(pages):
        page.evaluate(SAY, f"Hello {number}")
        page.get_by_text(f"Hello {number}").first.wait_for(state="attached")
    context.close()
