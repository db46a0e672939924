"""The deal of the day tells who tries it no more than their seat sees.

Others are told nothing (`tests/server/matches/test_daily_deal.py`).
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from shindig.match import View
from shindig.server.broadcast.json_encoding import encode_update
from shindig.server.fairness.daily_secret import SealedDeal
from shindig.server.fairness.fair_shuffle import ShuffledOrder
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.web.html.page_diff import render_log, render_regions
from tests.kits.server.room_kit import HandClock, InlineBots, seal_days, settle
from tests.server.matches.test_daily_deal import HASTY, TERMS, RealBots, account, first

HASH = re.compile(rb"[0-9a-f]{64}")
"""What commits the house to cards, and tells nothing of them."""
SWAPS = [(3, 40), (0, 9), (7, 30), (12, 50)]
"""Places of the first deal whose cards change places."""
Told = list[tuple[bytes, bytes]]
"""At each moment what a view is, and all that is said with it."""


class OtherwiseError(Exception):
    """What the others did is not legal in this world."""


class Scripted(InlineBots):
    """Bots that answer as others did before, whatever they hold."""

    def __init__(self, answers: list[int]) -> None:
        super().__init__()
        self.answers = iter(answers)

    async def ask(self, _: str, __: str, view: View) -> int:
        action = next(self.answers, -1)
        if not view.legal.allows(action):
            raise OtherwiseError
        return action


def swapping(order: Callable[..., ShuffledOrder], swap: tuple[int, int]) -> Callable[..., ShuffledOrder]:
    """Orders as they are, but for two cards of the first deal."""

    def swapped(daily: SealedDeal, of: str, nth: int, cards: list[str]) -> ShuffledOrder:
        made = order(daily, of, nth, cards)
        if len(cards) <= max(swap) or nth:
            return made
        one, other = swap
        items = [*made.cards]
        items[one], items[other] = items[other], items[one]
        return replace(made, cards=tuple(items))

    return swapped


def tried(folder: Path, bots: InlineBots, swap: tuple[int, int] = (0, 0)) -> Told:
    """What Ann is given at her try, in a world in which two cards have changed places."""
    found: Told = []

    async def whole() -> None:
        room = await GameServer.start(f"sqlite:///{folder}/room{swap}.db", HandClock(), HASTY, bots, random.Random(1))
        try:
            await seal_days(room.services.store, room.daily_deals.today, TERMS, 1, bytes(range(64)))
            with suppress(OtherwiseError):
                await play(room, await account(room, "ann"), found)
        finally:
            await room.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SealedDeal, "build_order", swapping(SealedDeal.build_order, swap))
        patch.setattr(secrets, "choice", random.Random(4).choice)
        asyncio.run(whole())
    return found


async def play(room: GameServer, ann: Person, found: Told) -> None:
    """Ann does the first thing that she may, hand by hand; each moment is kept as it was told."""
    table = await room.daily_attempts.open_today(ann)
    await settle(room, table)
    while (state := room.table_registry.tables[table].state).playing:
        news = await room.build_snapshot(table, ann)
        assert news.view is not None
        pages = json.dumps([render_regions(news), render_log(news)]).encode()
        day = repr(await room.daily_deals.load_info(room.daily_deals.today)).encode()
        found.append((news.view.tobytes(), HASH.sub(b"", encode_update(news) + pages + day)))
        if state.is_resting:
            await room.agree(table, ann, "next")
        elif news.info.token:
            await room.move(table, ann, first(news.view), news.info.token)
        else:
            break
        await settle(room, table)


def test_cards_that_a_try_does_not_show_change_nothing_that_is_told_of_it(tmp_path: Path) -> None:
    bots, compared = RealBots(), 0
    true = tried(tmp_path, bots)
    answers = [action for _, _, action in bots.asked]
    assert len(true) > 3
    for swap in SWAPS:
        for (seen, told), (also_seen, also_told) in zip(true, tried(tmp_path, Scripted(answers), swap), strict=False):
            if seen != also_seen:
                break
            assert told == also_told
            compared += 1
    assert compared > len(SWAPS)
