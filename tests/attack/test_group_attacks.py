"""Attacks on groups: strangers who look, people who were removed, and members who make its pages large."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from shindig.server.errors import ForbiddenError
from shindig.server.game_server import GameServer
from shindig.server.groups import groups as module
from shindig.server.groups.standings import CHARTED, GroupMatch, MatchSeat, compute_standings
from shindig.server.person import Person
from shindig.web.pages.group_pages import draw_chart, draw_picture
from tests.kits.server.room_kit import HandClock, guests, join_group, play_out, run, settle
from tests.kits.web.in_process_app import application, client

pytestmark = pytest.mark.attack
PASSWORD = "correct horse"


async def account(room: GameServer, name: str) -> Person:
    (person,) = await guests(room, name)
    return (await room.accounts.register(person, name.lower(), PASSWORD))[0]


async def merged(room: GameServer, person: Person, guest: Person) -> Person:
    """The account after a login as the guest."""
    return (await room.accounts.login(person.login or "", PASSWORD, guest))[0]


def test_a_stranger_with_the_link_sees_no_house_rules(tmp_path: Path) -> None:
    async def work() -> None:
        async with application(tmp_path) as (app, room):
            (ann, hers), (_, his) = await room.accounts.create_guest("Ann"), await room.accounts.create_guest("Bob")
            group = await room.groups.found(ann, "Friday")
            async with client(app, hers) as her, client(app, his) as him:
                pages = [f"/g/{group}/{part}" for part in ("rules/talon", "evening", "evening.svg")]
                assert [(await him.get(page)).status_code for page in pages] == [403] * 3
                assert (await her.get(pages[0])).status_code == 200

    asyncio.run(work())


def test_a_groups_table_leads_nobody_but_its_members_to_the_group(tmp_path: Path) -> None:
    """The link of one table, for a friend who looks on or takes a seat, is no invitation to the group."""

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            (ann, hers), (bob, his) = await room.accounts.create_guest("Ann"), await room.accounts.create_guest("Bob")
            _, onlookers = await room.accounts.create_guest("Cyd")
            group = await room.groups.found(ann, "Friday")
            await room.groups.choose(group, ann, "tall-card", 2, {"deals_each": 1, "stack": 20})
            table = await room.groups.start(group, ann)
            await room.sit(table, bob)
            for _ in range(4):
                await settle(room, table)
                clock = room.services.clock
                assert isinstance(clock, HandClock)
                clock.advance(3)
            await play_out(room, table, [ann, bob])
            assert (await room.build_snapshot(table, bob)).info.state == "over"
            pages = f"/t/{table}", f"/api/tables/{table}", f"/t/{table}/replay?match=1", "/api/me", "/api/me/data"
            for token in (his, onlookers):
                async with client(app, token) as http:
                    for page in pages:
                        assert group not in (await http.get(page, headers={"accept": "text/html"})).text, page
                    assert (await http.get(f"/t/{table}/group")).status_code == 403
                    assert (await http.post(f"/t/{table}/group", data={"game": "tall-card"})).status_code == 403
            async with client(app, hers) as http:
                assert (await http.get(f"/t/{table}/group")).headers["location"] == f"/g/{group}"
                assert f'action="/t/{table}/group"' in (await http.get(f"/t/{table}")).text
                begun = await http.post(f"/t/{table}/group", data={"game": "tall-card"})
                assert begun.status_code == 303
                assert begun.headers["location"] not in (f"/t/{table}", f"/g/{group}")

    asyncio.run(work())


def test_nobody_speaks_in_a_group_under_the_name_of_another(tmp_path: Path) -> None:
    """At tables such names are numbered as well."""

    async def work(room: GameServer, _: HandClock) -> None:
        ann, same, cyrillic = await guests(room, "Ann", "ann", "\u0410nn")
        group = await room.groups.found(ann, "Friday")
        for one in (same, cyrillic):
            await join_group(room, group, one)
            await room.groups.say(group, one, "It is me.")
        info = await room.groups.load_info(group, ann)
        assert [one.name for one in info.members] == ["Ann", "ann 2", "\u0410nn 3"]
        assert [name for name, _, _ in info.talk] == ["ann 2", "\u0410nn 3"]

    run(tmp_path, work)


def test_changes_of_strangers_make_no_server_read_all_groups_again(tmp_path: Path) -> None:
    """Another server tells of each new name and each logout, and anybody may have one a second."""

    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob, cyd = await guests(room, "Ann", "Bob", "Cyd")
        group = await room.groups.found(ann, "Friday")
        await join_group(room, group, bob)
        await room.groups.leave(group, bob)
        known = await room.groups.store.load(group)
        room._note_person(cyd.id)
        assert await room.groups.store.load(group) is known
        for person in (ann.id, bob.id, ""):
            room._note_person(person)
            fresh = await room.groups.store.load(group)
            assert fresh is not known, "a deletion may have changed its log"
            known = fresh

    run(tmp_path, work)


def test_who_was_removed_comes_back_under_no_other_id(tmp_path: Path) -> None:
    """A person joins as an account and as a guest; or joins as a guest after the account was removed."""

    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        cyd = await account(room, "Cyd")
        group = await room.groups.found(ann, "Friday")
        for one in (bob, cyd):
            await join_group(room, group, one)
        cyd = await merged(room, cyd, bob)
        await room.groups.remove(group, ann, bob.id)
        assert [one.name for one in (await room.groups.load_info(group, ann)).members] == ["Ann"]
        assert await room.groups.load_groups(cyd) == []
        with pytest.raises(ForbiddenError, match="Only members"):
            await room.groups.say(group, cyd, "Here I am.")
        (dan,) = await guests(room, "Dan")
        await join_group(room, group, dan)
        cyd = await merged(room, cyd, dan)
        assert (await room.groups.load_info(group, cyd)).code == ""
        with pytest.raises(ForbiddenError, match="removed"):
            await join_group(room, group, cyd)

    run(tmp_path, work)


def test_who_leaves_is_gone_under_all_ids(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        cyd = await account(room, "Cyd")
        group = await room.groups.found(ann, "Friday")
        for one in (bob, cyd):
            await join_group(room, group, one)
        cyd = await merged(room, cyd, bob)
        await room.groups.leave(group, cyd)
        assert [one.name for one in (await room.groups.load_info(group, ann)).members] == ["Ann"]
        await join_group(room, group, cyd)
        assert [one.id for one in await room.groups.load_groups(cyd)] == [group]

    run(tmp_path, work)


def test_merged_guests_make_no_endless_list_of_groups(tmp_path: Path) -> None:
    """Each guest may join as many as a person may, and any number of them may become one account."""

    async def work(room: GameServer, _: HandClock) -> None:
        cyd = await account(room, "Cyd")
        for guest in await guests(room, *["Ann"] * (module.MOST_JOINED // module.MOST_FOUNDED + 1)):
            for number in range(module.MOST_FOUNDED):
                await room.groups.found(guest, f"Friday {number}")
            cyd = await merged(room, cyd, guest)
        assert len(await room.groups.load_groups(cyd)) == module.MOST_JOINED

    run(tmp_path, work)


def test_standings_of_thousands_have_a_short_chart() -> None:
    """Guests are free, and each that plays once has a line. A course for each would take seconds at every look."""
    matches = [
        GroupMatch("t", number, "talon", float(number), (MatchSeat(f"p{number}", f"P{number}", "", 1, 1.0, 1),), "")
        for number in range(500)
    ]
    standings = compute_standings(matches)
    assert len(standings) == 500
    assert {one.place for one in standings} == {1}
    assert sum(len(one.course) for one in standings) == CHARTED * 500
    evening = module.Evening(tuple(matches), tuple(standings))
    assert len(draw_chart(evening)) == CHARTED
    assert draw_picture("Friday", evening).count("<circle") == 500
