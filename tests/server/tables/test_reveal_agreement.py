"""All agreed means everybody who sat in the match: each by themselves, also who has left, and nobody in their place."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from shindig.server.errors import ForbiddenError, MissingError, RefusedError
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.schemas import Consent, Settings
from shindig.web.html.page_diff import render_regions
from tests.kits.server.room_kit import FIRST, HandClock, guests, open_room, play_out, run, settle, two_at_table
from tests.kits.web.in_process_app import application, client


async def played(room: GameServer, settings: Settings | None = None) -> tuple[str, Person, Person]:
    """A match of Ann, the host, and Bob that is over."""
    table, ann, bob = await two_at_table(room, settings=settings)
    await play_out(room, table, [ann, bob])
    return table, ann, bob


async def shut(room: GameServer, table: str, match: int = 1) -> bool:
    """Whether nobody gets the record of a match, and each sees only their own hands."""
    with pytest.raises(ForbiddenError, match="has everyone’s cards"):
        await room.build_record(table, None, match)
    return not (await room.build_proofs(table, None, match))["open"]


def test_a_guest_on_the_others_seat_agrees_to_nothing_in_their_place(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, _bob = await played(room)
        await room.agree(table, ann, "reveal")
        await room.remove_player(table, ann, 1)
        (eve,) = await guests(room, "Eve")
        await room.sit(table, eve, 1)
        with pytest.raises(ForbiddenError, match="who played in this match"):
            await room.agree(table, eve, "reveal")
        assert await shut(room, table)
        opening = (await room.build_snapshot(table, eve)).info.opening
        assert opening is not None
        assert opening.consents == (Consent("Ann", True, 0), Consent("Bob", False, None))

    run(tmp_path, work)


def test_who_came_or_left_during_the_match_is_asked_too(tmp_path: Path) -> None:
    """Bob leaves in the first hand, Cyd takes the seat; all three have held it, and all three must agree."""

    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        await room.leave(table, bob)
        (cyd,) = await guests(room, "Cyd")
        await room.sit(table, cyd, 1)
        await play_out(room, table, [ann, cyd])
        for person in (ann, cyd):
            await room.agree(table, person, "reveal")
        assert await shut(room, table)
        opening = await room.build_reveal_status(table, bob, 1)
        assert opening.yours is False
        assert [one.name for one in opening.consents if not one.agreed] == ["Bob"]
        await room.agree(table, bob, "reveal", 1)
        line = (await room.build_snapshot(table)).updates[-1].lines[0]
        assert str(line.text) == "Bob is happy to show all hands of match 1."
        assert (await room.build_record(table, None, 1)).count('"cut"') >= 1

    run(tmp_path, work)


def test_who_was_there_between_two_deals_alone_is_not_asked(tmp_path: Path) -> None:
    """Eve sits down in a hand, which a bot plays for her, and is gone before the next: she has seen nothing."""

    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        await room.leave(table, bob)
        (eve,) = await guests(room, "Eve")
        await room.sit(table, eve, 1)
        await room.leave(table, eve)
        await room.sit(table, bob, 1)
        await play_out(room, table, [ann, bob])
        with pytest.raises(ForbiddenError, match="who played in this match"):
            await room.agree(table, eve, "reveal")
        for person in (ann, bob):
            assert await shut(room, table)
            await room.agree(table, person, "reveal")
        opening = await room.build_reveal_status(table, eve, 1)
        assert (opening.consents, opening.yours) == ((Consent("Ann", True, 0), Consent("Bob", True, 1)), None)

    run(tmp_path, work)


def test_hands_that_all_agreed_to_open_lie_open_on_the_table(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await played(room)
        await room.agree(table, ann, "reveal")
        before = await room.build_snapshot(table, ann)
        assert before.public.open == ()
        await room.agree(table, bob, "reveal")
        for viewer in (ann, None):
            public = (await room.build_snapshot(table, viewer)).public
            assert [view.seat for view in public.open] == [0, 1]
            assert all(card.code for view in public.open for card in view.scene.seats[view.seat].piles[0].cards)
        news = await room.build_snapshot(table, ann)
        held = news.public.open[1].scene.seats[1].piles[0].cards
        shown = render_regions(news)["seat-1"]
        assert held
        assert all(f"/{card.code}.svg" in shown for card in held)

    run(tmp_path, work)


def test_a_yes_stays_when_one_leaves_and_holds_for_one_match_only(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await played(room)
        await room.agree(table, bob, "reveal")
        for person in (ann, bob):
            await room.agree(table, person, "rematch")
        await settle(room, table)
        with pytest.raises(RefusedError, match="after a match"):
            await room.agree(table, ann, "reveal", 2)
        await play_out(room, table, [ann, bob], seed=2)
        await room.agree(table, ann, "reveal")
        assert await shut(room, table, 2)
        await room.leave(table, bob)
        assert await shut(room, table, 1)
        await room.agree(table, ann, "reveal", 1)
        assert (await room.build_snapshot(table)).info.opened == (1,)
        assert await shut(room, table, 2)
        assert [card.matches for card in await room.load_history(bob)] == [(1, 2)]
        with pytest.raises(MissingError, match="Match 3 wasn’t finished"):
            await room.build_reveal_status(table, bob, 3)

    run(tmp_path, work)


def test_after_a_table_has_closed_and_another_server_has_it(tmp_path: Path) -> None:
    async def whole() -> None:
        url, clock = f"sqlite:///{tmp_path}/room.db", HandClock()
        room = await open_room(url, clock)
        table, ann, bob = await played(room)
        await room.leave(table, bob)
        await room.leave(table, ann)
        await room.close()
        room = await open_room(url, clock)
        await asyncio.gather(room.agree(table, bob, "reveal", 1), room.agree(table, ann, "reveal", 1))
        await room.agree(table, ann, "reveal", 1)
        assert (await room.build_reveal_status(table, None, 1)).open
        assert await room.build_record(table, None, 1)
        with pytest.raises(RefusedError, match="closed"):
            await room.agree(table, ann, "rematch")
        await room.close()

    asyncio.run(whole())


def test_where_hands_never_open_nobody_is_asked(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, _bob = await played(room, Settings(reveal="never"))
        with pytest.raises(RefusedError, match="settings allow it"):
            await room.agree(table, ann, "reveal")
        assert (await room.build_reveal_status(table, ann, 1))[1:] == (False, (), None)

    run(tmp_path, work)


def test_a_rematch_is_for_those_who_sit_here_now(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await played(room)
        await room.agree(table, bob, "rematch")
        await room.leave(table, bob)
        (eve,) = await guests(room, "Eve")
        await room.sit(table, eve, 1)
        await room.agree(table, ann, "rematch")
        assert (await room.build_snapshot(table)).info.agreed == {"rematch": (0,)}, "Eve has said nothing yet"
        await room.agree(table, eve, "rematch")
        await settle(room, table)
        assert (await room.build_snapshot(table)).info.match == 2

    run(tmp_path, work)


def test_the_pages_show_who_is_missing_and_let_them_agree(tmp_path: Path) -> None:
    """Ann at the table, Bob from his history after he has left; Eve on his seat is not asked, and cannot."""

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            (ann, anns), (bob, bobs), (_eve, eves) = [
                await room.accounts.create_guest(name) for name in ("Ann", "Bob", "Eve")
            ]
            table = await room.open_table(ann, "tall-card", 2, FIRST)
            await room.sit(table, bob)
            await room.start_match(table, ann)
            await play_out(room, table, [ann, bob])
            await room.leave(table, bob)
            api, page, form = f"/api/tables/{table}", f"/t/{table}", {"to": "reveal", "match": "1"}
            async with client(app, anns) as first, client(app, bobs) as second, client(app, eves) as third:
                assert (await first.post(f"{api}/agreements", json={"to": "reveal"})).status_code == 204
                assert (await third.post(f"{api}/seats", json={"seat": 1})).status_code == 201
                assert (await third.post(f"{api}/agreements", json={"to": "reveal", "match": 1})).status_code == 403
                assert (await third.post(f"{page}/agree", data=form)).status_code == 403
                assert "Ask to see all hands" not in (await third.get(page)).text
                told = (await third.get(f"{api}/matches/1/opening")).json()
                assert told["consents"] == [
                    {"name": "Ann", "agreed": True, "seat": 0},
                    {"name": "Bob", "agreed": False, "seat": None},
                ]
                assert (await third.get(api)).json()["table"]["opening"] == {**told, "yours": None}
                for seen in ((await first.get(page)).text, (await first.get(f"{page}/replay?match=1")).text):
                    said = re.sub(r'<[^>]*aria-hidden="true">.*?</span>|<[^>]*>', "", seen)
                    assert re.search(r"Happy to show all hands: Ann\s*; still to say yes: Bob \(left\)", said)
                    assert "Ask to see all hands" not in seen
                assert (await first.get(f"{page}/record?match=1")).status_code == 403
                replay = f"{page}/replay?match=1"
                assert replay in (await second.get("/me/history")).text
                assert "Ask to see all hands" in (await second.get(replay)).text
                answer = await second.post(f"{page}/agree", data=form, headers={"accept": "text/html"})
                assert (answer.status_code, answer.headers["location"]) == (303, replay)
                assert "You can all see every hand now" in (await first.get(replay)).text
                assert (await third.get(f"{page}/record?match=1")).status_code == 200

    asyncio.run(work())
