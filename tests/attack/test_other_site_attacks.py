"""Attacks by another site, which has a person's browser ask for pages, and by a listener, who sees their lengths."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from tests.kits.web.in_process_app import application

pytestmark = pytest.mark.attack


def test_the_length_of_a_page_that_another_site_asks_for_tells_no_secret(tmp_path: Path) -> None:
    """A guest's own page has the links of their tables, and repeats the page to return to. Compressed, a right guess
    would be shorter than a wrong one."""

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            ann, token = await room.accounts.create_guest("Ann")
            table = await room.open_table(ann, "tall-card", 2)
            wrong = table[::-1]
            known = {"cookie": f"shindig={token}", "accept-encoding": "gzip"}
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://room") as http:

                async def ask(guess: str, **headers: str) -> tuple[str, int]:
                    told = await http.get(f"/me?back=/t/{guess}", headers={**known, **headers})
                    assert f'value="/t/{guess}"' in told.text
                    return told.headers.get("content-encoding", ""), int(told.headers["content-length"])

                for elsewhere in ({"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}, {}):
                    (kind, right), (_, other) = [await ask(guess, **elsewhere) for guess in (table, wrong)]
                    assert (kind, right) == ("", other), elsewhere
                for ours in ("same-origin", "none"):
                    assert (await ask(table, **{"sec-fetch-site": ours}))[0] == "gzip"
                stranger = await http.get("/rules/talon", headers={"accept-encoding": "gzip"})
                assert stranger.headers["content-encoding"] == "gzip"

    asyncio.run(work())
