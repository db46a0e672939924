"""Who sits down during a hand plays from the next one on, and until then sees what onlookers see, on every channel."""

from __future__ import annotations

import asyncio
import json
import re
from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest

from shindig.core.layout_and_views import ONLOOKER, Records, See
from shindig.gamekit import Game, game, game_ids
from shindig.server.broadcast.json_encoding import encode_update
from shindig.server.errors import RefusedError
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.schemas import Settings, TableUpdate
from shindig.server.table_log.seat_occupants import HandPosition
from shindig.server.table_log.turn_clock import Pace
from shindig.web.html.page_diff import render_regions
from tests.kits.server.room_kit import FIRST, HandClock, guests, latest, play_out, run, settle, two_at_table
from tests.kits.web.in_process_app import application, client


async def play_a_hand(room: GameServer, table: str, people: list[Person]) -> None:
    """Random moves until another hand has begun."""
    state = room.table_registry.tables[table].state
    assert state.match is not None
    at = HandPosition.from_match(state.game, state.match)
    while not HandPosition.from_match(state.game, state.match).is_after(at):
        await play_out(room, table, people, seed=state.seq, most=1)


def seen(news: TableUpdate) -> tuple[bytes, object]:
    """The game's side of the news: the view, and what it is told of what happened."""
    assert news.view is not None
    return news.view.tobytes(), [(update.seq, update.do, update.lines) for update in news.updates]


def test_a_newcomer_sees_what_onlookers_see_until_the_next_hand(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room, seats=4, stack=1_000_000)  # so that nobody is out after one hand
        (cyd,) = await guests(room, "Cyd")
        assert await room.sit(table, cyd, 2) == 2
        await settle(room, table)
        stream = room.stream_updates(table, cyd)
        for news in (await room.build_snapshot(table, cyd), await latest(stream)):
            assert (news.info.you, news.info.token, news.info.seats[2].newcomer) == (2, None, True)
            assert seen(news) == seen(await room.build_snapshot(table))
            assert (
                json.loads(encode_update(news))["view"]
                == json.loads(encode_update(await room.build_snapshot(table)))["view"]
            )
            assert "You’re in from the next deal on." in render_regions(news)["r-ask"]
        await play_a_hand(room, table, [ann, bob, cyd])
        news = await room.build_snapshot(table, cyd)
        assert news.view is not None
        assert (news.view.seat, news.info.seats[2].newcomer, news.info.seats[2].kind) == (2, False, "person")
        assert min(news.view.record.hand[2]) >= 0
        await stream.aclose()  # type: ignore[attr-defined]

    run(tmp_path, work)


def test_a_bot_plays_a_newcomers_hand(tmp_path: Path) -> None:
    """Also on the newcomer's turn, who has no token, and whose coming and going takes the bot no time."""

    async def work(room: GameServer, clock: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.open_table(ann, "tall-card", 3, FIRST)
        await room.start_match(table, ann)
        await settle(room, table)
        state = room.table_registry.tables[table].state
        assert state.actor == 1
        clock.advance(0.2)
        (cyd,) = await guests(room, "Cyd")
        await room.sit(table, cyd, 1)
        news = await room.build_snapshot(table, cyd)
        assert news.info.token is None
        with pytest.raises(RefusedError, match="from the next deal on"):
            await room.move(table, cyd, "claim", state.token)
        bot, token = state.seats[1].bot, state.token
        await room.leave(table, cyd)
        assert state.seats[1].bot == bot != ""
        clock.advance(0.9)
        await settle(room, table)
        assert state.token != token

    run(tmp_path, work, Pace(least=1, most=1, rest=0, absent=100_000))


def test_sitting_down_everywhere_reads_no_hand(tmp_path: Path) -> None:
    """Over HTTP: one guest after another sits at each bot's seat, looks at page and protocol, and leaves."""

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            ann, token = await room.accounts.create_guest("Ann")
            table = await room.play_now(ann, "tall-card", 4, FIRST, Settings(public=False, advice=True))
            await settle(room, table)
            for seat in (1, 2, 3):
                _, token = await room.accounts.create_guest("Spy")
                async with client(app, token) as spy:
                    assert (await spy.post(f"/api/tables/{table}/seats", json={"seat": seat})).status_code == 201
                    told = (await spy.get(f"/api/tables/{table}")).json()
                    assert told["table"]["you"] == seat
                    assert {card for hand in told["view"]["hand"] for card in hand} == {-1}
                    assert "You’re in from the next deal on." in (await spy.get(f"/t/{table}")).text
                    assert (await spy.get(f"/t/{table}/advice")).json()["advice"] == ["No advice right now."]
                    assert (await spy.post(f"/api/tables/{table}/leave")).status_code == 204

    asyncio.run(work())


def test_a_newcomer_looks_back_with_an_onlookers_eyes(tmp_path: Path) -> None:
    """Replay and proofs of the hand during which Cyd sat down are an onlooker's; those of the next are Cyd's own."""

    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room, seats=3, settings=Settings(reveal="never", watch=False))
        (cyd,) = await guests(room, "Cyd")
        await room.sit(table, cyd, 2)
        await play_out(room, table, [ann, bob, cyd])
        steps = await room.build_replay(table, cyd, 1)
        began = next(number for number, step in enumerate(steps) if set(step.views) == {2})
        first = steps[began].views[2]
        assert first.game.rules.hand.number(first.record) == 2
        assert {viewer for step in steps[:began] for viewer in step.views} == {ONLOOKER}
        assert {viewer for step in steps[began:] for viewer in step.views} == {2}
        anns = await room.build_replay(table, ann, 1)
        assert {viewer for step in anns for viewer in step.views} == {0}
        proved = {
            name: [len(order["proofs"]) for cut in told["cuts"] for order in cut["orders"] if order["of"] == "main"]
            for name, told in [(person.name, await room.build_proofs(table, person, 1)) for person in (ann, cyd)]
        }
        assert proved["Cyd"][0] < proved["Ann"][0], "of the first hand only what was shown"
        assert proved["Cyd"][1] >= 5

    run(tmp_path, work)


def test_who_left_in_mid_hand_comes_back_to_it_and_who_took_the_seat_does_not(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room, seats=3)
        mine = (await room.build_snapshot(table, bob)).view
        assert mine is not None
        await room.leave(table, bob)
        (cyd,) = await guests(room, "Cyd")
        await room.sit(table, cyd, 1)
        assert seen(await room.build_snapshot(table, cyd)) == seen(await room.build_snapshot(table))
        await room.leave(table, cyd)
        await room.sit(table, bob, 1)
        news = await room.build_snapshot(table, bob)
        assert not news.info.seats[1].newcomer
        assert news.view is not None
        assert (news.view.seat, list(news.view.record.hand[1])) == (1, list(mine.record.hand[1]))
        await room.leave(table, bob)
        await play_a_hand(room, table, [ann])
        await room.sit(table, bob, 1)
        assert (await room.build_snapshot(table, bob)).info.seats[1].newcomer, "this hand was dealt to a bot"

    run(tmp_path, work)


def test_who_is_held_has_their_own_hand_at_once(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        await room.hold_seat(table, ann, 1)
        await room.come_back(table, bob)
        news = await room.build_snapshot(table, bob)
        assert news.view is not None
        assert news.view.seat == 1
        assert not news.info.seats[1].newcomer

    run(tmp_path, work)


def test_a_seat_taken_after_a_match_shows_nothing_of_it(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        await play_out(room, table, [ann, bob])
        await room.leave(table, bob)
        (cyd,) = await guests(room, "Cyd")
        await room.sit(table, cyd, 1)
        assert seen(await room.build_snapshot(table, cyd)) == seen(await room.build_snapshot(table))
        for person in (ann, cyd):
            await room.agree(table, person, "rematch")
        await settle(room, table)
        news = await room.build_snapshot(table, cyd)
        assert news.view is not None
        assert news.view.seat == 1

    run(tmp_path, work)


def finale_texts(news: TableUpdate, language: str) -> list[str]:
    """Everything that a viewer reads about a finished match; not what comes next."""
    regions, you = render_regions(news, language), news.info.you
    finale = [part.split('<div class="onward">')[0] for part in (regions["r-next"], regions["r-ending"])]
    parts = (*finale, regions["r-reveal"], regions["r-occasion"])
    mine = [re.sub(rf'<span class="as-(?!{you}")-?\d+">.*?</span>', "", part) for part in parts]
    mine = [re.sub(rf'<span class="[^"]*\bnot-{you}\b[^"]*">.*?</span>', "", part) for part in mine]
    return [" ".join(re.sub("<[^>]+>", " ", part).split()) for part in mine]


@pytest.mark.parametrize("language", ["en", "de"])
def test_who_takes_a_freed_seat_reads_the_last_result_as_onlookers_do(tmp_path: Path, language: str) -> None:
    """It names who played, as the log does, also while the seat is empty."""

    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        await play_out(room, table, [ann, bob])
        told = finale_texts(await room.build_snapshot(table), language)
        assert any("Bob" in text for text in told)
        own = finale_texts(await room.build_snapshot(table, bob), language)
        assert own != told
        await room.leave(table, bob)
        assert finale_texts(await room.build_snapshot(table), language) == told
        (cyd,) = await guests(room, "Cyd")
        await room.sit(table, cyd, 1)
        for who in (None, cyd):
            news = await room.build_snapshot(table, who)
            standing = re.search('<ol class="standing.*?</ol>', render_regions(news, language)["r-next"])
            assert standing is None or ("Bob" in standing[0] and "aria-current" not in standing[0])
            texts = finale_texts(news, language)
            assert [texts[0].startswith(told[0]), *texts[1:]] == [True, *told[1:]]
        await room.leave(table, cyd)
        await room.sit(table, bob, 1)
        assert finale_texts(await room.build_snapshot(table, bob), language) == own

    run(tmp_path, work)


def hand_at(rules: Game, match: Records) -> HandPosition:
    hand = rules.rules.hand
    return HandPosition(int(hand.number(match[0])), bool(hand.ended(match[0])))


@pytest.mark.parametrize("game_id", game_ids())
def test_what_a_seat_sees_of_a_hand_that_begins_owes_nothing_to_the_last_one(game_id: str) -> None:
    """So a newcomer, who sees it from then on, learns nothing of what was the seat's alone before."""
    rules, rng = game(game_id), np.random.default_rng(3)
    own = [field for field in rules.rules.layout.fields if field.see is See.OWNER]
    match, (ranges, items) = rules.new(rules.rules.seats[0]), rules.plain.scratch()
    at, begun = hand_at(rules, match), 0
    while begun < 2:
        other, chance, before = match.copy(), deepcopy(rng), at
        rules.plain.step(match, 0, rng, ranges, items)
        at = hand_at(rules, match)
        if at.is_after(before) and before.ended:
            begun += 1
            for field in own:
                other[field.name] = field.blank
            rules.plain.step(other, 0, chance, ranges, items)
            assert [field.name for field in own if (other[field.name] != match[field.name]).any()] == []
