"""Groups: members, codes, the next game, everybody going on together, and the standings of an evening."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from shindig.gamekit import game
from shindig.server.admin.admin_actions import export_person, forget_person
from shindig.server.errors import ForbiddenError, MissingError, RefusedError, RoomError
from shindig.server.game_server import GameServer
from shindig.server.groups import groups as module
from shindig.server.groups.spoken_codes import clean_code, make_code
from shindig.server.groups.standings import (
    EVENING_GAP,
    GroupMatch,
    MatchSeat,
    compute_standings,
    share_gains,
    split_evenings,
)
from shindig.server.person import Person
from shindig.server.schemas import Settings
from shindig.server.tables.commands import Open
from shindig.web.app import Application
from shindig.web.html.templating import get_macro
from shindig.web.pages.group_pages import draw_picture
from tests.kits.server.databases import database
from tests.kits.server.room_kit import HandClock, guests, join_group, open_room, play_out, run, settle
from tests.kits.web.in_process_app import FREE, application

SHORT = {"deals_each": 1}


async def dealt(room: GameServer, clock: HandClock, table: str) -> None:
    """Wait until the first cut no longer waits for pages, and the cards are dealt."""
    for _ in range(4):
        clock.advance(3)
        await settle(room, table)


async def friday(room: GameServer, *names: str) -> tuple[str, list[Person]]:
    """A group of these people, who all look at it."""
    people = await guests(room, *names)
    group = await room.groups.found(people[0], "Friday")
    for one in people[1:]:
        await join_group(room, group, one)
    for one in people:
        await room.groups.load_info(group, one, looks=True)
    return group, people


def test_a_code_is_said_in_words_and_read_however_it_is_typed() -> None:
    code = make_code()
    assert clean_code(code.replace("-", " ").upper()) == clean_code(f" {code} ") == code
    assert clean_code(code[:-1]) == clean_code("xyzzy") == ""
    assert len({make_code() for _ in range(100)}) == 100


def test_members_come_by_link_or_code_and_others_see_the_name_alone(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        group, (ann, bob) = await friday(room, "Ann", "Bob")
        (cyd,) = await guests(room, "Cyd")
        outside = await room.groups.load_info(group, cyd)
        assert (outside.name, outside.code, outside.members, outside.you) == ("Friday", "", (), None)
        inside = await room.groups.load_info(group, bob)
        assert [(one.name, one.here, one.founder) for one in inside.members] == [
            ("Ann", True, True),
            ("Bob", True, False),
        ]
        assert await room.groups.find_by_code(inside.code.replace("-", "")) == group
        fresh = await room.groups.renew_code(group, bob)
        assert await room.groups.find_by_code(inside.code) is None
        assert await room.groups.find_by_code(fresh) == group
        with pytest.raises(ForbiddenError, match="Only members"):
            await room.groups.say(group, cyd, "Hello!")
        with pytest.raises(MissingError):
            await room.groups.load_info("nothere", ann)
        await room.groups.remove(group, ann, bob.id)
        with pytest.raises(ForbiddenError, match="removed"):
            await join_group(room, group, bob)
        await join_group(room, group, cyd)
        with pytest.raises(ForbiddenError, match="Only the person who made"):
            await room.groups.remove(group, cyd, ann.id)

    run(tmp_path, work)


def test_who_plays_at_the_groups_table_is_not_away(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        group, (ann, bob) = await friday(room, "Ann", "Bob")
        await room.groups.choose(group, ann, "tall-card", 0, SHORT)
        reading = await room.subscribe(await room.groups.start(group, ann), bob)
        clock.advance(module.HERE + 1)
        await room.groups.load_info(group, ann, looks=True)
        told = [(one.name, one.here, one.playing) for one in (await room.groups.load_info(group, ann)).members]
        assert told == [("Ann", True, False), ("Bob", False, True)]
        reading.close()

    run(tmp_path, work)


@pytest.mark.attack
def test_a_new_code_ends_the_old_link_everywhere(tmp_path: Path) -> None:
    """On the page of the link, that of the room, its form, the QR code and the protocol."""

    async def work() -> None:
        async with application(tmp_path) as (app, _), browser(app) as ann, browser(app) as eve:
            where = (await ann.post("/g", data={"room": "Friday", "name": "Ann"})).url.path
            link = re.search(r'value="([^"]*/join[?]code=[^"]+)"', (await ann.get(where)).text)
            assert link is not None
            await eve.post("/me/name", data={"name": "Eve"})
            assert "Join the room" in (await eve.get(link[1])).text
            assert (await eve.get(f"{where}/qr.svg")).status_code == 403, "it has the code"
            await ann.post(f"{where}/code")
            old = link[1].partition("code=")[2]
            assert (await eve.get(link[1])).status_code == 404
            for page in (where, f"{where}?code={old}"):
                assert "Join the room" not in (await eve.get(page)).text
            for code in ("", old):
                assert (await eve.post(f"{where}/join", data={"code": code})).status_code == 403
                joined = await eve.post(f"/api/groups/{where[3:]}/members", json={"code": code})
                assert joined.status_code == 403
            fresh = (await ann.get(f"/api/groups/{where[3:]}")).json()
            assert [one["name"] for one in fresh["members"]] == ["Ann"]
            joined = await eve.post(f"/api/groups/{where[3:]}/members", json={"code": fresh["code"]})
            assert joined.status_code == 204

    asyncio.run(work())


@pytest.mark.parametrize("apart", [False, True], ids=["one server", "two servers"])
def test_two_members_who_start_at_once_start_one_match(tmp_path: Path, apart: bool) -> None:
    """The log decides, since another server knows nothing else of it; the other table is closed."""

    async def work(room: GameServer, _: HandClock) -> None:
        group, (ann, bob) = await friday(room, "Ann", "Bob")
        await room.groups.choose(group, ann, "tall-card", 0, SHORT)
        other = module.Groups(room) if apart else room.groups
        first, second = await asyncio.gather(room.groups.start(group, ann), other.start(group, bob))
        assert first == second
        assert [one.table for one in (await other.load_info(group, ann)).tables] == [first]
        assert (await room.build_snapshot(first)).info.state == "playing"
        opened = [row[0] for row in await room.services.store.load_history(ann.id, 50)]
        assert len(opened) == 2, "both were about to start"
        assert {(await room.build_snapshot(one)).info.state for one in opened if one != first} == {"closed"}

    run(tmp_path, work)


def test_a_table_that_is_just_being_opened_is_led_nowhere(tmp_path: Path) -> None:
    """Another server's word of the table before may come while the next one is opened."""

    async def work(room: GameServer, _: HandClock) -> None:
        group, (ann, _bob) = await friday(room, "Ann", "Bob")
        await room.groups.choose(group, ann, "tall-card", 0, SHORT)
        await room.groups.start(group, ann)
        fresh = await room.create_table(Open(ann, game("tall-card"), 2, {}, Settings(group=group)))
        await room.groups.lead(group)
        assert (await room.build_snapshot(fresh)).info.state == "waiting"

    run(tmp_path, work)


def test_groups_and_members_are_limited(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        group, (ann, _bob) = await friday(room, "Ann", "Bob")
        *others, cyd = await guests(room, *["Dan"] * (module.MOST_MEMBERS - 2), "Cyd")
        await join_group(room, group, *others)
        with pytest.raises(RefusedError, match="is full"):
            await join_group(room, group, cyd)
        for _number in range(module.MOST_FOUNDED - 1):
            await room.groups.found(ann, "Saturday")
        with pytest.raises(RefusedError, match=f"You’ve made {module.MOST_FOUNDED}"):
            await room.groups.found(ann, "Sunday")
        with pytest.raises(RoomError, match="Pick a name"):
            await room.groups.found(cyd, "")
        with pytest.raises(RoomError, match="only a group opens"):
            await room.open_table(cyd, "tall-card", 2, settings=Settings(group=group))

    run(tmp_path, work)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_all_who_are_here_sit_down_and_go_on_together(kind: str, tmp_path: Path) -> None:
    """The group survives its server, with members, talk, rules and standings."""

    async def whole(url: str) -> None:
        clock = HandClock()
        room = await open_room(url, clock)
        group, people = await friday(room, "Ann", "Bob", "Cyd")
        ann, bob, cyd = people
        await room.groups.say(group, cyd, "Who plays?")
        with pytest.raises(RefusedError, match="Choose a game first"):
            await room.groups.start(group, ann)
        await room.groups.choose(group, bob, "tall-card", 0, SHORT)
        clock.advance(module.HERE + 1)
        for one in (ann, bob):
            await room.groups.load_info(group, one, looks=True)
        table = await room.groups.start(group, bob)
        assert await room.groups.start(group, ann) == table, "two who start at once start one match"
        await dealt(room, clock, table)
        seats = (await room.build_snapshot(table)).info.seats
        assert [one.name for one in seats if one.kind == "person"] == ["Bob", "Ann"], "Cyd is away"
        reading = await room.subscribe(table, ann)
        with pytest.raises(RefusedError, match="They’re playing a match"):
            await room.groups.start(group, ann)
        reading.close()
        assert await room.sit(table, cyd) in range(2, len(seats)), "who is late joins"
        await play_out(room, table, people)
        (evening,) = await room.groups.load_evenings(group, ann)
        assert [one.game for one in evening.matches] == ["tall-card"]
        assert {one.name for one in evening.standings} == {"Ann", "Bob", "Cyd"}
        feed = await room.subscribe(table, cyd)
        await room.groups.choose(group, ann, "tall-cards", 0, {"hands": 1})
        second = await room.groups.start(group, ann, "tall-cards")
        seats = (await room.build_snapshot(second)).info.seats
        assert [one.name for one in seats if one.kind == "person"] == ["Ann", "Cyd", "Bob"], "all keep their neighbours"
        old = (await room.build_snapshot(table)).info
        assert (old.led, old.state) == (second, "closed")
        feed.close()
        await room.close()
        room = await open_room(url, clock)
        info = await room.groups.load_info(group, ann)
        assert [text for _, text, _ in info.talk] == ["Who plays?"]
        assert [one.table for one in info.tables] == [second]
        await dealt(room, clock, second)
        await play_out(room, second, people)
        (evening,) = await room.groups.load_evenings(group, ann)
        assert [one.game for one in evening.matches] == ["tall-card", "tall-cards"]
        assert all(one.matches == 2 for one in evening.standings)
        await room.remove_player(second, ann, 2)
        third = await room.groups.start(group, cyd, "tall-card")
        seats = (await room.build_snapshot(third)).info.seats
        assert "Bob" not in [one.name for one in seats], "who was removed is not seated again"
        with pytest.raises(ForbiddenError, match="removed you"):
            await room.sit(third, bob)
        options = (await room.build_snapshot(third)).info.options
        assert options["deals_each"] == 1, "house rules are remembered by game"
        await room.close()

    with database(kind, tmp_path) as url:
        asyncio.run(whole(url))


def test_a_removal_lasts_over_the_groups_tables_until_the_host_takes_it_back(tmp_path: Path) -> None:
    """Also for who deletes their name later: no log keeps it."""

    async def work(room: GameServer, _: HandClock) -> None:
        group, (ann, bob) = await friday(room, "Ann", "Bob")
        await room.groups.choose(group, ann, "tall-card", 3, SHORT)
        first = await room.groups.start(group, ann)
        await room.remove_player(first, ann, 1)
        await room.close_table(first, ann)
        second = await room.groups.start(group, ann)
        await room.close_table(second, ann)
        third = await room.groups.start(group, ann)
        assert (await room.build_snapshot(third, ann)).info.removed == ("Bob",)
        with pytest.raises(ForbiddenError, match="removed you"):
            await room.sit(third, bob)
        await room.readmit_player(third, ann, 0)
        await room.remove_player(third, ann, await room.sit(third, bob))
        await room.close_table(third, ann)
        with pytest.raises(ForbiddenError, match="removed you"):
            await room.groups.start(group, bob)
        await room.services.store.write(lambda connection: forget_person(connection, bob.id))
        log = "".join(await room.services.store.load_log(second))
        assert (bob.id in log, "Bob" in log) == (True, False)

    run(tmp_path, work)


def test_gains_of_different_games_are_comparable() -> None:
    assert share_gains((100, 100, 100), (160, 120, 20)) == [75.0, 25.0, -100.0]
    assert share_gains((5, 5), (5, 5)) == [0.0, 0.0]
    assert share_gains((0, 0), (-30, -10)) == [-75.0, -25.0], "all may lose"


def won(ended: float, **gains: float) -> GroupMatch:
    seats = tuple(
        MatchSeat(name, name, "", 0, gain, 1 + sum(other > gain for other in gains.values()))
        for name, gain in gains.items()
    )
    return GroupMatch("t", int(ended), "tall-card", ended, (*seats, MatchSeat("", "Fennel", "", 0, 0.0, 2)), "")


def test_page_and_picture_write_gains_with_a_true_minus_and_no_sign_at_zero() -> None:
    matches = [won(0, ann=100.0, bob=0.4, cyd=-100.0)]
    evening = module.Evening(tuple(matches), tuple(compute_standings(matches)))
    page = str(get_macro("group/standings.html", "table_of")(evening, "ann"))
    for written in (
        re.findall(r"<td>([^<]*)</td></tr>", page),
        re.findall(r'"end">([^<]*)<', draw_picture("", evening)),
    ):
        assert written == ["+100", "0", "\u2212100"]


def test_standings_add_gains_of_people_and_evenings_end_after_hours() -> None:
    matches = [won(0, ann=100.0, bob=-100.0), won(60, bob=60.0, cyd=-100.0), won(90 + EVENING_GAP, cyd=100.0)]
    late, early = split_evenings(matches)
    assert [one.ended for one in early] == [0, 60]
    assert len(late) == 1
    told = [(one.place, one.name, one.matches, one.firsts, one.course) for one in compute_standings(early)]
    assert told == [
        (1, "ann", 1, 1, (100.0, 100.0)),
        (2, "bob", 2, 1, (-100.0, -40.0)),
        (3, "cyd", 1, 0, (0.0, -100.0)),
    ]


def test_a_guests_group_and_gains_are_the_accounts_and_all_is_forgotten(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        ann, _ = await room.accounts.register(ann, "ann", "a good password")
        group, (bob, cyd) = await friday(room, "Bob", "Cyd")
        await room.groups.choose(group, bob, "tall-card", 2, SHORT)
        table = await room.groups.start(group, bob)
        await dealt(room, clock, table)
        await play_out(room, table, [bob, cyd])
        ann, _ = await room.accounts.login("ann", "a good password", bob)
        info = await room.groups.load_info(group, ann)
        assert info.founder
        (evening,) = await room.groups.load_evenings(group, ann)
        assert ann.id in {one.person for one in evening.standings}
        await room.groups.say(group, ann, "secret words")
        store = room.services.store
        told = await store.read(lambda connection: export_person(connection, ann.id))
        assert "secret words" in str(told["group_events"])
        await store.write(lambda connection: forget_person(connection, ann.id))
        room.groups.store.forget()
        told_left = str(await room.groups.load_evenings(group, cyd)) + str(await room.groups.load_info(group, cyd))
        assert "Bob" not in told_left
        assert "secret words" not in told_left
        left = await room.groups.load_info(group, cyd)
        assert (left.founder, [one.name for one in left.members]) == (True, ["Cyd"]), "somebody can remove people"

    run(tmp_path, work)


def browser(app: Application) -> httpx.AsyncClient:
    """A browser of somebody, which keeps its cookies and follows redirections."""
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app),
        base_url="http://room",
        headers={"sec-fetch-site": "same-origin"},
        follow_redirects=True,
    )


def test_pages_and_protocol_of_a_group(tmp_path: Path) -> None:
    async def work() -> None:
        limits = replace(FREE, guess_rate=0.001, guess_burst=10.0)
        async with application(tmp_path, limits) as (app, _), browser(app) as ann, browser(app) as ben:
            made = await ann.post("/g", data={"room": "Friday", "name": "Ann"})
            where = made.url.path
            page = (await ann.get(where)).text
            code = re.search(r"[a-z]{4}(?:-[a-z]{4}){3}", page)
            assert code is not None
            assert "Who’s here" in page
            assert "svg" in (await ann.get(f"{where}/qr.svg")).text
            wrong = await ben.post("/join", data={"code": "bado bado bado bado"})
            assert wrong.status_code == 404
            found = await ben.post("/join", data={"code": code[0].replace("-", " ")})
            assert found.url.path == where
            assert "Join the room" in found.text
            fields = {"name": "Ben", "figure": "moon", "colour": "plum"}
            await ben.post(f"{where}/join", data={**fields, "code": code[0]})
            await ben.post(f"{where}/say", data={"text": "Here I am"})
            assert "Here I am" in (await ann.get(where)).text
            assert "Your house rules for Talon" in (await ann.get(f"{where}/rules/talon")).text
            await ann.post(f"{where}/choose", data={"game": "talon", "seats": "4", "o-hands": "1", "watch": "on"})
            page = (await ben.get(where)).text
            assert "Next: Talon" in page
            assert "Length: one hand" in page
            await ann.get(where)
            began = await ben.post(f"{where}/start", data={})
            table = began.url.path
            assert f'data-goes="{table}"' in (await ann.get(where)).text
            told = (await ann.get(f"/api/groups/{where[3:]}")).json()
            assert [one["name"] for one in told["members"]] == ["Ann", "Ben"]
            assert told["chosen"]["settings"]["bot"] == "gentle", "as elsewhere before the first lesson"
            assert (await ann.get(f"/api/groups/{where[3:]}/evenings")).json() == []
            for _ in range(9):
                await ben.post("/join", data={"code": "bado bado bado bado"})
            assert (await ben.post("/join", data={"code": code[0]})).status_code == 429, "guesses are limited"

    asyncio.run(work())
