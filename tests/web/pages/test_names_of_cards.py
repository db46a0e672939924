"""Pages name cards as people do: the codes by which programs write them stand nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import islice

import pytest

from shindig.gamekit import game, game_ids
from shindig.web.pages.table_pages import render_table_page
from tests.kits.web.busy_tables import Moment, at_random, news_of

SPOKEN = re.compile(r'(?:alt|aria-label|title|placeholder|data-label|data-choices|data-help)="([^"]*)"')
TAGS = re.compile(r"<(script|style).*?</\1>|<[^>]+>", re.S)


def texts(page: str) -> Iterator[str]:
    """All that is read of a page, or said by it."""
    body = page[page.index("<main") :]
    yield from map(unescape, SPOKEN.findall(body))
    yield unescape(TAGS.sub("\n", body))


def codes(game_id: str) -> re.Pattern[str]:
    """Codes that are no words: those of one letter, bare numbers, plurals such as `7s` and names are."""
    decks = game(game_id).table.decks
    written = {code for deck in decks for code in deck.codes if len(code) > 1 and not code.isdigit()}
    names = {name for deck in decks for name in deck.names}
    names |= {f"{value}s" for value in range(10)}
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(written - names)))})\b")


def test_a_code_is_noticed() -> None:
    assert codes("royal-pokebacc").findall("Discard 7A, or the War") == ["7A"]


@pytest.mark.parametrize("game_id", game_ids())
def test_no_code_of_a_card_stands_on_a_table(game_id: str) -> None:
    found, seats = codes(game_id), game(game_id).rules.seats[-1]
    for match in islice(at_random(game_id, seats), 0, 120, 4):
        page = render_table_page(news_of(Moment(match, max(match.to_act, 0))), None, "")
        assert [text for text in texts(page) if found.search(text)] == []
