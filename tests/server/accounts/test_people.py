"""People: names that can be seen, sessions that end everywhere, passwords that change and hold nobody else up."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from shindig.server.accounts.accounts import Accounts, make_id
from shindig.server.accounts.name_and_password_rules import (
    MAX_NAME,
    PeopleError,
    clean_login,
    clean_name,
    clean_password,
    is_invisible,
)
from shindig.server.accounts.passwords import MOST, PasswordThread
from shindig.server.accounts.session_cache import DAY, FRESH, IDLE, LIFE, STALE, hash_token
from shindig.server.errors import BusyError
from shindig.server.person import Person
from shindig.server.storage.database import StoreError, make_engine
from shindig.server.storage.event_store import Append, EventStore
from shindig.server.storage.schema import sessions
from shindig.server.storage.server_signals import Notifications
from shindig.server.worker_threads import Workers
from tests.kits.server.databases import database, with_newest_schema


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(request.param, tmp_path) as found:
        yield found


class Time:
    """Both clocks of people, moved by hand."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds


def run(url: str, work: Callable[[EventStore, Time], Awaitable[None]]) -> None:
    async def whole() -> None:
        store = EventStore.open(with_newest_schema(url))
        try:
            await work(store, Time())
        finally:
            await store.close()

    asyncio.run(whole())


def here(store: EventStore, clock: Time, **more: Any) -> Accounts:
    """The people of one server."""
    return Accounts(store, clock, clock, **more)


class NotedStore:
    """A store that notes what is read from it."""

    def __init__(self, store: EventStore) -> None:
        self.store, self.asked = store, list[Any]()

    async def read(self, work: Any) -> Any:
        self.asked.append(work)
        return await self.store.read(work)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


class SlowPasswords(PasswordThread):
    """While the first password is checked, something else happens."""

    def __init__(self, meanwhile: Callable[[], Awaitable[object]]) -> None:
        super().__init__()
        self.meanwhile: Callable[[], Awaitable[object]] | None = meanwhile

    async def is_match(self, hashed: str | None, password: str) -> bool:
        found = await super().is_match(hashed, password)
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            await meanwhile()
        return found


@pytest.mark.parametrize(
    "name", ["Ann", "Zoë", "Đặng Thị", "ঠাকুর", "สมชาย", "שָׁלוֹם", "老師", "Ann ♥", "7", "O'Hara", "👑"]
)
def test_names_of_the_world_are_names(name: str) -> None:
    assert clean_name(name) == name


def test_a_name_is_one_however_it_is_written() -> None:
    assert clean_name("  Ann \u00a0 \u2003 Lee ") == "Ann Lee", "spaces of every width are one space"
    assert clean_name("Zoe\u0308") == "Zoë"
    assert clean_name("\u2764\ufe0f") == "\u2764", "what a telephone adds for colour"


INVISIBLE = {
    "nothing": "",
    "spaces": "\u00a0\u2003\u3000",
    "zero width": "\u200b\u200d\ufeff",
    "marks alone": "\u0301\u0302",
    "a mark first": "\u0301Ann",
    "a tower of marks": "A" + "\u0301" * 12,
    "a mark on a space": "Ann \u0301",
    "Hangul filler": "\u3164",
    "half-width filler": "\uffa0\uffa0",
    "choseong filler": "Ann\u115f",
    "blank Braille": "\u2800",
    "a joiner": "Ann\u034f",
    "turned round": "Ann\u202eeeB",
    "isolated": "\u2066Ann\u2069",
    "soft hyphen": "An\u00adn",
    "variation": "Ann\ufe01",
    "more variation": "Ann\U000e0101",
    "private": "\ue000",
    "unassigned": "\U000e0fff",
    "half a letter": "\ud800",
    "control": "a\x00b",
    "lines": "\u2028\u2029",
    "too long": "x" * (MAX_NAME + 1),
}


@pytest.mark.parametrize("name", INVISIBLE.values(), ids=INVISIBLE.keys())
def test_what_cannot_be_seen_is_no_name(name: str) -> None:
    with pytest.raises(PeopleError, match=f"Pick a name of 1 to {MAX_NAME} letters") as refused:
        clean_name(name)
    assert str(refused.value).isascii(), "the refusal repeats nothing of what was sent"


@pytest.mark.parametrize(
    "login", ["\u3164\u3164\u3164", "a\u0301\u0301\u0301\u0301\u0301b", "a\u2800b", "a\u202eb", "a b"]
)
def test_what_cannot_be_seen_is_no_login(login: str) -> None:
    with pytest.raises(PeopleError, match="Pick a username"):
        clean_login(login)


def test_a_logout_holds_on_every_server(url: str) -> None:
    async def work(store: EventStore, clock: Time) -> None:
        one, other = here(store, clock), here(store, clock)
        ann, token = await one.create_guest("Ann")
        assert await other.find_person(token) == ann
        await one.logout(token)
        assert await one.find_person(token) is None
        clock.seconds += FRESH
        assert await other.find_person(token) is None
        assert not bool(other.sessions.find_cached_id(token))

    run(url, work)


def test_a_new_name_is_heard_of_on_every_server(url: str) -> None:
    async def work(store: EventStore, clock: Time) -> None:
        one, other = here(store, clock), here(store, clock)
        ann, token = await one.create_guest("Ann")
        await other.find_person(token)
        renamed = await one.rename(ann, "Annie")
        clock.seconds += FRESH
        assert await other.find_person(token) == renamed

    run(url, work)


def test_the_database_is_asked_once_about_all_who_were_here_lately(url: str) -> None:
    async def work(store: EventStore, clock: Time) -> None:
        noted: Any = NotedStore(store)
        one, other, asked = here(store, clock), here(noted, clock), noted.asked
        made = [await one.create_guest(name) for name in ("Ann", "Bob", "Cyd", "Dee")]
        for person, token in made:
            assert await other.find_person(token) == person
        assert len(asked) == 4, "nobody is known yet"
        clock.seconds += FRESH
        (_, anns), (bob, bobs), (cyd, cyds), (_, dees) = made
        renamed = await one.rename(bob, "Bobby")
        await one.logout(dees)
        asked.clear()
        assert await asyncio.gather(*map(other.find_person, (anns, bobs, cyds))) == [made[0][0], renamed, cyd]
        assert await other.find_person(dees) is None, "nor is who was found to have gone"
        assert len(asked) == 2, "one for the first three, one for whom nobody knows any more"

    run(url, work)


def test_a_session_ends_when_it_is_not_used(url: str) -> None:
    async def work(store: EventStore, clock: Time) -> None:
        people = here(store, clock)
        _, token = await people.create_guest("Ann")
        clock.seconds += IDLE - 1
        assert await people.find_person(token) is not None
        clock.seconds += IDLE - 1
        assert await here(store, clock).find_person(token) is not None, "it was used meanwhile"
        clock.seconds += IDLE
        assert await people.find_person(token) is None
        assert await here(store, clock).find_person(token) is None

    run(url, work)


def test_a_session_ends_after_a_year_however_it_is_used(url: str) -> None:
    async def work(store: EventStore, clock: Time) -> None:
        people = here(store, clock)
        _, token = await people.create_guest("Ann")
        began = clock.seconds
        while clock.seconds < began + LIFE - 30 * DAY:
            clock.seconds += 30 * DAY
            assert await people.find_person(token) is not None
        clock.seconds = began + LIFE
        assert await people.find_person(token) is None

    run(url, work)


def test_who_was_known_stays_known_for_a_minute_while_the_database_is_out(url: str) -> None:
    async def work(store: EventStore, clock: Time) -> None:
        people = here(store, clock)
        ann, token = await people.create_guest("Ann")

        async def out(_: object) -> None:
            raise StoreError("out")

        store.read = out  # type: ignore[method-assign, assignment]
        clock.seconds += STALE - 1
        assert await people.find_person(token) == ann
        with pytest.raises(StoreError):
            await people.find_person("somebody else's")
        clock.seconds += 1
        with pytest.raises(StoreError):
            await people.find_person(token)

    run(url, work)


def test_a_new_password_ends_every_other_session(url: str) -> None:
    async def work(store: EventStore, clock: Time) -> None:
        people, other = here(store, clock), here(store, clock)
        guest, _ = await people.create_guest("Ann")
        ann, token = await people.register(guest, "ann", "correct horse")
        _, second = await other.login("ann", "correct horse")
        with pytest.raises(PeopleError, match="That isn’t your old password"):
            await people.change_password(ann, token, "wrong horse", "a better horse")
        with pytest.raises(PeopleError, match="Pick a password of 8"):
            await people.change_password(ann, token, "correct horse", "short")
        await people.change_password(ann, token, "correct horse", "a better horse")
        clock.seconds += FRESH
        assert await people.find_person(token) == ann
        assert await other.find_person(second) is None
        with pytest.raises(PeopleError, match="don’t match"):
            await people.login("ann", "correct horse")
        assert (await people.login("ann", "a better horse"))[0] == ann

    run(url, work)


def test_a_guest_has_no_password_to_change(url: str) -> None:
    async def work(store: EventStore, clock: Time) -> None:
        people = here(store, clock)
        ann, token = await people.create_guest("Ann")
        with pytest.raises(PeopleError, match="have no account"):
            await people.change_password(ann, token, "", "a better horse")

    run(url, work)


def test_a_login_checked_before_the_password_changed_does_not_outlive_it(url: str) -> None:
    async def work(store: EventStore, clock: Time) -> None:
        other = here(store, clock)
        guest, _ = await other.create_guest("Ann")
        ann, token = await other.register(guest, "ann", "correct horse")
        slow = SlowPasswords(lambda: other.change_password(ann, token, "correct horse", "a better horse"))
        people = here(store, clock, passwords=slow)
        with pytest.raises(PeopleError, match="don’t match"):
            await people.login("ann", "correct horse")

    run(url, work)


def test_wrong_logins_hold_up_neither_the_database_nor_what_else_there_is_to_do(
    costly_passwords: PasswordThread, tmp_path: Path
) -> None:
    """As many as may wait are checked, the others are refused at once; other work is done before theirs is."""

    async def work(store: EventStore, clock: Time) -> None:
        people = here(store, clock, passwords=costly_passwords)
        tries = [asyncio.create_task(people.login("ann", f"wrong {number}")) for number in range(120)]
        while not any(task.done() for task in tries):
            await asyncio.sleep(0)
        await store.load_last_seq("oak")
        await asyncio.to_thread(time.time)
        left = sum(not task.done() for task in tries)
        ended = await asyncio.gather(*tries, return_exceptions=True)
        assert left > 0, "passwords were still being checked when the other work was done"
        assert sum(isinstance(error, PeopleError) for error in ended) == MOST
        assert sum(isinstance(error, BusyError) for error in ended) == 120 - MOST

    run(f"sqlite:///{tmp_path}/room.db", work)


# What is refused, and where bounds lie.


@pytest.fixture
def alone(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/room.db"


async def refused(work: Awaitable[object]) -> str:
    with pytest.raises(PeopleError) as error:
        await work
    return str(error.value)


def test_who_has_an_account_gets_no_second_one(alone: str) -> None:
    async def work(store: EventStore, clock: Time) -> None:
        one = here(store, clock)
        guest, old = await one.create_guest("Ann")
        ann, token = await one.register(guest, "ann", "a good password")
        assert await one.find_person(token) == ann
        assert await one.find_person(old) is None, "who has seen the guest's token is not in the account"
        assert await here(store, clock).find_person(old) is None
        assert await refused(one.register(ann, "anna", "a good password")) == "You already have an account."
        assert await refused(one.register(guest, "anna", "a good password")) == "You already have an account.", (
            "elsewhere"
        )
        bob, _ = await one.create_guest("Bob")
        taken = "The username “ann” is taken. Pick another one."
        assert await refused(one.register(bob, "ANN", "a good password")) == taken

    run(alone, work)


def test_a_password_is_changed_by_who_knows_the_old_one_and_once_at_a_time(alone: str) -> None:
    async def work(store: EventStore, clock: Time) -> None:
        one = here(store, clock)
        guest, token = await one.create_guest("Ann")
        assert (
            await refused(one.change_password(guest, token, "x", "y"))
            == "You have no account, so you have no password."
        )
        ann, token = await one.register(guest, "ann", "a good password")
        wrong = "That isn’t your old password. Type the one you log in with."
        assert await refused(one.change_password(ann, token, "another password", "the next password")) == wrong
        assert (await refused(one.change_password(ann, token, "a good password", "short"))).startswith("Pick a pass")
        slow = SlowPasswords(lambda: one.change_password(ann, token, "a good password", "the other password"))
        twice = "You’ve just changed your password on another device."
        late = here(store, clock, passwords=slow)
        assert await refused(late.change_password(ann, token, "a good password", "the third password")) == twice
        assert (await one.login("ann", "the other password"))[0] == ann

    run(alone, work)


PASSWORDS = (clean_password, r"a password of 8 to 128 letters\.$", 8, 128, "X")
LOGINS = (clean_login, r"a username of 3 to 32 letters without spaces\.$", 3, 32, "x")


@pytest.mark.parametrize(("clean", "expected", "least", "most", "kept"), [PASSWORDS, LOGINS], ids=["password", "login"])
def test_a_password_and_a_login_have_so_many_letters(
    clean: Callable[[str], str], expected: str, least: int, most: int, kept: str
) -> None:
    assert [clean("X" * length) for length in (least, most)] == [kept * least, kept * most]
    for length in (least - 1, most + 1):
        with pytest.raises(PeopleError, match=f"^Pick {expected}"):
            clean("X" * length)


@pytest.mark.parametrize("login", ["a b", "ab\u200bc"])
def test_a_login_has_no_spaces_and_nothing_hidden(login: str) -> None:
    with pytest.raises(PeopleError, match=r"^Pick a username"):
        clean_login(login)


@pytest.mark.parametrize(
    ("name", "fits"),
    [("x" * 24, True), ("x" * 25, False), ("x", True), ("a" + "\u0323" * 4, True), ("a" + "\u0323" * 5, False)],
)
def test_a_name_has_so_many_letters_and_marks_over_one(name: str, fits: bool) -> None:
    if fits:
        assert len(clean_name(name)) in (len(name), len(name) - 1)
    else:
        with pytest.raises(PeopleError):
            clean_name(name)


HIDDEN = ["\u180b", "\u180f", "\ufe00", "\ufe0f", "\U000e0100", "\U000e01ef", "\u2800", "\u200b"]
SHOWN = ["\u180a", "\u1810", "\ufe10", "\ufdff", "a", "7", "\u2764"]


def test_variation_selectors_and_blanks_show_nothing_and_their_neighbours_do() -> None:
    assert [letter for letter in HIDDEN if not is_invisible(letter)] == []
    assert [letter for letter in SHOWN if is_invisible(letter)] == []
    assert clean_name("a\ufe0eb\ufe0f") == "ab", "names do without what telephones add"


def test_a_face_is_a_figure_in_a_colour_or_none(alone: str) -> None:
    async def work(store: EventStore, clock: Time) -> None:
        one, other = here(store, clock), here(store, clock)
        ann, token = await one.create_guest("Ann")
        for face in ("moon-plum", ""):
            worn = await one.set_avatar(ann, face)
            assert (worn.id, worn.face) == (ann.id, face)
            assert await one.find_person(token) == worn
            clock.seconds += FRESH
            assert await other.find_person(token) == worn, "and so say other servers"
        renamed = await one.rename(ann, "Annie", "star-plum")
        assert (renamed.name, renamed.face) == ("Annie", "star-plum")
        await refused(one.rename(renamed, "Andy", "moon-pink"))
        assert await one.find_person(token) == renamed, "neither is changed"
        assert (await one.rename(renamed, "Anna")).face == "star-plum", "a name alone leaves the face"
        for face in ("moon", "moon-pink", "cow-plum", "moon-plum-plum", "-"):
            said = await refused(one.set_avatar(ann, face))
            assert said.startswith("expected a figure (moon, star, ")
            assert said.endswith(" and a colour (plum, moss, rust, teal, ink, sand)")

    run(alone, work)


def test_those_who_were_here_longest_ago_are_known_no_more(alone: str) -> None:
    async def work(store: EventStore, clock: Time) -> None:
        one = here(store, clock, cached_sessions=2)
        (_, first), (_, second) = await one.create_guest("Ann"), await one.create_guest("Bob")
        assert [bool(one.sessions.find_cached_id(token)) for token in (first, second)] == [True, True]
        await one.find_person(first)
        _, third = await one.create_guest("Cyd")
        assert [bool(one.sessions.find_cached_id(token)) for token in (first, second, third)] == [True, False, True]
        assert await one.find_person(second) is not None, "the database knows them"

    run(alone, work)


def test_a_session_ends_to_the_second(alone: str) -> None:
    async def work(store: EventStore, clock: Time) -> None:
        _, token = await here(store, clock).create_guest("Ann")
        begun = clock.seconds
        clock.seconds = begun + IDLE
        assert await here(store, clock).find_person(token) is None
        clock.seconds = begun + IDLE - 1
        assert await here(store, clock).find_person(token) is not None

    run(alone, work)


def test_after_a_restart_those_are_known_who_sit_at_open_tables(alone: str) -> None:
    async def work(store: EventStore, clock: Time) -> None:
        one, tokens = here(store, clock), dict[str, str]()
        for name in ("here", "gone", "closed", "late"):
            person, tokens[name] = await one.create_guest(name)
            if name != "gone":
                table = f"t{name}"
                await store.store_table(table, "tall-card", True, "me", 1.0)
                await store.append(Append(table, 1, 1, ("x",), seated=(person.id, 0, 1.0), closed=name == "closed"))
        ended = update(sessions).where(sessions.c.token_hash == hash_token(tokens["late"]))
        await store.write(lambda connection: connection.execute(ended.values(expires=clock.seconds)))
        other = here(store, clock)
        await other.sessions.load_seated()
        assert {name for name, token in tokens.items() if bool(other.sessions.find_cached_id(token))} == {"here"}

    run(alone, work)


def test_ids_have_letters_that_nobody_mistakes() -> None:
    made = "".join(make_id() for _ in range(500))
    assert len(made) == 6_000
    assert set(made) == set("abcdefghijkmnpqrstuvwxyz23456789")
    assert len(make_id(5)) == 5


def test_somebody_is_known_by_their_own_id_first() -> None:
    ann = Person("a", "Ann", "ann", "", ("g", "h"))
    assert [ann.find_known_id(ids) for ids in ({"a", "g"}, {"h"}, {"g", "h"}, {"x"})] == ["a", "h", "g", "a"]


def test_passwords_are_bounded_in_number_and_one_is_never_nobodys(costly_passwords: PasswordThread) -> None:
    async def work() -> None:
        passwords = costly_passwords
        hashed = await passwords.hash("a good password")
        assert hashed.startswith("$argon2id$v=19$m=47104,t=1,p=1$"), "what OWASP recommends"
        assert await passwords.is_match(hashed, "a good password")
        assert not await passwords.is_match(hashed, "another")
        assert not await passwords.is_match("no hash", "a good password")
        assert not await passwords.is_match(None, "a good password")
        waiting = [asyncio.ensure_future(passwords.is_match(None, "x")) for _ in range(MOST + 1)]
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(one) for one in found] == [bool] * MOST + [BusyError]
        assert str(found[-1]) == "Many people are logging in. Try again in a moment."

    asyncio.run(work())


def test_where_threads_are_bounded_each_piece_of_work_counts_until_it_has_ended() -> None:
    async def work() -> None:
        workers, let = Workers("some", 1, 2, "full"), threading.Event()
        begun = [asyncio.ensure_future(workers.run(let.wait)) for _ in range(3)]
        await asyncio.sleep(0)
        let.set()
        *done, last = await asyncio.gather(*begun, return_exceptions=True)
        assert done == [True, True]
        assert (type(last), str(last)) == (BusyError, "full")
        assert await workers.run(lambda: 7) == 7
        with pytest.raises(KeyError):
            await workers.run(lambda: {1: 1}[2])
        assert await workers.run(lambda: 8) == 8
        workers.close()
        with pytest.raises(RuntimeError, match="after shutdown"):
            await workers.run(lambda: 9)

    asyncio.run(work())


def test_what_changes_of_somebody_is_told_to_other_servers(tmp_path: Path) -> None:
    with database("postgres", tmp_path) as url:

        async def work(store: EventStore, _: Time) -> None:
            told = asyncio.Queue[str]()
            notices = Notifications(make_engine(url, write=False), {"person": told.put_nowait})
            assert await told.get() == "", "it listens"
            one = Accounts(store)
            guest = (await one.create_guest("Ann"))[0]
            ann, token = await one.register(guest, "ann", "a good password")
            assert await told.get() == ann.id
            for change in (
                one.rename(ann, "Anna"),
                one.change_password(ann, token, "a good password", "the other password"),
                one.logout(token),
            ):
                await change
                assert await told.get() == ann.id
            assert told.empty(), "once each"
            await notices.close()

        run(url, work)
